/* lqcd/observables/series.h: a series of measurements along a Markov chain: mean, autocorrelation, errors.
 *
 *   lqcd_status lqcd_series_analyse(&r, x, n, every, s, why)
 *       the mean of n numbers x[0], x[every], x[2 every], .. and its error with autocorrelations, by the Gamma method.
 *       s: ratio of the exponential to the integrated time assumed by the automatic window, usually 1.5.
 *
 *           m        = sum_i x_i / n
 *           Gamma(t) = sum_{i < n - t} (x_i - m) (x_{i+t} - m) / (n - t)
 *           C(W)     = Gamma(0) + 2 sum_{0 < t <= W} Gamma(t)
 *           error^2  = C(W) / n,    tau = C(W) / (2 Gamma(0)),    naive error^2 = Gamma(0) / n
 *
 *       W is the first for which g(W) = exp(-W/T) - T / sqrt(W n) is negative, T = s / ln((2 tau + 1) / (2 tau - 1))
 *       with the tau of that W. Then each Gamma(t), t = 0 .. W, gets C(W) / n, its bias from using m. tau is in units
 *       of one measurement, 1/2 without autocorrelation. The errors of the errors:
 *
 *           error_error^2 = error^2 (2 W + 1) / (2 n),    tau_error^2 = 4 tau^2 (W + 1/2 - tau) / n
 *
 *       Anticorrelations, tau <= 1/2 at W: T has 1/2 + sum |Gamma(t)| / Gamma(0) for tau, since they last as long as
 *       correlations do, and Gamma(W) counts half, which leaves out a part exp(-W / T) of C for any sign. If C is still
 *       not positive, it is the sum with weights 1 - t / (W + 1) and Gammas divided by n, which cannot be negative.
 *       W is at most n / 2, and a series shorter than some 50 tau is not to be trusted.
 *       Source: U. Wolff, Comput. Phys. Commun. 156 (2004) 143, hep-lat/0306017, sections 3.1 to 3.3.
 *
 *   lqcd_status lqcd_series_jackknife(&r, f, context, x, width, n, bin, why)
 *       a function of mean values and its error: f(means, context) of width means of x[i * width + k], i < n. Bins of
 *       `bin` measurements in a row, B = n / bin of them; a rest at the end that does not fill a bin is left out. With
 *       f_b of all but bin b and f_0 of all:
 *
 *           value = f_0,    bias = (B - 1) (mean of f_b - f_0),    error^2 = (B - 1) / B sum_b (f_b - mean of f_b)^2
 *
 *       For f = a mean and bin = 1, error is the standard error. Bins should be longer than some tau.
 *
 * LQCD_ERR_ARGUMENT: n below 4 (for the jackknife, B below 2), every or width below 1, or s not above 0. LQCD_NAN: a
 * number is NaN or infinite, `why` says which; so is f_b. A series that does not vary has error 0 and tau 1/2. Squares
 * neither overflow nor underflow, whatever the scale of x. Sums run in the order of the series.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_SERIES_H
#define LQCD_OBSERVABLES_SERIES_H

#include <math.h>

#include "../base/memory.h"
#include "../simd/simd.h"
#include "../base/status.h"

typedef struct {
	double mean, error, error_error, naive_error;
	double tau, tau_error;
	size_t window;
} lqcd_series;

typedef struct {
	double value, error, bias;
	size_t bins;
} lqcd_jackknife;

/** The index of the first number that is NaN or infinite, or n. */
LQCD_STATIC size_t lqcd__series_bad(const double *x, size_t n, size_t every)
{
	size_t i = 0;
	while (i < n && lqcd_isfinite(x[i * every])) i++;
	return i;
}

/* A series times f, a power of two with which squares are numbers, and the mean of that. */
typedef struct {
	const double *x;
	size_t n, every;
	double f, mean;
} lqcd__series;

LQCD_STATIC lqcd__series lqcd__series_scaled(const double *x, size_t n, size_t every)
{
	lqcd__series s = {x, n, every, 1, 0};
	double max = 0, sum = 0;
	int e;
	for (size_t i = 0; i < n; i++) max = fmax(max, fabs(x[i * every]));
	(void)frexp(max, &e);
	s.f = ldexp(1, e < -1000 ? 1000 : e > 1020 ? -1020 : -e);
	/* Differences: the mean of equal numbers is that number. */
	for (size_t i = 0; i < n; i++) sum += x[i * every] * s.f - *x * s.f;
	s.mean = *x * s.f + sum / (double)n;
	return s;
}

/** The covariance of a at i and of b at i + t. */
LQCD_STATIC double lqcd__series_covariance(const lqcd__series *a, const lqcd__series *b, size_t t)
{
	const double *x = a->x, *y = b->x, f = a->f, g = b->f, mean = a->mean, other = b->mean;
	const size_t every = a->every;
	double sum = 0;
	for (size_t i = 0; i + t < a->n; i++) sum += (x[i * every] * f - mean) * (y[(i + t) * every] * g - other);
	return sum / (double)(a->n - t);
}

LQCD_STATIC double lqcd__series_gamma(const lqcd__series *s, size_t t)
{
	return lqcd__series_covariance(s, s, t);
}

/** Whether the window may close at W = w: g(W) < 0. */
LQCD_STATIC int lqcd__series_closes(double tau, size_t w, size_t n, double s)
{
	if (tau <= 0.5) return 1;
	const double t = s / log((2 * tau + 1) / (2 * tau - 1));
	return exp(-(double)w / t) < t / sqrt((double)w * (double)n);
}

LQCD_STATIC lqcd_status lqcd_series_analyse(lqcd_series *r, const double *x, size_t n, size_t every, double s,
					    lqcd_message *why)
{
	if (!r || !x) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "series: NULL");
	memset(r, 0, sizeof *r);
	if (n < 4 || every < 1 || !lqcd_isfinite(s) || s <= 0)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "a series of %lu numbers, every %lu, s = %g: needs 4, 1, s > 0", (unsigned long)n,
				 (unsigned long)every, s);
	const size_t bad = lqcd__series_bad(x, n, every);
	if (bad < n) return lqcd_fail(why, LQCD_NAN, "number %lu of the series is not finite", (unsigned long)bad);
	const lqcd__series y = lqcd__series_scaled(x, n, every);
	const double count = (double)n, variance = lqcd__series_gamma(&y, 0);
	r->mean = y.mean / y.f;
	r->tau = 0.5;
	if (variance <= 0) return LQCD_OK;

	double c = variance, last = 0, sum = 0;
	for (int open = 1; open && r->window < n / 2;) {
		last = lqcd__series_gamma(&y, ++r->window);
		c += 2 * last;
		sum += fabs(last);
		open = !lqcd__series_closes(c > variance ? c / (2 * variance) : 0.5 + sum / variance, r->window, n, s);
	}
	const int half = c <= variance;
	if (half) c -= last;
	const double w = (double)r->window, unbiased = variance + c / count;
	c += (2 * w + 1 - half) * c / count;
	if (c <= 0) {
		c = variance;
		for (size_t t = 1; t <= r->window; t++)
			c += 2 * (1 - (double)t / (w + 1)) * (1 - (double)t / count) * lqcd__series_gamma(&y, t);
		if (c < 0) c = 0;
	}
	r->naive_error = sqrt(unbiased / count) / y.f;
	r->error = sqrt(c / count) / y.f;
	r->error_error = r->error * sqrt((2 * w + 1) / (2 * count));
	r->tau = c / (2 * unbiased);
	r->tau_error = 2 * r->tau * sqrt((w + 0.5 - r->tau > 0 ? w + 0.5 - r->tau : 0) / count);
	return LQCD_OK;
}

/** sum[k] := x - (that of row 0), over the rows i, first <= i < end */
LQCD_STATIC void lqcd__series_sums(double *sum, const double *x, size_t width, size_t first, size_t end)
{
	for (size_t k = 0; k < width; k++) {
		sum[k] = 0;
		for (size_t i = first; i < end; i++) sum[k] += x[i * width + k] - x[k];
	}
}

/** The means of `rows` rows, whose sums are `all`, without those of first <= i < end. */
LQCD_STATIC void lqcd__series_without(double *means, const double *all, const double *x, size_t width, size_t rows, size_t first,
				      size_t end)
{
	lqcd__series_sums(means, x, width, first, end);
	for (size_t k = 0; k < width; k++) means[k] = x[k] + (all[k] - means[k]) / (double)(rows - (end - first));
}

/** Whether n rows of numbers make two bins or more; LQCD_NAN for the first of their numbers that is not finite. */
LQCD_STATIC lqcd_status lqcd__series_check(const double *x, size_t width, size_t n, size_t bin, lqcd_message *why)
{
	if (width < 1 || bin < 1 || n / bin < 2)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "a jackknife of %lu rows of %lu numbers in bins of %lu: needs two bins",
				 (unsigned long)n, (unsigned long)width, (unsigned long)bin);
	const size_t all = n / bin * bin * width, bad = lqcd__series_bad(x, all, 1);
	if (bad == all) return LQCD_OK;
	return lqcd_fail(why, LQCD_NAN, "number %lu of row %lu is not finite", (unsigned long)(bad % width),
			 (unsigned long)(bad / width));
}

LQCD_STATIC lqcd_status lqcd_series_jackknife(lqcd_jackknife *r, double (*f)(const double *means, void *context),
					      void *context, const double *x, size_t width, size_t n, size_t bin,
					      lqcd_message *why)
{
	if (!r || !f || !x) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "jackknife: NULL");
	memset(r, 0, sizeof *r);
	const lqcd_status status = lqcd__series_check(x, width, n, bin, why);
	if (status != LQCD_OK) return status;
	const size_t bins = n / bin, rows = bins * bin;
	double *all = (double *)lqcd_alloc(lqcd_mul_size(lqcd_mul_size(width, 2) + bins, sizeof *all));
	if (!all) return lqcd_fail(why, LQCD_ERR_MEMORY, "no memory for %lu bins", (unsigned long)bins);
	double *means = all + width, *value = means + width;
	lqcd__series_sums(all, x, width, 0, rows);
	lqcd__series_without(means, all, x, width, rows, 0, 0);
	r->value = f(means, context);
	r->bins = bins;
	for (size_t b = 0; b < bins; b++) {
		lqcd__series_without(means, all, x, width, rows, b * bin, (b + 1) * bin);
		value[b] = f(means, context);
	}
	const size_t wrong = lqcd__series_bad(value, bins, 1);
	if (wrong == bins) {
		const lqcd__series v = lqcd__series_scaled(value, bins, 1);
		const double count = (double)bins;
		r->bias = (count - 1) * (v.mean / v.f - r->value);
		r->error = sqrt((count - 1) * lqcd__series_gamma(&v, 0)) / v.f;
	}
	lqcd_free(all);
	if (wrong < bins)
		return lqcd_fail(why, LQCD_NAN, "the function is not finite without bin %lu", (unsigned long)wrong);
	return LQCD_OK;
}

#endif
