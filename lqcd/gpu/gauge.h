/* lqcd/gpu/gauge.h: gauge fields in the memory of a GPU, and what gauge/ computes with them. C++ (nvcc).
 *
 *   lqcd_gauge_field_gf, _gd                      links of 18 reals, as gpu/layout.h lays them out: the four of a site one
 *                                                 after the other, even before odd sites
 *   lqcd_gauge_field_create(&u, &there, parity)   there: lqcd_gpu_lattice; zeroed
 *   lqcd_gauge_field_destroy(&u)
 *   lqcd_gauge_field_put(&u, lqcd_gauge_field_view(&host))     u = a full field of the host of any tag; u is full, too
 *   lqcd_gauge_field_get(lqcd_gauge_field_view(&host), &u)     and back
 *   lqcd_plaquette(&u), lqcd_link_trace(&u)       gauge/plaquette.h
 *   lqcd_momentum_energy(&p), lqcd_momentum_move(&u, h, &p), lqcd_links_copy(&a, &b), lqcd_links_distance2_<tag>(&a, &b)
 *                                                 gauge/momentum.h
 *
 * Names, formulas and the text of the site functions are those of the host; numbers differ by rounding, since compilers fuse
 * different multiply-adds. Sums are exact. Errors are kept as gpu/field.h says. One process: on a lattice of several create
 * returns LQCD_ERR_GEOMETRY.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_GAUGE_H
#define LQCD_GPU_GAUGE_H

#include "../gauge/momentum.h"
#include "../gauge/plaquette.h"
#include "../gauge/staple.h"
#include "launch.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* What tells neighbours apart: the box of a parity, and the distance between the parities. */
typedef struct {
	lqcd_gpu_box box;
	int stride;
} lqcd__gpu_next;

/** The index beside ix in direction mu; step: 1 or -1. */
LQCD_FN int lqcd__gpu_step(const lqcd__gpu_next *n, int ix, int mu, int step)
{
	const lqcd_gpu_box b = n->box;
	const int odd = ix >= n->stride, i = odd ? ix - n->stride : ix;
	const int zh = i % b.Zh, ty = i / b.Zh, y = ty % b.Y, tx = ty / b.Y, x = tx % b.X, t = tx / b.X;
	const int other = odd ? -n->stride : n->stride, up = step > 0;
	if (mu == 0) return ix + other + (t == (up ? b.T - 1 : 0) ? -step * (b.T - 1) : step) * b.X * b.Y * b.Zh;
	if (mu == 1) return ix + other + (x == (up ? b.X - 1 : 0) ? -step * (b.X - 1) : step) * b.Y * b.Zh;
	if (mu == 2) return ix + other + (y == (up ? b.Y - 1 : 0) ? -step * (b.Y - 1) : step) * b.Zh;
	/* z = 2 zh + high */
	const int high = (t + x + y + odd) & 1;
	if (high != up) return ix + other;
	return ix + other + (zh == (up ? b.Zh - 1 : 0) ? -step * (b.Zh - 1) : step);
}

LQCD_FN int lqcd__up(const lqcd__gpu_next *n, int ix, int mu)
{
	return lqcd__gpu_step(n, ix, mu, 1);
}

LQCD_FN int lqcd__down(const lqcd__gpu_next *n, int ix, int mu)
{
	return lqcd__gpu_step(n, ix, mu, -1);
}

#include "lazy.inc"
#define LQCD_TEMPLATE "../gpu/gauge.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/plaquette.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/momentum.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#include "lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
