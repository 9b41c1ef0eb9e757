/* lqcd/site/icomplex.h: complex numbers interleaved in one register, as arrays of _Complex or std::complex lie in memory.
 *
 *   lqcd_icomplex_<tag>       LQCD_ICOMPLEX_LANES_<tag> complex numbers [lane][re,im]: one where LQCD_LANES_<tag> is 1,
 *                             otherwise LQCD_LANES_<tag>/2 in one register
 *   lqcd_complex_base_<tag>   one of them: lqcd_complex_f for f and vf, lqcd_complex_d for d and vd
 *
 * For arrays of other codes; fields of the library hold split registers (complex.h), which need no shuffle. All by value; nothing
 * can fail. a, b, c are lqcd_icomplex, s is a lqcd_complex_base, k an int and best a constant; formulas and flop are per lane.
 *
 *   zero()                     0
 *   set1(s)                    s in every lane
 *   load(p)                    p[lane]
 *   store(p, a)                p[lane] = a
 *   stream(p, a)               as store, past the caches (simd.h)
 *   lane(a, i)                 lane i of a, a lqcd_complex_base; slow
 *   set_lane(a, i, s)          a with s in lane i; slow
 *   add  sub  (a, b)           a + b, a - b                              2 flop
 *   neg  conj  muli  (a)       -a, conj(a), i a
 *   add_sign(a, b, k)          a + b; a - b for k < 0                    2 flop: a + sign*b, a += sign*b
 *   add_isign(a, b, k)         a + i b; a - i b for k < 0                2 flop: a + sign*i*b; a -= sign*i*b by -sign
 *   mul  cmul  (a, b)          a b, conj(a) b                            6 flop
 *   fma  cfma  (a, b, c)       c + a b, c + conj(a) b                    8 flop
 *   fma1  cfma1  (s, b, c)     c + s b, c + conj(s) b                    8 flop, the left operand is scalar
 *   fnma  cfnma  (a, b, c)     c - a b, c - conj(a) b                    8 flop
 *
 * Names are lqcd_icomplex_<operation>_<tag>; without the tag, all but zero, set1 and load choose by their registers.
 * Pointers are to lqcd_complex_base, aligned as one; stream's to sizeof(lqcd_icomplex_<tag>). A pointer to float, double,
 * _Complex or std::complex is cast:
 *
 *   double _Complex *y, *x;             y[i] += s*x[i]
 *   for (i = 0; i + LQCD_ICOMPLEX_LANES_vd <= n; i += LQCD_ICOMPLEX_LANES_vd) {
 *       lqcd_complex_d *p = (lqcd_complex_d *)(y + i);
 *       const lqcd_icomplex_vd b = lqcd_icomplex_load_vd((const lqcd_complex_d *)(x + i));
 *       lqcd_icomplex_store_vd(p, lqcd_icomplex_fma1_vd(s, b, lqcd_icomplex_load_vd(p)));
 *   }                                   and the rest with tag d
 *
 * mul and fma cost 2 multiply-adds and 3 shuffles for a register, 1 shuffle if the left operand is scalar. c += a*b of the
 * language costs more: ISO mode rounds the product before the sum, and ISO C requires a repair of NaNs.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_ICOMPLEX_H
#define LQCD_ICOMPLEX_H

#include "complex.h"

#define LQCD_ICOMPLEX_LANES_f  1
#define LQCD_ICOMPLEX_LANES_d  1
#define LQCD_ICOMPLEX_LANES_vf ((LQCD_LANES_vf + 1) / 2)
#define LQCD_ICOMPLEX_LANES_vd ((LQCD_LANES_vd + 1) / 2)

typedef lqcd_complex_f lqcd_complex_base_f;
typedef lqcd_complex_d lqcd_complex_base_d;
typedef lqcd_complex_f lqcd_complex_base_vf;
typedef lqcd_complex_d lqcd_complex_base_vd;

#define LQCD_TEMPLATE "../site/icomplex.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_icomplex_store(p, a)        LQCD_SELECT(lqcd_icomplex_store, lqcd_icomplex, a)(p, a)
#define lqcd_icomplex_stream(p, a)       LQCD_SELECT(lqcd_icomplex_stream, lqcd_icomplex, a)(p, a)
#define lqcd_icomplex_lane(a, i)         LQCD_SELECT(lqcd_icomplex_lane, lqcd_icomplex, a)(a, i)
#define lqcd_icomplex_set_lane(a, i, s)  LQCD_SELECT(lqcd_icomplex_set_lane, lqcd_icomplex, a)(a, i, s)
#define lqcd_icomplex_add(a, b)          LQCD_SELECT(lqcd_icomplex_add, lqcd_icomplex, a)(a, b)
#define lqcd_icomplex_sub(a, b)          LQCD_SELECT(lqcd_icomplex_sub, lqcd_icomplex, a)(a, b)
#define lqcd_icomplex_neg(a)             LQCD_SELECT(lqcd_icomplex_neg, lqcd_icomplex, a)(a)
#define lqcd_icomplex_conj(a)            LQCD_SELECT(lqcd_icomplex_conj, lqcd_icomplex, a)(a)
#define lqcd_icomplex_muli(a)            LQCD_SELECT(lqcd_icomplex_muli, lqcd_icomplex, a)(a)
#define lqcd_icomplex_add_sign(a, b, k)  LQCD_SELECT(lqcd_icomplex_add_sign, lqcd_icomplex, a)(a, b, k)
#define lqcd_icomplex_add_isign(a, b, k) LQCD_SELECT(lqcd_icomplex_add_isign, lqcd_icomplex, a)(a, b, k)
#define lqcd_icomplex_mul(a, b)          LQCD_SELECT(lqcd_icomplex_mul, lqcd_icomplex, a)(a, b)
#define lqcd_icomplex_cmul(a, b)         LQCD_SELECT(lqcd_icomplex_cmul, lqcd_icomplex, a)(a, b)
#define lqcd_icomplex_fma(a, b, c)       LQCD_SELECT(lqcd_icomplex_fma, lqcd_icomplex, a)(a, b, c)
#define lqcd_icomplex_cfma(a, b, c)      LQCD_SELECT(lqcd_icomplex_cfma, lqcd_icomplex, a)(a, b, c)
#define lqcd_icomplex_fma1(s, b, c)      LQCD_SELECT(lqcd_icomplex_fma1, lqcd_icomplex, b)(s, b, c)
#define lqcd_icomplex_cfma1(s, b, c)     LQCD_SELECT(lqcd_icomplex_cfma1, lqcd_icomplex, b)(s, b, c)
#define lqcd_icomplex_fnma(a, b, c)      LQCD_SELECT(lqcd_icomplex_fnma, lqcd_icomplex, a)(a, b, c)
#define lqcd_icomplex_cfnma(a, b, c)     LQCD_SELECT(lqcd_icomplex_cfnma, lqcd_icomplex, a)(a, b, c)
#endif

#endif
