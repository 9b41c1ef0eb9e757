/* lqcd/compat/hirep/rational_functions.h: for programs written for HiRep: what update.h has.
 * SPDX-License-Identifier: MIT */
#include "update.h"
