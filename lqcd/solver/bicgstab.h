/* lqcd/solver/bicgstab.h: BiCGStab for A x = b, A not Hermitian (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13
 * (1992) 631).
 *
 *   lqcd_solve_result r = lqcd_solve(&x, &A, &b, LQCD_BICGSTAB, &params);       any tag; see krylov.h
 *
 * An iteration takes two applications of A (none of A^dagger) and 4 passes of algebra; an operator with apply_dot
 * computes the scalar products of A p and A r in the same pass. Work: 5 fields. When a scalar product vanishes, the
 * driver restarts from the true residual with a new shadow vector, as long as that helps, and then returns
 * LQCD_BREAKDOWN. For a singular A the iterate may overflow: LQCD_NAN. BiCGStab is usually the fastest method for
 * Wilson quarks that are not too light.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_BICGSTAB_H
#define LQCD_SOLVER_BICGSTAB_H

#include "solver.h"

/* Multiply-adds per number of a field in an iteration. */
#define LQCD__BICGSTAB_PASSES 20

/* The coefficients of BiCGStab (bicgstab.inc), on the host or on a device. Kernels on a device read their factors from
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

#define LQCD_TEMPLATE "../solver/bicgstab.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"

#endif
