/* lqcd/observables/wilson_loop.h: planar Wilson loops and the static potential.
 *
 *   W_(mu nu)(R, T) = Re tr[C_(R,T)(x) D_(R,T)(x)^dagger] / NC,    C: R links in direction mu, then T in direction nu,
 *                                                                   D: T links in direction nu, then R in direction mu
 *
 *   status = lqcd_wilson_loops(time, space, &u, rmax, tmax)     u: a full gauge field of any tag
 *       time[(R-1) tmax + T-1] = the mean of W over all sites and the three planes with mu = X, Y, Z and nu = T,
 *       space[(R-1) tmax + T-1] = that over the six pairs of different spatial directions, 1 <= R <= rmax,
 *       1 <= T <= tmax: of an array time[rmax][tmax] pass time[0]. Either may be NULL: it is not computed. Periodic:
 *       sides may be longer than the lattice. time[0] and space[0] are the plaquettes of gauge/plaquette.h; the mean
 *       over all 1 x 2 rectangles of the lattice is (time(1,2) + time(2,1) + 2 space(1,2)) / 4.
 *   double lqcd_static_potential(time, tmax, R, T)              log[W(R,T) / W(R,T+1)], T < tmax: for large T the
 *       potential at distance R in lattice units; NaN if there is none
 *
 * Smearing the spatial links first reduces errors (gauge/smear.h).
 *
 * Lines grow link by link: C_(R,T)(x) = U_mu(x) C_(R-1,T)(x+mu), D_(R,T)(x) = U_nu(x) D_(R,T-1)(x+nu): one product for
 * each side, R, T, plane and site, whatever the sides. Products are in double, in SIMD lanes if a lane grid fits; sums
 * are exact (site_sum.h): the same bits for every number of threads and processes, and of lanes if their
 * multiply-adds round alike (simd.h). Collective where several processes share the lattice. LQCD_ERR_ARGUMENT: rmax or
 * tmax below 1, a lattice with boundaries in time; LQCD_ERR_MEMORY; LQCD_ERR_GEOMETRY: u is not full. Work: rmax + 4 gauge fields of
 * doubles. Per site, R and T 1300 flop for time, 2600 for space.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_WILSON_LOOP_H
#define LQCD_OBSERVABLES_WILSON_LOOP_H

#include <math.h>

#include "../field/halo.h"
#include "../field/layout.h"
#include "../field/site_sum.h"

#define LQCD_TAG d
#include "wilson_loop.inc"
#define LQCD_TAG vd
#include "wilson_loop.inc"

LQCD_STATIC lqcd_status lqcd__wilson_loops_check(const lqcd_lattice *lat, int rmax, int tmax)
{
	if (rmax >= 1 && tmax >= 1) return lqcd__boundary_none(lat, "Wilson loops");
	return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "loops to %d x %d: at least 1 x 1", rmax, tmax);
}

/** Takes the view of the gauge field; lqcd_wilson_loops takes the field. */
LQCD_STATIC lqcd_status lqcd_wilson_loops_view(double *time, double *space, lqcd_field_view u, int rmax, int tmax)
{
	lqcd_status s = lqcd__wilson_loops_check(u.type ? u.type->lattice : NULL, rmax, tmax);
	if (s == LQCD_OK) s = lqcd__view_check(u, 8 * LQCD_NC * LQCD_NC, NULL);
	if (s != LQCD_OK) return s;
	return lqcd__lanes_fit(u.type->lattice, LQCD_LANES_vd)
		       ? lqcd__wilson_loops_of_vd(time, space, u, rmax, tmax)
		       : lqcd__wilson_loops_of_d(time, space, u, rmax, tmax);
}

#define lqcd_wilson_loops(time, space, u, rmax, tmax)                                                                  \
	lqcd_wilson_loops_view(time, space, lqcd_gauge_field_view(u), rmax, tmax)

LQCD_STATIC double lqcd_static_potential(const double *time, int tmax, int distance, int t)
{
	const double *w = time + (size_t)(distance - 1) * (size_t)tmax + t - 1;
	return w[0] > 0 && w[1] > 0 ? log(w[0] / w[1]) : lqcd_nan();
}

#endif
