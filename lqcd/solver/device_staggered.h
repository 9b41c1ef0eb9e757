/* lqcd/solver/device_staggered.h: the solvers for staggered quarks (staggered.h) on a GPU. C++ (nvcc).
 *
 *   lqcd_dirac_solve, lqcd_dirac_solve_mixed, lqcd_solve, lqcd_mixed, lqcd_multishift, lqcd_schur_create,
 *   lqcd_multi_dirac_solve                        mixed: gd_ks with gf_ks or gh_ks
 *   lqcd_spectrum_find                            spectrum.h
 *
 * for the operators of dirac/device_staggered.h. On one process CG runs ahead of the host (device/async.h). Multishift, spectra and
 * solves of many right-hand sides are for gf_ks and gd_ks alone.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_STAGGERED_SOLVER_H
#define LQCD_GPU_STAGGERED_SOLVER_H

#include "../dirac/device_staggered.h"
#include "device_solver.h"
#include "spectrum.h"
#include "staggered.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#include "device_solvers.inc"
#define LQCD_TEMPLATE "../solver/spectrum.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
