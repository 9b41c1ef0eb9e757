/* lqcd/compat/Include/global.h: for programs written for HiRep that include ../Include/global.h: all of compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
