/* tests/solver/solver_case.h: shared by the tests of solvers: operators, links, progress reports, and residuals
 * computed anew in double. Operators: the Wilson operator, and small ones with known faults (test_kind). The parts of
 * one tag are in solver_case.inc. */
#ifndef LQCD_TESTS_SOLVER_CASE_H
#define LQCD_TESTS_SOLVER_CASE_H

#include "../support/alloc_hook.h"
#include "../support/expect.h"

#include <float.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <lqcd/dirac/wilson_multi.h>
#include <lqcd/observables/meson.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/inverter.h>

#include "../support/place.h"

/* D, a real number per site, and psi_0 = psi_1, psi_1 = -psi_0, psi_2 = psi_3, psi_3 = -psi_2, for which <b, A b> = 0
 * when b has one spin only. */
typedef enum { WILSON, DIAGONAL, SKEW } test_kind;

static const lqcd_method methods[2] = {LQCD_CG, LQCD_BICGSTAB};
static const char *const method_name[2] = {"CG", "BiCGStab"};

static inline double uniform(double low, double high)
{
	return low + 0.5 * (high - low) * (1 + tap_random());
}

/* ---- progress reports ---------------------------------------------------------------------------------------------
 */

typedef struct {
	int calls, wrong;
	double sum; /* depends on each residual, and on their order */
} reports;

/* Iterations 1, 2, 3, ... and a finite residual. */
static inline void count_reports(void *user, int iteration, double residual)
{
	reports *r = (reports *)user;
	r->wrong += iteration != ++r->calls || !(residual >= 0 && residual < DBL_MAX);
	r->sum = 0.5 * r->sum + residual;
}

static inline lqcd_solve_params params_of(double tolerance, int max_iterations, reports *r)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = tolerance;
	p.max_iterations = max_iterations;
	if (r) {
		memset(r, 0, sizeof *r);
		p.progress = count_reports;
		p.user = r;
	}
	return p;
}

/* ---- gauge fields --------------------------------------------------------------------------------------------------
 */

/* Links of SU(3): Haar-random, or exp of an algebra element of about `weak`. */
static inline naive_complex *make_links(const int *l, double weak)
{
	const size_t links = (size_t)naive_volume(l) * 4;
	naive_complex *u = naive_alloc(links * NAIVE_MATRIX);
	lqcd_rng rng = lqcd_rng_make(tap_random_u64(), 0, 0);
	for (size_t i = 0; i < links; i++) {
		lqcd_su3_d v, a;
		lqcd_su3_random_d(&v, &rng);
		if (weak > 0) {
			lqcd_su3_project_algebra_d(&a, &v);
			lqcd_su3_scale_d(&a, weak, &a);
			lqcd_su3_exp_d(&v, &a);
		}
		memcpy(u + i * NAIVE_MATRIX, &v, sizeof v);
	}
	return u;
}

/* |b - A x| / |b| and |A| |x| / |b| of the Wilson operator, with D in double, b and x as they are. */
static inline double wilson_residual(const lqcd_wilson_d *D, lqcd_field_view x, lqcd_field_view b, double *size)
{
	const size_t n = (size_t)lqcd_geometry_sites(D->type) * NAIVE_SPINOR;
	naive_complex *nx = naive_alloc(n), *nb = naive_alloc(n), *nr = naive_alloc(n);
	lqcd_spinor_field_d xd, rd;
	must(lqcd_spinor_field_create(&xd, D->type->lattice, LQCD_FULL));
	must(lqcd_spinor_field_create(&rd, D->type->lattice, LQCD_FULL));
	naive_get(x, nx);
	naive_get(b, nb);
	naive_put(lqcd_spinor_field_view(&xd), nx);
	lqcd_wilson_apply(&rd, D, &xd, 0);
	naive_get(lqcd_spinor_field_view(&rd), nr);
	const double norm = sqrt(naive_dot(nb, nb, n).re);
	const double residual = naive_distance(nr, nb, n);
	*size = (8 + fabs(D->mass)) * sqrt(naive_dot(nx, nx, n).re) / norm;
	lqcd_spinor_field_destroy(&xd);
	lqcd_spinor_field_destroy(&rd);
	free(nx);
	free(nb);
	free(nr);
	return residual;
}

/* |a - b| / |b| of two fields of any tags. */
static inline double field_distance(lqcd_field_view a, lqcd_field_view b)
{
	const size_t n = (size_t)lqcd_geometry_sites(b.type) * NAIVE_SPINOR;
	naive_complex *na = naive_alloc(n), *nb = naive_alloc(n);
	naive_get(a, na);
	naive_get(b, nb);
	const double d = naive_distance(na, nb, n);
	free(na);
	free(nb);
	return d;
}

#define TEST_STORED
#define TEST_TEMPLATE "../solver/solver_case.inc"
#include "../support/each_tag.inc"

#endif
