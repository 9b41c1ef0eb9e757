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
typedef vfloat32m2_t __attribute__((riscv_rvv_vector_bits(2 * __riscv_v_fixed_vlen))) lqcd__pair_vf;
typedef lqcd_acc_vf lqcd__pair_vd;
typedef vint32m1_t LQCD__RVV_FIXED lqcd__words_vf;
typedef vint32mf2_t __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen / 2))) lqcd__words_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(__riscv_v_fixed_vlen / 8), aligned(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(__riscv_v_fixed_vlen / 8), aligned(16)));

/* a lane of a mask, and a mask register */
typedef uint32_t lqcd__word_vf;
typedef uint64_t lqcd__word_vd;
typedef vbool32_t lqcd__bits_vf;
typedef vbool64_t lqcd__bits_vd;

#define LQCD__RVV_vf(name) name##32m1
#define LQCD__RVV_vd(name) name##64m1
#define LQCD__RVV_BITS_vf __riscv_vreinterpret_v_u32m1_b32
#define LQCD__RVV_BITS_vd __riscv_vreinterpret_v_u64m1_b64
#define LQCD__RVV_LOAD_vf __riscv_vle32_v_f32m1
#define LQCD__RVV_LOAD_vd __riscv_vle64_v_f64m1
#define LQCD__RVV_STORE_vf __riscv_vse32
#define LQCD__RVV_STORE_vd __riscv_vse64
/* Conversions round to nearest, the mode in which a program starts. */
#define LQCD__RVV_WORDS_vf      __riscv_vle32_v_i32m1
#define LQCD__RVV_WORDS_vd      __riscv_vle32_v_i32mf2
#define lqcd__words_real_vf(w)  __riscv_vfcvt_f_x_v_f32m1(w, LQCD_LANES_vf)
#define lqcd__words_real_vd(w)  __riscv_vfwcvt_f_x_v_f64m1(w, LQCD_LANES_vd)
#define lqcd__words_round_vf(a) (lqcd__words_vf)__riscv_vfcvt_x_f_v_i32m1(a, LQCD_LANES_vf)
#define lqcd__words_round_vd(a) (lqcd__words_vd)__riscv_vfncvt_x_f_w_i32mf2(a, LQCD_LANES_vd)
#define LQCD__RVV_PAIR_vf __riscv_vcreate_v_f32m1_f32m2
#define LQCD__RVV_PAIR_vd __riscv_vcreate_v_f64m1_f64m2
#define LQCD__PAIRS 1
#define LQCD__OWN_SIGNS 1
#define LQCD_TEMPLATE "../simd/rvv.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/* clang-format off */
/* permutations */
LQCD_HOST_FN lqcd_perm_vf lqcd_perm_make_vf(const int *src) { return __riscv_vreinterpret_v_i32m1_u32m1(lqcd__words_load_vf(src)); }
LQCD_HOST_FN lqcd_perm_vd lqcd_perm_make_vd(const int *src)
{
	return __riscv_vreinterpret_v_i64m1_u64m1(__riscv_vsext_vf2_i64m1(lqcd__words_load_vd(src), LQCD_LANES_vd));
}

/* accumulators of vf: widening operations convert to double */
#define LQCD__OWN_ACC_vf 1
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

/* clang-format on */

#undef LQCD__RVV_FIXED
#endif
#endif
