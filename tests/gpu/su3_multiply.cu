/* tests/gpu/su3_multiply.cu: links times spinors and links on a GPU, kernels/device_su3_multiply.h, against long double. The checks of
 * a tag, and their bounds, are those of hosts, tests/kernels/su3_multiply.inc. */
#include <math.h>

#include <lqcd/kernels/device_su3_multiply.h>

#include "device.h"

enum { SU3_MULTIPLY_MOST = 1000, ROOM = SU3_MULTIPLY_MOST * (8 * LQCD_NC + LQCD_LAYOUT_LINK) * 2 };

#define TEST_DEVICE
#define TEST_TEMPLATE "../kernels/su3_multiply.inc"
#include "both_tags.inc"
