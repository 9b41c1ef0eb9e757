/* lqcd/compat/hirep/observables.h: for programs written for HiRep: all of compat/hirep.h, and mesons, baryons, loops, Wilson loops, the
 * Schroedinger functional.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/baryons.h"
#include "impl/loops.h"
#include "impl/renormalization.h"
#include "impl/schroedinger.h"
#include "impl/spectrum.h"
#include "impl/spectrum_ends.h"
#include "impl/spectrum_names.h"
#include "impl/wilsonloops.h"
#include "impl/z2semwall.h"

/* Functions of HiRep's ModeNumber/modenumber.c, a unit of the program. */
void init_modenumber(double m, double inv, int nh, char *approxfile);
void free_modenumber(void);
double ModeNumber(double M2);
