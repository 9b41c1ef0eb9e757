/* tests/mpi/foreign.c: foreign memory over MPI: each rank has its part, and links that are stored at the odd sites of a
 * neighbour, as in openQCD, arrive. Numbers are a function of the global site and direction. */
#include <lqcd/foreign/fields.h>

#include "ranks.h"

enum { SITES = 8 * 4 * 4 * 8, LINK = 2 * LQCD_NC * LQCD_NC };
static const int foreign_extent[4] = {8, 4, 4, 8};
static double memory[SITES * 4 * LINK], again[SITES * 4 * LINK];

static double number(const lqcd_lattice *lat, const int x[4], int mu, int k)
{
	int site = 0;
	for (int nu = 0; nu < 4; nu++) site = site * foreign_extent[nu] + (x[nu] + lat->comm.coord[nu] * lat->local[nu] + foreign_extent[nu]) % foreign_extent[nu];
	return (site * 4 + mu) * LINK + k;
}

/* Wrong links of a field of any lanes. */
static int wrong_links(lqcd_field_view v)
{
	const lqcd_geometry *g = v.type;
	int wrong = 0, x[4];
	LQCD_PIECE_FOR(g, piece)
	for (int ix = g->master_start[piece]; ix <= g->master_end[piece]; ix++)
		for (int lane = 0; lane < g->lanes; lane++)
			for (int k = 0; k < 4 * LINK; k++) {
				lqcd_geometry_coords(g, ix, lane, x);
				const double have = lqcd_field_view_get(&v, ((size_t)ix * 4 * LINK + (size_t)k) * (size_t)g->lanes + (size_t)lane);
				const double want = number(g->lattice, x, k / LINK, k % LINK);
				wrong += have < want || have > want;
			}
	return wrong;
}

static int links_of(const lqcd_lattice *lat, lqcd_field_view v)
{
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_ODD_LINKS, memory);
	const size_t sites = (size_t)(lat->local[0] * lat->local[1] * lat->local[2] * lat->local[3]);
	int x[4], wrong;
	f.sites = LQCD_FOREIGN_EVEN_ODD;
	for (size_t n = 0, odd = 0; n < sites; n++) {
		int rest = (int)n, sum = 0;
		for (int mu = 3; mu >= 0; rest /= lat->local[mu--]) x[mu] = rest % lat->local[mu];
		for (int mu = 0; mu < 4; mu++) sum += x[mu] + lat->comm.coord[mu] * lat->local[mu];
		if (sum % 2 == 0) continue;
		for (int mu = 0; mu < 4; mu++)
			for (int back = 0; back < 2; back++)
				for (int k = 0; k < LINK; k++) {
					int y[4] = {x[0], x[1], x[2], x[3]};
					y[mu] -= back;
					memory[(odd * 8 + (size_t)(2 * mu + back)) * LINK + (size_t)k] = number(lat, y, mu, k);
				}
		odd++;
	}
	wrong = lqcd_foreign_check(&f, lat) != LQCD_OK || lqcd_foreign_import(v, &f) != LQCD_OK;
	wrong += wrong_links(v);
	f.data = again;
	memset(again, 0, sizeof again);
	wrong += lqcd_foreign_export(&f, v) != LQCD_OK || memcmp(again, memory, sites * 4 * LINK * sizeof *again) != 0;
	return wrong;
}

static void test_foreign(void)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_gauge_field_vf v;
	o.comm = &world;
	must(lqcd_lattice_create(&lat, foreign_extent, &o, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	int wrong[2] = {links_of(&lat, lqcd_gauge_field_view(&u)), 0}, all[2];
	const lqcd_status s = lqcd_gauge_field_create(&v, &lat, LQCD_FULL);
	if (s == LQCD_OK) wrong[1] = links_of(&lat, lqcd_gauge_field_view(&v));
	MPI_Allreduce(wrong, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (world.rank == 0) {
		tap_ok(all[0] == 0, "%d ranks: eight links of odd sites: %d wrong", world.size, all[0]);
		if (s == LQCD_OK) tap_ok(all[1] == 0, "%d ranks: lanes: %d wrong", world.size, all[1]);
	}
	if (s == LQCD_OK) lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}
