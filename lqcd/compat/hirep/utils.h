/* lqcd/compat/hirep/utils.h: for programs written for HiRep: all of compat/hirep.h, shifts, small matrices, slices, APE, what
 * test programs share.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/deflation.h"
#include "impl/lw_tests.h"
#include "impl/schroedinger.h"
#include "impl/spatial.h"
#include "impl/utils.h"
#include "impl/wilsonloops.h"
#include "impl/test_utils.h"
