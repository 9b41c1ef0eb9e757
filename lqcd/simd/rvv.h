/* lqcd/simd/rvv.h: vf and vd as registers of the vector extension of RISC-V whose length is fixed when compiling:
 * -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl, or zvl128b, zvl512b, zvl1024b, hence 4 to 32 floats or 2 to 16 doubles,
 * with FMA. The program needs a processor whose registers have this length. simd.h documents the operations. A mask is a
 * register with all or no bits of a lane set: mask registers of less than 8 lanes have no type that a struct can hold.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_RVV_H
#define LQCD_SIMD_RVV_H

#define LQCD_SIMD_RVV 66
#define LQCD__SIMD_KNOWN_66 0, 66
#if !defined(LQCD_SIMD) && defined(__riscv_v_fixed_vlen) && defined(__riscv_v_intrinsic)
#if __riscv_v_fixed_vlen <= 1024
#define LQCD_SIMD LQCD_SIMD_RVV
#endif
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_RVV

#if !defined(__riscv_v_fixed_vlen) || !defined(__riscv_v_intrinsic)
#error "lqcd: LQCD_SIMD_RVV needs the compiler flags -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl (or 128b, 512b, 1024b)"
#elif __riscv_v_fixed_vlen < 128 || __riscv_v_fixed_vlen > 1024
#error "lqcd: LQCD_SIMD_RVV needs registers of 128, 256, 512 or 1024 bits"
#endif
#include <riscv_vector.h>

#define LQCD_SIMD_NAME "rvv"
#define LQCD_LANES_vf  (__riscv_v_fixed_vlen / 32)
#define LQCD_LANES_vd  (__riscv_v_fixed_vlen / 64)
#define LQCD_SIMD_REGISTERS 32
#define LQCD_SIMD_FUSED 1
#define LQCD__FENCED 1
#define LQCD_RSQRT_BITS_vf 13
#define LQCD_RSQRT_BITS_vd 13

/* types of a known size, which structs and arrays can hold */
#define LQCD__RVV_FIXED __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen)))
typedef vfloat32m1_t LQCD__RVV_FIXED lqcd_real_vf;
typedef vfloat64m1_t LQCD__RVV_FIXED lqcd_real_vd;
typedef vuint32m1_t LQCD__RVV_FIXED lqcd_mask_vf;
typedef vuint64m1_t LQCD__RVV_FIXED lqcd_mask_vd;
typedef vuint32m1_t LQCD__RVV_FIXED lqcd_perm_vf;
typedef vuint64m1_t LQCD__RVV_FIXED lqcd_perm_vd;
/* a pair of registers, which conversions take as one */
typedef vfloat64m2_t __attribute__((riscv_rvv_vector_bits(2 * __riscv_v_fixed_vlen))) lqcd_acc_vf;
typedef lqcd_real_vd lqcd_acc_vd;
typedef vfloat32m2_t __attribute__((riscv_rvv_vector_bits(2 * __riscv_v_fixed_vlen))) lqcd__pair_vf;
typedef lqcd_acc_vf lqcd__pair_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(__riscv_v_fixed_vlen / 8), aligned(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(__riscv_v_fixed_vlen / 8), aligned(16)));

/* clang-format off */
/* mask registers: lanes 0 2 4 .., lanes 1 3 5 .., lanes of which bits are set */
LQCD_HOST_FN vbool32_t lqcd__even_vf(void)
{
	return __riscv_vreinterpret_v_u32m1_b32(__riscv_vmv_s_x_u32m1(UINT32_C(0x55555555), 1));
}

LQCD_HOST_FN vbool32_t lqcd__odd_vf(void)
{
	return __riscv_vreinterpret_v_u32m1_b32(__riscv_vmv_s_x_u32m1(UINT32_C(0xaaaaaaaa), 1));
}

LQCD_HOST_FN vbool32_t lqcd__live_vf(lqcd_mask_vf m) { return __riscv_vmsne_vx_u32m1_b32(m, 0, LQCD_LANES_vf); }

LQCD_HOST_FN lqcd_mask_vf lqcd__mask_vf(vbool32_t m)
{
	return __riscv_vmerge_vxm_u32m1(__riscv_vmv_v_x_u32m1(0, LQCD_LANES_vf), (uint32_t)-1, m, LQCD_LANES_vf);
}

LQCD_HOST_FN vbool64_t lqcd__even_vd(void)
{
	return __riscv_vreinterpret_v_u64m1_b64(__riscv_vmv_s_x_u64m1(UINT64_C(0x5555555555555555), 1));
}

LQCD_HOST_FN vbool64_t lqcd__odd_vd(void)
{
	return __riscv_vreinterpret_v_u64m1_b64(__riscv_vmv_s_x_u64m1(UINT64_C(0xaaaaaaaaaaaaaaaa), 1));
}

LQCD_HOST_FN vbool64_t lqcd__live_vd(lqcd_mask_vd m) { return __riscv_vmsne_vx_u64m1_b64(m, 0, LQCD_LANES_vd); }

LQCD_HOST_FN lqcd_mask_vd lqcd__mask_vd(vbool64_t m)
{
	return __riscv_vmerge_vxm_u64m1(__riscv_vmv_v_x_u64m1(0, LQCD_LANES_vd), (uint64_t)-1, m, LQCD_LANES_vd);
}

/* constants and memory; stream is a plain store: no intrinsic writes past the caches */
LQCD_HOST_FN lqcd_real_vf lqcd_zero_vf(void) { return __riscv_vfmv_v_f_f32m1(0, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_set1_vf(float s) { return __riscv_vfmv_v_f_f32m1(s, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_load_vf(const float *p) { return __riscv_vle32_v_f32m1(p, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_loadu_vf(const float *p) { return __riscv_vle32_v_f32m1(p, LQCD_LANES_vf); }
LQCD_HOST_FN void lqcd_store_vf(float *p, lqcd_real_vf a) { __riscv_vse32_v_f32m1(p, a, LQCD_LANES_vf); }
LQCD_HOST_FN void lqcd_storeu_vf(float *p, lqcd_real_vf a) { __riscv_vse32_v_f32m1(p, a, LQCD_LANES_vf); }
LQCD_HOST_FN void lqcd_stream_vf(float *p, lqcd_real_vf a) { __riscv_vse32_v_f32m1(p, a, LQCD_LANES_vf); }
LQCD_HOST_FN void lqcd_load2_vf(lqcd_real_vf *a, lqcd_real_vf *b, const float *const *p, size_t at)
{
	float r[2][LQCD_LANES_vf];
	for (int w = 0; w < LQCD_LANES_vf; w++) {
		r[0][w] = p[w][at];
		r[1][w] = p[w][at + 1];
	}
	*a = lqcd_loadu_vf(r[0]);
	*b = lqcd_loadu_vf(r[1]);
}

LQCD_HOST_FN lqcd_real_vd lqcd_zero_vd(void) { return __riscv_vfmv_v_f_f64m1(0, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_set1_vd(double s) { return __riscv_vfmv_v_f_f64m1(s, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_load_vd(const double *p) { return __riscv_vle64_v_f64m1(p, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_loadu_vd(const double *p) { return __riscv_vle64_v_f64m1(p, LQCD_LANES_vd); }
LQCD_HOST_FN void lqcd_store_vd(double *p, lqcd_real_vd a) { __riscv_vse64_v_f64m1(p, a, LQCD_LANES_vd); }
LQCD_HOST_FN void lqcd_storeu_vd(double *p, lqcd_real_vd a) { __riscv_vse64_v_f64m1(p, a, LQCD_LANES_vd); }
LQCD_HOST_FN void lqcd_stream_vd(double *p, lqcd_real_vd a) { __riscv_vse64_v_f64m1(p, a, LQCD_LANES_vd); }
LQCD_HOST_FN void lqcd_load2_vd(lqcd_real_vd *a, lqcd_real_vd *b, const double *const *p, size_t at)
{
	double r[2][LQCD_LANES_vd];
	for (int w = 0; w < LQCD_LANES_vd; w++) {
		r[0][w] = p[w][at];
		r[1][w] = p[w][at + 1];
	}
	*a = lqcd_loadu_vd(r[0]);
	*b = lqcd_loadu_vd(r[1]);
}

/* Loads and stores have no offsets: two registers side by side share an address. */
#define LQCD__PAIRS 1
LQCD_HOST_FN void lqcd__load_pair_vf(lqcd_real_vf *a, lqcd_real_vf *b, const float *p, int k)
{
	const vfloat32m2_t pair = ((const lqcd__pair_vf *)(const void *)p)[k];
	*a = __riscv_vget_v_f32m2_f32m1(pair, 0);
	*b = __riscv_vget_v_f32m2_f32m1(pair, 1);
}

LQCD_HOST_FN void lqcd__store_pair_vf(float *p, int k, lqcd_real_vf a, lqcd_real_vf b)
{
	((lqcd__pair_vf *)(void *)p)[k] = __riscv_vcreate_v_f32m1_f32m2(a, b);
}

LQCD_HOST_FN void lqcd__load_pair_vd(lqcd_real_vd *a, lqcd_real_vd *b, const double *p, int k)
{
	const vfloat64m2_t pair = ((const lqcd__pair_vd *)(const void *)p)[k];
	*a = __riscv_vget_v_f64m2_f64m1(pair, 0);
	*b = __riscv_vget_v_f64m2_f64m1(pair, 1);
}

LQCD_HOST_FN void lqcd__store_pair_vd(double *p, int k, lqcd_real_vd a, lqcd_real_vd b)
{
	((lqcd__pair_vd *)(void *)p)[k] = __riscv_vcreate_v_f64m1_f64m2(a, b);
}

/* pairs of 16 bits; conversions round to nearest, the mode in which a program starts */
LQCD_HOST_FN lqcd_real_vf lqcd_low16_vf(const int32_t *p)
{
	return __riscv_vfcvt_f_x_v_f32m1(__riscv_vsll_vx_i32m1(__riscv_vle32_v_i32m1(p, LQCD_LANES_vf), 16,
		LQCD_LANES_vf), LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_high16_vf(const int32_t *p)
{
	return __riscv_vfcvt_f_x_v_f32m1(__riscv_vle32_v_i32m1(p, LQCD_LANES_vf), LQCD_LANES_vf);
}

LQCD_HOST_FN void lqcd_pack16_vf(int32_t *p, lqcd_real_vf a, lqcd_real_vf b)
{
	const vfloat32m1_t rest = __riscv_vfnmsac_vf_f32m1(b, 1.0f / 65536, a, LQCD_LANES_vf);
	const vint32m1_t high = __riscv_vsll_vx_i32m1(__riscv_vfcvt_x_f_v_i32m1(rest, LQCD_LANES_vf), 16,
		LQCD_LANES_vf);
	__riscv_vse32_v_i32m1(p, __riscv_vadd_vv_i32m1(high, __riscv_vfcvt_x_f_v_i32m1(a, LQCD_LANES_vf),
		LQCD_LANES_vf), LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vd lqcd_low16_vd(const int32_t *p)
{
	return __riscv_vfwcvt_f_x_v_f64m1(__riscv_vsll_vx_i32mf2(__riscv_vle32_v_i32mf2(p, LQCD_LANES_vd), 16,
		LQCD_LANES_vd), LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_high16_vd(const int32_t *p)
{
	return __riscv_vfwcvt_f_x_v_f64m1(__riscv_vle32_v_i32mf2(p, LQCD_LANES_vd), LQCD_LANES_vd);
}

LQCD_HOST_FN void lqcd_pack16_vd(int32_t *p, lqcd_real_vd a, lqcd_real_vd b)
{
	const vfloat64m1_t rest = __riscv_vfnmsac_vf_f64m1(b, 1.0 / 65536, a, LQCD_LANES_vd);
	const vint32mf2_t high = __riscv_vsll_vx_i32mf2(__riscv_vfncvt_x_f_w_i32mf2(rest, LQCD_LANES_vd), 16,
		LQCD_LANES_vd);
	__riscv_vse32_v_i32mf2(p, __riscv_vadd_vv_i32mf2(high, __riscv_vfncvt_x_f_w_i32mf2(a, LQCD_LANES_vd),
		LQCD_LANES_vd), LQCD_LANES_vd);
}

/* arithmetic; the instructions vfmin and vfmax differ from the formula for NaN and for zeros of both signs */
LQCD_HOST_FN lqcd_real_vf lqcd_add_vf(lqcd_real_vf a, lqcd_real_vf b) { return __riscv_vfadd_vv_f32m1(a, b, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_sub_vf(lqcd_real_vf a, lqcd_real_vf b) { return __riscv_vfsub_vv_f32m1(a, b, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_mul_vf(lqcd_real_vf a, lqcd_real_vf b) { return __riscv_vfmul_vv_f32m1(a, b, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_div_vf(lqcd_real_vf a, lqcd_real_vf b) { return __riscv_vfdiv_vv_f32m1(a, b, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_neg_vf(lqcd_real_vf a) { return __riscv_vfneg_v_f32m1(a, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_abs_vf(lqcd_real_vf a) { return __riscv_vfabs_v_f32m1(a, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vf lqcd_sqrt_vf(lqcd_real_vf a) { return __riscv_vfsqrt_v_f32m1(a, LQCD_LANES_vf); }
/* 7 bits; a step of Newton doubles them, but for a = 0, of which the estimate is +inf */
LQCD_HOST_FN lqcd_real_vf lqcd_rsqrt_estimate_vf(lqcd_real_vf a)
{
	const vfloat32m1_t y = __riscv_vfrsqrt7_v_f32m1(a, LQCD_LANES_vf),
		half = lqcd_mul_vf(y, lqcd_set1_vf((float)0.5));
	const vfloat32m1_t e = __riscv_vfnmsac_vv_f32m1(lqcd_set1_vf(1), lqcd_mul_vf(a, y), y, LQCD_LANES_vf);
	const vfloat32m1_t step = __riscv_vfmacc_vv_f32m1(y, half, e, LQCD_LANES_vf);
	return __riscv_vmerge_vvm_f32m1(step, y, __riscv_vmfeq_vf_f32m1_b32(a, 0, LQCD_LANES_vf), LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_min_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return __riscv_vmerge_vvm_f32m1(b, a, __riscv_vmflt_vv_f32m1_b32(a, b, LQCD_LANES_vf), LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_max_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return __riscv_vmerge_vvm_f32m1(b, a, __riscv_vmflt_vv_f32m1_b32(b, a, LQCD_LANES_vf), LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vd lqcd_add_vd(lqcd_real_vd a, lqcd_real_vd b) { return __riscv_vfadd_vv_f64m1(a, b, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_sub_vd(lqcd_real_vd a, lqcd_real_vd b) { return __riscv_vfsub_vv_f64m1(a, b, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_mul_vd(lqcd_real_vd a, lqcd_real_vd b) { return __riscv_vfmul_vv_f64m1(a, b, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_div_vd(lqcd_real_vd a, lqcd_real_vd b) { return __riscv_vfdiv_vv_f64m1(a, b, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_neg_vd(lqcd_real_vd a) { return __riscv_vfneg_v_f64m1(a, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_abs_vd(lqcd_real_vd a) { return __riscv_vfabs_v_f64m1(a, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_real_vd lqcd_sqrt_vd(lqcd_real_vd a) { return __riscv_vfsqrt_v_f64m1(a, LQCD_LANES_vd); }
/* 7 bits; a step of Newton doubles them, but for a = 0, of which the estimate is +inf */
LQCD_HOST_FN lqcd_real_vd lqcd_rsqrt_estimate_vd(lqcd_real_vd a)
{
	const vfloat64m1_t y = __riscv_vfrsqrt7_v_f64m1(a, LQCD_LANES_vd),
		half = lqcd_mul_vd(y, lqcd_set1_vd((double)0.5));
	const vfloat64m1_t e = __riscv_vfnmsac_vv_f64m1(lqcd_set1_vd(1), lqcd_mul_vd(a, y), y, LQCD_LANES_vd);
	const vfloat64m1_t step = __riscv_vfmacc_vv_f64m1(y, half, e, LQCD_LANES_vd);
	return __riscv_vmerge_vvm_f64m1(step, y, __riscv_vmfeq_vf_f64m1_b64(a, 0, LQCD_LANES_vd), LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_min_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return __riscv_vmerge_vvm_f64m1(b, a, __riscv_vmflt_vv_f64m1_b64(a, b, LQCD_LANES_vd), LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_max_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return __riscv_vmerge_vvm_f64m1(b, a, __riscv_vmflt_vv_f64m1_b64(b, a, LQCD_LANES_vd), LQCD_LANES_vd);
}

/* multiply-add, one rounding; the intrinsics take the summand first */
LQCD_HOST_FN lqcd_real_vf lqcd_fma_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return __riscv_vfmacc_vv_f32m1(c, a, b, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_fnma_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return __riscv_vfnmsac_vv_f32m1(c, a, b, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_fms_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return __riscv_vfmsac_vv_f32m1(c, a, b, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_fnms_vf(lqcd_real_vf a, lqcd_real_vf b, lqcd_real_vf c)
{
	return __riscv_vfnmacc_vv_f32m1(c, a, b, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fma_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return __riscv_vfmacc_vv_f64m1(c, a, b, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fnma_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return __riscv_vfnmsac_vv_f64m1(c, a, b, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fms_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return __riscv_vfmsac_vv_f64m1(c, a, b, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_fnms_vd(lqcd_real_vd a, lqcd_real_vd b, lqcd_real_vd c)
{
	return __riscv_vfnmacc_vv_f64m1(c, a, b, LQCD_LANES_vd);
}

/* comparison and masks */
LQCD_HOST_FN lqcd_mask_vf lqcd_lt_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return lqcd__mask_vf(__riscv_vmflt_vv_f32m1_b32(a, b, LQCD_LANES_vf));
}

LQCD_HOST_FN lqcd_mask_vf lqcd_le_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return lqcd__mask_vf(__riscv_vmfle_vv_f32m1_b32(a, b, LQCD_LANES_vf));
}

LQCD_HOST_FN lqcd_mask_vf lqcd_eq_vf(lqcd_real_vf a, lqcd_real_vf b)
{
	return lqcd__mask_vf(__riscv_vmfeq_vv_f32m1_b32(a, b, LQCD_LANES_vf));
}

LQCD_HOST_FN lqcd_mask_vf lqcd_mask_and_vf(lqcd_mask_vf m, lqcd_mask_vf n) { return __riscv_vand_vv_u32m1(m, n, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_mask_vf lqcd_mask_or_vf(lqcd_mask_vf m, lqcd_mask_vf n) { return __riscv_vor_vv_u32m1(m, n, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_mask_vf lqcd_mask_not_vf(lqcd_mask_vf m) { return __riscv_vnot_v_u32m1(m, LQCD_LANES_vf); }
LQCD_HOST_FN int lqcd_mask_any_vf(lqcd_mask_vf m) { return __riscv_vfirst_m_b32(lqcd__live_vf(m), LQCD_LANES_vf) >= 0; }

LQCD_HOST_FN int lqcd_mask_all_vf(lqcd_mask_vf m)
{
	return __riscv_vfirst_m_b32(__riscv_vmseq_vx_u32m1_b32(m, 0, LQCD_LANES_vf), LQCD_LANES_vf) < 0;
}

LQCD_HOST_FN lqcd_real_vf lqcd_select_vf(lqcd_mask_vf m, lqcd_real_vf a, lqcd_real_vf b)
{
	return __riscv_vmerge_vvm_f32m1(b, a, lqcd__live_vf(m), LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_mask_vd lqcd_lt_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return lqcd__mask_vd(__riscv_vmflt_vv_f64m1_b64(a, b, LQCD_LANES_vd));
}

LQCD_HOST_FN lqcd_mask_vd lqcd_le_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return lqcd__mask_vd(__riscv_vmfle_vv_f64m1_b64(a, b, LQCD_LANES_vd));
}

LQCD_HOST_FN lqcd_mask_vd lqcd_eq_vd(lqcd_real_vd a, lqcd_real_vd b)
{
	return lqcd__mask_vd(__riscv_vmfeq_vv_f64m1_b64(a, b, LQCD_LANES_vd));
}

LQCD_HOST_FN lqcd_mask_vd lqcd_mask_and_vd(lqcd_mask_vd m, lqcd_mask_vd n) { return __riscv_vand_vv_u64m1(m, n, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_mask_vd lqcd_mask_or_vd(lqcd_mask_vd m, lqcd_mask_vd n) { return __riscv_vor_vv_u64m1(m, n, LQCD_LANES_vd); }
LQCD_HOST_FN lqcd_mask_vd lqcd_mask_not_vd(lqcd_mask_vd m) { return __riscv_vnot_v_u64m1(m, LQCD_LANES_vd); }
LQCD_HOST_FN int lqcd_mask_any_vd(lqcd_mask_vd m) { return __riscv_vfirst_m_b64(lqcd__live_vd(m), LQCD_LANES_vd) >= 0; }

LQCD_HOST_FN int lqcd_mask_all_vd(lqcd_mask_vd m)
{
	return __riscv_vfirst_m_b64(__riscv_vmseq_vx_u64m1_b64(m, 0, LQCD_LANES_vd), LQCD_LANES_vd) < 0;
}

LQCD_HOST_FN lqcd_real_vd lqcd_select_vd(lqcd_mask_vd m, lqcd_real_vd a, lqcd_real_vd b)
{
	return __riscv_vmerge_vvm_f64m1(b, a, lqcd__live_vd(m), LQCD_LANES_vd);
}

/* permutations */
LQCD_HOST_FN lqcd_perm_vf lqcd_perm_make_vf(const int *src)
{
	return __riscv_vreinterpret_v_i32m1_u32m1(__riscv_vle32_v_i32m1(src, LQCD_LANES_vf));
}

LQCD_HOST_FN lqcd_real_vf lqcd_permute_vf(lqcd_real_vf a, lqcd_perm_vf p)
{
	return __riscv_vrgather_vv_f32m1(a, p, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_perm_vd lqcd_perm_make_vd(const int *src)
{
	return __riscv_vreinterpret_v_i64m1_u64m1(__riscv_vsext_vf2_i64m1(__riscv_vle32_v_i32mf2(src, LQCD_LANES_vd),
		LQCD_LANES_vd));
}

LQCD_HOST_FN lqcd_real_vd lqcd_permute_vd(lqcd_real_vd a, lqcd_perm_vd p)
{
	return __riscv_vrgather_vv_f64m1(a, p, LQCD_LANES_vd);
}

/* lanes first, first + 1, .. of a and b by turns */
LQCD_HOST_FN lqcd_real_vf lqcd__zip_vf(lqcd_real_vf a, lqcd_real_vf b, uint32_t first)
{
	const vuint32m1_t half = __riscv_vsrl_vx_u32m1(__riscv_vid_v_u32m1(LQCD_LANES_vf), 1, LQCD_LANES_vf);
	const vuint32m1_t from = __riscv_vadd_vx_u32m1(half, first, LQCD_LANES_vf);
	const vfloat32m1_t even = __riscv_vrgather_vv_f32m1(a, from, LQCD_LANES_vf);
	return __riscv_vrgather_vv_f32m1_mu(lqcd__odd_vf(), even, b, from, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vd lqcd__zip_vd(lqcd_real_vd a, lqcd_real_vd b, uint64_t first)
{
	const vuint64m1_t half = __riscv_vsrl_vx_u64m1(__riscv_vid_v_u64m1(LQCD_LANES_vd), 1, LQCD_LANES_vd);
	const vuint64m1_t from = __riscv_vadd_vx_u64m1(half, first, LQCD_LANES_vd);
	const vfloat64m1_t even = __riscv_vrgather_vv_f64m1(a, from, LQCD_LANES_vd);
	return __riscv_vrgather_vv_f64m1_mu(lqcd__odd_vd(), even, b, from, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vf lqcd_zip_low_vf(lqcd_real_vf a, lqcd_real_vf b) { return lqcd__zip_vf(a, b, 0); }
LQCD_HOST_FN lqcd_real_vf lqcd_zip_high_vf(lqcd_real_vf a, lqcd_real_vf b) { return lqcd__zip_vf(a, b, LQCD_LANES_vf / 2); }
LQCD_HOST_FN lqcd_real_vd lqcd_zip_low_vd(lqcd_real_vd a, lqcd_real_vd b) { return lqcd__zip_vd(a, b, 0); }
LQCD_HOST_FN lqcd_real_vd lqcd_zip_high_vd(lqcd_real_vd a, lqcd_real_vd b) { return lqcd__zip_vd(a, b, LQCD_LANES_vd / 2); }

/* pairs of lanes: slides by one lane and operations on every second lane. _mu keeps those of the first operand */
LQCD_HOST_FN lqcd_real_vf lqcd_swap_pairs_vf(lqcd_real_vf a)
{
	return __riscv_vslideup_vx_f32m1_mu(lqcd__odd_vf(), __riscv_vslidedown_vx_f32m1(a, 1, LQCD_LANES_vf), a, 1,
		LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_dup_even_vf(lqcd_real_vf a)
{
	return __riscv_vslideup_vx_f32m1_mu(lqcd__odd_vf(), a, a, 1, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_dup_odd_vf(lqcd_real_vf a)
{
	return __riscv_vslidedown_vx_f32m1_mu(lqcd__even_vf(), a, a, 1, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_neg_even_vf(lqcd_real_vf a)
{
	return __riscv_vfneg_v_f32m1_mu(lqcd__even_vf(), a, a, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vf lqcd_neg_odd_vf(lqcd_real_vf a)
{
	return __riscv_vfneg_v_f32m1_mu(lqcd__odd_vf(), a, a, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vd lqcd_swap_pairs_vd(lqcd_real_vd a)
{
	return __riscv_vslideup_vx_f64m1_mu(lqcd__odd_vd(), __riscv_vslidedown_vx_f64m1(a, 1, LQCD_LANES_vd), a, 1,
		LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_dup_even_vd(lqcd_real_vd a)
{
	return __riscv_vslideup_vx_f64m1_mu(lqcd__odd_vd(), a, a, 1, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_dup_odd_vd(lqcd_real_vd a)
{
	return __riscv_vslidedown_vx_f64m1_mu(lqcd__even_vd(), a, a, 1, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_neg_even_vd(lqcd_real_vd a)
{
	return __riscv_vfneg_v_f64m1_mu(lqcd__even_vd(), a, a, LQCD_LANES_vd);
}

LQCD_HOST_FN lqcd_real_vd lqcd_neg_odd_vd(lqcd_real_vd a)
{
	return __riscv_vfneg_v_f64m1_mu(lqcd__odd_vd(), a, a, LQCD_LANES_vd);
}

/* for derived.inc */
LQCD_HOST_FN lqcd_real_vf lqcd__down_vf(lqcd_real_vf a, int n)
{
	return __riscv_vslidedown_vx_f32m1(a, (size_t)n, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_real_vd lqcd__down_vd(lqcd_real_vd a, int n)
{
	return __riscv_vslidedown_vx_f64m1(a, (size_t)n, LQCD_LANES_vd);
}

LQCD_HOST_FN float lqcd__first_vf(lqcd_real_vf a) { return __riscv_vfmv_f_s_f32m1_f32(a); }
LQCD_HOST_FN double lqcd__first_vd(lqcd_real_vd a) { return __riscv_vfmv_f_s_f64m1_f64(a); }

#define LQCD__OWN_ACC_vf 1
/* accumulators of vf: widening operations convert to double */
LQCD_HOST_FN lqcd_acc_vf lqcd_acc_zero_vf(void) { return __riscv_vfmv_v_f_f64m2(0, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_acc_vf lqcd_acc_add_vf(lqcd_acc_vf s, lqcd_real_vf a) { return __riscv_vfwadd_wv_f64m2(s, a, LQCD_LANES_vf); }

LQCD_HOST_FN lqcd_acc_vf lqcd_acc_fma_vf(lqcd_acc_vf s, lqcd_real_vf a, lqcd_real_vf b)
{
	return __riscv_vfwmacc_vv_f64m2(s, a, b, LQCD_LANES_vf);
}

LQCD_HOST_FN lqcd_acc_vf lqcd_acc_plus_vf(lqcd_acc_vf s, lqcd_acc_vf t) { return __riscv_vfadd_vv_f64m2(s, t, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_acc_vf lqcd_acc_minus_vf(lqcd_acc_vf s, lqcd_acc_vf t) { return __riscv_vfsub_vv_f64m2(s, t, LQCD_LANES_vf); }
LQCD_HOST_FN void lqcd_acc_store_vf(double *p, lqcd_acc_vf s) { __riscv_vse64_v_f64m2(p, s, LQCD_LANES_vf); }
LQCD_HOST_FN lqcd_real_vd lqcd__acc_fold_vf(lqcd_acc_vf s)
{
	return lqcd_add_vd(__riscv_vget_v_f64m2_f64m1(s, 0), __riscv_vget_v_f64m2_f64m1(s, 1));
}

LQCD_HOST_FN void lqcd_uint_mul32(lqcd_uint_vd *r, const lqcd_uint_vd *a, uint32_t b)
{
	*r = (*a & 0xffffffffu) * b;
}

/* nothing to order */
LQCD_HOST_FN void lqcd_stream_fence(void) {}
/* clang-format on */

#undef LQCD__RVV_FIXED
#endif
#endif
