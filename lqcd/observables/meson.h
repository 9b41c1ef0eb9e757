/* lqcd/observables/meson.h: point sources and the pion correlator.
 *
 *   lqcd_point_source(&b, site, spin, colour)      b = delta_(x,site) delta_(s,spin) delta_(c,colour); site = {T,X,Y,Z}
 *   lqcd_pion_add(C, &x, t0)                       C[t] += sum_(xyz) sum_(spin,colour) |x(t + t0, xyz)|^2
 *
 * The pion from a point source at time t0: C(t) = sum over the twelve columns x = D^-1 b, since g5-hermiticity turns
 * tr[g5 S g5 S^dagger...] into |S|^2: zero C[0..T-1], solve and add each column. Fields are full lqcd_spinor_field_d;
 * site, t and t0 are those of the whole lattice, and periodic. With several processes each calls, and each has C of all
 * T time slices. The sum over a time slice is exact (tally.h): the same bits for every number of threads and processes.
 *
 *   lqcd_effective_mass(C, T, t)                   m with C(t)/C(t+1) = cosh(m (T/2-t)) / cosh(m (T/2-t-1)), the mass
 *                                                  of a correlator symmetric about T/2, by bisection; NaN where there
 *                                                  is none
 */
#ifndef LQCD_OBSERVABLES_MESON_H
#define LQCD_OBSERVABLES_MESON_H

#include <math.h>

#include "../linalg.h"

/** Coordinate mu of this process, from that of the lattice; outside of 0 .. local - 1 elsewhere. */
static inline int lqcd__local_coord(const lqcd_lattice *lat, int mu, int x)
{
	const int l = lat->extent[mu];
	return (x % l + l) % l - lat->comm.coord[mu] * lat->local[mu];
}

LQCD_STATIC void lqcd_point_source(lqcd_spinor_field_d *b, const int site[4], int spin, int colour)
{
	const lqcd_lattice *lat = b->type->lattice;
	int here = 1, x[4];
	for (int mu = 0; mu < 4; mu++) {
		x[mu] = lqcd__local_coord(lat, mu, site[mu]);
		here = here && x[mu] >= 0 && x[mu] < lat->local[mu];
	}
	lqcd_spinor_field_zero_d(b);
	if (here) LQCD_FIELD_AT(b, lqcd_geometry_index(b->type, x, NULL))->c[spin].c[colour].re = 1;
}

/** total += sum |x|^2 over the sites of this process with local coordinate t. */
LQCD_KERNEL void lqcd__slice_norm2(lqcd_sum *total, const lqcd_spinor_field_d *x, int t)
{
	const int *l = x->type->lattice->local;
	LQCD__TALLY_FOR(lqcd__sum_range(l[1] * l[2] * l[3]), lo, hi, tally, total, 1, 1)
	for (int s = lo; s < hi; s++) {
		lqcd_acc_d n[4];
		const int at[4] = {t, s / (l[2] * l[3]), s / l[3] % l[2], s % l[3]};
		lqcd_tally_zero_d(n, 4);
		lqcd__norm2_add_d(n, LQCD_FIELD_AT(x, lqcd_geometry_index(x->type, at, NULL)));
		lqcd_tally_norm2_d(&tally, 0, n, 1);
	}
}

LQCD_STATIC void lqcd_pion_add(double *corr, const lqcd_spinor_field_d *x, int t0)
{
	enum { MOST = 8 };
	const lqcd_lattice *lat = x->type->lattice;
	for (int first = 0; first < lat->extent[0]; first += MOST) {
		const int count = lat->extent[0] - first < MOST ? lat->extent[0] - first : MOST;
		lqcd_sum total[MOST];
		double sums[MOST];
		lqcd_tally_start(total, count);
		for (int k = 0; k < count; k++) {
			const int t = lqcd__local_coord(lat, 0, first + k + t0);
			if (t >= 0 && t < lat->local[0]) lqcd__slice_norm2(total + k, x, t);
		}
		lqcd_comm_sums(&lat->comm, sums, total, count);
		for (int k = 0; k < count; k++) corr[first + k] += sums[k];
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
