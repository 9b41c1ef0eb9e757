/* lqcd/solver/cg.h: conjugate gradients for A x = b, any nonsingular A, on the normal equations A^dagger A x =
 * A^dagger b.
 *
 *   lqcd_solve_result r = lqcd_cg(&x, &A, &b, &params);       tags f, d, vf, vd; see solver.h
 *
 * CGLS: the recursive residual is that of the original system, and falls monotonically in exact arithmetic. An
 * iteration is one application of A, one of A^dagger and 2 passes of algebra, the norms of both taken on the way if
 * the operator has apply_dot. Work: 4 fields. Never breaks down for a
 * nonsingular A.
 */
#ifndef LQCD_SOLVER_CG_H
#define LQCD_SOLVER_CG_H

#include "solver.h"

/* Passes of multiply-adds over a field in an iteration. */
#define LQCD__CG_PASSES 5

/* The numbers of CGLS (cg.inc), on the host or on a device; and the factors of r -= alpha q, and of x += alpha p and
 * p = z + beta p, as kernels there take them. */
typedef struct {
	lqcd__watch w;
	double gamma, q2, alpha, beta;
	lqcd_complex_d forth[2], back[2];
} lqcd__cg;

/** v[0] = |A p|^2 is there: how far to go along p. */
LQCD_FN void lqcd__cg_forth(lqcd__cg *n, const double *v)
{
	n->q2 = v[0];
	if (!lqcd_isfinite(n->q2) || !lqcd_isfinite(n->gamma))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_NAN);
	else if (!(n->q2 > 0) || !(n->gamma > 0))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_BREAKDOWN);
	/* gamma = <r, q> <= |r| |q| but for rounding. From twice that on the step would lengthen r: only noise is left. */
	else if (n->gamma > 2 * sqrt(n->w.best) * sqrt(n->q2))
		lqcd__watch_stop(&n->w, LQCD__FAIL, LQCD_STAGNATION);
	else
		n->alpha = n->gamma / n->q2;
	n->forth[0] = lqcd_complex_make_d(-n->alpha, 0);
}

/** So is v[0] = |r|^2. The residual of CGLS falls monotonically; when it does not, only the driver can tell why. */
LQCD_FN void lqcd__cg_residual(lqcd__cg *n, const double *v)
{
	lqcd__watch_residual(&n->w, v[0], 4 * n->w.best);
}

/** And v[0] = |A^dagger r|^2: the next p. */
LQCD_FN void lqcd__cg_back(lqcd__cg *n, const double *v)
{
	n->beta = v[0] / n->gamma;
	n->gamma = v[0];
	n->back[0] = lqcd_complex_make_d(n->alpha, 0);
	n->back[1] = lqcd_complex_make_d(n->beta, 1);
}

#define LQCD_TAG f
#include "../tmpl/cg.inc"
#define LQCD_TAG d
#include "../tmpl/cg.inc"
#define LQCD_TAG vf
#include "../tmpl/cg.inc"
#define LQCD_TAG vd
#include "../tmpl/cg.inc"
#define LQCD_TAG h
#include "../tmpl/cg.inc"
#define LQCD_TAG vh
#include "../tmpl/cg.inc"

#ifndef __cplusplus
#define lqcd_cg(x, op, b, params) LQCD_SELECT_STORED(lqcd_cg, lqcd_spinor_field, *(x))(x, op, b, params)
#endif

#endif
