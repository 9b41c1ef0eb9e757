/* lqcd/solver/krylov.h: A x = b by a method that the caller names, for one and several right-hand sides.
 *
 *   lqcd_solve_result r = lqcd_solve(&x, &A, &b, method, &params);              lqcd_operator (field/linear.h), any tag
 *   lqcd_status s = lqcd_multi_solve(&x, &A, &b, method, &params, results);     lqcd_multi_operator, x_n, b_n: n < N;
 *                                                                               lqcd_solve_result results[N]
 *
 * method: LQCD_CG (cg.h), LQCD_BICGSTAB (bicgstab.h); lqcd_solve also takes LQCD_BICGSTAB_THEN_CG, whose result adds
 * the iterations and flops of both. CG starts from the x of BiCGStab if that is an improvement, else from 0.
 * lqcd_multi_solve on hosts also takes LQCD_BLOCK_CG (block_cg.h), in which right-hand sides share what they find.
 *
 * lqcd_multi_solve runs the iterations of all right-hand sides side by side, with common applications of A, which reads
 * its links once for all of them. results[n] is that of a single solve (solver.h): a status, the iterations and the
 * true residual |b_n - A x_n| / |b_n|, computed anew. Right-hand sides that are done rest while others go on; the
 * iterates are those of single solves but for rounding. max_iterations limits the common iterations. The function
 * returns LQCD_OK if every right-hand side is LQCD_OK or LQCD_ZERO_RHS, else the status of the first that is not.
 * params.progress gets the largest residual of the right-hand sides that still run. If A.coupled is set, the right-hand
 * sides form one vector with one result, which all get. Tags f, d, vf, vd. Work: 4 multi-fields for CG, 5 for
 * the others.
 *
 * Cost per iteration and right-hand side: that of cg.h and bicgstab.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_KRYLOV_H
#define LQCD_SOLVER_KRYLOV_H

#include "bicgstab.h"
#include "block_cg.h"
#include "cg.h"

#define LQCD_TEMPLATE "../solver/krylov.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_solve(x, op, b, method, params)                                                                           \
	LQCD_SELECT_FIELD(lqcd_solve, lqcd_spinor_field, *(x))(x, op, b, method, params)
#define lqcd_multi_solve(x, op, b, method, params, results)                                                            \
	LQCD_SELECT_COLOUR(lqcd_multi_solve, lqcd_multi_spinor_field, *(x))(x, op, b, method, params, results)
#endif

#endif
