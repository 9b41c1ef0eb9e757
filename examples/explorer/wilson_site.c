/* The Wilson operator on one index: eight hops into as many sites of float as lanes. -O2 -mavx2 -mfma
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   site  fma:lanes = 480, mul:lanes = 96           per hop 6 complex numbers of 2 mul and 10 fma
 *   site  add:lanes >= 264, add:lanes <= 266        per hop 12 to project, and 24 to add up from the second hop on
 *   site  jump = 0, call = 0                        the loop over the hops, mu, sign and dagger are folded by the compiler
 *   site  shuffle = 0                               a neighbour in the bulk is another index with the same lanes
 *   site  any <= 1750                               840 of them compute
 * That is 1320 flop per site with a multiply-add as two. The moves between are loads of the links and neighbours, and
 * what does not fit into 16 registers of AVX2: the sum alone is 24. With 32 registers there are fewer.
 */
#include "lqcd/dirac/wilson.h"

/* r: sum of the hops; u: eight links; in: the field; up, dn: indices of the neighbours. At a face of the sub-lattices
 * (not here: the 0) lanes are permuted by perm. lqcd_wilson_hop loops over this function, which is internal. */
void site(lqcd_spinor_vf *r, const lqcd_su3_vf *u, const lqcd_spinor_vf *in, const int *up, const int *dn,
	  const lqcd_perm_vf *perm)
{
	lqcd__hop_site_vf x;
	memset(&x, 0, sizeof x);
	x.link = (const char *)u;
	x.bytes = sizeof *u;
	x.storage = LQCD_LINK_18;
	x.in = in;
	x.rhs = 1;
	x.up = up;
	x.dn = dn;
	x.perm = perm;
	lqcd__wilson_site_vf(r, &x, 1);
}
