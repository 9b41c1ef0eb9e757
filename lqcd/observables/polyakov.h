/* lqcd/observables/polyakov.h: the Polyakov loop.
 *
 *   lqcd_complex_d lqcd_polyakov_loop(lqcd_field_view u)
 *       mean over the spatial sites of tr[U_T(0,x) U_T(1,x) ... U_T(T-1,x)] / NC. u is the view of a full gauge field
 *       of any tag: lqcd_polyakov_loop(lqcd_gauge_field_view(&u)). Products are in double, the sum is exact and rounded
 *       once: the same bits for every layout and number of threads, and on every process of any grid. Collective where
 *       several processes share the lattice.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_POLYAKOV_H
#define LQCD_OBSERVABLES_POLYAKOV_H

#include "../field/field.h"
#include "../field/site_sum.h"

/* Products travel from process to process, this many in a message. */
#define LQCD__POLYAKOV_LINES 64

#define LQCD_TAG d
#include "polyakov.inc"

/** The process one step of the grid from this one in direction T. */
LQCD_STATIC int lqcd__polyakov_neighbour(const lqcd_lattice *lat, int step)
{
	int coord[4];
	memcpy(coord, lat->comm.coord, sizeof coord);
	coord[0] += step;
	return lqcd_lattice_rank(lat, coord);
}

/** The mean of the traces, of the sums of this process. */
LQCD_STATIC lqcd_complex_d lqcd__polyakov_mean(const lqcd_lattice *lat, lqcd_sum sum[2])
{
	double value[2];
	lqcd_comm_sums(&lat->comm, value, sum, 2);
	const double norm = 1.0 / (LQCD_NC * (double)lat->extent[1] * lat->extent[2] * lat->extent[3]);
	return lqcd_complex_make_d(norm * value[0], norm * value[1]);
}

LQCD_STATIC lqcd_complex_d lqcd_polyakov_loop(lqcd_field_view u)
{
	if (lqcd__view_check(u, 8 * LQCD_NC * LQCD_NC, NULL) != LQCD_OK)
		return lqcd_complex_make_d(lqcd_nan(), lqcd_nan());
	const lqcd_lattice *lat = u.type->lattice;
	const lqcd_comm *comm = &lat->comm;
	const int *l = lat->local, sites = l[1] * l[2] * l[3];
	const int below = comm->coord[0] > 0, above = comm->coord[0] + 1 < comm->grid[0];
	lqcd_su3_d line[LQCD__POLYAKOV_LINES];
	lqcd_sum sum[2];
	lqcd_site_sum_start(sum, 2);
	for (int first = 0; first < sites; first += LQCD__POLYAKOV_LINES) {
		const int left = sites - first, n = left < LQCD__POLYAKOV_LINES ? left : LQCD__POLYAKOV_LINES;
		for (int k = 0; k < n; k++) lqcd_su3_unit_d(&line[k]);
		if (below) lqcd_comm_receive(comm, lqcd__polyakov_neighbour(lat, -1), line, (size_t)n * sizeof *line);
		LQCD_RANGE_FOR(n, k, 1) lqcd__line_site_d(&line[k], &u, l, first + k);
		if (above) lqcd_comm_send(comm, lqcd__polyakov_neighbour(lat, +1), line, (size_t)n * sizeof *line);
		/* The last processes have the whole products. */
		for (int k = 0; k < n && !above; k++) {
			const lqcd_complex_d p = lqcd_su3_trace_d(&line[k]);
			lqcd_sum_add(&sum[0], p.re);
			lqcd_sum_add(&sum[1], p.im);
		}
	}
	return lqcd__polyakov_mean(lat, sum);
}

#endif
