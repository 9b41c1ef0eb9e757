/* lqcd/field/colour.h: fields of colour vectors, the quarks of staggered operators.
 *
 * A colour vector is a spinor with one spin component. Its tags are f_ks, d_ks, vf_ks, vd_ks, h_ks and vh_ks, with LQCD_DEVICES
 * (base/config.h) also gf_ks, gd_ks and gh_ks in the memory of a GPU. All of field.h, linalg.h, multi.h, linear.h, device_field.h and
 * device_linalg.h that concerns spinor fields exists for them, from the same text:
 *
 *   lqcd_spinor_field_vd_ks x;                              [index][1][col][re,im][lane]
 *   s = lqcd_spinor_field_create(&x, &lattice, LQCD_FULL);
 *   lqcd_spinor_field_gaussian(&x, seed, stream);           n2 = lqcd_spinor_field_norm2(&x); ..
 *   lqcd_multi_spinor_field_vd_ks y;                        several right-hand sides
 *
 *   lqcd_spinor_field_gamma5(&r, &s)                 r(x) = epsilon(x) s(x), epsilon = 1 on even sites, -1 on odd ones
 *   s = lqcd_colour_point(&x, site, colour)          x = 1 at the global site {T, X, Y, Z}, in one colour; else 0
 *   s = lqcd_colour_wall(&x, t, step, colour)        x = 1 at all sites of time t whose X, Y, Z are multiples of step; 2: the
 *                                                    corner of each cube
 *
 * Links keep their types: lqcd_su3_vd_ks is lqcd_su3_vd, and lqcd_gauge_field_vd_ks is lqcd_gauge_field_vd. A site has
 * 6 reals: axpy 12 flop, norm2 12 flop. Errors of sources: LQCD_ERR_ARGUMENT for a site, colour or step out of
 * range; the field is not written then. Not part of lqcd.h: include this file, or dirac/staggered.h, after lqcd.h or
 * without it.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FIELD_COLOUR_H
#define LQCD_FIELD_COLOUR_H

#include "linear.h"
#if LQCD_DEVICES
#include "device_linalg.h"
#endif

/* The cases of names without a tag (base/config.h). */
#undef LQCD__COLOUR
#define LQCD__COLOUR(cases, fn, type) cases(fn, type, ks)

#define LQCD_REP ks

#define LQCD_TEMPLATE "../field/colour_types.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../site/spinor.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/site_sum.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../site/storage.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/field.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/device_field.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/multi.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/device_linalg.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/gaussian.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/colour.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#undef LQCD_REP

#ifndef __cplusplus
/* These exist for colour vectors alone. */
#define LQCD__SELECT_KS(fn, type, x)        (__extension__ _Generic((x), struct lqcd__no_colour *: 0 LQCD__REP_CASES(fn, type, ks)))
#define LQCD__SELECT_KS_STORED(fn, type, x) (__extension__ _Generic((x), struct lqcd__no_colour *: 0 LQCD__REP_STORED(fn, type, ks)))
#define lqcd_colour_point(x, site, colour)  LQCD__SELECT_KS(lqcd_colour_point, lqcd_spinor_field, *(x))(x, site, colour)
#define lqcd_colour_wall(x, t, step, colour)                                                                           \
	LQCD__SELECT_KS(lqcd_colour_wall, lqcd_spinor_field, *(x))(x, t, step, colour)
#endif

#endif
