/* lqcd/field/device_colour.h: fields of colour vectors in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_spinor_field_gf_ks, _gd_ks, _gh_ks       colour vectors: names and layout of device_field.h (24, 48 or 16 bytes of a site,
 *                                                 of 16 bits with the norm), algebra of device_linalg.h, _gaussian;
 *                                                 put and get from and to those of the host
 *   lqcd_colour_point, lqcd_colour_wall           colour.h
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_COLOUR_H
#define LQCD_GPU_COLOUR_H

#include "colour.h"
#include "device_linalg.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#define LQCD_TEMPLATE "../field/device_field.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/device_linalg.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/gaussian.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/colour.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
