/* lqcd/compat/hirep/utils.h: for programs written for HiRep: all of compat/hirep.h, and files, shifts, small matrices, work spaces, smearing.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/spatial.h"
#include "impl/utils.h"
#include "impl/wilsonloops.h"
