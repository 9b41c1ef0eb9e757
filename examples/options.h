/* examples/options.h: command lines of the examples: numbers that must be whole, and a progress line on standard
 * error. */
#ifndef LQCD_EXAMPLES_OPTIONS_H
#define LQCD_EXAMPLES_OPTIONS_H

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../lqcd.h"

/** Wall clock, seconds. */
LQCD_STATIC double seconds(void)
{
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/** The whole text as a finite number in [low, high], or an exit with the option's name and what is legal. */
LQCD_STATIC double number_option(const char *option, const char *text, double low, double high)
{
	char *end;
	errno = 0;
	const double x = strtod(text, &end);
	if (end == text || *end || !lqcd_isfinite(x) || x < low || x > high) {
		fprintf(stderr, "%s %s: not a number from %g to %g\n", option, text, low, high);
		exit(2);
	}
	return x;
}

LQCD_STATIC int integer_option(const char *option, const char *text, int low, int high)
{
	char *end;
	errno = 0;
	const long n = strtol(text, &end, 10);
	if (end == text || *end || errno || n < low || n > high) {
		fprintf(stderr, "%s %s: not an integer from %d to %d\n", option, text, low, high);
		exit(2);
	}
	return (int)n;
}

/** A line that overwrites itself on a terminal, and is one line in ten seconds elsewhere; done ends it. */
typedef struct {
	int quiet;
	double start, last;
} progress_line;

LQCD_STATIC progress_line progress_begin(int quiet)
{
	progress_line p;
	p.quiet = quiet;
	p.start = seconds();
	p.last = p.start;
	return p;
}

LQCD_STATIC int progress_due(progress_line *p)
{
	const double now = seconds();
	if (p->quiet || now - p->last < (isatty(2) ? 0.2 : 10)) return 0;
	p->last = now;
	return 1;
}

LQCD_STATIC void progress_end(const progress_line *p)
{
	if (!p->quiet && isatty(2)) fprintf(stderr, "\r%-78s\r", "");
}

#endif
