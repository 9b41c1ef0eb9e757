/* lqcd/compat/hirep/moreio.h: for programs written for HiRep: all of compat/hirep.h, files of spinors, bytes of files.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/moreio.h"
#include "impl/utils.h"
