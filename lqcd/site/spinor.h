/* lqcd/site/spinor.h: spinors, half-spinors and gamma matrices.
 *
 *   lqcd_spinor_<tag>     { lqcd_vector_<tag> c[4]; }     [spin][col][re,im][lane]
 *   lqcd_halfspinor_<tag> { lqcd_vector_<tag> c[2]; }
 *
 * Chiral basis, as in HiRep and openQCD; directions 0 = T, 1 = X, 2 = Y, 3 = Z; g_5 = g_0 g_1 g_2 g_3 = diag(1, 1, -1, -1):
 *   g_0 psi = (-psi_2, -psi_3, -psi_0, -psi_1)
 *   g_1 psi = (-i psi_3, -i psi_2, i psi_1, i psi_0)
 *   g_2 psi = (-psi_3, psi_2, psi_1, -psi_0)
 *   g_3 psi = (-i psi_2, i psi_3, i psi_0, -i psi_1)
 *
 *   zero(r) add(r,a,b) sub(r,a,b) scale(r,k,a) axpy(r,k,a,b) = k a + b    caxpy(r,z,a,b) with complex z
 *   norm2(a) dot_re(a,b) dot_im(a,b)                 double, summed over lanes; <a,b> = sum conj(a) b
 *   project(h, s, mu, sign)                          upper half of (1 - sign g_mu) s                       12 flop
 *   reconstruct(r, h, mu, sign)                      r = the spinor with that upper half
 *   reconstruct_add(r, h, mu, sign)                  r += it                                               24 flop
 *   gamma(r, s, mu)  gamma5(r, s)
 *   lqcd_su3_mulhalf_<tag>(r, u, h, dagger)          both spins of a half-spinor                          132 flop
 *   lqcd_halfspinor_permute_<tag>(h, p)
 *
 * Names are lqcd_spinor_<operation>_<tag>; without the tag the type of the first argument chooses. mu, sign and dagger
 * should be constants (or counters of unrolled loops): then no branch is left.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SPINOR_H
#define LQCD_SPINOR_H

#include "su3.h"

#define LQCD_TEMPLATE "../site/spinor.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_spinor_zero(r)                     LQCD_SELECT_QUARK(lqcd_spinor_zero, lqcd_spinor, *(r))(r)
#define lqcd_spinor_add(r, a, b)                LQCD_SELECT_QUARK(lqcd_spinor_add, lqcd_spinor, *(r))(r, a, b)
#define lqcd_spinor_sub(r, a, b)                LQCD_SELECT_QUARK(lqcd_spinor_sub, lqcd_spinor, *(r))(r, a, b)
#define lqcd_spinor_scale(r, k, a)              LQCD_SELECT_QUARK(lqcd_spinor_scale, lqcd_spinor, *(r))(r, k, a)
#define lqcd_spinor_axpy(r, k, a, b)            LQCD_SELECT_QUARK(lqcd_spinor_axpy, lqcd_spinor, *(r))(r, k, a, b)
#define lqcd_spinor_caxpy(r, z, a, b)           LQCD_SELECT_QUARK(lqcd_spinor_caxpy, lqcd_spinor, *(r))(r, z, a, b)
#define lqcd_spinor_norm2(a)                    LQCD_SELECT_QUARK(lqcd_spinor_norm2, lqcd_spinor, *(a))(a)
#define lqcd_spinor_dot_re(a, b)                LQCD_SELECT_QUARK(lqcd_spinor_dot_re, lqcd_spinor, *(a))(a, b)
#define lqcd_spinor_dot_im(a, b)                LQCD_SELECT_QUARK(lqcd_spinor_dot_im, lqcd_spinor, *(a))(a, b)
#define lqcd_spinor_project(h, s, mu, sign)     LQCD_SELECT_QUARK(lqcd_spinor_project, lqcd_spinor, *(s))(h, s, mu, sign)
#define lqcd_spinor_reconstruct(r, h, mu, sign) LQCD_SELECT_QUARK(lqcd_spinor_reconstruct, lqcd_spinor, *(r))(r, h, mu, sign)
#define lqcd_spinor_reconstruct_add(r, h, mu, sign)                                                                    \
	LQCD_SELECT_QUARK(lqcd_spinor_reconstruct_add, lqcd_spinor, *(r))(r, h, mu, sign)
#define lqcd_spinor_gamma(r, s, mu) LQCD_SELECT_QUARK(lqcd_spinor_gamma, lqcd_spinor, *(r))(r, s, mu)
#define lqcd_spinor_gamma5(r, s)    LQCD_SELECT_QUARK(lqcd_spinor_gamma5, lqcd_spinor, *(r))(r, s)
#endif

#endif
