/* lqcd/solver/device_multi.h: the solvers of solver/multi.h for many right-hand sides on a GPU. C++ (nvcc).
 *
 *   lqcd_wilson_solve_multi(&x, &D, &b, method, &params, results), lqcd_multi_solve               as in solver/multi.h
 *
 * with the tags gf and gd; fields: field/device_linalg.h, the operator: dirac/device_wilson.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_MULTI_H
#define LQCD_GPU_MULTI_H

#include "device_solver.h"
#include "multi.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#include "device_multi_solvers.inc"

#define LQCD_TEMPLATE "../solver/mixed.inc"
#define LQCD_TAGS LQCD_DEVICE_MIXED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_MANY
#define LQCD_TAG gd
#define LQCD_LOW gf
#include "dirac_mixed.inc"
#undef LQCD_MANY

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
