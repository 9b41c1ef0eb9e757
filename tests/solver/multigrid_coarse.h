/* tests/solver/multigrid_coarse.h: multigrid_coarse.inc for the tags of the tests of hosts. */
#ifndef LQCD_TESTS_MULTIGRID_COARSE_H
#define LQCD_TESTS_MULTIGRID_COARSE_H

#include <lqcd/solver/multigrid.h>

#define LQCD_TAG f
#include "multigrid_coarse.inc"
#define LQCD_TAG vf
#include "multigrid_coarse.inc"

#endif
