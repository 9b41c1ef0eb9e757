/* lqcd/hmc/device_hmc.h: hybrid Monte Carlo on a GPU: gauge actions and quarks. C++ (nvcc).
 *
 * For the tags gf and gd, on an lqcd_gpu_lattice, as on the host: hmc/hmc.h, with gauge actions and terms of your own;
 * hmc/pseudofermion.h, with ratios of masses and domain walls (lqcd_multi_pseudofermion_gf, _gd); hmc/rhmc.h; dirac/wilson_force.h,
 * of operators with links of 18, 12 or 8 reals; dirac/domain_wall_force.h; dirac/clover_force.h; lqcd_spectrum_find
 * (solver/spectrum.h).
 *
 * The terms are for lqcd_hmc_gf and _gd, with .clover and the solver's parameters as on the host. Random fields are those of
 * the host, rounded, so that a trajectory is the host's up to rounding. Operators are made from links on the device, in 12
 * reals; nothing but numbers goes to the host in a trajectory. Several processes: as gauge/device_gauge.h says.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_HMC_H
#define LQCD_GPU_HMC_H

#include "../dirac/device_wilson.h"
#include "../solver/device_solver.h"
#include "hmc.h"
#include "pseudofermion.h"
#include "rhmc.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#define LQCD_TEMPLATE "../hmc/term.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/gauge_action.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/hmc.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/clover_force.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/wilson_force.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/domain_wall_force.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/quarks.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/pseudofermion.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED + LQCD_DEVICE_MULTI_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/spectrum.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc_quarks.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
