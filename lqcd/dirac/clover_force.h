/* lqcd/dirac/clover_force.h: the contribution of a clover term to the force on the links.
 *
 *   S(U) = sum_x [a_x Re x^+ T z + d_x log |det T|],   T of clover.h, with constant spinors x and z; a_x and d_x have
 *          one value on even sites and one on odd sites
 *   F_mu(x) of hmc.h: dS/dh = 2 sum_(x,mu) Re tr(w^+ F) for U -> exp(h w) U, w in the algebra
 *
 *   lqcd_clover_leaves_vd c;
 *   s = lqcd_clover_leaves_create(&c, &lattice)             S = 0; two fields of the size of u
 *   lqcd_clover_leaves_add(&c, &D, &x, &z, even, odd)       adds Re x^+ T z to S, with a = even, odd; x and z full
 *   lqcd_clover_leaves_logdet(&c, &D, parity, d)            adds d log |det T| to S on the even or odd sites
 *   s = lqcd_clover_leaves_force(&p, h, &c, &u)             p := p - h F; u: the links of D's term, with their halo
 *                                                           (lqcd_halo_exchange). One more field of that size
 *   lqcd_clover_leaves_destroy(&c)
 *
 * HMC reaches these functions through lqcd_wilson_dirac_force (wilson_force.h).
 *
 * Method. With Q_munu of field_strength.h, dS = sum_x sum_(mu<nu) Re tr(L_munu dQ_munu). C has the spin matrices of
 * clover.inc, so L_munu(x) is csw/4 of the anti-Hermitian part of their traces over spin with a z x^+, and with
 * d Re(T^-1), which is (C'^2 + mu^2)^-1 C' (clover.h). If F is traceless, so is L. c holds the six L, with L_numu =
 * -L_munu. A link is in the leaves at the four corners of each of its six plaquettes. With the staples W_up and W_down
 * of U_mu(x) in a plane (staple.h), and
 *
 *   K_mu(x) = L(x) U_mu(x) + U_mu(x) L(x+mu),      W'_up, W'_down: staples with K_mu in the middle instead of U_mu,
 *
 *   F_mu(x) = -1/2 P(U_mu(x) sum_nu {W L(x) + L(x+mu) W - W'_up + W'_down}),   W = W_up - W_down.
 *
 * W' covers the other two corners, which are those of the opposite link. This takes 13 matrix products per link and
 * plane, 31000 flop per site for NC = 3, for any number of pairs x, z; each pair takes 2700 more.
 *
 * Tags f, d, vf, vd. Collective over the processes of the lattice; bitwise identical for any process grid and
 * number of threads. Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY, LQCD_ERR_GEOMETRY (p or u of another geometry).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_CLOVER_FORCE_H
#define LQCD_DIRAC_CLOVER_FORCE_H

#include "../gauge/clover_leaves.h"
#include "clover.h"

#define LQCD_TEMPLATE "../dirac/clover_force.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_clover_leaves_add(c, D, x, z, even, odd) LQCD__LEAVES(add, c)(c, D, x, z, even, odd)
#define lqcd_clover_leaves_logdet(c, D, parity, by)   LQCD__LEAVES(logdet, c)(c, D, parity, by)
#endif

#endif
