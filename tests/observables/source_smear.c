/* tests/observables/source_smear.c: smeared sources against loops over coordinates, and what smearing leaves alone. The
 * checks of one tag are in source_smear.inc. */
#include <lqcd/observables/source_smear.h>

#include "../support/support.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* r = a b + c H s */
static void naive_step(const int *l, naive_complex *r, double a, const naive_complex *b, double c,
		       const naive_complex *u, const naive_complex *s)
{
	for (int site = 0; site < naive_volume(l); site++)
		for (int spin = 0; spin < 4; spin++) {
			naive_complex sum[NAIVE_NC], v[NAIVE_NC];
			const size_t at = (size_t)site * NAIVE_SPINOR + (size_t)(spin * NAIVE_NC);
			int x[4];
			naive_coords(l, site, x);
			memset(sum, 0, sizeof sum);
			for (int k = 0; k < 6; k++) {
				const int mu = k / 2 + 1, down = k % 2,
					  there = naive_neighbour(l, x, mu, down ? -1 : 1);
				const size_t from = (size_t)there * NAIVE_SPINOR + (size_t)(spin * NAIVE_NC);
				const size_t link = ((size_t)(down ? there : site) * 4 + (size_t)mu) * NAIVE_MATRIX;
				naive_matvec(v, u + link, down, s + from);
				for (int i = 0; i < NAIVE_NC; i++) sum[i] = naive_add(sum[i], v[i]);
			}
			for (int i = 0; i < NAIVE_NC; i++)
				r[at + (size_t)i] = naive_make(a * b[at + (size_t)i].re + c * sum[i].re,
							       a * b[at + (size_t)i].im + c * sum[i].im);
		}
}

#define TEST_TEMPLATE "../observables/source_smear.inc"
#include "../support/each_tag.inc"

static void check_shape(const int *l)
{
	lqcd_lattice lat;
	const size_t volume = (size_t)naive_volume(l), n = volume * NAIVE_SPINOR;
	naive_complex *u = naive_alloc(volume * NAIVE_LINKS), *s = naive_alloc(n),
		      *want[2] = {naive_alloc(n), naive_alloc(n)};
	naive_complex *next = naive_alloc(n), *got = naive_alloc(n);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	naive_random_links(u, volume * 4, 1);
	for (size_t i = 0; i < n; i++) s[i] = naive_make(tap_random(), tap_random());
	for (int jacobi = 0; jacobi < 2; jacobi++) {
		memcpy(want[jacobi], s, n * sizeof *s);
		for (int k = 0; k < 3; k++) {
			naive_step(l, next, jacobi ? 1 : 1 / 2.5, jacobi ? s : want[jacobi], jacobi ? 0.2 : 0.1, u,
				   want[jacobi]);
			memcpy(want[jacobi], next, n * sizeof *s);
		}
	}
	EACH_TAG(check_smear, (&lat, u, s, want, got));
	free(u);
	free(s);
	free(want[0]);
	free(want[1]);
	free(next);
	free(got);
	lqcd_lattice_destroy(&lat);
}

/* A point in free space: the sum stays 1, its mean square radius is 6 alpha n / (1 + 6 alpha) as long as it does not
 * reach around, other time slices, spins and colours stay zero. */
static void check_free_smearing(void)
{
	enum { STEPS = 5 };
	static const int l[4] = {2, 12, 12, 12};
	lqcd_lattice lat;
	lqcd_gauge_field_d links;
	lqcd_spinor_field_d psi;
	const double alpha = 0.5 + 0.3 * tap_random();
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR, at = 5 % NAIVE_SPINOR;
	naive_complex *s = naive_alloc(n);
	double sum = 0, radius = 0, other = 0;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&links, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&psi, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&links);
	memset(s, 0, n * sizeof *s);
	s[at].re = 1;
	naive_put(lqcd_spinor_field_view(&psi), s);
	must(lqcd_source_wuppertal(&psi, &links, alpha, STEPS));
	naive_get(lqcd_spinor_field_view(&psi), s);
	for (size_t i = 0; i < n; i++) {
		int x[4], r2 = 0;
		naive_coords(l, (int)(i / NAIVE_SPINOR), x);
		for (int k = 1; k < 4; k++) r2 += x[k] > 6 ? (12 - x[k]) * (12 - x[k]) : x[k] * x[k];
		if (x[0] == 0 && i % NAIVE_SPINOR == at) {
			sum += s[i].re;
			radius += r2 * s[i].re;
		} else
			other += naive_abs2(s[i]);
	}
	const double want = 6 * alpha * (double)STEPS / (1 + 6 * alpha);
	tap_ok(fabs(sum - 1) <= 1e-13 && fabs(radius / want - 1) <= 1e-13 && other <= 0,
	       "a free point becomes a Gaussian: sum %.15f, mean square radius %.6f, expected %.6f", sum, radius, want);
	free(s);
	lqcd_spinor_field_destroy(&psi);
	lqcd_gauge_field_destroy(&links);
	lqcd_lattice_destroy(&lat);
}

static void test_source_smear(void)
{
	/* The second is so small that one neighbour is both, and has no lanes. */
	static const int lanes[4] = {4, 4, 8, 4}, tiny[4] = {4, 2, 2, 6};
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	check_shape(lanes);
	check_shape(tiny);
	check_free_smearing();
}
