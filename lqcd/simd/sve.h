/* lqcd/simd/sve.h: vf and vd as registers of the Scalable Vector Extension of AArch64 whose length is fixed when
 * compiling: -msve-vector-bits=128, 256, 512 or 1024, hence 4 to 32 floats or 2 to 16 doubles, with FMA.
 * The program needs a processor whose registers have this length. simd.h documents the operations. A mask is a
 * predicate.
 *
 * FCMLA, two for a complex c + a b, is not used: it adds c.re - a.im b.im where icomplex.h subtracts a.im b.im - c.re.
 * The sign of a sum that is zero could differ from that of other back ends.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_SVE_H
#define LQCD_SIMD_SVE_H

#define LQCD_SIMD_SVE 65
#define LQCD__SIMD_KNOWN_65 0, 65
/* Registers of 128 bits are Advanced SIMD's (neon.h), too: sve.h takes them only when it is asked for. */
#if !defined(LQCD_SIMD) && defined(__ARM_FEATURE_SVE_BITS) && defined(__ARM_FEATURE_SVE_VECTOR_OPERATORS) && \
	!defined(__AARCH64EB__)
#if __ARM_FEATURE_SVE_BITS >= 256 && __ARM_FEATURE_SVE_BITS <= 1024
#define LQCD_SIMD LQCD_SIMD_SVE
#endif
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_SVE

#if !defined(__ARM_FEATURE_SVE_BITS) || !defined(__ARM_FEATURE_SVE_VECTOR_OPERATORS) || defined(__AARCH64EB__)
#error "lqcd: LQCD_SIMD_SVE needs little-endian AArch64, -march=..+sve and -msve-vector-bits=128, 256, 512 or 1024"
#elif __ARM_FEATURE_SVE_BITS < 128 || __ARM_FEATURE_SVE_BITS > 1024
#error "lqcd: LQCD_SIMD_SVE needs -msve-vector-bits=128, 256, 512 or 1024"
#endif
#include <arm_sve.h>

#define LQCD_SIMD_NAME "sve"
#define LQCD_LANES_vf  (__ARM_FEATURE_SVE_BITS / 32)
#define LQCD_LANES_vd  (__ARM_FEATURE_SVE_BITS / 64)
#define LQCD_SIMD_REGISTERS 32
#define LQCD_SIMD_FUSED 1
#define LQCD__FENCED 1
#define LQCD_RSQRT_BITS_vf 14
#define LQCD_RSQRT_BITS_vd 14

/* types of a known size, which structs and arrays can hold */
#define LQCD__SVE_FIXED __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)))
typedef svfloat32_t LQCD__SVE_FIXED lqcd_real_vf;
typedef svfloat64_t LQCD__SVE_FIXED lqcd_real_vd;
typedef svbool_t LQCD__SVE_FIXED lqcd_mask_vf;
typedef svbool_t LQCD__SVE_FIXED lqcd_mask_vd;
typedef svuint32_t LQCD__SVE_FIXED lqcd_perm_vf;
typedef svuint64_t LQCD__SVE_FIXED lqcd_perm_vd;
/* in vd the lower half of a lane */
typedef svint32_t LQCD__SVE_FIXED lqcd__words_vf;
typedef svint64_t LQCD__SVE_FIXED lqcd__words_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(__ARM_FEATURE_SVE_BITS / 8), aligned(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(__ARM_FEATURE_SVE_BITS / 8), aligned(16)));

/* clang-format off */
/* The compiler must not know where the middle of 16 registers lies, or it would compute an address for each (sve.inc). */
#define LQCD__PAIRS 1
#define LQCD__OWN_SIGNS 1
LQCD_HOST_FN void *lqcd__middle(const void *p)
{
	void *middle;
	__asm__("" : "=r"(middle) : "0"(p));
	return middle;
}

/* clang gives the sum of a multiply-add another register than the summand and moves it there, unless lanes could be off:
 * it is not told that all are on. */
#ifdef __clang__
LQCD_HOST_FN svbool_t lqcd__on_vf(void)
{
	svbool_t p;
	__asm__("ptrue %0.s" : "=Upa"(p));
	return p;
}

LQCD_HOST_FN svbool_t lqcd__on_vd(void)
{
	svbool_t p;
	__asm__("ptrue %0.d" : "=Upa"(p));
	return p;
}
#define LQCD__SVE_FMA(name) name##_m
#else
LQCD_HOST_FN svbool_t lqcd__on_vf(void) { return svptrue_b32(); }
LQCD_HOST_FN svbool_t lqcd__on_vd(void) { return svptrue_b64(); }
#define LQCD__SVE_FMA(name) name##_x
#endif

#define LQCD__SVE_WORDS_vf(p)       svld1_s32(svptrue_b32(), p)
#define LQCD__SVE_WORDS_vd(p)       svld1sw_s64(svptrue_b64(), p)
#define LQCD__SVE_PUT_vf            svst1_s32
#define LQCD__SVE_PUT_vd            svst1w_s64
#define lqcd__words_real_vf(w)      svcvt_f32_s32_x(svptrue_b32(), w)
#define lqcd__words_real_vd(w)      svcvt_f64_s32_x(svptrue_b64(), svreinterpret_s32_s64(w))
#define lqcd__words_round_vf(a)     (lqcd__words_vf)svcvt_s32_f32_x(svptrue_b32(), svrintn_f32_x(svptrue_b32(), a))
#define lqcd__words_round_vd(a)     (lqcd__words_vd)svcvt_s64_f64_x(svptrue_b64(), svrintn_f64_x(svptrue_b64(), a))
#define LQCD__SVE_vf(name) name##32
#define LQCD__SVE_vd(name) name##64
#define LQCD_TEMPLATE "../simd/sve.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/* a and b lie beside each other: one gather fetches both, for half of the lanes */
LQCD_HOST_FN void lqcd_load2_vf(lqcd_real_vf *a, lqcd_real_vf *b, const float *const *p, size_t at)
{
	lqcd_uint_vd lo, hi;
	memcpy(&lo, p, sizeof lo);
	memcpy(&hi, p + LQCD_LANES_vd, sizeof hi);
	const svuint64_t from_lo = svadd_n_u64_x(svptrue_b64(), (lqcd_perm_vd)lo, at * sizeof(float));
	const svuint64_t from_hi = svadd_n_u64_x(svptrue_b64(), (lqcd_perm_vd)hi, at * sizeof(float));
	const svfloat32_t pairs_lo = svreinterpret_f32_u64(svld1_gather_u64base_u64(svptrue_b64(), from_lo));
	const svfloat32_t pairs_hi = svreinterpret_f32_u64(svld1_gather_u64base_u64(svptrue_b64(), from_hi));
	*a = svuzp1_f32(pairs_lo, pairs_hi);
	*b = svuzp2_f32(pairs_lo, pairs_hi);
}

LQCD_HOST_FN void lqcd_load2_vd(lqcd_real_vd *a, lqcd_real_vd *b, const double *const *p, size_t at)
{
	lqcd_uint_vd from;
	memcpy(&from, p, sizeof from);
	const svuint64_t first = svadd_n_u64_x(svptrue_b64(), (lqcd_perm_vd)from, at * sizeof(double));
	*a = svld1_gather_u64base_f64(svptrue_b64(), first);
	*b = svld1_gather_u64base_offset_f64(svptrue_b64(), first, sizeof(double));
}

/* pairs of lanes */
LQCD_HOST_FN lqcd_real_vf lqcd_swap_pairs_vf(lqcd_real_vf a)
{
	return svreinterpret_f32_u64(svrevw_u64_x(svptrue_b64(), svreinterpret_u64_f32(a)));
}

LQCD_HOST_FN lqcd_real_vd lqcd_swap_pairs_vd(lqcd_real_vd a)
{
	return svtbl_f64(a, sveor_n_u64_x(svptrue_b64(), svindex_u64(0, 1), 1));
}

/* for derived.inc */
LQCD_HOST_FN lqcd_real_vd lqcd__low_vf(lqcd_real_vf a) { return svcvt_f64_f32_x(svptrue_b64(), svzip1_f32(a, a)); }
LQCD_HOST_FN lqcd_real_vd lqcd__high_vf(lqcd_real_vf a) { return svcvt_f64_f32_x(svptrue_b64(), svzip2_f32(a, a)); }

/* clang-format on */

#undef LQCD__SVE_FMA
#undef LQCD__SVE_FIXED
#endif
#endif
