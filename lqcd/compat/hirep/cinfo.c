/* lqcd/compat/hirep/cinfo.c: for programs written for HiRep: all of compat/hirep.h, and how the program was compiled.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/utils.h"
