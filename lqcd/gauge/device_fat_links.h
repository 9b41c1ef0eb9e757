/* lqcd/gauge/device_fat_links.h: fat links, their forces and parallelograms on a GPU. C++ (nvcc).
 *
 *   lqcd_fat_links, lqcd_hisq_links, lqcd_reunitarise_links, lqcd_reunitarise_scaled, lqcd_gauge_field_phases
 *                                                 fat_links.h and unitary.h, for lqcd_gauge_field_gf and _gd
 *   lqcd_fat_links_pull_back, lqcd_hisq_pull_back, lqcd_links_kick      fat_links_force.h
 *   lqcd_parallelogram                            parallelogram.h
 *
 * Processes and errors: device_gauge.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_FAT_LINKS_H
#define LQCD_GPU_FAT_LINKS_H

#include "device_gauge.h"
#include "fat_links_force.h"
#include "parallelogram.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../gauge/unitary.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/fat_links.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/fat_links_force.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/parallelogram.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
