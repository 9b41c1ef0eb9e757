/* lqcd/compat/hirep/impl/eigen.h: part of compat/hirep.h: eigenvalues.
 *
 *   jacobi1(n, a, d, v), jacobi2(n, a, d, v)     a real symmetric or a Hermitian matrix a[n*i+j]: eigenvalues d,
 *                         ascending; v[n*i+k] is component i of eigenvector k. a stays. Cyclic Jacobi rotations.
 *   max_H(M, type, &max)  1.1 times the estimate of the largest eigenvalue of M, Hermitian and positive, by the power
 *                         method until it changes by less than 1e-3 of itself; returns the applications of M
 *   eva(nev, nevt, init, kmax, imax, ubnd, omega1, omega2, Op, ev, d, &status)
 *                         the lowest eigenvalues d[0] <= .. <= d[nevt-1] of Op, Hermitian with no eigenvalue above
 *                         ubnd, and eigenvectors ev[0] .. ev[nevt-1], orthonormal. The residual |Op v - d v| of the
 *                         first nev, which bounds the error of d, is at most omega1 or omega2 |d|. init: which of ev
 *                         begin at random: 0: all, 1: those from nev on, else none. At most imax steps with
 *                         polynomials of degree kmax at most. Returns 0, or -1 when that was not enough; status:
 *                         applications of Op. A Ritz value above ubnd ends the program.
 *   eva_tuned(.., imax, lbnd, ubnd, ..)          with the lower end of the damped interval given
 *
 * A step of eva applies the Chebyshev polynomial that is at most 1 on [d[nevt-1], ubnd] to every vector, makes them
 * orthonormal, and solves the eigenvalue problem in the space that they span (Y. Zhou, Y. Saad, M. Tiago, J.
 * Chelikowsky, J. Comput. Phys. 219 (2006) 172). Its degree is kept where the lowest vector grows less than a million
 * times more than the highest, so that the others do not drown.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_EIGEN_H
#define LQCD_COMPAT_HIREP_EIGEN_H

#include "inverters.h"
#include "random.h"

/* ---- small matrices ---------------------------------------------------------------------------------------------- */

/** Columns p and q of a: p' = c p - s conj(z) q, q' = s p + c conj(z) q. */
static inline void lqcd__hr_rotate(int n, hr_complex *a, int p, int q, double c, double s, hr_complex z)
{
	for (int i = 0; i < n; i++) {
		const hr_complex x = a[n * i + p], y = lqcd__hr_cmul(z, a[n * i + q]);
		a[n * i + p] = c * x - s * y;
		a[n * i + q] = s * x + c * y;
	}
}

static inline void lqcd__hr_conjugate(int n, hr_complex *a)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			const hr_complex x = lqcd__hr_conj(a[n * i + j]);
			a[n * i + j] = lqcd__hr_conj(a[n * j + i]);
			a[n * j + i] = x;
		}
}

/** Makes a[p][q] of a Hermitian matrix zero; its rows are the conjugate columns. */
static inline void lqcd__hr_jacobi_step(int n, hr_complex *a, hr_complex *v, int p, int q)
{
	const double size = hypot(_complex_re(a[n * p + q]), _complex_im(a[n * p + q]));
	if (!(size > 0)) return;
	const hr_complex z = a[n * p + q] / size;
	const double tau = (_complex_re(a[n * q + q]) - _complex_re(a[n * p + p])) / (2 * size);
	const double t = (tau < 0 ? -1 : 1) / (fabs(tau) + sqrt(1 + tau * tau)), c = 1 / sqrt(1 + t * t);
	lqcd__hr_rotate(n, a, p, q, c, t * c, z);
	lqcd__hr_conjugate(n, a);
	lqcd__hr_rotate(n, a, p, q, c, t * c, z);
	lqcd__hr_rotate(n, v, p, q, c, t * c, z);
	a[n * p + q] = a[n * q + p] = 0;
}

static inline void jacobi2(int n, hr_complex a[], double d[], hr_complex v[])
{
	const size_t size = (size_t)n * (size_t)n;
	hr_complex *b = (hr_complex *)calloc(size + 1, sizeof *b);
	lqcd__hr_error(!b, 1, "jacobi2", "out of memory");
	memcpy(b, a, size * sizeof *b);
	for (size_t k = 0; k < size; k++) v[k] = k % (size_t)(n + 1) == 0;
	for (int sweep = 0; sweep < 100; sweep++) {
		double off = 0, all = 0;
		for (size_t k = 0; k < size; k++) {
			const double square = _complex_prod_re(b[k], b[k]);
			all += square;
			if (k % (size_t)(n + 1)) off += square;
		}
		if (!(off > 1e-31 * all)) break;
		for (int p = 0; p < n - 1; p++)
			for (int q = p + 1; q < n; q++) lqcd__hr_jacobi_step(n, b, v, p, q);
	}
	for (int k = 0; k < n; k++) d[k] = _complex_re(b[(n + 1) * k]);
	free(b);
	for (int k = 0; k < n; k++) {
		int least = k;
		for (int j = k + 1; j < n; j++)
			if (d[j] < d[least]) least = j;
		const double x = d[k];
		d[k] = d[least];
		d[least] = x;
		for (int i = 0; i < n && least != k; i++) {
			const hr_complex y = v[n * i + k];
			v[n * i + k] = v[n * i + least];
			v[n * i + least] = y;
		}
	}
}

static inline void jacobi1(int n, double a[], double d[], double v[])
{
	const size_t size = (size_t)n * (size_t)n;
	hr_complex *b = (hr_complex *)calloc(2 * size + 1, sizeof *b);
	lqcd__hr_error(!b, 1, "jacobi1", "out of memory");
	for (size_t k = 0; k < size; k++) b[k] = a[k];
	jacobi2(n, b, d, b + size);
	for (size_t k = 0; k < size; k++) v[k] = _complex_re(b[size + k]);
	free(b);
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static inline int max_H(spinor_operator M, geometry_descriptor *type, double *max)
{
	double before = 0, now = 0;
	int n = 0;
	spinor_field *s = alloc_spinor_field(2, type);
	gaussian_spinor_field(&s[0]);
	lqcd__hr_trust();
	do {
		const double size = sqnorm_spinor_field(&s[0]);
		if (!(size > 0)) break;
		M(&s[1], &s[0]);
		before = now;
		now = prod_re_spinor_field(&s[0], &s[1]) / size;
		mul_spinor_field(&s[0], 1 / sqrt(size), &s[1]);
		n++;
	} while (n < 2 || fabs(now - before) > 1e-3 * fabs(now));
	lqcd__hr_distrust();
	free_spinor_field(s);
	*max = 1.1 * now;
	lprintf("MaxH", 10, "Max_eig = %1.8e [MVM = %d]\n", *max, n);
	return n;
}

/** s[k] := sum_j s[j] v[n*j+k] for the n fields s. */
LQCD_KERNEL void lqcd__hr_combine_fields(int n, spinor_field *s, const hr_complex *v)
{
	const lqcd_geometry *g = lqcd__hr_geometry(s->type);
	LQCD_CHUNK_FOR(g, chunk, lo, hi)
	{
		hr_complex *x = (hr_complex *)calloc((size_t)n, sizeof *x);
		(void)chunk;
		lqcd__hr_error(!x, 1, "eva", "out of memory");
		for (int ix = lo; ix < hi; ix++)
			for (int c = 0; c < 4 * NF; c++) {
				for (int j = 0; j < n; j++) x[j] = _FIELD_AT(&s[j], ix)->c[c / NF].c[c % NF];
				for (int k = 0; k < n; k++) {
					hr_complex sum = 0;
					for (int j = 0; j < n; j++) _complex_mul_assign(sum, x[j], v[n * j + k]);
					_FIELD_AT(&s[k], ix)->c[c / NF].c[c % NF] = sum;
				}
			}
		free(x);
	}
}

/** Gram-Schmidt, twice: orthonormal to rounding. */
static inline void lqcd__hr_orthonormal(int n, spinor_field *s)
{
	for (int k = 0; k < n; k++) {
		double norm = 0;
		for (int pass = 0; pass < 2; pass++) {
			norm = sqrt(sqnorm_spinor_field(&s[k]));
			if (!(norm > 0)) gaussian_spinor_field(&s[k]);
			for (int j = 0; j < k; j++)
				mulc_add_assign_spinor_field(&s[k], -prod_spinor_field(&s[j], &s[k]), &s[j]);
		}
		norm = sqrt(sqnorm_spinor_field(&s[k]));
		lqcd__hr_error(!(norm > 0), 1, "eva", "the vectors are not independent");
		mul_spinor_field(&s[k], 1 / norm, &s[k]);
	}
}

typedef struct {
	int n, applied; /* vectors; applications of Op so far */
	spinor_operator Op;
	spinor_field *v, *w; /* orthonormal; Op of them, and two more fields */
	double *d;
	hr_complex *small; /* n x n, twice */
} lqcd__hr_eva;

/** Eigenvalues and -vectors in the space of v. */
static inline void lqcd__hr_ritz(lqcd__hr_eva *e)
{
	const int n = e->n;
	lqcd__hr_orthonormal(n, e->v);
	for (int i = 0; i < n; i++) {
		e->Op(&e->w[i], &e->v[i]);
		e->applied++;
		for (int j = 0; j <= i; j++) {
			const hr_complex z = prod_spinor_field(&e->v[j], &e->w[i]);
			e->small[n * j + i] = z;
			e->small[n * i + j] = lqcd__hr_conj(z);
		}
		e->small[(n + 1) * i] = _complex_re(e->small[(n + 1) * i]);
	}
	jacobi2(n, e->small, e->d, e->small + n * n);
	lqcd__hr_combine_fields(n, e->v, e->small + n * n);
	lqcd__hr_combine_fields(n, e->w, e->small + n * n);
}

/** The number of leading residuals, of the first nev, that are small enough. */
static inline int lqcd__hr_accurate(const lqcd__hr_eva *e, int nev, double omega1, double omega2)
{
	spinor_field *r = &e->w[e->n];
	for (int k = 0; k < nev; k++) {
		lc_spinor_field(r, 1, &e->w[k], -e->d[k], &e->v[k]);
		const double size = sqrt(sqnorm_spinor_field(r));
		if (!(size <= omega1) && !(size <= omega2 * fabs(e->d[k]))) return k;
	}
	return nev;
}

/** v := T_k((2 Op - lbnd - ubnd)/(ubnd - lbnd)) v */
static inline void lqcd__hr_chebyshev(lqcd__hr_eva *e, spinor_field *v, int k, double lbnd, double ubnd)
{
	const double a = 2 / (ubnd - lbnd), b = -(ubnd + lbnd) / (ubnd - lbnd);
	spinor_field *last = &e->w[e->n], *next = last + 1;
	copy_spinor_field(last, v);
	e->Op(next, last);
	lc_spinor_field(v, a, next, b, last);
	for (int j = 1; j < k; j++) {
		e->Op(next, v);
		lc_spinor_field(next, 2 * a, next, 2 * b, v);
		sub_assign_spinor_field(next, last);
		copy_spinor_field(last, v);
		copy_spinor_field(v, next);
	}
	e->applied += k;
}

/** One filter for all vectors. */
static inline void lqcd__hr_filter(lqcd__hr_eva *e, int kmax, double lbnd, double ubnd)
{
	const double top = ubnd - 1e-3 * (ubnd - e->d[0]), low = lbnd < top ? lbnd : top;
	const double x = (ubnd + low - 2 * e->d[0]) / (ubnd - low), growth = acosh(x > 1 ? x : 1);
	int k = kmax;
	if (k * growth > log(2e6)) k = (int)(log(2e6) / growth);
	if (k < 2) k = 2;
	for (int n = 0; n < e->n; n++) lqcd__hr_chebyshev(e, &e->v[n], k, low, ubnd);
}

/** lbnd: NULL if it is not given. */
static inline int lqcd__hr_eva_run(lqcd__hr_eva *e, int nev, int kmax, int imax, const double *lbnd, double ubnd,
				   double omega1, double omega2)
{
	const int n = e->n;
	for (int i = 0;; i++) {
		lqcd__hr_ritz(e);
		lqcd__hr_error(!(e->d[n - 1] <= ubnd * (1 + 1e-12)), 1, "eva", "ubnd is too low");
		const int good = lqcd__hr_accurate(e, nev, omega1, omega2);
		lprintf("EVA", 10, "step %d: d[0] = %.6e, d[%d] = %.6e, %d of %d, MVM = %d\n", i, e->d[0], n - 1,
			e->d[n - 1], good, nev, e->applied);
		if (good == nev) return 0;
		if (i == imax) return -1;
		/* Ritz values of random vectors are far from the end of the spectrum. */
		lqcd__hr_filter(e, i || kmax < 10 ? kmax : 10, lbnd ? *lbnd : e->d[n - 1], ubnd);
	}
}

static inline int lqcd__hr_eva_all(int nev, int nevt, int init, int kmax, int imax, const double *lbnd, double ubnd,
				   double omega1, double omega2, spinor_operator Op, spinor_field *ev, double *d,
				   int *status)
{
	lqcd__hr_eva e;
	lqcd__hr_error(nev < 1 || nevt < nev || kmax < 2 || imax < 1, 1, "eva", "improper nev, nevt, kmax or imax");
	e.n = nevt;
	e.applied = 0;
	e.Op = Op;
	e.v = ev;
	e.d = d;
	e.w = alloc_spinor_field((unsigned)nevt + 2, ev->type);
	e.small = (hr_complex *)calloc(2 * (size_t)nevt * (size_t)nevt, sizeof *e.small);
	lqcd__hr_error(!e.small, 1, "eva", "out of memory");
	for (int k = init == 0 ? 0 : init == 1 ? nev : nevt; k < nevt; k++) gaussian_spinor_field(&ev[k]);
	lqcd__hr_trust();
	const int failed = lqcd__hr_eva_run(&e, nev, kmax, imax, lbnd, ubnd, omega1, omega2);
	lqcd__hr_distrust();
	*status = e.applied;
	free(e.small);
	free_spinor_field(e.w);
	return failed;
}

static inline int eva(int nev, int nevt, int init, int kmax, int imax, double ubnd, double omega1, double omega2,
		      spinor_operator Op, spinor_field *ev, double d[], int *status)
{
	return lqcd__hr_eva_all(nev, nevt, init, kmax, imax, NULL, ubnd, omega1, omega2, Op, ev, d, status);
}

static inline int eva_tuned(int nev, int nevt, int init, int kmax, int imax, double lbnd, double ubnd, double omega1,
			    double omega2, spinor_operator Op, spinor_field *ev, double d[], int *status)
{
	return lqcd__hr_eva_all(nev, nevt, init, kmax, imax, &lbnd, ubnd, omega1, omega2, Op, ev, d, status);
}

#endif
