/* examples/short/domain_wall.c: Moebius domain wall quarks (lqcd/dirac/domain_wall.h), with Shamir's and Borici's among them: any b5, c5. */
#include "lqcd.h"

/* q = S eta with ls = 8, m5 = 1.8, mass 0.05, b5 = 1.5, c5 = 0.5 */
lqcd_status domain_wall_quark(lqcd_spinor_field_d *q, const lqcd_gauge_field_d *u, const lqcd_spinor_field_d *eta)
{
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(8, 1.8, 0.05, 1.5, 0.5);
	const lqcd_solve_params solve = lqcd_solve_params_default();
	lqcd_domain_wall_vd D;
	lqcd_inverter inv;
	lqcd_status s = lqcd_domain_wall_create(&D, u, &p, LQCD_ANTIPERIODIC);
	const lqcd_quark_d quark = lqcd_quark_from_domain_wall(&D, NULL, LQCD_CG);
	if (s == LQCD_OK) s = lqcd_inverter_create_by(&inv, &quark);
	if (s == LQCD_OK) {
		s = lqcd_inverter_solve(&inv, q, eta, &solve).status;
		lqcd_inverter_destroy(&inv);
	}
	lqcd_domain_wall_destroy(&D);
	return s;
}
