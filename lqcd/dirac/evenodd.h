/* lqcd/dirac/evenodd.h: even-odd forms of any Dirac operator (operator.h): D x = b reduced to the even sites.
 *
 * With D = (T - H/2) R and y = R x:
 *
 *   M = T_ee - H_eo T_oo^-1 H_oe / 4          M y_e = r          r = b_e + H_eo T_oo^-1 b_o / 2        asymmetric
 *   M = 1 - T_ee^-1 H_eo T_oo^-1 H_oe / 4     M y_e = T_ee^-1 r                                        symmetric
 *   M = 1 - H_eo T_oo^-1 H_oe T_ee^-1 / 4     M z_e = r,  z = T y                                      right
 *   y_o = T_oo^-1 (b_o + H_oe y_e / 2),  x = R^-1 y                                                    all
 *
 * d.schur selects the form. If T is a number s, M and r are multiplied by s, M = s^2 - H_eo H_oe / 4 and
 * r = s b_e + H_eo b_o / 2, so that no form costs a division or another pass. For R = 1, det D = det T_oo det M in the
 * asymmetric form and det D = det T_ee det T_oo det M in the others.
 *
 *   lqcd_schur_apply(&out, &d, &in, &tmp, dagger)       out = M in or M^dagger in; tmp: other parity; no alias
 *   n2 = lqcd_schur_dot(&out, &d, &in, &tmp, dagger, &y, &dot)  lqcd_schur_apply of spinor fields; |out|^2, *dot =
 *                                                       <y, out> unless y is NULL, in the same pass
 *   lqcd_schur_rhs(&r, &d, &b, &tmp)                    the right-hand side; b full, tmp odd (NULL if T is a number)
 *   lqcd_schur_guess(&x, &d)                            x full: replaces x_e by y_e or z_e; for most operators x_e
 *                                                       stays as it is
 *   lqcd_schur_solution(&x, &d, &b)                     x full; completes x from x_e, which holds the solution of M
 *   lqcd_schur_remainder(&out, a, &x, b, &d, &in, &tmp) out = a x + b N in, N = -T^-1 H T^-1 H / 4: M is a multiple of
 *                                                       1 + N
 *   lqcd_schur_create(&op, &schur, &d, &like)           M as a linear operator on even fields like `like`, for
 *                                                       multi-fields with as many right-hand sides. schur is an
 *                                                       lqcd_schur_<tag> that must outlive op;
 *                                                       schur.adjoint = 1 turns op into M^dagger
 *   lqcd_schur_destroy(&schur)
 *
 * Tags and kinds of fields are those of operator.h; the names for multi-fields begin with lqcd_multi_schur. apply, dot
 * and remainder also work on odd fields, with tmp even. Cost of M: two hops; the symmetric form with dagger, and the
 * right form without, take one more pass of the term.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_EVENODD_H
#define LQCD_DIRAC_EVENODD_H

#include "operator.h"

#define LQCD_TEMPLATE "../dirac/evenodd.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_STORED_TAGS
#include "../base/each_tag.inc"


#ifndef __cplusplus
#define LQCD__SCHUR(verb, x)                                                                                           \
	LQCD__SELECT_KIND(lqcd_schur_##verb, lqcd_spinor_field, lqcd_multi_schur_##verb, lqcd_multi_spinor_field, *(x))
#define lqcd_schur_apply(out, d, in, tmp, dagger) LQCD__SCHUR(apply, out)(out, d, in, tmp, dagger)
#define lqcd_schur_dot(out, d, in, tmp, dagger, y, dot)                                                                \
	LQCD_SELECT_FIELD(lqcd_schur_dot, lqcd_spinor_field, *(out))(out, d, in, tmp, dagger, y, dot)
#define lqcd_schur_rhs(r, d, b, tmp)                   LQCD__SCHUR(rhs, r)(r, d, b, tmp)
#define lqcd_schur_guess(x, d)                         LQCD__SCHUR(guess, x)(x, d)
#define lqcd_schur_solution(x, d, b)                   LQCD__SCHUR(solution, x)(x, d, b)
#define lqcd_schur_remainder(out, a, x, b, d, in, tmp) LQCD__SCHUR(remainder, out)(out, a, x, b, d, in, tmp)
#define lqcd_schur_create(op, schur, d, like)          LQCD__SCHUR(create, like)(op, schur, d, like)
#endif

#endif
