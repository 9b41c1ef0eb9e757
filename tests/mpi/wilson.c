/* tests/mpi/wilson.c: the Wilson operator over MPI: in every tag and storage of links, with clover term and twisted
 * mass (its determinant, too), on one and on several right-hand sides, and in Schwarz iterations, what comes out on all ranks together is, bit for
 * bit, what comes out on one; and what is sent is one half-spinor for each site beyond the borders. Outputs and receive
 * buffers hold NaN before. */
#include <lqcd/dirac/clover.h>
#include <lqcd/dirac/wilson_multi.h>
#include <lqcd/solver/sap.h>

#include "ranks.h"

enum { HOP, HALVES, XPAY, APPLY, GAMMA5, SCHUR, RHS, SOLUTION, OPERATIONS };

#define TEST_STORED
#define TEST_TEMPLATE "../mpi/wilson.inc"
#include "../support/each_tag.inc"
#define TEST_TEMPLATE "../mpi/wilson_multi.inc"
#include "../support/each_tag.inc"

#define LQCD_TAG d
#include "wilson_sap.inc"
#define LQCD_TAG vf
#include "wilson_sap.inc"

static void test_wilson(void)
{
	/* With lanes in cut directions and without, and too small for lanes; the second is cut into pieces without inner
	 * blocks. */
	static const int extents[3][4] = {{8, 8, 8, 8}, {4, 4, 8, 16}, {8, 4, 4, 4}};
	for (int k = 0; k < 3; k++) {
		EACH_STORED_TAG(check_wilson, (extents[k]));
		EACH_TAG(check_multi, (extents[k]));
		check_sap_d(extents[k]);
		check_sap_vf(extents[k]);
	}
}
