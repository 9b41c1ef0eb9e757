/* tests/kernels/stencil.c: the 2D stencil: every form of kernels/stencil.h for the tags f, d, vf and vd, against long
 * double, with the bound of the manual; sweeps against as many single steps. The checks are in stencil.inc, included
 * once per tag.
 *
 * Rows are 0, 1, one less, as many and one more than the lanes, primes and multiples of the lanes, up to what is cut
 * into tiles; s is fresh, of either sign. The caches are declared small, so that large fields are written past them. */
#include <lqcd/kernels/stencil.h>
#include <lqcd/field/layout.h>

#include "../support/support.h"
#include "threads.h"

/* The largest array: two tiles and a chunk of every tag, 20 rows, or 515 short rows. */
enum { STENCIL_MOST = 160 * 1024, STENCIL_FORMS = 5 };
enum { SCALAR, PLAIN, VFO, HOPPING, IN_PLACE };
static const char *const stencil_form_name[STENCIL_FORMS] = {"scalar", "plain", "vfo", "hopping", "in_place"};

/* Whether many steps have the bits of single ones. */
#define STENCIL_EXACT (LQCD_SIMD_FUSED == LQCD__FUSED)

#define TEST_TEMPLATE "../kernels/stencil.inc"
#include "../support/each_tag.inc"

static void test_stencil(void)
{
	test_cache = 65536;
	EACH_TAG(stencil_test, ());
}
