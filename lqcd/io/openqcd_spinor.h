/* lqcd/io/openqcd_spinor.h: spinor fields that openQCD exports (export_sfld).
 *
 *   lqcd_status lqcd_openqcd_spinor_read(path, field, info, why)
 *   lqcd_status lqcd_openqcd_spinor_write(path, field, why)     replaces the file as a whole (bytes.h)
 *
 * int32 T, X, Y, Z; f64 norm, the sum over all components of |psi|^2; then the spinors, z fastest,
 * [spin][colour][re,im]; all of it little-endian, f64, three colours. The gamma basis of openQCD is that of spinor.h.
 *
 * field is a view of a full spinor field in float or double, of any lanes (lqcd_spinor_field_view); its lattice has the
 * extents of the file. Reading checks the length, that all numbers are finite, and the norm, within 1e-12 of it (1e-5
 * for a field in float): a norm that was summed in another order. Collective over the processes of the lattice. info
 * and why may be NULL. Statuses: LQCD_ERR_EXTENT, LQCD_ERR_TRUNCATED, LQCD_ERR_TRAILING, LQCD_NAN, LQCD_ERR_CHECKSUM
 * (the norm), LQCD_ERR_GEOMETRY, LQCD_ERR_FORMAT (not three colours), LQCD_ERR_OPEN, LQCD_ERR_READ, LQCD_ERR_WRITE,
 * LQCD_ERR_MEMORY. Source: openQCD, modules/archive/sarchive.c.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_OPENQCD_SPINOR_H
#define LQCD_IO_OPENQCD_SPINOR_H

#include <math.h>

#include "../field/site_sum.h"
#include "section.h"

enum { LQCD__OPENQCD_SPINOR_BYTES = 24 };

typedef struct {
	int extent[4];
	double norm, measured_norm;
} lqcd_openqcd_spinor_info;

/** The sum of the squares of all numbers of a field in float or double: the same bits for any lanes and processes. */
LQCD_STATIC double lqcd__openqcd_norm(const lqcd_field_view *v)
{
	const lqcd_geometry *g = v->type;
	const size_t lanes = (size_t)g->lanes, numbers = (size_t)v->reals * lanes;
	lqcd_sum total[1];
	double norm;
	lqcd_site_sum_start(total, 1);
	LQCD_SITE_SUM_FOR(g, lo, hi, site_sum, total, 1)
	for (int ix = lo; ix < hi; ix++)
		for (size_t lane = 0; lane < lanes; lane++) {
			const size_t first = (size_t)(ix - g->master_shift) * numbers;
			double here = 0;
			for (size_t i = first + lane; i < first + numbers; i += lanes) {
				const double x = lqcd_field_view_get(v, i);
				here += x * x;
			}
			lqcd_site_sum_put_d(&site_sum, 0, here);
		}
	lqcd_comm_sums(&g->lattice->comm, &norm, total, 1);
	return norm;
}

LQCD_STATIC lqcd_section lqcd__openqcd_spinors(const int extent[4])
{
	lqcd_section f = lqcd_section_make(extent, 8 * LQCD_NC, 64);
	f.offset = LQCD__OPENQCD_SPINOR_BYTES;
	f.byte_order = LQCD_BYTES_LITTLE;
	f.x_fast = 0;
	return f;
}

/** The checks that reading and writing begin with. */
LQCD_STATIC lqcd_status lqcd__openqcd_spinor_fits(const char *path, const lqcd_field_view *v, lqcd_message *why)
{
	if (LQCD_NC != 3)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, path, "spinors of openQCD have three colours, but there are %d", LQCD_NC);
	lqcd_status s = lqcd__view_check(*v, 8 * LQCD_NC, NULL);
	if (s == LQCD_OK && v->precision == LQCD__INT16) s = LQCD_ERR_GEOMETRY;
	return s == LQCD_OK ? s : lqcd__file_fail(why, s, path, "a full spinor field in float or double is needed");
}

LQCD_STATIC lqcd_status lqcd__openqcd_spinor_header(lqcd_file_in *in, const lqcd_lattice *lat,
						    lqcd_openqcd_spinor_info *info, lqcd_message *why)
{
	unsigned char p[LQCD__OPENQCD_SPINOR_BYTES];
	lqcd_status s = lqcd__file_in_all(in, 0, p, sizeof p, "header", why);
	if (s != LQCD_OK) return s;
	for (int mu = 0; mu < 4; mu++) info->extent[mu] = (int)lqcd_load_u32(p + 4 * mu, LQCD_BYTES_LITTLE);
	info->norm = lqcd_load_f64(p + 16, LQCD_BYTES_LITTLE);
	s = lqcd__section_fits(in->path, info->extent, lat->extent, why);
	if (s != LQCD_OK) return s;
	const lqcd_section f = lqcd__openqcd_spinors(info->extent);
	return lqcd_section_check_length(in, &f, "spinors", why);
}

LQCD_STATIC lqcd_status lqcd_openqcd_spinor_read(const char *path, lqcd_field_view field,
						 lqcd_openqcd_spinor_info *info, lqcd_message *why)
{
	lqcd_openqcd_spinor_info local;
	lqcd_links_found found;
	lqcd_message unread;
	lqcd_file_in in;
	if (!info) info = &local;
	if (!why) why = &unread; /* other processes may want the message */
	memset(info, 0, sizeof *info);
	lqcd_status s = lqcd__openqcd_spinor_fits(path, &field, why);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = field.type->lattice;
	s = lqcd_file_in_open(&in, path, why);
	if (s == LQCD_OK && lqcd_comm_root(&lat->comm)) s = lqcd__openqcd_spinor_header(&in, lat, info, why);
	lqcd_comm_broadcast(&lat->comm, 0, info, sizeof *info);
	s = lqcd_comm_agree(&lat->comm, s, 0, why);
	const lqcd_section f = lqcd__openqcd_spinors(lat->extent);
	if (s == LQCD_OK) s = lqcd_section_read(&in, &f, field, &found, why);
	lqcd_file_in_close(&in);
	if (s == LQCD_OK) s = lqcd_section_verdict(path, &f, &found, why);
	if (s != LQCD_OK) return s;
	info->measured_norm = lqcd__openqcd_norm(&field);
	if (lqcd_isfinite(info->norm) && fabs(info->measured_norm - info->norm) <=
						 (field.precision == LQCD__DOUBLE ? 1e-12 : 1e-5) * fabs(info->norm))
		return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_CHECKSUM, path, "norm = %.17g in the header, but the spinors give %.17g", info->norm,
			       info->measured_norm);
}

LQCD_STATIC lqcd_status lqcd_openqcd_spinor_write(const char *path, lqcd_field_view field, lqcd_message *why)
{
	unsigned char p[LQCD__OPENQCD_SPINOR_BYTES];
	lqcd_links_found found;
	lqcd_message unread;
	lqcd_file_out out;
	if (!why) why = &unread;
	lqcd_status s = lqcd__openqcd_spinor_fits(path, &field, why);
	if (s != LQCD_OK) return s;
	const lqcd_lattice *lat = field.type->lattice;
	s = lqcd_file_out_open_on(&out, path, &lat->comm, why);
	if (s != LQCD_OK) return s;
	for (int mu = 0; mu < 4; mu++) lqcd_store_u32(p + 4 * mu, (uint32_t)lat->extent[mu], LQCD_BYTES_LITTLE);
	const double norm = lqcd__openqcd_norm(&field);
	lqcd_store_f64(p + 16, norm, LQCD_BYTES_LITTLE);
	if (lqcd_comm_root(&lat->comm)) s = lqcd_file_out_write(&out, p, sizeof p, why);
	s = lqcd_comm_agree(&lat->comm, s, 0, why);
	const lqcd_section f = lqcd__openqcd_spinors(lat->extent);
	if (s == LQCD_OK) s = lqcd_section_write(&out, &f, field, &found, why);
	if (s == LQCD_OK) s = lqcd_section_verdict(path, &f, &found, why);
	if (s == LQCD_OK && !lqcd_isfinite(norm))
		s = lqcd__file_fail(why, LQCD_NAN, path, "the square of the norm, which the header has, is beyond doubles: scale the field");
	return lqcd__file_out_end(&out, s, why);
}

#endif
