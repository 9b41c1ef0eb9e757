/* lqcd/hmc/pseudofermion.h: two flavours of Wilson quarks for hybrid Monte Carlo, even-odd preconditioned.
 *
 * det(D)^2 of D at mass m is, but for a constant, |det M|^2 with M = (4+m)^2 - H_eo H_oe / 4 on the even sites
 * (dirac/wilson.h). It is the integral over a complex field phi there of exp(-S_F):
 *
 *   S_F = |M^-1 phi|^2          lqcd_pseudofermion_create(&pf, &lattice, mass, bc_t);
 *   S_F = |M^-1 M' phi|^2       lqcd_pseudofermion_create_ratio(&pf, &lattice, mass, heavier, bc_t);
 *
 * the second for |det M / det M'|^2 with M' = M at a heavier mass: Hasenbusch, Phys. Lett. B 519 (2001) 177
 * [hep-lat/0107019]. A quark is split into a heavy one and ratios: det M'^2 (det M / det M')^2, whose forces are
 * smaller; the ratio's, which cost most, belong on an outer level.
 *
 *   lqcd_pseudofermion_vd heavy, light;
 *   s = lqcd_pseudofermion_create(&heavy, &lattice, 0.3, LQCD_ANTIPERIODIC)
 *   s = lqcd_pseudofermion_create_ratio(&light, &lattice, 0.05, 0.3, LQCD_ANTIPERIODIC)
 *   lqcd_hmc_term_vd h = lqcd_pseudofermion_term(&heavy), l = lqcd_pseudofermion_term(&light);     they must stay there
 *   s = lqcd_hmc_add(&hmc, &h, 0)
 *   s = lqcd_hmc_add(&hmc, &l, 1)
 *   lqcd_pseudofermion_destroy(&heavy)
 *
 * pf.action and pf.force are the parameters of the solver (CG, solver.h) for S_F and for forces: tolerances 1e-12 and
 * 1e-10, which suit double precision. All solves begin at 0, so that a trajectory can be run backwards. pf.iterations
 * counts. phi = M eta, or M'^-1 M eta, with gaussian eta: S_F = |eta|^2 when phi is drawn.
 *
 * Force. With b = phi or M' phi, Y = M^-1 b, X = M^-1^+ Y, and Z = Y or Y - phi (M and M' depend on U in the same way):
 * dS_F = Re X^+ dH Z / 2 over the full lattice, where X_o = H_oe^+ X_e (the hop of D^+) and Z_o = H_oe Z_e, so that
 *
 *   F_mu(x) = -1/4 P(U_mu(x) sum_spin {[(1 - g_mu) Z(x+mu)] X(x)^+ + [(1 + g_mu) X(x+mu)] Z(x)^+})
 *
 * with boundary phases in U; see hmc.h for F, su3.h (project_algebra) for P.
 *
 * All tags; in float the tolerances must be larger. Memory: two full and two half fields, D and the solver while they
 * are needed. Collective; the same bits for any process grid and number of threads. Errors: those of lqcd_wilson_create
 * and of the solver, which a trajectory passes on.
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
