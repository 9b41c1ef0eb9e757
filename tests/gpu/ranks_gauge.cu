/* tests/gpu/ranks_gauge.cu: gauge fields of several processes, each with a device, over MPI: on every process grid, all that
 * gpu/gauge.h lists has, bit for bit, the results of one process, whatever halos held before. Three routes of the faces.
 *
 *   mpirun -n N ranks_gauge       1, 2, 4, .. */
#define LQCD_MPI 1
#include <lqcd/gpu/hmc.h>
#include <lqcd/gpu/observables.h>

#include "../mpi/ranks.h"
#include "device.h"

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

/* All checks of a lattice, cut by a grid. */
static void check_grid(const int *l, const int *grid, lqcd_gpu_route route)
{
	place all, one;
	place_create(&all, l, &world, grid);
	place_create(&one, l, NULL, NULL);
	if (route > all.there.halo.route)
		all.there.halo.route = route == LQCD_GPU_MPI ? lqcd__gpu_halo_route(&all.there.halo) : route;
	check_gf(&all, &one, l);
	check_gd(&all, &one, l);
	place_destroy(&all);
	place_destroy(&one);
}

int main(int argc, char **argv)
{
	static const int extents[2][4] = {{4, 8, 4, 4}, {8, 4, 4, 6}};
	MPI_Init(&argc, &argv);
	world = lqcd_comm_world(MPI_COMM_WORLD);
	if (lqcd_gpu_count() == 0) {
		MPI_Finalize();
		return 77;
	}
	done(lqcd_gpu_open_for(&gpu, &world, &why));
	int tried = 0;
	for (int k = 0; k < 2; k++) {
		int grid[4];
		for (grid[0] = 1; grid[0] <= world.size; grid[0]++)
			for (grid[1] = 1; grid[1] <= world.size; grid[1]++)
				for (grid[2] = 1; grid[2] <= world.size; grid[2]++)
					for (grid[3] = 1; grid[3] <= world.size; grid[3]++) {
						int fits = grid[0] * grid[1] * grid[2] * grid[3] == world.size;
						for (int mu = 0; mu < 4; mu++)
							fits = fits && extents[k][mu] % (2 * grid[mu]) == 0;
						if (fits) check_grid(extents[k], grid, (lqcd_gpu_route)(tried++ % 3));
					}
	}
	lqcd_gpu_close(&gpu);
	const int status = world.rank == 0 ? tap_done() : 0;
	MPI_Finalize();
	return status;
}
