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
typedef uint32x4_t lqcd__words_vf;
typedef uint32x2_t lqcd__words_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(16)));

#define lqcd__words_real_vf(w)  vcvtq_f32_s32(vreinterpretq_s32_u32(w))
#define lqcd__words_real_vd(w)  vcvtq_f64_s64(vmovl_s32(vreinterpret_s32_u32(w)))
#define lqcd__words_round_vf(a) vreinterpretq_u32_s32(vcvtnq_s32_f32(a))
#define lqcd__words_round_vd(a) vreinterpret_u32_s32(vmovn_s64(vcvtnq_s64_f64(a)))
#define LQCD__NEON_vf(name) name##_f32
#define LQCD__NEON_vd(name) name##_f64
#define LQCD_TEMPLATE "../simd/neon.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/* clang-format off */
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

/* pairs of lanes */
LQCD_HOST_FN float32x4_t lqcd_swap_pairs_vf(float32x4_t a) { return vrev64q_f32(a); }
LQCD_HOST_FN float64x2_t lqcd_swap_pairs_vd(float64x2_t a) { return vextq_f64(a, a, 1); }

/* for derived.inc */
LQCD_HOST_FN float32x4_t lqcd__down_vf(float32x4_t a, int n) { return n == 2 ? vextq_f32(a, a, 2) : vextq_f32(a, a, 1); }
LQCD_HOST_FN float64x2_t lqcd__down_vd(float64x2_t a, int n) { (void)n; return vextq_f64(a, a, 1); }
LQCD_HOST_FN float64x2_t lqcd__low_vf(float32x4_t a) { return vcvt_f64_f32(vget_low_f32(a)); }
LQCD_HOST_FN float64x2_t lqcd__high_vf(float32x4_t a) { return vcvt_high_f64_f32(a); }

#define LQCD__MUL32(a, b) vmull_u32(vmovn_u64((uint64x2_t)(a)), vdup_n_u32(b))
/* clang-format on */

#endif
#endif
