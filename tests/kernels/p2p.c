/* tests/kernels/p2p.c: sums over pairs of points: every function of kernels/p2p.h and p2p_variants.h, for the tags f, d,
 * vf and vd, against long double. The checks are in p2p.inc, included once per tag.
 *
 * Bounds are those of the manuals, relative to the sum of |terms| at each target: 1e-14 in double, 3e-7 in float, 3e-6
 * for the forms that add up in float one term after the other; forces three times that. Sizes are 0, 1, one less, as
 * many and one more than lanes and than targets of a tile, and primes; charges have any sign, or all the same. */
#include <math.h>

#include <lqcd/kernels/p2p_variants.h>

#include "../support/support.h"
#include "threads.h"

enum { MOST = 700, ALL = 10 };
enum { NAIVE, MASKED, FLAT, REDUCTION, NESTED, HIERARCHICAL1, HIERARCHICAL2, HIERARCHICAL4, SYMMETRIC, FAST };
static const char *const p2p_form_name[ALL] = {"naive",         "masked",        "flat",          "reduction", "nested",
					   "hierarchical1", "hierarchical2", "hierarchical4", "symmetric", "fast"};

/* g, and h of F = h d, of a law; size and slope: what g and h are rounded against */
static void law_reference(long double *g, long double *h, long double *size, long double *slope, long double r2,
			  int law, long double s)
{
	if (law == LQCD_P2P_INVERSE) {
		*size = *g = r2 > 0 ? 1 / sqrtl(r2) : 0;
		*slope = *h = *g * *g * *g;
	} else if (law == LQCD_P2P_LOG) {
		*g = r2 > 0 ? logl(r2) / 2 : 0;
		*slope = *h = r2 > 0 ? -1 / r2 : 0;
		*size = 1 + fabsl(*g);
	} else {
		*g = expl(-r2 / (s * s));
		*slope = 2 / (s * s);
		*h = *slope * *g;
		*size = 1;
	}
}

#define TEST_TEMPLATE "../kernels/p2p.inc"
#include "../support/each_tag.inc"

static void test_p2p(void)
{
	EACH_TAG(p2p_test, ());
}
