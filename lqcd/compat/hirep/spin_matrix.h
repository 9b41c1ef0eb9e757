/* lqcd/compat/hirep/spin_matrix.h: for programs written for HiRep: all of compat/hirep.h, and spin matrices, propagators.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/propagator.h"
