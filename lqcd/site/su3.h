/* lqcd/site/su3.h: colour vectors and SU(NC) matrices, NC = LQCD_NC (3 unless you say otherwise).
 *
 *   lqcd_vector_<tag> { lqcd_complex_<tag> c[NC]; }          [col][re,im][lane]
 *   lqcd_su3_<tag>    { lqcd_complex_<tag> e[NC][NC]; }      [row][col][re,im][lane]
 *
 * Output first. Outputs must not alias inputs where the parameter is LQCD_RESTRICT; flop are per lane for NC = 3.
 *
 *   zero(r)  unit(r)                          r = 0, 1
 *   mulvec(r, u, v, dagger)                   r = u v or u^dagger v                                     66
 *   mul(r, a, b)  mul_dagger  dagger_mul  dagger_mul_dagger     a b, a b^+, a^+ b, a^+ b^+             198
 *   dagger(r, a)  add(r, a, b)  sub(r, a, b)  scale(r, s, a)  cscale(r, z, a)
 *   axpy(r, s, a)                             r = r + s a
 *   trace(u)  det(u)  norm2(u)                tr u, det u, sum |u_ij|^2
 *   retrace_mul_dagger(a, b)                  Re tr(a b^dagger)                                         36
 *   reunitarise(u)                            Gram-Schmidt on the first NC-1 rows, last row by cofactors: det u = 1
 *   last_row(u)                               last row from the others (two-row storage): conj(row0 x row1) for NC = 3
 *   project_algebra(r, u)                     (u - u^dagger)/2 minus its trace/NC
 *   exp(r, a)                                 matrix exponential of an algebra element (or any matrix); error below
 *                                             8 (1 + |a|) epsilon, |a| < 2^18
 *   exp_derivative(l, a, g)                   l = integral_0^1 ds exp(s a) g exp((1-s) a): exp(a + h g) = exp(a) + h l
 *                                             + O(h^2); tr(g d exp(a)) = tr(l da). Error below 16 (1 + |a|) |g| epsilon
 *   permute(r, u, p)                          lanes permuted
 *
 * det, reunitarise and last_row are for SU(N), N = LQCD_NC: not for the matrices of representations (gauge/represent.h).
 * Names are lqcd_su3_<operation>_<tag>; without the tag the type of the first argument chooses. Nothing can fail; NaN
 * in, NaN out. reunitarise of a row of zeros gives NaN, of rows that are dependent up to rounding a matrix outside SU(NC).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SU3_H
#define LQCD_SU3_H

#include "complex.h"

/* In a template: for all elements (i, j) of a matrix, and for all colours i of all spin components s. */
#define LQCD__ELEMENTS(i, j) LQCD__UNROLL_COLOURS for (int i = 0; i < NC; i++) LQCD__UNROLL_COLOURS for (int j = 0; j < NC; j++)
#define LQCD__COMPONENTS(s, i) LQCD__SPINS(LQCD_TAG_SPINS, s, i)
#define LQCD__SPINS(n, s, i) LQCD_UNROLL(4) for (int s = 0; s < n; s++) LQCD__UNROLL_COLOURS for (int i = 0; i < NC; i++)

#define LQCD_TEMPLATE "../site/su3.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_su3_zero(r)                    LQCD_SELECT_QUARK(lqcd_su3_zero, lqcd_su3, *(r))(r)
#define lqcd_su3_unit(r)                    LQCD_SELECT_QUARK(lqcd_su3_unit, lqcd_su3, *(r))(r)
#define lqcd_su3_mulvec(r, u, v, dagger)    LQCD_SELECT_QUARK(lqcd_su3_mulvec, lqcd_vector, *(r))(r, u, v, dagger)
#define lqcd_su3_mul(r, a, b)               LQCD_SELECT_QUARK(lqcd_su3_mul, lqcd_su3, *(r))(r, a, b)
#define lqcd_su3_mul_dagger(r, a, b)        LQCD_SELECT_QUARK(lqcd_su3_mul_dagger, lqcd_su3, *(r))(r, a, b)
#define lqcd_su3_dagger_mul(r, a, b)        LQCD_SELECT_QUARK(lqcd_su3_dagger_mul, lqcd_su3, *(r))(r, a, b)
#define lqcd_su3_dagger_mul_dagger(r, a, b) LQCD_SELECT_QUARK(lqcd_su3_dagger_mul_dagger, lqcd_su3, *(r))(r, a, b)
#define lqcd_su3_dagger(r, a)               LQCD_SELECT_QUARK(lqcd_su3_dagger, lqcd_su3, *(r))(r, a)
#define lqcd_su3_project_algebra(r, a)      LQCD_SELECT_QUARK(lqcd_su3_project_algebra, lqcd_su3, *(r))(r, a)
#define lqcd_su3_exp(r, a)                  LQCD_SELECT_QUARK(lqcd_su3_exp, lqcd_su3, *(r))(r, a)
#define lqcd_su3_exp_derivative(l, a, g)    LQCD_SELECT_QUARK(lqcd_su3_exp_derivative, lqcd_su3, *(l))(l, a, g)
#define lqcd_su3_add(r, a, b)               LQCD_SELECT_QUARK(lqcd_su3_add, lqcd_su3, *(r))(r, a, b)
#define lqcd_su3_sub(r, a, b)               LQCD_SELECT_QUARK(lqcd_su3_sub, lqcd_su3, *(r))(r, a, b)
#define lqcd_su3_scale(r, s, a)             LQCD_SELECT_QUARK(lqcd_su3_scale, lqcd_su3, *(r))(r, s, a)
#define lqcd_su3_axpy(r, s, a)              LQCD_SELECT_QUARK(lqcd_su3_axpy, lqcd_su3, *(r))(r, s, a)
#define lqcd_su3_cscale(r, z, a)            LQCD_SELECT_QUARK(lqcd_su3_cscale, lqcd_su3, *(r))(r, z, a)
#define lqcd_su3_trace(u)                   LQCD_SELECT_QUARK(lqcd_su3_trace, lqcd_su3, *(u))(u)
#define lqcd_su3_det(u)                     LQCD_SELECT(lqcd_su3_det, lqcd_su3, *(u))(u)
#define lqcd_su3_norm2(u)                   LQCD_SELECT_QUARK(lqcd_su3_norm2, lqcd_su3, *(u))(u)
#define lqcd_su3_retrace_mul_dagger(a, b)   LQCD_SELECT_QUARK(lqcd_su3_retrace_mul_dagger, lqcd_su3, *(a))(a, b)
#define lqcd_su3_reunitarise(u)             LQCD_SELECT(lqcd_su3_reunitarise, lqcd_su3, *(u))(u)
#define lqcd_su3_last_row(u)                LQCD_SELECT(lqcd_su3_last_row, lqcd_su3, *(u))(u)
#define lqcd_su3_permute(r, u, p)           LQCD_SELECT_QUARK(lqcd_su3_permute, lqcd_su3, *(r))(r, u, p)
#endif

#endif
