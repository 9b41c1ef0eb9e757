/* tests/gpu/stencil.cu: the stencil of a GPU, gpu/stencil.h. The checks of a tag are in stencil.inc: a step against
 * long double, with the bound of kernels/stencil.h, and many steps against as many single ones. Without a device it
 * ends with status 77; compiled by another compiler than nvcc, kernels run on the host (gpu/device.h). */
#include <math.h>

#include <lqcd/gpu/stencil.h>

#include "../support.h"

enum { MOST = 300 * 700 };

static lqcd_gpu gpu;
static lqcd_message why;

#define done(call) done_or_stop(call, #call)
static void done_or_stop(lqcd_status status, const char *call)
{
	if (status != LQCD_OK) printf("# %s\n", why.text);
	must_be_ok(status, call);
}

#define LQCD_TAG f
#include "stencil.inc"
#define LQCD_TAG d
#include "stencil.inc"

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
