/* lqcd/io/scidac.h: fields in LIME files as ILDG, QIO (SciDAC), and tmLQCD describe them: which records belong to a field
 * and what they say. scidac_write.h has the way back; ildg.h and scidac_spinor.h read and write the fields.
 *
 *   lqcd_status lqcd_scidac_find(in, kind, nth, given, info, why)
 *       the field number nth (from 0) of kind LQCD_SCIDAC_LINKS, LQCD_SCIDAC_SPINOR or LQCD_SCIDAC_COLOUR; given: extents
 *       T, X, Y, Z for files that hold none, or NULL. For one process; info is plain data.
 *
 * Records of a field: its data (ildg-binary-data, scidac-binary-data) and the texts ildg-format, ildg-data-lfn,
 * scidac-private-file-xml, scidac-file-xml, scidac-private-record-xml, scidac-record-xml, scidac-checksum, xlf-info,
 * etmc-propagator-format. If a file has several of one type, that of the same message counts (if the flags make
 * messages of several records), else the last before the data, else the first after; a checksum follows its data. Only
 * the data are required: extents and precision come from any text that has them, else from the caller and the length.
 *
 * A field of links is ildg-binary-data, or scidac-binary-data whose private record has 4 per site of the size of a matrix, or
 * says nothing. A spinor field is scidac-binary-data of DiracFermion, 1 per site, or of any type with spins 4 and the size of
 * a spinor, or without private record in a file without ildg-format. A colour vector is 1 per site of its size, without spins.
 * A record may have several spinors or colour vectors at a site, one after the other (datacount, at most LQCD_SCIDAC_VECTORS):
 * they are so many fields, which nth counts one by one. QUDA writes eigenvectors so; where its scidac-record-xml has <subset>
 * "parity", the file has the sites of one parity alone, and half the extent in X: info->parity, and info->extent of the lattice.
 * <datatype> is free text: QDP_D3_ColorMatrix, GRID_D_LorentzVector4_ColourMatrix3, QUDA_DNc3_GaugeField, Lattice. If there is
 * no such field, the message has the types that were seen.
 *
 * Checked: texts that repeat a number agree; extents even, at least 2; one file for the whole lattice (volfmt 0), whole
 * lattice (recordtype 0), four dimensions; colors NC; typesize and datacount; the length of the data, which is that of
 * extents and precision exactly. LQCD_ERR_FORMAT: not LIME, or no such field; LQCD_ERR_KEY: a value that is illegal or
 * contradicts another, with the record and the element; LQCD_ERR_EXTENT; LQCD_ERR_TRUNCATED, LQCD_ERR_TRAILING: the
 * length.
 *
 * SciDAC checksum: c = crc32 of the bytes of a site as in the file, r its number x + X (y + Y (z + Z t)); suma = xor of
 * all c rotated left by r mod 29, sumb by r mod 31. Sources: the ILDG binary file format 1.2; qio, lib/qio and
 * lib/dml/DML_utils.c; tmLQCD's description of its fermion files; files of Chroma, MILC, SIMULATeQCD.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SCIDAC_H
#define LQCD_IO_SCIDAC_H

#include <stddef.h>

#include "../base/config.h"
#include "../base/status.h"
#include "../site/su3.h"
#include "lime.h"

typedef enum { LQCD_SCIDAC_LINKS, LQCD_SCIDAC_SPINOR, LQCD_SCIDAC_COLOUR } lqcd_scidac_kind;
typedef enum { LQCD_ILDG, LQCD_ILDG_QIO, LQCD_SCIDAC } lqcd_scidac_style;
enum { LQCD_SCIDAC_VECTORS = 4096 };

/** The texts that belong to a field, as they are in the file; longer ones are cut. */
#define LQCD__SCIDAC_TEXTS(S)                                                                                          \
	S("ildg-format", ildg_format, 1024)                                                                            \
	S("scidac-private-file-xml", file_info, 1024)                                                                  \
	S("scidac-private-record-xml", record_info, 2048)                                                              \
	S("etmc-propagator-format", etmc_format, 1024)                                                                 \
	S("scidac-checksum", checksum, 512)                                                                            \
	S("ildg-data-lfn", lfn, 512)                                                                                   \
	S("xlf-info", xlf_info, 2048)                                                                                  \
	S("scidac-file-xml", file_xml, 4096)                                                                           \
	S("scidac-record-xml", record_xml, 4096)

#define LQCD__SCIDAC_MEMBER(type, member, size) char member[size];
typedef struct {
	LQCD__SCIDAC_TEXTS(LQCD__SCIDAC_MEMBER)
} lqcd_scidac_texts;
#undef LQCD__SCIDAC_MEMBER

#define LQCD__SCIDAC_NUMBER(type, member, size) LQCD__SCIDAC_AT_##member,
enum { LQCD__SCIDAC_TEXTS(LQCD__SCIDAC_NUMBER) LQCD__SCIDAC_TEXT_COUNT };
#undef LQCD__SCIDAC_NUMBER

typedef struct {
	lqcd_scidac_kind kind;
	lqcd_scidac_style style;
	int extent[4]; /* T, X, Y, Z */
	int bits;      /* 32 or 64 */
	int parity; /* lqcd_parity: the sites that the file has */
	int vectors, vector; /* spinors or colour vectors of a site; the number of this one, from 0 */
	uint64_t data_offset, data_bytes;
	int record;  /* the number of the data's record in the file, from 1 */
	int records; /* in the file */
	int fields;  /* records of data in the file */
	int damaged; /* 1: ildg-format lacks <field> or the end of a quote */
	int has[LQCD__SCIDAC_TEXT_COUNT];
	uint32_t suma, sumb; /* as stored, if has[LQCD__SCIDAC_AT_checksum] */
	lqcd_scidac_texts text;
} lqcd_scidac_info;

typedef struct {
	const char *type;
	size_t at, room; /* in lqcd_scidac_texts */
} lqcd__scidac_text_row;

LQCD_STATIC const lqcd__scidac_text_row *lqcd__scidac_rows(void)
{
#define LQCD__SCIDAC_ROW(type, member, size) {type, offsetof(lqcd_scidac_texts, member), size},
	static const lqcd__scidac_text_row row[] = {LQCD__SCIDAC_TEXTS(LQCD__SCIDAC_ROW)};
#undef LQCD__SCIDAC_ROW
	return row;
}

/** Reals of a site, or of each vector of it. */
LQCD_FN int lqcd__scidac_reals(lqcd_scidac_kind kind)
{
	return kind == LQCD_SCIDAC_LINKS    ? 8 * LQCD_NC * LQCD_NC
	       : kind == LQCD_SCIDAC_SPINOR ? 8 * LQCD_NC
					    : 2 * LQCD_NC;
}

LQCD_FN uint64_t lqcd__scidac_site_bytes(const lqcd_scidac_info *info)
{
	return (uint64_t)info->vectors * (uint64_t)(lqcd__scidac_reals(info->kind) * (info->bits / 8));
}

/* ---- which records belong together ----------------------------------------------------------------------------- */

/** The confidence with which a text belongs to the data. */
enum { LQCD__SCIDAC_NONE, LQCD__SCIDAC_AFTER, LQCD__SCIDAC_BEFORE, LQCD__SCIDAC_NEXT, LQCD__SCIDAC_SAME_MESSAGE };

typedef struct {
	lqcd_lime_record at[LQCD__SCIDAC_TEXT_COUNT], data;
	int sure[LQCD__SCIDAC_TEXT_COUNT];
	int left;   /* fields of the kind to pass over; -1: the data are found */
	int vectors, vector; /* of lqcd_scidac_info */
	int before; /* the message of other data before those found */
	int passed; /* 1: other data follow those found */
	char seen[192]; /* the types of other data */
} lqcd__scidac_scan;

LQCD_STATIC int lqcd__scidac_is_data(const char *type)
{
	return !strcmp(type, "ildg-binary-data") || !strcmp(type, "scidac-binary-data");
}

/** A text record: for the data found, or for data to come. */
LQCD_STATIC void lqcd__scidac_note(lqcd__scidac_scan *scan, int i, const lqcd_lime_record *r)
{
	const int found = scan->left < 0;
	int sure = found ? LQCD__SCIDAC_AFTER : LQCD__SCIDAC_BEFORE;
	if (found && !scan->passed && r->message == scan->data.message)
		sure = LQCD__SCIDAC_SAME_MESSAGE;
	else if (found && !scan->passed && i == LQCD__SCIDAC_AT_checksum)
		sure = LQCD__SCIDAC_NEXT;
	if (found && sure <= scan->sure[i]) return;
	scan->at[i] = *r;
	scan->sure[i] = sure;
}

/** Numbers of the private record of data; LQCD__SCIDAC_UNSAID if absent. */
typedef struct {
	char datatype[64], precision[16];
	int64_t recordtype, colors, spins, typesize, datacount;
} lqcd__scidac_record_info;

#define LQCD__SCIDAC_UNSAID INT64_MIN

/** The element of an XML text as an integer, if it has one. */
LQCD_STATIC lqcd_status lqcd__scidac_number(const char *path, const char *type, const char *xml, const char *tag,
					    int64_t *v, lqcd_message *why)
{
	*v = LQCD__SCIDAC_UNSAID;
	if (lqcd_xml_integers(xml, tag, v, 1) >= 0) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_KEY, path, "<%s> in record %s is no integer", tag, type);
}

LQCD_STATIC lqcd_status lqcd__scidac_record_parse(const char *path, const char *xml, lqcd__scidac_record_info *i,
						  lqcd_message *why)
{
	const char *type = "scidac-private-record-xml";
	static const char *const tag[5] = {"recordtype", "colors", "spins", "typesize", "datacount"};
	int64_t *const to[5] = {&i->recordtype, &i->colors, &i->spins, &i->typesize, &i->datacount};
	lqcd_status s = LQCD_OK;
	for (int k = 0; k < 5 && s == LQCD_OK; k++) s = lqcd__scidac_number(path, type, xml, tag[k], to[k], why);
	lqcd_xml_text(xml, "datatype", i->datatype, sizeof i->datatype);
	lqcd_xml_text(xml, "precision", i->precision, sizeof i->precision);
	return s;
}

/** Whether data are so many times so many reals at a site. */
LQCD_FN int lqcd__scidac_sized(const lqcd__scidac_record_info *i, int count, int reals)
{
	return i->datacount == count && ((i->typesize == 4 * reals && *i->precision != 'D') ||
					 (i->typesize == 8 * reals && *i->precision != 'F'));
}

/** Whether the data of record r are of this kind: how many fields they are. */
LQCD_STATIC lqcd_status lqcd__scidac_judge(lqcd_file_in *in, lqcd__scidac_scan *scan, const lqcd_lime_record *r,
					   lqcd_scidac_kind kind, int *is, lqcd_message *why)
{
	const int links = kind == LQCD_SCIDAC_LINKS, said = scan->sure[LQCD__SCIDAC_AT_record_info];
	char xml[2048], type[128];
	lqcd__scidac_record_info i;
	*is = links;
	if (!strcmp(r->type, "ildg-binary-data")) return LQCD_OK;
	*is = !scan->sure[links ? LQCD__SCIDAC_AT_etmc_format : LQCD__SCIDAC_AT_ildg_format];
	if (!said) return LQCD_OK;
	lqcd_status s = lqcd_lime_text(in, &scan->at[LQCD__SCIDAC_AT_record_info], xml, sizeof xml, why);
	/* A text of nonsense belongs to no field; if it was meant to, reading that field says what is wrong. */
	if (s != LQCD_OK) return s;
	const int legal = lqcd__scidac_record_parse(in->path, xml, &i, NULL) == LQCD_OK;
	const int many = i.datacount > 0 && i.datacount <= LQCD_SCIDAC_VECTORS ? (int)i.datacount : 0;
	if (links)
		*is = (strstr(i.datatype, "ColorMatrix") && i.datacount == 4) || lqcd__scidac_sized(&i, 4, 2 * LQCD_NC * LQCD_NC);
	else if (kind == LQCD_SCIDAC_COLOUR)
		*is = (strstr(i.datatype, "ColorVector") && many) ||
		      (lqcd__scidac_sized(&i, many, 2 * LQCD_NC) && i.spins < 2 && !strstr(i.datatype, "Matrix"));
	else
		*is = (strstr(i.datatype, "DiracFermion") || i.spins == 4) && many &&
		      (i.typesize == 32 * LQCD_NC || i.typesize == 64 * LQCD_NC);
	*is = !*is || !legal ? 0 : links ? 1 : many;
	snprintf(type, sizeof type, "\"%s\" of %lld x %lld bytes", i.datatype, (long long)i.datacount, (long long)i.typesize);
	const size_t n = strlen(scan->seen);
	if (!*is && legal && !strstr(scan->seen, type))
		snprintf(scan->seen + n, sizeof scan->seen - n, "%s%s", n ? ", " : ": ", type);
	return LQCD_OK;
}

/** Handles a record of data: those looked for, or others. */
LQCD_STATIC lqcd_status lqcd__scidac_data(lqcd_file_in *in, lqcd__scidac_scan *scan, const lqcd_lime_record *r,
					  lqcd_scidac_kind kind, lqcd_message *why)
{
	int is = 0;
	if (scan->left < 0) {
		scan->passed = 1;
		return LQCD_OK;
	}
	lqcd_status s = lqcd__scidac_judge(in, scan, r, kind, &is, why);
	if (s != LQCD_OK) return s;
	if (is > scan->left) {
		scan->vector = scan->left;
		scan->vectors = is;
		scan->left = -1;
		scan->data = *r;
		for (int i = 0; i < LQCD__SCIDAC_TEXT_COUNT; i++)
			if (scan->sure[i] && scan->at[i].message == r->message &&
			    !(i == LQCD__SCIDAC_AT_checksum && scan->before == r->message))
				scan->sure[i] = LQCD__SCIDAC_SAME_MESSAGE;
		return LQCD_OK;
	}
	scan->left -= is;
	/* Texts about these data do not apply to the next. */
	scan->before = r->message;
	scan->sure[LQCD__SCIDAC_AT_record_info] = scan->sure[LQCD__SCIDAC_AT_record_xml] = LQCD__SCIDAC_NONE;
	scan->sure[LQCD__SCIDAC_AT_checksum] = scan->sure[LQCD__SCIDAC_AT_lfn] = LQCD__SCIDAC_NONE;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__scidac_walk(lqcd_file_in *in, lqcd__scidac_scan *scan, lqcd_scidac_info *info,
					  lqcd_message *why)
{
	const lqcd__scidac_text_row *row = lqcd__scidac_rows();
	lqcd_lime_record r;
	lqcd_lime_rewind(&r);
	for (;;) {
		lqcd_status s = lqcd_lime_next(in, &r, why);
		if (s == LQCD_OK && r.number && lqcd__scidac_is_data(r.type)) {
			info->fields++;
			s = lqcd__scidac_data(in, scan, &r, info->kind, why);
		}
		if (s != LQCD_OK || !r.number) return s;
		info->records = r.number;
		for (int i = 0; i < LQCD__SCIDAC_TEXT_COUNT; i++)
			if (!strcmp(r.type, row[i].type)) lqcd__scidac_note(scan, i, &r);
	}
}

/** info := the place of the data, and the texts that belong to them. */
LQCD_STATIC lqcd_status lqcd__scidac_collect(lqcd_file_in *in, int nth, lqcd_scidac_info *info, lqcd_message *why)
{
	const lqcd__scidac_text_row *row = lqcd__scidac_rows();
	lqcd__scidac_scan scan;
	memset(&scan, 0, sizeof scan);
	scan.left = nth;
	lqcd_status s = lqcd__scidac_walk(in, &scan, info, why);
	if (s != LQCD_OK) return s;
	if (nth < 0 || scan.left >= 0)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "no %s%s number %d among %d LIME records, of which %d are data%s%s",
				       info->kind == LQCD_SCIDAC_LINKS    ? "gauge field" : info->kind == LQCD_SCIDAC_COLOUR ? "colour vector" : "spinor field",
				       LQCD_NC == 3 ? "" : " of this number of colours", nth + 1, info->records, info->fields, scan.seen,
				       info->fields && info->kind == LQCD_SCIDAC_LINKS ? "; propagators: see lqcd_scidac_spinor_read, lqcd_scidac_fields_read" : "");
	info->style = !strcmp(scan.data.type, "scidac-binary-data") ? LQCD_SCIDAC
		      : scan.sure[LQCD__SCIDAC_AT_record_info]      ? LQCD_ILDG_QIO
								    : LQCD_ILDG;
	info->data_offset = scan.data.offset;
	info->data_bytes = scan.data.length;
	info->record = scan.data.number;
	info->vectors = scan.vectors;
	info->vector = scan.vector;
	for (int i = 0; i < LQCD__SCIDAC_TEXT_COUNT && s == LQCD_OK; i++) {
		/* After other data the text may belong to those, and so may a checksum before these data. */
		const int least = info->fields == 1               ? LQCD__SCIDAC_AFTER
				  : i == LQCD__SCIDAC_AT_checksum ? LQCD__SCIDAC_NEXT
								  : LQCD__SCIDAC_BEFORE;
		if (scan.sure[i] < least) continue;
		info->has[i] = 1;
		s = lqcd_lime_text(in, &scan.at[i], (char *)&info->text + row[i].at, row[i].room, why);
	}
	return s;
}

/* ---- what they say --------------------------------------------------------------------------------------------- */

/** One extent of the lattice, from an element of a record; earlier values must agree. */
LQCD_STATIC lqcd_status lqcd__scidac_extent(const char *path, const char *type, const char *tag, int64_t v, int *extent,
					    lqcd_message *why)
{
	if (v == LQCD__SCIDAC_UNSAID) return lqcd__file_fail(why, LQCD_ERR_KEY, path, "no <%s> in record %s", tag, type);
	if (v < 2 || v % 2 || v > INT32_MAX)
		return lqcd__file_fail(why, LQCD_ERR_EXTENT, path, "<%s> is %lld in record %s; it must be even, at least 2 and below 2^31", tag,
				       (long long)v, type);
	if (*extent && *extent != (int)v)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "<%s> is %lld in record %s, but %d in another", tag, (long long)v, type, *extent);
	*extent = (int)v;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__scidac_bits(const char *path, const char *type, int bits, lqcd_scidac_info *info,
					  lqcd_message *why)
{
	if (bits != 32 && bits != 64)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "the precision in record %s is neither 32 nor 64 bits", type);
	if (info->bits && info->bits != bits)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "the precision is %d bits in record %s, but %d in another", bits, type, info->bits);
	info->bits = bits;
	return LQCD_OK;
}

/** ildg-format and etmc-propagator-format: extents, precision, the kind of field. */
LQCD_STATIC lqcd_status lqcd__scidac_format(const char *path, const char *type, const char *xml, const char *name,
					    lqcd_scidac_info *info, lqcd_message *why)
{
	static const char *const tags[4] = {"lt", "lx", "ly", "lz"};
	char said[64], plain[sizeof info->text.ildg_format];
	int64_t v;
	const int links = info->kind == LQCD_SCIDAC_LINKS;
	int quotes = 0;
	snprintf(plain, sizeof plain, "%s", xml);
	for (const char *c = xml; *c; c++) quotes += *c == '"';
	/* If one is not closed, none counts. */
	for (char *c = plain; links && quotes % 2 && (c = strchr(c, '"')) != NULL;) *c = ' ';
	xml = plain;
	const int has = lqcd_xml_text(xml, "field", said, sizeof said);
	info->damaged = links && (!has || quotes % 2);
	/* The length of the data tells links of NC colours from all else. */
	if ((has || !links) && strcmp(said, name) != 0)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "<field> is \"%.40s\" in record %s, not %s", said, type, name);
	lqcd_status s = lqcd__scidac_number(path, type, xml, "precision", &v, why);
	if (s == LQCD_OK) s = lqcd__scidac_bits(path, type, v == 32 || v == 64 ? (int)v : 0, info, why);
	for (int mu = 0; mu < 4 && s == LQCD_OK; mu++) {
		s = lqcd__scidac_number(path, type, xml, tags[mu], &v, why);
		if (s == LQCD_OK) s = lqcd__scidac_extent(path, type, tags[mu], v, &info->extent[mu], why);
	}
	return s;
}

/** scidac-private-file-xml: extents, one file. */
LQCD_STATIC lqcd_status lqcd__scidac_file_info(const char *path, lqcd_scidac_info *info, lqcd_message *why)
{
	const char *type = "scidac-private-file-xml", *xml = info->text.file_info;
	int64_t v[4], spacetime, volfmt, multifile;
	lqcd_status s = lqcd__scidac_number(path, type, xml, "spacetime", &spacetime, why);
	if (s == LQCD_OK) s = lqcd__scidac_number(path, type, xml, "volfmt", &volfmt, why);
	if (s == LQCD_OK) s = lqcd__scidac_number(path, type, xml, "multifile", &multifile, why); /* version 1.0 */
	if (s != LQCD_OK) return s;
	if ((volfmt != 0 && volfmt != LQCD__SCIDAC_UNSAID) || multifile > 1)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "record %s says that the lattice is split over several files", type);
	if ((spacetime != 4 && spacetime != LQCD__SCIDAC_UNSAID) || lqcd_xml_integers(xml, "dims", v, 4) != 1)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "record %s has no four <dims>", type);
	char word[8];
	if (info->kind != LQCD_SCIDAC_LINKS && info->has[LQCD__SCIDAC_AT_record_xml] &&
	    lqcd_xml_text(info->text.record_xml, "subset", word, sizeof word) && !strcmp(word, "parity") && v[0] > 0 && v[0] < INT32_MAX) {
		v[0] *= 2;
		/* LQCD_EVEN or LQCD_ODD */
		info->parity = 1 + (lqcd_xml_text(info->text.record_xml, "parity", word, sizeof word) && !strcmp(word, "odd"));
	}
	for (int k = 0; k < 4 && s == LQCD_OK; k++)
		s = lqcd__scidac_extent(path, type, "dims", v[k], &info->extent[(k + 1) & 3], why);
	return s;
}

/** scidac-private-record-xml: precision, sizes, the whole lattice. */
LQCD_STATIC lqcd_status lqcd__scidac_record_check(const char *path, lqcd_scidac_info *info, lqcd_message *why)
{
	const char *type = "scidac-private-record-xml";
	const int links = info->kind == LQCD_SCIDAC_LINKS;
	const int64_t unsaid = LQCD__SCIDAC_UNSAID, per_site = links ? 4 : info->vectors;
	const int64_t reals = lqcd__scidac_reals(info->kind) / (links ? 4 : 1);
	lqcd__scidac_record_info i;
	lqcd_status s = lqcd__scidac_record_parse(path, info->text.record_info, &i, why);
	if (s != LQCD_OK) return s;
	if (i.recordtype != unsaid && i.recordtype != 0)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "record %s: not a field of the whole lattice (recordtype %lld)", type,
				       (long long)i.recordtype);
	if (i.colors != unsaid && i.colors != LQCD_NC)
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "record %s: %lld colors, but this program was compiled for %d", type,
				       (long long)i.colors, LQCD_NC);
	if (!strcmp(i.precision, "F") || !strcmp(i.precision, "D"))
		s = lqcd__scidac_bits(path, type, *i.precision == 'F' ? 32 : 64, info, why);
	else if (i.typesize == 4 * reals || i.typesize == 8 * reals) /* QDP++ knows some types by size alone */
		s = lqcd__scidac_bits(path, type, (int)(8 * i.typesize / reals), info, why);
	if (s != LQCD_OK) return s;
	if ((i.typesize != unsaid && i.typesize != reals * info->bits / 8) ||
	    (i.datacount != unsaid && i.datacount != per_site))
		return lqcd__file_fail(why, LQCD_ERR_KEY, path, "record %s: typesize %lld and datacount %lld, but the field has %lld and %lld", type,
				       (long long)i.typesize, (long long)i.datacount, (long long)(reals * info->bits / 8), (long long)per_site);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__scidac_sums(const char *path, lqcd_scidac_info *info, lqcd_message *why)
{
	const char *xml = info->text.checksum;
	if (lqcd_xml_hex(xml, "suma", &info->suma) == 1 && lqcd_xml_hex(xml, "sumb", &info->sumb) == 1) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_KEY, path, "<suma> and <sumb> in record scidac-checksum must be hexadecimal numbers");
}

/** Compares the length of the data with extents and precision, or takes the precision from it if no text has it. */
LQCD_STATIC lqcd_status lqcd__scidac_length(const char *path, lqcd_scidac_info *info, lqcd_message *why)
{
	const int *l = info->extent;
	const uint64_t most = (SIZE_MAX < UINT64_MAX ? SIZE_MAX : UINT64_MAX) / 16 /
			      ((uint64_t)(info->vectors * lqcd__scidac_reals(info->kind)) * sizeof(double));
	uint64_t volume = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (!l[mu])
			return lqcd__file_fail(why, LQCD_ERR_EXTENT, path,
					       "no record of the file has the extents: give them (options->extent; --lattice T,X,Y,Z)");
		if (volume > most / (uint64_t)l[mu])
			return lqcd__file_fail(why, LQCD_ERR_EXTENT, path, "the extents %d, %d, %d, %d are more than memory addresses reach", l[1],
					       l[2], l[3], l[0]);
		volume *= (uint64_t)l[mu];
	}
	if (info->parity) volume /= 2;
	if (!info->bits) {
		info->bits = 32;
		if (info->data_bytes != volume * lqcd__scidac_site_bytes(info)) info->bits = 64;
	}
	const uint64_t need = volume * lqcd__scidac_site_bytes(info);
	if (need == info->data_bytes) return LQCD_OK;
	return lqcd__file_fail(why, info->data_bytes < need ? LQCD_ERR_TRUNCATED : LQCD_ERR_TRAILING, path,
			       "record %d, at byte %llu, has %llu bytes of data; X Y Z T = %d %d %d %d in %d bits are %llu", info->record,
			       (unsigned long long)info->data_offset, (unsigned long long)info->data_bytes, l[1], l[2], l[3], l[0], info->bits,
			       (unsigned long long)need);
}

LQCD_STATIC lqcd_status lqcd_scidac_find(lqcd_file_in *in, lqcd_scidac_kind kind, int nth, const int *given,
					 lqcd_scidac_info *info, lqcd_message *why)
{
	const char *path = in->path;
	char name[16];
	memset(info, 0, sizeof *info);
	info->kind = kind;
	snprintf(name, sizeof name, "su%dgauge", LQCD_NC);
	lqcd_status s = lqcd__scidac_collect(in, nth, info, why);
	if (s == LQCD_OK && info->has[LQCD__SCIDAC_AT_ildg_format] && kind == LQCD_SCIDAC_LINKS)
		s = lqcd__scidac_format(path, "ildg-format", info->text.ildg_format, name, info, why);
	if (s == LQCD_OK && info->has[LQCD__SCIDAC_AT_etmc_format] && kind == LQCD_SCIDAC_SPINOR)
		s = lqcd__scidac_format(path, "etmc-propagator-format", info->text.etmc_format, "diracFermion", info,
					why);
	if (s == LQCD_OK && info->has[LQCD__SCIDAC_AT_file_info]) s = lqcd__scidac_file_info(path, info, why);
	if (s == LQCD_OK && info->has[LQCD__SCIDAC_AT_record_info]) s = lqcd__scidac_record_check(path, info, why);
	if (s == LQCD_OK && info->has[LQCD__SCIDAC_AT_checksum]) s = lqcd__scidac_sums(path, info, why);
	for (int mu = 0; given && mu < 4 && s == LQCD_OK; mu++)
		if (!info->extent[mu])
			s = lqcd__scidac_extent(path, "(given by the caller)", "extent", given[mu], &info->extent[mu],
						why);
	return s == LQCD_OK ? lqcd__scidac_length(path, info, why) : s;
}

#endif
