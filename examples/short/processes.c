/* examples/short/processes.c: several processes (lqcd/lattice/comm.h).
 *
 * Define LQCD_MPI before the first header, and give the lattice the processes of a communicator, on a process grid of your own
 * or on the one with the smallest surface. Operators, solvers, heat bath, observables and files then work on all of them
 * together; each call is made by all. Sums are exact: plaquettes, iterations and correlators have the same bits on every
 * grid, with any number of threads and lanes. When one process fails (memory, a file), all get the same status.
 *
 * The Wilson hop sends half a spinor for each site at a border while it computes the inner sites; lqcd/field/halo.h exchanges
 * whole fields. make build/examples/pion-mpi builds a whole program, make test-mpi runs the tests on 1 to 16 ranks. */
#include <stdio.h>
#define LQCD_MPI
#include "lqcd.h"

int main(int argc, char **argv) /* mpicc -O2 -march=native -I. examples/short/processes.c -lm; mpirun -n 8 ./a.out */
{
	const int extent[4] = {16, 8, 8, 8};
	lqcd_lattice_options options = lqcd_lattice_options_default();
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	MPI_Init(&argc, &argv);
	const lqcd_comm world = lqcd_comm_world(MPI_COMM_WORLD);
	options.comm = &world; /* options.grid: processes per direction */
	lqcd_message why = {""};
	lqcd_status s = lqcd_lattice_create(&lat, extent, &options, &why);
	if (!s && (s = lqcd_gauge_field_create(&u, &lat, LQCD_FULL)) != LQCD_OK) why = lqcd_lattice_why(&lat, s);
	if (s) { /* the same on all processes */
		if (world.rank == 0) fprintf(stderr, "%s\n", why.text);
		MPI_Finalize();
		return 1;
	}
	lqcd_gauge_field_random(&u, 1, 0);
	const double p = lqcd_plaquette(&u).mean;
	if (world.rank == 0) printf("%.17g\n", p);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
	return MPI_Finalize();
}
