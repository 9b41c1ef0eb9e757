/* lqcd/solver/device_domain_wall.h: solves with domain wall quarks on a GPU (dirac/device_domain_wall.h). C++ (nvcc).
 *
 *   lqcd_domain_wall_solve, _propagate       solver/domain_wall.h, with tags gf and gd; eta and q: as there
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_DOMAIN_WALL_SOLVER_H
#define LQCD_GPU_DOMAIN_WALL_SOLVER_H

#include "../dirac/device_domain_wall.h"
#include "device_multi.h"
#include "domain_wall.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../solver/domain_wall.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
