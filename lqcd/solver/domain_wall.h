/* lqcd/solver/domain_wall.h: q = S eta for Moebius domain wall quarks (dirac/domain_wall.h), as for all quarks.
 *
 *   lqcd_quark_d quark = lqcd_quark_from_domain_wall(&D, &low, LQCD_CG);       D: d (vd), low: the same in f (vf) for the inner
 *                                                                    iterations, or NULL; both must outlive it
 *   s = lqcd_inverter_create_by(&inv, &quark);                       solver/inverter.h
 *   r = lqcd_inverter_solve(&inv, &q, &eta, &params);                full spinor fields of double
 *   s = lqcd_propagator_solve_by(p, &inv, &params, results)          observables/propagator.h
 *
 * A solve puts the source on the walls (lqcd_domain_wall_source), solves M y_e = b_e + H C^-1 b_o / 2 by CG on the normal equations
 * (or by LQCD_BICGSTAB on M itself, which rarely converges), computes y_o and x, and q from the walls (lqcd_domain_wall_quark). The
 * residual and the tolerance are those of all ls right-hand sides as one vector, |b - D x| / |b|. LQCD_BICGSTAB_THEN_CG is refused.
 *
 * The system itself: lqcd_multi_dirac_solve (solver/dirac.h) with lqcd_domain_wall_dirac(&D). Its residual is that of D on even sites;
 * on odd sites it is zero. Work: 9 multi-fields.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_DOMAIN_WALL_H
#define LQCD_SOLVER_DOMAIN_WALL_H

#include "../dirac/domain_wall.h"
#include "inverter.h"

#define LQCD_TEMPLATE "../solver/domain_wall.inc"
#define LQCD_TAGS     LQCD_MIXED_FLOAT_TAGS + LQCD_DEVICES * LQCD_DEVICE_MIXED_FLOAT_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_quark_from_domain_wall(D, low, method)                                                                    \
	(__extension__ _Generic(*(D), lqcd_domain_wall_vd: lqcd_quark_from_domain_wall_vd,                             \
				lqcd_domain_wall_d: lqcd_quark_from_domain_wall_d))(D, low, method)
#endif

#endif
