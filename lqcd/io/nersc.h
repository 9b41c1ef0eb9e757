/* lqcd/io/nersc.h: gauge configurations in the NERSC archive format.
 *
 * An ASCII header, one "KEY = value" per line from BEGIN_HEADER to END_HEADER, then the links:
 * [t][z][y][x, fastest][direction x,y,z,t][row][column][re,im], reals of 32 or 64 bits, all NC rows or the first NC-1.
 *
 *   lqcd_status lqcd_nersc_read_header(path, info, why)   the header alone
 *   lqcd_status lqcd_nersc_read(path, u, info, why)       into a field whose lattice has the extents of the file
 *   lqcd_status lqcd_nersc_load(path, lat, u, info, why)  creates lattice and field; a failure leaves nothing allocated
 *   lqcd_status lqcd_nersc_load_on(path, lat, options, u, info, why)   the same with lqcd_lattice_options: processes,
 *                                                         their grid, path blocks; NULL: the default
 *   lqcd_status lqcd_nersc_write(path, u, meta, why)      replaces the file as a whole (see bytes.h)
 *
 * If several processes share the lattice (of u, or options->comm), lqcd_nersc_read, _load_on and _write are collective:
 * all call them with the same path, of a file that all can reach. Rank 0 reads or writes the header (with its own meta),
 * and each process the links of its sites. Status, message, info and the bytes of the file are the same on all, and the
 * same as on one process. A failure on one process is a failure on all. Afterwards the halo of u (field/halo.h) agrees
 * with its links, also that of a field that was written. lqcd_nersc_read_header is for one process.
 *
 * info, meta and why may be NULL. u is a full field. lqcd_nersc_info holds the contents of the header, has_ flags for its
 * optional numbers, and after reading the numbers computed from the data. Its texts are in info.key, "" if absent.
 *
 * Reading takes keys in any order, blanks around keys and values, LF or CR LF, blank lines and unknown keys (BETA, MASS, ..:
 * info.others; written again).
 * Required are DATATYPE, DIMENSION_1..4 (X, Y, Z, T) and FLOATING_POINT; a header has at most 64 KiB. Then, in order:
 *
 *   length       header + 4 V rows NC 2 bits/8 bytes, exactly               LQCD_ERR_TRUNCATED, LQCD_ERR_TRAILING
 *   CHECKSUM     sum of the data's 32-bit words, each in the byte order     LQCD_ERR_CHECKSUM
 *                of the file, mod 2^32, in hexadecimal
 *   numbers      no NaN, no infinity                                        LQCD_NAN
 *   links        every element of U U^dagger - 1 and of                     LQCD_ERR_UNITARITY
 *                last row - conj(cofactors) at most 1e-4 (32 bits) or
 *                1e-5 (64; fields made in single precision are stored so)
 *   PLAQUETTE    mean over 6V of Re tr/NC, within 1e-5 or 1e-7 (64 bits)    LQCD_ERR_PLAQUETTE
 *   LINK_TRACE   mean over 4V of Re tr/NC, within 1e-6 or 1e-7 (64 bits)    LQCD_ERR_LINK_TRACE
 *
 * The last two tolerances are the usual ones for 32 bits; for 64 bits they allow for a header computed in single
 * precision. One unit of the last digit printed in the header is added, at most 1e-3 since %g drops zeros. CHECKSUM,
 * PLAQUETTE and LINK_TRACE are compared when present. When lqcd_nersc_read returns LQCD_ERR_PLAQUETTE or
 * LQCD_ERR_LINK_TRACE, all links are in u and in SU(NC), and info has both numbers; after other failures the content of
 * u is unspecified.
 *
 * IEEE32 and IEEE64 without BIG or LITTLE are written for either byte order in the field. The order is then the one for
 * which the checksum holds and the links are in SU(NC), big-endian first; info.byte_order says which, and is
 * LQCD_BYTES_UNKNOWN after lqcd_nersc_read_header.
 *
 * Other statuses of the readers: LQCD_ERR_OPEN, LQCD_ERR_READ, LQCD_ERR_FORMAT (not a NERSC file; a line without '=';
 * no END_HEADER in 64 KiB), LQCD_ERR_TRUNCATED (also: empty; ends in the header), LQCD_ERR_KEY (missing, given twice
 * with different values, or illegal), LQCD_ERR_EXTENT (odd, below 2, too large for memory addresses, or not those of
 * u), LQCD_ERR_GEOMETRY (u is not a full field), LQCD_ERR_MEMORY. Every message has the path and the key or byte
 * offset.
 *
 * Writing: meta->rows (0: NC), meta->bits (0: 64), meta->byte_order (0: big; what every reader takes) and the texts
 * ensemble_id, ensemble_label, sequence_number, creator, creator_hardware, creation_date and boundary_1..4 of meta->key
 * are used if set, so that the info of a file that was read writes the same format again. Everything else is computed;
 * the keys are those that other readers require, in the usual order, plaquette and link trace with 15 decimals. A field
 * that could not be read back is refused: LQCD_NAN, LQCD_ERR_UNITARITY (a boundary sign in the links
 * does that). Other statuses: LQCD_ERR_ARGUMENT (an unknown format, a control character in a text, a
 * SEQUENCE_NUMBER that is not a number, which other readers reject), LQCD_ERR_GEOMETRY, LQCD_ERR_OPEN, LQCD_ERR_WRITE,
 * LQCD_ERR_MEMORY.
 *
 * DATATYPE is 4D_SU3_GAUGE (2 rows; the third is the complex conjugate of their cross product) or 4D_SU3_GAUGE_3x3; for
 * other LQCD_NC 4D_SU<N>_GAUGE_<N>x<N> and, for 2, 4D_SU2_GAUGE, an extension that some codes share. No function here
 * depends on the locale. Format: the readers of QDP++ (qdp_iogauge.cc) and Grid (NerscIO.h), and files of both.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_NERSC_H
#define LQCD_IO_NERSC_H

#include "gauge_file.h"
#include "nersc_header.h"

/* ---- as one of several formats --------------------------------------------------------------------------------- */

LQCD_STATIC int lqcd__nersc_detect(const unsigned char *head, size_t n, uint64_t size)
{
	static const char begin[] = "BEGIN_HEADER";
	(void)size;
	return n > 0 && !memcmp(head, begin, n < sizeof begin ? n : sizeof begin - 1);
}

/** The place and the form of the links that a header describes. */
LQCD_STATIC void lqcd__nersc_links(lqcd_links *f, const lqcd_nersc_info *h)
{
	*f = lqcd_links_of(h->extent);
	f->offset = h->data_offset;
	f->rows = h->rows;
	f->bits = h->bits;
	f->byte_order = h->byte_order;
	f->sum = LQCD_LINKS_NERSC;
	f->tolerance = h->bits == 32 ? 1e-4 : 1e-5;
}

LQCD_STATIC lqcd_status lqcd__nersc_header(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_nersc_info *h = (lqcd_nersc_info *)file->own;
	lqcd_gauge_info *info = file->info;
	const char *name;
	size_t room;
	char *buffer = (char *)lqcd_alloc(LQCD_NERSC_HEADER_BYTES);
	if (!buffer)
		return lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes",
				 lqcd_path_shown(file->path), LQCD_NERSC_HEADER_BYTES);
	lqcd_status s = lqcd__nersc_parse(&file->in, h, buffer, why);
	lqcd_free(buffer);
	if (s != LQCD_OK) return s;
	lqcd__nersc_links(&info->links, h);
	snprintf(info->order_open, sizeof info->order_open, "FLOATING_POINT = %s", h->key.floating_point);
	strcpy(info->checksum_name, "CHECKSUM");
	info->has_checksum = h->has_checksum;
	info->checksum[0] = h->checksum;
	info->checksum_illegible = h->has_checksum && !lqcd_text_hex(h->key.checksum, &h->checksum);
	const int single = h->bits == 32;
	if (h->has_plaquette) info->plaquette = lqcd__gauge_decimal("PLAQUETTE", h->key.plaquette, single ? 1e-5 : 1e-7);
	if (h->has_link_trace)
		info->link_trace = lqcd__gauge_decimal("LINK_TRACE", h->key.link_trace, single ? 1e-6 : 1e-7);
	for (int i = 0; i < LQCD__NERSC_KEY_COUNT; i++) {
		const char *value = lqcd__nersc_slot(&h->key, i, &name, &room);
		if (*value) lqcd_gauge_info_add(info, name, value);
	}
	char line[320];
	for (const char *at = h->others, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
		snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
		char *value = strstr(line, " = ");
		*value = 0;
		lqcd_gauge_info_add(info, line, value + 3);
	}
	return lqcd__gauge_section(file, why);
}

/** own: the caller's options, then the header to be written. Texts of the metadata fill those that own lacks. */
LQCD_STATIC lqcd_status lqcd__nersc_plan(lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_nersc_info *h = (lqcd_nersc_info *)file->own, wanted = *h;
	lqcd_gauge_info *info = file->info;
	const lqcd_gauge_write_options *w = file->write_options;
	const char *name;
	size_t room;
	if (w) {
		wanted.bits = w->bits;
		wanted.rows = w->rows;
		wanted.byte_order = w->byte_order;
		for (int i = 0; w->meta && i < LQCD__NERSC_KEY_COUNT; i++) {
			char *value = lqcd__nersc_slot(&wanted.key, i, &name, &room);
			const char *text = lqcd_gauge_info_get(w->meta, name);
			if (text) snprintf(value, room, "%s", text);
		}
		/* Other keys of a NERSC file */
		for (int i = 0; w->meta && !strcmp(w->meta->format, file->format->name) && i < w->meta->keys; i++) {
			const char *text, *key = lqcd_gauge_info_key(w->meta, i, &text);
			int k = 0;
			while (lqcd__nersc_slot(&wanted.key, k, &name, &room) && strcmp(name, key) != 0) k++;
			if (k == LQCD__NERSC_KEY_COUNT) lqcd__nersc_other(&wanted, key, text);
		}
	}
	lqcd_status s = lqcd__nersc_compose(h, info->links.extent, &wanted, file->path, why);
	if (s != LQCD_OK) return s;
	const double mean = info->measured_plaquette.mean, trace = info->measured_link_trace;
	lqcd__nersc_number(h->key.plaquette, sizeof h->key.plaquette, fabs(mean) < 2 ? mean : 0);
	lqcd__nersc_number(h->key.link_trace, sizeof h->key.link_trace, fabs(trace) < 2 ? trace : 0);
	strcpy(h->key.checksum, "00000000");
	h->data_offset = lqcd__nersc_print(h);
	lqcd__nersc_links(&info->links, h);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__nersc_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	lqcd_nersc_info *h = (lqcd_nersc_info *)file->own;
	snprintf(h->key.checksum, sizeof h->key.checksum, "%08lx", (unsigned long)file->info->found.sum[0]);
	lqcd__nersc_print(h);
	return lqcd_file_out_write_at(out, 0, h->text, (size_t)h->data_offset, why);
}

LQCD_STATIC lqcd_gauge_format lqcd__gauge_format_nersc(void)
{
	const lqcd_gauge_format f = {"NERSC", sizeof(lqcd_nersc_info), lqcd__nersc_detect, lqcd__nersc_header,
				     NULL,    lqcd__nersc_plan,        lqcd__nersc_finish, 1, 0};
	return f;
}

/* ---- alone ----------------------------------------------------------------------------------------------------- */

LQCD_STATIC lqcd_status lqcd_nersc_read_header(const char *path, lqcd_nersc_info *info, lqcd_message *why)
{
	lqcd_nersc_info local;
	lqcd_file_in in;
	char *buffer = NULL;
	if (!info) info = &local;
	memset(info, 0, sizeof *info);
	lqcd_status s = lqcd_file_in_open(&in, path, why);
	if (s == LQCD_OK && !(buffer = (char *)lqcd_alloc(LQCD_NERSC_HEADER_BYTES)))
		s = lqcd_fail(why, LQCD_ERR_MEMORY, "%s: no memory for a buffer of %d bytes", lqcd_path_shown(path),
			      LQCD_NERSC_HEADER_BYTES);
	if (s == LQCD_OK) s = lqcd__nersc_parse(&in, info, buffer, why);
	lqcd_free(buffer);
	lqcd_file_in_close(&in);
	return s;
}

/** Opens a file that must be of this format; its header goes to h. */
LQCD_STATIC void lqcd__nersc_file(lqcd_gauge_file *file, lqcd_gauge_info *info, lqcd_nersc_info *h)
{
	memset(file, 0, sizeof *file);
	memset(h, 0, sizeof *h);
	file->info = info;
	file->own = h;
}

/** Reads into u or, with load, into lattice and field that are made for the file. */
LQCD_STATIC lqcd_status lqcd__nersc_all(const char *path, lqcd_lattice *lat, const lqcd_lattice_options *options,
					lqcd_gauge_field_d *u, int load, lqcd_nersc_info *info, lqcd_message *why)
{
	const lqcd_gauge_format format = lqcd__gauge_format_nersc();
	lqcd_nersc_info local;
	lqcd_message unread;
	lqcd_gauge_info found;
	lqcd_gauge_file file;
	if (!info) info = &local;
	if (!why) why = &unread;
	lqcd__nersc_file(&file, &found, info);
	const lqcd_status s = load ? lqcd__gauge_load(&file, path, &format, 1, lat, options, u, why)
				   : lqcd__gauge_read(&file, path, &format, 1, u, why);
	info->byte_order = found.links.byte_order;
	info->measured_checksum = found.found.sum[0];
	info->measured_deviation = found.found.deviation;
	info->measured_plaquette = found.measured_plaquette;
	info->measured_link_trace = found.measured_link_trace;
	return s;
}

LQCD_STATIC lqcd_status lqcd_nersc_read(const char *path, lqcd_gauge_field_d *u, lqcd_nersc_info *info,
					lqcd_message *why)
{
	return lqcd__nersc_all(path, NULL, NULL, u, 0, info, why);
}

LQCD_STATIC lqcd_status lqcd_nersc_load_on(const char *path, lqcd_lattice *lat, const lqcd_lattice_options *options,
					   lqcd_gauge_field_d *u, lqcd_nersc_info *info, lqcd_message *why)
{
	return lqcd__nersc_all(path, lat, options, u, 1, info, why);
}

LQCD_STATIC lqcd_status lqcd_nersc_load(const char *path, lqcd_lattice *lat, lqcd_gauge_field_d *u,
					lqcd_nersc_info *info, lqcd_message *why)
{
	return lqcd_nersc_load_on(path, lat, NULL, u, info, why);
}

LQCD_STATIC lqcd_status lqcd_nersc_write(const char *path, const lqcd_gauge_field_d *u, const lqcd_nersc_info *meta,
					 lqcd_message *why)
{
	const lqcd_gauge_format format = lqcd__gauge_format_nersc();
	lqcd_nersc_info h;
	lqcd_message unread;
	lqcd_gauge_info info;
	lqcd_gauge_file file;
	lqcd__nersc_file(&file, &info, &h);
	if (meta) h = *meta;
	return lqcd__gauge_write(&file, path, &format, u, why ? why : &unread);
}

#endif
