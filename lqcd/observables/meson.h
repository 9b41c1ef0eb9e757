/* lqcd/observables/meson.h: two-point functions of mesons.
 *
 *   lqcd_meson_spins out[n * T];                   momentum k at time t is out[k T + t]; of an out[n][T] pass out[0]
 *   status = lqcd_meson_correlators(out, a, b, origin, p, n)
 *       all 256 spin components of the propagators a and b (propagator.h) from one source; a and b are the same if the
 *       quarks have one mass. origin, momenta p, n and errors as lqcd_correlate (correlator.h): times count from
 *       origin_0.
 *   lqcd_complex_d lqcd_meson(&out[k T + t], sink, source)
 *       C(t) = sum_x exp(-2 pi i p_k (x - origin) / L) tr[g_5 a(x)^dagger g_5 Gamma_sink b(x) Gamma_source]
 *       for any two of the 16 gamma matrices of correlator.h: LQCD_GAMMA_5, LQCD_GAMMA_X, ..
 *
 * For O = qbar Gamma_sink q' this is the connected -<O(x) (q'bar Gamma_source q)(origin)> with S = D^-1, without
 * another factor. g_5 a^dagger g_5 is the propagator back to the source. With sink and source alike and momentum zero,
 * C(t) > 0 for P = g_5, V_k = g_k, A_k = g_k g_5 and g_j g_k, where g_T Gamma^dagger g_T = -Gamma; it is negative
 * where that is +Gamma: 1, g_T, A_0 = g_T g_5 (LQCD_GAMMA_T5), g_T g_k.
 *
 *   double lqcd_pcac_mass(&out[k T], T, t)         m(t) = [C_AP(t+1) - C_AP(t-1)] / (4 C_PP(t)), momentum zero, C_AP
 *                                                  with sink A_0, source P: the bare quark mass from partial
 *                                                  conservation of the axial current, without improvement and
 *                                                  renormalisation
 *
 *   lqcd_pion_add(C, &x, t0)                       C[t] += sum_(xyz) sum_(spin,colour) |x(t + t0, xyz)|^2
 *
 * The pion from a point source at time t0: C(t) = sum over the twelve columns x = D^-1 b, since by g5-hermiticity
 * tr[g5 S^dagger g5 g5 S g5] = |S|^2: zero C[0..T-1], then solve and add each column; no propagator is kept.
 * Collective; each process gets C of all T time slices. All sums over time slices are exact (sum.h): the same bits for
 * every number of threads and processes.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_MESON_H
#define LQCD_OBSERVABLES_MESON_H

#include "correlator.h"
#include "fit.h"

typedef struct {
	lqcd_complex_d e[4][4][4][4];
} lqcd_meson_spins;

/** Sum over colours of conj(a_(s,t)) b_(s',t'), i = 4 s + t, j = 4 s' + t'. */
LQCD_FN lqcd_complex_d lqcd__meson_value(const lqcd_propagator_matrix *a, const lqcd_propagator_matrix *b, int i, int j)
{
	enum { COLOURS = LQCD_NC * LQCD_NC };
	const lqcd_complex_d *p = &a->e[0][0][0][0], *q = &b->e[0][0][0][0];
	lqcd_complex_d sum = lqcd_complex_zero_d();
	for (int k = 0; k < COLOURS; k++) sum = lqcd_complex_cfma_d(p[i * COLOURS + k], q[j * COLOURS + k], sum);
	return sum;
}

/** lqcd__meson_value for all i and j. */
LQCD_STATIC void lqcd__meson_site(lqcd_complex_d *r, const lqcd_propagator_matrix *a, const lqcd_propagator_matrix *b)
{
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 16; j++) r[16 * i + j] = lqcd__meson_value(a, b, i, j);
}

LQCD_STATIC lqcd_status lqcd_meson_correlators(lqcd_meson_spins *out, const lqcd_spinor_field_d a[LQCD_COLUMNS],
					       const lqcd_spinor_field_d b[LQCD_COLUMNS], const int origin[4],
					       const int *p, int n)
{
	return lqcd_correlate(&out->e[0][0][0][0], 256, lqcd__meson_site, a, b, origin, p, n);
}

LQCD_STATIC lqcd_complex_d lqcd_meson(const lqcd_meson_spins *c, int sink, int source)
{
	const lqcd_gamma_matrix g = lqcd_gamma(sink), h = lqcd_gamma(source);
	lqcd_complex_d r = lqcd_complex_zero_d();
	for (int s = 0; s < 4; s++)
		for (int t = 0; t < 4; t++) {
			/* g_5 on both sides of a */
			const int turn = (s >= 2 ? 2 : 0) + (h.col[t] >= 2 ? 2 : 0);
			r = lqcd_complex_addi_d(r, c->e[s][h.col[t]][g.col[s]][t], g.phase[s] + h.phase[t] + turn);
		}
	return r;
}

LQCD_STATIC double lqcd_pcac_mass(const lqcd_meson_spins *c, int extent, int t)
{
	const double up = lqcd_meson(&c[(t + 1) % extent], LQCD_GAMMA_T5, LQCD_GAMMA_5).re;
	const double down = lqcd_meson(&c[(t + extent - 1) % extent], LQCD_GAMMA_T5, LQCD_GAMMA_5).re;
	return (up - down) / (4 * lqcd_meson(&c[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re);
}

#define LQCD_TAG d
#include "pion.inc"

#ifndef __cplusplus
#define lqcd_pion_add(corr, x, t0) lqcd_pion_add_d(corr, x, t0)
#endif

#endif
