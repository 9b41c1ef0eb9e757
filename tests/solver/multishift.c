/* tests/solver/multishift.c: conjugate gradients for many shifts: against a plain CG for each written down here, CGLS
 * on the shifted operator, exact solutions of diagonal operators, residuals computed anew, and every status produced for
 * real. Checks of one tag are in multishift.inc. All input is random and fresh. */
#include <lqcd/dirac/wilson.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/multishift.h>

#include "solver_case.h"

enum { SHIFTS = 6 };

/* Shifts out of order, with 0, a large one, and two that are equal. */
static void draw_shifts(double *sigma)
{
	const double same = uniform(0.1, 1);
	sigma[0] = same;
	sigma[1] = uniform(1000, 10000);
	sigma[2] = 0;
	sigma[3] = same;
	sigma[4] = uniform(0.001, 0.1);
	sigma[5] = uniform(1, 100);
}

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
