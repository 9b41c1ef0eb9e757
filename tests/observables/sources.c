/* Sources (lqcd/observables/source.h, sequential.h) and shifts (source_smear.h) of all tags against loops over coordinates. The checks
 * of one tag are in sources.inc. */
#include <lqcd/observables/sequential.h>
#include <lqcd/observables/source_smear.h>

#include "../support/support.h"
#include "../support/naive_loops.h"
#include "naive_matrix.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Is the component n of a field on the part? at: its coordinates. */
static int plain_in(const lqcd_source_part *part, const int *at, int n)
{
	const int odd = (at[0] + at[1] + at[2] + at[3]) % 2;
	return (part->t < 0 || part->t == at[0]) && (part->parity == LQCD_FULL || (part->parity == LQCD_ODD) == odd) &&
	       (part->spin < 0 || part->spin == n / NAIVE_NC) && (part->colour < 0 || part->colour == n % NAIVE_NC);
}

static double plain_turns(const int *l, const int *at, const int *p)
{
	return (double)(p[0] * at[1]) / l[1] + (double)(p[1] * at[2]) / l[2] + (double)(p[2] * at[3]) / l[3];
}

static void plain_noise(const int *l, naive_complex *b, lqcd_noise noise, const lqcd_source_part *part, uint64_t seed, uint64_t stream)
{
	for (int site = 0; site < naive_volume(l); site++) {
		lqcd_rng g = lqcd_rng_make(seed, (uint64_t)site, stream);
		int at[4];
		naive_coords(l, site, at);
		for (int n = 0; n < NAIVE_SPINOR; n++) {
			naive_complex *to = &b[(size_t)site * NAIVE_SPINOR + (size_t)n], z = {0, 0};
			/* A part of one spin takes the first numbers. */
			if (part->spin < 0 || part->spin == n / NAIVE_NC) {
				z.re = noise <= LQCD_NOISE_Z4 ? lqcd_rng_z2(&g) : 0;
				if (noise == LQCD_NOISE_Z4) z = naive_make(z.re * sqrt(0.5), lqcd_rng_z2(&g) * sqrt(0.5));
				if (noise == LQCD_NOISE_U1) z = naive_phase(two_pi * lqcd_rng_uniform(&g));
				if (noise == LQCD_NOISE_GAUSS) {
					lqcd_rng_gauss2(&g, &z.re, &z.im);
					z = naive_make(z.re * sqrt(0.5), z.im * sqrt(0.5));
				}
			}
			*to = plain_in(part, at, n) ? z : naive_make(0, 0);
		}
	}
}

/* A point (p NULL) or a wall. */
static void plain_source(const int *l, naive_complex *b, const int *where, const int *p, int spin, int colour)
{
	memset(b, 0, (size_t)naive_volume(l) * NAIVE_SPINOR * sizeof *b);
	for (int site = 0; site < naive_volume(l); site++) {
		int at[4];
		naive_coords(l, site, at);
		const int here = p ? at[0] == where[0] : !memcmp(at, where, sizeof at);
		if (here) b[(size_t)site * NAIVE_SPINOR + (size_t)(spin * NAIVE_NC + colour)] = naive_phase(p ? two_pi * plain_turns(l, at, p) : 0);
	}
}

static void plain_sequential(const int *l, naive_complex *b, const naive_complex *s, int gamma, const int *p, const lqcd_source_part *part)
{
	matrix g;
	matrix_product(&g, gamma);
	for (int site = 0; site < naive_volume(l); site++) {
		const naive_complex *from = s + (size_t)site * NAIVE_SPINOR;
		int at[4];
		naive_coords(l, site, at);
		const naive_complex z = naive_phase(p ? two_pi * plain_turns(l, at, p) : 0);
		for (int i = 0; i < NAIVE_SPINOR; i++) {
			naive_complex sum = naive_make(0, 0);
			for (int k = 0; k < NAIVE_SPINOR; k++) sum = naive_add(sum, naive_mul(g.e[i][k], from[k]));
			b[(size_t)site * NAIVE_SPINOR + (size_t)i] = plain_in(part, at, i) ? naive_mul(z, sum) : naive_make(0, 0);
		}
	}
}

static void plain_shift(const int *l, naive_complex *r, const naive_complex *u, const naive_complex *s, int mu, int down)
{
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_coords(l, site, x);
		const int there = naive_neighbour(l, x, mu, down ? -1 : 1);
		const naive_complex *link = u + ((size_t)(down ? there : site) * 4 + (size_t)mu) * NAIVE_MATRIX;
		for (int spin = 0; spin < 4; spin++)
			naive_matvec(r + (size_t)site * NAIVE_SPINOR + (size_t)(spin * NAIVE_NC), link, down,
				     s + (size_t)there * NAIVE_SPINOR + (size_t)(spin * NAIVE_NC));
	}
}

#define TEST_TEMPLATE "../observables/sources.inc"
#include "../support/each_tag.inc"

static void check_source_tags(const int *l)
{
	lqcd_lattice lat;
	const size_t volume = (size_t)naive_volume(l), n = volume * NAIVE_SPINOR;
	naive_complex *u = naive_alloc(volume * NAIVE_LINKS), *s = naive_alloc(n), *want = naive_alloc(n), *got = naive_alloc(n);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	naive_random_links(u, volume * 4, 1);
	for (size_t i = 0; i < n; i++) s[i] = naive_make(tap_random(), tap_random());
	EACH_TAG(check_sources_of, (&lat, u, s, want, got));
	free(u);
	free(s);
	free(want);
	free(got);
	lqcd_lattice_destroy(&lat);
}

/* With ends in time, all times are those at which quarks live. */
static void check_ends(void)
{
	static const int l[4] = {6, 4, 4, 4};
	lqcd_boundary sf = lqcd_boundary_make(LQCD_BOUNDARY_SF);
	lqcd_lattice lat;
	lqcd_spinor_field_d b;
	lqcd_source_part part = lqcd_source_part_all();
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR, slice = n / 6;
	naive_complex *got = naive_alloc(n);
	size_t wrong = 0;
	sf.last = 5;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &sf));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	must(lqcd_noise_source(&b, LQCD_NOISE_Z2, &part, 1, 2));
	must(lqcd_sequential_source(&b, LQCD_GAMMA_5, NULL, NULL, &b));
	naive_get(lqcd_spinor_field_view(&b), got);
	for (size_t i = 0; i < n; i++) wrong += (naive_abs2(got[i]) > 0) != (i >= slice && i < 5 * slice);
	part.t = 0;
	tap_ok(!wrong && lqcd_noise_source(&b, LQCD_NOISE_Z2, &part, 1, 2) == LQCD_ERR_ARGUMENT &&
		       lqcd_sequential_source(&b, 0, NULL, &part, &b) == LQCD_ERR_ARGUMENT,
	       "with ends in time there is noise where quarks live");
	free(got);
	lqcd_spinor_field_destroy(&b);
	lqcd_lattice_destroy(&lat);
}

static void test_sources(void)
{
	/* The second is so small that one neighbour is both, and has no lanes. */
	static const int lanes[4] = {4, 4, 8, 4}, tiny[4] = {4, 2, 2, 6};
#ifdef _OPENMP
	omp_set_num_threads(1); /* results do not depend on it */
#endif
	check_source_tags(lanes);
	check_source_tags(tiny);
	check_ends();
}
