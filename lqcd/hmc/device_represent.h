/* lqcd/hmc/device_represent.h: quarks in other representations of SU(N) on a GPU. C++ (nvcc).
 *
 *   option               tags                        see gauge/represent.h
 *   LQCD_ADJOINT         gf_adj gd_adj gh_adj
 *   LQCD_SYMMETRIC       gf_sym gd_sym gh_sym
 *   LQCD_ANTISYMMETRIC   gf_asym gd_asym gh_asym     N > 2
 *
 *   lqcd_gauge_field_gd u;                             links of SU(N): gauge/device_gauge.h
 *   lqcd_gauge_field_gd_adj v;
 *   lqcd_gauge_field_create(&v, &there, LQCD_FULL);    gf and gd; put, get, unit, copy as of u
 *   lqcd_gauge_field_represent(&v, &u);                v = rho(u), computed on the device
 *   lqcd_gauge_field_pull_back(&p, &w);                forces: p += the pull-back of w
 *   lqcd_wilson_create(&D, &v, mass, LQCD_ANTIPERIODIC);
 *
 * Tags of representations have fields and their algebra (field/device_field.h, field/device_linalg.h), the Wilson operator
 * and its clover term and twisted mass (dirac/device_wilson.h), solvers with reliable updates (solver/device_solver.h), pseudofermions and RHMC
 * (hmc/device_hmc.h), and lqcd_represented_create, _term, _destroy (hmc/represent.h) for lqcd_hmc_gf and _gd. Operators store
 * adjoint links as real numbers: half the bytes. Links without their last row as on the host: up to dimension 8, not
 * adjoint ones; of 8 reals: none. There are no domain walls, operators on several right-hand sides, multigrid or
 * lqcd_gpu_inverter: their names do not exist for these tags. Processes, errors, statuses: device/lattice.h. Numbers are those
 * of the host up to rounding.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_REPRESENT_H
#define LQCD_GPU_REPRESENT_H

#include "device_hmc.h"
#include "represent.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#define LQCD_TEMPLATE "../gauge/represent.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/represent.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
