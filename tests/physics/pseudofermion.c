/* tests/physics/pseudofermion.c: two flavours of Wilson quarks in hybrid Monte Carlo: forces, numerical derivatives,
 * determinants, conservation, reversibility. Statistical checks have fixed seeds.
 * With LQCD_TEST_LONG in the environment there are 1000 trajectories. */
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/observables/series.h>

#include "../support.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define BETA  5.0
#define MASS  0.1
#define HEAVY 0.5
#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__
enum { TRAJECTORIES = 16 };
#else
enum { TRAJECTORIES = 4 };
#endif

static lqcd_lattice lat;
static lqcd_gauge_field_vd thermal, u, f, w;

/* What the sites have: nothing, a clover term, one without trace and twisted, a twisted mass. */
static const struct {
	const char *name;
	double csw, mu;
	int traceless;
} terms[] = {{"", 0, 0, 0},
	     {", clover", 1.7, 0, 0},
	     {", traceless and twisted clover", 1.3, 0.2, 1},
	     {", twisted", 0, 0.3, 0}};

static void make(lqcd_pseudofermion_vd *pf, int ratio, int term)
{
	if (ratio)
		must(lqcd_pseudofermion_create_ratio(pf, &lat, MASS, HEAVY, LQCD_ANTIPERIODIC));
	else
		must(lqcd_pseudofermion_create(pf, &lat, MASS, LQCD_ANTIPERIODIC));
	pf->clover.csw = terms[term].csw;
	pf->clover.mu = terms[term].mu;
	pf->clover.traceless = terms[term].traceless;
}

/* sum over links of Re tr a b^+ */
static double product(const lqcd_gauge_field_vd *a, const lqcd_gauge_field_vd *b)
{
	double sum = 0;
	LQCD_MASTER_FOR_SUM(a->type, ix, sum)
		for (int mu = 0; mu < 4; mu++)
			sum += (double)lqcd_sum_vd(
				lqcd_su3_retrace_mul_dagger_vd(LQCD_4FIELD_AT(a, ix, mu), LQCD_4FIELD_AT(b, ix, mu)));
	return sum;
}

/* dS/dh along u -> exp(h w) u, from four values of S, is 2 sum Re tr w^+ F. */
static void check_derivative(int ratio, int with)
{
	const double h = 1e-3;
	double difference[2];
	lqcd_pseudofermion_vd pf;
	make(&pf, ratio, with);
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	pf.action.tolerance = pf.force.tolerance = 1e-13;
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	lqcd_momentum_random(&w, tap_random_u64(), 1);
	/* With h = -1 momenta of zero become the force. */
	memset((void *)f.ptr, 0, 4 * (size_t)f.type->gsize_gauge * sizeof *f.ptr);
	must(term.force(&pf, &f, &thermal, -1));
	/* Not at right angles to the force. */
	const double scale = sqrt(product(&w, &w) / product(&f, &f));
	LQCD_MASTER_FOR(w.type, ix)
		for (int mu = 0; mu < 4; mu++)
			lqcd_su3_axpy_vd(LQCD_4FIELD_AT(&w, ix, mu), lqcd_set1_vd(scale), LQCD_4FIELD_AT(&f, ix, mu));
	const double slope = 2 * product(&w, &f);
	for (int wide = 0; wide < 2; wide++) {
		double S[2];
		for (int sign = 0; sign < 2; sign++) {
			lqcd_links_copy(&u, &thermal);
			lqcd_momentum_move(&u, (sign ? -h : h) * (1 + wide), &w);
			must(term.action(&pf, &u, &S[sign]));
		}
		difference[wide] = (S[0] - S[1]) / (2 * h * (1 + wide));
	}
	const double numerical = (4 * difference[0] - difference[1]) / 3, d = fabs(numerical / slope - 1);
	tap_ok(d <= 1e-8, "%s%s: the force is the derivative of the action within %.1e", ratio ? "ratio" : "quark",
	       terms[with].name, d);
	lqcd_pseudofermion_destroy(&pf);
}

/* With u and phi rotated by g the force is g F g^+, and the action is what it was. */
static void check_covariance(int ratio)
{
	lqcd_pseudofermion_vd pf;
	double S[2];
	make(&pf, ratio, 1);
	pf.force.tolerance = 1e-12;
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	lqcd_links_copy(&u, &thermal);
	memset((void *)f.ptr, 0, 4 * (size_t)f.type->gsize_gauge * sizeof *f.ptr);
	must(term.force(&pf, &f, &u, -1));
	must(term.action(&pf, &u, &S[0]));
	/* g is link 0 of w. */
	lqcd_gauge_field_random(&w, tap_random_u64(), 0);
	LQCD_MASTER_FOR(u.type, ix)
		for (int mu = 0; mu < 4; mu++) {
			const lqcd_su3_vd *g = LQCD_4FIELD_AT(&w, ix, 0);
			lqcd_su3_vd next, p;
			lqcd_gauge_field_up_vd(&next, &w, ix, 0, mu);
			lqcd_su3_mul_dagger(&p, LQCD_4FIELD_AT(&u, ix, mu), &next);
			lqcd_su3_mul(LQCD_4FIELD_AT(&u, ix, mu), g, &p);
			lqcd_su3_mul_dagger(&p, LQCD_4FIELD_AT(&f, ix, mu), g);
			lqcd_su3_mul(LQCD_4FIELD_AT(&f, ix, mu), g, &p);
		}
	LQCD_MASTER_FOR(pf.phi.type, ix) {
		const lqcd_spinor_vd from = *LQCD_FIELD_AT(&pf.phi, ix);
		for (int s = 0; s < 4; s++)
			lqcd_su3_mulvec(&LQCD_FIELD_AT(&pf.phi, ix)->c[s], LQCD_4FIELD_AT(&w, ix, 0), &from.c[s], 0);
	}
	const double size = sqrt(product(&f, &f));
	must(term.force(&pf, &f, &u, 1));
	must(term.action(&pf, &u, &S[1]));
	const double d = sqrt(product(&f, &f)) / size, e = fabs(S[1] / S[0] - 1);
	tap_ok(size > 1 && d <= 1e-9 && e <= 1e-11,
	       "%s, clover: a rotated force within %.1e of its norm %.1f, action %.1e", ratio ? "ratio" : "quark", d,
	       size, e);
	lqcd_pseudofermion_destroy(&pf);
}

/* What the odd sites add to S. */
static double logdet(const lqcd_pseudofermion_vd *pf, double mass)
{
	lqcd_wilson_vd D;
	if (!(pf->clover.csw > 0)) return 0;
	must(lqcd_wilson_create(&D, &thermal, mass, LQCD_ANTIPERIODIC));
	must(lqcd_clover_add(&D, &thermal, &pf->clover, NULL));
	const double sum = -2 * lqcd_clover_logdet(&D, LQCD_ODD);
	lqcd_wilson_destroy(&D);
	return sum;
}

/* S_F of fresh fields is |eta|^2, whose mean is 4 NC for each even site. */
static void check_refresh(int ratio, int with)
{
	lqcd_pseudofermion_vd pf;
	double S = 0;
	make(&pf, ratio, with);
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	const uint64_t seed = tap_random_u64();
	must(term.refresh(&pf, &thermal, seed, 3));
	must(term.action(&pf, &thermal, &S));
	S -= logdet(&pf, MASS) - (ratio ? logdet(&pf, HEAVY) : 0);
	lqcd_spinor_field_vd eta = lqcd_spinor_field_part(&pf.y, LQCD_EVEN);
	lqcd_spinor_field_gaussian(&eta, seed, 3);
	const double want = lqcd_spinor_field_norm2(&eta), mean = 4 * LQCD_NC * 128;
	tap_ok(fabs(S / want - 1) <= 1e-10 && fabs(S / mean - 1) <= 6 / sqrt(mean),
	       "%s%s: S_F = %.8f when drawn, |eta|^2 = %.8f", ratio ? "ratio" : "quark", terms[with].name, S, want);
	lqcd_pseudofermion_destroy(&pf);
}

/* The ratio of equal masses is 1: no action but |phi|^2, no force. */
static void check_equal(double csw)
{
	lqcd_pseudofermion_vd pf;
	must(lqcd_pseudofermion_create_ratio(&pf, &lat, MASS, MASS, LQCD_PERIODIC));
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	pf.clover.csw = csw;
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	lqcd_momentum_random(&f, 1, 0);
	lqcd_links_copy(&w, &f);
	must(term.force(&pf, &f, &thermal, 1));
	const double d = sqrt(lqcd_links_distance2_vd(&f, &w));
	tap_ok(d <= 1e-8, "equal masses, csw %g: a force of %.1e", csw, d);
	pf.clover.schur = LQCD_SCHUR_SYMMETRIC;
	const lqcd_status form = term.force(&pf, &f, &thermal, 1);
	pf.clover.schur = LQCD_SCHUR_ASYMMETRIC;
	pf.heavier = -5;
	tap_ok(term.force(&pf, &f, &thermal, 1) == LQCD_ERR_ARGUMENT && form == LQCD_ERR_ARGUMENT,
	       "a mass below -4 and the symmetric form are refused");
	lqcd_pseudofermion_destroy(&pf);
}

/* A quark split in two on two levels, with a clover term or without. */
typedef struct {
	lqcd_pseudofermion_vd heavy, light;
	lqcd_hmc_vd hmc;
} split;

static void split_create(split *s, int steps, double tolerance, int term)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 20250104);
	chain.levels = 2;
	chain.level[0].steps = 1;
	chain.level[1].steps = steps;
	must(lqcd_pseudofermion_create(&s->heavy, &lat, HEAVY, LQCD_ANTIPERIODIC));
	make(&s->light, 1, term);
	s->heavy.clover = s->light.clover;
	s->heavy.force.tolerance = s->light.force.tolerance = tolerance;
	must(lqcd_hmc_create(&s->hmc, &lat, &chain));
	const lqcd_hmc_term_vd h = lqcd_pseudofermion_term(&s->heavy), l = lqcd_pseudofermion_term(&s->light);
	must(lqcd_hmc_add(&s->hmc, &h, 0));
	must(lqcd_hmc_add(&s->hmc, &l, 1));
	lqcd_links_copy(&u, &thermal);
}

static void split_destroy(split *s)
{
	lqcd_hmc_destroy(&s->hmc);
	lqcd_pseudofermion_destroy(&s->heavy);
	lqcd_pseudofermion_destroy(&s->light);
}

static void check_motion(void)
{
	double dH[2];
	split s;
	for (int k = 0; k < 2; k++) {
		split_create(&s, 10 << k, 1e-12, 1);
		must(lqcd_hmc_trajectory(&s.hmc, &u));
		dH[k] = s.hmc.dH;
		split_destroy(&s);
	}
	tap_ok(dH[0] / dH[1] > 3.4 && dH[0] / dH[1] < 4.6, "dH %.2e and %.2e of 10 and 20 steps, ratio %.2f", dH[0],
	       dH[1], dH[0] / dH[1]);
	split_create(&s, 6, 1e-13, 1);
	must(lqcd_hmc_refresh(&s.hmc, &u));
	must(lqcd_hmc_evolve(&s.hmc, &u, 1));
	const double far = sqrt(lqcd_links_distance2_vd(&u, &thermal));
	must(lqcd_hmc_evolve(&s.hmc, &u, -1));
	const double back = sqrt(lqcd_links_distance2_vd(&u, &thermal));
	tap_ok(far > 0.5 && back <= 1e-12, "there and back: links within %.1e", back);
	split_destroy(&s);
}

static void check_weight(int n)
{
	double *weight = (double *)calloc((size_t)n, sizeof *weight), sum = 0;
	lqcd_series r;
	split s;
	if (!weight) exit(99);
	split_create(&s, 4, 1e-9, 0);
	for (int k = 0; k < n; k++) {
		must(lqcd_hmc_trajectory(&s.hmc, &u));
		weight[k] = exp(-s.hmc.dH);
		sum += s.hmc.dH / n;
	}
	must(lqcd_series_analyse(&r, weight, (size_t)n, 1, 1.5, NULL));
	tap_ok(r.naive_error > 0 && fabs(r.mean - 1) <= 4 * r.naive_error,
	       "%d trajectories: <exp(-dH)> = %.4f(%.4f), <dH> = %.4f, %d accepted, %d + %d iterations, plaquette %.4f",
	       n, r.mean, r.naive_error, sum, (int)s.hmc.chain.taken, s.heavy.iterations, s.light.iterations,
	       lqcd_plaquette(&u).mean);
	split_destroy(&s);
	free(weight);
}

/* Near equilibrium without quarks, from links of some size. */
static void thermalise(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 20250103);
	lqcd_hmc_vd hmc;
	chain.always = 1;
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	lqcd_gauge_field_unit(&thermal);
	lqcd_momentum_random(&w, 20250103, 0);
	lqcd_momentum_move(&thermal, 0.5, &w);
	for (int k = 0; k < 6; k++) must(lqcd_hmc_trajectory(&hmc, &thermal));
	lqcd_hmc_destroy(&hmc);
}

int main(void)
{
	static const int extent[4] = {4, 4, 4, 4};
#ifdef _OPENMP
	omp_set_num_threads(1);
#endif
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&thermal, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, &lat, LQCD_FULL));
	thermalise();
	for (int ratio = 0; ratio < 2; ratio++) {
		check_refresh(ratio, 0);
		check_refresh(ratio, 1 + ratio);
		for (int term = 0; term < 4; term++) check_derivative(ratio, term);
		check_covariance(ratio);
	}
	check_equal(0);
	check_equal(1.7);
	check_motion();
	check_weight(getenv("LQCD_TEST_LONG") ? 1000 : TRAJECTORIES);
	lqcd_gauge_field_destroy(&thermal);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&f);
	lqcd_gauge_field_destroy(&w);
	lqcd_lattice_destroy(&lat);
	return tap_done();
}
