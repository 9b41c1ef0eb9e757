/* lqcd/simd/clmul.h: registers of 128 bits as polynomials over GF(2), where the processor multiplies them.
 *
 *   LQCD_CLMUL                           1 when the compiler may use such an instruction (-mpclmul), else 0 and nothing below
 *   lqcd_bits128                         the register
 *   a = lqcd_clmul_make(upper, lower)    from two halves of 64 bits
 *   a = lqcd_clmul_load(p)               16 bytes at any address
 *   lqcd_clmul_store(p, a)
 *   a = lqcd_clmul_add(a, b)             the sum: exclusive or
 *   a = lqcd_clmul_fold(a, k, b)         b plus the product of the lower halves of a and k plus that of the upper halves
 *
 * Another processor is another branch here.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_CLMUL_H
#define LQCD_SIMD_CLMUL_H

#include "../base/config.h"

#if defined(__PCLMUL__) && defined(__SSE2__) && !LQCD_DEVICE_COMPILER
#define LQCD_CLMUL 1
#include <immintrin.h>

typedef __m128i lqcd_bits128;

LQCD_HOST_FN lqcd_bits128 lqcd_clmul_make(int64_t upper, int64_t lower)
{
	return _mm_set_epi64x(upper, lower);
}

LQCD_HOST_FN lqcd_bits128 lqcd_clmul_load(const unsigned char *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

LQCD_HOST_FN void lqcd_clmul_store(unsigned char *p, lqcd_bits128 a)
{
	_mm_storeu_si128((__m128i *)(void *)p, a);
}

LQCD_HOST_FN lqcd_bits128 lqcd_clmul_add(lqcd_bits128 a, lqcd_bits128 b)
{
	return _mm_xor_si128(a, b);
}

LQCD_HOST_FN lqcd_bits128 lqcd_clmul_fold(lqcd_bits128 a, lqcd_bits128 k, lqcd_bits128 b)
{
	const __m128i lower = _mm_clmulepi64_si128(a, k, 0x00), upper = _mm_clmulepi64_si128(a, k, 0x11);
	return _mm_xor_si128(_mm_xor_si128(lower, upper), b);
}
#else
#define LQCD_CLMUL 0
#endif

#endif
