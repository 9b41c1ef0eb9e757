/* lqcd/compat/hirep/libhr.h: for programs written for HiRep: all of compat/hirep.h, operations without types in their
 * names (impl/generic.h), and D, H, .. (impl/mass_operators.h).
 * SPDX-License-Identifier: MIT */
#define LQCD__HR_LIBHR
#include "../hirep.h"
#include "impl/generic.h"
#include "impl/mass_operators.h"
