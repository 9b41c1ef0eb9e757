/* tests/mpi/ranks.h: shared by the tests over several processes. Include it after the library.
 *
 *   world                             the communicator; the test sets it
 *   all_ok(good, what, tag, l, lat)   one check for all ranks, reported by rank 0
 *   same_site(v, ix, w, one, x)       lane w of index ix of v is site x of one, which has one process
 *   same_fields(v, one)               all local sites are those of one
 *   surface(lat)                      sites beyond the borders of this process
 *   next_grid(grid, extent)           the next grid of all processes that cuts extent into even parts; 0 after the last one. It
 *                                     starts from grid = {0} */
#ifndef LQCD_TESTS_RANKS_H
#define LQCD_TESTS_RANKS_H

#include "../support/support.h"

static lqcd_comm world;

/** One check for all ranks. */
TAP_UNUSED static void all_ok(int good, const char *what, const char *tag, const int *l, const lqcd_lattice *lat)
{
	const int *p = lat->comm.grid;
	const double wrong = lqcd_comm_max(&world, good ? 0 : 1);
	if (world.rank == 0)
		tap_ok(wrong == 0, "%s: %s, %d x %d x %d x %d on %d x %d x %d x %d processes", tag, what, l[0], l[1],
		       l[2], l[3], p[0], p[1], p[2], p[3]);
}

/** Whether all numbers of lane w of index ix of v are those of site x (any integers) of one, which has one process; NaN is
 * nothing's equal. */
TAP_UNUSED static int same_site(const lqcd_field_view *v, int ix, int w, const lqcd_field_view *one, const int *x)
{
	const lqcd_geometry *g = v->type, *h = one->type;
	int there;
	const int jx = lqcd_geometry_index(h, x, &there);
	for (int k = 0; k < v->reals; k++) {
		const size_t n = (size_t)v->reals, real = (size_t)k;
		const size_t i = ((size_t)(ix - g->master_shift) * n + real) * (size_t)g->lanes + (size_t)w;
		const size_t j = ((size_t)(jx - h->master_shift) * n + real) * (size_t)h->lanes + (size_t)there;
		if (!(fabs(lqcd_field_view_get(v, i) - lqcd_field_view_get(one, j)) <= 0)) return 0;
	}
	return 1;
}

TAP_UNUSED static int same_fields(lqcd_field_view v, lqcd_field_view one)
{
	const lqcd_lattice *lat = v.type->lattice;
	for (int ixp = 0; ixp < v.type->local_master_pieces; ixp++)
		for (int ix = v.type->master_start[ixp]; ix <= v.type->master_end[ixp]; ix++)
			for (int w = 0; w < v.type->lanes; w++) {
				int x[4];
				lqcd_geometry_coords(v.type, ix, w, x);
				for (int mu = 0; mu < 4; mu++) x[mu] += lat->comm.coord[mu] * lat->local[mu];
				if (!same_site(&v, ix, w, &one, x)) return 0;
			}
	return 1;
}

TAP_UNUSED static int64_t surface(const lqcd_lattice *lat)
{
	int64_t sites = 0;
	for (int mu = 0; mu < 4; mu++)
		if (lat->comm.grid[mu] > 1) {
			int64_t face = 2;
			for (int nu = 0; nu < 4; nu++) face *= nu == mu ? 1 : lat->local[nu];
			sites += face;
		}
	return sites;
}

TAP_UNUSED static int next_grid(int grid[4], const int *extent)
{
	if (!grid[0])
		for (int mu = 0; mu < 4; mu++) grid[mu] = mu < 3;
	for (;;) {
		int mu = 3, fits = 1, product = 1;
		while (++grid[mu] > world.size) {
			if (mu == 0) return 0;
			grid[mu--] = 1;
		}
		for (int nu = 0; nu < 4; nu++) {
			product *= grid[nu];
			fits = fits && extent[nu] % (2 * grid[nu]) == 0;
		}
		if (fits && product == world.size) return 1;
	}
}

#endif
