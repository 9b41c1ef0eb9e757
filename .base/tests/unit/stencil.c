/* tests/unit/stencil.c: the 2D stencil: every form of kernels/stencil.h for the tags f, d, vf and vd, against long
 * double, with the bound of the manual; sweeps against as many single steps. The checks are in stencil.inc, included
 * once per tag.
 *
 * Rows are 0, 1, one less, as many and one more than the lanes, primes and multiples of the lanes, up to what is cut
 * into tiles; s is fresh, of either sign. The caches are declared small, so that large fields are written past them. */
#define LQCD_CACHE 65536
#include <lqcd/kernels/stencil.h>
#include <lqcd/layout.h>

#include "../support.h"

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#define THREADS(n) omp_set_num_threads(n)
#else
#define THREADS(n) (void)(n)
#endif

/* The largest array: two tiles and a chunk of every tag, 20 rows, or 515 short rows. */
enum { MOST = 160 * 1024, FORMS = 5 };
enum { SCALAR, PLAIN, VFO, HOPPING, IN_PLACE };
static const char *const form_name[FORMS] = {"scalar", "plain", "vfo", "hopping", "in_place"};

#define TEST_TEMPLATE "unit/stencil.inc"
#include "../each_tag.inc"

int main(void)
{
	test_back_end();
	EACH_TAG(test, ());
	return tap_done();
}
