/* lqcd/gauge/device_gauge.h: what gauge/ computes, with gauge fields in the memory of a GPU (field/device_links.h). C++ (nvcc).
 *
 * For the tags gf and gd, on an lqcd_gpu_lattice, as on the host: plaquettes, heat bath, actions, flow, smearing, momenta and
 * boundaries, as plaquette.h, heatbath.h, action_heatbath.h, action.h (but for lqcd_action_staple), flow.h, smear.h, momentum.h and
 * boundary.h have them; with boundaries in time, too.
 *
 * Names, formulas and the text of the site functions are those of the host; numbers differ by rounding, since compilers fuse
 * different multiply-adds. Sums are exact. Errors are kept as device/lattice.h says.
 *
 * Over several processes, each with its device, every call is collective, and results are the same bits on every process grid
 * as on one device: functions that read links of neighbours exchange halos (field/device_links.h), where the host does.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_GAUGE_H
#define LQCD_GPU_GAUGE_H

#include "../field/device_links.h"
#include "action_heatbath.h"
#include "flow.h"
#include "smear.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

#include "../base/lazy.inc"
#define LQCD_TEMPLATE "../gauge/staple.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/plaquette.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/boundary.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/momentum.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/heatbath.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/action.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/action_heatbath.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/flow.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/smear.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/field_strength.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
