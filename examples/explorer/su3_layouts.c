/* SU(3) times SU(3) in the layouts that Diavastos, Stylianou and Koutsou (PDP 2016) compare. -O2 -mavx2 -mfma
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   arrays  fma >= 90, jump = 1              the baseline, an array of matrices, also padded: a loop over sites; most fma
 *   arrays  [x86] fma:lanes = 0, shuffle >= 9    work on one float; real and imaginary parts are moved about
 *   pairs   fma:lanes = 2, shuffle >= 3      complex numbers side by side in a register: c += a b of half as many numbers as
 *                                            lanes, and three shuffles or more
 *   lanes   fma:lanes = 108, fma = 108       each element a register of sites: 27 complex products of 4 fma, nothing else
 *   lanes   shuffle = 0, jump = 0            computes. The vector-friendly order (VFO) has neighbouring sites in the lanes,
 *                                            the hopping one those of distant sub-lattices: the same code, until a hop needs
 *                                            a neighbour (permute.c, stencil.c)
 *   rows    fma:lanes = 126, mul:lanes = 6   the short form, two rows: a third less to load; the other row for 24 more
 */
#include "lqcd/site/compress.h"
#include "lqcd/site/icomplex.h"

void arrays(lqcd_su3_f *r, const lqcd_su3_f *a, const lqcd_su3_f *b)
{
	for (int site = 0; site < LQCD_LANES_vf; site++) lqcd_su3_mul_f(r + site, a + site, b + site);
}
void pairs(lqcd_icomplex_vf *c, const lqcd_icomplex_vf *a, const lqcd_icomplex_vf *b)
{
	*c = lqcd_icomplex_fma_vf(*a, *b, *c);
}
void lanes(lqcd_su3_vf *r, const lqcd_su3_vf *a, const lqcd_su3_vf *b)
{
	lqcd_su3_mul_vf(r, a, b);
}
void rows(lqcd_su3_vf *r, const lqcd_su3_12_vf *a, const lqcd_su3_vf *b)
{
	lqcd_su3_vf u;
	lqcd_su3_unpack12_vf(&u, a);
	lqcd_su3_mul_vf(r, &u, b);
}
