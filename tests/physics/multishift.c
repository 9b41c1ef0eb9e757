/* tests/physics/multishift.c: conjugate gradients for many shifts: against a plain CG for each written down here, CGLS
 * on the shifted operator, exact solutions of diagonal operators, residuals computed anew, and every status produced for
 * real. Checks of one tag are in multishift.inc. All input is random and fresh. */
#include "../unit/alloc_hook.h"
#include "../unit/expect.h"

#include <float.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <lqcd/solver/cg.h>
#include <lqcd/solver/multishift.h>
#include <lqcd/solver/wilson.h>

#include "../support.h"

enum { SHIFTS = 6 };

static double uniform(double low, double high)
{
	return low + 0.5 * (high - low) * (1 + tap_random());
}

/* Counts reports of iterations 1, 2, 3, ... */
typedef struct {
	int calls, wrong;
} reports;

static void count_reports(void *user, int iteration, double residual)
{
	reports *r = (reports *)user;
	r->wrong += iteration != ++r->calls || !(residual >= 0 && residual < DBL_MAX);
}

static lqcd_solve_params params_of(double tolerance, int max_iterations, reports *r)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = tolerance;
	p.max_iterations = max_iterations;
	p.progress = count_reports;
	p.user = r;
	memset(r, 0, sizeof *r);
	return p;
}

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

#define TEST_TEMPLATE "physics/multishift.inc"
#include "../each_tag.inc"

int main(void)
{
	static const int cube[4] = {4, 4, 4, 4}, odd[4] = {2, 6, 2, 2};
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it (linalg.c), and these lattices are tiny */
#endif
	EACH_TAG(check, (cube));
	check_d(odd);
	return tap_done();
}
