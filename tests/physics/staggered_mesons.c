/* tests/physics/staggered_mesons.c: correlators, condensate and eigenvalues of staggered quarks against sums over arrays, the
 * exact trace and the dense spectrum. Checks of one tag are in staggered_mesons.inc. */
#include <lqcd/gauge/momentum.h>
#include <lqcd/observables/staggered.h>
#include <lqcd/solver/staggered_eigen.h>

#include "../support.h"
#include "naive.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define TEST_TEMPLATE "physics/staggered_mesons.inc"
#include "../each_tag.inc"

int main(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1); /* these lattices are tiny */
#endif
	test_back_end();
	EACH_TAG(check, ());
	EACH_TAG(check_tastes, ());
	check_spectrum_d();
	return tap_done();
}
