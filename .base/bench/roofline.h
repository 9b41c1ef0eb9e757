/* bench/roofline.h: what this machine can do in this run: multiply-adds from registers, bytes from each cache level.
 *
 *   roofline_open(&r)                cache sizes of processor 0, from Linux; 32 KiB, 1 MiB, 32 MiB where it is silent
 *   roofline_measure(&r, threads)    the ceilings of so many threads, about a second; the record, or NULL when there is
 *                                    no memory. A second call with the same number finds the record again.
 *   roofline_again(&r, threads, set) looks again at the level of that set: the better of the old and the new figures
 *   roofline_level(&r, threads, set) the level in which so many bytes live: those of ROOF_L1 and ROOF_L2 belong to one
 *                                    core, those of ROOF_L3 to the cores that share it
 *   roofline_stream(ceilings, access, level)     GB/s: the best of the loops with that kind of access
 *   roofline_seconds(&r, ceilings, is_double, access, flop, bytes, set)
 *                                    least time of a kernel: the larger of flop at the multiply-add peak of its type
 *                                    and bytes at the stream bandwidth of the level that holds its working set
 *   roofline_print(&r, file)         all ceilings as a table
 *   roofline_threads_max(), roofline_threads(n)    threads of OpenMP: at the first call, and n from now on
 *   roofline_compiler(), _flags(), _simd()         what compiled the benchmarks, and their back end
 *   roofline_processor(text, size)                 what they run on
 *   roofline_now()                                 seconds since some time
 *
 * Bandwidths count the bytes that a loop has to move: a word per element for read, 2 for copy, 3 for triad (a = b + s
 * c) and update (a = a + s b). The line that a plain store fetches before it is overwritten does not count, so that
 * streaming stores can be ahead. Working sets are half of L1 and L2 per thread, half of the L3 caches that the threads
 * use, and in memory four times these (64 MiB to 1 GiB). Each figure is the best of eight samples or more, of 1.5 ms or
 * more: a ceiling must not suffer from what else the machine does. A set that is a little larger than a cache stays in
 * it for a part: rows may pass their ceiling there. All loops are written with registers of the back end: one of few
 * lanes is bound by instructions, in its ceilings as well. */
#ifndef BENCH_ROOFLINE_H
#define BENCH_ROOFLINE_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ROOF_L1, ROOF_L2, ROOF_L3, ROOF_MEMORY, ROOF_LEVELS };
enum { ROOF_READ, ROOF_COPY, ROOF_UPDATE, ROOF_ACCESSES };
/* The loops behind them; _P prefetches by software, _S has streaming stores. */
enum { LOOP_READ, LOOP_READ_P, LOOP_COPY, LOOP_COPY_S, LOOP_TRIAD, LOOP_TRIAD_S, LOOP_UPDATE, LOOP_UPDATE_P, LOOPS };
enum { ROOF_RECORDS = 16 };

typedef struct {
	int threads;
	double peak[2];                       /* GFLOP/s of float and double */
	double bandwidth[ROOF_LEVELS][LOOPS]; /* GB/s; 0: no such level */
} roofline_ceilings;

typedef struct {
	double cache[ROOF_MEMORY]; /* bytes; 0: no such level */
	int sharing[ROOF_MEMORY];  /* processors that share one */
	int count;
	roofline_ceilings record[ROOF_RECORDS];
} roofline;

extern const char *const roofline_level_name[ROOF_LEVELS], *const roofline_access_name[ROOF_ACCESSES],
								   *const roofline_loop_name[LOOPS];

void roofline_open(roofline *r);
const roofline_ceilings *roofline_measure(roofline *r, int threads);
void roofline_again(roofline *r, int threads, double set);
int roofline_level(const roofline *r, int threads, double set);
double roofline_stream(const roofline_ceilings *c, int access, int level);
double roofline_seconds(const roofline *r, const roofline_ceilings *c, int is_double, int access, double flop,
			double bytes, double set);
void roofline_print(const roofline *r, FILE *file);
int roofline_threads_max(void);
void roofline_threads(int n);
const char *roofline_compiler(void);
const char *roofline_flags(void);
const char *roofline_simd(void);
void roofline_processor(char *text, size_t size);
double roofline_now(void);

#ifdef __cplusplus
}
#endif

#endif
