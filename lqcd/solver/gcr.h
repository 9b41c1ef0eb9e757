/* lqcd/solver/gcr.h: generalised conjugate residuals for A x = b with a preconditioner that may change from step to
 * step, for instance one that is itself an iteration (Schwarz, multigrid), in double, or entirely in float or 16 bits.
 *
 *   lqcd_preconditioner_<tag> { apply(out, image, in, context); context; flops; team; }
 *       out = K in, K an approximation of A^-1; the three fields are distinct. It returns 1 if it has also written
 *       image = A out (to rounding), which it may have computed anyway, else 0. team: as that of an operator
 *       (field/linear.h); set the structure to zero before its members.
 *   lqcd_solve_result r = lqcd_gcr(&x, &A, &b, &K, restart, &params);         any tag; K NULL: none
 *   lqcd_solve_result r = lqcd_gcr_mixed(&x, &A, &A_low, &b, &K, restart, &params);
 *       x, A, b: tag d (vd); A_low, K: f or h (vf or vh). Include mixed.h. Reliable updates as there: r is computed in double each
 *       time it has fallen by LQCD_GCR_UPDATE, 1e-5, since floats resolve 1e-7; with h and vh by LQCD_GCR_UPDATE_HALF,
 *       3e-4.
 *
 * Step k takes p_k = K r and minimises |r - sum_j A p_j y_j| over all directions since the last restart: |r| never
 * grows, whatever K does. After `restart` directions (1 to LQCD_GCR_MOST = 64) they are discarded. An iteration takes
 * one K, one A unless K gave the image, and passes of algebra, about half as many as there are directions kept. x is
 * updated when directions are discarded, at the end, and before each update in double. Work: at most 2 restart + 1 fields.
 *
 * Statuses as in solver.h; LQCD_ERR_ARGUMENT also for restart; LQCD_BREAKDOWN if A p_k lies in the space of the
 * previous images (also if K r = 0) and restarting does not help; LQCD_STAGNATION also if 64 iterations did not reduce
 * the residual by 1 %.
 *
 * Sources: Y. Saad, SIAM J. Sci. Comput. 14 (1993) 461 (flexible); M. Luescher, Comput. Phys. Commun. 156 (2004) 209,
 * hep-lat/0310048, section 4 (this form).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_GCR_H
#define LQCD_SOLVER_GCR_H

#include "solver.h"

enum { LQCD_GCR_MOST = 64 };

#ifndef LQCD_GCR_UPDATE
#define LQCD_GCR_UPDATE 1e-5
#endif
#ifndef LQCD_GCR_UPDATE_HALF
#define LQCD_GCR_UPDATE_HALF 3e-4
#endif

/** The fall of the residual from one reliable update to the next; half: with 16 bits. */
LQCD_STATIC double lqcd__gcr_update(int half)
{
	return half ? LQCD_GCR_UPDATE_HALF : LQCD_GCR_UPDATE;
}

/** What must be new of an image, of its |A p|^2: more than rounding, eps. difference: the new part is what |A p|^2 exceeds the others
 * by, from products in one pass, which says less. */
LQCD_STATIC double lqcd__gcr_least(int difference, double eps)
{
	return difference ? 1e-6 : 64 * eps * eps;
}

/** The rule for breakdown, from whole = |A p|^2, the new part q2 of it, dot = <q, r>, and the least that must be new. */
LQCD_STATIC lqcd_status lqcd__gcr_judge(double whole, double q2, lqcd_complex_d dot, double least)
{
	if (!lqcd_isfinite(whole) || !lqcd_isfinite(q2) || !lqcd_isfinite(dot.re + dot.im)) return LQCD_NAN;
	return q2 > least * whole ? LQCD_OK : LQCD_BREAKDOWN;
}

#define LQCD_TEMPLATE "../solver/gcr.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_gcr(x, ...) LQCD_SELECT_STORED(lqcd_gcr, lqcd_spinor_field, *(x))(x, __VA_ARGS__)
#endif

#endif
