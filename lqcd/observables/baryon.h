/* lqcd/observables/baryon.h: the two-point function of the proton, for NC = 3.
 *
 *   chi_s = epsilon_abc (u_a^T C g_5 d_b) u_(c s),    chibar = chi^dagger g_T,    C = g_T g_Y, C g_mu C^-1 = -g_mu^T
 *
 *   lqcd_baryon_spins out[n * T];                  momentum k at time t is out[k T + t]; of an out[n][T] pass out[0]
 *   status = lqcd_proton_correlators(out, u, d, origin, p, n)
 *       out[k T + t].e[s][s'] = sum_x exp(-2 pi i p_k (x - origin) / L) <chi_s(x) chibar_s'(origin)>
 *       u, d: propagators (propagator.h) of the two quarks from one source, the same if they have one mass;
 *       origin, p, n and errors as lqcd_correlate (correlator.h)
 *   lqcd_complex_d lqcd_proton(&out[k T + t], parity)       tr[(1 + parity g_T)/2 out], parity = +1 or -1
 *
 * With propagators S = D^-1 of the Wilson operator, no other factor, in the basis of spinor.h; C g_5 = g_X g_Z. For
 * momentum zero the proton runs forwards in time with parity +1, as exp(-m t) with a positive factor, and its partner
 * of negative parity backwards. In the mean C(T - t, -parity) = bc C(t, parity), where bc = -1 if the links between t
 * and the source are antiperiodic: three quarks have that sign, and it is left in.
 *
 * Exact sums: the same bits for every number of threads and processes. 45000 flop per site.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_BARYON_H
#define LQCD_OBSERVABLES_BARYON_H

#include "correlator.h"

#if LQCD_NC == 3

typedef struct {
	lqcd_complex_d e[4][4];
} lqcd_baryon_spins;

/** An element of r = C g_5 d g_T (C g_5)^dagger g_T = -(g_X g_Z d g_X g_Z) from that of d: z, with the spins s and b and
 * the colours i and j. g: g_X g_Z, whose square is diagonal. */
LQCD_FN void lqcd__diquark_put(lqcd_propagator_matrix *r, const lqcd_gamma_matrix *g, lqcd_complex_d z, int s, int b,
			       int i, int j)
{
	const int a = g->col[s];
	r->e[a][g->col[b]][i][j] = lqcd_complex_ipow_d(z, g->phase[a] + g->phase[b] + 2);
}

LQCD_STATIC void lqcd__diquark(lqcd_propagator_matrix *r, const lqcd_propagator_matrix *d)
{
	const lqcd_gamma_matrix g = lqcd_gamma(LQCD_GAMMA_X | LQCD_GAMMA_Z);
	for (int s = 0; s < 4; s++)
		for (int b = 0; b < 4; b++)
			for (int i = 0; i < 9; i++)
				lqcd__diquark_put(r, &g, d->e[s][b][i / 3][i % 3], s, b, i / 3, i % 3);
}

/** sum += sign sum over the spins b of x^(ij)_(a b) y^(kl)_(s b). */
LQCD_FN lqcd_complex_d lqcd__spins_dot(const lqcd_propagator_matrix *x, int a, int i, int j,
				       const lqcd_propagator_matrix *y, int s, int k, int l, lqcd_complex_d sum,
				       double sign)
{
	for (int b = 0; b < 4; b++)
		sum = lqcd_complex_fma_d(lqcd_complex_scale_d(sign, x->e[a][b][i][j]), y->e[s][b][k][l], sum);
	return sum;
}

/** The two colour indices after c in cyclic order (epsilon = 1) or reversed (odd, epsilon = -1). */
LQCD_FN int lqcd__epsilon(int c, int k, int odd)
{
	return (c + (k != odd ? 2 : 1)) % 3;
}

/* A term of the sum over colours: eps_abc eps_a'b'c'. */
typedef struct {
	int a, b, c, a2, b2, c2;
	double sign;
} lqcd__colours;

/** Number n of 36: c, c', and the orders of the other two. */
LQCD_FN lqcd__colours lqcd__colours_of(int n)
{
	const int odd = n / 9 & 1, odd2 = n / 18;
	lqcd__colours k;
	k.c = n % 3;
	k.c2 = n / 3 % 3;
	k.a = lqcd__epsilon(k.c, 0, odd);
	k.b = lqcd__epsilon(k.c, 1, odd);
	k.a2 = lqcd__epsilon(k.c2, 0, odd2);
	k.b2 = lqcd__epsilon(k.c2, 1, odd2);
	k.sign = odd == odd2 ? 1 : -1;
	return k;
}

/** q^(bb')_(tt') u^(aa')_(tt'), q as above. */
LQCD_FN lqcd_complex_d lqcd__proton_direct(const lqcd__colours *k, const lqcd_propagator_matrix *u,
					   const lqcd_propagator_matrix *q)
{
	lqcd_complex_d direct = lqcd_complex_zero_d();
	for (int t = 0; t < 4; t++) direct = lqcd__spins_dot(q, t, k->b, k->b2, u, t, k->a, k->a2, direct, k->sign);
	return direct;
}

/** r[s'] += direct u^(cc')_(ss') - q^(bb')_(tt') u^(ca')_(st') u^(ac')_(ts') for all s'. */
LQCD_FN void lqcd__proton_row(lqcd_complex_d *r, const lqcd__colours *k, lqcd_complex_d direct, int s,
			      const lqcd_propagator_matrix *u, const lqcd_propagator_matrix *q)
{
	for (int s2 = 0; s2 < 4; s2++) r[s2] = lqcd_complex_fma_d(direct, u->e[s][s2][k->c][k->c2], r[s2]);
	for (int t = 0; t < 4; t++) {
		const lqcd_complex_d cross =
			lqcd__spins_dot(q, t, k->b, k->b2, u, s, k->c, k->a2, lqcd_complex_zero_d(), -k->sign);
		for (int s2 = 0; s2 < 4; s2++) r[s2] = lqcd_complex_fma_d(cross, u->e[t][s2][k->a][k->c2], r[s2]);
	}
}

/** r[4 s + s'] = eps_abc eps_a'b'c' q^(bb')_(tt') [u^(aa')_(tt') u^(cc')_(ss') - u^(ca')_(st') u^(ac')_(ts')]. */
LQCD_STATIC void lqcd__proton_site(lqcd_complex_d *r, const lqcd_propagator_matrix *u, const lqcd_propagator_matrix *d)
{
	lqcd_propagator_matrix q;
	lqcd__diquark(&q, d);
	for (int k = 0; k < 16; k++) r[k] = lqcd_complex_zero_d();
	for (int n = 0; n < 36; n++) {
		const lqcd__colours k = lqcd__colours_of(n);
		const lqcd_complex_d direct = lqcd__proton_direct(&k, u, &q);
		for (int s = 0; s < 4; s++) lqcd__proton_row(r + 4 * s, &k, direct, s, u, &q);
	}
}

LQCD_STATIC lqcd_status lqcd_proton_correlators(lqcd_baryon_spins *out, const lqcd_spinor_field_d u[LQCD_COLUMNS],
						const lqcd_spinor_field_d d[LQCD_COLUMNS], const int origin[4],
						const int *p, int n)
{
	return lqcd_correlate(&out->e[0][0], 16, lqcd__proton_site, u, d, origin, p, n);
}

LQCD_STATIC lqcd_complex_d lqcd_proton(const lqcd_baryon_spins *c, int parity)
{
	const lqcd_gamma_matrix g = lqcd_gamma(LQCD_GAMMA_T);
	lqcd_complex_d r = lqcd_complex_zero_d();
	for (int a = 0; a < 4; a++) {
		r = lqcd_complex_add_d(r, c->e[a][a]);
		r = lqcd_complex_addi_d(r, c->e[g.col[a]][a], g.phase[a] + (parity < 0 ? 2 : 0));
	}
	return lqcd_complex_scale_d(0.5, r);
}

#endif

#endif
