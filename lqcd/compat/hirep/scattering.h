/* lqcd/compat/hirep/scattering.h: for programs written for HiRep that include it: all of compat/hirep.h, and mesons. There is no
 * scattering.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/mesons.h"
