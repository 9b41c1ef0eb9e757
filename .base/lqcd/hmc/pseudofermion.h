/* lqcd/hmc/pseudofermion.h: two flavours of Wilson-clover quarks for hybrid Monte Carlo, even-odd preconditioned.
 *
 * det(D)^2 of D at mass m is, but for a constant, |det T_oo det M|^2 with the asymmetric form M = T_ee - H_eo T_oo^-1
 * H_oe / 4 on the even sites (dirac/clover.h); without a term T = 4 + m, and M = (4+m)^2 - H_eo H_oe / 4 is taken
 * (dirac/wilson.h). It is the integral over a complex field phi there of exp(-S_F):
 *
 *   S_F = |M^-1 phi|^2 - 2 log|det T_oo|          lqcd_pseudofermion_create(&pf, &lattice, mass, bc_t);
 *   S_F = |M^-1 M' phi|^2                         lqcd_pseudofermion_create_ratio(&pf, &lattice, mass, heavier, bc_t);
 *         - 2 log|det T_oo| + 2 log|det T'_oo|
 *
 * the second for |det D / det D'|^2 with D' = D at a heavier mass: Hasenbusch, Phys. Lett. B 519 (2001) 177
 * [hep-lat/0107019]. A quark is split into a heavy one and ratios: det D'^2 (det D / det D')^2, whose forces are
 * smaller; the ratio's, which cost most, belong on an outer level.
 *
 *   lqcd_pseudofermion_vd heavy, light;
 *   s = lqcd_pseudofermion_create(&heavy, &lattice, 0.3, LQCD_ANTIPERIODIC)
 *   s = lqcd_pseudofermion_create_ratio(&light, &lattice, 0.05, 0.3, LQCD_ANTIPERIODIC)
 *   heavy.clover.csw = light.clover.csw = 1.9          (0) as are .mu, a twisted mass, with tau_3 on the two flavours,
 *                                                      and .traceless: lqcd_clover_params, the same for D and D'
 *   lqcd_hmc_term_vd h = lqcd_pseudofermion_term(&heavy), l = lqcd_pseudofermion_term(&light);     they must stay there
 *   s = lqcd_hmc_add(&hmc, &h, 0)
 *   s = lqcd_hmc_add(&hmc, &l, 1)
 *   lqcd_pseudofermion_destroy(&heavy)
 *
 * pf.action and pf.force are the parameters of the solver (CG, solver.h) for S_F and for forces: tolerances 1e-12 and
 * 1e-10, which suit double precision. All solves begin at 0, so that a trajectory can be run backwards. pf.iterations
 * counts. phi = M eta, or M'^-1 M eta, with gaussian eta: S_F is |eta|^2, and the logarithms, when phi is drawn.
 *
 * Force. With b = phi or M' phi, Y = M^-1 b, X = M^-1^+ Y:  dS_F = -2 Re X^+ dM Y [+ 2 Re X^+ dM' phi] - .., and with
 * Z = Y, or phi with T' in the place of T,
 *
 *   -2 Re X^+ dM Z = Re X^+ dH Z / 2 - 2 Re X_e^+ dT_ee Z_e - Re X_o^+ dT_oo Z_o / 2
 *
 * over the full lattice, where X_o = T_oo^-1^+ H_oe^+ X_e (the hop of D^+) and Z_o = T_oo^-1 H_oe Z_e. The hop has
 *
 *   F_mu(x) = -1/4 P(U_mu(x) sum_spin {[(1 - g_mu) Z(x+mu)] X(x)^+ + [(1 + g_mu) X(x+mu)] Z(x)^+})
 *
 * with boundary phases in U; see hmc.h for F, su3.h (project_algebra) for P. Without a term T_oo is not there, and
 * since M and M' depend on U in the same way Z = Y - phi serves both. Terms: dirac/clover_force.h.
 *
 * All tags; in float the tolerances must be larger. Memory: two full and two half fields; D and the solver while they
 * are needed, and for a term up to three fields of the size of u. Collective; the same bits for any process grid and
 * number of threads. Errors: those of lqcd_wilson_create, lqcd_clover_add and of the solver, which a trajectory passes
 * on; LQCD_ERR_ARGUMENT for clover.schur = LQCD_SCHUR_SYMMETRIC and for masses below -4.
 */
#ifndef LQCD_HMC_PSEUDOFERMION_H
#define LQCD_HMC_PSEUDOFERMION_H

#include "quarks.h"

#define LQCD_TAG f
#include "../tmpl/pseudofermion.inc"
#define LQCD_TAG d
#include "../tmpl/pseudofermion.inc"
#define LQCD_TAG vf
#include "../tmpl/pseudofermion.inc"
#define LQCD_TAG vd
#include "../tmpl/pseudofermion.inc"

#ifndef __cplusplus
#define lqcd_pseudofermion_create(pf, lat, mass, bc)                                                                   \
	LQCD_SELECT(lqcd_pseudofermion_create, lqcd_pseudofermion, *(pf))(pf, lat, mass, bc)
#define lqcd_pseudofermion_create_ratio(pf, lat, mass, heavier, bc)                                                    \
	LQCD_SELECT(lqcd_pseudofermion_create_ratio, lqcd_pseudofermion, *(pf))(pf, lat, mass, heavier, bc)
#define lqcd_pseudofermion_term(pf)    LQCD_SELECT(lqcd_pseudofermion_term, lqcd_pseudofermion, *(pf))(pf)
#define lqcd_pseudofermion_destroy(pf) LQCD_SELECT(lqcd_pseudofermion_destroy, lqcd_pseudofermion, *(pf))(pf)
#endif

#endif
