/* lqcd/foreign/propagator.h: quark propagators in foreign memory.
 *
 *   F = lqcd_foreign_make_propagator(data)             [T][X][Y][Z][spin][source spin][colour][source colour][re,im], as QDP++
 *                                                      has it; F.spin, F.column, F.source_spin, F.source_colour
 *   status = lqcd_foreign_import_propagator(s, &F)     s: 4 NC full fields, column NC spin + colour of the source
 *   status = lqcd_foreign_export_propagator(&F, s)     (observables/propagator.h)
 *
 * theirs = basis ours basis^+: the basis acts on both spins. Source steps are those of spin and colour of the source, in
 * numbers; lexicographic and even-odd orders. An export changes s by rounding if the basis mixes numbers. Errors are those of
 * lqcd_foreign_import; after one the columns are undefined.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_PROPAGATOR_H
#define LQCD_FOREIGN_PROPAGATOR_H

#include "move.h"

LQCD_STATIC lqcd_foreign lqcd_foreign_make_propagator(void *data)
{
	lqcd_foreign f = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, data);
	f.source_colour = 2;
	f.column = 2 * LQCD_NC;
	f.source_spin = LQCD_NC * f.column;
	f.spin = 4 * f.source_spin;
	f.site = 4 * f.spin;
	return f;
}

/** Number `at` of one column of each spin: s_b := sum_a z_ab s_a, z = basis (in: ours from theirs) or basis^+. */
LQCD_FN void lqcd__foreign_mix(const lqcd_foreign *f, double *const s[4], size_t at, int out)
{
	double r[8] = {0};
	for (int b = 0; b < 4; b++)
		for (int a = 0; a < 4; a++) {
			const lqcd_complex_d z = out ? f->basis[b][a] : f->basis[a][b];
			const double zi = out ? -z.im : z.im;
			if (z.re == 0 && zi == 0) continue;
			r[2 * b] += z.re * s[a][at] - zi * s[a][at + 1];
			r[2 * b + 1] += z.re * s[a][at + 1] + zi * s[a][at];
		}
	for (int a = 0; a < 4; a++) {
		s[a][at] = r[2 * a];
		s[a][at + 1] = r[2 * a + 1];
	}
}

LQCD_STATIC void lqcd__foreign_sources(const lqcd_foreign *f, lqcd_spinor_field_d *s, int out)
{
	for (int c = 0; c < LQCD_NC; c++) {
		double *p[4];
		for (int a = 0; a < 4; a++) p[a] = (double *)s[LQCD_NC * a + c].ptr;
		LQCD_MASTER_FOR(s->type, ix) for (int k = 0; k < 4 * LQCD_NC; k++)
			lqcd__foreign_mix(f, p, (size_t)(ix - s->type->master_shift) * 8 * LQCD_NC + 2 * (size_t)k, out);
	}
}

LQCD_STATIC lqcd_status lqcd__foreign_propagator(const lqcd_foreign *f, lqcd_spinor_field_d *s, int out)
{
	lqcd_foreign_map map;
	if (!f || !s) return LQCD_ERR_ARGUMENT;
	for (int k = 0; k < 4 * LQCD_NC; k++) {
		if (!s[k].ptr) return LQCD_ERR_ARGUMENT;
		const lqcd_status bad = lqcd__view_check(lqcd_spinor_field_view_d(&s[k]), 8 * LQCD_NC, s->type->lattice);
		if (bad != LQCD_OK) return bad;
	}
	lqcd_status status = lqcd__foreign_resolve(&map, f, s->type->lattice, 0);
	if (status != LQCD_OK) return status;
	const int turned = map.turned;
	lqcd_foreign_close(&map);
	if (!f->source_spin || !f->source_colour)
		return lqcd__refuse(s->type->lattice, LQCD_ERR_ARGUMENT, "foreign propagator: no steps of the source");
	if (out && turned) lqcd__foreign_sources(f, s, 1);
	for (int k = 0; k < 4 * LQCD_NC && status == LQCD_OK; k++) {
		lqcd_foreign g = *f;
		const ptrdiff_t at = k / LQCD_NC * f->source_spin + k % LQCD_NC * f->source_colour;
		g.data = (char *)f->data + at * (f->bits / 8);
		g.source_spin = g.source_colour = 0;
		status = lqcd__foreign_all(&g, lqcd_spinor_field_view_d(&s[k]), out, 0);
	}
	if (turned) lqcd__foreign_sources(f, s, 0); /* after an export: as they were */
	return status;
}

LQCD_STATIC lqcd_status lqcd_foreign_import_propagator(lqcd_spinor_field_d *s, const lqcd_foreign *f)
{
	return lqcd__foreign_propagator(f, s, 0);
}

LQCD_STATIC lqcd_status lqcd_foreign_export_propagator(const lqcd_foreign *f, lqcd_spinor_field_d *s)
{
	return lqcd__foreign_propagator(f, s, 1);
}

#endif
