/* lqcd/gauge/fix.h: Landau and Coulomb gauge by overrelaxation, and gauge transformations of links and spinors.
 *
 *   U_mu(x) -> g(x) U_mu(x) g(x+mu)^+,   F = mean of Re tr U_mu(x) / NC over all sites and the directions that count
 *   theta = mean of tr D(x) D(x)^+ / NC over all sites,   D(x) = s - s^+ less its trace, s = sum_mu U_mu(x-mu) - U_mu(x)
 *
 * A maximum of F has theta = 0: the discrete gradient of A_mu vanishes. All directions count in Landau gauge, all but one in
 * Coulomb gauge, where each slice of that direction is fixed by itself.
 *
 *   lqcd_fix_params p = lqcd_fix_params_default(LQCD_LANDAU)   or Coulomb gauge without direction 0 (time) to 3
 *   lqcd_fix_result r = lqcd_gauge_fix(&u, &g, &p)             fixes u, in place; g: NULL, or a field whose links g_0(x) become
 *                                                              h(x) g_0(x) for the transformation h of this call: start from
 *                                                              lqcd_gauge_field_unit. Its other directions are not used.
 *       r.status, r.sweeps, r.f, r.theta, r.change             F and theta of u as it is then; of F in the last sweep
 *   r = lqcd_gauge_fix_value(&u, direction)                    F and theta of any links
 *   s = lqcd_gauge_transform(&u, &g)                           u transformed by the links g_0(x)
 *   s = lqcd_spinor_transform(&psi, &g)                        psi(x) := g_0(x) psi(x)
 *
 * Random start: lqcd_gauge_field_random(&g, seed, stream) draws from the Haar measure; then lqcd_gauge_transform, and
 * lqcd_gauge_fix with the same g, which then has the whole transformation. Its maximum may be another one (Gribov copies).
 *
 * A sweep: at the even sites, then at the odd ones, the SU(2) subgroups of g(x), rows i < j in the order of heatbath.h, follow
 * S = sum_mu U_mu(x) + U_mu(x-mu)^+. The best element (q_0, q_i) for the 2x2 block of S is replaced by (q_0, w q_i), normalised:
 * about its power w. w = p.overrelax, above 0 and below 2: F never falls up to 1, and 1.7 is usual. It ends when theta < p.theta
 * (1e-12) or F changes by less than p.change (0: not asked) in a sweep; with neither it makes p.max_sweeps (10000). theta is looked
 * at before the first, after every p.interval (10) and after the last sweep; links are then reunitarised. p.progress(p.user, &r), if
 * not NULL, hears of each sweep; r.theta is then the last one. Rounding limits theta to some 100 eps^2 of the tag.
 *
 * u, g: different full fields of one lattice and any tag; halos need not be up to date before, and are not after. Collective over
 * the processes of the lattice; the same bits for any process grid and number of threads, and d and vd, f and vf, as heatbath.h
 * has it. Memory: a field of the size of u. A sweep takes a quarter to a half of the time of lqcd_overrelax_sweep.
 * Errors: LQCD_ITERATION_LIMIT (u is a gauge transform of what it was, as always), LQCD_NAN, LQCD_ERR_MEMORY, LQCD_ERR_GEOMETRY;
 * LQCD_ERR_ARGUMENT: a parameter out of its range, or boundaries in time (boundary.h).
 *
 * Source: J. Mandula, M. Ogilvie, Phys. Lett. B 248 (1990) 156. SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_FIX_H
#define LQCD_GAUGE_FIX_H

#include "heatbath.h"

enum { LQCD_LANDAU = -1 };

typedef struct {
	lqcd_status status;
	int sweeps;
	double f, theta, change;
} lqcd_fix_result;

typedef struct {
	int direction;
	double overrelax, theta, change;
	int max_sweeps, interval;
	void (*progress)(void *user, const lqcd_fix_result *now);
	void *user;
} lqcd_fix_params;

static inline lqcd_fix_params lqcd_fix_params_default(int direction)
{
	const lqcd_fix_params p = {direction, 1.7, 1e-12, 0, 10000, 10, NULL, NULL};
	return p;
}

LQCD_STATIC lqcd_status lqcd__fix_check(const lqcd_lattice *lat, const lqcd_fix_params *p)
{
	const lqcd_status s = lqcd__boundary_none(lat, "gauge fixing");
	if (s != LQCD_OK) return s;
	if (!p || p->direction < LQCD_LANDAU || p->direction > 3)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "gauge fixing, direction %d: LQCD_LANDAU, or 0 to 3", p ? p->direction : -2);
	if (!(p->overrelax > 0 && p->overrelax < 2) || !(p->theta >= 0) || !(p->change >= 0) || p->max_sweeps < 0 || p->interval < 1)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
				    "gauge fixing: overrelax %g above 0, below 2; theta %g, change %g, max_sweeps %d not negative, "
				    "interval %d above 0",
				    p->overrelax, p->theta, p->change, p->max_sweeps, p->interval);
	return LQCD_OK;
}

#define LQCD_TEMPLATE "../gauge/fix.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_gauge_fix(u, g, p)            LQCD_SELECT(lqcd_gauge_fix, lqcd_gauge_field, *(u))(u, g, p)
#define lqcd_gauge_fix_value(u, direction) LQCD_SELECT(lqcd_gauge_fix_value, lqcd_gauge_field, *(u))(u, direction)
#define lqcd_gauge_transform(u, g)         LQCD_SELECT(lqcd_gauge_transform, lqcd_gauge_field, *(u))(u, g)
#define lqcd_spinor_transform(s, g)        LQCD_SELECT(lqcd_spinor_transform, lqcd_spinor_field, *(s))(s, g)
#endif

#endif
