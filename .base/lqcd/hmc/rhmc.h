/* lqcd/hmc/rhmc.h: one flavour of Wilson-clover quarks for hybrid Monte Carlo, even-odd preconditioned: rational HMC.
 *
 * |det D| = |det T_oo| det(M^+ M)^(1/2), with M and T of pseudofermion.h, is but for a constant the integral over phi
 * of exp(-S_F),
 *
 *   S_F = phi^+ R(M^+ M) phi - log|det T_oo|,      R(x) = A (1 + sum_k rho_k/(x + mu_k)) = 1/sqrt(x) within an error
 *
 * for a spectrum of M^+ M within [low, high] (rational.h): A. D. Kennedy, I. Horvath, S. Sint, Nucl. Phys. B (Proc.
 * Suppl.) 73 (1999) 834 [hep-lat/9809092]; M. A. Clark, A. D. Kennedy, Phys. Rev. Lett. 98 (2007) 051601. The sign of
 * det D, which is positive but for light quarks on coarse lattices, is not seen.
 *
 *   lqcd_rhmc_vd strange;
 *   s = lqcd_rhmc_create(&strange, &lattice, mass, bc_t, low, high, error)      error 1e-12 makes the rest negligible
 *   strange.clover.csw = 1.9                                                    (0), .traceless
 *   lqcd_hmc_term_vd term = lqcd_rhmc_term(&strange)                            strange must stay there
 *   s = lqcd_hmc_add(&hmc, &term, 0)
 *   lqcd_rhmc_destroy(&strange)
 *
 * Without a term |M|^2 is at most ((4 + m)^2 + 16)^2, and with one of the order of (4 + m)^2. Each refresh looks for
 * the ends of the spectrum at the links that the trajectory begins with (spectrum.h, strange.precision = 0.01), leaves
 * them in strange.spectrum, and stops the trajectory with LQCD_ERR_SPECTRUM where they are not within [low, high]; then
 * widen it: what was generated before was within.
 *
 * Heat bath: with gaussian eta and the Hermitian Q = g5 M,
 *
 *   phi = A^(-1/2) C(Q) eta = A^(-1/2) {1 + i sum_k sigma_k (Q - i sqrt(nu_k))/(Q^2 + nu_k)} eta
 *
 * makes S_F = |eta|^2, and the logarithm: exact for R, however well it does for 1/sqrt(x). All inverses are one run of
 * the multi-shift solver (multishift.h), of phi or eta, to the tolerances of .action (1e-12) and .force (1e-10).
 *
 * Force: with z_k = (M^+ M + mu_k)^-1 phi, dS_F = -2 A sum_k rho_k Re (M z_k)^+ dM z_k - .., each like that of two
 * flavours (pseudofermion.h) with X = M z_k, Z = z_k; clover leaves take the sum of all.
 *
 * All tags; in float the tolerances must be larger. The random numbers are those of the term's streams: nothing of it
 * is kept between trajectories, and a run goes on from hmc.h's checkpoint bit for bit. Memory: two full fields and 1 +
 * degree half ones, and what pseudofermion.h needs. Collective; the same bits for any process grid and number of
 * threads. Errors: those of lqcd_rational_create, lqcd_wilson_create, lqcd_clover_add and of the solver, which a
 * trajectory passes on; LQCD_ERR_SPECTRUM; LQCD_ERR_ARGUMENT for clover.mu, which takes two flavours, or the symmetric
 * form.
 */
#ifndef LQCD_HMC_RHMC_H
#define LQCD_HMC_RHMC_H

#include "../solver/multishift.h"
#include "../solver/spectrum.h"
#include "quarks.h"
#include "rational.h"

#define LQCD_TAG f
#include "../tmpl/rhmc.inc"
#define LQCD_TAG d
#include "../tmpl/rhmc.inc"
#define LQCD_TAG vf
#include "../tmpl/rhmc.inc"
#define LQCD_TAG vd
#include "../tmpl/rhmc.inc"

#ifndef __cplusplus
#define lqcd_rhmc_create(r, lat, mass, bc, low, high, error)                                                           \
	LQCD_SELECT(lqcd_rhmc_create, lqcd_rhmc, *(r))(r, lat, mass, bc, low, high, error)
#define lqcd_rhmc_term(r)    LQCD_SELECT(lqcd_rhmc_term, lqcd_rhmc, *(r))(r)
#define lqcd_rhmc_destroy(r) LQCD_SELECT(lqcd_rhmc_destroy, lqcd_rhmc, *(r))(r)
#endif

#endif
