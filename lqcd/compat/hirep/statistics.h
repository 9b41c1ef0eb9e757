/* lqcd/compat/hirep/statistics.h: for programs written for HiRep: all of compat/hirep.h, and errors of measurements.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/statistics.h"
