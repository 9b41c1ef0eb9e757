/* tests/unit/launch.c: site functions (lqcd/field/launch.h) give the same bits whoever runs them: a launch over all
 * sites or piece by piece, on 1, 2 and 3 threads, or a plain loop over the indices, in reverse order. The checks of
 * one tag are in launch.inc. */
#define LQCD_PARALLEL_MIN 1 /* small fields run in threads too */
#include "expect.h"

#include <lqcd/field/linalg.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/gauge/heatbath.h>

#include "../support.h"

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
			LQCD_PIECE_FOR(type, ixp) LQCD_LAUNCH_PIECE(site, args, type, ixp);                            \
		else if ((variant) == REVERSE)                                                                         \
			for (int p = (type)->local_master_pieces - 1; p >= 0; p--)                                     \
				for (int ix = (type)->master_end[p]; ix >= (type)->master_start[p]; ix--)              \
					site(args, ix);                                                                \
		else                                                                                                   \
			LQCD_LAUNCH(site, args, type);                                                                 \
	} while (0)

#define TEST_TEMPLATE "unit/launch.inc"
#define TEST_STORED
#include "../each_tag.inc"

int main(void)
{
	static const int extents[2][4] = {{8, 4, 4, 8}, {8, 8, 8, 4}};
	for (int k = 0; k < 2; k++) {
		EACH_STORED_TAG(check_spinors, (extents[k]));
		EACH_TAG(check_links, (extents[k]));
	}
	return tap_done();
}
