/* lqcd/observables/fit.h: masses of correlators: effective masses, plateaus, and fits of exponentials by least squares.
 *
 *   lqcd_effective_mass(C, T, t)   m with C(t)/C(t+1) = cosh(m (T/2-t)) / cosh(m (T/2-t-1)), for C symmetric about T/2
 *   lqcd_log_mass(C, T, t)         log C(t)/C(t+1), t + 1 < T
 *   lqcd_paired_mass(C, T, t)      m of A cosh(m (T/2-t)) + (-1)^t B cosh(n (T/2-t)) from C(t-2) .. C(t+3)
 *       Where there is no such mass: NaN.
 *   lqcd_plateau_at(m, dm, from, to), lqcd_plateau_find(m, dm, n)
 *       the constant value of m[from] .. m[to] with weights 1/dm^2 (dm NULL: 1), and chi2 = sum (m - value)^2/dm^2, which knows no
 *       correlations (dm NULL: 0). find: `to` is the last of n times with a finite m, and the range the longest of two times or more
 *       with chi2 <= to - from; without errors, that whose masses differ by at most 5 % of their mean. None: from > to, value NaN.
 *
 *   status = lqcd_fit(&r, &p, y, sigma, rho, width, why)
 *       fits, to y[t] with errors sigma[t] and correlations rho[t * width + s] (NULL: none), t = p.from .. p.to below width,
 *
 *           f(t) = sum_k A_k s_k^t (exp(-m_k t) + b exp(-m_k (T - t))),    k < p.states <= LQCD_FIT_STATES;    states = 0: f = A_0
 *
 *       b = p.back (0 an exponential, 1 a cosh, -1 a sinh), T = p.extent; s_k = -1 for the last p.alternating states, 1 for others.
 *       lqcd_fit_params_default() is one exponential without times.
 *       r.value = A_0, m_0, A_1, m_1, .., masses of one sign s ascending; r.error: their errors, by linear propagation of sigma
 *       and rho; r.chi2; r.dof: modes less parameters; r.p_value. Covariance V: chi2 = sum (y - f) V^-1 (y - f). Its inverse is by
 *       eigenvalues of rho: those below p.cut times the largest are left out and are no modes; cut = 0: none is left out.
 *       Starts: for each of 12 masses 0.01 .. 4.7 of state 0 the best of as many of the others. From each the Levenberg-Marquardt
 *       method goes to a minimum, with amplitudes always the best of the masses (variable projection); the least of them counts.
 *   status = lqcd_fit_resamples(&r, &fits, &p, &s, correlated, why)
 *       fits the means of s (resample.h), with errors and, if `correlated`, correlations by s. Then each sample with the same
 *       errors, starting from that result: r.error is the error by the resampling. fits: NULL, or samples of r.value for
 *       functions of it, which the caller destroys.
 *   lqcd_chi2_p_value(chi2, dof)   the probability of a larger chi2 of normally distributed numbers; NaN for dof < 1. Of a covariance
 *       from few samples it is too small: there should be ten times more samples than times.
 *
 * LQCD_ERR_ARGUMENT: NULL, times or numbers of states out of range, fewer modes than parameters. LQCD_NAN: a y, sigma or rho is
 * not finite, or chi^2. LQCD_ERR_SINGULAR: an error is not positive; an eigenvalue is below rounding with cut = 0; or the data leave a parameter
 * open. LQCD_ITERATION_LIMIT: no minimum in 60 steps. r is written if the status is LQCD_OK, and `why` says what to do.
 * Sources: L. Kaufman, BIT 15 (1975) 49 (variable projection); C. Michael, A. McKerrell, hep-lat/9412087 (correlated fits).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_FIT_H
#define LQCD_OBSERVABLES_FIT_H

#include <float.h>

#include "../solver/eigen_dense.h"
#include "resample.h"

enum { LQCD_FIT_STATES = 3, LQCD_FIT_PARAMETERS = 2 * LQCD_FIT_STATES, LQCD__FIT_MASSES = 12 };

typedef struct {
	int states, alternating, back, extent;
	int from, to;
	double cut;
} lqcd_fit_params;

/** One exponential; the times are still to be set. */
LQCD_STATIC lqcd_fit_params lqcd_fit_params_default(void)
{
	const lqcd_fit_params p = {1, 0, 0, 0, 0, 0, 0};
	return p;
}

typedef struct {
	int parameters, dof;
	double value[LQCD_FIT_PARAMETERS], error[LQCD_FIT_PARAMETERS];
	double chi2, p_value;
} lqcd_fit_result;

typedef struct {
	int from, to;
	double value, chi2;
} lqcd_plateau;

/* ---- effective masses and their plateaus --------------------------------------------------------------------------- */

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

LQCD_STATIC double lqcd_log_mass(const double *corr, int extent, int t)
{
	const double m = t + 1 < extent ? log(corr[t] / corr[t + 1]) : lqcd_nan();
	return lqcd_isfinite(m) ? m : lqcd_nan();
}

/** s C(t) = (C(t-1) + C(t+1)) / 2 has the eigenvalues cosh m and -cosh n, so that s^2 C = p s C - q C at t and t + 1, p their sum and
 * q their product. */
LQCD_STATIC double lqcd_paired_mass(const double *corr, int extent, int t)
{
	double s[2][3];
	if (t < 2 || t + 3 >= extent) return lqcd_nan();
	for (int k = 0; k < 2; k++) {
		const double *c = corr + t + k;
		s[k][0] = c[0];
		s[k][1] = 0.5 * (c[-1] + c[1]);
		s[k][2] = 0.25 * (c[-2] + 2 * c[0] + c[2]);
	}
	const double d = s[0][1] * s[1][0] - s[1][1] * s[0][0];
	const double p = (s[0][2] * s[1][0] - s[1][2] * s[0][0]) / d, q = (s[0][2] * s[1][1] - s[1][2] * s[0][1]) / d;
	const double x = 0.5 * (p + sqrt(p * p - 4 * q));
	return x > 1 ? acosh(x) : lqcd_nan();
}

LQCD_STATIC lqcd_plateau lqcd_plateau_at(const double *m, const double *dm, int from, int to)
{
	lqcd_plateau p = {from, to, 0, 0};
	double weights = 0;
	for (int t = from; t <= to; t++) {
		const double w = dm && dm[t] > 0 ? 1 / (dm[t] * dm[t]) : 1;
		p.value += w * m[t];
		weights += w;
	}
	p.value /= weights;
	for (int t = from; t <= to && dm; t++)
		if (dm[t] > 0) p.chi2 += (m[t] - p.value) * (m[t] - p.value) / (dm[t] * dm[t]);
	if (from > to || !lqcd_isfinite(p.value)) {
		p.to = from - 1;
		p.value = lqcd_nan();
		p.chi2 = 0;
	}
	return p;
}

LQCD_STATIC lqcd_plateau lqcd_plateau_find(const double *m, const double *dm, int n)
{
	lqcd_plateau found = lqcd_plateau_at(m, dm, 0, -1);
	int to = n - 1;
	while (to >= 0 && !lqcd_isfinite(m[to])) to--;
	double low = to < 0 ? 0 : m[to], high = low;
	for (int from = to - 1; from >= 0 && lqcd_isfinite(m[from]); from--) {
		const lqcd_plateau p = lqcd_plateau_at(m, dm, from, to);
		low = fmin(low, m[from]);
		high = fmax(high, m[from]);
		if (dm ? p.chi2 <= to - from : high - low <= 0.05 * p.value) found = p;
	}
	return found;
}

/* ---- chi^2 --------------------------------------------------------------------------------------------------------- */

/** The incomplete gamma function Q(dof/2, chi2/2), by the recursion Q(a + 1, h) = Q(a, h) + h^a exp(-h) / Gamma(a + 1). */
LQCD_STATIC double lqcd_chi2_p_value(double chi2, int dof)
{
	const double h = 0.5 * chi2;
	if (dof < 1 || !(chi2 >= 0)) return lqcd_nan();
	if (!(chi2 > 0)) return 1;
	double p = dof % 2 ? erfc(sqrt(h)) : exp(-h);
	for (double a = dof % 2 ? 0.5 : 1; a < 0.5 * dof - 0.25; a++) p += exp(a * log(h) - h - lgamma(a + 1));
	return fmin(p, 1);
}

/* ---- least squares ------------------------------------------------------------------------------------------------- */

/* A fit in coordinates in which errors are 1 and uncorrelated: modes of w y, w of modes x times. Numbers y are divided by scale. */
typedef struct {
	const lqcd_fit_params *p;
	int times, modes, parameters;
	double scale;
	const double *y;
	double *w, *column, *matrix; /* rows of parameters + 1 numbers, modes + parameters of them */
} lqcd__fit;

/** The basis function of state k at t and its derivative with respect to the mass m. */
LQCD_STATIC void lqcd__fit_state(const lqcd_fit_params *p, int k, double m, int t, double *f, double *df)
{
	const double sign = k >= p->states - p->alternating && t % 2 ? -1 : 1, there = exp(-m * t);
	const double back = p->back ? p->back * exp(-m * (p->extent - t)) : 0;
	*f = p->states ? sign * (there + back) : 1;
	*df = -sign * (t * there + (p->extent - t) * back);
}

/** Puts the modes of the numbers in f->column into a column of the matrix; the sum of their squares. */
LQCD_STATIC double lqcd__fit_put(lqcd__fit *f, int column, int columns)
{
	double sum = 0;
	for (int i = 0; i < f->modes; i++) {
		double x = 0;
		for (int j = 0; j < f->times; j++) x += f->w[i * f->times + j] * f->column[j];
		f->matrix[i * columns + column] = x;
		sum += x * x;
	}
	return sum;
}

/** Columns: all that the parameters v multiply (amplitudes alone, or masses, too); the last: what is left of y, or y. The square of it. */
LQCD_STATIC double lqcd__fit_matrix(lqcd__fit *f, const double *v, int masses)
{
	const lqcd_fit_params *p = f->p;
	const int states = p->states ? p->states : 1, columns = masses ? f->parameters + 1 : states + 1;
	double df;
	for (int c = 0; c + 1 < columns; c++) {
		const int k = masses ? c / 2 : c;
		for (int j = 0; j < f->times; j++) {
			double *x = &f->column[j];
			lqcd__fit_state(p, k, v[2 * k + 1], p->from + j, x, &df);
			if (masses && c % 2) *x = v[2 * k] * df;
		}
		(void)lqcd__fit_put(f, c, columns);
	}
	for (int j = 0; j < f->times; j++) {
		f->column[j] = f->y[p->from + j] / f->scale;
		for (int k = 0; masses && k < states; k++) {
			double x;
			lqcd__fit_state(p, k, v[2 * k + 1], p->from + j, &x, &df);
			f->column[j] -= v[2 * k] * x;
		}
	}
	return lqcd__fit_put(f, columns - 1, columns);
}

/** The n coefficients x with which columns of the matrix a come closest to its last one, by Gram-Schmidt; a becomes orthonormal columns
 * and the rest, r (n x n) the factor. Returns the square of what they take away. A column that depends on others has r = x = 0. */
LQCD_STATIC double lqcd__fit_least(double *a, int rows, int n, double *r, double *x)
{
	double gain = 0;
	for (int j = 0; j < n; j++) {
		double before = 0, after = 0;
		/* Earlier columns are subtracted one by one; what is left of this one, and what it was. */
		for (int i = 0; i < rows; i++) after += a[i * (n + 1) + j] * a[i * (n + 1) + j];
		for (int k = 0; k < j; k++) before += r[k * n + j] * r[k * n + j];
		const double length = after > 1e-28 * (before + after) ? sqrt(after) : 0;
		for (int i = 0; i < rows; i++) a[i * (n + 1) + j] *= length > 0 ? 1 / length : 0;
		r[j * n + j] = length;
		for (int k = j + 1; k <= n; k++) {
			double dot = 0;
			for (int i = 0; i < rows; i++) dot += a[i * (n + 1) + j] * a[i * (n + 1) + k];
			for (int i = 0; i < rows; i++) a[i * (n + 1) + k] -= dot * a[i * (n + 1) + j];
			if (k < n) r[j * n + k] = dot;
			else x[j] = dot;
		}
		gain += x[j] * x[j];
	}
	for (int j = n - 1; j >= 0; j--) {
		for (int k = j + 1; k < n; k++) x[j] -= r[j * n + k] * x[k];
		x[j] = r[j * n + j] > 0 ? x[j] / r[j * n + j] : 0;
	}
	return gain;
}

/** Gives v the amplitudes that its masses like best. Returns the square of what they take away from y. */
LQCD_STATIC double lqcd__fit_amplitudes(lqcd__fit *f, double *v)
{
	const int n = f->p->states ? f->p->states : 1;
	double factor[LQCD_FIT_STATES * LQCD_FIT_STATES], x[LQCD_FIT_STATES];
	(void)lqcd__fit_matrix(f, v, 0);
	const double gain = lqcd__fit_least(f->matrix, f->modes, n, factor, x);
	for (int k = 0; k < n; k++) v[2 * k] = x[k];
	return gain;
}

/** v := the best start whose state 0 has that mass of the table; 0 if there is none. */
LQCD_STATIC int lqcd__fit_scan(lqcd__fit *f, double *v, int mass)
{
	const int states = f->p->states;
	double best = -1, trial[LQCD_FIT_PARAMETERS] = {0};
	int tries = 1;
	for (int k = 1; k < states; k++) tries *= LQCD__FIT_MASSES;
	for (int n = 0; n < tries; n++) {
		int usable = states || !mass, before = -1;
		for (int k = 0, rest = n * LQCD__FIT_MASSES + mass; k < states; k++, rest /= LQCD__FIT_MASSES) {
			if (k == states - f->p->alternating) before = -1;
			usable &= rest % LQCD__FIT_MASSES > before;
			before = rest % LQCD__FIT_MASSES;
			trial[2 * k + 1] = 0.01 * pow(1.75, before);
		}
		const double gain = usable ? lqcd__fit_amplitudes(f, trial) : -1;
		if (!(gain > best)) continue;
		best = gain;
		memcpy(v, trial, sizeof trial);
	}
	return best >= 0;
}

/** Improves v to a minimum of chi^2, in which amplitudes are always the best of the masses: only these are damped. */
LQCD_STATIC lqcd_status lqcd__fit_descend(lqcd__fit *f, double *v, double *chi2, lqcd_message *why)
{
	const int n = f->parameters, columns = n + 1;
	double factor[LQCD_FIT_PARAMETERS * LQCD_FIT_PARAMETERS], step[LQCD_FIT_PARAMETERS], trial[LQCD_FIT_PARAMETERS] = {0};
	double damping = 1e-4, gain = 0;
	for (int j = 0; j < f->times; j++) f->column[j] = f->y[f->p->from + j] / f->scale;
	const double all = lqcd__fit_put(f, n, columns);
	for (int steps = 0; steps < 60; steps++) {
		*chi2 = lqcd__fit_matrix(f, v, 1);
		for (int j = 0; j < n; j++) {
			double norm2 = 0, *row = f->matrix + (f->modes + j) * columns;
			for (int i = 0; i < f->modes && j % 2; i++) norm2 += f->matrix[i * columns + j] * f->matrix[i * columns + j];
			for (int k = 0; k < columns; k++) row[k] = k == j ? sqrt(damping * norm2) : 0;
		}
		gain = lqcd__fit_least(f->matrix, f->modes + n, n, factor, step);
		/* A cosh or sinh of -m is one of m. */
		for (int j = 0; j < n; j++) trial[j] = f->p->back ? fabs(v[j] + step[j]) : v[j] + step[j];
		(void)lqcd__fit_amplitudes(f, trial);
		/* Steps that rounding hides are taken, too: they lead to where the derivatives vanish. */
		const int better = lqcd__fit_matrix(f, trial, 1) <= *chi2 * (1 + 1e-12);
		if (better) memcpy(v, trial, sizeof trial);
		damping = better ? 0.1 * damping : fmax(1e-6, 10 * damping);
		if (!(gain > 1e-28 * all + 1e-18 * *chi2) || damping > 1e12) break;
	}
	if (gain <= 1e-10 * (1 + *chi2)) return LQCD_OK;
	return lqcd_fail(why, LQCD_ITERATION_LIMIT, "no minimum of chi^2 in 60 steps: fit fewer states, or other times");
}

/** chi^2 and errors at the minimum v, in the units of the caller. */
LQCD_STATIC lqcd_status lqcd__fit_finish(lqcd_fit_result *r, lqcd__fit *f, double *v, lqcd_message *why)
{
	const int n = f->parameters, states = f->p->states;
	double factor[LQCD_FIT_PARAMETERS * LQCD_FIT_PARAMETERS], x[LQCD_FIT_PARAMETERS], z[LQCD_FIT_PARAMETERS];
	for (int again = 1; again < states; again++)
		for (int k = 0; k + 1 < states; k++)
			if (k + 1 != states - f->p->alternating && v[2 * k + 1] > v[2 * k + 3])
				lqcd__swap(&v[2 * k], &v[2 * k + 2], 2 * sizeof *v);
	memset(r, 0, sizeof *r);
	r->parameters = n;
	r->dof = f->modes - n;
	r->chi2 = lqcd__fit_matrix(f, v, 1);
	r->p_value = lqcd_chi2_p_value(r->chi2, r->dof);
	(void)lqcd__fit_least(f->matrix, f->modes, n, factor, x);
	for (int c = 0; c < n; c++) {
		if (!(factor[c * n + c] > 0))
			return lqcd_fail(why, LQCD_ERR_SINGULAR, "the data leave the %s of state %d open: fit fewer states, or other times",
					 c % 2 ? "mass" : "amplitude", c / 2);
		for (int j = c; j >= 0; j--) {
			z[j] = j == c;
			for (int k = j + 1; k <= c; k++) z[j] -= factor[j * n + k] * z[k];
			z[j] /= factor[j * n + j];
			r->error[j] += z[j] * z[j];
		}
	}
	for (int j = 0; j < n; j++) {
		const double unit = j % 2 ? 1 : f->scale;
		r->value[j] = unit * v[j];
		r->error[j] = unit * sqrt(r->error[j]);
	}
	return LQCD_OK;
}

/** w from errors and correlations. */
LQCD_STATIC lqcd_status lqcd__fit_weigh(lqcd__fit *f, const double *sigma, const double *rho, size_t width, double *a, double *z,
					lqcd_message *why)
{
	const int n = f->times, from = f->p->from;
	double *value = f->column;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			a[i * n + j] = z[i * n + j] = rho ? rho[(size_t)(from + i) * width + (size_t)(from + j)] : i == j;
		value[i] = 1;
	}
	if (lqcd__series_bad(a, (size_t)(n * n), 1) < (size_t)(n * n))
		return lqcd_fail(why, LQCD_NAN, "a correlation is not finite");
	if (rho) lqcd__eigen_dense(a, z, value, n);
	f->modes = 0;
	for (int k = n - 1; k >= 0; k--) {
		const double least = (f->p->cut > 0 ? f->p->cut : 4 * n * DBL_EPSILON) * value[n - 1];
		if (value[k] > least) {
			for (int i = 0; i < n; i++)
				f->w[f->modes * n + i] = z[i * n + k] / sqrt(value[k]) / (sigma[from + i] / f->scale);
			f->modes++;
		} else if (!(f->p->cut > 0))
			return lqcd_fail(why, LQCD_ERR_SINGULAR,
					 "%d of %d eigenvalues of the correlations are 0: take more samples, fewer times, or a cut",
					 k + 1, n);
	}
	if (f->modes >= f->parameters) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_ARGUMENT, "the cut leaves %d modes for %d parameters", f->modes, f->parameters);
}

/** Checks the arguments, allocates, and makes w. */
LQCD_STATIC lqcd_status lqcd__fit_begin(lqcd__fit *f, const lqcd_fit_params *p, const double *y, const double *sigma, const double *rho,
					size_t width, lqcd_message *why)
{
	memset(f, 0, sizeof *f);
	if (p->states < 0 || p->states > LQCD_FIT_STATES || p->alternating < 0 || p->alternating > p->states || abs(p->back) > 1 ||
	    (p->back && p->extent < 1) || !(p->cut >= 0 && p->cut < 1))
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "%d states (0 to %d), %d alternating, back = %d (-1 to 1) with extent %d, cut %g (0 to 1)", p->states,
				 LQCD_FIT_STATES, p->alternating, p->back, p->extent, p->cut);
	f->p = p;
	f->parameters = p->states ? 2 * p->states : 1;
	if (p->from < 0 || p->to < p->from || (size_t)p->to >= width || p->to - p->from >= 4096)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "times %d to %d of %lu: not in order, out of range, or more than 4096", p->from,
				 p->to, (unsigned long)width);
	f->times = p->to - p->from + 1;
	if (f->times < f->parameters)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "times %d to %d are fewer than %d parameters", p->from, p->to, f->parameters);
	for (int t = p->from; t <= p->to; t++) {
		if (!lqcd_isfinite(y[t]) || !lqcd_isfinite(sigma[t]))
			return lqcd_fail(why, LQCD_NAN, "the number or error at time %d is not finite", t);
		if (!(sigma[t] > 0)) return lqcd_fail(why, LQCD_ERR_SINGULAR, "the error at time %d is not positive", t);
		f->scale = fmax(f->scale, fabs(y[t]));
	}
	if (!(f->scale > 0)) f->scale = 1;
	const size_t n = (size_t)f->times, square = n * n;
	const size_t rows = n + LQCD_FIT_PARAMETERS;
	f->w = (double *)lqcd_alloc((3 * square + n + rows * (LQCD_FIT_PARAMETERS + 1)) * sizeof *f->w);
	if (!f->w) return lqcd_fail(why, LQCD_ERR_MEMORY, "no memory for a fit of %d times", f->times);
	f->column = f->w + 3 * square;
	f->matrix = f->column + n;
	f->y = y;
	return lqcd__fit_weigh(f, sigma, rho, width, f->w + square, f->w + 2 * square, why);
}

LQCD_STATIC lqcd_status lqcd_fit(lqcd_fit_result *r, const lqcd_fit_params *p, const double *y, const double *sigma, const double *rho,
				 size_t width, lqcd_message *why)
{
	double best[LQCD_FIT_PARAMETERS], v[LQCD_FIT_PARAMETERS] = {0}, chi2, least = -1;
	lqcd_fit_result found;
	lqcd__fit f;
	if (!r || !p || !y || !sigma) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "fit: NULL");
	lqcd_status status = lqcd__fit_begin(&f, p, y, sigma, rho, width, why);
	const int begun = status == LQCD_OK;
	for (int mass = 0; begun && mass < LQCD__FIT_MASSES; mass++) {
		if (!lqcd__fit_scan(&f, v, mass)) continue;
		const lqcd_status here = lqcd__fit_descend(&f, v, &chi2, why);
		if (least < 0) status = here;
		if (here != LQCD_OK || !lqcd_isfinite(chi2) || (least >= 0 && chi2 >= least)) continue;
		least = chi2;
		memcpy(best, v, sizeof v);
	}
	if (status == LQCD_OK && least < 0) status = lqcd_fail(why, LQCD_NAN, "chi^2 overflows: an error is too small for its number");
	if (status == LQCD_OK) status = lqcd__fit_finish(&found, &f, best, why);
	lqcd_free(f.w);
	if (status == LQCD_OK) *r = found;
	return status;
}

/** The parameters of each sample, which starts from those of the means; rows of r->parameters numbers. */
LQCD_STATIC lqcd_status lqcd__fit_each(lqcd_resamples *fits, const lqcd_fit_result *r, const lqcd_fit_params *p, const lqcd_resamples *s,
				       const double *sigma, const double *rho, lqcd_message *why)
{
	lqcd__fit f;
	lqcd_message reason = {""};
	lqcd_status status = lqcd__fit_begin(&f, p, s->row, sigma, rho, s->width, why);
	const size_t n = (size_t)r->parameters;
	for (size_t j = 0; status == LQCD_OK && j <= s->samples; j++) {
		double v[LQCD_FIT_PARAMETERS] = {0}, chi2;
		double *row = fits->row + j * n;
		f.y = s->row + j * s->width;
		for (size_t k = 0; k < n; k++) v[k] = r->value[k] / (k % 2 ? 1 : f.scale);
		if (j) status = lqcd__fit_descend(&f, v, &chi2, &reason);
		for (size_t k = 0; k < n; k++) row[k] = j ? v[k] * (k % 2 ? 1 : f.scale) : r->value[k];
		if (status != LQCD_OK) (void)lqcd_fail(why, status, "sample %lu: %s", (unsigned long)j, reason.text);
	}
	lqcd_free(f.w);
	return status;
}

LQCD_STATIC lqcd_status lqcd_fit_resamples(lqcd_fit_result *r, lqcd_resamples *fits, const lqcd_fit_params *p, const lqcd_resamples *s,
					   int correlated, lqcd_message *why)
{
	lqcd_resamples each = {0, 0, 0, NULL};
	lqcd_fit_result found;
	if (!r || !p || !s || !s->row) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "fit: NULL, or resamples that were not created");
	const size_t width = s->width;
	double *sigma = (double *)lqcd_alloc(lqcd_mul_size(lqcd_mul_size(correlated ? width + 1 : 1, width), sizeof *sigma));
	double *rho = correlated ? sigma + width : NULL;
	if (!sigma) return lqcd_fail(why, LQCD_ERR_MEMORY, "no memory for correlations of %lu numbers", (unsigned long)width);
	lqcd_status status = lqcd_resamples_errors(sigma, rho, s, why);
	if (status == LQCD_OK) status = lqcd_fit(&found, p, s->row, sigma, rho, width, why);
	if (status == LQCD_OK)
		status = lqcd__resamples_make(&each, (size_t)found.parameters, s->samples, s->bootstrap, 0, why);
	if (status == LQCD_OK) status = lqcd__fit_each(&each, &found, p, s, sigma, rho, why);
	if (status == LQCD_OK) status = lqcd_resamples_errors(found.error, NULL, &each, why);
	lqcd_free(sigma);
	if (status == LQCD_OK) *r = found;
	if (status == LQCD_OK && fits) *fits = each;
	else lqcd_resamples_destroy(&each);
	return status;
}

#endif
