/* lqcd/compat/hirep/impl/statistics.h: the names of HiRep's statistics.h: errors of a series of measurements a[0], ..,
 * a[n-1].
 *
 *   average(n, a)                     m = sum a / n
 *   sigma0(n, a)                      sqrt((<a^2> - m^2) / n): the error without autocorrelations
 *   auto_corr(n, a, tmax, gamma)      gamma[t] = <a_i a_(i+t)> - <a_i> <a_(i+t)>, means over i < n - t, t < tmax <= n
 *   auto_corr_time(n, tmax, g, &flag) integrated time tau = 1/2 + sum_(0 < t <= W) g[t]/g[0]. W is the first with
 *                                     W >= int(5 tau) where tau of all the windows up to W + int(3 tau) agrees with it
 *                                     within its error (2 (2 W' + 1) / n)^(1/2) tau: flag 0. If there is none, the
 *                                     largest tau: flag 1
 *   sigma(n, a, &tau, &flag)          sqrt(2 tau gamma[0] / n), from tmax = n/30 + 1; sigma0 and tau 1/2 of a constant
 *   sigma_replicas(n, r, a, &tau, &flag)     of r series of n, one after the other: gamma is their mean
 *   sigma_bin(n, width, a)            sigma0 of the means of width measurements in a row
 *   sigma_jackknife(nobs, n, a, &value, f)   f of the means of nobs observables, a[n k + i], and its error
 *
 * These are HiRep's estimates, with their small biases; lqcd's own are in observables/series.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_STATISTICS_H
#define LQCD_COMPAT_HIREP_STATISTICS_H

#include "globals.h"

static inline double *lqcd__hr_reals(int n, const char *name)
{
	double *p = (double *)calloc(n > 0 ? (size_t)n : 1, sizeof *p);
	lqcd__hr_error(!p, 1, name, "out of memory");
	return p;
}

static inline double average(int n, double a[])
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += a[i];
	return sum / n;
}

static inline double sigma0(int n, double a[])
{
	const double m = average(n, a);
	double squares = 0;
	for (int i = 0; i < n; i++) squares += (a[i] - m) * (a[i] - m);
	return sqrt(squares / n / n);
}

static inline void auto_corr(int n, double a[], int tmax, double gamma[])
{
	lqcd__hr_error(n < 1 || tmax < 1 || n < tmax, 1, "auto_corr", "1 <= tmax <= n");
	for (int t = 0; t < tmax; t++) {
		const int pairs = n - t;
		double sum = 0;
		for (int i = 0; i < pairs; i++) sum += a[i] * a[i + t];
		gamma[t] = sum / pairs - average(pairs, a) * average(pairs, a + t);
	}
}

/** Whether the windows after w have the same tau[w], of those that there are. */
static inline int lqcd__hr_plateau(int n, int tmax, const double tau[], int w)
{
	for (int j = w + 1; j < tmax && j <= w + (int)(3 * tau[w]); j++) {
		const double d = tau[j] - tau[w];
		if (d * d > 2.0 * (2 * j + 1) / n * tau[w] * tau[w]) return 0;
	}
	return 1;
}

static inline double auto_corr_time(int n, int tmax, double g[], int *flag)
{
	double *tau = lqcd__hr_reals(tmax, "auto_corr_time"), largest = 0, found = -1;
	int stop = 1;
	tau[0] = 0.5;
	while (stop < tmax && (stop == 1 || tau[stop - 1] > 0)) {
		tau[stop] = tau[stop - 1] + g[stop] / g[0];
		stop++;
	}
	/* a window with tau <= 0 is none */
	if (tau[stop - 1] <= 0) stop--;
	for (int w = 0; w < stop && found < 0; w++) {
		if (tau[w] > largest) largest = tau[w];
		if (w >= (int)(5 * tau[w]) && lqcd__hr_plateau(n, stop, tau, w)) found = tau[w];
	}
	free(tau);
	*flag = found < 0;
	return *flag ? largest : found;
}

/** The error from the autocorrelation function g of the numbers a. */
static inline double lqcd__hr_sigma(int n, double a[], int tmax, double g[], double *tau, int *flag)
{
	const double m = fabs(average(n, a)), naive = sigma0(n, a);
	*tau = 0.5;
	*flag = 0;
	if (m + naive <= m || !(fabs(g[0]) > 0)) return naive;
	*tau = auto_corr_time(n, tmax, g, flag);
	return sqrt(2 * *tau * g[0] / n);
}

static inline double sigma_replicas(int n, int r, double a[], double *tau, int *flag)
{
	const int tmax = n / 30 + 1;
	double *g = lqcd__hr_reals(tmax, "sigma_replicas"), *of_one = lqcd__hr_reals(tmax, "sigma_replicas");
	for (int k = 0; k < r; k++) {
		auto_corr(n, a + (ptrdiff_t)n * k, tmax, of_one);
		for (int t = 0; t < tmax; t++) g[t] += of_one[t] / r;
	}
	const double error_of_mean = lqcd__hr_sigma(n * r, a, tmax, g, tau, flag);
	free(g);
	free(of_one);
	return error_of_mean;
}

static inline double sigma(int n, double a[], double *tau, int *flag)
{
	return sigma_replicas(n, 1, a, tau, flag);
}

static inline double sigma_bin(int n, int binsize, double a[])
{
	const int bins = n / binsize;
	double *b = lqcd__hr_reals(bins, "sigma_bin");
	for (int i = 0; i < bins; i++) b[i] = average(binsize, a + (ptrdiff_t)binsize * i);
	const double s = sigma0(bins, b);
	free(b);
	return s;
}

static inline double sigma_jackknife(int nobs, int n, double a[], double *ave_j, double (*pobs)(double v[]))
{
	double *mean = lqcd__hr_reals(nobs, "sigma_jackknife"), *without = lqcd__hr_reals(nobs, "sigma_jackknife");
	double *f = lqcd__hr_reals(n, "sigma_jackknife");
	for (int k = 0; k < nobs; k++) mean[k] = average(n, a + (ptrdiff_t)n * k);
	*ave_j = pobs(mean);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < nobs; k++) without[k] = (n * mean[k] - a[(ptrdiff_t)n * k + i]) / (n - 1);
		f[i] = pobs(without);
	}
	const double s = sigma0(n, f) * (n - 1);
	free(mean);
	free(without);
	free(f);
	return s;
}

#endif
