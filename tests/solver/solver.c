/* tests/solver/solver.c: the solvers: the claims of a result against a residual computed anew in double, agreement of
 * all solvers, and every status of lqcd/solver/solver.h produced for real. Checks of one tag are in solver.inc; mixed
 * precision is in solver_mixed.c, many right-hand sides in solver_multi.c. All input is random and fresh. */
#include "solver_case.h"

#define TEST_TEMPLATE "../solver/solver.inc"
#include "../support/each_tag.inc"

/* ---- the inverter, through its public functions ---- */

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_d D;
	lqcd_spinor_field_d x, b;
	double mass;
	int bc;
} inverter_case;

static void inverter_begin(inverter_case *c, const int *l)
{
	naive_complex *links = make_links(l, tap_random() > 0 ? 0.3 : 0);
	c->mass = uniform(0.05, 0.5);
	c->bc = tap_random() > 0 ? LQCD_PERIODIC : LQCD_ANTIPERIODIC;
	must(lqcd_lattice_create(&c->lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->x, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->b, &c->lat, LQCD_FULL));
	naive_put(lqcd_gauge_field_view(&c->u), links);
	must(lqcd_wilson_create(&c->D, &c->u, c->mass, c->bc));
	lqcd_spinor_field_gaussian(&c->b, tap_random_u64(), 0);
	free(links);
}

static void inverter_end(inverter_case *c)
{
	lqcd_wilson_destroy(&c->D);
	lqcd_spinor_field_destroy(&c->x);
	lqcd_spinor_field_destroy(&c->b);
	lqcd_gauge_field_destroy(&c->u);
	lqcd_lattice_destroy(&c->lat);
}

/* "mixed" iterates in float. */
static lqcd_precision inner_of(lqcd_method method)
{
	return method == LQCD_BICGSTAB_THEN_CG ? LQCD_FLOAT : LQCD_SAME_PRECISION;
}

static void check_inverter_solves(inverter_case *c, const char *name, lqcd_method method)
{
	static const char *const method_names[3] = {"cg", "bicgstab", "mixed"};
	const char *how = method_names[method];
	int grid[4];
	double size;
	reports said;
	lqcd_inverter inv;
	lqcd_spinor_field_d even;
	lqcd_solve_params p = params_of(1e-11, 5000, &said);
	must(lqcd_inverter_create_as(&inv, &c->u, c->mass, c->bc, method, inner_of(method)));
	const int low = inner_of(method) == LQCD_FLOAT,
		  lanes = lqcd_lattice_lane_grid(&c->lat, LQCD_LANES_vd, grid) == LQCD_OK &&
			  (!low || lqcd_lattice_lane_grid(&c->lat, LQCD_LANES_vf, grid) == LQCD_OK);
	const char *want = lanes ? low ? "vd/vf" : "vd" : low ? "d/f" : "d";
	tap_ok(!strcmp(lqcd_inverter_tags(&inv), want), "%s %s: tags %s", name, how, want);

	naive_poison(lqcd_spinor_field_view(&c->x));
	lqcd_solve_result r = lqcd_inverter_solve(&inv, &c->x, &c->b, &p);
	double mine = wilson_residual(&c->D, lqcd_spinor_field_view(&c->x), lqcd_spinor_field_view(&c->b), &size);
	tap_ok(r.status == LQCD_OK && r.residual <= 1e-11 && fabs(mine - r.residual) <= 20 * DBL_EPSILON * (1 + size) &&
		   r.flops > 0 && r.iterations == said.calls && r.iterations > 0 && !said.wrong,
	       "%s %s: solves into a poisoned x: residual %.3e, %.3e anew, %d iterations", name, how, r.residual, mine,
	       r.iterations);

	p = params_of(1e-11, 3, &said);
	r = lqcd_inverter_solve(&inv, &c->x, &c->b, &p);
	mine = wilson_residual(&c->D, lqcd_spinor_field_view(&c->x), lqcd_spinor_field_view(&c->b), &size);
	tap_ok(r.status == LQCD_ITERATION_LIMIT && r.iterations == 3 && said.calls == 3 && r.residual > 1e-11 &&
		   fabs(mine - r.residual) <= 20 * DBL_EPSILON * (1 + size),
	       "%s %s: 3 iterations are not enough: %s, residual %.3e, %.3e anew", name, how,
	       lqcd_status_text(r.status), r.residual, mine);

	/* A tolerance beyond double: the mixed method tries its second solver, and both are counted. */
	p = params_of(1e-19, 4000, &said);
	r = lqcd_inverter_solve(&inv, &c->x, &c->b, &p);
	tap_ok((r.status == LQCD_STAGNATION || r.status == LQCD_BREAKDOWN) && r.residual < 1e-13 &&
		   r.residual > 1e-19 && r.iterations == said.calls && r.iterations <= 4000 && !said.wrong,
	       "%s %s: tolerance 1e-19: %s, residual %.1e, %d iterations, %d reported", name, how,
	       lqcd_status_text(r.status), r.residual, r.iterations, said.calls);

	must(lqcd_spinor_field_create(&even, &c->lat, LQCD_EVEN));
	p = params_of(1e-10, 100, NULL);
	tap_ok(lqcd_inverter_solve(&inv, &even, &c->b, &p).status == LQCD_ERR_GEOMETRY &&
		   lqcd_inverter_solve(&inv, &c->x, &even, &p).status == LQCD_ERR_GEOMETRY &&
		   lqcd_inverter_solve(&inv, &even, &even, &p).status == LQCD_ERR_GEOMETRY,
	       "%s %s: refuses fields of one parity", name, how);
	lqcd_spinor_field_destroy(&even);
	lqcd_inverter_destroy(&inv);
}

/* Every allocation of create and solve fails once. */
static void check_inverter_memory(inverter_case *c, const char *name, lqcd_method method)
{
	const long live = hook.live;
	const lqcd_solve_params p = params_of(1e-10, 1000, NULL);
	long at = 0, bad = 0;
	lqcd_status status = LQCD_ERR_MEMORY;
	while (status != LQCD_OK && at < 100) {
		lqcd_inverter inv;
		hook.calls = 0;
		hook.fail_at = ++at;
		status = lqcd_inverter_create_as(&inv, &c->u, c->mass, c->bc, method, inner_of(method));
		if (status == LQCD_OK) {
			const lqcd_solve_result r = lqcd_inverter_solve(&inv, &c->x, &c->b, &p);
			status = r.status;
			lqcd_inverter_destroy(&inv);
		}
		bad += status != LQCD_OK && status != LQCD_ERR_MEMORY;
		bad += hook.live != live;
	}
	hook.fail_at = 0;
	tap_ok(status == LQCD_OK && at > 5 && bad == 0, "%s method %d: each of %ld allocations fails cleanly", name,
	       (int)method, at - 1);
}

/* Each allocation of a propagator fails in turn: the result of every column says so. */
static void check_propagator_memory(inverter_case *c, const char *name)
{
	static const int origin[4] = {0, 0, 0, 0};
	lqcd_solve_params p = params_of(1e-4, 1000, NULL);
	lqcd_spinor_field_d s[LQCD_COLUMNS];
	lqcd_solve_result results[LQCD_COLUMNS];
	lqcd_status status = LQCD_ERR_MEMORY;
	long at = 0, unset = 0, silent = 0, lost = 0;
	p.inner = LQCD_FLOAT;
	must(lqcd_propagator_create(s, &c->lat));
	const long live = hook.live;
	while (status != LQCD_OK && at < 400) {
		int failures = 0;
		must(lqcd_propagator_point_source(s, origin));
		memset((void *)results, 0x5a, sizeof results);
		hook.calls = 0;
		hook.fail_at = ++at;
		status = lqcd_propagator_solve(s, &c->u, c->mass, c->bc, LQCD_BICGSTAB_THEN_CG, &p, results);
		hook.fail_at = 0;
		for (int k = 0; k < LQCD_COLUMNS; k++) {
			unset += (unsigned)results[k].status >= LQCD_STATUS_COUNT;
			failures += results[k].status == LQCD_ERR_MEMORY;
		}
		silent += status != LQCD_OK && (status != LQCD_ERR_MEMORY || !failures);
		lost += hook.live != live;
	}
	tap_ok(status == LQCD_OK && at > 2 && !unset && !silent && !lost,
	       "%s: each of %ld allocations of a propagator fails: %ld results unset, %ld failures without one, %ld leaks", name,
	       at - 1, unset, silent, lost);
	lqcd_propagator_destroy(s);
}

static void check_inverter(const int *l)
{
	inverter_case c;
	lqcd_inverter inv;
	char name[64];
	snprintf(name, sizeof name, "inverter %dx%dx%dx%d", l[0], l[1], l[2], l[3]);
	inverter_begin(&c, l);
	for (int m = 0; m < 3; m++) {
		check_inverter_solves(&c, name, (lqcd_method)m);
		check_inverter_memory(&c, name, (lqcd_method)m);
	}
	check_propagator_memory(&c, name);
	/* Negative masses: eigenvalues around zero, where BiCGStab may fail in every way. */
	for (int n = 0; n < 3; n++) {
		reports said;
		double size;
		const double mass = uniform(-2.5, -0.5);
		const lqcd_solve_params p = params_of(1e-9, 600, &said);
		lqcd_wilson_destroy(&c.D);
		must(lqcd_wilson_create(&c.D, &c.u, mass, c.bc));
		must(lqcd_inverter_create_as(&inv, &c.u, mass, c.bc, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT));
		const lqcd_solve_result r = lqcd_inverter_solve(&inv, &c.x, &c.b, &p);
		const double mine =
		    wilson_residual(&c.D, lqcd_spinor_field_view(&c.x), lqcd_spinor_field_view(&c.b), &size);
		tap_ok(r.status != LQCD_NAN && (r.status == LQCD_OK) == (r.residual <= 1e-9) &&
			   r.iterations == said.calls && !said.wrong && r.iterations <= 600 &&
			   fabs(mine - r.residual) <= 1e-13 * (1 + mine) + 20 * DBL_EPSILON * size,
		       "%s: mass %.2f: %s, residual %.2e, %d iterations", name, mass, lqcd_status_text(r.status),
		       r.residual, r.iterations);
		lqcd_inverter_destroy(&inv);
	}
	tap_ok(lqcd_inverter_create(&inv, &c.u, -4, LQCD_PERIODIC, LQCD_BICGSTAB_THEN_CG) == LQCD_ERR_ARGUMENT &&
		   lqcd_inverter_create(&inv, &c.u, tap_nan(), LQCD_PERIODIC, LQCD_CG) == LQCD_ERR_ARGUMENT &&
		   lqcd_inverter_create(&inv, &c.u, 0.1, 0, LQCD_BICGSTAB_THEN_CG) == LQCD_ERR_ARGUMENT,
	       "%s: refuses wrong masses and boundaries", name);
	inverter_end(&c);
}

static void check_isfinite(void)
{
	const double yes[] = {0, -0.0, 1, -DBL_MAX, DBL_MAX, DBL_MIN, 5e-324},
		     no[] = {tap_nan(), tap_infinity(), -tap_infinity()};
	int ok = 1;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) ok = ok && lqcd_isfinite(yes[i]);
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) ok = ok && !lqcd_isfinite(no[i]);
	tap_ok(ok, "lqcd_isfinite: numbers, NaN and infinities");
}

static void test_solver(void)
{
	static const int cube[4] = {4, 4, 4, 4}, wide[4] = {8, 4, 4, 4}, small[4] = {2, 2, 2, 2}, odd[4] = {6, 2, 6, 2};
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it (linalg.c), and these lattices are tiny */
#endif
	check_isfinite();
	EACH_TAG(check_solver, (cube));
	check_solver_vf(wide);
	check_solver_vd(wide);
	check_inverter(cube);
	check_inverter(small);
	check_inverter(odd);
}
