/* lqcd/compat/hirep/loop_tools.h: for programs written for HiRep: all of compat/hirep.h, and quark loops.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/loops.h"
