/* Float against double: one source, half the bytes per number, twice the numbers per register. -O2 -mavx2 -mfma
 *
 * In the assembly (tests/compile/explorer.t counts it with gcc and clang):
 *   mul_f   fma:ymm = 30, mul:ymm = 6      SU(3) times vector, 8 sites (vfmadd...ps)
 *   mul_d   fma:ymm = 30, mul:ymm = 6      the same instructions for 4 sites (vfmadd...pd): float is twice as fast
 *   norm_f  fma:ymm = 48, convert = 48     sums are kept in double: 24 registers of floats become 48 of doubles
 *   norm_d  fma:ymm = 24, convert = 0      so that a norm gains nothing per site from float but the bytes that it reads
 * Try: the tags f and d; lqcd_spinor_dot_re_vf; -mavx512f -mfma.
 */
#ifndef LQCD_VERSION
#include "lqcd.h"
#endif

void mul_f(lqcd_vector_vf *r, const lqcd_su3_vf *u, const lqcd_vector_vf *v)
{
	lqcd_su3_mulvec_vf(r, u, v, 0);
}

void mul_d(lqcd_vector_vd *r, const lqcd_su3_vd *u, const lqcd_vector_vd *v)
{
	lqcd_su3_mulvec_vd(r, u, v, 0);
}

double norm_f(const lqcd_spinor_vf *s)
{
	return lqcd_spinor_norm2_vf(s);
}

double norm_d(const lqcd_spinor_vd *s)
{
	return lqcd_spinor_norm2_vd(s);
}
