/* lqcd/io/scidac_write.h: the records around the data of a field, as ILDG and QIO files have them.
 *
 *   size_t lqcd_scidac_head(info, first, to, room)   the records before the data, and the header of the data
 *   size_t lqcd_scidac_tail(info, sum, to, room)     the padding of the data, and scidac-checksum; sum: suma, sumb
 *       how many bytes there are, of which `room` must suffice: LQCD_SCIDAC_HEAD, LQCD_SCIDAC_TAIL
 *   lqcd_status lqcd_scidac_compose(info, kind, style, bits, extent, meta, path, why)
 *       info := what head and tail want, for a field of these extents in 32 or 64 (0: 64) bits; the texts of records
 *       come from meta (gauge_info.h; NULL: none)
 *
 * Messages of records, by info->style:
 *   LQCD_ILDG      [xlf-info] [ildg-format, ildg-data-lfn, ildg-binary-data, scidac-checksum]
 *   LQCD_ILDG_QIO  [xlf-info] [scidac-private-file-xml, scidac-file-xml] [scidac-private-record-xml, scidac-record-xml,
 *                  ildg-format, ildg-data-lfn, ildg-binary-data, scidac-checksum]
 *   LQCD_SCIDAC    as LQCD_ILDG_QIO, without ildg-format and ildg-data-lfn, with scidac-binary-data
 * The records of the file are written where `first` is 1. xlf-info is there when it has a text. The texts
 * ildg-data-lfn, xlf-info, scidac-file-xml and scidac-record-xml come from meta; all else is computed.
 *
 * All but the checksum is known before the data are written: a file is written in one pass.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_SCIDAC_WRITE_H
#define LQCD_IO_SCIDAC_WRITE_H

#include <time.h>

#include "gauge_info.h"
#include "scidac.h"

enum { LQCD_SCIDAC_HEAD = 32768, LQCD_SCIDAC_TAIL = 512 };

#define LQCD__SCIDAC_XML "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

/** As QIO writes it: "Thu Apr 14 17:20:32 2022 UTC", in any locale. */
LQCD_STATIC void lqcd__scidac_date(char *to, size_t room)
{
	static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const time_t seconds = time(NULL);
	struct tm utc;
	snprintf(to, room, "unknown");
	if (gmtime_r(&seconds, &utc))
		snprintf(to, room, "%.3s %.3s %2d %02d:%02d:%02d %d UTC", days + 3 * utc.tm_wday,
			 months + 3 * utc.tm_mon, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, utc.tm_year + 1900);
}

LQCD_STATIC void lqcd__scidac_print_texts(lqcd_scidac_info *info)
{
	const int *l = info->extent, links = info->kind == LQCD_SCIDAC_LINKS, colour = info->kind == LQCD_SCIDAC_COLOUR;
	lqcd_scidac_texts *t = &info->text;
	char date[64];
	lqcd__scidac_date(date, sizeof date);
	snprintf(t->ildg_format, sizeof t->ildg_format,
		 LQCD__SCIDAC_XML "<ildgFormat xmlns=\"http://www.lqcd.org/ildg\" "
				  "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
				  "xsi:schemaLocation=\"http://www.lqcd.org/ildg/filefmt.xsd\">"
				  "<version>1.0</version><field>su%dgauge</field><precision>%d</precision>"
				  "<lx>%d</lx><ly>%d</ly><lz>%d</lz><lt>%d</lt></ildgFormat>",
		 LQCD_NC, info->bits, l[1], l[2], l[3], l[0]);
	snprintf(t->file_info, sizeof t->file_info,
		 LQCD__SCIDAC_XML "<scidacFile><version>1.1</version><spacetime>4</spacetime>"
				  "<dims>%d %d %d %d </dims><volfmt>0</volfmt></scidacFile>",
		 l[1], l[2], l[3], l[0]);
	snprintf(t->record_info, sizeof t->record_info,
		 LQCD__SCIDAC_XML "<scidacRecord><version>1.1</version><date>%s</date><recordtype>0</recordtype>"
				  "<datatype>QDP_%c%d_%s</datatype><precision>%c</precision><colors>%d</colors>"
				  "<spins>%d</spins><typesize>%d</typesize><datacount>%d</datacount></scidacRecord>",
		 date, info->bits == 32 ? 'F' : 'D', LQCD_NC,
		 links    ? "ColorMatrix"
		 : colour ? "ColorVector"
			  : "DiracFermion",
		 info->bits == 32 ? 'F' : 'D', LQCD_NC, links || colour ? 1 : 4,
		 lqcd__scidac_reals(info->kind) * (info->bits / 8) / (links ? 4 : 1), links ? 4 : info->vectors);
}

LQCD_STATIC lqcd_status lqcd_scidac_compose(lqcd_scidac_info *info, lqcd_scidac_kind kind, lqcd_scidac_style style,
					    int bits, const int extent[4], const lqcd_gauge_info *meta,
					    const char *path, lqcd_message *why)
{
	const char *title = "<?xml version=\"1.0\"?><title>lqcd " LQCD_VERSION "</title>";
	memset(info, 0, sizeof *info);
	info->kind = kind;
	info->style = style;
	info->vectors = 1;
	info->bits = bits ? bits : 64;
	memcpy(info->extent, extent, sizeof info->extent);
	if (info->bits != 32 && info->bits != 64)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "cannot write reals of %d bits; legal: 32, 64", bits);
	for (int i = LQCD__SCIDAC_AT_lfn; i <= LQCD__SCIDAC_AT_record_xml; i++) { /* texts of the caller, or ours */
		const lqcd__scidac_text_row *row = lqcd__scidac_rows() + i;
		const char *from = meta ? lqcd_gauge_info_get(meta, row->type) : NULL;
		if (from && strlen(from) >= row->room)
			return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "the text for %s has %llu bytes; there is room for %llu", row->type,
					       (unsigned long long)strlen(from), (unsigned long long)row->room - 1);
		const char *usual = i == LQCD__SCIDAC_AT_lfn ? "unknown" : i == LQCD__SCIDAC_AT_xlf_info ? "" : title;
		snprintf((char *)&info->text + row->at, row->room, "%s", from && *from ? from : usual);
	}
	info->data_bytes = lqcd__scidac_site_bytes(info);
	for (int mu = 0; mu < 4; mu++) info->data_bytes *= (uint64_t)extent[mu];
	lqcd__scidac_print_texts(info);
	return LQCD_OK;
}

LQCD_STATIC size_t lqcd_scidac_head(const lqcd_scidac_info *info, int first, unsigned char *to, size_t room)
{
	const lqcd_scidac_texts *t = &info->text;
	const int qio = info->style != LQCD_ILDG, ildg = info->style != LQCD_SCIDAC;
	const lqcd__scidac_text_row *row = lqcd__scidac_rows();
	const struct {
		int text, there, flags;
	} part[] = {{LQCD__SCIDAC_AT_xlf_info, first && *t->xlf_info, LQCD_LIME_FIRST | LQCD_LIME_LAST},
		    {LQCD__SCIDAC_AT_file_info, first && qio, LQCD_LIME_FIRST}, {LQCD__SCIDAC_AT_file_xml, first && qio, LQCD_LIME_LAST},
		    {LQCD__SCIDAC_AT_record_info, qio, LQCD_LIME_FIRST}, {LQCD__SCIDAC_AT_record_xml, qio, 0},
		    {LQCD__SCIDAC_AT_ildg_format, ildg, qio ? 0 : LQCD_LIME_FIRST}, {LQCD__SCIDAC_AT_lfn, ildg, 0}};
	size_t at = 0;
	for (size_t k = 0; k < sizeof part / sizeof *part; k++)
		if (part[k].there)
			at = lqcd_lime_put(to, at, room, row[part[k].text].type, (const char *)t + row[part[k].text].at,
					   (unsigned)part[k].flags);
	if (at <= room && room - at >= LQCD_LIME_HEADER)
		lqcd_lime_header(to + at, ildg ? "ildg-binary-data" : "scidac-binary-data", info->data_bytes, 0);
	return at + LQCD_LIME_HEADER;
}

LQCD_STATIC size_t lqcd_scidac_tail(const lqcd_scidac_info *info, const uint32_t *sum, unsigned char *to, size_t room)
{
	const size_t padding = (size_t)(lqcd__lime_padded(info->data_bytes) - info->data_bytes);
	char xml[256];
	if (padding && padding <= room) memset(to, 0, padding);
	snprintf(xml, sizeof xml,
		 LQCD__SCIDAC_XML
		 "<scidacChecksum><version>1.0</version><suma>%08lx</suma><sumb>%08lx</sumb></scidacChecksum>",
		 (unsigned long)(sum ? sum[0] : 0), (unsigned long)(sum ? sum[1] : 0));
	return lqcd_lime_put(to, padding, room, "scidac-checksum", xml, LQCD_LIME_LAST);
}

#endif
