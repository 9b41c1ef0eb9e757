/* examples/plateau.h: options, results and plots of the plateaus (lqcd/observables/fit.h) of effective masses m(t), t = 0 .. T/2 - 1.
 * Correlators are folded, C(t) and C(T-t) averaged, before the mass is taken: a cosh is symmetric about T/2. Without a plateau
 * there is no mass, but a sentence. --fit A,B, A < B, replaces its range. */
#ifndef LQCD_EXAMPLES_PLATEAU_H
#define LQCD_EXAMPLES_PLATEAU_H

#include "plot.h"

#define PLATEAU_OPEN "; open symbols: not in the fit"

/** The times of --fit. */
LQCD_STATIC void plateau_option(const char *option, const char *text, int fit[2])
{
	static const char legal[] = "not two times A,B, A < B (one time leaves no degree of freedom)";
	if (list_option(option, text, fit, 2, legal) != 2 || fit[0] >= fit[1]) wrong(option, text, legal);
}

/** Refuses times of --fit that are not below T/2. */
LQCD_STATIC void plateau_check(const int fit[2], int extent)
{
	char text[40], legal[40];
	if (fit[1] < extent / 2) return;
	snprintf(text, sizeof text, "%d,%d", fit[0], fit[1]);
	snprintf(legal, sizeof legal, "not from 0 to T/2 - 1 = %d", extent / 2 - 1);
	wrong("--fit", text, legal);
}

/** C(t), t = 0 .. T/2, as mean of C(t) and C(T-t); the rest is its mirror image. */
LQCD_STATIC void plateau_fold(double *folded, const double *C, int extent)
{
	for (int t = 0; t < extent; t++) folded[t] = 0.5 * (C[t] + C[(extent - t) % extent]);
}

/** The plateau of m[0] .. m[n - 1]; fit: that of --fit, or fit[1] < 0. */
LQCD_STATIC lqcd_plateau plateau_find(const double *m, const double *dm, int n, const int fit[2])
{
	return fit[1] >= 0 ? lqcd_plateau_at(m, dm, fit[0], fit[1]) : lqcd_plateau_find(m, dm, n);
}

/** Prints m_NAME, its range, its degrees of freedom and, with an error, chi^2; or why there is no mass. */
LQCD_STATIC void plateau_say(output *o, const char *name, const lqcd_plateau *p, double mass, double error, const int fit[2])
{
	char text[64];
	snprintf(text, sizeof text, "m_%s", name);
	if (p->from > p->to) {
		if (fit[1] >= 0)
			say_none(o, text, "--fit %d,%d has a time without an effective mass", fit[0], fit[1]);
		else
			say_none(o, text, "no plateau: no two times or more, up to the last effective mass, have constant ones within %s; --fit A,B sets times",
				 lqcd_isfinite(error) ? "their errors" : "5 %");
		return;
	}
	say_result(o, text, mass, error);
	snprintf(text, sizeof text, "fit_from_%s", name);
	say_result(o, text, p->from, lqcd_nan());
	snprintf(text, sizeof text, "fit_to_%s", name);
	say_result(o, text, p->to, lqcd_nan());
	snprintf(text, sizeof text, "dof_%s", name);
	say_result(o, text, p->to - p->from, lqcd_nan());
	if (!lqcd_isfinite(error)) return;
	snprintf(text, sizeof text, "chi2_dof_%s", name);
	say_result(o, text, p->chi2 / (p->to - p->from), lqcd_nan());
}

/** The largest of `high` and n masses. */
LQCD_STATIC double plateau_high(double high, const double *m, int n)
{
	for (int k = 0; k < n; k++)
		if (lqcd_isfinite(m[k])) high = fmax(high, m[k]);
	return high;
}

/** The vertical range of masses: all of them, their errors perhaps not. */
LQCD_STATIC void plateau_range(plot_file *f, double high)
{
	fprintf(f->to, "set yrange [0:%g]\n", high > 0 ? 1.15 * high : 1);
}

/** The elements of a plot command for masses in line style ls, those that are not in the fit as open symbols in grey .. */
LQCD_STATIC void plateau_elements(plot_file *f, const lqcd_plateau *p, const char *name, int ls, double mass, double error)
{
	static const int hollow[3] = {6, 4, 8};
	char text[64];
	if (p->from <= p->to && error > 0) fprintf(f->to, "'-' using 1:2:3 with filledcurves ls %d notitle, ", 10 + ls);
	if (p->from <= p->to) fprintf(f->to, "'-' using 1:2 with lines ls %d notitle, ", ls);
	fprintf(f->to,
		"'-' using 1:2:3 with yerrorbars ls 5 pt %d ps 0.8 notitle, '-' using 1:2:3 with yerrorbars ls %d "
		"title '%s",
		hollow[ls - 1], ls, name);
	if (p->from <= p->to)
		fprintf(f->to, " %s, t = %d..%d'", value_text(text, mass, error, 4), p->from, p->to);
	else
		fputs(": no plateau'", f->to);
}

/** .. and their data, at t + 1/2 + shift. */
LQCD_STATIC void plateau_data(plot_file *f, const lqcd_plateau *p, const double *m, const double *dm, int n, double shift,
			      double mass, double error)
{
	if (p->from <= p->to && error > 0) plot_band(f, p->from, p->to + 1, mass, error);
	if (p->from <= p->to) plot_band(f, p->from, p->to + 1, mass, 0);
	for (int in = 0; in < 2; in++, fputs("e\n", f->to))
		for (int t = 0; t < n; t++)
			if (in == (t >= p->from && t <= p->to) && lqcd_isfinite(m[t]))
				fprintf(f->to, "%g %.10g %.4g\n", t + 0.5 + shift, m[t], dm ? dm[t] : 0);
			else
				fprintf(f->to, "%g NaN 0\n", t + 0.5 + shift);
}

#endif
