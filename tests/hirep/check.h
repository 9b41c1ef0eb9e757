/* tests/hirep/check.h: TAP for programs written in HiRep's names: check(condition, format, ..), close_to(a, b, bound,
 * name), done(). */
#ifndef LQCD_TESTS_HIREP_CHECK_H
#define LQCD_TESTS_HIREP_CHECK_H

#include "../tap.h"

#define check(...) tap_ok(__VA_ARGS__)
#define done()     tap_done()

static inline void close_to(double a, double b, double bound, const char *name)
{
	const double d = fabs(a - b) / (fabs(b) > 1 ? fabs(b) : 1);
	tap_ok(d <= bound, "%s: %.15g, off by %.1e", name, a, d);
}

static inline void complex_close_to(hr_complex a, double re, double im, double bound, const char *name)
{
	const double d = cabs(a - (re + I * im)) / (hypot(re, im) > 1 ? hypot(re, im) : 1);
	tap_ok(d <= bound, "%s: %.15g %.15g, off by %.1e", name, creal(a), cimag(a), d);
}

/* u_gauge by a random gauge transformation, with its halo. */
static inline void transform_links(void)
{
	gtransf *g = alloc_gtransf(&glattice);
	_MASTER_FOR(&glattice, ix) random_suNg(_FIELD_AT(g, ix));
	start_sendrecv_gtransf(g);
	complete_sendrecv_gtransf(g);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg v;
			_suNg_times_suNg_dagger(v, *pu_gauge(ix, mu), *_FIELD_AT(g, iup(ix, mu)));
			_suNg_times_suNg(*pu_gauge(ix, mu), *_FIELD_AT(g, ix), v);
		}
	free_gtransf(g);
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
}

#endif
