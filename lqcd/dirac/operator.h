/* lqcd/dirac/operator.h: the interface of Dirac operators to solvers, multigrid, propagators, HMC and devices.
 *
 *   D = (T - H/2) R,   H: hops between sites of opposite parity,   T: a site term,   R: a right factor, usually 1
 *
 *   lqcd_dirac_<tag> d = lqcd_wilson_dirac(&wilson);     a view: it owns nothing, and the operator must outlive it
 *   lqcd_dirac_apply(&out, &d, &in, dagger, &tmp)        out = D in or D^dagger in, full fields; tmp may be NULL
 *                                                        unless d.needs_tmp
 *   lqcd_dirac_term(&out, &d, &in, inverse, dagger)      out = T in, T^-1 in or the adjoint; any parity; out may be in
 *   l = lqcd_dirac_logdet(&d, parity)                    sum over the sites of a parity of log |det T|
 *   lqcd_operator_<tag> op = lqcd_dirac_operator(&d)     D as a linear operator (solver/solver.h) on full fields
 *
 * Views: lqcd_wilson_dirac (wilson.h, with the terms of clover.h), lqcd_wilson_dirac_force (wilson_force.h),
 * lqcd_wilson_multi_dirac (wilson_multi.h), lqcd_domain_wall_dirac (domain_wall.h), lqcd_domain_wall_dirac_force
 * (domain_wall_force.h).
 *
 * The struct is the interface: a library or a user fills it, and everyone else calls through it, once per field, never
 * once per site. lqcd_dirac_<tag> acts on spinor fields, lqcd_multi_dirac_<tag> on multi-fields (field/multi.h), which
 * hold several right-hand sides or a fifth dimension. lqcd_dirac_make clears all members; the
 * comment of the struct lists them.
 *
 * A job (lqcd_hop_<tag>) computes out = a x + b H in, without a x if x is NULL; T enters as `term`, an lqcd_term_use, says.
 * dagger: the adjoints of H and T. out and in have opposite parities, or both are full; out may be x, but not in. y: if
 * it is not NULL, *dot = <y, out>; this needs sums, which only spinor fields have. If T = diagonal, every job is of the
 * first kind: the caller multiplies a and b by the number.
 *
 * For an operator of your own (examples/own_operator.c), hop sums the contributions that arrive at ix, and calls
 *
 *   lqcd_hop_carry_<tag>(&uh, &u, &psi, ix, mu, way, sign)    half-spinor (1 - sign g_mu) psi of the neighbour of ix
 *                                          in direction mu (way 1) or -mu (-1), transported to ix by its link
 *   lqcd_hop_put_<tag>(job, ix, &sum)      writes a x + b sum to out; spinor fields
 *   lqcd_hop_sums_<tag>(job, dot)          the sums, after all sites are written: the return value of hop
 *   s = lqcd_force_fields_<tag>(d, x, z)   in force: fills the odd sites of x with T^-1 H x (both adjoint) and those of
 *                                          z with T^-1 H z, and exchanges the halos of both. Of multi-fields, with
 *                                          lanes over sites: lqcd_multi_force_fields_<tag>
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_DIRAC_OPERATOR_H
#define LQCD_DIRAC_OPERATOR_H

#include <string.h>

#include "../field/linear.h"
#include "../field/multi.h"
#include "../gauge/clover_leaves.h"
#if LQCD_DEVICES
#include "../field/device_linalg.h"
#endif

/** The place of the site term T in a hop:
 *   LQCD_TERM_NONE             out = a x + b H in
 *   LQCD_TERM_ON_X             out = T x + b H in               (a is used only if T = diagonal: a x)
 *   LQCD_TERM_INVERSE_ON_HOP   out = a x + T^-1 (b H in)
 *   LQCD_TERM_INVERSE_ON_ALL   out = T^-1 (a x + b H in) */
typedef enum { LQCD_TERM_NONE, LQCD_TERM_ON_X, LQCD_TERM_INVERSE_ON_HOP, LQCD_TERM_INVERSE_ON_ALL } lqcd_term_use;

/** Even-odd forms of a D with a site term: M = T_ee - H_eo T_oo^-1 H_oe / 4; T_ee^-1 M; M T_ee^-1. */
typedef enum { LQCD_SCHUR_ASYMMETRIC, LQCD_SCHUR_SYMMETRIC, LQCD_SCHUR_RIGHT } lqcd_schur_form;

/** The uses of a right factor, all in place: R x, T R x, R^-1 x. */
typedef enum { LQCD_RIGHT, LQCD_RIGHT_WITH_TERM, LQCD_RIGHT_INVERSE } lqcd_right_use;

#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"


#ifndef __cplusplus
#define LQCD__DIRAC(verb, d)                                                                                           \
	LQCD__SELECT_KIND(lqcd_dirac_##verb, lqcd_dirac, lqcd_multi_dirac_##verb, lqcd_multi_dirac, *(d))
#define lqcd_dirac_apply(out, d, in, dagger, tmp)    LQCD__DIRAC(apply, d)(out, d, in, dagger, tmp)
#define lqcd_dirac_term(out, d, in, inverse, dagger) LQCD__DIRAC(term, d)(out, d, in, inverse, dagger)
#define lqcd_dirac_logdet(d, parity)                 LQCD__DIRAC(logdet, d)(d, parity)
#define lqcd_dirac_operator(d)                       LQCD_SELECT_FIELD(lqcd_dirac_operator, lqcd_dirac, *(d))(d)
#endif

#endif
