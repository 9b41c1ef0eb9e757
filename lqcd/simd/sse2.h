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
/* lanes 0..1 and 2..3 */
typedef struct {
	__m128d lo, hi;
} lqcd_acc_vf;
typedef __m128d lqcd_acc_vd;
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
/* constants and memory */
LQCD_HOST_FN __m128 lqcd_zero_vf(void) { return _mm_setzero_ps(); }
LQCD_HOST_FN __m128 lqcd_set1_vf(float s) { return _mm_set1_ps(s); }
LQCD_HOST_FN __m128 lqcd_load_vf(const float *p) { return _mm_load_ps(p); }
LQCD_HOST_FN __m128 lqcd_loadu_vf(const float *p) { return _mm_loadu_ps(p); }
LQCD_HOST_FN void lqcd_store_vf(float *p, __m128 a) { _mm_store_ps(p, a); }
LQCD_HOST_FN void lqcd_storeu_vf(float *p, __m128 a) { _mm_storeu_ps(p, a); }
LQCD_HOST_FN void lqcd_stream_vf(float *p, __m128 a) { _mm_stream_ps(p, a); }

LQCD_HOST_FN __m128d lqcd_zero_vd(void) { return _mm_setzero_pd(); }
LQCD_HOST_FN __m128d lqcd_set1_vd(double s) { return _mm_set1_pd(s); }
LQCD_HOST_FN __m128d lqcd_load_vd(const double *p) { return _mm_load_pd(p); }
LQCD_HOST_FN __m128d lqcd_loadu_vd(const double *p) { return _mm_loadu_pd(p); }
LQCD_HOST_FN void lqcd_store_vd(double *p, __m128d a) { _mm_store_pd(p, a); }
LQCD_HOST_FN void lqcd_storeu_vd(double *p, __m128d a) { _mm_storeu_pd(p, a); }
LQCD_HOST_FN void lqcd_stream_vd(double *p, __m128d a) { _mm_stream_pd(p, a); }

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

/* pairs of 16 bits; two of them fill half a register */
LQCD_HOST_FN __m128i lqcd__load_pairs_vf(const int32_t *p) { return _mm_load_si128((const __m128i *)(const void *)p); }
LQCD_HOST_FN __m128 lqcd_low16_vf(const int32_t *p)
{
	return _mm_cvtepi32_ps(_mm_slli_epi32(lqcd__load_pairs_vf(p), 16));
}

LQCD_HOST_FN __m128 lqcd_high16_vf(const int32_t *p) { return _mm_cvtepi32_ps(lqcd__load_pairs_vf(p)); }
LQCD_HOST_FN void lqcd_pack16_vf(int32_t *p, __m128 a, __m128 b)
{
	const __m128 rest = _mm_sub_ps(b, _mm_mul_ps(a, _mm_set1_ps(1.0f / 65536)));
	const __m128i high = _mm_slli_epi32(_mm_cvtps_epi32(rest), 16);
	_mm_store_si128((__m128i *)(void *)p, _mm_add_epi32(high, _mm_cvtps_epi32(a)));
}

LQCD_HOST_FN __m128i lqcd__load_pairs_vd(const int32_t *p) { return _mm_loadl_epi64((const __m128i *)(const void *)p); }
LQCD_HOST_FN __m128d lqcd_low16_vd(const int32_t *p)
{
	return _mm_cvtepi32_pd(_mm_slli_epi32(lqcd__load_pairs_vd(p), 16));
}

LQCD_HOST_FN __m128d lqcd_high16_vd(const int32_t *p) { return _mm_cvtepi32_pd(lqcd__load_pairs_vd(p)); }
LQCD_HOST_FN void lqcd_pack16_vd(int32_t *p, __m128d a, __m128d b)
{
	const __m128d rest = _mm_sub_pd(b, _mm_mul_pd(a, _mm_set1_pd(1.0 / 65536)));
	const __m128i high = _mm_slli_epi32(_mm_cvtpd_epi32(rest), 16);
	_mm_storel_epi64((__m128i *)(void *)p, _mm_add_epi32(high, _mm_cvtpd_epi32(a)));
}

/* arithmetic; the operator - flips the sign bit and lets the compiler fold it into a multiply-add */
LQCD_HOST_FN __m128 lqcd_add_vf(__m128 a, __m128 b) { return _mm_add_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_sub_vf(__m128 a, __m128 b) { return _mm_sub_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_mul_vf(__m128 a, __m128 b) { return _mm_mul_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_div_vf(__m128 a, __m128 b) { return _mm_div_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_neg_vf(__m128 a) { return -a; }
LQCD_HOST_FN __m128 lqcd_abs_vf(__m128 a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
LQCD_HOST_FN __m128 lqcd_sqrt_vf(__m128 a) { return _mm_sqrt_ps(a); }
LQCD_HOST_FN __m128 lqcd_rsqrt_estimate_vf(__m128 a) { return _mm_rsqrt_ps(a); }
LQCD_HOST_FN __m128 lqcd_min_vf(__m128 a, __m128 b) { return _mm_min_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_max_vf(__m128 a, __m128 b) { return _mm_max_ps(a, b); }

LQCD_HOST_FN __m128d lqcd_add_vd(__m128d a, __m128d b) { return _mm_add_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_sub_vd(__m128d a, __m128d b) { return _mm_sub_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_mul_vd(__m128d a, __m128d b) { return _mm_mul_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_div_vd(__m128d a, __m128d b) { return _mm_div_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_neg_vd(__m128d a) { return -a; }
LQCD_HOST_FN __m128d lqcd_abs_vd(__m128d a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }
LQCD_HOST_FN __m128d lqcd_sqrt_vd(__m128d a) { return _mm_sqrt_pd(a); }
/* that of floats; NaN, not 0, where a float cannot hold a */
LQCD_HOST_FN __m128d lqcd_rsqrt_estimate_vd(__m128d a)
{
	const __m128 f = _mm_cvtpd_ps(a), huge = _mm_cmpgt_ps(f, _mm_set1_ps(3.0e38f));
	return _mm_cvtps_pd(_mm_or_ps(_mm_rsqrt_ps(f), huge));
}

LQCD_HOST_FN __m128d lqcd_min_vd(__m128d a, __m128d b) { return _mm_min_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_max_vd(__m128d a, __m128d b) { return _mm_max_pd(a, b); }

/* multiply-add: one rounding with FMA or LQCD_FMA, else two */
#ifdef __FMA__
#define LQCD__SSE2_FUSED(fused, emulated, plain) fused
#elif LQCD_FMA
LQCD_KERNEL __m128 lqcd__fma_ps(__m128 a, __m128 b, __m128 c)
{
	for (int w = 0; w < 4; w++) c[w] = fmaf(a[w], b[w], c[w]);
	return c;
}

LQCD_KERNEL __m128d lqcd__fma_pd(__m128d a, __m128d b, __m128d c)
{
	for (int w = 0; w < 2; w++) c[w] = fma(a[w], b[w], c[w]);
	return c;
}
#define LQCD__SSE2_FUSED(fused, emulated, plain) emulated
#else
#define LQCD__SSE2_FUSED(fused, emulated, plain) plain
#endif
LQCD_HOST_FN __m128 lqcd_fma_vf(__m128 a, __m128 b, __m128 c)
{
	return LQCD__SSE2_FUSED(_mm_fmadd_ps(a, b, c), lqcd__fma_ps(a, b, c), _mm_add_ps(_mm_mul_ps(a, b), c));
}

LQCD_HOST_FN __m128 lqcd_fnma_vf(__m128 a, __m128 b, __m128 c)
{
	return LQCD__SSE2_FUSED(_mm_fnmadd_ps(a, b, c), lqcd__fma_ps(-a, b, c), _mm_sub_ps(c, _mm_mul_ps(a, b)));
}

LQCD_HOST_FN __m128 lqcd_fms_vf(__m128 a, __m128 b, __m128 c)
{
	return LQCD__SSE2_FUSED(_mm_fmsub_ps(a, b, c), lqcd__fma_ps(a, b, -c), _mm_sub_ps(_mm_mul_ps(a, b), c));
}

LQCD_HOST_FN __m128 lqcd_fnms_vf(__m128 a, __m128 b, __m128 c)
{
	return LQCD__SSE2_FUSED(_mm_fnmsub_ps(a, b, c), lqcd__fma_ps(-a, b, -c), _mm_sub_ps(-_mm_mul_ps(a, b), c));
}

LQCD_HOST_FN __m128d lqcd_fma_vd(__m128d a, __m128d b, __m128d c)
{
	return LQCD__SSE2_FUSED(_mm_fmadd_pd(a, b, c), lqcd__fma_pd(a, b, c), _mm_add_pd(_mm_mul_pd(a, b), c));
}

LQCD_HOST_FN __m128d lqcd_fnma_vd(__m128d a, __m128d b, __m128d c)
{
	return LQCD__SSE2_FUSED(_mm_fnmadd_pd(a, b, c), lqcd__fma_pd(-a, b, c), _mm_sub_pd(c, _mm_mul_pd(a, b)));
}

LQCD_HOST_FN __m128d lqcd_fms_vd(__m128d a, __m128d b, __m128d c)
{
	return LQCD__SSE2_FUSED(_mm_fmsub_pd(a, b, c), lqcd__fma_pd(a, b, -c), _mm_sub_pd(_mm_mul_pd(a, b), c));
}

LQCD_HOST_FN __m128d lqcd_fnms_vd(__m128d a, __m128d b, __m128d c)
{
	return LQCD__SSE2_FUSED(_mm_fnmsub_pd(a, b, c), lqcd__fma_pd(-a, b, -c), _mm_sub_pd(-_mm_mul_pd(a, b), c));
}
#undef LQCD__SSE2_FUSED

/* comparison and masks */
LQCD_HOST_FN __m128 lqcd__ones_vf(void) { return _mm_castsi128_ps(_mm_set1_epi32(-1)); }
LQCD_HOST_FN __m128d lqcd__ones_vd(void) { return _mm_castsi128_pd(_mm_set1_epi32(-1)); }

LQCD_HOST_FN __m128 lqcd_lt_vf(__m128 a, __m128 b) { return _mm_cmplt_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_le_vf(__m128 a, __m128 b) { return _mm_cmple_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_eq_vf(__m128 a, __m128 b) { return _mm_cmpeq_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_mask_and_vf(__m128 m, __m128 n) { return _mm_and_ps(m, n); }
LQCD_HOST_FN __m128 lqcd_mask_or_vf(__m128 m, __m128 n) { return _mm_or_ps(m, n); }
LQCD_HOST_FN __m128 lqcd_mask_not_vf(__m128 m) { return _mm_xor_ps(m, lqcd__ones_vf()); }
LQCD_HOST_FN int lqcd_mask_any_vf(__m128 m) { return _mm_movemask_ps(m) != 0; }
LQCD_HOST_FN int lqcd_mask_all_vf(__m128 m) { return _mm_movemask_ps(m) == 0xf; }
LQCD_HOST_FN __m128 lqcd_select_vf(__m128 m, __m128 a, __m128 b)
{
#ifdef __SSE4_1__
	return _mm_blendv_ps(b, a, m);
#else
	return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
#endif
}

LQCD_HOST_FN __m128d lqcd_lt_vd(__m128d a, __m128d b) { return _mm_cmplt_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_le_vd(__m128d a, __m128d b) { return _mm_cmple_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_eq_vd(__m128d a, __m128d b) { return _mm_cmpeq_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_mask_and_vd(__m128d m, __m128d n) { return _mm_and_pd(m, n); }
LQCD_HOST_FN __m128d lqcd_mask_or_vd(__m128d m, __m128d n) { return _mm_or_pd(m, n); }
LQCD_HOST_FN __m128d lqcd_mask_not_vd(__m128d m) { return _mm_xor_pd(m, lqcd__ones_vd()); }
LQCD_HOST_FN int lqcd_mask_any_vd(__m128d m) { return _mm_movemask_pd(m) != 0; }
LQCD_HOST_FN int lqcd_mask_all_vd(__m128d m) { return _mm_movemask_pd(m) == 0x3; }
LQCD_HOST_FN __m128d lqcd_select_vd(__m128d m, __m128d a, __m128d b)
{
#ifdef __SSE4_1__
	return _mm_blendv_pd(b, a, m);
#else
	return _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b));
#endif
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
LQCD_HOST_FN __m128 lqcd_zip_low_vf(__m128 a, __m128 b) { return _mm_unpacklo_ps(a, b); }
LQCD_HOST_FN __m128 lqcd_zip_high_vf(__m128 a, __m128 b) { return _mm_unpackhi_ps(a, b); }
LQCD_HOST_FN __m128d lqcd_zip_low_vd(__m128d a, __m128d b) { return _mm_unpacklo_pd(a, b); }
LQCD_HOST_FN __m128d lqcd_zip_high_vd(__m128d a, __m128d b) { return _mm_unpackhi_pd(a, b); }

/* pairs of lanes */
LQCD_HOST_FN __m128 lqcd_swap_pairs_vf(__m128 a) { return lqcd__by1_vf(a); }
LQCD_HOST_FN __m128 lqcd_dup_even_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0xa0); }
LQCD_HOST_FN __m128 lqcd_dup_odd_vf(__m128 a) { return _mm_shuffle_ps(a, a, 0xf5); }
LQCD_HOST_FN __m128 lqcd_neg_even_vf(__m128 a) { return _mm_xor_ps(a, _mm_setr_ps(-0.0f, 0.0f, -0.0f, 0.0f)); }
LQCD_HOST_FN __m128 lqcd_neg_odd_vf(__m128 a) { return _mm_xor_ps(a, _mm_setr_ps(0.0f, -0.0f, 0.0f, -0.0f)); }

LQCD_HOST_FN __m128d lqcd_swap_pairs_vd(__m128d a) { return lqcd__by1_vd(a); }
LQCD_HOST_FN __m128d lqcd_dup_even_vd(__m128d a) { return _mm_unpacklo_pd(a, a); }
LQCD_HOST_FN __m128d lqcd_dup_odd_vd(__m128d a) { return _mm_unpackhi_pd(a, a); }
LQCD_HOST_FN __m128d lqcd_neg_even_vd(__m128d a) { return _mm_xor_pd(a, _mm_setr_pd(-0.0, 0.0)); }
LQCD_HOST_FN __m128d lqcd_neg_odd_vd(__m128d a) { return _mm_xor_pd(a, _mm_setr_pd(0.0, -0.0)); }

/* for derived.inc */
LQCD_HOST_FN __m128 lqcd__down_vf(__m128 a, int n) { return n == 2 ? lqcd__by2_vf(a) : lqcd__by1_vf(a); }
LQCD_HOST_FN __m128d lqcd__down_vd(__m128d a, int n) { (void)n; return lqcd__by1_vd(a); }
LQCD_HOST_FN float lqcd__first_vf(__m128 a) { return _mm_cvtss_f32(a); }
LQCD_HOST_FN double lqcd__first_vd(__m128d a) { return _mm_cvtsd_f64(a); }
LQCD_HOST_FN __m128d lqcd__low_vf(__m128 a) { return _mm_cvtps_pd(a); }
LQCD_HOST_FN __m128d lqcd__high_vf(__m128 a) { return _mm_cvtps_pd(_mm_movehl_ps(a, a)); }

LQCD_HOST_FN void lqcd_uint_mul32(lqcd_uint_vd *r, const lqcd_uint_vd *a, uint32_t b)
{
	*r = (lqcd_uint_vd)_mm_mul_epu32((__m128i)*a, _mm_set1_epi64x(b));
}

LQCD_HOST_FN void lqcd_stream_fence(void) { _mm_sfence(); }
/* clang-format on */

#endif
#endif
