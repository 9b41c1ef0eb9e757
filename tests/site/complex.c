/* tests/site/complex.c: every function of lqcd/site/complex.h, for the tags f, d, vf and vd, lane by lane against scalar
 * double arithmetic. The checks are in complex.inc, included once per tag.
 *
 * Results that the formula determines (sums, products with real numbers, powers of i) must be correctly rounded and
 * have the right sign, also of a zero. The rest is bounded in units of epsilon times the absolute values of the terms. */
#include <lqcd/site/complex.h>

#include "reference.h"

enum { COMPLEX_ROUNDS = 200 };

/* i^k a, by multiplying with i */
static ref ref_ipow(ref a, int k)
{
	for (int n = ((k % 4) + 4) % 4; n > 0; n--) {
		const double re = a.re;
		a.re = -a.im;
		a.im = re;
	}
	return a;
}

static ref ref_norm2(ref a)
{
	return ref_make(a.re * a.re + a.im * a.im, 0);
}

/* 0/0 is NaN, as in the library. */
static ref ref_div(ref a, ref b)
{
	const double n = b.re * b.re + b.im * b.im;
	ref r = ref_mul(a, ref_conj(b));
	r.re /= n;
	r.im /= n;
	r.size = a.size / b.size;
	return r;
}

#define TEST_TEMPLATE "../site/complex.inc"
#include "../support/each_tag.inc"

/* A pointer to one is a pointer to the other. */
static void test_native(void)
{
	const float x = (float)tap_random(), y = (float)tap_random();
	const native_f zf = NATIVE(native_f, x, y);
	const native_d zd = NATIVE(native_d, (double)x, (double)y);
	lqcd_complex_f f = lqcd_complex_zero_f();
	lqcd_complex_d d = lqcd_complex_zero_d();
	tap_ok(sizeof f == sizeof zf && sizeof d == sizeof zd, "sizes are those of the language's own complex types");
	memcpy(&f, &zf, sizeof f);
	memcpy(&d, &zd, sizeof d);
	tap_ok(f.re == x && f.im == y && d.re == (double)x && d.im == (double)y, "and so are the layouts");
}

static void test_complex(void)
{
	EACH_TAG(complex_test, ());
	test_native();
}
