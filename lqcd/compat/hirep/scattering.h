/* lqcd/compat/hirep/scattering.h: for programs written for HiRep: all of compat/hirep.h, mesons, and scattering.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/scattering.h"
