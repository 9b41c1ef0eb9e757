/* tests/hirep/differences.h: forces against differences of their actions: check_derivative(name, action, x, y, f) for f = dt h,
 * h.X = -dS/dX of the action S(x, y) at u_gauge. */
#ifndef LQCD_TESTS_HIREP_DIFFERENCES_H
#define LQCD_TESTS_HIREP_DIFFERENCES_H

#include "check.h"

static const double dt = 0.3;

/* The action at exp(i t h.T) U */
static double moved(double (*action)(spinor_field *, spinor_field *), spinor_field *x, spinor_field *y,
		    suNg_av_field *h, double t)
{
	suNg_field *old = alloc_suNg_field(&glattice);
	suNg_field_copy(old, u_gauge);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) ExpX(t, _4FIELD_AT(h, ix, mu), pu_gauge(ix, mu));
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
	const double s = action(x, y);
	suNg_field_copy(u_gauge, old);
	represent_gauge_field();
	free_suNg_field(old);
	return s;
}

/* dS/dt = -h.F/2 for F = dt (-2 dS/dh)/dt */
static void check_derivative(const char *name, double (*action)(spinor_field *, spinor_field *), spinor_field *x,
			     spinor_field *y, suNg_av_field *f)
{
	const double t = 2e-3;
	double s[4];
	suNg_av_field *h = alloc_suNg_av_field(&glattice);
	gaussian_momenta(h);
	for (int k = 0; k < 4; k++) s[k] = moved(action, x, y, h, t * (k < 2 ? k - 2 : k - 1));
	const double slope = (8 * (s[2] - s[1]) - (s[3] - s[0])) / (12 * t),
		     found = -0.5 / dt * prod_re_suNg_av_field(h, f);
	check(fabs(slope - found) < 1e-7 * (fabs(slope) + 1) && fabs(found) > 1e-3, "%s: %.10g, differences %.10g",
	      name, found, slope);
	free_suNg_av_field(h);
}

#endif
