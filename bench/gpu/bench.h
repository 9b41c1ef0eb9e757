/* bench/gpu/bench.h: what the benchmarks of GPUs share: the device, times of launches, the copy bandwidth of the run. */
#ifndef LQCD_BENCH_GPU_H
#define LQCD_BENCH_GPU_H

#include <lqcd.h>

#include <lqcd/gpu/solver.h>

#include <algorithm>
#include <vector>

static lqcd_gpu gpu;
static lqcd_message why;

/** Ends the program when what it needs fails. */
static void must(lqcd_status s, const char *what)
{
	if (s == LQCD_OK) return;
	fprintf(stderr, "%s: %s: %s\n", what, lqcd_status_text(s), why.text);
	exit(1);
}

/** Seconds of one call of f: the median of `repeats` batches of so many calls as take 2 ms. */
template <class F> static double seconds_of(const F &f, int repeats = 21)
{
	cudaStream_t stream = (cudaStream_t)gpu.stream;
	cudaEvent_t a, b;
	std::vector<double> t;
	int batch = 1;
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	for (int k = -2; k < repeats; k++) {
		float ms = 0;
		cudaEventRecord(a, stream);
		for (int i = 0; i < batch; i++) f();
		cudaEventRecord(b, stream);
		cudaEventSynchronize(b);
		cudaEventElapsedTime(&ms, a, b);
		if (k < 0)
			batch = std::max(1, std::min(1000, (int)(batch * 2.0 / std::max(ms, 1e-3f))));
		else
			t.push_back(1e-3 * (double)ms / batch);
	}
	cudaEventDestroy(a);
	cudaEventDestroy(b);
	std::sort(t.begin(), t.end());
	return t[t.size() / 2];
}

/** The same for a graph of n calls of f: seconds of one call. */
template <class F> static double seconds_in_graph(const F &f, int n)
{
	cudaStream_t stream = (cudaStream_t)gpu.stream;
	cudaGraph_t graph;
	cudaGraphExec_t run;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	for (int i = 0; i < n; i++) f();
	cudaStreamEndCapture(stream, &graph);
	if (cudaGraphInstantiate(&run, graph, 0) != cudaSuccess) return 0;
	const double t = seconds_of([&] { cudaGraphLaunch(run, stream); }) / n;
	cudaGraphExecDestroy(run);
	cudaGraphDestroy(graph);
	return t;
}

/** Bytes read and written per second by a copy of 1 GiB. */
static double copy_bandwidth(void)
{
	const size_t bytes = (size_t)1 << 30;
	void *p, *q;
	must(lqcd_gpu_alloc(&gpu, &p, bytes, &why), "memory");
	must(lqcd_gpu_alloc(&gpu, &q, bytes, &why), "memory");
	const double t = seconds_of([&] { lqcd_gpu_move(&gpu, q, p, bytes, &why); });
	lqcd_gpu_free(&gpu, p);
	lqcd_gpu_free(&gpu, q);
	return 2.0 * (double)bytes / t;
}

/** Opens the first device, or ends the program. */
static double bench_begin(void)
{
	if (lqcd_gpu_count() == 0) {
		fprintf(stderr, "no device\n");
		exit(77);
	}
	must(lqcd_gpu_open(&gpu, 0, &why), "device");
	const double copy = copy_bandwidth();
	printf("%s, %d multiprocessors, copy %.2f TB/s\n\n", gpu.name, gpu.processors, 1e-12 * copy);
	return copy;
}

#endif
