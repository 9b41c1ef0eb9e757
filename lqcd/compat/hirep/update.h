/* lqcd/compat/hirep/update.h: for programs written for HiRep: all of compat/hirep.h, and copies of links.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/read_action.h"
#include "impl/utils.h"
