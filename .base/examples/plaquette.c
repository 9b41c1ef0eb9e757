/* examples/plaquette.c: plaquettes, link trace and Polyakov loop of a NERSC file. */
#include <stdio.h>
#include "../lqcd.h"

int main(int argc, char **argv)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_message why;
	if (argc != 2 || argv[1][0] == '-') return fprintf(stderr, "usage: plaquette FILE\n"), 2;
	if (lqcd_nersc_load(argv[1], &lat, &u, NULL, &why) != LQCD_OK) return fprintf(stderr, "%s\n", why.text), 1;
	const lqcd_plaquette_values p = lqcd_plaquette(&u);
	const lqcd_complex_d loop = lqcd_polyakov_loop(lqcd_gauge_field_view(&u));
	printf("X Y Z T        %d %d %d %d\n", lat.extent[1], lat.extent[2], lat.extent[3], lat.extent[0]);
	printf("plaquette      %.16g\n  space        %.16g\n  time         %.16g\n", p.mean, p.space, p.time);
	printf("link trace     %.16g\n", lqcd_link_trace(&u));
	printf("Polyakov loop  %.16g %+.16g i\n", loop.re, loop.im);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return 0;
}
