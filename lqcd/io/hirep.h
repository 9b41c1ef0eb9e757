/* lqcd/io/hirep.h: HiRep's configurations, any number of colours; gauge.h reads and writes them.
 *
 * int32 NG, T, X, Y, Z; f64 plaquette: 28 bytes; then the links (LQCD_LINKS_Z_FAST), NG x NG matrices row by row or,
 * for NG = 2, quaternions; all of it big-endian, f64. Length tells matrices of SU(2) from quaternions, and the two
 * numbers of each site that programs with four-fermion fields write behind its links: they are passed over, and the
 * metadata say so. NG = 2 is written as quaternions (options->rows = 2: matrices).
 *
 * The plaquette is the mean of Re tr/NG, within 1e-10. With a boundary HiRep counts other plaquettes, and divides by the
 * number of time slices that they stand for, which gives
 *   open: the temporal links of the last time slice are 0       spatial plaquettes of the first and last time slice count
 *                                                               half; T - 1 (written, too)
 *   Schroedinger functional: all links of the first time        spatial plaquettes of 2 <= t <= T - 2 and temporal ones
 *   slice and the temporal ones of the last are 1, or 0         of 1 <= t <= T - 2; T - 2, or T in newer versions (written
 *                                                               from a lattice with first = 1, lattice/boundary.h)
 * each with coefficients c_s = c_t = 1. All plaquettes counted once are accepted as well, with T, or with T - 1 if open.
 * No other links may be 0, and of a boundary all are. Sources: HiRep, LibHR/IO/archive.c,
 * archive_su2quat.c, Observables/avr_plaquette.c, Utils/boundary_conditions_core.c.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_HIREP_H
#define LQCD_IO_HIREP_H

#include "gauge_file.h"

enum { LQCD__HIREP_BYTES = 28 };

LQCD_STATIC int lqcd__hirep_detect(const unsigned char *head, size_t n, uint64_t size)
{
	(void)size;
	if (n < 20) return 0;
	for (int k = 0; k < 5; k++) {
		const uint32_t v = lqcd_load_u32(head + 4 * k, LQCD_BYTES_BIG);
		if (v < (k ? 1u : 2u) || v > (k ? 65536u : 16u)) return 0;
	}
	return 1;
}

LQCD_STATIC void lqcd__hirep_form(lqcd_links *f)
{
	f->offset = LQCD__HIREP_BYTES;
	f->order = LQCD_LINKS_Z_FAST;
	f->zeros = LQCD_LINKS_SF;
	f->rows = LQCD_NC == 2 ? 0 : LQCD_NC;
}

LQCD_STATIC lqcd_status lqcd__hirep_header(lqcd_gauge_file *file, lqcd_message *why)
{
	unsigned char p[LQCD__HIREP_BYTES];
	int says[5];
	lqcd_gauge_info *info = file->info;
	lqcd_links *f = &info->links;
	lqcd_status s = lqcd__file_in_all(&file->in, 0, p, sizeof p, "header", why);
	if (s != LQCD_OK) return s;
	for (int k = 0; k < 5; k++) says[k] = (int)lqcd_load_u32(p + 4 * k, LQCD_BYTES_BIG);
	if (says[0] != LQCD_NC)
		return lqcd__file_fail(why, LQCD_ERR_FORMAT, file->path, "NG = %d in the header, but there are %d colours", says[0], LQCD_NC);
	*f = lqcd_links_of(says + 1);
	lqcd__hirep_form(f);
	s = lqcd__gauge_extents(file->path, f, why);
	if (s != LQCD_OK) return s;
	/* Look for another form for which the length is right. */
	const lqcd_links usual = *f;
	for (int k = 0; k < 4 && file->in.size != f->offset + lqcd_links_bytes(f); k++) {
		f->rows = k < 2 ? usual.rows : LQCD_NC;
		f->extra = k % 2 ? 0 : 16;
	}
	if (file->in.size != f->offset + lqcd_links_bytes(f)) *f = usual;
	if (f->extra) lqcd_gauge_info_add(info, "four_fermion_fields", "passed over");
	const double plaquette = lqcd_load_f64(p + 20, LQCD_BYTES_BIG);
	info->plaquette = lqcd__gauge_number("plaquette", plaquette, 1, 1e-10);
	return lqcd__gauge_section(file, why);
}

/** Sums, per site of a time slice: spatial plaquettes of the first and last time slices; those that count with the
 * Schroedinger functional; and how far links are from 1 that are 1 there. */
LQCD_STATIC void lqcd__hirep_sums(const lqcd_gauge_field_d *u, double sum[3])
{
	const lqcd_geometry *g = u->type;
	const lqcd_lattice *lat = g->lattice;
	const double sites = (double)lat->extent[1] * lat->extent[2] * lat->extent[3];
	lqcd_sum total[3];
	lqcd_site_sum_start(total, 3);
	/* The halo is as it was when the mean was measured. */
	LQCD_SITE_SUM_FOR(g, lo, hi, site_sum, total, 3)
	for (int ix = lo; ix < hi; ix++) {
		int x[4];
		lqcd_geometry_coords(g, ix, 0, x);
		const int t = x[0] + lat->comm.coord[0] * lat->local[0], first = t == 0;
		const int border = first || t == lat->extent[0] - 1;
		for (int mu = 0; mu < 3; mu++)
			for (int nu = mu + 1; nu < 4; nu++)
				if (border ? mu : !mu || t > 1)
					lqcd_site_sum_put_d(&site_sum, !border, lqcd_plaquette_site_d(u, ix, mu, nu));
		for (int mu = 0; border && mu < (first ? 4 : 1); mu++)
			for (int k = 0; k < LQCD_NC * LQCD_NC; k++) {
				const lqcd_complex_d z = LQCD_4FIELD_AT(u, ix, mu)->e[k / LQCD_NC][k % LQCD_NC];
				lqcd_site_sum_put_d(&site_sum, 2, fabs(z.re - !(k % (LQCD_NC + 1))) + fabs(z.im));
			}
	}
	lqcd_comm_sums(&lat->comm, sum, total, 3);
	for (int k = 0; k < 3; k++) sum[k] /= LQCD_NC * sites;
}

/** Reading: checks that the plaquette is that of a boundary. Writing: sets the number for the header. */
LQCD_STATIC lqcd_status lqcd__hirep_agrees(const lqcd_gauge_field_d *u, lqcd_gauge_file *file, lqcd_message *why)
{
	lqcd_gauge_info *info = file->info;
	lqcd_gauge_number *n = &info->plaquette;
	const double mean = info->measured_plaquette.mean, t = info->links.extent[0];
	const int sf = info->found.first_zeros != 0, open = info->found.zeros && !sf;
	double sum[3], choice[3] = {mean, mean, mean};
	const lqcd_boundary *b = &u->type->lattice->boundary;
	const int functional = info->found.written && (sf || (b->kind == LQCD_BOUNDARY_SF && b->first == 1));
	if (open || sf || functional || (!info->found.written && !(fabs(mean - n->value) <= n->tolerance))) {
		lqcd__hirep_sums(u, sum);
		if (open) {
			choice[0] = (mean * t - sum[0] / 12) / (t - 1);
			choice[2] = mean * t / (t - 1);
		} else if (t > 2 && (sf || !(sum[2] > 0))) {
			choice[1] = sum[1] / (6 * (t - 2));
			choice[2] = sum[1] / (6 * t);
		}
	}
	if (info->found.written) {
		*n = lqcd__gauge_number("plaquette", choice[functional ? 2 : 0], 1, 0);
		return LQCD_OK;
	}
	for (int k = 0; k < 3; k++)
		if (fabs(choice[k] - n->value) <= n->tolerance) {
			n->factor = choice[k] == mean ? 1 : n->value / mean;
			if (k && !open) strcpy(info->boundary, "Schroedinger functional");
			return LQCD_OK;
		}
	return lqcd__gauge_compare(file->path, n, choice[0], LQCD_ERR_PLAQUETTE, why);
}

LQCD_STATIC lqcd_status lqcd__hirep_finish(lqcd_gauge_file *file, lqcd_file_out *out, lqcd_message *why)
{
	unsigned char p[LQCD__HIREP_BYTES];
	lqcd_store_u32(p, LQCD_NC, LQCD_BYTES_BIG);
	for (int mu = 0; mu < 4; mu++)
		lqcd_store_u32(p + 4 + 4 * mu, (uint32_t)file->info->links.extent[mu], LQCD_BYTES_BIG);
	lqcd_store_f64(p + 20, file->info->plaquette.value, LQCD_BYTES_BIG);
	return lqcd_file_out_write_at(out, 0, p, sizeof p, why);
}

#endif
