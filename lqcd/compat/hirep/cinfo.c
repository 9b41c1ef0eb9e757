/* lqcd/compat/hirep/cinfo.c: for programs written for HiRep, which include it: how the program was compiled.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/utils.h"
