/* tests/gpu/gauge.cu: gauge fields of a GPU, gpu/gauge.h, against the host. The checks of a tag are in gauge.inc. */
#include <lqcd/gpu/gauge.h>

#include "device.h"

#define TEST_TEMPLATE "gauge.inc"
#include "both_tags.inc"
