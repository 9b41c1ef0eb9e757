/* lqcd/compat/hirep/measure_mesons.h: for programs written for HiRep: all of compat/hirep.h, and mesons.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/spectrum.h"
#include "impl/spectrum_ends.h"
