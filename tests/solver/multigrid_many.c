/* tests/solver/multigrid_many.c: multigrid for many right-hand sides at once: each solution, status, number of iterations and
 * residual has the bits of the solve alone, with two and three levels, for Wilson, clover and twisted-mass quarks, in threads, for
 * right-hand sides that end at different times, with status or with memory that is missing. Checks of one tag are in
 * multigrid_many.inc, and, where the solution has the tag of the multigrid, in multigrid_alike.inc. All input is random and fresh. */
#include "multigrid_case.h"

#include <lqcd/observables/propagator.h>
#include <lqcd/solver/inverter_multigrid.h>

#include "../support/small_multigrid.h"

static const int many_extent[4] = {8, 8, 4, 4};

static lqcd_multigrid_params many_params(int levels)
{
	lqcd_multigrid_params p = small_multigrid(3 + random_below(3), 8);
	p.smoothing = 2 + random_below(3);
	p.restart = 4 + random_below(4);
	p.seed = tap_random_u64();
	p.levels = levels;
	p.level[0].vectors = 2 + random_below(3);
	p.level[0].initial = 6;
	p.level[0].rounds = 1;
	return p;
}

/* Reports of progress. */
typedef struct {
	int calls, wrong, last;
	double residual;
} many_reports;

static void report_many(void *user, int iteration, double residual)
{
	many_reports *r = (many_reports *)user;
	r->calls++;
	if (iteration != r->last + 1 || !(residual > 0)) r->wrong++;
	r->last = iteration;
	r->residual = residual;
}

enum { MANY_MOST = 20, MANY_ZERO = 1, MANY_NEAR = 2, MANY_NAN = 3 };

#define LQCD_TAG vf
#define DOUBLE   vd
#include "multigrid_many.inc"
#define LQCD_TAG vh
#define DOUBLE   vd
#include "multigrid_many.inc"

enum { ALIKE_MOST = 6, ALIKE_ZERO = 1, ALIKE_NAN = 3 };

#define LQCD_TEMPLATE "../../tests/solver/multigrid_alike.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../../lqcd/base/each_tag.inc"

/* Wrong arguments, and memory that is missing at some of the allocations. */
static void check_errors(void)
{
	lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_solve_result r[MANY_MOST];
	many_case_vf c;
	lqcd_multigrid_vf none;
	expectation e = {0, 0, ""};
	many_create_vf(&c, 0, 2, 4);
	memset(&none, 0, sizeof none);
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 0, &sp, r) == LQCD_ERR_ARGUMENT, "none");
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, LQCD_MAX_RHS + 1, &sp, r) == LQCD_ERR_ARGUMENT, "too many");
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, &sp, NULL) == LQCD_ERR_ARGUMENT, "no results");
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, NULL, r) == LQCD_ERR_ARGUMENT, "no parameters");
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &none, c.b, 4, &sp, r) == LQCD_ERR_ARGUMENT, "no set-up");
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.b, &c.d, &c.mg, c.b, 4, &sp, r) == LQCD_ERR_ARGUMENT && r[3].status == LQCD_ERR_ARGUMENT,
	       "x is b");
	const lqcd_spinor_field_vd own = c.y[2];
	c.y[2] = c.y[1];
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, &sp, r) == LQCD_ERR_ARGUMENT, "two x are one");
	c.y[2] = own;
	sp.tolerance = -1;
	EXPECT(&e, lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, &sp, r) == LQCD_ERR_ARGUMENT && r[0].status == LQCD_ERR_ARGUMENT,
	       "tolerance");
	sp.tolerance = 1e-8;
	hook.calls = 0;
	must(lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, &sp, r));
	const long calls = hook.calls;
	many_destroy_vf(&c);
	for (int k = 0; k < 12; k++) {
		const long before = hook.live;
		many_create_vf(&c, 0, 2 + k % 2, 4);
		hook.calls = 0;
		hook.fail_at = 1 + random_below((int)calls);
		const lqcd_status s = lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, &sp, r);
		const int failed = hook.calls >= hook.fail_at;
		hook.fail_at = 0;
		EXPECT(&e, s == (failed ? LQCD_ERR_MEMORY : LQCD_OK), "no memory at an allocation: %s", lqcd_status_text(s));
		const lqcd_status again = lqcd_dirac_solve_multigrid_many(c.y, &c.d, &c.mg, c.b, 4, &sp, r);
		EXPECT(&e, again == LQCD_OK, "then with memory: %s", lqcd_status_text(again));
		many_destroy_vf(&c);
		EXPECT(&e, hook.live == before, "%ld blocks are left", hook.live - before);
	}
	expect_done(&e, "errors: a status for each right-hand side, nothing left");
}

/* A propagator at once, against its columns one by one. */
static void check_propagator(void)
{
	static const int site[4] = {1, 0, 3, 2};
	const lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_spinor_field_d s[LQCD_COLUMNS], b;
	lqcd_solve_result r[LQCD_COLUMNS];
	many_case_vf c;
	int good = 1;
	many_create_vf(&c, 2, 2, 1);
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&c.D);
	must(lqcd_spinor_field_create(&b, &c.lat, LQCD_FULL));
	must(lqcd_propagator_create(s, &c.lat));
	must(lqcd_propagator_point_source(s, site));
	const lqcd_quark_d quark = lqcd_quark_from_multigrid(&d, &c.mg);
	lqcd_inverter inv;
	must(lqcd_inverter_create_by(&inv, &quark));
	const lqcd_status status = lqcd_propagator_solve_by(s, &inv, &sp, r);
	for (int k = 0; k < LQCD_COLUMNS; k++) {
		lqcd_spinor_field_zero(&b);
		must(lqcd_point_source(&b, site, k / LQCD_NC, k % LQCD_NC));
		must(lqcd_field_convert(lqcd_spinor_field_view(&c.b[0]), lqcd_spinor_field_view(&b)));
		lqcd_spinor_field_zero(&c.x[0]);
		const lqcd_solve_result one = lqcd_dirac_solve_multigrid(&c.x[0], &d, &c.mg, &c.b[0], &sp);
		good &= r[k].status == LQCD_OK && one.iterations == r[k].iterations &&
			same_numbers(lqcd_spinor_field_view(&c.x[0]), lqcd_spinor_field_view(&s[k]));
	}
	tap_ok(good && status == LQCD_OK, "a propagator: the bits of its columns one by one");
	expectation e = {0, 0, ""};
	EXPECT(&e, lqcd_propagator_solve_by(s, &inv, NULL, NULL) == LQCD_ERR_ARGUMENT, "no parameters");
	const lqcd_spinor_field_d own = s[5];
	s[5].ptr = NULL;
	EXPECT(&e, lqcd_propagator_solve_by(s, &inv, &sp, r) == LQCD_ERR_ARGUMENT, "a column is missing");
	s[5] = own;
	must(lqcd_point_source(&b, site, 1, 0));
	const lqcd_solve_result one = lqcd_inverter_solve(&inv, &s[0], &b, &sp);
	EXPECT(&e, one.status == LQCD_OK && same_numbers(lqcd_spinor_field_view(&s[0]), lqcd_spinor_field_view(&s[LQCD_NC])),
	       "a column alone");
	lqcd_inverter_destroy(&inv);
	expect_done(&e, "a propagator: wrong arguments");
	lqcd_propagator_destroy(s);
	lqcd_spinor_field_destroy(&b);
	many_destroy_vf(&c);
}

static void test_multigrid_many(void)
{
	set_threads(1);
	check_multigrid_many_vf(0, 2, MANY_MOST);
	check_multigrid_many_vf(1 + random_below(3), 3, 5 + random_below(4));
	check_multigrid_many_vh(random_below(4), 2 + random_below(2), 5 + random_below(4));
	check_multigrid_many_vh(1, 2, 4);
	check_errors();
	check_alike_f(random_below(4), 2, 4);
	check_alike_d(random_below(4), 3, 4);
	check_alike_vf(1 + random_below(3), 3, 4 + random_below(3));
	check_alike_vd(random_below(4), 2, 4 + random_below(3));
	check_alike_h(random_below(4), 2, 4);
	check_alike_vh(random_below(4), 2 + random_below(2), 4 + random_below(3));
	check_alike_errors_vf();
	check_propagator();
}
