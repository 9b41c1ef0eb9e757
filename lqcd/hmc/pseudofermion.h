/* lqcd/hmc/pseudofermion.h: two flavours of quarks for hybrid Monte Carlo, even-odd preconditioned: Wilson-clover quarks, domain walls,
 * or any operator of dirac/operator.h that has a force.
 *
 * Up to a constant, det(D)^2 of D at mass m is |det T_oo det M|^2 with the asymmetric M = T_ee - H_eo T_oo^-1 H_oe / 4 on the even sites
 * (dirac/evenodd.h); without a term T = 4 + m, and M = (4+m)^2 - H_eo H_oe / 4. It is the integral of exp(-S_F) over a complex field phi:
 *
 *   S_F = |M^-1 phi|^2 - 2 log|det T_oo|          lqcd_pseudofermion_create(&pf, &lattice, mass, bc_t);
 *   S_F = |M^-1 M' phi|^2 - 2 log|det T_oo| + 2 log|det T'_oo|
 *                                                 lqcd_pseudofermion_create_ratio(&pf, &lattice, mass, heavier, bc_t);
 *
 * The second is |det D / det D'|^2, D' = D at a heavier mass: Hasenbusch, Phys. Lett. B 519 (2001) 177 [hep-lat/0107019]. It splits a
 * quark into a heavy one and ratios, det D'^2 (det D / det D')^2, whose forces are smaller; the ratio belongs on an outer level.
 *
 *   pf.clover.csw = 1.9                                    default 0, also .mu, a twisted mass with tau_3, and .traceless; also for D'
 *   lqcd_hmc_term_vd h = lqcd_pseudofermion_term(&pf)      for lqcd_hmc_add; pf must stay in place
 *   lqcd_pseudofermion_destroy(&pf)
 *   s = lqcd_pseudofermion_create_for(&pf, &d, NULL)       any d with force and set_links, asymmetric, without a right factor; or &heavier
 *                                                          for the ratio. pf refers to the caller's views and sets their links
 *   s = lqcd_pseudofermion_create_domain_wall(&wall, &lattice, &p, heavier, bc_t)     lqcd_multi_pseudofermion_<tag>; no .clover
 *                                                          |det D(mass) / det D(heavier)|^2; Pauli-Villars: heavier = 1
 * Examples: examples/hmc.inc; an operator of your own with HMC: examples/own_operator.c.
 *
 * Domain walls: the second S_F, with the M of the even-odd form of D, M C^-1 for |c5| > b5 / 2; phi is a multi-field of ls right-hand
 * sides. create_for also takes coupled views of multi-fields, such as lqcd_domain_wall_dirac_force(&D), with a right factor that does not
 * depend on the links. With a tag: lqcd_multi_pseudofermion_create_for_<tag>, and so on.
 *
 * pf.action and pf.force are the parameters of the solver (CG, solver.h, or pf.solver: multigrid.h), with tolerances 1e-12 and 1e-10;
 * larger ones in float. Solves start from 0, so that a trajectory can run backwards; pf.iterations counts. phi = M eta, or M'^-1 M eta,
 * with gaussian eta: S_F is then |eta|^2 plus the logarithms. Right-hand side n is drawn from the streams of the term plus 2^32 n.
 *
 * Force, with b = phi or M' phi, Y = M^-1 b, X = M^-1^+ Y:  dS_F = -2 Re X^+ dM Y [+ 2 Re X^+ dM' phi] - ..; the sites of X and Z that
 * it needs and the force of the hop: pseudofermion.inc; of the term: dirac/clover_force.h; of walls: dirac/domain_wall_force.h.
 *
 * All tags. Memory: two full and two half fields; D and the solver while they are needed, and for a term up to three fields of the size of
 * u. Collective; bitwise identical for any process grid and number of threads. Errors: those of lqcd_wilson_create, lqcd_clover_add, of the
 * solver, and of lqcd_domain_wall_create; LQCD_ERR_ARGUMENT for LQCD_SCHUR_SYMMETRIC, masses below -4, and operators that do not qualify;
 * LQCD_ERR_GEOMETRY if d and heavier differ in geometry.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_PSEUDOFERMION_H
#define LQCD_HMC_PSEUDOFERMION_H

#include "../dirac/domain_wall_force.h"
#include "../dirac/wilson_force.h"
#include "../solver/dirac.h"
#include "hmc.h"

/* Operators on given links, the logarithm of det T_oo, and forces, also for rhmc.h. */
#define LQCD_TEMPLATE "../hmc/quarks.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/pseudofermion.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
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
#define lqcd_pseudofermion_create(pf, ...) LQCD_SELECT_QUARK(lqcd_pseudofermion_create, lqcd_pseudofermion, *(pf))(pf, __VA_ARGS__)
#define lqcd_pseudofermion_create_ratio(pf, lat, mass, heavier, bc)                                                    \
	LQCD_SELECT_QUARK(lqcd_pseudofermion_create_ratio, lqcd_pseudofermion, *(pf))(pf, lat, mass, heavier, bc)
#define lqcd_pseudofermion_term(pf)    LQCD__PSEUDOFERMION(term, pf)(pf)
#define lqcd_pseudofermion_destroy(pf) LQCD__PSEUDOFERMION(destroy, pf)(pf)
#endif

#endif
