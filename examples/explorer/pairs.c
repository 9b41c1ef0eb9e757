/* A pair of points: phi += q / |x - y| in two dimensions. Compile with -O2 -mavx2 -mfma; one_source.c has other flags.
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   plain     sqrt = 1, div >= 1                  one pair at a time; a call of sqrtf for errno, if the argument is negative
 *   exact     sqrt = 1, div = 1, call = 0         a pair in each lane; division and root take as long as all else together,
 *   exact     fma:lanes = 2, jump = 0             and longer. A distance of 0 is masked, without a jump
 *   estimate  estimate = 1, sqrt = 0, div = 0     the processor's estimate of 1/sqrt, 11 bits or more ..
 *   estimate  fma:lanes >= 3, mul:lanes >= 4      .. and one step of Newton: about twice the bits for three more products
 * lqcd/kernels/p2p.h sums over many pairs in this way, with a correction to full precision.
 */
#include "lqcd/kernels/p2p.h"

void plain(float *phi, const float *x, const float *y, const float *q)
{
	const float dx = x[0] - x[1], dy = y[0] - y[1];
	*phi += *q / sqrtf(dx * dx + dy * dy);
}
LQCD_FN lqcd_real_vf distance2(const lqcd_real_vf *x, const lqcd_real_vf *y)
{
	const lqcd_real_vf dx = lqcd_sub_vf(x[0], x[1]), dy = lqcd_sub_vf(y[0], y[1]);
	return lqcd_fma_vf(dx, dx, lqcd_mul_vf(dy, dy));
}
void exact(lqcd_real_vf *phi, const lqcd_real_vf *x, const lqcd_real_vf *y, const lqcd_real_vf *q)
{
	lqcd_real_vf g, h;
	lqcd_p2p_pair_vf(&g, &h, distance2(x, y), lqcd_zero_vf(), LQCD_P2P_INVERSE);
	*phi = lqcd_fma_vf(*q, g, *phi);
}
void estimate(lqcd_real_vf *phi, const lqcd_real_vf *x, const lqcd_real_vf *y, const lqcd_real_vf *q)
{
	const lqcd_real_vf r2 = distance2(x, y), e = lqcd_rsqrt_estimate_vf(r2), half = lqcd_set1_vf(0.5f);
	const lqcd_real_vf t = lqcd_fnma_vf(lqcd_mul_vf(r2, e), e, lqcd_set1_vf(3)); /* e (3 - r2 e^2) / 2 */
	*phi = lqcd_fma_vf(*q, lqcd_mul_vf(lqcd_mul_vf(half, e), t), *phi);
}
