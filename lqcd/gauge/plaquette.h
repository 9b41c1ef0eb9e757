/* lqcd/gauge/plaquette.h: plaquette and link trace.
 *
 *   lqcd_plaquette(&u)      {mean, space, time}: mean of Re tr U_p / NC over all 6V plaquettes, the 3V spatial ones
 *                           and the 3V with a temporal side. U_p = U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger.
 *   lqcd_link_trace(&u)     mean of Re tr U / NC over all 4V links
 *
 * Full fields of any tag (lqcd_plaquette_vf and so on); periodic. Values of sites are in double, with the rounding of
 * the tag; their sum is exact, with the same bits for every number of threads, lanes and processes (site_sum.h). Over
 * several processes the calls are collective; lqcd_plaquette exchanges the halo of u first, and its values are NaN if
 * there is no memory for that. About 2500 flop per site.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_PLAQUETTE_H
#define LQCD_GAUGE_PLAQUETTE_H

#include "../field/halo.h"
#include "../field/site_sum.h"
#if LQCD_DEVICES
#include "../field/device_links.h"
#endif

typedef struct {
	double mean, space, time;
} lqcd_plaquette_values;

/** The means from the sums of the traces with a temporal side and of the others, over all sites. */
LQCD_STATIC lqcd_plaquette_values lqcd__plaquette_mean_of(const double traces[2], double sites)
{
	const double norm = 1 / (3.0 * LQCD_NC * sites), time = norm * traces[0], space = norm * traces[1];
	const lqcd_plaquette_values p = {0.5 * (time + space), space, time};
	return p;
}

/* Sites of fields without lanes may wait until they fill a register: where its multiply-add is one too, or none is. */
#if LQCD_LANES_vd > 1 && LQCD__FUSED && LQCD_SIMD_FUSED
#define LQCD__PLAQUETTE_GATHER 1
#else
#define LQCD__PLAQUETTE_GATHER 0
#endif

#define LQCD_TAG f
#include "plaquette.inc"
#define LQCD_TAG vf
#include "plaquette.inc"
#define LQCD_TAG vd
#include "plaquette.inc"

#if LQCD__PLAQUETTE_GATHER
/** U_mu of the blocks ix[w] into lane w. */
LQCD_HOST_FN void lqcd__plaquette_gather(lqcd_su3_vd *r, const lqcd_gauge_field_d *u, const int *ix, int mu)
{
	const double *from[LQCD_LANES_vd];
	LQCD_UNROLL(8)
	for (int w = 0; w < LQCD_LANES_vd; w++) from[w] = &LQCD_4FIELD_AT(u, ix[w], mu)->e[0][0].re;
	LQCD__UNROLL_NC
	for (int a = 0; a < LQCD_NC; a++) {
		LQCD__UNROLL_NC
		for (int b = 0; b < LQCD_NC; b++)
			lqcd_load2_vd(&r->e[a][b].re, &r->e[a][b].im, from, (size_t)(2 * (a * LQCD_NC + b)));
	}
}

/** Traces of the plaquettes of sites lo to lo + LQCD_LANES_vd - 1, one site per lane: the bits of
 * lqcd_plaquette_site_vd. */
LQCD_STATIC void lqcd__plaquette_sites_d(const lqcd_gauge_field_d *u, int lo, lqcd_acc_vd acc[2])
{
	const lqcd_geometry *g = u->type;
	int here[LQCD_LANES_vd], up[4][LQCD_LANES_vd];
	lqcd_su3_vd link[4];
	for (int w = 0; w < LQCD_LANES_vd; w++) {
		here[w] = lo + w;
		for (int mu = 0; mu < 4; mu++) up[mu][w] = lqcd_iup(g, lo + w, mu);
	}
	for (int mu = 0; mu < 4; mu++) lqcd__plaquette_gather(&link[mu], u, here, mu);
	acc[0] = acc[1] = lqcd_acc_zero_vd();
	for (int mu = 0; mu < 3; mu++)
		for (int nu = mu + 1; nu < 4; nu++) {
			lqcd_su3_vd right, top, a, b;
			lqcd__plaquette_gather(&right, u, up[mu], nu);
			lqcd__plaquette_gather(&top, u, up[nu], mu);
			lqcd_su3_mul_vd(&a, &link[mu], &right);
			lqcd_su3_mul_vd(&b, &link[nu], &top);
			acc[mu > 0] = lqcd_acc_add_vd(acc[mu > 0], lqcd_su3_retrace_mul_dagger_vd(&a, &b));
		}
}

/** Prefetches the links of the upper neighbours of the sites lo <= ix < hi, which may lie anywhere in memory. */
LQCD_HOST_FN void lqcd__plaquette_prefetch(const lqcd_gauge_field_d *u, int lo, int hi)
{
	for (int ix = lo; ix < hi; ix++)
		for (int mu = 0; mu < 4; mu++) {
			const char *p = (const char *)LQCD_4FIELD_AT(u, lqcd_iup(u->type, ix, mu), 0);
			for (size_t i = 0; i < 4 * sizeof(lqcd_su3_d); i += 64) lqcd_prefetch(p + i);
		}
}

/** Adds as many of the sites lo <= ix < hi as fill registers to the site sum; returns the first site that is left. */
LQCD_STATIC int lqcd__plaquette_filled_d(const lqcd_gauge_field_d *u, int lo, int hi, lqcd_site_sum *site_sum)
{
	double value[2][LQCD_LANES_vd];
	for (; hi - lo >= LQCD_LANES_vd; lo += LQCD_LANES_vd) {
		const int next = lo + LQCD_LANES_vd, after = next + LQCD_LANES_vd;
		lqcd_acc_vd acc[2];
		lqcd__plaquette_prefetch(u, next, after < hi ? after : hi);
		lqcd__plaquette_sites_d(u, lo, acc);
		for (int k = 0; k < 2; k++) {
			lqcd_acc_store_vd(value[k], acc[k]);
			/* One by one, as the sites that are left. */
			for (int w = 0; w < LQCD_LANES_vd; w++) lqcd_site_sum_put_d(site_sum, k, value[k][w]);
		}
	}
	return lo;
}
#define LQCD__PLAQUETTE_FILLED(u, lo, hi, site_sum) lqcd__plaquette_filled_d(u, lo, hi, site_sum)
#endif
#define LQCD_TAG d
#include "plaquette.inc"
#undef LQCD__PLAQUETTE_FILLED
#define LQCD_TEMPLATE "../gauge/plaquette.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_plaquette(u)  LQCD_SELECT(lqcd_plaquette, lqcd_gauge_field, *(u))(u)
#define lqcd_link_trace(u) LQCD_SELECT(lqcd_link_trace, lqcd_gauge_field, *(u))(u)
#endif

#endif
