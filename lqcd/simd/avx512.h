/* lqcd/simd/avx512.h: vf and vd as AVX-512 registers, 16 floats or 8 doubles. Needs AVX512F alone, so that it serves
 * every processor with 512-bit registers. simd.h documents the operations. A mask is a mask register.
 *
 * Some intrinsics are called in their _maskz_ form with all lanes on: gcc 12 in C++ warns that the plain form reads an
 * uninitialised register (its bug 105593). Both forms compile to the same plain instruction.
 * Later extensions add nothing that the operations could use (bench/RESULTS.md).
 * AVX10 of 512 bits is taken for AVX-512, of 256 bits for AVX2.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_AVX512_H
#define LQCD_SIMD_AVX512_H

#define LQCD_SIMD_AVX512 512
#define LQCD__SIMD_KNOWN_512 0, 512
/* AVX10 of 256 bits defines __AVX512F__, but not __EVEX512__; compilers from before AVX10 define neither of these. */
#if !defined(LQCD_SIMD) && defined(__AVX512F__) && (defined(__EVEX512__) || !defined(__EVEX256__))
#define LQCD_SIMD LQCD_SIMD_AVX512
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_AVX512

#ifndef __AVX512F__
#error "lqcd: LQCD_SIMD_AVX512 needs the compiler flag -mavx512f (or -march=native on a processor that has it)"
#endif
#include <immintrin.h>

#define LQCD_SIMD_NAME "avx512"
#define LQCD_LANES_vf  16
#define LQCD_LANES_vd  8
#define LQCD_SIMD_REGISTERS 32
#define LQCD_SIMD_FUSED 1
#define LQCD_RSQRT_BITS_vf 14
#define LQCD_RSQRT_BITS_vd 14

typedef __m512 lqcd_real_vf;
typedef __m512d lqcd_real_vd;
typedef __mmask16 lqcd_mask_vf;
typedef __mmask8 lqcd_mask_vd;
typedef __m512i lqcd_perm_vf;
typedef __m512i lqcd_perm_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(64)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(64)));

/* clang-format off */
#define LQCD__X86_vf(name) _mm512##name##_ps
#define LQCD__X86_vd(name) _mm512##name##_pd
#define LQCD__X86_COMPARE_vf(a, b, k) _mm512_cmp_ps_mask(a, b, k)
#define LQCD__X86_COMPARE_vd(a, b, k) _mm512_cmp_pd_mask(a, b, k)
#define LQCD__OWN_ADDSUB 1
#define lqcd__words_real_vf(w)   _mm512_maskz_cvtepi32_ps(0xffff, (__m512i)(w))
#define lqcd__words_real_vd(w)   _mm512_maskz_cvtepi32_pd(0xff, (__m256i)(w))
#define lqcd__words_round_vf(a)  (lqcd__words_vf)_mm512_maskz_cvtps_epi32(0xffff, a)
#define lqcd__words_round_vd(a)  (lqcd__words_vd)_mm512_maskz_cvtpd_epi32(0xff, a)
#define LQCD_TEMPLATE "../simd/x86.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/* pairs 0 1 4 5 8 9 12 13 */
LQCD_HOST_FN __m512 lqcd__load16_vf(const float *const *p, size_t at)
{
	__m512 r = _mm512_castps128_ps512(lqcd__load2_vf(p, at));
	r = _mm512_maskz_insertf32x4(0xffff, r, lqcd__load2_vf(p + 4, at), 1);
	r = _mm512_maskz_insertf32x4(0xffff, r, lqcd__load2_vf(p + 8, at), 2);
	return _mm512_maskz_insertf32x4(0xffff, r, lqcd__load2_vf(p + 12, at), 3);
}

LQCD_HOST_FN void lqcd_load2_vf(__m512 *a, __m512 *b, const float *const *p, size_t at)
{
	const __m512 lower = lqcd__load16_vf(p, at), upper = lqcd__load16_vf(p + 2, at);
	*a = _mm512_maskz_shuffle_ps(0xffff, lower, upper, 0x88);
	*b = _mm512_maskz_shuffle_ps(0xffff, lower, upper, 0xdd);
}

LQCD_HOST_FN __m512d lqcd__load2_vd(const double *const *p, size_t at)
{
	const __m256d lo = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p[0] + at)), _mm_loadu_pd(p[2] + at), 1);
	const __m256d hi = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p[4] + at)), _mm_loadu_pd(p[6] + at), 1);
	return _mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(lo), hi, 1);
}

LQCD_HOST_FN void lqcd_load2_vd(__m512d *a, __m512d *b, const double *const *p, size_t at)
{
	const __m512d even = lqcd__load2_vd(p, at), odd = lqcd__load2_vd(p + 1, at);
	*a = _mm512_maskz_unpacklo_pd(0xff, even, odd);
	*b = _mm512_maskz_unpackhi_pd(0xff, even, odd);
}

/* permutations */
LQCD_HOST_FN __m512i lqcd_perm_make_vf(const int *src) { return _mm512_loadu_si512(src); }
LQCD_HOST_FN __m512 lqcd_permute_vf(__m512 a, __m512i p) { return _mm512_maskz_permutexvar_ps(0xffff, p, a); }

LQCD_HOST_FN __m512i lqcd_perm_make_vd(const int *src)
{
	return _mm512_maskz_cvtepi32_epi64(0xff, _mm256_loadu_si256((const __m256i *)(const void *)src));
}
LQCD_HOST_FN __m512d lqcd_permute_vd(__m512d a, __m512i p) { return _mm512_maskz_permutexvar_pd(0xff, p, a); }

LQCD_HOST_FN __m512 lqcd_zip_low_vf(__m512 a, __m512 b)
{
	return _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), b);
}

LQCD_HOST_FN __m512 lqcd_zip_high_vf(__m512 a, __m512 b)
{
	return _mm512_permutex2var_ps(a, _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), b);
}

LQCD_HOST_FN __m512d lqcd_zip_low_vd(__m512d a, __m512d b)
{
	return _mm512_permutex2var_pd(a, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b);
}

LQCD_HOST_FN __m512d lqcd_zip_high_vd(__m512d a, __m512d b)
{
	return _mm512_permutex2var_pd(a, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b);
}

/* pairs of lanes */
LQCD_HOST_FN __m512 lqcd_swap_pairs_vf(__m512 a) { return _mm512_maskz_permute_ps(0xffff, a, 0xb1); }
LQCD_HOST_FN __m512 lqcd_dup_even_vf(__m512 a) { return _mm512_maskz_moveldup_ps(0xffff, a); }
LQCD_HOST_FN __m512 lqcd_dup_odd_vf(__m512 a) { return _mm512_maskz_movehdup_ps(0xffff, a); }

LQCD_HOST_FN __m512d lqcd_swap_pairs_vd(__m512d a) { return _mm512_maskz_permute_pd(0xff, a, 0x55); }
LQCD_HOST_FN __m512d lqcd_dup_even_vd(__m512d a) { return _mm512_maskz_movedup_pd(0xff, a); }
LQCD_HOST_FN __m512d lqcd_dup_odd_vd(__m512d a) { return _mm512_maskz_permute_pd(0xff, a, 0xff); }

/* for derived.inc */
LQCD_HOST_FN __m512 lqcd__down_vf(__m512 a, int n)
{
	return n == 8 ? _mm512_maskz_shuffle_f32x4(0xffff, a, a, 0x4e) : n == 4 ? _mm512_maskz_shuffle_f32x4(0xffff, a, a, 0xb1)
		: n == 2 ? _mm512_maskz_permute_ps(0xffff, a, 0x4e) : _mm512_maskz_permute_ps(0xffff, a, 0xb1);
}

LQCD_HOST_FN __m512d lqcd__down_vd(__m512d a, int n)
{
	return n == 4 ? _mm512_maskz_shuffle_f64x2(0xff, a, a, 0x4e) : n == 2 ? _mm512_maskz_shuffle_f64x2(0xff, a, a, 0xb1)
		: _mm512_maskz_permute_pd(0xff, a, 0x55);
}

LQCD_HOST_FN float lqcd__first_vf(__m512 a) { return _mm512_cvtss_f32(a); }
LQCD_HOST_FN double lqcd__first_vd(__m512d a) { return _mm512_cvtsd_f64(a); }

LQCD_HOST_FN __m512d lqcd__low_vf(__m512 a)
{
	const __m256d half = _mm512_maskz_extractf64x4_pd(0xf, _mm512_castps_pd(a), 0);
	return _mm512_maskz_cvtps_pd(0xff, _mm256_castpd_ps(half));
}

LQCD_HOST_FN __m512d lqcd__high_vf(__m512 a)
{
	const __m256d half = _mm512_maskz_extractf64x4_pd(0xf, _mm512_castps_pd(a), 1);
	return _mm512_maskz_cvtps_pd(0xff, _mm256_castpd_ps(half));
}

#define LQCD__MUL32(a, b) _mm512_maskz_mul_epu32(0xff, (__m512i)(a), _mm512_set1_epi64(b))
#define LQCD__STREAM_FENCE() _mm_sfence()
/* clang-format on */

#endif
#endif
