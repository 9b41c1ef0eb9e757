/* lqcd/field/device_multi.h: many right-hand sides on a GPU: the algebra of multi.h with the tags gf, gd, gh. C++ (nvcc).
 *
 *   lqcd_multi_field_zero, _copy, _scale, _axpy, _xpay, _caxpy, _cxpaypbz, _axpy_norm2, _norm2, _dot       as in multi.h
 *
 * Fields as of field/device_field.h: the right-hand sides of a site are side by side, and threads of a warp have them. Sums are
 * exact (device/sum.h), each thread adding its own; lqcd_multi_field_dot is two passes.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_MULTI_FIELD_H
#define LQCD_GPU_MULTI_FIELD_H

#include "device_linalg.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

/* f over n spinors, right-hand side i % rhs each; with sums one for each right-hand side. A block goes over `turns` times as many
 * as it has threads, one after the other, so that it finds neighbours of sites in the first cache. */
template <int sums, class F> struct lqcd__gpu_over_many {
	F f;
	int n, rhs, blocks, turns;
	unsigned long long *there;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int turn = turns * LQCD_GPU_THREADS, stride = blocks * turn;
#if LQCD_ON_DEVICE
		LQCD_GPU_SHARED unsigned long long count[(sums ? LQCD_MAX_RHS : 1) * LQCD__GPU_COUNTS];
		for (int j = p.thread[0]; j < sums * rhs * LQCD__GPU_COUNTS; j += LQCD_GPU_THREADS) count[j] = 0;
		if (sums) lqcd_gpu_sync();
#else
		unsigned long long *const count = there;
#endif
		for (int first = p.block[0] * turn; first < n; first += stride)
			for (int i = first + p.thread[0]; i < first + turn && i < n; i += LQCD_GPU_THREADS) {
				double v = 0;
				f(i, &v);
				if (sums) lqcd__gpu_sum_add_alone(count + i % rhs * LQCD__GPU_COUNTS, v);
			}
#if LQCD_ON_DEVICE
		if (sums) lqcd_gpu_sync();
		for (int j = p.thread[0]; j < sums * rhs * LQCD__GPU_COUNTS; j += LQCD_GPU_THREADS)
			if (count[j]) lqcd_gpu_add(there + j, count[j]);
#else
		(void)count;
#endif
	}
};

/** Turns of a block: at most one for each right-hand side, and so few that all multiprocessors have eight blocks. */
static inline int lqcd__gpu_turns(const lqcd_gpu *gpu, int n, int rhs)
{
	const int turns = n / (8 * LQCD_GPU_THREADS * gpu->processors);
	return turns < 1 ? 1 : turns < rhs ? turns : rhs;
}

/** The launch alone, over so many sites. */
template <int sums, class F>
static lqcd_status lqcd__gpu_over_many_launch(const lqcd_gpu_lattice *lat, int sites, int rhs, const F &f, lqcd_message *why)
{
	const int n = sites * rhs, most = 16 * lat->gpu->processors, turns = lqcd__gpu_turns(lat->gpu, n, rhs),
		  turn = turns * LQCD_GPU_THREADS, all = (n + turn - 1) / turn;
	lqcd__gpu_over_many<sums, F> over;
	over.f = f;
	over.n = n;
	over.rhs = rhs;
	over.blocks = sums && all > most ? most : all;
	over.turns = turns;
	over.there = lat->sums.there;
	const int grid[3] = {over.blocks, 1, 1}, block[3] = {LQCD_GPU_THREADS, 1, 1};
	return n > 0 ? lqcd_gpu_launch<LQCD_GPU_THREADS, lqcd__gpu_fit<F>::blocks>(lat->gpu, over, grid, block, why) : LQCD_OK;
}

/** f over the spinors of fields on g, those of each parity from f.part(parity); sums 0, or 1: one for each right-hand
 * side, over all processes. */
template <int sums, class F>
static void lqcd__gpu_each_of_many(const lqcd_gpu_geometry *g, int rhs, const F &f, double *out)
{
	lqcd_gpu_lattice *lat = g->lattice;
	const int sites = (int)lqcd_gpu_sites(lat->host);
	lqcd_sum total[LQCD_MAX_RHS], part[LQCD_MAX_RHS];
	lqcd_message why = {""};
	lqcd_status s = lat->status;
	for (int k = 0; k < rhs; k++) lqcd_sum_start(total + k);
	for (int p = 0; p < lqcd__gpu_parts(g->parity) && s == LQCD_OK; p++) {
		if (sums) s = lqcd_gpu_sums_start(lat->gpu, &lat->sums, rhs, &why);
		if (s == LQCD_OK)
			s = lqcd__gpu_over_many_launch<sums>(lat, sites, rhs, f.part(lqcd__gpu_part(g->parity, p)), &why);
		if (s == LQCD_OK && sums) s = lqcd_gpu_sums_take(lat->gpu, &lat->sums, rhs, sites, part, &why);
		for (int k = 0; k < rhs && sums && s == LQCD_OK; k++) lqcd_sum_merge(total + k, part + k);
	}
	(void)lqcd__gpu_note(lat, s, &why);
	if (sums) lqcd__gpu_all_sums(lat, total, rhs, out);
}

#define LQCD_TEMPLATE "../field/device_multi.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/linear.inc"
#define LQCD_TAGS LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
