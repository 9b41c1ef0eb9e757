/* examples/ensemble.h: the gauge configurations of an example: files in any format, or a quenched ensemble generated as
 * needed. */
#ifndef LQCD_EXAMPLES_ENSEMBLE_H
#define LQCD_EXAMPLES_ENSEMBLE_H

#include "device.h"

enum { ENSEMBLE_THERMAL = 100, ENSEMBLE_SWEEPS = 20 };

#define ENSEMBLE_USAGE                                                                                                 \
	"  --configs N --lattice T,X,Y,Z --beta B  without FILE: N configurations (10) on this lattice\n"              \
	"                       (16,8,8,8) at this beta (6.0)\n"

typedef struct {
	output out;
	const char **files, *made;                     /* made: an option of ensembles that are made */
	int configs, given, extent[4], number, opened; /* number: index of the current one, from 0 */
	int device;                                    /* whether to generate on a GPU */
	double beta;
	const lqcd_comm *comm;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	progress_line line;
} ensemble;

LQCD_STATIC void ensemble_must(const ensemble *e, lqcd_status s, const lqcd_message *why)
{
	must_be_ok(e->out.program, s, why);
}

/** The ensemble of a program with argc arguments. */
LQCD_STATIC ensemble ensemble_begin(const char *program, const char *usage, int argc, const lqcd_comm *comm)
{
	ensemble e;
	memset(&e, 0, sizeof e);
	e.out = output_begin(program, usage, OUTPUT_PLOT, comm);
	e.comm = comm;
	e.configs = 10;
	e.beta = 6.0;
	e.files = (const char **)calloc((size_t)argc, sizeof *e.files);
	if (!e.files) ensemble_must(&e, LQCD_ERR_MEMORY, NULL);
	e.line = progress_begin(0);
	return e;
}

/** Parses an option of the ensemble; 0 if it is another one. */
LQCD_STATIC int ensemble_option(ensemble *e, const char *name, const char *value)
{
	if (!strcmp(name, "--lattice")) {
		extents_option(name, value, e->extent);
		return 1;
	}
	if (!strcmp(name, "--configs"))
		e->configs = integer_option(name, value, 1, 100000);
	else if (!strcmp(name, "--beta"))
		e->beta = number_option(name, value, 0, 1e3);
	else
		return 0;
	e->made = name;
	return 1;
}

/** Parses files and the options of output and ensemble from argv[*k] on; returns the next option of the program
 * itself, with its value, or one of flags (output.h), or NULL. *k then points behind them. */
LQCD_STATIC const char *ensemble_parse(ensemble *e, const char *flags, int argc, char **argv, int *k, const char **value)
{
	static const int usual[4] = {16, 8, 8, 8};
	const char *name;
	while ((name = output_option(&e->out, flags, argc, argv, k, value)) != NULL) {
		if (!*name)
			e->files[e->given++] = *value;
		else if (!ensemble_option(e, name, *value))
			return name;
	}
	if (e->given && e->made) wrong(e->made, "", "only without FILE");
	if (e->given) e->configs = e->given;
	if (!e->given && !e->extent[0]) memcpy(e->extent, usual, sizeof usual);
	return NULL;
}

LQCD_STATIC void ensemble_check_bin(const ensemble *e, int bin)
{
	if (e->configs > 1 && e->configs / bin < 2) wrong("--bin", "", "less than two bins of configurations");
}

/** Reads the current configuration; all must have the extents of the first. */
LQCD_STATIC void ensemble_read(ensemble *e, const lqcd_lattice_options *o)
{
	lqcd_message why = {""};
	lqcd_gauge_info info;
	const char *path = e->files[e->number];
	if (e->opened) {
		lqcd_gauge_field_destroy(&e->u);
		lqcd_lattice_destroy(&e->lat);
	}
	if (e->opened)
		ensemble_must(e, lqcd_gauge_load(path, &e->lat, o, &e->u, NULL, &info, &why), &why);
	else
		ensemble_must(e, links_load(path, e->extent, &e->lat, o, &e->u, NULL, &info, &why), &why);
	example_lattice = &e->lat;
	if (e->opened && memcmp(e->extent, e->lat.extent, sizeof e->extent))
		wrong(path, "", "not of the extents of the first configuration");
	memcpy(e->extent, e->lat.extent, sizeof e->extent);
}

#if LQCD_DEVICES
#define LQCD_TAG gd
#include "ensemble.inc"
#endif
#define LQCD_TAG d
#include "ensemble.inc"

/** Generates the first configuration, or the next one by sweeps of heat bath and overrelaxation. */
LQCD_STATIC void ensemble_make(ensemble *e, const lqcd_lattice_options *o)
{
	lqcd_message why = {""};
	const int end = ENSEMBLE_THERMAL + e->number * ENSEMBLE_SWEEPS;
	if (!e->opened) {
		ensemble_must(e, lqcd_lattice_create(&e->lat, e->extent, o, &why), &why);
		example_lattice = &e->lat;
		ensemble_must(e, lqcd_gauge_field_create(&e->u, &e->lat, LQCD_FULL), NULL);
		lqcd_gauge_field_unit(&e->u);
	}
	const int first = e->opened ? end - ENSEMBLE_SWEEPS : 0;
#if LQCD_DEVICES
	if (e->device) {
		device gpu;
		lqcd_gauge_field_gd u;
		links_take_gd(&u, device_begin(&gpu, &e->lat), &e->u);
		ensemble_sweeps_gd(e, &u, first, end);
		links_give_gd(&e->u, &u);
		lqcd_gauge_field_destroy(&u);
		device_end(&gpu);
		return;
	}
#endif
	ensemble_sweeps_d(e, &e->u, first, end);
}

/** Reads or generates configuration `number` in e->u. */
LQCD_STATIC void ensemble_get(ensemble *e, int number)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	o.comm = e->comm;
	e->number = number;
	if (e->given)
		ensemble_read(e, &o);
	else
		ensemble_make(e, &o);
	if (!e->opened) {
		say_lattice(&e->out, &e->lat);
		say_fact(&e->out, "configurations", "%d", e->configs);
		if (!e->given) say_fact(&e->out, "beta", "%g", e->beta);
	}
	e->opened = 1;
}

/** Prints the progress line if it is due, with the remaining time; part (0 to 1): done of the current configuration. */
LQCD_STATIC void ensemble_progress(ensemble *e, double part, const char *what)
{
	e->line.quiet = e->out.quiet;
	if (progress_due(&e->line))
		progress_say(&e->line, (e->number + part) / e->configs, "configuration %d of %d: %s", e->number + 1,
			     e->configs, what);
}

LQCD_STATIC void ensemble_end(ensemble *e)
{
	lqcd_gauge_field_destroy(&e->u);
	lqcd_lattice_destroy(&e->lat);
	free((void *)e->files);
}

#endif
