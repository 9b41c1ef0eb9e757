/* tests/gpu/represent_sym.cu: symmetric quarks on a GPU. */
#define LQCD_SYMMETRIC
#include <lqcd.h>
#include <lqcd/hmc/represent.h>

#include "terms.h"

#define LQCD_REP sym
#include "represent.inc"
