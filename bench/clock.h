/* bench/clock.h: for benchmarks with their own timing: bench_seconds(), the wall clock; bench_by_size, for qsort of
 * samples; bench_extent, which parses the lattice argument; bench_lattice, which makes the lattice of the one argument. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdio.h>
#include <time.h>

#include "../lqcd/lattice/geometry.h"

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

/** The lattice of a program whose one argument, L or TxXxYxZ, may be left out: then it has extent L in all directions. Says its
 * extents and the back end, or how to call the program. */
LQCD_STATIC lqcd_status bench_lattice(lqcd_lattice *lat, const char *program, int L, int argc, char **argv)
{
	int e[4] = {L, L, L, L};
	const int good = argc < 2 || (argc == 2 && bench_extent(argv[1], e));
	const lqcd_status s = good ? lqcd_lattice_create(lat, e, NULL, NULL) : LQCD_ERR_ARGUMENT;
	if (s != LQCD_OK) fprintf(stderr, "usage: %s [L or TxXxYxZ]: %s\n", program, lqcd_status_text(s));
	else printf("%d x %d x %d x %d, back end %s\n", e[0], e[1], e[2], e[3], LQCD_SIMD_NAME);
	return s;
}

#endif
