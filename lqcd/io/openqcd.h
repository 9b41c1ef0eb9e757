/* lqcd/io/openqcd.h: configurations that openQCD exports; gauge.h reads and writes them.
 *
 * int32 T, X, Y, Z; f64 p, the sum over all plaquettes of Re tr divided by 6V: 24 bytes; then the links of the odd
 * sites in both directions (LQCD_LINKS_ODD); all of it little-endian, f64, SU(3). p is three times the mean plaquette;
 * with an open boundary, whose temporal links of the last time slice are zero, fewer plaquettes count, but the divisor
 * is the same. It is compared as openQCD does, within sqrt(6V) 2^-52, which needs sums as exact as those of
 * gauge/plaquette.h.
 *
 * DDalphaAMG's files have this header and length, but all sites, the last coordinate fastest, and of each the links in
 * the four directions of the header. Where p does not fit openQCD's order, theirs is tried; a note in the metadata says so.
 * Coordinates are named as in openQCD's header; programs that call them T, Z, Y, X have the mirror image.
 *
 * With boundary values (Schroedinger functional of time T, open-SF) the file has N0 = T time slices, and p has also the
 * spatial plaquettes of the time slice T, which is not in the file. Such a field is read into one on a lattice of at least
 * N0 + 2 time slices, with lat.boundary.last = N0 and the angles of the run, and written from one; lqcd_gauge_load makes the
 * lattice if options->boundary says what it is: .last = N0 or 0. The links of time slice 0 must be the boundary values
 * within 1e-12. Processes may not divide time. Source: openQCD, modules/archive/archive.c.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_OPENQCD_H
#define LQCD_IO_OPENQCD_H

#include <float.h>

#include "gauge_file.h"

enum { LQCD__OPENQCD_BYTES = 24 };

LQCD_STATIC int lqcd__openqcd_detect(const unsigned char *head, size_t n, uint64_t size)
{
	uint64_t sites = 1;
	if (n < LQCD__OPENQCD_BYTES) return 0;
	for (int mu = 0; mu < 4; mu++) {
		const uint32_t v = lqcd_load_u32(head + 4 * mu, LQCD_BYTES_LITTLE);
		if (v < 2 || v > 65536) return 0;
		sites *= v;
	}
	if (size == 24 + 192 * sites) return 0; /* spinors */
	const double p = lqcd_load_f64(head + 16, LQCD_BYTES_LITTLE);
	return lqcd_isfinite(p) && fabs(p) < 4;
}

LQCD_STATIC void lqcd__openqcd_form(lqcd_links *f)
{
	f->offset = LQCD__OPENQCD_BYTES;
	f->order = LQCD_LINKS_ODD;
	f->zeros = LQCD_LINKS_OPEN;
	f->byte_order = LQCD_BYTES_LITTLE;
}

LQCD_STATIC lqcd_status lqcd__openqcd_header(lqcd_gauge_file *file, lqcd_message *why)
{
	unsigned char p[LQCD__OPENQCD_BYTES];
	int extent[4];
	lqcd_gauge_info *info = file->info;
	lqcd_status s = lqcd__file_in_all(&file->in, 0, p, sizeof p, "header", why);
	if (s != LQCD_OK) return s;
	double plaquettes = 6;
	for (int mu = 0; mu < 4; mu++) {
		extent[mu] = (int)lqcd_load_u32(p + 4 * mu, LQCD_BYTES_LITTLE);
		plaquettes *= extent[mu];
	}
	info->links = lqcd_links_of(extent);
	lqcd__openqcd_form(&info->links);
	info->plaquette = lqcd__gauge_number("p", lqcd_load_f64(p + 16, LQCD_BYTES_LITTLE), LQCD_NC,
					     sqrt(fabs(plaquettes)) * DBL_EPSILON);
	return lqcd__gauge_section(file, why);
}

LQCD_STATIC lqcd_status lqcd__openqcd_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	unsigned char p[LQCD__OPENQCD_BYTES];
	for (int mu = 0; mu < 4; mu++)
		lqcd_store_u32(p + 4 * mu, (uint32_t)file->info->links.extent[mu], LQCD_BYTES_LITTLE);
	lqcd_store_f64(p + 16, LQCD_NC * file->info->measured_plaquette.mean, LQCD_BYTES_LITTLE);
	return lqcd_file_out_write_at(out, 0, p, sizeof p, why);
}

/** The plaquette of the links, if they were read. A Schroedinger functional looks like a periodic lattice but for it. */
LQCD_STATIC lqcd_status lqcd__openqcd_agrees(const lqcd_gauge_field_d *u, lqcd_gauge_file *file, lqcd_message *why)
{
	const lqcd_gauge_info *info = file->info;
	lqcd_message plain;
	if (info->found.written) return LQCD_OK;
	const lqcd_status s = lqcd__gauge_compare(file->path, &info->plaquette, info->measured_plaquette.mean,
						  LQCD_ERR_PLAQUETTE, &plain);
	if (s == LQCD_OK) return LQCD_OK;
	return lqcd_fail(why, s, "%s%s", plain.text,
			 !file->whole && u->type->lattice->boundary.kind == LQCD_BOUNDARY_PERIODIC && !info->found.zeros
				 ? "; or the lattice is not periodic, but has boundary values"
				 : "");
}

#endif
