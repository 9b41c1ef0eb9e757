/* Fits (lqcd/observables/fit.h, resample.h): exact correlators, noise of a known covariance, the minimum against plain matrices and
 * differences, resamples against textbook formulas and plain draws, plateaus, and what is refused. */
#include <math.h>

#include "../support/tap.h"
#include <lqcd/observables/fit.h>

#include "../support/support.h"

enum { FIT_TIMES = 24 };

static double fit_value(const lqcd_fit_params *p, const double *v, int t)
{
	double sum = p->states ? 0 : v[0];
	for (int k = 0; k < p->states; k++) {
		const double sign = k >= p->states - p->alternating && t % 2 ? -1 : 1, m = v[2 * k + 1];
		sum += v[2 * k] * sign * (exp(-m * t) + (p->back ? p->back * exp(-m * (p->extent - t)) : 0));
	}
	return sum;
}

static lqcd_fit_params fit_model(int states, int alternating, int back, int from, int to)
{
	const lqcd_fit_params p = {states, alternating, back, FIT_TIMES, from, to, 0};
	return p;
}

/* Random parameters of masses that are well apart. */
static void fit_draw(const lqcd_fit_params *p, double *v, lqcd_rng *g)
{
	double m = 0;
	v[0] = v[1] = 3 * lqcd_rng_uniform(g) + 0.2;
	for (int k = 0; k < p->states; k++) {
		if (k == p->states - p->alternating) m = 0;
		m += 0.12 + 0.1 * k + 0.25 * lqcd_rng_uniform(g);
		v[2 * k] = (lqcd_rng_z2(g) > 0 ? 1 : -1) * (0.5 + lqcd_rng_uniform(g));
		v[2 * k + 1] = m;
	}
}

/* The same numbers in each run: the least of several minima is found, but nothing promises that it always is. */
static void exact_correlators(void)
{
	lqcd_rng g = lqcd_rng_make(7, 0, 0);
	const lqcd_fit_params model[] = {
		fit_model(0, 0, 0, 3, 9),  fit_model(1, 0, 0, 2, 17), fit_model(1, 0, 1, 1, 12), fit_model(1, 0, -1, 3, 20),
		fit_model(2, 0, 0, 1, 16), fit_model(2, 0, 1, 1, 12), fit_model(2, 1, 1, 2, 12), fit_model(1, 0, 0, 4, 5),
		fit_model(3, 1, 0, 1, 20), fit_model(2, 2, 0, 0, 14)};
	static const double scale[] = {1, 1e-170, 1e120};
	double y[FIT_TIMES], sigma[FIT_TIMES], v[LQCD_FIT_PARAMETERS];
	for (size_t n = 0; n < sizeof model / sizeof *model; n++) {
		const lqcd_fit_params *p = &model[n];
		const int parameters = p->states ? 2 * p->states : 1;
		double worst = 0, chi2 = 0;
		int wrong = 0;
		for (int again = 0; again < 30; again++) {
			lqcd_fit_result r;
			lqcd_message why = {""};
			fit_draw(p, v, &g);
			const double unit = scale[again % 3];
			for (int t = 0; t < FIT_TIMES; t++) {
				y[t] = unit * fit_value(p, v, t);
				sigma[t] = 0.01 * (fabs(y[t]) + 1e-3 * unit);
			}
			const lqcd_status s = lqcd_fit(&r, p, y, sigma, NULL, FIT_TIMES, &why);
			wrong += s != LQCD_OK || r.parameters != parameters || r.dof != p->to - p->from + 1 - parameters;
			if (s != LQCD_OK) {
				tap_ok(0, "%s", why.text);
				continue;
			}
			for (int j = 0; j < parameters; j++)
				worst = tap_worst(worst, fabs(r.value[j] / (j % 2 ? 1 : unit) / v[j] - 1));
			chi2 = tap_worst(chi2, r.chi2);
		}
		tap_ok(!wrong && worst < 1e-10 && chi2 < 1e-18, "%d states, %d alternating, back %d: parameters to %.1e, chi^2 %.1e", p->states,
		       p->alternating, p->back, worst, chi2);
	}
}

/* rho_ij = a^|i-j|: y_i = f_i + sigma_i z_i, z a chain. */
static void fit_noise(double *y, const double *exact, const double *sigma, double a, lqcd_rng *g)
{
	double z = lqcd_rng_gauss(g);
	for (int t = 0; t < FIT_TIMES; t++) {
		if (t) z = a * z + sqrt(1 - a * a) * lqcd_rng_gauss(g);
		y[t] = exact[t] + sigma[t] * z;
	}
}

static void fit_correlations(double *rho, double a)
{
	for (int i = 0; i < FIT_TIMES * FIT_TIMES; i++) rho[i] = pow(a, abs(i / FIT_TIMES - i % FIT_TIMES));
}

/* Means over N fits are within 8 of their errors: a chance below 1e-10, also in the tail of a mean of N squares. */
static void pulls(const lqcd_fit_params *p, const double *v, double a, lqcd_rng *g)
{
	enum { N = 300 };
	double exact[FIT_TIMES], y[FIT_TIMES], sigma[FIT_TIMES], rho[FIT_TIMES * FIT_TIMES];
	double first[LQCD_FIT_PARAMETERS] = {0}, second[LQCD_FIT_PARAMETERS] = {0}, chi2 = 0, p_value = 0, worst = 0;
	int dof = 1, parameters = 0, failed = 0;
	for (int t = 0; t < FIT_TIMES; t++) sigma[t] = 2e-4 * fabs(exact[t] = fit_value(p, v, t));
	fit_correlations(rho, a);
	for (int n = 0; n < N; n++) {
		lqcd_fit_result r;
		fit_noise(y, exact, sigma, a, g);
		if (lqcd_fit(&r, p, y, sigma, fabs(a) > 0 ? rho : NULL, FIT_TIMES, NULL) != LQCD_OK) {
			failed++;
			continue;
		}
		parameters = r.parameters;
		dof = r.dof;
		chi2 += r.chi2 / (double)N;
		p_value += r.p_value / (double)N;
		for (int j = 0; j < parameters; j++) {
			const double pull = (r.value[j] - v[j]) / r.error[j];
			first[j] += pull / (double)N;
			second[j] += pull * pull / (double)N;
		}
	}
	for (int j = 0; j < parameters; j++)
		worst = fmax(worst, fmax(fabs(first[j]) * sqrt((double)N), fabs(second[j] - 1) * sqrt((double)N / 2)));
	tap_ok(!failed && parameters && worst < 8, "%d states, correlation %g: pulls have mean 0 and variance 1 within %.1f of their errors",
	       p->states, a, worst);
	tap_ok(fabs(chi2 - dof) < 8 * sqrt(2.0 * dof / (double)N) && fabs(p_value - 0.5) < 8 / sqrt(12 * (double)N),
	       "chi^2/dof %.3f of %d, mean p-value %.3f", chi2 / dof, dof, p_value);
}

/* Inverse of a by Gauss and Jordan, without pivots: a is positive. */
static void plain_inverse(double *a, double *inverse, int n)
{
	for (int i = 0; i < n * n; i++) inverse[i] = i % (n + 1) == 0;
	for (int k = 0; k < n; k++) {
		const double pivot = a[k * n + k];
		for (int j = 0; j < n; j++) a[k * n + j] /= pivot, inverse[k * n + j] /= pivot;
		for (int i = 0; i < n; i++) {
			const double c = a[i * n + k];
			for (int j = 0; i != k && j < n; j++) a[i * n + j] -= c * a[k * n + j], inverse[i * n + j] -= c * inverse[k * n + j];
		}
	}
}

/* The minimum: chi^2 from the plain inverse of the covariance, and its curvature by differences. */
static void minimum(lqcd_rng *g)
{
	enum { P = 4 };
	const lqcd_fit_params p = fit_model(2, 0, 1, 2, 12);
	const int n = p.to - p.from + 1;
	static const double v[P] = {1, 0.3, 0.8, 0.9}, a = 0.7;
	double y[FIT_TIMES], sigma[FIT_TIMES], rho[FIT_TIMES * FIT_TIMES], exact[FIT_TIMES];
	double covariance[400], inverse[400], at[81], half[P * P], bent[P * P];
	lqcd_fit_result r;
	lqcd_message why;
	for (int t = 0; t < FIT_TIMES; t++) sigma[t] = 1e-3 * (exact[t] = fit_value(&p, v, t));
	fit_correlations(rho, a);
	fit_noise(y, exact, sigma, a, g);
	must(lqcd_fit(&r, &p, y, sigma, rho, FIT_TIMES, &why));
	for (int i = 0; i < n * n; i++) {
		const int s = p.from + i / n, t = p.from + i % n;
		covariance[i] = sigma[s] * sigma[t] * rho[s * FIT_TIMES + t];
	}
	plain_inverse(covariance, inverse, n);
	/* chi^2 at 3^4 points, each parameter -1, 0 or 1 tenth of its error away */
	for (int k = 0; k < 81; k++) {
		double w[P];
		at[k] = 0;
		for (int j = 0, rest = k; j < P; j++, rest /= 3) w[j] = r.value[j] + 0.01 * (rest % 3 - 1) * r.error[j];
		for (int i = 0; i < n * n; i++) {
			const int s = p.from + i / n, t = p.from + i % n;
			at[k] += (y[s] - fit_value(&p, w, s)) * inverse[i] * (y[t] - fit_value(&p, w, t));
		}
	}
	static const int unit[P] = {1, 3, 9, 27};
	double slope = 0, worst = 0;
	for (int i = 0; i < P; i++)
		for (int j = 0; j < P; j++) {
			const int x = unit[i], z = unit[j];
			half[i * P + j] = i == j ? 0.5 * (at[40 + x] - 2 * at[40] + at[40 - x]) / 1e-4
						 : 0.125 * (at[40 + x + z] - at[40 + x - z] - at[40 - x + z] + at[40 - x - z]) / 1e-4;
			slope = tap_worst(slope, fabs(at[40 + x] - at[40 - x]) / (at[40 + x] + at[40 - x] - 2 * at[40]));
		}
	/* In units of the errors the inverse of half the second derivatives is 1 on its diagonal, but for the curvature of f. */
	plain_inverse(half, bent, P);
	for (int i = 0; i < P; i++) worst = tap_worst(worst, fabs(bent[i * P + i] - 1));
	tap_ok(fabs(r.chi2 / at[40] - 1) < 1e-8 && slope < 0.05, "chi^2 %.4f is that of the plain inverse, and least: slope %.1e", r.chi2, slope);
	tap_ok(worst < 0.3, "errors are those of its second derivatives: %.1e", worst);
}

/* The density of chi^2, integrated by Simpson's rule over s = chi. */
static void p_values(void)
{
	double worst = 0;
	for (int dof = 1; dof <= 41; dof += 5)
		for (double chi2 = 0.1; chi2 < 90; chi2 *= 2.1) {
			enum { STEPS = 4000 };
			const double h = sqrt(chi2) / (double)STEPS;
			double sum = 0;
			for (int i = 0; i <= STEPS; i++) {
				const double s = i * h, density = 2 * pow(s, dof - 1) * exp(-s * s / 2 - 0.5 * dof * log(2.0) - lgamma(0.5 * dof));
				sum += (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) * density * h / 3;
			}
			worst = tap_worst(worst, fabs(lqcd_chi2_p_value(chi2, dof) - (1 - sum)));
		}
	tap_ok(worst < 1e-11, "p-values are integrals of the density: %.1e", worst);
	tap_ok(!(fabs(lqcd_chi2_p_value(0, 3) - 1) > 0) && tap_isnan(lqcd_chi2_p_value(1, 0)) && tap_isnan(lqcd_chi2_p_value(-1, 2)) &&
		       lqcd_chi2_p_value(1000, 1000) > 0.4 && lqcd_chi2_p_value(1e5, 3) < 1e-300,
	       "p-values at the ends");
}

static void add_one(double *out, const double *means, void *context)
{
	out[0] = means[0] + means[1] + *(double *)context;
}

static void resamples(lqcd_rng *g)
{
	enum { N = 203, WIDTH = 3, BIN = 4, BINS = N / BIN, DRAWS = 300 };
	static double x[N * WIDTH];
	lqcd_resamples s, b, again, sum;
	lqcd_jackknife j;
	lqcd_message why;
	double mean[WIDTH] = {0}, sigma[WIDTH], rho[WIDTH * WIDTH], worst = 0, offset = 1, draws = 0;
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < WIDTH; k++) x[WIDTH * i + k] = (k ? x[WIDTH * i] : 5) + lqcd_rng_gauss(g);
		for (int k = 0; k < WIDTH; k++) mean[k] += x[WIDTH * i + k] / (double)N;
	}
	must(lqcd_resamples_create(&s, x, WIDTH, N, 1, 0, 0, &why));
	must(lqcd_resamples_errors(sigma, rho, &s, &why));
	for (int k = 0; k < WIDTH; k++) {
		worst = tap_worst(worst, fabs(s.row[k] - mean[k]));
		for (int l = 0; l < WIDTH; l++) {
			double textbook = 0;
			for (int i = 0; i < N; i++)
				textbook += (x[WIDTH * i + k] - mean[k]) * (x[WIDTH * i + l] - mean[l]) / (double)N / (N - 1);
			worst = tap_worst(worst, fabs(sigma[k] * sigma[l] * rho[k * WIDTH + l] / textbook - 1));
		}
	}
	tap_ok(s.samples == N && worst < 1e-11, "the jackknife of means is the textbook's covariance: %.1e", worst);
	must(lqcd_resamples_map(&sum, 1, add_one, &offset, &s, &why));
	must(lqcd_resamples_errors(sigma, NULL, &sum, &why));
	for (int i = 0; i < N; i++) x[WIDTH * i + 2] = x[WIDTH * i] + x[WIDTH * i + 1];
	lqcd_resamples_destroy(&s);
	must(lqcd_resamples_create(&s, x, WIDTH, N, 1, 0, 0, &why));
	tap_ok(sum.width == 1 && fabs(sum.row[0] - 1 - s.row[2]) < 1e-12 && fabs(sum.row[N] - 1 - s.row[WIDTH * N + 2]) < 1e-12,
	       "a map of samples");
	/* Draws with bins, plainly. */
	must(lqcd_resamples_create(&b, x, WIDTH, N, BIN, DRAWS, 77, &why));
	must(lqcd_resamples_create(&again, x, WIDTH, N, BIN, 2, 77, &why));
	for (uint64_t d = 1; d <= DRAWS; d++) {
		lqcd_rng r = lqcd_rng_make(77, d, 0);
		double drawn = 0;
		for (int i = 0; i < BINS; i++) {
			const int which = (int)((uint64_t)lqcd_rng_u32(&r) * BINS >> 32);
			for (int k = 0; k < BIN; k++) drawn += x[WIDTH * (which * BIN + k) + 1] / (BIN * BINS);
		}
		draws = tap_worst(draws, fabs(b.row[WIDTH * d + 1] - drawn));
	}
	tap_ok(b.samples == DRAWS && draws < 1e-13 && !memcmp(again.row, b.row, 3 * WIDTH * sizeof *b.row),
	       "bootstrap samples are drawn bins: %.1e; fewer of them are the first of them", draws);
	must(lqcd_resamples_errors(sigma, rho, &b, &why));
	double m = 0, v = 0;
	for (int d = 1; d <= DRAWS; d++) m += b.row[WIDTH * d] / (double)DRAWS;
	for (int d = 1; d <= DRAWS; d++) v += (b.row[WIDTH * d] - m) * (b.row[WIDTH * d] - m) / (DRAWS - 1);
	must(lqcd_series_jackknife(&j, first, NULL, x, WIDTH, N, BIN, &why));
	tap_ok(fabs(sigma[0] / sqrt(v) - 1) < 1e-10 && fabs(sigma[0] / j.error - 1) < 0.5, "the bootstrap's error %g, the jackknife's %g",
	       sigma[0], j.error);
	lqcd_resamples_destroy(&s);
	lqcd_resamples_destroy(&b);
	lqcd_resamples_destroy(&again);
	lqcd_resamples_destroy(&sum);
	lqcd_resamples_destroy(&sum);
	tap_ok(!sum.row, "destroyed twice");
}

/* Fits of correlated samples by the jackknife and the bootstrap: the same errors, which linear propagation has, too. */
static void fits_of_samples(lqcd_rng *g)
{
	enum { N = 1000 };
	const lqcd_fit_params p = fit_model(1, 0, 1, 4, 12);
	static const double v[2] = {2, 0.35};
	static double x[N * FIT_TIMES];
	double exact[FIT_TIMES], sigma[FIT_TIMES];
	lqcd_message why;
	for (int t = 0; t < FIT_TIMES; t++) sigma[t] = 0.05 * (exact[t] = fit_value(&p, v, t));
	for (int i = 0; i < N; i++) fit_noise(x + (ptrdiff_t)i * FIT_TIMES, exact, sigma, 0.8, g);
	for (int n = 0; n < 4; n++) {
		lqcd_resamples s, fits;
		lqcd_fit_result r, linear;
		double e[FIT_TIMES], rho[FIT_TIMES * FIT_TIMES];
		must(lqcd_resamples_create(&s, x, FIT_TIMES, N, 2, n / 2 ? 400 : 0, 5, &why));
		must(lqcd_resamples_errors(e, rho, &s, &why));
		must(lqcd_fit_resamples(&r, &fits, &p, &s, n % 2, &why));
		must(lqcd_fit(&linear, &p, s.row, e, n % 2 ? rho : NULL, FIT_TIMES, &why));
		const double ratio = r.error[1] / linear.error[1];
		tap_ok(fits.width == 2 && fits.samples == s.samples && !memcmp(fits.row, r.value, 2 * sizeof *r.value) &&
			       !memcmp(r.value, linear.value, sizeof r.value) && fabs(r.value[1] - v[1]) < 8 * r.error[1] &&
			       (n % 2 ? fabs(ratio - 1) < 0.35 : ratio > 0.5 && ratio < 4),
		       "%s, %s: m = %.5f(%.5f), linear %.5f, chi^2 %.1f of %d", n / 2 ? "bootstrap" : "jackknife",
		       n % 2 ? "correlated" : "uncorrelated", r.value[1], r.error[1], linear.error[1], r.chi2, r.dof);
		lqcd_resamples_destroy(&s);
		lqcd_resamples_destroy(&fits);
	}
}

static void masses_and_plateaus(void)
{
	const lqcd_fit_params p = fit_model(2, 1, 1, 0, 0);
	const double v[4] = {1.5, 0.4, 0.7, 0.6}, none = tap_nan();
	double c[FIT_TIMES], worst = 0;
	for (int t = 0; t < FIT_TIMES; t++) c[t] = fit_value(&p, v, t);
	for (int t = 2; t + 3 < FIT_TIMES / 2; t++) worst = tap_worst(worst, fabs(lqcd_paired_mass(c, FIT_TIMES, t) - v[1]));
	tap_ok(worst < 1e-10 && tap_isnan(lqcd_paired_mass(c, FIT_TIMES, 1)) && tap_isnan(lqcd_paired_mass(c, FIT_TIMES, FIT_TIMES - 3)),
	       "the mass beside an alternating one: %.1e", worst);
	const double fall[4] = {8, 4, -1, 0};
	tap_ok(fabs(lqcd_log_mass(fall, 4, 0) - log(2.0)) < 1e-15 && tap_isnan(lqcd_log_mass(fall, 4, 1)) &&
		       tap_isnan(lqcd_log_mass(fall, 4, 2)) && tap_isnan(lqcd_log_mass(fall, 4, 3)),
	       "log C(t)/C(t+1), or none");
	const double m[7] = {3, 2, 1.02, 1, 0.99, 1.01, none}, dm[7] = {0.1, 0.1, 0.02, 0.01, 0.01, 0.02, 0.1};
	const lqcd_plateau without = lqcd_plateau_find(m, NULL, 7), with = lqcd_plateau_find(m, dm, 7), at = lqcd_plateau_at(m, dm, 3, 4),
			   gap = lqcd_plateau_at(m, dm, 5, 6), no = lqcd_plateau_find(m, dm, 2);
	tap_ok(without.from == 2 && without.to == 5 && fabs(without.value - 1.005) < 1e-15 && !(without.chi2 > 0), "a plateau without errors");
	tap_ok(with.from == 2 && with.to == 5 && fabs(with.value - (1.02 / 4 + 1.99 + 1.01 / 4) / 2.5) < 1e-15 && with.chi2 < 3 && with.chi2 > 1,
	       "with errors: chi^2 %g", with.chi2);
	tap_ok(fabs(at.value - 0.995) < 1e-15 && fabs(at.chi2 - 0.5) < 1e-12 && gap.to < gap.from && tap_isnan(gap.value) && no.to < no.from,
	       "given times; times without a mass; no plateau");
}

static void refused_fits(lqcd_rng *g)
{
	enum { FEW = 6 };
	lqcd_fit_params p = fit_model(1, 0, 0, 2, 12);
	double y[FIT_TIMES], sigma[FIT_TIMES], rho[FIT_TIMES * FIT_TIMES], x[FEW * FIT_TIMES];
	const double v[2] = {1, 0.3};
	lqcd_fit_result r;
	lqcd_resamples s, b;
	lqcd_message why = {""};
	for (int t = 0; t < FIT_TIMES; t++) sigma[t] = 0.01 * (y[t] = fit_value(&p, v, t));
	fit_correlations(rho, 1);
	tap_ok(lqcd_fit(&r, &p, y, sigma, rho, FIT_TIMES, &why) == LQCD_ERR_SINGULAR, "%s", why.text);
	p.cut = 1e-6;
	tap_ok(lqcd_fit(&r, &p, y, sigma, rho, FIT_TIMES, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, "1 modes"), "%s", why.text);
	/* Of six samples, eleven times have five modes. */
	for (int i = 0; i < FEW; i++) fit_noise(x + (ptrdiff_t)i * FIT_TIMES, y, sigma, 0.5, g);
	must(lqcd_resamples_create(&s, x, FIT_TIMES, FEW, 1, 0, 0, &why));
	must(lqcd_fit_resamples(&r, NULL, &p, &s, 1, &why));
	tap_ok(r.dof == 3, "with a cut, six samples: chi^2 %.2f of %d", r.chi2, r.dof);
	p.cut = 0;
	tap_ok(lqcd_fit_resamples(&r, NULL, &p, &s, 1, &why) == LQCD_ERR_SINGULAR && strstr(why.text, "6 of 11"), "%s", why.text);
	s.row[FIT_TIMES + 3] = tap_nan();
	tap_ok(lqcd_fit_resamples(&r, NULL, &p, &s, 0, &why) == LQCD_NAN && strstr(why.text, "number 3 of sample 1"), "%s", why.text);
	lqcd_resamples_destroy(&s);
	tap_ok(lqcd_resamples_create(&b, x, FIT_TIMES, FEW, 4, 0, 0, &why) == LQCD_ERR_ARGUMENT &&
		       lqcd_resamples_create(&b, x, FIT_TIMES, FEW, 1, 1, 0, &why) == LQCD_ERR_ARGUMENT &&
		       lqcd_resamples_create(&b, x, FIT_TIMES, FEW, 1, -5, 0, &why) == LQCD_ERR_ARGUMENT && !b.row,
	       "%s", why.text);
	p.to = 2;
	tap_ok(lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, "fewer than 2"), "%s", why.text);
	p.to = FIT_TIMES;
	tap_ok(lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why) == LQCD_ERR_ARGUMENT, "%s", why.text);
	p.to = 12;
	p.states = LQCD_FIT_STATES + 1;
	tap_ok(lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why) == LQCD_ERR_ARGUMENT, "%s", why.text);
	p.states = 2;
	for (int t = 0; t < FIT_TIMES; t++) y[t] = 0;
	tap_ok(lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why) == LQCD_ERR_SINGULAR && strstr(why.text, "mass of state 0"), "%s", why.text);
	sigma[7] = 0;
	tap_ok(lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why) == LQCD_ERR_SINGULAR && strstr(why.text, "time 7"), "%s", why.text);
	sigma[7] = tap_nan();
	tap_ok(lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why) == LQCD_NAN && strstr(why.text, "time 7"), "%s", why.text);
	/* Weights whose squares overflow; r stays as it was. */
	for (int t = 0; t < FIT_TIMES; t++) y[t] = exp(-0.3 * t);
	for (int k = 0; k < 2; k++) {
		for (int t = 0; t < FIT_TIMES; t++) sigma[t] = k ? 1e-310 : 1e-200;
		r.chi2 = -7;
		const lqcd_status status = lqcd_fit(&r, &p, y, sigma, NULL, FIT_TIMES, &why);
		tap_ok(status != LQCD_OK && r.chi2 < -6 && *why.text, "errors of %g: %s", sigma[0], why.text);
	}
}

static void test_fit(void)
{
	static const double one[2] = {1.5, 0.25}, two[4] = {1, 0.2, 0.7, 0.7};
	const lqcd_fit_params single = fit_model(1, 0, 1, 3, 12), pair = fit_model(2, 0, 0, 1, 14);
	lqcd_rng g = lqcd_rng_make(tap_random_u64(), 0, 0);
	exact_correlators();
	pulls(&single, one, 0, &g);
	pulls(&single, one, 0.8, &g);
	pulls(&pair, two, 0.5, &g);
	minimum(&g);
	p_values();
	resamples(&g);
	fits_of_samples(&g);
	masses_and_plateaus();
	refused_fits(&g);
}
