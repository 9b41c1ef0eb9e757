/* lqcd/simd/avx2.h: vf and vd as AVX registers, 8 floats or 4 doubles, with FMA. simd.h documents the operations.
 * A mask is a register with all or no bits of a lane set.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_AVX2_H
#define LQCD_SIMD_AVX2_H

#define LQCD_SIMD_AVX2 256
#define LQCD__SIMD_KNOWN_256 0, 256
#if !defined(LQCD_SIMD) && defined(__AVX2__) && defined(__FMA__)
#define LQCD_SIMD LQCD_SIMD_AVX2
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_AVX2

#if !defined(__AVX2__) || !defined(__FMA__)
#error "lqcd: LQCD_SIMD_AVX2 needs the compiler flags -mavx2 -mfma (or -march=native on a processor that has both)"
#endif
#include <immintrin.h>

#define LQCD_SIMD_NAME "avx2"
#define LQCD_LANES_vf  8
#define LQCD_LANES_vd  4
#define LQCD_SIMD_REGISTERS 16
#define LQCD_SIMD_FUSED 1
#define LQCD_RSQRT_BITS_vf 11
#define LQCD_RSQRT_BITS_vd 11

typedef __m256 lqcd_real_vf;
typedef __m256d lqcd_real_vd;
typedef __m256 lqcd_mask_vf;
typedef __m256d lqcd_mask_vd;
typedef __m256i lqcd_perm_vf;
/* a lane of 64 bits is two of 32 */
typedef __m256i lqcd_perm_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(32)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(32)));

/* clang-format off */
#define LQCD__X86_vf(name) _mm256##name##_ps
#define LQCD__X86_vd(name) _mm256##name##_pd
#define LQCD__X86_COMPARE_vf(a, b, k) _mm256_cmp_ps(a, b, k)
#define LQCD__X86_COMPARE_vd(a, b, k) _mm256_cmp_pd(a, b, k)
#define LQCD__OWN_ADDSUB 1
#define lqcd__words_real_vf(w)   _mm256_cvtepi32_ps((__m256i)(w))
#define lqcd__words_real_vd(w)   _mm256_cvtepi32_pd((__m128i)(w))
#define lqcd__words_round_vf(a)  (lqcd__words_vf)_mm256_cvtps_epi32(a)
#define lqcd__words_round_vd(a)  (lqcd__words_vd)_mm256_cvtpd_epi32(a)
#define LQCD_TEMPLATE "../simd/x86.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

LQCD_HOST_FN void lqcd_load2_vf(__m256 *a, __m256 *b, const float *const *p, size_t at)
{
	const __m256 lower = _mm256_insertf128_ps(_mm256_castps128_ps256(lqcd__load2_vf(p, at)), lqcd__load2_vf(p + 4, at), 1);
	const __m256 upper = _mm256_insertf128_ps(_mm256_castps128_ps256(lqcd__load2_vf(p + 2, at)), lqcd__load2_vf(p + 6, at), 1);
	*a = _mm256_shuffle_ps(lower, upper, 0x88);
	*b = _mm256_shuffle_ps(lower, upper, 0xdd);
}

LQCD_HOST_FN void lqcd_load2_vd(__m256d *a, __m256d *b, const double *const *p, size_t at)
{
	const __m256d even = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p[0] + at)), _mm_loadu_pd(p[2] + at), 1);
	const __m256d odd = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p[1] + at)), _mm_loadu_pd(p[3] + at), 1);
	*a = _mm256_unpacklo_pd(even, odd);
	*b = _mm256_unpackhi_pd(even, odd);
}

/* permutations */
LQCD_HOST_FN __m256i lqcd_perm_make_vf(const int *src)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)src);
}

LQCD_HOST_FN __m256 lqcd_permute_vf(__m256 a, __m256i p) { return _mm256_permutevar8x32_ps(a, p); }

LQCD_HOST_FN __m256i lqcd_perm_make_vd(const int *src)
{
	const __m128i narrow = _mm_loadu_si128((const __m128i *)(const void *)src);
	const __m256i even = _mm256_slli_epi64(_mm256_cvtepi32_epi64(narrow), 1);
	return _mm256_or_si256(even, _mm256_slli_epi64(_mm256_add_epi64(even, _mm256_set1_epi64x(1)), 32));
}

LQCD_HOST_FN __m256d lqcd_permute_vd(__m256d a, __m256i p)
{
	return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(a), p));
}

/* pairs of lanes */
LQCD_HOST_FN __m256 lqcd_swap_pairs_vf(__m256 a) { return _mm256_permute_ps(a, 0xb1); }
LQCD_HOST_FN __m256 lqcd_dup_even_vf(__m256 a) { return _mm256_moveldup_ps(a); }
LQCD_HOST_FN __m256 lqcd_dup_odd_vf(__m256 a) { return _mm256_movehdup_ps(a); }

LQCD_HOST_FN __m256d lqcd_swap_pairs_vd(__m256d a) { return _mm256_permute_pd(a, 0x5); }
LQCD_HOST_FN __m256d lqcd_dup_even_vd(__m256d a) { return _mm256_movedup_pd(a); }
LQCD_HOST_FN __m256d lqcd_dup_odd_vd(__m256d a) { return _mm256_permute_pd(a, 0xf); }

/* for derived.inc */
LQCD_HOST_FN __m256 lqcd__down_vf(__m256 a, int n)
{
	return n == 4 ? _mm256_permute2f128_ps(a, a, 1) : n == 2 ? _mm256_permute_ps(a, 0x4e) : _mm256_permute_ps(a, 0xb1);
}

LQCD_HOST_FN __m256d lqcd__down_vd(__m256d a, int n)
{
	return n == 2 ? _mm256_permute2f128_pd(a, a, 1) : _mm256_permute_pd(a, 0x5);
}

LQCD_HOST_FN float lqcd__first_vf(__m256 a) { return _mm256_cvtss_f32(a); }
LQCD_HOST_FN double lqcd__first_vd(__m256d a) { return _mm256_cvtsd_f64(a); }
LQCD_HOST_FN __m256d lqcd__low_vf(__m256 a) { return _mm256_cvtps_pd(_mm256_castps256_ps128(a)); }
LQCD_HOST_FN __m256d lqcd__high_vf(__m256 a) { return _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)); }

#define LQCD__MUL32(a, b) _mm256_mul_epu32((__m256i)(a), _mm256_set1_epi64x(b))
#define LQCD__STREAM_FENCE() _mm_sfence()
/* clang-format on */

#endif
#endif
