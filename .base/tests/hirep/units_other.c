/* tests/hirep/units_other.c: the other unit of units.c. */
#include "libhr.h"

double other_plaquette(void);
double other_change(double *before);

double other_plaquette(void)
{
	return avr_plaquette();
}

double other_change(double *before)
{
	double beta = 6;
	*before = avr_plaquette();
	update(&beta, 1, 1);
	represent_gauge_field();
	return avr_plaquette();
}
