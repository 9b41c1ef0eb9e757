/* tests/gpu/loops.cu: heat bath and overrelaxation with rectangles, Polyakov and Wilson loops and what they need on a GPU,
 * against the host: the same bits where kernels run on the host. The checks of a tag are in loops.inc. */
#include <lqcd.h>
#include <lqcd/observables/device_loops.h>

#include "device.h"

/* Numbers of the device are those of the host. */
static int same(const double *here, const double *there, int n, double eps)
{
	int bad = 0;
	for (int k = 0; k < n; k++) {
		const double off = fabs(here[k] - there[k]);
		bad += LQCD_DEVICE_COMPILER ? !(off <= eps) : !(off <= 0);
	}
	return !bad;
}

#define TEST_TEMPLATE "loops.inc"
#include "both_tags.inc"
