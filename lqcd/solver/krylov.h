/* lqcd/solver/krylov.h: A x = b by a method that the caller names, for one and several right-hand sides: conjugate gradients (Hestenes and
 * Stiefel 1952) and BiCGStab (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631).
 *
 *   lqcd_solve_result r = lqcd_solve(&x, &A, &b, method, &params);              lqcd_operator (field/linear.h), any tag
 *   lqcd_status s = lqcd_multi_solve(&x, &A, &b, method, &params, results);     lqcd_multi_operator, x_n, b_n: n < N;
 *                                                                               lqcd_solve_result results[N]
 *
 * LQCD_CG: any nonsingular A. An operator with positive = 1 is Hermitian and positive definite. It gets plain conjugate gradients: an
 * iteration takes one application and 2 passes of algebra, and residuals may rise for a while. All others get CGLS, on the normal equations
 * A^dagger A x = A^dagger b: the recursive residual is that of the original system, and falls monotonically in exact arithmetic; an
 * iteration takes one application of A, one of A^dagger and 2 passes of algebra, and an operator with apply_dot computes the norms of both
 * results in the same pass. Work: 4 fields. CG never breaks down for a nonsingular A.
 *
 * LQCD_BICGSTAB: A not Hermitian. An iteration takes two applications of A (none of A^dagger), 4 passes of algebra and 3 sums over
 * processes; an operator with apply_dot computes the scalar products of A p and A r in its own pass. Work: 5 fields. When a scalar product vanishes, the driver restarts
 * from the true residual with a new shadow vector, as long as that helps, and then returns LQCD_BREAKDOWN. For a singular A the iterate may
 * overflow: LQCD_NAN. BiCGStab is usually the fastest method for Wilson quarks that are not too light.
 *
 * lqcd_solve also takes LQCD_BICGSTAB_THEN_CG, whose result adds the iterations and flops of both. CG starts from the x of BiCGStab if that
 * is an improvement, else from 0. lqcd_multi_solve on hosts also takes LQCD_BLOCK_CG (block_cg.h), in which right-hand sides share what they
 * find.
 *
 * lqcd_multi_solve runs the iterations of all right-hand sides side by side, with common applications of A, which reads
 * its links once for all of them. results[n] is that of a single solve (solver.h): a status, the iterations and the
 * true residual |b_n - A x_n| / |b_n|, computed anew. Right-hand sides that are done rest while others go on; the
 * iterates are those of single solves but for rounding. max_iterations limits the common iterations. The function
 * returns LQCD_OK if every right-hand side is LQCD_OK or LQCD_ZERO_RHS, else the status of the first that is not.
 * params.progress gets the largest residual of the right-hand sides that still run. If A.coupled is set, the right-hand
 * sides form one vector with one result, which all get. Tags f, d, vf, vd.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_KRYLOV_H
#define LQCD_SOLVER_KRYLOV_H

#include "block_cg.h"

/* Multiply-adds per number of a field in an iteration. */
#define LQCD__CG_PASSES       5
#define LQCD__BICGSTAB_PASSES 20

/* The coefficients of CGLS (krylov.inc), on the host or on a device. forth and back: the factors of r -= alpha q, and of
 * x += alpha p and p = z + beta p, for the kernels of a device. */
typedef struct {
	lqcd__watch w;
	double gamma, q2, alpha, beta;
	lqcd_complex_d forth[2], back[2];
} lqcd__cg;

/** The step alpha along p, gamma / v[0]; v[0]: <p, A p> of a positive A, where gamma = |r|^2, or |A p|^2. */
LQCD_FN void lqcd__cg_step(lqcd__cg *n, const double *v)
{
	n->q2 = v[0];
	if (!lqcd_isfinite(n->q2) || !lqcd_isfinite(n->gamma))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_NAN);
	else if (!(n->q2 > 0) || !(n->gamma > 0))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_BREAKDOWN);
	else
		n->alpha = n->gamma / n->q2;
}

/** The step of CGLS. */
LQCD_FN void lqcd__cg_forth(lqcd__cg *n, const double *v)
{
	lqcd__cg_step(n, v);
	/* gamma = <r, q> <= |r| |q| but for rounding. Above twice that, the step would lengthen r: only noise is
	 * left. */
	if (n->w.next == LQCD__GOES_ON && n->gamma > 2 * sqrt(n->w.best) * sqrt(n->q2))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_STAGNATION);
	n->forth[0] = lqcd_complex_make_d(-n->alpha, 0);
}

/** Checks the residual; v[0] holds |r|^2. The residual of CGLS falls monotonically; if it rises, the driver finds out
 * why. */
LQCD_FN void lqcd__cg_residual(lqcd__cg *n, const double *v)
{
	lqcd__watch_residual(&n->w, v[0], 4 * n->w.best);
}

/** Computes the coefficients of the next p; v[0] holds |A^dagger r|^2. */
LQCD_FN void lqcd__cg_back(lqcd__cg *n, const double *v)
{
	n->beta = v[0] / n->gamma;
	n->gamma = v[0];
	n->back[0] = lqcd_complex_make_d(n->alpha, 0);
	n->back[1] = lqcd_complex_make_d(n->beta, 1);
}

/* The coefficients of BiCGStab (krylov.inc), on the host or on a device. Kernels on a device read their factors from
 * here; the factors of one kernel are adjacent. */
typedef struct {
	lqcd__watch w;
	double shadow2;
	lqcd_complex_d rho, minus_alpha, alpha, omega, minus_omega, back, beta;
} lqcd__bicgstab;

/** Whether |z|^2 is negligible against a b; z is the scalar product of two vectors with squared norms a and b. */
LQCD_FN int lqcd__vanishes(lqcd_complex_d z, double a, double b)
{
	return !(lqcd_complex_norm2_d(z) > 1e-28 * a * b);
}

/** Computes alpha; v: |A p|^2 and <shadow, A p>. */
LQCD_FN void lqcd__bicgstab_forth(lqcd__bicgstab *n, const double *v)
{
	const lqcd_complex_d sv = lqcd_complex_make_d(v[1], v[2]);
	if (!lqcd_isfinite(sv.re + sv.im))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_NAN);
	else if (lqcd__vanishes(sv, n->shadow2, v[0]))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_BREAKDOWN);
	else
		n->alpha = lqcd_complex_div_d(n->rho, sv);
	n->minus_alpha = lqcd_complex_neg_d(n->alpha);
}

/** Computes omega; v: |t|^2 and <r, t>, t = A r. */
LQCD_FN void lqcd__bicgstab_turn(lqcd__bicgstab *n, const double *v)
{
	const lqcd_complex_d tr = lqcd_complex_make_d(v[1], -v[2]);
	if (!lqcd_isfinite(v[0]) || !lqcd_isfinite(tr.re + tr.im)) lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_NAN);
	/* r = 0 is success, which the driver detects; t = 0 with r != 0 occurs only for a singular A. */
	n->omega = v[0] > 0 ? lqcd_complex_scale_d(1 / v[0], tr) : lqcd_complex_zero_d();
	n->minus_omega = lqcd_complex_neg_d(n->omega);
}

/** Computes the coefficients of the next p; next = <shadow, r>. */
LQCD_FN void lqcd__bicgstab_back(lqcd__bicgstab *n, lqcd_complex_d next)
{
	if (lqcd__vanishes(next, n->shadow2, n->w.r2) || !(lqcd_complex_norm2_d(n->omega) > 0))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_BREAKDOWN);
	n->beta = lqcd_complex_mul_d(lqcd_complex_div_d(next, n->rho), lqcd_complex_div_d(n->alpha, n->omega));
	n->back = lqcd_complex_neg_d(lqcd_complex_mul_d(n->beta, n->omega));
	n->rho = next;
}

/** Checks the residual; v: |r|^2 and <shadow, r>. A peak of |r| of 1e8 costs as much accuracy: the iteration stops
 * there, before it overflows. */
LQCD_FN void lqcd__bicgstab_residual(lqcd__bicgstab *n, const double *v)
{
	lqcd__watch_residual(&n->w, v[0], 1e16 * n->shadow2);
	if (n->w.next == LQCD__GOES_ON) lqcd__bicgstab_back(n, lqcd_complex_make_d(v[1], v[2]));
}

#define LQCD_TEMPLATE "../solver/krylov.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_solve(x, ...) LQCD_SELECT_FIELD(lqcd_solve, lqcd_spinor_field, *(x))(x, __VA_ARGS__)
#define lqcd_multi_solve(x, ...) LQCD_SELECT_COLOUR(lqcd_multi_solve, lqcd_multi_spinor_field, *(x))(x, __VA_ARGS__)
#endif

#endif
