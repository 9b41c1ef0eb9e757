/* tests/compile/lto.c: a solve in the registers of this unit, LTO_UNIT; without it the program. See lto.t. */
#include <stdio.h>
#ifdef __cplusplus
#define EXPORT extern "C"
#else
#define EXPORT
#endif

#ifdef LTO_UNIT
#include <lqcd.h>

EXPORT double LTO_UNIT(lqcd_lattice *lat, const lqcd_gauge_field_d *u);
EXPORT double LTO_UNIT(lqcd_lattice *lat, const lqcd_gauge_field_d *u)
{
	lqcd_spinor_field_vd x, b;
	lqcd_wilson_vd D;
	const lqcd_solve_params p = lqcd_solve_params_default();
	if (lqcd_spinor_field_create(&x, lat, LQCD_FULL) || lqcd_spinor_field_create(&b, lat, LQCD_FULL)) return -1;
	lqcd_spinor_field_gaussian(&b, 2, 0);
	if (lqcd_wilson_create(&D, u, 0.5, LQCD_ANTIPERIODIC)) return -1;
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&D);
	const lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p);
	const double number = r.iterations + lqcd_spinor_field_norm2(&x);
	lqcd_wilson_destroy(&D);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	return r.status == LQCD_OK ? number : -1;
}
#else
#include <lqcd.h>

EXPORT double narrow(lqcd_lattice *, const lqcd_gauge_field_d *);
EXPORT double wide(lqcd_lattice *, const lqcd_gauge_field_d *);
int main(void)
{
	const int extent[4] = {8, 8, 4, 4};
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	if (lqcd_lattice_create(&lat, extent, NULL, NULL) || lqcd_gauge_field_create(&u, &lat, LQCD_FULL)) return 1;
	lqcd_gauge_field_random(&u, 1, 0);
	printf("%.17g %.17g\n", narrow(&lat, &u), wide(&lat, &u));
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
#endif
