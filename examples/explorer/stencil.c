/* The 5-point stencil, out = k1 (in + k0 (W + E + N + S)), of one number and of registers in two orders. -O2 -mavx2 -mfma
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   plain       add = 3, add:lanes = 0               one number at a time, five loads for five operations
 *   neighbours  add:lanes = 3, fma:lanes = 1         a register of neighbouring sites: W and E are read again, from
 *   neighbours  mul:lanes = 1, shuffle = 0           addresses that are no multiples of a register
 *   hopping     add:lanes = 3, fma:lanes = 1         lanes in distant parts of a row: W and E are the registers before and
 *   hopping     mul:lanes = 1, shuffle = 0           behind, read whole, and still there from the site before
 *   face        add:lanes = 3, shuffle = 1           only where a part begins W comes from another lane
 * lqcd/kernels/stencil.h has whole sweeps in these orders. one_source.c has other flags.
 */
#include "lqcd/simd/simd.h"

LQCD_FN lqcd_real_vf site(lqcd_real_vf in, lqcd_real_vf w, lqcd_real_vf e, lqcd_real_vf n, lqcd_real_vf s,
			  const lqcd_real_vf *k)
{
	return lqcd_mul_vf(k[1], lqcd_fma_vf(k[0], lqcd_add_vf(lqcd_add_vf(lqcd_add_vf(w, e), n), s), in));
}
void plain(float *out, const float *in, int nx, const float *k)
{
	*out = k[1] * (*in + k[0] * (in[-1] + in[1] + in[-nx] + in[nx]));
}
void neighbours(float *out, const float *in, int nx, const lqcd_real_vf *k)
{
	const lqcd_real_vf n = lqcd_loadu_vf(in - nx), s = lqcd_loadu_vf(in + nx);
	lqcd_storeu_vf(out, site(lqcd_loadu_vf(in), lqcd_loadu_vf(in - 1), lqcd_loadu_vf(in + 1), n, s, k));
}
void hopping(lqcd_real_vf *out, const lqcd_real_vf *in, int nx, const lqcd_real_vf *k)
{
	*out = site(*in, in[-1], in[1], in[-nx], in[nx], k);
}
void face(lqcd_real_vf *out, const lqcd_real_vf *in, int nx, const lqcd_real_vf *k, const lqcd_perm_vf *p)
{
	*out = site(*in, lqcd_permute_vf(in[nx - 1], *p), in[1], in[-nx], in[nx], k);
}
