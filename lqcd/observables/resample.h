/* lqcd/observables/resample.h: jackknife and bootstrap samples of many mean values at once: errors and correlations.
 *
 *   status = lqcd_resamples_create(&s, x, width, n, bin, bootstrap, seed, why)
 *       the means of x[i * width + k], i < n, k < width, and their samples. Bins of `bin` measurements in a row as in series.h:
 *       B = n / bin of them. bootstrap = 0: the jackknife, B samples, each of all bins but one. Otherwise so many samples of B
 *       bins drawn with replacement: sample j draws from lqcd_rng_make(seed, j, 0), so that seed and j fix it.
 *   status = lqcd_resamples_map(&out, width, f, context, &s, why)
 *       samples of `width` functions of the means: f(row of out, row of s, context). `out` is created.
 *   status = lqcd_resamples_errors(sigma, rho, &s, why)
 *       errors sigma[k] and correlations rho[k * width + l] (NULL: not wanted), so that the covariance of the means is
 *       sigma_k rho_kl sigma_l. With S samples r_j and their mean r:
 *
 *           covariance = F sum_j (r_jk - r_k) (r_jl - r_l),    F = (S - 1) / S (jackknife), 1 / (S - 1) (bootstrap)
 *
 *       For the means of x and bin = 1 the jackknife's is the textbook's: sum_i (x_ik - m_k) (x_il - m_l) / (n (n - 1)).
 *       A quantity that does not vary has error 0, correlation 1 with itself and 0 with others.
 *   lqcd_resamples_destroy(&s)
 *
 * s.row[j * s.width + k], j = 0 .. s.samples: the means of all measurements (j = 0) and the samples, free to read and write.
 *
 * LQCD_ERR_ARGUMENT: NULL, fewer than two bins, one bootstrap sample, bins beyond 2^32, width 0. LQCD_NAN: a number is not finite,
 * `why` says which. LQCD_ERR_MEMORY. Source: B. Efron, The jackknife, the bootstrap and other resampling plans, SIAM 1982.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_RESAMPLE_H
#define LQCD_OBSERVABLES_RESAMPLE_H

#include "../site/random.h"
#include "series.h"

typedef struct {
	size_t width, samples;
	int bootstrap;
	double *row;
} lqcd_resamples;

LQCD_STATIC void lqcd_resamples_destroy(lqcd_resamples *s)
{
	if (!s) return;
	lqcd_free(s->row);
	memset(s, 0, sizeof *s);
}

/** Memory of so many samples, and of `more` rows behind them. */
LQCD_STATIC lqcd_status lqcd__resamples_make(lqcd_resamples *s, size_t width, size_t samples, int bootstrap, size_t more,
					     lqcd_message *why)
{
	s->width = width;
	s->samples = samples;
	s->bootstrap = bootstrap;
	s->row = (double *)lqcd_alloc(lqcd_mul_size(lqcd_mul_size(samples + 1 + more, width), sizeof *s->row));
	if (s->row) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_MEMORY, "no memory for %lu samples of %lu numbers", (unsigned long)samples,
			 (unsigned long)width);
}

LQCD_STATIC lqcd_status lqcd_resamples_create(lqcd_resamples *s, const double *x, size_t width, size_t n, size_t bin, int bootstrap,
					      uint64_t seed, lqcd_message *why)
{
	if (!s || !x) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "resamples: NULL");
	memset(s, 0, sizeof *s);
	lqcd_status status = lqcd__series_check(x, width, n, bin, why);
	if (status != LQCD_OK) return status;
	const size_t bins = n / bin, rows = bins * bin, samples = bootstrap ? (size_t)bootstrap : bins;
	if (bootstrap < 0 || bootstrap == 1 || (uint64_t)bins > UINT32_MAX)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%d bootstrap samples of %lu bins: needs 0 or two samples, less than 2^32 bins",
				 bootstrap, (unsigned long)bins);
	status = lqcd__resamples_make(s, width, samples, bootstrap > 0, 2, why);
	if (status != LQCD_OK) return status;
	double *all = s->row + (samples + 1) * width, *drawn = all + width;
	lqcd__series_sums(all, x, width, 0, rows);
	lqcd__series_without(s->row, all, x, width, rows, 0, 0);
	for (size_t j = 1; j <= samples; j++) {
		double *row = s->row + j * width;
		lqcd_rng g = lqcd_rng_make(seed, j, 0);
		if (!bootstrap) lqcd__series_without(row, all, x, width, rows, (j - 1) * bin, j * bin);
		for (size_t k = 0; bootstrap && k < width; k++) row[k] = 0;
		for (size_t b = 0; bootstrap && b < bins; b++) {
			const size_t which = (size_t)((uint64_t)lqcd_rng_u32(&g) * bins >> 32);
			lqcd__series_sums(drawn, x, width, which * bin, (which + 1) * bin);
			for (size_t k = 0; k < width; k++) row[k] += drawn[k];
		}
		for (size_t k = 0; bootstrap && k < width; k++) row[k] = x[k] + row[k] / (double)rows;
	}
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_resamples_map(lqcd_resamples *out, size_t width,
					   void (*f)(double *out, const double *means, void *context), void *context,
					   const lqcd_resamples *s, lqcd_message *why)
{
	if (!out || !f || !s || !s->row || width < 1 || out == s)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "resamples: NULL, not created, of width 0 or onto themselves");
	const lqcd_status status = lqcd__resamples_make(out, width, s->samples, s->bootstrap, 0, why);
	for (size_t j = 0; status == LQCD_OK && j <= s->samples; j++) f(out->row + j * width, s->row + j * s->width, context);
	return status;
}

LQCD_STATIC lqcd_status lqcd_resamples_errors(double *sigma, double *rho, const lqcd_resamples *s, lqcd_message *why)
{
	if (!sigma || !s || !s->row) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "errors of resamples: NULL, or not created");
	const size_t width = s->width, n = s->samples, bad = lqcd__series_bad(s->row, (n + 1) * width, 1);
	const double count = (double)n, factor = s->bootstrap ? count / (count - 1) : count - 1;
	if (bad < (n + 1) * width)
		return lqcd_fail(why, LQCD_NAN, "number %lu of sample %lu is not finite", (unsigned long)(bad % width),
				 (unsigned long)(bad / width));
	for (size_t k = 0; k < width; k++) {
		const lqcd__series a = lqcd__series_scaled(s->row + width + k, n, width);
		const double variance = lqcd__series_gamma(&a, 0);
		sigma[k] = sqrt(factor * variance) / a.f;
		for (size_t l = 0; rho && l <= k; l++) {
			const lqcd__series b = lqcd__series_scaled(s->row + width + l, n, width);
			const double both = variance * lqcd__series_gamma(&b, 0);
			rho[k * width + l] = rho[l * width + k] =
				k == l ? 1 : both > 0 ? lqcd__series_covariance(&a, &b, 0) / sqrt(both) : 0;
		}
	}
	return LQCD_OK;
}

#endif
