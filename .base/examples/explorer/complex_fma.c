/* Complex multiply-add, c += a b, three ways. Compile with -O2 -mavx2 -mfma.
 *
 * In the assembly (tests/compile/explorer.t counts it with gcc and clang):
 *   c99     call >= 1, jump >= 1          C99 repairs infinities: a test for NaN, and a call of __muldc3
 *   scalar  call = 0, jump = 0, fma <= 4  lqcd gives the formula and no more; two fma where re and im are paired,
 *   scalar  shuffle >= 1                  which costs shuffles, since they lie side by side
 *   lanes   fma:ymm = 4, shuffle = 0      re and im in registers of their own: four complex numbers with four fma
 * Try: -ffast-math, which removes the call from c99; -mavx512f -mfma, which gives lanes eight numbers.
 */
#ifndef LQCD_VERSION
#include "lqcd.h"
#endif

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
