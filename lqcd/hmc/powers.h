/* lqcd/hmc/powers.h: the best rational function (rational.h) for a product of powers, for quarks of any number of flavours
 * (staggered.h).
 *
 *   f(x) = prod_i (x + shift_i)^power_i,    0 <= x <= high
 *
 *   lqcd_rational r;
 *   s = lqcd_rational_powers(&r, n, shift, power, high, error)     the lowest degree that reaches error, n powers
 *   s = lqcd_rational_inverse(&q, &r)                              q(x) = 1/r(x), for one from lqcd_rational_powers
 *   s = lqcd_rational_set(&r, degree, constant, residue, pole)     partial fractions from elsewhere, of error 0, without zeros
 *
 *   r(x) = constant + sum_k residue[k]/(x + pole[k]) = constant prod_k (x + zero[k])/(x + pole[k]),   degree terms
 *   |r(x)/f(x) - 1| <= r.error, reached at 2 degree + 2 points, within 2 % unless rounding limits it
 *
 * r.factor is 1. r.error is that of the partial fractions, as lqcd_rational_value and fields of doubles add them up. For f that rises much
 * they cancel near 0: powers of 0.5 reach 1e-9 from a shift of 1e-7 high on, those of 0.98 from 1e-3 high.
 *
 * Poles and zeros are positive, and alternate.
 *
 * Method: Remez's exchange on log r - log f over log(x + least shift), by Newton's iteration in the logarithms of constant,
 * poles and zeros. These equations are well conditioned, so that double precision reaches errors of 1e-12; in the
 * coefficients of polynomials some 60 digits are needed. The solution of each degree starts the next.
 *
 * LQCD_ERR_ARGUMENT unless shifts are above 0, powers and high finite, high above 0, and 1e-12 <= error < 1 (products of
 * several powers: from 1e-11, where rounding ends the search); if f is constant, or more than LQCD_RATIONAL_DEGREE (32) poles
 * are needed, or rounding of the partial fractions exceeds error; for a power that is a whole number, such as 1/(x + shift):
 * use two of -1/2; and for products that rise and fall so much that poles and zeros would not alternate. Time: some
 * milliseconds.
 *
 * Source: E. Ya. Remez, C. R. Acad. Sci. Paris 199 (1934) 337.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_POWERS_H
#define LQCD_HMC_POWERS_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "../base/memory.h"
#include "../simd/simd.h"
#include "rational.h"

enum { LQCD__POWERS_POINTS = 2000 };

/* The search: logarithms of poles and zeros above the least shift; y = x + least shift, log f and log r - log f at the points;
 * numbers of the 2 n + 2 points of the exchange. */
typedef struct {
	int n, at[2 * LQCD_RATIONAL_DEGREE + 4];
	double low, high, constant, error;
	double pole[LQCD_RATIONAL_DEGREE + 1], zero[LQCD_RATIONAL_DEGREE + 1];
	double y[LQCD__POWERS_POINTS], f[LQCD__POWERS_POINTS], g[LQCD__POWERS_POINTS];
	double row[2 * LQCD_RATIONAL_DEGREE + 2][2 * LQCD_RATIONAL_DEGREE + 3];
} lqcd__powers_search;

/** Solves the linear system of `size` rows, whose last column is the right-hand side, and leaves the solution there. */
LQCD_STATIC int lqcd__powers_eliminate(lqcd__powers_search *s, int size)
{
	for (int i = 0; i < size; i++) {
		int most = i;
		for (int r = i + 1; r < size; r++)
			if (fabs(s->row[r][i]) > fabs(s->row[most][i])) most = r;
		if (!(fabs(s->row[most][i]) > 1e-280)) return 0;
		for (int c = 0; c <= size; c++) lqcd__swap(&s->row[i][c], &s->row[most][c], sizeof **s->row);
		for (int r = 0; r < size; r++) {
			const double by = s->row[r][i] / s->row[i][i];
			if (r == i) continue;
			for (int c = i; c <= size; c++) s->row[r][c] -= by * s->row[i][c];
		}
	}
	for (int i = 0; i < size; i++) s->row[i][size] /= s->row[i][i];
	return 1;
}

/** log r at y */
LQCD_STATIC double lqcd__powers_log(const lqcd__powers_search *s, double y)
{
	double product = 1;
	for (int k = 0; k < s->n; k++) product *= (y + exp(s->zero[k])) / (y + exp(s->pole[k]));
	return s->constant + log(product);
}

/** Newton's iteration: log r - log f = +-error at the points of the exchange, alternating. */
LQCD_STATIC int lqcd__powers_newton(lqcd__powers_search *s)
{
	const int n = s->n, size = 2 * n + 2;
	double step = 1, last = 2;
	for (int iteration = 0; iteration < 40 && step > 1e-7 && (step > 1e-2 || step < 0.5 * last); iteration++) {
		for (int j = 0; j < size; j++) {
			const double y = s->y[s->at[j]];
			for (int k = 0; k < n; k++) {
				s->row[j][k] = -1 / (1 + y / exp(s->pole[k]));
				s->row[j][n + k] = 1 / (1 + y / exp(s->zero[k]));
			}
			s->row[j][2 * n] = 1;
			s->row[j][2 * n + 1] = j % 2 ? 1 : -1;
			s->row[j][size] = s->f[s->at[j]] - lqcd__powers_log(s, y);
		}
		if (!lqcd__powers_eliminate(s, size)) return 0;
		last = step;
		step = 0;
		for (int k = 0; k < 2 * n; k++) step = fmax(step, fabs(s->row[k][size]));
		if (!(step < 1e10)) return 0;
		const double by = fmin(1, 0.3 * (s->high - s->low) / (n + 1) / fmax(step, 1e-30));
		for (int k = 0; k < n; k++) {
			s->pole[k] += by * s->row[k][size];
			s->zero[k] += by * s->row[n + k][size];
			if (!(fabs(s->pole[k]) < 200) || !(fabs(s->zero[k]) < 200)) return 0;
		}
		s->constant += by * s->row[2 * n][size];
	}
	return step <= 1e-2;
}

/** Moves the points of the exchange to extrema of alternating sign; s->error: the largest; returns the ratio of the least to
 * it, or 0 if there are too few. */
LQCD_STATIC double lqcd__powers_exchange(lqcd__powers_search *s)
{
	const int size = 2 * s->n + 2;
	int found = 0, sign = 0, at[8 * LQCD_RATIONAL_DEGREE];
	for (int i = 0; i < LQCD__POWERS_POINTS; i++) {
		const int here = (s->g[i] = lqcd__powers_log(s, s->y[i]) - s->f[i]) > 0 ? 1 : -1;
		if (here != sign && found == 8 * LQCD_RATIONAL_DEGREE) return 0;
		if (here != sign)
			at[found++] = i;
		else if (fabs(s->g[i]) > fabs(s->g[at[found - 1]]))
			at[found - 1] = i;
		sign = here;
	}
	while (found > size) { /* without an end, or the weakest neighbours */
		int drop = fabs(s->g[at[0]]) < fabs(s->g[at[found - 1]]) ? 0 : found - 1;
		const int count = found == size + 1 ? 1 : 2;
		if (count == 2) {
			double least = 1e300;
			for (int j = 0; j + 1 < found; j++) {
				const double most = fmax(fabs(s->g[at[j]]), fabs(s->g[at[j + 1]]));
				if (most < least) drop = j;
				least = fmin(most, least);
			}
		}
		for (int j = drop; j + count < found; j++) at[j] = at[j + count];
		found -= count;
	}
	if (found < size) return 0;
	double least = 1e300;
	s->error = 0;
	for (int j = 0; j < size; j++) {
		s->at[j] = at[j];
		least = fmin(least, fabs(s->g[at[j]]));
		s->error = fmax(s->error, fabs(s->g[at[j]]));
	}
	return least / s->error;
}

/** Between the elements of v, at u. */
LQCD_STATIC double lqcd__powers_between(const double *v, int n, double u)
{
	int k = (int)floor(u);
	k = k > n - 2 ? n - 2 : k < 0 ? 0 : k;
	return v[k] + (u - k) * (v[k + 1] - v[k]);
}

/** A start for the next degree: as many poles more, as dense as now. */
LQCD_STATIC void lqcd__powers_grow(lqcd__powers_search *s)
{
	double middle[LQCD_RATIONAL_DEGREE + 2], width[LQCD_RATIONAL_DEGREE + 2], at[2 * LQCD_RATIONAL_DEGREE + 2];
	const int n = s->n, points = 2 * n + 2, known = n == 1 ? 3 : n;
	for (int k = 0; k < n; k++) {
		middle[k] = 0.5 * (s->pole[k] + s->zero[k]);
		width[k] = 0.5 * (s->zero[k] - s->pole[k]) * n / (n + 1);
	}
	for (int k = 0; k < 3 && n == 1; k++) {
		middle[2 - k] = middle[0] + (1 - k) * 0.25 * (s->high - s->low);
		width[2 - k] = width[0];
	}
	if (n == 1) middle[1] = 0.5 * (middle[0] + middle[2]);
	for (int k = 0; k <= n; k++) {
		const double u = (k + 0.5) * known / (n + 1) - 0.5;
		const double m = lqcd__powers_between(middle, known, u),
			     w = lqcd__powers_between(width, known, fmin(fmax(u, 0), known - 1));
		s->pole[k] = m - w;
		s->zero[k] = m + w;
	}
	for (int j = 0; j < points; j++) at[j] = s->at[j];
	for (int j = 0; j < points + 2; j++)
		s->at[j] = (int)(lqcd__powers_between(at, points, (double)j * (points - 1) / (points + 1)) + 0.5);
	s->n = n + 1;
}

/** Fills in points and f, falling: 1/f if f rises; returns whether it does, -1 for a constant. */
LQCD_STATIC int lqcd__powers_points(lqcd__powers_search *s, int n, const double *shift, const double *power,
				    double least, double high)
{
	const int last = LQCD__POWERS_POINTS - 1;
	s->low = log(least);
	s->high = log(high + least);
	for (int i = 0; i <= last; i++) {
		const double t = s->low + (s->high - s->low) * 0.5 * (1 - cos(3.14159265358979323846 * i / last));
		s->y[i] = exp(t);
		s->f[i] = 0;
		for (int k = 0; k < n; k++) s->f[i] += power[k] * log(s->y[i] + (shift[k] - least));
	}
	const int rises = s->f[last] > s->f[0];
	for (int i = 0; i <= last && rises; i++) s->f[i] = -s->f[i];
	return s->f[0] - s->f[last] > 1e-10 ? rises : -1;
}

/** One pole in the middle of the descent. */
LQCD_STATIC void lqcd__powers_start(lqcd__powers_search *s)
{
	const int last = LQCD__POWERS_POINTS - 1;
	const double half = 0.5 * (s->f[0] + s->f[last]), width = 0.25 * (s->f[0] - s->f[last]);
	int middle = 0;
	for (int i = 0; i <= last; i++)
		if (fabs(s->f[i] - half) < fabs(s->f[middle] - half)) middle = i;
	s->n = 1;
	s->constant = s->f[last];
	s->pole[0] = log(s->y[middle]) - width;
	s->zero[0] = log(s->y[middle]) + width;
	for (int j = 0; j < 4; j++) s->at[j] = last * j / 3;
}

/** Residues from poles, zeros and the constant. */
LQCD_STATIC void lqcd__powers_residues(lqcd_rational *r)
{
	for (int k = 0; k < r->degree; k++) r->residue[k] = lqcd__rational_residue(r->constant, r->pole, r->zero, r->degree, k);
}

/** The largest error of the partial fractions against the product: of residues, and of the sum of their terms. */
LQCD_STATIC double lqcd__powers_rounding(const lqcd_rational *r)
{
	const double least = 1e-3 * fmin(r->pole[0], r->zero[0]);
	double max = 0;
	for (int i = 0; i <= 400; i++) {
		const double x = i ? least * pow(r->high / least, i / 400.0) : 0;
		double product = r->constant, terms = fabs(r->constant);
		for (int k = 0; k < r->degree; k++) {
			product *= (x + r->zero[k]) / (x + r->pole[k]);
			terms += fabs(r->residue[k] / (x + r->pole[k]));
		}
		max = fmax(max, fabs(lqcd_rational_value(r, x) / product - 1) + DBL_EPSILON * terms / product);
	}
	return max;
}

LQCD_STATIC lqcd_status lqcd_rational_inverse(lqcd_rational *q, const lqcd_rational *r)
{
	if (!q || !r || r->degree < 1 || r->degree > LQCD_RATIONAL_DEGREE || !(r->error > 0) || r->low > 0)
		return LQCD_ERR_ARGUMENT;
	lqcd_rational v = *r;
	v.constant = 1 / r->constant;
	memcpy(v.pole, r->zero, sizeof v.pole);
	memcpy(v.zero, r->pole, sizeof v.zero);
	lqcd__powers_residues(&v);
	/* The error of the product form of 1/r is that of r. */
	const double sum = lqcd__powers_rounding(r), product = fmax(r->error - sum, 0) / (1 + sum);
	v.error = product + (1 + product) * lqcd__powers_rounding(&v);
	*q = v;
	return LQCD_OK;
}

/** Whether the partial fractions have numbers, and poles above 0. */
LQCD_STATIC int lqcd__rational_valid(const lqcd_rational *r)
{
	int valid = r->degree >= 1 && r->degree <= LQCD_RATIONAL_DEGREE && lqcd_isfinite(r->factor) && lqcd_isfinite(r->constant);
	for (int k = 0; valid && k < r->degree; k++)
		valid = lqcd_isfinite(r->residue[k]) && r->pole[k] > 0 && lqcd_isfinite(r->pole[k]);
	return valid;
}

LQCD_STATIC lqcd_status lqcd_rational_set(lqcd_rational *r, int degree, double constant, const double *residue, const double *pole)
{
	if (!r) return LQCD_ERR_ARGUMENT;
	memset(r, 0, sizeof *r);
	if (degree < 1 || degree > LQCD_RATIONAL_DEGREE || !residue || !pole) return LQCD_ERR_ARGUMENT;
	lqcd_rational v = *r;
	v.degree = degree;
	v.factor = 1;
	v.constant = constant;
	memcpy(v.residue, residue, (size_t)degree * sizeof *residue);
	memcpy(v.pole, pole, (size_t)degree * sizeof *pole);
	if (!lqcd__rational_valid(&v)) return LQCD_ERR_ARGUMENT;
	*r = v;
	return LQCD_OK;
}

/** Converts the search, which is of 1/f if f rises, to r. Returns whether r.error is at most error. */
LQCD_STATIC int lqcd__powers_from_search(lqcd_rational *r, const lqcd__powers_search *s, int rises, double least, double error)
{
	const double product = expm1(s->error);
	r->degree = s->n;
	r->factor = 1;
	r->constant = exp(rises ? -s->constant : s->constant);
	for (int k = 0; k < s->n; k++) {
		r->pole[k] = least + exp(rises ? s->zero[k] : s->pole[k]);
		r->zero[k] = least + exp(rises ? s->pole[k] : s->zero[k]);
	}
	lqcd__powers_residues(r);
	r->error = product + (1 + product) * lqcd__powers_rounding(r);
	return r->error <= error;
}

/** The degrees one by one, until one reaches error. */
LQCD_STATIC int lqcd__powers_run(lqcd_rational *r, lqcd__powers_search *s, int rises, double least, double error)
{
	lqcd__powers_start(s);
	for (;;) {
		double even = 0;
		for (int k = 0; k < 20 && even < 0.98; k++)
			if (!lqcd__powers_newton(s) || !((even = lqcd__powers_exchange(s)) > 0)) return 0;
		if (!(even >= 0.8)) return 0; /* rounding, if not 0.98 */
		if (s->error <= error && lqcd__powers_from_search(r, s, rises, least, error)) return 1;
		if (s->n == LQCD_RATIONAL_DEGREE) return 0;
		lqcd__powers_grow(s);
	}
}

LQCD_STATIC lqcd_status lqcd_rational_powers(lqcd_rational *r, int n, const double *shift, const double *power, double high,
					   double error)
{
	double least = 1e300;
	int valid = n > 0 && shift && power && high > 0 && high < 1e30 && error >= 1e-12 && error < 1;
	if (!r) return LQCD_ERR_ARGUMENT;
	memset(r, 0, sizeof *r);
	for (int k = 0; valid && k < n; k++) {
		valid = shift[k] > 1e-30 && shift[k] < 1e30 && fabs(power[k]) < 100;
		if (fabs(power[k]) > 0) least = fmin(least, shift[k]);
	}
	if (!valid || !(least < 1e30)) return LQCD_ERR_ARGUMENT;
	lqcd__powers_search *s = (lqcd__powers_search *)lqcd_alloc(sizeof *s);
	if (!s) return LQCD_ERR_MEMORY;
	const int rises = lqcd__powers_points(s, n, shift, power, least, high);
	r->high = high;
	const int found = rises >= 0 && lqcd__powers_run(r, s, rises, least, error);
	if (!found) memset(r, 0, sizeof *r);
	lqcd_free(s);
	return found ? LQCD_OK : LQCD_ERR_ARGUMENT;
}

#endif
