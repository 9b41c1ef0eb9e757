/* bench/gpu/domain_wall.cu: Moebius domain wall quarks on a GPU: hop, fifth dimension, even-odd operator, CG.
 *
 *   domain_wall [L [LS]]                  default 24 12
 *
 * Half fields of an L^4 lattice with random links. GFLOP/s count 1320 flop per site of the five dimensions for each hop.
 * GB/s count the bytes that are moved: of the hop a field read, one written, the links once; of a polynomial of K or its
 * inverse 2 fields; of the even-odd operator 5 fields and twice the links; their ratio is to the copy bandwidth of the run.
 * Medians of 21; of an iteration of CG the mean of 40, without a graph. */
#include <lqcd/solver/device_inverter.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy_rate;

static void row(int l, int ls, const char *tag, const char *what, double seconds, double flops, double bytes)
{
	printf("| %d^4 x %d | %s | %s | %.1f |", l, ls, tag, what, 1e6 * seconds);
	if (flops > 0)
		printf(" %.0f |", 1e-9 * flops / seconds);
	else
		printf(" |");
	if (bytes > 0)
		printf(" %.0f | %.2f |\n", 1e-9 * bytes / seconds, bytes / seconds / copy_rate);
	else
		printf(" | |\n");
}

#define LQCD_TAG gf
#include "domain_wall.inc"
#define LQCD_TAG gd
#include "domain_wall.inc"
#define LQCD_TAG gh
#include "domain_wall.inc"
#define LQCD_TAG gf
#include "domain_wall_solve.inc"
#define LQCD_TAG gd
#include "domain_wall_solve.inc"

int main(int argc, char **argv)
{
	const int l = argc > 1 ? atoi(argv[1]) : 24, ls = argc > 2 ? atoi(argv[2]) : 12, extent[4] = {l, l, l, l};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_f u;
	if (l < 2 || l % 2 || ls < 1 || ls > LQCD_MAX_RHS) {
		fprintf(stderr, "usage: domain_wall [L [LS]], L even, LS from 1 to %d\n", LQCD_MAX_RHS);
		return 2;
	}
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	bench_must(lqcd_lattice_create(&lat, extent, NULL, &bench_why));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	bench_must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_random(&u, 1, 0);
	printf("%s, %d multiprocessors, copy %.2f TB/s\n\n| lattice | tag | what | us | GFLOP/s | GB/s | of copy |\n"
	       "|---|---|---|--:|--:|--:|--:|\n",
	       gpu.name, gpu.processors, 1e-12 * copy_rate);
	bench_gf(&there, &u, ls, 12, 4);
	bench_gf(&there, &u, ls, 18, 4);
	bench_gd(&there, &u, ls, 12, 8);
	bench_gh(&there, &u, ls, 12, 2);
	bench_solve_gf(&there, &u, ls);
	bench_solve_gd(&there, &u, ls);
	bench_must(lqcd_gpu_lattice_status(&there, &bench_why));
	lqcd_gauge_field_destroy(&u);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	return 0;
}
