/* lqcd/site/staggered_compress.h: matrices of U(3), as the three-link hops of staggered quarks have them, in fewer reals.
 *
 *   LQCD_LONG_18    all reals; any matrix
 *   LQCD_LONG_13    two rows and a phase; with h and vh, in pairs of 16 bits, two rows and the phase as a complex number
 *   LQCD_LONG_9     the eight reals of SU(3) of compress.h and a phase; not with h and vh
 *
 * Of u in U(3) with det u = exp(i phi), phi in (-pi, pi]:
 *
 *   13   u_2 = exp(i phi) conj(u_0 x u_1)       the number t = tan(phi/4), at most 1: q = exp(i phi/2) = (2 + 2 i t)/(1 + t^2) - 1,
 *                                               exp(i phi) = q^2. Neither a pole nor a loss of digits
 *    9   u = exp(i phi/3) v, v in SU(3)         t = tan(phi/6), at most 0.58: q = exp(i phi/3)
 *
 * The largest error of a real or imaginary part is 8 eps of the real type (13), 16 eps (9) for every u that is in U(3) to
 * rounding; with h and vh 1/64000, of the rebuilt row 6/64000. Packing is in double, lane by lane; unpacking takes 68 flop and
 * a division, or 174 and two. A coefficient of all links, as that of Naik's term, belongs to the operator: dirac/staggered.h.
 *
 * Sources: M. A. Clark et al., Comput. Phys. Commun. 181 (2010) 1517, arXiv:0911.3191, for two rows; QUDA has
 * 13 and 9 reals with the phase as an angle.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SITE_STAGGERED_COMPRESS_H
#define LQCD_SITE_STAGGERED_COMPRESS_H

#include "storage.h"

typedef enum { LQCD_LONG_18, LQCD_LONG_13, LQCD_LONG_9 } lqcd_long_storage;

#if LQCD_NC == 3
/** The largest entry of |u u^+ - 1|; NaN for NaN. */
LQCD_FN double lqcd__u3_defect(const lqcd_su3_d *u)
{
	double worst = 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j <= i; j++) {
			lqcd_complex_d z = lqcd_complex_make_d(i == j ? -1 : 0, 0);
			for (int k = 0; k < 3; k++) z = lqcd_complex_cfma_d(u->e[j][k], u->e[i][k], z);
			const double size = lqcd_sqrt_d(lqcd_complex_norm2_d(z));
			if (size > worst) worst = size;
			if (size != size) return size;
		}
	return worst;
}

/** The determinant of a matrix of U(3), of size 1. */
LQCD_FN lqcd_complex_d lqcd__u3_phase(const lqcd_su3_d *u)
{
	lqcd_su3_d v = *u;
	lqcd_complex_d z = lqcd_complex_zero_d();
	lqcd_su3_last_row_d(&v);
	for (int j = 0; j < 3; j++) z = lqcd_complex_cfma_d(v.e[2][j], u->e[2][j], z);
	return lqcd_complex_scale_d(1 / lqcd_sqrt_d(lqcd_complex_norm2_d(z)), z);
}

/** The 13 or 9 reals of a matrix; limit: that of the numbers of compress.h. */
LQCD_FN void lqcd__u3_pack(double *y, const lqcd_su3_d *u, lqcd_long_storage storage, double limit)
{
	const lqcd_complex_d z = lqcd__u3_phase(u);
	const double phi = atan2(z.im, z.re);
	if (storage == LQCD_LONG_13) {
		for (int i = 0; i < 6; i++) {
			y[2 * i] = u->e[i / 3][i % 3].re;
			y[2 * i + 1] = u->e[i / 3][i % 3].im;
		}
		y[12] = tan(phi / 4);
		return;
	}
	lqcd_su3_d v;
	const lqcd_complex_d back = lqcd_complex_make_d(cos(phi / 3), -sin(phi / 3));
	for (int i = 0; i < 9; i++) v.e[i / 3][i % 3] = lqcd_complex_mul_d(back, u->e[i / 3][i % 3]);
	lqcd__su3_pack8(y, &v, limit);
	y[8] = tan(phi / 6);
}
#endif

#define LQCD_TEMPLATE "../site/staggered_compress.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"

#endif
