/* lqcd/gauge/momentum.h: momenta of links, their kinetic energy, and the motion of links along them.
 *
 * A momentum field is a gauge field whose elements p_mu(x) are in the algebra su(NC), anti-Hermitian without trace,
 * and dU/dt = p U. For p = i sum_k h_k T_k, tr T_j T_k = delta_jk / 2:
 *
 *   lqcd_momentum_random(&p, seed, stream)      all h_k independent N(0,1), from (seed, global site, stream): the same
 *                                               for every layout and process grid
 *   K = lqcd_momentum_energy(&p)                sum h_k^2 / 2 = sum over links of tr p p^+; weight exp(-K). Exact
 *                                               (site_sum.h): the same bits for any process grid and threads
 *   lqcd_momentum_move(&u, h, &p)               U := exp(h p) U, reunitarised; halos are neither read nor written
 *   lqcd_links_distance2_<tag>(&a, &b)          the largest sum_ij |a_ij - b_ij|^2 of all links; NaN if a link has one
 *
 * On a lattice with boundaries in time (boundary.h) links that are not active have no momenta, and do not move.
 *
 * All tags; fields of one geometry. energy and distance2 are collective over the processes of the lattice. move takes
 * 1900 flop per link.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_MOMENTUM_H
#define LQCD_GAUGE_MOMENTUM_H

#include "../field/field.h"
#include "../field/site_sum.h"
#include "boundary.h"

#define LQCD_TEMPLATE "../gauge/momentum.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_momentum_random(p, seed, stream) LQCD_SELECT(lqcd_momentum_random, lqcd_gauge_field, *(p))(p, seed, stream)
#define lqcd_momentum_energy(p)               LQCD_SELECT(lqcd_momentum_energy, lqcd_gauge_field, *(p))(p)
#define lqcd_momentum_move(u, h, p)           LQCD_SELECT(lqcd_momentum_move, lqcd_gauge_field, *(u))(u, h, p)
#endif

#endif
