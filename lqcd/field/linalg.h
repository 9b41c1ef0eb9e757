/* lqcd/field/linalg.h: algebra of spinor fields.
 *
 *   lqcd_spinor_field_<operation>(...), with or without a tag; r, y are outputs, s, x inputs, a real, z complex:
 *
 *   zero(&r)               r = 0
 *   copy(&r, &s)           r = s
 *   scale(&r, a, &s)       r = a s                         r may be s
 *   axpy(&y, a, &x)        y = y + a x                     caxpy(&y, z, &x)
 *   xpay(&y, &x, a)        y = x + a y                     cxpay(&y, &x, z)
 *   gamma5(&r, &s)         r = g5 s                        r may be s
 *   norm2(&s)              sum |s|^2
 *   dot(&a, &b)            sum conj(a) b, an lqcd_complex_d
 *
 *   One pass over memory instead of two (the steps of CG and BiCGStab):
 *   axpy_norm2(&y, a, &x)            y = y + a x; returns |y|^2
 *   axpy_zpbx(&y, a, &x, &z, b)      y = y + a x, then x = z + b x, with the old x in both
 *   axpy_czpbx(n, y, a, x, &z, c, b) for all k < n: y[k] = y[k] + a[k] x[k], then x[k] = c[k] z + b[k] x[k], with the
 *                                    old x[k] in both; y, x: arrays of fields, a, b, c: of doubles; not with 16 bits
 *   caxpbypz(&z, a, &x, b, &y)       z = z + a x + b y, a and b complex
 *   cxpaypbz(&z, &x, a, &y, b)       z = x + a y + b z, likewise
 *   caxpy_norm2_dot(&y, a, &x, &w, &dot)     y = y + a x, dot = <w, y>; returns |y|^2
 *
 * All fields of a call have the same tag and geometry (LQCD_ASSERT; functions that return a number return NaN and write
 * no field). Sums are in double for all tags, over all processes, and exact over sites: the same bits for every number of
 * threads, lanes and processes (site_sum.h; but see LQCD_REPRODUCIBLE in config.h). Per site (24 reals): axpy 48 flop, 3 x 24 reals moved; norm2 48 flop, 24.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_LINALG_H
#define LQCD_LINALG_H

#include "field.h"
#include "site_sum.h"

#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_spinor_field_zero(r) LQCD__OF_SPINORS(zero, r)(r)
#define lqcd_spinor_field_copy(r, s) LQCD__OF_SPINORS(copy, r)(r, s)
#define lqcd_spinor_field_scale(r, a, s) LQCD__OF_SPINORS(scale, r)(r, a, s)
#define lqcd_spinor_field_axpy(y, a, x) LQCD__OF_SPINORS(axpy, y)(y, a, x)
#define lqcd_spinor_field_xpay(y, x, a) LQCD__OF_SPINORS(xpay, y)(y, x, a)
#define lqcd_spinor_field_caxpy(y, z, x) LQCD__OF_SPINORS(caxpy, y)(y, z, x)
#define lqcd_spinor_field_cxpay(y, x, z) LQCD__OF_SPINORS(cxpay, y)(y, x, z)
#define lqcd_spinor_field_gamma5(r, s) LQCD__OF_SPINORS(gamma5, r)(r, s)
#define lqcd_spinor_field_norm2(s) LQCD__OF_SPINORS(norm2, s)(s)
#define lqcd_spinor_field_dot(a, b) LQCD__OF_SPINORS(dot, a)(a, b)
#define lqcd_spinor_field_axpy_norm2(y, a, x) LQCD__OF_SPINORS(axpy_norm2, y)(y, a, x)
#define lqcd_spinor_field_caxpbypz(z, a, x, b, y) LQCD__OF_SPINORS(caxpbypz, z)(z, a, x, b, y)
#define lqcd_spinor_field_cxpaypbz(z, x, a, y, b) LQCD__OF_SPINORS(cxpaypbz, z)(z, x, a, y, b)
#define lqcd_spinor_field_axpy_zpbx(y, a, x, z, b) LQCD__OF_SPINORS(axpy_zpbx, y)(y, a, x, z, b)
#define lqcd_spinor_field_axpy_czpbx(n, y, a, x, z, c, b)                                                               \
	LQCD_SELECT_COLOUR(lqcd_spinor_field_axpy_czpbx, lqcd_spinor_field, *(z))(n, y, a, x, z, c, b)
#define lqcd_spinor_field_caxpy_norm2_dot(y, a, x, w, dot) LQCD__OF_SPINORS(caxpy_norm2_dot, y)(y, a, x, w, dot)
#endif

#endif
