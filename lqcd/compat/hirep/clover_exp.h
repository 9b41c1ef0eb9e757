/* lqcd/compat/hirep/clover_exp.h: for programs written for HiRep: all of compat/hirep.h, and exponentials of blocks.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/clover_exp.h"
