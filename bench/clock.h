/* bench/clock.h: for benchmarks that time by themselves: bench_seconds(), the wall clock, and bench_by_size for qsort
 * of samples. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <time.h>

#include "../lqcd/config.h"

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

#endif
