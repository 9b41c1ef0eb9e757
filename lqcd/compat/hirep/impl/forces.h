/* lqcd/compat/hirep/impl/forces.h: the names of HiRep's forces.h for gauge actions, on the terms of lqcd's hmc/.
 *
 *   S = -beta/NG { c0 sum_p Re tr U_p + c1 sum_r Re tr U_r }      plaquettes p and rectangles r, any c0 and c1
 *
 *   force_gauge_par par: momenta, a pointer to a suNg_av_field *, beta, c0, c1
 *   force0(dt, &par)                     *par.momenta += dt h, h.X = -dS/dX of c0 = 1, c1 = 0: as the monomial gauge
 *   lw_force(dt, &par)                   of par.c0, par.c1: force0 to the last bit if they are 1 and 0
 *   lw_action(beta, c0, c1)              S
 *   lw_local_action(s, beta, c0, c1)     s(x) += the density
 *   calculate_stfld(comm), then lw_action_density(ix, beta, c0, c1): the part of S at a site, the plaquettes that begin
 *     there and the rectangles whose long sides have it in their middle. The loops are those of the links as they were in
 *     calculate_stfld, whatever comm
 *
 * All but lw_action_density are collective and read u_gauge. Ends in time (BC_T_OPEN, BC_T_SF): force0 and lw_force alone.
 * Forces of quarks are those of monomials (hmc.h), or by themselves those of quark_forces.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_FORCES_H
#define LQCD_COMPAT_HIREP_IMPL_FORCES_H

#include "hmc.h"

typedef struct force_gauge_par {
	double beta, c0, c1;
	suNg_av_field **momenta;
} force_gauge_par;

/** h -= 2 dt F of lqcd's action with c0 = 1 - 8 c1. */
static inline void lqcd__hr_gauge_force(double dt, suNg_av_field *h, double beta, double c1)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd_gauge_action_d action;
	lqcd__hr_hmc_check(lqcd_gauge_action_create_d(&action, &lqcd__hr_lattice, beta, c1), "lw_force");
	const lqcd_hmc_term_d term = lqcd_gauge_action_term_d(&action);
	lqcd__hr_hmc_check(term.force(term.self, lqcd__hr_momenta(0, h), &u, 2 * dt), "lw_force");
	lqcd_gauge_action_destroy_d(&action);
	lqcd__hr_add_momenta(h);
}

static inline void force0(double dt, void *par)
{
	const force_gauge_par *p = (const force_gauge_par *)par;
	lqcd__hr_gauge_force(dt, *p->momenta, p->beta, 0);
}

static inline void lw_force(double dt, void *par)
{
	const force_gauge_par *p = (const force_gauge_par *)par;
	if (p->c0 < 0 || p->c0 > 0) lqcd__hr_gauge_force(dt, *p->momenta, p->beta * p->c0, 0);
	/* beta 8 c1, c1 = 1/8: no plaquettes */
	if (p->c1 < 0 || p->c1 > 0) lqcd__hr_gauge_force(dt, *p->momenta, p->beta * p->c1 * 8, 0.125);
}

#if !LQCD__HR_ENDS
/* The sums of plaquettes and of rectangles of each site, held until the program ends. */
LQCD__HR_GLOBAL scalar_field *lqcd__hr_loops = NULL;

/** Re tr a^dagger b */
static inline double lqcd__hr_dot_links(const lqcd_su3_d *a, const lqcd_su3_d *b)
{
	double x[2 * NG * NG], y[2 * NG * NG], sum = 0;
	memcpy(x, a, sizeof x);
	memcpy(y, b, sizeof y);
	for (int k = 0; k < 2 * NG * NG; k++) sum += x[k] * y[k];
	return sum;
}

static inline void calculate_stfld(int comm)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	(void)comm;
	if (!lqcd__hr_loops) lqcd__hr_loops = alloc_scalar_field(2, &glattice);
	lqcd__hr_complete(u_gauge->ptr);
	_MASTER_FOR(&glattice, ix) {
		double sum = 0;
		for (int nu = 0; nu < 4; nu++)
			for (int mu = 0; mu < 4; mu++) {
				lqcd_su3_d up, down;
				if (mu == nu) continue;
				lqcd_staple_pair_d(&up, &down, &u, (int)ix, mu, nu);
				sum += lqcd__hr_dot_links(&up, &down);
			}
		*_FIELD_AT(&lqcd__hr_loops[0], ix) = local_plaq((int)ix);
		*_FIELD_AT(&lqcd__hr_loops[1], ix) = sum;
	}
}

static inline double lw_action_density(int ix, double beta, double c0, double c1)
{
	return -(beta / NG) * (c0 * *_FIELD_AT(&lqcd__hr_loops[0], ix) + c1 * *_FIELD_AT(&lqcd__hr_loops[1], ix));
}

static inline void lw_local_action(scalar_field *loc_action, double beta, double c0, double c1)
{
	calculate_stfld(1);
	_MASTER_FOR(&glattice, ix) *_FIELD_AT(loc_action, ix) += lw_action_density((int)ix, beta, c0, c1);
}

static inline double lw_action(double beta, double c0, double c1)
{
	double sum = 0;
	calculate_stfld(0);
	_MASTER_FOR_SUM(&glattice, ix, sum) sum += lw_action_density((int)ix, beta, c0, c1);
	global_sum(&sum, 1);
	return sum;
}
#endif

#endif
