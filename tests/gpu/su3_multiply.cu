/* tests/gpu/su3_multiply.cu: links times spinors and links on a GPU, kernels/device_su3_multiply.h, against kernels/su3_multiply.h
 * in double. The checks of a tag are in su3_multiply.inc. */
#include <math.h>

#include <lqcd/kernels/device_su3_multiply.h>

#include "device.h"

/* Sites; reals of a spinor; of what has room for a spinor or a link. */
enum { MOST = 1000, SPINOR = 8 * LQCD_NC, ROOM = 8 * LQCD_NC + 2 * LQCD_NC * LQCD_NC };

/* Two sets of links, the spinors and the expected spinors of all sites. */
static double links[2][MOST * LQCD_LAYOUT_LINK], spinors[MOST * SPINOR], want[MOST * SPINOR];

#define TEST_TEMPLATE "su3_multiply.inc"
#include "both_tags.inc"
