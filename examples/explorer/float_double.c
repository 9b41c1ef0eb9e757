/* Float, double and 16 bits: one source, and what the bytes of a number cost. Compile with -O2 -mavx2 -mfma; one_source.c has
 * other flags.
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   mul_f   fma:lanes = 30, mul:lanes = 6           SU(3) times vector
 *   mul_d   fma:lanes = 30, mul:lanes = 6           the same instructions for half the sites: float is twice as fast
 *   norm_f  [x86 arm] fma:lanes = 48, convert = 48  sums are kept in double: 24 registers of floats become 48 of doubles
 *   norm_f  [RVV] widen = 24, convert = 0           RISC-V multiplies floats into doubles
 *   norm_d  fma:lanes = 24, convert = 0             so that a norm gains nothing per site from float but the bytes it reads
 *   read16  convert = 24, mul:lanes = 24            16 bits become floats: half the bytes again for one conversion and one
 *   read16  call = 0, jump = 0                      product for each number, by the norm of the site
 */
#include "lqcd/site/storage.h"

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
void read16(lqcd_spinor_vf *r, const lqcd_spinor_vh *s)
{
	lqcd_spinor_read_vh(r, s);
}
