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
/* the lower and the upper half of the lanes */
typedef struct {
	lqcd_real_vd lo, hi;
} lqcd_acc_vf;
typedef lqcd_real_vd lqcd_acc_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(__ARM_FEATURE_SVE_BITS / 8), aligned(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(__ARM_FEATURE_SVE_BITS / 8), aligned(16)));

/* clang-format off */
/* predicates: all lanes, lanes 0 2 4 .., lanes 1 3 5 .. */
LQCD_HOST_FN svbool_t lqcd__all_vf(void) { return svptrue_b32(); }
LQCD_HOST_FN svbool_t lqcd__even_vf(void) { return svtrn1_b32(svptrue_b32(), svpfalse_b()); }
LQCD_HOST_FN svbool_t lqcd__odd_vf(void) { return svtrn1_b32(svpfalse_b(), svptrue_b32()); }

LQCD_HOST_FN svbool_t lqcd__all_vd(void) { return svptrue_b64(); }
LQCD_HOST_FN svbool_t lqcd__even_vd(void) { return svtrn1_b64(svptrue_b64(), svpfalse_b()); }
LQCD_HOST_FN svbool_t lqcd__odd_vd(void) { return svtrn1_b64(svpfalse_b(), svptrue_b64()); }

/* constants and memory */
LQCD_HOST_FN lqcd_real_vf lqcd_zero_vf(void) { return svdup_n_f32(0); }
LQCD_HOST_FN lqcd_real_vf lqcd_set1_vf(float s) { return svdup_n_f32(s); }
LQCD_HOST_FN lqcd_real_vf lqcd_load_vf(const float *p) { return svld1_f32(lqcd__all_vf(), p); }
LQCD_HOST_FN lqcd_real_vf lqcd_loadu_vf(const float *p) { return svld1_f32(lqcd__all_vf(), p); }
LQCD_HOST_FN void lqcd_store_vf(float *p, lqcd_real_vf a) { svst1_f32(lqcd__all_vf(), p, a); }
LQCD_HOST_FN void lqcd_storeu_vf(float *p, lqcd_real_vf a) { svst1_f32(lqcd__all_vf(), p, a); }
LQCD_HOST_FN void lqcd_stream_vf(float *p, lqcd_real_vf a) { svstnt1_f32(lqcd__all_vf(), p, a); }

LQCD_HOST_FN lqcd_real_vd lqcd_zero_vd(void) { return svdup_n_f64(0); }
LQCD_HOST_FN lqcd_real_vd lqcd_set1_vd(double s) { return svdup_n_f64(s); }
LQCD_HOST_FN lqcd_real_vd lqcd_load_vd(const double *p) { return svld1_f64(lqcd__all_vd(), p); }
LQCD_HOST_FN lqcd_real_vd lqcd_loadu_vd(const double *p) { return svld1_f64(lqcd__all_vd(), p); }
LQCD_HOST_FN void lqcd_store_vd(double *p, lqcd_real_vd a) { svst1_f64(lqcd__all_vd(), p, a); }
LQCD_HOST_FN void lqcd_storeu_vd(double *p, lqcd_real_vd a) { svst1_f64(lqcd__all_vd(), p, a); }
LQCD_HOST_FN void lqcd_stream_vd(double *p, lqcd_real_vd a) { svstnt1_f64(lqcd__all_vd(), p, a); }

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

/* The offset of a load reaches 8 registers back and 7 forward: the middle of 16 registers serves all of them. The
 * compiler must not know where it lies, or it would compute an address for each register. */
#define LQCD__PAIRS 1
LQCD_HOST_FN void *lqcd__middle(const void *p)
{
	void *middle;
	__asm__("" : "=r"(middle) : "0"(p));
	return middle;
}

LQCD_HOST_FN void lqcd__load_pair_vf(lqcd_real_vf *a, lqcd_real_vf *b, const float *p, int k)
{
	const lqcd_real_vf *middle = (const lqcd_real_vf *)lqcd__middle(p + (k / 8 * 16 + 8) * LQCD_LANES_vf);
	*a = middle[k % 8 * 2 - 8];
	*b = middle[k % 8 * 2 - 7];
}

LQCD_HOST_FN void lqcd__store_pair_vf(float *p, int k, lqcd_real_vf a, lqcd_real_vf b)
{
	lqcd_real_vf *middle = (lqcd_real_vf *)lqcd__middle(p + (k / 8 * 16 + 8) * LQCD_LANES_vf);
	middle[k % 8 * 2 - 8] = a;
	middle[k % 8 * 2 - 7] = b;
}

LQCD_HOST_FN void lqcd__load_pair_vd(lqcd_real_vd *a, lqcd_real_vd *b, const double *p, int k)
{
	const lqcd_real_vd *middle = (const lqcd_real_vd *)lqcd__middle(p + (k / 8 * 16 + 8) * LQCD_LANES_vd);
	*a = middle[k % 8 * 2 - 8];
	*b = middle[k % 8 * 2 - 7];
}

LQCD_HOST_FN void lqcd__store_pair_vd(double *p, int k, lqcd_real_vd a, lqcd_real_vd b)
{
	lqcd_real_vd *middle = (lqcd_real_vd *)lqcd__middle(p + (k / 8 * 16 + 8) * LQCD_LANES_vd);
	middle[k % 8 * 2 - 8] = a;
	middle[k % 8 * 2 - 7] = b;
}

/* pairs of 16 bits; in vd a pair is the lower half of a lane */
LQCD_HOST_FN lqcd_real_vf lqcd_low16_vf(const int32_t *p)
{
	return svcvt_f32_s32_x(svptrue_b32(), svlsl_n_s32_x(svptrue_b32(), svld1_s32(svptrue_b32(), p), 16));
}

LQCD_HOST_FN lqcd_real_vf lqcd_high16_vf(const int32_t *p)
{
	return svcvt_f32_s32_x(svptrue_b32(), svld1_s32(svptrue_b32(), p));
}

LQCD_HOST_FN void lqcd_pack16_vf(int32_t *p, lqcd_real_vf a, lqcd_real_vf b)
{
	const svbool_t all = svptrue_b32();
	const svfloat32_t rest = svmls_n_f32_x(all, b, a, 1.0f / 65536);
	const svint32_t high = svlsl_n_s32_x(all, svcvt_s32_f32_x(all, svrintn_f32_x(all, rest)), 16);
	svst1_s32(all, p, svadd_s32_x(all, high, svcvt_s32_f32_x(all, svrintn_f32_x(all, a))));
}

LQCD_HOST_FN lqcd_real_vd lqcd_low16_vd(const int32_t *p)
{
	const svint64_t low = svlsl_n_s64_x(svptrue_b64(), svld1sw_s64(svptrue_b64(), p), 16);
	return svcvt_f64_s32_x(svptrue_b64(), svreinterpret_s32_s64(low));
}

LQCD_HOST_FN lqcd_real_vd lqcd_high16_vd(const int32_t *p)
{
	return svcvt_f64_s64_x(svptrue_b64(), svld1sw_s64(svptrue_b64(), p));
}

LQCD_HOST_FN void lqcd_pack16_vd(int32_t *p, lqcd_real_vd a, lqcd_real_vd b)
{
	const svbool_t all = svptrue_b64();
	const svfloat64_t rest = svmls_n_f64_x(all, b, a, 1.0 / 65536);
	const svint64_t high = svlsl_n_s64_x(all, svcvt_s64_f64_x(all, svrintn_f64_x(all, rest)), 16);
	svst1w_s64(all, p, svadd_s64_x(all, high, svcvt_s64_f64_x(all, svrintn_f64_x(all, a))));
}

/* arithmetic; the instructions FMIN and FMAX differ from the formula for NaN and for zeros of both signs */
LQCD_HOST_FN lqcd_real_vf lqcd_add_vf(lqcd_real_vf a, lqcd_real_vf b) { return svadd_f32_x(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_real_vf lqcd_sub_vf(lqcd_real_vf a, lqcd_real_vf b) { return svsub_f32_x(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_real_vf lqcd_mul_vf(lqcd_real_vf a, lqcd_real_vf b) { return svmul_f32_x(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_real_vf lqcd_div_vf(lqcd_real_vf a, lqcd_real_vf b) { return svdiv_f32_x(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_real_vf lqcd_neg_vf(lqcd_real_vf a) { return svneg_f32_x(lqcd__all_vf(), a); }
LQCD_HOST_FN lqcd_real_vf lqcd_abs_vf(lqcd_real_vf a) { return svabs_f32_x(lqcd__all_vf(), a); }
LQCD_HOST_FN lqcd_real_vf lqcd_sqrt_vf(lqcd_real_vf a) { return svsqrt_f32_x(lqcd__all_vf(), a); }
LQCD_HOST_FN lqcd_real_vf lqcd_rsqrt_estimate_vf(lqcd_real_vf a)
{
	const lqcd_real_vf y = svrsqrte_f32(a); /* 8 bits; a step of Newton doubles them */
	return lqcd_mul_vf(y, svrsqrts_f32(a, lqcd_mul_vf(y, y)));
}

LQCD_HOST_FN lqcd_real_vf lqcd_min_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return svsel_f32(svcmplt_f32(lqcd__all_vf(), a, b), a, b);
}

LQCD_HOST_FN lqcd_real_vf lqcd_max_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return svsel_f32(svcmpgt_f32(lqcd__all_vf(), a, b), a, b);
}

LQCD_HOST_FN lqcd_real_vd lqcd_add_vd(lqcd_real_vd a, lqcd_real_vd b) { return svadd_f64_x(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_real_vd lqcd_sub_vd(lqcd_real_vd a, lqcd_real_vd b) { return svsub_f64_x(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_real_vd lqcd_mul_vd(lqcd_real_vd a, lqcd_real_vd b) { return svmul_f64_x(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_real_vd lqcd_div_vd(lqcd_real_vd a, lqcd_real_vd b) { return svdiv_f64_x(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_real_vd lqcd_neg_vd(lqcd_real_vd a) { return svneg_f64_x(lqcd__all_vd(), a); }
LQCD_HOST_FN lqcd_real_vd lqcd_abs_vd(lqcd_real_vd a) { return svabs_f64_x(lqcd__all_vd(), a); }
LQCD_HOST_FN lqcd_real_vd lqcd_sqrt_vd(lqcd_real_vd a) { return svsqrt_f64_x(lqcd__all_vd(), a); }
LQCD_HOST_FN lqcd_real_vd lqcd_rsqrt_estimate_vd(lqcd_real_vd a)
{
	const lqcd_real_vd y = svrsqrte_f64(a); /* 8 bits; a step of Newton doubles them */
	return lqcd_mul_vd(y, svrsqrts_f64(a, lqcd_mul_vd(y, y)));
}

LQCD_HOST_FN lqcd_real_vd lqcd_min_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return svsel_f64(svcmplt_f64(lqcd__all_vd(), a, b), a, b);
}

LQCD_HOST_FN lqcd_real_vd lqcd_max_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return svsel_f64(svcmpgt_f64(lqcd__all_vd(), a, b), a, b);
}

/* multiply-add, one rounding; the intrinsics take the summand first. clang gives the sum another register than the
 * summand and moves it there, unless lanes could be off: it is not told that all are on. */
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

LQCD_HOST_FN lqcd_real_vf lqcd_fma_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return LQCD__SVE_FMA(svmla_f32)(lqcd__on_vf(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vf lqcd_fnma_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return LQCD__SVE_FMA(svmls_f32)(lqcd__on_vf(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vf lqcd_fms_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return LQCD__SVE_FMA(svnmls_f32)(lqcd__on_vf(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vf lqcd_fnms_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return LQCD__SVE_FMA(svnmla_f32)(lqcd__on_vf(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fma_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return LQCD__SVE_FMA(svmla_f64)(lqcd__on_vd(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fnma_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return LQCD__SVE_FMA(svmls_f64)(lqcd__on_vd(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fms_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return LQCD__SVE_FMA(svnmls_f64)(lqcd__on_vd(), c, a, b);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fnms_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return LQCD__SVE_FMA(svnmla_f64)(lqcd__on_vd(), c, a, b);
}

/* comparison and masks */
LQCD_HOST_FN lqcd_mask_vf lqcd_lt_vf(lqcd_real_vf a, lqcd_real_vf b) { return svcmplt_f32(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_mask_vf lqcd_le_vf(lqcd_real_vf a, lqcd_real_vf b) { return svcmple_f32(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_mask_vf lqcd_eq_vf(lqcd_real_vf a, lqcd_real_vf b) { return svcmpeq_f32(lqcd__all_vf(), a, b); }
LQCD_HOST_FN lqcd_mask_vf lqcd_mask_and_vf(lqcd_mask_vf m, lqcd_mask_vf n) { return svand_b_z(lqcd__all_vf(), m, n); }
LQCD_HOST_FN lqcd_mask_vf lqcd_mask_or_vf(lqcd_mask_vf m, lqcd_mask_vf n) { return svorr_b_z(lqcd__all_vf(), m, n); }
LQCD_HOST_FN lqcd_mask_vf lqcd_mask_not_vf(lqcd_mask_vf m) { return svnot_b_z(lqcd__all_vf(), m); }
LQCD_HOST_FN int lqcd_mask_any_vf(lqcd_mask_vf m) { return svptest_any(lqcd__all_vf(), m) ? 1 : 0; }

LQCD_HOST_FN int lqcd_mask_all_vf(lqcd_mask_vf m)
{
	return svptest_any(lqcd__all_vf(), svnot_b_z(lqcd__all_vf(), m)) ? 0 : 1;
}

LQCD_HOST_FN lqcd_real_vf lqcd_select_vf(lqcd_mask_vf m, lqcd_real_vf a, lqcd_real_vf b) { return svsel_f32(m, a, b); }

LQCD_HOST_FN lqcd_mask_vd lqcd_lt_vd(lqcd_real_vd a, lqcd_real_vd b) { return svcmplt_f64(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_mask_vd lqcd_le_vd(lqcd_real_vd a, lqcd_real_vd b) { return svcmple_f64(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_mask_vd lqcd_eq_vd(lqcd_real_vd a, lqcd_real_vd b) { return svcmpeq_f64(lqcd__all_vd(), a, b); }
LQCD_HOST_FN lqcd_mask_vd lqcd_mask_and_vd(lqcd_mask_vd m, lqcd_mask_vd n) { return svand_b_z(lqcd__all_vd(), m, n); }
LQCD_HOST_FN lqcd_mask_vd lqcd_mask_or_vd(lqcd_mask_vd m, lqcd_mask_vd n) { return svorr_b_z(lqcd__all_vd(), m, n); }
LQCD_HOST_FN lqcd_mask_vd lqcd_mask_not_vd(lqcd_mask_vd m) { return svnot_b_z(lqcd__all_vd(), m); }
LQCD_HOST_FN int lqcd_mask_any_vd(lqcd_mask_vd m) { return svptest_any(lqcd__all_vd(), m) ? 1 : 0; }

LQCD_HOST_FN int lqcd_mask_all_vd(lqcd_mask_vd m)
{
	return svptest_any(lqcd__all_vd(), svnot_b_z(lqcd__all_vd(), m)) ? 0 : 1;
}

LQCD_HOST_FN lqcd_real_vd lqcd_select_vd(lqcd_mask_vd m, lqcd_real_vd a, lqcd_real_vd b) { return svsel_f64(m, a, b); }

/* permutations */
LQCD_HOST_FN lqcd_perm_vf lqcd_perm_make_vf(const int *src)
{
	return svreinterpret_u32_s32(svld1_s32(svptrue_b32(), src));
}

LQCD_HOST_FN lqcd_real_vf lqcd_permute_vf(lqcd_real_vf a, lqcd_perm_vf p) { return svtbl_f32(a, p); }

LQCD_HOST_FN lqcd_perm_vd lqcd_perm_make_vd(const int *src)
{
	return svreinterpret_u64_s64(svld1sw_s64(svptrue_b64(), src));
}

LQCD_HOST_FN lqcd_real_vd lqcd_permute_vd(lqcd_real_vd a, lqcd_perm_vd p) { return svtbl_f64(a, p); }

LQCD_HOST_FN lqcd_real_vf lqcd_zip_low_vf(lqcd_real_vf a, lqcd_real_vf b) { return svzip1_f32(a, b); }
LQCD_HOST_FN lqcd_real_vf lqcd_zip_high_vf(lqcd_real_vf a, lqcd_real_vf b) { return svzip2_f32(a, b); }
LQCD_HOST_FN lqcd_real_vd lqcd_zip_low_vd(lqcd_real_vd a, lqcd_real_vd b) { return svzip1_f64(a, b); }
LQCD_HOST_FN lqcd_real_vd lqcd_zip_high_vd(lqcd_real_vd a, lqcd_real_vd b) { return svzip2_f64(a, b); }

/* pairs of lanes */
LQCD_HOST_FN lqcd_real_vf lqcd_swap_pairs_vf(lqcd_real_vf a)
{
	return svreinterpret_f32_u64(svrevw_u64_x(svptrue_b64(), svreinterpret_u64_f32(a)));
}

LQCD_HOST_FN lqcd_real_vf lqcd_dup_even_vf(lqcd_real_vf a) { return svtrn1_f32(a, a); }
LQCD_HOST_FN lqcd_real_vf lqcd_dup_odd_vf(lqcd_real_vf a) { return svtrn2_f32(a, a); }
LQCD_HOST_FN lqcd_real_vf lqcd_neg_even_vf(lqcd_real_vf a) { return svneg_f32_m(a, lqcd__even_vf(), a); }
LQCD_HOST_FN lqcd_real_vf lqcd_neg_odd_vf(lqcd_real_vf a) { return svneg_f32_m(a, lqcd__odd_vf(), a); }

LQCD_HOST_FN lqcd_real_vd lqcd_swap_pairs_vd(lqcd_real_vd a)
{
	return svtbl_f64(a, sveor_n_u64_x(svptrue_b64(), svindex_u64(0, 1), 1));
}

LQCD_HOST_FN lqcd_real_vd lqcd_dup_even_vd(lqcd_real_vd a) { return svtrn1_f64(a, a); }
LQCD_HOST_FN lqcd_real_vd lqcd_dup_odd_vd(lqcd_real_vd a) { return svtrn2_f64(a, a); }
LQCD_HOST_FN lqcd_real_vd lqcd_neg_even_vd(lqcd_real_vd a) { return svneg_f64_m(a, lqcd__even_vd(), a); }
LQCD_HOST_FN lqcd_real_vd lqcd_neg_odd_vd(lqcd_real_vd a) { return svneg_f64_m(a, lqcd__odd_vd(), a); }

/* for derived.inc; svext takes a constant, svlasta of none is lane 0 */
LQCD_HOST_FN lqcd_real_vf lqcd__down_vf(lqcd_real_vf a, int n)
{
	return n == 16 ? svext_f32(a, a, 16) : n == 8 ? svext_f32(a, a, 8) : n == 4 ? svext_f32(a, a, 4) : n == 2 ? svext_f32(a, a, 2)
		: svext_f32(a, a, 1);
}

LQCD_HOST_FN lqcd_real_vd lqcd__down_vd(lqcd_real_vd a, int n)
{
	return n == 8 ? svext_f64(a, a, 8) : n == 4 ? svext_f64(a, a, 4) : n == 2 ? svext_f64(a, a, 2) : svext_f64(a, a, 1);
}

LQCD_HOST_FN float lqcd__first_vf(lqcd_real_vf a) { return svlasta_f32(svpfalse_b(), a); }
LQCD_HOST_FN double lqcd__first_vd(lqcd_real_vd a) { return svlasta_f64(svpfalse_b(), a); }
LQCD_HOST_FN lqcd_real_vd lqcd__low_vf(lqcd_real_vf a) { return svcvt_f64_f32_x(svptrue_b64(), svzip1_f32(a, a)); }
LQCD_HOST_FN lqcd_real_vd lqcd__high_vf(lqcd_real_vf a) { return svcvt_f64_f32_x(svptrue_b64(), svzip2_f32(a, a)); }

LQCD_HOST_FN void lqcd_uint_mul32(lqcd_uint_vd *r, const lqcd_uint_vd *a, uint32_t b)
{
	*r = (*a & 0xffffffffu) * b;
}

/* nothing to order: non-temporal stores are ordered like others */
LQCD_HOST_FN void lqcd_stream_fence(void) {}
/* clang-format on */

#undef LQCD__SVE_FMA
#undef LQCD__SVE_FIXED
#endif
#endif
