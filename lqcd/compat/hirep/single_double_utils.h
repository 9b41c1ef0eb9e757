/* lqcd/compat/hirep/single_double_utils.h: for programs written for HiRep: all of compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
