/* examples/short/clover.c: clover term and twisted mass.
 *
 * A Wilson operator takes both on each site; every function of it and every solver works as before, and the term is part of
 * the last pass of the hop. lqcd/dirac/clover.h has normalisation, signs, and the differences between codes.
 * examples/pion.c is a whole program: build/examples/pion --csw 1 --mu 0.1. */
#include "lqcd.h"

/* D x = b for clover quarks, and log det of the term's odd part, as a two-flavour simulation needs it */
lqcd_status solve(lqcd_spinor_field_vd *x, const lqcd_gauge_field_vd *u, const lqcd_spinor_field_vd *b, double *logdet)
{
	lqcd_wilson_vd D;
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_clover_params clover = lqcd_clover_params_default(); /* csw 1, mu 0 */
	lqcd_status s = lqcd_wilson_create(&D, u, 0.1, LQCD_ANTIPERIODIC);
	clover.csw = 1.7;
	if (s == LQCD_OK) s = lqcd_clover_add(&D, u, &clover, NULL); /* NULL: lqcd_lattice_why tells */
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&D);
	if (s == LQCD_OK) s = lqcd_dirac_solve(x, &d, b, LQCD_BICGSTAB, &p).status;
	if (s == LQCD_OK) *logdet = lqcd_dirac_logdet(&d, LQCD_ODD);
	lqcd_wilson_destroy(&D);
	return s;
}
