/* bench/gpu/p2p.cu: sums over pairs of points on a GPU: Gpairs/s of every form, and how far that is from what the
 * arithmetic allows.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90 -I. bench/gpu/p2p.cu -o p2p && ./p2p
 *
 * Points in a square or cube, charges in [-1, 1); the pairs that the sum names, N (N - 1). limit: from rates
 * measured in the same run, that of multiply-adds and that of estimates of the root, by kernels that do nothing
 * else: a pair needs one root, and with it as many instructions as kernels/device_p2p.h does in its inner loop (5 in 2-D and 7
 * in 3-D; in double 4 more), of which the device starts as many as multiply-adds (in double the root starts
 * elsewhere). Forms other than fast divide by roots and are compared with the same limit. Each row is verified at 16
 * targets against long double. Medians of 21. */
#include <math.h>

#include <bench/kernels/device_p2p_variants.h>

#include "measure.h"

enum { FLAT, REDUCTION, NESTED, HIERARCHICAL, FAST };
static const char *const form_name[] = {"flat", "reduction", "nested", "hierarchical", "fast"};
static lqcd_gpu gpu;

static double uniform(void)
{
	static uint64_t state = 1;
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(state >> 11) / 4503599627370496.0 - 1;
}

/* Rounds of 8 independent chains in every thread of blocks of 256: multiply-adds, or roots. */
enum { CHAINS = 8, ROUNDS = 2048 };

#define LQCD_TAG f
#include "p2p.inc"
#define LQCD_TAG d
#include "p2p.inc"

int main(void)
{
	bench_open(&gpu);
	printf("%s, %d multiprocessors, copy %.0f GB/s\n", gpu.name, gpu.processors, 1e-9 * bench_copy_rate(&gpu));
	bench_all_f();
	bench_all_d();
	lqcd_gpu_close(&gpu);
	return 0;
}
