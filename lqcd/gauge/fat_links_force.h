/* lqcd/gauge/fat_links_force.h: derivatives of fat links (fat_links.h), for forces: an action of fat links becomes one of the
 * links that they were made of.
 *
 * A derivative is a field of matrices that transform as the links do: dS = sum_(x,mu) Re tr(d_mu(x)^+ dF_mu(x)) for small
 * changes dF of the links F. All fields here are without phases, as in fat_links.h; lqcd_gauge_field_phases takes the phases
 * out of a derivative as well as out of links.
 *
 *   s = lqcd_fat_links_pull_back(&du, b, &df, &dl, &u, &c)
 *           du = b du + the derivative by u, if df and dl are those by fat and lng of lqcd_fat_links(&fat, &lng, &u, &c); b
 *           real, 0 for a du without values. dl may be NULL: 0
 *   s = lqcd_hisq_pull_back(&du, &dw, &df, &dl, &u, &v, &w, &p)
 *           both levels of HISQ, from df and dl by the links of lqcd_fat_hisq(0) on w; v: fat7 links of u, w their unitary
 *           factors with the parameters p (unitary.h), or NULL. dw is an input, too: a derivative by w that is added, zero at least, and
 *           overwritten. For links of other eps, which enters as a factor of one link and of the long links, add eps/8 of their df to dw,
 *           and 1 + eps times their dl to dl
 *   s = lqcd_links_kick(&p, k, &u, &du)
 *           p += k P(du_mu(x) u_mu(x)^+), P the part of the algebra (su3.h, project_algebra). The force F of hmc/hmc.h is
 *           P(du u^+)/2: k = -h/2 makes p -= h F
 *
 * Method: the chain rule backwards through the passes of lqcd_fat_links. With the staple S_nu(M) = U_nu(x) M(x+nu) U_nu(x+mu)^+ +
 * U_nu(x-nu)^+ M(x-nu) U_nu(x-nu+mu), which is its own transpose, and a derivative B by S_nu(M):
 *
 *   by M:     S_nu(B)
 *   by U_nu:  B(x) U(x+mu) M(x+nu)^+ + M(x) U(x+mu) B(x+nu)^+ + B(x-mu)^+ U(x-mu) M(x-mu+nu) + M(x-mu)^+ U(x-mu) B(x-mu+nu)
 *
 * The backtracking paths of Lepage's term count as the link itself: a w that the filter moves off U(NC) is not followed there.
 *
 * Fields are full, of one geometry, tags f, d, vf, vd, gf, gd; outputs differ from inputs but where it says otherwise. Halos of
 * inputs are exchanged, on any process grid; the same bits for any of them and any number of threads. Work: four fields
 * (HISQ: five). 38 kflop per link and level. Errors: those of lqcd_fat_links; LQCD_ERR_ARGUMENT also for b or k that are not finite.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_FAT_LINKS_FORCE_H
#define LQCD_GAUGE_FAT_LINKS_FORCE_H

#include "fat_links.h"

#define LQCD_TEMPLATE "../gauge/fat_links_force.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_fat_links_pull_back(du, b, df, dl, u, c)                                                                  \
	LQCD_SELECT(lqcd_fat_links_pull_back, lqcd_gauge_field, *(u))(du, b, df, dl, u, c)
#define lqcd_hisq_pull_back(du, dw, df, dl, u, ...) LQCD_SELECT(lqcd_hisq_pull_back, lqcd_gauge_field, *(u))(du, dw, df, dl, u, __VA_ARGS__)
#define lqcd_links_kick(p, k, u, du) LQCD_SELECT(lqcd_links_kick, lqcd_gauge_field, *(u))(p, k, u, du)
#endif

#endif
