/* tests/support/naive_wilson.h: the Wilson operator on plain arrays (naive.h), from coordinates and 4x4 gamma matrices,
 * in double. make_gamma() comes first. */
#ifndef LQCD_TESTS_NAIVE_WILSON_H
#define LQCD_TESTS_NAIVE_WILSON_H

#include "tap.h"
#include "naive.h"

static naive_complex gamma_matrix[4][4][4]; /* [T, X, Y, Z][row][col] */

/* g_0 = [[0, -1], [-1, 0]], g_k = [[0, -i s_k], [i s_k, 0]] in blocks, s_k the Pauli matrices. */
static void make_gamma(void)
{
	static const double pauli[4][2][2][2] = {{{{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}},
						 {{{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}},
						 {{{0, 0}, {0, -1}}, {{0, 1}, {0, 0}}},
						 {{{1, 0}, {0, 0}}, {{0, 0}, {-1, 0}}}};
	const naive_complex minus_i = naive_make(0, -1), i = naive_make(0, 1), minus = naive_make(-1, 0);
	memset(gamma_matrix, 0, sizeof gamma_matrix);
	for (int mu = 0; mu < 4; mu++)
		for (int r = 0; r < 2; r++)
			for (int c = 0; c < 2; c++) {
				const naive_complex s = naive_make(pauli[mu][r][c][0], pauli[mu][r][c][1]);
				gamma_matrix[mu][r][c + 2] = naive_mul(mu ? minus_i : minus, s);
				gamma_matrix[mu][r + 2][c] = naive_mul(mu ? i : minus, s);
			}
}

/* r += (1 + sign g_mu) v */
static inline void add_projected(naive_complex *r, const naive_complex *v, int mu, int sign)
{
	for (int s = 0; s < 4; s++)
		for (int a = 0; a < NAIVE_NC; a++) {
			naive_complex sum = v[s * NAIVE_NC + a];
			for (int t = 0; t < 4; t++) {
				if (!(naive_abs2(gamma_matrix[mu][s][t]) > 0)) continue;
				const naive_complex gv = naive_mul(gamma_matrix[mu][s][t], v[t * NAIVE_NC + a]);
				sum = naive_add(sum, naive_make(sign * gv.re, sign * gv.im));
			}
			r[s * NAIVE_NC + a] = naive_add(r[s * NAIVE_NC + a], sum);
		}
}

/* out = H in (sign = 1) or with g_mu -> -g_mu (sign = -1); size[site] = sum of |in| over the eight neighbours. */
static inline void naive_hop(const int *l, int bc_t, const naive_complex *u, const naive_complex *in, int sign,
		      naive_complex *out, double *size)
{
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_complex *r = out + (size_t)site * NAIVE_SPINOR, v[NAIVE_SPINOR];
		naive_coords(l, site, x);
		for (int k = 0; k < NAIVE_SPINOR; k++) r[k] = naive_make(0, 0);
		size[site] = 0;
		for (int k = 0; k < 8; k++) {
			const int mu = k / 2, step = k % 2 ? -1 : 1, y = naive_neighbour(l, x, mu, step);
			const int crosses = mu == 0 && x[0] == (step > 0 ? l[0] - 1 : 0);
			const naive_complex *psi = in + (size_t)y * NAIVE_SPINOR;
			const naive_complex *link = u + (size_t)(4 * (step > 0 ? site : y) + mu) * NAIVE_MATRIX;
			for (int s = 0; s < 4; s++) naive_matvec(v + s * NAIVE_NC, link, step < 0, psi + s * NAIVE_NC);
			for (int i = 0; crosses && i < NAIVE_SPINOR; i++)
				v[i] = naive_make(bc_t * v[i].re, bc_t * v[i].im);
			add_projected(r, v, mu, -sign * step);
			size[site] += sqrt(naive_dot(psi, psi, NAIVE_SPINOR).re);
		}
	}
}

/* The largest difference of a real number from ref, in units of size of its site; DBL_MAX when NaN is among them. */
static inline double worst_ratio(const naive_complex *got, const naive_complex *ref, size_t n, const double *size)
{
	double worst = 0;
	for (size_t i = 0; i < n; i++) {
		const double re = fabs(got[i].re - ref[i].re), im = fabs(got[i].im - ref[i].im);
		const double d = (re > im ? re : im) / size[i / NAIVE_SPINOR];
		if (tap_isnan(re + im) || tap_isnan(d)) return DBL_MAX;
		if (d > worst) worst = d;
	}
	return worst;
}

#endif
