/* lqcd/solver/multishift.h: (A + sigma_k) x_k = b for many shifts sigma_k at once, A Hermitian, for little more than
 * the cost of the hardest system: one run of conjugate gradients for all.
 *
 *   lqcd_solve_result results[n];
 *   lqcd_status s = lqcd_multishift(x, &A, sigma, n, &b, &params, results);       tags f, d, vf, vd; see solver.h
 *       x: an array of n different fields, output only; sigma: an array of n doubles in any order, some may be equal. All
 *       A + sigma_k must be positive definite; if A is, sigma_k >= 0 suffices. Unlike LQCD_CG, it applies A itself, not
 *       A^dagger A.
 *   lqcd_status s = lqcd_normal_create(&A, &normal, &M, &b)          A = M^dagger M as an operator on fields like b; A.positive
 *                                                                    is 1: LQCD_CG applies A once in an iteration
 *   lqcd_normal_destroy(&normal)                                     normal: an lqcd_normal_<tag> that must outlive A
 *
 * All systems have the same Krylov space, and shifted residuals are parallel: r_k = zeta_k r. The system of the
 * smallest shift is iterated, with an application of A and 2 passes of algebra (one more if that shift is not 0). Each
 * of the others costs the update of its x_k and of its direction p_k, one pass over the two (axpy_czpbx of linalg.h),
 * until its own residual is below the tolerance. Large shifts stop first.
 *
 * At the end the true residual of every system is computed. If it misses the tolerance (zeta_k r drifts away from it,
 * more so in float), plain CG on that system goes on from x_k until the true residual decides: results[k].status is
 * that of a single solve (solver.h). Its iterations are those until the system stopped, plus those added afterwards;
 * its flops are one n-th of the common work, plus its own. params.progress gets the residual of the smallest shift,
 * then those of systems that are continued, with iterations counted on.
 *
 * The return value is LQCD_OK if all results are LQCD_OK or LQCD_ZERO_RHS, else the status of the first that is not;
 * also LQCD_ERR_ARGUMENT unless 1 <= n <= LQCD_MAX_SHIFTS (64) and all shifts are finite; LQCD_ERR_GEOMETRY if a field
 * has another geometry than b; LQCD_BREAKDOWN if A + sigma_k proves not to be positive definite, or precision is
 * exhausted. Work: n + 2 fields.
 *
 * Source: B. Jegerlehner, hep-lat/9612014, section 2.3; here with rho = zeta(i+1) / zeta(i), which needs only its
 * previous value: 1 / rho(i) = 1 + alpha(i) (sigma_k - sigma_0) + (1 - rho(i-1)) alpha(i) beta(i-1) / alpha(i-1). rho
 * <= 1, and falls with sigma_k.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_MULTISHIFT_H
#define LQCD_SOLVER_MULTISHIFT_H

#include "solver.h"

enum { LQCD_MAX_SHIFTS = 64 };

/* A system; number: its index in the caller's arrays. */
typedef struct {
	double sigma, rho;
	int number, iterations;
} lqcd__shift;

/** The shifts in increasing order, equal ones in their original order. */
LQCD_STATIC void lqcd__shifts_sort(lqcd__shift *s, const double *sigma, int n)
{
	memset(s, 0, (size_t)n * sizeof *s);
	for (int k = 0; k < n; k++) {
		int i = k;
		for (; i > 0 && s[i - 1].sigma > sigma[k]; i--) s[i] = s[i - 1];
		s[i].sigma = sigma[k];
		s[i].number = k;
	}
}

#define LQCD_TEMPLATE "../solver/multishift.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_multishift(x, op, sigma, n, b, params, results)                                                           \
	LQCD_SELECT_COLOUR(lqcd_multishift, lqcd_spinor_field, *(b))(x, op, sigma, n, b, params, results)
#define lqcd_normal_create(op, normal, ...) LQCD_SELECT_COLOUR(lqcd_normal_create, lqcd_normal, *(normal))(op, normal, __VA_ARGS__)
#define lqcd_normal_destroy(normal) LQCD_SELECT_COLOUR(lqcd_normal_destroy, lqcd_normal, *(normal))(normal)
#endif

#endif
