/* One source for every instruction set: the vocabulary of lqcd/simd/simd.h. Compile with -O2 -mavx2 -mfma, or for
 *
 *   AVX-512       -O2 -mavx512f -mfma
 *   NEON          -O2                                   a compiler for AArch64
 *   SVE           -O2 -march=armv8.2-a+sve -msve-vector-bits=256
 *   RISC-V V      -O2 -march=rv64gcv_zvl256b -mrvv-vector-bits=zvl                clang from 17
 *
 * In the assembly of gcc and clang (tests/compile/explorer.t counts it on each of them):
 *   phase    fma:lanes = 1, mul:lanes = 3, fma = 1, mul = 3     the same instructions everywhere, at the width of the
 *   phase    div = 1, sqrt = 1, call = 0, jump = 0              registers: 8 floats (AVX2), 16, 4, 8, 8
 *   largest  shuffle >= 1, call = 0, jump = 0                   lanes are folded by shuffles, or by an instruction for it
 * Nothing asks which instruction set it is. The back end is a header that says each operation of the vocabulary in its
 * intrinsics: lqcd/simd/avx2.h, neon.h, sve.h, ... Try: -DLQCD_SIMD=LQCD_SIMD_GENERIC -DLQCD_SIMD_BITS=512.
 */
#include "lqcd/site/complex.h"

/* z / |z| in every lane */
void phase(lqcd_complex_vf *z)
{
	const lqcd_real_vf norm2 = lqcd_fma_vf(z->re, z->re, lqcd_mul_vf(z->im, z->im));
	const lqcd_real_vf scale = lqcd_div_vf(lqcd_set1_vf(1), lqcd_sqrt_vf(norm2));
	z->re = lqcd_mul_vf(z->re, scale);
	z->im = lqcd_mul_vf(z->im, scale);
}

/* The largest number of all lanes */
float largest(const lqcd_complex_vf *z)
{
	return lqcd_reduce_max_vf(lqcd_max_vf(lqcd_abs_vf(z->re), lqcd_abs_vf(z->im)));
}
