/* lqcd/hmc/device_staggered.h: staggered quarks in hybrid Monte Carlo on a GPU. C++ (nvcc).
 *
 *   lqcd_staggered_rhmc_create(&r, &there, &p), _add, _add_powers, _term, _destroy        hmc/staggered.h, for lqcd_hmc_gf, _gd
 *   lqcd_symanzik_create(&gauge, &there, &c)                                              hmc/symanzik.h, for the same
 *   lqcd_staggered_outer, lqcd_staggered_odd      dirac/staggered_force.h
 *
 * Numbers are those of the host up to rounding: so is a trajectory.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_STAGGERED_HMC_H
#define LQCD_GPU_STAGGERED_HMC_H

#include "../solver/device_staggered.h"
#include "device_hmc.h"
#include "staggered.h"
#include "symanzik.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../hmc/symanzik.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#define LQCD_TEMPLATE "../dirac/staggered_force.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/staggered.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
