/* lqcd/io/staggered.h: fields of staggered quarks in LIME files as QIO (SciDAC) has them, such as MILC's: colour vectors, and
 * four matrices at a site which need not be unitary (fat and long links, momenta).
 *
 *   s = lqcd_scidac_colour_read(path, view, number, info, why)       one colour vector at a site: field `number` of the file,
 *                                                                    from 0
 *   s = lqcd_scidac_colour_write(path, views, n, bits, meta, why)    n fields into one file
 *   s = lqcd_scidac_matrices_read(path, view, number, info, why)     four matrices at a site
 *   s = lqcd_scidac_matrices_write(path, views, n, bits, meta, why)
 *
 * The fields are views of any lanes, in float or double: lqcd_spinor_field_view(&x) of f_ks, d_ks, vf_ks or vd_ks
 * (field/colour.h), lqcd_gauge_field_view(&u); full ones, on one lattice. info, meta and why may be NULL. Data: big-endian,
 * [t][z][y][x, fastest][X, Y, Z, T of matrices][row][colour][re,im], reals of 32 or 64 bits (bits, for writing; 0: 64), with
 * QIO's records around them: QDP_F3_ColorVector or QDP_D3_ColorVector, ColorMatrix with datacount 4. scidac.h says which records
 * belong to a field, how extents are found, and what is checked. meta (gauge_info.h): the texts scidac-file-xml and
 * scidac-record-xml, where MILC has masses and phases, are written where it has them; info has them after reading.
 *
 * Nothing but the checksum and finite numbers is checked (LQCD_NAN, with the site, also when writing): files of links of SU(3)
 * are read by gauge.h. Phases stay as they are: MILC's fat and long links have them (gauge/fat_links.h). LQCD_ERR_CHECKSUM:
 * a checksum that is wrong; a missing one is none. Statuses are those of gauge.h; LQCD_ERR_GEOMETRY, LQCD_ERR_ARGUMENT for
 * fields that do not fit. Collective where several processes share the lattice; files are replaced as a whole. After a failure
 * the content of fields is unspecified.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_STAGGERED_H
#define LQCD_IO_STAGGERED_H

#include "../field/field.h"
#include "ildg.h"
#include "section.h"

/** The argument of the walk of section.h. */
typedef struct {
	const lqcd_field_view *field;
	int bits, write;
} lqcd__scidac_numbers;

/** Number k of a site in the file, of `count`, in memory: directions X, Y, Z, T of matrices become T, X, Y, Z. */
LQCD_FN size_t lqcd__scidac_place(size_t k, size_t count)
{
	const size_t matrix = 2 * LQCD_NC * LQCD_NC;
	return count == 4 * matrix ? (k + matrix) % count : k;
}

LQCD_STATIC void lqcd__scidac_numbers_move(const void *context, uint64_t n, const int x[4], unsigned char *p,
					   lqcd_links_found *w)
{
	const lqcd__scidac_numbers *m = (const lqcd__scidac_numbers *)context;
	const lqcd_geometry *g = m->field->type;
	const size_t count = (size_t)m->field->reals, lanes = (size_t)g->lanes;
	int lane, finite = 1;
	const size_t block = (size_t)(lqcd_geometry_index(g, x, &lane) - g->master_shift);
	double *d = (double *)m->field->data;
	float *s = (float *)m->field->data;
	for (size_t k = 0; k < count; k++, p += m->bits / 8) {
		const size_t i = (block * count + lqcd__scidac_place(k, count)) * lanes + (size_t)lane;
		double v = 0;
		if (m->write)
			v = lqcd_field_view_get(m->field, i);
		else
			v = m->bits == 64 ? lqcd_load_f64(p, LQCD_BYTES_BIG) : (double)lqcd_load_f32(p, LQCD_BYTES_BIG);
		if (m->write && m->bits == 64)
			lqcd_store_f64(p, v, LQCD_BYTES_BIG);
		else if (m->write)
			lqcd_store_f32(p, (float)v, LQCD_BYTES_BIG);
		else if (m->field->precision == LQCD__DOUBLE)
			d[i] = v;
		else
			s[i] = (float)v;
		finite &= lqcd_isfinite(v);
	}
	if (!finite) lqcd__section_bad(w, LQCD_NAN, n, 0);
}

/** Moves the data that h describes. */
LQCD_STATIC lqcd_status lqcd__scidac_numbers_all(lqcd_gauge_file *file, lqcd_file_out *out, const lqcd_scidac_info *h,
						 const lqcd_field_view *field, lqcd_message *why)
{
	lqcd_links_found *found = &file->info->found;
	lqcd__scidac_numbers m;
	lqcd_section s;
	memset(&s, 0, sizeof s);
	memcpy(s.extent, h->extent, sizeof s.extent);
	s.offset = h->data_offset;
	s.item = (size_t)lqcd__scidac_site_bytes(h);
	s.x_fast = 1;
	s.sum = LQCD_LINKS_SCIDAC;
	s.byte_order = LQCD_BYTES_BIG;
	m.field = field;
	m.bits = h->bits;
	m.write = out != NULL;
	lqcd_status status = lqcd_section_move(out ? NULL : &file->in, out, &s, field->type->lattice, 0,
					       lqcd__scidac_numbers_move, &m, found, why);
	if (status == LQCD_OK && !out) status = lqcd__gauge_check_sum(file, why);
	if (status != LQCD_OK || found->bad == LQCD_OK) return status;
	uint64_t n = found->link;
	int x[4];
	for (int k = 0; k < 4; k++) {
		x[k] = (int)(n % (uint64_t)h->extent[(k + 1) & 3]);
		n /= (uint64_t)h->extent[(k + 1) & 3];
	}
	return lqcd_fail(why, found->bad, "%s: NaN or infinity at site x,y,z,t = %d,%d,%d,%d",
			 lqcd_path_shown(file->path), x[0], x[1], x[2], x[3]);
}

/** Checks the arguments before anything is read or written. */
LQCD_STATIC lqcd_status lqcd__scidac_numbers_begin(lqcd_gauge_file *file, const char *path, lqcd_scidac_kind kind,
						   const lqcd_field_view *field, int n, lqcd_gauge_info *info,
						   lqcd_message *why)
{
	lqcd_status s = path && field && n > 0 ? LQCD_OK : LQCD_ERR_ARGUMENT;
	memset(file, 0, sizeof *file);
	memset(info, 0, sizeof *info);
	why->text[0] = 0;
	file->info = info;
	file->path = path;
	for (int k = 0; k < n && s == LQCD_OK; k++) {
		s = lqcd__view_check(field[k], lqcd__scidac_reals(kind), k ? field->type->lattice : NULL);
		if (s == LQCD_OK && field[k].precision == LQCD__INT16) s = LQCD_ERR_ARGUMENT;
	}
	if (s != LQCD_OK)
		return lqcd_fail(why, s,
				 "%s: full fields of one lattice are needed, of %d numbers per site, not in 16 bits",
				 path ? lqcd_path_shown(path) : "(no path)", lqcd__scidac_reals(kind));
	file->comm = &field->type->lattice->comm;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__scidac_numbers_read(const char *path, lqcd_scidac_kind kind, lqcd_field_view field,
						  int number, lqcd_gauge_info *info, lqcd_message *why)
{
	lqcd_gauge_info local;
	lqcd_message unread;
	lqcd_gauge_file file;
	lqcd_scidac_info h;
	if (!why) why = &unread;
	if (!info) info = &local;
	lqcd_status s = lqcd__scidac_numbers_begin(&file, path, kind, &field, 1, info, why);
	if (s != LQCD_OK) return s;
	const lqcd_comm *comm = file.comm;
	const int *want = field.type->lattice->extent, *has = h.extent;
	s = lqcd_comm_agree(comm, lqcd_file_in_open(&file.in, path, why), 0, why);
	if (s == LQCD_OK) {
		if (lqcd_comm_root(comm)) s = lqcd_scidac_find(&file.in, kind, number, want, &h, why);
		s = lqcd_comm_agree(comm, s, 0, why);
	}
	if (s == LQCD_OK) {
		lqcd_comm_broadcast(comm, 0, &h, sizeof h);
		lqcd__ildg_describe(info, &h);
		info->size = file.in.size;
		if (memcmp(has, want, sizeof h.extent) != 0)
			s = lqcd_fail(why, LQCD_ERR_EXTENT,
				      "%s: X Y Z T = %d %d %d %d in the file, but the field is of %d %d %d %d",
				      lqcd_path_shown(path), has[1], has[2], has[3], has[0], want[1], want[2], want[3],
				      want[0]);
	}
	if (s == LQCD_OK) s = lqcd__scidac_numbers_all(&file, NULL, &h, &field, why);
	if (s == LQCD_OK) info->checks |= LQCD_GAUGE_FINITE;
	lqcd_file_in_close(&file.in);
	return s;
}

/** The fields, one after the other. */
LQCD_STATIC lqcd_status lqcd__scidac_numbers_emit(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_scidac_info *h,
						  const lqcd_field_view *field, int n, lqcd_message *why)
{
	uint64_t at = 0;
	lqcd_status s = LQCD_OK;
	for (int k = 0; k < n && s == LQCD_OK; k++) {
		h->data_offset = at + lqcd_scidac_head(h, k == 0, NULL, 0);
		s = lqcd__scidac_numbers_all(file, out, h, &field[k], why);
		if (s != LQCD_OK) return s;
		if (lqcd_comm_root(file->comm)) s = lqcd__ildg_frame(out, at, h, k == 0, file->info->found.sum, why);
		s = lqcd_comm_agree(file->comm, s, 0, why);
		at = h->data_offset + h->data_bytes + lqcd_scidac_tail(h, NULL, NULL, 0);
	}
	return s;
}

LQCD_STATIC lqcd_status lqcd__scidac_numbers_write(const char *path, lqcd_scidac_kind kind,
						   const lqcd_field_view *field, int n, int bits,
						   const lqcd_gauge_info *meta, lqcd_message *why)
{
	lqcd_gauge_info info;
	lqcd_message unread;
	lqcd_gauge_file file;
	lqcd_file_out out;
	lqcd_scidac_info h;
	if (!why) why = &unread;
	lqcd_status s = lqcd__scidac_numbers_begin(&file, path, kind, field, n, &info, why);
	if (s != LQCD_OK) return s;
	if (lqcd_comm_root(file.comm)) /* by one: it asks for the time */
		s = lqcd_scidac_compose(&h, kind, LQCD_SCIDAC, bits, field->type->lattice->extent, meta, path, why);
	s = lqcd_comm_agree(file.comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(file.comm, 0, &h, sizeof h);
	s = lqcd_file_out_open_on(&out, path, file.comm, why);
	if (s != LQCD_OK) return s;
	s = lqcd__scidac_numbers_emit(&file, &out, &h, field, n, why);
	if (s == LQCD_OK) s = lqcd_file_out_commit(&out, why);
	lqcd_file_out_abort(&out);
	return s;
}

LQCD_STATIC lqcd_status lqcd_scidac_colour_read(const char *path, lqcd_field_view field, int number,
						lqcd_gauge_info *info, lqcd_message *why)
{
	return lqcd__scidac_numbers_read(path, LQCD_SCIDAC_COLOUR, field, number, info, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_matrices_read(const char *path, lqcd_field_view field, int number,
						  lqcd_gauge_info *info, lqcd_message *why)
{
	return lqcd__scidac_numbers_read(path, LQCD_SCIDAC_LINKS, field, number, info, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_colour_write(const char *path, const lqcd_field_view *field, int n, int bits,
						 const lqcd_gauge_info *meta, lqcd_message *why)
{
	return lqcd__scidac_numbers_write(path, LQCD_SCIDAC_COLOUR, field, n, bits, meta, why);
}

LQCD_STATIC lqcd_status lqcd_scidac_matrices_write(const char *path, const lqcd_field_view *field, int n, int bits,
						   const lqcd_gauge_info *meta, lqcd_message *why)
{
	return lqcd__scidac_numbers_write(path, LQCD_SCIDAC_LINKS, field, n, bits, meta, why);
}

#endif
