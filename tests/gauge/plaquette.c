/* tests/gauge/plaquette.c: lqcd/gauge/plaquette.h and lqcd/observables/polyakov.h against naive loops over
 * coordinates, exact values of abelian fields, and published numbers. The checks of one tag are in plaquette.inc. */
#include <float.h>
#include <math.h>
#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#define LQCD_TEST_THREADS 1
#else
#define LQCD_TEST_THREADS 0
#endif

#include <lqcd/gauge/plaquette.h>
#include <lqcd/io/gauge.h>
#include <lqcd/field/layout.h>
#include <lqcd/observables/polyakov.h>

#include "../support/support.h"
#include "../support/naive.h"

#define M_PI_ 3.14159265358979323846

typedef struct {
	double mean, space, time, trace;
	naive_complex line;
} loop_values;

/* ---- the values by definition
 * ---------------------------------------------------------------------------------------- */

/* Re tr U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger / NC */
static double naive_plaquette(const int *l, const naive_complex *u, const int *x, int mu, int nu)
{
	naive_complex a[NAIVE_MATRIX], b[NAIVE_MATRIX], c[NAIVE_MATRIX];
	const size_t site = (size_t)naive_site(l, x), up = (size_t)naive_neighbour(l, x, mu, 1),
		     right = (size_t)naive_neighbour(l, x, nu, 1);
	naive_matmul(a, u + (4 * site + (size_t)mu) * NAIVE_MATRIX, 0, u + (4 * up + (size_t)nu) * NAIVE_MATRIX, 0);
	naive_matmul(b, a, 0, u + (4 * right + (size_t)mu) * NAIVE_MATRIX, 1);
	naive_matmul(c, b, 0, u + (4 * site + (size_t)nu) * NAIVE_MATRIX, 1);
	return naive_trace(c).re / NAIVE_NC;
}

/* tr U_0(0, x) U_0(1, x) ... / NC of the line through the site x. */
static naive_complex naive_line(const int *l, const naive_complex *u, const int *x)
{
	naive_complex line[NAIVE_MATRIX], next[NAIVE_MATRIX];
	int y[4];
	memcpy(y, x, sizeof y);
	for (int k = 0; k < NAIVE_MATRIX; k++) line[k] = naive_make(k % (NAIVE_NC + 1) == 0, 0);
	for (y[0] = 0; y[0] < l[0]; y[0]++) {
		naive_matmul(next, line, 0, u + (size_t)naive_site(l, y) * NAIVE_LINKS, 0);
		memcpy(line, next, sizeof line);
	}
	const naive_complex t = naive_trace(line);
	return naive_make(t.re / NAIVE_NC, t.im / NAIVE_NC);
}

/* Sums in long double, so that only the library's rounding is compared. */
static loop_values naive_values(const int *l, const naive_complex *u)
{
	const int volume = naive_volume(l);
	long double sum[2] = {0, 0}, trace = 0, re = 0, im = 0;
	loop_values v;
	for (int site = 0; site < volume; site++) {
		int x[4];
		naive_coords(l, site, x);
		for (int mu = 0; mu < 4; mu++) {
			trace += naive_trace(u + (4 * site + mu) * NAIVE_MATRIX).re / NAIVE_NC;
			for (int nu = mu + 1; nu < 4; nu++) sum[mu == 0] += naive_plaquette(l, u, x, mu, nu);
		}
		if (x[0]) continue;
		const naive_complex line = naive_line(l, u, x);
		re += line.re;
		im += line.im;
	}
	v.space = (double)(sum[0] / (3 * volume));
	v.time = (double)(sum[1] / (3 * volume));
	v.mean = (double)((sum[0] + sum[1]) / (6 * volume));
	v.trace = (double)(trace / (4 * volume));
	v.line = naive_make((double)(re * l[0] / volume), (double)(im * l[0] / volume));
	return v;
}

/* ---- fields
 * ---------------------------------------------------------------------------------------------------------- */

/* count matrices exp(size a), a a gaussian algebra element; a size above 3 is as good as random. */
static void random_links(naive_complex *u, size_t count, double size)
{
	const uint64_t seed = tap_random_u64();
	for (size_t i = 0; i < count; i++) {
		lqcd_su3_d a, b, v;
		lqcd_rng rng = lqcd_rng_make(seed, i, 0);
		lqcd_su3_algebra_random_d(&a, &rng);
		lqcd_su3_scale_d(&b, size, &a);
		lqcd_su3_exp_d(&v, &b);
		for (size_t k = 0; k < NAIVE_MATRIX; k++) {
			const lqcd_complex_d z = v.e[k / NAIVE_NC][k % NAIVE_NC];
			u[i * NAIVE_MATRIX + k] = naive_make(z.re, z.im);
		}
	}
}

/* u := diag(exp(i angle_k)) */
static void diagonal(naive_complex *u, const double *angle)
{
	for (int k = 0; k < NAIVE_MATRIX; k++)
		u[k] = k % (NAIVE_NC + 1) ? naive_make(0, 0) : naive_phase(angle[k / (NAIVE_NC + 1)]);
}

/* U_mu = diag(exp(i angle_mu,k)) everywhere: plaquettes 1, Polyakov loop mean of exp(i T angle_0,k). */
static loop_values constant_links(const int *l, naive_complex *u)
{
	double angle[4][NAIVE_NC];
	loop_values v;
	v.mean = v.space = v.time = 1;
	v.trace = 0;
	v.line = naive_make(0, 0);
	for (int mu = 0; mu < 4; mu++) {
		double sum = 0;
		for (int k = 0; k < NAIVE_NC; k++) {
			angle[mu][k] = k < NAIVE_NC - 1 ? M_PI_ * tap_random() : -sum;
			sum += angle[mu][k];
			v.trace += cos(angle[mu][k]) / (4 * NAIVE_NC);
		}
	}
	for (int k = 0; k < NAIVE_NC; k++) {
		const naive_complex z = naive_phase(l[0] * angle[0][k]);
		v.line = naive_add(v.line, naive_make(z.re / NAIVE_NC, z.im / NAIVE_NC));
	}
	for (int i = 0; i < 4 * naive_volume(l); i++) diagonal(u + i * NAIVE_MATRIX, angle[i % 4]);
	return v;
}

/* A constant field strength f = 2 pi n / (L_mu L_nu) of diag(1, -1, 0, ...) in one plane, with the twist that closes
 * it: U_nu(x) = exp(i f x_mu), U_mu(x) = exp(-i f L_mu x_nu) on the last slice of mu. The plaquettes of the plane are
 * (2 cos f + NC - 2) / NC, the others 1. */
static loop_values flux_links(const int *l, int plane, naive_complex *u)
{
	static const int planes[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
	const int mu = planes[plane][0], nu = planes[plane][1], n = 1 + (int)(tap_random_u64() % 3);
	const double f = 2 * M_PI_ * n / (l[mu] * l[nu]), p = (2 * cos(f) + NAIVE_NC - 2) / NAIVE_NC;
	loop_values v;
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_coords(l, site, x);
		for (int rho = 0; rho < 4; rho++) {
			double angle[NAIVE_NC];
			memset(angle, 0, sizeof angle);
			if (rho == nu) angle[0] = f * x[mu];
			if (rho == mu && x[mu] == l[mu] - 1) angle[0] = -f * l[mu] * x[nu];
			angle[1] = -angle[0];
			diagonal(u + (4 * site + rho) * NAIVE_MATRIX, angle);
		}
	}
	v = naive_values(l, u); /* link trace and Polyakov loop */
	v.time = mu == 0 ? (2 + p) / 3 : 1;
	v.space = mu == 0 ? 1 : (2 + p) / 3;
	v.mean = (5 + p) / 6;
	return v;
}

#define TEST_TEMPLATE "../gauge/plaquette.inc"
#include "../support/each_tag.inc"

static void check_links(lqcd_lattice *lat, const naive_complex *u, const loop_values *want, const char *what)
{
	EACH_TAG(check_links, (lat, u, want, what));
}

static void check_shape(const int *l)
{
	const size_t volume = (size_t)naive_volume(l);
	naive_complex *u = naive_alloc(volume * NAIVE_LINKS), *g = naive_alloc(volume * NAIVE_MATRIX);
	lqcd_lattice lat;
	loop_values want;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	EACH_TAG(check_unit, (&lat));

	random_links(u, 4 * volume, 10);
	check_links(&lat, u, NULL, "random field");
	random_links(u, 4 * volume, 0.3);
	check_links(&lat, u, NULL, "smooth field");
	want = naive_values(l, u);
	random_links(g, volume, 10);
	naive_transform_links(l, g, u);
	const double trace = want.trace;
	want.trace = naive_values(l, u).trace;
	tap_ok(fabs(trace - want.trace) > 0.01, "the transformation is not trivial");
	check_links(&lat, u, &want, "gauge-transformed field");
	want = constant_links(l, u);
	check_links(&lat, u, &want, "constant abelian field");
	for (int plane = 0; plane < 6; plane++) {
		want = flux_links(l, plane, u);
		check_links(&lat, u, &want, "abelian flux");
	}
	lqcd_lattice_destroy(&lat);
	free(u);
	free(g);
}

/* ---- published numbers
 * ----------------------------------------------------------------------------------------------- */

/* Computed by an independent numpy program that agrees with published outputs of Chroma and MILC, in files of
 * LatticeQCD/AnalysisToolbox (nersc.l8t4b3360), RJHudspith/GLU (nersc-little.l4t8) and JeffersonLab/chroma
 * (nersc-f32.l4). */
static const struct {
	const char *file;
	loop_values values;
} references[3] = {{"nersc.l8t4b3360",
		    {0.503866446949594,
		     0.5025245975935242,
		     0.505208296305664,
		     0.005406083857887091,
		     {0.11635623607639296, -0.01097925129165526}}},
		   {"nersc-little.l4t8",
		    {0.5985455590826413,
		     0.5956951046813507,
		     0.6013960134839317,
		     -0.0007741846376071859,
		     {0.036873994367830315, -0.015474745160248552}}},
		   {"nersc-f32.l4",
		    {0.03824228932403221,
		     0.04416572665397656,
		     0.03231885199408785,
		     0.4630322098380863,
		     {0.04228115302167416, -0.02651604274781547}}}};

static void check_references(void)
{
	const char *data = getenv("LQCD_TEST_DATA");
	for (int i = 0; i < 3; i++) {
		char path[4096];
		const char *name = references[i].file;
		const loop_values *want = &references[i].values;
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_message why;
		if (LQCD_NC != 3 || !data || !*data) {
			tap_skip("%s: LQCD_TEST_DATA names no directory, or not 3 colours", name);
			continue;
		}
		snprintf(path, sizeof path, "%s/%s", data, name);
		const lqcd_status status = lqcd_gauge_load(path, &lat, NULL, &u, NULL, NULL, &why);
		tap_ok(status == LQCD_OK, "%s: %s", name, status == LQCD_OK ? "read" : why.text);
		if (status != LQCD_OK) continue;
		check_file_d(&u, want, 1e-13, name);
		check_file_vd(&u, want, 1e-13, name);
		check_file_f(&u, want, 1e-6, name);
		check_file_vf(&u, want, 1e-6, name);
		lqcd_gauge_field_destroy(&u);
		lqcd_lattice_destroy(&lat);
	}
}

static void test_plaquette(void)
{
	static const int shapes[3][4] = {{4, 8, 4, 12}, {2, 8, 8, 4}, {8, 4, 4, 4}}, cut[4] = {8, 4, 8, 4};
#if LQCD_TEST_THREADS
	omp_set_num_threads(1); /* small loops: more threads only wait, and check_threads asks for them */
#endif
	for (int i = 0; i < 3; i++) {
		tap_diag("%d x %d x %d x %d", shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3]);
		check_shape(shapes[i]);
	}
	EACH_TAG(check_threads, (cut));
	EACH_TAG(check_grids, (cut));
	check_references();
}
