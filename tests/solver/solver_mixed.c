/* tests/solver/solver_mixed.c: mixed precision, double with float and with 16 bits: the claims of a result against a
 * residual computed anew in double, iterations against those in double, and every status. The checks of one pair are in
 * solver_mixed.inc. All input is random and fresh. */
#include "solver_case.h"

/* Names for a pair of tags: x_vd_vh, x_vh */
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

#undef PAIR
#undef LOW

/* Random links at kappa 0.23, where CG needs hundreds of iterations, more than there are numbers of 16 bits between two
 * updates that are rare: two systems together take less than 1.8 times the iterations in double, and usually 1.1. */
static void check_hard(const int *l)
{
	const lqcd_solve_params p = params_of(1e-10, 10000, NULL);
	lqcd_solve_result d, h;
	lqcd_lattice lat;
	double mass;
	int in_double = 0, in_half = 0, solved = 1;
	must(lqcd_kappa_to_mass(0.23, &mass));
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	for (int k = 0; k < 2; k++) {
		lqcd_gauge_field_vd u;
		lqcd_spinor_field_vd b, x;
		lqcd_wilson_vd D;
		lqcd_wilson_vh low;
		must(lqcd_gauge_field_create_vd(&u, &lat, LQCD_FULL));
		must(lqcd_spinor_field_create_vd(&b, &lat, LQCD_FULL));
		must(lqcd_spinor_field_create_vd(&x, &lat, LQCD_FULL));
		lqcd_gauge_field_random(&u, tap_random_u64(), 0);
		lqcd_spinor_field_gaussian(&b, tap_random_u64(), 0);
		must(lqcd_wilson_create(&D, &u, mass, LQCD_PERIODIC));
		must(lqcd_wilson_create_vh(&low, lqcd_gauge_field_view_vd(&u), mass, LQCD_PERIODIC));
		lqcd_spinor_field_zero(&x);
		const lqcd_dirac_vd view = lqcd_wilson_dirac(&D);
		const lqcd_dirac_vh low_view = lqcd_wilson_dirac(&low);
		d = lqcd_dirac_solve(&x, &view, &b, LQCD_CG, &p);
		lqcd_spinor_field_zero(&x);
		h = lqcd_dirac_solve_mixed(&x, &view, &low_view, &b, LQCD_CG, &p);
		in_double += d.iterations;
		in_half += h.iterations;
		solved = solved && d.status == LQCD_OK && h.status == LQCD_OK;
		lqcd_wilson_destroy(&D);
		lqcd_wilson_destroy(&low);
		lqcd_spinor_field_destroy(&x);
		lqcd_spinor_field_destroy(&b);
		lqcd_gauge_field_destroy(&u);
	}
	lqcd_lattice_destroy(&lat);
	tap_ok(solved && in_half < 1.8 * in_double, "vd with vh, kappa 0.23: %d iterations, %d in double", in_half,
	       in_double);
}

static void test_solver_mixed(void)
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
	check_hard(cube);
	tap_ok(hook.live == 0, "all memory is given back");
}
