/* lqcd/field/linear.h: linear operators, as solvers and eigenvalue methods use them.
 *
 *   lqcd_operator_<tag>           on spinor fields:   apply, apply_dot, context, flops, positive, team; on devices also queue
 *   lqcd_multi_operator_<tag>     on multi-fields:    apply, context, flops, positive, team, coupled
 *
 * apply(out, in, dagger, context) writes A in (dagger = 0) or A^dagger in (1); out and in are different fields of one
 * geometry. context is passed through. flops counts one application to one right-hand side, on this process; rates
 * depend on it, results do not. Set a structure to zero before its members: later versions may have more of them.
 *
 * apply_dot(out, in, dagger, y, dot, context) does what apply does, returns |out|^2, and sets *dot = <y, out> if y is
 * not NULL. It is for operators that compute these sums in the same pass (lqcd_schur_dot), else NULL.
 *
 * coupled: 0 where A acts on each right-hand side by itself. Otherwise all right-hand sides together are one vector, as
 * the fifth dimension of domain wall quarks is: norms and scalar products are summed over them.
 *
 * positive: 1 where A is Hermitian and positive definite. LQCD_CG then applies A itself instead of A^dagger A.
 *
 * team: 1 where solvers may keep a team of threads (lattice/team.h) while they call apply, since its loops are the
 * library's functions; a parallel region or an LQCD_MASTER_FOR of its own would run in one thread.
 *
 * Tags of lqcd_operator: f, d, vf, vd, h, vh; of lqcd_multi_operator: f, d, vf, vd; under nvcc gf, gd, gh of the first and
 * gf, gd of the second. An indirect call is made per application, never per site.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FIELD_LINEAR_H
#define LQCD_FIELD_LINEAR_H

#include "linalg.h"
#include "multi.h"

#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED + LQCD_MULTI_TAGS
#include "../base/each_tag.inc"

#endif
