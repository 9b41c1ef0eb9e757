/* lqcd/observables/device_staggered.h: measurements with staggered quarks on a GPU. C++ (nvcc).
 *
 *   lqcd_staggered_meson, _shift, _taste, _pion, _condensate      observables/staggered.h, in gf_ks and gd_ks
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_STAGGERED_OBSERVABLES_H
#define LQCD_GPU_STAGGERED_OBSERVABLES_H

#include "../solver/device_staggered.h"
#include "staggered.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#define LQCD_TEMPLATE "../observables/staggered.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
