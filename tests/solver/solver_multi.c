/* tests/solver/solver_multi.c: solvers for many right-hand sides: each as the solver for one has it, with the same
 * links in the same precision, whatever the others are; true residuals computed anew in double; every status. The
 * checks of one tag are in solver_multi.inc, those of mixed precision in solver_multi_mixed.inc. All input is random and fresh. */
#include "solver_case.h"

#include <lqcd/solver/domain_wall.h>

enum { MANY = 8 };

/* Kinds of right-hand sides. */
typedef enum { PLAIN, ZERO, SOLVED, NAN_RHS, NAN_GUESS, SMALL, EASY } side_kind;
static const side_kind sides[MANY] = {PLAIN, ZERO, SOLVED, NAN_RHS, NAN_GUESS, SMALL, EASY, PLAIN};

/* SCALAR: the tag of one lane. */
#define S(x) LQCD__CAT(x##_, SCALAR)

#define LQCD_TAG f
#define SCALAR   f
#include "solver_multi.inc"
#define LQCD_TAG d
#define SCALAR   d
#include "solver_multi.inc"
#define LQCD_TAG vf
#define SCALAR   f
#include "solver_multi.inc"
#define LQCD_TAG vd
#define SCALAR   d
#include "solver_multi.inc"

#define LQCD_TAG d
#define LQCD_LOW f
#include "solver_multi_mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "solver_multi_mixed.inc"

#undef S

static void test_solver_multi(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it (multi.c), and these lattices are tiny */
#endif
	EACH_TAG(check_solver_multi, ());
	check_multi_mixed_d_f();
	check_multi_mixed_vd_vf();
	tap_ok(hook.live == 0, "all memory is given back");
}
