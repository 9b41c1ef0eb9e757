/* SU(3) times SU(3) in two layouts: an array of matrices (as HiRep and most codes have it), and the hopping
 * vector-friendly order, in which every element is a register that holds as many lattice sites. -O2 -mavx2 -mfma
 *
 * In the assembly (tests/compile/explorer.t counts it with gcc and clang):
 *   arrays  fma:ymm = 0, fma >= 90       one matrix at a time; most fma work on one float (vfmadd...ss),
 *   arrays  shuffle >= 9, jump = 1       and real and imaginary parts are moved about; the loop runs once per site
 *   lanes   fma:ymm = 108, shuffle = 0   27 complex products of 4 fma, for eight sites at once
 *   lanes   fma = 108, jump = 0          nothing else computes
 * Both do the same arithmetic, 108 fma per site: per site, lanes spends 13.5 instructions on it, arrays 90 or more.
 * Try: -mavx512f -mfma, where lanes has 16 sites; the functions of tag vd; lqcd_su3_mul_dagger.
 */
#ifndef LQCD_VERSION
#include "lqcd.h"
#endif

void arrays(lqcd_su3_f *r, const lqcd_su3_f *a, const lqcd_su3_f *b)
{
	for (int site = 0; site < LQCD_LANES_vf; site++) lqcd_su3_mul_f(r + site, a + site, b + site);
}

void lanes(lqcd_su3_vf *r, const lqcd_su3_vf *a, const lqcd_su3_vf *b)
{
	lqcd_su3_mul_vf(r, a, b);
}
