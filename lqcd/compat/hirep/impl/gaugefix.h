/* lqcd/compat/hirep/impl/gaugefix.h: the names of HiRep's gaugefix.h: Landau and Coulomb gauge by overrelaxation.
 *
 *   F = gaugefix(fix_dir, w, max_it, tolerance, u)     transforms u, a full field, until F = sum of Re tr U_mu(x) over
 *                                                      mu != fix_dir, divided by NG sites directions, changes by less
 *                                                      than the tolerance in a sweep. fix_dir 0 .. 3: Coulomb gauge
 *                                                      without that direction, 4: Landau gauge. w: overrelaxation, 1
 *                                                      to 2, 1.7 is usual. Links are reunitarised every 10 sweeps, and
 *                                                      at the end
 *   F = gaugefixstep(fix_dir, w, u)                    one sweep: even sites, then odd; at each the SU(2) subgroups one
 *                                                      after the other
 *   gaugefix_action(fix_dir, u)                        F
 *   random_gauge_transform(u)                          from the Haar measure, each call anew (random.h)
 *   unit_gauge(u), reunit(u), calc_plaq(u)             u = 1; into SU(N); mean of Re tr U_p / NG
 *
 * By gauge/fix.h. Collective; links have their halo before and after. The same bits on every grid of processes.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_GAUGEFIX_H
#define LQCD_COMPAT_HIREP_IMPL_GAUGEFIX_H

#include "../../../gauge/fix.h"
#include "plaquettes.h"

static inline void lqcd__hr_unit_gauge(suNg_field *original)
{
	unit_u(original);
}

static inline void reunit(suNg_field *fixed_gauge)
{
	lqcd__hr_complete(fixed_gauge->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) project_to_suNg(_4FIELD_AT(fixed_gauge, ix, mu));
	lqcd__hr_share(fixed_gauge);
}

static inline double calc_plaq(suNg_field *V)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	return lqcd_plaquette_d(&u).mean;
}

/** fix_dir as gauge/fix.h has it. */
static inline int lqcd__hr_fix_direction(int fix_dir)
{
	return fix_dir >= 0 && fix_dir < 4 ? fix_dir : LQCD_LANDAU;
}

static inline double gaugefix_action(int fix_dir, suNg_field *gauge)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(gauge);
	return lqcd_gauge_fix_value_d(&u, lqcd__hr_fix_direction(fix_dir)).f;
}

/** U_mu(x) := g(x) U_mu(x) g(x+mu)^dagger, g the links of direction 0 */
static inline void lqcd__hr_transform(suNg_field *u, const suNg_field *g)
{
	lqcd_gauge_field_d v = lqcd__hr_gauge(u);
	const lqcd_gauge_field_d h = lqcd__hr_gauge(g);
	const lqcd_status s = lqcd_gauge_transform_d(&v, &h);
	lqcd__hr_error_of_all(s != LQCD_OK, "gauge transformation", lqcd_status_text(s));
	lqcd__hr_share(u);
}

static inline void random_gauge_transform(suNg_field *gauge)
{
	suNg_field *g = alloc_suNg_field(&glattice);
	lqcd__hr_random *random = lqcd__hr_rng();
	const uint32_t stream = ++random->fields;
	_MASTER_FOR(&glattice, ix) {
		lqcd_rng rng =
			lqcd_rng_make(random->seed, lqcd_geometry_site(lqcd__hr_geometry(&glattice), ix, 0), stream);
		lqcd__hr_random_matrix(_4FIELD_AT(g, ix, 0), &rng);
	}
	lqcd__hr_transform(gauge, g);
	free_suNg_field(g);
}

static inline void lqcd__hr_fix_progress(void *user, const lqcd_fix_result *now)
{
	(void)user;
	lprintf("GAUGE FIXING", 20, "Iteration %d action %1.12f\n", now->sweeps - 1, now->f);
}

static inline double gaugefix(int fix_dir, double overrelax, int max_it, double fix_tol, suNg_field *fixed_gauge)
{
	const lqcd_fix_params p = {lqcd__hr_fix_direction(fix_dir), overrelax, 0, fix_tol, max_it, 10, lqcd__hr_fix_progress, NULL};
	lqcd_gauge_field_d u = lqcd__hr_gauge(fixed_gauge);
	const lqcd_fix_result r = lqcd_gauge_fix_d(&u, NULL, &p);
	lqcd__hr_error_of_all(r.status != LQCD_OK && r.status != LQCD_ITERATION_LIMIT, "gaugefix", lqcd_status_text(r.status));
	lqcd__hr_share(fixed_gauge);
	return r.f;
}

static inline double gaugefixstep(int fix_dir, double overrelax, suNg_field *fixed_gauge)
{
	return gaugefix(fix_dir, overrelax, 1, 0, fixed_gauge);
}

#endif
