/* examples/options.h: what all examples share: numbers, lists and names of command lines, parsed completely; signals; the
 * end of standard output; links from a file; processes; a progress line. It comes before all other headers.
 *
 * What holds for every example:
 *   - Configurations are read in every format of lqcd/io/gauge.h. Extents on the command line must be those of the file.
 *   - Outputs are tried before anything is computed: --out, --plot, --save, checkpoints, and whether there is gnuplot.
 *   - A file is replaced as a whole, or not at all. FILE may be -, standard output, which then has this and nothing else.
 *   - Ctrl-C (SIGINT, SIGTERM, SIGHUP) ends the program at once, with a line on standard error, and leaves no part of a
 *     file; a file that is being written is finished first. hmc with a checkpoint finishes the trajectory, and writes it;
 *     a second signal ends it at once.
 *   - A progress line overwrites itself on a terminal, and is gone before a row; elsewhere it is one line in ten seconds, or
 *     in the seconds of LQCD_PROGRESS. Not with --quiet.
 *   - --help or -h says what there is, --version which; messages begin with the name of the program.
 *   - Exit status: 0; 1 after a failure, also when output is lost, standard output included; 2 for a wrong command line.
 *
 * The table (standard output; --out FILE gets the same text):
 *   # name = value             facts of the run, one a line; not with --quiet
 *   name <tab> name <tab> ..   columns, each name once
 *   1 <tab> 0.5 <tab> ..       rows, printed when they are known; an empty cell has no value
 *   # name = value(error)      results: 0.54955(47) is 0.54955 +- 0.00047; without an error only the value
 *   # name = none: reason      a result that cannot be told
 * A program that has several tables puts an empty line and the line "# name" between them.
 *
 * With --json the same as one JSON object on one line, at the end of the run:
 *   {"program": "flow", FACTS, "table": {"columns": ["t", ..], "rows": [[0, ..], ..]}, RESULTS, "status": "ok"}
 * A fact is a number, a list of numbers or a string; a result is a number or {"value": v, "error": e}, in all digits; what
 * has no value is null, with the reason as NAME_why. A program that fails prints no object.
 *
 * lqcd_info and lqcd_convert describe files in words; with --json each file is such an object, in lqcd_info also one that
 * fails, with the reason as "status" and "message". ktimer takes no options and prints the line of its harness. */
#ifndef LQCD_EXAMPLES_OPTIONS_H
#define LQCD_EXAMPLES_OPTIONS_H

#if !defined(__cplusplus) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* sigaction, open_memstream, popen, mkstemp */
#endif

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
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

static int progress_shown; /* a progress line stands on the terminal */

/** Removes the progress line, before anything else is printed. */
LQCD_STATIC void progress_erase(void)
{
	if (progress_shown) fprintf(stderr, "\r%-78s\r", "");
	progress_shown = 0;
}

/* ---- signals, and the end of standard output --------------------------------------------------------------------- */

static const char *example_name = "lqcd"; /* for messages */
static char signals_text[400];
static volatile sig_atomic_t signals_held, signals_caught;

/** Ends this process by the signal, as its parent expects it. */
LQCD_STATIC void signals_end(int number)
{
	const ssize_t written = write(2, signals_text, strlen(signals_text));
	(void)written;
	signal(number, SIG_DFL);
	raise(number);
}

/** Another sentence than that of example_begin. */
LQCD_STATIC __attribute__((format(printf, 1, 2))) void signals_say(const char *format, ...)
{
	char text[sizeof signals_text - 2];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	snprintf(signals_text, sizeof signals_text, "%s%s\n", isatty(2) ? "\n" : "", text);
}

LQCD_STATIC void signals_caught_one(int number)
{
	if (signals_held && !signals_caught)
		signals_caught = number;
	else
		signals_end(number);
}

/** Files are written between hold and release: a signal waits until they are whole. */
LQCD_STATIC void signals_hold(void)
{
	signals_held = signals_held + 1;
}

LQCD_STATIC void signals_release(void)
{
	signals_held = signals_held - 1;
	if (!signals_held && signals_caught) signals_end(signals_caught);
}

/** The beginning of every example: signals, and standard streams that are open, so that no file takes their place. */
LQCD_STATIC void example_begin(const char *program)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction now, before;
	example_name = program;
	if (fcntl(1, F_GETFD) < 0) {
		fprintf(stderr, "%s: standard output is closed\n", program);
		exit(1);
	}
	for (int fd = 0; fd < 3; fd += 2)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) exit(1);
	snprintf(signals_text, sizeof signals_text, "%s%s: interrupted; no file is left incomplete\n",
		 isatty(2) ? "\n" : "", program);
	memset(&now, 0, sizeof now);
	now.sa_handler = signals_caught_one;
	now.sa_flags = SA_RESTART;
	for (int k = 0; k < 3; k++) /* nohup and shells ignore some */
		if (sigaction(numbers[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(numbers[k], &now, NULL);
}

/** Closes standard output; 1, with a message, if some of it was lost. */
LQCD_STATIC int stdout_end(const char *program)
{
	errno = 0;
	int lost = ferror(stdout);
	if (fflush(stdout)) lost = 1;
	if (fclose(stdout)) lost = 1;
	if (lost) fprintf(stderr, "%s: standard output: %s\n", program, errno ? strerror(errno) : "writing failed");
	return lost;
}

/** Prints the text for --help, and exits. */
LQCD_STATIC void help_end(const char *program, const char *usage)
{
	fputs(usage, stdout);
	exit(stdout_end(program));
}

/** The same for --version. */
LQCD_STATIC void version_end(const char *program)
{
	printf("%s, lqcd %s\n", program, LQCD_VERSION);
	exit(stdout_end(program));
}

/* ---- command lines ----------------------------------------------------------------------------------------------- */

/** Exit 2: "program: option text: what is legal". */
LQCD_STATIC void wrong(const char *option, const char *text, const char *legal)
{
	progress_erase();
	fprintf(stderr, "%s: %s%s%s: %s\n", example_name, option, *text ? " " : "", text, legal);
	exit(2);
}

/** The same for an option that the program does not have; with the name "" for an argument. */
LQCD_STATIC void unknown_option(const char *name, const char *value)
{
	wrong(*name ? name : value, "", *name ? "unknown option; see --help" : "unknown argument; see --help");
}

/** The same for a name that is none of these, which end with NULL. */
LQCD_STATIC void wrong_name(const char *option, const char *text, const char *const *names)
{
	fprintf(stderr, "%s: %s %s: legal are", example_name, option, text);
	for (int k = 0; names[k]; k++) fprintf(stderr, " %s", names[k]);
	fprintf(stderr, "\n");
	exit(2);
}

static const lqcd_lattice *example_lattice; /* that everything of the program lives on */

/** Exits with status 1 and the library's message, or what the lattice knows, unless the status is LQCD_OK. */
LQCD_STATIC void must_be_ok(const char *program, lqcd_status s, const lqcd_message *why)
{
	if (s == LQCD_OK) return;
	progress_erase();
	fprintf(stderr, "%s: %s\n", program, why && *why->text ? why->text : lqcd_lattice_why(example_lattice, s).text);
	exit(1);
}

/** The whole text as a finite number in [low, high], or an exit with the option's name and what is legal. */
LQCD_STATIC double number_option(const char *option, const char *text, double low, double high)
{
	char *end;
	errno = 0;
	const double x = strtod(text, &end);
	if (end == text || *end || !lqcd_isfinite(x) || x < low || x > high) {
		char legal[80];
		snprintf(legal, sizeof legal, "not a number from %g to %g", low, high);
		wrong(option, text, legal);
	}
	return x;
}

LQCD_STATIC int integer_option(const char *option, const char *text, int low, int high)
{
	char *end;
	errno = 0;
	const long n = strtol(text, &end, 10);
	if (end == text || *end || errno || n < low || n > high) {
		char legal[80];
		snprintf(legal, sizeof legal, "not an integer from %d to %d", low, high);
		wrong(option, text, legal);
	}
	return (int)n;
}

/** The hopping parameter of Wilson quarks; a warning where no quark is that light. Critical values go from 1/8, free quarks,
 * to 1/4 at beta = 0. */
LQCD_STATIC double kappa_option(const char *option, const char *text, double low, double high)
{
	const double kappa = number_option(option, text, low, high);
	if (kappa > 0.25)
		fprintf(stderr,
			"%s: warning: %s %s is above 1/4, the largest critical value there is (beta = 0): masses are not those of quarks\n",
			example_name, option, text);
	return kappa;
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

/** Parses 1 to `most` finite numbers separated by commas; returns how many. */
LQCD_STATIC int numbers_option(const char *option, const char *text, double *value, int most, const char *legal)
{
	const char *p = text;
	for (int k = 0; k < most; k++) {
		char *end;
		value[k] = strtod(p, &end);
		if (end == p || !lqcd_isfinite(value[k]) || (*end && *end != ',')) break;
		if (!*end) return k + 1;
		p = end + 1;
	}
	wrong(option, text, legal);
	return 0;
}

/** Exactly n numbers. */
LQCD_STATIC void vector_option(const char *option, const char *text, double *value, int n)
{
	char legal[40];
	snprintf(legal, sizeof legal, "not %d numbers A,B,..", n);
	if (numbers_option(option, text, value, n, legal) != n) wrong(option, text, legal);
}

LQCD_STATIC void four_option(const char *option, const char *text, int value[4], const char *legal)
{
	if (list_option(option, text, value, 4, legal) != 4) wrong(option, text, legal);
}

/** Extents T,X,Y,Z of a lattice. */
LQCD_STATIC void extents_option(const char *option, const char *text, int extent[4])
{
	static const char legal[] = "not four integers T,X,Y,Z from 1 on";
	four_option(option, text, extent, legal);
	for (int mu = 0; mu < 4; mu++)
		if (extent[mu] < 1) wrong(option, text, legal);
}

/** The index of the text in names, which end with NULL. */
LQCD_STATIC int choice_option(const char *option, const char *text, const char *const *names)
{
	for (int k = 0; names[k]; k++)
		if (!strcmp(text, names[k])) return k;
	wrong_name(option, text, names);
	return 0;
}

/* ---- processes --------------------------------------------------------------------------------------------------- */

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

/* ---- links ------------------------------------------------------------------------------------------------------- */

/** lqcd_gauge_load, which also refuses a file of other extents than those given on the command line (extent[0]: 0 if
 * there are none). */
LQCD_STATIC lqcd_status links_load(const char *path, const int extent[4], lqcd_lattice *lat,
				   const lqcd_lattice_options *o, lqcd_gauge_field_d *u, const lqcd_gauge_options *how,
				   lqcd_gauge_info *info, lqcd_message *why)
{
	const lqcd_status s = lqcd_gauge_load(path, lat, o, u, how, info, why);
	if (s != LQCD_OK || !extent[0] || !memcmp(extent, lat->extent, sizeof lat->extent)) return s;
	const int *is = lat->extent;
	(void)lqcd_fail(why, LQCD_ERR_EXTENT, "%s: T,X,Y,Z = %d,%d,%d,%d in the file, but %d,%d,%d,%d on the command line",
		  lqcd_path_shown(path), is[0], is[1], is[2], is[3], extent[0], extent[1], extent[2], extent[3]);
	lqcd_gauge_field_destroy(u);
	lqcd_lattice_destroy(lat);
	return LQCD_ERR_EXTENT;
}

/** Lattice and links of a Markov chain: those of the file, or unit links if it is NULL. info: what the file says (NULL: not
 * wanted), nothing without one. */
LQCD_STATIC void links_start(const char *program, const char *file, const int extent[4], const lqcd_lattice_options *o,
			     const lqcd_boundary *ends, lqcd_lattice *lat, lqcd_gauge_field_d *u, lqcd_gauge_info *info)
{
	lqcd_message why = {""};
	if (info) memset(info, 0, sizeof *info);
	lqcd_gauge_options how;
	memset(&how, 0, sizeof how);
	how.boundary = ends;
	if (file) {
		must_be_ok(program, links_load(file, extent, lat, o, u, &how, info, &why), &why);
		example_lattice = lat;
		return;
	}
	must_be_ok(program, lqcd_lattice_create(lat, extent, o, &why), &why);
	example_lattice = lat;
	must_be_ok(program, lqcd_lattice_set_boundary(lat, ends), NULL);
	must_be_ok(program, lqcd_gauge_field_create(u, lat, LQCD_FULL), NULL);
	lqcd_gauge_field_unit(u);
}

/** The name of a format for reading or, with write, for writing, in upper or lower case, as the library has it. */
LQCD_STATIC const char *format_option(const char *option, const char *text, int write)
{
	const char *names[32] = {NULL};
	for (int i = 0, n = 0; n < 31 && lqcd_gauge_format_name(i); i++) {
		const char *name = lqcd_gauge_format_name(i);
		if (write && !strcmp(name, "MDP")) continue; /* is read alone */
		names[n++] = name;
		size_t k = 0;
		while (name[k] && tolower((unsigned char)name[k]) == tolower((unsigned char)text[k])) k++;
		if (!name[k] && !text[k]) return name;
	}
	wrong_name(option, text, names);
	return NULL;
}

/* ---- progress ---------------------------------------------------------------------------------------------------- */

/** When the progress line is due. */
typedef struct {
	int quiet;
	double start, last, every;
} progress_line;

LQCD_STATIC progress_line progress_begin(int quiet)
{
	progress_line p;
	const char *every = getenv("LQCD_PROGRESS");
	p.quiet = quiet;
	p.start = seconds();
	p.last = p.start;
	p.every = every && *every ? atof(every) : isatty(2) ? 0.2 : 10;
	return p;
}

LQCD_STATIC int progress_due(progress_line *p)
{
	const double now = seconds();
	if (p->quiet || (p->every > 0 && now - p->last < p->every)) return 0;
	p->last = now;
	return 1;
}

/** Prints the line, and the seconds that are left when `done` of the work, 0 to 1, is done; none if that is 0. */
LQCD_STATIC __attribute__((format(printf, 3, 4))) void progress_say(const progress_line *p, double done,
								    const char *format, ...)
{
	char text[160];
	va_list list;
	va_start(list, format);
	vsnprintf(text, 120, format, list);
	va_end(list);
	const size_t n = strlen(text);
	if (done > 0) snprintf(text + n, sizeof text - n, ", %.0f s left", (seconds() - p->start) * (1 - done) / done);
	progress_shown = isatty(2);
	if (progress_shown)
		fprintf(stderr, "\r%-78.78s", text);
	else
		fprintf(stderr, "%s\n", text);
}

#endif
