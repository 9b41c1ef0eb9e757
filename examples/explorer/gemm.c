/* Small products of matrices: three loops, rows in registers, a matrix in each lane. Compile with -O3 -mavx2 -mfma;
 * one_source.c has other flags.
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   loops  fma >= 16, fma:lanes = 0              4 x 4 by 4 x 4: one number at a time, in loops or without
 *   rows   fma:lanes = 16, mul = 0, jump = 0     as many rows as lanes at once: a register of A times one element of B, which
 *                                                is broadcast, also on the way from memory; C stays in registers
 *   lanes  fma:lanes = 27, jump = 0              3 x 3 by 3 x 3, a product in each lane: 27 fma for all lanes, and
 *   lanes  shuffle = 0, call = 0                 nothing is broadcast: the fastest form for many small products
 * Sizes are constants of always-inline functions: no loop is left of them.
 */
#include "lqcd/kernels/gemm.h"

enum { n = 4 };

void loops(double *c, const double *a, const double *b)
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			for (int l = 0; l < n; l++) c[i + j * n] += a[i + l * n] * b[l + j * n];
}

void rows(double *c, const double *a, const double *b)
{
	lqcd_gemm_packed_vd(LQCD_LANES_vd, n, n, c, a, b, 0);
}

void lanes(lqcd_real_vd *c, const lqcd_real_vd *a, const lqcd_real_vd *b)
{
	lqcd_gemm_lanes_vd(3, 3, 3, c, a, b, 0);
}
