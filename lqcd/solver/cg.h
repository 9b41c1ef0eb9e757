/* lqcd/solver/cg.h: conjugate gradients for A x = b, any nonsingular A, on the normal equations A^dagger A x =
 * A^dagger b.
 *
 *   lqcd_solve_result r = lqcd_solve(&x, &A, &b, LQCD_CG, &params);       any tag; see krylov.h
 *
 * An operator with positive = 1 is Hermitian and positive definite. It gets plain conjugate gradients: an iteration takes one
 * application and 2 passes of algebra, and residuals may rise for a while. All others get CGLS: the recursive residual is that
 * of the original system, and falls monotonically in exact arithmetic; an iteration takes one application of A, one of
 * A^dagger and 2 passes of algebra, and an operator with apply_dot computes the norms of both results in the same pass. Work: 4
 * fields. CG never breaks down for a nonsingular A.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_CG_H
#define LQCD_SOLVER_CG_H

#include "solver.h"

/* Multiply-adds per number of a field in an iteration. */
#define LQCD__CG_PASSES 5

/* The coefficients of CGLS (cg.inc), on the host or on a device. forth and back: the factors of r -= alpha q, and of
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

#define LQCD_TEMPLATE "../solver/cg.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"

#endif
