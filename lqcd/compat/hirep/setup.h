/* lqcd/compat/hirep/setup.h: for programs written for HiRep: all of compat/hirep.h, the input file, and D, H, ..
 * (impl/mass_operators.h).
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/input.h"
#include "impl/mass_operators.h"

#ifndef LQCD__HR_LIBHR
#define setup_process(argc, argv) lqcd__hr_setup_of_2020(argc, argv)
#endif
