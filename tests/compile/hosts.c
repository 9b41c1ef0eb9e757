/* tests/compile/hosts.c: a program for any processor: a solve, and a file written and read again. It prints two numbers
 * that are those of every host, up to libm's last bits. Compiled by hosts.t. */
#include <stdio.h>

#include <lqcd.h>

int main(int argc, char **argv)
{
	const int extent[4] = {4, 4, 4, 4};
	lqcd_message why = {""};
	lqcd_lattice lat, again;
	lqcd_gauge_field_d u, v;
	lqcd_spinor_field_d x, b;
	lqcd_wilson_d D;
	lqcd_gauge_info info;
	const lqcd_solve_params p = lqcd_solve_params_default();
	int good = argc == 2 && lqcd_lattice_create(&lat, extent, NULL, &why) == LQCD_OK &&
		   lqcd_gauge_field_create(&u, &lat, LQCD_FULL) == LQCD_OK &&
		   lqcd_spinor_field_create(&x, &lat, LQCD_FULL) == LQCD_OK &&
		   lqcd_spinor_field_create(&b, &lat, LQCD_FULL) == LQCD_OK;
	if (!good) return 1;
	lqcd_gauge_field_random(&u, 1, 0);
	lqcd_spinor_field_gaussian(&b, 2, 0);
	good = lqcd_wilson_create(&D, &u, 0.5, LQCD_ANTIPERIODIC) == LQCD_OK;
	const lqcd_dirac_d d = lqcd_wilson_dirac(&D);
	good = good && lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p).status == LQCD_OK &&
	       lqcd_gauge_write(argv[1], "ILDG", &u, NULL, &why) == LQCD_OK &&
	       lqcd_gauge_load(argv[1], &again, NULL, &v, NULL, &info, &why) == LQCD_OK;
	if (!good) {
		fprintf(stderr, "%s\n", why.text);
		return 1;
	}
	printf("%.17g %.17g\n", info.measured_plaquette.mean, lqcd_spinor_field_norm2(&x));
	return 0;
}
