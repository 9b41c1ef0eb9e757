/* tests/site/icomplex.c: every function of lqcd/site/icomplex.h, for the tags f, d, vf and vd, lane by lane against scalar
 * double complex arithmetic; and on arrays of the language's own complex numbers, _Complex or std::complex, as they lie
 * in memory. The checks are in icomplex.inc, included once per tag.
 *
 * Results that the formula determines (sums, powers of i, moves) must be correctly rounded and have the right sign,
 * also of a zero. Products are bounded in units of epsilon times the absolute values of the terms: half an epsilon for
 * each rounding of the library, up to two in a multiply-add, and as much for the reference. */
#include <lqcd/site/icomplex.h>

#include "reference.h"

enum { ICOMPLEX_ROUNDS = 200 };

/* By bytes: -ffast-math does not know a NaN. */
static int is_poison(const void *p, size_t bytes)
{
	const unsigned char *c = (const unsigned char *)p;
	for (size_t i = 0; i < bytes; i++)
		if (c[i] != 0xff) return 0;
	return 1;
}

#define TEST_TEMPLATE "../site/icomplex.inc"
#include "../support/each_tag.inc"

static void test_icomplex(void)
{
	EACH_TAG(icomplex_test, ());
}
