/* lqcd/compat/hirep/io.h: for programs written for HiRep: all of compat/hirep.h, and the input file, files of spinors.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/bytes.h"
#include "impl/input.h"
#include "impl/read_action.h"
#include "impl/utils.h"
