/* lqcd/compat/hirep/libhr.h: for programs written for HiRep: all of compat/hirep.h, and operations without types in
 * their names (impl/generic.h).
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/generic.h"
