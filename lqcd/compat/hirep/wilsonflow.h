/* lqcd/compat/hirep/wilsonflow.h: for programs written for HiRep: all of compat/hirep.h, and the Wilson flow.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/wilsonflow.h"
