/* lqcd/observables/source.h: sources of quark propagators.
 *
 *   status = lqcd_point_source(&b, site, spin, colour)      b = delta_(x,site) delta_(s,spin) delta_(c,colour); site = {T,X,Y,Z}
 *   status = lqcd_wall_source(&b, t, p, spin, colour)       b = exp(2 pi i sum_k p_k x_k / L_k) delta_(x_0,t) delta_(s,spin)
 *                                                  delta_(c,colour), k = X, Y, Z; p = {p_X, p_Y, p_Z}, NULL: 0
 *   status = lqcd_z2_source(&b, t, spin, seed, stream)      b = eta_c(x) delta_(x_0,t) delta_(s,spin), eta = +1 or -1 with
 *                                                  <eta_c(x) eta_d(y)> = delta_cd delta_xy
 *   status = lqcd_noise_source(&b, noise, &part, seed, stream)     b = eta_sc(x) on a part of the lattice, with
 *                                                  <eta_sc(x) conj(eta_rd(y))> = delta_sr delta_cd delta_xy
 *       noise: LQCD_NOISE_Z2 +1 or -1; _Z4 (+-1 +- i) / sqrt 2; _U1 exp(2 pi i u), 0 < u < 1; _GAUSS complex Gaussian.
 *       part = lqcd_source_part_all() is everything. part.t, .spin, .colour: one time, spin, colour, or -1: all of them; part.parity:
 *       LQCD_EVEN, _ODD or _FULL. The sum of the parts of a dilution in time, parity or colour is the undiluted source.
 *       A part of one spin has eta_c(x), the same for the four spins of one stream, as the one-end trick needs.
 *
 * Full fields of tags f, d, vf, vd, or of a device (observables/device_observables.h); all other components become 0. Positions are
 * global coordinates, and periodic. The numbers are those of d, rounded for f, for any processes, lanes and threads.
 * Walls are not gauge invariant: fix the gauge, or rely on the average over configurations. The noise comes from
 * (seed, global site, stream), one draw (lqcd_rng_z2, two of it, lqcd_rng_uniform, lqcd_rng_gauss2) for each colour, of all spins for
 * each colour of spin 0, then 1, .. LQCD_ERR_ARGUMENT: a spin, colour, noise, parity or stream (site/random.h)
 * that there is not; on a lattice with boundaries, a time at which no quarks live (lattice/boundary.h); all times are there those at
 * which they do. b is then as it was. Smeared sources: smear one of these (source_smear.h); of other fields: sequential.h.
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

typedef enum { LQCD_NOISE_Z2, LQCD_NOISE_Z4, LQCD_NOISE_U1, LQCD_NOISE_GAUSS } lqcd_noise;

typedef struct {
	int t;
	lqcd_parity parity;
	int spin, colour;
} lqcd_source_part;

LQCD_STATIC lqcd_source_part lqcd_source_part_all(void)
{
	const lqcd_source_part p = {-1, LQCD_FULL, -1, -1};
	return p;
}

/* The sites of a part of the lattice: times first .. last and a parity. */
typedef struct {
	int first, last, parity;
} lqcd__source_sites;

/** The sites at time t, periodic, or -1: all times; LQCD_ERR_ARGUMENT where no quarks live. */
LQCD_STATIC lqcd_status lqcd__source_where(lqcd__source_sites *s, const lqcd_lattice *lat, int t, lqcd_parity parity)
{
	const int l = lat->extent[0], bounded = lat->boundary.kind != LQCD_BOUNDARY_PERIODIC;
	if (t < -1 || (unsigned)parity > LQCD_ODD)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "source at time %d, sites of parity %d: -1 or above, 0 to 2", t, (int)parity);
	s->first = t < 0 ? bounded : t % l;
	s->last = t >= 0 ? s->first : bounded ? lat->boundary.last - 1 : l - 1;
	s->parity = (int)parity;
	return lqcd__source_time(lat, s->first);
}

LQCD_FN int lqcd__source_here(const lqcd__source_sites *s, const int x[4])
{
	return x[0] >= s->first && x[0] <= s->last && (s->parity == LQCD_FULL || ((x[0] + x[1] + x[2] + x[3]) % 2 == 0) == (s->parity == LQCD_EVEN));
}

LQCD_FN void lqcd__noise_draw(double *re, double *im, lqcd_noise noise, lqcd_rng *g)
{
	const double half = 0.70710678118654752440;
	*im = 0;
	if (noise == LQCD_NOISE_GAUSS) {
		lqcd_rng_gauss2(g, re, im);
		*re *= half;
		*im *= half;
	} else if (noise == LQCD_NOISE_U1) {
		const double angle = 6.28318530717958647692 * lqcd_rng_uniform(g);
		*re = cos(angle);
		*im = sin(angle);
	} else {
		*re = lqcd_rng_z2(g);
		if (noise == LQCD_NOISE_Z2) return;
		*re *= half;
		*im = half * lqcd_rng_z2(g);
	}
}

typedef enum { LQCD__POINT, LQCD__WALL, LQCD__NOISE_WALL, LQCD__NOISE } lqcd__source_kind;

#define LQCD_TEMPLATE "../observables/source.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_point_source(b, site, spin, colour)        LQCD_SELECT(lqcd_point_source, lqcd_spinor_field, *(b))(b, site, spin, colour)
#define lqcd_wall_source(b, t, p, spin, colour)         LQCD_SELECT(lqcd_wall_source, lqcd_spinor_field, *(b))(b, t, p, spin, colour)
#define lqcd_z2_source(b, t, spin, seed, stream)        LQCD_SELECT(lqcd_z2_source, lqcd_spinor_field, *(b))(b, t, spin, seed, stream)
#define lqcd_noise_source(b, noise, part, seed, stream) LQCD_SELECT(lqcd_noise_source, lqcd_spinor_field, *(b))(b, noise, part, seed, stream)
#endif

#endif
