/* lqcd/device/launch.h: the launches of field/launch.h on a device: a thread for each site of a geometry of a GPU. Templates of
 * site functions that are included for the tags gf and gd get them.
 *
 * Indices of sites: i of the numbers of device/layout.h for even sites, i + stride for odd ones, where stride is the number of
 * sites of a parity, rounded up to blocks; those of gauge fields have a halo (device/neighbours.h). Sums are exact (device/sum.h). As
 * all calls of a device, a launch returns at once, and its errors stay in the lattice; a sum or maximum waits, and is NaN
 * after an error.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LAUNCH_H
#define LQCD_GPU_LAUNCH_H

#include "neighbours.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* The coordinates of a site, as lqcd__places (field/launch.h). */
typedef struct {
	lqcd__gpu_next next;
	int extent[4], origin[4], first;
} lqcd__gpu_places;

static inline lqcd__gpu_places lqcd__places_of(const lqcd_gpu_geometry *g)
{
	const lqcd_lattice *lat = g->lattice->host;
	lqcd__gpu_places p;
	p.next = lqcd__gpu_next_of(g);
	p.first = lat->boundary.first;
	for (int mu = 0; mu < 4; mu++) {
		p.extent[mu] = lat->extent[mu];
		p.origin[mu] = lat->comm.coord[mu] * lat->local[mu];
	}
	return p;
}

LQCD_FN void lqcd__place_coords(const lqcd__gpu_places *p, int ix, int lane, int x[4])
{
	(void)lane;
	lqcd__gpu_coords(&p->next, ix, x);
	for (int mu = 0; mu < 4; mu++) x[mu] += p->origin[mu];
}

LQCD_FN uint64_t lqcd__place_number(const lqcd__gpu_places *p, int ix, int lane)
{
	int x[4];
	uint64_t n = 0;
	lqcd__place_coords(p, ix, lane, x);
	for (int mu = 0; mu < 4; mu++) n = n * (uint64_t)p->extent[mu] + (uint64_t)x[mu];
	return n;
}

/* Its type is that of arguments: only for decltype. */
template <class K> K lqcd__gpu_plain(const K *);

#ifndef LQCD_GPU_BOXES
#define LQCD_GPU_BOXES 1 /* see lqcd__gpu_index */
#endif
/* Threads of a block, where nothing is summed up: site functions of links take many registers, of doubles twice as many.
 * Two blocks of 256 fit into a multiprocessor, with 128 registers for a thread. */
#ifndef LQCD_GPU_SITE_THREADS_gf
#define LQCD_GPU_SITE_THREADS_gf 256
#endif
#ifndef LQCD_GPU_SITE_THREADS_gd
#define LQCD_GPU_SITE_THREADS_gd 128
#endif
#ifndef LQCD_GPU_SITE_THREADS_gh
#define LQCD_GPU_SITE_THREADS_gh 512
#endif

/* The sites of a geometry, in boxes. */
typedef struct {
	int sites, half, full, odd; /* odd: of a geometry of odd sites */
	lqcd_gpu_box part;          /* boxes of so many sites of a parity each, in the local lattice */
	lqcd__gpu_divisor in_part, Zh, Y, X, boxes_Z, boxes_Y, boxes_X;
	lqcd__gpu_next next;
} lqcd__gpu_indices;

/** A digit of n, which leaves n. */
LQCD_FN int lqcd__gpu_digit(int *n, const lqcd__gpu_divisor *by)
{
	const int q = lqcd__gpu_quotient(*n, by), r = *n - q * by->d;
	*n = q;
	return r;
}

/** The index of site i of the launch: boxes of the lattice one after the other, of each the even sites first, so that threads
 * of a block find in the first cache the links that others of them have loaded. */
LQCD_FN int lqcd__gpu_index(const lqcd__gpu_indices *x, int i)
{
	int odd = x->odd, n = i;
	if (LQCD_GPU_BOXES) {
		int at = i, k = lqcd__gpu_digit(&at, &x->in_part);
		if (x->full) {
			odd = at & 1;
			at >>= 1;
		}
		const int zh = lqcd__gpu_digit(&k, &x->Zh), y = lqcd__gpu_digit(&k, &x->Y),
			  xx = lqcd__gpu_digit(&k, &x->X), bz = lqcd__gpu_digit(&at, &x->boxes_Z),
			  by = lqcd__gpu_digit(&at, &x->boxes_Y), bx = lqcd__gpu_digit(&at, &x->boxes_X);
		const int c[4] = {at * x->part.T + k, bx * x->part.X + xx, by * x->part.Y + y, bz * x->part.Zh + zh};
		return lqcd__gpu_index_in(&x->next, odd, c);
	}
	if (x->full && i >= x->half) {
		odd = 1;
		n = i - x->half;
	}
	return lqcd__gpu_cut(&x->next) ? lqcd__gpu_index_of(&x->next, odd, n) : n + (odd ? x->next.stride : 0);
}

/** Boxes of at most so many sites, 2 x 2 in T and X, and not longer than 32 in Z. */
static inline lqcd__gpu_indices lqcd__gpu_indices_of(const lqcd_gpu_geometry *g, int threads)
{
	const int half = (int)lqcd_gpu_sites(g->lattice->host), full = g->parity == LQCD_FULL;
	const lqcd_gpu_box all = lqcd_gpu_box_of(g->lattice->host);
	lqcd_gpu_box b = {2, 2, all.Y, all.Zh};
	while (b.Zh > 16 || all.Zh % b.Zh) b.Zh--;
	while (b.Y > 1 && (4 * b.Y * b.Zh > (full ? threads / 2 : threads) || all.Y % b.Y)) b.Y--;
	const lqcd__gpu_indices x = {full ? 2 * half : half, half, full, g->parity == LQCD_ODD, b,
				     lqcd__gpu_divisor_of(b.T * b.X * b.Y * b.Zh), lqcd__gpu_divisor_of(b.Zh),
				     lqcd__gpu_divisor_of(b.Y), lqcd__gpu_divisor_of(b.X), lqcd__gpu_divisor_of(all.Zh / b.Zh),
				     lqcd__gpu_divisor_of(all.Y / b.Y), lqcd__gpu_divisor_of(all.X / b.X), lqcd__gpu_next_of(g)};
	return x;
}

template <int threads, class K, void (*site)(const K *, int)> struct lqcd__gpu_sites {
	K k;
	lqcd__gpu_indices x;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int i = p.block[0] * threads + p.thread[0];
		if (i < x.sites) site(&k, lqcd__gpu_index(&x, i));
	}
};

template <int threads, class K, void (*site)(const K *, int)>
static void lqcd__gpu_launch_sites(const K *k, const lqcd_gpu_geometry *g)
{
	lqcd_gpu_lattice *lat = g->lattice;
	lqcd_message why = {""};
	lqcd__gpu_sites<threads, K, site> f = {*k, lqcd__gpu_indices_of(g, threads)};
	const int grid[3] = {(f.x.sites + threads - 1) / threads, 1, 1}, block[3] = {threads, 1, 1};
	if (lat->status == LQCD_OK)
		(void)lqcd__gpu_note(lat, lqcd_gpu_launch<threads, (threads == 256 ? 2 : 1)>(lat->gpu, f, grid, block, &why), &why);
}

/* Device kernels ignore the block to prefetch that host kernels get. */
template <class K, void (*site)(const K *, int, int)> LQCD_FN void lqcd__gpu_no_next(const K *k, int ix)
{
	site(k, ix, -1);
}

template <int threads, class K, void (*site)(const K *, int, int)>
static void lqcd__gpu_launch_sites(const K *k, const lqcd_gpu_geometry *g)
{
	lqcd__gpu_launch_sites<threads, K, lqcd__gpu_no_next<K, site>>(k, g);
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
	(void)lqcd__gpu_note(lat, s, &why);
	for (int j = 0; s != LQCD_OK && j < n; j++) {
		lqcd_sum_start(total + j);
		lqcd_sum_add(total + j, lqcd_nan());
	}
}

template <int n, class K, void (*site)(const K *, int, double *)>
static void lqcd__gpu_launch_sum(const K *k, const lqcd_gpu_geometry *g, lqcd_sum *total)
{
	const lqcd__gpu_sites_sum<n, K, site> f = {*k, lqcd__gpu_indices_of(g, LQCD_GPU_THREADS)};
	lqcd__gpu_sum_over<n>(g->lattice, f.x.sites, f, total);
}

/** Over all processes. */
template <int n, class K, void (*site)(const K *, int, double *)>
static void lqcd__gpu_launch_sums(const K *k, const lqcd_gpu_geometry *g, double *out)
{
	lqcd_sum total[n];
	lqcd__gpu_launch_sum<n, K, site>(k, g, total);
	lqcd_comm_sums(&g->lattice->host->comm, out, total, n);
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
	lqcd__gpu_sites_max<K, site> f = {*k, lqcd__gpu_indices_of(g, LQCD_GPU_THREADS), 0, lat->sums.most_there};
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
	(void)lqcd__gpu_note(lat, s, &why);
	return s == LQCD_OK ? most : lqcd_nan();
}

template <class K, int (*site)(const K *, int, int)> LQCD_FN double lqcd__gpu_no_next_max(const K *k, int ix)
{
	return site(k, ix, -1);
}

template <class K, int (*site)(const K *, int, int)>
static double lqcd__gpu_launch_max(const K *k, const lqcd_gpu_geometry *g, double most)
{
	return lqcd__gpu_launch_max<K, lqcd__gpu_no_next_max<K, site>>(k, g, most);
}

#define LQCD__GPU_SITE_THREADS LQCD__CAT(LQCD_GPU_SITE_THREADS_, LQCD_TAG)
#define LQCD__RUN_1(site, args, type)                                                                               \
	lqcd__gpu_launch_sites<LQCD__GPU_SITE_THREADS, decltype(lqcd__gpu_plain(args)), site>(args, type)
#define LQCD__RUN_EACH_1(site, args, type, out, n)                                                                  \
	lqcd__gpu_launch_sums<n, decltype(lqcd__gpu_plain(args)), site>(args, type, out)
#define LQCD__RUN_MAX_1(site, args, type, most)                                                                     \
	most = lqcd__gpu_launch_max<decltype(lqcd__gpu_plain(args)), site>(args, type, most)

LQCD_END_DECLS
#endif

#endif
