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
 * At a site, with s = sum over mu of U_mu(x) + U_mu(x-mu)^dagger, a subgroup's best g = (s_0 - i s.sigma)/|s| from the 2
 * x 2 block of s is replaced by (g_0, w g_i), normalised: about g^w. Collective; links have their halo before and after.
 * The same bits on every grid of processes. Source: Mandula, Ogilvie, Phys. Lett. B 248 (1990) 156.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_GAUGEFIX_H
#define LQCD_COMPAT_HIREP_IMPL_GAUGEFIX_H

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

static inline double gaugefix_action(int fix_dir, suNg_field *gauge)
{
	const int directions = fix_dir >= 0 && fix_dir < 4 ? 3 : 4;
	lqcd_sum sum[1];
	double value;
	lqcd__hr_complete(gauge->ptr);
	lqcd_sum_start(sum);
	_MASTER_FOR_SUM(&glattice, ix, sum)
	for (int mu = 0; mu < 4; mu++) {
		double re;
		_suNg_trace_re(re, *_4FIELD_AT(gauge, ix, mu));
		if (mu != fix_dir) lqcd_sum_add(sum, re);
	}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, &value, sum, 1);
	return value / (NG * directions * (double)GLB_VOLUME);
}

/** Rows i and j of s := g times these, g of the SU(2) subgroup i, j that raises Re tr g s. */
static inline void lqcd__hr_subgroup(suNg *g, suNg *s, int i, int j, double w)
{
	const hr_complex a = s->c[i * NG + i], b = s->c[i * NG + j], c = s->c[j * NG + i], d = s->c[j * NG + j];
	double q[4] = {_complex_re(a) + _complex_re(d), -(_complex_im(b) + _complex_im(c)),
		       -(_complex_re(b) - _complex_re(c)), -(_complex_im(a) - _complex_im(d))};
	const double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	if (!(size > 1e-16)) return;
	/* (q_0, w q_i) with q_0 >= 0: the rotation by about w times the angle */
	double length = 0;
	for (int k = 0; k < 4; k++) {
		q[k] *= (k ? w : 1) / size;
		length += q[k] * q[k];
	}
	for (int k = 0; k < 4; k++) q[k] /= sqrt(length);
	const hr_complex diagonal = lqcd__hr_make(q[0], q[3]), off = lqcd__hr_make(q[2], q[1]);
	for (int m = 0; m < 2; m++) {
		suNg *to = m ? g : s;
		for (int k = 0; k < NG; k++) {
			const hr_complex x = to->c[i * NG + k], y = to->c[j * NG + k];
			to->c[i * NG + k] = lqcd__hr_mul(diagonal, x) + lqcd__hr_mul(off, y);
			to->c[j * NG + k] = lqcd__hr_cmul(diagonal, y) - lqcd__hr_cmul(off, x);
		}
	}
}

/** The transformation of site ix. */
static inline void lqcd__hr_fix_site(suNg *g, suNg_field *u, int ix, int fix_dir, double w)
{
	suNg s, down;
	_suNg_zero(s);
	for (int mu = 0; mu < 4; mu++) {
		if (mu == fix_dir) continue;
		_suNg_add_assign(s, *_4FIELD_AT(u, ix, mu));
		_suNg_dagger(down, *_4FIELD_AT(u, idn(ix, mu), mu));
		_suNg_add_assign(s, down);
	}
	_suNg_unit(*g);
	for (int i = 0; i < NG - 1; i++)
		for (int j = i + 1; j < NG; j++) lqcd__hr_subgroup(g, &s, i, j, w);
}

/** U_mu(x) := g(x) U_mu(x) g(x+mu)^dagger */
static inline void lqcd__hr_transform(suNg_field *u, gtransf *g)
{
	start_sendrecv_gtransf(g);
	complete_sendrecv_gtransf(g);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg *link = _4FIELD_AT(u, ix, mu), t;
			_suNg_times_suNg_dagger(t, *link, *_FIELD_AT(g, iup(ix, mu)));
			_suNg_times_suNg(*link, *_FIELD_AT(g, ix), t);
		}
	lqcd__hr_share(u);
}

static inline void random_gauge_transform(suNg_field *gauge)
{
	gtransf *g = alloc_gtransf(&glattice);
	lqcd__hr_random *random = lqcd__hr_rng();
	const uint32_t stream = ++random->fields;
	_MASTER_FOR(&glattice, ix) {
		lqcd_rng rng =
			lqcd_rng_make(random->seed, lqcd_geometry_site(lqcd__hr_geometry(&glattice), ix, 0), stream);
		lqcd__hr_random_matrix(_FIELD_AT(g, ix), &rng);
	}
	lqcd__hr_complete(gauge->ptr);
	lqcd__hr_transform(gauge, g);
	free_gtransf(g);
}

static inline double gaugefixstep(int fix_dir, double overrelax, suNg_field *fixed_gauge)
{
	gtransf *g = alloc_gtransf(&glattice);
	lqcd__hr_share(fixed_gauge);
	for (int parity = 0; parity < 2; parity++) {
		_MASTER_FOR(&glattice, ix) _suNg_unit(*_FIELD_AT(g, ix));
		_MASTER_FOR(parity ? &glat_odd : &glat_even, ix)
			lqcd__hr_fix_site(_FIELD_AT(g, ix), fixed_gauge, ix, fix_dir, overrelax);
		lqcd__hr_transform(fixed_gauge, g);
	}
	free_gtransf(g);
	return gaugefix_action(fix_dir, fixed_gauge);
}

static inline double gaugefix(int fix_dir, double overrelax, int max_it, double fix_tol, suNg_field *fixed_gauge)
{
	double before = 0;
	for (int n = 0; n < max_it; n++) {
		const double now = gaugefixstep(fix_dir, overrelax, fixed_gauge);
		lprintf("GAUGE FIXING", 20, "Iteration %d action %1.12f plaq %1.6f\n", n, now, calc_plaq(fixed_gauge));
		if (n && fabs(now - before) < fix_tol) break;
		before = now;
		if (n % 10 == 9) reunit(fixed_gauge);
	}
	reunit(fixed_gauge);
	return gaugefix_action(fix_dir, fixed_gauge);
}

#endif
