/* lqcd/compat/hirep/glueballs.h: for programs written for HiRep that include it: all of compat/hirep.h. There are no operators of
 * glueballs and torelons.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
