/* tests/hmc/quark_case.h: shared by tests of quarks in hybrid Monte Carlo: links near equilibrium, numerical
 * derivatives, ways back, weights. */
#ifndef LQCD_TESTS_QUARK_CASE_H
#define LQCD_TESTS_QUARK_CASE_H

#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/observables/series.h>

#include "../support/support.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define BETA 5.0

/* Unoptimised or instrumented code is slow: fewer checks. */
#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__
enum { FAST = 1 };
#else
enum { FAST = 0 };
#endif

static lqcd_lattice lat;
static lqcd_gauge_field_vd thermal, u, f, w;

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

/* Rotates links and forces by g, which is link 0 of w afterwards. */
TAP_UNUSED static void rotate(lqcd_gauge_field_vd *links, lqcd_gauge_field_vd *force)
{
	lqcd_gauge_field_random(&w, tap_random_u64(), 0);
	LQCD_MASTER_FOR(links->type, ix)
		for (int mu = 0; mu < 4; mu++) {
			const lqcd_su3_vd *g = LQCD_4FIELD_AT(&w, ix, 0);
			lqcd_su3_vd next, p;
			lqcd_gauge_field_up_vd(&next, &w, ix, 0, mu);
			lqcd_su3_mul_dagger(&p, LQCD_4FIELD_AT(links, ix, mu), &next);
			lqcd_su3_mul(LQCD_4FIELD_AT(links, ix, mu), g, &p);
			lqcd_su3_mul_dagger(&p, LQCD_4FIELD_AT(force, ix, mu), g);
			lqcd_su3_mul(LQCD_4FIELD_AT(force, ix, mu), g, &p);
		}
}

/* dS/dh along u -> exp(h w) u, from four values of S, is 2 sum Re tr w^+ F. The term has been refreshed. */
static void check_slope(const lqcd_hmc_term_vd *term, const char *name, const char *kind)
{
	const double h = 1e-3;
	double difference[2];
	lqcd_momentum_random(&w, tap_random_u64(), 1);
	/* With h = -1 momenta of zero become the force. */
	memset((void *)f.ptr, 0, 4 * (size_t)f.type->gsize_gauge * sizeof *f.ptr);
	must(term->force(term->self, &f, &thermal, -1));
	lqcd_boundary_momenta(&f);
	/* A direction that is not at right angles to the force. */
	const double scale = sqrt(product(&w, &w) / product(&f, &f));
	LQCD_MASTER_FOR(w.type, ix)
		for (int mu = 0; mu < 4; mu++)
			lqcd_su3_axpy_vd(LQCD_4FIELD_AT(&w, ix, mu), lqcd_set1_vd(scale), LQCD_4FIELD_AT(&f, ix, mu));
	const double slope = 2 * product(&w, &f);
	for (int wide = 0; wide < 2; wide++) {
		double S[2];
		for (int sign = 0; sign < 2; sign++) {
			lqcd_gauge_field_copy(&u, &thermal);
			lqcd_momentum_move(&u, (sign ? -h : h) * (1 + wide), &w);
			must(term->action(term->self, &u, &S[sign]));
		}
		difference[wide] = (S[0] - S[1]) / (2 * h * (1 + wide));
	}
	const double numerical = (4 * difference[0] - difference[1]) / 3, d = fabs(numerical / slope - 1);
	tap_ok(d <= 1e-8, "%s%s: the force is the derivative of the action within %.1e", name, kind, d);
}

/* The sum over odd sites of log |det T|. */
TAP_UNUSED static double odd_logdet(double mass, const lqcd_clover_params *clover)
{
	lqcd_wilson_vd D;
	if (!(clover->csw > 0)) return 0;
	must(lqcd_wilson_create(&D, &thermal, mass, LQCD_ANTIPERIODIC));
	must(lqcd_clover_add(&D, &thermal, clover, NULL));
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&D);
	const double sum = lqcd_dirac_logdet(&d, LQCD_ODD);
	lqcd_wilson_destroy(&D);
	return sum;
}

/* Back along a trajectory from u = thermal. */
static void check_back(lqcd_hmc_vd *hmc, double length)
{
	must(lqcd_hmc_refresh(hmc, &u));
	must(lqcd_hmc_evolve(hmc, &u, length));
	const double far = sqrt(lqcd_links_distance2_vd(&u, &thermal));
	must(lqcd_hmc_evolve(hmc, &u, -length));
	const double back = sqrt(lqcd_links_distance2_vd(&u, &thermal));
	tap_ok(far > 0.5 * length && back <= 1e-12 * length, "there and back: links within %.1e", back);
}

/* <exp(-dH)> of n trajectories from u on is 1. */
TAP_UNUSED static void check_mean_weight(lqcd_hmc_vd *hmc, int n)
{
	double *weight = (double *)calloc((size_t)n, sizeof *weight), sum = 0;
	lqcd_series r;
	if (!weight) exit(99);
	for (int k = 0; k < n; k++) {
		must(lqcd_hmc_trajectory(hmc, &u));
		weight[k] = exp(-hmc->dH);
		sum += hmc->dH / n;
	}
	must(lqcd_series_analyse(&r, weight, (size_t)n, 1, 1.5, NULL));
	tap_ok(r.naive_error > 0 && fabs(r.mean - 1) <= 4 * r.naive_error,
	       "%d trajectories: <exp(-dH)> = %.4f(%.4f), <dH> = %.4f, %d accepted, plaquette %.4f", n, r.mean,
	       r.naive_error, sum, (int)hmc->chain.taken, lqcd_plaquette(&u).mean);
	free(weight);
}

/* The fields; thermal near equilibrium without quarks, from links of some size. */
static void case_create(void)
{
	static const int extent[4] = {4, 4, 4, 4};
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 20250103);
	lqcd_hmc_vd hmc;
#ifdef _OPENMP
	omp_set_num_threads(1);
#endif
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&thermal, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&w, &lat, LQCD_FULL));
	chain.always = 1;
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	lqcd_gauge_field_unit(&thermal);
	lqcd_momentum_random(&w, 20250103, 0);
	lqcd_momentum_move(&thermal, 0.5, &w);
	for (int k = 0; k < 6; k++) must(lqcd_hmc_trajectory(&hmc, &thermal));
	lqcd_hmc_destroy(&hmc);
}

static void case_destroy(void)
{
	lqcd_gauge_field_destroy(&thermal);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&f);
	lqcd_gauge_field_destroy(&w);
	lqcd_lattice_destroy(&lat);
}

#endif
