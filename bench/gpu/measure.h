/* bench/gpu/measure.h: shared by the benchmarks of a GPU. C++; where kernels run on the host the clock measures, and numbers
 * mean nothing: the programs can be compiled and started anywhere.
 *
 *   bench_must(status)                 ends the program with the message when a call fails
 *   bench_open(&gpu)                   the first device; 77, "no device", without one
 *   bench_sample(gpu, call, n)         seconds of n calls, by events
 *   bench_time(gpu, call)              seconds of one call(): the median of 21 samples of some milliseconds
 *   bench_copy_rate(gpu)               bytes read and written per second by a copy of 1 GiB: the better one of bench_copy
 *                                      and a kernel that moves 16 bytes per thread
 *   bench_alloc<number>(gpu, n)        memory of the device
 *   bench_copy(gpu, to, from, bytes)   within it, by the driver
 *   BENCH_TEXT(LQCD_TAG)               as a text */
#ifndef BENCH_GPU_MEASURE_H
#define BENCH_GPU_MEASURE_H

#include <stdio.h>
#include <stdlib.h>

#include <lqcd/device/device.h>

#include "../clock.h"

#define BENCH_TEXT(x)  BENCH_TEXT_(x)
#define BENCH_TEXT_(x) #x

static lqcd_message bench_why;

static inline void bench_must(lqcd_status status)
{
	if (status == LQCD_OK) return;
	fprintf(stderr, "%s: %s\n", lqcd_status_text(status), bench_why.text);
	exit(1);
}

#ifdef __CUDACC__
static inline void bench_cuda(cudaError_t e)
{
	if (e == cudaSuccess) return;
	fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
	exit(1);
}

template <class F> static double bench_sample(const lqcd_gpu *gpu, const F &call, int n)
{
	const cudaStream_t stream = (cudaStream_t)gpu->stream;
	cudaEvent_t event[2];
	float ms = 0;
	for (int k = 0; k < 2; k++) bench_cuda(cudaEventCreate(&event[k]));
	bench_cuda(cudaEventRecord(event[0], stream));
	for (int k = 0; k < n; k++) call();
	bench_cuda(cudaEventRecord(event[1], stream));
	bench_cuda(cudaEventSynchronize(event[1]));
	bench_cuda(cudaEventElapsedTime(&ms, event[0], event[1]));
	for (int k = 0; k < 2; k++) bench_cuda(cudaEventDestroy(event[k]));
	return 1e-3 * (double)ms;
}

static inline void bench_copy(const lqcd_gpu *gpu, void *to, const void *from, size_t bytes)
{
	bench_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)gpu->stream));
}

typedef uint4 bench_block;
#else
template <class F> static double bench_sample(const lqcd_gpu *gpu, const F &call, int n)
{
	const double start = bench_seconds();
	for (int k = 0; k < n; k++) call();
	bench_must(lqcd_gpu_wait(gpu, &bench_why));
	return bench_seconds() - start;
}

static inline void bench_copy(const lqcd_gpu *, void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
}

typedef struct {
	uint32_t word[4];
} bench_block;
#endif

static inline void bench_open(lqcd_gpu *gpu)
{
	setvbuf(stdout, NULL, _IOLBF, 0); /* an interrupted run has its rows */
	if (lqcd_gpu_count() == 0) {
		fprintf(stderr, "no device\n");
		exit(77);
	}
	bench_must(lqcd_gpu_open(gpu, 0, &bench_why));
}

template <class V> static V *bench_alloc(const lqcd_gpu *gpu, size_t n)
{
	void *p;
	bench_must(lqcd_gpu_alloc(gpu, &p, n * sizeof(V), &bench_why));
	return (V *)p;
}

template <class F> static double bench_time(const lqcd_gpu *gpu, const F &call)
{
	enum { samples = 21 };
	double t[samples];
	/* A device that was idle takes a while to reach its clock. */
	double once, spent = 0;
	do spent += once = bench_sample(gpu, call, 1);
	while (spent < 0.1);
	const int n = once < 4e-3 ? (int)(4e-3 / (once > 2e-6 ? once : 2e-6)) + 1 : 1;
	for (int k = 0; k < samples; k++) t[k] = bench_sample(gpu, call, n) / n;
	qsort(t, samples, sizeof *t, bench_by_size);
	return t[samples / 2];
}

struct bench_copy_kernel {
	bench_block *to;
	const bench_block *from;
	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const size_t i = (size_t)p.block[0] * 256 + (size_t)p.thread[0];
		to[i] = from[i];
	}
};

static inline double bench_copy_rate(const lqcd_gpu *gpu)
{
	const size_t bytes = (size_t)1 << 30;
	const int grid[3] = {(int)(bytes / 16 / 256), 1, 1}, block[3] = {256, 1, 1};
	char *a = bench_alloc<char>(gpu, bytes), *b = bench_alloc<char>(gpu, bytes);
	const bench_copy_kernel kernel = {(bench_block *)(void *)b, (const bench_block *)(const void *)a};
	bench_must(lqcd_gpu_fill(gpu, a, 1, bytes, &bench_why));
	const double by_driver = bench_time(gpu, [&] { bench_copy(gpu, b, a, bytes); });
	const double by_kernel =
		bench_time(gpu, [&] { bench_must(lqcd_gpu_launch<256, 1>(gpu, kernel, grid, block, &bench_why)); });
	lqcd_gpu_free(gpu, a);
	lqcd_gpu_free(gpu, b);
	return 2 * (double)bytes / (by_driver < by_kernel ? by_driver : by_kernel);
}

#endif
