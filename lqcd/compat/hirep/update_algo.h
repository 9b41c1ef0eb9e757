/* lqcd/compat/hirep/update_algo.h: for programs written for HiRep: what update.h has.
 * SPDX-License-Identifier: MIT */
#include "update.h"
