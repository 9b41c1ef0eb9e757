/* lqcd/solver/mixed.h: double precision at the price of float or 16 bits, by reliable updates.
 *
 *   lqcd_solve_result r = lqcd_mixed(&x, &A, &A_low, &b, method, &params);
 *       x, A, b: tag d (vd); A_low: f or h (vf, vh)
 *
 * CG on the normal equations (LQCD_CG) or BiCGStab (LQCD_BICGSTAB) runs with A_low on r/|r|, the true residual in
 * double. Whenever its recursive residual has fallen by the factor LQCD_MIXED_UPDATE (for 16 bits by
 * LQCD_MIXED_UPDATE_HALF, or after LQCD_MIXED_LATE iterations by LQCD_MIXED_LATE_HALF), what it has found is added to x
 * in double, the residual is computed in double and replaces the recursive one; the directions stay, so that the
 * iteration goes on as if it were in double. Where it ends the driver computes the true residual once more, and starts
 * it again if that is too large. Iterations are those in low precision. The result is as accurate as a solve in double.
 * Work: 1 field in double, 6 or 7 in low precision, one in float with 16 bits. See solver.h.
 *
 * Tagged names: lqcd_mixed_d_f, _d_h, _vd_vf, _vd_vh. Source: M. Clark et al., Comput. Phys. Commun. 181 (2010) 1517,
 * section 5 (reliable updates, after G. Sleijpen and H. van der Vorst, Computing 56 (1996) 141).
 */
#ifndef LQCD_SOLVER_MIXED_H
#define LQCD_SOLVER_MIXED_H

#include "../layout.h"
#include "bicgstab.h"
#include "cg.h"

typedef enum { LQCD_CG, LQCD_BICGSTAB } lqcd_method;

/* Each update costs an application in double. Recursive residuals are off by the precision of A_low times the ratio
 * from one update to the next, and directions by what iterations in 16 bits add up to: there an update comes after
 * LQCD_MIXED_LATE iterations at the factor LQCD_MIXED_LATE_HALF. Without that CG takes as many iterations as in double on
 * well-conditioned systems only: on a random field at kappa 0.23, 16^4, 4631 instead of 485. */
#ifndef LQCD_MIXED_UPDATE
#define LQCD_MIXED_UPDATE 1e-3
#endif
#ifndef LQCD_MIXED_UPDATE_HALF
#define LQCD_MIXED_UPDATE_HALF 1e-2
#endif
#ifndef LQCD_MIXED_LATE
#define LQCD_MIXED_LATE 20
#endif
#ifndef LQCD_MIXED_LATE_HALF
#define LQCD_MIXED_LATE_HALF 0.7
#endif

#define LQCD_TAG d
#define LQCD_LOW f
#include "../tmpl/mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "../tmpl/mixed.inc"
#define LQCD_TAG d
#define LQCD_LOW h
#include "../tmpl/mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vh
#include "../tmpl/mixed.inc"

#ifndef __cplusplus
#define lqcd_mixed(x, op, low, b, method, params)                                                                      \
	LQCD_SELECT_LOW(lqcd_mixed, lqcd_operator, *(low))(x, op, low, b, method, params)
#endif

#endif
