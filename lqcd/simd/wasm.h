/* lqcd/simd/wasm.h: vf and vd as registers of WebAssembly, 4 floats or 2 doubles. simd.h documents the operations. A
 * mask is a register with all or no bits of a lane set.
 *
 * With -mrelaxed-simd a multiply-add is one instruction, which rounds once where the processor has FMA, else twice: the
 * engine decides on the bits. Without that flag it rounds twice, or with LQCD_FMA=1 once, slowly.
 *
 * clang 14 is refused: with -msimd128 -O2 loads that its SLP vectorizer joined read what later stores wrote. clang 16 and 19
 * are tested.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SIMD_WASM_H
#define LQCD_SIMD_WASM_H

#define LQCD_SIMD_WASM 67
#define LQCD__SIMD_KNOWN_67 0, 67
#if !defined(LQCD_SIMD) && defined(__wasm_simd128__)
#define LQCD_SIMD LQCD_SIMD_WASM
#endif
#if LQCD__SIMD_NUMBER == LQCD_SIMD_WASM

#ifndef __wasm_simd128__
#error "lqcd: LQCD_SIMD_WASM needs a compiler for WebAssembly with the flag -msimd128"
#endif
#if defined(__clang__) && __clang_major__ < 16
#error "lqcd: needs clang 16 or later for WebAssembly with -msimd128: earlier ones compute wrong numbers"
#endif
#include <wasm_simd128.h>

#define LQCD_SIMD_NAME "wasm"
#define LQCD_LANES_vf  4
#define LQCD_LANES_vd  2
#define LQCD_SIMD_REGISTERS 16
#define LQCD_SIMD_FUSED LQCD__FUSED
#define LQCD__FENCED 1
#define LQCD_RSQRT_BITS_vf 22
#define LQCD_RSQRT_BITS_vd 51

/* The instruction set has one type of register; _Generic needs one for floats and one for doubles. */
typedef float __attribute__((vector_size(16))) lqcd_real_vf;
typedef double __attribute__((vector_size(16))) lqcd_real_vd;
typedef v128_t lqcd_mask_vf;
typedef v128_t lqcd_mask_vd;
typedef v128_t lqcd__words_vf;
typedef v128_t lqcd__words_vd;
/* for each byte of the result, the byte that it comes from */
typedef v128_t lqcd_perm_vf;
typedef v128_t lqcd_perm_vd;
typedef uint32_t lqcd_uint_vf __attribute__((vector_size(16)));
typedef uint64_t lqcd_uint_vd __attribute__((vector_size(16)));

LQCD_HOST_FN v128_t lqcd__perm_bytes(const int *src, int lanes)
{
	const int size = 16 / lanes;
	unsigned char from[16];
	for (int i = 0; i < 16; i++) from[i] = (unsigned char)(src[i / size] * size + i % size);
	return wasm_v128_load(from);
}

#define lqcd__words_real_vf(w)  (lqcd_real_vf)wasm_f32x4_convert_i32x4(w)
#define lqcd__words_real_vd(w)  (lqcd_real_vd)wasm_f64x2_convert_low_i32x4(w)
#define lqcd__words_round_vf(a) wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest((v128_t)(a)))
#define lqcd__words_round_vd(a) wasm_i32x4_trunc_sat_f64x2_zero(wasm_f64x2_nearest((v128_t)(a)))
LQCD_HOST_FN v128_t lqcd__words_load_vf(const int32_t *p) { return wasm_v128_load(p); }
LQCD_HOST_FN v128_t lqcd__words_load_vd(const int32_t *p) { return wasm_v128_load64_zero(p); }
LQCD_HOST_FN void lqcd__words_store_vf(int32_t *p, v128_t w) { wasm_v128_store(p, w); }
LQCD_HOST_FN void lqcd__words_store_vd(int32_t *p, v128_t w) { wasm_v128_store64_lane(p, w, 0); }
#define LQCD__WASM_vf(name) wasm_f32x4##name
#define LQCD__WASM_vd(name) wasm_f64x2##name
#define LQCD_TEMPLATE "../simd/wasm.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/* clang-format off */
LQCD_HOST_FN void lqcd_load2_vf(lqcd_real_vf *a, lqcd_real_vf *b, const float *const *p, size_t at)
{
	const v128_t lo = wasm_v128_load64_lane(p[1] + at, wasm_v128_load64_zero(p[0] + at), 1);
	const v128_t hi = wasm_v128_load64_lane(p[3] + at, wasm_v128_load64_zero(p[2] + at), 1);
	*a = (lqcd_real_vf)wasm_i32x4_shuffle(lo, hi, 0, 2, 4, 6);
	*b = (lqcd_real_vf)wasm_i32x4_shuffle(lo, hi, 1, 3, 5, 7);
}

LQCD_HOST_FN void lqcd_load2_vd(lqcd_real_vd *a, lqcd_real_vd *b, const double *const *p, size_t at)
{
	const v128_t even = wasm_v128_load(p[0] + at), odd = wasm_v128_load(p[1] + at);
	*a = (lqcd_real_vd)wasm_i64x2_shuffle(even, odd, 0, 2);
	*b = (lqcd_real_vd)wasm_i64x2_shuffle(even, odd, 1, 3);
}

/* permutations */
LQCD_HOST_FN lqcd_real_vf lqcd_zip_low_vf(lqcd_real_vf a, lqcd_real_vf b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
LQCD_HOST_FN lqcd_real_vf lqcd_zip_high_vf(lqcd_real_vf a, lqcd_real_vf b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
LQCD_HOST_FN lqcd_real_vd lqcd_zip_low_vd(lqcd_real_vd a, lqcd_real_vd b) { return __builtin_shufflevector(a, b, 0, 2); }
LQCD_HOST_FN lqcd_real_vd lqcd_zip_high_vd(lqcd_real_vd a, lqcd_real_vd b) { return __builtin_shufflevector(a, b, 1, 3); }

/* pairs of lanes */
LQCD_HOST_FN lqcd_real_vf lqcd_swap_pairs_vf(lqcd_real_vf a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }
LQCD_HOST_FN lqcd_real_vf lqcd_dup_even_vf(lqcd_real_vf a) { return __builtin_shufflevector(a, a, 0, 0, 2, 2); }
LQCD_HOST_FN lqcd_real_vf lqcd_dup_odd_vf(lqcd_real_vf a) { return __builtin_shufflevector(a, a, 1, 1, 3, 3); }

LQCD_HOST_FN lqcd_real_vd lqcd_swap_pairs_vd(lqcd_real_vd a) { return __builtin_shufflevector(a, a, 1, 0); }
LQCD_HOST_FN lqcd_real_vd lqcd_dup_even_vd(lqcd_real_vd a) { return __builtin_shufflevector(a, a, 0, 0); }
LQCD_HOST_FN lqcd_real_vd lqcd_dup_odd_vd(lqcd_real_vd a) { return __builtin_shufflevector(a, a, 1, 1); }

/* for derived.inc */
LQCD_HOST_FN lqcd_real_vf lqcd__down_vf(lqcd_real_vf a, int n)
{
	return n == 2 ? __builtin_shufflevector(a, a, 2, 3, 0, 1) : lqcd_swap_pairs_vf(a);
}

LQCD_HOST_FN lqcd_real_vd lqcd__down_vd(lqcd_real_vd a, int n) { (void)n; return lqcd_swap_pairs_vd(a); }
LQCD_HOST_FN lqcd_real_vd lqcd__low_vf(lqcd_real_vf a) { return (lqcd_real_vd)wasm_f64x2_promote_low_f32x4((v128_t)a); }
LQCD_HOST_FN lqcd_real_vd lqcd__high_vf(lqcd_real_vf a) { return lqcd__low_vf(lqcd__down_vf(a, 2)); }

#define LQCD__MUL32(a, b) wasm_u64x2_extmul_low_u32x4(wasm_i32x4_shuffle((v128_t)(a), (v128_t)(a), 0, 2, 0, 2), wasm_u32x4_splat(b))
/* clang-format on */

#endif
#endif
