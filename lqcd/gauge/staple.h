/* lqcd/gauge/staple.h: the sum of the six staples around a link.
 *
 *   lqcd_staple(&a, &u, ix, mu)     A_mu(x) = sum_(nu != mu) [ U_nu(x+mu) U_mu(x+nu)^+ U_nu(x)^+
 *                                                            + U_nu(x+mu-nu)^+ U_mu(x-nu)^+ U_nu(x-nu) ]
 *
 *   lqcd_staple_pair(&up, &down, &u, ix, mu, nu)      its two terms in the plane mu, nu
 *
 * where x are the sites of block ix, lanes in place. A runs from x+mu back to x, so that Re tr(U_mu(x) A) is the sum of
 * Re tr U_p over the six plaquettes that contain the link, each starting with U_mu(x). Hence
 *
 *   sum_(x,mu) Re tr(U_mu(x) A_mu(x)) = 4 sum_p Re tr U_p
 *
 * and the Wilson action S = beta sum_p (1 - Re tr U_p / NC) depends on one link as -(beta/NC) Re tr(U_mu(x) A_mu(x)).
 * A contains neither U_mu(x) nor any other link of direction mu on a site of the parity of x: links of one direction
 * and one parity may be updated at the same time.
 *
 * u: full field of any tag (lqcd_staple_vf and so on), periodic, with its halo if several processes share the lattice
 * (halo.h; all links around x but U_mu are read). Outputs must not lie in u. Nothing can fail. 12 products and
 * 6 sums of matrices: 2484 flop per link and lane for NC = 3; reads 18 matrices.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_STAPLE_H
#define LQCD_GAUGE_STAPLE_H

#include "../field/halo.h"
#if LQCD_DEVICES
#include "../field/device_links.h"
#endif

#define LQCD_TEMPLATE "../gauge/staple.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_staple(a, u, ix, mu) LQCD_SELECT_QUARK(lqcd_staple, lqcd_su3, *(a))(a, u, ix, mu)
#define lqcd_staple_pair(up, ...) LQCD_SELECT_QUARK(lqcd_staple_pair, lqcd_su3, *(up))(up, __VA_ARGS__)
#endif

#endif
