/* tests/gpu/ranks.h: the begin and the end of a test over several processes, each with a device. Include it after the library.
 * See ../mpi/ranks.h.
 *
 *   ranks_begin(&argc, &argv)     starts MPI and opens the devices; 0 if there is none: the program returns 77
 *   ranks_end()                   closes them and ends MPI; what main returns
 *   another_grid(grid, l, tried)  next_grid; with FEW the first two for a lattice, tried = 0 and 1
 *   memory_fails(call)            after ../support/alloc_hook.h: how often call() was made until it had all memory that it asks for,
 *                                 when on the last process one allocation after the other fails; 0 if a status is not that of
 *                                 all processes, or something is left */
#ifndef LQCD_TESTS_GPU_RANKS_H
#define LQCD_TESTS_GPU_RANKS_H

#include "../mpi/ranks.h"
#include "device.h"

static int ranks_begin(int *argc, char ***argv)
{
	MPI_Init(argc, argv);
	world = lqcd_comm_world(MPI_COMM_WORLD);
	if (lqcd_gpu_count() == 0) {
		MPI_Finalize();
		return 0;
	}
	done(lqcd_gpu_open_for(&gpu, &world, &why));
	return 1;
}

static int ranks_end(void)
{
	lqcd_gpu_close(&gpu);
	const int status = world.rank == 0 ? tap_done() : 0;
	MPI_Finalize();
	return status;
}

TAP_UNUSED static int another_grid(int *grid, const int *l, int tried)
{
	return !(FEW && tried > 1) && next_grid(grid, l);
}

#ifdef LQCD_TESTS_ALLOC_HOOK_H
template <class F> static int memory_fails(const F &call)
{
	int s = LQCD_ERR_MEMORY, tries = 0;
	must(call());
	for (; s != LQCD_OK && tries < 100; tries++) {
		const long before = hook.live;
		hook.calls = 0;
		hook.fail_at = world.rank == world.size - 1 ? tries + 1 : 0;
		s = (int)call();
		hook.fail_at = 0;
		const int good = lqcd_comm_same(&world, &s, 1) && hook.live == before && (s == LQCD_OK || s == LQCD_ERR_MEMORY);
		if (lqcd_comm_max(&world, good ? 0 : 1) > 0) return 0;
	}
	return s == LQCD_OK ? tries : 0;
}
#endif

#endif
