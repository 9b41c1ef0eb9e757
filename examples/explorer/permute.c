/* The path of a register through a permutation, as at the face of a sub-lattice. Compile with -O2 -mavx2 -mfma; one_source.c
 * has other flags.
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   one    shuffle = 1, call = 0                 any permutation, known at run time: vpermps, tbl, vrgather
 *   pairs  [x86 arm] shuffle = 1                 neighbours exchanged, known when compiling: no register for the indices
 *   carry  shuffle = 12                          a half-spinor, 12 registers, goes from lane to lane ..
 *   carry  fma:lanes = 60, mul:lanes = 12        .. and is multiplied by the link: a sixth of what computes is permutations,
 *   carry  call = 0, jump = 0                    on the few sites at a face; elsewhere none (wilson_site.c)
 * A permutation is made once (lqcd_perm_make_vf): each back end has its own form of the indices, of bytes on NEON.
 */
#include "lqcd/site/spinor.h"

void one(lqcd_real_vf *r, const lqcd_real_vf *a, const lqcd_perm_vf *p)
{
	*r = lqcd_permute_vf(*a, *p);
}

void pairs(lqcd_real_vf *r, const lqcd_real_vf *a)
{
	*r = lqcd_swap_pairs_vf(*a);
}

void carry(lqcd_halfspinor_vf *r, const lqcd_su3_vf *u, const lqcd_halfspinor_vf *h, const lqcd_perm_vf *p)
{
	lqcd_halfspinor_vf k = *h;
	lqcd_halfspinor_permute_vf(&k, *p);
	lqcd_su3_mulvec_vf(&r->c[0], u, &k.c[0], 0);
	lqcd_su3_mulvec_vf(&r->c[1], u, &k.c[1], 0);
}
