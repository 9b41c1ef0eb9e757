/* lqcd/solver/cg.h: conjugate gradients for A x = b, any nonsingular A, on the normal equations A^dagger A x =
 * A^dagger b.
 *
 *   lqcd_solve_result r = lqcd_cg(&x, &A, &b, &params);       tags f, d, vf, vd; see solver.h
 *
 * CGLS: the recursive residual is that of the original system, and falls monotonically in exact arithmetic. An
 * iteration is one application of A, one of A^dagger and 2 passes of algebra, the norms of both taken on the way if
 * the operator has apply_dot. Work: 4 fields. Never breaks down for a
 * nonsingular A.
 */
#ifndef LQCD_SOLVER_CG_H
#define LQCD_SOLVER_CG_H

#include "solver.h"

#define LQCD_TAG f
#include "../tmpl/cg.inc"
#define LQCD_TAG d
#include "../tmpl/cg.inc"
#define LQCD_TAG vf
#include "../tmpl/cg.inc"
#define LQCD_TAG vd
#include "../tmpl/cg.inc"
#define LQCD_TAG h
#include "../tmpl/cg.inc"
#define LQCD_TAG vh
#include "../tmpl/cg.inc"

#ifndef __cplusplus
#define lqcd_cg(x, op, b, params) LQCD_SELECT_STORED(lqcd_cg, lqcd_spinor_field, *(x))(x, op, b, params)
#endif

#endif
