/* lqcd/hmc/rhmc.h: one flavour of quarks for hybrid Monte Carlo, even-odd preconditioned: rational HMC for
 * Wilson-clover quarks, or any g5-Hermitian operator of dirac/operator.h that has a force.
 *
 * Up to a constant, |det D| = |det T_oo| det(M^+ M)^(1/2), with M and T of pseudofermion.h, is the integral of exp(-S_F) over phi,
 *
 *   S_F = phi^+ R(M^+ M) phi - log|det T_oo|,      R(x) = A (1 + sum_k rho_k/(x + mu_k)) = 1/sqrt(x) within an error
 *
 * for a spectrum of M^+ M within [low, high] (rational.h): A. D. Kennedy, I. Horvath, S. Sint, Nucl. Phys. B (Proc.
 * Suppl.) 73 (1999) 834 [hep-lat/9809092]; M. A. Clark, A. D. Kennedy, Phys. Rev. Lett. 98 (2007) 051601. The sign of
 * det D, which is positive except for light quarks on coarse lattices, is ignored.
 *
 *   lqcd_rhmc_vd strange;
 *   s = lqcd_rhmc_create(&strange, &lattice, mass, bc_t, low, high, error)      error 1e-12 is negligible
 *   strange.clover.csw = 1.9                                                    default 0; also .traceless
 *   lqcd_hmc_term_vd term = lqcd_rhmc_term(&strange)                            strange must stay in place
 *   s = lqcd_hmc_add(&hmc, &term, 0)
 *   lqcd_rhmc_destroy(&strange)
 *   s = lqcd_rhmc_create_for(&r, &d, low, high, error)       for any operator d as in lqcd_pseudofermion_create_for
 *                                                            that is also g5-Hermitian
 *
 * Without a term |M|^2 is at most ((4 + m)^2 + 16)^2, and with one of the order of (4 + m)^2. Each refresh stores the extremes of the
 * spectrum (spectrum.h, strange.precision = 0.01) in strange.spectrum, and stops the trajectory with LQCD_ERR_SPECTRUM unless they are
 * within [low, high]: widen the interval then; the trajectories so far were within it.
 *
 * Heat bath: with gaussian eta and the Hermitian Q = g5 M,
 *
 *   phi = A^(-1/2) C(Q) eta = A^(-1/2) {1 + i sum_k sigma_k (Q - i sqrt(nu_k))/(Q^2 + nu_k)} eta
 *
 * makes S_F = |eta|^2 plus the logarithm, exactly for R, however well R approximates 1/sqrt(x). All inverses come from one run of the
 * multi-shift solver (multishift.h) on phi or eta, to the tolerances of .action (1e-12) and .force (1e-10).
 *
 * Force: with z_k = (M^+ M + mu_k)^-1 phi, dS_F = -2 A sum_k rho_k Re (M z_k)^+ dM z_k - .., each term like that of two
 * flavours (pseudofermion.h) with X = M z_k, Z = z_k; the clover leaves of all terms are summed first.
 *
 * All tags; in float the tolerances must be larger. Random numbers and continued runs as in hmc.h. Memory: two full fields and 1 +
 * degree half ones, and the needs of pseudofermion.h. Collective; bitwise identical for any process grid and number of threads.
 * Errors: those of lqcd_rational_create, lqcd_wilson_create, lqcd_clover_add and of the solver, which a trajectory passes on;
 * LQCD_ERR_SPECTRUM; LQCD_ERR_ARGUMENT for clover.mu, which needs two flavours, for the symmetric form, and for operators that do not
 * qualify.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_RHMC_H
#define LQCD_HMC_RHMC_H

#include "../solver/multishift.h"
#include "../solver/spectrum.h"
#include "pseudofermion.h"
#include "rational.h"

#define LQCD_TEMPLATE "../hmc/rhmc_quarks.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_rhmc_create_for(r, d, low, high, error) LQCD_SELECT_QUARK(lqcd_rhmc_create_for, lqcd_rhmc, *(r))(r, d, low, high, error)
#define lqcd_rhmc_create(r, ...) LQCD_SELECT_QUARK(lqcd_rhmc_create, lqcd_rhmc, *(r))(r, __VA_ARGS__)
#define lqcd_rhmc_term(r)    LQCD_SELECT_QUARK(lqcd_rhmc_term, lqcd_rhmc, *(r))(r)
#define lqcd_rhmc_destroy(r) LQCD_SELECT_QUARK(lqcd_rhmc_destroy, lqcd_rhmc, *(r))(r)
#endif

#endif
