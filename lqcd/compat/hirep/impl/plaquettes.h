/* lqcd/compat/hirep/impl/plaquettes.h: part of compat/hirep.h: plaquettes, Polyakov loops and staples of u_gauge.
 *
 *   plaq(ix,mu,nu) = Re tr, cplaq(&z,ix,mu,nu), local_plaq(ix)       one plaquette; the six of a site
 *   avr_plaquette(), avr_plaquette_time(t, s)                        means; of each time slice, into arrays of GLB_T numbers
 *   avr_plaquette(u)                 in libhr.h: of the links u
 *   avr_ts_plaquette()               prints those of avr_plaquette_time
 *   full_plaquette(), polyakov()     print; the latter loops in every direction mu, means of tr P/NG and, for ADJ_POLYAKOV,
 *                                    (|tr P|^2 - 1)/NG
 *   staples(ix,mu,&v)                the sum of the six paths beside a link, from x to x+mu
 *
 * Over several processes all but plaq, cplaq, local_plaq and staples is collective. These four read the links of
 * neighbouring processes, which u_gauge has after start_ and complete_sendrecv_suNg_field, and after all that changes its
 * links in gauge.h, random.h and archive.h.
 *
 * With ends in time (gauge.h) plaq, cplaq, local_plaq, staples and what is made of them have the weights of the action:
 * 1/2 c_s, c_t, or 0 where a plaquette does not exist; means are divided by GLB_T time slices, with BC_T_OPEN by GLB_T - 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_PLAQUETTES_H
#define LQCD_COMPAT_HIREP_PLAQUETTES_H

#include "../../../gauge/plaquette.h"
#include "gauge.h"

/** The weight of a plaquette in the action. */
static inline double lqcd__hr_plaq_weight(int ix, int mu, int nu)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	if (!LQCD__HR_ENDS) return 1;
	return mu && nu ? lqcd__boundary_space(b, lqcd__hr_time(ix)) : lqcd__boundary_time(b, lqcd__hr_time(ix));
}

static inline double plaq(int ix, int mu, int nu)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	return lqcd__hr_plaq_weight(ix, mu, nu) * lqcd_plaquette_site_d(&u, ix, mu, nu);
}

static inline void cplaq(hr_complex *z, int ix, int mu, int nu)
{
	suNg a, b, p;
	_suNg_times_suNg(a, *pu_gauge(ix, mu), *pu_gauge(iup(ix, mu), nu));
	_suNg_times_suNg(b, *pu_gauge(ix, nu), *pu_gauge(iup(ix, nu), mu));
	_suNg_times_suNg_dagger(p, a, b);
	_suNg_trace(*z, p);
	if (LQCD__HR_ENDS) _complex_mulr(*z, lqcd__hr_plaq_weight(ix, mu, nu), *z);
}

static inline double local_plaq(int ix)
{
	double sum = 0;
	for (int mu = 0; mu < 3; mu++)
		for (int nu = mu + 1; nu < 4; nu++) sum += plaq(ix, mu, nu);
	return sum;
}

/** The sites that means of plaquettes are divided by: open boundaries count GLB_T - 1 time slices. */
static inline double lqcd__hr_plaq_sites(void)
{
#ifdef BC_T_OPEN
	return (double)GLB_VOL3 * (GLB_T - 1);
#else
	return (double)GLB_VOLUME;
#endif
}

static inline double avr_plaquette(void)
{
#if LQCD__HR_ENDS
	lqcd_sum sum;
	double value;
	lqcd__hr_share(u_gauge);
	lqcd_sum_start(&sum);
	_MASTER_FOR_SUM(&glattice, ix, sum) lqcd_sum_add(&sum, local_plaq(ix));
	lqcd_comm_sums(&lqcd__hr_lattice.comm, &value, &sum, 1);
	return value / (6 * NG * lqcd__hr_plaq_sites());
#else
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	return lqcd_plaquette_d(&u).mean;
#endif
}

/** The mean of u, or (NULL) of u_gauge. */
static inline double lqcd__hr_plaquette_of(suNg_field *u)
{
	suNg_field *const before = u_gauge;
	if (u) u_gauge = u;
	const double mean = avr_plaquette();
	u_gauge = before;
	return mean;
}

/** Means over each time slice of the plaquettes with and without a temporal side, Re tr / NG. */
static inline void avr_plaquette_time(double *plaqt, double *plaqs)
{
	const int n = 2 * GLB_T;
	lqcd_sum *sum = (lqcd_sum *)calloc((size_t)n, sizeof *sum);
	double *value = (double *)calloc((size_t)n, sizeof *value);
	lqcd__hr_error(!sum || !value, 1, "avr_plaquette_time", "out of memory");
	lqcd__hr_share(u_gauge);
	for (int k = 0; k < n; k++) lqcd_sum_start(&sum[k]);
	for (int t = 0; t < T; t++)
		for (int s = 0; s < VOL3; s++) {
			const int ix = ipt(t, s / (Y * Z), s / Z % Y, s % Z);
			for (int mu = 0; mu < 3; mu++)
				for (int nu = mu + 1; nu < 4; nu++)
					lqcd_sum_add(&sum[2 * (zerocoord[0] + t) + (mu > 0)], plaq(ix, mu, nu));
		}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, value, sum, n);
	for (int k = 0; k < n; k++) (k % 2 ? plaqs : plaqt)[k / 2] = value[k] / (3.0 * NG * (double)GLB_VOL3);
	free(sum);
	free(value);
}

static inline void avr_ts_plaquette(void)
{
	double *p = (double *)calloc(2 * (size_t)GLB_T, sizeof *p);
	lqcd__hr_error(!p, 1, "avr_ts_plaquette", "out of memory");
	avr_plaquette_time(p, p + GLB_T);
	for (int t = 0; t < GLB_T; t++)
		lprintf("PLAQ", 0, "Plaq t=%d: time %1.10e, space %1.10e\n", t, p[t], p[GLB_T + t]);
	free(p);
}

static inline void full_plaquette(void)
{
	const double all = (double)NG * lqcd__hr_plaq_sites();
	double mean = 0;
	lqcd__hr_share(u_gauge);
	for (int mu = 1; mu < 4; mu++)
		for (int nu = 0; nu < mu; nu++) {
			lqcd_sum sum[2];
			double value[2];
			hr_complex z;
			lqcd_sum_start(&sum[0]);
			lqcd_sum_start(&sum[1]);
			_MASTER_FOR_SUM(&glattice, ix, sum)
			{
				cplaq(&z, ix, mu, nu);
				lqcd_sum_add(&sum[0], _complex_re(z));
				lqcd_sum_add(&sum[1], _complex_im(z));
			}
			lqcd_comm_sums(&lqcd__hr_lattice.comm, value, sum, 2);
			mean += value[0] / all / 6;
			lprintf("PLAQ", 0, "Plaq(%d,%d) = ( %f , %f )\n", mu, nu, value[0] / all, value[1] / all);
		}
	lprintf("PLAQ", 0, "Average Plaquette %1.18e\n", mean);
}

/** Sums over the lines of this process in direction mu: Re, Im and |.|^2 of the traces. p: the product of the links
 * below this process for each line, and then with those of this process. */
static inline void lqcd__hr_lines(int mu, suNg *p, lqcd_sum sum[3])
{
	const int local[4] = {T, X, Y, Z}, lines = (int)(VOLUME / local[mu]);
	for (int k = 0; k < lines; k++) {
		int x[4], n = k;
		suNg product;
		hr_complex z;
		for (int nu = 3; nu >= 0; nu--) {
			x[nu] = nu == mu ? 0 : n % local[nu];
			if (nu != mu) n /= local[nu];
		}
		for (; x[mu] < local[mu]; x[mu]++) {
			_suNg_times_suNg(product, p[k], *pu_gauge(ipt(x[0], x[1], x[2], x[3]), mu));
			p[k] = product;
		}
		_suNg_trace(z, p[k]);
		lqcd_sum_add(&sum[0], _complex_re(z));
		lqcd_sum_add(&sum[1], _complex_im(z));
		lqcd_sum_add(&sum[2], _complex_prod_re(z, z) - 1);
	}
}

static inline void polyakov(void)
{
	const lqcd_comm *comm = &lqcd__hr_lattice.comm;
	const int local[4] = {T, X, Y, Z}, *extent = lqcd__hr_lattice.extent;
	lqcd__hr_complete(u_gauge->ptr);
	for (int mu = 0; mu < 4; mu++) {
		const int lines = (int)(VOLUME / local[mu]), above = comm->coord[mu] + 1 < comm->grid[mu];
		const double norm = 1 / (NG * (double)(GLB_VOLUME / extent[mu]));
		lqcd_sum sum[3];
		double value[3];
		suNg *p = (suNg *)lqcd_alloc(lqcd_mul_size((size_t)lines, sizeof *p));
		lqcd__hr_error(!p, 1, "polyakov", "out of memory");
		for (int k = 0; k < lines; k++) _suNg_unit(p[k]);
		for (int k = 0; k < 3; k++) lqcd_sum_start(&sum[k]);
		if (comm->coord[mu] > 0) lqcd_comm_receive(comm, proc_dn(CID, mu), p, (size_t)lines * sizeof *p);
		lqcd__hr_lines(mu, p, sum);
		if (above) lqcd_comm_send(comm, proc_up(CID, mu), p, (size_t)lines * sizeof *p);
		/* The last processes have the whole products. */
		for (int k = 0; k < 3 && above; k++) lqcd_sum_start(&sum[k]);
		lqcd_comm_sums(comm, value, sum, 3);
		lprintf("FUND_POLYAKOV", 0, "Polyakov direction %d = %1.8e %1.8e\n", mu, norm * value[0],
			norm * value[1]);
		lprintf("ADJ_POLYAKOV", 0, "Polyakov direction %d = %1.8e\n", mu, norm * value[2]);
		lqcd_free(p);
	}
}

#if LQCD__HR_ENDS
/** That of the plaquette below link mu in direction nu. */
static inline double lqcd__hr_plaq_weight_below(int ix, int mu, int nu)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	return nu ? lqcd__hr_plaq_weight(ix, mu, nu) : lqcd__boundary_time(b, lqcd__hr_time(ix) - 1);
}
#endif

static inline void staples(int ix, int mu, suNg *v)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd_su3_d a, back;
#if LQCD__HR_ENDS
	lqcd_su3_zero_d(&back);
	for (int nu = 0; nu < 4; nu++) {
		lqcd_su3_d up, down;
		if (nu == mu) continue;
		lqcd_staple_pair_d(&up, &down, &u, ix, mu, nu);
		lqcd_su3_axpy_d(&back, lqcd__hr_plaq_weight(ix, mu, nu), &up);
		lqcd_su3_axpy_d(&back, lqcd__hr_plaq_weight_below(ix, mu, nu), &down);
	}
#else
	lqcd_staple_d(&back, &u, ix, mu);
#endif
	lqcd_su3_dagger_d(&a, &back);
	memcpy(v, &a, sizeof a);
}

#endif
