/* lqcd/site/compress.h: matrices of SU(NC) in fewer numbers, for memory and messages; arithmetic needs them unpacked.
 *
 *   lqcd_su3_12_<tag> { lqcd_complex_<tag> e[NC-1][NC]; }    the rows but the last; 12 reals for NC = 3
 *   lqcd_su3_8_<tag>  { lqcd_real_<tag> y[8]; }              NC = 3 only: as many reals as SU(3) has dimensions
 *
 *                           reals  error    flop per lane
 *   pack12(p, u)                                 0          rows 0 .. NC-2
 *   unpack12(u, p)             12    4 eps      42          last row = conj(row 0 x row 1), lqcd_su3_last_row
 *   pack8(p, u)                                             in double and lane by lane: for set-up, not for kernels
 *   unpack8(u, p)               8   10 eps     115 + 1 div  no square root, no branch
 *   mulvec8(r, p, v, n)             10 eps     39 + 1 div   r[k] = u v[k] for k < n, n constant, by the factors below:
 *                                              + 76 n      for n = 1, 2 less work than unpack8 and products
 *
 * Names are lqcd_su3_<operation>_<tag>; without the tag the type of the first argument chooses. The output must not alias
 * the input. The error is the bound of the largest deviation of a real or imaginary part in unpack(pack(u)), for every u that
 * is in SU(NC) to rounding, in units of the epsilon of base (2^-23, 2^-52); 8 for unpack12 of NC = 4.
 *
 * Nothing can fail. A matrix outside SU(NC), also -u, is not reproduced: apply the signs and phases of boundary conditions
 * after unpacking. pack8 of zeros or NaN gives NaN. A NaN among eight reals makes the matrix of its lane NaN; lanes never
 * mix. The reals are finite: at most 2^28 (float), 2^57 (double). The unit matrix is exact.
 *
 * The eight reals. SU(3) is written with two matrices of SU(2) around a rotation that mixes row 0 with another:
 *
 *        ( 1   0    0  )   (  a   n   0 )   ( 1    0        0     )
 *    u = ( 0   q   -p  ) * ( -n   a*  0 ) * ( 0   w_1      w_2    )    n real, not negative; |a|^2 + n^2 = 1,
 *        ( 0   p*   q* )   (  0   0   1 )   ( 0  -w_2*     w_1*   )    |p|^2 + |q|^2 = 1, |w_1|^2 + |w_2|^2 = 1
 *
 *    row 0 = (a, n w_1, n w_2);  with e = (0, w_2*, -w_1*) and e' = (-n, a* w_1, a* w_2), which are orthogonal to it,
 *    row 1 = p e + q e';  row 2 = conj(row 0 x row 1) = p* e' - q* e
 *
 * y[0..1] is the point (n, Re a, Im a), y[2..4] (w_1, w_2), y[5..7] (p, q), by stereographic projection: v / (1 + c) for the
 * point (c, v) of the unit sphere, computed for c < 0 as v (1 - c) / |v|^2. Back: s = |y|^2, c = (1 - s)/(1 + s),
 * v = 2 y/(1 + s). Precision is lost nowhere: at the pole c = -1, y is cut at the limit above, where |v| is below eps/16. When n
 * is nearly 0, any w will do if p and q match it.
 *
 * Source: M. Byrd, arXiv:math-ph/9807032 (Euler angles). Other parametrisations: B. Bunk and R. Sommer, Comput. Phys. Commun.
 * 40 (1986) 229; M. A. Clark et al., Comput. Phys. Commun. 181 (2010) 1517, arXiv:0911.3191, which also has the 12 reals.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPRESS_H
#define LQCD_COMPRESS_H

#include "su3.h"

#if LQCD_NC == 3
/** z := z / |z|; y = the projection of this point of the sphere in C^2, at most limit */
LQCD_FN void lqcd__sphere_pack(double *y, lqcd_complex_d *z, double limit)
{
	const double n2 = lqcd_complex_norm2_d(z[0]) + lqcd_complex_norm2_d(z[1]), r = 1 / lqcd_sqrt_d(n2);
	z[0] = lqcd_complex_scale_d(r, z[0]);
	z[1] = lqcd_complex_scale_d(r, z[1]);
	const double c = z[0].re, v2 = z[0].im * z[0].im + lqcd_complex_norm2_d(z[1]);
	const double f = c < 0 ? (1 - c) / v2 : 1 / (1 + c);
	const int pole = c < 0 && v2 * limit * limit <= 4;
	y[0] = pole ? limit : f * z[0].im;
	y[1] = pole ? 0 : f * z[1].re;
	y[2] = pole ? 0 : f * z[1].im;
}

/** The eight reals of one lane */
LQCD_FN void lqcd__su3_pack8(double *y, const lqcd_su3_d *u, double limit)
{
	const lqcd_complex_d *r0 = u->e[0], *r1 = u->e[1], *r2 = u->e[2];
	const double n2 = lqcd_complex_norm2_d(r0[1]) + lqcd_complex_norm2_d(r0[2]);
	const double r = 1 / lqcd_sqrt_d(n2 + lqcd_complex_norm2_d(r0[0])), n = r * lqcd_sqrt_d(n2);
	const lqcd_complex_d a = lqcd_complex_scale_d(r, r0[0]);
	lqcd_complex_d w[2], x[2], q[2], s, t;
	y[0] = a.re / (1 + n);
	y[1] = a.im / (1 + n);
	w[0] = n < 1e-100 ? lqcd_complex_make_d(1, 0) : r0[1];
	w[1] = n < 1e-100 ? lqcd_complex_zero_d() : r0[2];
	lqcd__sphere_pack(y + 2, w, limit);
	x[0] = lqcd_complex_cmul_d(a, w[0]);
	x[1] = lqcd_complex_cmul_d(a, w[1]);
	/* p is e^+ row 1, and the conjugate of e'^+ row 2 */
	s = lqcd_complex_fnma_d(w[0], r1[2], lqcd_complex_mul_d(w[1], r1[1]));
	t = lqcd_complex_cfma_d(x[0], r2[1], lqcd_complex_cmul_d(x[1], r2[2]));
	q[0] = lqcd_complex_add_d(s, lqcd_complex_conj_d(lqcd_complex_axpy_d(-n, r2[0], t)));
	/* q is e'^+ row 1, and minus the conjugate of e^+ row 2 */
	s = lqcd_complex_cfma_d(x[0], r1[1], lqcd_complex_cmul_d(x[1], r1[2]));
	t = lqcd_complex_fnma_d(w[0], r2[2], lqcd_complex_mul_d(w[1], r2[1]));
	q[1] = lqcd_complex_sub_d(lqcd_complex_axpy_d(-n, r1[0], s), lqcd_complex_conj_d(t));
	lqcd__sphere_pack(y + 5, q, limit);
}
#endif

#define LQCD_TEMPLATE "../site/compress.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_su3_pack12(p, u)   LQCD_SELECT(lqcd_su3_pack12, lqcd_su3_12, *(p))(p, u)
#define lqcd_su3_unpack12(u, p) LQCD_SELECT(lqcd_su3_unpack12, lqcd_su3, *(u))(u, p)
#if LQCD_NC == 3
#define lqcd_su3_pack8(p, u)         LQCD_SELECT(lqcd_su3_pack8, lqcd_su3_8, *(p))(p, u)
#define lqcd_su3_unpack8(u, p)       LQCD_SELECT(lqcd_su3_unpack8, lqcd_su3, *(u))(u, p)
#define lqcd_su3_mulvec8(r, p, v, n) LQCD_SELECT(lqcd_su3_mulvec8, lqcd_vector, *(r))(r, p, v, n)
#endif
#endif

#endif
