/* tests/mpi/halo.c: halos over MPI: on every rank, each neighbour of each local site, in each lane, is what the same
 * field is on one process, spinors in six tags and links with edges in four; communicators, and what they refuse.
 * Rank 0 reports for all. Fields are those of a seed and the global site; halos hold NaN before. */
#include <lqcd/field/halo.h>
#include <lqcd/field/layout.h>

#include "ranks.h"

/** Lane w after the hop from ix in direction mu. */
static int lane_after(const lqcd_geometry *g, int ix, int mu, int sign, int w)
{
	if (!lqcd_face(g, ix, mu, sign)) return w;
	return sign > 0 ? g->lane_up[mu][w] : g->lane_dn[mu][w];
}

/** The sites that are not what they are in one: neighbours of all local sites of the other parity (of all, if full),
 * and for links x + mu - nu, with links = 2 also x - mu - nu. */
static long wrong_sites(const lqcd_field_view *v, const lqcd_field_view *one, int links)
{
	const lqcd_geometry *g = v->type, *full = g - g->parity;
	const int *l = g->lattice->local, *c = g->lattice->comm.coord;
	const int other = g->parity == LQCD_FULL ? 0 : 3 - (int)g->parity;
	long wrong = 0;
	LQCD_PIECE_FOR(full + other, ixp)
		for (int ix = (full + other)->master_start[ixp]; ix <= (full + other)->master_end[ixp]; ix++)
			for (int w = 0; w < g->lanes; w++) {
				int x[4];
				lqcd_geometry_coords(g, ix, w, x);
				for (int mu = 0; mu < 4; mu++) x[mu] += c[mu] * l[mu];
				for (int mu = 0; mu < 4; mu++)
					for (int sign = -1; sign <= 1; sign += 2) {
						const int jx = sign > 0 ? lqcd_iup(g, ix, mu) : lqcd_idn(g, ix, mu);
						const int v2 = lane_after(g, ix, mu, sign, w);
						int y[4];
						memcpy(y, x, sizeof y);
						y[mu] += sign;
						wrong += !same_site(v, jx, v2, one, y);
						for (int nu = 0; links > (sign < 0) && nu < 4; nu++) {
							if (nu == mu) continue;
							const int kx = lqcd_idn(g, jx, nu);
							y[nu]--;
							wrong += kx < 0 ||
								 !same_site(v, kx, lane_after(g, jx, nu, -1, v2), one,
									    y);
							y[nu]++;
						}
					}
			}
	return wrong;
}

#define TEST_TEMPLATE "../mpi/halo_links.inc"
#include "../support/each_tag.inc"
#define TEST_STORED
#define TEST_TEMPLATE "../mpi/halo.inc"
#include "../support/each_tag.inc"

static void check_halo_comm(void)
{
	const double r = world.rank, n = world.size, nan_there = world.rank == world.size / 2 ? tap_nan() : 0;
	const int same[2] = {7, -3}, other[2] = {7, world.rank};
	const lqcd_status odd_one = world.rank == world.size - 1 ? LQCD_ERR_MEMORY : LQCD_OK;
	/* Sums in the order of ranks: the same bits as this loop. */
	double want = 0;
	for (int k = 0; k < world.size; k++) want += 1 / (3.0 + k);
	const int good = fabs(lqcd_comm_sum(&world, r) - n * (n - 1) / 2) <= 0 &&
			 fabs(lqcd_comm_sum(&world, 1 / (3 + r)) - want) <= 0 && fabs(lqcd_comm_max(&world, -r)) <= 0 &&
			 tap_isnan(lqcd_comm_max(&world, nan_there)) && tap_isnan(lqcd_comm_sum(&world, nan_there)) &&
			 lqcd_comm_same(&world, same, 2) && lqcd_comm_same(&world, other, 2) == (world.size == 1) &&
			 lqcd_comm_worst(&world, odd_one) == LQCD_ERR_MEMORY;
	const double wrong = lqcd_comm_max(&world, good ? 0 : 1);
	if (world.rank == 0) tap_ok(wrong == 0, "%d ranks: sums, maxima, agreement", world.size);
}

/* All ranks refuse what one of them refuses; nothing hangs. */
static void check_refusals(void)
{
	lqcd_lattice lat;
	lqcd_message why;
	lqcd_lattice_options o = lqcd_lattice_options_default();
	const int l[4] = {16, 8, 8, 8}, odd[4] = {16, 7, 8, 8}, mine[4] = {16, 8, 8, world.rank == 0 ? 4 : 8};
	o.comm = &world;
	int good = lqcd_lattice_create(&lat, odd, &o, &why) == LQCD_ERR_EXTENT && strstr(why.text, "X = 7") != NULL;
	if (world.size > 1) good = good && lqcd_lattice_create(&lat, mine, &o, &why) == LQCD_ERR_GEOMETRY;
	o.grid[0] = world.size + 1;
	good = good && lqcd_lattice_create(&lat, l, &o, &why) == LQCD_ERR_ARGUMENT;
	good = good && strstr(why.text, "process grid") != NULL;
	const double wrong = lqcd_comm_max(&world, good ? 0 : 1);
	if (world.rank == 0) tap_ok(wrong == 0, "%d ranks: what does not fit is refused everywhere", world.size);
}

static void test_halo(void)
{
	static const int extents[3][4] = {{16, 8, 8, 8}, {8, 8, 8, 16}, {4, 16, 8, 4}};
	check_halo_comm();
	check_refusals();
	for (int k = 0; k < 3; k++) {
		EACH_TAG(check_links, (extents[k]));
		EACH_STORED_TAG(check_spinors, (extents[k]));
	}
}
