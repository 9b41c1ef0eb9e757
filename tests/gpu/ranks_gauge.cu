/* tests/gpu/ranks_gauge.cu: gauge fields of several processes, each with a device, over MPI: on every process grid, all that
 * field/device_links.h lists has, bit for bit, the results of one process, whatever halos held before. Four routes of the faces.
 *
 *   mpirun -n N ranks_gauge       1, 2, 4, .. */
#define LQCD_MPI 1
#include "../support/alloc_hook.h"

#include <lqcd.h>

#include "ranks.h"

/* A lattice of all processes, or of this one alone, on the device. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_d host;
	lqcd_spinor_field_d quark;
} place;

static void place_create(place *p, const int *l, const lqcd_comm *comm, const int *grid)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	o.comm = comm;
	if (comm) memcpy(o.grid, grid, sizeof o.grid);
	must(lqcd_lattice_create(&p->lat, l, &o, NULL));
	done(lqcd_gpu_lattice_create(&p->there, &gpu, &p->lat, &why));
	must(lqcd_gauge_field_create(&p->host, &p->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&p->quark, &p->lat, LQCD_FULL));
}

static void place_destroy(place *p)
{
	lqcd_gauge_field_destroy(&p->host);
	lqcd_spinor_field_destroy(&p->quark);
	done(lqcd_gpu_lattice_status(&p->there, &why));
	lqcd_gpu_lattice_destroy(&p->there);
	lqcd_lattice_destroy(&p->lat);
}

static int same_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

#define LQCD_TAG gf
#include "ranks_gauge.inc"
#define LQCD_TAG gd
#include "ranks_gauge.inc"

/* An error of the last process is one of all, and nobody waits for ever. */
static void check_failure(place *all, const int *l)
{
	lqcd_gauge_field_gd u;
	lqcd_flow_gd flow;
	lqcd_message bad = {"a test"};
	lqcd_energy_values e;
	must(lqcd_gauge_field_create(&u, &all->there, LQCD_FULL));
	must(lqcd_flow_create(&flow, &all->there, LQCD_FLOW_WILSON));
	lqcd_gauge_field_random(&u, 5, 0);
	if (world.rank == world.size - 1) (void)lqcd__gpu_note(&all->there, LQCD_ERR_DEVICE, &bad);
	const double p = lqcd_plaquette(&u).mean, loop = lqcd_polyakov_loop(lqcd_gauge_field_view(&u)).re;
	const int swept = lqcd_heatbath_sweep(&u, 6, 1, 0), flowed = lqcd_flow_adaptive(&flow, &u, 0.1, 1e-3);
	const int measured = lqcd_energy(&e, &u, 1);
	all_ok(tap_isnan(p) && tap_isnan(loop) && flowed == LQCD_NAN && measured == LQCD_OK && tap_isnan(e.charge) &&
		       lqcd_comm_same(&world, &swept, 1) &&
		       lqcd_gpu_lattice_status(&all->there, &why) == LQCD_ERR_DEVICE && !strcmp(why.text, "a test"),
	       "an error of one process is one of all", "gd", l, &all->lat);
	lqcd_gauge_field_random(&u, 5, 0);
	all_ok(lqcd_isfinite(lqcd_plaquette(&u).mean) && lqcd_gpu_lattice_status(&all->there, &why) == LQCD_OK,
	       "and gone when it was told", "gd", l, &all->lat);
	lqcd_flow_destroy(&flow);
	lqcd_gauge_field_destroy(&u);
}

/* The first error of functions that need memory. */
static lqcd_status allocate(place *all)
{
	static const double hyp[3] = {0.75, 0.6, 0.3};
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gf u, v;
	lqcd_status s = lqcd_gpu_lattice_create(&there, &gpu, &all->lat, &why);
	if (s != LQCD_OK) return s;
	u.ptr = v.ptr = NULL;
	s = lqcd_gauge_field_create(&u, &there, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&v, &there, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_smear_hyp(&v, &u, hyp, LQCD_PROJECT_TRACE);
	if (s == LQCD_OK) lqcd_polyakov_loop(lqcd_gauge_field_view(&v));
	const lqcd_status noted = lqcd_gpu_lattice_status(&there, &why);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gpu_lattice_destroy(&there);
	return s != LQCD_OK ? s : noted;
}

/* Wherever memory runs out, and on the last process alone: that status on all, and nothing is left. */
static void check_memory(place *all, const int *l)
{
	int good = 1, s = LQCD_ERR_MEMORY, tries = 0;
	must(allocate(all));
	for (; s != LQCD_OK && good && tries < 100; tries++) {
		const long before = hook.live;
		hook.calls = 0;
		hook.fail_at = world.rank == world.size - 1 ? tries + 1 : 0;
		s = (int)allocate(all);
		hook.fail_at = 0;
		good = lqcd_comm_same(&world, &s, 1) && hook.live == before && (s == LQCD_OK || s == LQCD_ERR_MEMORY);
	}
	all_ok(good && tries >= 2 && s == LQCD_OK, "no memory on one process is an error of all", "gf", l, &all->lat);
}

/* Fields of one process alone, which has a part of the lattice, are refused. */
static void check_refused(const int *l)
{
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gd u;
	const int coord[4] = {0, 0, 0, 0};
	lqcd_lattice_options o = lqcd_lattice_options_default();
	for (int mu = 0; mu < 4; mu++) o.grid[mu] = mu ? 1 : 2;
	must(lqcd_lattice_create_at(&lat, l, &o, coord, NULL));
	done(lqcd_gpu_lattice_create(&there, &gpu, &lat, &why));
	all_ok(lqcd_gauge_field_create(&u, &there, LQCD_FULL) == LQCD_ERR_GEOMETRY, "processes that cannot talk", "gd",
	       l, &lat);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
}

/* All checks of a lattice, cut by a grid. */
static void check_grid(const int *l, const int *grid, lqcd_gpu_route route, int quarks)
{
	place all, one;
	place_create(&all, l, &world, grid);
	place_create(&one, l, NULL, NULL);
	if (route > all.there.halo.route)
		all.there.halo.route = route == LQCD_GPU_MPI ? lqcd__gpu_halo_route(&all.there.halo) : route;
	check_gf(&all, &one, l, quarks);
	check_gd(&all, &one, l, quarks);
	if (quarks) check_failure(&all, l);
	if (quarks) check_memory(&all, l);
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	static const int extents[2][4] = {{4, 8, 4, 4}, {8, 4, 4, 6}};
	if (!ranks_begin(&argc, &argv)) return 77;
	int tried = 0;
	for (int k = 0; k < 2; k++) {
		int grid[4] = {0};
		/* Kernels on the host: half of the grids with each lattice. */
		for (int seen = 0; another_grid(grid, extents[k], seen); seen++) {
			if (!LQCD_DEVICE_COMPILER && (seen + k) % 2) continue;
			check_grid(extents[k], grid, (lqcd_gpu_route)(tried % LQCD_GPU_ROUTES), tried % 4 == 0);
			tried++;
		}
	}
	check_refused(extents[0]);
	return ranks_end();
}
