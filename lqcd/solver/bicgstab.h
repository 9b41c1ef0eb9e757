/* lqcd/solver/bicgstab.h: BiCGStab for A x = b, A not Hermitian (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13
 * (1992) 631).
 *
 *   lqcd_solve_result r = lqcd_bicgstab(&x, &A, &b, &params);       tags f, d, vf, vd; see solver.h
 *
 * An iteration is two applications of A (A^dagger is not needed) and 4 passes of algebra, the scalar products
 * of A p and A r taken on the way if the operator has apply_dot. Work: 5 fields. When a
 * scalar product vanishes, the driver starts again from the true residual with a new shadow vector, as long as that
 * helps; then LQCD_BREAKDOWN. The iterate of a singular A may overflow: LQCD_NAN. Usually the fastest for Wilson
 * quarks that are not too light.
 */
#ifndef LQCD_SOLVER_BICGSTAB_H
#define LQCD_SOLVER_BICGSTAB_H

#include "solver.h"

#define LQCD_TAG f
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG d
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG vf
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG vd
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG h
#include "../tmpl/bicgstab.inc"
#define LQCD_TAG vh
#include "../tmpl/bicgstab.inc"

#ifndef __cplusplus
#define lqcd_bicgstab(x, op, b, params) LQCD_SELECT_STORED(lqcd_bicgstab, lqcd_spinor_field, *(x))(x, op, b, params)
#endif

#endif
