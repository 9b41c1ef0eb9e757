/* tests/observables/staggered_mesons.c: correlators, condensate and eigenvalues of staggered quarks against sums over arrays, the
 * exact trace and the dense spectrum. Checks of one tag are in staggered_mesons.inc. */
#include <lqcd/gauge/momentum.h>
#include <lqcd/observables/staggered.h>
#include <lqcd/solver/staggered.h>

#include "../support/support.h"
#include "../support/naive.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define TEST_TEMPLATE "../observables/staggered_mesons.inc"
#include "../support/each_tag.inc"

static void test_staggered_mesons(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1); /* these lattices are tiny */
#endif
	EACH_TAG(check, ());
	EACH_TAG(check_tastes, ());
	check_spectrum_d();
}
