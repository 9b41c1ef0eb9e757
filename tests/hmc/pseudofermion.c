/* tests/hmc/pseudofermion.c: two flavours of Wilson-clover quarks in hybrid Monte Carlo, and one (rhmc_checks.h):
 * forces, numerical derivatives, determinants, conservation, reversibility. Statistical checks have fixed seeds.
 * With LQCD_TEST_LONG in the environment there are 1000 trajectories. */
#include <lqcd/hmc/multigrid.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/rhmc.h>

#include "quark_case.h"
#include "rhmc_checks.h"

#define MASS  0.1
#define HEAVY 0.5
enum { TRAJECTORIES = FAST ? 12 : 4 };

/* The terms of sites: none, a clover term, one without trace and twisted, a twisted mass. */
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

static void check_derivative(int ratio, int with)
{
	lqcd_pseudofermion_vd pf;
	make(&pf, ratio, with);
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	pf.action.tolerance = pf.force.tolerance = 1e-13;
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	check_slope(&term, ratio ? "ratio" : "quark", terms[with].name);
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
	lqcd_gauge_field_copy(&u, &thermal);
	memset((void *)f.ptr, 0, 4 * (size_t)f.type->gsize_gauge * sizeof *f.ptr);
	must(term.force(&pf, &f, &u, -1));
	must(term.action(&pf, &u, &S[0]));
	rotate(&u, &f);
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
	S += 2 * (odd_logdet(MASS, &pf.clover) - (ratio ? odd_logdet(HEAVY, &pf.clover) : 0));
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
	lqcd_gauge_field_copy(&w, &f);
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
	lqcd_gauge_field_copy(&u, &thermal);
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
		split_create(&s, 5 << k, 1e-12, 1);
		must(lqcd_hmc_trajectory(&s.hmc, &u));
		dH[k] = s.hmc.dH;
		split_destroy(&s);
	}
	tap_ok(dH[0] / dH[1] > 3.4 && dH[0] / dH[1] < 4.6, "dH %.2e and %.2e of 5 and 10 steps, ratio %.2f", dH[0],
	       dH[1], dH[0] / dH[1]);
	split_create(&s, 6, 1e-13, 1);
	check_back(&s.hmc, 1);
	split_destroy(&s);
}

/* Multigrid in place of CG: the same force, also with a twisted mass, fewer iterations, updates on the way, and the way back. */
static void check_multigrid(int with)
{
	const double mass = -0.4;
	lqcd_multigrid_params p = lqcd_multigrid_params_default();
	lqcd_wilson_vf low;
	lqcd_multigrid_vf mg;
	lqcd_message why = {""};
	lqcd_gauge_field_vd g;
	split s;
	for (int mu = 0; mu < 4; mu++) p.block[mu] = 2;
	p.vectors = 8;
	p.initial = 20;
	p.rounds = 1;
	p.rate = 0;
	must(lqcd_wilson_create(&low, &thermal, mass, LQCD_ANTIPERIODIC));
	split_create(&s, 4, 1e-13, with);
	s.light.mass = mass;
	must(lqcd_clover_add(&low, &thermal, &s.light.clover, &why));
	must(lqcd_multigrid_create(&mg, &low, &p, &why));
	lqcd_quark_multigrid_vf q = lqcd_quark_multigrid_make(&low, &mg, 0);
	must(lqcd_gauge_field_create(&g, &lat, LQCD_FULL));
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&s.light);
	must(term.refresh(&s.light, &u, 3, 0));
	memset((void *)f.ptr, 0, 4 * (size_t)f.type->gsize_gauge * sizeof *f.ptr);
	lqcd_gauge_field_copy(&g, &f);
	s.light.iterations = 0;
	must(term.force(&s.light, &f, &u, -1));
	const int cg = s.light.iterations;
	s.light.solver = lqcd_quark_multigrid_solver(&q);
	s.light.iterations = 0;
	must(term.force(&s.light, &g, &u, -1));
	const double far = sqrt(lqcd_links_distance2_vd(&f, &g) / product(&f, &f));
	tap_ok(far <= 1e-10 && q.solves == 2 && q.updates == 1 && s.light.iterations == q.iterations && q.iterations < cg / 3,
	       "multigrid%s: the force of CG within %.1e, %d iterations, CG %d", terms[with].name, far, q.iterations, cg);
	q.growth = 0; /* an update for all links */
	if (FAST) check_back(&s.hmc, 1);
	if (FAST) tap_ok(q.updates >= 4 && q.updates <= q.solves / 2, "%d solves, %d updates", q.solves, q.updates);
	mg.dirac.self = NULL;
	tap_ok(term.force(&s.light, &g, &u, -1) == LQCD_ERR_ARGUMENT, "multigrid of another operator is refused");
	lqcd_gauge_field_destroy(&g);
	split_destroy(&s);
	lqcd_multigrid_destroy(&mg);
	lqcd_wilson_destroy(&low);
}

static void check_weight(int n)
{
	split s;
	split_create(&s, 4, 1e-9, 0);
	check_mean_weight(&s.hmc, n);
	tap_ok(s.light.iterations > 0 && s.heavy.iterations > s.light.iterations, "%d + %d iterations",
	       s.heavy.iterations, s.light.iterations);
	split_destroy(&s);
}

static void test_pseudofermion(void)
{
	case_create();
	check_multigrid(0);
	check_multigrid(2);
	for (int ratio = 0; ratio < 2; ratio++) {
		check_refresh(ratio, 0);
		check_refresh(ratio, 1 + ratio);
		for (int term = 0; term < 4; term++)
			if (FAST || term == 1 + ratio) check_derivative(ratio, term);
		check_covariance(ratio);
	}
	if (FAST) check_equal(0);
	check_equal(1.7);
	if (FAST) check_motion();
	check_weight(getenv("LQCD_TEST_LONG") ? 1000 : TRAJECTORIES);
	check_one_flavour();
	case_destroy();
}
