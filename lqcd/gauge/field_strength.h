/* lqcd/gauge/field_strength.h: the field strength from four leaves.
 *
 *   lqcd_field_strength(&f, &u, ix, mu, nu, traceless)      F_munu(x), x the sites of block ix, lanes in place
 *
 *   F = (Q - Q^+)/8,  Q = sum of the four plaquettes in the plane mu, nu that start and end at x, each in the direction
 *   from mu to nu (counter-clockwise):
 *     U_mu(x) U_nu(x+mu) U_mu(x+nu)^+ U_nu(x)^+             + U_nu(x) U_mu(x-mu+nu)^+ U_nu(x-mu)^+ U_mu(x-mu)
 *   + U_mu(x-mu)^+ U_nu(x-mu-nu)^+ U_mu(x-mu-nu) U_nu(x-nu) + U_nu(x-nu)^+ U_mu(x-nu) U_nu(x+mu-nu) U_mu(x)^+
 *
 * F is anti-Hermitian, without a factor i: U_mu(x) = exp(a A_mu) gives F = a^2 (d_mu A_nu - d_nu A_mu + [A_mu, A_nu])
 * + O(a^4), and F_munu = -F_numu. traceless = 0: F itself, as in the clover terms of Chroma and MILC; 1: F - tr F/NC,
 * as in the energy and charge of openQCD and MILC. The two differ by 1e-3 on rough fields, and hardly after some flow.
 *
 *   E = -sum_(mu<nu) tr F_munu F_munu        per site: the energy density G^a G^a / 4 in the clover form (t^2 E of the
 *                                            gradient flow; openQCD's Yact is the sum of it)
 *   q = -1/(4 pi^2) tr(F_xy F_zt - F_xz F_yt + F_xt F_yz)      the charge density with epsilon_xyzt = +1, the sign of
 *                                            MILC; openQCD prints its negative
 *
 * The two terms of Q - Q^+ with U_mu(x) are U_mu(x) W(x), where W is the difference of the two staples of U_mu(x) in
 * the plane (staple.h); those with U_mu(x-mu) are W(x-mu) U_mu(x-mu). This takes ten products instead of twelve.
 *
 * u: full field of any tag, periodic; over several processes with the halo of lqcd_halo_exchange_leaves (halo.h). The
 * same bits for every number of lanes (simd.h), threads and processes. f does not lie in u. Nothing can fail. About 2100 flop
 * per plane and lane for NC = 3.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_FIELD_STRENGTH_H
#define LQCD_GAUGE_FIELD_STRENGTH_H

#include "staple.h"

#define LQCD_TEMPLATE "../gauge/field_strength.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_field_strength(f, ...) LQCD_SELECT_QUARK(lqcd_field_strength, lqcd_su3, *(f))(f, __VA_ARGS__)
#endif

#endif
