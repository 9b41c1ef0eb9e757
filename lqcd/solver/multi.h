/* lqcd/solver/multi.h: D x_n = b_n for n < N, even-odd preconditioned, all right-hand sides at once.
 *
 *   lqcd_solve_result results[N];
 *   lqcd_status s = lqcd_multi_dirac_solve(&x, &d, &b, LQCD_CG, &params, results)    d: lqcd_multi_dirac (operator.h)
 *   s = lqcd_wilson_solve_multi(&x, &D, &b, LQCD_CG, &params, results);    or LQCD_BICGSTAB, LQCD_BLOCK_CG
 *       the counterpart of lqcd_wilson_solve (solver/wilson.h): x and b are full multi-fields, x the first guess. D is
 *       from lqcd_wilson_create_for, or has lanes over sites. A clover term or twisted mass (dirac/clover.h) is refused
 *       with LQCD_ERR_ARGUMENT.
 *
 *   s = lqcd_multi_dirac_solve_mixed(&x, &d, &low, &b, method, &params, results)    x, d, b: d (vd), low: the same operator
 *       in f (vf), LQCD_CG or LQCD_BICGSTAB: reliable updates (solver/mixed.h). When one right-hand side is due, all that
 *       still iterate are updated.
 *
 * Results and status are those of lqcd_multi_solve (solver/krylov.h). Tags f, d, vf, vd. Work: that of lqcd_multi_solve
 * on half fields and two half multi-fields, then one full multi-field.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_MULTI_H
#define LQCD_SOLVER_MULTI_H

#include "../dirac/wilson_multi.h"
#include "dirac.h"

#define LQCD_TEMPLATE "../solver/dirac.inc"
#define LQCD_REPRESENTED
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac_mixed.inc"
#define LQCD_REPRESENTED
#define LQCD_MANY
#define LQCD_TAGS LQCD_MIXED_FLOAT_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_multi_dirac_solve(x, d, b, method, params, results)                                                       \
	LQCD_SELECT_COLOUR(lqcd_multi_dirac_solve, lqcd_multi_dirac, *(d))(x, d, b, method, params, results)
#define lqcd_multi_dirac_solve_mixed(x, d, low, b, method, params, results)                                            \
	LQCD_SELECT_FLOAT(lqcd_multi_dirac_solve_mixed, lqcd_multi_dirac, *(low))(x, d, low, b, method, params, results)
#define lqcd_wilson_solve_multi(x, dirac, b, method, params, results)                                                  \
	LQCD_SELECT_QUARK(lqcd_wilson_solve_multi, lqcd_wilson, *(dirac))(x, dirac, b, method, params, results)
#endif

#endif
