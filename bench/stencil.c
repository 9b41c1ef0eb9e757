/* bench/stencil.c: the 2D stencil: every form of lqcd/kernels/stencil.h. A site update is 6 flop: Gsites/s are
 * GFLOP/s over 6.
 *
 *   build/bench/stencil [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 *   stencil/scalar   one number at a time             stencil/hopping  hopping order
 *   stencil/plain    the loop as compiled with -O3    stencil/sweeps   hopping order, blocked in time: 24 steps
 *   stencil/vfo      registers, unaligned reads       stencil/in_place hopping order, in place
 *
 * Squares of 512, 1024 and 2048, with one and with all threads by default; tags are vf and vd also for forms without
 * registers. A row is verified before it is timed, at rows around the edge and the middle, against long double,
 * relative to the largest number. Bytes are a read and a write of the array per step; sweeps does several steps per
 * read and write. Volumes, arguments of the other benchmarks, are parsed and ignored. */
#include "common.h"

enum { SCALAR, PLAIN, VFO, HOPPING, IN_PLACE, SWEEPS, FORMS };
enum { SIZES = 3, STEPS = 24, WINDOW = 4 };

static const char *const form_name[FORMS] = {"stencil/scalar",  "stencil/plain",    "stencil/vfo",
					     "stencil/hopping", "stencil/in_place", "stencil/sweeps"};
static const int size[SIZES] = {512, 1024, 2048};
static const double weight = 0.15;

typedef struct {
	int form, n, steps;
	void *start, *in, *out; /* random numbers in plain order; input and output of a form */
} plan;

static void teardown(void *p)
{
	plan *s = (plan *)p;
	lqcd_free(s->start);
	lqcd_free(s->in);
	lqcd_free(s->out);
	s->start = s->in = s->out = NULL;
}

#define LQCD_TAG vf
#include "stencil.inc"
#define LQCD_TAG vd
#include "stencil.inc"

static void add(plan *p, int form, int n, int threads, int is_double)
{
	bench_row row;
	const double sites = (double)n * n, word = is_double ? 8 : 4;
	memset(&row, 0, sizeof row);
	p->form = form;
	p->n = n;
	p->steps = form == SWEEPS ? STEPS : 1;
	row.kernel = form_name[form];
	row.tag = is_double ? "vd" : "vf";
	row.storage = is_double ? "f64" : "f32";
	snprintf(row.volume, sizeof row.volume, "%dx%d", n, n);
	row.threads = threads;
	row.is_double = is_double;
	row.access = form == IN_PLACE ? ROOF_UPDATE : ROOF_COPY;
	row.sites = sites * p->steps;
	row.flop = 6 * row.sites;
	row.bytes = 2 * word * row.sites / (form == SWEEPS ? LQCD__STENCIL_LEVELS : 1);
	row.set = (form == IN_PLACE ? 1 : 2) * word * sites;
	row.tolerance = 6 * (p->steps + 1) * (is_double ? 2.3e-16 : 1.2e-7);
	row.plan = p;
	BENCH_ADD(row, teardown, teardown);
}

int main(int argc, char **argv)
{
	static const char *const defaults[] = {NULL};
	static plan plans[2 * FORMS * SIZES * BENCH_THREADS];
	static bench_list list;
	plan *next = plans;
	bench_begin(&argc, argv, "stencil [--threads=N,...] [options]: the 2D stencil; threads: 1 and all\n");
	if (bench_volumes(argc, argv, defaults, &list)) return 2;
	for (int d = 0; d < 2; d++)
		for (int i = 0; i < SIZES; i++)
			for (int form = 0; form < FORMS; form++)
				for (int t = 0; t < list.threads; t++) add(next++, form, size[i], list.thread[t], d);
	return bench_run();
}
