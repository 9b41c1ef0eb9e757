/* lqcd/compat/quda/gauge_fixing.h: part of quda.h: Landau gauge (gauge_dir 4) and Coulomb gauge (3) by overrelaxation.
 *
 * F, the mean of Re tr U_mu(x) / NC over sites and directions, grows: at the even sites, then at the odd ones, the SU(2) subgroups of
 * g(x) follow s = sum over mu of U_mu(x) + U_mu(x - mu)^+, each with (g_0, w g_i), normalised, for its best (g_0, g_i). It ends when F
 * changes by less than the tolerance in a sweep, or, with stopWtheta, when theta, the mean of |D|^2 / NC, is below it: D is the part in
 * su(NC) of sum over mu of U_mu(x - mu) - U_mu(x), times 2. Source: Mandula, Ogilvie, Phys. Lett. B 248 (1990) 156.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_GAUGE_FIXING_H
#define LQCD_QUDA_GAUGE_FIXING_H

#include "resident.h"

/** Rows i and j of s and g := h times these, h of the SU(2) subgroup i, j that raises Re tr s. */
LQCD_STATIC void lqcd__quda_fix_subgroup(lqcd_su3_d *g, lqcd_su3_d *s, int i, int j, double w)
{
	double q[4], size = 0, length = 0;
	q[0] = s->e[i][i].re + s->e[j][j].re;
	q[1] = -(s->e[i][j].im + s->e[j][i].im);
	q[2] = -(s->e[i][j].re - s->e[j][i].re);
	q[3] = -(s->e[i][i].im - s->e[j][j].im);
	for (int k = 0; k < 4; k++) size += q[k] * q[k];
	if (!(size > 1e-30)) return;
	for (int k = 0; k < 4; k++) {
		q[k] *= (k ? w : 1) / sqrt(size);
		length += q[k] * q[k];
	}
	for (int k = 0; k < 4; k++) q[k] /= sqrt(length);
	for (int m = 0; m < 2; m++) {
		lqcd_su3_d *const to = m ? g : s;
		for (int k = 0; k < LQCD_NC; k++) {
			const lqcd_complex_d x = to->e[i][k], y = to->e[j][k];
			to->e[i][k].re = q[0] * x.re - q[3] * x.im + q[2] * y.re - q[1] * y.im;
			to->e[i][k].im = q[0] * x.im + q[3] * x.re + q[2] * y.im + q[1] * y.re;
			to->e[j][k].re = q[0] * y.re + q[3] * y.im - q[2] * x.re - q[1] * x.im;
			to->e[j][k].im = q[0] * y.im - q[3] * y.re - q[2] * x.im + q[1] * x.re;
		}
	}
}

/** The links of all sites of one parity get their g; g is memory of one link per site. */
LQCD_STATIC void lqcd__quda_fix_sweep(lqcd_gauge_field_d *u, lqcd_gauge_field_d *g, int first, int parity, double w, const char *function)
{
	const lqcd_geometry *t = u->type;
	const int *l = lqcd__quda.lattice.extent;
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(u)), function);
	LQCD_MASTER_FOR(t, ix) {
		lqcd_su3_d *h = LQCD_4FIELD_AT(g, ix, 0), s;
		uint64_t site = lqcd_geometry_site(t, ix, 0);
		int odd = 0;
		for (int mu = 3; mu >= 0; mu--) {
			odd += (int)(site % (uint64_t)l[mu]);
			site /= (uint64_t)l[mu];
		}
		lqcd_su3_unit_d(h);
		if ((odd & 1) != parity) continue;
		lqcd_su3_zero_d(&s);
		for (int mu = first; mu < 4; mu++) {
			const lqcd_su3_d *up = LQCD_4FIELD_AT(u, ix, mu), *down = LQCD_4FIELD_AT(u, lqcd_idn(t, ix, mu), mu);
			for (int k = 0; k < LQCD_NC * LQCD_NC; k++) {
				const int a = k / LQCD_NC, b = k % LQCD_NC;
				s.e[a][b].re += up->e[a][b].re + down->e[b][a].re;
				s.e[a][b].im += up->e[a][b].im - down->e[b][a].im;
			}
		}
		for (int i = 0; i < LQCD_NC - 1; i++)
			for (int j = i + 1; j < LQCD_NC; j++) lqcd__quda_fix_subgroup(h, &s, i, j, w);
	}
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(g)), function);
	LQCD_MASTER_FOR(t, ix)
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d *v = LQCD_4FIELD_AT(u, ix, mu), a;
			lqcd_su3_mul_d(&a, LQCD_4FIELD_AT(g, ix, 0), v);
			lqcd_su3_mul_dagger_d(v, &a, LQCD_4FIELD_AT(g, lqcd_iup(t, ix, mu), 0));
		}
}

LQCD_STATIC void lqcd__quda_fix_unitary(lqcd_gauge_field_d *u)
{
	LQCD_MASTER_FOR(u->type, ix)
		for (int mu = 0; mu < 4; mu++) lqcd_su3_reunitarise_d(LQCD_4FIELD_AT(u, ix, mu));
}

/** F and theta. */
LQCD_STATIC void lqcd__quda_fix_quality(double value[2], lqcd_gauge_field_d *u, int first, const char *function)
{
	const lqcd_geometry *t = u->type;
	const int *l = lqcd__quda.lattice.extent;
	double f = 0, theta = 0;
	lqcd_sum sum[2];
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(u)), function);
	LQCD_MASTER_FOR_SUM(t, ix, f, theta) {
		lqcd_su3_d s, a;
		lqcd_su3_zero_d(&s);
		for (int mu = first; mu < 4; mu++) {
			f += lqcd_su3_trace_d(LQCD_4FIELD_AT(u, ix, mu)).re;
			lqcd_su3_sub_d(&s, &s, LQCD_4FIELD_AT(u, ix, mu));
			lqcd_su3_axpy_d(&s, 1, LQCD_4FIELD_AT(u, lqcd_idn(t, ix, mu), mu));
		}
		lqcd_su3_project_algebra_d(&a, &s);
		theta += 4 * lqcd_su3_norm2_d(&a);
	}
	lqcd_sum_start(&sum[0]);
	lqcd_sum_start(&sum[1]);
	lqcd_sum_add(&sum[0], f);
	lqcd_sum_add(&sum[1], theta);
	lqcd_comm_sums(&lqcd__quda.lattice.comm, value, sum, 2);
	const double sites = (double)LQCD_NC * l[0] * l[1] * l[2] * l[3];
	value[0] /= sites * (4 - first);
	value[1] /= sites;
}

LQCD_STATIC int lqcd__quda_fix(void *gauge, unsigned gauge_dir, unsigned steps, unsigned say, double w, double tolerance, unsigned every,
			       unsigned by_theta, QudaGaugeParam *param, const char *function)
{
	lqcd_gauge_field_d u, g;
	double before[2], now[2];
	QudaGaugeParam p = *param; /* as QUDA: links of the caller alone */
	p.use_resident_gauge = p.use_resident_mom = 0;
	p.return_result_gauge = 1;
	lqcd__quda_check_resident(&p, function);
	if (gauge_dir != 3 && gauge_dir != 4) lqcd__quda_error("%s: gauge_dir = %u: 3 Coulomb, 4 Landau", function, gauge_dir);
	if (!(w >= 1 && w < 2)) lqcd__quda_error("%s: relax_boost = %g: 1 or more, below 2", function, w);
	const int first = gauge_dir == 3;
	lqcd__quda_take_links(&u, gauge, &p, function);
	lqcd__quda_must(lqcd_gauge_field_create_d(&g, &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd_gauge_field_unit_d(&g);
	lqcd__quda_fix_quality(before, &u, first, function);
	for (unsigned n = 1; n <= steps; n++) {
		lqcd__quda_fix_sweep(&u, &g, first, 0, w, function);
		lqcd__quda_fix_sweep(&u, &g, first, 1, w, function);
		if (every && n % every == 0) lqcd__quda_fix_unitary(&u);
		lqcd__quda_fix_quality(now, &u, first, function);
		const double change = fabs(now[0] - before[0]);
		before[0] = now[0];
		if (say && n % say == 0 && lqcd__quda.verbosity >= QUDA_SUMMARIZE && lqcd_comm_root(&lqcd__quda.lattice.comm))
			fprintf(lqcd__quda.out ? lqcd__quda.out : stdout, "%sStep: %u\tAction: %.16e\ttheta: %.16e\tDelta: %.16e\n",
				lqcd__quda.prefix, n, now[0], now[1], change);
		if ((by_theta ? now[1] : change) < tolerance) break;
	}
	lqcd__quda_fix_unitary(&u);
	lqcd_gauge_field_destroy_d(&g);
	lqcd__quda_leave_links(&u, gauge, &p, 0, function);
	return 0;
}

int computeGaugeFixingOVRQuda(void *gauge, const unsigned int gauge_dir, const unsigned int Nsteps, const unsigned int verbose_interval,
			      const double relax_boost, const double tolerance, const unsigned int reunit_interval,
			      const unsigned int stopWtheta, QudaGaugeParam *param)
{
	return lqcd__quda_fix(gauge, gauge_dir, Nsteps, verbose_interval, relax_boost, tolerance, reunit_interval, stopWtheta, param,
			      "computeGaugeFixingOVRQuda");
}

/** By overrelaxation, too, with 1.7: the same condition, perhaps another of its solutions. */
int computeGaugeFixingFFTQuda(void *gauge, const unsigned int gauge_dir, const unsigned int Nsteps, const unsigned int verbose_interval,
			      const double alpha, const unsigned int autotune, const double tolerance, const unsigned int stopWtheta,
			      QudaGaugeParam *param)
{
	(void)alpha, (void)autotune;
	return lqcd__quda_fix(gauge, gauge_dir, Nsteps, verbose_interval, 1.7, tolerance, 10, stopWtheta, param, "computeGaugeFixingFFTQuda");
}

#endif
