/* lqcd/solver/multi.h: many right-hand sides at once: A x_n = b_n for n < N, each with its own CG or BiCGStab, all with
 * the same applications of A, which reads its links once for all (multi.h).
 *
 *   lqcd_solve_result results[N];
 *   lqcd_status s = lqcd_wilson_solve_multi(&x, &D, &b, LQCD_CG, &params, results);         or LQCD_BICGSTAB
 *       D x_n = b_n for the Wilson operator, even-odd preconditioned, as lqcd_wilson_solve (solver/wilson.h) does for
 *       one right-hand side: x and b are full multi-fields, x the first guess, D from lqcd_wilson_create_for or lanes
 *       over sites.
 *   lqcd_status s = lqcd_multi_solve(&x, &A, &b, method, &params, results)       any lqcd_multi_operator_<tag>:
 *       apply(out, in, dagger, context) and flops for one right-hand side, as lqcd_operator (solver.h)
 *
 * Of the Wilson operator without a clover term or twisted mass (dirac/clover.h), else LQCD_ERR_ARGUMENT.
 *
 * results[n] is as solver.h says for a single solve: a status, the iterations and the true residual |b_n - A x_n| /
 * |b_n|, computed anew. Right-hand sides that are done stand still while others go on; the iterates are those of single
 * solves but for rounding. What is returned is LQCD_OK when every right-hand side is LQCD_OK or LQCD_ZERO_RHS, else the
 * status of the first that is not. params.progress gets the largest residual of those that still run. Tags f, d, vf,
 * vd. Work: 4 multi-fields for CG, 5 for BiCGStab; the Wilson operator 2 more.
 *
 * Per iteration and right-hand side: as cg.h and bicgstab.h.
 */
#ifndef LQCD_SOLVER_MULTI_H
#define LQCD_SOLVER_MULTI_H

#include "../dirac/wilson_multi.h"
#include "mixed.h"

#define LQCD_TAG f
#include "../tmpl/multi_solve.inc"
#define LQCD_TAG d
#include "../tmpl/multi_solve.inc"
#define LQCD_TAG vf
#include "../tmpl/multi_solve.inc"
#define LQCD_TAG vd
#include "../tmpl/multi_solve.inc"

#ifndef __cplusplus
#define lqcd_multi_solve(x, op, b, method, params, results)                                                            \
	LQCD_SELECT(lqcd_multi_solve, lqcd_multi_field, *(x))(x, op, b, method, params, results)
#define lqcd_wilson_solve_multi(x, dirac, b, method, params, results)                                                  \
	LQCD_SELECT(lqcd_wilson_solve_multi, lqcd_wilson, *(dirac))(x, dirac, b, method, params, results)
#endif

#endif
