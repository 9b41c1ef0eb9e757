/* lqcd/solver/domain_wall.h: D x = b for Moebius domain wall quarks (dirac/domain_wall.h), even-odd preconditioned.
 *
 *   lqcd_solve_result r = lqcd_domain_wall_solve(&x, &D, &b, LQCD_CG, &params)       x, b: full multi-fields that fit D
 *
 * M y_e = b_e + H C^-1 b_o / 2 by CG on the normal equations (LQCD_BICGSTAB: on M itself, which rarely converges);
 * all ls right-hand sides are one vector; then y_o and x. x is the first guess, and the last iterate at the end. The
 * residual of M is that of D on even sites, and there is none on odd ones. Parameters, results and statuses as in
 * solver.h: what counts is |b - D x| / |b|, computed anew. Tags f, d, vf, vd.
 *
 *   s = lqcd_domain_wall_propagate(&q, &D, &eta, &params, &result)    q = S eta: source, solve and quark; spinor fields
 *                                                                    of any tag, full; result may be NULL
 *
 * Work: 7 multi-fields, propagate 2 more. LQCD_ERR_GEOMETRY: fields that do not fit. */
#ifndef LQCD_SOLVER_DOMAIN_WALL_H
#define LQCD_SOLVER_DOMAIN_WALL_H

#include "../dirac/domain_wall.h"
#include "multi.h"

#define LQCD_TAG f
#include "../tmpl/domain_wall_solve.inc"
#define LQCD_TAG d
#include "../tmpl/domain_wall_solve.inc"
#define LQCD_TAG vf
#include "../tmpl/domain_wall_solve.inc"
#define LQCD_TAG vd
#include "../tmpl/domain_wall_solve.inc"

#ifndef __cplusplus
#define lqcd_domain_wall_solve(x, D, b, method, params) LQCD__WALL(solve, D)(x, D, b, method, params)
#define lqcd_domain_wall_propagate(q, D, eta, params, result)                                                          \
	LQCD__WALL(propagate, D)(lqcd_spinor_field_view(q), D, lqcd_spinor_field_view(eta), params, result)
#endif

#endif
