/* tests/hirep/units.c: a program of two units (units_other.c) that share the lattice, the links, the logger and the
 * random numbers. */
#include "libhr.h"

double other_plaquette(void);
double other_change(double *before);

int main(int argc, char *argv[])
{
	double random[2], before;
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	ranlxd(random, 1);
	const int same = avr_plaquette() == other_plaquette();
	const double after = other_change(&before);
	printf("same %d changed %d volume %ld\n", same, before != after && avr_plaquette() == after, VOLUME);
	return finalize_process();
}
