/* tests/field/launch.c: site functions (lqcd/field/launch.h) give the same bits whoever runs them: a launch over all
 * sites or piece by piece, on 1, 2 and 3 threads, or a plain loop over the indices, in reverse order. The checks of
 * one tag are in launch.inc. */
#include "../support/expect.h"

#include <lqcd/field/linalg.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/gauge/heatbath.h>

#include "../support/support.h"

#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
#include <omp.h>
#endif

/* The ways to run a site function. */
enum { ALL, PIECES, REVERSE, TWO_THREADS, THREE_THREADS, VARIANTS };

static const char *const variant_name[VARIANTS] = {"all sites", "piece by piece", "in reverse order", "two threads",
						   "three threads"};

static void set_threads(int variant)
{
#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
	omp_set_num_threads(variant == TWO_THREADS ? 2 : variant == THREE_THREADS ? 3 : 1);
#else
	(void)variant;
#endif
}

/* A site function over all blocks of a geometry, as a variant says. */
#define RUN(site, args, type, variant)                                                                                 \
	do {                                                                                                           \
		set_threads(variant);                                                                                  \
		if ((variant) == PIECES)                                                                               \
			LQCD_PIECE_FOR(type, ixp) LQCD_SITE_FOR(type, ixp, ix) site(args, ix);                         \
		else if ((variant) == REVERSE)                                                                         \
			for (int p = (type)->local_master_pieces - 1; p >= 0; p--)                                     \
				for (int ix = (type)->master_end[p]; ix >= (type)->master_start[p]; ix--)              \
					site(args, ix);                                                                \
		else                                                                                                   \
			LQCD__RUN(site, args, type);                                                                   \
	} while (0)

#define TEST_TEMPLATE "../field/launch.inc"
#define TEST_STORED
#include "../support/each_tag.inc"

/* Site functions of maxima. */
static double value_at(const double *v, int ix)
{
	return v[ix];
}

LQCD__LOOP_MAX(value_at, double)

static double value_at_next(const double *v, int ix, int next)
{
	return next < 0 || next == ix + 1 ? v[ix] : 1e300;
}
LQCD__LOOP_NEXT_MAX(value_at_next, double)

/* A maximum is that of a plain loop, and NaN if one number is. */
static void check_maxima(const int *extent)
{
	lqcd_lattice lat;
	const lqcd_geometry *g;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_lattice_geometry(&lat, LQCD_FULL, 1, &g));
	double *v = (double *)malloc((size_t)g->gsize_spinor * sizeof *v);
	must(v ? LQCD_OK : LQCD_ERR_MEMORY);
	for (int n = 0; n < 8; n++) {
		const int broken = n % 2;
		double want = -1, most = -1, most_next = -1;
		for (int ix = 0; ix < g->gsize_spinor; ix++) v[ix] = tap_random();
		for (int ix = 0; ix < g->master_end[g->local_master_pieces - 1] + 1; ix++)
			if (v[ix] > want) want = v[ix];
		if (broken) v[tap_random_u64() % (uint64_t)(g->master_end[g->local_master_pieces - 1] + 1)] = lqcd_nan();
		set_threads(n < 4 ? ALL : THREE_THREADS);
		most = lqcd__run_max(&lat.team, lqcd__full_range(g), value_at_loop, v, 1, most);
		most_next = lqcd__run_max(&lat.team, lqcd__full_range(g), value_at_next_loop, v, 1, most_next);
		const int good = broken ? most != most && most_next != most_next
					: !(most < want) && !(most > want) && !(most_next < want) && !(most_next > want);
		tap_ok(good, "maxima over %d sites%s: %g, %g", g->gsize_spinor, broken ? " of which one is NaN" : "", most, most_next);
	}
	free(v);
	lqcd_lattice_destroy(&lat);
}

static void test_launch(void)
{
	static const int extents[2][4] = {{8, 4, 4, 8}, {8, 8, 8, 4}};
	test_parallel_min = 1; /* small fields run in threads too */
	for (int k = 0; k < (SANITIZED ? 1 : 2); k++) {
		check_maxima(extents[k]);
		EACH_STORED_TAG(check_spinors, (extents[k]));
		EACH_TAG(check_links, (extents[k]));
	}
}
