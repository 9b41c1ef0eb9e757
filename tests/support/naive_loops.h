/* tests/support/naive_loops.h: products of links along paths in the arrays of naive.h, staples and the algebra's part
 * of a matrix, by definition. A step of a path is mu, or ~mu for one backwards. */
#ifndef LQCD_TESTS_NAIVE_LOOPS_H
#define LQCD_TESTS_NAIVE_LOOPS_H

#include "naive.h"

static inline const naive_complex *naive_link(const int *l, const naive_complex *u, const int *x, int mu)
{
	return u + ((size_t)naive_site(l, x) * 4 + (size_t)mu) * NAIVE_MATRIX;
}

static inline void naive_unit(naive_complex *r)
{
	for (int k = 0; k < NAIVE_MATRIX; k++) r[k] = naive_make(k % (NAIVE_NC + 1) == 0, 0);
}

/* r += s a, s real */
static inline void naive_axpy(naive_complex *r, double s, const naive_complex *a)
{
	for (int k = 0; k < NAIVE_MATRIX; k++) r[k] = naive_make(r[k].re + s * a[k].re, r[k].im + s * a[k].im);
}

/* r = the links along n steps from start on. */
static inline void naive_path(const int *l, const naive_complex *u, const int *start, const int *step, int n,
			      naive_complex *r)
{
	int x[4];
	naive_complex next[NAIVE_MATRIX];
	for (int mu = 0; mu < 4; mu++) x[mu] = (start[mu] + 2 * l[mu]) % l[mu];
	naive_unit(r);
	for (int k = 0; k < n; k++) {
		const int back = step[k] < 0, mu = back ? ~step[k] : step[k];
		if (back) x[mu] = (x[mu] + l[mu] - 1) % l[mu];
		naive_matmul(next, r, 0, naive_link(l, u, x, mu), back);
		if (!back) x[mu] = (x[mu] + 1) % l[mu];
		memcpy(r, next, sizeof next);
	}
}

/* a = sum of the staples from x+mu to x: c0 = 1 - 8 c1 of plaquettes, c1 of rectangles. */
static inline void naive_staples(const int *l, const naive_complex *u, const int *x, int mu, double c1,
				 naive_complex *a)
{
	naive_complex r[NAIVE_MATRIX];
	int y[4];
	memcpy(y, x, sizeof y);
	y[mu]++;
	memset(a, 0, sizeof r);
	for (int k = 0; k < 8; k++) {
		const int nu = k / 2, go = k % 2 ? nu : ~nu, come = ~go, on = mu, off = ~mu;
		const int plaquette[3] = {go, off, come};
		const int path[3][5] = {{on, go, off, off, come}, {go, off, off, come, on}, {go, go, off, come, come}};
		if (nu == mu) continue;
		naive_path(l, u, y, plaquette, 3, r);
		naive_axpy(a, 1 - 8 * c1, r);
		for (int p = 0; p < 3 && fabs(c1) > 0; p++) {
			naive_path(l, u, y, path[p], 5, r);
			naive_axpy(a, c1, r);
		}
	}
}

/* r = (a - a^+)/2 minus its trace */
static inline void naive_project(naive_complex *r, const naive_complex *a)
{
	for (int i = 0; i < NAIVE_NC; i++)
		for (int j = 0; j < NAIVE_NC; j++) {
			const naive_complex z = naive_conj(a[j * NAIVE_NC + i]);
			r[i * NAIVE_NC + j] = naive_add(a[i * NAIVE_NC + j], naive_make(-z.re, -z.im));
		}
	const double trace = naive_trace(r).im / NAIVE_NC;
	for (int k = 0; k < NAIVE_MATRIX; k++)
		r[k] = naive_make(0.5 * r[k].re, 0.5 * (r[k].im - (k % (NAIVE_NC + 1) ? 0 : trace)));
}

/* f = P(U A) of every link */
static inline void naive_force(const int *l, const naive_complex *u, double c1, naive_complex *f)
{
	for (int site = 0; site < naive_volume(l); site++)
		for (int mu = 0; mu < 4; mu++) {
			int x[4];
			naive_complex a[NAIVE_MATRIX], ua[NAIVE_MATRIX];
			naive_coords(l, site, x);
			naive_staples(l, u, x, mu, c1, a);
			naive_matmul(ua, naive_link(l, u, x, mu), 0, a, 0);
			naive_project(f + ((size_t)site * 4 + (size_t)mu) * NAIVE_MATRIX, ua);
		}
}

/* u = exp(h z) u, n links, by the library's exponential of one matrix. */
static inline void naive_exp_mul(naive_complex *u, double h, const naive_complex *z, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		lqcd_su3_d a, e;
		naive_complex v[NAIVE_MATRIX], w[NAIVE_MATRIX];
		memcpy(&a, z + i * NAIVE_MATRIX, sizeof a);
		lqcd_su3_scale_d(&a, h, &a);
		lqcd_su3_exp_d(&e, &a);
		memcpy(w, &e, sizeof w);
		memcpy(v, u + i * NAIVE_MATRIX, sizeof v);
		naive_matmul(u + i * NAIVE_MATRIX, w, 0, v, 0);
	}
}

/* n gaussian elements of the algebra. */
static inline void naive_random_algebra(naive_complex *z, size_t n)
{
	const uint64_t seed = tap_random_u64();
	for (size_t i = 0; i < n; i++) {
		lqcd_su3_d a;
		lqcd_rng rng = lqcd_rng_make(seed, i, 0);
		lqcd_su3_algebra_random_d(&a, &rng);
		memcpy(z + i * NAIVE_MATRIX, &a, sizeof a);
	}
}

/* n links exp(size a), a of these. */
static inline void naive_random_links(naive_complex *u, size_t n, double size)
{
	naive_complex *z = naive_alloc(n * NAIVE_MATRIX);
	naive_random_algebra(z, n);
	for (size_t i = 0; i < n; i++) naive_unit(u + i * NAIVE_MATRIX);
	naive_exp_mul(u, size, z, n);
	free(z);
}

/* sum Re tr(a^+ b) over n matrices */
static inline double naive_product(const naive_complex *a, const naive_complex *b, size_t n)
{
	return naive_dot(a, b, n * NAIVE_MATRIX).re;
}

#endif
