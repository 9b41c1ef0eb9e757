/* tests/io/nersc.h: for the tests of files: images of them in memory, fields, a directory. */
#ifndef LQCD_TESTS_NERSC_H
#define LQCD_TESTS_NERSC_H

#include "../support/alloc_hook.h"
#include "../support/tap.h"

#include <dirent.h>
#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "lqcd/io/gauge.h"
#include "lqcd/io/checkpoint.h"
#include "lqcd/io/openqcd_spinor.h"
#include "lqcd/io/scidac_spinor.h"
#include "lqcd/field/layout.h"

#if !defined(__cplusplus)
extern int truncate(const char *, off_t); /* hidden in strict ISO modes of glibc */
#endif

/* ---- NERSC files ------------------------------------------------------------------------------------------------ */

LQCD_STATIC lqcd_gauge_options as_nersc(void)
{
	lqcd_gauge_options o;
	memset(&o, 0, sizeof o);
	o.format = "NERSC";
	return o;
}

LQCD_STATIC lqcd_status nersc_read(const char *path, lqcd_gauge_field_d *u, lqcd_gauge_info *info, lqcd_message *why)
{
	const lqcd_gauge_options o = as_nersc();
	return lqcd_gauge_read(path, u, &o, info, why);
}

LQCD_STATIC lqcd_status nersc_load_on(const char *path, lqcd_lattice *lat, const lqcd_lattice_options *options, lqcd_gauge_field_d *u,
				      lqcd_gauge_info *info, lqcd_message *why)
{
	const lqcd_gauge_options o = as_nersc();
	return lqcd_gauge_load(path, lat, options, u, &o, info, why);
}

LQCD_STATIC lqcd_status nersc_load(const char *path, lqcd_lattice *lat, lqcd_gauge_field_d *u, lqcd_gauge_info *info, lqcd_message *why)
{
	return nersc_load_on(path, lat, NULL, u, info, why);
}

/* ---- files as images in memory --------------------------------------------------------------------------------- */

#define ROOM 524288
typedef struct {
	unsigned char byte[ROOM];
	size_t n, data; /* length, and where the links begin */
} image;

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char directory[512], file[640];
TAP_UNUSED static image base, work;

/* Each allocation of attempt(what) fails in turn: its message names the file, and nothing stays allocated. At last none
 * fails. */
LQCD_STATIC void without_memory(lqcd_status (*attempt)(int what, lqcd_message *why), int what, const char *name)
{
	const long live = hook.live;
	int good = 1, n = 0;
	for (lqcd_status s = LQCD_ERR_MEMORY; s != LQCD_OK && good; n++) {
		lqcd_message why;
		why.text[0] = 0;
		hook.calls = 0;
		hook.fail_at = n + 1;
		s = attempt(what, &why);
		hook.fail_at = 0;
		good = hook.live == live && (s == LQCD_OK || (s == LQCD_ERR_MEMORY && strstr(why.text, file)));
		if (!good) tap_diag("%s", why.text);
	}
	tap_ok(good && n > 1, "%s without memory, at each of %d allocations", name, n - 1);
}

TAP_UNUSED static int near(double a, double b, double bound)
{
	return fabs(a - b) <= bound;
}

TAP_UNUSED static lqcd_gauge_write_options write_options(int bits, int rows, lqcd_byte_order order, const lqcd_gauge_info *meta)
{
	lqcd_gauge_write_options w;
	memset(&w, 0, sizeof w);
	w.bits = bits;
	w.rows = rows;
	w.byte_order = order;
	w.meta = meta;
	return w;
}

/* In place: file systems flush files that are emptied and written again. */
LQCD_STATIC void save(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(path, "r+b");
	if (!f) f = fopen(path, "wb");
	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f) != 0 || truncate(path, (off_t)n) != 0) {
		printf("Bail out! cannot write %s\n", path);
		exit(1);
	}
}

LQCD_STATIC void read_image(const char *path, image *im)
{
	FILE *f = fopen(path, "rb");
	im->n = im->data = 0;
	if (!f) return;
	im->n = fread(im->byte, 1, ROOM, f);
	fclose(f);
	for (size_t i = 0; i + 11 <= im->n && !im->data; i++)
		if (!memcmp(im->byte + i, "END_HEADER\n", 11)) im->data = i + 11;
}

/* The header of im becomes text; the links stay. */
LQCD_STATIC void set_header(image *im, const char *text)
{
	const size_t n = strlen(text);
	memmove(im->byte + n, im->byte + im->data, im->n - im->data);
	memcpy(im->byte, text, n);
	im->n = im->n - im->data + n;
	im->data = n;
}

/* The line of a key becomes another text, which may be empty. */
LQCD_STATIC void set_line(image *im, const char *key, const char *line)
{
	static char text[16384];
	size_t n = 0, at = 0;
	int found = 0;
	while (at < im->data) {
		const size_t end = (size_t)((unsigned char *)memchr(im->byte + at, '\n', im->data - at) - im->byte) + 1;
		const size_t k = strlen(key);
		if (!strncmp((char *)im->byte + at, key, k) && (im->byte[at + k] == ' ' || im->byte[at + k] == '\n')) {
			n += (size_t)snprintf(text + n, sizeof text - n, "%s", line);
			found = 1;
		} else {
			memcpy(text + n, im->byte + at, end - at);
			n += end - at;
		}
		at = end;
	}
	text[n] = 0;
	if (!found) tap_ok(0, "the header has a line %s", key);
	set_header(im, text);
}

LQCD_STATIC void swap_words(image *im, size_t size)
{
	for (size_t i = im->data; i + size <= im->n; i += size)
		for (size_t k = 0; k < size / 2; k++) {
			const unsigned char c = im->byte[i + k];
			im->byte[i + k] = im->byte[i + size - 1 - k];
			im->byte[i + size - 1 - k] = c;
		}
}

LQCD_STATIC double number_at(const image *im, size_t i, int bits, int little)
{
	unsigned char b[8];
	const int n = bits / 8;
	const union {
		uint16_t word;
		unsigned char low;
	} host = {1};
	for (int k = 0; k < n; k++)
		b[k] = im->byte[im->data + i * (size_t)n + (size_t)(little == host.low ? k : n - 1 - k)];
	float f;
	double d;
	memcpy(&f, b, sizeof f);
	memcpy(&d, b, sizeof d);
	return bits == 32 ? (double)f : d;
}

LQCD_STATIC uint32_t word_sum(const image *im)
{
	uint32_t sum = 0;
	for (size_t i = im->data; i < im->n; i += 4)
		sum += (uint32_t)im->byte[i] << 24 | (uint32_t)im->byte[i + 1] << 16 | (uint32_t)im->byte[i + 2] << 8 |
		       im->byte[i + 3];
	return sum;
}

LQCD_STATIC int files_in_directory(void)
{
	int n = 0;
	DIR *d = opendir(directory);
	if (!d) return -1;
	for (struct dirent *e = readdir(d); e; e = readdir(d)) n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

LQCD_STATIC int same_file(const char *path, const image *im)
{
	static image now;
	read_image(path, &now);
	return now.n == im->n && !memcmp(now.byte, im->byte, im->n);
}

/* ---- fields ---------------------------------------------------------------------------------------------------- */

static const int shape[4] = {4, 2, 6, 8}; /* T, X, Y, Z */
static const int tiny_shape[4] = {2, 2, 2, 2};
static lqcd_lattice lattice, tiny_lattice;
static lqcd_gauge_field_d field, tiny, copy; /* tiny and copy are of tiny_lattice */

LQCD_STATIC void make(lqcd_lattice *lat, lqcd_gauge_field_d *u, const int *extent)
{
	if (lqcd_lattice_create(lat, extent, NULL, NULL) != LQCD_OK ||
	    lqcd_gauge_field_create_d(u, lat, LQCD_FULL) != LQCD_OK) {
		printf("Bail out! no lattice\n");
		exit(1);
	}
	lqcd_gauge_field_random_d(u, tap_random_u64(), 7);
}

LQCD_STATIC size_t reals(const lqcd_gauge_field_d *u)
{
	return (size_t)u->type->gsize_gauge * 4 * sizeof(lqcd_su3_d) / sizeof(double);
}

LQCD_STATIC double difference(const lqcd_gauge_field_d *u, const lqcd_gauge_field_d *v)
{
	const double *a = (const double *)u->ptr, *b = (const double *)v->ptr;
	double most = 0;
	for (size_t i = 0; i < reals(u); i++)
		most = tap_worst(most, fabs(a[i] - b[i]));
	return most;
}

LQCD_STATIC void poison(lqcd_gauge_field_d *u)
{
	memset(u->ptr, 0xff, reals(u) * sizeof(double));
}

LQCD_STATIC const char *datatype(int rows)
{
	static char text[64];
	snprintf(text, sizeof text, rows == LQCD_NC ? "4D_SU%d_GAUGE_%dx%d" : "4D_SU%d_GAUGE", LQCD_NC, LQCD_NC,
		 LQCD_NC);
	return text;
}

/* base := the file of u in a format. */
LQCD_STATIC lqcd_status write_base(const lqcd_gauge_field_d *u, int rows, int bits, lqcd_byte_order order)
{
	const lqcd_gauge_write_options w = write_options(bits, rows, order, NULL);
	lqcd_message why;
	lqcd_status s = lqcd_gauge_write(file, "NERSC", u, &w, &why);
	if (s != LQCD_OK) tap_diag("%s", why.text);
	read_image(file, &base);
	return s;
}

/* For thousands of tiny files: starting threads would take most of the time. */
LQCD_STATIC void one_thread(void)
{
#ifdef _OPENMP
	omp_set_num_threads(1);
#endif
}

LQCD_STATIC void make_directory(void)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(directory, sizeof directory, "%.400s/lqcd-nersc-%ld-%08lx", tmp && *tmp ? tmp : "/tmp", (long)getpid(),
		 (unsigned long)(tap_random_u64() & 0xffffffffu));
	snprintf(file, sizeof file, "%s/file", directory);
	if (mkdir(directory, 0700) != 0) {
		printf("Bail out! cannot make %s\n", directory);
		exit(1);
	}
}

LQCD_STATIC void begin(void)
{
	make_directory();
	make(&lattice, &field, shape);
	make(&tiny_lattice, &tiny, tiny_shape);
	must(lqcd_gauge_field_create_d(&copy, &tiny_lattice, LQCD_FULL));
}

LQCD_STATIC void end(void)
{
	lqcd_gauge_field_destroy_d(&copy);
	lqcd_gauge_field_destroy_d(&tiny);
	lqcd_gauge_field_destroy_d(&field);
	lqcd_lattice_destroy(&tiny_lattice);
	lqcd_lattice_destroy(&lattice);
	tap_ok(hook.live == 0, "every block is freed");
	unlink(file);
	tap_ok(rmdir(directory) == 0, "the temporary directory is empty again");
}

#endif
