/* lqcd/gpu/launch.h: the launches of field/launch.h on a device: a thread for each site of a geometry of a GPU. Templates of
 * site functions that are included for the tags gf and gd get them.
 *
 * Indices of sites: i of the numbers of gpu/layout.h for even sites, i + stride for odd ones, where stride is the number of
 * sites of a parity, rounded up to blocks; those of gauge fields have a halo (gpu/next.h). Sums are exact (gpu/sum.h). As all calls of a device, a launch returns at once, and
 * its errors stay in the lattice; a sum or maximum waits, and is NaN after an error.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LAUNCH_H
#define LQCD_GPU_LAUNCH_H

#include "next.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* The type without const and reference. */
template <class K> struct lqcd__gpu_plain {
	typedef K of;
};
template <class K> struct lqcd__gpu_plain<K &> {
	typedef K of;
};
template <class K> struct lqcd__gpu_plain<const K &> {
	typedef K of;
};

#ifndef LQCD_GPU_BOXES
#define LQCD_GPU_BOXES 1 /* see lqcd__gpu_boxed */
#endif
#ifndef LQCD_GPU_SITE_THREADS
#define LQCD_GPU_SITE_THREADS                                                                                          \
	128 /* of a block, where nothing is summed up: site functions of links take many registers */
#endif

/* The indices of a geometry, from 0 on. */
typedef struct {
	int sites, half, first, gap; /* gap: added to odd ones of a full geometry */
	int rows, X; /* blocks of 32 sites in Y, not 0: blocks of threads go over boxes of 2 x 2 x 2 of them */
	lqcd__gpu_next next;
} lqcd__gpu_indices;

/** Site i of a parity in the order of boxes: threads of a block have neighbours in T, X and Y among themselves. */
LQCD_FN int lqcd__gpu_boxed(const lqcd__gpu_indices *x, int i)
{
	const int w = i / LQCD_GPU_BLOCK, box = w / 8, k = w % 8, half = x->rows / 2;
	const int y = 2 * (box % half) + (k & 1), at = box / half, xx = 2 * (at % (x->X / 2)) + (k >> 1 & 1),
		  t = 2 * (at / (x->X / 2)) + (k >> 2);
	return ((t * x->X + xx) * x->rows + y) * LQCD_GPU_BLOCK + i % LQCD_GPU_BLOCK;
}

LQCD_FN int lqcd__gpu_index(const lqcd__gpu_indices *x, int i)
{
	if (lqcd__gpu_cut(&x->next)) {
		const int odd = i >= x->half;
		return lqcd__gpu_index_of(&x->next, odd || x->first, odd ? i - x->half : i);
	}
	if (x->rows)
		return i < x->half ? x->first + lqcd__gpu_boxed(x, i)
				   : x->half + x->gap + lqcd__gpu_boxed(x, i - x->half);
	return i < x->half ? x->first + i : i + x->gap;
}

static inline lqcd__gpu_indices lqcd__gpu_indices_of(const lqcd_gpu_geometry *g)
{
	lqcd__gpu_indices x;
	const int stride = lqcd__gpu_parity_stride(g->lattice->host);
	x.half = (int)lqcd_gpu_sites(g->lattice->host);
	x.sites = g->parity == LQCD_FULL ? 2 * x.half : x.half;
	x.first = g->parity == LQCD_ODD ? stride : 0;
	x.gap = stride - x.half;
	x.next = lqcd__gpu_next_of(g);
	const lqcd_gpu_box b = lqcd_gpu_box_of(g->lattice->host);
	const int rows = b.Y * b.Zh / LQCD_GPU_BLOCK;
	x.X = b.X;
	x.rows = LQCD_GPU_BOXES && LQCD_GPU_BLOCK % b.Zh == 0 && b.Y * b.Zh % (2 * LQCD_GPU_BLOCK) == 0 ? rows : 0;
	return x;
}

template <class K, void (*site)(const K *, int)> struct lqcd__gpu_sites {
	K k;
	lqcd__gpu_indices x;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int i = p.block[0] * LQCD_GPU_SITE_THREADS + p.thread[0];
		if (i < x.sites) site(&k, lqcd__gpu_index(&x, i));
	}
};

template <class K, void (*site)(const K *, int)>
static void lqcd__gpu_launch_sites(const K *k, const lqcd_gpu_geometry *g)
{
	lqcd_gpu_lattice *lat = g->lattice;
	lqcd_message why = {""};
	lqcd__gpu_sites<K, site> f = {*k, lqcd__gpu_indices_of(g)};
	const int grid[3] = {(f.x.sites + LQCD_GPU_SITE_THREADS - 1) / LQCD_GPU_SITE_THREADS, 1, 1},
		  block[3] = {LQCD_GPU_SITE_THREADS, 1, 1};
	if (lat->status == LQCD_OK)
		lqcd__gpu_note(lat, lqcd_gpu_launch<LQCD_GPU_SITE_THREADS, 1>(lat->gpu, f, grid, block, &why), &why);
}

/* Site functions that a host tells the next site, for prefetches. */
template <class K, void (*site)(const K *, int, int)> LQCD_FN void lqcd__gpu_no_next(const K *k, int ix)
{
	site(k, ix, -1);
}

template <class K, void (*site)(const K *, int, int)>
static void lqcd__gpu_launch_next(const K *k, const lqcd_gpu_geometry *g)
{
	lqcd__gpu_launch_sites<K, lqcd__gpu_no_next<K, site>>(k, g);
}

template <int n, class K, void (*site)(const K *, int, double *)> struct lqcd__gpu_sites_sum {
	K k;
	lqcd__gpu_indices x;

	LQCD_GPU_FN void operator()(int i, double *v) const
	{
		site(&k, lqcd__gpu_index(&x, i), v);
	}
};

/** The sums of f(i, v), 0 <= i < sites; NaN after an error, which the lattice keeps. */
template <int n, class F> static void lqcd__gpu_sum_over(lqcd_gpu_lattice *lat, int sites, const F &f, lqcd_sum *total)
{
	lqcd_message why = {""};
	lqcd_status s = lat->status;
	if (s == LQCD_OK) s = lqcd_gpu_over<n>(lat->gpu, sites, f, &lat->sums, total, &why);
	lqcd__gpu_note(lat, s, &why);
	for (int j = 0; s != LQCD_OK && j < n; j++) {
		lqcd_sum_start(total + j);
		lqcd_sum_add(total + j, lqcd_nan());
	}
}

template <int n, class K, void (*site)(const K *, int, double *)>
static void lqcd__gpu_launch_sum(const K *k, const lqcd_gpu_geometry *g, lqcd_sum *total)
{
	const lqcd__gpu_sites_sum<n, K, site> f = {*k, lqcd__gpu_indices_of(g)};
	lqcd__gpu_sum_over<n>(g->lattice, f.x.sites, f, total);
}

/* The largest value of the sites of each of these, or NaN. */
template <class K, double (*site)(const K *, int)> struct lqcd__gpu_sites_max {
	K k;
	lqcd__gpu_indices x;
	int blocks;
	double *to;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int thread = p.block[0] * LQCD_GPU_THREADS + p.thread[0];
		double most = 0;
		for (int i = thread; i < x.sites; i += blocks * LQCD_GPU_THREADS) {
			const double v = site(&k, lqcd__gpu_index(&x, i));
			if (v > most || v != v) most = v;
			if (most != most) break;
		}
		LQCD_GPU_UNROLL
		for (int m = LQCD_GPU_WARP / 2; m; m >>= 1) {
			const double v = lqcd_gpu_from_xor(most, m);
			if (v > most || v != v) most = v;
		}
		if (lqcd_gpu_lane() == 0) to[thread / LQCD__GPU_SHARE_MAX] = most;
	}
};

template <class K, double (*site)(const K *, int)>
static double lqcd__gpu_launch_max(const K *k, const lqcd_gpu_geometry *g, double most)
{
	lqcd_gpu_lattice *lat = g->lattice;
	lqcd_message why = {""};
	lqcd__gpu_sites_max<K, site> f = {*k, lqcd__gpu_indices_of(g), 0, lat->sums.most_there};
	const int all = (f.x.sites + LQCD_GPU_THREADS - 1) / LQCD_GPU_THREADS, few = lat->sums.blocks;
	f.blocks = all < few ? all : few;
	const int warps = f.blocks * (LQCD_GPU_THREADS / LQCD__GPU_SHARE_MAX), grid[3] = {f.blocks, 1, 1},
		  block[3] = {LQCD_GPU_THREADS, 1, 1};
	double *const here = lat->sums.most_here;
	lqcd_status s = lat->status;
	if (s == LQCD_OK) s = lqcd_gpu_launch<LQCD_GPU_THREADS, 1>(lat->gpu, f, grid, block, &why);
	if (s == LQCD_OK) s = lqcd_gpu_get(lat->gpu, here, f.to, (size_t)warps * sizeof *here, &why);
	for (int j = 0; s == LQCD_OK && j < warps; j++)
		if (here[j] > most || here[j] != here[j]) most = here[j];
	lqcd__gpu_note(lat, s, &why);
	return s == LQCD_OK ? most : lqcd_nan();
}

template <class K, int (*site)(const K *, int, int)> LQCD_FN double lqcd__gpu_no_next_max(const K *k, int ix)
{
	return site(k, ix, -1);
}

template <class K, int (*site)(const K *, int, int)>
static double lqcd__gpu_launch_next_max(const K *k, const lqcd_gpu_geometry *g, double most)
{
	return lqcd__gpu_launch_max<K, lqcd__gpu_no_next_max<K, site>>(k, g, most);
}

#define LQCD__LAUNCH_1(site, args, type)                                                                               \
	lqcd__gpu_launch_sites<lqcd__gpu_plain<decltype(*(args))>::of, site>(args, type)
#define LQCD__LAUNCH_NEXT_1(site, args, type)                                                                          \
	lqcd__gpu_launch_next<lqcd__gpu_plain<decltype(*(args))>::of, site>(args, type)
#define LQCD__LAUNCH_NEXT_MAX_1(site, args, type, most)                                                                \
	most = lqcd__gpu_launch_next_max<lqcd__gpu_plain<decltype(*(args))>::of, site>(args, type, most)
#define LQCD__LAUNCH_SUM_1(site, args, type, total, n)                                                                 \
	lqcd__gpu_launch_sum<n, lqcd__gpu_plain<decltype(*(args))>::of, site>(args, type, total)
#define LQCD__LAUNCH_MAX_1(site, args, type, most)                                                                     \
	most = lqcd__gpu_launch_max<lqcd__gpu_plain<decltype(*(args))>::of, site>(args, type, most)

LQCD_END_DECLS
#endif

#endif
