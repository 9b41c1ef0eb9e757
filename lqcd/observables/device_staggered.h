/* lqcd/observables/device_staggered.h: staggered quarks of dirac/staggered.h on a GPU. C++ (nvcc).
 *
 *   lqcd_fat_links, lqcd_hisq_links, lqcd_reunitarise_links, lqcd_reunitarise_scaled, lqcd_gauge_field_phases
 *                                                 gauge/fat_links.h and unitary.h, for lqcd_gauge_field_gf and _gd
 *   lqcd_spinor_field_gf_ks, _gd_ks, _gh_ks       colour vectors: names and layout of field/device_field.h (24, 48 or 16 bytes of a site,
 *                                                 of 16 bits with the norm), algebra of field/device_linalg.h, _gaussian; put and get from
 *                                                 and to those of the host
 *   lqcd_staggered_create(&D, &F, &L, m)          lqcd_staggered_gf_ks, _gd_ks, _gh_ks; F, L: lqcd_gauge_field_gf for _gf_ks and
 *                                                 _gh_ks, _gd for _gd_ks, with phases (gauge/device_gauge.h); L: NULL for hops of one link
 *                                                 alone
 *   lqcd_staggered_create_as(&D, &F, &L, m, storage)      long links in 18, 13 or 9 reals
 *   lqcd_dirac_gd_ks d = lqcd_staggered_dirac(&D) the view for solvers
 *   lqcd_multi_dirac_gd_ks d = lqcd_multi_staggered_dirac(&D)     the same for lqcd_multi_field_gd_ks (solver/device_multi.h)
 *   lqcd_staggered_destroy(&D)
 *   lqcd_dirac_solve, lqcd_dirac_solve_mixed, lqcd_cg, lqcd_bicgstab, lqcd_mixed, lqcd_multishift, lqcd_schur_create,
 *   lqcd_multi_dirac_solve                        solver/staggered.h; mixed: gd_ks with gf_ks or gh_ks
 *   lqcd_staggered_rhmc_create(&r, &there, &p), _add, _add_powers, _term, _destroy        hmc/staggered.h, for lqcd_hmc_gf, _gd
 *   lqcd_symanzik_create(&gauge, &there, &c), _term, _destroy; lqcd_parallelogram         hmc/symanzik.h, for the same
 *   lqcd_colour_point, lqcd_colour_wall           field/colour.h
 *   lqcd_staggered_meson, _shift, _taste, _pion, _condensate      observables/staggered.h, in gf_ks and gd_ks
 *   lqcd_staggered_outer, lqcd_staggered_odd, lqcd_fat_links_pull_back, lqcd_hisq_pull_back, lqcd_links_kick
 *                                                 dirac/staggered_force.h, gauge/fat_links_force.h
 *
 * Formulas, masses and aliasing are those of the host, and numbers are, up to rounding: so is a trajectory. Kernels are the
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
 * LQCD_ERR_MEMORY, LQCD_ERR_DEVICE. Measurements, forces and multishift are for gf_ks and gd_ks alone, as are solves of many
 * right-hand sides.
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

#include "../hmc/staggered.h"
#include "../hmc/symanzik.h"
#include "staggered.h"
#include "../hmc/device_hmc.h"
#include "../solver/device_multi.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

enum { LQCD__KS_SHORT = 3 }; /* no long links; else a form is an lqcd_long_storage */

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
#define LQCD_TEMPLATE "../hmc/symanzik.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#define LQCD_REP ks
#define LQCD_COLOUR_VECTORS

#define LQCD_TEMPLATE "../field/device_field.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/device_linalg.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/device_multi.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
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
#define LQCD_TEMPLATE "../dirac/colour_types.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/device_staggered_links.inc"
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
#define LQCD_TEMPLATE "../solver/vectors.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/solver.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_async.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/cg.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/bicgstab.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/krylov.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multishift.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#include "../solver/device_multi_solvers.inc"
#define LQCD_TEMPLATE "../solver/mixed.inc"
#define LQCD_TAGS     LQCD_DEVICE_MIXED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/dirac_mixed.inc"
#define LQCD_TAGS     LQCD_DEVICE_MIXED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/spectrum.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/colour.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/staggered.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/staggered_force.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/staggered.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#undef LQCD_COLOUR_VECTORS
#undef LQCD_REP

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
