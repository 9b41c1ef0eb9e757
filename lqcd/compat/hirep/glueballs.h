/* lqcd/compat/hirep/glueballs.h: for programs written for HiRep that include it: all of compat/hirep.h, and slices, rotations and lines
 * in space; libhr.h has the operators of glueballs and torelons.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/spatial.h"
