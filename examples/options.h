/* examples/options.h: command lines of the examples: numbers, lists and names, parsed completely; a progress line on
 * standard error; the processes of a program compiled with LQCD_MPI. */
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

/** Exit 2: "option text: what is legal". */
LQCD_STATIC void wrong(const char *option, const char *text, const char *legal)
{
	fprintf(stderr, "%s %s: %s\n", option, text, legal);
	exit(2);
}

/** Exits with status 1 and the library's message, unless the status is LQCD_OK. */
LQCD_STATIC void must_be_ok(const char *program, lqcd_status s, const lqcd_message *why)
{
	if (s == LQCD_OK) return;
	fprintf(stderr, "%s: %s\n", program, why && *why->text ? why->text : lqcd_status_text(s));
	exit(1);
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

/** Parses 1 to `most` non-negative integers separated by commas; returns their number. */
LQCD_STATIC int list_option(const char *option, const char *text, int *value, int most, const char *legal)
{
	const char *p = text;
	for (int k = 0; k < most; k++) {
		char *end;
		errno = 0;
		const long n = strtol(p, &end, 10);
		if (end == p || errno || n < 0 || n > INT_MAX || (*end && *end != ',') || *p == ' ') break;
		value[k] = (int)n;
		if (!*end) return k + 1;
		p = end + 1;
	}
	wrong(option, text, legal);
	return 0;
}

LQCD_STATIC void four_option(const char *option, const char *text, int value[4], const char *legal)
{
	if (list_option(option, text, value, 4, legal) != 4) wrong(option, text, legal);
}

/** The index of the text in names, which end with NULL. */
LQCD_STATIC int choice_option(const char *option, const char *text, const char *const *names)
{
	for (int k = 0; names[k]; k++)
		if (!strcmp(text, names[k])) return k;
	fprintf(stderr, "%s %s: legal are", option, text);
	for (int k = 0; names[k]; k++) fprintf(stderr, " %s", names[k]);
	fprintf(stderr, "\n");
	exit(2);
}

#ifdef LQCD_MPI
LQCD_STATIC void processes_end(void)
{
	MPI_Finalize();
}
#endif

/** The processes of this program: those of mpirun with LQCD_MPI, else this one. All but the first are silent. Exits are
 * allowed at any point that all processes reach. */
LQCD_STATIC lqcd_comm processes_begin(int *argc, char ***argv)
{
#ifdef LQCD_MPI
	MPI_Init(argc, argv);
	atexit(processes_end);
	const lqcd_comm comm = lqcd_comm_world(MPI_COMM_WORLD);
	if (comm.rank > 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))) exit(1);
	return comm;
#else
	(void)argc;
	(void)argv;
	return lqcd_comm_self();
#endif
}

/** Lattice and links of a Markov chain: those of the file, or unit links if it is NULL. */
LQCD_STATIC void start_links(const char *program, const char *file, const int extent[4], const lqcd_lattice_options *o,
			     lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	lqcd_message why = {""};
	if (file) {
		must_be_ok(program, lqcd_gauge_load(file, lat, o, u, NULL, NULL, &why), &why);
		return;
	}
	must_be_ok(program, lqcd_lattice_create(lat, extent, o, &why), &why);
	must_be_ok(program, lqcd_gauge_field_create(u, lat, LQCD_FULL), NULL);
	lqcd_gauge_field_unit(u);
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
