/* lqcd/hmc/represent.h: terms of quarks in other representations of the gauge group (gauge/represent.h), for HMC.
 *
 *   lqcd_pseudofermion_vd_adj pf;                    any term of a tag of a representation: pseudofermion.h, rhmc.h, ..
 *   lqcd_pseudofermion_create(&pf, &lat, mass, LQCD_ANTIPERIODIC);
 *   lqcd_hmc_term_vd_adj of = lqcd_pseudofermion_term(&pf);
 *   lqcd_represented_vd_adj r;
 *   s = lqcd_represented_create(&r, &of)             memory for links and forces of the representation
 *   lqcd_hmc_term_vd term = lqcd_represented_term(&r);
 *   lqcd_hmc_add(&hmc, &term, level);
 *   ..
 *   lqcd_represented_destroy(&r)                     after the last use of the term; then pf
 *
 * The links U_R = rho(U) are made for each call. With w = -h F_R, the force in the representation,
 *
 *   dS = 2 Re tr(dX_R^+ F_R),  dX_R = rho(dX):     F = the pull-back of F_R, Re tr(X^+ F) = Re tr(rho(X)^+ F_R)
 *
 * Any term of links and momenta of a representation becomes a term of those of SU(N). r must stay in place while the term is
 * in use. LQCD_ERR_ARGUMENT: a term without lattice, action or force; LQCD_ERR_MEMORY.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_REPRESENT_H
#define LQCD_HMC_REPRESENT_H

#include "../gauge/represent.h"
#include "term.h"

#define LQCD_TEMPLATE "../hmc/represent.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_represented_create(r, of) LQCD__SELECT_REP(lqcd_represented_create, lqcd_represented, *(r))(r, of)
#define lqcd_represented_term(r)       LQCD__SELECT_REP(lqcd_represented_term, lqcd_represented, *(r))(r)
#define lqcd_represented_destroy(r)    LQCD__SELECT_REP(lqcd_represented_destroy, lqcd_represented, *(r))(r)
#endif

#endif
