/* lqcd/site/complex.h: complex numbers over the four real types, as pairs of registers.
 *
 *   lqcd_complex_<tag> { lqcd_real_<tag> re, im; }
 *
 * For tags f and d the memory layout is that of C99's _Complex and of std::complex: cast a pointer to the numbers, such
 * as double *, to go from one to the other. A cast address of another struct, or of a _Complex that the same function
 * uses as such, breaks the aliasing rule of compilers. For vf and vd it is one register of real and one of imaginary parts, [re,im][lane]. Everything is by
 * value; nothing can fail; flop are per lane.
 *
 *   make(re, im)  zero()              re + i im, 0
 *   add  sub  neg  conj  muli         a+b, a-b, -a, conj(a), i a
 *   scale(s, a)   axpy(s, a, c)       s a, s a + c with real s
 *   mul  cmul                         a b, conj(a) b                   6 flop, 2 mul + 2 fma
 *   fma  fnma  cfma  cfnma (a, b, c)  c + a b, c - a b, c + conj(a) b, c - conj(a) b    8 flop, 4 fma
 *   addi(a, b, k)                     a + i^k b, k constant            2 flop
 *   ipow(b, k)                        i^k b, k constant
 *   norm2(a)  div(a, b)               |a|^2, a/b
 *
 * Names are lqcd_complex_<operation>_<tag>; without the tag (add sub neg conj muli mul cmul div fma
 * fnma cfma cfnma) the type of the first argument chooses.
 * Multiply-add is spelt fma everywhere since C compilers in ISO mode do not contract a*b+c.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPLEX_H
#define LQCD_COMPLEX_H

#include "../simd/simd.h"

#define LQCD_TEMPLATE "../site/complex.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_complex_add(a, b)      LQCD_SELECT(lqcd_complex_add, lqcd_complex, a)(a, b)
#define lqcd_complex_sub(a, b)      LQCD_SELECT(lqcd_complex_sub, lqcd_complex, a)(a, b)
#define lqcd_complex_neg(a)         LQCD_SELECT(lqcd_complex_neg, lqcd_complex, a)(a)
#define lqcd_complex_conj(a)        LQCD_SELECT(lqcd_complex_conj, lqcd_complex, a)(a)
#define lqcd_complex_muli(a)        LQCD_SELECT(lqcd_complex_muli, lqcd_complex, a)(a)
#define lqcd_complex_mul(a, b)      LQCD_SELECT(lqcd_complex_mul, lqcd_complex, a)(a, b)
#define lqcd_complex_cmul(a, b)     LQCD_SELECT(lqcd_complex_cmul, lqcd_complex, a)(a, b)
#define lqcd_complex_div(a, b)      LQCD_SELECT(lqcd_complex_div, lqcd_complex, a)(a, b)
#define lqcd_complex_fma(a, b, c)   LQCD_SELECT(lqcd_complex_fma, lqcd_complex, a)(a, b, c)
#define lqcd_complex_fnma(a, b, c)  LQCD_SELECT(lqcd_complex_fnma, lqcd_complex, a)(a, b, c)
#define lqcd_complex_cfma(a, b, c)  LQCD_SELECT(lqcd_complex_cfma, lqcd_complex, a)(a, b, c)
#define lqcd_complex_cfnma(a, b, c) LQCD_SELECT(lqcd_complex_cfnma, lqcd_complex, a)(a, b, c)
#endif

#endif
