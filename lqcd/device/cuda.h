/* lqcd/device/cuda.h: part of device/device.h, whose table it fills in: devices by CUDA, compiled by nvcc. No other file but
 * base/config.h (attributes) and simd/device_math.h (arithmetic) has a word of CUDA: tests/compile/rules.t.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_CUDA_H
#define LQCD_GPU_CUDA_H

#include <cuda_pipeline_primitives.h>

LQCD_BEGIN_DECLS

#define LQCD_GPU_FN __host__ __device__ __forceinline__

/* ---- in kernels ------------------------------------------------------------------------------------------------ */

#if LQCD_ON_DEVICE
#define LQCD_GPU_SHARED __shared__
#define LQCD_GPU_UNROLL LQCD__PRAGMA(unroll)

enum { LQCD_GPU_WARP = 32 };

LQCD_FN char *lqcd_gpu_memory(void)
{
	extern __shared__ __align__(16) char lqcd__gpu_shared[];
	return lqcd__gpu_shared;
}

LQCD_FN int lqcd_gpu_lane(void)
{
	unsigned lane;
	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	return (int)lane;
}

LQCD_FN void lqcd_gpu_sync(void)
{
	__syncthreads();
}

LQCD_FN int lqcd_gpu_sync_any(int k)
{
	return __syncthreads_or(k);
}

LQCD_FN void lqcd_gpu_sync_warp(void)
{
	__syncwarp();
}

template <class V> LQCD_FN V lqcd_gpu_from(V x, int lane)
{
	return __shfl_sync(0xffffffffu, x, lane);
}

template <class V> LQCD_FN V lqcd_gpu_from_before(V x)
{
	return __shfl_up_sync(0xffffffffu, x, 1);
}

template <class V> LQCD_FN V lqcd_gpu_from_after(V x)
{
	return __shfl_down_sync(0xffffffffu, x, 1);
}

template <class V> LQCD_FN V lqcd_gpu_from_xor(V x, int bits)
{
	return __shfl_xor_sync(0xffffffffu, x, bits);
}

LQCD_FN int lqcd_gpu_warp_max(int k)
{
	return __reduce_max_sync(0xffffffffu, k);
}

LQCD_FN int lqcd_gpu_warp_min(int k)
{
	return __reduce_min_sync(0xffffffffu, k);
}

template <class V> LQCD_FN void lqcd_gpu_add(V *p, V x)
{
	atomicAdd(p, x);
}

LQCD_FN void lqcd_gpu_fence_host(void)
{
	__threadfence_system();
}

LQCD_FN unsigned lqcd_gpu_number(unsigned *p)
{
	return atomicAdd(p, 1u);
}

LQCD_FN void lqcd_gpu_tell(unsigned *p, unsigned n)
{
	__threadfence_system();
	asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(p), "r"(n) : "memory");
}

LQCD_FN unsigned lqcd_gpu_told(const unsigned *p)
{
	unsigned n;
	asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(n) : "l"(p) : "memory");
	return n;
}

LQCD_FN void lqcd_gpu_pause(void)
{
	__nanosleep(20);
}

LQCD_FN void lqcd_gpu_keep_order(void)
{
	asm volatile("" ::: "memory");
}

/* A word of n bytes. */
template <int n> struct lqcd__gpu_word;
template <> struct lqcd__gpu_word<4> {
	typedef unsigned type;
};
template <> struct lqcd__gpu_word<8> {
	typedef uint2 type;
};
template <> struct lqcd__gpu_word<16> {
	typedef uint4 type;
};

template <int n> LQCD_FN void lqcd_gpu_read(void *to, const void *from, lqcd_gpu_how how)
{
	typedef typename lqcd__gpu_word<n>::type word;
	const word *p = (const word *)from;
	const word v = how == LQCD_GPU_ONCE ? __ldcs(p) : how == LQCD_GPU_CONST ? __ldg(p) : *p;
	memcpy(to, &v, n);
}

template <class V> LQCD_FN V lqcd_gpu_constant(const V *p)
{
	return __ldg(p);
}

template <int n> LQCD_FN void lqcd_gpu_write(void *to, const void *from, lqcd_gpu_how how)
{
	typedef typename lqcd__gpu_word<n>::type word;
	word v;
	memcpy(&v, from, n);
	if (how == LQCD_GPU_ONCE)
		__stcs((word *)to, v);
	else
		*(word *)to = v;
}

LQCD_FN void lqcd_gpu_fetch(char *to, const char *from)
{
	__pipeline_memcpy_async(to, from, 16);
}

LQCD_FN void lqcd_gpu_fetch_close(void)
{
	__pipeline_commit();
}

template <int n> LQCD_FN void lqcd_gpu_fetch_wait(void)
{
	__pipeline_wait_prior(n);
}
#endif

/* ---- from the host --------------------------------------------------------------------------------------------- */

/** The error of a call as a status. what: a word for the message. */
LQCD_STATIC lqcd_status lqcd__gpu_status(cudaError_t e, const char *what, lqcd_message *why)
{
	if (e == cudaSuccess) return LQCD_OK;
	(void)cudaGetLastError(); /* or the next call would report it again */
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

LQCD_STATIC lqcd_status lqcd_gpu_room(const lqcd_gpu *gpu, size_t *left, size_t *all, lqcd_message *why)
{
	*left = *all = 0;
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(cudaMemGetInfo(left, all), "cudaMemGetInfo", why);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why,
				       const char *what = "a work area")
{
	size_t left, all;
	*p = NULL;
	if (bytes == 0) return lqcd__gpu_no_memory(why, what, bytes);
	const lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s != LQCD_OK) return s;
	const cudaError_t e = cudaMalloc(p, bytes);
	if (e != cudaErrorMemoryAllocation) return lqcd__gpu_status(e, "cudaMalloc", why);
	(void)cudaGetLastError();
	lqcd__gpu_no_memory(why, what, bytes);
	if (why && lqcd_gpu_room(gpu, &left, &all, NULL) == LQCD_OK) {
		const size_t n = strlen(why->text);
		snprintf(why->text + n, sizeof why->text - n, ", %lu of %lu are free", (unsigned long)left,
			 (unsigned long)all);
	}
	return LQCD_ERR_MEMORY;
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
	if (s != LQCD_OK) return s;
	const cudaError_t e = cudaMallocHost(p, bytes);
	if (e != cudaErrorMemoryAllocation) return lqcd__gpu_status(e, "cudaMallocHost", why);
	(void)cudaGetLastError();
	return lqcd__gpu_no_memory(why, "pinned pages of the host", bytes);
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

static_assert(sizeof(cudaIpcMemHandle_t) <= sizeof(lqcd_gpu_key), "a key of memory");

LQCD_STATIC lqcd_status lqcd_gpu_publish(const lqcd_gpu *gpu, void *p, lqcd_gpu_key *key, lqcd_message *why)
{
	cudaIpcMemHandle_t handle;
	memset(key, 0, sizeof *key);
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(cudaIpcGetMemHandle(&handle, p), "cudaIpcGetMemHandle", why);
	if (s == LQCD_OK) memcpy(key, &handle, sizeof handle);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_reach(const lqcd_gpu *gpu, const lqcd_gpu_key *key, void **p, lqcd_message *why)
{
	cudaIpcMemHandle_t handle;
	memcpy(&handle, key, sizeof handle);
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(cudaIpcOpenMemHandle(p, handle, cudaIpcMemLazyEnablePeerAccess),
				     "cudaIpcOpenMemHandle", why);
	return s;
}

LQCD_STATIC void lqcd_gpu_leave(const lqcd_gpu *gpu, void *p)
{
	(void)cudaSetDevice(gpu->device);
	(void)cudaIpcCloseMemHandle(p);
}

enum { LQCD_GPU_TELLS = 1 };

LQCD_STATIC lqcd_status lqcd_gpu_attach_host(const lqcd_gpu *gpu, void *here, size_t bytes, void **there, lqcd_message *why)
{
	lqcd_status s = lqcd__gpu_status(cudaSetDevice(gpu->device), "cudaSetDevice", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(cudaHostRegister(here, bytes, cudaHostRegisterMapped), "cudaHostRegister", why);
	if (s != LQCD_OK) return s;
	s = lqcd__gpu_status(cudaHostGetDevicePointer(there, here, 0), "cudaHostGetDevicePointer", why);
	if (s != LQCD_OK) (void)cudaHostUnregister(here);
	return s;
}

LQCD_STATIC void lqcd_gpu_detach_host(const lqcd_gpu *gpu, void *here)
{
	(void)cudaSetDevice(gpu->device);
	(void)cudaHostUnregister(here);
}

LQCD_END_DECLS

#endif
