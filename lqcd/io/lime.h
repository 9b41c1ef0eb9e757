/* lqcd/io/lime.h: LIME, the container of ILDG and SciDAC files: records back to back.
 *
 * A record is a header of 144 bytes, data, and zeros up to a multiple of 8 bytes, which the length does not count. The
 * header, big-endian: u32 456789ab, u16 version 1, u16 flags (8000 hex: first record of a message, 4000: last one), u64
 * length of the data, 128 bytes of type, ASCII, filled with NUL.
 *
 *   lqcd_lime_record r;  lqcd_lime_rewind(&r);
 *   while ((s = lqcd_lime_next(in, &r, why)) == LQCD_OK && r.number) ...
 *       lqcd_status lqcd_lime_next(in, r, why)    the record after r; r->number = 0 when the file ends there
 *       lqcd_status lqcd_lime_find(in, type, r, why)        the next one of that type, or r->number = 0
 *       lqcd_status lqcd_lime_text(in, r, text, room, why)  its data as a string: to the first NUL or to its end, at
 *                                                 most room - 1 bytes, without blanks at its ends
 *
 *   r: type[], number (from 1), offset and length of the data, first and last (the flags as they are), message
 *
 * Writers in the field set the flags as in messages, on no record, or on all. message counts the runs of records that
 * the flags make; nothing else is built on them. The padding of the last record may be absent.
 *
 *   size_t lqcd_lime_header(to, type, length, flags)        144 bytes at to; flags of LQCD_LIME_FIRST, LQCD_LIME_LAST
 *   size_t lqcd_lime_record_bytes(n)                        of a record with n bytes of data: 144 + n + padding
 *   size_t lqcd_lime_put(to, at, room, type, text, flags)   a record of text at to + at, where `room` bytes in all
 *                                                           suffice; returns where the next one begins, also then
 *
 * Values in XML. Writers put blanks, newlines, attributes and name spaces where they like. The first element of a name
 * that holds text alone counts; comments and processing instructions are skipped, nesting is not looked at.
 *
 *   int lqcd_xml_text(xml, tag, value, room)    <tag ..>value</tag>, without blanks at its ends, cut to room - 1 bytes;
 *                                               0: none, or no end
 *   int lqcd_xml_integers(xml, tag, v, n)       n decimal integers, blanks between; 0: no such element, -1: its text is none
 *   int lqcd_xml_hex(xml, tag, &v)              likewise a hexadecimal number of 32 bits, with or without 0x
 *
 * Statuses: LQCD_ERR_FORMAT (no LIME header where one must be; another version; more than LQCD_LIME_RECORDS records),
 * LQCD_ERR_TRUNCATED (the file is empty, or ends in a header or in data), LQCD_ERR_READ. Messages have the path, the
 * number of the record and its byte offset. Everything here is for one process. Source: c-lime, lime_defs.h and its
 * description of the format, "LIME version 1.2".
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_LIME_H
#define LQCD_IO_LIME_H

#include "../base/config.h"
#include "../base/status.h"
#include "bytes.h"
#include "text.h"

#define LQCD__LIME_MAGIC 0x456789abu

enum {
	LQCD_LIME_HEADER = 144,
	LQCD_LIME_TYPE = 128,
	LQCD_LIME_RECORDS = 1048576,
	LQCD_LIME_LAST = 0x4000,
	LQCD_LIME_FIRST = 0x8000
};

typedef struct {
	char type[LQCD_LIME_TYPE + 1];
	int number, first, last, message;
	uint64_t offset, length, next; /* next: where the header of the next record is */
} lqcd_lime_record;

LQCD_FN uint64_t lqcd__lime_padded(uint64_t n)
{
	return (n + 7) & ~UINT64_C(7);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

LQCD_STATIC void lqcd_lime_rewind(lqcd_lime_record *r)
{
	memset(r, 0, sizeof *r);
}

/** A type for a message: printable. */
LQCD_STATIC void lqcd__lime_type(char *to, const unsigned char *from)
{
	int n = 0;
	for (; n < LQCD_LIME_TYPE && from[n]; n++) to[n] = from[n] < 32 || from[n] > 126 ? '?' : (char)from[n];
	to[n] = 0;
}

/** The header h, found at byte `at`, into r. */
LQCD_STATIC lqcd_status lqcd__lime_parse(lqcd_file_in *in, const unsigned char *h, uint64_t at,
					 lqcd_lime_record *r, lqcd_message *why)
{
	const unsigned version = (unsigned)h[4] << 8 | h[5], flags = (unsigned)h[6] << 8 | h[7];
	const unsigned long long byte = at;
	if (lqcd_load_u32(h, LQCD_BYTES_BIG) != LQCD__LIME_MAGIC)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "not a LIME file: no header of a record at byte %llu (record %d)%s", byte,
				       r->number + 1, r->number ? "" : lqcd__file_hint(in));
	if (version != 1)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "LIME version %u at byte %llu (record %d), known is 1", version, byte,
				       r->number + 1);
	if (r->number == LQCD_LIME_RECORDS)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "more than %d LIME records, at byte %llu", LQCD_LIME_RECORDS, byte);
	/* A message begins at a flag, and after the end of the one before. */
	r->message += r->number == 0 || r->last || flags & LQCD_LIME_FIRST;
	r->number++;
	r->first = (flags & LQCD_LIME_FIRST) != 0;
	r->last = (flags & LQCD_LIME_LAST) != 0;
	r->offset = at + LQCD_LIME_HEADER;
	r->length = lqcd_load_u64(h + 8, LQCD_BYTES_BIG);
	lqcd__lime_type(r->type, h + 16);
	if (in->size < r->offset || r->length > in->size - r->offset)
		return lqcd__file_fail(why, LQCD_ERR_TRUNCATED, in->path,
				       "the file ends at byte %llu, but record %d, \"%.40s\", at byte %llu announces %llu bytes",
				       (unsigned long long)in->size, r->number, r->type, byte, (unsigned long long)r->length);
	const uint64_t left = in->size - r->offset - r->length, padding = lqcd__lime_padded(r->length) - r->length;
	r->next = left <= padding ? in->size : r->offset + r->length + padding;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_lime_next(lqcd_file_in *in, lqcd_lime_record *r, lqcd_message *why)
{
	unsigned char h[LQCD_LIME_HEADER];
	const uint64_t at = r->next;
	size_t got;
	if (at > 0 && (at == in->size || lqcd__file_in_blank(in, at))) {
		r->number = 0;
		return LQCD_OK;
	}
	lqcd_status s = lqcd_file_in_seek(in, at, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(in, h, sizeof h, &got, why);
	if (s != LQCD_OK) return s;
	/* A short file without the magic number is not a truncated LIME file. */
	if (got == sizeof h || (got >= 8 && lqcd_load_u32(h, LQCD_BYTES_BIG) != LQCD__LIME_MAGIC))
		return lqcd__lime_parse(in, h, at, r, why);
	return lqcd__file_fail(why, LQCD_ERR_TRUNCATED, in->path, "the file ends at byte %llu, in the header of record %d at byte %llu",
			       (unsigned long long)in->size, r->number + 1, (unsigned long long)at);
}

LQCD_STATIC lqcd_status lqcd_lime_find(lqcd_file_in *in, const char *type, lqcd_lime_record *r, lqcd_message *why)
{
	lqcd_status s;
	do s = lqcd_lime_next(in, r, why);
	while (s == LQCD_OK && r->number && strcmp(r->type, type) != 0);
	return s;
}

LQCD_STATIC lqcd_status lqcd_lime_text(lqcd_file_in *in, const lqcd_lime_record *r, char *text, size_t room,
				       lqcd_message *why)
{
	const size_t n = r->length < room - 1 ? (size_t)r->length : room - 1;
	const lqcd_status s = lqcd__file_in_all(in, r->offset, text, n, "text", why);
	text[s == LQCD_OK ? n : 0] = 0;
	lqcd_text_trim(text);
	return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

LQCD_STATIC size_t lqcd_lime_header(unsigned char *to, const char *type, uint64_t length, unsigned flags)
{
	const size_t n = strlen(type), most = LQCD_LIME_TYPE;
	memset(to, 0, LQCD_LIME_HEADER);
	lqcd_store_u32(to, LQCD__LIME_MAGIC, LQCD_BYTES_BIG);
	to[5] = 1;
	to[6] = (unsigned char)(flags >> 8);
	lqcd_store_u64(to + 8, length, LQCD_BYTES_BIG);
	memcpy(to + 16, type, n < most ? n : most);
	return LQCD_LIME_HEADER;
}

LQCD_FN uint64_t lqcd_lime_record_bytes(uint64_t n)
{
	return LQCD_LIME_HEADER + lqcd__lime_padded(n);
}

LQCD_STATIC size_t lqcd_lime_put(unsigned char *to, size_t at, size_t room, const char *type, const char *text,
				 unsigned flags)
{
	const size_t n = strlen(text), size = (size_t)lqcd_lime_record_bytes(n);
	if (at <= room && size <= room - at) {
		memset(to + at, 0, size);
		lqcd_lime_header(to + at, type, n, flags);
		memcpy(to + at + LQCD_LIME_HEADER, text, n);
	}
	return at + size;
}

/* ---- values in XML --------------------------------------------------------------------------------------------- */

/** The end of the tag that begins at s, after its '>'; a '>' in quotes does not count. NULL if there is none. */
LQCD_STATIC const char *lqcd__xml_tag_end(const char *s)
{
	char quote = 0;
	if (!strncmp(s, "<!--", 4)) {
		s = strstr(s + 4, "-->");
		return s ? s + 3 : NULL;
	}
	for (; *s; s++) {
		if (quote)
			quote = *s == quote ? 0 : quote;
		else if (*s == '"' || *s == '\'')
			quote = *s;
		else if (*s == '>')
			return s + 1;
	}
	return NULL;
}

/** Whether the tag at s, "<name ..", "<space:name ..", has that name. */
LQCD_STATIC int lqcd__xml_tag_is(const char *s, const char *name)
{
	const size_t n = strcspn(++s, " \t\r\n/>"), want = strlen(name);
	return n >= want && !memcmp(s + n - want, name, want) && (n == want || s[n - want - 1] == ':');
}

LQCD_STATIC int lqcd_xml_text(const char *xml, const char *tag, char *value, size_t room)
{
	value[0] = 0;
	for (const char *s = strchr(xml, '<'); s; s = strchr(s, '<')) {
		const char *from = lqcd__xml_tag_end(s), *to = from ? strchr(from, '<') : NULL;
		if (!to) return 0;
		if (lqcd__xml_tag_is(s, tag) && to[1] == '/' && from[-2] != '/') {
			const size_t n = (size_t)(to - from);
			memcpy(value, from, n < room ? n : room - 1);
			value[n < room ? n : room - 1] = 0;
			lqcd_text_trim(value);
			return 1;
		}
		s = from;
	}
	return 0;
}

LQCD_STATIC int lqcd_xml_integers(const char *xml, const char *tag, int64_t *v, int n)
{
	char text[256];
	const char *s = text;
	if (!lqcd_xml_text(xml, tag, text, sizeof text)) return 0;
	for (int i = 0; i < n; i++) {
		s = lqcd_text_integer(s, v + i);
		if (!s) return -1;
	}
	return *s ? -1 : 1;
}

LQCD_STATIC int lqcd_xml_hex(const char *xml, const char *tag, uint32_t *v)
{
	char text[64];
	if (!lqcd_xml_text(xml, tag, text, sizeof text)) return 0;
	return lqcd_text_hex(text, v) ? 1 : -1;
}

#endif
