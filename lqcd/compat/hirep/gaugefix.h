/* lqcd/compat/hirep/gaugefix.h: for programs written for HiRep: all of compat/hirep.h, and gauge fixing.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/gaugefix.h"
