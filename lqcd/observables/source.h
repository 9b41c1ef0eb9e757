/* lqcd/observables/source.h: sources of quark propagators.
 *
 *   lqcd_point_source(&b, site, spin, colour)      b = delta_(x,site) delta_(s,spin) delta_(c,colour); site = {T,X,Y,Z}
 *   lqcd_wall_source(&b, t, p, spin, colour)       b = exp(2 pi i sum_k p_k x_k / L_k) delta_(x_0,t) delta_(s,spin)
 *                                                  delta_(c,colour), k = X, Y, Z; p = {p_X, p_Y, p_Z}, NULL: 0
 *   lqcd_z2_source(&b, t, spin, seed, stream)      b = eta_c(x) delta_(x_0,t) delta_(s,spin), eta = +1 or -1 with
 *                                                  <eta_c(x) eta_d(y)> = delta_cd delta_xy
 *
 * Full fields lqcd_spinor_field_d; all other components become 0. Positions are global coordinates, and periodic.
 * Walls are not gauge invariant: fix the gauge, or rely on the average over configurations. The noise comes from
 * (seed, global site, stream), one lqcd_rng_z2 for each colour. It is the same for the four spins of one stream, as
 * the one-end trick needs, and for any processes and threads. Nothing can fail. Smeared sources: smear one of these
 * (source_smear.h).
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

typedef enum { LQCD__POINT, LQCD__WALL, LQCD__NOISE } lqcd__source_kind;

typedef struct {
	lqcd__spinors_d b;
	lqcd__places places;
	lqcd__source_kind kind;
	int at[4]; /* of a wall or noise: the time slice at[0] */
	int p[3], spin, colour;
	uint64_t seed, stream;
} lqcd__source_args;

LQCD_FN void lqcd__source_site(const lqcd__source_args *k, int ix)
{
	static const int rest[4] = {0, 0, 0, 0};
	lqcd_spinor_d r;
	lqcd_vector_d *to = &r.c[k->spin];
	int x[4];
	lqcd_spinor_zero_d(&r);
	lqcd__place_coords(&k->places, ix, 0, x);
	const int in_slice = x[0] == k->at[0];
	if (k->kind == LQCD__POINT)
		to->c[k->colour].re = in_slice && x[1] == k->at[1] && x[2] == k->at[2] && x[3] == k->at[3];
	else if (in_slice && k->kind == LQCD__WALL)
		to->c[k->colour] = lqcd__plane_wave(k->places.extent, x, rest, k->p);
	else if (in_slice) {
		lqcd_rng rng = lqcd_rng_make(k->seed, lqcd__place_number(&k->places, ix, 0), k->stream);
		for (int c = 0; c < LQCD_NC; c++) to->c[c].re = lqcd_rng_z2(&rng);
	}
	lqcd__spinor_store_d(&k->b, ix, &r);
}

/** The arguments for a source of one kind and spin; all others are 0. */
LQCD_STATIC lqcd__source_args lqcd__source_make(const lqcd_spinor_field_d *b, lqcd__source_kind kind, int spin)
{
	lqcd__source_args k;
	memset(&k, 0, sizeof k);
	LQCD_ASSERT((unsigned)spin < 4);
	k.b = lqcd__spinors_of_d(b);
	k.places = lqcd__places_of(b->type);
	k.kind = kind;
	k.spin = spin;
	return k;
}

/** Sets its coordinate mu, periodic and global. */
LQCD_STATIC void lqcd__source_put(lqcd__source_args *k, int mu, int x)
{
	const int l = k->places.extent[mu];
	k->at[mu] = (x % l + l) % l;
}

LQCD_KERNEL void lqcd__source_launch(const lqcd__source_args *k, const lqcd_geometry *type)
{
	LQCD_LAUNCH(lqcd__source_site, k, type);
}

LQCD_STATIC void lqcd_point_source(lqcd_spinor_field_d *b, const int site[4], int spin, int colour)
{
	lqcd__source_args k = lqcd__source_make(b, LQCD__POINT, spin);
	LQCD_ASSERT(site && (unsigned)colour < LQCD_NC);
	for (int mu = 0; mu < 4; mu++) lqcd__source_put(&k, mu, site[mu]);
	k.colour = colour;
	lqcd__source_launch(&k, b->type);
}

LQCD_STATIC void lqcd_wall_source(lqcd_spinor_field_d *b, int t, const int p[3], int spin, int colour)
{
	lqcd__source_args k = lqcd__source_make(b, LQCD__WALL, spin);
	LQCD_ASSERT((unsigned)colour < LQCD_NC);
	lqcd__source_put(&k, 0, t);
	k.colour = colour;
	for (int i = 0; i < 3 && p; i++) k.p[i] = p[i];
	lqcd__source_launch(&k, b->type);
}

LQCD_STATIC void lqcd_z2_source(lqcd_spinor_field_d *b, int t, int spin, uint64_t seed, uint64_t stream)
{
	lqcd__source_args k = lqcd__source_make(b, LQCD__NOISE, spin);
	lqcd__source_put(&k, 0, t);
	k.seed = seed;
	k.stream = stream;
	lqcd__source_launch(&k, b->type);
}

#endif
