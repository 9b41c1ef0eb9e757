/* lqcd/solver/domain_wall.h: D x = b for Moebius domain wall quarks (dirac/domain_wall.h), even-odd preconditioned.
 *
 *   lqcd_solve_result r = lqcd_domain_wall_solve(&x, &D, &b, LQCD_CG, &params)       x, b: full multi-fields that fit D
 *
 * Solves M y_e = b_e + H C^-1 b_o / 2 by CG on the normal equations (or by LQCD_BICGSTAB on M itself, which rarely
 * converges), then computes y_o and x. All ls right-hand sides form one vector. x is the first guess, and the last
 * iterate at the end. The residual of M is that of D on even sites; on odd sites it is zero. Parameters, results and
 * statuses are those of solver.h, with the residual |b - D x| / |b| computed anew. Tags f, d, vf, vd. It is
 * lqcd_multi_dirac_solve (dirac.h) with lqcd_domain_wall_dirac(&D).
 *
 *   lqcd_solve_result r = lqcd_domain_wall_solve_mixed(&x, &D, &low, &b, method, &params)    x, D, b: d (vd), low: the same
 *       quarks in f (vf): the accuracy of double, most of the work in float (solver/mixed.h)
 *
 *   s = lqcd_domain_wall_propagate(&q, &D, &eta, &params, &result)    q = S eta: source, solve by CG, and quark; full
 *                                                                    spinor fields of any tag; result may be NULL
 *
 * Work: 7 multi-fields, propagate 2 more. LQCD_ERR_GEOMETRY: the fields do not fit D.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_DOMAIN_WALL_H
#define LQCD_SOLVER_DOMAIN_WALL_H

#include "../dirac/domain_wall.h"
#include "multi.h"

#define LQCD_TEMPLATE "../solver/domain_wall.inc"
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/domain_wall_mixed.inc"
#define LQCD_REPRESENTED
#define LQCD_TAGS LQCD_MIXED_FLOAT_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_domain_wall_solve(x, D, b, method, params) LQCD__WALL(solve, D)(x, D, b, method, params)
#define lqcd_domain_wall_solve_mixed(x, D, low, b, method, params)                                                     \
	LQCD_SELECT_FLOAT(lqcd_domain_wall_solve_mixed, lqcd_domain_wall, *(low))(x, D, low, b, method, params)
#define lqcd_domain_wall_propagate(q, D, eta, params, result)                                                          \
	LQCD__WALL(propagate, D)(lqcd_spinor_field_view(q), D, lqcd_spinor_field_view(eta), params, result)
#endif

#endif
