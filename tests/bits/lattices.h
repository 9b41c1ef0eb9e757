/* tests/bits/lattices.h: the lattices of the tests of tests/bits.c.
 *
 *   lattices_create(extent)               lat, 8x4x4x4, and other_shape with this extent, such as no_lane_grid
 *   links_create(&u, &lat, seed, size)    smooth links
 *
 * The headers of the library come first, since lat is a short name. */
#ifndef LQCD_TESTS_BITS_LATTICES_H
#define LQCD_TESTS_BITS_LATTICES_H

#include "bits.h"

TAP_UNUSED static const int no_lane_grid[4] = {2, 6, 2, 2};
static lqcd_lattice lat, other_shape;
static lqcd_gauge_field_d u TAP_UNUSED, u_other TAP_UNUSED; /* links on them */

TAP_UNUSED static void lattices_create(const int other_extent[4])
{
	static const int extent[4] = {8, 4, 4, 4};
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_lattice_create(&other_shape, other_extent, NULL, NULL));
}

TAP_UNUSED static void lattices_destroy(void)
{
	lqcd_lattice_destroy(&lat);
	lqcd_lattice_destroy(&other_shape);
}

TAP_UNUSED static void links_create(lqcd_gauge_field_d *u, lqcd_lattice *l, uint64_t seed, double size)
{
	must(lqcd_gauge_field_create(u, l, LQCD_FULL));
	smooth_links(u, seed, size);
}

#endif
