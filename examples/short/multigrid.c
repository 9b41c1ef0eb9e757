/* examples/short/multigrid.c: light quarks by multigrid (lqcd/solver/multigrid.h).
 *
 * Near the critical mass CG needs thousands of iterations. Multigrid learns the low modes once per gauge field and mass; a solve
 * then takes some 10 to 20 iterations. It has two levels; p.levels = 3 pays where the coarse solves become long, on large lattices. This pays for propagators, where one set-up serves twelve solves;
 * build/bench/multigrid compares it with CG and BiCGStab. */
#include "lqcd.h"

/* D x[k] = b[k] in double, for n right-hand sides; D_low is the same operator in 16 bits */
lqcd_status solve_light(lqcd_spinor_field_vd *x, const lqcd_wilson_vd *D, const lqcd_wilson_vh *D_low,
			const lqcd_spinor_field_vd *b, int n, lqcd_message *why)
{
	const lqcd_multigrid_params p = lqcd_multigrid_params_default();
	const lqcd_solve_params solve = lqcd_solve_params_default();
	lqcd_multigrid_vh mg;
	lqcd_status s = lqcd_multigrid_create(&mg, D_low, &p, why);
	if (s != LQCD_OK) return s;
	for (int k = 0; k < n && s == LQCD_OK; k++) s = lqcd_wilson_solve_multigrid(&x[k], D, &mg, &b[k], &solve).status;
	lqcd_multigrid_destroy(&mg);
	return s;
}
