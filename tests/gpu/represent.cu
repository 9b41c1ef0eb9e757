/* tests/gpu/represent.cu: adjoint quarks on a GPU. */
#define LQCD_ADJOINT
#include <lqcd/hmc/device_represent.h>

#include "terms.h"

#define LQCD_REP adj
#include "represent.inc"
