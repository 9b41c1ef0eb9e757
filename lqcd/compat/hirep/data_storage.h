/* lqcd/compat/hirep/data_storage.h: for programs written for HiRep: all of compat/hirep.h, and arrays of measurements.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/data_storage.h"
