/* lqcd/io/ildg.h: gauge configurations in LIME files, ILDG's and those of SciDAC (QIO); gauge.h reads and writes them.
 *
 * Three formats of one kind: the links, big-endian, [t][z][y][x, fastest][direction x,y,z,t][row][column][re,im], reals of
 * 32 or 64 bits (written: 64 unless the options say otherwise), in one record of a LIME file (lime.h), with texts around it
 * (scidac.h, scidac_write.h):
 *   ILDG      ildg-format, ildg-data-lfn, ildg-binary-data, scidac-checksum: all that any reader asks for
 *   ILDG-QIO  the same among QIO's records, as Chroma and MILC write them
 *   SciDAC    QIO's records and scidac-binary-data, without ILDG's
 * Reading tells them apart by itself, and takes the records in any order and with any flags; lfn and checksum may be
 * absent; a file of data alone needs options->extent. If a file has several fields, the first gauge field is read.
 * NC other than 3 is su<N>gauge in ildg-format, an extension, and <colors> in SciDAC.
 *
 * The checksum is SciDAC's, LQCD_LINKS_SCIDAC. If xlf-info has a plaquette, it is compared: within 1e-5 (32 bits) or 1e-7
 * and one unit of its last digit, at most 1e-3. An ildg-format with a quote that is not closed, or without <field>, as
 * files of MILC have it, is read if its extents and precision give the length of the data; a note is added to the
 * metadata. Metadata: note, lime-records, lime-data-records (how many there are; only one is read),
 * ildg-data-lfn, xlf-info, scidac-file-xml, scidac-record-xml and, when read, the other texts. The first four of these
 * texts are written if the options have them; an xlf-info with another plaquette than the links have is refused,
 * LQCD_ERR_PLAQUETTE.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_ILDG_H
#define LQCD_IO_ILDG_H

#include "gauge_file.h"
#include "scidac.h"
#include "scidac_write.h"

LQCD_STATIC const char *lqcd__ildg_name(lqcd_scidac_style style)
{
	return style == LQCD_ILDG ? "ILDG" : style == LQCD_ILDG_QIO ? "ILDG-QIO" : "SciDAC";
}

/** The data of a field for links.h. */
LQCD_STATIC lqcd_links lqcd__ildg_links(const lqcd_scidac_info *h)
{
	lqcd_links f = lqcd_links_of(h->extent);
	f.offset = h->data_offset;
	f.bits = h->bits;
	f.sum = LQCD_LINKS_SCIDAC;
	return f;
}

/** The number behind "plaquette =" in xlf-info. */
LQCD_STATIC lqcd_gauge_number lqcd__ildg_plaquette(const lqcd_scidac_info *h)
{
	static const char word[] = "plaquette";
	const char *s = strstr(h->text.xlf_info, word);
	char number[64] = "";
	if (s) {
		s += sizeof word - 1;
		s += strspn(s, " \t=:");
		snprintf(number, sizeof number, "%.*s", (int)strcspn(s, " \t\r\n,;"), s);
	}
	return lqcd__gauge_decimal(word, number, h->bits == 32 ? 1e-5 : 1e-7);
}

/** The contents of the records, in the form common to all formats. */
LQCD_STATIC void lqcd__ildg_describe(lqcd_gauge_info *info, const lqcd_scidac_info *h)
{
	const lqcd__scidac_text_row *row = lqcd__scidac_rows();
	char number[16];
	info->links = lqcd__ildg_links(h);
	info->checks |= LQCD_GAUGE_LENGTH;
	info->plaquette = lqcd__ildg_plaquette(h);
	info->has_checksum = h->has[LQCD__SCIDAC_AT_checksum];
	info->checksum[0] = h->suma;
	info->checksum[1] = h->sumb;
	snprintf(info->format, sizeof info->format, "%s", lqcd__ildg_name(h->style));
	snprintf(info->checksum_name, sizeof info->checksum_name, "suma, sumb");
	if (h->damaged)
		lqcd_gauge_info_add(info, "note", "ildg-format is no valid XML; the length of the data fits it");
	snprintf(number, sizeof number, "%d", h->records);
	lqcd_gauge_info_add(info, "lime-records", number);
	snprintf(number, sizeof number, "%d", h->fields);
	lqcd_gauge_info_add(info, "lime-data-records", number);
	for (int i = 0; i < LQCD__SCIDAC_TEXT_COUNT; i++)
		if (h->has[i]) lqcd_gauge_info_add(info, row[i].type, (const char *)&h->text + row[i].at);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

LQCD_STATIC int lqcd__ildg_detect(const unsigned char *head, size_t n, uint64_t size)
{
	(void)size;
	return n >= 4 && lqcd_load_u32(head, LQCD_BYTES_BIG) == LQCD__LIME_MAGIC;
}

LQCD_STATIC lqcd_status lqcd__ildg_header(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_scidac_info *h = (lqcd_scidac_info *)file->own;
	const int *given = file->options && file->options->extent[0] ? file->options->extent : NULL;
	lqcd_status s = lqcd_scidac_find(&file->in, LQCD_SCIDAC_LINKS, 0, given, h, why);
	if (s == LQCD_OK) lqcd__ildg_describe(file->info, h);
	return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd__ildg_plan(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_scidac_info *h = (lqcd_scidac_info *)file->own;
	const lqcd_gauge_write_options *w = file->write_options;
	lqcd_links *f = &file->info->links;
	lqcd_scidac_style style = LQCD_SCIDAC;
	while (strcmp(lqcd__ildg_name(style), file->format->name) != 0) style = (lqcd_scidac_style)(style - 1);
	lqcd_status s = lqcd_scidac_compose(h, LQCD_SCIDAC_LINKS, style, f->bits, f->extent,
					    w ? w->meta : NULL, file->path, why);
	if (s != LQCD_OK) return s;
	h->data_offset = lqcd_scidac_head(h, 1, NULL, 0);
	f->offset = h->data_offset;
	f->sum = LQCD_LINKS_SCIDAC;
	file->info->plaquette = lqcd__ildg_plaquette(h);
	return LQCD_OK;
}

/** The records before and behind the data, which are in the file at h->data_offset; first: those of the file, too. */
LQCD_STATIC lqcd_status lqcd__ildg_frame(lqcd_file_out *out, uint64_t at, const lqcd_scidac_info *h, int first,
					 const uint32_t *sum, lqcd_message *why)
{
	unsigned char *buffer = (unsigned char *)lqcd_alloc(LQCD_SCIDAC_HEAD);
	if (!buffer)
		return lqcd__file_fail(why, LQCD_ERR_MEMORY, out->target, "no memory for a buffer of %d bytes", (int)LQCD_SCIDAC_HEAD);
	size_t n = lqcd_scidac_head(h, first, buffer, LQCD_SCIDAC_HEAD);
	lqcd_status s = lqcd_file_out_write_at(out, at, buffer, n, why);
	n = lqcd_scidac_tail(h, sum, buffer, LQCD_SCIDAC_HEAD);
	if (s == LQCD_OK) s = lqcd_file_out_write_at(out, h->data_offset + h->data_bytes, buffer, n, why);
	lqcd_free(buffer);
	return s;
}

LQCD_STATIC lqcd_status lqcd__ildg_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	const lqcd_scidac_info *h = (const lqcd_scidac_info *)file->own;
	lqcd_status s = lqcd__gauge_compare(file->path, &file->info->plaquette, file->info->measured_plaquette.mean,
					    LQCD_ERR_PLAQUETTE, why);
	return s == LQCD_OK ? lqcd__ildg_frame(out, 0, h, 1, file->info->found.sum, why) : s;
}

#endif
