/* lqcd/simd/sse2.h: vf and vd as SSE registers, 4 floats or 2 doubles. simd.h documents the operations.
 * A mask is a register with all or no bits of a lane set. SSE2 is all it needs; with the -m flags for it, permutations
 * use SSSE3, selection SSE4.1, and multiply-add FMA; without FMA LQCD_FMA takes libm's, lane by lane.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_SSE2_H
#define LQCD_SIMD_SSE2_H

#define LQCD_SIMD_SSE2 128
#define LQCD__SIMD_KNOWN_128 0, 128
#if !defined(LQCD_SIMD) && defined(__SSE2__)
#define LQCD_SIMD LQCD_SIMD_SSE2
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_SSE2

#ifndef __SSE2__
#error "lqcd: LQCD_SIMD_SSE2 needs the compiler flag -msse2 (always on for x86-64)"
#endif
/* Each of the later headers includes the earlier ones; immintrin.h would cost as much time as all of lqcd. */
#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#elif defined(__SSSE3__)
#include <tmmintrin.h>
#else
#include <emmintrin.h>
#endif

#define LQCD_SIMD_NAME "sse2"
#define LQCD_LANES_vf  4
#define LQCD_LANES_vd  2
#define LQCD_SIMD_REGISTERS 16
#ifdef __FMA__
#define LQCD_SIMD_FUSED 1
#else
#define LQCD_SIMD_FUSED LQCD_FMA
#endif
#define LQCD_RSQRT_BITS_vf 11
#define LQCD_RSQRT_BITS_vd 11

typedef __m128 lqcd_real_vf;
typedef __m128d lqcd_real_vd;
typedef __m128 lqcd_mask_vf;
typedef __m128d lqcd_mask_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(16)));

#ifdef __SSSE3__
/* for each byte of the result, the byte that it comes from */
typedef __m128i lqcd_perm_vf;
typedef __m128i lqcd_perm_vd;
#else
/* by[k]: the lanes w that read lane w^k; shuffles by constants bring that lane to them */
typedef struct {
	__m128 by[4];
} lqcd_perm_vf;
/* the lanes that read the other lane */
typedef __m128d lqcd_perm_vd;
#endif

/* clang-format off */
#define LQCD__X86_vf(name) _mm##name##_ps
#define LQCD__X86_vd(name) _mm##name##_pd
#define lqcd__words_real_vf(w)   _mm_cvtepi32_ps((__m128i)(w))
#define lqcd__words_real_vd(w)   _mm_cvtepi32_pd((__m128i)(w))
#define lqcd__words_round_vf(a)  (lqcd__words_vf)_mm_cvtps_epi32(a)
#define lqcd__words_round_vd(a)  (lqcd__words_vd)_mm_cvtpd_epi32(a)
#define LQCD_TEMPLATE "../simd/x86.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

LQCD_HOST_FN void lqcd_load2_vf(__m128 *a, __m128 *b, const float *const *p, size_t at)
{
	*a = _mm_setr_ps(p[0][at], p[1][at], p[2][at], p[3][at]);
	*b = _mm_setr_ps(p[0][at + 1], p[1][at + 1], p[2][at + 1], p[3][at + 1]);
}

LQCD_HOST_FN void lqcd_load2_vd(__m128d *a, __m128d *b, const double *const *p, size_t at)
{
	const __m128d even = _mm_loadu_pd(p[0] + at), odd = _mm_loadu_pd(p[1] + at);
	*a = _mm_unpacklo_pd(even, odd);
	*b = _mm_unpackhi_pd(even, odd);
}

/* permutations; lqcd__by<n>(a) has lane w^n of a in lane w */
LQCD_HOST_FN __m128 lqcd__by1_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0xb1); }
LQCD_HOST_FN __m128 lqcd__by2_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0x4e); }
LQCD_HOST_FN __m128 lqcd__by3_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0x1b); }
LQCD_HOST_FN __m128d lqcd__by1_vd(__m128d a) { return _mm_shuffle_pd(a, a, 0x1); }
/* clang-format on */

#ifdef __SSSE3__
LQCD_HOST_FN __m128i lqcd__perm_bytes(const int *src, int lanes)
{
	const int size = 16 / lanes;
	unsigned char from[16];
	for (int i = 0; i < 16; i++) from[i] = (unsigned char)(src[i / size] * size + i % size);
	return _mm_loadu_si128((const __m128i *)(const void *)from);
}
#endif

LQCD_HOST_FN lqcd_perm_vf lqcd_perm_make_vf(const int *src)
{
#ifdef __SSSE3__
	return lqcd__perm_bytes(src, 4);
#else
	const __m128i lane = _mm_setr_epi32(0, 1, 2, 3);
	const __m128i distance = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)src), lane);
	lqcd_perm_vf p;
	for (int k = 0; k < 4; k++) p.by[k] = _mm_castsi128_ps(_mm_cmpeq_epi32(distance, _mm_set1_epi32(k)));
	return p;
#endif
}

LQCD_HOST_FN __m128 lqcd_permute_vf(__m128 a, lqcd_perm_vf p)
{
#ifdef __SSSE3__
	return _mm_castsi128_ps(_mm_shuffle_epi8(_mm_castps_si128(a), p));
#else
	const __m128 even = _mm_or_ps(_mm_and_ps(p.by[0], a), _mm_and_ps(p.by[2], lqcd__by2_vf(a)));
	const __m128 odd = _mm_or_ps(_mm_and_ps(p.by[1], lqcd__by1_vf(a)), _mm_and_ps(p.by[3], lqcd__by3_vf(a)));
	return _mm_or_ps(even, odd);
#endif
}

LQCD_HOST_FN lqcd_perm_vd lqcd_perm_make_vd(const int *src)
{
#ifdef __SSSE3__
	return lqcd__perm_bytes(src, 2);
#else
	const int other0 = -(src[0] != 0), other1 = -(src[1] != 1);
	return _mm_castsi128_pd(_mm_setr_epi32(other0, other0, other1, other1));
#endif
}

LQCD_HOST_FN __m128d lqcd_permute_vd(__m128d a, lqcd_perm_vd p)
{
#ifdef __SSSE3__
	return _mm_castsi128_pd(_mm_shuffle_epi8(_mm_castpd_si128(a), p));
#else
	return lqcd_select_vd(p, lqcd__by1_vd(a), a);
#endif
}

/* clang-format off */
/* pairs of lanes */
LQCD_HOST_FN __m128 lqcd_swap_pairs_vf(__m128 a) { return lqcd__by1_vf(a); }
LQCD_HOST_FN __m128 lqcd_dup_even_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0xa0); }
LQCD_HOST_FN __m128 lqcd_dup_odd_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0xf5); }

LQCD_HOST_FN __m128d lqcd_swap_pairs_vd(__m128d a) { return lqcd__by1_vd(a); }
LQCD_HOST_FN __m128d lqcd_dup_even_vd(__m128d a) { return _mm_unpacklo_pd(a, a); }
LQCD_HOST_FN __m128d lqcd_dup_odd_vd(__m128d a) { return _mm_unpackhi_pd(a, a); }

/* for derived.inc */
LQCD_HOST_FN __m128 lqcd__down_vf(__m128 a, int n) { return n == 2 ? lqcd__by2_vf(a) : lqcd__by1_vf(a); }
LQCD_HOST_FN __m128d lqcd__down_vd(__m128d a, int n) { (void)n; return lqcd__by1_vd(a); }
LQCD_HOST_FN float lqcd__first_vf(__m128 a) { return _mm_cvtss_f32(a); }
LQCD_HOST_FN double lqcd__first_vd(__m128d a) { return _mm_cvtsd_f64(a); }
LQCD_HOST_FN __m128d lqcd__low_vf(__m128 a) { return _mm_cvtps_pd(a); }
LQCD_HOST_FN __m128d lqcd__high_vf(__m128 a) { return _mm_cvtps_pd(_mm_movehl_ps(a, a)); }

#define LQCD__MUL32(a, b) _mm_mul_epu32((__m128i)(a), _mm_set1_epi64x(b))
#define LQCD__STREAM_FENCE() _mm_sfence()
/* clang-format on */

#endif
#endif
