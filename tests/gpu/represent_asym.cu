/* tests/gpu/represent_asym.cu: antisymmetric quarks on a GPU. */
#define LQCD_ANTISYMMETRIC
#include <lqcd.h>
#include <lqcd/hmc/represent.h>

#include "terms.h"

#define LQCD_REP asym
#include "represent.inc"
