/* lqcd/observables/source_smear.h: gauge-covariant Gaussian smearing and shifts of quark sources and sinks.
 *
 *   (H s)(x) = sum_(k = X, Y, Z) [U_k(x) s(x+k) + U_k(x-k)^+ s(x-k)]       in each time slice, spin by spin
 *
 *   status = lqcd_source_wuppertal(&s, &u, alpha, n)     s := [(1 + alpha H)/(1 + 6 alpha)]^n s: Guesken, Nucl. Phys. B
 *                                                        (Proc. Suppl.) 17 (1990) 361
 *   status = lqcd_source_jacobi(&s, &u, kappa, n)        s := sum_(k = 0 .. n) (kappa H)^k s: UKQCD, Phys. Rev. D 47
 *                                                        (1993) 5128
 *
 *   status = lqcd_source_shift(&r, &u, &s, mu, down)     r(x) = U_mu(x) s(x+mu), or U_mu(x-mu)^+ s(x-mu) with down = 1; mu =
 *                                                        0 .. 3, T X Y Z; r is not s
 *
 * On free fields Wuppertal smearing leaves a constant source unchanged, and turns a point into a Gaussian with mean
 * square radius sum x^2 |s| / sum |s| = 6 alpha n / (1 + 6 alpha) for alpha >= 0. Chroma's (1 + sigma^2 (H - 6) / (4
 * n))^n is that with alpha = 1 / (4 n / sigma^2 - 6).
 *
 * Full fields of one lattice, s and u of the same tag (lqcd_source_wuppertal_vd and so on), or of a device
 * (observables/device_observables.h); u periodic in space, usually smeared itself (gauge/smear.h). n = 0 changes nothing. The halos of
 * both are exchanged. Collective over the processes of the lattice; the same bits for any process grid and number of
 * threads. Errors: LQCD_ERR_GEOMETRY, LQCD_ERR_ARGUMENT (n < 0, a parameter not finite, no direction mu, r = s), LQCD_ERR_MEMORY: one spinor
 * field, and two for Jacobi, are allocated, and s then is unchanged. About 1800 flop per site and step.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_SOURCE_SMEAR_H
#define LQCD_OBSERVABLES_SOURCE_SMEAR_H

#include "../field/halo.h"
#include "../field/linalg.h"

#define LQCD_TEMPLATE "../observables/source_smear.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_source_wuppertal(s, ...) LQCD_SELECT(lqcd_source_wuppertal, lqcd_spinor_field, *(s))(s, __VA_ARGS__)
#define lqcd_source_jacobi(s, u, kappa, n) LQCD_SELECT(lqcd_source_jacobi, lqcd_spinor_field, *(s))(s, u, kappa, n)
#define lqcd_source_shift(r, u, s, mu, down) LQCD_SELECT(lqcd_source_shift, lqcd_spinor_field, *(r))(r, u, s, mu, down)
#endif

#endif
