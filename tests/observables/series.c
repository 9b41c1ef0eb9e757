/* Analysis of series (lqcd/observables/series.h): a short one against the formulas in another form, long ones of a known
 * autocorrelation, errors of functions of means, and what is refused. */
#include <math.h>

#include "../support/tap.h"
#include <lqcd/observables/series.h>
#include <lqcd/site/random.h>

#include "../support/support.h"

enum { LONG = 40000 };

/* x[i] = a x[i - 1] + noise, of variance 1: autocorrelation a^t, tau = (1 + a) / (2 (1 - a)) */
static void chain(double *x, size_t n, double a, lqcd_rng *g)
{
	double last = lqcd_rng_gauss(g);
	for (size_t i = 0; i < n; i++) x[i] = last = a * last + sqrt(1 - a * a) * lqcd_rng_gauss(g);
}

/* The same window and error from the whole matrix of products. */
static void short_series(double a, lqcd_rng *g)
{
	enum { N = 37 };
	double x[N], gamma[N], mean = 0, c, tau = 0, sum = 0;
	size_t w = 0;
	chain(x, N, a, g);
	for (size_t i = 0; i < N; i++) mean += x[i] / (double)N;
	for (size_t t = 0; t < N; t++) {
		gamma[t] = 0;
		for (size_t i = 0; i < N; i++)
			for (size_t j = 0; j < N; j++)
				if (j == i + t) gamma[t] += (x[i] - mean) * (x[j] - mean) / (double)(N - t);
	}
	c = gamma[0];
	for (int open = 1; open && w < N / 2;) {
		c += 2 * gamma[++w];
		sum += fabs(gamma[w]);
		tau = 0.5 + (c > gamma[0] ? c - gamma[0] : 2 * sum) / (2 * gamma[0]);
		const double time = 1.5 / log((2 * tau + 1) / (2 * tau - 1));
		open = exp(-(double)w / time) - time / sqrt((double)(w * N)) >= 0;
	}
	const int half = c <= gamma[0];
	if (half) c -= gamma[w];
	const double bias = c / (double)N;
	c = gamma[0] + bias - half * gamma[w] - half * bias;
	for (size_t t = 1; t <= w; t++) c += 2 * (gamma[t] + bias);
	if (c <= 0) {
		c = gamma[0];
		for (size_t t = 1; t <= w; t++)
			c += 2 * gamma[t] * (double)(N - t) / (double)N * (double)(w + 1 - t) / (double)(w + 1);
	}
	lqcd_series r;
	lqcd_message why;
	must(lqcd_series_analyse(&r, x, N, 1, 1.5, &why));
	tap_ok(fabs(r.mean - mean) < 1e-14 && r.window == w && fabs(r.error - sqrt(c / (double)N)) < 1e-12 && r.error > 0 &&
		       fabs(r.tau - c / (2 * (gamma[0] + bias))) < 1e-12,
	       "a short series, autocorrelation %g: mean %g, error %g, tau %g in a window of %lu", a, r.mean, r.error, r.tau,
	       (unsigned long)w);
}

static void long_series(double *x, double a, lqcd_rng *g)
{
	lqcd_series r, half;
	lqcd_message why;
	const double tau = (1 + a) / (2 * (1 - a)), error = sqrt(2 * tau / (double)LONG);
	chain(x, LONG, a, g);
	must(lqcd_series_analyse(&r, x, LONG, 1, 1.5, &why));
	tap_ok(fabs(r.tau - tau) < 6 * r.tau_error && r.tau_error < 0.2 * tau,
	       "autocorrelation %g: tau = %.3f +- %.3f, is %.3f", a, r.tau, r.tau_error, tau);
	tap_ok(fabs(r.mean) < 6 * r.error && fabs(r.error - error) < 6 * r.error_error &&
		       fabs(r.naive_error * sqrt((double)LONG) - 1) < 0.2,
	       "autocorrelation %g: error %.5f +- %.5f, is %.5f", a, r.error, r.error_error, error);
	must(lqcd_series_analyse(&half, x, LONG / 2, 2, 1.5, &why));
	const double thin = (1 + a * a) / (2 * (1 - a * a));
	tap_ok(fabs(half.tau - thin) < 6 * half.tau_error, "every second one: tau = %.3f +- %.3f, is %.3f", half.tau,
	       half.tau_error, thin);
}

static double first(const double *means, void *context)
{
	(void)context;
	return means[0];
}

/* c m0^2 / m1 */
static double ratio(const double *means, void *context)
{
	return *(double *)context * means[0] * means[0] / means[1];
}

static void jackknife(double *x, lqcd_rng *g)
{
	enum { N = 501, WIDTH = 2 };
	lqcd_jackknife r;
	lqcd_message why;
	double mean = 0, squares = 0, scale = 3;
	for (int i = 0; i < N; i++) {
		const double common = lqcd_rng_gauss(g);
		x[WIDTH * i] = 2 + 0.1 * common;
		x[WIDTH * i + 1] = 5 + 0.1 * common + 0.2 * lqcd_rng_gauss(g);
		mean += x[WIDTH * i] / (double)N;
	}
	for (int i = 0; i < N; i++) squares += (x[WIDTH * i] - mean) * (x[WIDTH * i] - mean);
	must(lqcd_series_jackknife(&r, first, NULL, x, WIDTH, N, 1, &why));
	tap_ok(fabs(r.value - mean) < 1e-13 && fabs(r.error - sqrt(squares / (double)N / (N - 1))) < 1e-13 &&
		       fabs(r.bias) < 1e-10 && r.bins == N,
	       "the jackknife of a mean has the standard error %g", r.error);
	/* d(c a^2 / b) = c (2 a / b da - a^2 / b^2 db) */
	must(lqcd_series_jackknife(&r, ratio, &scale, x, WIDTH, N, 10, &why));
	const double value = scale * 4 / 5, da = scale * 4 / 5 - scale * 4 / 25, db = scale * 4 / 25;
	const double error = sqrt((da * da * 0.01 + db * db * 0.04) / (N - 1));
	tap_ok(r.bins == 50 && fabs(r.value - value) < 6 * error && fabs(r.error / error - 1) < 0.6,
	       "a function of means: %g +- %g, propagated %g", r.value, r.error, error);
}

/* The same errors for any scale of the numbers, and none without variation. */
static void scales(double *x, lqcd_rng *g)
{
	enum { N = 1000 };
	static const double scale[] = {0x1p-1060, 0x1p-531, 0x1p515, 0x1p1020};
	double y[N];
	lqcd_series one, r;
	lqcd_jackknife of_one, j;
	lqcd_message why;
	chain(x, N, 0.5, g);
	must(lqcd_series_analyse(&one, x, N, 1, 1.5, &why));
	must(lqcd_series_jackknife(&of_one, first, NULL, x, 1, N, 10, &why));
	for (int k = 0; k < 4; k++) {
		const double within = k ? 1e-10 : 1e-2; /* numbers of few bits */
		for (int i = 0; i < N; i++) y[i] = scale[k] * x[i];
		const lqcd_status s = lqcd_series_analyse(&r, y, N, 1, 1.5, &why);
		tap_ok(s == LQCD_OK && fabs(r.mean / scale[k] - one.mean) < within &&
			       fabs(r.error / scale[k] / one.error - 1) < within && fabs(r.tau / one.tau - 1) < within,
		       "numbers of %g: error %g, tau %g", scale[k], r.error, r.tau);
		if (k == 3) break; /* their sum is infinite */
		must(lqcd_series_jackknife(&j, first, NULL, y, 1, N, 10, &why));
		tap_ok(fabs(j.error / scale[k] / of_one.error - 1) < within, "the jackknife: error %g", j.error);
	}
	for (int i = 0; i < N; i++) y[i] = 0.593;
	must(lqcd_series_analyse(&r, y, N, 1, 1.5, &why));
	must(lqcd_series_jackknife(&j, first, NULL, y, 1, N, 1, &why));
	tap_ok(!(fabs(r.mean - 0.593) > 0) && !(r.error > 0) && !(fabs(r.tau - 0.5) > 0) && !(j.error > 0) &&
		       !(fabs(j.bias) > 0),
	       "numbers 0.593: error %g, tau %g, jackknife %g", r.error, r.tau, j.error);
	for (int i = 0; i < N; i++) y[i] = i % 2 ? 1 : -1;
	must(lqcd_series_analyse(&r, y, N, 1, 1.5, &why));
	tap_ok(r.error > 0 && r.error < 0.1 * r.naive_error, "1, -1, 1, ..: error %g, not 0", r.error);
}

static void refused(double *x)
{
	lqcd_series r;
	lqcd_jackknife j;
	lqcd_message why;
	double scale = 1;
	for (int i = 0; i < 100; i++) x[i] = 7;
	tap_ok(lqcd_series_analyse(&r, x, 100, 1, 1.5, &why) == LQCD_OK && r.mean == 7 && r.error == 0 && r.tau == 0.5,
	       "a series that does not vary");
	tap_ok(lqcd_series_analyse(&r, x, 3, 1, 1.5, &why) == LQCD_ERR_ARGUMENT &&
		       lqcd_series_analyse(&r, x, 9, 0, 1.5, &why) == LQCD_ERR_ARGUMENT &&
		       lqcd_series_analyse(&r, x, 9, 1, lqcd_nan(), NULL) == LQCD_ERR_ARGUMENT,
	       "too few numbers, none apart, no s");
	x[41] = lqcd_nan();
	tap_ok(lqcd_series_analyse(&r, x, 50, 2, 1.5, &why) == LQCD_OK, "NaN between the numbers is not read");
	tap_ok(lqcd_series_analyse(&r, x, 100, 1, 1.5, &why) == LQCD_NAN && strstr(why.text, "number 41"), "%s",
	       why.text);
	tap_ok(lqcd_series_jackknife(&j, first, NULL, x, 2, 50, 5, &why) == LQCD_NAN &&
		       strstr(why.text, "number 1 of row 20"),
	       "%s", why.text);
	x[41] = 0;
	tap_ok(lqcd_series_jackknife(&j, first, NULL, x, 2, 50, 26, &why) == LQCD_ERR_ARGUMENT, "%s", why.text);
	for (int i = 0; i < 100; i++) x[i] = i < 20;
	tap_ok(lqcd_series_jackknife(&j, ratio, &scale, x, 2, 50, 10, &why) == LQCD_NAN && strstr(why.text, "bin 0"),
	       "%s", why.text);
}

static void test_series(void)
{
	static double x[LONG];
	lqcd_rng g = lqcd_rng_make(tap_random_u64(), 0, 0);
	short_series(0.6, &g);
	for (int k = 0; k < 8; k++) short_series(-0.9, &g);
	long_series(x, 0, &g);
	long_series(x, 0.5, &g);
	long_series(x, 0.9, &g);
	long_series(x, -0.5, &g);
	long_series(x, -0.9, &g);
	scales(x, &g);
	jackknife(x, &g);
	refused(x);
}
