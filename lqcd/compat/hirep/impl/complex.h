/* lqcd/compat/hirep/impl/complex.h: part of compat/hirep.h: the macros of HiRep's hr_complex.h.
 *
 * Arguments are lvalues or values of hr_complex or hr_complex_flt, which may be the same in all places: each right-hand
 * side is one expression. Products are the four multiplications of school, without C's detour for infinities.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_COMPLEX_H
#define LQCD_COMPAT_HIREP_COMPLEX_H

#include "types.h"

#ifdef __cplusplus
#include "complex_cxx.h"
#else
#define lqcd__hr_re(a) __real__(a)
#define lqcd__hr_im(a) __imag__(a)

static inline hr_complex lqcd__hr_make(double re, double im)
{
	double z[2];
	hr_complex c;
	z[0] = re;
	z[1] = im;
	__builtin_memcpy(&c, z, sizeof c);
	return c;
}

/** a b and conj(a) b */
static inline hr_complex lqcd__hr_mul(hr_complex a, hr_complex b)
{
	const double ar = __real__ a, ai = __imag__ a, br = __real__ b, bi = __imag__ b;
	return lqcd__hr_make(ar * br - ai * bi, ar * bi + ai * br);
}

static inline hr_complex lqcd__hr_cmul(hr_complex a, hr_complex b)
{
	const double ar = __real__ a, ai = __imag__ a, br = __real__ b, bi = __imag__ b;
	return lqcd__hr_make(ar * br + ai * bi, ar * bi - ai * br);
}

/** i a */
static inline hr_complex lqcd__hr_i(hr_complex a)
{
	return lqcd__hr_make(-(__imag__ a), __real__ a);
}

static inline hr_complex lqcd__hr_conj(hr_complex a)
{
	return lqcd__hr_make(__real__ a, -(__imag__ a));
}

static inline hr_complex lqcd__hr_div(hr_complex a, hr_complex b)
{
	const double br = __real__ b, bi = __imag__ b;
	return lqcd__hr_cmul(b, a) / (br * br + bi * bi);
}

/* a = x in the precision of a */
#define LQCD__HR_SET(a, x) ((a) = (__typeof__(a))(x))
#endif

#define _complex_re(a)                     ((double)lqcd__hr_re(a))
#define _complex_im(a)                     ((double)lqcd__hr_im(a))
#define _complex_0(a)                      LQCD__HR_SET(a, 0)
#define _complex_1(a)                      LQCD__HR_SET(a, 1)
#define _complex_add_1(a)                  LQCD__HR_SET(a, (a) + 1)
#define _complex_i(a)                      LQCD__HR_SET(a, lqcd__hr_make(0, 1))
#define _complex_star(a, b)                LQCD__HR_SET(a, lqcd__hr_conj(b))
#define _complex_star_minus(a, b)          LQCD__HR_SET(a, -lqcd__hr_conj(b))
#define _complex_star_assign(a)            LQCD__HR_SET(a, lqcd__hr_conj(a))
#define _complex_mul(a, b, c)              LQCD__HR_SET(a, lqcd__hr_mul(b, c))
#define _complex_mulr(a, r, b)             LQCD__HR_SET(a, (r) * (b))
#define _complex_add(a, b, c)              LQCD__HR_SET(a, (b) + (c))
#define _complex_sub(a, b, c)              LQCD__HR_SET(a, (b) - (c))
#define _complex_add_star(a, b, c)         LQCD__HR_SET(a, (b) + lqcd__hr_conj(c))
#define _complex_sub_star(a, b, c)         LQCD__HR_SET(a, (b)-lqcd__hr_conj(c))
#define _complex_div(a, b, c)              LQCD__HR_SET(a, lqcd__hr_div(b, c))
#define _complex_inv(a, b)                 LQCD__HR_SET(a, lqcd__hr_div(1, b))
#define _complex_prod(a, b)                lqcd__hr_cmul(a, b)
#define _complex_prod_re(a, b)             _complex_re(lqcd__hr_cmul(a, b))
#define _complex_prod_m1_re(a, b)          _complex_re(lqcd__hr_cmul((a)-1, (b)-1))
#define _complex_prod_im(a, b)             _complex_im(lqcd__hr_cmul(a, b))
#define _complex_prod_assign(c, a, b)      LQCD__HR_SET(c, (c) + lqcd__hr_cmul(a, b))
#define _complex_mul_star(a, b, c)         LQCD__HR_SET(a, lqcd__hr_cmul(c, b))
#define _complex_mul_star_assign(a, b, c)  LQCD__HR_SET(a, (a) + lqcd__hr_cmul(c, b))
#define _complex_mul_assign(a, b, c)       LQCD__HR_SET(a, (a) + lqcd__hr_mul(b, c))
#define _complex_mul_sub_assign(a, b, c)   LQCD__HR_SET(a, (a)-lqcd__hr_mul(b, c))
#define _complex_mulr_assign(a, r, b)      LQCD__HR_SET(a, (a) + (r) * (b))
#define _complex_mulcr_assign(a, r, b)     LQCD__HR_SET(a, (a) + (r)*lqcd__hr_conj(b))
#define _complex_minus(a, b)               LQCD__HR_SET(a, -(b))
#define _complex_i_minus(a, b)             LQCD__HR_SET(a, -lqcd__hr_i(b))
#define _complex_i_plus(a, b)              LQCD__HR_SET(a, lqcd__hr_i(b))
#define _complex_i_add(a, b, c)            LQCD__HR_SET(a, (b) + lqcd__hr_i(c))
#define _complex_i_sub(a, b, c)            LQCD__HR_SET(a, (b)-lqcd__hr_i(c))
#define _complex_add_assign(a, b)          LQCD__HR_SET(a, (a) + (b))
#define _complex_sub_assign(a, b)          LQCD__HR_SET(a, (a) - (b))
#define _complex_add_star_assign(a, b, c)  LQCD__HR_SET(a, (a) + (b) + lqcd__hr_conj(c))
#define _complex_i_add_assign(a, b)        LQCD__HR_SET(a, (a) + lqcd__hr_i(b))
#define _complex_i_sub_assign(a, b)        LQCD__HR_SET(a, (a)-lqcd__hr_i(b))
#define _complex_rlc(a, r, b, s, c)        LQCD__HR_SET(a, (r) * (b) + (s) * (c))
#define _complex_rlc_assign(a, r, b, s, c) LQCD__HR_SET(a, (a) + (r) * (b) + (s) * (c))
#define _complex_clc(a, z, b, w, c)        LQCD__HR_SET(a, lqcd__hr_mul(z, b) + lqcd__hr_mul(w, c))
#define _complex_clc_assign(a, z, b, w, c) LQCD__HR_SET(a, (a) + lqcd__hr_mul(z, b) + lqcd__hr_mul(w, c))

#endif
