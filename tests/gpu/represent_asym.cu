/* tests/gpu/represent_asym.cu: antisymmetric quarks on a GPU. */
#define LQCD_ANTISYMMETRIC
#include <lqcd/hmc/device_represent.h>

#include "terms.h"

#define LQCD_REP asym
#include "represent.inc"
