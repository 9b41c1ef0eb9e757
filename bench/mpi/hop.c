/* bench/mpi/hop.c: the Wilson hop over processes against the same number of threads of one process.
 *
 *   mpirun -n N --bind-to none build/bench-mpi/hop [T X Y Z]       default 16 16 16 16 and 48 24 24 24
 *
 * Per lattice and tag, out = H in from odd to even sites: by rank 0 alone in N threads, the others asleep, and by N
 * ranks of one thread each; in turn, `rounds` times, some hops at a time. The last column is the ratio of their
 * medians: the cost of a process in units of that of a thread. Messages and bytes are those of one rank and hop, by its
 * counters, and bytes are compared with the surface: 12 reals for each site beyond the border. */
#ifndef LQCD_MPI
#define LQCD_MPI
#endif
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "../../lqcd.h"
#include "../clock.h"

enum { rounds = 15 };

/* To sleep: a barrier of MPI may keep the processor busy. */
int nanosleep(const struct timespec *time, struct timespec *left);

static void sleep_until_all(void)
{
	struct timespec nap = {0, 200000};
	MPI_Request request;
	int done = 0;
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done) nanosleep(&nap, NULL);
}

static void threads(int n)
{
#ifdef _OPENMP
	omp_set_num_threads(n);
#else
	(void)n;
#endif
}

#define LQCD_TAG vf
#include "hop.inc"
#define LQCD_TAG vd
#include "hop.inc"

int main(int argc, char **argv)
{
	static const int usual[2][4] = {{16, 16, 16, 16}, {48, 24, 24, 24}};
	int rank, size, extent[4];
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifndef _OPENMP
	if (rank == 0) printf("# compiled without OpenMP: one thread\n");
#endif
	if (argc != 1 && argc != 5) {
		if (rank == 0) fprintf(stderr, "usage: hop [T X Y Z]\n");
		MPI_Finalize();
		return 2;
	}
	if (rank == 0)
		printf("%-16s %-3s %-10s %14s %14s %9s %10s %6s\n", "T x X x Y x Z", "tag", "grid", "threads GF/s",
		       "ranks GF/s", "messages", "bytes", "ratio");
	int failed = 0;
	for (int k = 0; k < (argc == 5 ? 1 : 2); k++) {
		for (int mu = 0; mu < 4; mu++) extent[mu] = argc == 5 ? atoi(argv[1 + mu]) : usual[k][mu];
		failed |= bench_vf(extent);
		failed |= bench_vd(extent);
	}
	MPI_Finalize();
	return failed;
}
