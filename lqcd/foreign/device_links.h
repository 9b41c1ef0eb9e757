/* lqcd/foreign/device_links.h: links and clover blocks of a GPU from and to the memory of another code. C++ (nvcc). Opt-in.
 *
 *   status = lqcd_foreign_import_links(&u, &F), lqcd_foreign_export_links(&F, &u)          u a full lqcd_gauge_field_gf or _gd
 *                                              F in memory of the host
 *   status = lqcd_foreign_import_device(view, &F), lqcd_foreign_export_device(&F, view)    of the device: foreign/device_spinors.h
 *   status = lqcd_foreign_clover_add(&D, &C, mu, schur, &why)   foreign/solver.h, D a lqcd_wilson_gf, _gd or _gh: its site term from
 *                                              clover blocks in memory of the host
 *
 * All else: foreign/device_spinors.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_DEVICE_LINKS_H
#define LQCD_FOREIGN_DEVICE_LINKS_H

#include "device_spinors.h"
#include "../dirac/clover.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

#include "../base/lazy.inc"
#define LQCD__FOREIGN_LINKS 1
#define LQCD_TEMPLATE "../foreign/device_fields.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#undef LQCD__FOREIGN_LINKS
#define LQCD_TEMPLATE "../foreign/clover.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
