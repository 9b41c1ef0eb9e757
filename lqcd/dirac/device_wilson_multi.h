/* lqcd/dirac/device_wilson_multi.h: the Wilson operator on many right-hand sides (wilson_multi.h) on a GPU. C++ (nvcc).
 *
 *   lqcd_wilson_multi_hop_xpay, lqcd_wilson_multi_dirac        as in wilson_multi.h
 *   lqcd_wilson_hop, _hop_xpay                                 the same: multi-fields of a device are spinor fields
 *
 * with the tags gf, gd, gh. The right-hand sides of a site share its links.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_WILSON_MULTI_H
#define LQCD_GPU_WILSON_MULTI_H

#include "../field/device_linalg.h"
#include "device_wilson.h"
#include "wilson_multi.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/wilson_multi.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
