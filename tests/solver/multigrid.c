/* tests/solver/multigrid.c: two-level multigrid: P^dagger P = 1, chiralities, the coarse operator against P^dagger D
 * P, its solver, the cycle's image, solves with residuals computed anew, the same bits in threads and lanes, and
 * every status. Checks of one tag are in multigrid.inc. All input is random and fresh. */
#include "multigrid_case.h"
#include "multigrid_coarse.h"

#include "../support/small_multigrid.h"

static const int extent[4] = {8, 4, 4, 4};

static lqcd_multigrid_params small_params(void)
{
	lqcd_multigrid_params p = small_multigrid(3 + random_below(3), 8);
	p.smoothing = 2 + random_below(3);
	p.restart = 8;
	p.seed = tap_random_u64();
	return p;
}

/* Operators take long to compile: this pair, of as many lanes as a back end has (1 with scalar). */
#define LQCD_TAG vf
#define DOUBLE   vd
#include "multigrid.inc"

/* In double without float (that in float is with tests/mpi, where its bits are those of lanes), and in 16 bits inside. */
static void check_others(void)
{
	const lqcd_multigrid_params p = small_params();
	const lqcd_solve_params sp = lqcd_solve_params_default();
	const lqcd_clover_params term = draw_term(1 + random_below(3));
	const double mass = uniform(0.1, 0.2);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_vd D;
	lqcd_wilson_vh low;
	lqcd_multigrid_vd mg;
	lqcd_multigrid_vh half;
	lqcd_spinor_field_vd x, y, b;
	lqcd_message why;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	smooth_links(&u, tap_random_u64(), 0.2);
	must(lqcd_wilson_create(&D, &u, mass, LQCD_ANTIPERIODIC));
	must(lqcd_wilson_create_as(&low, &u, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	must(lqcd_clover_add(&D, &u, &term, &why));
	must(lqcd_clover_add(&low, &u, &term, &why));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, tap_random_u64(), 0);
	must(lqcd_multigrid_create(&mg, &D, &p, &why));
	must(lqcd_multigrid_create(&half, &low, &p, &why));
	for (int k = 0; k < 2; k++) {
		lqcd_spinor_field_zero(&x);
		const lqcd_solve_result r = k ? lqcd_wilson_solve_multigrid(&x, &D, &half, &b, &sp)
					      : lqcd_multigrid_solve(&x, &mg, &b, &sp);
		lqcd_wilson_apply(&y, &D, &x, 0);
		lqcd_spinor_field_axpy(&y, -1, &b);
		const double residual = sqrt(lqcd_spinor_field_norm2(&y) / lqcd_spinor_field_norm2(&b));
		tap_ok(r.status == LQCD_OK && residual <= sp.tolerance && fabs(residual - r.residual) <= 1e-13,
		       "tag %s: solved in %d iterations to %.1e, anew %.1e: %s", k ? "vh" : "vd", r.iterations,
		       r.residual, residual, lqcd_status_text(r.status));
	}
	lqcd_multigrid_destroy(&mg);
	lqcd_multigrid_destroy(&half);
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&y);
	lqcd_spinor_field_destroy(&b);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

/* Statuses that do not depend on the tag. */
static void check_statuses(void)
{
	lqcd_multigrid_params p = small_params();
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_vf D;
	lqcd_multigrid_vf mg;
	lqcd_message why;
	expectation e = {0, 0, ""};
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	smooth_links(&u, tap_random_u64(), 0.2);
	must(lqcd_wilson_create(&D, &u, 0.1, LQCD_PERIODIC));
	const long live = hook.live;
	for (int k = 0; k < 10; k++) {
		lqcd_multigrid_params q = p;
		lqcd_status expected = LQCD_ERR_ARGUMENT;
		if (k == 0) q.vectors = 0;
		if (k == 1) q.vectors = LQCD_MULTIGRID_MOST + 1;
		if (k == 2) q.smoothing = 0;
		if (k == 3) q.smoothing = LQCD_MULTIGRID_SMOOTH + 1;
		if (k == 4) q.restart = LQCD_GCR_MOST + 1;
		if (k == 5) q.coarse_tolerance = tap_nan();
		if (k == 6) q.block[1] = -2;
		if (k == 7) q.rounds = -1;
		if (k == 8) q.block[0] = 3;
		if (k == 9) q.coarse_iterations = 0;
		if (k == 8) expected = LQCD_ERR_EXTENT;
		why.text[0] = 0;
		const lqcd_status s = lqcd_multigrid_create(&mg, &D, &q, &why);
		EXPECT(&e, s == expected && why.text[0] && hook.live == live, "wrong parameters %d: %s, \"%s\"", k,
		       lqcd_status_text(s), why.text);
	}
	/* Memory is missing at some of the allocations. */
	hook.calls = 0;
	must(lqcd_multigrid_create(&mg, &D, &p, &why));
	lqcd_multigrid_destroy(&mg);
	const long calls = hook.calls;
	for (int k = 0; k < 6; k++) {
		hook.calls = 0;
		hook.fail_at = 1 + (k < 5 ? random_below((int)calls) : 0);
		const lqcd_status s = lqcd_multigrid_create(&mg, &D, &p, &why);
		EXPECT(&e, s == LQCD_ERR_MEMORY && hook.live == live, "no memory at %ld of %ld: %s", hook.fail_at,
		       calls, lqcd_status_text(s));
		hook.fail_at = 0;
	}
	LQCD_4FIELD_AT(&u, 5, 1)->e[0][1].re = tap_nan();
	lqcd_wilson_destroy(&D);
	must(lqcd_wilson_create(&D, &u, 0.1, LQCD_PERIODIC));
	const lqcd_status s = lqcd_multigrid_create(&mg, &D, &p, &why);
	EXPECT(&e, s == LQCD_NAN && hook.live == live, "NaN in a link: %s", lqcd_status_text(s));
	expect_done(&e, "parameters, memory and NaN: a status, a message, nothing left");
	lqcd_wilson_destroy(&D);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void test_multigrid(void)
{
	set_threads(1);
	check_multigrid_vf(0);
	check_multigrid_vf(1 + random_below(3));
	check_others();
	check_statuses();
}
