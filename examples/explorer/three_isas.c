/* One kernel on three instruction sets in one file: y += a x for complex numbers, re and im in arrays of their own. -O3
 *
 * In the assembly (tests/compile/explorer.t counts it with gcc and clang):
 *   axpy_sse2    [x86] fma = 0, mul:xmm >= 4, mul:ymm = 0    4 floats at a time, multiply and add apart
 *   axpy_avx2    [x86] fma:ymm >= 4, fma:zmm = 0, call = 0    8 floats; lqcd_complex_fma_f became vfmadd and vfnmadd
 *   axpy_avx512  [x86] fma:zmm >= 4, fma:ymm = 0, call = 0    16 floats; the loop is the same
 * Functions of the tags f and d are inlined into a function with any target: the caller decides. The tags vf and vd
 * have the register of the -m flags, one per file. Try: -march=native, which raises all three; -std=c11, which forbids
 * gcc to fuse a*b + c here.
 */
#include "lqcd/site/complex.h"

enum { size = 1024 };

LQCD_FN void axpy(float *LQCD_RESTRICT re, float *LQCD_RESTRICT im, lqcd_complex_f a, const float *x)
{
	for (int i = 0; i < size; i++) {
		lqcd_complex_f b = lqcd_complex_make_f(x[i], x[size + i]), c = lqcd_complex_make_f(re[i], im[i]);
		c = lqcd_complex_fma_f(a, b, c);
		re[i] = c.re;
		im[i] = c.im;
	}
}

#define AXPY(name, isa)                                                                                                \
	__attribute__((target(isa))) void name(float *y, lqcd_complex_f a, const float *x)                             \
	{                                                                                                              \
		axpy(y, y + size, a, x);                                                                               \
	}
AXPY(axpy_sse2, "sse2")
AXPY(axpy_avx2, "avx2,fma")
AXPY(axpy_avx512, "avx512f")
