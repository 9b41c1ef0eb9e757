/* lqcd/compat/Include/logger.h: for programs written for HiRep that include ../Include/logger.h: all of compat/hirep.h.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
