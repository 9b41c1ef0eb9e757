/* tests/solver/multishift.c: conjugate gradients for many shifts: against a plain CG for each written down here, CGLS
 * on the shifted operator, exact solutions of diagonal operators, residuals computed anew, and every status produced for
 * real. Checks of one tag are in multishift.inc. All input is random and fresh. */
#include <lqcd/dirac/wilson.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/multishift.h>

#include "solver_case.h"

#define TEST_TEMPLATE "../solver/multishift.inc"
#include "../support/each_tag.inc"

static void test_multishift(void)
{
	static const int cube[4] = {4, 4, 4, 4}, odd[4] = {2, 6, 2, 2};
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it (linalg.c), and these lattices are tiny */
#endif
	EACH_TAG(check_multishift, (cube));
	check_multishift_d(odd);
}
