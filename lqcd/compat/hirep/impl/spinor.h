/* lqcd/compat/hirep/impl/spinor.h: part of compat/hirep.h: the macros of HiRep's suN.h for vectors and spinors, and
 * those of gamma_spinor.h.
 *
 * _vector_<op>_f, _vector_<op>_g and _spinor_<op>_f, on lvalues, in double or single precision; a statement each. r may
 * be one of the inputs. k, l are real, z, w complex; <r,s> = sum conj(r) s. Chiral basis (lqcd/site/spinor.h).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_SPINOR_H
#define LQCD_COMPAT_HIREP_SPINOR_H

#include <string.h>

#include "../../../site/spinor.h"
#include "complex.h"

/* A statement for every i < n, for every colour lqcd__i, for every spin lqcd__s. */
#define LQCD__HR_LOOP(i, n)         for (int i = 0; i < (n); i++)
#define LQCD__HR_NUMBERS(r)         ((int)(sizeof((r).c) / sizeof((r).c[0])))
#define LQCD__HR_COLOURS(r, statement) LQCD__HR_LOOP(lqcd__i, LQCD__HR_NUMBERS(r)) statement
#define LQCD__HR_SPINS(statement)   LQCD__HR_LOOP(lqcd__s, 4) statement

#define LQCD__HR_C(r)            (r).c[lqcd__i]
#define LQCD__HR_EACH(r, x)      LQCD__HR_COLOURS(r, LQCD__HR_SET(LQCD__HR_C(r), x))
#define LQCD__HR_EACH_ADD(r, x)  LQCD__HR_COLOURS(r, LQCD__HR_SET(LQCD__HR_C(r), LQCD__HR_C(r) + (x)))
#define LQCD__HR_EACH_SUB(r, x)  LQCD__HR_COLOURS(r, LQCD__HR_SET(LQCD__HR_C(r), LQCD__HR_C(r) - (x)))
#define LQCD__HR_EACH_CMUL(r, s) lqcd__hr_cmul(LQCD__HR_C(r), LQCD__HR_C(s))

#define _vector_zero_f(r)                       LQCD__HR_EACH(r, 0)
#define _vector_copy_f(r, s)                    LQCD__HR_EACH(r, LQCD__HR_C(s))
#define _vector_minus_f(r, s)                   LQCD__HR_EACH(r, -LQCD__HR_C(s))
#define _vector_i_plus_f(r, s)                  LQCD__HR_EACH(r, lqcd__hr_i(LQCD__HR_C(s)))
#define _vector_i_minus_f(r, s)                 LQCD__HR_EACH(r, -lqcd__hr_i(LQCD__HR_C(s)))
#define _vector_mul_f(r, k, s)                  LQCD__HR_EACH(r, (k)*LQCD__HR_C(s))
#define _vector_mulc_f(r, z, s)                 LQCD__HR_EACH(r, lqcd__hr_mul(z, LQCD__HR_C(s)))
#define _vector_mulc_star_f(r, z, s)            LQCD__HR_EACH(r, lqcd__hr_cmul(z, LQCD__HR_C(s)))
#define _vector_add_f(r, a, b)                  LQCD__HR_EACH(r, LQCD__HR_C(a) + LQCD__HR_C(b))
#define _vector_sub_f(r, a, b)                  LQCD__HR_EACH(r, LQCD__HR_C(a) - LQCD__HR_C(b))
#define _vector_i_add_f(r, a, b)                LQCD__HR_EACH(r, LQCD__HR_C(a) + lqcd__hr_i(LQCD__HR_C(b)))
#define _vector_i_sub_f(r, a, b)                LQCD__HR_EACH(r, LQCD__HR_C(a) - lqcd__hr_i(LQCD__HR_C(b)))
#define _vector_add_assign_f(r, s)              LQCD__HR_EACH_ADD(r, LQCD__HR_C(s))
#define _vector_sub_assign_f(r, s)              LQCD__HR_EACH_SUB(r, LQCD__HR_C(s))
#define _vector_i_add_assign_f(r, s)            LQCD__HR_EACH_ADD(r, lqcd__hr_i(LQCD__HR_C(s)))
#define _vector_i_sub_assign_f(r, s)            LQCD__HR_EACH_SUB(r, lqcd__hr_i(LQCD__HR_C(s)))
#define _vector_mul_add_assign_f(r, k, s)       LQCD__HR_EACH_ADD(r, (k)*LQCD__HR_C(s))
#define _vector_mul_sub_assign_f(r, k, s)       LQCD__HR_EACH_SUB(r, (k)*LQCD__HR_C(s))
#define _vector_i_mul_add_assign_f(r, k, s)     LQCD__HR_EACH_ADD(r, (k)*lqcd__hr_i(LQCD__HR_C(s)))
#define _vector_i_mul_sub_assign_f(r, k, s)     LQCD__HR_EACH_SUB(r, (k)*lqcd__hr_i(LQCD__HR_C(s)))
#define _vector_mulc_add_assign_f(r, z, s)      LQCD__HR_EACH_ADD(r, lqcd__hr_mul(z, LQCD__HR_C(s)))
#define _vector_mulc_sub_assign_f(r, z, s)      LQCD__HR_EACH_SUB(r, lqcd__hr_mul(z, LQCD__HR_C(s)))
#define _vector_lc_f(r, k, a, l, b)             LQCD__HR_EACH(r, (k)*LQCD__HR_C(a) + (l)*LQCD__HR_C(b))
#define _vector_lc_add_assign_f(r, k, a, l, b)  LQCD__HR_EACH_ADD(r, (k)*LQCD__HR_C(a) + (l)*LQCD__HR_C(b))
#define LQCD__HR_CLC(z, a, w, b)                (lqcd__hr_mul(z, LQCD__HR_C(a)) + lqcd__hr_mul(w, LQCD__HR_C(b)))
#define _vector_clc_f(r, z, a, w, b)            LQCD__HR_EACH(r, LQCD__HR_CLC(z, a, w, b))
#define _vector_clc_add_assign_f(r, z, a, w, b) LQCD__HR_EACH_ADD(r, LQCD__HR_CLC(z, a, w, b))
#define _vector_project_f(r, z, s)              _vector_mulc_sub_assign_f(r, z, s)

#define _vector_prod_assign_f(z, r, s)        LQCD__HR_COLOURS(r, LQCD__HR_SET(z, (z) + LQCD__HR_EACH_CMUL(r, s)))
#define _vector_prod_add_assign_re_f(k, r, s) LQCD__HR_COLOURS(r, (k) += _complex_re(LQCD__HR_EACH_CMUL(r, s)))
#define _vector_prod_add_assign_im_f(k, r, s) LQCD__HR_COLOURS(r, (k) += _complex_im(LQCD__HR_EACH_CMUL(r, s)))
#define _vector_prod_sub_assign_re_f(k, r, s) LQCD__HR_COLOURS(r, (k) -= _complex_re(LQCD__HR_EACH_CMUL(r, s)))
#define _vector_prod_sub_assign_im_f(k, r, s) LQCD__HR_COLOURS(r, (k) -= _complex_im(LQCD__HR_EACH_CMUL(r, s)))
/* First 0, then the sum. */
#define LQCD__HR_ZERO(k)              for (int lqcd__0 = ((k) = 0, 1); lqcd__0; lqcd__0 = 0)
#define LQCD__HR_FROM_0(k, statement) LQCD__HR_ZERO(k) statement

#define _vector_prod_f(z, r, s)    LQCD__HR_FROM_0(z, _vector_prod_assign_f(z, r, s))
#define _vector_prod_re_f(k, r, s) LQCD__HR_FROM_0(k, _vector_prod_add_assign_re_f(k, r, s))
#define _vector_prod_im_f(k, r, s) LQCD__HR_FROM_0(k, _vector_prod_add_assign_im_f(k, r, s))

#define _vector_zero_g(r)                       _vector_zero_f(r)
#define _vector_copy_g(r, s)                    _vector_copy_f(r, s)
#define _vector_minus_g(r, s)                   _vector_minus_f(r, s)
#define _vector_i_plus_g(r, s)                  _vector_i_plus_f(r, s)
#define _vector_i_minus_g(r, s)                 _vector_i_minus_f(r, s)
#define _vector_mul_g(r, k, s)                  _vector_mul_f(r, k, s)
#define _vector_mulc_g(r, z, s)                 _vector_mulc_f(r, z, s)
#define _vector_mulc_star_g(r, z, s)            _vector_mulc_star_f(r, z, s)
#define _vector_add_g(r, a, b)                  _vector_add_f(r, a, b)
#define _vector_sub_g(r, a, b)                  _vector_sub_f(r, a, b)
#define _vector_i_add_g(r, a, b)                _vector_i_add_f(r, a, b)
#define _vector_i_sub_g(r, a, b)                _vector_i_sub_f(r, a, b)
#define _vector_add_assign_g(r, s)              _vector_add_assign_f(r, s)
#define _vector_sub_assign_g(r, s)              _vector_sub_assign_f(r, s)
#define _vector_i_add_assign_g(r, s)            _vector_i_add_assign_f(r, s)
#define _vector_i_sub_assign_g(r, s)            _vector_i_sub_assign_f(r, s)
#define _vector_mul_add_assign_g(r, k, s)       _vector_mul_add_assign_f(r, k, s)
#define _vector_mul_sub_assign_g(r, k, s)       _vector_mul_sub_assign_f(r, k, s)
#define _vector_i_mul_add_assign_g(r, k, s)     _vector_i_mul_add_assign_f(r, k, s)
#define _vector_i_mul_sub_assign_g(r, k, s)     _vector_i_mul_sub_assign_f(r, k, s)
#define _vector_mulc_add_assign_g(r, z, s)      _vector_mulc_add_assign_f(r, z, s)
#define _vector_lc_g(r, k, a, l, b)             _vector_lc_f(r, k, a, l, b)
#define _vector_lc_add_assign_g(r, k, a, l, b)  _vector_lc_add_assign_f(r, k, a, l, b)
#define _vector_clc_g(r, z, a, w, b)            _vector_clc_f(r, z, a, w, b)
#define _vector_clc_add_assign_g(r, z, a, w, b) _vector_clc_add_assign_f(r, z, a, w, b)
#define _vector_project_g(r, z, s)              _vector_project_f(r, z, s)
#define _vector_prod_g(z, r, s)                 _vector_prod_f(z, r, s)
#define _vector_prod_re_g(k, r, s)              _vector_prod_re_f(k, r, s)
#define _vector_prod_im_g(k, r, s)              _vector_prod_im_f(k, r, s)
#define _vector_prod_assign_g(z, r, s)          _vector_prod_assign_f(z, r, s)
#define _vector_prod_add_assign_re_g(k, r, s)   _vector_prod_add_assign_re_f(k, r, s)
#define _vector_prod_add_assign_im_g(k, r, s)   _vector_prod_add_assign_im_f(k, r, s)
#define _vector_prod_sub_assign_re_g(k, r, s)   _vector_prod_sub_assign_re_f(k, r, s)
#define _vector_prod_sub_assign_im_g(k, r, s)   _vector_prod_sub_assign_im_f(k, r, s)

/* ---- spinors --------------------------------------------------------------------------------------------------- */

#define LQCD__HR_S(r) (r).c[lqcd__s]

#define _spinor_zero_f(r)                  LQCD__HR_SPINS(_vector_zero_f(LQCD__HR_S(r)))
#define _spinor_copy_f(r, s)               ((r) = (s))
#define _spinor_minus_f(r, s)              LQCD__HR_SPINS(_vector_minus_f(LQCD__HR_S(r), LQCD__HR_S(s)))
#define _spinor_mul_f(r, k, s)             LQCD__HR_SPINS(_vector_mul_f(LQCD__HR_S(r), k, LQCD__HR_S(s)))
#define _spinor_mulc_f(r, z, s)            LQCD__HR_SPINS(_vector_mulc_f(LQCD__HR_S(r), z, LQCD__HR_S(s)))
#define _spinor_mul_add_assign_f(r, k, s)  LQCD__HR_SPINS(_vector_mul_add_assign_f(LQCD__HR_S(r), k, LQCD__HR_S(s)))
#define _spinor_mulc_add_assign_f(r, z, s) LQCD__HR_SPINS(_vector_mulc_add_assign_f(LQCD__HR_S(r), z, LQCD__HR_S(s)))

/* op is that of vectors. */
#define LQCD__HR_LC(op, r, k, a, l, b)          LQCD__HR_SPINS(op(LQCD__HR_S(r), k, LQCD__HR_S(a), l, LQCD__HR_S(b)))
#define _spinor_lc_f(r, k, a, l, b)             LQCD__HR_LC(_vector_lc_f, r, k, a, l, b)
#define _spinor_lc_add_assign_f(r, k, a, l, b)  LQCD__HR_LC(_vector_lc_add_assign_f, r, k, a, l, b)
#define _spinor_clc_f(r, z, a, w, b)            LQCD__HR_LC(_vector_clc_f, r, z, a, w, b)
#define _spinor_clc_add_assign_f(r, z, a, w, b) LQCD__HR_LC(_vector_clc_add_assign_f, r, z, a, w, b)

#define _spinor_add_f(r, a, b)          LQCD__HR_SPINS(_vector_add_f(LQCD__HR_S(r), LQCD__HR_S(a), LQCD__HR_S(b)))
#define _spinor_sub_f(r, a, b)          LQCD__HR_SPINS(_vector_sub_f(LQCD__HR_S(r), LQCD__HR_S(a), LQCD__HR_S(b)))
#define _spinor_add_assign_f(r, s)      LQCD__HR_SPINS(_vector_add_assign_f(LQCD__HR_S(r), LQCD__HR_S(s)))
#define _spinor_sub_assign_f(r, s)      LQCD__HR_SPINS(_vector_sub_assign_f(LQCD__HR_S(r), LQCD__HR_S(s)))
#define _spinor_i_add_assign_f(r, s)    LQCD__HR_SPINS(_vector_i_add_assign_f(LQCD__HR_S(r), LQCD__HR_S(s)))
#define _spinor_i_sub_assign_f(r, s)    LQCD__HR_SPINS(_vector_i_sub_assign_f(LQCD__HR_S(r), LQCD__HR_S(s)))
#define _spinor_project_f(r, z, s)      LQCD__HR_SPINS(_vector_project_f(LQCD__HR_S(r), z, LQCD__HR_S(s)))
#define _spinor_prod_assign_f(z, r, s)  LQCD__HR_SPINS(_vector_prod_assign_f(z, LQCD__HR_S(r), LQCD__HR_S(s)))
#define LQCD__HR_SPINS_RE(k, r, s)      LQCD__HR_SPINS(_vector_prod_add_assign_re_f(k, LQCD__HR_S(r), LQCD__HR_S(s)))
#define LQCD__HR_SPINS_IM(k, r, s)      LQCD__HR_SPINS(_vector_prod_add_assign_im_f(k, LQCD__HR_S(r), LQCD__HR_S(s)))
#define LQCD__HR_SIGN5                  (lqcd__s < 2 ? 1 : -1)
#define LQCD__HR_G5_TERM(r, s)          (LQCD__HR_SIGN5 * LQCD__HR_EACH_CMUL(LQCD__HR_S(r), LQCD__HR_S(s)))
#define LQCD__HR_G5_PROD(part, k, r, s) LQCD__HR_SPINS(LQCD__HR_COLOURS((r).c[0], (k) += part(LQCD__HR_G5_TERM(r, s))))
#define _spinor_prod_f(z, r, s)         LQCD__HR_FROM_0(z, _spinor_prod_assign_f(z, r, s))
#define _spinor_prod_re_f(k, r, s)      LQCD__HR_FROM_0(k, LQCD__HR_SPINS_RE(k, r, s))
#define _spinor_prod_im_f(k, r, s)      LQCD__HR_FROM_0(k, LQCD__HR_SPINS_IM(k, r, s))
#define _spinor_g5_prod_re_f(k, r, s)   LQCD__HR_FROM_0(k, LQCD__HR_G5_PROD(_complex_re, k, r, s))
#define _spinor_g5_prod_im_f(k, r, s)   LQCD__HR_FROM_0(k, LQCD__HR_G5_PROD(_complex_im, k, r, s))

/* ---- gamma matrices: r = g s; r may be s ------------------------------------------------------------------------ */

#define LQCD_TEMPLATE "../compat/hirep/impl/spinor.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"

/* Component k of r is i^p times component a of s, for p, a of k = 0, .., 3; bytes, the size of r: the precision. */
LQCD_FN void lqcd__hr_turn(void *r, const void *s, size_t bytes, int p0, int a0, int p1, int a1, int p2, int a2,
				  int p3, int a3)
{
	const int p[4] = {p0, p1, p2, p3}, a[4] = {a0, a1, a2, a3};
	if (bytes == sizeof(LQCD__HR_Q(lqcd_spinor_d)))
		LQCD__HR_Q(lqcd__hr_turn_d)(r, s, p, a);
	else
		LQCD__HR_Q(lqcd__hr_turn_f)(r, s, p, a);
}

#define LQCD__HR_GAMMA(r, s, ...) lqcd__hr_turn(&(r), &(s), sizeof(r), __VA_ARGS__)
#define _spinor_plus_f(r, s)      LQCD__HR_GAMMA(r, s, 0, 0, 0, 1, 0, 2, 0, 3)
#define _spinor_i_plus_f(r, s)    LQCD__HR_GAMMA(r, s, 1, 0, 1, 1, 1, 2, 1, 3)
#define _spinor_i_minus_f(r, s)   LQCD__HR_GAMMA(r, s, 3, 0, 3, 1, 3, 2, 3, 3)
#define _spinor_g0_f(r, s)        LQCD__HR_GAMMA(r, s, 2, 2, 2, 3, 2, 0, 2, 1)
#define _spinor_g1_f(r, s)        LQCD__HR_GAMMA(r, s, 3, 3, 3, 2, 1, 1, 1, 0)
#define _spinor_g2_f(r, s)        LQCD__HR_GAMMA(r, s, 2, 3, 0, 2, 0, 1, 2, 0)
#define _spinor_g3_f(r, s)        LQCD__HR_GAMMA(r, s, 3, 2, 1, 3, 1, 0, 3, 1)
#define _spinor_g5_f(r, s)        LQCD__HR_GAMMA(r, s, 0, 0, 0, 1, 2, 2, 2, 3)
#define _spinor_g5_assign_f(r)    _spinor_g5_f(r, r)
/* g5 from the left turns the sign of components 2 and 3 of the result, from the right of those of s. */
#define _spinor_g5g0_f(r, s)   LQCD__HR_GAMMA(r, s, 2, 2, 2, 3, 0, 0, 0, 1)
#define _spinor_g0g5_f(r, s)   LQCD__HR_GAMMA(r, s, 0, 2, 0, 3, 2, 0, 2, 1)
#define _spinor_g5g1_f(r, s)   LQCD__HR_GAMMA(r, s, 3, 3, 3, 2, 3, 1, 3, 0)
#define _spinor_g5g2_f(r, s)   LQCD__HR_GAMMA(r, s, 2, 3, 0, 2, 2, 1, 0, 0)
#define _spinor_g5g3_f(r, s)   LQCD__HR_GAMMA(r, s, 3, 2, 1, 3, 3, 0, 1, 1)
#define _spinor_g0g1_f(r, s)   LQCD__HR_GAMMA(r, s, 3, 1, 3, 0, 1, 3, 1, 2)
#define _spinor_g0g2_f(r, s)   LQCD__HR_GAMMA(r, s, 2, 1, 0, 0, 0, 3, 2, 2)
#define _spinor_g0g3_f(r, s)   LQCD__HR_GAMMA(r, s, 3, 0, 1, 1, 1, 2, 3, 3)
#define _spinor_g5g0g1_f(r, s) LQCD__HR_GAMMA(r, s, 3, 1, 3, 0, 3, 3, 3, 2)
#define _spinor_g5g0g2_f(r, s) LQCD__HR_GAMMA(r, s, 2, 1, 0, 0, 2, 3, 0, 2)
#define _spinor_g5g0g3_f(r, s) LQCD__HR_GAMMA(r, s, 3, 0, 1, 1, 3, 2, 1, 3)
/* P+ s = (1 + g0) s / 2, P- s = (1 - g0) s / 2; r other than s */
#define LQCD__HR_FAR(s)        (s).c[lqcd__s ^ 2]
#define LQCD__HR_P(r, s, sign) LQCD__HR_SPINS(_vector_lc_f(LQCD__HR_S(r), 0.5, LQCD__HR_S(s), sign, LQCD__HR_FAR(s)))
#define _spinor_pplus_f(r, s)  LQCD__HR_P(r, s, -0.5)
#define _spinor_pminus_f(r, s) LQCD__HR_P(r, s, 0.5)

#endif
