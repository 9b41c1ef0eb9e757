/* tests/gpu/stencil.cu: the stencil of a GPU, gpu/stencil.h. The checks of a tag are in stencil.inc: a step against
 * long double, with the bound of kernels/stencil.h, and many steps against as many single ones. */
#include <math.h>

#include <lqcd/gpu/stencil.h>

#include "device.h"

enum { MOST = 300 * 700 };

#define LQCD_TAG f
#include "stencil.inc"
#define LQCD_TAG d
#include "stencil.inc"

int main(void)
{
	gpu_begin();
	check_f();
	check_d();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
