/* lqcd/io/gauge_ends.h: links with boundary values in files that lack the last time slice. For gauge_file.h.
 *
 * openQCD has the links of a Schroedinger functional of time T in a lattice of N0 = T time slices: those of the time slice T
 * are boundary values, which the parameters of a run give. Here the same field is on a lattice of N0 + 2 or more time slices
 * with lat.boundary.last = N0 (lattice/boundary.h). It is read and written through a field of N0 time slices, which takes
 * memory for as long; processes may divide space, not time.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_GAUGE_ENDS_H
#define LQCD_IO_GAUGE_ENDS_H

#include "../gauge/boundary.h"
#include "bytes.h"

/** Whether a file of these extents lacks the time slices from lat.boundary.last on, and no other site. Not for first > 0. */
LQCD_STATIC int lqcd__gauge_lacks_end(const int extent[4], const lqcd_lattice *lat)
{
	return lat->boundary.kind >= LQCD_BOUNDARY_SF && extent[0] == lat->boundary.last && !lat->boundary.first &&
	       !memcmp(extent + 1, lat->extent + 1, 3 * sizeof *extent);
}

/** Lattice and field without these time slices, on the processes of lat. */
LQCD_STATIC lqcd_status lqcd__gauge_inner(lqcd_lattice *inner, lqcd_gauge_field_d *v, const lqcd_lattice *lat,
					  const char *path, lqcd_message *why)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	int extent[4];
	lqcd_message cause;
	memset(inner, 0, sizeof *inner);
	memset(v, 0, sizeof *v);
	if (lat->comm.grid[0] > 1)
		return lqcd__file_fail(why, LQCD_ERR_GEOMETRY, path,
				       "a file that ends before the boundary values at time %d needs a process grid with 1 in direction T, not %d",
				       lat->boundary.last, lat->comm.grid[0]);
	memcpy(extent, lat->extent, sizeof extent);
	extent[0] = lat->boundary.last;
	memcpy(o.grid, lat->comm.grid, sizeof o.grid);
	memcpy(o.block, lat->block, sizeof o.block);
	for (int mu = 0; mu < 4; mu++) o.odd_extents |= lat->local[mu] % 2;
	o.comm = &lat->comm;
	lqcd_status s = lqcd_lattice_create(inner, extent, &o, &cause);
	if (s != LQCD_OK) return lqcd__file_fail(why, s, path, "%s", cause.text);
	s = lqcd_gauge_field_create_d(v, inner, LQCD_FULL);
	if (s != LQCD_OK)
		(void)lqcd__file_fail(why, s, path, "no memory for links without the last time slice");
	return lqcd_comm_agree(&lat->comm, s, 0, why);
}

LQCD_STATIC void lqcd__gauge_inner_destroy(lqcd_lattice *inner, lqcd_gauge_field_d *v)
{
	lqcd_gauge_field_destroy_d(v);
	lqcd_lattice_destroy(inner);
}

/** Link mu of site x, local coordinates. */
LQCD_HOST_FN lqcd_su3_d *lqcd__gauge_link_at(const lqcd_gauge_field_d *u, const int x[4], int mu)
{
	return LQCD_4FIELD_AT(u, u->type->ipt[lqcd__lex(u->type->sub, x)], mu);
}

/** The links of the time slices before u's boundary.last, from u to v, or with back from v to u. Then links with boundary
 * values are compared, and the largest difference of an element returned: NaN if one is. */
LQCD_STATIC double lqcd__gauge_inner_copy(const lqcd_gauge_field_d *v, const lqcd_gauge_field_d *u, int back)
{
	const lqcd_lattice *lat = u->type->lattice;
	const int *n = v->type->sub;
	double most = 0;
	for (int i = 0; i < n[0] * n[1] * n[2] * n[3]; i++) {
		int x[4];
		lqcd__unlex(i, n, x);
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d *const inside = lqcd__gauge_link_at(v, x, mu), *const whole =
											  lqcd__gauge_link_at(u, x, mu);
			if (!back)
				*inside = *whole;
			else if (lqcd_boundary_active(&lat->boundary, x[0], mu))
				*whole = *inside;
			else
				for (int k = 0; k < 2 * LQCD_NC * LQCD_NC; k++) {
					const double d = fabs((&inside->e[0][0].re)[k] - (&whole->e[0][0].re)[k]);
					if (!(d <= most)) most = d;
				}
		}
	}
	return lqcd_comm_max(&lat->comm, most);
}

#endif
