/* bench/gpu/su3_multiply.cu: links times spinors and links on a GPU: Gsites/s, GB/s, and the share of a copy's.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90 -I. bench/gpu/su3_multiply.cu -o su3_multiply && ./su3_multiply [sites]
 *
 * 2^21 sites unless said. Bytes are those of the link, of what is multiplied and of the result, once each. Verified
 * before it is timed: 256 sites against the host. Medians of 21. */
#include <math.h>

#include <lqcd/kernels/device_su3_multiply.h>

#include "measure.h"

enum { SPINOR = 8 * LQCD_NC, CHECKED = 256 };
static lqcd_gpu gpu;
static double copy_rate;

static double uniform(void)
{
	static uint64_t state = 1;
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(state >> 11) / 4503599627370496.0 - 1;
}

#define LQCD_TAG f
#include "su3_multiply.inc"
#define LQCD_TAG d
#include "su3_multiply.inc"

int main(int argc, char **argv)
{
	const int sites = argc > 1 ? atoi(argv[1]) : 1 << 21;
	if (sites < CHECKED) return 1;
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.0f GB/s, %d sites\n", gpu.name, gpu.processors, 1e-9 * copy_rate, sites);
	bench_all_f(sites);
	bench_all_d(sites);
	lqcd_gpu_close(&gpu);
	return 0;
}
