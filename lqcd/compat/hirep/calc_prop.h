/* lqcd/compat/hirep/calc_prop.h: for programs written for HiRep: all of compat/hirep.h, and sources, propagators.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/deflation.h"
#include "impl/sources.h"
