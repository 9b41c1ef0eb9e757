/* tests/hirep/check.h: TAP for programs written in HiRep's names: check(condition, format, ..), close_to(a, b, bound,
 * name), done(). */
#ifndef LQCD_TESTS_HIREP_CHECK_H
#define LQCD_TESTS_HIREP_CHECK_H

#include "../support/tap.h"

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

#endif
