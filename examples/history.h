/* examples/history.h: a quantity along a Markov chain: its mean after thermalisation, as a result of the output and as a band
 * in the plot of its history. */
#ifndef LQCD_EXAMPLES_HISTORY_H
#define LQCD_EXAMPLES_HISTORY_H

#include "plot.h"

/** The mean of x[0], x[every], .., n numbers, with error and autocorrelation time by the Gamma method; NaN for the errors of
 * fewer than four numbers, and for all of none. */
LQCD_STATIC lqcd_series history_mean(const double *x, size_t n, size_t every)
{
	lqcd_series s;
	if (lqcd_series_analyse(&s, x, n, every, 1.5, NULL) == LQCD_OK) return s;
	memset(&s, 0, sizeof s);
	for (size_t i = 0; i < n; i++) s.mean += x[i * every] / (double)n;
	s.error = s.tau = s.tau_error = lqcd_nan();
	if (!n) s.mean = lqcd_nan();
	return s;
}

/** Prints the mean, if there is one, and its autocorrelation time, if that is known. */
LQCD_STATIC void history_say(output *o, const char *name, const double *x, size_t n, size_t every)
{
	char tau[64];
	const lqcd_series s = history_mean(x, n, every);
	snprintf(tau, sizeof tau, "tau_%s", name);
	if (n) say_result(o, name, s.mean, s.error);
	if (lqcd_isfinite(s.tau)) say_result(o, tau, s.tau, s.tau_error);
}

/** Plots the history of x[0], x[every], .. in the panel that was begun, at first, first + 1, .., n numbers: the first `skip` of
 * them, which the mean leaves out, in grey, and the mean with its band. `legend` names the quantity. */
LQCD_STATIC void history_plot(plot_file *p, const char *legend, double first, const double *x, size_t n, size_t every,
			      size_t skip)
{
	const lqcd_series s = history_mean(x + skip * every, n - skip, every);
	const double last = first + (double)n - 1;
	char text[64];
	const int mean = skip < n, band = mean && s.error > 0;
	fputs("plot ", p->to);
	if (band) fputs("'-' using 1:2:3 with filledcurves ls 11 notitle, ", p->to);
	if (skip) fprintf(p->to, "'-' with linespoints ls 5 ps 0.4 title 'thermalisation'%s", mean ? ", " : "");
	if (mean)
		fprintf(p->to,
			"'-' with linespoints ls 1 ps 0.4 title '%s', '-' using 1:2 with lines ls 4 title 'mean %s'",
			legend, value_text(text, s.mean, s.error, 4));
	fputc('\n', p->to);
	if (band) plot_band(p, first + (double)skip, last, s.mean, s.error);
	for (size_t k = 0; k < n; k++) {
		fprintf(p->to, "%.10g %.10g\n", first + (double)k, x[k * every]);
		if (k + 1 == skip || k + 1 == n) fputs("e\n", p->to);
	}
	if (mean) plot_band(p, first + (double)skip, last, s.mean, 0);
}

#endif
