/* lqcd/simd/neon.h: vf and vd as Advanced SIMD registers of AArch64, 4 floats or 2 doubles, with FMA. simd.h documents
 * the operations. A mask is a register with all or no bits of a lane set.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_NEON_H
#define LQCD_SIMD_NEON_H

#define LQCD_SIMD_NEON 64
#define LQCD__SIMD_KNOWN_64 0, 64
#if !defined(LQCD_SIMD) && defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define LQCD_SIMD LQCD_SIMD_NEON
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_NEON

#if !defined(__aarch64__) || !defined(__ARM_NEON) || defined(__AARCH64EB__)
#error "lqcd: LQCD_SIMD_NEON needs a compiler for little-endian AArch64 with Advanced SIMD (no -march=...+nosimd)"
#endif
#include <arm_neon.h>

#define LQCD_SIMD_NAME "neon"
#define LQCD_LANES_vf  4
#define LQCD_LANES_vd  2
#define LQCD_SIMD_REGISTERS 32
#define LQCD_SIMD_FUSED 1
#define LQCD__FENCED 1
#define LQCD_RSQRT_BITS_vf 14
#define LQCD_RSQRT_BITS_vd 14

typedef float32x4_t lqcd_real_vf;
typedef float64x2_t lqcd_real_vd;
typedef uint32x4_t lqcd_mask_vf;
typedef uint64x2_t lqcd_mask_vd;
/* for each byte of the result, the byte that it comes from */
typedef uint8x16_t lqcd_perm_vf;
typedef uint8x16_t lqcd_perm_vd;
/* lanes 0..1 and 2..3 */
typedef struct {
	float64x2_t lo, hi;
} lqcd_acc_vf;
typedef float64x2_t lqcd_acc_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(16)));

/* clang-format off */
/* constants and memory; stream is a plain store: no intrinsic writes past the caches */
LQCD_HOST_FN float32x4_t lqcd_zero_vf(void) { return vdupq_n_f32(0); }
LQCD_HOST_FN float32x4_t lqcd_set1_vf(float s) { return vdupq_n_f32(s); }
LQCD_HOST_FN float32x4_t lqcd_load_vf(const float *p) { return vld1q_f32(p); }
LQCD_HOST_FN float32x4_t lqcd_loadu_vf(const float *p) { return vld1q_f32(p); }
LQCD_HOST_FN void lqcd_store_vf(float *p, float32x4_t a) { vst1q_f32(p, a); }
LQCD_HOST_FN void lqcd_storeu_vf(float *p, float32x4_t a) { vst1q_f32(p, a); }
LQCD_HOST_FN void lqcd_stream_vf(float *p, float32x4_t a) { vst1q_f32(p, a); }

LQCD_HOST_FN float64x2_t lqcd_zero_vd(void) { return vdupq_n_f64(0); }
LQCD_HOST_FN float64x2_t lqcd_set1_vd(double s) { return vdupq_n_f64(s); }
LQCD_HOST_FN float64x2_t lqcd_load_vd(const double *p) { return vld1q_f64(p); }
LQCD_HOST_FN float64x2_t lqcd_loadu_vd(const double *p) { return vld1q_f64(p); }
LQCD_HOST_FN void lqcd_store_vd(double *p, float64x2_t a) { vst1q_f64(p, a); }
LQCD_HOST_FN void lqcd_storeu_vd(double *p, float64x2_t a) { vst1q_f64(p, a); }
LQCD_HOST_FN void lqcd_stream_vd(double *p, float64x2_t a) { vst1q_f64(p, a); }

LQCD_HOST_FN void lqcd_load2_vf(float32x4_t *a, float32x4_t *b, const float *const *p, size_t at)
{
	const float32x4_t lo = vcombine_f32(vld1_f32(p[0] + at), vld1_f32(p[1] + at));
	const float32x4_t hi = vcombine_f32(vld1_f32(p[2] + at), vld1_f32(p[3] + at));
	*a = vuzp1q_f32(lo, hi);
	*b = vuzp2q_f32(lo, hi);
}

LQCD_HOST_FN void lqcd_load2_vd(float64x2_t *a, float64x2_t *b, const double *const *p, size_t at)
{
	const float64x2_t even = vld1q_f64(p[0] + at), odd = vld1q_f64(p[1] + at);
	*a = vzip1q_f64(even, odd);
	*b = vzip2q_f64(even, odd);
}

/* pairs of 16 bits */
LQCD_HOST_FN float32x4_t lqcd_low16_vf(const int32_t *p) { return vcvtq_f32_s32(vshlq_n_s32(vld1q_s32(p), 16)); }
LQCD_HOST_FN float32x4_t lqcd_high16_vf(const int32_t *p) { return vcvtq_f32_s32(vld1q_s32(p)); }
LQCD_HOST_FN void lqcd_pack16_vf(int32_t *p, float32x4_t a, float32x4_t b)
{
	const float32x4_t rest = vfmsq_f32(b, a, vdupq_n_f32(1.0f / 65536));
	vst1q_s32(p, vaddq_s32(vshlq_n_s32(vcvtnq_s32_f32(rest), 16), vcvtnq_s32_f32(a)));
}

LQCD_HOST_FN float64x2_t lqcd_low16_vd(const int32_t *p)
{
	return vcvtq_f64_s64(vmovl_s32(vshl_n_s32(vld1_s32(p), 16)));
}

LQCD_HOST_FN float64x2_t lqcd_high16_vd(const int32_t *p) { return vcvtq_f64_s64(vmovl_s32(vld1_s32(p))); }
LQCD_HOST_FN void lqcd_pack16_vd(int32_t *p, float64x2_t a, float64x2_t b)
{
	const float64x2_t rest = vfmsq_f64(b, a, vdupq_n_f64(1.0 / 65536));
	const int32x2_t high = vshl_n_s32(vmovn_s64(vcvtnq_s64_f64(rest)), 16);
	vst1_s32(p, vadd_s32(high, vmovn_s64(vcvtnq_s64_f64(a))));
}

/* arithmetic; the instructions FMIN and FMAX differ from the formula for NaN and for zeros of both signs */
LQCD_HOST_FN float32x4_t lqcd_add_vf(float32x4_t a, float32x4_t b) { return vaddq_f32(a, b); }
LQCD_HOST_FN float32x4_t lqcd_sub_vf(float32x4_t a, float32x4_t b) { return vsubq_f32(a, b); }
LQCD_HOST_FN float32x4_t lqcd_mul_vf(float32x4_t a, float32x4_t b) { return vmulq_f32(a, b); }
LQCD_HOST_FN float32x4_t lqcd_div_vf(float32x4_t a, float32x4_t b) { return vdivq_f32(a, b); }
LQCD_HOST_FN float32x4_t lqcd_neg_vf(float32x4_t a) { return vnegq_f32(a); }
LQCD_HOST_FN float32x4_t lqcd_abs_vf(float32x4_t a) { return vabsq_f32(a); }
LQCD_HOST_FN float32x4_t lqcd_sqrt_vf(float32x4_t a) { return vsqrtq_f32(a); }
LQCD_HOST_FN float32x4_t lqcd_rsqrt_estimate_vf(float32x4_t a)
{
	const float32x4_t y = vrsqrteq_f32(a); /* 8 bits; a step of Newton doubles them */
	return vmulq_f32(y, vrsqrtsq_f32(a, vmulq_f32(y, y)));
}

LQCD_HOST_FN float32x4_t lqcd_min_vf(float32x4_t a, float32x4_t b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
LQCD_HOST_FN float32x4_t lqcd_max_vf(float32x4_t a, float32x4_t b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }

LQCD_HOST_FN float64x2_t lqcd_add_vd(float64x2_t a, float64x2_t b) { return vaddq_f64(a, b); }
LQCD_HOST_FN float64x2_t lqcd_sub_vd(float64x2_t a, float64x2_t b) { return vsubq_f64(a, b); }
LQCD_HOST_FN float64x2_t lqcd_mul_vd(float64x2_t a, float64x2_t b) { return vmulq_f64(a, b); }
LQCD_HOST_FN float64x2_t lqcd_div_vd(float64x2_t a, float64x2_t b) { return vdivq_f64(a, b); }
LQCD_HOST_FN float64x2_t lqcd_neg_vd(float64x2_t a) { return vnegq_f64(a); }
LQCD_HOST_FN float64x2_t lqcd_abs_vd(float64x2_t a) { return vabsq_f64(a); }
LQCD_HOST_FN float64x2_t lqcd_sqrt_vd(float64x2_t a) { return vsqrtq_f64(a); }
LQCD_HOST_FN float64x2_t lqcd_rsqrt_estimate_vd(float64x2_t a)
{
	const float64x2_t y = vrsqrteq_f64(a); /* 8 bits; a step of Newton doubles them */
	return vmulq_f64(y, vrsqrtsq_f64(a, vmulq_f64(y, y)));
}

LQCD_HOST_FN float64x2_t lqcd_min_vd(float64x2_t a, float64x2_t b) { return vbslq_f64(vcltq_f64(a, b), a, b); }
LQCD_HOST_FN float64x2_t lqcd_max_vd(float64x2_t a, float64x2_t b) { return vbslq_f64(vcgtq_f64(a, b), a, b); }

/* multiply-add, one rounding; the intrinsics add the product of the last two operands to the first */
LQCD_HOST_FN float32x4_t lqcd_fma_vf(float32x4_t a, float32x4_t b, float32x4_t c) { return vfmaq_f32(c, a, b); }
LQCD_HOST_FN float32x4_t lqcd_fnma_vf(float32x4_t a, float32x4_t b, float32x4_t c) { return vfmsq_f32(c, a, b); }
LQCD_HOST_FN float32x4_t lqcd_fms_vf(float32x4_t a, float32x4_t b, float32x4_t c)
{
	return vfmaq_f32(vnegq_f32(c), a, b);
}

LQCD_HOST_FN float32x4_t lqcd_fnms_vf(float32x4_t a, float32x4_t b, float32x4_t c)
{
	return vfmsq_f32(vnegq_f32(c), a, b);
}

LQCD_HOST_FN float64x2_t lqcd_fma_vd(float64x2_t a, float64x2_t b, float64x2_t c) { return vfmaq_f64(c, a, b); }
LQCD_HOST_FN float64x2_t lqcd_fnma_vd(float64x2_t a, float64x2_t b, float64x2_t c) { return vfmsq_f64(c, a, b); }
LQCD_HOST_FN float64x2_t lqcd_fms_vd(float64x2_t a, float64x2_t b, float64x2_t c)
{
	return vfmaq_f64(vnegq_f64(c), a, b);
}

LQCD_HOST_FN float64x2_t lqcd_fnms_vd(float64x2_t a, float64x2_t b, float64x2_t c)
{
	return vfmsq_f64(vnegq_f64(c), a, b);
}

/* comparison and masks */
LQCD_HOST_FN uint32x4_t lqcd_lt_vf(float32x4_t a, float32x4_t b) { return vcltq_f32(a, b); }
LQCD_HOST_FN uint32x4_t lqcd_le_vf(float32x4_t a, float32x4_t b) { return vcleq_f32(a, b); }
LQCD_HOST_FN uint32x4_t lqcd_eq_vf(float32x4_t a, float32x4_t b) { return vceqq_f32(a, b); }
LQCD_HOST_FN uint32x4_t lqcd_mask_and_vf(uint32x4_t m, uint32x4_t n) { return vandq_u32(m, n); }
LQCD_HOST_FN uint32x4_t lqcd_mask_or_vf(uint32x4_t m, uint32x4_t n) { return vorrq_u32(m, n); }
LQCD_HOST_FN uint32x4_t lqcd_mask_not_vf(uint32x4_t m) { return vmvnq_u32(m); }
LQCD_HOST_FN int lqcd_mask_any_vf(uint32x4_t m) { return vmaxvq_u32(m) != 0; }
LQCD_HOST_FN int lqcd_mask_all_vf(uint32x4_t m) { return vminvq_u32(m) != 0; }
LQCD_HOST_FN float32x4_t lqcd_select_vf(uint32x4_t m, float32x4_t a, float32x4_t b) { return vbslq_f32(m, a, b); }

LQCD_HOST_FN uint64x2_t lqcd_lt_vd(float64x2_t a, float64x2_t b) { return vcltq_f64(a, b); }
LQCD_HOST_FN uint64x2_t lqcd_le_vd(float64x2_t a, float64x2_t b) { return vcleq_f64(a, b); }
LQCD_HOST_FN uint64x2_t lqcd_eq_vd(float64x2_t a, float64x2_t b) { return vceqq_f64(a, b); }
LQCD_HOST_FN uint64x2_t lqcd_mask_and_vd(uint64x2_t m, uint64x2_t n) { return vandq_u64(m, n); }
LQCD_HOST_FN uint64x2_t lqcd_mask_or_vd(uint64x2_t m, uint64x2_t n) { return vorrq_u64(m, n); }
LQCD_HOST_FN uint64x2_t lqcd_mask_not_vd(uint64x2_t m)
{
	return vreinterpretq_u64_u32(vmvnq_u32(vreinterpretq_u32_u64(m)));
}

LQCD_HOST_FN int lqcd_mask_any_vd(uint64x2_t m) { return vmaxvq_u32(vreinterpretq_u32_u64(m)) != 0; }
LQCD_HOST_FN int lqcd_mask_all_vd(uint64x2_t m) { return vminvq_u32(vreinterpretq_u32_u64(m)) != 0; }
LQCD_HOST_FN float64x2_t lqcd_select_vd(uint64x2_t m, float64x2_t a, float64x2_t b) { return vbslq_f64(m, a, b); }
/* clang-format on */

/* permutations */
LQCD_HOST_FN uint8x16_t lqcd__perm_bytes(const int *src, int lanes)
{
	const int size = 16 / lanes;
	unsigned char from[16];
	for (int i = 0; i < 16; i++) from[i] = (unsigned char)(src[i / size] * size + i % size);
	return vld1q_u8(from);
}

LQCD_HOST_FN uint8x16_t lqcd_perm_make_vf(const int *src)
{
	return lqcd__perm_bytes(src, 4);
}

LQCD_HOST_FN float32x4_t lqcd_permute_vf(float32x4_t a, uint8x16_t p)
{
	return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(a), p));
}

LQCD_HOST_FN uint8x16_t lqcd_perm_make_vd(const int *src)
{
	return lqcd__perm_bytes(src, 2);
}

LQCD_HOST_FN float64x2_t lqcd_permute_vd(float64x2_t a, uint8x16_t p)
{
	return vreinterpretq_f64_u8(vqtbl1q_u8(vreinterpretq_u8_f64(a), p));
}

/* clang-format off */
LQCD_HOST_FN float32x4_t lqcd_zip_low_vf(float32x4_t a, float32x4_t b) { return vzip1q_f32(a, b); }
LQCD_HOST_FN float32x4_t lqcd_zip_high_vf(float32x4_t a, float32x4_t b) { return vzip2q_f32(a, b); }
LQCD_HOST_FN float64x2_t lqcd_zip_low_vd(float64x2_t a, float64x2_t b) { return vzip1q_f64(a, b); }
LQCD_HOST_FN float64x2_t lqcd_zip_high_vd(float64x2_t a, float64x2_t b) { return vzip2q_f64(a, b); }

/* pairs of lanes; lqcd__flip flips bits of the lanes of each pair. */
LQCD_HOST_FN float32x4_t lqcd__flip_vf(float32x4_t a, uint64_t bits)
{
	return vreinterpretq_f32_u64(veorq_u64(vreinterpretq_u64_f32(a), vdupq_n_u64(bits)));
}

LQCD_HOST_FN float32x4_t lqcd_swap_pairs_vf(float32x4_t a) { return vrev64q_f32(a); }
LQCD_HOST_FN float32x4_t lqcd_dup_even_vf(float32x4_t a) { return vtrn1q_f32(a, a); }
LQCD_HOST_FN float32x4_t lqcd_dup_odd_vf(float32x4_t a) { return vtrn2q_f32(a, a); }
LQCD_HOST_FN float32x4_t lqcd_neg_even_vf(float32x4_t a) { return lqcd__flip_vf(a, UINT64_C(1) << 31); }
LQCD_HOST_FN float32x4_t lqcd_neg_odd_vf(float32x4_t a) { return lqcd__flip_vf(a, UINT64_C(1) << 63); }

LQCD_HOST_FN float64x2_t lqcd__flip_vd(float64x2_t a, uint64_t even, uint64_t odd)
{
	const uint64x2_t bits = vcombine_u64(vcreate_u64(even), vcreate_u64(odd));
	return vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(a), bits));
}

LQCD_HOST_FN float64x2_t lqcd_swap_pairs_vd(float64x2_t a) { return vextq_f64(a, a, 1); }
LQCD_HOST_FN float64x2_t lqcd_dup_even_vd(float64x2_t a) { return vtrn1q_f64(a, a); }
LQCD_HOST_FN float64x2_t lqcd_dup_odd_vd(float64x2_t a) { return vtrn2q_f64(a, a); }
LQCD_HOST_FN float64x2_t lqcd_neg_even_vd(float64x2_t a) { return lqcd__flip_vd(a, UINT64_C(1) << 63, 0); }
LQCD_HOST_FN float64x2_t lqcd_neg_odd_vd(float64x2_t a) { return lqcd__flip_vd(a, 0, UINT64_C(1) << 63); }

/* for derived.inc */
LQCD_HOST_FN float32x4_t lqcd__down_vf(float32x4_t a, int n) { return n == 2 ? vextq_f32(a, a, 2) : vextq_f32(a, a, 1); }
LQCD_HOST_FN float64x2_t lqcd__down_vd(float64x2_t a, int n) { (void)n; return vextq_f64(a, a, 1); }
LQCD_HOST_FN float lqcd__first_vf(float32x4_t a) { return vgetq_lane_f32(a, 0); }
LQCD_HOST_FN double lqcd__first_vd(float64x2_t a) { return vgetq_lane_f64(a, 0); }
LQCD_HOST_FN float64x2_t lqcd__low_vf(float32x4_t a) { return vcvt_f64_f32(vget_low_f32(a)); }
LQCD_HOST_FN float64x2_t lqcd__high_vf(float32x4_t a) { return vcvt_high_f64_f32(a); }

LQCD_HOST_FN void lqcd_uint_mul32(lqcd_uint_vd *r, const lqcd_uint_vd *a, uint32_t b)
{
	*r = (lqcd_uint_vd)vmull_u32(vmovn_u64((uint64x2_t)*a), vdup_n_u32(b));
}

/* nothing to order */
LQCD_HOST_FN void lqcd_stream_fence(void) {}
/* clang-format on */

#endif
#endif
