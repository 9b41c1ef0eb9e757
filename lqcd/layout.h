/* lqcd/layout.h: conversions of fields between lane counts and precisions.
 *
 *   lqcd_status lqcd_field_convert(lqcd_field_view dst, lqcd_field_view src)
 *       dst(x) = src(x) for every site x of dst; double to float rounds to nearest. The fields must be of the same
 *       kind, on lattices of the same extents, and src must hold every site of dst (the same parity, or src full);
 *       else LQCD_ERR_GEOMETRY. They must not overlap.
 *   lqcd_spinor_field_convert(&dst, &src), lqcd_gauge_field_convert(&dst, &src)      the same for typed fields
 *
 * The index map of a geometry is [index][real][lane]; see geometry.h for the site of (index, lane).
 */
#ifndef LQCD_LAYOUT_H
#define LQCD_LAYOUT_H

#include "field.h"

/** One block of dst from wherever its lanes are in src. */
LQCD_HOST_FN void lqcd__convert_block(const lqcd_field_view *dst, const lqcd_field_view *src, int ix)
{
	const int nd = dst->type->lanes, ns = src->type->lanes;
	const size_t to = (size_t)(ix - dst->type->master_shift) * (size_t)dst->reals * (size_t)nd;
	for (int lane = 0; lane < nd; lane++) {
		int x[4], from_lane;
		lqcd_geometry_coords(dst->type, ix, lane, x);
		const int jx = lqcd_geometry_index(src->type, x, &from_lane) - src->type->master_shift;
		const size_t from = (size_t)jx * (size_t)src->reals * (size_t)ns + (size_t)from_lane;
		for (int k = 0; k < dst->reals; k++) {
			const size_t i = to + (size_t)(k * nd + lane), j = from + (size_t)(k * ns);
			const double v = lqcd_field_view_get(src, j);
			if (dst->is_double)
				((double *)dst->data)[i] = v;
			else
				((float *)dst->data)[i] = (float)v;
		}
	}
}

LQCD_KERNEL lqcd_status lqcd_field_convert(lqcd_field_view dst, lqcd_field_view src)
{
	const lqcd_lattice *a = dst.type->lattice, *b = src.type->lattice;
	if (dst.reals != src.reals || memcmp(a->extent, b->extent, sizeof a->extent) ||
	    memcmp(a->local, b->local, sizeof a->local) ||
	    (src.type->parity != LQCD_FULL && src.type->parity != dst.type->parity))
		return LQCD_ERR_GEOMETRY;
	LQCD_MASTER_FOR(dst.type, ix) lqcd__convert_block(&dst, &src, ix);
	return LQCD_OK;
}

#define lqcd_spinor_field_convert(dst, src) lqcd_field_convert(lqcd_spinor_field_view(dst), lqcd_spinor_field_view(src))
#define lqcd_gauge_field_convert(dst, src)  lqcd_field_convert(lqcd_gauge_field_view(dst), lqcd_gauge_field_view(src))

#endif
