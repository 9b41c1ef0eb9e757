/* tests/hmc/staggered_hmc.c: hybrid Monte Carlo of staggered quarks: rational powers, forces against differences of the
 * action, MILC's force and a whole trajectory with its random numbers (folder staggered of LQCD_TEST_DATA), reversibility and the
 * mean of exp(-dH). Checks of one tag are in staggered_hmc.inc. */
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/gauge/plaquette.h>
#include <lqcd/io/gauge.h>

#include "../support/support.h"
#include "../support/milc_files.h"
#include "milc_trajectory.h"
#include "../support/naive_loops.h"

#ifdef _OPENMP
#include <omp.h>
#endif

static void refused(const lqcd_lattice *lat, lqcd_status s, const char *what)
{
	const lqcd_message why = lqcd_lattice_why(lat, s);
	tap_ok(s == LQCD_ERR_ARGUMENT && strcmp(why.text, lqcd_status_text(s)), "%s: %s", what, why.text);
}

/* ---- rational functions ---- */

static void check_powers_of(int n, const double *mass, const double *power, double error, int most)
{
	lqcd_rational r, q;
	double shift[4], worst = 0, inverse = 0;
	for (int k = 0; k < n; k++) shift[k] = 4 * mass[k] * mass[k];
	const lqcd_status s = lqcd_rational_powers(&r, n, shift, power, 90, error);
	must(s == LQCD_OK ? lqcd_rational_inverse(&q, &r) : s);
	for (int i = 0; i < 2000; i++) {
		const double x = i ? 90 * pow(fabs(tap_random()), 8) : 0;
		double f = 1;
		for (int k = 0; k < n; k++) f *= pow(x + shift[k], power[k]);
		worst = tap_worst(worst, fabs(lqcd_rational_value(&r, x) / f - 1));
		inverse = tap_worst(inverse, fabs(lqcd_rational_value(&q, x) * f - 1));
	}
	tap_ok(r.error <= error && worst <= 1.001 * r.error + 1e-12 && worst > 0.5 * r.error &&
		       inverse <= 1.001 * q.error + 1e-12 && inverse > 0.5 * q.error && r.degree <= most,
	       "%d masses, first %g to the power %g: %d poles, error %.2e, at random points %.2e; inverse %.2e, %.2e", n, mass[0],
	       power[0], r.degree, r.error, worst, q.error, inverse);
}

static void check_powers(void)
{
	const double mass[3] = {0.0018, 0.018, 0.2}, md[3] = {-0.5, -0.25, 0.75}, gr[3] = {0.25, 0.125, -0.375},
		     m[1] = {0.2}, quarter[1] = {-0.25}, light[1] = {0.001}, half[1] = {-0.5}, whole[1] = {-1},
		     lightest[1] = {1e-4}, rising[1] = {0.4875}, steep = 0.975, small = 4e-8;
	/* The degrees are those of MILC's file of rational functions, of errors 7.14e-7, 2.6e-8 and 2.4e-7. */
	check_powers_of(3, mass, md, 7.2e-7, 9);
	check_powers_of(3, mass, gr, 2.65e-8, 11);
	check_powers_of(1, m, quarter, 2.42e-7, 7);
	check_powers_of(1, light, half, 1e-12, 30);
	/* Partial fractions that cancel. */
	check_powers_of(1, lightest, rising, 1e-9, 28);
	lqcd_rational r;
	const double shift = 1, bad = -1;
	const lqcd_status s[] = {lqcd_rational_powers(&r, 1, &shift, whole, 90, 1e-8),
				 lqcd_rational_powers(&r, 1, &bad, half, 90, 1e-8),
				 lqcd_rational_powers(&r, 1, &small, &steep, 100, 1e-9), /* true 3e-4 */
				 lqcd_rational_powers(&r, 1, &shift, half, 90, 0),
				 lqcd_rational_powers(NULL, 1, &shift, half, 90, 1e-8),
				 lqcd_rational_powers(&r, 1, NULL, half, 90, 1e-8),
				 lqcd_rational_powers(&r, 1, &shift, half, tap_nan(), 1e-8),
				 lqcd_rational_set(&r, 0, 1, &shift, &shift),
				 lqcd_rational_set(&r, 1, 1, &shift, &bad),
				 lqcd_rational_set(NULL, 1, 1, &shift, &shift),
				 lqcd_rational_inverse(&r, NULL)};
	int all = 1;
	for (size_t k = 0; k < sizeof s / sizeof *s; k++) all &= s[k] == LQCD_ERR_ARGUMENT;
	tap_ok(all, "powers: a whole power, numbers out of range and NULL are refused");
}

/* ---- parallelograms by definition ---- */

/* The sum of Re tr / NC over the loops mu, nu, rho, -mu, -nu, -rho: each is met in 6 places and 2 senses. */
static double naive_parallelogram(const int *l, const naive_complex *u)
{
	double sum = 0;
	for (int site = 0; site < naive_volume(l); site++)
		for (int k = 0; k < 512; k++) {
			const int dir[3] = {k / 2 % 4, k / 16 % 4, k / 128}, sign[3] = {k % 2, k / 8 % 2, k / 64 % 2};
			int x[4], step[6];
			naive_complex p[NAIVE_MATRIX];
			if (dir[0] == dir[1] || dir[1] == dir[2] || dir[0] == dir[2]) continue;
			for (int n = 0; n < 3; n++) {
				step[n] = sign[n] ? dir[n] : ~dir[n];
				step[n + 3] = ~step[n];
			}
			naive_coords(l, site, x);
			naive_path(l, u, x, step, 6, p);
			sum += naive_trace(p).re / NAIVE_NC / 12;
		}
	return sum;
}

/* Forces of tag d, which the other tags are compared with. */
enum { CASES = 5 };
static naive_complex *expected[CASES];

/* Tag f has the text of d and the numbers of vf: tests/mpi/staggered.c compares it with itself. */
#define LQCD_TAG d
#include "staggered_hmc.inc"
#define LQCD_TAG vf
#include "staggered_hmc.inc"
#define LQCD_TAG vd
#include "staggered_hmc.inc"

/* ---- MILC's force; its trajectory is in milc_trajectory.h ---- */

static void check_milc_force(void)
{
	const int l[4] = {8, 8, 8, 8};
	const size_t links = (size_t)naive_volume(l) * NAIVE_LINKS, vectors = (size_t)naive_volume(l) * NAIVE_NC;
	const char *folder = getenv("LQCD_TEST_DATA");
	const lqcd_staggered_action a = lqcd_staggered_asqtad(0.502);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_field_vd v, df, dl, du, p;
	lqcd_spinor_field_vd_ks x;
	lqcd_message why;
	char path[1024];
	why.text[0] = 0;
	if (!milc_path(path, sizeof path, "lat.sample.l8")) {
		tap_skip("MILC's force: LQCD_TEST_DATA names no directory with staggered, or not 3 colours");
		return;
	}
	must(lqcd_gauge_load(path, &lat, NULL, &u, NULL, NULL, &why));
	must(lqcd_gauge_field_create(&v, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&df, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&dl, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&du, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&p, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_gauge_field_convert(&v, &u));
	naive_complex *theirs = naive_alloc(links), *ours = naive_alloc(links), *vector = naive_alloc(vectors);
	milc_read(folder, "ksvector.src.sample.l8", l, NAIVE_NC, vector);
	naive_put(lqcd_spinor_field_view(&x), vector);
	must(lqcd_staggered_outer(&df, &dl, 0.5, 0.5, &x));
	must(lqcd_gauge_field_phases(&df, &a.phases, 1));
	must(lqcd_gauge_field_phases(&dl, &a.phases, 3));
	must(lqcd_fat_links_pull_back(&du, 0, &df, &dl, &v, &a.paths));
	/* -2 sum_a i H_a d_a with Tr H_a H_b = delta_ab is -2 times the part of the algebra of du u^+. */
	must(lqcd_links_kick(&p, -2, &v, &du));
	naive_get(lqcd_gauge_field_view(&p), ours);
	milc_read(folder, "colormatrix.mom.sample.l8", l, NAIVE_LINKS, theirs);
	const double far = naive_distance(ours, theirs, links);
	tap_ok(far <= 1e-7, "MILC's force of asqtad quarks within %.1e", far);
	free(theirs);
	free(ours);
	free(vector);
	lqcd_spinor_field_destroy(&x);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&df);
	lqcd_gauge_field_destroy(&dl);
	lqcd_gauge_field_destroy(&du);
	lqcd_gauge_field_destroy(&p);
	lqcd_lattice_destroy(&lat);
}

/* ---- hybrid Monte Carlo ---- */

static void check_staggered_chain(void)
{
	enum { WARM = 8, TRAJECTORIES = 20 };
	const int l[4] = {4, 4, 4, 4};
	const lqcd_staggered_action a = lqcd_staggered_hisq();
	const lqcd_symanzik c = lqcd_symanzik_one_loop(5.5, 0.8, 2.5);
	const double mass[2] = {0.4, 0.9}, flavours[2] = {2, 0.5};
	lqcd_lattice lat;
	lqcd_gauge_field_vd u, start;
	lqcd_staggered_rhmc_vd_ks r;
	lqcd_gauge_action_vd gauge;
	lqcd_hmc_vd hmc;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(0, 0, 3);
	double sum = 0, sum2 = 0;
	chain.gauge_level = LQCD_HMC_NO_GAUGE;
	chain.levels = 2;
	chain.level[0].steps = 1;
	chain.level[1].steps = 3;
	chain.length = 0.8;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&start, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	must(lqcd_staggered_rhmc_create(&r, &lat, &a));
	must(lqcd_staggered_rhmc_add(&r, 2, mass, flavours, 0, 100, 1e-10));
	must(lqcd_symanzik_create(&gauge, &lat, &c));
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	const lqcd_hmc_term_vd quarks = lqcd_staggered_rhmc_term(&r), glue = lqcd_gauge_action_term(&gauge);
	must(lqcd_hmc_add(&hmc, &glue, 0));
	must(lqcd_hmc_add(&hmc, &quarks, 1));
	hmc.chain.always = 1;
	r.force.tolerance = 1e-7;
	for (int n = 0; n < WARM; n++) must(lqcd_hmc_trajectory(&hmc, &u));
	hmc.chain.always = 0;
	for (int n = 0; n < TRAJECTORIES; n++) {
		must(lqcd_hmc_trajectory(&hmc, &u));
		sum += exp(-hmc.dH);
		sum2 += exp(-2 * hmc.dH);
	}
	const double mean = sum / TRAJECTORIES, error = sqrt((sum2 / TRAJECTORIES - mean * mean) / (TRAJECTORIES - 1));
	tap_ok(fabs(mean - 1) <= 4 * error && error < 0.2 && error > 1e-3,
	       "<exp(-dH)> = %.3f +- %.3f of %d trajectories, %d accepted", mean, error, TRAJECTORIES,
	       (int)hmc.chain.taken - WARM);
	double before, after;
	r.force.tolerance = 1e-12;
	lqcd_gauge_field_copy(&start, &u);
	must(lqcd_hmc_refresh(&hmc, &u));
	must(lqcd_hmc_energy(&hmc, &u, &before));
	must(lqcd_hmc_evolve(&hmc, &u, 0.8));
	const double moved = lqcd_links_distance2_vd(&u, &start);
	must(lqcd_hmc_evolve(&hmc, &u, -0.8));
	must(lqcd_hmc_energy(&hmc, &u, &after));
	const double back = lqcd_links_distance2_vd(&u, &start);
	tap_ok(moved > 0.1 && sqrt(back) <= 1e-10 && fabs(after - before) <= 1e-7,
	       "reversible: links within %.1e, dH %.1e", sqrt(back), after - before);
	tap_ok(r.highest > 10 && r.highest < 100 && r.iterations > 0, "largest eigenvalue of -D^2 %.2f, %d iterations",
	       r.highest, r.iterations);
	r.quark[0].action.high = 5;
	const lqcd_status s = lqcd_hmc_refresh(&hmc, &u);
	const lqcd_message why2 = lqcd_lattice_why(&lat, s);
	tap_ok(s == LQCD_ERR_SPECTRUM && strstr(why2.text, "above the 5"), "an interval that is too short: %s",
	       why2.text);
	const double zero = 0, four = 4, one = 1, many[LQCD_STAGGERED_MASSES + 1] = {1};
	const double wrong[] = {-1, tap_nan(), HUGE_VAL, 1e-20, 1e20};
	lqcd_rational good, bad;
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &zero, &one, 0, 100, 1e-8), "no mass");
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
		refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &wrong[k], &one, 0, 100, 1e-8), "a mass");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &wrong[1], 0, 100, 1e-8), "flavours are NaN");
	const double light = 1e-4, antiquarks = -3.9, many_quarks = 3.95;
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &light, &antiquarks, 0, 100, 1e-9), "a force below rounding");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &light, &many_quarks, 0, 1000, 1e-10), "a heat bath below rounding");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 0, many, many, 0, 100, 1e-8), "no masses");
	refused(&lat, lqcd_staggered_rhmc_add(&r, LQCD_STAGGERED_MASSES + 1, many, many, 0, 100, 1e-8),
		"a mass too many");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &zero, 0, 100, 1e-8), "no flavours");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &one, 0, wrong[1], 1e-8), "an interval up to NaN");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &one, 0, 100, 1e-13), "an error below rounding");
	must(lqcd_rational_set(&good, 1, 1, &one, &one));
	for (int k = 0; k < 4; k++) {
		const lqcd_rational *action = k % 2 ? &good : &bad, *force = k % 2 ? &bad : &good;
		bad = good;
		if (k < 2)
			bad.degree = k ? 0 : LQCD_RATIONAL_DEGREE + 1;
		else
			bad.pole[0] = wrong[k - 2];
		refused(&lat, lqcd_staggered_rhmc_add_powers(&r, action, &good, force, 0), "poles");
	}
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &four, 0, 100, 1e-8), "four flavours at once");
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &one, tap_nan(), 100, 1e-8), "epsilon is NaN");
	lqcd_staggered_action unknown[2] = {lqcd_staggered_asqtad(0), lqcd_staggered_hisq()};
	unknown[1].phases.bc_t = 0;
	for (int k = 0; k < 2; k++) {
		lqcd_staggered_rhmc_vd_ks other;
		refused(&lat, lqcd_staggered_rhmc_create(&other, &lat, &unknown[k]), k ? "a boundary of 0" : "u0 = 0");
	}
	for (int k = 1; k < LQCD_STAGGERED_QUARKS; k++) must(lqcd_staggered_rhmc_add(&r, 1, &one, &one, 0, 100, 1e-3));
	refused(&lat, lqcd_staggered_rhmc_add(&r, 1, &one, &one, 0, 100, 1e-3), "nine pseudofermions");
	lqcd_hmc_destroy(&hmc);
	lqcd_staggered_rhmc_destroy(&r);
	lqcd_gauge_action_destroy(&gauge);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&start);
	lqcd_lattice_destroy(&lat);
}

static void test_staggered_hmc(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1); /* these lattices are tiny */
#endif
	check_powers();
	check_d();
	check_vf();
	check_vd();
	for (int k = 0; k < CASES; k++) free(expected[k]);
	check_milc_force();
	check_milc_trajectory();
	check_staggered_chain();
}
