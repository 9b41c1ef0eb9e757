/* tests/compile/c99.c: names with and without a tag, for hosts.t: the same numbers in C99 and C11. */
#include <stdio.h>

#include <lqcd/field/field.h>
#include <lqcd/gauge/plaquette.h>

int main(void)
{
	const int extent[4] = {4, 4, 4, 4};
	lqcd_message why = {""};
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_field_f v;
	if (lqcd_lattice_create(&lat, extent, NULL, &why) || lqcd_gauge_field_create_d(&u, &lat, LQCD_FULL) || lqcd_gauge_field_create(&v, &lat, LQCD_FULL)) return 1;
	lqcd_gauge_field_random_d(&u, 1, 0);
	lqcd_gauge_field_random(&v, 1, 0);
	printf("%.17g %.6g\n", lqcd_plaquette_d(&u).mean, lqcd_plaquette(&v).mean);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
