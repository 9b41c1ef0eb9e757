/* lqcd/compat/hirep/field_ordering.h: for programs written for HiRep: all of compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
