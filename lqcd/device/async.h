/* lqcd/device/async.h: iterations that a device does by itself, asynchronously to the host. C++ (nvcc).
 *
 *   lqcd_gpu_ahead_create(gpu, &a, why), lqcd_gpu_ahead_destroy(gpu, &a)
 *                                       memory for the numbers of an iteration on the device, and for those it publishes
 *   lqcd_gpu_ahead_start(gpu, &a, &numbers, why)
 *                                       sets those of the device: a plain structure of at most LQCD_GPU_AHEAD_BYTES
 *   lqcd_gpu_ahead_follow<n>(gpu, &a, &sums, f, why)
 *                                       launches f(&numbers, v) for a structure f that has the type F::numbers: v has the
 *                                       doubles next to n sums of the device, which are zero afterwards; where it returns
 *                                       1 the numbers are published: written to memory of the host
 *   lqcd_gpu_ahead_await(gpu, &a, k, &numbers, why)
 *                                       waits until they were published k times since the start, and reads them; they are
 *                                       overwritten when they are published for the LQCD_GPU_AHEAD_MOST-th time after that
 *   lqcd_gpu_ahead_numbers<N>(&a)       their address on the device, for factors of its kernels
 *
 * An iteration needs sums of the fields that it has just computed: a host that reads them waits, and then the device waits
 * for the host, 20 us each. Here the numbers stay on the device, and the host has launched an iteration before it reads the
 * numbers of the one before. Kernels that were launched after an iteration stopped do nothing.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_AHEAD_H
#define LQCD_GPU_AHEAD_H

#include "sum.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* The maximum of iterations that the host launches on a device before it hears of the first of them; 0: the host leads. */
#ifndef LQCD_GPU_AHEAD
#define LQCD_GPU_AHEAD 1
#endif

/* A word of 8 bytes for each thread of a warp; the last one counts how often the numbers were published. */
enum { LQCD__GPU_AHEAD_WORDS = 32, LQCD_GPU_AHEAD_BYTES = 8 * (LQCD__GPU_AHEAD_WORDS - 1), LQCD_GPU_AHEAD_MOST = 4 };

typedef struct {
	uint64_t word[LQCD__GPU_AHEAD_WORDS];
} lqcd_gpu_numbers;

typedef struct {
	lqcd_gpu_numbers *there, *published; /* on the device; on the host, where the device writes */
} lqcd_gpu_ahead;

LQCD_STATIC void lqcd_gpu_ahead_destroy(const lqcd_gpu *gpu, lqcd_gpu_ahead *a)
{
	lqcd_gpu_free(gpu, a->there);
	lqcd_gpu_free_host(gpu, a->published);
	a->there = a->published = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_ahead_create(const lqcd_gpu *gpu, lqcd_gpu_ahead *a, lqcd_message *why)
{
	void *there = NULL, *published = NULL;
	lqcd_status s = lqcd_gpu_alloc_host(gpu, &published, LQCD_GPU_AHEAD_MOST * sizeof *a->published, why);
	if (s == LQCD_OK) s = lqcd_gpu_alloc(gpu, &there, sizeof *a->there, why, "numbers of a solver");
	a->published = (lqcd_gpu_numbers *)published;
	a->there = (lqcd_gpu_numbers *)there;
	if (s != LQCD_OK) lqcd_gpu_ahead_destroy(gpu, a);
	return s;
}

template <class N> static N *lqcd_gpu_ahead_numbers(const lqcd_gpu_ahead *a)
{
	static_assert(sizeof(N) <= LQCD_GPU_AHEAD_BYTES, "numbers of an iteration");
	return (N *)(void *)a->there;
}

template <class N>
static lqcd_status lqcd_gpu_ahead_start(const lqcd_gpu *gpu, const lqcd_gpu_ahead *a, const N *numbers,
					lqcd_message *why)
{
	lqcd_gpu_numbers all;
	memset(&all, 0, sizeof all);
	memcpy(all.word, numbers, sizeof *numbers);
	/* Earlier launches may publish until this is done. */
	const lqcd_status s = lqcd_gpu_put(gpu, lqcd_gpu_ahead_numbers<N>(a), &all, sizeof all, why);
	for (int k = 0; k < LQCD_GPU_AHEAD_MOST; k++) a->published[k].word[LQCD__GPU_AHEAD_WORDS - 1] = 0;
	return s;
}

/* f of n sums and the numbers, in a block of one warp. */
template <int n, class F> struct lqcd__gpu_follow {
	typedef typename F::numbers N;
	F f;
	unsigned long long *sums;
	lqcd_gpu_numbers *numbers, *published;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		enum { last = LQCD__GPU_AHEAD_WORDS - 1 };
		const int thread = p.thread[0];
		double v[n];
#if LQCD_ON_DEVICE
		LQCD_GPU_SHARED lqcd_gpu_numbers now;
		now.word[thread] = numbers->word[thread];
		lqcd_gpu_sync();
#else
		lqcd_gpu_numbers now = *numbers;
		if (thread) return;
#endif
		LQCD_UNROLL(3)
		for (int k = 0; k < n; k++) v[k] = lqcd__gpu_sum_value(sums + k * LQCD__GPU_COUNTS, thread);
		int publish = 0;
		if (thread == 0) {
			/* Otherwise the other threads would load in advance, in vain, the numbers that this one writes. */
			lqcd_gpu_keep_order();
			publish = f((N *)(void *)&now, v);
			if (publish) now.word[last]++;
		}
#if LQCD_ON_DEVICE
		lqcd_gpu_sync();
		numbers->word[thread] = now.word[thread];
		if (!lqcd_gpu_from(publish, 0)) return;
		volatile uint64_t *const to = published[now.word[last] % LQCD_GPU_AHEAD_MOST].word;
		if (thread != last) to[thread] = now.word[thread];
		lqcd_gpu_fence_host();
		lqcd_gpu_sync();
		if (thread == last) to[thread] = now.word[thread];
#else
		*numbers = now;
		if (publish) published[now.word[last] % LQCD_GPU_AHEAD_MOST] = now;
#endif
	}
};

template <int n, class F>
static lqcd_status lqcd_gpu_ahead_follow(const lqcd_gpu *gpu, const lqcd_gpu_ahead *a, const lqcd_gpu_sums *sums,
					 const F &f, lqcd_message *why)
{
	const int grid[3] = {1, 1, 1}, block[3] = {LQCD__GPU_AHEAD_WORDS, 1, 1};
	const lqcd__gpu_follow<n, F> follow = {f, sums->there, a->there, a->published};
	static_assert(sizeof(typename F::numbers) <= LQCD_GPU_AHEAD_BYTES, "numbers of an iteration");
	return lqcd_gpu_launch<LQCD__GPU_AHEAD_WORDS, 1>(gpu, follow, grid, block, why);
}

template <class N>
static lqcd_status lqcd_gpu_ahead_await(const lqcd_gpu *gpu, const lqcd_gpu_ahead *a, int k, N *numbers,
					lqcd_message *why)
{
	lqcd_gpu_numbers *const from = a->published + k % LQCD_GPU_AHEAD_MOST;
	for (int idle = 0; __atomic_load_n(&from->word[LQCD__GPU_AHEAD_WORDS - 1], __ATOMIC_ACQUIRE) != (uint64_t)k;) {
		int busy = 0;
		if (idle) return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: iteration %d was not published", k);
		const lqcd_status s = lqcd_gpu_busy(gpu, &busy, why);
		if (s != LQCD_OK) return s;
		idle = !busy;
	}
	memcpy(numbers, from->word, sizeof *numbers);
	return LQCD_OK;
}

LQCD_END_DECLS
#endif

#endif
