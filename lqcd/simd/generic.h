/* lqcd/simd/generic.h: vf and vd as GNU vectors of LQCD_SIMD_BITS bits, for any instruction set. The compiler splits
 * vectors wider than the hardware's registers. simd.h documents the operations, simd/generic.inc defines them.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_GENERIC_H
#define LQCD_SIMD_GENERIC_H

#define LQCD_SIMD_GENERIC 2
#define LQCD__SIMD_KNOWN_2 0, 2
#ifndef LQCD_SIMD
#define LQCD_SIMD LQCD_SIMD_GENERIC
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_GENERIC

#ifndef LQCD_SIMD_BITS
#define LQCD_SIMD_BITS 256
#endif
#if LQCD_SIMD_BITS != 128 && LQCD_SIMD_BITS != 256 && LQCD_SIMD_BITS != 512 && LQCD_SIMD_BITS != 1024
#error "lqcd: LQCD_SIMD_BITS (the register width of the generic back end) must be 128, 256, 512 or 1024"
#endif

#define LQCD_SIMD_NAME "generic"
#define LQCD__OWN_WORDS 1
#define LQCD__OWN_SIGNS 1
#define LQCD__OWN_FOLDS 1
#define LQCD_LANES_vf  (LQCD_SIMD_BITS / 32)
#define LQCD_LANES_vd  (LQCD_SIMD_BITS / 64)
#define LQCD_SIMD_REGISTERS 16
#define LQCD_SIMD_FUSED LQCD_FMA
#define LQCD_RSQRT_BITS_vf 22
#define LQCD_RSQRT_BITS_vd 51

/* The signed integer as wide as a lane: comparisons give vectors of it. */
#define LQCD__INT_vf int32_t
#define LQCD__INT_vd int64_t
/* Added to a number below 2^22 (2^51) it leaves no bit behind the point: 1.5 * 2^23 (1.5 * 2^52). */
#define LQCD__ROUND_vf 12582912.0f
#define LQCD__ROUND_vd 6755399441055744.0

#define LQCD_TEMPLATE "../simd/generic.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/* for derived.inc: half of the lanes */
LQCD_HOST_FN lqcd_real_vd lqcd__half_vf(lqcd_real_vf a, int from)
{
	float half __attribute__((vector_size(sizeof a / 2)));
	lqcd_real_vd r;
	memcpy(&half, (const float *)(const void *)&a + from, sizeof half);
	r.v = __builtin_convertvector(half, lqcd__lanes_vd);
	return r;
}
LQCD_HOST_FN lqcd_real_vd lqcd__low_vf(lqcd_real_vf a) { return lqcd__half_vf(a, 0); }
LQCD_HOST_FN lqcd_real_vd lqcd__high_vf(lqcd_real_vf a) { return lqcd__half_vf(a, LQCD_LANES_vd); }

typedef uint32_t lqcd_uint_vf __attribute__((vector_size(LQCD_SIMD_BITS / 8), aligned(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(LQCD_SIMD_BITS / 8), aligned(16)));

#endif
#endif
