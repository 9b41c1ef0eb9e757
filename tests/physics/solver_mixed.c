/* tests/physics/solver_mixed.c: mixed precision, double with float and with 16 bits: what a result claims against a
 * residual computed anew in double, iterations against those in double, and every status. The checks of one pair are in
 * solver_mixed.inc. All input is random and fresh. */
#include "solver_case.h"

#define TEST_STORED
#define TEST_TEMPLATE "physics/solver_case.inc"
#include "../each_tag.inc"

/* Of a pair of tags: x_vd_vh, x_vh */
#define PAIR(x) LQCD__CAT(T(x), LQCD__CAT(_, LOW_TAG))
#define LOW(x)  LQCD__CAT(x##_, LOW_TAG)

#define LQCD_TAG  d
#define LOW_TAG   f
#define LOW_LANES 1
#include "solver_mixed.inc"
#define LQCD_TAG  vd
#define LOW_TAG   vf
#define LOW_LANES LQCD_LANES_vf
#include "solver_mixed.inc"
#define LQCD_TAG  d
#define LOW_TAG   h
#define LOW_LANES 1
#include "solver_mixed.inc"
#define LQCD_TAG  vd
#define LOW_TAG   vh
#define LOW_LANES LQCD_LANES_vf
#include "solver_mixed.inc"

int main(void)
{
	static const int cube[4] = {4, 4, 4, 4}, wide[4] = {8, 4, 4, 4};
#ifdef _OPENMP
	omp_set_num_threads(1); /* sums do not depend on it (linalg.c), and these lattices are tiny */
#endif
	check_mixed_d_f(cube);
	check_mixed_d_h(cube);
	check_mixed_vd_vf(cube);
	check_mixed_vd_vf(wide);
	check_mixed_vd_vh(cube);
	check_mixed_vd_vh(wide);
	tap_ok(hook.live == 0, "all memory is given back");
	return tap_done();
}
