/* lqcd/hmc/staggered.h: staggered quarks of any number of flavours for HMC: naive, asqtad and HISQ links, rational HMC on even sites.
 *
 * A staggered field has four tastes, so that n flavours of mass m have the weight det(M)^(n/4), where M = 4 m^2 - D_eo D_oe is
 * the even-odd operator of dirac/staggered.h. A pseudofermion phi stands for several masses at once,
 *
 *   S_F = |R(x) phi|^2,   R(x) = prod_i (x + 4 m_i^2)^(-n_i/8),   x = -D_eo D_oe,
 *
 * R a rational approximation (powers.h). A negative number of flavours puts its determinant into the denominator: a heavy mass there takes
 * the bulk of the spectrum out of the force of a light quark, as (m, n) = (0.0018, 2), (0.018, 1), (0.2, -3), with three pseudofermions of
 * (0.2, 1).
 *
 *   lqcd_staggered_action p = lqcd_staggered_hisq();            or lqcd_staggered_asqtad(u0), lqcd_staggered_naive();
 *           .phases    LQCD_PHASES_MILC, antiperiodic
 *           .unitary   of HISQ links: group, limits of singular values, filter of the force (gauge/unitary.h)
 *   lqcd_staggered_rhmc_vd_ks r;
 *   s = lqcd_staggered_rhmc_create(&r, &lattice, &p)
 *   s = lqcd_staggered_rhmc_add(&r, n, mass, flavours, eps, high, error)
 *           one more pseudofermion, at most LQCD_STAGGERED_QUARKS (8), of n masses, at most LQCD_STAGGERED_MASSES (16), from
 *           1e-15 to 1e14; eps: Naik's, of HISQ links; error of R, half of that of 1/R, and of R^2, for the force, on
 *           0 <= x <= high. Total flavours between -4 and 4
 *   s = lqcd_staggered_rhmc_add_powers(&r, &action, &heatbath, &force, eps)
 *           one more pseudofermion with your own rational functions: R, its inverse, R^2
 *   lqcd_hmc_term_vd term = lqcd_staggered_rhmc_term(&r);       r must stay in place
 *   s = lqcd_hmc_add(&hmc, &term, level)
 *   lqcd_staggered_rhmc_destroy(&r)
 *
 * r.action and r.force are the parameters of the solver (multishift.h), with tolerances 1e-12 and 1e-10; r.iterations counts; r.svd counts
 * HISQ links that took the branch by singular values. phi = R^-1 eta with gaussian eta and the inverse of R itself: the heat bath is exact
 * for R. r.quark[k].phi has stream k of the term. Each refresh finds the largest x by 48 steps of Lanczos, stores it in r.highest, and
 * returns LQCD_ERR_SPECTRUM if it is above the `high` of a pseudofermion (not of add_powers).
 *
 * Force: R^2 = c + sum_k rho_k/(x + mu_k) gives chi_k = (x + mu_k)^-1 phi. Their outer products (dirac/staggered_force.h) are summed over
 * poles and pseudofermions; then the chain rule through the links (gauge/fat_links_force.h) is applied once.
 *
 * Tags f_ks, d_ks, vf_ks, vd_ks, gf_ks, gd_ks, the term of f, d, vf, vd, gf, gd; in float tolerances must be larger. Memory: five fields of
 * links (HISQ: eight), one full field, 1 + poles half ones, and those of the calls. Collective; bitwise identical for any process grid and
 * number of threads. Errors: those of lqcd_rational_powers, lqcd_fat_links, lqcd_multishift; LQCD_ERR_ARGUMENT for eps with other links than
 * HISQ, one pseudofermion too many, a lattice with a boundary in time or twists. Checked against MILC 7.7.13 (tests/hmc/milc_trajectory.h).
 * Sources: M. A. Clark, A. D. Kennedy, PRL 98 (2007) 051601 [hep-lat/0608015]; A. Bazavov et al., PRD 82 (2010) 074501 [1004.0342].
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_STAGGERED_H
#define LQCD_HMC_STAGGERED_H

#include "../dirac/staggered_force.h"
#include "../solver/staggered.h"
#include "powers.h"
#include "term.h"

/* Pseudofermions, and masses of each. */
enum { LQCD_STAGGERED_QUARKS = 8, LQCD_STAGGERED_MASSES = 16 };

/* Fields of links: of the operator, derivatives by them and by u; of HISQ also v and w, with the derivative by w. */
enum {
	LQCD__KS_FAT,
	LQCD__KS_LONG,
	LQCD__KS_DF,
	LQCD__KS_DL,
	LQCD__KS_DU,
	LQCD__KS_V,
	LQCD__KS_W,
	LQCD__KS_DW,
	LQCD__KS_LINKS
};

/** Links: two levels (hisq), or the paths of one. */
typedef struct {
	int hisq;
	lqcd_fat_paths paths;
	lqcd_staggered_phases phases;
	lqcd_reunitarise_params unitary;
} lqcd_staggered_action;

LQCD_STATIC lqcd_staggered_action lqcd__staggered_action(int hisq, lqcd_fat_paths paths)
{
	const lqcd_staggered_action p = {hisq, paths, lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC),
					 lqcd_reunitarise_params_default()};
	return p;
}

LQCD_STATIC lqcd_staggered_action lqcd_staggered_hisq(void)
{
	return lqcd__staggered_action(1, lqcd_fat_hisq(0));
}

LQCD_STATIC lqcd_staggered_action lqcd_staggered_asqtad(double u0)
{
	return lqcd__staggered_action(0, lqcd_fat_asqtad(u0));
}

LQCD_STATIC lqcd_staggered_action lqcd_staggered_naive(void)
{
	return lqcd__staggered_action(0, lqcd_fat_naive());
}

#define LQCD_REP ks
#define LQCD_TEMPLATE "../hmc/staggered.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#undef LQCD_REP

#ifndef __cplusplus
#define lqcd_staggered_rhmc_create(r, ...) LQCD__SELECT_KS(lqcd_staggered_rhmc_create, lqcd_staggered_rhmc, *(r))(r, __VA_ARGS__)
#define lqcd_staggered_rhmc_add(r, ...) LQCD__SELECT_KS(lqcd_staggered_rhmc_add, lqcd_staggered_rhmc, *(r))(r, __VA_ARGS__)
#define lqcd_staggered_rhmc_add_powers(r, ...) LQCD__SELECT_KS(lqcd_staggered_rhmc_add_powers, lqcd_staggered_rhmc, *(r))(r, __VA_ARGS__)
#define lqcd_staggered_rhmc_term(r)    LQCD__SELECT_KS(lqcd_staggered_rhmc_term, lqcd_staggered_rhmc, *(r))(r)
#define lqcd_staggered_rhmc_destroy(r) LQCD__SELECT_KS(lqcd_staggered_rhmc_destroy, lqcd_staggered_rhmc, *(r))(r)
#endif

#endif
