/* tests/gpu/p2p.cu: sums over pairs of points on a GPU, kernels/device_p2p.h and kernels/device_p2p_variants.h, against long double. The
 * checks of a tag are in p2p.inc.
 *
 * Bounds are those of tests/kernels/p2p.c, relative to the sum of |terms| at each target: 1e-14 in double, 3e-7 in float,
 * 3e-6 for the forms that add up in float; forces three times that. */
#include <math.h>

#include <lqcd/kernels/device_p2p_variants.h>

#include "device.h"

enum { MOST = 2100, FORMS = 5 };
enum { FLAT, REDUCTION, NESTED, HIERARCHICAL, FAST };
static const char *const form_name[FORMS] = {"flat", "reduction", "nested", "hierarchical", "fast"};
static const char *const law_name[3] = {"1/r", "ln r", "Gauss"};

/* g, and h of F = h d, of a law; size and slope: what g and h are rounded against */
static void law_reference(long double *g, long double *h, long double *size, long double *slope, long double r2,
			  int law, long double s)
{
	if (law == LQCD_P2P_INVERSE) {
		*size = *g = r2 > 0 ? 1 / sqrtl(r2) : 0;
		*slope = *h = *g * *g * *g;
	} else if (law == LQCD_P2P_LOG) {
		*g = r2 > 0 ? logl(r2) / 2 : 0;
		*h = r2 > 0 ? -1 / r2 : 0;
		*slope = fabsl(*h);
		*size = 1 + fabsl(*g);
	} else {
		*g = expl(-r2 / (s * s));
		*slope = 2 / (s * s);
		*h = *slope * *g;
		*size = 1;
	}
}

#define TEST_TEMPLATE "p2p.inc"
#include "both_tags.inc"
