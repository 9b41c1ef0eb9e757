/* bench/io.c: gauge configurations in files: reading with all checks and writing, against cp of the same file.
 *
 *   build/bench/io [FOLDER [L or TxXxYxZ]]        default /dev/shm 16
 *
 * One row for each format of io/gauge.h, in the precisions that it has: MB/s, the median of `repeats`, of write, read and
 * cp, and the ratios to cp. The folder should be in memory: then nothing waits for a disk, in particular no fsync. Each
 * file is read back and compared before it is timed. Before each time as much memory as a file needs is used and freed:
 * a virtual machine may have to ask its host for memory that was free for some seconds, at a tenth of the speed, and a
 * file written beside the old one, as here, needs more of it than one that is cut and overwritten, as by cp. */
#include <stdio.h>
#include <stdlib.h>

#include "../lqcd.h"
#include "clock.h"

enum { repeats = 5 };

static char file[512], copy[sizeof file + 8];

static double median(double *seconds)
{
	qsort(seconds, repeats, sizeof *seconds, bench_by_size);
	return seconds[repeats / 2];
}

static void use_memory(size_t bytes)
{
	char *p = (char *)malloc(bytes);
	for (size_t i = 0; p && i < bytes; i += 1024) ((volatile char *)p)[i] = 1;
	free(p);
}

static double seconds_of_cp(void)
{
	char command[2 * sizeof copy + 16];
	snprintf(command, sizeof command, "cp '%s' '%s'", file, copy);
	const double start = bench_seconds();
	if (system(command) != 0) fprintf(stderr, "io: %s failed\n", command);
	return bench_seconds() - start;
}

/** The largest difference of two fields. */
static double difference(const lqcd_gauge_field_d *u, const lqcd_gauge_field_d *v)
{
	const double *a = (const double *)u->ptr, *b = (const double *)v->ptr;
	double most = 0;
	for (size_t i = 0; i < (size_t)u->type->gsize_gauge * 8 * LQCD_NC * LQCD_NC; i++)
		most = a[i] - b[i] > most ? a[i] - b[i] : b[i] - a[i] > most ? b[i] - a[i] : most;
	return most;
}

/** One row; 1 after a failure. */
static int row(const char *format, int bits, const lqcd_gauge_field_d *u, lqcd_gauge_field_d *v)
{
	static lqcd_gauge_info info;
	lqcd_gauge_wishes w;
	lqcd_message why = {""};
	double t[3][repeats];
	memset(&w, 0, sizeof w);
	w.bits = bits;
	for (int k = -1; k < repeats; k++) {
		const int at = k < 0 ? 0 : k;
		const size_t bytes = (size_t)u->type->gsize_gauge * 4 * sizeof(lqcd_su3_d);
		use_memory(bytes);
		double start = bench_seconds();
		lqcd_status s = lqcd_gauge_write(file, format, u, &w, &why);
		t[0][at] = bench_seconds() - start;
		if (s == LQCD_ERR_ARGUMENT && k < 0) return 0; /* the format does not have this precision */
		start = bench_seconds();
		if (s == LQCD_OK) s = lqcd_gauge_read(file, v, NULL, &info, &why);
		t[1][at] = bench_seconds() - start;
		if (s != LQCD_OK || (k < 0 && !(difference(u, v) <= (bits == 32 ? 1e-6 : 0)))) {
			fprintf(stderr, "io: %s, %d bits: %s\n", format, bits, *why.text ? why.text : "other links came back");
			return 1;
		}
		use_memory(bytes);
		t[2][at] = seconds_of_cp();
	}
	const double megabytes = 1e-6 * (double)info.size, cp = median(t[2]);
	printf("%-8s %4d %10.1f %10.0f %10.0f %10.0f %8.2f %8.2f\n", format, bits, megabytes, megabytes / median(t[0]),
	       megabytes / median(t[1]), megabytes / cp, cp / median(t[0]), cp / median(t[1]));
	return 0;
}

int main(int argc, char **argv)
{
	int l[4] = {16, 16, 16, 16}, failed = 0;
	lqcd_lattice lat;
	lqcd_gauge_field_d u, v;
	if (argc > 2 && !bench_extent(argv[2], l)) {
		fprintf(stderr, "usage: io [FOLDER [L or TxXxYxZ]]\n");
		return 2;
	}
	snprintf(file, sizeof file, "%s/lqcd-bench-io", argc > 1 ? argv[1] : "/dev/shm");
	snprintf(copy, sizeof copy, "%s.copy", file);
	if (lqcd_lattice_create(&lat, l, NULL, NULL) != LQCD_OK || lqcd_gauge_field_create(&u, &lat, LQCD_FULL) != LQCD_OK ||
	    lqcd_gauge_field_create(&v, &lat, LQCD_FULL) != LQCD_OK) {
		fprintf(stderr, "io: no lattice of %d x %d x %d x %d\n", l[0], l[1], l[2], l[3]);
		return 1;
	}
	lqcd_gauge_field_random(&u, 1, 0);
	printf("%-8s %4s %10s %10s %10s %10s %8s %8s\n", "format", "bits", "MB", "write MB/s", "read MB/s", "cp MB/s",
	       "write/cp", "read/cp");
	for (int i = 0; lqcd_gauge_format_name(i); i++)
		for (int bits = 64; bits >= 32; bits -= 32) failed |= row(lqcd_gauge_format_name(i), bits, &u, &v);
	remove(file);
	remove(copy);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_lattice_destroy(&lat);
	return failed;
}
