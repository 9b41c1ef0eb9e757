/* lqcd/compat/hirep/io.h: for programs written for HiRep: all of compat/hirep.h, the input file, files of spinors, bytes of
 * files.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/input.h"
#include "impl/moreio.h"
#include "impl/read_action.h"
#include "impl/utils.h"
