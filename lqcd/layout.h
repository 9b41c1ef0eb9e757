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

/** from[w]: where lane w of block ix of dst begins in the data of src. Divides once per direction and lane coordinate
 *  there, not for each lane. */
LQCD_HOST_FN void lqcd__convert_from(const lqcd_field_view *dst, const lqcd_field_view *src, int ix, size_t *from)
{
	const lqcd_geometry *d = dst->type, *g = src->type;
	int s[4], block[4][LQCD_MAX_LANES], lane[4][LQCD_MAX_LANES];
	lqcd__unlex(d->lex[ix], d->sub, s);
	for (int mu = 0; mu < 4; mu++)
		for (int l = 0; l < d->lane_grid[mu]; l++) {
			const int x = l * d->sub[mu] + s[mu];
			lane[mu][l] = x / g->sub[mu];
			block[mu][l] = x % g->sub[mu];
		}
	for (int l0 = 0; l0 < d->lane_grid[0]; l0++)
		for (int l1 = 0; l1 < d->lane_grid[1]; l1++)
			for (int l2 = 0; l2 < d->lane_grid[2]; l2++)
				for (int l3 = 0; l3 < d->lane_grid[3]; l3++) {
					const int b[4] = {block[0][l0], block[1][l1], block[2][l2], block[3][l3]};
					const int w[4] = {lane[0][l0], lane[1][l1], lane[2][l2], lane[3][l3]};
					const int jx = g->ipt[lqcd__lex(g->sub, b)] - g->master_shift;
					*from++ = (size_t)jx * (size_t)src->reals * (size_t)g->lanes +
						  (size_t)lqcd__lex(g->lane_grid, w);
				}
}

/* The numbers of a block: lqcd__convert_<to>_<from>, one for each pair of the kinds of numbers that a field may hold.
 * to has nd lanes; those of data begin at from[w], and a step from number to number is ns. */
#define LQCD__CONVERT(name, to_number, from_number)                                                                    \
	LQCD_HOST_FN void lqcd__convert_##name(to_number *LQCD_RESTRICT to, int nd,                                    \
					       const from_number *LQCD_RESTRICT data, const size_t *from, int ns,      \
					       int reals)                                                              \
	{                                                                                                              \
		for (int k = 0; k < reals; k++, to += nd, data += ns)                                                  \
			for (int w = 0; w < nd; w++) to[w] = (to_number)data[from[w]];                                 \
	}
LQCD__CONVERT(d_d, double, double)
LQCD__CONVERT(d_f, double, float)
LQCD__CONVERT(f_d, float, double)
LQCD__CONVERT(f_f, float, float)
#undef LQCD__CONVERT

/** A block of a spinor field in 16 bits from or to somewhere else: number by number, with what lqcd_spinor_write does. */
LQCD_STATIC void lqcd__convert_half(const lqcd_field_view *dst, const lqcd_field_view *src, int ix, const size_t *from)
{
	const int nd = dst->type->lanes, ns = src->type->lanes, n = dst->reals;
	const size_t block = (size_t)(ix - dst->type->master_shift);
	float *to = (float *)dst->data + block * lqcd__half_words(dst);
	for (int w = 0; w < nd; w++) {
		float r[8 * LQCD_NC];
		for (int k = 0; k < n; k++) {
			const double v = lqcd_field_view_get(src, from[w] + (size_t)(k * ns));
			const size_t i = (block * (size_t)n + (size_t)k) * (size_t)nd + (size_t)w;
			if (dst->is_double == LQCD__DOUBLE)
				((double *)dst->data)[i] = v;
			else if (dst->is_double == LQCD__FLOAT)
				((float *)dst->data)[i] = (float)v;
			else
				r[k] = (float)v;
		}
		if (dst->is_double == LQCD__INT16) {
			lqcd_spinor_f s;
			lqcd_spinor_h t;
			memcpy(&s, r, sizeof s);
			lqcd_spinor_write_h(&t, &s);
			for (int k = 0; k <= n / 2; k++) memcpy(to + k * nd + w, (const float *)&t + k, sizeof *to);
		}
	}
}

/** One block of dst from wherever its lanes are in src. */
LQCD_HOST_FN void lqcd__convert_block(const lqcd_field_view *dst, const lqcd_field_view *src, int ix)
{
	const int nd = dst->type->lanes, ns = src->type->lanes, n = dst->reals;
	const size_t to = (size_t)(ix - dst->type->master_shift) * (size_t)n * (size_t)nd;
	size_t from[LQCD_MAX_LANES];
	lqcd__convert_from(dst, src, ix, from);
	if (dst->is_double == LQCD__INT16 || src->is_double == LQCD__INT16)
		lqcd__convert_half(dst, src, ix, from);
	else if (dst->is_double) {
		double *p = (double *)dst->data + to;
		if (src->is_double)
			lqcd__convert_d_d(p, nd, (const double *)src->data, from, ns, n);
		else
			lqcd__convert_d_f(p, nd, (const float *)src->data, from, ns, n);
	} else {
		float *p = (float *)dst->data + to;
		if (src->is_double)
			lqcd__convert_f_d(p, nd, (const double *)src->data, from, ns, n);
		else
			lqcd__convert_f_f(p, nd, (const float *)src->data, from, ns, n);
	}
}

/** One block of dst from the same of src: of a geometry with the same order of sites and lanes, and the same kind of
 *  numbers. */
LQCD_HOST_FN void lqcd__copy_block(const lqcd_field_view *dst, const lqcd_field_view *src, int ix)
{
	const size_t number = dst->is_double ? sizeof(double) : sizeof(float);
	const size_t words =
		dst->is_double == LQCD__INT16 ? lqcd__half_words(dst) : (size_t)dst->reals * (size_t)dst->type->lanes;
	const size_t bytes = (dst->is_double == LQCD__INT16 ? sizeof(int32_t) : number) * words;
	memcpy((char *)dst->data + (size_t)(ix - dst->type->master_shift) * bytes,
	       (const char *)src->data + (size_t)(ix - src->type->master_shift) * bytes, bytes);
}

LQCD_KERNEL lqcd_status lqcd_field_convert(lqcd_field_view dst, lqcd_field_view src)
{
	const lqcd_lattice *a = dst.type->lattice, *b = src.type->lattice;
	if (dst.reals != src.reals || memcmp(a->extent, b->extent, sizeof a->extent) ||
	    memcmp(a->local, b->local, sizeof a->local) ||
	    (src.type->parity != LQCD_FULL && src.type->parity != dst.type->parity))
		return LQCD_ERR_GEOMETRY;
	/* A lattice has one order of sites for a lane count, whatever the parity. */
	if (a == b && dst.type->lanes == src.type->lanes && dst.is_double == src.is_double)
		LQCD_MASTER_FOR(dst.type, ix) lqcd__copy_block(&dst, &src, ix);
	else
		LQCD_MASTER_FOR(dst.type, ix) lqcd__convert_block(&dst, &src, ix);
	return LQCD_OK;
}

#define lqcd_spinor_field_convert(dst, src) lqcd_field_convert(lqcd_spinor_field_view(dst), lqcd_spinor_field_view(src))
#define lqcd_gauge_field_convert(dst, src)  lqcd_field_convert(lqcd_gauge_field_view(dst), lqcd_gauge_field_view(src))

#endif
