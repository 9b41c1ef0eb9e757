/* Why C99 complex is slow: multiply-add, c += a b, three ways. Compile with -O2 -mavx2 -mfma; one_source.c has the flags of
 * other instruction sets.
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   c99     call >= 1, jump >= 1          C99 repairs infinities: a test for NaN, and a call of __muldc3
 *   scalar  call = 0, jump = 0, fma <= 4  lqcd gives the formula and no more
 *   scalar  [x86] fma = 2, shuffle >= 1   re and im are paired, which costs shuffles, since they lie side by side
 *   lanes   fma:lanes = 4, fma = 4        re and im in registers of their own: as many complex numbers as lanes
 *   lanes   shuffle = 0                   with four fma
 * Try: -ffast-math, which removes the call from c99.
 */
#include "lqcd/site/complex.h"

void c99(double _Complex *c, const double _Complex *a, const double _Complex *b)
{
	*c += *a * *b;
}

void scalar(lqcd_complex_d *c, const lqcd_complex_d *a, const lqcd_complex_d *b)
{
	*c = lqcd_complex_fma_d(*a, *b, *c);
}

void lanes(lqcd_complex_vd *c, const lqcd_complex_vd *a, const lqcd_complex_vd *b)
{
	*c = lqcd_complex_fma_vd(*a, *b, *c);
}
