/* tests/gauge/fix.c: gauge fixing against sweeps by definition over plain arrays; what it must leave alone, where it ends, and the
 * transformation that it returns. The checks of one tag are in fix.inc. */
#include <lqcd/gauge/fix.h>
#include <lqcd/gauge/plaquette.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* F, theta, and the largest theta of a slice of the direction that does not count. */
static void naive_fix_value(const int *l, const naive_complex *u, int direction, double value[3])
{
	double slice[16];
	const int at = direction < 0 ? 0 : direction;
	memset(slice, 0, sizeof slice);
	memset(value, 0, 3 * sizeof *value);
	for (int site = 0; site < naive_volume(l); site++) {
		naive_complex s[NAIVE_MATRIX], d[NAIVE_MATRIX];
		int x[4];
		naive_coords(l, site, x);
		memset(s, 0, sizeof s);
		for (int mu = 0; mu < 4; mu++) {
			if (mu == direction) continue;
			value[0] += naive_trace(naive_link(l, u, x, mu)).re;
			naive_axpy(s, -2, naive_link(l, u, x, mu));
			x[mu] = (x[mu] + l[mu] - 1) % l[mu];
			naive_axpy(s, 2, naive_link(l, u, x, mu));
			naive_coords(l, site, x);
		}
		naive_project(d, s);
		for (int k = 0; k < NAIVE_MATRIX; k++) slice[x[at]] += naive_abs2(d[k]) / NAIVE_NC;
	}
	value[0] /= (direction < 0 ? 4.0 : 3.0) * NAIVE_NC * naive_volume(l);
	for (int t = 0; t < l[at]; t++) {
		value[1] += slice[t] / naive_volume(l);
		value[2] = tap_worst(value[2], slice[t] * l[at] / naive_volume(l));
	}
}

/* m := h m for both m, h of rows i and j: with 2 v = m + e m^* e^+ of the 2x2 block of m[0], the Hermitian part of v^+ and w times the
 * rest of it, normalised. */
static void naive_fix_rows(naive_complex *m[2], int i, int j, double w)
{
	const naive_complex *a = m[0] + i * NAIVE_NC, *b = m[0] + j * NAIVE_NC, z = naive_conj(b[j]), y = naive_conj(b[i]);
	const naive_complex v = naive_add(a[i], z), o = naive_add(a[j], naive_make(-y.re, -y.im));
	naive_complex h[NAIVE_MATRIX], p[NAIVE_MATRIX];
	const double scale = 1 / sqrt(v.re * v.re + w * w * (v.im * v.im + naive_abs2(o)));
	naive_unit(h);
	h[i * NAIVE_NC + i] = naive_make(scale * v.re, -w * scale * v.im);
	h[j * NAIVE_NC + j] = naive_conj(h[i * NAIVE_NC + i]);
	h[i * NAIVE_NC + j] = naive_make(-w * scale * o.re, -w * scale * o.im);
	h[j * NAIVE_NC + i] = naive_make(w * scale * o.re, -w * scale * o.im);
	for (int k = 0; k < 2; k++) {
		naive_matmul(p, h, 0, m[k], 0);
		memcpy(m[k], p, sizeof p);
	}
}

/* A sweep, site by site, in place. */
static void naive_fix_sweep(const int *l, naive_complex *u, int direction, double w)
{
	for (int n = 0; n < 2 * naive_volume(l); n++) {
		naive_complex s[NAIVE_MATRIX], g[NAIVE_MATRIX], p[NAIVE_MATRIX], *rows[2] = {s, g};
		int x[4];
		const int odd = n >= naive_volume(l), site = n % naive_volume(l);
		naive_coords(l, site, x);
		if ((x[0] + x[1] + x[2] + x[3]) % 2 != odd) continue;
		memset(s, 0, sizeof s);
		naive_unit(g);
		for (int mu = 0; mu < 4; mu++) {
			if (mu == direction) continue;
			const int down = ~mu;
			naive_axpy(s, 1, naive_link(l, u, x, mu));
			naive_path(l, u, x, &down, 1, p);
			naive_axpy(s, 1, p);
		}
		for (int i = 0; i < NAIVE_NC; i++)
			for (int j = i + 1; j < NAIVE_NC; j++) naive_fix_rows(rows, i, j, w);
		for (int mu = 0; mu < 4; mu++) {
			naive_complex *up = u + ((size_t)site * 4 + (size_t)mu) * NAIVE_MATRIX;
			naive_complex *down = u + ((size_t)naive_neighbour(l, x, mu, -1) * 4 + (size_t)mu) * NAIVE_MATRIX;
			naive_matmul(p, g, 0, up, 0);
			memcpy(up, p, sizeof p);
			naive_matmul(p, down, 0, g, 1);
			memcpy(down, p, sizeof p);
		}
	}
}

/* F of each sweep: how often it fell by more than rounding, and how many there were. */
typedef struct {
	double before, rounding;
	int fell, sweeps;
} fix_history;

static void fix_progress(void *user, const lqcd_fix_result *now)
{
	fix_history *h = (fix_history *)user;
	h->fell += !(now->f >= h->before - h->rounding);
	h->before = now->f;
	h->sweeps++;
}

#define TEST_TEMPLATE "../gauge/fix.inc"
#include "../support/each_tag.inc"

static void test_fix(void)
{
	static const int l[4] = {4, 4, 8, 4}, direction[3] = {LQCD_LANDAU, 0, 2};
	lqcd_lattice lat;
	naive_complex *u = naive_alloc((size_t)naive_volume(l) * NAIVE_LINKS);
	naive_random_links(u, 4 * (size_t)naive_volume(l), 0.4);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	for (int k = 0; k < 3; k++) EACH_TAG(check_fix, (&lat, u, direction[k]));
	EACH_TAG(check_fix_threads, (&lat, u));
	lqcd_lattice_destroy(&lat);
	free(u);
}
