/* lqcd/foreign/device_colour.h: device_spinors.h for colour vectors of staggered quarks: lqcd_spinor_field_gf_ks, _gd_ks, _gh_ks and
 * LQCD_FOREIGN_VECTORS. C++ (nvcc). Opt-in.
 *
 *   lqcd_foreign_import_spinors, lqcd_foreign_export_spinors, lqcd_foreign_import_device, lqcd_foreign_export_device
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_DEVICE_COLOUR_H
#define LQCD_FOREIGN_DEVICE_COLOUR_H

#include "../field/colour.h"
#include "device_spinors.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"
#define LQCD_REP ks
#define LQCD__FOREIGN_LINKS 0
#define LQCD_TEMPLATE "../foreign/device_fields.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#undef LQCD__FOREIGN_LINKS
#undef LQCD_REP
#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
