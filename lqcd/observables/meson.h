/* lqcd/observables/meson.h: point sources and the pion correlator.
 *
 *   lqcd_point_source(&b, site, spin, colour)      b = delta_(x,site) delta_(s,spin) delta_(c,colour); site = {T,X,Y,Z}
 *   lqcd_pion_add(C, &x, t0)                       C[t] += sum_(xyz) sum_(spin,colour) |x(t + t0, xyz)|^2
 *
 * The pion from a point source at time t0: C(t) = sum over the twelve columns x = D^-1 b, since g5-hermiticity turns
 * tr[g5 S g5 S^dagger...] into |S|^2: zero C[0..T-1], solve and add each column. Fields are full lqcd_spinor_field_d;
 * the sum over a time slice runs in lexicographic order in double: the same bits for every layout and number of
 * threads.
 *
 *   lqcd_effective_mass(C, T, t)                   m with C(t)/C(t+1) = cosh(m (T/2-t)) / cosh(m (T/2-t-1)), the mass
 *                                                  of a correlator symmetric about T/2, by bisection; NaN where there
 *                                                  is none
 */
#ifndef LQCD_OBSERVABLES_MESON_H
#define LQCD_OBSERVABLES_MESON_H

#include <math.h>

#include "../linalg.h"

LQCD_STATIC void lqcd_point_source(lqcd_spinor_field_d *b, const int site[4], int spin, int colour)
{
	lqcd_spinor_field_zero_d(b);
	LQCD_FIELD_AT(b, lqcd_geometry_index(b->type, site, NULL))->c[spin].c[colour].re = 1;
}

LQCD_KERNEL void lqcd_pion_add(double *corr, const lqcd_spinor_field_d *x, int t0)
{
	const int *l = x->type->lattice->extent;
	LQCD_OMP(parallel for schedule(static))
	for (int t = 0; t < l[0]; t++) {
		double sum = 0;
		for (int s = 0; s < l[1] * l[2] * l[3]; s++) {
			int at[4];
			at[0] = t + t0;
			at[1] = s / (l[2] * l[3]);
			at[2] = s / l[3] % l[2];
			at[3] = s % l[3];
			sum += lqcd_spinor_norm2_d(LQCD_FIELD_AT(x, lqcd_geometry_index(x->type, at, NULL)));
		}
		corr[t] += sum;
	}
}

/** log(2 cosh(x)), x >= 0, without overflow */
static inline double lqcd__log_cosh(double x)
{
	return x + log1p(exp(-2 * x));
}

LQCD_STATIC double lqcd_effective_mass(const double *corr, int extent, int t)
{
	const double a = 0.5 * extent - t, b = a - 1, ratio = corr[t] / corr[(t + 1) % extent];
	double lo = 0, hi = 1;
	/* cosh(m a)/cosh(m b) grows with m > 0 for |a| > |b| from 1, and falls for |a| < |b|. */
	const double want = fabs(a) > fabs(b) ? ratio : 1 / ratio, big = fmax(fabs(a), fabs(b)),
		     low = fmin(fabs(a), fabs(b));
	if (!lqcd_isfinite(want) || want <= 1 || want >= 1e100 || big <= low) return lqcd_nan();
	const double target = log(want);
	while (lqcd__log_cosh(hi * big) - lqcd__log_cosh(hi * low) < target) hi *= 2;
	for (int k = 0; k < 100; k++) {
		const double m = 0.5 * (lo + hi);
		if (lqcd__log_cosh(m * big) - lqcd__log_cosh(m * low) < target)
			lo = m;
		else
			hi = m;
	}
	return 0.5 * (lo + hi);
}

#endif
