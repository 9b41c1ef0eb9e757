/* lqcd/compat/Include/hr_omp.h: for programs written for HiRep that include ../Include/hr_omp.h: all of compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
