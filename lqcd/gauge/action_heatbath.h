/* lqcd/gauge/action_heatbath.h: heat bath and overrelaxation for gauge actions with rectangles.
 *
 *   lqcd_action_vd act;                                       of action.h: c1 of Luescher-Weisz, Iwasaki, DBW2, ..
 *   s = lqcd_action_create(&act, &lattice, LQCD_C1_IWASAKI)
 *   s = lqcd_action_heatbath(&act, &u, beta, seed, sweep)     every link once, in place, weight exp(-S), S of action.h
 *   s = lqcd_action_overrelax(&act, &u)                       every link once; S stays
 *
 * The steps of a link, the random numbers and the arguments are those of heatbath.h, with the staples A of action.h;
 * for c1 = 0 the sweeps are those of heatbath.h. On a lattice with boundaries in time c1 must be 0 (LQCD_ERR_ARGUMENT): use HMC, since
 * S has plaquettes that are wound twice, and is not linear in their links. Afterwards act holds no staples for lqcd_action_staple.
 *
 * Order. For mu = 0..3 and each colour: all links U_mu(x) of the colour in parallel. A rectangle with U_mu(x) has more
 * links of direction mu, at x +- mu, x +- nu, x +- mu +- nu and x +- 2 nu, nu != mu; none of them has the colour of x:
 *
 *   lqcd_action_colours(&lattice)             4, or 6, or 0
 *   lqcd_action_colour(&lattice, x, mu)       of the link U_mu(x), x the global coordinates
 *
 *   4, if all extents are multiples of 4:     2 x_mu + sum_(nu != mu) x_nu modulo 4. The links at x, x + mu, x + nu,
 *                                             x + mu + nu all differ: the smallest number
 *   6, if all extents are 4 or more:          3 x_mu + sum_(nu != mu) g(x_nu) modulo 6. g rises by 1 or by 2, around
 *                                             an extent by a multiple of 6: six steps of 1 where the extent is not a
 *                                             multiple of 4, then 1, 2, 1, 2, ..
 *   0, if one is 2:                           a rectangle contains a link twice, and S is not linear in it
 *
 * Method. As in action.h, but the sides of rectangles are computed only where a link of the colour needs them: 66
 * products of matrices per link, 22 for a plane. If the lanes of a block differ in colour (sub-lattice extents that are
 * not multiples of 4), the links of all lanes are computed and some are kept.
 *
 * Tags f, d, vf, vd; d and vd agree as in heatbath.h. Collective over the processes of the lattice; the same bits for
 * any process grid and number of threads. Errors: LQCD_ERR_EXTENT for an extent of 2; LQCD_ERR_GEOMETRY (not full, or
 * of another geometry than act), LQCD_ERR_ARGUMENT and LQCD_ERR_MEMORY as in heatbath.h; u is then unchanged.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_ACTION_HEATBATH_H
#define LQCD_GAUGE_ACTION_HEATBATH_H

#include "action.h"
#include "heatbath.h"

LQCD_STATIC int lqcd_action_colours(const lqcd_lattice *lat)
{
	int fours = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (lat->extent[mu] < 4) return 0;
		fours = fours && lat->extent[mu] % 4 == 0;
	}
	return fours ? 4 : 6;
}

/** The colour of link U_mu(x) for a known number of colours; x may lie up to an extent outside. */
LQCD_FN int lqcd__link_colour(const int extent[4], int colours, const int x[4], int mu)
{
	int sum = 0;
	for (int nu = 0; nu < 4; nu++) {
		const int l = extent[nu], ones = l % 4 ? 6 : 0;
		int y = x[nu] < 0 ? x[nu] + l : x[nu] >= l ? x[nu] - l : x[nu];
		if (nu == mu)
			y *= colours / 2;
		else if (colours == 6 && y >= ones)
			y += (y - ones) / 2;
		sum += y;
	}
	return sum % colours;
}

LQCD_STATIC int lqcd_action_colour(const lqcd_lattice *lat, const int x[4], int mu)
{
	return lqcd__link_colour(lat->extent, lqcd_action_colours(lat), x, mu);
}

#define LQCD_TEMPLATE "../gauge/action_heatbath.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_action_heatbath(act, ...) LQCD_SELECT(lqcd_action_heatbath, lqcd_action, *(act))(act, __VA_ARGS__)
#define lqcd_action_overrelax(act, u) LQCD_SELECT(lqcd_action_overrelax, lqcd_action, *(act))(act, u)
#endif

#endif
