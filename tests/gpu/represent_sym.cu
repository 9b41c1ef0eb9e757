/* tests/gpu/represent_sym.cu: symmetric quarks on a GPU. */
#define LQCD_SYMMETRIC
#include <lqcd/hmc/device_represent.h>

#include "terms.h"

#define LQCD_REP sym
#include "represent.inc"
