/* lqcd/compat/hirep/test_utils.h: for programs written for HiRep: all of compat/hirep.h, and what its test programs share.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/test_utils.h"
