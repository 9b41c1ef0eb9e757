/* lqcd/solver/device_domain_wall.h: solves with domain wall quarks on a GPU (dirac/device_wilson.h). C++ (nvcc).
 *
 *   lqcd_quark_gd quark = lqcd_quark_from_domain_wall(&D, &low, method)       solver/domain_wall.h, with tags gd and gf; low: or NULL
 *   s = lqcd_inverter_create_by(&inv, &quark)                an lqcd_gpu_inverter (solver/device_inverter.h); x and b: as there
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_DOMAIN_WALL_SOLVER_H
#define LQCD_GPU_DOMAIN_WALL_SOLVER_H

#include "../dirac/device_wilson.h"
#include "device_inverter.h"
#include "device_multi.h"
#include "domain_wall.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TAG gd
#define LQCD_LOW gf
#include "domain_wall.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
