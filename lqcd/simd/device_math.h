/* lqcd/simd/device_math.h: arithmetic on single numbers for which a device has instructions that no C expression becomes.
 * In the pass of a device's compiler (LQCD_ON_DEVICE) they are these instructions, else plain C.
 *
 *   word                  value                                              CUDA                      host
 *   lqcd__leading(x)      zero bits before the first bit of an unsigned      __clz                     __builtin_clz
 *                         that is not 0
 *   lqcd__rint32(x)       the integer nearest to x modulo 2^32, ties to      of a float: a sum in      by a sum in double
 *                         even: |x| < 2^51, of a float on a device 2^22      float (no conversion)
 *   lqcd__product_f(a,b)  a b, rounded before anything is added to it: the   __fmul_rn                 a * b
 *   lqcd__product_d       compiler makes no multiply-add of it               __dmul_rn
 *   lqcd__rsqrt_f(x)      1/sqrt(x) within 2^-22.9 (f), 2^-20 (d); infinite  rsqrt.approx.ftz          1 / sqrt(x)
 *   lqcd__rsqrt_d         at 0 and where x is subnormal (on a device)
 *
 *   On a device alone:
 *   lqcd__reciprocal(x)   1/x up to an epsilon, float or double,             rcp.approx.ftz and a
 *                         1 <= x < 2^126, without a branch                   step of Newton
 *   lqcd__largest(a, b)   the larger of two floats, NaN if one is; there     max.NaN
 *                         where LQCD__DEVICE_LARGEST is 1
 *
 * HIP has all of them but lqcd__largest: clang's builtins of v_rsq and v_rcp, and a pragma for what is rounded first.
 *
 * Sources: PTX ISA, and AMD's Instinct MI200 ISA, for the instructions and their errors.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DEVICE_MATH_H
#define LQCD_DEVICE_MATH_H

#include <math.h>
#include <string.h>

#include "../base/config.h"

#if LQCD_ON_DEVICE && !defined __HIP__
LQCD_FN int lqcd__leading(unsigned x)
{
	return __clz((int)x);
}

LQCD_FN float lqcd__product_f(float a, float b)
{
	return __fmul_rn(a, b);
}

LQCD_FN double lqcd__product_d(double a, double b)
{
	return __dmul_rn(a, b);
}
#else
/* hipcc makes multiply-adds of products and sums unless it is told not to. */
#if LQCD_ON_DEVICE && defined __clang__
#define LQCD__ROUND_EACH LQCD__PRAGMA(clang fp contract(off))
#else
#define LQCD__ROUND_EACH
#endif

LQCD_FN int lqcd__leading(unsigned x)
{
	return __builtin_clz(x);
}

LQCD_FN float lqcd__product_f(float a, float b)
{
	LQCD__ROUND_EACH
	return a * b;
}

LQCD_FN double lqcd__product_d(double a, double b)
{
	LQCD__ROUND_EACH
	return a * b;
}
#endif

#if LQCD_ON_DEVICE && defined __HIP__
LQCD_FN float lqcd__rsqrt_f(float x)
{
	return __builtin_amdgcn_rsqf(x);
}

LQCD_FN double lqcd__rsqrt_d(double x)
{
	return __builtin_amdgcn_rsq(x);
}

/* The estimates: 1 unit in the last place of a float, 2^29 of a double. */
LQCD_FN float lqcd__reciprocal(float x)
{
	const float y = __builtin_amdgcn_rcpf(x);
	return fmaf(y, fmaf(-x, y, 1.0f), y);
}

LQCD_FN double lqcd__reciprocal(double x)
{
	const double y = __builtin_amdgcn_rcp(x), e = fma(-x, y, 1.0);
	return fma(y, fma(e, e, e), y);
}
#elif LQCD_ON_DEVICE
LQCD_FN float lqcd__rsqrt_f(float x)
{
	float y;
	asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
	return y;
}

LQCD_FN double lqcd__rsqrt_d(double x)
{
	double y;
	asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
	return y;
}

/** A division branches to what lies beyond the range, and nothing is moved across. */
LQCD_FN float lqcd__reciprocal(float x)
{
	float y;
	asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
	return fmaf(y, fmaf(-x, y, 1.0f), y);
}

/** The estimate has 20 bits. */
LQCD_FN double lqcd__reciprocal(double x)
{
	double y;
	asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
	const double e = fma(-x, y, 1.0);
	return fma(y, fma(e, e, e), y);
}

#if __CUDA_ARCH__ >= 800
#define LQCD__DEVICE_LARGEST 1
LQCD_FN float lqcd__largest(float a, float b)
{
	float r;
	asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
	return r;
}
#endif
#else
LQCD_FN float lqcd__rsqrt_f(float x)
{
	return 1 / sqrtf(x);
}

LQCD_FN double lqcd__rsqrt_d(double x)
{
	return 1 / sqrt(x);
}
#endif
#ifndef LQCD__DEVICE_LARGEST
#define LQCD__DEVICE_LARGEST 0
#endif

/* The sum has no bits behind the point, and 1.5 * 2^52 has 0 in its lower 32 bits. */
LQCD_FN uint32_t lqcd__rint32(double x)
{
	const double sum = x + 6755399441055744.0;
	uint64_t bits;
	memcpy(&bits, &sum, sizeof bits);
	return (uint32_t)bits;
}
#if LQCD_ON_DEVICE && defined __HIP__
LQCD_FN uint32_t lqcd__rint32(float x)
{
	LQCD__ROUND_EACH
	const float sum = x + 12582912.0f;
	uint32_t bits;
	memcpy(&bits, &sum, sizeof bits);
	return bits - 0x4b400000u;
}
#elif LQCD_ON_DEVICE
LQCD_FN uint32_t lqcd__rint32(float x)
{
	return __float_as_uint(__fadd_rn(x, 12582912.0f)) - 0x4b400000u;
}
#endif
#if LQCD_ON_DEVICE
#define LQCD__RINT32(x) lqcd__rint32(x)
#else
#define LQCD__RINT32(x) lqcd__rint32((double)(x))
#endif

#endif
