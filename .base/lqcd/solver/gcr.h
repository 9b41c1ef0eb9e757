/* lqcd/solver/gcr.h: generalised conjugate residuals for A x = b with a preconditioner that may change from step to
 * step: one that is itself an iteration (Schwarz, multigrid), in double or with all of it in float or 16 bits.
 *
 *   lqcd_preconditioner_<tag> { apply(out, image, in, context); context; flops; }
 *       out = K in, K about A^-1; none of the three is the same field. It returns 1 when it has also written
 *       image = A out (to rounding), because it had it on the way, else 0.
 *   lqcd_solve_result r = lqcd_gcr(&x, &A, &b, &K, restart, &params);         any tag; K NULL: none
 *   lqcd_solve_result r = lqcd_gcr_mixed(&x, &A, &A_low, &b, &K, restart, &params);
 *       x, A, b: tag d (vd); A_low, K: f or h (vf or vh). Reliable updates as in mixed.h: r in double whenever it has
 *       fallen by LQCD_GCR_UPDATE, 1e-5: floats have 1e-7; with h and vh by LQCD_GCR_UPDATE_HALF, 3e-4.
 *
 * Step k takes p_k = K r and minimises |r - sum_j A p_j y_j| over all directions since the last restart: |r| never
 * grows, whatever K does. After `restart` directions (1 to LQCD_GCR_MOST = 64) they are thrown away. An iteration is
 * one K, one A unless K gave its image, and about half of the directions kept in passes of algebra; x is updated when
 * directions are thrown away, at the end, and before each update in double. Work: 2 restart fields, and one.
 *
 * Statuses as in solver.h; LQCD_ERR_ARGUMENT also for restart; LQCD_BREAKDOWN where A p_k lies in the space of those
 * before (K r = 0 as well), and starting again does not help; LQCD_STAGNATION also where 64 iterations did not take 1
 * % off the residual.
 *
 * Source: Y. Saad, SIAM J. Sci. Comput. 14 (1993) 461 (flexible); M. Luescher, Comput. Phys. Commun. 156 (2004) 209,
 * hep-lat/0310048, section 4 (this form).
 */
#ifndef LQCD_SOLVER_GCR_H
#define LQCD_SOLVER_GCR_H

#include "mixed.h"

enum { LQCD_GCR_MOST = 64 };

#ifndef LQCD_GCR_UPDATE
#define LQCD_GCR_UPDATE 1e-5
#endif
#ifndef LQCD_GCR_UPDATE_HALF
#define LQCD_GCR_UPDATE_HALF 3e-4
#endif

#define LQCD_TAG f
#include "../tmpl/gcr.inc"
#define LQCD_TAG d
#include "../tmpl/gcr.inc"
#define LQCD_TAG vf
#include "../tmpl/gcr.inc"
#define LQCD_TAG vd
#include "../tmpl/gcr.inc"
#define LQCD_TAG h
#include "../tmpl/gcr.inc"
#define LQCD_TAG vh
#include "../tmpl/gcr.inc"

#define LQCD_TAG d
#define LQCD_LOW f
#include "../tmpl/gcr_mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "../tmpl/gcr_mixed.inc"
#define LQCD_TAG d
#define LQCD_LOW h
#include "../tmpl/gcr_mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vh
#include "../tmpl/gcr_mixed.inc"

#ifndef __cplusplus
#define lqcd_gcr(x, op, b, pre, restart, params)                                                                       \
	LQCD_SELECT_STORED(lqcd_gcr, lqcd_spinor_field, *(x))(x, op, b, pre, restart, params)
#define lqcd_gcr_mixed(x, op, low, b, pre, restart, params)                                                            \
	LQCD_SELECT_LOW(lqcd_gcr_mixed, lqcd_operator, *(low))(x, op, low, b, pre, restart, params)
#endif

#endif
