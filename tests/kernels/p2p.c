/* tests/kernels/p2p.c: sums over pairs of points: every function of kernels/p2p.h and bench/kernels/p2p_variants.h, for the tags f, d,
 * vf and vd, against long double. The checks are in p2p.inc, included once per tag, and for devices in ../gpu/p2p.cu.
 *
 * Bounds are those of the manuals, relative to the sum of |terms| at each target: 1e-14 in double, 3e-7 in float, 3e-6
 * for the forms that add up in float one term after the other; forces three times that. Sizes are 0, 1, one less, as
 * many and one more than lanes and than targets of a tile, and primes; charges have any sign, or all the same. */
#include <math.h>

#include <bench/kernels/p2p_variants.h>

#include "../support/support.h"
#include "p2p_laws.h"
#include "threads.h"

/* Points; forms; what a law's test has at most; SYMMETRIC and FAST are accurate, and SYMMETRIC is for one set alone. */
enum { MOST = 700, LARGE = MOST, ALL = 10, SOME = 131 };
enum { NAIVE, MASKED, FLAT, REDUCTION, NESTED, HIERARCHICAL1, HIERARCHICAL2, HIERARCHICAL4, SYMMETRIC, FAST, ACCURATE = SYMMETRIC };
static const char *const p2p_form_name[ALL] = {"naive",         "masked",        "flat",          "reduction", "nested",
					   "hierarchical1", "hierarchical2", "hierarchical4", "symmetric", "fast"};

#define TEST_TEMPLATE "../kernels/p2p.inc"
#include "../support/each_tag.inc"

static void test_p2p(void)
{
	EACH_TAG(p2p_test, ());
}
