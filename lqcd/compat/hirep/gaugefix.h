/* lqcd/compat/hirep/gaugefix.h: for programs written for HiRep: all of compat/hirep.h, and gauge fixing.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/gaugefix.h"

/* Programs that do not include this file have a function of that name themselves. */
#define unit_gauge lqcd__hr_unit_gauge
