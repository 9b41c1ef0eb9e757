/* examples/ensemble.h: the gauge configurations over which an example runs: files in any format, or a quenched ensemble
 * that is made on the way. */
#ifndef LQCD_EXAMPLES_ENSEMBLE_H
#define LQCD_EXAMPLES_ENSEMBLE_H

#include "options.h"

enum { ENSEMBLE_THERMAL = 100, ENSEMBLE_SWEEPS = 20 };

#define ENSEMBLE_USAGE                                                                                                 \
	"  --configs N --extent T,X,Y,Z --beta B   without FILE: N configurations (10) on this lattice\n"              \
	"                       (16,8,8,8) at this beta (6.0)\n"

typedef struct {
	const char *program, **files;
	int configs, given, quiet, extent[4], number, opened; /* number: of the present one, from 0 */
	double beta;
	const lqcd_comm *comm;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	progress_line line;
} ensemble;

LQCD_STATIC void ensemble_must(const ensemble *e, lqcd_status s, const lqcd_message *why)
{
	must_be_ok(e->program, s, why);
}

/** Of a program with argc arguments. */
LQCD_STATIC ensemble ensemble_begin(const char *program, int argc, const lqcd_comm *comm)
{
	ensemble e;
	memset(&e, 0, sizeof e);
	e.program = program;
	e.comm = comm;
	e.configs = 10;
	e.beta = 6.0;
	for (int mu = 0; mu < 4; mu++) e.extent[mu] = mu ? 8 : 16;
	e.files = (const char **)calloc((size_t)argc, sizeof *e.files);
	if (!e.files) ensemble_must(&e, LQCD_ERR_MEMORY, NULL);
	e.line = progress_begin(0);
	return e;
}

/** Whether an option is one of an ensemble; its value is taken then. */
LQCD_STATIC int ensemble_option(ensemble *e, const char *name, const char *value)
{
	if (!strcmp(name, "--configs"))
		e->configs = integer_option(name, value, 1, 100000);
	else if (!strcmp(name, "--extent"))
		four_option(name, value, e->extent, "not four integers T,X,Y,Z");
	else if (!strcmp(name, "--beta"))
		e->beta = number_option(name, value, 0, 1e3);
	else
		return 0;
	return 1;
}

/** Takes files, --quiet, --help and the options of an ensemble from argv[*k] on; returns the next option that is the
 * program's, with its value, or NULL. k is then behind them. */
LQCD_STATIC const char *ensemble_parse(ensemble *e, const char *usage, int argc, char **argv, int *k,
				       const char **value)
{
	while (*k < argc) {
		const char *name = argv[(*k)++];
		if (!strcmp(name, "--help")) exit(fputs(usage, stdout) < 0);
		if (!strcmp(name, "--quiet")) e->quiet = 1;
		if (*name != '-') e->files[e->given++] = name;
		if (!strcmp(name, "--quiet") || *name != '-') continue;
		if (*k == argc) wrong(name, "", "a value is missing, or there is no such option; see --help");
		*value = argv[(*k)++];
		if (!ensemble_option(e, name, *value)) return name;
	}
	if (e->given) e->configs = e->given;
	return NULL;
}

LQCD_STATIC void ensemble_check_bin(const ensemble *e, int bin)
{
	if (e->configs > 1 && e->configs / bin < 2) wrong("--bin", "", "less than two bins of configurations");
}

/** Reads the present configuration; all have the extents of the first. */
LQCD_STATIC void ensemble_read(ensemble *e, const lqcd_lattice_options *o)
{
	lqcd_message why = {""};
	lqcd_gauge_info info;
	const char *path = e->files[e->number];
	if (e->opened) {
		lqcd_gauge_field_destroy(&e->u);
		lqcd_lattice_destroy(&e->lat);
	}
	ensemble_must(e, lqcd_gauge_load(path, &e->lat, o, &e->u, NULL, &info, &why), &why);
	if (e->opened && memcmp(e->extent, e->lat.extent, sizeof e->extent))
		wrong(path, "", "not of the extents of the first configuration");
	memcpy(e->extent, e->lat.extent, sizeof e->extent);
}

/** The first configuration, or sweeps of heat bath and overrelaxation after the one before. */
LQCD_STATIC void ensemble_make(ensemble *e, const lqcd_lattice_options *o)
{
	lqcd_message why = {""};
	const int end = ENSEMBLE_THERMAL + e->number * ENSEMBLE_SWEEPS;
	if (!e->opened) {
		ensemble_must(e, lqcd_lattice_create(&e->lat, e->extent, o, &why), &why);
		ensemble_must(e, lqcd_gauge_field_create(&e->u, &e->lat, LQCD_FULL), NULL);
		lqcd_gauge_field_unit(&e->u);
	}
	for (int n = e->opened ? end - ENSEMBLE_SWEEPS : 0; n < end; n++) {
		ensemble_must(e, lqcd_heatbath_sweep(&e->u, e->beta, 20260101, (uint64_t)n), NULL);
		for (int k = 0; k < 2; k++) ensemble_must(e, lqcd_overrelax_sweep(&e->u), NULL);
	}
}

/** Configuration `number` into e->u. */
LQCD_STATIC void ensemble_get(ensemble *e, int number)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	o.comm = e->comm;
	e->number = number;
	if (e->given)
		ensemble_read(e, &o);
	else
		ensemble_make(e, &o);
	e->opened = 1;
}

/** When it is due: what is done, and the time left when part (0 to 1) of the present configuration is. */
LQCD_STATIC void ensemble_progress(ensemble *e, double part, const char *what)
{
	const double done = e->number + part;
	if (e->quiet || !progress_due(&e->line)) return;
	fprintf(stderr, "%sconfiguration %d of %d: %s, %.0f s left%s", isatty(2) ? "\r" : "", e->number + 1, e->configs,
		what, done > 0 ? (seconds() - e->line.start) * (e->configs - done) / done : (double)NAN,
		isatty(2) ? "   " : "\n");
}

/** The line of progress has done its work. */
LQCD_STATIC void ensemble_measured(ensemble *e)
{
	e->line.quiet = e->quiet;
	progress_end(&e->line);
}

LQCD_STATIC void ensemble_end(ensemble *e)
{
	lqcd_gauge_field_destroy(&e->u);
	lqcd_lattice_destroy(&e->lat);
	free((void *)e->files);
}

#endif
