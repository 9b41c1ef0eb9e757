/* tests/support/clover_case.h: clover leaves and terms on plain arrays (naive.h), in double, and what the checks of
 * clover.inc begin with. */
#ifndef LQCD_TESTS_CLOVER_CASE_H
#define LQCD_TESTS_CLOVER_CASE_H

#include <float.h>

#include <lqcd/dirac/clover.h>
#include <lqcd/field/linalg.h>

#include "support.h"
#include "naive_wilson.h"

/* A link U_mu(x) or its adjoint on the way through a loop. */
static inline void naive_step(const int *l, const naive_complex *u, int *x, int mu, int sign, naive_complex *p)
{
	naive_complex r[NAIVE_MATRIX];
	if (sign < 0) x[mu] = (x[mu] + l[mu] - 1) % l[mu];
	naive_matmul(r, p, 0, u + (size_t)(4 * naive_site(l, x) + mu) * NAIVE_MATRIX, sign < 0);
	if (sign > 0) x[mu] = (x[mu] + 1) % l[mu];
	memcpy(p, r, sizeof r);
}

/* F_munu at a site, walking around the four leaves. */
static inline void naive_field_strength(const int *l, const naive_complex *u, int site, int mu, int nu, int traceless,
					naive_complex *f)
{
	static const int turn[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
	naive_complex q[NAIVE_MATRIX];
	memset(q, 0, sizeof q);
	for (int leaf = 0; leaf < 4; leaf++) {
		int x[4];
		naive_complex p[NAIVE_MATRIX];
		naive_coords(l, site, x);
		for (int k = 0; k < NAIVE_MATRIX; k++) p[k] = naive_make(k % (NAIVE_NC + 1) == 0, 0);
		for (int side = 0; side < 4; side++) {
			const int *step = turn[(leaf + side) % 4];
			naive_step(l, u, x, step[0] ? mu : nu, step[0] + step[1], p);
		}
		for (int k = 0; k < NAIVE_MATRIX; k++) q[k] = naive_add(q[k], p[k]);
	}
	for (int k = 0; k < NAIVE_MATRIX; k++) {
		const naive_complex z = q[k], w = naive_conj(q[k % NAIVE_NC * NAIVE_NC + k / NAIVE_NC]);
		f[k] = naive_make((z.re - w.re) / 8, (z.im - w.im) / 8);
	}
	const double trace = naive_trace(f).im / NAIVE_NC;
	for (int i = 0; traceless && i < NAIVE_NC; i++) f[i * (NAIVE_NC + 1)].im -= trace;
}

/* The term of D as matrices of all rows of a site: diagonal - csw/2 sum_(mu<nu) g_mu g_nu F_munu, without mu. */
static inline naive_complex *naive_term(const int *l, const naive_complex *u, double diagonal, double csw,
					int traceless)
{
	const size_t each = NAIVE_SPINOR * NAIVE_SPINOR;
	naive_complex *t = naive_alloc((size_t)naive_volume(l) * each);
	for (int site = 0; site < naive_volume(l); site++) {
		naive_complex *m = t + (size_t)site * each;
		for (size_t k = 0; k < each; k++) m[k] = naive_make(k % (NAIVE_SPINOR + 1) == 0 ? diagonal : 0, 0);
		for (int plane = 0; plane < 16; plane++) {
			const int mu = plane / 4, nu = plane % 4;
			naive_complex f[NAIVE_MATRIX];
			if (mu >= nu) continue;
			naive_field_strength(l, u, site, mu, nu, traceless, f);
			for (int s = 0; s < 16; s++) {
				naive_complex g = naive_make(0, 0);
				for (int k = 0; k < 4; k++)
					g = naive_add(
						g, naive_mul(gamma_matrix[mu][s / 4][k], gamma_matrix[nu][k][s % 4]));
				g = naive_make(-0.5 * csw * g.re, -0.5 * csw * g.im);
				for (int c = 0; c < NAIVE_MATRIX; c++) {
					const int row = s / 4 * NAIVE_NC + c / NAIVE_NC,
						  column = s % 4 * NAIVE_NC + c % NAIVE_NC;
					naive_complex *to = m + row * NAIVE_SPINOR + column;
					*to = naive_add(*to, naive_mul(g, f[c]));
				}
			}
		}
	}
	return t;
}

/* out = (T + i mu g5) in; size[site] += |terms|. */
static inline void naive_term_mul(const int *l, const naive_complex *t, double mu, const naive_complex *in,
				  naive_complex *out)
{
	for (int n = 0; n < naive_volume(l) * NAIVE_SPINOR; n++) {
		const int site = n / NAIVE_SPINOR, row = n % NAIVE_SPINOR;
		const naive_complex *m = t + (size_t)n * NAIVE_SPINOR, *psi = in + (size_t)site * NAIVE_SPINOR;
		out[n] = naive_mul(naive_make(0, row < 2 * NAIVE_NC ? mu : -mu), psi[row]);
		for (int k = 0; k < NAIVE_SPINOR; k++) out[n] = naive_add(out[n], naive_mul(m[k], psi[k]));
	}
}

/* log |det (T + i mu g5)| of a site, by elimination with pivots. */
static inline double naive_logdet(const naive_complex *t, double mu)
{
	naive_complex m[NAIVE_SPINOR][NAIVE_SPINOR];
	double value = 0;
	memcpy(m, t, sizeof m);
	for (int k = 0; k < NAIVE_SPINOR; k++) m[k][k].im += k < 2 * NAIVE_NC ? mu : -mu;
	for (int k = 0; k < NAIVE_SPINOR; k++) {
		int pivot = k;
		for (int i = k; i < NAIVE_SPINOR; i++)
			if (naive_abs2(m[i][k]) > naive_abs2(m[pivot][k])) pivot = i;
		naive_complex row[NAIVE_SPINOR];
		memcpy(row, m[pivot], sizeof row);
		memcpy(m[pivot], m[k], sizeof row);
		const double size = naive_abs2(row[k]);
		value += 0.5 * log(size);
		for (int i = k + 1; i < NAIVE_SPINOR; i++) {
			const naive_complex z = naive_mul(m[i][k], naive_conj(row[k]));
			for (int j = k; j < NAIVE_SPINOR; j++)
				m[i][j] = naive_add(m[i][j], naive_mul(naive_make(-z.re / size, -z.im / size), row[j]));
		}
	}
	return value;
}

/* The reference for all tags on one lattice. */
typedef struct {
	int l[4], bc;
	size_t n;
	uint64_t seed;
	double mass;
	lqcd_clover_params p;
	const char *name;
} clover_case;

/* The term with clover, with clover and mu, with mu alone: kind 0, 1, 2. */
static inline clover_case clover_case_make(const int *l, int kind)
{
	static const char *const names[3] = {"clover", "clover and mu, no trace", "mu"};
	clover_case c;
	memset(&c, 0, sizeof c);
	memcpy(c.l, l, sizeof c.l);
	c.bc = kind % 2 ? LQCD_PERIODIC : LQCD_ANTIPERIODIC;
	c.mass = 0.3 * tap_random();
	c.seed = tap_random_u64();
	c.p = lqcd_clover_params_default();
	c.p.csw = kind < 2 ? 1.3 + 0.5 * tap_random() : 0;
	c.p.mu = kind ? 0.4 + 0.2 * tap_random() : 0;
	c.p.traceless = kind == 1;
	c.name = names[kind];
	return c;
}

#endif
