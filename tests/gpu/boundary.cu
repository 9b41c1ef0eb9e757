/* tests/gpu/boundary.cu: lattices with ends in time, and twisted quarks, on a GPU against the host. The checks of a tag are in
 * boundary.inc. */
#include <lqcd.h>

#include "device.h"

static const char *const kinds[4] = {"periodic, twisted", "open", "SF", "open-SF"};

#define TEST_TEMPLATE "boundary.inc"
#include "both_tags.inc"
