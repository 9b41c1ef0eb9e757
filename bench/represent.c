/* bench/represent.c: the Wilson operator on quarks of the fundamental, adjoint, symmetric and antisymmetric representation.
 *
 *   build/bench/represent [L or TxXxYxZ] [THREADS]        default 8x8x8x16 and 1; -DLQCD_NC=2 in CFLAGS: SU(2)
 *
 * Medians of 45. Bytes: the eight links of a site as they are stored, one spinor read and one written. "of copy": those bytes
 * in the time of a copy of as many, measured in turns with the operator; best: of the shortest times of both. GFLOP/s count 8 n^2 + .. flops per complex matrix of
 * dimension n, also for real links. */
#include <stdio.h>
#include <stdlib.h>

#define LQCD_ADJOINT
#define LQCD_SYMMETRIC
#if !defined LQCD_NC || LQCD_NC > 2
#define LQCD_ANTISYMMETRIC
#endif
#include "../lqcd.h"
#include "../lqcd/gauge/represent.h"
#include "clock.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum { samples = 45 };

static double *copy_from, *copy_to;

/* Seconds to copy so many bytes: half of them are read, half are written. */
static double copied(double bytes)
{
	const long n = (long)(bytes / 16);
	const double start = bench_seconds();
#ifdef _OPENMP
#pragma omp parallel for
#endif
	for (long k = 0; k < n; k++) copy_to[k] = copy_from[k];
	return bench_seconds() - start;
}

#define LQCD_TAG vf
#include "represent.inc"
#define LQCD_TAG vd
#include "represent.inc"
#define LQCD_REP adj
#define LQCD_TAG vf
#include "represent.inc"
#define LQCD_TAG vd
#include "represent.inc"
#undef LQCD_REP
#define LQCD_REP sym
#define LQCD_TAG vf
#include "represent.inc"
#define LQCD_TAG vd
#include "represent.inc"
#undef LQCD_REP
#ifdef LQCD_ANTISYMMETRIC
#define LQCD_REP asym
#define LQCD_TAG vf
#include "represent.inc"
#define LQCD_TAG vd
#include "represent.inc"
#undef LQCD_REP
#endif

int main(int argc, char **argv)
{
	lqcd_lattice lat;
	int e[4] = {8, 8, 8, 16};
	if (argc > 1 && !bench_extent(argv[1], e)) e[0] = 0;
#ifdef _OPENMP
	omp_set_num_threads(argc > 2 ? atoi(argv[2]) : 1);
#endif
	const lqcd_status s = lqcd_lattice_create(&lat, e, NULL, NULL);
	const size_t most = (size_t)(LQCD_NC * LQCD_NC) * (size_t)(LQCD_NC * LQCD_NC) * 16 * 8;
	const size_t room = s == LQCD_OK ? most * (size_t)e[0] * (size_t)e[1] * (size_t)e[2] * (size_t)e[3] : 0;
	copy_from = (double *)calloc(room ? room : 1, 1);
	copy_to = (double *)calloc(room ? room : 1, 1);
	if (s != LQCD_OK || !copy_from || !copy_to) {
		fprintf(stderr, "represent [L or TxXxYxZ] [THREADS]: %s\n", lqcd_status_text(s ? s : LQCD_ERR_MEMORY));
		return 2;
	}
	printf("# SU(%d), %dx%dx%dx%d\n%-16s %9s %10s %8s %8s %6s\n", LQCD_NC, e[0], e[1], e[2], e[3], "quarks", "dimension",
	       "GFLOP/s", "GB/s", "of copy", "best");
	speed_vf(&lat, "fundamental");
	speed_vd(&lat, "fundamental");
	speed_vf_adj(&lat, "adjoint");
	speed_vd_adj(&lat, "adjoint");
	speed_vf_sym(&lat, "symmetric");
	speed_vd_sym(&lat, "symmetric");
#ifdef LQCD_ANTISYMMETRIC
	speed_vf_asym(&lat, "antisymmetric");
	speed_vd_asym(&lat, "antisymmetric");
#endif
	free(copy_from);
	free(copy_to);
	lqcd_lattice_destroy(&lat);
	return 0;
}
