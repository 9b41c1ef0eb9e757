/* lqcd/hmc/pseudofermion.h: two flavours of quarks for hybrid Monte Carlo, even-odd preconditioned: Wilson-clover
 * quarks, domain walls, or any operator of dirac/operator.h that has a force.
 *
 * Up to a constant, det(D)^2 of D at mass m is |det T_oo det M|^2 with the asymmetric M = T_ee - H_eo T_oo^-1 H_oe / 4
 * on the even sites (dirac/evenodd.h); without a term T = 4 + m, and M = (4+m)^2 - H_eo H_oe / 4 is used. It is the
 * integral of exp(-S_F) over a complex field phi on these sites:
 *
 *   S_F = |M^-1 phi|^2 - 2 log|det T_oo|          lqcd_pseudofermion_create(&pf, &lattice, mass, bc_t);
 *   S_F = |M^-1 M' phi|^2                         lqcd_pseudofermion_create_ratio(&pf, &lattice, mass, heavier, bc_t);
 *         - 2 log|det T_oo| + 2 log|det T'_oo|
 *
 * The second is |det D / det D'|^2, D' = D at a heavier mass: Hasenbusch, Phys. Lett. B 519 (2001) 177
 * [hep-lat/0107019]. It splits a quark into a heavy one and ratios, det D'^2 (det D / det D')^2, whose forces are
 * smaller; those of the ratio, which cost most, belong on an outer level.
 *
 *   lqcd_pseudofermion_vd heavy, light;
 *   s = lqcd_pseudofermion_create(&heavy, &lattice, 0.3, LQCD_ANTIPERIODIC)
 *   s = lqcd_pseudofermion_create_ratio(&light, &lattice, 0.05, 0.3, LQCD_ANTIPERIODIC)
 *   heavy.clover.csw = light.clover.csw = 1.9          default 0, as for .mu, a twisted mass with tau_3 on the two
 *                                                      flavours, and .traceless (lqcd_clover_params); also for D'
 *   lqcd_hmc_term_vd h = lqcd_pseudofermion_term(&heavy), l = lqcd_pseudofermion_term(&light);     heavy, light must
 *                                                      stay in place
 *   s = lqcd_hmc_add(&hmc, &h, 0)
 *   s = lqcd_hmc_add(&hmc, &l, 1)
 *   lqcd_pseudofermion_destroy(&heavy)
 *
 * Any operator d with force and set_links, asymmetric, without a right factor, such as lqcd_wilson_dirac_force(&D) or
 * examples/own_operator.c:
 *
 *   s = lqcd_pseudofermion_create_for(&pf, &d, NULL)       or &heavier for the ratio. pf refers to the caller's views,
 *                                                          which must outlive it, and sets the links of their operators
 *
 * Domain walls (dirac/domain_wall.h), |det D(mass) / det D(heavier)|^2. heavier = 1, the Pauli-Villars field, cancels the
 * bulk of the fifth dimension; an intermediate mass splits the quark as above:
 *
 *   lqcd_multi_pseudofermion_vd wall;
 *   lqcd_domain_wall_params p = lqcd_domain_wall_params_make(8, 1.8, 0.05, 1.5, 0.5);
 *   s = lqcd_pseudofermion_create_domain_wall(&wall, &lattice, &p, 1, LQCD_ANTIPERIODIC)
 *   lqcd_hmc_term_vd w = lqcd_pseudofermion_term(&wall);      and so on, as above; no .clover
 *
 * S_F is the second, with the M of the even-odd form of D, M C^-1 for |c5| > b5 / 2; phi is a multi-field of ls right-hand
 * sides. The other factors of det D do not depend on the links. lqcd_pseudofermion_create_for also takes views of
 * multi-fields, such as lqcd_domain_wall_dirac_force(&D), that form one vector (coupled), with a right factor that does not
 * depend on the links. Functions with a tag are called lqcd_multi_pseudofermion_create_for_<tag>, and so on.
 *
 * pf.action and pf.force are the parameters of the solver (CG, solver.h, or pf.solver: multigrid.h) for S_F and for forces, with
 * tolerances 1e-12 and 1e-10, which suit double precision. All solves start from 0, so that a trajectory can be run backwards.
 * pf.iterations counts their iterations. phi = M eta, or M'^-1 M eta, with gaussian eta: when phi is drawn, S_F is
 * |eta|^2 plus the logarithms.
 *
 * Force. With b = phi or M' phi, Y = M^-1 b, X = M^-1^+ Y:  dS_F = -2 Re X^+ dM Y [+ 2 Re X^+ dM' phi] - .., and with
 * Z = Y, or Z = phi and T' instead of T,
 *
 *   -2 Re X^+ dM Z = Re X^+ dH Z / 2 - 2 Re X_e^+ dT_ee Z_e - Re X_o^+ dT_oo Z_o / 2
 *
 * over the full lattice, where X_o = T_oo^-1^+ H_oe^+ X_e (the hop of D^+) and Z_o = T_oo^-1 H_oe Z_e. The force of the
 * hop is
 *
 *   F_mu(x) = -1/4 P(U_mu(x) sum_spin {[(1 - g_mu) Z(x+mu)] X(x)^+ + [(1 + g_mu) X(x+mu)] Z(x)^+})
 *
 * with boundary phases in U; see hmc.h for F, su3.h (project_algebra) for P. Without a term T_oo drops out, and since M
 * and M' depend on U in the same way, Z = Y - phi serves both. The force of the term is in dirac/clover_force.h.
 *
 * For domain walls it is summed over the fifth dimension (dirac/domain_wall_force.h). The first right-hand side is drawn
 * from the streams of the term, right-hand side n from those 2^32 n above.
 *
 * All tags; in float the tolerances must be larger. Memory: two full and two half fields; D and the solver while they
 * are needed, and for a term up to three fields of the size of u. Collective; the bits do not depend on the process
 * grid or the number of threads. Errors: those of lqcd_wilson_create, lqcd_clover_add and of the solver, which a
 * trajectory passes on; LQCD_ERR_ARGUMENT for clover.schur = LQCD_SCHUR_SYMMETRIC, for masses below -4, for parameters
 * that lqcd_domain_wall_create refuses, and for operators that do not qualify; LQCD_ERR_GEOMETRY if d and heavier differ in geometry.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_PSEUDOFERMION_H
#define LQCD_HMC_PSEUDOFERMION_H

#include "quarks.h"

#define LQCD_TEMPLATE "../hmc/pseudofermion.inc"
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"

#define LQCD_MANY
#define LQCD_TEMPLATE "../hmc/pseudofermion.inc"
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__PSEUDOFERMION(verb, pf)                                                                                  \
	(__extension__ _Generic(*(pf), LQCD__CASES(lqcd_pseudofermion_##verb, lqcd_pseudofermion),                     \
				LQCD__CASES(lqcd_multi_pseudofermion_##verb, lqcd_multi_pseudofermion)                 \
				LQCD__REPS(LQCD__REP_CASES, lqcd_pseudofermion_##verb, lqcd_pseudofermion)             \
				LQCD__REPS(LQCD__REP_CASES, lqcd_multi_pseudofermion_##verb, lqcd_multi_pseudofermion)))
#define lqcd_pseudofermion_create_for(pf, d, heavy) LQCD__PSEUDOFERMION(create_for, pf)(pf, d, heavy)
#define lqcd_pseudofermion_create_domain_wall(pf, lat, params, heavier, bc)                                            \
	LQCD_SELECT_QUARK(lqcd_multi_pseudofermion_create_domain_wall, lqcd_multi_pseudofermion, *(pf))                      \
	(pf, lat, params, heavier, bc)
#define lqcd_pseudofermion_create(pf, lat, mass, bc)                                                                   \
	LQCD_SELECT_QUARK(lqcd_pseudofermion_create, lqcd_pseudofermion, *(pf))(pf, lat, mass, bc)
#define lqcd_pseudofermion_create_ratio(pf, lat, mass, heavier, bc)                                                    \
	LQCD_SELECT_QUARK(lqcd_pseudofermion_create_ratio, lqcd_pseudofermion, *(pf))(pf, lat, mass, heavier, bc)
#define lqcd_pseudofermion_term(pf)    LQCD__PSEUDOFERMION(term, pf)(pf)
#define lqcd_pseudofermion_destroy(pf) LQCD__PSEUDOFERMION(destroy, pf)(pf)
#endif

#endif
