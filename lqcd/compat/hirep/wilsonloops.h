/* lqcd/compat/hirep/wilsonloops.h: for programs written for HiRep: all of compat/hirep.h, and Wilson loops.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/wilsonloops.h"
extern WL_path_t WL_path[256];
