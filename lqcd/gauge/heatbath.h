/* lqcd/gauge/heatbath.h: heat bath and overrelaxation for the Wilson gauge action.
 *
 *   S(U) = beta sum_p (1 - Re tr U_p / NC),   weight exp(-S), Haar measure
 *
 *   lqcd_status s = lqcd_heatbath_sweep(&u, beta, seed, sweep);   every link once, in place
 *   s = lqcd_overrelax_sweep(&u);                                 every link once; S stays
 *
 * u is a full field of any tag, periodic (lqcd_heatbath_sweep_vf and so on). A usual step is one heat bath sweep and
 * one to four overrelaxation sweeps.
 *
 * Order. For mu = 0..3 and even, odd: all links U_mu(x) of that parity in parallel; none of them is in the staple of
 * another. Random numbers come from (seed, global site, stream 64 sweep + LQCD_HEATBATH_STREAM + mu), see random.h:
 * give every sweep of a run its own number below 2^42, and use these streams for nothing else. The result
 * depends neither on the number of threads nor on the order of sites. d and vd (any lane count) have the same bits, and
 * so have f and vf, if their multiply-adds round alike (simd.h). Otherwise, as between back ends with and without fused
 * multiply-adds, they agree to rounding, which may reverse one accept-reject decision in about 1e7 (float) or 1e16
 * (double). f and vf draw in float, from the upper bits of the words that d and vd use.
 *
 * Heat bath of a link (Cabibbo, Marinari, Phys. Lett. B 119 (1982) 387). With the staple A of staple.h and W = U A, for
 * each of the NC(NC-1)/2 subgroups SU(2) of rows i < j, (0,1), (0,2), .. (NC-2,NC-1): the weight of U -> a U is
 * exp((beta/NC) Re tr(a W)). The 2x2 block ij of W is k v, with v in SU(2) and k >= 0, plus a part that does not
 * contribute, so the weight is exp(alpha x_0), alpha = 2 beta k / NC, for x = a v = x_0 + i x.sigma; draw x, then U :=
 * x v^+ U. One pass leaves the distribution as it is; repeated passes reach it. At beta = 0 x is Haar-distributed: <U>
 * = 0 after one pass, the Haar measure of SU(NC) after a few (lqcd_gauge_field_random gives it at once).
 *
 *   int lqcd_su2_heatbath_d(x, alpha, g)    x on the unit sphere of four dimensions, density exp(alpha x_0), for
 *                                           alpha >= 0; takes 8 words of g for each attempt; returns 1, or 0 and then
 *                                           x is not written
 *
 * x is drawn as by Kennedy and Pendleton, Phys. Lett. B 156 (1985) 393, with a better bound, and with a direction at no
 * cost. delta = 1 - x_0 has the density sqrt(delta) sqrt(1 - delta/2) exp(-alpha delta), and for any 0 < t <= 1,
 * y = 4 t (1 - delta/2),
 *
 *   sqrt(1 - delta/2) = exp(-t delta) sqrt(y exp(1 - y)) const,    y exp(1 - y) <= 1, its value at y = 1.
 *
 * Three normal numbers n give delta = n^2/(2 (alpha + t)) with the density sqrt(delta) exp(-(alpha + t) delta). It is
 * accepted when the square of a uniform number is at most y exp(1 - y); then x = (1 - delta, n sqrt((1 - delta/2) /
 * (alpha + t))), since the direction of n is independent of its length. t = (alpha + 3/2)/(4 alpha + 3/2) is close to
 * the best: 0.56 of all attempts succeed at alpha = 0, 0.94 at 2, 0.999 at 14, which is typical at beta = 6 (t = 1/4
 * is the slope of the bound at delta = 0; Kennedy and Pendleton's t = 0 gives 0.973 there). The lanes of a block
 * attempt together. Words 8 (256 s + n) to 8 (256 s + n) + 7 of a link are those of attempt n for subgroup s, so that
 * the result of a lane does not depend on how often others try. After LQCD_HEATBATH_TRIES = 256 failures (probability
 * below 1e-90), or at once if alpha is NaN or near the largest number, no x is drawn and the link keeps its value for
 * this subgroup. Whether a step is left out depends on alpha alone, which does not depend on x: the distribution
 * remains exact.
 *
 * Overrelaxation (Creutz; Brown, Woch, Phys. Rev. Lett. 58 (1987) 2394, 2397): a = (v^+)^2 for the same subgroups in
 * the same order. Then a v = v^+: x_0 and with it S stay. Each of these steps is its own inverse.
 *
 * After each update the link is reunitarised to first order: |U U^+ - 1| and |det U - 1| stay at rounding, and a
 * deviation e becomes about e^2.
 *
 * On a lattice with ends in time (lattice/boundary.h, hosts) active links are updated, with the weights of action.h for c1 = 0;
 * LQCD_ERR_ARGUMENT if u does not have its values there.
 *
 * Over several processes the calls are collective and give the same bits for every process grid. Links that others read
 * are sent as soon as they are updated, U_mu of one parity at a time. The halo of u need not be up to date before.
 *
 * Errors: LQCD_ERR_GEOMETRY for a field that is not full; LQCD_ERR_ARGUMENT of the heat bath for beta negative,
 * infinite or NaN or for sweep >= 2^42; LQCD_ERR_MEMORY over several processes only (message buffers); u is then
 * unchanged. LQCD_NAN if a link is NaN or infinite: u then holds NaN. One process allocates nothing. Per link about 3400
 * flop for NC = 3 without the random numbers.
 *
 * Actions with rectangles: action_heatbath.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_HEATBATH_H
#define LQCD_GAUGE_HEATBATH_H

#include <float.h>

#include "../site/lane_random.h"
#include "boundary.h"
#include "staple.h"

#define LQCD_HEATBATH_STREAM 56
#define LQCD_HEATBATH_TRIES  256

/** Checks the arguments of a sweep. */
LQCD_STATIC lqcd_status lqcd__heatbath_check(const lqcd_lattice *lat, double beta, uint64_t sweep)
{
	if (!lqcd_isfinite(beta) || beta < 0)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "beta %g: must be a number, 0 or above", beta);
	if (sweep >> (LQCD_RNG_STREAM_BITS - 6))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "sweep %.3g: below 2^%d", (double)sweep,
				    LQCD_RNG_STREAM_BITS - 6);
	return LQCD_OK;
}

#define LQCD_TEMPLATE "../gauge/heatbath.inc"
#include "../base/each_tag.inc"

LQCD_FN int lqcd_su2_heatbath_d(double x[4], double alpha, lqcd_rng *g)
{
	lqcd__su2_rates_d f;
	if (!lqcd_isfinite(alpha)) return 0;
	lqcd__su2_rates_of_d(&f, alpha, 1);
	for (int n = 0; n < LQCD_HEATBATH_TRIES && f.live; n++) {
		lqcd_lane_word_d word[8];
		lqcd__su2_numbers_d t;
		double y[4];
		for (int k = 0; k < 8; k++) word[k].v[0] = lqcd_rng_u32(g);
		lqcd__su2_numbers_of_d(&t, word);
		if (!lqcd__su2_point_d(y, &t, &f, 1)) continue;
		for (int k = 0; k < 4; k++) x[k] = y[k];
		return 1;
	}
	return 0;
}

#ifndef __cplusplus
#define lqcd_heatbath_sweep(u, beta, seed, sweep)                                                                      \
	LQCD_SELECT(lqcd_heatbath_sweep, lqcd_gauge_field, *(u))(u, beta, seed, sweep)
#define lqcd_overrelax_sweep(u) LQCD_SELECT(lqcd_overrelax_sweep, lqcd_gauge_field, *(u))(u)
#endif

#endif
