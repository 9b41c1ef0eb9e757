/* bench/gpu/gauge.cu: gauge fields of a GPU: plaquette, force, motion, flow, heat bath, smearing, loops, trajectories.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90 -I. bench/gpu/gauge.cu -o gauge && ./gauge
 *
 * GB/s counts compulsory bytes: each field that a launch needs, once; a field of links is 288 bytes a site in float, 576 in
 * double. Wilson flow: 17 fields a step; overrelaxation and heat bath: per direction and parity all links read, an eighth
 * written. Medians of 21, of a trajectory one. */
#include <lqcd.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy_rate;

static void row(const char *tag, const int *l, const char *what, double seconds, double fields, double bytes)
{
	const double rate = fields * bytes / seconds;
	printf("| %d^3 x %d | %s | %s | %.1f |", l[1], l[0], tag, what, 1e6 * seconds);
	if (fields > 0)
		printf(" %.0f | %.2f |\n", 1e-9 * rate, rate / copy_rate);
	else
		printf(" | |\n");
}

#define LQCD_TAG gf
#include "gauge.inc"
#define LQCD_TAG gd
#include "gauge.inc"

int main(void)
{
	static const int extent[][4] = {{32, 32, 32, 32}, {48, 24, 24, 24}};
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.2f TB/s\n\n| lattice | tag | what | us | GB/s | of copy |\n|---|---|---|--:|--:|--:|\n",
	       gpu.name, gpu.processors, 1e-12 * copy_rate);
	for (int k = 0; k < 2; k++) {
		bench_gf(extent[k]);
		bench_gd(extent[k]);
	}
	lqcd_gpu_close(&gpu);
	return 0;
}
