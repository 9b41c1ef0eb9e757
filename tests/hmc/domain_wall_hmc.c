/* tests/hmc/domain_wall_hmc.c: domain wall quarks in hybrid Monte Carlo: heat bath, forces against numerical
 * derivatives and on rotated links, conservation, reversibility, weights; the same for all tags and numbers of threads.
 * Statistical checks have fixed seeds. With LQCD_TEST_LONG in the environment there are 400 trajectories. */
#include <lqcd/hmc/pseudofermion.h>

#include "quark_case.h"

enum { WALL_TRAJECTORIES = 4 };

/* Shamir; Moebius with M; with M C^-1; a Hasenbusch mass; no fifth dimension. */
static const struct {
	const char *name;
	lqcd_domain_wall_params params;
	double heavier;
} walls[] = {{"Shamir", {4, 1.5, 0.15, 1, 0}, 1},
	     {"Moebius", {3, 1.6, 0.1, 1.5, 0.5}, 1},
	     {"Moebius, M C^-1", {6, 1.4, 0.2, 1, 0.9}, 1},
	     {"Moebius, heavier", {5, 1.5, 0.1, 1.3, 0.3}, 0.4},
	     {"one site", {1, 1.2, 0.4, 1, -0.2}, 2}};
enum { WALLS = sizeof walls / sizeof *walls };

static void wall_make(lqcd_multi_pseudofermion_vd *pf, int k)
{
	must(lqcd_pseudofermion_create_domain_wall(pf, &lat, &walls[k].params, walls[k].heavier, LQCD_ANTIPERIODIC));
	pf->force.tolerance = 1e-12;
}

static void check_wall_derivative(int k)
{
	lqcd_multi_pseudofermion_vd pf;
	wall_make(&pf, k);
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	pf.action.tolerance = pf.force.tolerance = 1e-13;
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	check_slope(&term, walls[k].name, "");
	lqcd_pseudofermion_destroy(&pf);
}

/* S_F of fresh fields is |eta|^2: 4 NC ls for each even site on average. Each s has its own numbers. */
static void check_wall_refresh(int k)
{
	lqcd_multi_pseudofermion_vd pf;
	lqcd_spinor_field_vd eta, first;
	double S = 0, apart = -1;
	wall_make(&pf, k);
	const int ls = walls[k].params.ls;
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	must(lqcd_spinor_field_create(&eta, &lat, LQCD_EVEN));
	must(lqcd_spinor_field_create(&first, &lat, LQCD_EVEN));
	must(term.refresh(&pf, &thermal, 77, 3));
	const lqcd_multi_spinor_field_vd drawn = lqcd_multi_spinor_field_part(&pf.x, LQCD_EVEN);
	double want = 0;
	for (int s = 0; s < ls; s++) {
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&eta), &drawn, s));
		want += lqcd_spinor_field_norm2(&eta);
		if (s) {
			lqcd_spinor_field_axpy(&eta, -1, &first);
			apart = lqcd_spinor_field_norm2(&eta);
			if (apart < 1) break;
		} else {
			lqcd_spinor_field_copy(&first, &eta);
			lqcd_spinor_field_gaussian(&eta, 77, 3);
			lqcd_spinor_field_axpy(&eta, -1, &first);
			if (lqcd_spinor_field_norm2(&eta) > 0) want = -1;
		}
	}
	must(term.action(&pf, &thermal, &S));
	const double mean = 4.0 * LQCD_NC * 128 * ls;
	tap_ok(fabs(S / want - 1) <= 1e-10 && fabs(S / mean - 1) <= 6 / sqrt(mean) && (ls == 1 || apart > 1),
	       "%s: S_F = %.8f when drawn, |eta|^2 = %.8f", walls[k].name, S, want);
	lqcd_spinor_field_destroy(&eta);
	lqcd_spinor_field_destroy(&first);
	lqcd_pseudofermion_destroy(&pf);
}

/* With u and phi rotated by g the force is g F g^+, and the action is what it was. */
static void check_wall_covariance(int k)
{
	lqcd_multi_pseudofermion_vd pf;
	double S[2];
	wall_make(&pf, k);
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	lqcd_gauge_field_copy(&u, &thermal);
	memset((void *)f.ptr, 0, 4 * (size_t)f.type->gsize_gauge * sizeof *f.ptr);
	must(term.force(&pf, &f, &u, -1));
	must(term.action(&pf, &u, &S[0]));
	rotate(&u, &f);
	LQCD_MASTER_FOR(pf.phi.type, ix)
		for (int s = 0; s < pf.phi.rhs; s++) {
			lqcd_spinor_vd *to = pf.phi.ptr + (ix - pf.phi.type->master_shift) * pf.phi.per_index + s;
			const lqcd_spinor_vd from = *to;
			for (int c = 0; c < 4; c++)
				lqcd_su3_mulvec(&to->c[c], LQCD_4FIELD_AT(&w, ix, 0), &from.c[c], 0);
		}
	const double size = sqrt(product(&f, &f));
	must(term.force(&pf, &f, &u, 1));
	must(term.action(&pf, &u, &S[1]));
	const double d = sqrt(product(&f, &f)) / size, e = fabs(S[1] / S[0] - 1);
	tap_ok(size > 1 && d <= 1e-9 && e <= 1e-11, "%s: a rotated force within %.1e of its norm %.1f, action %.1e",
	       walls[k].name, d, size, e);
	lqcd_pseudofermion_destroy(&pf);
}

/* The ratio of equal masses is 1: no action but |phi|^2, no force. */
static void check_wall_equal(int k)
{
	lqcd_multi_pseudofermion_vd pf;
	const double mass = walls[k].params.mass;
	double S = 0, want = 0, n2[LQCD_MAX_RHS];
	must(lqcd_pseudofermion_create_domain_wall(&pf, &lat, &walls[k].params, mass, LQCD_PERIODIC));
	pf.force.tolerance = 1e-12;
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&pf);
	must(term.refresh(&pf, &thermal, tap_random_u64(), 0));
	must(term.action(&pf, &thermal, &S));
	lqcd_multi_spinor_field_norm2(&pf.phi, n2);
	for (int s = 0; s < pf.phi.rhs; s++) want += n2[s];
	lqcd_momentum_random(&f, 1, 0);
	lqcd_gauge_field_copy(&w, &f);
	must(term.force(&pf, &f, &thermal, 1));
	const double d = sqrt(lqcd_links_distance2_vd(&f, &w));
	tap_ok(d <= 1e-8 && fabs(S / want - 1) <= 1e-10, "%s, equal masses: a force of %.1e, S_F / |phi|^2 - 1 = %.1e",
	       walls[k].name, d, S / want - 1);
	lqcd_pseudofermion_destroy(&pf);
}

/* The caller's operators: the same bits; without a heavier mass S_F = |M^-1 phi|^2 with its own force; refusals. */
static void check_own(int k)
{
	lqcd_domain_wall_params p = walls[k].params;
	lqcd_multi_pseudofermion_vd pf, own, one;
	lqcd_domain_wall_vd D, E;
	double S[2] = {0, 1};
	wall_make(&pf, k);
	lqcd_gauge_field_unit(&u);
	must(lqcd_domain_wall_create(&D, &u, &p, LQCD_ANTIPERIODIC));
	p.mass = walls[k].heavier;
	must(lqcd_domain_wall_create(&E, &u, &p, LQCD_ANTIPERIODIC));
	const lqcd_multi_dirac_vd d = lqcd_domain_wall_dirac_force(&D), e = lqcd_domain_wall_dirac_force(&E);
	must(lqcd_pseudofermion_create_for(&own, &d, &e));
	own.force.tolerance = 1e-12;
	const lqcd_hmc_term_vd t[2] = {lqcd_pseudofermion_term(&pf), lqcd_pseudofermion_term(&own)};
	for (int n = 0; n < 2; n++) {
		lqcd_gauge_field_vd *to = n ? &w : &f;
		memset((void *)to->ptr, 0, 4 * (size_t)to->type->gsize_gauge * sizeof *to->ptr);
		must(t[n].refresh(t[n].self, &thermal, 5, 0));
		must(t[n].action(t[n].self, &thermal, &S[n]));
		must(t[n].force(t[n].self, to, &thermal, 1));
	}
	tap_ok(fabs(S[0] - S[1]) <= 0 && lqcd_links_distance2_vd(&f, &w) <= 0 && product(&f, &f) > 0,
	       "%s: operators of the caller have the same bits", walls[k].name);
	must(lqcd_pseudofermion_create_for(&one, &d, NULL));
	one.action.tolerance = one.force.tolerance = 1e-13;
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&one);
	must(term.refresh(&one, &thermal, tap_random_u64(), 0));
	check_slope(&term, walls[k].name, ", no heavier mass");
	lqcd_pseudofermion_destroy(&one);
	lqcd_pseudofermion_destroy(&own);
	lqcd_pseudofermion_destroy(&pf);
	const lqcd_multi_dirac_vd plain = lqcd_domain_wall_dirac(&D);
	lqcd_multi_dirac_vd few = d;
	few.rhs++;
	tap_ok(lqcd_pseudofermion_create_for(&one, &plain, NULL) == LQCD_ERR_ARGUMENT &&
		       lqcd_pseudofermion_create_for(&one, &d, &few) == LQCD_ERR_GEOMETRY && !one.x.ptr,
	       "%s: an operator without force, and one of other right-hand sides are refused", walls[k].name);
	lqcd_domain_wall_destroy(&D);
	lqcd_domain_wall_destroy(&E);
}

/* Lanes over the fifth dimension have no force. */
static void check_lanes(void)
{
	lqcd_domain_wall_vd D;
	must(lqcd_domain_wall_create_over(&D, &thermal, &walls[0].params, 1, LQCD_OVER_RHS));
	const lqcd_multi_dirac_vd d = lqcd_domain_wall_dirac_force(&D);
	tap_ok(d.hop && (LQCD_LANES_vd == 1) == (d.force != NULL), "lanes over the fifth dimension: no force");
	lqcd_domain_wall_destroy(&D);
}

/* A quark in two steps, on two levels. */
typedef struct {
	lqcd_multi_pseudofermion_vd heavy, light;
	lqcd_hmc_vd hmc;
} wall_split;

static void wall_split_create(wall_split *s, int steps, double tolerance, int k)
{
	lqcd_domain_wall_params p = walls[k].params;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(BETA, 0, 20261123);
	chain.levels = 2;
	chain.level[0].steps = 1;
	chain.level[1].steps = steps;
	must(lqcd_pseudofermion_create_domain_wall(&s->light, &lat, &p, 0.4, LQCD_ANTIPERIODIC));
	p.mass = 0.4;
	must(lqcd_pseudofermion_create_domain_wall(&s->heavy, &lat, &p, 1, LQCD_ANTIPERIODIC));
	s->heavy.force.tolerance = s->light.force.tolerance = tolerance;
	must(lqcd_hmc_create(&s->hmc, &lat, &chain));
	const lqcd_hmc_term_vd h = lqcd_pseudofermion_term(&s->heavy), l = lqcd_pseudofermion_term(&s->light);
	must(lqcd_hmc_add(&s->hmc, &h, 0));
	must(lqcd_hmc_add(&s->hmc, &l, 1));
	lqcd_gauge_field_copy(&u, &thermal);
}

static void wall_split_destroy(wall_split *s)
{
	lqcd_hmc_destroy(&s->hmc);
	lqcd_pseudofermion_destroy(&s->heavy);
	lqcd_pseudofermion_destroy(&s->light);
}

static void check_wall_motion(int k)
{
	double dH[2];
	wall_split s;
	for (int n = 0; n < 2; n++) {
		wall_split_create(&s, 6 << n, 1e-10, k);
		must(lqcd_hmc_trajectory(&s.hmc, &u));
		dH[n] = s.hmc.dH;
		wall_split_destroy(&s);
	}
	tap_ok(dH[0] / dH[1] > 3.2 && dH[0] / dH[1] < 4.8, "%s: dH %.2e and %.2e of 6 and 12 steps, ratio %.2f",
	       walls[k].name, dH[0], dH[1], dH[0] / dH[1]);
}

static void check_wall_reversible(int k)
{
	wall_split s;
	wall_split_create(&s, 2, 1e-13, k);
	check_back(&s.hmc, 0.5);
	wall_split_destroy(&s);
}

static void check_wall_weight(int k, int n)
{
	wall_split s;
	wall_split_create(&s, 4, 1e-9, k);
	check_mean_weight(&s.hmc, n);
	tap_ok(s.light.iterations > 0 && s.heavy.iterations > 0, "%s: %d + %d iterations", walls[k].name,
	       s.heavy.iterations, s.light.iterations);
	wall_split_destroy(&s);
}

static double action_d[WALLS], force_d[WALLS]; /* of the tag d */

#define TEST_TEMPLATE "../hmc/domain_wall_hmc.inc"
#include "../support/each_tag.inc"

static void test_domain_wall_hmc(void)
{
	case_create();
	for (int k = 0; k < WALLS; k++) {
		check_wall_refresh(k);
		if (FAST || k == 2) check_wall_derivative(k);
		if (FAST || k == 1) check_wall_covariance(k);
	}
	check_wall_equal(1);
	check_wall_equal(2);
	check_own(1);
	check_own(2);
	check_lanes();
	check_tag_d();
	check_tag_vd();
	check_tag_f();
	check_tag_vf();
	if (FAST) check_wall_motion(1);
	if (FAST) check_wall_reversible(2);
	check_wall_weight(1, getenv("LQCD_TEST_LONG") ? 400 : WALL_TRAJECTORIES);
	case_destroy();
}
