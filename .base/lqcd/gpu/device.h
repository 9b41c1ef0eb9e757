/* lqcd/gpu/device.h: a GPU: memory, copies, launches, and what went wrong, as statuses. C++ (nvcc).
 *
 *   int lqcd_gpu_count()                                devices that can be used; 0 also without a driver
 *   lqcd_status lqcd_gpu_open(&gpu, device, why)        device number 0, 1, ...; a stream of its own
 *   void lqcd_gpu_close(&gpu)
 *   lqcd_status lqcd_gpu_alloc(gpu, &p, bytes, why)     at least 256-byte aligned; not initialised
 *   void lqcd_gpu_free(gpu, p)                          p may be NULL
 *   lqcd_status lqcd_gpu_put(gpu, there, here, bytes, why)      from host memory, in the order of the stream; returns
 *                                                       when `here` may be used again
 *   lqcd_status lqcd_gpu_get(gpu, here, there, bytes, why)      to host memory; returns when it is there
 *   lqcd_status lqcd_gpu_move(gpu, to, from, bytes, why)        from device memory to device memory; or from or to
 *                                                       memory of lqcd_gpu_alloc_host
 *   lqcd_status lqcd_gpu_fill(gpu, there, byte, bytes, why)
 *   lqcd_status lqcd_gpu_wait(gpu, why)                 for all that was launched, and for its errors
 *   lqcd_status lqcd_gpu_fork(&other, gpu, why)         the same device with another stream, to be closed, too
 *   lqcd_status lqcd_gpu_after(gpu, other, why)         what follows on gpu waits for all that other was given so far
 *   lqcd_status lqcd_gpu_alloc_host(gpu, &p, bytes, why), void lqcd_gpu_free_host(gpu, p)
 *                                                       memory of the host that stays in its place
 *   lqcd_status lqcd_gpu_launch<threads, blocks, bytes>(gpu, f, grid, block, why)
 *       calls f(place) in block[0] block[1] block[2] threads of grid[0] grid[1] grid[2] blocks; place.block[k] and
 *       place.thread[k] are their numbers. f is a structure, copied to the device, with a const operator() that is
 *       LQCD_GPU_FN. At most `threads` in a block; the compiler leaves registers for `blocks` of them at a time; each
 *       has `bytes` (0) of shared memory for its own `extern __shared__`, of which `gpu->shared` are there for all
 *       blocks of a multiprocessor, with LQCD_GPU_SHARED_BLOCK each.
 *   lqcd_status lqcd_gpu_busy(gpu, &busy, why)          1 while something that was launched is not done
 *   lqcd_status lqcd_gpu_replay(gpu, &graph, f, why)    calls f(), which launches, moves and fills alone; what the first
 *                                                       call did is recorded, and done again as one launch by the others
 *   void lqcd_gpu_forget(&graph)                        lqcd_gpu_graph; zero before its first use
 *
 * gpu is const lqcd_gpu *. Launches, move and fill return at once; an error of one of them comes out there or in the next wait
 * or get. Statuses: LQCD_ERR_DEVICE, with CUDA's text in the message; LQCD_ERR_MEMORY; LQCD_ERR_ARGUMENT.
 *
 * Compiled by another C++ compiler than nvcc, the "device" is this processor and its memory: one thread after the other,
 * which shows that a kernel is right, on any machine, and nothing else. lqcd_gpu_count is 1 then, and its name tells.
 */
#ifndef LQCD_GPU_DEVICE_H
#define LQCD_GPU_DEVICE_H

#include "../memory.h"
#include "../status.h"

#ifdef __cplusplus
#include <string.h>

#ifdef __CUDACC__
#include <cuda_pipeline_primitives.h>
#endif

LQCD_BEGIN_DECLS

/* Members of what is launched: LQCD_FN, but not static. */
#ifdef __CUDACC__
#define LQCD_GPU_FN __host__ __device__ __forceinline__
#else
#define LQCD_GPU_FN inline
#endif

typedef struct {
	int device, processors, shared; /* its number; multiprocessors; bytes of shared memory of each */
	void *stream, *event;           /* a cudaStream_t; a cudaEvent_t */
	char name[64];
} lqcd_gpu;

typedef struct {
	int block[3], thread[3];
} lqcd_gpu_place;

/* Bytes of shared memory that each block takes beside its own. */
enum { LQCD_GPU_SHARED_BLOCK = 1024 };

typedef struct {
	void *run; /* a cudaGraphExec_t */
} lqcd_gpu_graph;

#ifdef __CUDACC__
/** The error of a call as a status. what: a word for the message. */
LQCD_STATIC lqcd_status lqcd__gpu_status(cudaError_t e, const char *what, lqcd_message *why)
{
	if (e == cudaSuccess) return LQCD_OK;
	(void)cudaGetLastError(); /* what can be forgotten is not told twice */
	return lqcd_fail(why, e == cudaErrorMemoryAllocation ? LQCD_ERR_MEMORY : LQCD_ERR_DEVICE, "GPU: %s: %s", what,
			 cudaGetErrorString(e));
}

LQCD_STATIC cudaStream_t lqcd__gpu_stream(const lqcd_gpu *gpu)
{
	return (cudaStream_t)gpu->stream;
}

LQCD_STATIC int lqcd_gpu_count(void)
{
	int n = 0;
	if (cudaGetDeviceCount(&n) == cudaSuccess) return n;
	(void)cudaGetLastError();
	return 0;
}

LQCD_STATIC void lqcd_gpu_close(lqcd_gpu *gpu)
{
	if (gpu->stream) (void)cudaStreamDestroy(lqcd__gpu_stream(gpu));
	if (gpu->event) (void)cudaEventDestroy((cudaEvent_t)gpu->event);
	gpu->stream = gpu->event = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_fork(lqcd_gpu *other, const lqcd_gpu *gpu, lqcd_message *why)
{
	cudaStream_t stream = NULL;
	cudaEvent_t event = NULL;
	*other = *gpu;
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate",
				     why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreate", why);
	other->stream = stream;
	other->event = event;
	if (s != LQCD_OK) lqcd_gpu_close(other);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_after(const lqcd_gpu *gpu, const lqcd_gpu *other, lqcd_message *why)
{
	const cudaEvent_t event = (cudaEvent_t)other->event;
	const lqcd_status s = lqcd__gpu_status(cudaEventRecord(event, lqcd__gpu_stream(other)), "cudaEventRecord", why);
	if (s != LQCD_OK) return s;
	return lqcd__gpu_status(cudaStreamWaitEvent(lqcd__gpu_stream(gpu), event, 0), "cudaStreamWaitEvent", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_open(lqcd_gpu *gpu, int device, lqcd_message *why)
{
	cudaDeviceProp p;
	memset(gpu, 0, sizeof *gpu);
	if (lqcd_gpu_count() == 0)
		return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: no device, or no driver for it: see nvidia-smi");
	if (device < 0 || device >= lqcd_gpu_count())
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "GPU: no device %d; there are 0 to %d", device,
				 lqcd_gpu_count() - 1);
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(device), "cudaSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(cudaGetDeviceProperties(&p, device), "cudaGetDeviceProperties", why);
	if (s != LQCD_OK) return s;
	gpu->device = device;
	gpu->processors = p.multiProcessorCount;
	gpu->shared = (int)p.sharedMemPerMultiprocessor;
	snprintf(gpu->name, sizeof gpu->name, "%.63s", p.name);
	return lqcd_gpu_fork(gpu, gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	*p = NULL;
	if (bytes == 0) return lqcd_fail(why, LQCD_ERR_MEMORY, "GPU: more bytes than a number holds");
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(cudaMalloc(p, bytes), "cudaMalloc", why);
	return s;
}

LQCD_STATIC void lqcd_gpu_free(const lqcd_gpu *gpu, void *p)
{
	if (!p) return;
	(void)cudaSetDevice(gpu->device);
	(void)cudaFree(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc_host(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	*p = NULL;
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(cudaMallocHost(p, bytes), "cudaMallocHost", why);
	return s;
}

LQCD_STATIC void lqcd_gpu_free_host(const lqcd_gpu *gpu, void *p)
{
	if (!p) return;
	(void)cudaSetDevice(gpu->device);
	(void)cudaFreeHost(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_wait(const lqcd_gpu *gpu, lqcd_message *why)
{
	return lqcd__gpu_status(cudaStreamSynchronize(lqcd__gpu_stream(gpu)), "a kernel or a copy", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_busy(const lqcd_gpu *gpu, int *busy, lqcd_message *why)
{
	const cudaError_t e = cudaStreamQuery(lqcd__gpu_stream(gpu));
	*busy = e == cudaErrorNotReady;
	return *busy ? LQCD_OK : lqcd__gpu_status(e, "a kernel or a copy", why);
}

LQCD_STATIC void lqcd_gpu_forget(lqcd_gpu_graph *graph)
{
	if (graph->run) (void)cudaGraphExecDestroy((cudaGraphExec_t)graph->run);
	graph->run = NULL;
}

template <class F>
static lqcd_status lqcd_gpu_replay(const lqcd_gpu *gpu, lqcd_gpu_graph *graph, const F &f, lqcd_message *why)
{
	const cudaStream_t stream = lqcd__gpu_stream(gpu);
	cudaGraph_t recorded = NULL;
	cudaGraphExec_t run = NULL;
	if (!graph->run) {
		lqcd_status s = lqcd__gpu_status(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
						 "cudaStreamBeginCapture", why);
		if (s != LQCD_OK) return s;
		s = f();
		const lqcd_status end =
			lqcd__gpu_status(cudaStreamEndCapture(stream, &recorded), "cudaStreamEndCapture", why);
		if (s == LQCD_OK) s = end;
		if (s == LQCD_OK)
			s = lqcd__gpu_status(cudaGraphInstantiate(&run, recorded, 0), "cudaGraphInstantiate", why);
		if (recorded) (void)cudaGraphDestroy(recorded);
		if (s != LQCD_OK) return s;
		graph->run = run;
	}
	return lqcd__gpu_status(cudaGraphLaunch((cudaGraphExec_t)graph->run, stream), "cudaGraphLaunch", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_move(const lqcd_gpu *gpu, void *to, const void *from, size_t bytes, lqcd_message *why)
{
	return lqcd__gpu_status(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, lqcd__gpu_stream(gpu)),
				"cudaMemcpyAsync", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_fill(const lqcd_gpu *gpu, void *there, int byte, size_t bytes, lqcd_message *why)
{
	return lqcd__gpu_status(cudaMemsetAsync(there, byte, bytes, lqcd__gpu_stream(gpu)), "cudaMemsetAsync", why);
}

template <int threads, int blocks, class F>
static __global__ void __launch_bounds__(threads, blocks) lqcd__gpu_kernel(const __grid_constant__ F f)
{
	const lqcd_gpu_place p = {{(int)blockIdx.x, (int)blockIdx.y, (int)blockIdx.z},
				  {(int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z}};
	f(p);
}

template <int threads, int blocks, int bytes = 0, class F>
static lqcd_status lqcd_gpu_launch(const lqcd_gpu *gpu, const F &f, const int grid[3], const int block[3],
				   lqcd_message *why)
{
	const dim3 g((unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
	const dim3 b((unsigned)block[0], (unsigned)block[1], (unsigned)block[2]);
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK && bytes > 48 * 1024)
		s = lqcd__gpu_status(cudaFuncSetAttribute(lqcd__gpu_kernel<threads, blocks, F>,
							  cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
				     "cudaFuncSetAttribute", why);
	if (s != LQCD_OK) return s;
	lqcd__gpu_kernel<threads, blocks, F><<<g, b, bytes, lqcd__gpu_stream(gpu)>>>(f);
	return lqcd__gpu_status(cudaGetLastError(), "a launch", why);
}
#else
LQCD_STATIC int lqcd_gpu_count(void)
{
	return 1;
}

LQCD_STATIC lqcd_status lqcd_gpu_open(lqcd_gpu *gpu, int device, lqcd_message *why)
{
	memset(gpu, 0, sizeof *gpu);
	if (device != 0) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "GPU: no device %d; there are 0 to 0", device);
	gpu->processors = 1;
	snprintf(gpu->name, sizeof gpu->name, "none: kernels run on the host");
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_gpu_wait(const lqcd_gpu *gpu, lqcd_message *why)
{
	(void)gpu;
	(void)why;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_gpu_busy(const lqcd_gpu *gpu, int *busy, lqcd_message *why)
{
	*busy = 0;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC void lqcd_gpu_forget(lqcd_gpu_graph *graph)
{
	(void)graph;
}

template <class F>
static lqcd_status lqcd_gpu_replay(const lqcd_gpu *gpu, lqcd_gpu_graph *graph, const F &f, lqcd_message *why)
{
	(void)gpu;
	(void)graph;
	(void)why;
	return f();
}

LQCD_STATIC void lqcd_gpu_close(lqcd_gpu *gpu)
{
	(void)gpu;
}

LQCD_STATIC lqcd_status lqcd_gpu_fork(lqcd_gpu *other, const lqcd_gpu *gpu, lqcd_message *why)
{
	*other = *gpu;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_after(const lqcd_gpu *gpu, const lqcd_gpu *other, lqcd_message *why)
{
	(void)other;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	(void)gpu;
	*p = lqcd_alloc(bytes);
	return *p ? LQCD_OK : lqcd_fail(why, LQCD_ERR_MEMORY, "GPU: no memory for %lu bytes", (unsigned long)bytes);
}

LQCD_STATIC void lqcd_gpu_free(const lqcd_gpu *gpu, void *p)
{
	(void)gpu;
	lqcd_free(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc_host(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	return lqcd_gpu_alloc(gpu, p, bytes, why);
}

LQCD_STATIC void lqcd_gpu_free_host(const lqcd_gpu *gpu, void *p)
{
	lqcd_gpu_free(gpu, p);
}

LQCD_STATIC lqcd_status lqcd_gpu_move(const lqcd_gpu *gpu, void *to, const void *from, size_t bytes, lqcd_message *why)
{
	memcpy(to, from, bytes);
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_fill(const lqcd_gpu *gpu, void *there, int byte, size_t bytes, lqcd_message *why)
{
	memset(there, byte, bytes);
	return lqcd_gpu_wait(gpu, why);
}

template <int threads, int blocks, int bytes = 0, class F>
static lqcd_status lqcd_gpu_launch(const lqcd_gpu *gpu, const F &f, const int grid[3], const int block[3],
				   lqcd_message *why)
{
	if (block[0] * block[1] * block[2] > threads)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "GPU: %d threads in a block, not %d", threads,
				 block[0] * block[1] * block[2]);
	lqcd_gpu_place p;
	for (p.block[2] = 0; p.block[2] < grid[2]; p.block[2]++)
		for (p.block[1] = 0; p.block[1] < grid[1]; p.block[1]++)
			for (p.block[0] = 0; p.block[0] < grid[0]; p.block[0]++)
				for (p.thread[2] = 0; p.thread[2] < block[2]; p.thread[2]++)
					for (p.thread[1] = 0; p.thread[1] < block[1]; p.thread[1]++)
						for (p.thread[0] = 0; p.thread[0] < block[0]; p.thread[0]++) f(p);
	return lqcd_gpu_wait(gpu, why);
}
#endif

LQCD_STATIC lqcd_status lqcd_gpu_put(const lqcd_gpu *gpu, void *there, const void *here, size_t bytes,
				     lqcd_message *why)
{
	const lqcd_status s = lqcd_gpu_move(gpu, there, here, bytes, why);
	return s == LQCD_OK ? lqcd_gpu_wait(gpu, why) : s;
}

LQCD_STATIC lqcd_status lqcd_gpu_get(const lqcd_gpu *gpu, void *here, const void *there, size_t bytes,
				     lqcd_message *why)
{
	return lqcd_gpu_put(gpu, here, there, bytes, why);
}

LQCD_END_DECLS
#endif

#endif
