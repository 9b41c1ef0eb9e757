/* lqcd/compat/hirep/print_compile_options.h: for programs written for HiRep: how the program was compiled.
 * SPDX-License-Identifier: MIT */
#include "utils.h"
