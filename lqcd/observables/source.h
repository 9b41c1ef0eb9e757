/* lqcd/observables/source.h: sources of quark propagators.
 *
 *   status = lqcd_point_source(&b, site, spin, colour)      b = delta_(x,site) delta_(s,spin) delta_(c,colour); site = {T,X,Y,Z}
 *   status = lqcd_wall_source(&b, t, p, spin, colour)       b = exp(2 pi i sum_k p_k x_k / L_k) delta_(x_0,t) delta_(s,spin)
 *                                                  delta_(c,colour), k = X, Y, Z; p = {p_X, p_Y, p_Z}, NULL: 0
 *   status = lqcd_z2_source(&b, t, spin, seed, stream)      b = eta_c(x) delta_(x_0,t) delta_(s,spin), eta = +1 or -1 with
 *                                                  <eta_c(x) eta_d(y)> = delta_cd delta_xy
 *
 * Full fields lqcd_spinor_field_d, or of a device (observables/device_observables.h); all other components become 0. Positions are global
 * coordinates, and periodic.
 * Walls are not gauge invariant: fix the gauge, or rely on the average over configurations. The noise comes from
 * (seed, global site, stream), one lqcd_rng_z2 for each colour. It is the same for the four spins of one stream, as
 * the one-end trick needs, and for any processes and threads. LQCD_ERR_ARGUMENT: a spin, colour or stream (site/random.h)
 * that there is not; on a lattice with boundaries, a time at which no quarks live (lattice/boundary.h). b is then as it was. Smeared
 * sources: smear one of these (source_smear.h).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_SOURCE_H
#define LQCD_OBSERVABLES_SOURCE_H

#include <math.h>

#include "../field/linalg.h"

/** The local coordinate mu of global coordinate x; not in 0 .. local - 1 if x is on another process. */
static inline int lqcd__local_coord(const lqcd_lattice *lat, int mu, int x)
{
	const int l = lat->extent[mu];
	return (x % l + l) % l - lat->comm.coord[mu] * lat->local[mu];
}

/** The number of sites of global time slice t on this process; (*site)[i] is the index of site i in g, a geometry
 * without lanes. */
static inline int lqcd__slice(const lqcd_geometry *g, int t, const int **site)
{
	const lqcd_lattice *lat = g->lattice;
	const int local = lqcd__local_coord(lat, 0, t), sites = lat->local[1] * lat->local[2] * lat->local[3];
	const int here = local >= 0 && local < lat->local[0];
	*site = g->ipt + (here ? local * sites : 0);
	return here ? sites : 0;
}

/** exp(2 pi i sum_k p_k (x_k - origin_k) / L_k), k = 1, 2, 3, of global coordinates x and extents L; exactly 1 if p is
 * 0. */
LQCD_FN lqcd_complex_d lqcd__plane_wave(const int extent[4], const int x[4], const int origin[4], const int p[3])
{
	double turns = 0;
	for (int k = 1; k < 4; k++) {
		const int l = extent[k], y = x[k] - origin[k];
		/* Each factor below l, so that products of large momenta do not overflow. */
		turns += (double)((int64_t)(p[k - 1] % l) * (y % l) % l) / l;
	}
	const double angle = 6.28318530717958647692 * turns;
	return lqcd_complex_make_d(cos(angle), sin(angle));
}

/** LQCD_OK if quarks live at global time t. */
LQCD_STATIC lqcd_status lqcd__source_time(const lqcd_lattice *lat, int t)
{
	return lqcd_boundary_inside(&lat->boundary, t)
		       ? LQCD_OK
		       : lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "source at time %d: quarks live from 1 to %d", t,
				      lat->boundary.last - 1);
}

typedef enum { LQCD__POINT, LQCD__WALL, LQCD__NOISE } lqcd__source_kind;

#define LQCD_TAG d
#include "source.inc"

#ifndef __cplusplus
#define lqcd_point_source(b, site, spin, colour) lqcd_point_source_d(b, site, spin, colour)
#define lqcd_wall_source(b, t, p, spin, colour)  lqcd_wall_source_d(b, t, p, spin, colour)
#define lqcd_z2_source(b, t, spin, seed, stream) lqcd_z2_source_d(b, t, spin, seed, stream)
#endif

#endif
