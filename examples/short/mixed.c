/* examples/short/mixed.c: a solve in mixed precision (lqcd/solver/mixed.h): D x = b in double, iterated in 16 bits. */
#include "lqcd.h"

/* D x = b in double, iterated in 16 bits on links of 12 reals; the true residual, or NaN */
double solve(lqcd_spinor_field_vd *x, const lqcd_gauge_field_d *u, const lqcd_spinor_field_vd *b)
{
	lqcd_wilson_vd D;
	lqcd_wilson_vh low;
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_status s = lqcd_wilson_create_as(&D, u, 0.1, LQCD_ANTIPERIODIC, LQCD_LINK_12);
	if (!s) s = lqcd_wilson_create_as(&low, u, 0.1, LQCD_ANTIPERIODIC, LQCD_LINK_12);
	if (s) return fprintf(stderr, "%s\n", lqcd_lattice_why(u->type->lattice, s).text), lqcd_nan();
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&D);
	const lqcd_dirac_vh l = lqcd_wilson_dirac(&low);
	const double residual = lqcd_dirac_solve_mixed(x, &d, &l, b, LQCD_CG, &p).residual;
	lqcd_wilson_destroy(&low);
	lqcd_wilson_destroy(&D);
	return residual;
}
