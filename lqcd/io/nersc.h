/* lqcd/io/nersc.h: gauge configurations in the NERSC archive format; gauge.h reads and writes them.
 *
 * An ASCII header, one "KEY = value" per line from BEGIN_HEADER to END_HEADER, then the links:
 * [t][z][y][x, fastest][direction x,y,z,t][row][column][re,im], reals of 32 or 64 bits, all NC rows or the first NC-1.
 *
 * Reading takes keys in any order, blanks around keys and values, LF or CR LF, blank lines and unknown keys (BETA, MASS, ..).
 * All are metadata of lqcd_gauge_info; unknown ones are written again, as many as fit into 1 KiB. Required are DATATYPE,
 * DIMENSION_1..4 (X, Y, Z, T) and FLOATING_POINT; a header has at most 64 KiB. CHECKSUM is the sum of the data's 32-bit words,
 * each in the byte order of the file, mod 2^32, in hexadecimal; PLAQUETTE the mean over 6V of Re tr/NC, compared within 1e-5 (32
 * bits) or 1e-7 (64); LINK_TRACE the mean over 4V of Re tr/NC, within 1e-6 or 1e-7. They are compared when present. Tolerances for
 * 64 bits allow for a header computed in single precision. One unit of the last digit printed in the header is added, at most
 * 1e-3 since %g drops zeros. LQCD_ERR_KEY: a key that is missing, given twice with different values, or illegal.
 *
 * IEEE32 and IEEE64 without BIG or LITTLE are written for either byte order in the field. The order is then the one for which
 * the checksum holds and the links are in SU(NC), big-endian first; info.links.byte_order is LQCD_BYTES_UNKNOWN after
 * lqcd_gauge_read_header.
 *
 * Written are 64 bits, big-endian, NC rows, or what lqcd_gauge_write_options ask for, with the texts ENSEMBLE_ID,
 * ENSEMBLE_LABEL, SEQUENCE_NUMBER, CREATOR, CREATOR_HARDWARE, CREATION_DATE and BOUNDARY_1..4 of its metadata. Everything else
 * is computed; the keys are those that other readers require, in the usual order, PLAQUETTE and LINK_TRACE with 15 decimals.
 * LQCD_ERR_ARGUMENT: a SEQUENCE_NUMBER that is not a number, which other readers reject.
 *
 * DATATYPE is 4D_SU3_GAUGE (2 rows; the third is the complex conjugate of their cross product) or 4D_SU3_GAUGE_3x3; for
 * other LQCD_NC 4D_SU<N>_GAUGE_<N>x<N> and, for 2, 4D_SU2_GAUGE, an extension that some codes share. No function here
 * depends on the locale. Format: the readers of QDP++ (qdp_iogauge.cc) and Grid (NerscIO.h), and files of both.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_NERSC_H
#define LQCD_IO_NERSC_H

#include "gauge_file.h"

/* The known keys, in the order of writing. */
#define LQCD__NERSC_KEYS(S)                                                                                            \
	S(HDR_VERSION) S(DATATYPE) S(STORAGE_FORMAT) S(DIMENSION_1) S(DIMENSION_2) S(DIMENSION_3) S(DIMENSION_4)           \
	S(LINK_TRACE) S(PLAQUETTE) S(BOUNDARY_1) S(BOUNDARY_2) S(BOUNDARY_3) S(BOUNDARY_4) S(CHECKSUM) S(ENSEMBLE_ID)      \
	S(ENSEMBLE_LABEL) S(SEQUENCE_NUMBER) S(CREATOR) S(CREATOR_HARDWARE) S(CREATION_DATE) S(ARCHIVE_DATE) S(FLOATING_POINT)

#define LQCD__NERSC_NUMBER(key) LQCD__NERSC_##key,
enum { LQCD__NERSC_KEYS(LQCD__NERSC_NUMBER) LQCD__NERSC_KEY_COUNT, LQCD__NERSC_ROOM = 256, LQCD__NERSC_HEADER_BYTES = 65536 };
#undef LQCD__NERSC_NUMBER

typedef struct {
	char value[LQCD__NERSC_KEY_COUNT][LQCD__NERSC_ROOM]; /* longer ones are cut */
	int present[LQCD__NERSC_KEY_COUNT];
	char others[1024]; /* lines "KEY = value" of unknown keys, as many as fit */
	char text[8192];   /* the header to be written */
} lqcd__nersc;

LQCD_STATIC const char *lqcd__nersc_key(int i)
{
#define LQCD__NERSC_NAME(key) #key,
	static const char *const name[] = {LQCD__NERSC_KEYS(LQCD__NERSC_NAME)};
#undef LQCD__NERSC_NAME
	return name[i];
}

/** The number of a key; LQCD__NERSC_KEY_COUNT if it is unknown. */
LQCD_STATIC int lqcd__nersc_find(const char *key)
{
	int i = 0;
	while (i < LQCD__NERSC_KEY_COUNT && strcmp(lqcd__nersc_key(i), key) != 0) i++;
	return i;
}

/* ---- values of keys -------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd__nersc_bad(const lqcd_gauge_file *file, int key, const char *legal, lqcd_message *why)
{
	const char *name = lqcd__nersc_key(key), *value = ((const lqcd__nersc *)file->own)->value[key];
	if (!*value)
		return lqcd__file_fail(why, LQCD_ERR_KEY, file->path, "no value for %s in the header; %s", name, legal);
	return lqcd__file_fail(why, LQCD_ERR_KEY, file->path, "%s = \"%s\" in the header; %s", name, value, legal);
}

LQCD_STATIC lqcd_status lqcd__nersc_extent(lqcd_gauge_file *file, int key, int *extent, lqcd_message *why)
{
	const char *value = ((const lqcd__nersc *)file->own)->value[key];
	int64_t v = 0;
	const char *end = lqcd_text_integer(value, &v);
	if (!end || *end) return lqcd__nersc_bad(file, key, "it must be an even number of at least 2", why);
	*extent = (int)v;
	if (v >= 2 && v % 2 == 0 && v <= INT32_MAX) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_EXTENT, file->path, "%s = \"%s\" in the header; it must be even, at least 2 and below 2^31",
			       lqcd__nersc_key(key), value);
}

/** The DATATYPE for a number of rows. */
LQCD_STATIC void lqcd__nersc_datatype(char *to, size_t room, int rows)
{
	if (rows == LQCD_NC)
		snprintf(to, room, "4D_SU%d_GAUGE_%dx%d", LQCD_NC, LQCD_NC, LQCD_NC);
	else
		snprintf(to, room, "4D_SU%d_GAUGE", LQCD_NC);
}

/** DATATYPE and FLOATING_POINT. */
LQCD_STATIC lqcd_status lqcd__nersc_form(lqcd_gauge_file *file, lqcd_message *why)
{
	const lqcd__nersc *h = (const lqcd__nersc *)file->own;
	const char *type = h->value[LQCD__NERSC_DATATYPE], *number = h->value[LQCD__NERSC_FLOATING_POINT], *order = number + 6;
	lqcd_links *f = &file->info->links;
	char full[64], upper[64], legal[192];
	lqcd__nersc_datatype(full, sizeof full, LQCD_NC);
	lqcd__nersc_datatype(upper, sizeof upper, LQCD_NC - 1);
	const int has_upper = LQCD_NC <= 3;
	f->rows = !strcmp(type, full) ? LQCD_NC : has_upper && !strcmp(type, upper) ? LQCD_NC - 1 : 0;
	snprintf(legal, sizeof legal, "legal with %d colours: %s%s%s", LQCD_NC, has_upper ? upper : "",
		 has_upper ? ", " : "", full);
	if (!f->rows) return lqcd__nersc_bad(file, LQCD__NERSC_DATATYPE, legal, why);
	f->bits = !strncmp(number, "IEEE32", 6) ? 32 : !strncmp(number, "IEEE64", 6) ? 64 : 0;
	if (f->bits)
		f->byte_order = !strcmp(order, "BIG")      ? LQCD_BYTES_BIG
				: !strcmp(order, "LITTLE") ? LQCD_BYTES_LITTLE
							   : LQCD_BYTES_UNKNOWN;
	if (f->bits && (f->byte_order != LQCD_BYTES_UNKNOWN || !*order)) return LQCD_OK;
	return lqcd__nersc_bad(file, LQCD__NERSC_FLOATING_POINT,
			       "legal: IEEE32BIG, IEEE32LITTLE, IEEE32, IEEE64BIG, IEEE64LITTLE, IEEE64", why);
}

/** Interprets the texts of the header. */
LQCD_STATIC lqcd_status lqcd__nersc_interpret(lqcd_gauge_file *file, lqcd_message *why)
{
	const lqcd__nersc *h = (const lqcd__nersc *)file->own;
	lqcd_gauge_info *info = file->info;
	lqcd_status s = lqcd__nersc_form(file, why);
	for (int k = 0; k < 4 && s == LQCD_OK; k++)
		s = lqcd__nersc_extent(file, LQCD__NERSC_DIMENSION_1 + k, &info->links.extent[(k + 1) & 3], why);
	if (s == LQCD_OK) s = lqcd__gauge_extents(file->path, &info->links, why);
	if (s != LQCD_OK) return s;
	snprintf(info->order_open, sizeof info->order_open, "FLOATING_POINT = %.64s", h->value[LQCD__NERSC_FLOATING_POINT]);
	strcpy(info->checksum_name, "CHECKSUM");
	info->has_checksum = h->present[LQCD__NERSC_CHECKSUM];
	info->checksum_illegible = info->has_checksum && !lqcd_text_hex(h->value[LQCD__NERSC_CHECKSUM], &info->checksum[0]);
	if (info->checksum_illegible && !file->in.tolerate)
		return lqcd__nersc_bad(file, LQCD__NERSC_CHECKSUM, "it must be a hexadecimal number of 32 bits", why);
	for (int k = LQCD__NERSC_LINK_TRACE; k <= LQCD__NERSC_PLAQUETTE; k++) {
		const int trace = k == LQCD__NERSC_LINK_TRACE;
		lqcd_gauge_number *const n = trace ? &info->link_trace : &info->plaquette;
		if (h->present[k]) *n = lqcd__gauge_decimal(lqcd__nersc_key(k), h->value[k], info->links.bits == 64 ? 1e-7 : trace ? 1e-6 : 1e-5);
		if (h->present[k] && !n->has) return lqcd__nersc_bad(file, k, "it must be a decimal number", why);
	}
	return LQCD_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

LQCD_STATIC int lqcd__nersc_detect(const unsigned char *head, size_t n, uint64_t size)
{
	static const char begin[] = "BEGIN_HEADER";
	(void)size;
	return n > 0 && !memcmp(head, begin, n < sizeof begin ? n : sizeof begin - 1);
}

/** s := what is between the blanks at its ends, as much as there is room for, with '?' for other blanks than spaces. */
LQCD_STATIC char *lqcd__nersc_clean(char *s, size_t room)
{
	lqcd_text_trim(s);
	if (strlen(s) >= room) s[room - 1] = 0;
	for (char *c = s; *c; c++)
		if ((unsigned char)*c < 32) *c = '?';
	return s;
}

/** Adds the line of an unknown key, if it fits. */
LQCD_STATIC void lqcd__nersc_other(lqcd__nersc *h, const char *key, const char *value)
{
	const size_t n = strlen(h->others), room = sizeof h->others - n;
	if ((size_t)snprintf(h->others + n, room, "%s = %s\n", key, value) >= room) h->others[n] = 0;
}

/** Takes one line "KEY = value", which is changed. */
LQCD_STATIC lqcd_status lqcd__nersc_line(const char *path, lqcd__nersc *h, char *line, size_t offset, lqcd_message *why)
{
	char *equals = strchr(line, '=');
	if (!equals)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, path,
				       "the line at byte %llu of the header is neither KEY = value nor END_HEADER: \"%s\"",
				       (unsigned long long)offset, lqcd__nersc_clean(line, 48));
	*equals = 0;
	lqcd_text_trim(line);
	const int i = lqcd__nersc_find(line);
	const char *value = lqcd__nersc_clean(equals + 1, LQCD__NERSC_ROOM), *shown = lqcd__nersc_clean(line, 48);
	if (i == LQCD__NERSC_KEY_COUNT) {
		if (*shown) lqcd__nersc_other(h, shown, value);
		return LQCD_OK;
	}
	if (h->present[i] && strcmp(value, h->value[i]) != 0)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "%s is in the header twice: \"%s\" and, at byte %llu, \"%s\"", shown, h->value[i],
				       (unsigned long long)offset, value);
	strcpy(h->value[i], value);
	h->present[i] = 1;
	return LQCD_OK;
}

/** Reads the lines of the header; buffer has LQCD__NERSC_HEADER_BYTES. */
LQCD_STATIC lqcd_status lqcd__nersc_parse(lqcd_gauge_file *file, char *buffer, lqcd_message *why)
{
	lqcd__nersc *h = (lqcd__nersc *)file->own;
	const size_t most = LQCD__NERSC_HEADER_BYTES;
	size_t got, at = 0;
	lqcd_status s = lqcd_file_in_read(&file->in, buffer, most, &got, why);
	if (s == LQCD_OK && !lqcd__nersc_detect((const unsigned char *)buffer, got, 0))
		s = lqcd__file_fail(why, LQCD_ERR_FORMAT, file->path, "not a NERSC file: it does not begin with BEGIN_HEADER%s",
				    lqcd__file_hint(&file->in));
	while (s == LQCD_OK) {
		const char *newline = at < got ? (const char *)memchr(buffer + at, '\n', got - at) : NULL;
		if (!newline && got < most)
			return lqcd__file_fail(why, LQCD_ERR_TRUNCATED, file->path, "the file ends at byte %llu, before END_HEADER",
					       (unsigned long long)got);
		if (!newline)
			return lqcd__file_fail(why, LQCD_ERR_FORMAT, file->path, "no END_HEADER in the first %llu bytes", (unsigned long long)most);
		char *const line = buffer + at;
		const size_t offset = at;
		for (; buffer + at < newline; at++) /* blanks are for later */
			if (((unsigned char)buffer[at] < 32 && buffer[at] != '\t' && buffer[at] != '\r') || buffer[at] == 127) buffer[at] = '?';
		buffer[at++] = 0;
		lqcd_text_trim(line);
		if (!strcmp(line, "END_HEADER")) break;
		if (!*line || (offset == 0 && !strcmp(line, "BEGIN_HEADER"))) continue;
		s = lqcd__nersc_line(file->path, h, line, offset, why);
	}
	file->info->links.offset = at;
	return s;
}

LQCD_STATIC lqcd_status lqcd__nersc_header(lqcd_gauge_file *file, lqcd_message *why)
{
	static const int none[4] = {0, 0, 0, 0};
	lqcd__nersc *h = (lqcd__nersc *)file->own;
	lqcd_gauge_info *info = file->info;
	char *buffer = (char *)lqcd_alloc(LQCD__NERSC_HEADER_BYTES);
	if (!buffer)
		return lqcd__file_fail(why, LQCD_ERR_MEMORY, file->path, "no memory for a buffer of %d bytes", LQCD__NERSC_HEADER_BYTES);
	info->links = lqcd_links_of(none);
	info->links.sum = LQCD_LINKS_NERSC;
	lqcd_status s = lqcd__nersc_parse(file, buffer, why);
	lqcd_free(buffer);
	if (s == LQCD_OK) s = lqcd__nersc_interpret(file, why);
	if (s != LQCD_OK) return s;
	for (int i = 0; i < LQCD__NERSC_KEY_COUNT; i++)
		if (*h->value[i]) lqcd_gauge_info_add(info, lqcd__nersc_key(i), h->value[i]);
	for (char *at = h->others, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
		char *value = strstr(at, " = ");
		*value = *end = 0;
		lqcd_gauge_info_add(info, at, value + 3);
	}
	return lqcd__gauge_section(file, why);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/** Fifteen decimals of |v| < 1000, without help of the locale. */
LQCD_STATIC void lqcd__nersc_number(char *to, double v)
{
	const uint64_t unit = UINT64_C(1000000000000000), n = (uint64_t)floor(fabs(v) * 1e15 + 0.5);
	snprintf(to, LQCD__NERSC_ROOM, "%s%u.%015llu", v < 0 ? "-" : "", (unsigned)(n / unit), (unsigned long long)(n % unit));
}

/** h->text := the header; returns its length. */
LQCD_STATIC size_t lqcd__nersc_print(lqcd__nersc *h)
{
	size_t n = (size_t)snprintf(h->text, sizeof h->text, "BEGIN_HEADER\n");
	for (int i = 0; i < LQCD__NERSC_KEY_COUNT; i++)
		n += (size_t)snprintf(h->text + n, sizeof h->text - n, "%s = %s\n", lqcd__nersc_key(i), h->value[i]);
	return n + (size_t)snprintf(h->text + n, sizeof h->text - n, "%sEND_HEADER\n", h->others);
}

/** Texts of the metadata, and ours for those that have none. */
LQCD_STATIC void lqcd__nersc_texts(lqcd__nersc *h, const lqcd_gauge_info *meta, int nersc)
{
	static const struct {
		int key;
		const char *usual; /* NULL: the time */
	} row[] = {{LQCD__NERSC_BOUNDARY_1, "PERIODIC"}, {LQCD__NERSC_BOUNDARY_2, "PERIODIC"}, {LQCD__NERSC_BOUNDARY_3, "PERIODIC"},
		   {LQCD__NERSC_BOUNDARY_4, "PERIODIC"}, {LQCD__NERSC_ENSEMBLE_ID, "unknown"}, {LQCD__NERSC_ENSEMBLE_LABEL, "unknown"},
		   {LQCD__NERSC_SEQUENCE_NUMBER, "0"}, {LQCD__NERSC_CREATOR, "lqcd " LQCD_VERSION},
		   {LQCD__NERSC_CREATOR_HARDWARE, "unknown"}, {LQCD__NERSC_CREATION_DATE, NULL}};
	char now[64];
	lqcd_time_text(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ");
	strcpy(h->value[LQCD__NERSC_HDR_VERSION], "1.0");
	strcpy(h->value[LQCD__NERSC_STORAGE_FORMAT], "1.0");
	strcpy(h->value[LQCD__NERSC_ARCHIVE_DATE], now);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const char *text = meta ? lqcd_gauge_info_get(meta, lqcd__nersc_key(row[i].key)) : NULL;
		snprintf(h->value[row[i].key], LQCD__NERSC_ROOM, "%s", text && *text ? text : row[i].usual ? row[i].usual : now);
	}
	for (int i = 0; meta && nersc && i < meta->keys; i++) {
		const char *text, *key = lqcd_gauge_info_key(meta, i, &text);
		if (lqcd__nersc_find(key) == LQCD__NERSC_KEY_COUNT) lqcd__nersc_other(h, key, text);
	}
}

LQCD_STATIC lqcd_status lqcd__nersc_plan(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd__nersc *h = (lqcd__nersc *)file->own;
	lqcd_gauge_info *info = file->info;
	lqcd_links *f = &info->links;
	const lqcd_gauge_info *meta = file->write_options ? file->write_options->meta : NULL;
	lqcd__nersc_texts(h, meta, meta && !strcmp(meta->format, file->format->name));
	const char *number = h->value[LQCD__NERSC_SEQUENCE_NUMBER];
	if (number[strspn(number, "0123456789")])
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, file->path, "cannot write SEQUENCE_NUMBER = \"%s\"; it must be a whole number",
				       number);
	lqcd__nersc_datatype(h->value[LQCD__NERSC_DATATYPE], LQCD__NERSC_ROOM, f->rows);
	snprintf(h->value[LQCD__NERSC_FLOATING_POINT], LQCD__NERSC_ROOM, "IEEE%d%s", f->bits,
		 f->byte_order == LQCD_BYTES_BIG ? "BIG" : "LITTLE");
	for (int k = 0; k < 4; k++) snprintf(h->value[LQCD__NERSC_DIMENSION_1 + k], LQCD__NERSC_ROOM, "%d", f->extent[(k + 1) & 3]);
	const double mean = info->measured_plaquette.mean, trace = info->measured_link_trace;
	lqcd__nersc_number(h->value[LQCD__NERSC_PLAQUETTE], fabs(mean) < 2 ? mean : 0);
	lqcd__nersc_number(h->value[LQCD__NERSC_LINK_TRACE], fabs(trace) < 2 ? trace : 0);
	strcpy(h->value[LQCD__NERSC_CHECKSUM], "00000000");
	f->sum = LQCD_LINKS_NERSC;
	f->offset = lqcd__nersc_print(h);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__nersc_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	lqcd__nersc *h = (lqcd__nersc *)file->own;
	snprintf(h->value[LQCD__NERSC_CHECKSUM], LQCD__NERSC_ROOM, "%08lx", (unsigned long)file->info->found.sum[0]);
	return lqcd_file_out_write_at(out, 0, h->text, lqcd__nersc_print(h), why);
}

#endif
