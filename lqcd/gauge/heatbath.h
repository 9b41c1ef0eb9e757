/* lqcd/gauge/heatbath.h: heat bath and overrelaxation for the Wilson gauge action. Actions with rectangles: action_heatbath.h.
 *
 *   S(U) = beta sum_p (1 - Re tr U_p / NC),   weight exp(-S), Haar measure
 *
 *   lqcd_status s = lqcd_heatbath_sweep(&u, beta, seed, sweep);   every link once, in place
 *   s = lqcd_overrelax_sweep(&u);                                 every link once; S stays
 *   int lqcd_su2_heatbath_d(x, alpha, g)    x on the unit sphere of four dimensions, density exp(alpha x_0), alpha >= 0;
 *                                           8 words of g for each attempt; returns 1, or 0 and then x is not written
 *
 * u is a full periodic field of any tag. A usual step is one heat bath sweep and one to four overrelaxation sweeps. For
 * mu = 0..3 and even, odd: all links U_mu(x) of that parity in parallel; none is in the staple of another.
 *
 * Random numbers come from (seed, global site, stream 64 sweep + LQCD_HEATBATH_STREAM + mu) of random.h. Give every sweep
 * of a run its own number below 2^42 and use these streams for nothing else. f and vf draw in float, from the upper bits of
 * the words of d and vd. Results depend neither on threads and process grids nor on the order of sites. d and vd are bitwise
 * identical, and so are f and vf, if their multiply-adds round alike (simd.h). Otherwise rounding may reverse one
 * accept-reject decision in about 1e7 (float) or 1e16 (double).
 *
 * Heat bath of a link: A is the staple of staple.h, W = U A. For each of the NC(NC-1)/2 subgroups SU(2) of rows i < j, (0,1),
 * (0,2), .. (NC-2,NC-1), the 2x2 block ij of W is k v, v in SU(2) and k >= 0, plus a part that does not contribute. Draw
 * x = x_0 + i x.sigma with weight exp(alpha x_0), alpha = 2 beta k / NC; U := x v^+ U. At beta = 0 x is Haar-distributed, U
 * after a few passes. Overrelaxation: U := (v^+)^2 U for the same subgroups, which leaves S as it is.
 *
 * x is drawn by rejection; 0.56 of all attempts succeed at alpha = 0, 0.94 at 2, 0.999 at 14, which is typical at beta = 6.
 * After LQCD_HEATBATH_TRIES = 256 failures (probability below 1e-90), or at once if alpha is NaN or near the largest number,
 * the link keeps its value for this subgroup. That depends on alpha alone, not on x: the distribution remains exact.
 *
 * After each update the link is reunitarised to first order: |U U^+ - 1| and |det U - 1| stay at rounding; a deviation e
 * becomes about e^2. With boundaries in time (lattice/boundary.h, hosts) active links are updated, with the weights of
 * action.h for c1 = 0. Collective over the processes of the lattice; the halo of u need not be up to date before.
 *
 * Errors: LQCD_ERR_GEOMETRY for a field that is not full; LQCD_ERR_ARGUMENT for beta negative, infinite or NaN, sweep >= 2^42,
 * or u without its values at the boundaries; LQCD_ERR_MEMORY over several processes only. u is then unchanged. LQCD_NAN if a
 * link is NaN or infinite: u then holds NaN. Per link about 3400 flop for NC = 3 without the random numbers.
 *
 * Sources: N. Cabibbo, E. Marinari, Phys. Lett. B 119 (1982) 387; A. Kennedy, B. Pendleton, Phys. Lett. B 156 (1985) 393;
 * M. Creutz, and F. Brown, T. Woch, Phys. Rev. Lett. 58 (1987) 2394, 2397.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_HEATBATH_H
#define LQCD_GAUGE_HEATBATH_H

#include <float.h>

#include "../site/lane_random.h"
#include "boundary.h"
#include "staple.h"

#define LQCD_HEATBATH_STREAM 56
#define LQCD_HEATBATH_TRIES  256

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
#define LQCD_TAGS     LQCD_ALL_TAGS
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
#define lqcd_heatbath_sweep(u, ...) LQCD_SELECT(lqcd_heatbath_sweep, lqcd_gauge_field, *(u))(u, __VA_ARGS__)
#define lqcd_overrelax_sweep(u) LQCD_SELECT(lqcd_overrelax_sweep, lqcd_gauge_field, *(u))(u)
#endif

#endif
