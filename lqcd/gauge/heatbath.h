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
 * give every sweep of a run its own number below 2^42, and do not use these streams for other things. The result
 * depends neither on the number of threads nor on the order of sites; d and vd (any lane count) agree to rounding, and
 * so do f and vf, but rounding may reverse one accept-reject decision in about 1e7 (float), 1e16 (double).
 *
 * Heat bath of a link (Cabibbo, Marinari, Phys. Lett. B 119 (1982) 387). With the staple A of staple.h and W = U A, for
 * each of the NC(NC-1)/2 subgroups SU(2) of rows i < j, (0,1), (0,2), .. (NC-2,NC-1): the weight of U -> a U is
 * exp((beta/NC) Re tr(a W)). The 2x2 block ij of W is k v and a part that does not count, with v in SU(2) and k >= 0,
 * so the weight is exp(alpha x_0), alpha = 2 beta k / NC, for x = a v = x_0 + i x.sigma; draw x, then U := x v^+ U. One
 * pass leaves the distribution as it is; repeated passes reach it. At beta = 0 x is Haar-distributed: <U> = 0 after one
 * pass, the Haar measure of SU(NC) after a few (lqcd_gauge_field_random gives it at once).
 *
 *   int lqcd_su2_heatbath_d(x, alpha, g)    x on the unit sphere of four dimensions, density exp(alpha x_0), for
 *                                           alpha >= 0; returns 1, or 0 and then x is not written
 *
 * For alpha >= 0.85 this is Kennedy, Pendleton, Phys. Lett. B 156 (1985) 393: 1 - x_0 = delta is drawn with density
 * sqrt(delta) exp(-alpha delta) and accepted with probability sqrt(1 - delta/2). The square of a gaussian that it takes
 * is made by the polar method from a point of the unit disc instead of a cosine. Below, where this would accept rarely,
 * x_0 is drawn with density sqrt(1 - x_0^2), the abscissa of a point of the disc, and accepted with probability
 * exp(alpha (x_0 - 1)). An attempt, the point of the disc included, succeeds with probability 0.35 or more at every
 * alpha. After LQCD_HEATBATH_TRIES = 256 in vain (probability below 1e-47), or at once when alpha is NaN or infinite,
 * the function returns 0 and the link keeps its value for this subgroup: that a step is left out depends on alpha
 * alone, which neither knows nor changes x, and the distribution remains exact.
 *
 * Overrelaxation (Creutz; Brown, Woch, Phys. Rev. Lett. 58 (1987) 2394, 2397): a = (v^+)^2 for the same subgroups in
 * the same order. Then a v = v^+: x_0 and with it S stay. Each of these steps is its own inverse.
 *
 * After each update the link is reunitarised (4 % of the flop): |U U^+ - 1| and |det U - 1| stay at rounding.
 *
 * Over several processes the calls are collective, and give the same bits for every process grid; links that others
 * read are sent as soon as they are new, U_mu of one parity at a time. What the halo of u holds before does not count.
 *
 * Errors: LQCD_ERR_GEOMETRY for a field that is not full; LQCD_ERR_ARGUMENT of the heat bath for beta negative,
 * infinite or NaN or for sweep >= 2^42; LQCD_ERR_MEMORY over several processes alone (buffers of messages); u is then
 * unchanged. One process allocates nothing. Per link about 3400 flop for NC = 3 without the random numbers, which take
 * 40 % of the time of tag d and 80 % of that of vd: the vector tags draw them lane by lane.
 *
 * Actions with rectangles: action_heatbath.h.
 */
#ifndef LQCD_GAUGE_HEATBATH_H
#define LQCD_GAUGE_HEATBATH_H

#include "staple.h"

#define LQCD_HEATBATH_STREAM 56
#define LQCD_HEATBATH_TRIES 256

/** A uniform point of the square (-1, 1)^2; returns a^2 + b^2, below 1 with probability pi/4. Never the origin. */
LQCD_FN double lqcd__rng_square(lqcd_rng *g, double *a, double *b)
{
	*a = 2 * lqcd_rng_uniform(g) - 1;
	*b = 2 * lqcd_rng_uniform(g) - 1;
	return *a * *a + *b * *b;
}

/** delta = 1 - x_0 in [0, 2] with density sqrt(1 - x_0^2) exp(alpha x_0), or -1 when no attempt was accepted. */
LQCD_FN double lqcd__su2_heatbath_delta(double alpha, lqcd_rng *g)
{
	if (!lqcd_isfinite(alpha)) return -1;
	for (int n = 0; n < LQCD_HEATBATH_TRIES; n++) {
		double a, b, delta;
		const double s = lqcd__rng_square(g, &a, &b);
		if (s >= 1) continue;
		if (alpha < 0.85) {
			delta = 1 - a;
			if (lqcd_rng_uniform(g) <= exp(-alpha * delta)) return delta;
		} else {
			/* s is uniform, independent of a^2/s, the squared cosine: delta alpha has a Gamma(3/2)
			 * distribution */
			delta = -(log(lqcd_rng_uniform(g)) + log(s) * (a * a / s)) / alpha;
			const double r = lqcd_rng_uniform(g);
			if (r * r <= 1 - 0.5 * delta) return delta;
		}
	}
	return -1;
}

/** x = x_0 + i x.sigma in SU(2) with density exp(alpha x_0); 1, or 0 when nothing was accepted. */
LQCD_FN int lqcd_su2_heatbath_d(double x[4], double alpha, lqcd_rng *g)
{
	const double delta = lqcd__su2_heatbath_delta(alpha, g);
	if (delta < 0) return 0;
	const double r2 = delta * (2 - delta);
	for (int n = 0; n < LQCD_HEATBATH_TRIES; n++) {
		double a, b;
		const double s = lqcd__rng_square(g, &a, &b);
		if (s >= 1) continue;
		/* a point of the disc to one of the sphere (Marsaglia 1972) */
		const double t = 2 * sqrt(r2 * (1 - s));
		x[0] = 1 - delta;
		x[1] = t * a;
		x[2] = t * b;
		x[3] = sqrt(r2) * (1 - 2 * s);
		return 1;
	}
	return 0;
}

/** a := x v^+ with q = k v, v in SU(2), and x drawn with alpha = scale k; a = 1 when nothing was accepted. */
LQCD_FN void lqcd__su2_heatbath_step(double a[4], const double q[4], double scale, lqcd_rng *g)
{
	double v[4], x[4];
	const double k = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	for (int i = 0; i < 4; i++) {
		/* k = 0: every a has the same weight, and v may be 1 */
		v[i] = k > 1e-30 ? q[i] / k : i == 0;
		a[i] = i == 0;
	}
	if (!lqcd_su2_heatbath_d(x, scale * k, g)) return;
	a[0] = x[0] * v[0] + x[1] * v[1] + x[2] * v[2] + x[3] * v[3];
	a[1] = x[1] * v[0] - x[0] * v[1] + x[2] * v[3] - x[3] * v[2];
	a[2] = x[2] * v[0] - x[0] * v[2] + x[3] * v[1] - x[1] * v[3];
	a[3] = x[3] * v[0] - x[0] * v[3] + x[1] * v[2] - x[2] * v[1];
}

/** What the arguments of a sweep may be. */
LQCD_STATIC lqcd_status lqcd__heatbath_check(const lqcd_geometry *g, double beta, uint64_t sweep)
{
	if (!lqcd_isfinite(beta) || beta < 0 || sweep >> (LQCD_RNG_STREAM_BITS - 6)) return LQCD_ERR_ARGUMENT;
	return g->parity == LQCD_FULL ? LQCD_OK : LQCD_ERR_GEOMETRY;
}

#define LQCD_TAG f
#include "../tmpl/heatbath.inc"
#define LQCD_TAG d
#include "../tmpl/heatbath.inc"
#define LQCD_TAG vf
#include "../tmpl/heatbath.inc"
#define LQCD_TAG vd
#include "../tmpl/heatbath.inc"

#ifndef __cplusplus
#define lqcd_heatbath_sweep(u, beta, seed, sweep)                                                                      \
	LQCD_SELECT(lqcd_heatbath_sweep, lqcd_gauge_field, *(u))(u, beta, seed, sweep)
#define lqcd_overrelax_sweep(u) LQCD_SELECT(lqcd_overrelax_sweep, lqcd_gauge_field, *(u))(u)
#endif

#endif
