/* lqcd/observables/source.h: sources of quark propagators.
 *
 *   lqcd_point_source(&b, site, spin, colour)      b = delta_(x,site) delta_(s,spin) delta_(c,colour); site = {T,X,Y,Z}
 *   lqcd_wall_source(&b, t, p, spin, colour)       b = exp(2 pi i sum_k p_k x_k / L_k) delta_(x_0,t) delta_(s,spin)
 *                                                  delta_(c,colour), k = X, Y, Z; p = {p_X, p_Y, p_Z}, NULL: 0
 *   lqcd_z2_source(&b, t, spin, seed, stream)      b = eta_c(x) delta_(x_0,t) delta_(s,spin), eta = +1 or -1 with
 *                                                  <eta_c(x) eta_d(y)> = delta_cd delta_xy
 *
 * Full fields lqcd_spinor_field_d; all other numbers become 0. Positions are those of the whole lattice, and periodic.
 * Walls are not gauge invariant: fix the gauge, or rely on the average over configurations. The noise comes from (seed,
 * global site, stream), one lqcd_rng_z2 for each colour: the same for the four spins of one stream (so that products of
 * different spins average to what the one-end trick needs), for any processes and threads. Nothing can fail.
 * Smeared sources: smear one of these.
 */
#ifndef LQCD_OBSERVABLES_SOURCE_H
#define LQCD_OBSERVABLES_SOURCE_H

#include <math.h>

#include "../linalg.h"

/** Coordinate mu of this process, from that of the lattice; outside of 0 .. local - 1 elsewhere. */
static inline int lqcd__local_coord(const lqcd_lattice *lat, int mu, int x)
{
	const int l = lat->extent[mu];
	return (x % l + l) % l - lat->comm.coord[mu] * lat->local[mu];
}

/** Site s, 0 <= s < local X Y Z, of the time slice with local coordinate t: its local coordinates. */
static inline void lqcd__slice_coords(const lqcd_lattice *lat, int t, int s, int x[4])
{
	const int *l = lat->local;
	x[0] = t;
	x[1] = s / (l[2] * l[3]);
	x[2] = s / l[3] % l[2];
	x[3] = s % l[3];
}

/** Sites of a time slice of this process, 0 where it has none of slice t of the lattice; then its local coordinate. */
static inline int lqcd__slice_sites(const lqcd_lattice *lat, int t, int *local)
{
	*local = lqcd__local_coord(lat, 0, t);
	if (*local < 0 || *local >= lat->local[0]) return 0;
	return lat->local[1] * lat->local[2] * lat->local[3];
}

/** exp(2 pi i sum_k p_k (x_k - origin_k) / L_k), k = 1, 2, 3, of local coordinates x; 1 without error where p is 0. */
LQCD_STATIC lqcd_complex_d lqcd__plane_wave(const lqcd_lattice *lat, const int x[4], const int *origin, const int p[3])
{
	double turns = 0;
	for (int k = 1; k < 4; k++) {
		const int l = lat->extent[k], y = x[k] + lat->comm.coord[k] * lat->local[k] - (origin ? origin[k] : 0);
		/* Each factor below l, so that products of large momenta do not overflow. */
		turns += (double)((int64_t)(p[k - 1] % l) * (y % l) % l) / l;
	}
	const double angle = 6.28318530717958647692 * turns;
	return lqcd_complex_make_d(cos(angle), sin(angle));
}

LQCD_STATIC void lqcd_point_source(lqcd_spinor_field_d *b, const int site[4], int spin, int colour)
{
	const lqcd_lattice *lat = b->type->lattice;
	int here = 1, x[4];
	for (int mu = 0; mu < 4; mu++) {
		x[mu] = lqcd__local_coord(lat, mu, site[mu]);
		here = here && x[mu] >= 0 && x[mu] < lat->local[mu];
	}
	lqcd_spinor_field_zero_d(b);
	if (here) LQCD_FIELD_AT(b, lqcd_geometry_index(b->type, x, NULL))->c[spin].c[colour].re = 1;
}

/** On time slice t: a plane wave of one spin and colour, or, colour -1, noise of one spin. */
LQCD_STATIC void lqcd__slice_source(lqcd_spinor_field_d *b, int t, int spin, int colour, const int *p, uint64_t seed,
				    uint64_t stream)
{
	const lqcd_lattice *lat = b->type->lattice;
	int local;
	const int sites = lqcd__slice_sites(lat, t, &local);
	lqcd_spinor_field_zero_d(b);
	for (int s = 0; s < sites; s++) {
		int x[4];
		lqcd__slice_coords(lat, local, s, x);
		const int ix = lqcd_geometry_index(b->type, x, NULL);
		lqcd_vector_d *to = &LQCD_FIELD_AT(b, ix)->c[spin];
		if (colour < 0) {
			lqcd_rng rng = lqcd_rng_make(seed, lqcd_geometry_site(b->type, ix, 0), stream);
			for (int c = 0; c < LQCD_NC; c++) to->c[c].re = lqcd_rng_z2(&rng);
		} else
			to->c[colour] = lqcd__plane_wave(lat, x, NULL, p);
	}
}

LQCD_STATIC void lqcd_wall_source(lqcd_spinor_field_d *b, int t, const int *p, int spin, int colour)
{
	static const int rest[3] = {0, 0, 0};
	lqcd__slice_source(b, t, spin, colour, p ? p : rest, 0, 0);
}

LQCD_STATIC void lqcd_z2_source(lqcd_spinor_field_d *b, int t, int spin, uint64_t seed, uint64_t stream)
{
	lqcd__slice_source(b, t, spin, -1, NULL, seed, stream);
}

#endif
