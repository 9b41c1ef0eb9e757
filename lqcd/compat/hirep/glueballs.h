/* lqcd/compat/hirep/glueballs.h: for programs written for HiRep that include it: all of compat/hirep.h, slices, rotations and lines in
 * space, operators of glueballs and torelons, multilevel updates.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/glueballs_names.h"
