/* lqcd/gauge/flow.h: gradient flow of gauge fields: Wilson, Symanzik and Zeuthen flow, and the scales t0 and w0.
 *
 *   dV_mu(x)/dt = Z_mu(x) V_mu(x),   V = u at t = 0, t in lattice units (length^2, smoothing radius sqrt(8t))
 *
 *   LQCD_FLOW_WILSON     Z = -P(V A) with the staples of the plaquette: Luescher, JHEP 08 (2010) 071 [1006.4518]
 *   LQCD_FLOW_SYMANZIK   Z = -P(V A) with those of the tree-level improved action, c1 = -1/12 (action.h)
 *   LQCD_FLOW_ZEUTHEN    Z = (1 + D* D / 12) Z of the Symanzik flow, D the covariant difference in the link's direction:
 *                        D* D Z_mu(x) = V_mu(x) Z_mu(x+mu) V_mu(x)^+ - 2 Z_mu(x) + V_mu(x-mu)^+ Z_mu(x-mu) V_mu(x-mu); no
 *                        errors of order a^2 in the flow: Ramos, Sint, Eur. Phys. J. C 76 (2016) 15 [1508.05552]
 *
 *   lqcd_flow_vd flow;
 *   s = lqcd_flow_create(&flow, &lattice, LQCD_FLOW_WILSON)
 *   s = lqcd_flow_step(&flow, &u, eps)                u from t to t + eps, |eps| <= 0.5; flow.t counts
 *   s = lqcd_flow_adaptive(&flow, &u, end, tolerance) one step of the largest length that the tolerance allows, not past t = end;
 *                                                     flow.eps: the following length (0.01 at first), flow.error: the
 *                                                     distance of this step, flow.refused counts rejected steps.
 *                                                     while (flow.t < end && s == LQCD_OK) s = lqcd_flow_adaptive(..)
 *   lqcd_flow_destroy(&flow)
 *   double lqcd_flow_t0(t, E, n, c)     the first t with t^2 E(t) = c (0.3 is t0) in a table t[0] < t[1] < .., E[k], or NaN if
 *                                       there is none; from the cubic through the four nearest points
 *   double lqcd_flow_w0(t, E, n, c)     w with t d/dt (t^2 E) = c at t = w^2 (0.3 is w0: BMW, JHEP 09 (2012) 010 [1203.4469])
 * E is one of lqcd_energy (observables/charge.h); the choice is part of the definition of t0 and w0.
 *
 * A step is the third-order Runge-Kutta scheme of 1006.4518, appendix C: W0 = V(t), Z_i = eps Z(W_i), W1 = exp(Z0/4) W0,
 * W2 = exp(8/9 Z1 - 17/36 Z0) W1, V(t+eps) = exp(3/4 Z2 - 8/9 Z1 + 17/36 Z0) W2. Errors at a fixed t are O(eps^3); eps = 0.01 or
 * 0.02 is usual. Above about 0.15 (Wilson) or 0.1 the scheme is unstable. Links stay in SU(NC) to 1e-16 a step. The adaptive
 * step accepts when the largest |V - V'| / NC^2 of a link, V' = exp(2 Z1 - Z0) W0, is below the tolerance; the following length
 * is 0.95 (tolerance / that)^(1/3) times this one, at most 3 times (Fritzsch, Ramos, JHEP 10 (2013) 008 [1301.4388], appendix D).
 *
 * u: a full field of any tag on the lattice of flow; its halo need not be up to date before, and is not after. Collective over
 * the processes of the lattice; bitwise identical for any process grid and number of threads. Memory in fields of the size of
 * u: 1 (Wilson), 3 (Symanzik), 4 (Zeuthen), and 2 more from the first adaptive step on. Wilson flow: 41000 flop per site a step.
 * Boundaries in time (boundary.h): active links flow; cG = 1; at an open one the derivative by links in space is doubled
 * (1206.2809, appendix B). Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY, LQCD_ERR_GEOMETRY; LQCD_ERR_ARGUMENT: an unknown kind, eps or
 * the tolerance not finite, tolerance not positive, with boundaries LQCD_FLOW_ZEUTHEN, devices, or u without its values there;
 * LQCD_STAGNATION: a length below 1e-9 (u is then as before the call); LQCD_NAN: NaN in u.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_FLOW_H
#define LQCD_GAUGE_FLOW_H

#include "action.h"
#include "momentum.h"

/* Steps are unstable long before. */
#define LQCD_FLOW_LONGEST 0.5

typedef enum { LQCD_FLOW_WILSON, LQCD_FLOW_SYMANZIK, LQCD_FLOW_ZEUTHEN } lqcd_flow_kind;

#define LQCD_TEMPLATE "../gauge/flow.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

/** The polynomial through m points, at s; its derivative in *slope (Neville's scheme). */
static inline double lqcd__flow_polynomial(const double *t, const double *f, int m, double s, double *slope)
{
	double p[4], d[4];
	for (int i = 0; i < m; i++) {
		p[i] = f[i];
		d[i] = 0;
	}
	for (int k = 1; k < m; k++)
		for (int i = 0; i < m - k; i++) {
			const double h = t[i + k] - t[i], a = (s - t[i]) / h, b = (t[i + k] - s) / h;
			d[i] = a * d[i + 1] + b * d[i] + (p[i + 1] - p[i]) / h;
			p[i] = a * p[i + 1] + b * p[i];
		}
	*slope = d[0];
	return p[0];
}

/** t^2 E (slope = 0) or t d/dt (t^2 E) at s, from up to four points around [t_k, t_(k+1)]. */
static inline double lqcd__flow_value(const double *t, const double *energy, int n, int k, double s, int slope)
{
	double f[4], d;
	const int m = n < 4 ? n : 4;
	int first = k - 1 < n - m ? k - 1 : n - m;
	if (first < 0) first = 0;
	for (int i = 0; i < m; i++) f[i] = t[first + i] * t[first + i] * energy[first + i];
	const double p = lqcd__flow_polynomial(t + first, f, m, s, &d);
	return slope ? s * d : p;
}

/** The t at which the value first reaches c. */
LQCD_STATIC double lqcd__flow_crossing(const double *t, const double *energy, int n, double c, int slope)
{
	for (int k = 0; k + 1 < n; k++) {
		double lo = t[k], hi = t[k + 1];
		if (!(lqcd__flow_value(t, energy, n, k, lo, slope) < c &&
		      lqcd__flow_value(t, energy, n, k, hi, slope) >= c))
			continue;
		for (int i = 0; i < 60; i++) {
			const double s = 0.5 * (lo + hi);
			if (lqcd__flow_value(t, energy, n, k, s, slope) < c)
				lo = s;
			else
				hi = s;
		}
		return 0.5 * (lo + hi);
	}
	return lqcd_nan();
}

LQCD_STATIC double lqcd_flow_t0(const double *t, const double *energy, int n, double c)
{
	return lqcd__flow_crossing(t, energy, n, c, 0);
}

LQCD_STATIC double lqcd_flow_w0(const double *t, const double *energy, int n, double c)
{
	return sqrt(lqcd__flow_crossing(t, energy, n, c, 1));
}

#ifndef __cplusplus
#define lqcd_flow_create(flow, lat, kind) LQCD_SELECT(lqcd_flow_create, lqcd_flow, *(flow))(flow, lat, kind)
#define lqcd_flow_step(flow, u, eps)      LQCD_SELECT(lqcd_flow_step, lqcd_flow, *(flow))(flow, u, eps)
#define lqcd_flow_adaptive(flow, ...) LQCD_SELECT(lqcd_flow_adaptive, lqcd_flow, *(flow))(flow, __VA_ARGS__)
#define lqcd_flow_destroy(flow) LQCD_SELECT(lqcd_flow_destroy, lqcd_flow, *(flow))(flow)
#endif

#endif
