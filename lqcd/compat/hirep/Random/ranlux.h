/* lqcd/compat/hirep/Random/ranlux.h: for programs written for HiRep that name this part of libhr.h: all of it.
 * SPDX-License-Identifier: MIT */
#include "../libhr.h"
