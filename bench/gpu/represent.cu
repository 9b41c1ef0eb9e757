/* bench/gpu/represent.cu: the Wilson hop on quarks of the fundamental, adjoint, symmetric and antisymmetric representation, on
 * a GPU.
 *
 *   represent [L]       lattices of L^4, default 24; -DLQCD_NC=2 in GPU_FLAGS: SU(2)
 *
 * The hop into one parity; medians. Bytes: the eight links of a site as they are stored, one spinor read and one written. The
 * last column: their rate over that of a copy. GFLOP/s count complex matrices, also for real links. */
#define LQCD_ADJOINT
#define LQCD_SYMMETRIC
#if !defined LQCD_NC || LQCD_NC > 2
#define LQCD_ANTISYMMETRIC
#endif
#include <lqcd.h>

#include <lqcd/hmc/represent.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy;

#define LQCD_TAG gf
#include "represent.inc"
#define LQCD_TAG gd
#include "represent.inc"
#define LQCD_REP adj
#define LQCD_TAG gf
#include "represent.inc"
#define LQCD_TAG gd
#include "represent.inc"
#undef LQCD_REP
#define LQCD_REP sym
#define LQCD_TAG gf
#include "represent.inc"
#define LQCD_TAG gd
#include "represent.inc"
#undef LQCD_REP
#ifdef LQCD_ANTISYMMETRIC
#define LQCD_REP asym
#define LQCD_TAG gf
#include "represent.inc"
#define LQCD_TAG gd
#include "represent.inc"
#undef LQCD_REP
#endif

int main(int argc, char **argv)
{
	const int l = argc > 1 ? atoi(argv[1]) : 24, extent[4] = {l, l, l, l};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	if (argc > 2 || l < 2 || l % 2) {
		fprintf(stderr, "usage: represent [L], L even\n");
		return 2;
	}
	bench_open(&gpu);
	copy = bench_copy_rate(&gpu);
	bench_must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	printf("%s, SU(%d), %d^4, copy %.2f TB/s\n\n", gpu.name, LQCD_NC, l, 1e-12 * copy);
	printf("| quarks | precision | dimension | us | GFLOP/s | GB/s | of copy |\n|---|---|--:|--:|--:|--:|--:|\n");
	hop_row_gf(&there, "fundamental");
	hop_row_gd(&there, "fundamental");
	hop_row_gf_adj(&there, "adjoint");
	hop_row_gd_adj(&there, "adjoint");
	hop_row_gf_sym(&there, "symmetric");
	hop_row_gd_sym(&there, "symmetric");
#ifdef LQCD_ANTISYMMETRIC
	hop_row_gf_asym(&there, "antisymmetric");
	hop_row_gd_asym(&there, "antisymmetric");
#endif
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	return 0;
}
