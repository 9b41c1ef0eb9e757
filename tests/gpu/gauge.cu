/* tests/gpu/gauge.cu: gauge fields of a GPU against the host; and fields in
 * foreign memory, foreign/device_links.h, of the host and of the device, against the same of the host. The checks of a tag are in gauge.inc. */
#include "../support/alloc_hook.h"

#define LQCD__GPU_STAGE 65536 /* fields go in pieces */

#include <lqcd/foreign/codes.h>
#include <lqcd/foreign/device_links.h>
#include <lqcd.h>

#include "device.h"

#define TEST_TEMPLATE "gauge.inc"
#include "both_tags.inc"
