/* lqcd/gpu/ahead.h: iterations that a device goes on with by itself, ahead of the host. C++ (nvcc).
 *
 *   lqcd_gpu_ahead_create(gpu, &a, why), lqcd_gpu_ahead_destroy(gpu, &a)
 *                                       room for the numbers of an iteration on the device, and for what it tells of them
 *   lqcd_gpu_ahead_start(gpu, &a, &numbers, why)
 *                                       those of the device := numbers, a plain structure of at most LQCD_GPU_AHEAD_BYTES
 *   lqcd_gpu_ahead_follow<n>(gpu, &a, &sums, f, why)
 *                                       launches f(&numbers, v) for a structure f that has the type F::numbers: v has the
 *                                       doubles next to n sums of the device, which are zero afterwards; where it returns
 *                                       1 the host is told of the numbers
 *   lqcd_gpu_ahead_told(gpu, &a, k, &numbers, why)
 *                                       waits until that was done k times since the start; numbers as they were then.
 *                                       They are lost once they were told LQCD_GPU_AHEAD_MOST times more
 *   lqcd_gpu_ahead_numbers<N>(&a)       where the device has them, for factors of its kernels
 *
 * An iteration needs sums of the fields it has just computed: a host that reads them waits, and the device then waits for
 * the host, 20 us each. Here the numbers stay on the device, and the host looks on: it has launched the iteration after the
 * one that it hears about. Kernels that come too late, since the numbers tell to stop, do nothing.
 */
#ifndef LQCD_GPU_AHEAD_H
#define LQCD_GPU_AHEAD_H

#include "sum.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* A word of 8 bytes for each thread of a warp, the last one for how often the numbers were told. */
enum { LQCD__GPU_AHEAD_WORDS = 32, LQCD_GPU_AHEAD_BYTES = 8 * (LQCD__GPU_AHEAD_WORDS - 1), LQCD_GPU_AHEAD_MOST = 4 };

typedef struct {
	uint64_t word[LQCD__GPU_AHEAD_WORDS];
} lqcd_gpu_numbers;

typedef struct {
	lqcd_gpu_numbers *there, *told; /* of the device; of the host, where the device writes */
} lqcd_gpu_ahead;

LQCD_STATIC void lqcd_gpu_ahead_destroy(const lqcd_gpu *gpu, lqcd_gpu_ahead *a)
{
	lqcd_gpu_free(gpu, a->there);
	lqcd_gpu_free_host(gpu, a->told);
	a->there = a->told = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_ahead_create(const lqcd_gpu *gpu, lqcd_gpu_ahead *a, lqcd_message *why)
{
	void *there = NULL, *told = NULL;
	lqcd_status s = lqcd_gpu_alloc_host(gpu, &told, LQCD_GPU_AHEAD_MOST * sizeof *a->told, why);
	if (s == LQCD_OK) s = lqcd_gpu_alloc(gpu, &there, sizeof *a->there, why);
	a->told = (lqcd_gpu_numbers *)told;
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
	/* What was launched before tells until all is there. */
	const lqcd_status s = lqcd_gpu_put(gpu, lqcd_gpu_ahead_numbers<N>(a), &all, sizeof all, why);
	for (int k = 0; k < LQCD_GPU_AHEAD_MOST; k++) a->told[k].word[LQCD__GPU_AHEAD_WORDS - 1] = 0;
	return s;
}

/* f of n sums and the numbers, in a block of one warp. */
template <int n, class F> struct lqcd__gpu_follow {
	typedef typename F::numbers N;
	F f;
	unsigned long long *sums;
	lqcd_gpu_numbers *numbers, *told;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		enum { last = LQCD__GPU_AHEAD_WORDS - 1 };
		const int thread = p.thread[0];
		double v[n];
#ifdef __CUDA_ARCH__
		__shared__ lqcd_gpu_numbers now;
		now.word[thread] = numbers->word[thread];
		__syncthreads();
#else
		lqcd_gpu_numbers now = *numbers;
		if (thread) return;
#endif
		LQCD_UNROLL(3)
		for (int k = 0; k < n; k++) v[k] = lqcd__gpu_sum_value(sums + k * LQCD__GPU_COUNTS, thread);
		int tell = 0;
		if (thread == 0) {
#ifdef __CUDA_ARCH__
			/* Or the others read ahead what this one writes, in vain. */
			asm volatile("" ::: "memory");
#endif
			tell = f((N *)(void *)&now, v);
			if (tell) now.word[last]++;
		}
#ifdef __CUDA_ARCH__
		__syncthreads();
		numbers->word[thread] = now.word[thread];
		if (!__shfl_sync(0xffffffffu, tell, 0)) return;
		volatile uint64_t *const to = told[now.word[last] % LQCD_GPU_AHEAD_MOST].word;
		if (thread != last) to[thread] = now.word[thread];
		__threadfence_system();
		__syncthreads();
		if (thread == last) to[thread] = now.word[thread];
#else
		*numbers = now;
		if (tell) told[now.word[last] % LQCD_GPU_AHEAD_MOST] = now;
#endif
	}
};

template <int n, class F>
static lqcd_status lqcd_gpu_ahead_follow(const lqcd_gpu *gpu, const lqcd_gpu_ahead *a, const lqcd_gpu_sums *sums,
					 const F &f, lqcd_message *why)
{
	const int grid[3] = {1, 1, 1}, block[3] = {LQCD__GPU_AHEAD_WORDS, 1, 1};
	lqcd__gpu_follow<n, F> follow;
	static_assert(sizeof(typename F::numbers) <= LQCD_GPU_AHEAD_BYTES, "numbers of an iteration");
	follow.f = f;
	follow.sums = sums->there;
	follow.numbers = a->there;
	follow.told = a->told;
	return lqcd_gpu_launch<LQCD__GPU_AHEAD_WORDS, 1>(gpu, follow, grid, block, why);
}

template <class N>
static lqcd_status lqcd_gpu_ahead_told(const lqcd_gpu *gpu, const lqcd_gpu_ahead *a, int k, N *numbers,
				       lqcd_message *why)
{
	lqcd_gpu_numbers *const from = a->told + k % LQCD_GPU_AHEAD_MOST;
	for (int idle = 0; __atomic_load_n(&from->word[LQCD__GPU_AHEAD_WORDS - 1], __ATOMIC_ACQUIRE) != (uint64_t)k;) {
		int busy = 0;
		if (idle) return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: iteration %d was not told", k);
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
