/* bench/linalg.c: algebra of spinor fields: compulsory GB/s and the fraction of the stream bandwidth of the run.
 *
 *   build/bench/linalg [L or TxXxYxZ ...] [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 * Full fields on 4x8x8x8 (in L2 on usual machines), 16 and 32 (in L3, in memory) unless said, threads one and all. A
 * row is verified before it is timed, against loops over the fields as plain doubles. What reads and writes y is held
 * against the best of y += a x and of streamed triads, copy against copies, sums against reading; see
 * roofline.h. Compiled with -DLQCD_REPRODUCIBLE=0, sums are not exact (tally.h). */
#include "common.h"

#define REALS (8 * LQCD_NC) /* of a spinor */

static const double a = 0.37, b = -0.21;

/* ---- references: what an operation does to doubles x, y; re, im of sums, with bits to spare ---- */

static void copy_reference(size_t n, const double *x, double *y, long double *sum)
{
	(void)sum;
	memcpy(y, x, n * sizeof *y);
}

static void axpy_reference(size_t n, const double *x, double *y, long double *sum)
{
	(void)sum;
	for (size_t i = 0; i < n; i++) y[i] += a * x[i];
}

static void xpay_reference(size_t n, const double *x, double *y, long double *sum)
{
	(void)sum;
	for (size_t i = 0; i < n; i++) y[i] = x[i] + a * y[i];
}

static void caxpy_reference(size_t n, const double *x, double *y, long double *sum)
{
	(void)sum;
	for (size_t i = 0; i < n; i += 2) {
		y[i] += a * x[i] - b * x[i + 1];
		y[i + 1] += a * x[i + 1] + b * x[i];
	}
}

static void norm2_reference(size_t n, const double *x, double *y, long double *sum)
{
	(void)y;
	for (size_t i = 0; i < n; i++) sum[0] += x[i] * x[i];
}

static void dot_reference(size_t n, const double *x, double *y, long double *sum)
{
	for (size_t i = 0; i < n; i += 2) {
		sum[0] += x[i] * y[i] + x[i + 1] * y[i + 1];
		sum[1] += x[i] * y[i + 1] - x[i + 1] * y[i];
	}
}

static void axpy_norm2_reference(size_t n, const double *x, double *y, long double *sum)
{
	axpy_reference(n, x, y, sum);
	norm2_reference(n, y, NULL, sum);
}

enum { COPY, AXPY, XPAY, CAXPY, NORM2, DOT, AXPY_NORM2, OPERATIONS };

static const struct {
	const char *name;
	int flop, words, fields, access; /* per real: operations, words moved; fields touched */
	void (*reference)(size_t n, const double *x, double *y, long double *sum);
} operation[OPERATIONS] = {
	{"linalg/copy", 0, 2, 2, ROOF_COPY, copy_reference},
	{"linalg/axpy", 2, 3, 2, ROOF_UPDATE, axpy_reference},
	{"linalg/xpay", 2, 3, 2, ROOF_UPDATE, xpay_reference},
	{"linalg/caxpy", 4, 3, 2, ROOF_UPDATE, caxpy_reference},
	{"linalg/norm2", 2, 1, 1, ROOF_READ, norm2_reference},
	{"linalg/dot", 4, 2, 2, ROOF_READ, dot_reference},
	{"linalg/axpy_norm2", 4, 3, 2, ROOF_UPDATE, axpy_norm2_reference},
};

typedef struct {
	int which;
	const bench_volume *v;
	lqcd_lattice lat;
	void *x, *y; /* fields of the tag */
	double sum[2];
} plan;

#define LQCD_TAG vf
#include "linalg.inc"
#define LQCD_TAG vd
#include "linalg.inc"

static void add(plan *p, int which, const bench_volume *v, int threads, int is_double)
{
	bench_row row;
	const int *e = v->extent;
	const double numbers = (double)e[0] * e[1] * e[2] * e[3] * REALS, size = is_double ? 8 : 4;
	memset(&row, 0, sizeof row);
	p->which = which;
	p->v = v;
	row.kernel = operation[which].name;
	row.tag = is_double ? "vd" : "vf";
	row.storage = is_double ? "f64" : "f32";
	memcpy(row.volume, v->name, sizeof row.volume);
	row.threads = threads;
	row.is_double = is_double;
	row.access = operation[which].access;
	row.sites = numbers / REALS;
	row.flop = operation[which].flop * numbers;
	row.bytes = operation[which].words * size * numbers;
	row.set = operation[which].fields * size * numbers;
	row.tolerance = is_double ? 1e-13 : 1e-6;
	row.plan = p;
	BENCH_ADD(row, teardown_vf, teardown_vd);
}

int main(int argc, char **argv)
{
	static const char *const defaults[] = {"4x8x8x8", "16", "32", NULL};
	static bench_list list;
	bench_begin(&argc, argv,
		    "linalg [L or TxXxYxZ ...] [--threads=N,...] [options]: algebra of spinor fields\n"
		    "  volumes: 4x8x8x8 16 32 unless said; threads: 1 and all\n");
	if (bench_volumes(argc, argv, defaults, &list)) return 2;
	plan *plans = (plan *)calloc((size_t)(list.volumes * list.threads * OPERATIONS * 2), sizeof *plans),
	     *next = plans;
	if (!plans) return 1;
	for (int v = 0; v < list.volumes; v++)
		for (int d = 0; d < 2; d++) {
			if (!bench_lanes_fit(list.volume + v, d ? LQCD_LANES_vd : LQCD_LANES_vf)) continue;
			for (int k = 0; k < OPERATIONS; k++)
				for (int t = 0; t < list.threads; t++)
					add(next++, k, list.volume + v, list.thread[t], d);
		}
	const int status = bench_run();
	free(plans);
	return status;
}
