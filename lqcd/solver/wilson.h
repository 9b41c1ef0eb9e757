/* lqcd/solver/wilson.h: D x = b for the Wilson operator, also with a clover term and twisted mass, even-odd
 * preconditioned: solver/dirac.h with lqcd_wilson_dirac(&D).
 *
 *   lqcd_solve_params p = lqcd_solve_params_default();
 *   lqcd_solve_result r = lqcd_wilson_solve(&x, &D, &b, LQCD_CG, &p);            or LQCD_BICGSTAB; any tag
 *   lqcd_solve_result r = lqcd_wilson_solve_mixed(&x, &D, &D_low, &b, LQCD_BICGSTAB, &p);   D: d (vd), D_low: f or h
 *                                                                                           (vf or vh), any storage
 *   lqcd_operator_<tag> op = lqcd_wilson_operator(&D);      D as a linear operator (solver.h) on full fields
 *
 * x and b are full fields. The solver works on M x_e = (4+m) b_e + H_eo b_o / 2 on the even sites (dirac/wilson.h), or
 * in the form of the term of D (dirac/clover.h), which D_low must share, else LQCD_ERR_ARGUMENT; then it rebuilds x_o.
 * The tolerance is that of the full system, |b - D x| <= tolerance |b|, and so is the residual of the result, which is
 * computed anew from x at the end. The even half of x is the first guess. Statuses are those of solver.h. Work: two
 * half fields and those of the solver (half fields too), and one full field at the end.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_WILSON_H
#define LQCD_SOLVER_WILSON_H

#include "../dirac/wilson.h"
#include "dirac.h"

#define LQCD_TEMPLATE "../solver/wilson_solve.inc"
#define LQCD_REPRESENTED
#define LQCD_TAGS LQCD_STORED_TAGS
#include "../base/each_tag.inc"

#define LQCD_TEMPLATE "../solver/wilson_mixed.inc"
#define LQCD_REPRESENTED
#define LQCD_TAGS LQCD_MIXED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_wilson_operator(dirac) LQCD_SELECT_STORED(lqcd_wilson_operator, lqcd_wilson, *(dirac))(dirac)
#define lqcd_wilson_solve(x, dirac, b, method, params)                                                                 \
	LQCD_SELECT_STORED(lqcd_wilson_solve, lqcd_wilson, *(dirac))(x, dirac, b, method, params)
#define lqcd_wilson_solve_mixed(x, dirac, low, b, method, params)                                                      \
	LQCD_SELECT_LOW(lqcd_wilson_solve_mixed, lqcd_wilson, *(low))(x, dirac, low, b, method, params)
#endif

#endif
