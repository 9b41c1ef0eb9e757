/* tests/solver/solver_multi.c: solvers for many right-hand sides: each as the solver for one has it, with the same
 * links in the same precision, whatever the others are; true residuals computed anew in double; every status. The
 * checks of one tag are in solver_multi.inc, those of mixed precision in solver_multi_mixed.inc. All input is random and fresh. */
#include "solver_case.h"

#include <lqcd/solver/domain_wall.h>

#define LQCD_TAG f
#define SCALAR   f
#include "solver_multi.inc"
#define LQCD_TAG d
#define SCALAR   d
#include "solver_multi.inc"
#define LQCD_TAG vf
#define SCALAR   f
#include "solver_multi.inc"
#define LQCD_TAG vd
#define SCALAR   d
#include "solver_multi.inc"

#define LQCD_TAG d
#define LQCD_LOW f
#include "solver_multi_mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "solver_multi_mixed.inc"

/* Walls are one vector: |b|^2 overflows in the sum of all, or in one of them. */
static void check_wall_sizes(void)
{
	const int l[4] = {4, 2, 2, 2};
	const lqcd_domain_wall_params walls = lqcd_domain_wall_params_make(4, 1.8, 0.1, 1.5, 0.5);
	const lqcd_solve_params p = params_of(1e-8, 100, NULL);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d eta;
	lqcd_domain_wall_d D;
	lqcd_multi_spinor_field_d x, b;
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&eta, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	must(lqcd_domain_wall_create(&D, &u, &walls, LQCD_ANTIPERIODIC));
	const lqcd_multi_dirac_d d = lqcd_domain_wall_dirac(&D);
	lqcd_solve_result r[LQCD_MAX_RHS];
	must(lqcd_domain_wall_field(&x, &D, LQCD_FULL));
	must(lqcd_domain_wall_field(&b, &D, LQCD_FULL));
	for (int k = 0; k < 2; k++) {
		lqcd_multi_spinor_field_zero(&b);
		for (int n = 0; n < (k ? 1 : 4); n++) {
			lqcd_spinor_field_gaussian(&eta, tap_random_u64(), 0);
			lqcd_spinor_field_scale(&eta, (k ? 1.4e154 : 0.7e154) / sqrt(lqcd_spinor_field_norm2(&eta)), &eta);
			must(lqcd_multi_spinor_field_put(&b, n, lqcd_spinor_field_view(&eta)));
		}
		lqcd_multi_spinor_field_zero(&x);
		(void)lqcd_multi_dirac_solve(&x, &d, &b, LQCD_CG, &p, r);
		tap_ok(r[0].status == LQCD_NAN && tap_isnan(r[0].residual), "%s: |b| = 1.4e154: %s, residual %.1e", k ? "a wall" : "walls",
		       lqcd_status_text(r[0].status), r[0].residual);
	}
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&b);
	lqcd_domain_wall_destroy(&D);
	lqcd_spinor_field_destroy(&eta);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void test_solver_multi(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it (multi.c), and these lattices are tiny */
#endif
	check_multi_mixed_d_f();
	check_multi_mixed_vd_vf();
	EACH_TAG(check_solver_multi, ());
	check_wall_sizes();
	tap_ok(hook.live == 0, "all memory is given back");
}
