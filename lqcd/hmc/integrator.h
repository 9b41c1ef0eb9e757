/* lqcd/hmc/integrator.h: symplectic integrators as tables of coefficients.
 *
 * One step of length h for dU/dt = p U, dp/dt = -F(U) is
 *
 *   p -= kick[0] h F, U moves by drift[0] h, p -= kick[1] h F, .. U moves by drift[kicks-2] h, p -= kick[kicks-1] h F
 *
 * The kicks sum to 1, and so do the drifts. Both read the same backwards, so that a step of -h undoes a step of h. The
 * last kick of a step and the first kick of the next are joined: n steps take n (kicks - 1) + 1 forces.
 *
 *   kind             name       order  forces per step
 *   LQCD_LEAPFROG    leapfrog   2      1
 *   LQCD_OMF2        omf2       2      2   2MN with lambda = 0.1931833275037836, which minimises the error: about a
 *                                          tenth of leapfrog's at the same h
 *   LQCD_OMF4        omf4       4      5   4MN5FV
 *
 * LQCD_OMF2 and LQCD_OMF4 are of Omelyan, Mryglod, Folk, Comput. Phys. Commun. 151 (2003) 272. In HMC: Takaishi, de
 * Forcrand, Phys. Rev. E 73 (2006) 036706 [hep-lat/0505020]. dH over a trajectory is O(h^order).
 *
 *   const lqcd_integrator *lqcd_integrator_of(kind)    the row of a kind; NULL if there is no such kind
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_INTEGRATOR_H
#define LQCD_HMC_INTEGRATOR_H

#include <stddef.h>

#include "../base/config.h"

typedef enum { LQCD_LEAPFROG, LQCD_OMF2, LQCD_OMF4 } lqcd_integrator_kind;

typedef struct {
	const char *name;
	int order, kicks;
	double kick[6], drift[5];
} lqcd_integrator;

LQCD_STATIC const lqcd_integrator *lqcd_integrator_of(lqcd_integrator_kind kind)
{
	static const lqcd_integrator table[] = {
		{"leapfrog", 2, 2, {0.5, 0.5}, {1}},
		{"omf2", 2, 3, {0.1931833275037836, 1 - 2 * 0.1931833275037836, 0.1931833275037836}, {0.5, 0.5}},
		{"omf4",
		 4,
		 6,
		 {0.08398315262876693, 0.6822365335719091, 0.5 - 0.08398315262876693 - 0.6822365335719091,
		  0.5 - 0.08398315262876693 - 0.6822365335719091, 0.6822365335719091, 0.08398315262876693},
		 {0.2539785108410595, -0.03230286765269967, 1 - 2 * (0.2539785108410595 - 0.03230286765269967),
		  -0.03230286765269967, 0.2539785108410595}},
	};
	return (unsigned)kind <= LQCD_OMF4 ? &table[kind] : NULL;
}

#endif
