/* bench/common.h: common parts of several benchmarks.
 *
 *   bench_volumes(argc, argv, &list)   the program's own arguments: volumes, L or TxXxYxZ, and --threads=N[,N...];
 *                                      0, or -1 after a message on stderr if one is wrong. The list
 *                                      starts with the defaults.
 *   bench_sizes(argc, argv, usual, low, high, &list)   the same for benchmarks whose size is a number; volumes
 *                                      TxXxYxZ are ignored. usual ends with 0.
 *   bench_lanes_fit(volume, lanes)     1 if a lane grid fits; otherwise 0, with a message on stderr, and no row */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lqcd.h"
#include "shim.h"

enum { BENCH_VOLUMES = 16, BENCH_THREADS = 16 };

/* Adds a row with the functions of its tag, setup_vf, .. or setup_vd, ..; end_f, end_d: its teardown. */
#define BENCH_ADD(row, end_f, end_d)                                                                                   \
	((row).is_double ? BENCH_FUNCTIONS(row, _vd, end_d) : BENCH_FUNCTIONS(row, _vf, end_f), bench_add(&(row)))
#define BENCH_FUNCTIONS(row, of, end)                                                                                  \
	((row).setup = setup##of, (row).verify = verify##of, (row).run = run##of, (row).teardown = end)

typedef struct {
	int extent[4];
	char name[40];
} bench_volume;

typedef struct {
	bench_volume volume[BENCH_VOLUMES];
	int volumes;
	int size[BENCH_VOLUMES];
	int sizes;
	int thread[BENCH_THREADS];
	int threads;
} bench_list;

LQCD_STATIC int bench_volume_read(bench_volume *v, const char *text)
{
	int *e = v->extent;
	char rest;
	lqcd_lattice lat;
	lqcd_message why;
	if (sscanf(text, "%dx%dx%dx%d%c", &e[0], &e[1], &e[2], &e[3], &rest) != 4) {
		if (sscanf(text, "%d%c", &e[0], &rest) != 1) {
			fprintf(stderr, "%s: not a volume L or TxXxYxZ\n", text);
			return -1;
		}
		e[1] = e[2] = e[3] = e[0];
	}
	if (lqcd_lattice_create(&lat, e, NULL, &why) != LQCD_OK) {
		fprintf(stderr, "%s\n", why.text);
		return -1;
	}
	lqcd_lattice_destroy(&lat);
	snprintf(v->name, sizeof v->name, "%dx%dx%dx%d", e[0], e[1], e[2], e[3]);
	return 0;
}

LQCD_STATIC int bench_threads_read(bench_list *list, const char *text)
{
	list->threads = 0;
	for (;;) {
		char *end;
		const long n = strtol(text, &end, 10);
		if (end == text || (*end && *end != ',') || n < 1 || n > 1024 || list->threads == BENCH_THREADS) {
			fprintf(stderr, "%s: not numbers of threads\n", text);
			return -1;
		}
		list->thread[list->threads++] = (int)n;
		if (!*end) return 0;
		text = end + 1;
	}
}

/** defaults: volumes, ended by NULL. */
LQCD_STATIC int bench_volumes(int argc, char **argv, const char *const *defaults, bench_list *list)
{
	list->volumes = 0;
	list->threads = 1;
	list->thread[0] = 1;
	if (roofline_threads_max() > 1) list->thread[list->threads++] = roofline_threads_max();
	for (int k = 1; k < argc; k++) {
		if (!strncmp(argv[k], "--threads=", 10)) {
			if (bench_threads_read(list, argv[k] + 10)) return -1;
		} else if (list->volumes == BENCH_VOLUMES || bench_volume_read(list->volume + list->volumes, argv[k])) {
			return -1;
		} else {
			list->volumes++;
		}
	}
	if (list->volumes == 0)
		for (; *defaults; defaults++)
			if (bench_volume_read(list->volume + list->volumes++, *defaults)) return -1;
	return 0;
}

LQCD_STATIC int bench_sizes(int argc, char **argv, const int *usual, int low, int high, bench_list *list)
{
	list->sizes = 0;
	list->threads = 1;
	list->thread[0] = 1;
	if (roofline_threads_max() > 1) list->thread[list->threads++] = roofline_threads_max();
	for (int k = 1; k < argc; k++) {
		char *end;
		const long n = strtol(argv[k], &end, 10);
		if (!strncmp(argv[k], "--threads=", 10)) {
			if (bench_threads_read(list, argv[k] + 10)) return -1;
		} else if (end != argv[k] && *end == 'x') {
			continue;
		} else if (end == argv[k] || *end || n < low || n > high || list->sizes == BENCH_VOLUMES) {
			fprintf(stderr, "%s: not a size from %d to %d\n", argv[k], low, high);
			return -1;
		} else {
			list->size[list->sizes++] = (int)n;
		}
	}
	if (list->sizes == 0)
		for (; *usual; usual++) list->size[list->sizes++] = *usual;
	return 0;
}

LQCD_STATIC int bench_lanes_fit(const bench_volume *v, int lanes)
{
	lqcd_lattice lat;
	int grid[4], good;
	if (lqcd_lattice_create(&lat, v->extent, NULL, NULL) != LQCD_OK) return 0;
	good = lqcd_lattice_lane_grid(&lat, lanes, grid) == LQCD_OK;
	lqcd_lattice_destroy(&lat);
	if (!good) fprintf(stderr, "# %s: no lane grid for %d lanes, no row\n", v->name, lanes);
	return good;
}

#endif
