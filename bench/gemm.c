/* bench/gemm.c: products of small matrices: GFLOP/s (2 m n k per product, complex 8 m n k) and the fraction of the
 * roofline.
 *
 *   build/bench/gemm [--benchmark_filter=REGEX ...]
 *
 *   gemm/lanes     a matrix per lane                gemm/any      lqcd_gemm, any size
 *   gemm/packed    packed one after the other      gemm/kdgemm   diagonal and off-diagonal outer products
 *   gemm/fixed     not packed, constant sizes      gemm/loop     three loops with constant sizes, as compiled
 *
 * and gemm/complex_... of complex numbers. Sizes are m x n x k, in one thread; batches fill half of a usual L1 cache. A
 * row is verified before it is timed, each element against a sum in long double; error is relative to sums of absolute
 * values. The roof is that of multiply-adds except for the smallest matrices, whose bytes take longer. Arguments of
 * the other benchmarks (volumes, threads) are parsed and ignored. */
#include "common.h"
#include <bench/kernels/kdgemm.h>

enum { L1_BYTES = 24576 };

/* Layouts */
enum { LANES_EACH, PACKED, PLAIN, KD };

/* For kdgemm, m and n are the lanes of the tag. */
typedef struct {
	const char *kernel;
	int m, n, k, form, parts;
	void (*f32)(int count, void *c, const void *a, const void *b);
	void (*f64)(int count, void *c, const void *a, const void *b);
} kind;

/* The context of a row: `count` products (groups of them for lanes), `passes` times in a run, for 10 Mflop. Samples of
 * one run are long enough then, and short enough to escape other work on the machine. */
typedef struct {
	const kind *kind;
	int is_double, count, passes;
	void *a, *b, *c;
} plan;

#define BATCH_ROWS(S)                                                                                                  \
	S(lanes, 3, 3, 3, LANES_EACH, 1)                                                                               \
	S(lanes, 4, 4, 4, LANES_EACH, 1)                                                                               \
	S(lanes, 8, 8, 8, LANES_EACH, 1)                                                                               \
	S(lanes, 16, 16, 16, LANES_EACH, 1)                                                                            \
	S(complex_lanes, 3, 3, 3, LANES_EACH, 2)                                                                       \
	S(complex_lanes, 8, 8, 8, LANES_EACH, 2)                                                                       \
	S(packed, 8, 8, 8, PACKED, 1)                                                                                  \
	S(packed, 16, 16, 16, PACKED, 1)                                                                               \
	S(packed, 24, 8, 64, PACKED, 1)                                                                                \
	S(packed, 24, 8, 256, PACKED, 1)                                                                               \
	S(packed, 48, 8, 64, PACKED, 1)                                                                                \
	S(packed, 32, 32, 32, PACKED, 1)                                                                               \
	S(complex_packed, 8, 8, 8, PACKED, 2)                                                                          \
	S(complex_packed, 24, 8, 64, PACKED, 2)                                                                        \
	S(fixed, 3, 3, 3, PLAIN, 1)                                                                                    \
	S(fixed, 8, 8, 8, PLAIN, 1)                                                                                    \
	S(fixed, 16, 16, 16, PLAIN, 1)                                                                                 \
	S(fixed, 32, 32, 32, PLAIN, 1)                                                                                 \
	S(complex_fixed, 3, 3, 3, PLAIN, 2)                                                                            \
	S(complex_fixed, 8, 8, 8, PLAIN, 2)                                                                            \
	S(any, 8, 8, 8, PLAIN, 1)                                                                                      \
	S(any, 16, 16, 16, PLAIN, 1)                                                                                   \
	S(any, 31, 31, 31, PLAIN, 1)                                                                                   \
	S(any, 32, 32, 32, PLAIN, 1)                                                                                   \
	S(any, 64, 64, 64, PLAIN, 1)                                                                                   \
	S(any, 128, 128, 128, PLAIN, 1)                                                                                \
	S(any, 256, 256, 256, PLAIN, 1)                                                                                \
	S(complex_any, 64, 64, 64, PLAIN, 2)                                                                           \
	S(loop, 3, 3, 3, PLAIN, 1)                                                                                     \
	S(loop, 8, 8, 8, PLAIN, 1)                                                                                     \
	S(loop, 32, 32, 32, PLAIN, 1)                                                                                  \
	S(loop, 64, 64, 64, PLAIN, 1)

#define LQCD_TAG vf
#include "gemm.inc"
#define LQCD_TAG vd
#include "gemm.inc"

#define ROW(form, m, n, k, layout, parts)                                                                              \
	{"gemm/" #form, m, n, k, layout, parts, form##_##m##_##n##_##k##_vf, form##_##m##_##n##_##k##_vd},
static const kind kinds[] = {BATCH_ROWS(ROW){"gemm/kdgemm", 0, 0, 64, KD, 1, kdgemm_vf, kdgemm_vd}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void add(plan *p, const kind *q, int is_double)
{
	bench_row row;
	const int lanes = is_double ? LQCD_LANES_vd : LQCD_LANES_vf, group = q->form == LANES_EACH ? lanes : 1;
	const double m = q->form == KD ? lanes : q->m, n = q->form == KD ? lanes : q->n, k = q->k;
	const double bytes = (m * n + m * k + k * n) * q->parts * (is_double ? 8 : 4),
		     flop = 2 * m * n * k * q->parts * q->parts;
	memset(&row, 0, sizeof row);
	p->kind = q;
	p->is_double = is_double;
	p->count = bytes * group < L1_BYTES ? (int)(L1_BYTES / (bytes * group)) : 1;
	p->passes = 1 + (int)(1e7 / (flop * p->count * group));
	snprintf(row.volume, sizeof row.volume, "%dx%dx%d", (int)m, (int)n, (int)k);
	row.kernel = q->kernel;
	row.tag = is_double ? "vd" : "vf";
	row.storage = is_double ? "f64" : "f32";
	row.threads = 1;
	row.is_double = is_double;
	row.access = ROOF_READ;
	row.sites = (double)p->count * p->passes * group;
	row.flop = flop * row.sites;
	row.bytes = bytes * row.sites;
	row.set = bytes * p->count * group;
	row.tolerance = (k + 2) * q->parts * (is_double ? 1.2e-16 : 6e-8);
	row.plan = p;
	BENCH_ADD(row, teardown_vf, teardown_vd);
}

int main(int argc, char **argv)
{
	static const char *const defaults[] = {NULL};
	static plan plans[2 * KINDS];
	static bench_list list;
	bench_begin(&argc, argv, "gemm [options]: products of small matrices, in one thread\n");
	if (bench_volumes(argc, argv, defaults, &list)) return 2;
	for (int d = 0; d < 2; d++)
		for (int i = 0; i < KINDS; i++) add(&plans[d * KINDS + i], &kinds[i], d);
	return bench_run();
}
