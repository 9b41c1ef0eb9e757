/* lqcd/field/layout.h: conversions of fields between lane counts and precisions; index maps of arrays.
 *
 *   status = lqcd_field_convert(dst, src)      dst(x) = src(x) for every site x of dst, both of type lqcd_field_view; double to float
 *                                              rounds to nearest. The same kind, on lattices of the same extents, and src
 *                                              holds every site of dst; else LQCD_ERR_GEOMETRY. They must not overlap.
 *   lqcd_spinor_field_convert(&dst, &src), lqcd_gauge_field_convert(&dst, &src)      for typed fields
 *
 * The index map of a geometry is [index][real][lane]; see geometry.h for the site of (index, lane). An array without a geometry has
 * an index map, lqcd_layout, which says where the reals of each site lie, in units of lqcd_base_<tag>. Sites are numbered from 0;
 * each has the same number of reals (a complex number is two, re first):
 *
 *   lqcd_layout l = lqcd_layout_plain(sites, reals)       [site][real]
 *   l = lqcd_layout_padded(sites, reals, multiple)        [site][real], a site begins at a multiple of `multiple` reals
 *   l = lqcd_layout_vfo(sites, reals, lanes)              [block][real][lane], site = block lanes + lane; as many lanes
 *                                                         as sites, rounded up to a register, give [real][site]
 *   status = lqcd_layout_hopping(&l, ny, nx, reals, wy, wx)      [block][real][lane] where a lane is a coarse coordinate of a
 *                                                         two-dimensional array: site = y nx + x, y = w_y ny/wy + j,
 *                                                         x = w_x nx/wx + i, block = j nx/wx + i, lane = w_y wx + w_x
 *   status = lqcd_layout_transpose(&l, rows, cols)        moves complex element (row, col) from row cols + col to
 *                                                         col rows + row: with 4 and NC [spin][colour] to [colour][spin]
 *   status = lqcd_layout_interleave(&l)                   [block][element][lane][re, im], as icomplex.h computes
 *
 *   size_t lqcd_layout_index(&l, site, real)              where it lies
 *   size_t lqcd_layout_size(&l)                           reals to allocate, with the holes at the end of a padded
 *                                                         site and in the last block of vfo
 *   status = lqcd_layout_convert_<tag>(dst, &to, src, &from)      dst = src in another layout of as many sites and reals;
 *                                                         holes become 0
 *   status = lqcd_layout_links_<tag>(dst, &to, src, &from)        links, each with LQCD_LAYOUT_LINK reals per site (2 NC^2),
 *                                                         LQCD_LAYOUT_SHORT8 (all elements but the last: eight of SU(3)) or
 *                                                         LQCD_LAYOUT_SHORT (all rows but the last)
 *   lqcd_layout_rebuild_<tag>(u, reals)                   computes the missing elements from the others; all tags
 *
 * convert and links of vf and vd are those of f and d. The last element is the conjugate of its cofactor, the last row of
 * lqcd_su3_last_row: 14 and 42 flop for SU(3), within 8 epsilon. Arrays must not overlap. LQCD_ERR_LANES: wy and wx do not divide ny
 * and nx; LQCD_ERR_ARGUMENT: less than one real or lane, or a site does not have rows x cols complex numbers; LQCD_ERR_GEOMETRY:
 * arrays that do not match. Source: A. Diavastos, G. Stylianou, G. Koutsou, PDP 2016, for vfo, hopping, padded and SHORT8.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_LAYOUT_H
#define LQCD_LAYOUT_H

#include "../site/compress.h"
#include "field.h"

/* ---- index maps ---- */

enum {
	LQCD_LAYOUT_LINK = 2 * LQCD_NC * LQCD_NC,
	LQCD_LAYOUT_SHORT8 = 2 * LQCD_NC * LQCD_NC - 2,
	LQCD_LAYOUT_SHORT = 2 * LQCD_NC * (LQCD_NC - 1)
};

typedef struct {
	size_t sites, blocks; /* a block is `lanes` sites */
	int reals, lanes;     /* of a site; of a block */
	int rows, cols;       /* of the transposed matrix of complex elements; 0: not transposed */
	int interleaved;      /* 1: re and im of a lane are neighbours */
	size_t block, step;   /* from block to block and from real to real */
	size_t extent[2];     /* of a lane's part of the array, y and x; 0: lanes are neighbours */
	size_t grid[2];       /* of lanes, y and x */
} lqcd_layout;

/** Blocks of `lanes` neighbouring sites; a block has `block` reals. */
LQCD_STATIC lqcd_layout lqcd__layout_make(size_t sites, int reals, int lanes, size_t block)
{
	const size_t step = (size_t)lanes, blocks = sites / step + (sites % step != 0);
	const lqcd_layout l = {sites, blocks, reals, lanes, 0, 0, 0, block, step, {0, 0}, {0, 0}};
	return l;
}

LQCD_STATIC lqcd_layout lqcd_layout_plain(size_t sites, int reals)
{
	return lqcd__layout_make(sites, reals, 1, (size_t)reals);
}

LQCD_STATIC lqcd_layout lqcd_layout_padded(size_t sites, int reals, int multiple)
{
	const int most = multiple < 1 ? 1 : multiple;
	return lqcd__layout_make(sites, reals, 1, ((size_t)reals + (size_t)most - 1) / (size_t)most * (size_t)most);
}

LQCD_STATIC lqcd_layout lqcd_layout_vfo(size_t sites, int reals, int lanes)
{
	const int some = lanes < 1 ? 1 : lanes;
	return lqcd__layout_make(sites, reals, some, (size_t)reals * (size_t)some);
}

LQCD_STATIC lqcd_status lqcd_layout_hopping(lqcd_layout *l, int ny, int nx, int reals, int wy, int wx)
{
	if (!l || ny < 0 || nx < 0 || reals < 1 || wy < 1 || wx < 1) return LQCD_ERR_ARGUMENT;
	if (ny % wy || nx % wx) return LQCD_ERR_LANES;
	*l = lqcd_layout_vfo((size_t)ny * (size_t)nx, reals, wy * wx);
	l->extent[0] = (size_t)(ny / wy);
	l->extent[1] = (size_t)(nx / wx);
	l->grid[0] = (size_t)wy;
	l->grid[1] = (size_t)wx;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_layout_transpose(lqcd_layout *l, int rows, int cols)
{
	if (!l || rows < 1 || cols < 1 || 2 * rows * cols != l->reals) return LQCD_ERR_ARGUMENT;
	l->rows = rows;
	l->cols = cols;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_layout_interleave(lqcd_layout *l)
{
	if (!l || l->reals % 2) return LQCD_ERR_ARGUMENT;
	l->interleaved = 1;
	return LQCD_OK;
}

/** The place of the first number of a site. */
LQCD_FN size_t lqcd__layout_site(const lqcd_layout *l, size_t site)
{
	const size_t lanes = (size_t)l->lanes, step = l->interleaved ? 2 : 1;
	if (!l->extent[1]) return site / lanes * l->block + site % lanes * step;
	const size_t nx = l->extent[1] * l->grid[1], y = site / nx, x = site % nx;
	const size_t lane = y / l->extent[0] * l->grid[1] + x / l->extent[1];
	return (y % l->extent[0] * l->extent[1] + x % l->extent[1]) * l->block + lane * step;
}

/** The offset of a number of a site. */
LQCD_FN size_t lqcd__layout_real(const lqcd_layout *l, int number)
{
	const int element = number / 2;
	if (l->rows) number = 2 * (element % l->cols * l->rows + element / l->cols) + number % 2;
	if (l->interleaved) return (size_t)(number / 2 * 2) * l->step + (size_t)(number % 2);
	return (size_t)number * l->step;
}

LQCD_FN size_t lqcd_layout_index(const lqcd_layout *l, size_t site, int number)
{
	return lqcd__layout_site(l, site) + lqcd__layout_real(l, number);
}

LQCD_FN size_t lqcd_layout_size(const lqcd_layout *l)
{
	return l->blocks * l->block;
}

/** 1 if lane w of block b is the same site in both. */
LQCD_STATIC int lqcd__layout_same_sites(const lqcd_layout *a, const lqcd_layout *b)
{
	return a->sites == b->sites && a->lanes == b->lanes && !memcmp(a->extent, b->extent, sizeof a->extent) &&
	       !memcmp(a->grid, b->grid, sizeof a->grid);
}

LQCD_STATIC int lqcd__layout_is_link(const lqcd_layout *l)
{
	return l->reals == LQCD_LAYOUT_LINK || l->reals == LQCD_LAYOUT_SHORT8 || l->reals == LQCD_LAYOUT_SHORT;
}

#define LQCD_TEMPLATE "../field/layout.inc"
#include "../base/each_tag.inc"

/* ---- fields ---- */

/** from[w] = the number in the data of src at which lane w of block ix of dst begins. Divides once for each direction
 * and lane coordinate, not for each lane. */
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

/** Converts the numbers of a block, doubles or floats as the constants to_double and from_double say. `to` has nd
 * lanes; lane w of data begins at from[w], with a step of ns from number to number. */
LQCD_HOST_FN void lqcd__convert_numbers(void *LQCD_RESTRICT to, int to_double, int nd, const void *LQCD_RESTRICT data,
					int from_double, const size_t *from, int ns, int reals)
{
	const size_t to_step = (size_t)nd * (to_double ? sizeof(double) : sizeof(float));
	const size_t from_step = (size_t)ns * (from_double ? sizeof(double) : sizeof(float));
	for (int k = 0; k < reals; k++, to = (char *)to + to_step, data = (const char *)data + from_step)
		for (int w = 0; w < nd; w++) {
			const size_t at = from[w];
			const double v = from_double ? ((const double *)data)[at] : (double)((const float *)data)[at];
			if (to_double)
				((double *)to)[w] = v;
			else
				((float *)to)[w] = (float)v;
		}
}

/** t = the n numbers r of a spinor in 16 bits */
LQCD_STATIC void lqcd__spinor_pack(float *t, const float *r, int n)
{
	if (n == 8 * LQCD_NC) lqcd__spinor_pack_h(t, r);
	if (n == 2 * LQCD_NC) {
		/* A colour vector: a spinor whose other components are zero. */
		float all[8 * LQCD_NC] = {0}, packed[4 * LQCD_NC + 1];
		memcpy(all, r, (size_t)n * sizeof *r);
		lqcd__spinor_pack_h(packed, all);
		memcpy(t, packed, (size_t)(n / 2 + 1) * sizeof *t);
	}
#ifdef LQCD_ADJOINT
	if (n == 8 * LQCD__NC_adj) lqcd__spinor_pack_h_adj(t, r);
#endif
#ifdef LQCD_SYMMETRIC
	if (n == 8 * LQCD__NC_sym) lqcd__spinor_pack_h_sym(t, r);
#endif
#ifdef LQCD_ANTISYMMETRIC
	if (n == 8 * LQCD__NC_asym) lqcd__spinor_pack_h_asym(t, r);
#endif
}

/** Converts a block from or to 16 bits, number by number, as lqcd_spinor_write does. */
LQCD_STATIC void lqcd__convert_half(const lqcd_field_view *dst, const lqcd_field_view *src, int ix, const size_t *from)
{
	const int nd = dst->type->lanes, ns = src->type->lanes, n = dst->reals;
	const size_t block = (size_t)(ix - dst->type->master_shift);
	float *to = (float *)dst->data + block * lqcd__half_words(dst);
	for (int w = 0; w < nd; w++) {
		float r[8 * LQCD__MOST_COLOURS];
		for (int k = 0; k < n; k++) {
			const double v = lqcd_field_view_get(src, from[w] + (size_t)(k * ns));
			const size_t i = (block * (size_t)n + (size_t)k) * (size_t)nd + (size_t)w;
			if (dst->precision == LQCD__DOUBLE)
				((double *)dst->data)[i] = v;
			else if (dst->precision == LQCD__FLOAT)
				((float *)dst->data)[i] = (float)v;
			else
				r[k] = (float)v;
		}
		if (dst->precision == LQCD__INT16) {
			float t[4 * LQCD__MOST_COLOURS + 1] = {0};
			lqcd__spinor_pack(t, r, n);
			for (int k = 0; k <= n / 2; k++) to[k * nd + w] = t[k];
		}
	}
}

/** Converts one block of dst, whose lanes may lie anywhere in src. */
LQCD_HOST_FN void lqcd__convert_block(const lqcd_field_view *dst, const lqcd_field_view *src, int ix)
{
	const int nd = dst->type->lanes, ns = src->type->lanes, n = dst->reals;
	const size_t to = (size_t)(ix - dst->type->master_shift) * (size_t)n * (size_t)nd;
	size_t from[LQCD_MAX_LANES];
	lqcd__convert_from(dst, src, ix, from);
	if (dst->precision == LQCD__INT16 || src->precision == LQCD__INT16)
		lqcd__convert_half(dst, src, ix, from);
	else if (dst->precision == LQCD__DOUBLE) {
		double *p = (double *)dst->data + to;
		if (src->precision == LQCD__DOUBLE)
			lqcd__convert_numbers(p, 1, nd, src->data, 1, from, ns, n);
		else
			lqcd__convert_numbers(p, 1, nd, src->data, 0, from, ns, n);
	} else {
		float *p = (float *)dst->data + to;
		if (src->precision == LQCD__DOUBLE)
			lqcd__convert_numbers(p, 0, nd, src->data, 1, from, ns, n);
		else
			lqcd__convert_numbers(p, 0, nd, src->data, 0, from, ns, n);
	}
}

/** Copies n blocks as they are: see lqcd__convert_args. */
LQCD_HOST_FN void lqcd__copy(const lqcd_field_view *dst, const lqcd_field_view *src, int ix, size_t n)
{
	const size_t size = dst->precision == LQCD__DOUBLE ? sizeof(double) : sizeof(float);
	const size_t all =
		dst->precision == LQCD__INT16 ? lqcd__half_words(dst) : (size_t)dst->reals * (size_t)dst->type->lanes;
	const size_t bytes = (dst->precision == LQCD__INT16 ? sizeof(int32_t) : size) * all;
	memcpy((char *)dst->data + (size_t)(ix - dst->type->master_shift) * bytes,
	       (const char *)src->data + (size_t)(ix - src->type->master_shift) * bytes, n * bytes);
}

typedef struct {
	lqcd_field_view dst, src;
	int copy; /* src has the same order of sites and lanes, and the same type of numbers */
} lqcd__convert_args;

LQCD_KERNEL void lqcd__convert_loop(const void *arguments, int lo, int hi)
{
	const lqcd__convert_args *k = (const lqcd__convert_args *)arguments;
	if (k->copy) lqcd__copy(&k->dst, &k->src, lo, (size_t)(hi - lo));
	for (int ix = k->copy ? hi : lo; ix < hi; ix++) lqcd__convert_block(&k->dst, &k->src, ix);
}

LQCD_KERNEL lqcd_status lqcd_field_convert(lqcd_field_view dst, lqcd_field_view src)
{
	if (!dst.data || !src.data || !dst.type || !src.type) return LQCD_ERR_ARGUMENT;
	const lqcd_lattice *a = dst.type->lattice, *b = src.type->lattice;
	if (dst.reals != src.reals || memcmp(a->extent, b->extent, sizeof a->extent) ||
	    memcmp(a->local, b->local, sizeof a->local) ||
	    memcmp(a->comm.coord, b->comm.coord, sizeof a->comm.coord) ||
	    (src.type->parity != LQCD_FULL && src.type->parity != dst.type->parity))
		return LQCD_ERR_GEOMETRY;
	/* A lattice has one order of sites for a lane count, whatever the parity. */
	const lqcd__convert_args k = {dst, src, a == b && dst.type->lanes == src.type->lanes && dst.precision == src.precision};
	lqcd__run_loop(&dst.type->lattice->team, lqcd__full_range(dst.type), lqcd__convert_loop, &k, 4.0 * dst.reals * dst.type->lanes);
	return LQCD_OK;
}

#define lqcd_spinor_field_convert(dst, src) lqcd_field_convert(lqcd_spinor_field_view(dst), lqcd_spinor_field_view(src))
#define lqcd_gauge_field_convert(dst, src)  lqcd_field_convert(lqcd_gauge_field_view(dst), lqcd_gauge_field_view(src))

#endif
