/* bench/p2p.c: sums over pairs of points: Gpairs/s of every form.
 *
 *   build/bench/p2p [N ...] [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 * Rows p2p/<form>/<dimensions>x<points>; points in a unit cube, charges in [-1, 1), 256, 1024, 4096 and 16384 of them
 * by default, with one and with all threads. Pairs are those of the sum, N (N - 1), also for the form that evaluates
 * each once. A pair counts 9 flop in two dimensions and 12 in three, with one for the root and one for the division. A
 * row is verified before it is timed, at 64 targets against long double, relative to the sum of |terms|: 1e-14 and
 * 3e-7, and 1e-5 for the forms that add up in float term by term. Forms with a thread or a call per target stop at 4096
 * points. */
#include "common.h"
#include <bench/kernels/p2p_variants.h>

enum { NAIVE, MASKED, FLAT, REDUCTION, NESTED, HIERARCHICAL, SYMMETRIC, FAST, FORMS };
enum { TARGETS = 64, CHUNK = 256 };

static const struct {
	const char *name;
	int most, dimensions; /* points; 3: also in three dimensions */
} form[FORMS] = {
	{"p2p/naive", 4096, 2},      {"p2p/masked", 16384, 3}, {"p2p/flat", 4096, 2},
	{"p2p/reduction", 4096, 2},  {"p2p/nested", 16384, 3}, {"p2p/hierarchical", 16384, 2},
	{"p2p/symmetric", 16384, 3}, {"p2p/fast", 16384, 3},
};

typedef struct {
	int which, dim, n;
	void *memory; /* coordinates, charges, potentials */
} plan;

static void teardown(void *p)
{
	plan *s = (plan *)p;
	lqcd_free(s->memory);
	s->memory = NULL;
}

#define LQCD_TAG vf
#include "p2p.inc"
#define LQCD_TAG vd
#include "p2p.inc"

static void add(plan *p, int which, int dim, int n, int threads, int is_double)
{
	bench_row row;
	const double bytes = (is_double ? 8 : 4) * (double)n * (dim + 2);
	memset(&row, 0, sizeof row);
	p->which = which;
	p->dim = dim;
	p->n = n;
	row.kernel = form[which].name;
	row.tag = is_double ? "vd" : "vf";
	row.storage = is_double ? "f64" : "f32";
	snprintf(row.volume, sizeof row.volume, "%dx%d", dim, n);
	row.threads = threads;
	row.is_double = is_double;
	row.access = ROOF_READ;
	row.sites = n;
	row.pairs = (double)n * (n - 1);
	row.flop = (dim == 3 ? 12 : 9) * row.pairs;
	row.bytes = row.set = bytes;
	row.tolerance = is_double ? 1e-14 : which == SYMMETRIC || which == FAST ? 3e-7 : 1e-5;
	row.plan = p;
	BENCH_ADD(row, teardown, teardown);
}

int main(int argc, char **argv)
{
	static const int usual[] = {256, 1024, 4096, 16384, 0};
	static bench_list list;
	bench_begin(&argc, argv,
		    "p2p [N ...] [--threads=N,...] [options]: sums over pairs of N points\n"
		    "  points: 256 1024 4096 16384 unless said; threads: 1 and all\n");
	if (bench_sizes(argc, argv, usual, 2, 1048576, &list)) return 2;
	plan *plans = (plan *)calloc((size_t)(list.sizes * list.threads * FORMS * 4), sizeof *plans), *next = plans;
	if (!plans) return 1;
	for (int dim = 2; dim <= 3; dim++)
		for (int d = 0; d < 2; d++)
			for (int k = 0; k < FORMS; k++)
				for (int s = 0; s < list.sizes; s++)
					for (int t = 0; t < list.threads; t++)
						if (dim <= form[k].dimensions &&
						    (list.size[s] <= form[k].most || k >= SYMMETRIC))
							add(next++, k, dim, list.size[s], list.thread[t], d);
	const int status = bench_run();
	free(plans);
	return status;
}
