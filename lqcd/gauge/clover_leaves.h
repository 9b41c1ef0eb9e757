/* lqcd/gauge/clover_leaves.h: the force on links of an action that depends on them by its clover leaves.
 *
 *   dS = sum_x sum_(mu<nu) Re tr(L_munu(x) dQ_munu(x)),   Q of field_strength.h, L anti-Hermitian, L_numu = -L_munu
 *
 *   lqcd_clover_leaves_vd c;
 *   s = lqcd_clover_leaves_create(&c, &lattice)             L = 0; two fields of the size of u
 *   s = lqcd_clover_leaves_force(&p, h, &c, &u)             p := p - h F, F of hmc/hmc.h; u with its halo
 *                                                           (lqcd_halo_exchange). One more field of that size
 *   lqcd_clover_leaves_destroy(&c)
 *
 * dirac/clover_force.h adds the contribution of a clover term to L. A link is in the leaves at the four corners of each
 * of its six plaquettes. With the staples W_up and W_down of U_mu(x) in a plane (staple.h), and
 *
 *   K_mu(x) = L(x) U_mu(x) + U_mu(x) L(x+mu),      W'_up, W'_down: staples with K_mu in the middle instead of U_mu,
 *
 *   F_mu(x) = -1/2 P(U_mu(x) sum_nu {W L(x) + L(x+mu) W - W'_up + W'_down}),   W = W_up - W_down.
 *
 * The other two corners are those of the opposite link. 13 products of matrices for a link and a plane: 31000 flop per
 * site for NC = 3.
 *
 * Tags f, d, vf, vd. Collective over the processes of the lattice; the same bits for any process grid and number of
 * threads. Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY, LQCD_ERR_GEOMETRY (p or u of another geometry).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_CLOVER_LEAVES_H
#define LQCD_GAUGE_CLOVER_LEAVES_H

#include "field_strength.h"

#define LQCD_TEMPLATE "../gauge/clover_leaves.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__LEAVES(verb, c)                LQCD_SELECT_QUARK(lqcd_clover_leaves_##verb, lqcd_clover_leaves, *(c))
#define lqcd_clover_leaves_create(c, lat)    LQCD__LEAVES(create, c)(c, lat)
#define lqcd_clover_leaves_force(p, h, c, u) LQCD__LEAVES(force, c)(p, h, c, u)
#define lqcd_clover_leaves_destroy(c)        LQCD__LEAVES(destroy, c)(c)
#endif

#endif
