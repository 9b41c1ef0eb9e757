/* bench/gpu/observables.cu: sources, smearing of sources, and contractions of propagators on a GPU.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90 -I. bench/gpu/observables.cu -o observables && ./observables
 *
 * GB/s counts compulsory bytes: each field that a call needs, once; for a step of smearing a spinor read, one written and the
 * links in space. GFLOP/s: those of observables/. Calls with the memory that they allocate and the sums that they bring to the
 * host; medians of 21. */
#include <lqcd/observables/device_observables.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy_rate;

static void row(const char *tag, const int *l, const char *what, double seconds, double bytes, double flops)
{
	const double sites = (double)l[0] * l[1] * l[2] * l[3], rate = sites * bytes / seconds;
	printf("| %d^3 x %d | %s | %s | %.1f | %.0f | %.2f |", l[1], l[0], tag, what, 1e6 * seconds, 1e-9 * rate, rate / copy_rate);
	if (flops > 0) printf(" %.0f", 1e-9 * sites * flops / seconds);
	printf(" |\n");
}

#define LQCD_TAG gf
#include "observables.inc"
#define LQCD_TAG gd
#include "observables.inc"

int main(void)
{
	static const int extent[][4] = {{32, 32, 32, 32}, {48, 24, 24, 24}};
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.2f TB/s\n\n| lattice | tag | what | us | GB/s | of copy | GFLOP/s |\n"
	       "|---|---|---|--:|--:|--:|--:|\n", gpu.name, gpu.processors, 1e-12 * copy_rate);
	for (int k = 0; k < 2; k++) {
		bench_gf(extent[k]);
		bench_gd(extent[k]);
	}
	lqcd_gpu_close(&gpu);
	return 0;
}
