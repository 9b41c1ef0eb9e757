/* lqcd/compat/hirep/clover_tools.h: for programs written for HiRep, which include it with and without a clover term: all of
 * compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/clover_exp.h"
