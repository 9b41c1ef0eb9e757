/* bench/su3.c: an array of links times an array of spinors, in every layout: GB/s of compulsory bytes and GFLOP/s.
 *
 *   build/bench/su3 [L ...] [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 *   su3/complex      the loop in _Complex, [site][colour][spin], as compiled
 *   su3/complex-o3   with -O3 -fcx-limited-range -ffp-contract=fast (gcc alone)
 *   su3/complex-pad  the same, links padded to cache lines
 *   su3/plain        structures of the scalar tag; reals:16 and 12: short links
 *   su3/padded       likewise, links padded to cache lines
 *   su3/vfo          blocks of lanes                  su3/dagger   hopping order, u^dagger
 *   su3/array        [real][site]                     su3/links    hopping order, u v
 *   su3/hopping      hopping order                    su3/copy     hopping order, links alone
 *
 * L x 1024 sites: 1, 16 and 240 unless said (for doubles 0.5 MiB: L2, 8.3 MiB, and 124 MiB: memory; the largest of the
 * source is 3840), one thread and all. 264 flop per site, links times links 198; what rebuilds short links is no work.
 * A row is verified before it is timed, against long double, at every site of small arrays and some of large ones;
 * error is relative to sums of absolute values. */
#include "common.h"

enum { COMPLEX, COMPLEX_O3, COMPLEX_PAD, PLAIN, PADDED, VFO, ARRAY, HOPPING, DAGGER, LINKS, COPY };
enum { CHECKED = 16384 };

typedef struct {
	const char *kernel;
	int what, reals;
} form;

static const form forms[] = {
	{"su3/complex", COMPLEX, 18},
#if defined(__GNUC__) && !defined(__clang__)
	{"su3/complex-o3", COMPLEX_O3, 18},
	{"su3/complex-pad", COMPLEX_PAD, 18},
#endif
	{"su3/plain", PLAIN, 18},
	{"su3/plain", PLAIN, 16},
	{"su3/plain", PLAIN, 12},
	{"su3/padded", PADDED, 18},
	{"su3/vfo", VFO, 18},
	{"su3/array", ARRAY, 18},
	{"su3/hopping", HOPPING, 18},
	{"su3/hopping", HOPPING, 16},
	{"su3/hopping", HOPPING, 12},
	{"su3/dagger", DAGGER, 18},
	{"su3/links", LINKS, 18},
	{"su3/copy", COPY, 18},
};
enum { FORMS = sizeof forms / sizeof *forms };

typedef struct {
	const form *form;
	int n, passes; /* sites; calls of a run */
	lqcd_layout u, psi, r;
	void *links, *spinors; /* as drawn, in plain order */
	void *memory[3];       /* links, spinors and result in their layouts */
} plan;

static void teardown(void *p)
{
	plan *s = (plan *)p;
	lqcd_free(s->links);
	lqcd_free(s->spinors);
	for (int k = 0; k < 3; k++) lqcd_free(s->memory[k]);
	s->links = s->spinors = s->memory[0] = s->memory[1] = s->memory[2] = NULL;
}

#if defined(__GNUC__) && !defined(__clang__)
#define OPTIONS __attribute__((optimize("O3", "cx-limited-range", "fp-contract=fast")))
#else
#define OPTIONS
#endif

typedef float _Complex number_vf;
typedef double _Complex number_vd;

#define LQCD_TAG vf
#include "su3.inc"
#define LQCD_TAG vd
#include "su3.inc"

static void add(plan *p, const form *f, int n, int threads, int is_double)
{
	bench_row row;
	const double word = is_double ? 8 : 4, sites = n;
	const int other = f->what == LINKS ? 18 : 24;
	const double reals = f->what == COPY ? 36 : f->reals + 2 * other;
	memset(&row, 0, sizeof row);
	p->form = f;
	p->n = n;
	p->passes = 1 + 65536 / n;
	row.kernel = f->kernel;
	row.tag = is_double ? "vd" : "vf";
	row.storage = is_double ? "f64" : "f32";
	row.reals = f->reals;
	snprintf(row.volume, sizeof row.volume, "%dx1024", n / 1024);
	row.threads = threads;
	row.is_double = is_double;
	row.access = ROOF_COPY;
	row.sites = sites * p->passes;
	row.flop = f->what == COPY ? 0 : (f->what == LINKS ? 198 : 264) * row.sites;
	row.bytes = reals * word * row.sites;
	row.set = reals * word * sites;
	row.tolerance = 10 * (is_double ? 2.3e-16 : 1.2e-7);
	row.plan = p;
	BENCH_ADD(row, teardown, teardown);
}

int main(int argc, char **argv)
{
	static const int usual[] = {1, 16, 240, 0};
	static bench_list list;
	bench_begin(&argc, argv,
		    "su3 [L ...] [--threads=N,...] [options]: links times spinors, L x 1024 sites\n"
		    "  L: 1 16 240 unless said; threads: 1 and all\n");
	if (bench_sizes(argc, argv, usual, 1, 65536, &list)) return 2;
	plan *plans = (plan *)calloc((size_t)(list.sizes * list.threads * FORMS * 2), sizeof *plans), *next = plans;
	if (!plans) return 1;
	for (int d = 0; d < 2; d++)
		for (int i = 0; i < list.sizes; i++)
			for (int k = 0; k < FORMS; k++)
				for (int t = 0; t < list.threads; t++)
					if (forms[k].what > COMPLEX_PAD || list.thread[t] == 1)
						add(next++, &forms[k], list.size[i] * 1024, list.thread[t], d);
	const int status = bench_run();
	free(plans);
	return status;
}
