/* lqcd/compat/Include/ranlux.h: for HiRep's TestProgram/Random/testlx.c, which names it as ../Include/ranlux.h: next to
 * lqcd/compat/hirep on the path of headers.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
