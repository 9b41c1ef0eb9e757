/* lqcd/dirac/wilson_multi.h: the Wilson operator on several right-hand sides at once (multi.h), which share each read
 * of the links.
 *
 *   lqcd_wilson_<tag> D;
 *   s = lqcd_wilson_create(&D, &u, mass, bc_t), or _create_as      for fields with lanes over sites, any storage
 *   s = lqcd_wilson_create_over_rhs(&D, &u, mass, bc_t)            for fields with lanes over right-hand sides. D has
 *                                                                  the links of a site once, all 18 reals, and copies
 *                                                                  each number to all lanes as it reads it. Such a D
 *                                                                  works on multi-fields only
 *   s = lqcd_wilson_create_for(&D, &u, mass, bc_t, &x)             whichever fits the multi-field x
 *
 *   lqcd_wilson_multi_dirac(&D)                                    D as an lqcd_multi_dirac_<tag> (operator.h), for
 *                                                                  lqcd_dirac_apply and evenodd.h
 *   lqcd_wilson_multi_hop_xpay(&out, a, &x, b, &D, &in, dagger)    out_n = a x_n + b H in_n for every right-hand side n;
 *                                                                  b H in_n if x is NULL
 *
 * Formulas, aliasing and errors are those of wilson.h; D has no site term (clover.h). Tags f, d, vf, vd. D and all
 * fields of a call have the same lattice and fill their lanes in the same way, and the fields have the same number of
 * right-hand sides (LQCD_ASSERT). Right-hand sides do not mix; with lanes over sites each result has the bits of the
 * operator on one field. Per output site and right-hand side 1320 flop; traffic in reals: 48 + 144/N for N right-hand
 * sides (12-real links: 48 + 96/N).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_WILSON_MULTI_H
#define LQCD_DIRAC_WILSON_MULTI_H

#include "../field/multi.h"
#include "wilson.h"

#define LQCD_TEMPLATE "../dirac/wilson_multi.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/wilson_multi.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__WILSON_N(verb, D)                  LQCD_SELECT_QUARK(lqcd_wilson_##verb, lqcd_wilson, *(D))
#define LQCD__WILSON_NU(verb, D, u, ...)         LQCD__WILSON_N(verb, D)(D, lqcd_gauge_field_view(u), __VA_ARGS__)
#define lqcd_wilson_create_over_rhs(D, u, m, bc) LQCD__WILSON_NU(create_over_rhs, D, u, m, bc)
#define lqcd_wilson_create_for(D, u, m, bc, x)   LQCD__WILSON_NU(create_for, D, u, m, bc, x)

#define lqcd_wilson_multi_dirac(D)                         LQCD__WILSON_N(multi_dirac, D)(D)
#define lqcd_wilson_multi_hop_xpay(o, a, x, b, D, in, dag) LQCD__WILSON_N(multi_hop_xpay, D)(o, a, x, b, D, in, dag)
#endif

#endif
