/* lqcd/compat/hirep/communications_flt.h: for programs written for HiRep: all of compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
