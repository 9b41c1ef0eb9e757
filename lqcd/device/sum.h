/* lqcd/device/sum.h: exact sums of doubles over the sites of a GPU: the integers of sum.h, bitwise identical to those
 * of the host, for any number of threads, devices and processes. C++ (nvcc).
 *
 *   lqcd_gpu_sums_create(gpu, &sums, why)         memory for LQCD_GPU_SUMS of them (as many as LQCD_MAX_RHS) on the
 *                                               device and on the host
 *   lqcd_gpu_sums_destroy(gpu, &sums)
 *   lqcd_gpu_over<n>(gpu, sites, f, &sums, total, why)
 *       calls f(i, v) for 0 <= i < sites in threads; f sets v[0..n-1], whose sums go to total[0..n-1] (lqcd_sum).
 *       f: a structure with a const operator() that is LQCD_GPU_FN. With n = 0 it returns when the launch is under way,
 *       else when the host has the sums.
 *   lqcd_gpu_sums_start(gpu, &sums, n, why), lqcd_gpu_sums_take(gpu, &sums, n, terms, total, why)
 *       before and after launches that add to the sums themselves (sums that only the device needs: device/async.h)
 *
 * Method. A value is three digits of 32 bits at a place in units of 2^-1074 (sum.h). The threads of a warp agree on the
 * largest place and add values within two digits of it as integers, by shuffles; a thread with a smaller value adds it
 * alone. One thread adds the result to the digits of its block, and each block adds its digits to those of the device, by
 * atomics: the order of integers makes no difference.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_SUM_H
#define LQCD_GPU_SUM_H

#include "../simd/sum.h"
#include "device.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

enum { LQCD_GPU_SUMS = 64, LQCD__GPU_DIGITS = LQCD__SUM_DIGITS + 2, LQCD__GPU_COUNTS = LQCD__GPU_DIGITS + 3 };

#ifndef LQCD_GPU_THREADS
#define LQCD_GPU_THREADS 256 /* of a block that goes over sites */
#endif

/* The threads that share a maximum: a warp, also where LQCD_GPU_WARP is that of the host, which reads them. */
#if LQCD_DEVICE_COMPILER
enum { LQCD__GPU_SHARE_MAX = 32 };
#else
enum { LQCD__GPU_SHARE_MAX = 1 };
#endif

typedef struct {
	unsigned long long *there, *here; /* [sum][digits, then +inf, -inf, NaN] */
	double *most_there, *most_here;   /* behind them: the maxima of a launch of at most `blocks` blocks */
	int blocks;
} lqcd_gpu_sums;

LQCD_STATIC void lqcd_gpu_sums_destroy(const lqcd_gpu *gpu, lqcd_gpu_sums *s)
{
	lqcd_gpu_free(gpu, s->there);
	lqcd_free(s->here);
	s->there = s->here = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_sums_create(const lqcd_gpu *gpu, lqcd_gpu_sums *s, lqcd_message *why)
{
	const size_t sums = LQCD_GPU_SUMS * LQCD__GPU_COUNTS;
	s->blocks = 4 * gpu->processors;
	const size_t maxima = (size_t)s->blocks * (LQCD_GPU_THREADS / LQCD__GPU_SHARE_MAX);
	const size_t bytes = sizeof *s->there * sums + sizeof *s->most_there * maxima;
	void *p = NULL;
	s->there = NULL;
	s->here = (unsigned long long *)lqcd_alloc(bytes);
	if (!s->here) return lqcd_fail(why, LQCD_ERR_MEMORY, "no memory for sums");
	const lqcd_status status = lqcd_gpu_alloc(gpu, &p, bytes, why, "sums");
	s->there = (unsigned long long *)p;
	if (status != LQCD_OK) {
		lqcd_gpu_sums_destroy(gpu, s);
		return status;
	}
	s->most_there = (double *)(void *)(s->there + sums);
	s->most_here = (double *)(void *)(s->here + sums);
	return status;
}

/** Adds x to the digits of the block, by one thread. */
LQCD_FN void lqcd__gpu_sum_add_alone(unsigned long long *count, double x)
{
	int64_t d[3] = {0, 0, 0};
	const int k = lqcd__sum_split(x, d);
	if (k < 0) lqcd_gpu_add(count + LQCD__GPU_DIGITS - 1 - k, 1ull);
	for (int j = 0; j < 3 && k >= 0; j++)
		if (d[j]) lqcd_gpu_add(count + k + j, (unsigned long long)d[j]);
}

/** Adds x to the digits of the block, by all threads of a warp together. */
LQCD_FN void lqcd__gpu_sum_add(unsigned long long *count, double x)
{
	int64_t d[3] = {0, 0, 0};
	int k = lqcd__sum_split(x, d);
	const int lane = lqcd_gpu_lane(); /* blocks have up to three dimensions */
	if (k < 0) lqcd_gpu_add(count + LQCD__GPU_DIGITS - 1 - k, 1ull);
	if ((d[0] | d[1] | d[2]) == 0) k = -1; /* nothing to add */
	const int top = lqcd_gpu_warp_max(k);
	if (top < 0) return;
	const int base = top > 2 ? top - 2 : 0, at = k - base;
	if (k >= 0 && at < 0)
		for (int j = 0; j < 3; j++) lqcd_gpu_add(count + k + j, (unsigned long long)d[j]);
	LQCD_GPU_UNROLL
	for (int j = 0; j < 5; j++) {
		/* Digit j of the five from base on. */
		long long w = j == at ? d[0] : j == at + 1 ? d[1] : j == at + 2 ? d[2] : 0;
		if (at < 0) w = 0;
		LQCD_GPU_UNROLL
		for (int m = LQCD_GPU_WARP / 2; m; m >>= 1) w += lqcd_gpu_from_xor(w, m);
		if (lane == 0 && w) lqcd_gpu_add(count + base + j, (unsigned long long)w);
	}
}

/** The digits of at most n sums of a block of so many threads, those that are used set to zero. All threads call this and the
 * next. */
template <int n>
LQCD_FN unsigned long long *lqcd__gpu_counts_begin(unsigned long long *there, int thread, int threads, int used = n)
{
#if LQCD_ON_DEVICE
	LQCD_GPU_SHARED unsigned long long count[(n ? n : 1) * LQCD__GPU_COUNTS];
	for (int j = thread; j < used * LQCD__GPU_COUNTS; j += threads) count[j] = 0;
	if (n) lqcd_gpu_sync();
	(void)there;
	return count;
#else
	(void)thread;
	(void)threads;
	(void)used;
	return there;
#endif
}

/** Adds them to the digits of the device. */
template <int n>
LQCD_FN void lqcd__gpu_counts_end(const unsigned long long *count, unsigned long long *there, int thread, int threads, int used = n)
{
#if LQCD_ON_DEVICE
	if (n) lqcd_gpu_sync();
	for (int j = thread; j < used * LQCD__GPU_COUNTS; j += threads)
		if (count[j]) lqcd_gpu_add(there + j, count[j]);
#else
	(void)count;
	(void)there;
	(void)thread;
	(void)threads;
	(void)used;
#endif
}

/* How many blocks of f are to fit into a multiprocessor: the fewer, the more registers a thread has. */
template <class F> struct lqcd__gpu_fit {
	enum { blocks = 1 };
};

/* f over sites, and n sums. */
template <int n, class F> struct lqcd__gpu_over {
	F f;
	int sites, blocks;
	unsigned long long *there;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int stride = blocks * LQCD_GPU_THREADS;
		unsigned long long *const count = lqcd__gpu_counts_begin<n>(there, p.thread[0], LQCD_GPU_THREADS);
		/* Threads without a site take part in the sums, too. */
		for (int first = p.block[0] * LQCD_GPU_THREADS; first < sites; first += stride) {
			const int i = first + p.thread[0];
			double v[n ? n : 1] = {0};
			if (i < sites) f(i, v);
			LQCD_UNROLL(3)
			for (int k = 0; k < n; k++) lqcd__gpu_sum_add(count + k * LQCD__GPU_COUNTS, v[k]);
		}
		lqcd__gpu_counts_end<n>(count, there, p.thread[0], LQCD_GPU_THREADS);
	}
};

/** The double next to a sum of the device, which is zero afterwards; by a block of 32 threads, returned to the
 * first of them, who on the host does it alone. */
LQCD_FN double lqcd__gpu_sum_value(unsigned long long *count, int thread)
{
	enum { threads = LQCD_GPU_WARP };
	LQCD_GPU_SHARED int64_t digit[LQCD__GPU_COUNTS];
	if (!LQCD_ON_DEVICE && thread) return 0;
	lqcd_gpu_sync();
	int first = LQCD__SUM_DIGITS, last = 0;
	LQCD_UNROLL(3)
	for (int k = thread; k < LQCD__GPU_COUNTS; k += threads) {
		digit[k] = (int64_t)count[k];
		if (digit[k] && k < first) first = k;
		if (digit[k] && k < LQCD__SUM_DIGITS) last = k;
	}
	LQCD_UNROLL(3)
	for (int k = thread; k < LQCD__GPU_COUNTS; k += threads) count[k] = 0;
	first = lqcd_gpu_warp_min(first);
	last = lqcd_gpu_warp_max(last);
	lqcd_gpu_sync();
	if (thread) return 0;
	/* With two zeros below the first digit; the rounding needs bits for the sign and three more. */
	const int from = first - 2 > 0 ? first - 2 : 0, n = first > last ? 2 : last + 2 - from;
	const int64_t special[3] = {digit[LQCD__GPU_DIGITS], digit[LQCD__GPU_DIGITS + 1], digit[LQCD__GPU_DIGITS + 2]};
	return lqcd__sum_round(digit + (first > last ? 0 : from), first > last ? 0 : from, n, special);
}

/** Sets n sums of the device to 0, before a launch that adds to them. */
LQCD_STATIC lqcd_status lqcd_gpu_sums_start(const lqcd_gpu *gpu, const lqcd_gpu_sums *s, int n, lqcd_message *why)
{
	return lqcd_gpu_fill(gpu, s->there, 0, sizeof *s->there * (size_t)n * LQCD__GPU_COUNTS, why);
}

/** Reads them after it; terms: how many values were added. */
LQCD_STATIC lqcd_status lqcd_gpu_sums_take(const lqcd_gpu *gpu, const lqcd_gpu_sums *s, int n, int terms,
					   lqcd_sum *total, lqcd_message *why)
{
	const lqcd_status status =
		lqcd_gpu_get(gpu, s->here, s->there, sizeof *s->there * (size_t)n * LQCD__GPU_COUNTS, why);
	for (int k = 0; k < n && status == LQCD_OK; k++) {
		const unsigned long long *count = s->here + k * LQCD__GPU_COUNTS;
		lqcd_sum_start(total + k);
		lqcd__sum_widen(total + k, 0, LQCD__SUM_DIGITS);
		for (int j = 0; j < LQCD__SUM_DIGITS; j++) total[k].digit[j] = (int64_t)count[j];
		for (int j = 0; j < 3; j++) total[k].special[j] = (int64_t)count[LQCD__GPU_DIGITS + j];
		total[k].adds = terms < 1 << 29 ? terms : 1 << 29;
		if (terms >= 1 << 29) lqcd__sum_carry(total + k);
	}
	return status;
}

template <int n, class F>
static lqcd_status lqcd__gpu_over_launch(const lqcd_gpu *gpu, int sites, const F &f, const lqcd_gpu_sums *sums,
					 lqcd_message *why)
{
	const int all = (sites + LQCD_GPU_THREADS - 1) / LQCD_GPU_THREADS, most = 16 * gpu->processors;
	const lqcd__gpu_over<n, F> over = {f, sites, n && all > most ? most : all, n ? sums->there : NULL};
	const int grid[3] = {over.blocks, 1, 1}, block[3] = {LQCD_GPU_THREADS, 1, 1};
	return sites > 0 ? lqcd_gpu_launch<LQCD_GPU_THREADS, lqcd__gpu_fit<F>::blocks>(gpu, over, grid, block, why) : LQCD_OK;
}

template <int n, class F>
static lqcd_status lqcd_gpu_over(const lqcd_gpu *gpu, int sites, const F &f, const lqcd_gpu_sums *sums, lqcd_sum *total,
				 lqcd_message *why)
{
	lqcd_status s = n ? lqcd_gpu_sums_start(gpu, sums, n, why) : LQCD_OK;
	if (s == LQCD_OK) s = lqcd__gpu_over_launch<n>(gpu, sites, f, sums, why);
	return s == LQCD_OK && n ? lqcd_gpu_sums_take(gpu, sums, n, sites, total, why) : s;
}

LQCD_END_DECLS
#endif

#endif
