/* bench/wilson.c: even-odd Wilson hops: GFLOP/s (1320 per output site), compulsory GB/s.
 *
 *   build/bench/wilson [L or TxXxYxZ ...]      default 8 16
 *
 * Each row is verified against the scalar double operator before it is timed. Times are medians of 201 samples of
 * about 2 ms; the best sample stands beside, since shared machines only ever slow down. Threads: OMP_NUM_THREADS. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../lqcd.h"
#ifdef _OPENMP
#include <omp.h>
#endif

enum { samples = 201 };

static double seconds(void)
{
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void row(const char *volume, const char *tag, int reals, size_t real_bytes, double sites, double *t,
		double error)
{
	int threads = 1;
#ifdef _OPENMP
	threads = omp_get_max_threads();
#endif
	qsort(t, samples, sizeof *t, by_size);
	const double flop = LQCD_WILSON_FLOPS * sites, bytes = (double)reals * (double)real_bytes * sites;
	printf("%-12s %-3s %-8s %7d %10.1f %10.1f %9.1f %10.1e\n", volume, tag, LQCD_SIMD_NAME, threads,
	       flop / t[samples / 2] * 1e-9, flop / t[0] * 1e-9, bytes / t[samples / 2] * 1e-9, error);
	fflush(stdout);
}

#define LQCD_TAG f
#include "wilson.inc"
#define LQCD_TAG d
#include "wilson.inc"
#define LQCD_TAG vf
#include "wilson.inc"
#define LQCD_TAG vd
#include "wilson.inc"

static int bench(const char *volume)
{
	int e[4];
	lqcd_lattice lat;
	lqcd_message why;
	char rest;
	if (sscanf(volume, "%dx%dx%dx%d%c", &e[0], &e[1], &e[2], &e[3], &rest) != 4) {
		if (sscanf(volume, "%d%c", &e[0], &rest) != 1) {
			fprintf(stderr, "usage: wilson [L or TxXxYxZ ...]\n");
			return 2;
		}
		e[1] = e[2] = e[3] = e[0];
	}
	if (lqcd_lattice_create(&lat, e, NULL, &why) != LQCD_OK) {
		fprintf(stderr, "%s\n", why.text);
		return 1;
	}
	const int failed =
		bench_vf(&lat, volume) | bench_vd(&lat, volume) | bench_f(&lat, volume) | bench_d(&lat, volume);
	lqcd_lattice_destroy(&lat);
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0;
	printf("%-12s %-3s %-8s %7s %10s %10s %9s %10s\n", "T X Y Z", "tag", "simd", "threads", "GFLOP/s", "best",
	       "GB/s", "error");
	if (argc < 2) failed = bench("8") | bench("16");
	for (int k = 1; k < argc; k++) failed |= bench(argv[k]);
	return failed;
}
