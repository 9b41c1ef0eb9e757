/* lqcd/field/multi.h: fields of several right-hand sides per site, and their algebra.
 *
 * An operator that acts on N spinors of a site at once reads its links once instead of N times.
 *
 *   lqcd_multi_spinor_field_<tag> { lqcd_spinor_<tag> *ptr; const lqcd_geometry *type; int rhs, per_index; }
 *
 * with tag f, d, vf or vd: an index has `per_index` spinors of LANES lanes. Lanes are filled in one of two ways:
 *
 *   over sites              type->lanes = LANES, per_index = rhs: spinor n of index ix is right-hand side n of the
 *                           LANES sites of the block: [index][rhs][spin][col][re,im][lane]
 *   over right-hand sides   type->lanes = 1, per_index = rhs / LANES, rounded up: lane w of spinor j of index ix is
 *                           right-hand side j LANES + w of one site; lanes from rhs on are padding. For lattices
 *                           whose extents admit no lane grid:
 *                           [index][rhs / LANES][spin][col][re,im][lane]
 *
 *   s = lqcd_multi_spinor_field_create(&x, &lat, parity, rhs)  over sites where the lattice has a lane grid, else over
 *                                                           right-hand sides; 1 <= rhs <= LQCD_MAX_RHS. Zeroed.
 *   s = lqcd_multi_spinor_field_create_over(&x, &lat, parity, rhs, LQCD_OVER_SITES or LQCD_OVER_RHS)
 *   lqcd_multi_spinor_field_destroy(&x)                     harmless when ptr is NULL
 *   s = lqcd_multi_spinor_field_put(&x, n, lqcd_spinor_field_view(&s))     right-hand side n of x = s, a spinor field of any
 *                                                           tag, of the parity of x
 *   s = lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&s), &x, n)     and back; s not of the tags h and vh
 *   lqcd_multi_spinor_field_part(&x, parity)                half of a full field, without a copy
 *
 *   zero(&r)  copy(&r, &s)  scale(&r, a, &s)        as in linalg.h for each right-hand side, with const double a[rhs],
 *   axpy(&y, a, &x)  xpay(&y, &x, a)                const lqcd_complex_d z[rhs], w[rhs]; results go to double n2[rhs],
 *   caxpy(&y, z, &x)                                lqcd_complex_d dot[rhs]. Outputs may be inputs.
 *   cxpaypbz(&v, &x, z, &y, w)                      v = x + z y + w v
 *   axpy_zpbx(&y, a, &x, &z, b)                     y = y + a x, then x = z + b x, with the old x in both
 *   axpy_norm2(&y, a, &x, n2)                       y = y + a x, n2 = |y|^2
 *   norm2(&s, n2)  dot(&a, &b, dot)                 dot = sum conj(a) b
 *
 * Names are lqcd_multi_spinor_field_<operation>[_<tag>]. Right-hand sides do not mix: a NaN stays in its own. With a
 * coefficient of zero axpy and caxpy leave y as it is (but -0, which becomes 0) where x is finite: solvers use this for
 * right-hand sides that have converged. All fields of a call have the same geometry and number of right-hand sides
 * (LQCD_ASSERT). Sums are as in linalg.h: the same bits for either way to fill lanes.
 *
 * Errors: LQCD_ERR_ARGUMENT (rhs), LQCD_ERR_LANES (over sites: no lane grid), LQCD_ERR_MEMORY; then ptr is NULL.
 * LQCD_ERR_GEOMETRY (put, get: other extents or parity, n, a tag that get cannot write); then nothing is written.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_MULTI_H
#define LQCD_MULTI_H

#include "layout.h"
#include "linalg.h"

#define LQCD_MAX_RHS 64

typedef enum { LQCD_OVER_SITES, LQCD_OVER_RHS } lqcd_lanes_over;

/** One right-hand side of a multi-field: real k of lane w of index ix is number
 *  (ix - type->master_shift) * index_step + k * real_step + w of view.data. */
typedef struct {
	lqcd_field_view view;
	size_t index_step, real_step;
} lqcd__multi_view;

/** Copies reals first to end - 1 of each site of a right-hand side. */
LQCD_KERNEL lqcd_status lqcd__multi_convert(const lqcd__multi_view *to, const lqcd__multi_view *from, int first, int end)
{
	const lqcd_geometry *g = to->view.type, *h = from->view.type;
	const lqcd_lattice *a = g->lattice, *b = h->lattice;
	if (memcmp(a->extent, b->extent, sizeof a->extent) || memcmp(a->local, b->local, sizeof a->local) ||
	    to->view.reals != from->view.reals || h->parity != g->parity || to->view.precision == LQCD__INT16)
		return LQCD_ERR_GEOMETRY;
	LQCD_MASTER_FOR(g, ix)
		for (int lane = 0; lane < g->lanes; lane++) {
			int x[4], there;
			lqcd_geometry_coords(g, ix, lane, x);
			const int jx = lqcd_geometry_index(h, x, &there) - h->master_shift;
			size_t at = (size_t)(ix - g->master_shift) * to->index_step + (size_t)lane + (size_t)first * to->real_step;
			size_t other = (size_t)jx * from->index_step + (size_t)there + (size_t)first * from->real_step;
			for (int k = first; k < end; k++) {
				const double v = lqcd_field_view_get(&from->view, other);
				if (to->view.precision == LQCD__DOUBLE)
					((double *)to->view.data)[at] = v;
				else
					((float *)to->view.data)[at] = (float)v;
				at += to->real_step;
				other += from->real_step;
			}
		}
	return LQCD_OK;
}

/** Copies vectors from the spinor field s (put), or to it. */
LQCD_STATIC lqcd_status lqcd__multi_copy(const lqcd__multi_view *m, lqcd_field_view s, int put, int first, int end)
{
	if (!s.data || !s.type) return LQCD_ERR_ARGUMENT;
	const lqcd__multi_view v = {s, (size_t)s.reals * (size_t)s.type->lanes, (size_t)s.type->lanes};
	return put ? lqcd__multi_convert(m, &v, first, end) : lqcd__multi_convert(&v, m, first, end);
}

#define LQCD_TEMPLATE "../field/multi.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/algebra.inc"
#define LQCD_TAGS     LQCD_MULTI_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__OF_MULTI(name, x) LQCD_SELECT_COLOUR(lqcd_multi_spinor_field_##name, lqcd_multi_spinor_field, *(x))
#define lqcd_multi_spinor_field_create(x, lat, parity, rhs) LQCD__OF_MULTI(create, x)(x, lat, parity, rhs)
#define lqcd_multi_spinor_field_create_over(x, lat, parity, rhs, over) LQCD__OF_MULTI(create_over, x)(x, lat, parity, rhs, over)
#define lqcd_multi_spinor_field_destroy(x) LQCD__OF_MULTI(destroy, x)(x)
#define lqcd_multi_spinor_field_part(x, parity) LQCD__OF_MULTI(part, x)(x, parity)
#define lqcd_multi_spinor_field_put(x, n, s) LQCD__OF_MULTI(put, x)(x, n, s)
#define lqcd_multi_spinor_field_get(s, x, n) LQCD__OF_MULTI(get, x)(s, x, n)
#define lqcd_multi_spinor_field_zero(r) LQCD__OF_MULTI(zero, r)(r)
#define lqcd_multi_spinor_field_copy(r, s) LQCD__OF_MULTI(copy, r)(r, s)
#define lqcd_multi_spinor_field_scale(r, a, s) LQCD__OF_MULTI(scale, r)(r, a, s)
#define lqcd_multi_spinor_field_axpy(y, a, x) LQCD__OF_MULTI(axpy, y)(y, a, x)
#define lqcd_multi_spinor_field_xpay(y, x, a) LQCD__OF_MULTI(xpay, y)(y, x, a)
#define lqcd_multi_spinor_field_caxpy(y, z, x) LQCD__OF_MULTI(caxpy, y)(y, z, x)
#define lqcd_multi_spinor_field_norm2(s, n2) LQCD__OF_MULTI(norm2, s)(s, n2)
#define lqcd_multi_spinor_field_dot(a, b, d) LQCD__OF_MULTI(dot, a)(a, b, d)
#define lqcd_multi_spinor_field_cxpaypbz(v, x, z, y, w) LQCD__OF_MULTI(cxpaypbz, v)(v, x, z, y, w)
#define lqcd_multi_spinor_field_axpy_zpbx(y, a, x, z, b) LQCD__OF_MULTI(axpy_zpbx, y)(y, a, x, z, b)
#define lqcd_multi_spinor_field_axpy_norm2(y, a, x, n2) LQCD__OF_MULTI(axpy_norm2, y)(y, a, x, n2)
#endif

#endif
