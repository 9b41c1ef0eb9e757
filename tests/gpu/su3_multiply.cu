/* tests/gpu/su3_multiply.cu: links times spinors and links on a GPU, gpu/su3_multiply.h, against kernels/su3_multiply.h
 * in double. The checks of a tag are in su3_multiply.inc. Without a device it ends with status 77; compiled by another
 * compiler than nvcc, kernels run on the host (gpu/device.h). */
#include <math.h>

#include <lqcd/gpu/su3_multiply.h>

#include "../support.h"

/* Sites; reals of a spinor; of what has room for a spinor or a link. */
enum { MOST = 1000, SPINOR = 8 * LQCD_NC, ROOM = 8 * LQCD_NC + 2 * LQCD_NC * LQCD_NC };

static lqcd_gpu gpu;
static lqcd_message why;

#define done(call) done_or_stop(call, #call)
static void done_or_stop(lqcd_status status, const char *call)
{
	if (status != LQCD_OK) printf("# %s\n", why.text);
	must_be_ok(status, call);
}

/* Of all sites: two sets of links and spinors, and what is wanted. */
static double links[2][MOST * LQCD_LAYOUT_LINK], spinors[MOST * SPINOR], want[MOST * SPINOR];

#define LQCD_TAG f
#include "su3_multiply.inc"
#define LQCD_TAG d
#include "su3_multiply.inc"

int main(void)
{
	if (lqcd_gpu_count() == 0) return 77;
	must(lqcd_gpu_open(&gpu, 0, &why));
	tap_diag("%s, %d processors", gpu.name, gpu.processors);
	check_f();
	check_d();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
