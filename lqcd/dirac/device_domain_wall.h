/* lqcd/dirac/device_domain_wall.h: Moebius domain wall quarks of domain_wall.h on a GPU. C++ (nvcc).
 *
 *   lqcd_domain_wall_create_on(&D, &there, lqcd_gauge_field_view(&u), &params, bc_t, storage)
 *                                            lqcd_domain_wall_gf, _gd, _gh; links as lqcd_wilson_create_on takes them
 *   lqcd_domain_wall_field(&x, &D, parity)   a multi-field of ls right-hand sides (field/device_field.h)
 *   lqcd_domain_wall_dirac(&D)               D as an lqcd_multi_dirac_<tag>, with site term, right factor and log det
 *   lqcd_domain_wall_destroy(&D)
 *   lqcd_domain_wall_source(&b, &D, &eta, &tmp), _quark(&q, &x)         eta, q: spinor fields of D's tag on the device
 *
 * Names, formulas, aliasing and the walk through the fifth dimension are those of the host; numbers differ by
 * rounding. Errors are kept as device/lattice.h says. Over several processes every call is collective, with the same bits on
 * every process grid (dirac/device_wilson.h).
 *
 * The right-hand sides of a site share its links, which a hop reads once for up to LQCD_GPU_GROUP of them. For a polynomial
 * of K or its inverse a block of threads puts the spinors of some sites into shared memory, in the order in which they
 * lie, walks along s with a thread for each of the 8 NC reals of a site, and takes them back. That is part of the hop
 * before or after it for gf and gd, on one process, and ls from 2 to LQCD_GPU_GROUP: the asymmetric even-odd operator
 * then reads or writes a half field 5 times, and the links twice. Otherwise it is a launch of its own, which reads and
 * writes a field once, 2 x 96, 192 or 52 bytes (gf, gd, gh) per site of the five dimensions, and reads what it adds: 9
 * times.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_DOMAIN_WALL_H
#define LQCD_GPU_DOMAIN_WALL_H

#include "device_wilson_multi.h"
#include "domain_wall.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../dirac/device_domain_wall.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/domain_wall.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
