/* tests/dirac/staggered_naive.h: links of staggered quarks by definition, in the arrays of naive.h: phases, fat and long links
 * along every path, unitary factors. */
#ifndef LQCD_TESTS_STAGGERED_NAIVE_H
#define LQCD_TESTS_STAGGERED_NAIVE_H

#include <lqcd/gauge/fat_links.h>
#include <lqcd/gauge/unitary.h>

#include "../support/tap.h"
#include "../support/naive_loops.h"

/* eta of MILC, and the sign of the end in time */
TAP_UNUSED static double naive_sign(const int *l, const int *x, int mu)
{
	const int sum = mu == 0 ? 0 : mu == 1 ? x[0] : mu == 2 ? x[0] + x[1] : x[0] + x[1] + x[2];
	return (sum & 1 ? -1 : 1) * (mu == 0 && x[0] == l[0] - 1 ? -1 : 1);
}

/* Multiplies links by their phases. */
TAP_UNUSED static void naive_phases(const int *l, naive_complex *u)
{
	for (int link = 0; link < 4 * naive_volume(l); link++) {
		int x[4];
		naive_coords(l, link / 4, x);
		for (int k = 0; k < NAIVE_MATRIX; k++) {
			naive_complex *z = u + (size_t)link * NAIVE_MATRIX + k;
			*z = naive_make(naive_sign(l, x, link % 4) * z->re, naive_sign(l, x, link % 4) * z->im);
		}
	}
}

/* r += c times the links along the path go, mu, back along it. */
TAP_UNUSED static void naive_detour(const int *l, const naive_complex *u, const int *x, int mu, const int *go, int n, double c,
			 naive_complex *r)
{
	naive_complex p[NAIVE_MATRIX];
	int step[7];
	for (int k = 0; k < n; k++) {
		step[k] = go[k];
		step[2 * n - k] = ~go[k];
	}
	step[n] = mu;
	naive_path(l, u, x, step, 2 * n + 1, p);
	naive_axpy(r, c, p);
}

/* The link mu from x, over detours that begin with go[0] to go[n-1]. */
TAP_UNUSED static void naive_detours(const int *l, const naive_complex *u, const int *x, int mu, int *go, int n,
			  const lqcd_fat_paths *c, naive_complex *r)
{
	const double weight[4] = {c->one, c->three, c->five, c->seven};
	naive_detour(l, u, x, mu, go, n, weight[n], r);
	for (int k = 0; k < 8; k++) {
		const int nu = k / 2;
		int used = nu == mu;
		go[n] = k % 2 ? nu : ~nu;
		for (int i = 0; i < n; i++) used |= go[i] == nu || go[i] == ~nu;
		if (!used) naive_detours(l, u, x, mu, go, n + 1, c, r);
		if (n == 1 && go[1] == go[0]) naive_detour(l, u, x, mu, go, 2, c->lepage, r);
	}
}

/* u: with phases, and so are the results. */
TAP_UNUSED static void naive_fat(const int *l, const naive_complex *u, const lqcd_fat_paths *c, naive_complex *fat,
		      naive_complex *lng)
{
	memset(fat, 0, (size_t)naive_volume(l) * NAIVE_LINKS * sizeof *fat);
	memset(lng, 0, (size_t)naive_volume(l) * NAIVE_LINKS * sizeof *fat);
	for (int link = 0; link < 4 * naive_volume(l); link++) {
		const int mu = link % 4, straight[3] = {mu, mu, mu};
		naive_complex p[NAIVE_MATRIX];
		int x[4], go[4];
		naive_coords(l, link / 4, x);
		naive_detours(l, u, x, mu, go, 0, c, fat + (size_t)link * NAIVE_MATRIX);
		naive_path(l, u, x, straight, 3, p);
		naive_axpy(lng + (size_t)link * NAIVE_MATRIX, c->naik, p);
	}
}

#if LQCD_NC == 3
/* w = V (V^+ V)^(-1/2) by the theorem of Cayley and Hamilton, from the eigenvalues of Q = V^+ V. */
TAP_UNUSED static void naive_unitary(naive_complex *w, const naive_complex *v)
{
	naive_complex q[NAIVE_MATRIX], q2[NAIVE_MATRIX], f[NAIVE_MATRIX];
	double g[3], p2 = 0;
	naive_matmul(q, v, 1, v, 0);
	const double mean = naive_trace(q).re / 3;
	for (int k = 0; k < 9; k++) p2 += naive_abs2(naive_make(q[k].re - (k % 4 ? 0 : mean), q[k].im)) / 6;
	const double p = sqrt(p2);
	naive_complex b[9], det = naive_make(0, 0);
	for (int k = 0; k < 9; k++) b[k] = naive_make((q[k].re - (k % 4 ? 0 : mean)) / p, q[k].im / p);
	for (int k = 0; k < 3; k++) {
		const int i = (k + 1) % 3, j = (k + 2) % 3;
		naive_complex minor = naive_mul(b[3 + i], b[6 + j]);
		const naive_complex other = naive_mul(b[3 + j], b[6 + i]);
		minor = naive_make(minor.re - other.re, minor.im - other.im);
		det = naive_add(det, naive_mul(b[k], minor));
	}
	const double half = det.re / 2, angle = acos(half > 1 ? 1 : half < -1 ? -1 : half) / 3;
	for (int k = 0; k < 3; k++) g[k] = sqrt(mean + 2 * p * cos(angle + k * 2.09439510239319549));
	const double e1 = g[0] + g[1] + g[2], e2 = g[0] * g[1] + g[1] * g[2] + g[2] * g[0], e3 = g[0] * g[1] * g[2];
	const double d = e3 * (e1 * e2 - e3);
	const double f0 = (e1 * e2 * e2 - e3 * (e1 * e1 + e2)) / d, f1 = (2 * e1 * e2 - e3 - e1 * e1 * e1) / d,
		     f2 = e1 / d;
	naive_matmul(q2, q, 0, q, 0);
	for (int k = 0; k < 9; k++)
		f[k] = naive_make((k % 4 ? 0 : f0) + f1 * q[k].re + f2 * q2[k].re, f1 * q[k].im + f2 * q2[k].im);
	naive_matmul(w, v, 0, f, 0);
}
#else
TAP_UNUSED static void naive_unitary(naive_complex *w, const naive_complex *v)
{
	lqcd_su3_d u;
	memcpy(&u, v, sizeof u);
	lqcd__su3_unitary_d(&u);
	memcpy(w, &u, sizeof u);
}
#endif

#endif
