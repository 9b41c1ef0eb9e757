/* tests/unit/icomplex.c: every function of lqcd/site/icomplex.h, for the tags f, d, vf and vd, lane by lane against scalar
 * double complex arithmetic; and on arrays of the language's own complex numbers, _Complex or std::complex, as they lie
 * in memory. The checks are in icomplex.inc, included once per tag.
 *
 * Results that the formula determines (sums, powers of i, moves) must be correctly rounded and have the right sign,
 * also of a zero. Products are bounded in units of epsilon times the absolute values of the terms: half an epsilon for
 * each rounding of the library, up to two in a multiply-add, and as much for the reference. */
#ifdef __cplusplus
#include <complex>
typedef std::complex<float> native_f;
typedef std::complex<double> native_d;
#define NATIVE(type, re, im) type(re, im)
#else
#include <complex.h>
typedef float _Complex native_f;
typedef double _Complex native_d;
#define NATIVE(type, re, im) ((type)((re) + (im) * _Complex_I))
#endif
typedef native_f native_vf;
typedef native_d native_vd;

#include <lqcd/site/icomplex.h>

#include "reference.h"

enum { ROUNDS = 200 };

/* By bytes: -ffast-math does not know a NaN. */
static int is_poison(const void *p, size_t bytes)
{
	const unsigned char *c = (const unsigned char *)p;
	for (size_t i = 0; i < bytes; i++)
		if (c[i] != 0xff) return 0;
	return 1;
}

#define TEST_TEMPLATE "unit/icomplex.inc"
#include "../each_tag.inc"

int main(void)
{
	test_back_end();
	EACH_TAG(test, ());
	return tap_done();
}
