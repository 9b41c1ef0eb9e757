/* lqcd/io/staggered.h: fields of staggered quarks in LIME files as QIO (SciDAC) has them, such as MILC's: colour vectors, and
 * four matrices at a site which need not be unitary (fat and long links, momenta); colour vectors also in MILC's own binary
 * files of propagators.
 *
 *   s = lqcd_scidac_fields_read(path, views, n, number, info, why)               n fields of one kind, from field `number`, from 0, on
 *   s = lqcd_scidac_fields_write(path, views, n, bits, one_record, meta, why)    n fields into one file
 *   s = lqcd_milc_colour_read(path, view, number, info, why)         the vector of source colour `number`, from 0
 *   s = lqcd_milc_colour_write(path, views, n, order, why)           n vectors; three are a propagator
 *
 * The fields are views of any lanes, in float or double: lqcd_spinor_field_view(&x) of f_ks, d_ks, vf_ks or vd_ks
 * (field/colour.h), or of spinors; lqcd_gauge_field_view(&u), full ones; on one lattice. info, meta and why may be NULL. Data: big-endian,
 * [t][z][y][x, fastest][X, Y, Z, T of matrices][row][colour][re,im], reals of 32 or 64 bits (bits, for writing; 0: 64), with
 * QIO's records around them: QDP_F3_ColorVector or QDP_D3_ColorVector, ColorMatrix with datacount 4. scidac.h says which records
 * belong to a field, how extents are found, and what is checked. meta (gauge_info.h): the texts scidac-file-xml and
 * scidac-record-xml, where MILC has masses and phases, are written where it has them; info has them after reading.
 *
 * Vectors are colour vectors, or spinors in the basis of memory (spinor.h), all full or all of one parity. With one_record = 1
 * they are written with datacount n, as QUDA's VectorIO writes eigenvectors with parity_inflate: of both parities, with zeros where the
 * fields have no sites. Read are also vectors in several records, and QUDA's files of one parity (scidac.h) into fields of it; other
 * numbers than 0 on sites of the other parity are LQCD_ERR_GEOMETRY, files in parts (partfile) LQCD_ERR_KEY. QUDA's spinors are in the
 * basis of its device fields, which the file does not name (UKQCD's: foreign/basis.h). Eigenpairs e: one view for each e.vector[k].
 *
 * Checked are the checksum and finite numbers alone (LQCD_NAN, with the site, also when writing; a double beyond floats counts as
 * infinite where it becomes one): files of links of SU(3) are read by gauge.h. Phases stay as they are: MILC's fat and long links have
 * them (gauge/fat_links.h). LQCD_ERR_CHECKSUM: a wrong checksum; files without one are read. Other statuses are those of gauge.h;
 * LQCD_ERR_GEOMETRY, LQCD_ERR_ARGUMENT for fields that do not fit. Collective over the processes of the lattice; files are replaced as a
 * whole. After a failure the content of fields is unspecified.
 *
 * MILC's binary files ("save_serial_ksprop"): uint32 magic 23209; int32 X, Y, Z, T; 64 bytes of text, the time stamp; int32
 * order of sites, of which only the natural one, 0, is read: 88 bytes. Then for each source colour a record of uint32 colour,
 * sum29, sum31 (LQCD_LINKS_MILC of section.h), which is checked, and the vectors: f32, [t][z][y][x, fastest][colour][re,im];
 * three colours alone. LQCD_ERR_TRUNCATED: no whole number of vectors; LQCD_ERR_FORMAT: another magic number or order, no vector
 * `number`, or one of another colour. The magic number gives the byte order; order for writing: LQCD_BYTES_LITTLE (or _UNKNOWN),
 * LQCD_BYTES_BIG. Numbers of a double field are rounded. lqcd_milc_colour_info has extents, byte order, time stamp, sums and the number
 * of vectors. Not read: text files, of magic 230201 or 23209, and files of FNAL's format. Source: milc_qcd, file_types.h and
 * generic_ks/io_prop_ks.c. SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_STAGGERED_H
#define LQCD_IO_STAGGERED_H

#include <limits.h>

#include "../field/field.h"
#include "milc.h"
#include "scidac_fields.h"

LQCD_STATIC void lqcd__scidac_numbers_site(const lqcd__scidac_fields *q, int k, int write, uint64_t n, const int x[4],
					   unsigned char *p, lqcd_links_found *w)
{
	const lqcd__section_job m = {&q->sites, (const lqcd_field_view *)q->fields + k, write};
	lqcd__section_numbers(&m, n, x, p, w);
}

/** Checks path and fields before anything is read or written. reals: of a site; 0: those of the first field. Vectors may be of one
 * parity. */
LQCD_STATIC lqcd_status lqcd__scidac_numbers_fit(const char *path, int reals, const lqcd_field_view *field, int n,
						 lqcd_message *why)
{
	lqcd_status s = path && field && n > 0 ? LQCD_OK : LQCD_ERR_ARGUMENT;
	why->text[0] = 0;
	if (s == LQCD_OK && !reals) reals = field->reals;
	const int vectors = reals == 2 * LQCD_NC || reals == 8 * LQCD_NC;
	if (s == LQCD_OK && !vectors && reals != 8 * LQCD_NC * LQCD_NC) s = LQCD_ERR_GEOMETRY;
	for (int k = 0; k < n && s == LQCD_OK; k++) {
		if (!vectors || !field[k].data || !field[k].type)
			s = lqcd__view_check(field[k], reals, k ? field->type->lattice : NULL);
		else if (field[k].type != field->type || field[k].reals != reals)
			s = LQCD_ERR_GEOMETRY;
		if (s == LQCD_OK && field[k].precision == LQCD__INT16) s = LQCD_ERR_ARGUMENT;
	}
	return s == LQCD_OK ? s
			    : lqcd__file_fail(why, s, path, "%s of one lattice are needed, of %d numbers per site, not in 16 bits",
					      vectors ? "spinors or colour vectors" : "full fields", reals);
}

/** Reads the fields from this number on or, with write, writes the fields in so many bits. */
LQCD_STATIC lqcd_status lqcd__scidac_numbers(const char *path, const lqcd_field_view *field, int n, int one_record, int write, int number_or_bits,
					     lqcd_gauge_info *info, const lqcd_gauge_info *meta, lqcd_message *why)
{
	lqcd__scidac_fields q;
	why = lqcd__scidac_fields_begin(&q, path, LQCD_SCIDAC_COLOUR, field, n, info, why);
	const lqcd_status s = lqcd__scidac_numbers_fit(path, 0, field, n, why);
	if (s != LQCD_OK) return s;
	if (field->reals == 8 * LQCD_NC) q.header.kind = LQCD_SCIDAC_SPINOR;
	if (field->reals == 8 * LQCD_NC * LQCD_NC) q.header.kind = LQCD_SCIDAC_LINKS;
	if (one_record && q.header.kind == LQCD_SCIDAC_LINKS)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "matrices have a record for each field");
	q.lat = field->type->lattice;
	q.parity = field->type->parity;
	q.move = lqcd__scidac_numbers_site;
	q.number = number_or_bits;
	q.together = one_record;
	return write ? lqcd__scidac_fields_write(&q, number_or_bits, meta, why) : lqcd__scidac_fields_read(&q, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_fields_read(const char *path, const lqcd_field_view *field, int n, int number,
						lqcd_gauge_info *info, lqcd_message *why)
{
	return lqcd__scidac_numbers(path, field, n, 0, 0, number, info, NULL, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_fields_write(const char *path, const lqcd_field_view *field, int n, int bits, int one_record,
						 const lqcd_gauge_info *meta, lqcd_message *why)
{
	return lqcd__scidac_numbers(path, field, n, one_record, 1, bits, NULL, meta, why);
}

/* ---- MILC's binary files ---------------------------------------------------------------------------------------- */

enum { LQCD__MILC_COLOUR_MAGIC = 23209, LQCD__MILC_COLOUR_RECORD = 12 };

typedef struct {
	int extent[4], vectors; /* how many the file has */
	lqcd_byte_order byte_order;
	char time_stamp[65];
	uint32_t checksum[2]; /* of the vector that was read */
} lqcd_milc_colour_info;

/** The vectors of source colour `number`. */
LQCD_STATIC lqcd_section lqcd__milc_colour_section(const int extent[4], lqcd_byte_order order, int number)
{
	lqcd_section s = lqcd_section_make(extent, 6, 32);
	s.sum = LQCD_LINKS_MILC;
	s.byte_order = order;
	s.offset = LQCD__MILC_HEAD + LQCD__MILC_COLOUR_RECORD +
		   (uint64_t)number * (LQCD__MILC_COLOUR_RECORD + lqcd_section_bytes(&s));
	return s;
}

LQCD_STATIC lqcd_status lqcd__milc_colour_fit(const char *path, const lqcd_field_view *field, int n, lqcd_message *why)
{
	const lqcd_status s = lqcd__scidac_numbers_fit(path, 2 * LQCD_NC, field, n, why);
	if (s != LQCD_OK || LQCD_NC == 3) return s;
	return lqcd__file_fail(why, LQCD_ERR_FORMAT, path, "vectors of MILC have three colours, but there are %d", LQCD_NC);
}

/** Header and record of vector `number`, on one process. */
LQCD_STATIC lqcd_status lqcd__milc_colour_header(lqcd_file_in *in, const int want[4], int number,
						 lqcd_milc_colour_info *info, lqcd_message *why)
{
	unsigned char p[LQCD__MILC_HEAD], record[LQCD__MILC_COLOUR_RECORD];
	lqcd__milc_head h;
	lqcd_status s = lqcd__file_in_all(in, 0, p, 4, "header", why);
	if (s != LQCD_OK) return s;
	const lqcd_byte_order order = info->byte_order = h.order = lqcd__milc_order(p, LQCD__MILC_COLOUR_MAGIC);
	if (order == LQCD_BYTES_UNKNOWN)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "not a file of MILC's colour vectors: it does not begin with %d%s",
				       LQCD__MILC_COLOUR_MAGIC, lqcd__file_hint(in));
	s = lqcd__file_in_all(in, 0, p, sizeof p, "header", why);
	if (s == LQCD_OK) s = lqcd__milc_head_load(in->path, &h, p, why);
	if (s != LQCD_OK) return s;
	memcpy(info->extent, h.extent, sizeof h.extent);
	memcpy(info->time_stamp, h.stamp, sizeof h.stamp);
	s = lqcd__section_fits(in->path, info->extent, want, why);
	if (s != LQCD_OK) return s;
	const lqcd_section section = lqcd__milc_colour_section(want, order, number);
	const uint64_t vector = LQCD__MILC_COLOUR_RECORD + lqcd_section_bytes(&section);
	const uint64_t data = in->size - LQCD__MILC_HEAD, count = data / vector;
	if (count == 0 || data % vector != 0 || count > INT_MAX)
		return lqcd__file_fail(why, LQCD_ERR_TRUNCATED, in->path, "%llu bytes after the header are not a number of vectors of %llu bytes",
				       (unsigned long long)data, (unsigned long long)vector);
	info->vectors = (int)count;
	if (number < 0 || number >= info->vectors)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "no vector %d: the file has %d, from 0", number, info->vectors);
	s = lqcd__file_in_all(in, section.offset - sizeof record, record, sizeof record, "vectors", why);
	if (s != LQCD_OK) return s;
	for (int k = 0; k < 2; k++) info->checksum[k] = lqcd_load_u32(record + 4 + 4 * k, order);
	if (lqcd_load_u32(record, order) == (uint32_t)number) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_FORMAT, in->path, "vector %d says that it is of colour %lu", number,
			       (unsigned long)lqcd_load_u32(record, order));
}

LQCD_STATIC lqcd_status lqcd_milc_colour_read(const char *path, lqcd_field_view field, int number,
					      lqcd_milc_colour_info *info, lqcd_message *why)
{
	lqcd_milc_colour_info local;
	lqcd_section section;
	lqcd_links_found found;
	lqcd_message unread;
	lqcd_file_in in;
	if (!why) why = &unread;
	if (!info) info = &local;
	memset(info, 0, sizeof *info);
	lqcd_status s = lqcd__milc_colour_fit(path, &field, 1, why);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = field.type->lattice;
	s = lqcd_comm_agree(&lat->comm, lqcd_file_in_open(&in, path, why), 0, why);
	if (s == LQCD_OK) {
		if (lqcd_comm_root(&lat->comm)) s = lqcd__milc_colour_header(&in, lat->extent, number, info, why);
		s = lqcd_comm_agree(&lat->comm, s, 0, why);
	}
	if (s == LQCD_OK) {
		lqcd_comm_broadcast(&lat->comm, 0, info, sizeof *info);
		section = lqcd__milc_colour_section(lat->extent, info->byte_order, number);
		s = lqcd_section_read(&in, &section, field, &found, why);
	}
	lqcd_file_in_close(&in);
	if (s != LQCD_OK) return s;
	if (memcmp(found.sum, info->checksum, sizeof found.sum) != 0)
		return lqcd__file_fail(why, LQCD_ERR_CHECKSUM, path, "sum29, sum31 = %08lx %08lx in the file, but vector %d gives %08lx %08lx",
				       (unsigned long)info->checksum[0], (unsigned long)info->checksum[1], number, (unsigned long)found.sum[0],
				       (unsigned long)found.sum[1]);
	return lqcd_section_verdict(path, &section, &found, why);
}

/** The vectors, each with the record before it. */
LQCD_STATIC lqcd_status lqcd__milc_colour_emit(lqcd_file_out *out, const lqcd_field_view *field, int n,
					       lqcd_byte_order order, lqcd_message *why)
{
	const lqcd_lattice *lat = field->type->lattice;
	for (int k = 0; k < n; k++) {
		const lqcd_section section = lqcd__milc_colour_section(lat->extent, order, k);
		unsigned char record[LQCD__MILC_COLOUR_RECORD];
		lqcd_links_found found;
		lqcd_status s = lqcd_section_write(out, &section, field[k], &found, why);
		if (s == LQCD_OK) s = lqcd_section_verdict(out->target, &section, &found, why);
		if (s != LQCD_OK) return s;
		lqcd_store_u32(record, (uint32_t)k, order);
		for (int i = 0; i < 2; i++) lqcd_store_u32(record + 4 + 4 * i, found.sum[i], order);
		if (lqcd_comm_root(&lat->comm))
			s = lqcd_file_out_write_at(out, section.offset - sizeof record, record, sizeof record, why);
		s = lqcd_comm_agree(&lat->comm, s, 0, why);
		if (s != LQCD_OK) return s;
	}
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_milc_colour_write(const char *path, const lqcd_field_view *field, int n,
					       lqcd_byte_order order, lqcd_message *why)
{
	unsigned char p[LQCD__MILC_HEAD];
	lqcd_message unread;
	lqcd_file_out out;
	if (!why) why = &unread;
	lqcd_status s = lqcd__milc_colour_fit(path, field, n, why);
	if (s != LQCD_OK) return s;
	if (order == LQCD_BYTES_UNKNOWN) order = LQCD_BYTES_LITTLE;
	if (order != LQCD_BYTES_LITTLE && order != LQCD_BYTES_BIG)
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "byte order %d is neither LQCD_BYTES_LITTLE nor _BIG", (int)order);
	const lqcd_lattice *lat = field->type->lattice;
	lqcd__milc_head_store(p, LQCD__MILC_COLOUR_MAGIC, order, lat->extent, NULL);
	s = lqcd_file_out_open_on(&out, path, &lat->comm, why);
	if (s != LQCD_OK) return s;
	if (lqcd_comm_root(&lat->comm)) s = lqcd_file_out_write_at(&out, 0, p, sizeof p, why);
	s = lqcd_comm_agree(&lat->comm, s, 0, why);
	if (s == LQCD_OK) s = lqcd__milc_colour_emit(&out, field, n, order, why);
	return lqcd__file_out_end(&out, s, why);
}

#endif
