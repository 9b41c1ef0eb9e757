/* tests/dirac/staggered_force.c: derivatives of asqtad and HISQ links, and the force of staggered quarks, against sums over
 * every link of every path and the derivative of the unitary factor from its own equation; Naik's epsilon against the dispersion
 * relation. Checks of one tag are in staggered_force.inc; staggered_hmc.c compares whole terms with differences of the action. */
#include <lqcd/dirac/staggered_force.h>

#include "../support/support.h"
#include "staggered_naive.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- derivatives by definition ---- */

/* For c times a path in a link with the derivative b: adds those by each link of the path to du. */
static void naive_pull(const int *l, const naive_complex *u, const int *start, const int *step, int n, double c,
		       const naive_complex *b, naive_complex *du)
{
	int x[4];
	memcpy(x, start, sizeof x);
	for (int k = 0; k < n; k++) {
		const int back = step[k] < 0, mu = back ? ~step[k] : step[k];
		naive_complex before[NAIVE_MATRIX], after[NAIVE_MATRIX], t[NAIVE_MATRIX], r[NAIVE_MATRIX];
		int next[4];
		memcpy(next, x, sizeof next);
		next[mu] = (next[mu] + (back ? l[mu] - 1 : 1)) % l[mu];
		naive_path(l, u, start, step, k, before);
		naive_path(l, u, next, step + k + 1, n - k - 1, after);
		if (back) { /* Re tr(b^+ before dU^+ after) */
			naive_matmul(t, after, 0, b, 1);
			naive_matmul(r, t, 0, before, 0);
		} else {
			naive_matmul(t, before, 1, b, 0);
			naive_matmul(r, t, 0, after, 1);
		}
		naive_axpy(du + ((size_t)naive_site(l, back ? next : x) * 4 + (size_t)mu) * NAIVE_MATRIX, c, r);
		memcpy(x, next, sizeof x);
	}
}

static void naive_pull_detour(const int *l, const naive_complex *u, const int *x, int mu, const int *go, int n, double c,
			      const naive_complex *b, naive_complex *du)
{
	int step[7];
	for (int k = 0; k < n; k++) {
		step[k] = go[k];
		step[2 * n - k] = ~go[k];
	}
	step[n] = mu;
	naive_pull(l, u, x, step, 2 * n + 1, c, b, du);
}

static void naive_pull_detours(const int *l, const naive_complex *u, const int *x, int mu, int *go, int n,
			       const lqcd_fat_paths *c, const naive_complex *b, naive_complex *du)
{
	const double weight[4] = {c->one, c->three, c->five, c->seven};
	naive_pull_detour(l, u, x, mu, go, n, weight[n], b, du);
	for (int k = 0; k < 8; k++) {
		const int nu = k / 2;
		int used = nu == mu;
		go[n] = k % 2 ? nu : ~nu;
		for (int i = 0; i < n; i++) used |= go[i] == nu || go[i] == ~nu;
		if (!used) naive_pull_detours(l, u, x, mu, go, n + 1, c, b, du);
		if (n == 1 && go[1] == go[0]) naive_pull_detour(l, u, x, mu, go, 2, c->lepage, b, du);
	}
}

/* du += the derivative by u, with phases in all of them. */
static void naive_pull_back(const int *l, const naive_complex *u, const lqcd_fat_paths *c, const naive_complex *df,
			    const naive_complex *dl, naive_complex *du)
{
	for (int link = 0; link < 4 * naive_volume(l); link++) {
		const int mu = link % 4, straight[3] = {mu, mu, mu};
		int x[4], go[4];
		naive_coords(l, link / 4, x);
		naive_pull_detours(l, u, x, mu, go, 0, c, df + (size_t)link * NAIVE_MATRIX, du);
		naive_pull(l, u, x, straight, 3, c->naik, dl + (size_t)link * NAIVE_MATRIX, du);
	}
}

/* m x = r with n rows and r in column n, by Gauss' elimination with pivots; x in r. */
static void naive_solve(naive_complex *m, int n)
{
	const int columns = n + 1;
	for (int k = 0; k < n; k++) {
		int pivot = k;
		for (int i = k + 1; i < n; i++)
			if (naive_abs2(m[i * columns + k]) > naive_abs2(m[pivot * columns + k])) pivot = i;
		const naive_complex p = m[pivot * columns + k];
		const double size = naive_abs2(p);
		for (int j = 0; j < columns; j++) {
			const naive_complex z = m[pivot * columns + j];
			m[pivot * columns + j] = m[k * columns + j];
			m[k * columns + j] = naive_mul(z, naive_make(p.re / size, -p.im / size));
		}
		for (int i = 0; i < n; i++) {
			const naive_complex f = naive_make(-m[i * columns + k].re, -m[i * columns + k].im);
			for (int j = k; i != k && j < columns; j++)
				m[i * columns + j] = naive_add(m[i * columns + j], naive_mul(f, m[k * columns + j]));
		}
	}
}

/* dh from h dh + dh h = dq, h = w^+ v. */
static void naive_root_change(naive_complex *dh, const naive_complex *h, const naive_complex *dq)
{
	enum { N = NAIVE_MATRIX };
	naive_complex m[N * (N + 1)];
	memset(m, 0, sizeof m);
	for (int row = 0; row < N; row++) {
		const int i = row / NAIVE_NC, j = row % NAIVE_NC;
		for (int k = 0; k < NAIVE_NC; k++) {
			naive_complex *a = m + row * (N + 1) + k * NAIVE_NC + j, *b = m + row * (N + 1) + i * NAIVE_NC + k;
			*a = naive_add(*a, h[i * NAIVE_NC + k]);
			*b = naive_add(*b, h[k * NAIVE_NC + j]);
		}
		m[row * (N + 1) + N] = dq[row];
	}
	naive_solve(m, N);
	for (int row = 0; row < N; row++) dh[row] = m[row * (N + 1) + N];
}

/* dv += the derivative by v, given that by w = v (v^+ v)^(-1/2), number by number: dw = (dv - w dh) h^(-1). */
static void naive_unitary_pull_back(const naive_complex *v, const naive_complex *w, const naive_complex *dw, naive_complex *dv)
{
	naive_complex h[NAIVE_MATRIX], b[NAIVE_MATRIX], inverse[NAIVE_MATRIX];
	naive_matmul(h, w, 1, v, 0);
	for (int j = 0; j < NAIVE_NC; j++) {
		naive_complex m[NAIVE_NC * (NAIVE_NC + 1)];
		for (int i = 0; i < NAIVE_NC; i++) {
			for (int k = 0; k < NAIVE_NC; k++) m[i * (NAIVE_NC + 1) + k] = h[i * NAIVE_NC + k];
			m[i * (NAIVE_NC + 1) + NAIVE_NC] = naive_make(i == j, 0);
		}
		naive_solve(m, NAIVE_NC);
		for (int i = 0; i < NAIVE_NC; i++) inverse[i * NAIVE_NC + j] = m[i * (NAIVE_NC + 1) + NAIVE_NC];
	}
	naive_matmul(b, dw, 0, inverse, 1);
	for (int k = 0; k < 2 * NAIVE_MATRIX; k++) {
		naive_complex e[NAIVE_MATRIX], dq[NAIVE_MATRIX], t[NAIVE_MATRIX], dh[NAIVE_MATRIX];
		memset(e, 0, sizeof e);
		e[k / 2] = k % 2 ? naive_make(0, 1) : naive_make(1, 0);
		naive_matmul(dq, e, 1, v, 0);
		naive_matmul(t, v, 1, e, 0);
		naive_axpy(dq, 1, t);
		naive_root_change(dh, h, dq);
		naive_matmul(t, w, 0, dh, 0);
		naive_axpy(e, -1, t);
		const double change = naive_product(b, e, 1);
		if (k % 2)
			dv[k / 2].im += change;
		else
			dv[k / 2].re += change;
	}
}

/* ---- what all tags are compared with ---- */

/* chi: on all sites. Of asqtad (0) and HISQ (1): fat and long links with phases; of these df and dl of -k chi_e^+ M chi_e for
 * odd chi of its own, and the force, with none of their phases. */
static struct {
	int l[4];
	size_t links, vectors;
	double u0, eps, k;
	naive_complex *u, *chi, *df, *dl, *du[2], *p[2];
} wanted;

static naive_complex *zeros(size_t n)
{
	naive_complex *z = naive_alloc(n);
	memset(z, 0, n * sizeof *z);
	return z;
}

/* d of S = -k |sum_mu F_mu(y) chi(y + hops mu) - F_mu(y - hops mu)^+ chi(y - hops mu) + ..|^2 summed over odd y, by F, for the chi
 * of odd sites in the place of the sum. */
static void naive_outer(const int *l, const naive_complex *chi, double k, int hops, naive_complex *df)
{
	for (int link = 0; link < 4 * naive_volume(l); link++) {
		const int mu = link % 4, site = link / 4;
		int x[4], y[4];
		naive_coords(l, site, x);
		memcpy(y, x, sizeof y);
		y[mu] = (y[mu] + hops) % l[mu];
		const int odd = (x[0] + x[1] + x[2] + x[3]) % 2, to = naive_site(l, y);
		for (int n = 0; n < NAIVE_MATRIX; n++) {
			const naive_complex z = naive_mul(chi[site * NAIVE_NC + n / NAIVE_NC],
							  naive_conj(chi[to * NAIVE_NC + n % NAIVE_NC]));
			const double sign = odd ? -2 * k : 2 * k;
			df[(size_t)link * NAIVE_MATRIX + (size_t)n] = naive_make(sign * z.re, sign * z.im);
		}
	}
}

/* p = P(du u^+), of links without phases. */
static void naive_kick(const naive_complex *u, const naive_complex *du, naive_complex *p)
{
	for (size_t k = 0; k < wanted.links; k += NAIVE_MATRIX) {
		naive_complex t[NAIVE_MATRIX];
		naive_matmul(t, du + k, 0, u + k, 1);
		naive_project(p + k, t);
	}
}

static void expect_force(const int *l)
{
	memcpy(wanted.l, l, sizeof wanted.l);
	wanted.vectors = (size_t)naive_volume(l) * NAIVE_NC;
	wanted.links = (size_t)naive_volume(l) * NAIVE_LINKS;
	wanted.u0 = 0.85;
	wanted.eps = -0.12;
	wanted.k = 0.7;
	const lqcd_fat_paths fat7 = lqcd_fat_fat7(1), paths[2] = {lqcd_fat_asqtad(wanted.u0), lqcd_fat_hisq(wanted.eps)};
	naive_complex *u = naive_alloc(wanted.links), *v = naive_alloc(wanted.links), *none = naive_alloc(wanted.links);
	naive_complex *w = naive_alloc(wanted.links), *dw = zeros(wanted.links), *dv = zeros(wanted.links);
	wanted.u = naive_alloc(wanted.links);
	wanted.chi = naive_alloc(wanted.vectors);
	wanted.df = naive_alloc(wanted.links);
	wanted.dl = naive_alloc(wanted.links);
	for (size_t k = 0; k < wanted.vectors; k++) wanted.chi[k] = naive_make(tap_random(), tap_random());
	naive_random_links(wanted.u, wanted.links / NAIVE_MATRIX, 0.4);
	memcpy(u, wanted.u, wanted.links * sizeof *u);
	naive_phases(l, u);
	naive_outer(l, wanted.chi, wanted.k, 1, wanted.df);
	naive_outer(l, wanted.chi, wanted.k, 3, wanted.dl);
	for (int hisq = 0; hisq < 2; hisq++) {
		naive_complex *du = wanted.du[hisq] = zeros(wanted.links);
		wanted.p[hisq] = naive_alloc(wanted.links);
		if (!hisq)
			naive_pull_back(l, u, &paths[0], wanted.df, wanted.dl, du);
		else {
			/* Phases are signs: factors of v, w and their derivatives. */
			naive_fat(l, u, &fat7, v, none);
			for (size_t k = 0; k < wanted.links; k += NAIVE_MATRIX) naive_unitary(w + k, v + k);
			naive_pull_back(l, w, &paths[1], wanted.df, wanted.dl, dw);
			for (size_t k = 0; k < wanted.links; k += NAIVE_MATRIX)
				naive_unitary_pull_back(v + k, w + k, dw + k, dv + k);
			memset(none, 0, wanted.links * sizeof *none);
			naive_pull_back(l, u, &fat7, dv, none, du);
		}
		naive_phases(l, du);
		naive_kick(wanted.u, du, wanted.p[hisq]);
	}
	free(u);
	free(v);
	free(w);
	free(dw);
	free(dv);
	free(none);
}

/* A free quark at rest has the energy E with sinh(E) [1 - (1 + eps)/6 sinh^2(E)] = am, and its kinetic mass is E for the eps of
 * C. Monahan, J. Shigemitsu, R. Horgan, Phys. Rev. D 87 (2013) 034017, in closed form. */
static void check_epsilon(void)
{
	double worst = 0, size = 0;
	for (int k = 0; k < 100; k++) {
		const double E = 0.2 + 0.1 * (1 + tap_random()), s = sinh(E);
		const double eps = (4 - 2 * sqrt(1 + 3 * E / (s * cosh(E)))) / (s * s) - 1;
		const double m = s * (1 - (1 + eps) / 6 * s * s), series = lqcd_fat_naik_epsilon(m);
		worst = tap_worst(worst, fabs(series - eps) / pow(m, 10));
		size = tap_worst(size, fabs(series));
	}
	tap_ok(worst <= 0.05 && size > 1e-3, "Naik's epsilon up to %.1e: the series is within %.3f (am)^10 of the closed form", size,
	       worst);
}

#define TEST_TEMPLATE "../dirac/staggered_force.inc"
#include "../support/each_tag.inc"

static void test_staggered_force(void)
{
	const int l[4] = {4, 4, 4, 8};
#ifdef _OPENMP
	omp_set_num_threads(1); /* these lattices are tiny */
#endif
	check_epsilon();
	expect_force(l);
	EACH_TAG(check_staggered_force, ());
	free(wanted.u);
	free(wanted.chi);
	free(wanted.df);
	free(wanted.dl);
	for (int k = 0; k < 2; k++) {
		free(wanted.du[k]);
		free(wanted.p[k]);
	}
}
