/* bench/shim.h: rows of Google Benchmark for programs in C.
 *
 *   bench_begin(&argc, argv, usage)   takes the options of Google Benchmark out of argv; at --help prints usage and
 *                                     exits. The remaining arguments are the program's own.
 *   bench_add(&row)                   registers a copy of the row; row->plan must live until bench_run returns
 *   bench_run()                       runs the rows that --benchmark_filter=REGEX selects, in the order of bench_add;
 *                                     returns the exit status of the program: 0, or 1 if a row was wrong or failed, or
 *                                     none was selected
 *
 * A row is named kernel/volume/tag/storage[/reals:N][/rhs:N]/threads:N. Adding a row makes only its name;
 * bench_run then does, with OpenMP set to its number of threads:
 *
 *   1. tears down the context of the previous row
 *   2. context = setup(plan, &why)    NULL is an error of the row, and why names it (a static string)
 *   3. error = verify(context)        runs the kernel and compares it with a reference; the row is an error unless
 *                                     error <= tolerance
 *   4. run(context), repeatedly       51 repetitions of at least 0.01 s, or as the options --benchmark_repetitions and
 *                                     --benchmark_min_time say. Then it prints a line of the table: medians of the
 *                                     repetitions, and the best one, since other work only ever slows a machine down.
 *
 * --benchmark_out=FILE writes JSON: for each row the aggregates of the repetitions of the counters
 *
 *   GFLOP/s, GB/s  from flop and bytes per call
 *   roof           least time by the ceilings of this run / time taken: the fraction of the roofline
 *   Gpairs/s       from pairs per call, if a row has them; also at the end of its line
 *   error, intensity (flop per byte), set (bytes), level (of set: 0 L1 .. 3 memory), sites, reals, rhs, omp_threads
 *
 * and in its context the ceilings (see roofline.h), compiler, flags, back end and processor. Ceilings are measured
 * before the first row. BENCH_BREAK=1 in the environment adds 1 to every error: a check that wrong rows are
 * detected. */
#ifndef BENCH_SHIM_H
#define BENCH_SHIM_H

#include "roofline.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	char volume[40];
	const char *kernel, *tag, *storage; /* constants */
	int reals, rhs;                     /* reals per link and right-hand sides; 0: not in the name */
	int threads, is_double, access;     /* type of the arithmetic; ROOF_READ, ROOF_COPY, ROOF_UPDATE */
	double sites, flop, bytes, set;     /* lattice sites; of one call, compulsory; bytes that one call touches */
	double pairs;                       /* interactions of one call; 0: not applicable */
	double tolerance;
	void *plan;
	void *(*setup)(void *plan, const char **why);
	double (*verify)(void *context);
	void (*run)(void *context);
	void (*teardown)(void *context);
} bench_row;

void bench_begin(int *argc, char **argv, const char *usage);
void bench_add(const bench_row *row);
int bench_run(void);

#ifdef __cplusplus
}
#endif

#endif
