/* bench/gpu/stencil.cu: the 2D stencil on a GPU: Gsites/s and GB/s of single steps and of many steps in a launch.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90 -I. bench/gpu/stencil.cu -o stencil && ./stencil
 *
 * A site is one update. GB/s counts the compulsory bytes of single steps, 8 per update in float and 16 in double, also
 * where many steps move less: they save the excess over 100 % of the copy. Verified before it is timed: a row against
 * the formula, many steps against as many single ones, whose bits they have. Medians of 21. */
#include <math.h>

#include <lqcd/kernels/device_stencil.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy_rate;

#define LQCD_TAG f
#include "stencil.inc"
#define LQCD_TAG d
#include "stencil.inc"

int main(void)
{
	static const int sizes[] = {1024, 4096, 16384};
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.0f GB/s\n", gpu.name, gpu.processors, 1e-9 * copy_rate);
	for (int k = 0; k < 3; k++) bench_size_f(sizes[k], sizes[k]);
	for (int k = 0; k < 3; k++) bench_size_d(sizes[k], sizes[k]);
	bench_size_f(10007, 10007);
	lqcd_gpu_close(&gpu);
	return 0;
}
