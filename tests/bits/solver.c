/* tests/bits/solver.c: bits of solutions and numbers of iterations of the solvers of one system. See bits.h. */
#include "bits.h"

#include <lqcd/solver/inverter.h>
#include <lqcd/solver/multishift.h>
#include <lqcd/solver/sap.h>
#include <lqcd/solver/spectrum.h>

#include "lattices.h"

static const bits_entry solver_table[] = {
#include "solver_table.h"
};


static lqcd_clover_params term_of(lqcd_schur_form schur)
{
	lqcd_clover_params p = lqcd_clover_params_default();
	p.csw = 1.1;
	p.mu = 0.1;
	p.schur = schur;
	return p;
}

#define TEST_STORED
#define TEST_TEMPLATE "../bits/solver.inc"
#include "../support/each_tag.inc"
#define TEST_TEMPLATE "../bits/solver_tag.inc"
#include "../support/each_tag.inc"

/* In double with float or 16 bits inside. */
#define TEST_TEMPLATE "../bits/solver_mixed.inc"
#include "../support/each_low.inc"

static void inverter(lqcd_gauge_field_d *links, const char *where)
{
	static const lqcd_method kinds[3] = {LQCD_CG, LQCD_BICGSTAB, LQCD_BICGSTAB_THEN_CG};
	static const char *const names[3] = {"CG", "BiCGStab", "mixed"};
	const lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_clover_params term = term_of(LQCD_SCHUR_SYMMETRIC);
	lqcd_spinor_field_d x, b;
	must(lqcd_spinor_field_create(&x, links->type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, links->type->lattice, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, 201, 0);
	for (int k = 0; k < 6; k++) {
		lqcd_inverter inv;
		char what[64];
		snprintf(what, sizeof what, "inverter %s %s%s", where, names[k / 2], k % 2 ? " clover" : "");
		must(lqcd_inverter_create_as(&inv, links, 0.2, LQCD_ANTIPERIODIC, kinds[k / 2], k < 4 ? LQCD_SAME_PRECISION : LQCD_FLOAT));
		if (k % 2) must(lqcd_inverter_add_clover(&inv, links, &term, NULL));
		const lqcd_solve_result r = lqcd_inverter_solve(&inv, &x, &b, &p);
		bits_solved(lqcd_spinor_field_view(&x), &r, what);
		lqcd_inverter_destroy(&inv);
	}
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
}

static void test_solver(void)
{
	bits_begin(solver_table);
	lattices_create(no_lane_grid);
	links_create(&u, &lat, 202, 0.25);
	links_create(&u_other, &other_shape, 203, 0.25);
	EACH_STORED_TAG(wilson_solve, ());
	EACH_TAG(krylov, ());
	EACH_TAG(shifts, ());
	EACH_TAG(schwarz, ());
	mixed_f(), mixed_h(), mixed_vf(), mixed_vh();
	schwarz_mixed_f(), schwarz_mixed_vf();
	inverter(&u, "8x4x4x4");
	inverter(&u_other, "2x6x2x2");
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&u_other);
	lattices_destroy();
	bits_end();
}
