/* tests/hmc/rhmc_checks.h: one flavour of quarks, for pseudofermion.c: rational approximations, ends of spectra,
 * forces, heat bath, restarts. */
#ifndef LQCD_TESTS_RHMC_CHECKS_H
#define LQCD_TESTS_RHMC_CHECKS_H

#include "quark_case.h"

#define ONE_MASS 0.4

/* ---- 1/sqrt(x) ---- */

/* The error is as large as it says, at as many points of alternating sign as the theorem of Chebyshev wants; partial
 * fractions and the root are those of the product. */
static void check_rational(double low, double ratio, double error)
{
	enum { POINTS = 20000 };
	lqcd_rational r;
	double most = 0, sum = 0, root = 0;
	int turns = 0, sign = 0;
	must(lqcd_rational_create(&r, low, low * ratio, error));
	for (int n = 0; n <= POINTS; n++) {
		const double x = low * pow(ratio, n / (double)POINTS), z = sqrt(x);
		double product = r.factor, re = 1, im = 0;
		for (int k = 0; k < r.degree; k++) product *= (x + r.zero[k]) / (x + r.pole[k]);
		const double e = 1 - z * product;
		most = tap_worst(most, fabs(e));
		if (fabs(e) > 0.9 * r.error && (e > 0 ? 1 : -1) != sign) {
			sign = e > 0 ? 1 : -1;
			turns++;
		}
		sum = tap_worst(sum, fabs(lqcd_rational_value(&r, x) / product - 1));
		/* i sigma / (z + i n) = sigma (n + i z) / (z^2 + n^2) */
		for (int k = 0; k < r.degree; k++) {
			re += r.root[k] * sqrt(r.zero[k]) / (x + r.zero[k]);
			im += r.root[k] * z / (x + r.zero[k]);
		}
		root = tap_worst(root, fabs((re * re + im * im) * product / r.factor - 1));
	}
	tap_ok(most <= 1.001 * r.error + 5e-13 && r.error <= error && (error < 1e-10 || turns == 2 * r.degree + 2) &&
		       sum <= 1e-13 && root <= 1e-12,
	       "1/sqrt(x), high/low %.0e: degree %d, error %.2e of %.2e, %d turns, fractions %.0e, root %.0e", ratio,
	       r.degree, most, r.error, turns, sum, root);
}

static void check_arguments(void)
{
	lqcd_rational r;
	tap_ok(lqcd_rational_create(&r, 0, 1, 1e-6) == LQCD_ERR_ARGUMENT &&
		       lqcd_rational_create(&r, 1, 1, 1e-6) == LQCD_ERR_ARGUMENT &&
		       lqcd_rational_create(&r, 1, lqcd_nan(), 1e-6) == LQCD_ERR_ARGUMENT &&
		       lqcd_rational_create(&r, 1, 2, 0) == LQCD_ERR_ARGUMENT &&
		       lqcd_rational_create(&r, 1, 2, lqcd_nan()) == LQCD_ERR_ARGUMENT &&
		       lqcd_rational_create(&r, 1, 1e12, 1e-13) == LQCD_ERR_ARGUMENT,
	       "empty intervals, errors that are none and too many poles are refused");
}

/* ---- ends of spectra ---- */

static void scaled_apply(lqcd_spinor_field_vd *out, const lqcd_spinor_field_vd *in, int dagger, void *context)
{
	(void)dagger;
	lqcd_spinor_field_gamma5(out, in);
	lqcd_spinor_field_scale(out, ((const double *)context)[1], out);
	lqcd_spinor_field_axpy(out, ((const double *)context)[0], in);
}

static void check_spectrum(void)
{
	double numbers[2] = {1.5, 0.7};
	lqcd_operator_vd op, normal_op;
	lqcd_normal_vd normal;
	lqcd_spinor_field_vd start;
	lqcd_spectrum b, few;
	lqcd__quarks_vd q;
	lqcd_clover_params none = lqcd_clover_params_default();
	memset(&op, 0, sizeof op);
	op.apply = scaled_apply;
	op.context = numbers;
	must(lqcd_spinor_field_create(&start, &lat, LQCD_EVEN));
	tap_ok(lqcd_spectrum_find(&b, &op, &start, 0.01, 100) == LQCD_ZERO_RHS &&
		       lqcd_spectrum_find(&b, &op, &start, 0, 100) == LQCD_ERR_ARGUMENT &&
		       lqcd_spectrum_find(&b, &op, &start, 0.01, 0) == LQCD_ERR_ARGUMENT,
	       "spectrum: zero fields, precisions and steps that are none");
	lqcd_spinor_field_gaussian(&start, tap_random_u64(), 0);
	must(lqcd_spectrum_find(&b, &op, &start, 1e-6, 100));
	tap_ok(fabs(b.low - 0.8) <= 1e-12 && fabs(b.high - 2.2) <= 1e-12, "1.5 + 0.7 g5: %.3f to %.3f", b.low, b.high);
	/* Free quarks: M at momentum zero is m (8 + m), and nothing is below. */
	none.csw = 0;
	lqcd_gauge_field_unit(&u);
	must(lqcd__quarks_create_vd(&q, &u, &start, ONE_MASS, NULL, LQCD_PERIODIC, &none));
	must(lqcd_normal_create(&normal_op, &normal, &q.op, &start));
	must(lqcd_spectrum_find(&b, &normal_op, &start, 1e-4, 500));
	const double want = ONE_MASS * (8 + ONE_MASS) * ONE_MASS * (8 + ONE_MASS);
	tap_ok(fabs(b.low / want - 1) <= 1e-6 && b.high > b.low,
	       "free quarks: spectrum from %.8f, expected %.8f, to %.3f, %d steps", b.low, want, b.high, b.steps);
	const lqcd_status limit = lqcd_spectrum_find(&few, &normal_op, &start, 1e-8, 4);
	tap_ok(limit == LQCD_ITERATION_LIMIT && few.low > b.low && few.high < b.high, "four steps find %.3f to %.3f",
	       few.low, few.high);
	lqcd_normal_destroy(&normal);
	lqcd__quarks_destroy_vd(&q);
	lqcd_spinor_field_destroy(&start);
}

/* ---- the term ---- */

static void one_make(lqcd_rhmc_vd *r, double csw)
{
	must(lqcd_rhmc_create(r, &lat, ONE_MASS, LQCD_ANTIPERIODIC, 0.3, 1500, 1e-11));
	r->clover.csw = csw;
}

/* S of fresh fields is |eta|^2 and the logarithm of odd sites; its derivative is the force. */
static void check_term(double csw)
{
	lqcd_rhmc_vd r;
	double S = 0;
	one_make(&r, csw);
	r.force.tolerance = 1e-12;
	const lqcd_hmc_term_vd term = lqcd_rhmc_term(&r);
	const uint64_t seed = tap_random_u64();
	must(term.refresh(&r, &thermal, seed, 3));
	must(term.action(&r, &thermal, &S));
	lqcd_spinor_field_vd eta = lqcd_spinor_field_part(&r.y, LQCD_EVEN);
	lqcd_spinor_field_gaussian(&eta, seed, 3);
	const double logdet = -odd_logdet(ONE_MASS, &r.clover), want = lqcd_spinor_field_norm2(&eta);
	tap_ok(fabs((S - logdet) / want - 1) <= 1e-10 && r.spectrum.low > 0.3 && r.spectrum.high < 1500,
	       "csw %g: S_F = %.8f when drawn, |eta|^2 = %.8f; spectrum %.2f to %.0f, %d poles", csw, S - logdet, want,
	       r.spectrum.low, r.spectrum.high, r.rational.degree);
	check_slope(&term, "one quark", csw > 0 ? ", clover" : "");
	lqcd_rhmc_destroy(&r);
}

/* ---- trajectories ---- */

typedef struct {
	lqcd_rhmc_vd quark;
	lqcd_hmc_vd hmc;
} one_run;

static void one_create(one_run *s, const lqcd_hmc_chain *chain, double tolerance)
{
	one_make(&s->quark, 1.2);
	s->quark.force.tolerance = tolerance;
	must(lqcd_hmc_create(&s->hmc, &lat, chain));
	const lqcd_hmc_term_vd term = lqcd_rhmc_term(&s->quark);
	must(lqcd_hmc_add(&s->hmc, &term, 0));
}

static void one_destroy(one_run *s)
{
	lqcd_hmc_destroy(&s->hmc);
	lqcd_rhmc_destroy(&s->quark);
}

static lqcd_hmc_chain one_chain(int steps, uint64_t seed)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, seed);
	chain.level[0].steps = steps;
	chain.length = 0.5;
	return chain;
}

static void check_one_back(void)
{
	const lqcd_hmc_chain chain = one_chain(4, tap_random_u64());
	one_run s;
	one_create(&s, &chain, 1e-13);
	lqcd_gauge_field_copy(&u, &thermal);
	check_back(&s.hmc, 0.5);
	one_destroy(&s);
}

/* A run that goes on from its chain has the bits of one that was not interrupted. */
static void check_one_restart(void)
{
	lqcd_hmc_chain chain = one_chain(2, tap_random_u64());
	one_run s;
	lqcd_gauge_field_copy(&u, &thermal);
	one_create(&s, &chain, 1e-8);
	for (int k = 0; k < 2; k++) must(lqcd_hmc_trajectory(&s.hmc, &u));
	one_destroy(&s);
	lqcd_gauge_field_copy(&w, &thermal);
	for (int k = 0; k < 2; k++) {
		one_create(&s, &chain, 1e-8);
		must(lqcd_hmc_trajectory(&s.hmc, &w));
		chain = s.hmc.chain;
		one_destroy(&s);
	}
	tap_ok(chain.trajectory == 2 && lqcd_links_distance2_vd(&u, &w) <= 0, "a run goes on with the same bits");
}

/* The spectrum leaves the interval: no trajectory, and the links are what they were. */
static void check_interval(void)
{
	static const double interval[2][2] = {{20, 1500}, {0.3, 10}};
	for (int k = 0; k < 2; k++) {
		const lqcd_hmc_chain chain = one_chain(2, 1);
		one_run s;
		one_create(&s, &chain, 1e-8);
		must(lqcd_rational_create(&s.quark.rational, interval[k][0], interval[k][1], 0.01));
		lqcd_gauge_field_copy(&u, &thermal);
		const lqcd_status status = lqcd_hmc_trajectory(&s.hmc, &u);
		tap_ok(status == LQCD_ERR_SPECTRUM && lqcd_links_distance2_vd(&u, &thermal) <= 0 &&
			       s.hmc.chain.trajectory == 0,
		       "[%g, %g]: %s (%.2f to %.0f)", interval[k][0], interval[k][1], lqcd_status_text(status),
		       s.quark.spectrum.low, s.quark.spectrum.high);
		s.quark.clover.mu = 0.1;
		tap_ok(lqcd_hmc_trajectory(&s.hmc, &u) == LQCD_ERR_ARGUMENT, "a twisted mass is refused");
		one_destroy(&s);
	}
}

static void check_one_weight(int n)
{
	const lqcd_hmc_chain chain = one_chain(3, 20251122);
	one_run s;
	one_create(&s, &chain, 1e-8);
	lqcd_gauge_field_copy(&u, &thermal);
	check_mean_weight(&s.hmc, n);
	tap_ok(s.quark.iterations > 0, "%d iterations", s.quark.iterations);
	one_destroy(&s);
}

static void check_one_flavour(void)
{
	check_rational(1e-3, 10, 1e-4);
	check_rational(0.4, 1e3, 1e-6);
	check_rational(1e-6, 1e6, 1e-9);
	check_rational(30, 1e8, 1e-12);
	check_rational(1e-9, 1.4e9, 1e-10);
	check_arguments();
	check_spectrum();
	if (FAST) check_term(0);
	check_term(1.2);
	check_one_back();
	if (FAST) check_one_restart();
	check_interval();
	if (FAST) check_one_weight(getenv("LQCD_TEST_LONG") ? 1000 : 6);
}

#endif
