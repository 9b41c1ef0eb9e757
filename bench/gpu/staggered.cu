/* bench/gpu/staggered.cu: the hop and conjugate gradients of staggered quarks on a GPU.
 *
 *   staggered [L]       lattices of L^4, default 32
 *
 * The hop into one parity, with hops of one and three links (long links of asqtad in 13 or 9 reals, or any, in 18), and of one
 * alone; an iteration of CG on the even-odd operator, of two hops; the hop on 12 right-hand sides at once; medians. Bytes: the
 * links of a site, once for all right-hand sides, one vector read and one written for each; of CG two hops and seven more
 * vectors of half the sites. The last column: their rate over that of a copy. */
#include <lqcd.h>

#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/observables/staggered.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy;

static void row(const char *what, size_t real, double t, double flops, double bytes)
{
	printf("| %s | %s | %.1f | %.0f | %.0f | %.2f |\n", what, real == 2 ? "16 bits" : real == sizeof(float) ? "f32" : "f64", 1e6 * t,
	       1e-9 * flops / t, 1e-9 * bytes / t, bytes / t / copy);
	fflush(stdout);
}

#define LQCD_REP ks
#define LQCD_TAG gf
#include "staggered.inc"
#define LQCD_TAG gd
#include "staggered.inc"
#define LQCD_TAG gh
#include "staggered.inc"
#undef LQCD_REP

int main(int argc, char **argv)
{
	const int l = argc > 1 ? atoi(argv[1]) : 32, extent[4] = {l, l, l, l};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	if (argc > 2 || l < 2 || l % 2) {
		fprintf(stderr, "usage: staggered [L], L even\n");
		return 2;
	}
	bench_open(&gpu);
	copy = bench_copy_rate(&gpu);
	bench_must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	printf("%s, %d^4, copy %.2f TB/s\n\n", gpu.name, l, 1e-12 * copy);
	printf("| what | precision | us | GFLOP/s | GB/s | of copy |\n|---|---|--:|--:|--:|--:|\n");
	for (int kind = 3; kind >= 0; kind--) {
		rows_gf_ks(&there, kind);
		rows_gd_ks(&there, kind);
		if (kind != 3) rows_gh_ks(&there, kind);
	}
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	return 0;
}
