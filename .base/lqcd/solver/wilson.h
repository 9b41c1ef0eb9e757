/* lqcd/solver/wilson.h: D x = b for the Wilson operator, also with a clover term and twisted mass, even-odd
 * preconditioned.
 *
 *   lqcd_solve_params p = lqcd_solve_params_default();
 *   lqcd_solve_result r = lqcd_wilson_solve(&x, &D, &b, LQCD_CG, &p);            or LQCD_BICGSTAB; any tag
 *   lqcd_solve_result r = lqcd_wilson_solve_mixed(&x, &D, &D_low, &b, LQCD_BICGSTAB, &p);   D: d (vd), D_low: f or h
 *                                                                                           (vf or vh), any storage
 *
 * x and b are full fields. The solver works on M x_e = (4+m) b_e + H_eo b_o / 2 on the even sites (dirac/wilson.h, or
 * the form of dirac/clover.h that D has; D_low has the same, else LQCD_ERR_ARGUMENT), then rebuilds x_o. The tolerance
 * is that of the full system, |b - D x| <= tolerance |b|, and so is the residual of the result, computed anew from x at
 * the end. x (its even half) is the first guess. Statuses as in solver.h. Work: two half fields and those of the solver
 * (half fields too), and one full field at the end.
 */
#ifndef LQCD_SOLVER_WILSON_H
#define LQCD_SOLVER_WILSON_H

#include "../dirac/wilson.h"
#include "mixed.h"

#define LQCD_TAG f
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG d
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG vf
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG vd
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG h
#include "../tmpl/wilson_solve.inc"
#define LQCD_TAG vh
#include "../tmpl/wilson_solve.inc"

#define LQCD_TAG d
#define LQCD_LOW f
#include "../tmpl/wilson_mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "../tmpl/wilson_mixed.inc"
#define LQCD_TAG d
#define LQCD_LOW h
#include "../tmpl/wilson_mixed.inc"
#define LQCD_TAG vd
#define LQCD_LOW vh
#include "../tmpl/wilson_mixed.inc"

#ifndef __cplusplus
#define lqcd_wilson_solve(x, dirac, b, method, params)                                                                 \
	LQCD_SELECT_STORED(lqcd_wilson_solve, lqcd_wilson, *(dirac))(x, dirac, b, method, params)
#define lqcd_wilson_solve_mixed(x, dirac, low, b, method, params)                                                      \
	LQCD_SELECT_LOW(lqcd_wilson_solve_mixed, lqcd_wilson, *(low))(x, dirac, low, b, method, params)
#endif

#endif
