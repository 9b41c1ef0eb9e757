/* lqcd/solver/mixed.h: double precision at the price of float: defect correction.
 *
 *   lqcd_solve_result r = lqcd_mixed(&x, &A, &A_low, &b, method, &params);      x, A, b: tag d (vd); A_low: tag f (vf)
 *
 * Each cycle computes the true residual in double, solves A_low e = r/|r| in float with CG on the normal equations
 * (LQCD_CG) or BiCGStab (LQCD_BICGSTAB) to LQCD_MIXED_INNER or to what is left, and adds |r| e. Iterations are those
 * of the inner solves. The result is as accurate as a solve in double. Work: 1 field in double, 6 or 7 in float. See
 * solver.h.
 */
#ifndef LQCD_SOLVER_MIXED_H
#define LQCD_SOLVER_MIXED_H

#include "../layout.h"
#include "bicgstab.h"
#include "cg.h"

typedef enum { LQCD_CG, LQCD_BICGSTAB } lqcd_method;

/* Each restart costs iterations, and float residuals end between 1e-6 and 1e-5. */
#ifndef LQCD_MIXED_INNER
#define LQCD_MIXED_INNER 1e-5
#endif

#define LQCD_TAG d
#define LQCD_LOW f
#include "../tmpl/mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "../tmpl/mixed.inc"

#ifndef __cplusplus
#define lqcd_mixed(x, op, low, b, method, params)                                                                      \
	_Generic(*(x), lqcd_spinor_field_d                                                                             \
		 : lqcd_mixed_d, lqcd_spinor_field_vd                                                                  \
		 : lqcd_mixed_vd)(x, op, low, b, method, params)
#endif

#endif
