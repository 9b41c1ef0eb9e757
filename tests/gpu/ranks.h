/* tests/gpu/ranks.h: the begin and the end of a test over several processes, each with a device. Include it after the library.
 * See ../mpi/ranks.h.
 *
 *   ranks_begin(&argc, &argv)     starts MPI and opens the devices; 0 if there is none: the program returns 77
 *   ranks_end()                   closes them and ends MPI; what main returns */
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

#endif
