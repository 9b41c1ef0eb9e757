/* lqcd/compat/hirep/cinfo.c: what programs written for HiRep include: cinfo.h.
 * SPDX-License-Identifier: MIT */
#include "cinfo.h"
