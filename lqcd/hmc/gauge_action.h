/* lqcd/hmc/gauge_action.h: the gauge action of plaquettes and rectangles as a term of hybrid Monte Carlo.
 *
 *   S(U) = beta { c0 sum_p (1 - Re tr U_p / NC) + c1 sum_r (1 - Re tr U_r / NC) },   c0 = 1 - 8 c1
 *   F_mu(x) = beta/(2 NC) P(U_mu(x) A_mu(x))         gauge/action.h has A, P and values of c1
 *
 *   lqcd_gauge_action_vd gauge;
 *   s = lqcd_gauge_action_create(&gauge, &lattice, beta, c1)       two fields of the size of u, none for c1 = 0
 *   lqcd_hmc_term_vd term = lqcd_gauge_action_term(&gauge);        gauge must stay in place
 *   s = lqcd_hmc_add(&hmc, &term, level)
 *   lqcd_gauge_action_destroy(&gauge)                              after the last use of the term
 *
 * lqcd_hmc_create makes one such term from chain.beta and chain.c1: this header is for further ones. gauge.beta may
 * change between trajectories.
 *
 * All tags; full fields, periodic; collective; bitwise identical for any process grid and number of threads. Errors of
 * create: LQCD_ERR_ARGUMENT for numbers that are not finite, LQCD_ERR_LANES, LQCD_ERR_MEMORY; of the term: those of
 * lqcd_action_force.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_GAUGE_ACTION_H
#define LQCD_HMC_GAUGE_ACTION_H

#include "../gauge/action.h"
#include "term.h"

#define LQCD_TEMPLATE "../hmc/gauge_action.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_gauge_action_create(gauge, ...) LQCD_SELECT(lqcd_gauge_action_create, lqcd_gauge_action, *(gauge))(gauge, __VA_ARGS__)
#define lqcd_gauge_action_term(gauge)    LQCD_SELECT(lqcd_gauge_action_term, lqcd_gauge_action, *(gauge))(gauge)
#define lqcd_gauge_action_destroy(gauge) LQCD_SELECT(lqcd_gauge_action_destroy, lqcd_gauge_action, *(gauge))(gauge)
#endif

#endif
