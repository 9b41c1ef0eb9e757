/* lqcd/compat/hirep/input_par.h: for programs written for HiRep: all of compat/hirep.h, and the input file.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/input.h"
