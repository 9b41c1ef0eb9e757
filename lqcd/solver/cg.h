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

/* What an iteration ends with: the next one; a reliable update first; x, the last time; or at once. */
typedef enum { LQCD__CG_GOES_ON, LQCD__CG_UPDATE, LQCD__CG_END, LQCD__CG_FAIL } lqcd__cg_next;

/* The numbers of CGLS (cg.inc), on the host or on a device. */
typedef struct {
	double gamma, q2, alpha, beta, r2, best;
	double target2, update2,
		late2; /* ends at r2 <= target2, updates at update2, from iteration `late` on at late2 */
	int iteration, most, late, since;
	lqcd__cg_next next;
	lqcd_status status; /* at the end */
} lqcd__cg;

LQCD_FN void lqcd__cg_stop(lqcd__cg *n, lqcd__cg_next next, lqcd_status status)
{
	n->next = next;
	n->status = status;
}

/** |A p|^2 is there: how far to go along p. */
LQCD_FN void lqcd__cg_forth(lqcd__cg *n, double q2)
{
	n->q2 = q2;
	if (!lqcd_isfinite(q2) || !lqcd_isfinite(n->gamma))
		lqcd__cg_stop(n, LQCD__CG_FAIL, LQCD_NAN);
	else if (!(q2 > 0) || !(n->gamma > 0))
		lqcd__cg_stop(n, LQCD__CG_FAIL, LQCD_BREAKDOWN);
	/* gamma = <r, q> <= |r| |q| but for rounding. From twice that on the step would lengthen r: only noise is left. */
	else if (n->gamma > 2 * sqrt(n->best) * sqrt(q2))
		lqcd__cg_stop(n, LQCD__CG_FAIL, LQCD_STAGNATION);
	else
		n->alpha = n->gamma / q2;
}

/** So is |r|^2: what follows. The residual of CGLS falls monotonically; when it does not, only the driver can tell why. */
LQCD_FN void lqcd__cg_residual(lqcd__cg *n, double r2)
{
	n->r2 = r2;
	n->iteration++;
	if (!lqcd_isfinite(r2))
		lqcd__cg_stop(n, LQCD__CG_END, LQCD_NAN);
	else if (r2 <= n->target2)
		lqcd__cg_stop(n, LQCD__CG_END, LQCD_OK);
	else if (n->iteration >= n->most)
		lqcd__cg_stop(n, LQCD__CG_END, LQCD_ITERATION_LIMIT);
	else if (r2 < 0.99 * n->best) {
		n->best = r2;
		n->since = 0;
	} else if (++n->since >= 500 || r2 > 4 * n->best)
		lqcd__cg_stop(n, LQCD__CG_END, LQCD_STAGNATION);
	if (n->next == LQCD__CG_GOES_ON && r2 <= (n->iteration < n->late ? n->update2 : n->late2))
		n->next = LQCD__CG_UPDATE;
}

/** And |A^dagger r|^2: the next p. */
LQCD_FN void lqcd__cg_back(lqcd__cg *n, double gamma)
{
	n->beta = gamma / n->gamma;
	n->gamma = gamma;
	n->next = LQCD__CG_GOES_ON;
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
