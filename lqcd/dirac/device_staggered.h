/* lqcd/dirac/device_staggered.h: the operators of dirac/staggered.h on a GPU. C++ (nvcc).
 *
 *   lqcd_staggered_create(&D, &F, &L, m)          lqcd_staggered_gf_ks, _gd_ks, _gh_ks; F, L: lqcd_gauge_field_gf for _gf_ks and
 *                                                 _gh_ks, _gd for _gd_ks, with phases (gauge/device_gauge.h); L: NULL for hops of one link
 *                                                 alone
 *   lqcd_staggered_create_as(&D, &F, &L, m, storage)      long links in 18, 13 or 9 reals
 *   lqcd_dirac_gd_ks d = lqcd_staggered_dirac(&D) the view for solvers
 *   lqcd_multi_dirac_gd_ks d = lqcd_multi_staggered_dirac(&D)     the same for lqcd_multi_spinor_field_gd_ks (field/device_colour.h)
 *   lqcd_staggered_destroy(&D)
 *
 * Formulas, masses and aliasing are those of the host, and numbers are, up to rounding. Kernels are the
 * site functions of the host but for the hop. D has the links that a site needs side by side, minus the adjoints of those from
 * behind, as the host stores them: F as matrices of 18 reals, L in 18, 13 or 9 (site/staggered_compress.h; 3 colours, 9 not with
 * gh_ks). create takes 13 if L is one factor times matrices of U(3) up to rounding, as that of asqtad and HISQ is, else 18;
 * create_as refuses L that are none, as on the host. Links are read past the first cache; F and L may be
 * destroyed. A hop into one parity is one launch; compulsory bytes of a site (gf, gd, gh):
 *
 *   L in 18 reals 1200, 2400, 608      13: 1040, 2080, 544      9: 912, 1824      no L: 624, 1248, 320
 *
 * On one process CG runs ahead of the host (device/async.h). Errors: device/lattice.h; create: LQCD_ERR_ARGUMENT (a mass not above 0,
 * NULL, ends or twists, a storage that L does not have), LQCD_ERR_GEOMETRY (another lattice, not full), LQCD_ERR_EXTENT,
 * LQCD_ERR_MEMORY, LQCD_ERR_DEVICE.
 *
 * Over several processes, each with its device, every call is collective, and results are the same bits on every process grid as
 * on one device. A hop packs the vectors of the three sites (without L: of one) next to each border, computes the sites that are
 * further inside while those travel (device/halo.h), then the others. create exchanges halos of F and L, brings L nearer in two fields
 * that it destroys again, and allocates the halo of one vector; the first hop on more right-hand sides than before allocates
 * more. Three links must not reach past the next process: with L and in directions that the process grid cuts, local extents are at
 * least 4, else create returns LQCD_ERR_EXTENT.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_STAGGERED_H
#define LQCD_GPU_STAGGERED_H

#include "../field/device_colour.h"
#include "../gauge/device_fat_links.h"
#include "device_wilson.h"
#include "staggered.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

enum { LQCD__KS_SHORT = 3 }; /* no long links; else a form is an lqcd_long_storage */

#include "../device/lazy.inc"

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#define LQCD_TEMPLATE "../dirac/colour_types.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_links.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/device_staggered.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_dirac.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_dirac.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
