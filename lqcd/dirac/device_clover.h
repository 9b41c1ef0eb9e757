/* lqcd/dirac/device_clover.h: the clover term and twisted mass of dirac/clover.h on a GPU. C++ (nvcc).
 *
 *   lqcd_clover_add(&D, &u, &params, &why)         D: lqcd_wilson_gf, _gd, _gh; u: the links, lqcd_gauge_field_gf for _gf
 *                                                  and _gh, _gd for _gd
 *   lqcd_clover_add(&D, lqcd_gauge_field_view(&host), &params, &why)     from links of the host, any tag
 *   lqcd_clover_set_mu                                       as in dirac/clover.h
 *
 * After that lqcd_wilson_apply, gamma5, schur, schur_dot, schur_solution, the multi-fields of field/device_linalg.h and the solvers
 * have the term, in the hop's own launch. Formulas, site functions and errors are those of the host; the blocks C' and
 * (C'^2 + mu^2)^-1, their determinants and the search for singular ones are computed on the device. Links of the
 * host are copied there for the time of the call.
 *
 * A block of 2 NC rows lies as device/layout.h has items: float 144 bytes, double 288 (NC = 3); in 16 bits 80, integers whose
 * unit makes the largest of a block 32767. A term takes four blocks per site, two of them in a hop; in float 288 bytes
 * beside the 576 of a hop with links of 12 reals and the 96 of x.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_CLOVER_H
#define LQCD_GPU_CLOVER_H

#include "clover.h"
#include "device_wilson.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

#define LQCD_TEMPLATE "../dirac/clover_site.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/clover.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
