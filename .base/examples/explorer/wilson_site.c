/* The Wilson operator on one index: eight hops into eight sites of float, one in each lane. -O2 -mavx2 -mfma
 *
 * In the assembly (tests/compile/explorer.t counts it with gcc and clang):
 *   site  fma:ymm = 480, mul:ymm = 96   eight link times half-spinor: per hop 6 complex numbers of 2 mul and 10 fma
 *   site  add:ymm = 264                 per hop 12 to project, and 24 to add up from the second hop on
 *   site  jump = 0, call = 0            the loop over the hops, mu, sign and dagger are folded by the compiler
 *   site  shuffle = 0                   a neighbour in the bulk is another index with the same lanes
 * That is 1320 flop per site with a multiply-add as two. The moves between are loads of the links and neighbours, and
 * what does not fit into 16 registers: the sum alone is 24. Try -mavx512f -mfma: the same counts in zmm, fewer moves.
 */
#ifndef LQCD_VERSION
#include "lqcd.h"
#endif

/* r: sum of the hops; u: eight links; in: the field; up, dn: indices of the neighbours. At a face of the sub-lattices
 * (not here: the 0) lanes are permuted by perm. lqcd_wilson_hop loops over this function, which is internal. */
void site(lqcd_spinor_vf *r, const lqcd_su3_vf *u, const lqcd_spinor_vf *in, const int *up, const int *dn,
	  const lqcd_perm_vf *perm)
{
	lqcd__wilson_site_vf(r, (const char *)u, sizeof *u, LQCD_LINK_18, in, 1, up, dn, 0, perm, 0, 0, 1, 0, 0, 0);
}
