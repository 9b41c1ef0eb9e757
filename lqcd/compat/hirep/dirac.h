/* lqcd/compat/hirep/dirac.h: for programs written for HiRep: all of compat/hirep.h, and twisted masses.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/twisted.h"
