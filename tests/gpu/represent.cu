/* tests/gpu/represent.cu: adjoint quarks on a GPU. */
#define LQCD_ADJOINT
#include <lqcd.h>
#include <lqcd/hmc/represent.h>

#include "terms.h"

#define LQCD_REP adj
#include "represent.inc"
