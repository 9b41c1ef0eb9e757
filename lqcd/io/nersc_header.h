/* lqcd/io/nersc_header.h: the header of a NERSC file as text. nersc.h has the documentation and the functions to use.
 *
 *   lqcd_nersc_info, lqcd_nersc_keys     what a header says
 *   lqcd__nersc_parse(in, info, buffer, why)   reads and interprets the header of an open file
 *   lqcd__nersc_compose(h, meta, why)    fills the texts of a header to be written, except the three numbers of the data
 *   lqcd__nersc_print(h)                 h->text := the header; returns its length
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_NERSC_HEADER_H
#define LQCD_IO_NERSC_HEADER_H

#include <math.h>
#include <stddef.h>

#include "../base/config.h"
#include "../base/status.h"
#include "../site/su3.h"
#include "../gauge/plaquette.h"
#include "bytes.h"
#include "text.h"

#define LQCD_NERSC_HEADER_BYTES 65536

/* Every known key with its member of lqcd_nersc_keys and the room for its value, in the order of writing. */
#define LQCD__NERSC_KEYS(S)                                                                                            \
	S("HDR_VERSION", hdr_version, 32)                                                                              \
	S("DATATYPE", datatype, 64)                                                                                    \
	S("STORAGE_FORMAT", storage_format, 32)                                                                        \
	S("DIMENSION_1", dimension_1, 64)                                                                              \
	S("DIMENSION_2", dimension_2, 64)                                                                              \
	S("DIMENSION_3", dimension_3, 64)                                                                              \
	S("DIMENSION_4", dimension_4, 64)                                                                              \
	S("LINK_TRACE", link_trace, 64)                                                                                \
	S("PLAQUETTE", plaquette, 64)                                                                                  \
	S("BOUNDARY_1", boundary_1, 32)                                                                                \
	S("BOUNDARY_2", boundary_2, 32)                                                                                \
	S("BOUNDARY_3", boundary_3, 32)                                                                                \
	S("BOUNDARY_4", boundary_4, 32)                                                                                \
	S("CHECKSUM", checksum, 64)                                                                                    \
	S("ENSEMBLE_ID", ensemble_id, 128)                                                                             \
	S("ENSEMBLE_LABEL", ensemble_label, 256)                                                                       \
	S("SEQUENCE_NUMBER", sequence_number, 64)                                                                      \
	S("CREATOR", creator, 128)                                                                                     \
	S("CREATOR_HARDWARE", creator_hardware, 256)                                                                   \
	S("CREATION_DATE", creation_date, 64)                                                                          \
	S("ARCHIVE_DATE", archive_date, 64)                                                                            \
	S("FLOATING_POINT", floating_point, 64)

/** The texts of the header; longer ones are cut. */
#define LQCD__NERSC_MEMBER(name, member, size) char member[size];
typedef struct {
	LQCD__NERSC_KEYS(LQCD__NERSC_MEMBER)
} lqcd_nersc_keys;
#undef LQCD__NERSC_MEMBER

#define LQCD__NERSC_NUMBER(name, member, size) LQCD__NERSC_AT_##member,
typedef enum { LQCD__NERSC_KEYS(LQCD__NERSC_NUMBER) LQCD__NERSC_KEY_COUNT } lqcd__nersc_key;
#undef LQCD__NERSC_NUMBER

typedef struct {
	lqcd_nersc_keys key;
	char text[4096]; /* the header as it is in the file, cut after this size */
	char others[1024]; /* lines "KEY = value" of unknown keys, as many as fit; written, too */
	int extent[4];   /* T, X, Y, Z */
	int rows, bits;  /* NC or NC-1; 32 or 64 */
	lqcd_byte_order byte_order;
	uint64_t data_offset, data_bytes;
	int has_checksum, has_plaquette, has_link_trace;
	uint32_t checksum; /* as stored */
	double plaquette, link_trace;
	uint32_t measured_checksum; /* of the data; set by lqcd_nersc_read and lqcd_nersc_load */
	lqcd_plaquette_values measured_plaquette;
	double measured_link_trace;
	double measured_deviation; /* of the links from SU(NC), the largest of any element */
} lqcd_nersc_info;

/* ---- values of keys -------------------------------------------------------------------------------------------- */

/** Member number i of k and its room, or NULL at the end of the list; *name := its key. */
LQCD_STATIC char *lqcd__nersc_slot(lqcd_nersc_keys *k, int i, const char **name, size_t *room)
{
#define LQCD__NERSC_ROW(text, member, size) {text, offsetof(lqcd_nersc_keys, member), size},
	static const struct {
		const char *name;
		size_t at, room;
	} row[] = {LQCD__NERSC_KEYS(LQCD__NERSC_ROW)};
#undef LQCD__NERSC_ROW
	if (i >= LQCD__NERSC_KEY_COUNT) return NULL;
	*name = row[i].name;
	*room = row[i].room;
	return (char *)k + row[i].at;
}

LQCD_STATIC lqcd_status lqcd__nersc_bad(const char *path, const char *key, const char *value, const char *legal,
					lqcd_message *why)
{
	if (!*value)
		return lqcd_fail(why, LQCD_ERR_KEY, "%s: no value for %s in the header; %s", lqcd_path_shown(path), key,
				 legal);
	return lqcd_fail(why, LQCD_ERR_KEY, "%s: %s = \"%s\" in the header; %s", lqcd_path_shown(path), key, value,
			 legal);
}

LQCD_STATIC lqcd_status lqcd__nersc_extent(const char *path, const char *key, const char *value, int *extent,
					   lqcd_message *why)
{
	int64_t v = 0;
	const char *end = lqcd_text_integer(value, &v);
	if (!end || *end)
		return lqcd__nersc_bad(path, key, value, "it must be an even number of at least 2", why);
	if (v < 2 || v % 2 || v > INT32_MAX)
		return lqcd_fail(why, LQCD_ERR_EXTENT,
				 "%s: %s = \"%s\" in the header; it must be even, at least 2 and below 2^31",
				 lqcd_path_shown(path), key, value);
	*extent = (int)v;
	return LQCD_OK;
}

/** The DATATYPE for a number of rows. */
LQCD_STATIC void lqcd__nersc_datatype(char *to, size_t room, int rows)
{
	if (rows == LQCD_NC)
		snprintf(to, room, "4D_SU%d_GAUGE_%dx%d", LQCD_NC, LQCD_NC, LQCD_NC);
	else
		snprintf(to, room, "4D_SU%d_GAUGE", LQCD_NC);
}

LQCD_STATIC lqcd_status lqcd__nersc_format(const char *path, lqcd_nersc_info *info, lqcd_message *why)
{
	const char *type = info->key.datatype, *number = info->key.floating_point, *order = number + 6;
	char full[64], upper[64], legal[192];
	lqcd__nersc_datatype(full, sizeof full, LQCD_NC);
	lqcd__nersc_datatype(upper, sizeof upper, LQCD_NC - 1);
	const int has_upper = LQCD_NC <= 3;
	info->rows = !strcmp(type, full) ? LQCD_NC : has_upper && !strcmp(type, upper) ? LQCD_NC - 1 : 0;
	snprintf(legal, sizeof legal, "legal with %d colours: %s%s%s", LQCD_NC, has_upper ? upper : "",
		 has_upper ? ", " : "", full);
	if (!info->rows) return lqcd__nersc_bad(path, "DATATYPE", type, legal, why);

	info->bits = !strncmp(number, "IEEE32", 6) ? 32 : !strncmp(number, "IEEE64", 6) ? 64 : 0;
	if (info->bits && !strcmp(order, "BIG"))
		info->byte_order = LQCD_BYTES_BIG;
	else if (info->bits && !strcmp(order, "LITTLE"))
		info->byte_order = LQCD_BYTES_LITTLE;
	else if (!info->bits || *order)
		return lqcd__nersc_bad(path, "FLOATING_POINT", number,
				       "legal: IEEE32BIG, IEEE32LITTLE, IEEE32, IEEE64BIG, IEEE64LITTLE, IEEE64", why);
	return LQCD_OK;
}

LQCD_FN size_t lqcd__nersc_link_bytes(const lqcd_nersc_info *info)
{
	return (size_t)(info->rows * LQCD_NC * 2 * (info->bits / 8));
}

/** info->data_bytes, which must fit into memory addresses and file offsets together with the field. */
LQCD_STATIC lqcd_status lqcd__nersc_size(const char *path, lqcd_nersc_info *info, lqcd_message *why)
{
	const uint64_t most =
		(SIZE_MAX / 4 < UINT64_MAX / 4 ? SIZE_MAX / 4 : UINT64_MAX / 4) / (4 * sizeof(lqcd_su3_d));
	uint64_t volume = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (volume > most / (uint64_t)info->extent[mu])
			return lqcd_fail(
				why, LQCD_ERR_EXTENT,
				"%s: DIMENSION_1..4 = %d, %d, %d, %d in the header: more than memory addresses reach",
				lqcd_path_shown(path), info->extent[1], info->extent[2], info->extent[3],
				info->extent[0]);
		volume *= (uint64_t)info->extent[mu];
	}
	info->data_bytes = 4 * volume * lqcd__nersc_link_bytes(info);
	return LQCD_OK;
}

/** Interprets the texts of the header. present: bit i for key i; tolerate: CHECKSUM need not be a number. */
LQCD_STATIC lqcd_status lqcd__nersc_interpret(const char *path, lqcd_nersc_info *info, uint64_t present, int tolerate,
					      lqcd_message *why)
{
	const lqcd_nersc_keys *k = &info->key;
	double unit;
	lqcd_status s = lqcd__nersc_format(path, info, why);
	if (s == LQCD_OK) s = lqcd__nersc_extent(path, "DIMENSION_1", k->dimension_1, &info->extent[1], why);
	if (s == LQCD_OK) s = lqcd__nersc_extent(path, "DIMENSION_2", k->dimension_2, &info->extent[2], why);
	if (s == LQCD_OK) s = lqcd__nersc_extent(path, "DIMENSION_3", k->dimension_3, &info->extent[3], why);
	if (s == LQCD_OK) s = lqcd__nersc_extent(path, "DIMENSION_4", k->dimension_4, &info->extent[0], why);
	if (s == LQCD_OK) s = lqcd__nersc_size(path, info, why);
	if (s != LQCD_OK) return s;

	info->has_checksum = (int)(present >> LQCD__NERSC_AT_checksum & 1);
	info->has_plaquette = (int)(present >> LQCD__NERSC_AT_plaquette & 1);
	info->has_link_trace = (int)(present >> LQCD__NERSC_AT_link_trace & 1);
	if (info->has_checksum && !lqcd_text_hex(k->checksum, &info->checksum) && !tolerate)
		return lqcd__nersc_bad(path, "CHECKSUM", k->checksum, "it must be a hexadecimal number of 32 bits",
				       why);
	if (info->has_plaquette && !lqcd_text_decimal(k->plaquette, &info->plaquette, &unit))
		return lqcd__nersc_bad(path, "PLAQUETTE", k->plaquette, "it must be a decimal number", why);
	if (info->has_link_trace && !lqcd_text_decimal(k->link_trace, &info->link_trace, &unit))
		return lqcd__nersc_bad(path, "LINK_TRACE", k->link_trace, "it must be a decimal number", why);
	return LQCD_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/** A part of the header, without blanks at its ends. */
typedef struct {
	const char *at;
	size_t n;
} lqcd__nersc_span;

LQCD_STATIC lqcd__nersc_span lqcd__nersc_trim(const char *from, const char *end)
{
	lqcd__nersc_span s;
	while (from < end && (*from == ' ' || *from == '\t' || *from == '\r')) from++;
	while (from < end && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) end--;
	s.at = from;
	s.n = (size_t)(end - from);
	return s;
}

LQCD_STATIC int lqcd__nersc_span_is(lqcd__nersc_span s, const char *text)
{
	return s.n == strlen(text) && !memcmp(s.at, text, s.n);
}

/** The part as a string for messages: cut to its room, '?' for control characters. */
LQCD_STATIC void lqcd__nersc_span_copy(char *to, size_t room, lqcd__nersc_span s)
{
	const size_t n = s.n < room - 1 ? s.n : room - 1;
	for (size_t i = 0; i < n; i++) to[i] = (unsigned char)s.at[i] < 32 || s.at[i] == 127 ? '?' : s.at[i];
	to[n] = 0;
}

/** Adds the line of an unknown key, if it fits. */
LQCD_STATIC void lqcd__nersc_other(lqcd_nersc_info *h, const char *key, const char *value)
{
	const size_t n = strlen(h->others), room = sizeof h->others - n;
	if ((size_t)snprintf(h->others + n, room, "%s = %s\n", key, value) >= room) h->others[n] = 0;
}

/** Takes one line "KEY = value". */
LQCD_STATIC lqcd_status lqcd__nersc_line(const char *path, lqcd_nersc_info *info, lqcd__nersc_span line, size_t offset,
					 uint64_t *present, lqcd_message *why)
{
	char value[256], shown[48];
	const char *name = "", *equals = (const char *)memchr(line.at, '=', line.n);
	size_t room = 0;
	if (!equals) {
		lqcd__nersc_span_copy(shown, sizeof shown, line);
		return lqcd_fail(
			why, LQCD_ERR_FORMAT,
			"%s: the line at byte %llu of the header is neither KEY = value nor END_HEADER: \"%s\"",
			lqcd_path_shown(path), (unsigned long long)offset, shown);
	}
	const lqcd__nersc_span key = lqcd__nersc_trim(line.at, equals), text = lqcd__nersc_trim(equals + 1, line.at + line.n);
	int known = 0;
	for (int i = 0; i < LQCD__NERSC_KEY_COUNT; i++) {
		char *member = lqcd__nersc_slot(&info->key, i, &name, &room);
		if (!lqcd__nersc_span_is(key, name)) continue;
		known = 1;
		lqcd__nersc_span_copy(value, room, text);
		if ((*present >> i & 1) && strcmp(value, member) != 0)
			return lqcd_fail(why, LQCD_ERR_KEY,
					 "%s: %s is in the header twice: \"%s\" and, at byte %llu, \"%s\"",
					 lqcd_path_shown(path), name, member, (unsigned long long)offset, value);
		strcpy(member, value);
		*present |= UINT64_C(1) << i;
	}
	lqcd__nersc_span_copy(value, sizeof value, text);
	lqcd__nersc_span_copy(shown, sizeof shown, key);
	if (!known && *shown) lqcd__nersc_other(info, shown, value);
	return LQCD_OK;
}

/** Reads the header of an open file; buffer has LQCD_NERSC_HEADER_BYTES. */
LQCD_STATIC lqcd_status lqcd__nersc_parse(lqcd_file_in *in, lqcd_nersc_info *info, char *buffer, lqcd_message *why)
{
	static const char begin[] = "BEGIN_HEADER";
	const char *path = lqcd_path_shown(in->path);
	const size_t most = LQCD_NERSC_HEADER_BYTES;
	size_t got, at = 0;
	uint64_t present = 0;
	memset(info, 0, sizeof *info);
	lqcd_status s = lqcd_file_in_read(in, buffer, most, &got, why);
	if (s != LQCD_OK) return s;
	if (got == 0) return lqcd_fail(why, LQCD_ERR_TRUNCATED, "%s: the file is empty", path);
	if (memcmp(buffer, begin, got < sizeof begin ? got : sizeof begin - 1) != 0)
		return lqcd_fail(why, LQCD_ERR_FORMAT, "%s: not a NERSC file: it does not begin with %s%s", path, begin,
				 lqcd__file_hint(in));
	for (;;) {
		const char *newline = at < got ? (const char *)memchr(buffer + at, '\n', got - at) : NULL;
		if (!newline && got < most)
			return lqcd_fail(why, LQCD_ERR_TRUNCATED, "%s: the file ends at byte %llu, before END_HEADER",
					 path, (unsigned long long)got);
		if (!newline)
			return lqcd_fail(why, LQCD_ERR_FORMAT, "%s: no END_HEADER in the first %llu bytes", path,
					 (unsigned long long)most);
		const lqcd__nersc_span line = lqcd__nersc_trim(buffer + at, newline);
		const size_t offset = at;
		at = (size_t)(newline - buffer) + 1;
		if (lqcd__nersc_span_is(line, "END_HEADER")) break;
		if (line.n == 0 || (offset == 0 && lqcd__nersc_span_is(line, begin))) continue;
		s = lqcd__nersc_line(in->path, info, line, offset, &present, why);
		if (s != LQCD_OK) return s;
	}
	info->data_offset = at;
	memcpy(info->text, buffer, at < sizeof info->text ? at : sizeof info->text - 1);
	return lqcd__nersc_interpret(in->path, info, present, in->tolerate, why);
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

LQCD_STATIC void lqcd__nersc_default(char *text, const char *fallback)
{
	if (!*text) strcpy(text, fallback);
}

/** Fifteen decimals of |v| < 1000, without help of the locale. */
LQCD_STATIC void lqcd__nersc_number(char *to, size_t room, double v)
{
	const uint64_t unit = UINT64_C(1000000000000000), n = (uint64_t)floor(fabs(v) * 1e15 + 0.5);
	snprintf(to, room, "%s%u.%015llu", v < 0 ? "-" : "", (unsigned)(n / unit), (unsigned long long)(n % unit));
}

/** Checks that texts of the caller leave the header readable for every code. */
LQCD_STATIC lqcd_status lqcd__nersc_check_texts(lqcd_nersc_keys *k, const char *shown, lqcd_message *why)
{
	const char *name;
	size_t room;
	for (int i = 0; i < LQCD__NERSC_KEY_COUNT; i++) {
		char *value = lqcd__nersc_slot(k, i, &name, &room);
		value[room - 1] = 0;
		for (const char *c = value; *c; c++)
			if ((unsigned char)*c < 32 || *c == 127)
				return lqcd_fail(why, LQCD_ERR_ARGUMENT,
						 "%s: cannot write %s: control character %d in its text", shown, name,
						 *c);
	}
	if (k->sequence_number[strspn(k->sequence_number, "0123456789")])
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "%s: cannot write SEQUENCE_NUMBER = \"%s\"; it must be a whole number", shown,
				 k->sequence_number);
	return LQCD_OK;
}

/** h := layout and texts for a file of u's extents in the format of meta, which may be NULL. */
LQCD_STATIC lqcd_status lqcd__nersc_compose(lqcd_nersc_info *h, const int extent[4], const lqcd_nersc_info *meta,
					    const char *path, lqcd_message *why)
{
	const char *shown = lqcd_path_shown(path);
	lqcd_nersc_keys *k = &h->key;
	memset(h, 0, sizeof *h);
	if (meta) {
		*k = meta->key;
		memcpy(h->others, meta->others, sizeof h->others);
		h->others[sizeof h->others - 1] = 0;
		h->rows = meta->rows;
		h->bits = meta->bits;
		h->byte_order = meta->byte_order;
	}
	if (!h->rows) h->rows = LQCD_NC;
	if (!h->bits) h->bits = 64;
	if (h->byte_order == LQCD_BYTES_UNKNOWN) h->byte_order = LQCD_BYTES_BIG;
	if (h->rows != LQCD_NC && (h->rows != LQCD_NC - 1 || LQCD_NC > 3))
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: cannot write %d rows; legal: %d%s", shown, h->rows,
				 LQCD_NC, LQCD_NC > 3 ? "" : " or one less");
	if (h->bits != 32 && h->bits != 64)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: cannot write reals of %d bits; legal: 32, 64", shown,
				 h->bits);
	if (h->byte_order != LQCD_BYTES_BIG && h->byte_order != LQCD_BYTES_LITTLE)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "%s: cannot write byte order %d; legal: %d (big), %d (little)",
				 shown, (int)h->byte_order, LQCD_BYTES_BIG, LQCD_BYTES_LITTLE);

	char now[64];
	lqcd_time_text(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ");
	strcpy(k->hdr_version, "1.0");
	strcpy(k->storage_format, "1.0");
	strcpy(k->archive_date, now);
	lqcd__nersc_datatype(k->datatype, sizeof k->datatype, h->rows);
	snprintf(k->floating_point, sizeof k->floating_point, "IEEE%d%s", h->bits,
		 h->byte_order == LQCD_BYTES_BIG ? "BIG" : "LITTLE");
	char *dimension[4] = {k->dimension_4, k->dimension_1, k->dimension_2, k->dimension_3};
	for (int mu = 0; mu < 4; mu++) {
		h->extent[mu] = extent[mu];
		snprintf(dimension[mu], sizeof k->dimension_1, "%d", extent[mu]);
	}
	lqcd__nersc_default(k->boundary_1, "PERIODIC");
	lqcd__nersc_default(k->boundary_2, "PERIODIC");
	lqcd__nersc_default(k->boundary_3, "PERIODIC");
	lqcd__nersc_default(k->boundary_4, "PERIODIC");
	lqcd__nersc_default(k->ensemble_id, "unknown");
	lqcd__nersc_default(k->ensemble_label, "unknown");
	lqcd__nersc_default(k->sequence_number, "0");
	lqcd__nersc_default(k->creator, "lqcd " LQCD_VERSION);
	lqcd__nersc_default(k->creator_hardware, "unknown");
	lqcd__nersc_default(k->creation_date, now);
	lqcd_status s = lqcd__nersc_size(path, h, why);
	return s == LQCD_OK ? lqcd__nersc_check_texts(k, shown, why) : s;
}

/** h->text := the header; returns its length. */
LQCD_STATIC size_t lqcd__nersc_print(lqcd_nersc_info *h)
{
	const char *name;
	size_t room, n = 0;
	n += (size_t)snprintf(h->text, sizeof h->text, "BEGIN_HEADER\n");
	for (int i = 0; i < LQCD__NERSC_KEY_COUNT; i++) {
		const char *value = lqcd__nersc_slot(&h->key, i, &name, &room);
		n += (size_t)snprintf(h->text + n, sizeof h->text - n, "%s = %s\n", name, value);
	}
	n += (size_t)snprintf(h->text + n, sizeof h->text - n, "%sEND_HEADER\n", h->others);
	return n;
}

#endif
