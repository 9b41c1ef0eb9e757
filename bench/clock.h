/* bench/clock.h: for benchmarks with their own timing: bench_seconds(), the wall clock; bench_by_size, for qsort of
 * samples; bench_extent, which parses the lattice argument. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdio.h>
#include <time.h>

#include "../lqcd/base/config.h"

LQCD_STATIC double bench_seconds(void)
{
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

LQCD_STATIC int bench_by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/** Extents T, X, Y, Z from L or TxXxYxZ; 0 if the text is neither. */
LQCD_STATIC int bench_extent(const char *text, int extent[4])
{
	const int n = sscanf(text, "%dx%dx%dx%d", extent, extent + 1, extent + 2, extent + 3);
	for (int mu = 1; mu < 4 && n == 1; mu++) extent[mu] = extent[0];
	return n == 1 || n == 4;
}

#endif
