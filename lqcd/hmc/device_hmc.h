/* lqcd/hmc/device_hmc.h: hybrid Monte Carlo on a GPU: gauge actions and quarks. C++ (nvcc).
 *
 *   lqcd_hmc_create(&hmc, &there, &chain), _trajectory, ..     hmc/hmc.h: gauge actions, and terms of your own, for gf or gd
 *   lqcd_pseudofermion_gf, _gd                     hmc/pseudofermion.h: two flavours, ratios of masses
 *   lqcd_pseudofermion_create(&pf, &there, mass, bc_t), _create_ratio, _create_for, _term, _destroy
 *   lqcd_multi_pseudofermion_gf, _gd               domain walls
 *   lqcd_pseudofermion_create_domain_wall(&pf, &there, &params, heavier, bc_t), _create_for, _term, _destroy
 *   lqcd_rhmc_gf, _gd                              hmc/rhmc.h: one flavour
 *   lqcd_rhmc_create(&r, &there, mass, bc_t, low, high, error), _create_for, _term, _destroy
 *   lqcd_wilson_dirac_force(&D)                    dirac/wilson_force.h; D with links of 18, 12 or 8 reals
 *   lqcd_domain_wall_dirac_force(&D)               dirac/domain_wall_force.h
 *   lqcd_clover_leaves_add, _logdet, _force        dirac/clover_force.h
 *   lqcd_spectrum_find                             solver/spectrum.h
 *
 * The terms are for lqcd_hmc_gf and _gd, with .clover and the solver's parameters as on the host. Random fields are those of
 * the host, rounded, so that a trajectory is the host's up to rounding. Operators are made from links on the device, in 12
 * reals; nothing but numbers goes to the host in a trajectory. Several processes: as gauge/device_gauge.h says.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_HMC_H
#define LQCD_GPU_HMC_H

#include "../dirac/device_clover.h"
#include "../dirac/device_domain_wall.h"
#include "../solver/device_solver.h"
#include "hmc.h"
#include "pseudofermion.h"
#include "rhmc.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../hmc/term.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/gauge_action.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/hmc.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/clover_force.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/wilson_force.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/domain_wall_force.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/quarks.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/quarks.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/pseudofermion.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/pseudofermion.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/spectrum.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc_quarks.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/rhmc.inc"
#define LQCD_TAGS LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
