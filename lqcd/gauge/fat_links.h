/* lqcd/gauge/fat_links.h: the links of staggered quarks: naive, fat7, asqtad, HISQ; staggered phases.
 *
 *   lqcd_fat_paths c = lqcd_fat_asqtad(u0);                coefficients of the paths; also lqcd_fat_naive(),
 *                                                         lqcd_fat_fat7(u0), lqcd_fat_hisq(eps)
 *   s = lqcd_fat_links(&fat, &lng, &u, &c)                 fat_mu(x) = sum over paths from x to x + mu,
 *                                                         lng_mu(x) = c.naik u_mu(x) u_mu(x+mu) u_mu(x+2mu)
 *   s = lqcd_hisq_links(&fat, &lng, &w, &u, eps, &p, &svd)     both levels of HISQ: w = the unitary factor of fat7(u), with parameters and
 *                                                         count of unitary.h or NULL, then lqcd_fat_hisq(eps) on w. w is an output,
 *                                                         for lqcd_fat_links(&fat, &lng, &w, &c) with another eps
 *   lqcd_staggered_phases p = lqcd_staggered_phases_make(LQCD_PHASES_MILC, LQCD_ANTIPERIODIC);
 *   s = lqcd_gauge_field_phases(&fat, &p, 1)               multiplies links that make 1 hop (lng: 3) by their signs; twice: removes them
 *
 * Paths: one link c.one; staples of 3 links c.three; staples of staples in ordered distinct directions, 5 links c.five and 7
 * links c.seven; staples of staples in the same plane, c.lepage; three links in a line, c.naik. The coefficients are for links with
 * phases, where each plaquette that a path encloses is multiplied by -1:
 *
 *              1 link       3       5      7        Lepage   Naik
 *   naive      1            0       0      0        0        0
 *   fat7       1/8          -1/16   1/64   -1/384   0        0        each over u0^(length - 1), also of asqtad
 *   asqtad     5/8          -1/16   1/64   -1/384   -1/16    -1/24
 *   hisq       1 + eps/8    -1/16   1/64   -1/384   -1/8     -(1 + eps)/24
 *
 * All fields here are without phases; the signs of plaquettes are taken into account. Lepage's paths include the backtracking ones, which
 * are u itself for unitary u: c.one is reduced by 6 c.lepage for that. Operators (dirac/staggered.h) and files of MILC's fat and long links
 * have phases. p.order[4] are the directions; eta of the k-th is (-1)^(sum of the coordinates in the directions before it) times
 * p.sign[direction]; with p.bc_t = LQCD_ANTIPERIODIC hops over the boundary in time change sign. Conventions, the last two of QUDA's enum:
 *
 *   LQCD_PHASES_MILC     T X Y Z: eta_T = 1, eta_X = (-1)^t, eta_Y = (-1)^(t+x), eta_Z = (-1)^(t+x+y)
 *   LQCD_PHASES_CHROMA   X Y Z T: eta_X = 1, eta_Y = (-1)^x, eta_Z = (-1)^(x+y), eta_T = (-1)^(x+y+z)
 *   LQCD_PHASES_CPS      X Y Z T: eta_X = 1, eta_Y = -(-1)^x, eta_Z = -(-1)^(x+y), eta_T = -(-1)^(x+y+z)
 *   LQCD_PHASES_TIFR     T Z Y X: eta_T = 1, eta_Z = -(-1)^t, eta_Y = (-1)^(t+z), eta_X = -(-1)^(t+z+y)
 *
 * All fields are full, of one geometry, of tags f, d, vf, vd, gf, gd; outputs are different fields, and differ from u. lng may be NULL if
 * c.naik = 0. The calls exchange the halo of u; the same bits for any process grid and number of threads. Work: two fields (HISQ: three),
 * 10 kflop per link. Errors: LQCD_ERR_GEOMETRY, LQCD_ERR_MEMORY, LQCD_ERR_ARGUMENT (numbers not finite, u0 not above 0 and below 1e100,
 * boundaries in time), of HISQ also those of unitary.h. Sources: K. Orginos, D. Toussaint, R. Sugar, Phys. Rev. D 60 (1999) 054503
 * [hep-lat/9903032]; G. P. Lepage, Phys. Rev. D 59 (1999) 074502 [hep-lat/9809157]; E. Follana et al., Phys. Rev. D 75 (2007) 054502
 * [hep-lat/0610092]. SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_FAT_LINKS_H
#define LQCD_GAUGE_FAT_LINKS_H

#include "staple.h"
#include "unitary.h"

typedef struct {
	double one, three, five, seven, lepage, naik;
} lqcd_fat_paths;

typedef enum { LQCD_PHASES_MILC, LQCD_PHASES_CHROMA, LQCD_PHASES_CPS, LQCD_PHASES_TIFR } lqcd_phases_order;

typedef struct {
	int order[4], sign[4], bc_t;
} lqcd_staggered_phases;

LQCD_STATIC lqcd_fat_paths lqcd__fat_make(double one, double u0, double lepage, double naik)
{
	const double u2 = u0 > 0 && u0 < 1e100 ? u0 * u0 : lqcd_nan(); /* refused by lqcd_fat_links */
	const lqcd_fat_paths c = {one, -1 / (16 * u2), 1 / (64 * u2 * u2), -1 / (384 * u2 * u2 * u2), lepage / (u2 * u2), naik / u2};
	return c;
}

LQCD_STATIC lqcd_fat_paths lqcd_fat_naive(void)
{
	const lqcd_fat_paths c = {1, 0, 0, 0, 0, 0};
	return c;
}

LQCD_STATIC lqcd_fat_paths lqcd_fat_fat7(double u0)
{
	return lqcd__fat_make(1 / 8.0, u0, 0, 0);
}

LQCD_STATIC lqcd_fat_paths lqcd_fat_asqtad(double u0)
{
	return lqcd__fat_make(5 / 8.0, u0, -1 / 16.0, -1 / 24.0);
}

LQCD_STATIC lqcd_fat_paths lqcd_fat_hisq(double eps)
{
	return lqcd__fat_make(1 + eps / 8, 1, -1 / 8.0, -(1 + eps) / 24);
}

LQCD_STATIC int lqcd__paths_valid(const lqcd_fat_paths *c)
{
	return lqcd_isfinite(c->one + c->three + c->five + c->seven + c->lepage + c->naik);
}

/** Naik's epsilon of HISQ for a quark of mass am, of the tree level, to order am^8. */
LQCD_STATIC double lqcd_fat_naik_epsilon(double am)
{
	const double m2 = am * am;
	return m2 * (-27 / 40.0 + m2 * (327 / 1120.0 + m2 * (-15607 / 268800.0 - m2 * (73697 / 3942400.0))));
}

/** The phases of an order; an unknown one gets signs of 0, which lqcd_gauge_field_phases refuses. */
LQCD_STATIC lqcd_staggered_phases lqcd_staggered_phases_make(lqcd_phases_order order, int bc_t)
{
	const int known = (unsigned)order <= LQCD_PHASES_TIFR;
	lqcd_staggered_phases p;
	for (int k = 0; k < 4; k++) {
		p.order[k] = order == LQCD_PHASES_TIFR ? (4 - k) % 4 : order == LQCD_PHASES_MILC ? k : (k + 1) % 4;
		p.sign[k] = (order == LQCD_PHASES_CPS && k != 1) || (order == LQCD_PHASES_TIFR && k % 2) ? -1 : known;
	}
	p.bc_t = bc_t;
	return p;
}

/** Whether phases have each direction once, and signs of 1 and -1. */
LQCD_STATIC int lqcd__phases_valid(const lqcd_staggered_phases *p)
{
	int seen = 0, signs = p->bc_t == 1 || p->bc_t == -1;
	for (int k = 0; k < 4; k++) {
		if (p->order[k] >= 0 && p->order[k] < 4) seen |= 1 << p->order[k];
		signs &= p->sign[k] == 1 || p->sign[k] == -1;
	}
	return seen == 15 && signs;
}

/** The sign of a link in direction mu that makes so many hops; x: global coordinates. */
LQCD_FN int lqcd__phase(const lqcd_staggered_phases *p, const int x[4], int extent, int mu, int hops)
{
	int odd = p->sign[mu] < 0;
	for (int k = 0; k < 4 && p->order[k] != mu; k++) odd += x[p->order[k]];
	odd *= hops;
	if (mu == 0 && p->bc_t < 0) odd += (x[0] + hops) / extent;
	return odd & 1 ? -1 : 1;
}

#define LQCD_TEMPLATE "../gauge/fat_links.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_fat_links(fat, lng, u, c)       LQCD_SELECT(lqcd_fat_links, lqcd_gauge_field, *(u))(fat, lng, u, c)
#define lqcd_hisq_links(fat, lng, w, u, ...) LQCD_SELECT(lqcd_hisq_links, lqcd_gauge_field, *(u))(fat, lng, w, u, __VA_ARGS__)
#define lqcd_gauge_field_phases(u, p, hops)  LQCD_SELECT(lqcd_gauge_field_phases, lqcd_gauge_field, *(u))(u, p, hops)
#endif

#endif
