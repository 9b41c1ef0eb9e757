/* lqcd/device/hip.h: part of device/device.h, whose table it fills in: devices of AMD by HIP, compiled by hipcc or clang -x hip.
 * No other file but base/config.h (attributes) and simd/device_math.h (arithmetic) has a word of HIP: tests/compile/rules.t.
 *
 * A wave of the hardware has 64 threads (gfx90a and its kin) or 32 (gfx1100 ..). A warp is 32 of them everywhere, since
 * fields lie in blocks of 32 sites (device/layout.h): a wave of 64 is two warps. Shuffles stay within a warp by their width;
 * the two may part at branches, where only one of them is active. Sources: the HIP programming guide (warp functions,
 * launch bounds), LLVM's AMDGPU usage guide (fences).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_HIP_H
#define LQCD_GPU_HIP_H

LQCD_BEGIN_DECLS

#define LQCD_GPU_FN __host__ __device__ inline __attribute__((always_inline))

/* ---- in kernels ------------------------------------------------------------------------------------------------ */

#if LQCD_ON_DEVICE
#define LQCD_GPU_SHARED __shared__
#define LQCD_GPU_UNROLL LQCD__PRAGMA(unroll)

enum { LQCD_GPU_WARP = 32 };

/* Words of n bytes, and the unit of shared memory. */
template <int n> struct lqcd__gpu_word;
template <> struct lqcd__gpu_word<4> {
	typedef unsigned __attribute__((may_alias)) type;
};
template <> struct lqcd__gpu_word<8> {
	typedef unsigned __attribute__((vector_size(8), may_alias)) type;
};
template <> struct lqcd__gpu_word<16> {
	typedef unsigned __attribute__((vector_size(16), may_alias)) type;
};
typedef lqcd__gpu_word<16>::type lqcd__gpu_chunk;

LQCD_FN char *lqcd_gpu_memory(void)
{
	HIP_DYNAMIC_SHARED(lqcd__gpu_chunk, lqcd__gpu_shared)
	return (char *)lqcd__gpu_shared;
}

LQCD_FN int lqcd_gpu_lane(void)
{
	return (int)__lane_id() % LQCD_GPU_WARP;
}

LQCD_FN void lqcd_gpu_sync(void)
{
	__syncthreads();
}

LQCD_FN int lqcd_gpu_sync_any(int k)
{
	return __syncthreads_or(k);
}

/** Threads of a wave run in step: memory must be in order, and the compiler must keep it so. */
LQCD_FN void lqcd_gpu_sync_warp(void)
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
	__builtin_amdgcn_wave_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

template <class V> LQCD_FN V lqcd_gpu_from(V x, int lane)
{
	return __shfl(x, lane, LQCD_GPU_WARP);
}

template <class V> LQCD_FN V lqcd_gpu_from_before(V x)
{
	return __shfl_up(x, 1, LQCD_GPU_WARP);
}

template <class V> LQCD_FN V lqcd_gpu_from_after(V x)
{
	return __shfl_down(x, 1, LQCD_GPU_WARP);
}

template <class V> LQCD_FN V lqcd_gpu_from_xor(V x, int bits)
{
	return __shfl_xor(x, bits, LQCD_GPU_WARP);
}

LQCD_FN int lqcd_gpu_warp_max(int k)
{
	LQCD_GPU_UNROLL
	for (int m = LQCD_GPU_WARP / 2; m; m >>= 1) {
		const int other = lqcd_gpu_from_xor(k, m);
		k = other > k ? other : k;
	}
	return k;
}

LQCD_FN int lqcd_gpu_warp_min(int k)
{
	LQCD_GPU_UNROLL
	for (int m = LQCD_GPU_WARP / 2; m; m >>= 1) {
		const int other = lqcd_gpu_from_xor(k, m);
		k = other < k ? other : k;
	}
	return k;
}

template <class V> LQCD_FN void lqcd_gpu_add(V *p, V x)
{
	(void)atomicAdd(p, x);
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
	__hip_atomic_store(p, n, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
}

LQCD_FN unsigned lqcd_gpu_told(const unsigned *p)
{
	return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM);
}

LQCD_FN void lqcd_gpu_pause(void)
{
	__builtin_amdgcn_s_sleep(1);
}

LQCD_FN void lqcd_gpu_keep_order(void)
{
	asm volatile("" ::: "memory");
}

template <int n> LQCD_FN void lqcd_gpu_read(void *to, const void *from, lqcd_gpu_how how)
{
	typedef typename lqcd__gpu_word<n>::type word;
	const word *p = (const word *)from;
	const word v = how == LQCD_GPU_ONCE ? __builtin_nontemporal_load(p) : *p;
	__builtin_memcpy(to, &v, n);
}

template <class V> LQCD_FN V lqcd_gpu_constant(const V *p)
{
	return *p;
}

template <int n> LQCD_FN void lqcd_gpu_write(void *to, const void *from, lqcd_gpu_how how)
{
	typedef typename lqcd__gpu_word<n>::type word;
	word v;
	__builtin_memcpy(&v, from, n);
	if (how == LQCD_GPU_ONCE)
		__builtin_nontemporal_store(v, (word *)to);
	else
		*(word *)to = v;
}

/* Copies of a thread to shared memory go through its registers, and are done in its order. */
LQCD_FN void lqcd_gpu_fetch(char *to, const char *from)
{
	*(lqcd__gpu_chunk *)(void *)to = *(const lqcd__gpu_chunk *)(const void *)from;
}

LQCD_FN void lqcd_gpu_fetch_close(void)
{
}

template <int n> LQCD_FN void lqcd_gpu_fetch_wait(void)
{
}
#endif

/* ---- from the host --------------------------------------------------------------------------------------------- */

/** The error of a call as a status. what: a word for the message. */
LQCD_STATIC lqcd_status lqcd__gpu_status(hipError_t e, const char *what, lqcd_message *why)
{
	if (e == hipSuccess) return LQCD_OK;
	(void)hipGetLastError(); /* or the next call would report it again */
	return lqcd_fail(why, e == hipErrorOutOfMemory ? LQCD_ERR_MEMORY : LQCD_ERR_DEVICE, "GPU: %s: %s", what,
			 hipGetErrorString(e));
}

LQCD_STATIC hipStream_t lqcd__gpu_stream(const lqcd_gpu *gpu)
{
	return (hipStream_t)gpu->stream;
}

LQCD_STATIC int lqcd_gpu_count(void)
{
	int n = 0;
	if (hipGetDeviceCount(&n) == hipSuccess) return n;
	(void)hipGetLastError();
	return 0;
}

LQCD_STATIC void lqcd_gpu_close(lqcd_gpu *gpu)
{
	if (gpu->stream) (void)hipStreamDestroy(lqcd__gpu_stream(gpu));
	if (gpu->event) (void)hipEventDestroy((hipEvent_t)gpu->event);
	gpu->stream = gpu->event = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_fork(lqcd_gpu *other, const lqcd_gpu *gpu, lqcd_message *why)
{
	hipStream_t stream = NULL;
	hipEvent_t event = NULL;
	*other = *gpu;
	lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), "hipStreamCreate", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(hipEventCreateWithFlags(&event, hipEventDisableTiming), "hipEventCreate", why);
	other->stream = stream;
	other->event = event;
	if (s != LQCD_OK) lqcd_gpu_close(other);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_after(const lqcd_gpu *gpu, const lqcd_gpu *other, lqcd_message *why)
{
	const hipEvent_t event = (hipEvent_t)other->event;
	const lqcd_status s = lqcd__gpu_status(hipEventRecord(event, lqcd__gpu_stream(other)), "hipEventRecord", why);
	if (s != LQCD_OK) return s;
	return lqcd__gpu_status(hipStreamWaitEvent(lqcd__gpu_stream(gpu), event, 0), "hipStreamWaitEvent", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_open(lqcd_gpu *gpu, int device, lqcd_message *why)
{
	hipDeviceProp_t p;
	memset(gpu, 0, sizeof *gpu);
	if (lqcd_gpu_count() == 0)
		return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: no device, or no driver for it: see rocminfo");
	if (device < 0 || device >= lqcd_gpu_count())
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "GPU: no device %d; there are 0 to %d", device,
				 lqcd_gpu_count() - 1);
	lqcd_status s = lqcd__gpu_status(hipSetDevice(device), "hipSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(hipGetDeviceProperties(&p, device), "hipGetDeviceProperties", why);
	if (s != LQCD_OK) return s;
	gpu->device = device;
	gpu->processors = p.multiProcessorCount;
	gpu->shared = (int)p.maxSharedMemoryPerMultiProcessor;
	snprintf(gpu->name, sizeof gpu->name, "%.63s", p.name);
	return lqcd_gpu_fork(gpu, gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_room(const lqcd_gpu *gpu, size_t *left, size_t *all, lqcd_message *why)
{
	*left = *all = 0;
	lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(hipMemGetInfo(left, all), "hipMemGetInfo", why);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why,
				       const char *what = "a work area")
{
	size_t left, all;
	*p = NULL;
	if (bytes == 0) return lqcd__gpu_no_memory(why, what, bytes);
	const lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s != LQCD_OK) return s;
	const hipError_t e = hipMalloc(p, bytes);
	if (e != hipErrorOutOfMemory) return lqcd__gpu_status(e, "hipMalloc", why);
	(void)hipGetLastError();
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
	(void)hipSetDevice(gpu->device);
	(void)hipFree(p);
}

/** Coherent: the host polls it while kernels write (device/async.h). */
LQCD_STATIC lqcd_status lqcd_gpu_alloc_host(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	*p = NULL;
	lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s != LQCD_OK) return s;
	const hipError_t e = hipHostMalloc(p, bytes, hipHostMallocCoherent);
	if (e != hipErrorOutOfMemory) return lqcd__gpu_status(e, "hipHostMalloc", why);
	(void)hipGetLastError();
	return lqcd__gpu_no_memory(why, "pinned pages of the host", bytes);
}

LQCD_STATIC void lqcd_gpu_free_host(const lqcd_gpu *gpu, void *p)
{
	if (!p) return;
	(void)hipSetDevice(gpu->device);
	(void)hipHostFree(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_wait(const lqcd_gpu *gpu, lqcd_message *why)
{
	return lqcd__gpu_status(hipStreamSynchronize(lqcd__gpu_stream(gpu)), "a kernel or a copy", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_busy(const lqcd_gpu *gpu, int *busy, lqcd_message *why)
{
	const hipError_t e = hipStreamQuery(lqcd__gpu_stream(gpu));
	*busy = e == hipErrorNotReady;
	return *busy ? LQCD_OK : lqcd__gpu_status(e, "a kernel or a copy", why);
}

LQCD_STATIC void lqcd_gpu_forget(lqcd_gpu_graph *graph)
{
	if (graph->run) (void)hipGraphExecDestroy((hipGraphExec_t)graph->run);
	graph->run = NULL;
}

template <class F>
static lqcd_status lqcd_gpu_replay(const lqcd_gpu *gpu, lqcd_gpu_graph *graph, const F &f, lqcd_message *why)
{
	const hipStream_t stream = lqcd__gpu_stream(gpu);
	hipGraph_t recorded = NULL;
	hipGraphExec_t run = NULL;
	if (!graph->run) {
		lqcd_status s = lqcd__gpu_status(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal),
						 "hipStreamBeginCapture", why);
		if (s != LQCD_OK) return s;
		s = f();
		const lqcd_status end =
			lqcd__gpu_status(hipStreamEndCapture(stream, &recorded), "hipStreamEndCapture", why);
		if (s == LQCD_OK) s = end;
		if (s == LQCD_OK)
			s = lqcd__gpu_status(hipGraphInstantiate(&run, recorded, NULL, NULL, 0), "hipGraphInstantiate",
					     why);
		if (recorded) (void)hipGraphDestroy(recorded);
		if (s != LQCD_OK) return s;
		graph->run = run;
	}
	return lqcd__gpu_status(hipGraphLaunch((hipGraphExec_t)graph->run, stream), "hipGraphLaunch", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_move(const lqcd_gpu *gpu, void *to, const void *from, size_t bytes, lqcd_message *why)
{
	return lqcd__gpu_status(hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, lqcd__gpu_stream(gpu)),
				"hipMemcpyAsync", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_fill(const lqcd_gpu *gpu, void *there, int byte, size_t bytes, lqcd_message *why)
{
	return lqcd__gpu_status(hipMemsetAsync(there, byte, bytes, lqcd__gpu_stream(gpu)), "hipMemsetAsync", why);
}

/** The second of the bounds is waves of 64 threads for each of the four vector units of a processor; 1 asks for none. */
template <int threads, int blocks, class F>
static __global__ void __launch_bounds__(threads, blocks > 1 ? (threads * blocks + 255) / 256 : 1)
	lqcd__gpu_kernel(const F f)
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
	const lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s != LQCD_OK) return s;
	if (bytes > gpu->shared)
		return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: a block needs %d bytes of shared memory; there are %d",
				 bytes, gpu->shared);
	hipLaunchKernelGGL((lqcd__gpu_kernel<threads, blocks, F>), g, b, (unsigned)bytes, lqcd__gpu_stream(gpu), f);
	return lqcd__gpu_status(hipGetLastError(), "a launch", why);
}

static_assert(sizeof(hipIpcMemHandle_t) <= sizeof(lqcd_gpu_key), "a key of memory");

LQCD_STATIC lqcd_status lqcd_gpu_publish(const lqcd_gpu *gpu, void *p, lqcd_gpu_key *key, lqcd_message *why)
{
	hipIpcMemHandle_t handle;
	memset(key, 0, sizeof *key);
	lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s == LQCD_OK) s = lqcd__gpu_status(hipIpcGetMemHandle(&handle, p), "hipIpcGetMemHandle", why);
	if (s == LQCD_OK) memcpy(key, &handle, sizeof handle);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_reach(const lqcd_gpu *gpu, const lqcd_gpu_key *key, void **p, lqcd_message *why)
{
	hipIpcMemHandle_t handle;
	memcpy(&handle, key, sizeof handle);
	lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(hipIpcOpenMemHandle(p, handle, hipIpcMemLazyEnablePeerAccess),
				     "hipIpcOpenMemHandle", why);
	return s;
}

LQCD_STATIC void lqcd_gpu_leave(const lqcd_gpu *gpu, void *p)
{
	(void)hipSetDevice(gpu->device);
	(void)hipIpcCloseMemHandle(p);
}

/* Memory of hipMalloc is kept in caches, where a running kernel does not see what others write (HIP programming guide,
 * coherency: that takes fine-grained memory). */
enum { LQCD_GPU_TELLS = 0 };

LQCD_STATIC lqcd_status lqcd_gpu_attach_host(const lqcd_gpu *gpu, void *here, size_t bytes, void **there, lqcd_message *why)
{
	lqcd_status s = lqcd__gpu_status(hipSetDevice(gpu->device), "hipSetDevice", why);
	if (s == LQCD_OK)
		s = lqcd__gpu_status(hipHostRegister(here, bytes, hipHostRegisterMapped), "hipHostRegister", why);
	if (s != LQCD_OK) return s;
	s = lqcd__gpu_status(hipHostGetDevicePointer(there, here, 0), "hipHostGetDevicePointer", why);
	if (s != LQCD_OK) (void)hipHostUnregister(here);
	return s;
}

LQCD_STATIC void lqcd_gpu_detach_host(const lqcd_gpu *gpu, void *here)
{
	(void)hipSetDevice(gpu->device);
	(void)hipHostUnregister(here);
}

LQCD_END_DECLS

#endif
