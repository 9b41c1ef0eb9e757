/* tests/gpu/stencil.cu: the stencil of a GPU, kernels/device_stencil.h. The checks of a tag are in stencil.inc: a step against
 * long double, with the bound of kernels/stencil.h, and many steps against as many single ones. */
#include <math.h>

#include <lqcd/kernels/device_stencil.h>

#include "device.h"

enum { MOST = 300 * 700 };

#define TEST_TEMPLATE "stencil.inc"
#include "both_tags.inc"
