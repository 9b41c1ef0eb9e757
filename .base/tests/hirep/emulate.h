/* tests/hirep/emulate.h: for the programs gpu_*.cu where there is no device: kernels are functions of the host, called
 * for one thread after the other. hirep.t turns their launches into calls of emulate(). */
#ifndef LQCD_TESTS_HIREP_EMULATE_H
#define LQCD_TESTS_HIREP_EMULATE_H

#define __global__ static

static struct {
	int x;
} threadIdx, blockIdx, blockDim, gridDim;

template <class Kernel> static void emulate(int grid, int block, Kernel kernel)
{
	gridDim.x = grid;
	blockDim.x = block;
	for (blockIdx.x = 0; blockIdx.x < grid; blockIdx.x++)
		for (threadIdx.x = 0; threadIdx.x < block; threadIdx.x++) kernel();
}

#endif
