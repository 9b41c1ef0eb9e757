/* lqcd/compat/hirep/moreio.h: for programs written for HiRep: all of compat/hirep.h, and files of spinors.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/bytes.h"
#include "impl/utils.h"
