/* tests/gpu/hip/hip/hip_runtime.h: as much of HIP as lqcd/device/hip.h asks for, on the host: its kernels run in one pass of a
 * C++ compiler, with the code that devices get. With -I tests/gpu/hip -D__HIP__ -D__HIP_DEVICE_COMPILE__ -ffp-contract=off.
 *
 * The threads of a block are coroutines that change where they wait for each other; blocks run one after the other. HIP_WAVE
 * in the environment is the number of threads of a wave: 32 or 64. A program ends with a message where threads wait for ever,
 * where those of a warp do not call the same function, and where one reads from a thread that is not there. Fresh memory of
 * the device and shared memory hold NaN. What is captured runs when its graph is launched, not before. */
#ifndef LQCD_TESTS_HIP_RUNTIME_H
#define LQCD_TESTS_HIP_RUNTIME_H

#include <functional>
#include <vector>

#include <sched.h>
#include <setjmp.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __host__
#define __device__
#define __global__
#define __shared__ static
#define __launch_bounds__(...)
#define HIP_DYNAMIC_SHARED(type, name) type *const name = (type *)(void *)hip_host.shared;

typedef struct dim3 {
	unsigned x, y, z;
	dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c)
	{
	}
} dim3;

/* ---- threads --------------------------------------------------------------------------------------------------- */

enum { HIP_THREADS = 1024, HIP_STACK = 512 * 1024, HIP_SHARED = 65536, HIP_VALUE = 16 };

typedef enum { HIP_BEGINS, HIP_READY, HIP_WAITS, HIP_DONE } hip_state;

typedef struct {
	hip_state state;
	jmp_buf where;
	const char *in; /* what it waits in, with threads first .. first + size - 1 */
	int first, size, syncs, calls;
	/* Values that others may read, of the last two calls: a thread may be a call ahead of another. */
	char value[2][HIP_VALUE];
	int called[2];
} hip_thread;

static struct {
	int wave, threads, next, now; /* threads of a block; the next that begins; the one that runs */
	int any[3]; /* of the last barriers: some threads have still to read one when another has come to the next */
	dim3 grid, block, number;
	const std::function<void()> *kernel;
	hip_thread *thread;
	char *shared;
	jmp_buf scheduler;
	/* Coroutines, and those that wait for a thread to run. */
	struct {
		jmp_buf where;
		ucontext_t context;
	} *coroutine;
	int coroutines, idle, unused[HIP_THREADS];
} hip_host;

static inline void hip_fail(const char *what, const char *in)
{
	printf("Bail out! HIP on the host: %s: %s, thread %d of %d in a block, waves of %d\n", in, what, hip_host.now,
	       hip_host.threads, hip_host.wave);
	fflush(stdout);
	exit(1);
}

static inline dim3 hip_index(int n)
{
	const unsigned k = (unsigned)n, x = hip_host.block.x, y = hip_host.block.y;
	return dim3(k % x, k / x % y, k / x / y);
}
#define blockIdx  (hip_host.number)
#define threadIdx (hip_index(hip_host.now))

/* A coroutine runs threads, one after the other, while there are some that have not begun. */
static inline void hip_coroutine(int own)
{
	for (;;) {
		while (hip_host.next < hip_host.threads) {
			hip_host.now = hip_host.next++;
			(*hip_host.kernel)();
			hip_host.thread[hip_host.now].state = HIP_DONE;
		}
		hip_host.unused[hip_host.idle++] = own;
		if (!_setjmp(hip_host.coroutine[own].where)) _longjmp(hip_host.scheduler, 1);
	}
}

static inline void hip_begin(void)
{
	if (hip_host.idle) _longjmp(hip_host.coroutine[hip_host.unused[--hip_host.idle]].where, 1);
	const int own = hip_host.coroutines++;
	if (own == HIP_THREADS) hip_fail("too many coroutines", "a launch");
	ucontext_t *const c = &hip_host.coroutine[own].context;
	getcontext(c);
	c->uc_stack.ss_sp = malloc(HIP_STACK);
	c->uc_stack.ss_size = HIP_STACK;
	makecontext(c, (void (*)(void))hip_coroutine, 1, own);
	setcontext(c);
}

/* Lets threads go on whose whole group waits in the same call, but for those that have ended. */
static inline int hip_release(void)
{
	int released = 0;
	for (int t = 0; t < hip_host.threads; t++) {
		const hip_thread *const one = hip_host.thread + t;
		if (one->state != HIP_WAITS) continue;
		const int end = one->first + one->size < hip_host.threads ? one->first + one->size : hip_host.threads;
		int together = 1;
		for (int k = one->first; k < end; k++) {
			const hip_thread *const other = hip_host.thread + k;
			together &= other->state == HIP_DONE ||
				    (other->state == HIP_WAITS && other->in == one->in && other->size == one->size);
		}
		for (int k = one->first; together && k < end; k++)
			if (hip_host.thread[k].state == HIP_WAITS) {
				hip_host.thread[k].state = HIP_READY;
				released++;
			}
	}
	return released;
}

static inline void hip_run_block(void)
{
	for (int t = 0; t < hip_host.threads; t++) memset(hip_host.thread + t, 0, sizeof *hip_host.thread);
	hip_host.next = hip_host.any[0] = 0;
	static int at; /* ready threads are at this one or later */
	at = 0;
	(void)_setjmp(hip_host.scheduler);
	for (; at < hip_host.threads; at++)
		if (hip_host.thread[at].state == HIP_READY) {
			hip_host.now = at;
			hip_host.thread[at].state = HIP_BEGINS;
			_longjmp(hip_host.thread[at].where, 1);
		}
	if (hip_host.next < hip_host.threads) hip_begin();
	at = 0;
	if (hip_release()) _longjmp(hip_host.scheduler, 1);
	for (int t = 0; t < hip_host.threads; t++)
		if (hip_host.thread[t].state != HIP_DONE) {
			hip_host.now = t;
			hip_fail("waits for threads that do not come", hip_host.thread[t].in);
		}
}

/* Waits for the threads first .. first + size - 1. */
static inline void hip_wait(const char *in, int first, int size)
{
	hip_thread *const t = hip_host.thread + hip_host.now;
	t->state = HIP_WAITS;
	t->in = in;
	t->first = first;
	t->size = size;
	if (!_setjmp(t->where)) _longjmp(hip_host.scheduler, 1);
}

static inline int hip_sync(const char *in, int k)
{
	const int turn = hip_host.thread[hip_host.now].syncs++ % 3;
	hip_host.any[turn] |= k;
	hip_host.any[(turn + 1) % 3] = 0;
	hip_wait(in, 0, hip_host.threads);
	return hip_host.any[turn];
}

/* x of a thread of `width` that call this together; of: its number among them, which may be outside. */
template <class V> static V hip_shuffle(const char *in, V x, int of, int width)
{
	hip_thread *const t = hip_host.thread + hip_host.now;
	const int turn = t->calls & 1, first = hip_host.now / width * width;
	static_assert(sizeof x <= HIP_VALUE, "a register");
	if (width > hip_host.wave || (width & (width - 1))) hip_fail("not a width", in);
	if (of < 0 || of >= width) hip_fail("a thread outside", in);
	memcpy(t->value[turn], &x, sizeof x);
	t->called[turn] = ++t->calls;
	hip_wait(in, first, width);
	if (first + of >= hip_host.threads) hip_fail("a thread that is not there", in);
	const hip_thread *const other = hip_host.thread + first + of;
	if (other->called[turn] != t->called[turn]) hip_fail("a thread that did not call", in);
	memcpy(&x, other->value[turn], sizeof x);
	return x;
}

static inline unsigned __lane_id(void)
{
	return (unsigned)(hip_host.now % hip_host.wave);
}
#define HIP_SELF (hip_host.now % width)
template <class V> static V __shfl(V x, int lane, int width = hip_host.wave)
{
	return hip_shuffle("__shfl", x, lane & (width - 1), width);
}
template <class V> static V __shfl_up(V x, unsigned n, int width = hip_host.wave)
{
	return hip_shuffle("__shfl_up", x, HIP_SELF < (int)n ? HIP_SELF : HIP_SELF - (int)n, width);
}
template <class V> static V __shfl_down(V x, unsigned n, int width = hip_host.wave)
{
	return hip_shuffle("__shfl_down", x, HIP_SELF + (int)n >= width ? HIP_SELF : HIP_SELF + (int)n, width);
}
template <class V> static V __shfl_xor(V x, int bits, int width = hip_host.wave)
{
	return hip_shuffle("__shfl_xor", x, HIP_SELF ^ bits, width);
}
static inline void __syncthreads(void)
{
	(void)hip_sync("__syncthreads", 0);
}
static inline int __syncthreads_or(int k)
{
	return hip_sync("__syncthreads_or", k != 0);
}
/* The warps of a wave may be in different branches. */
#define __builtin_amdgcn_wave_barrier()    hip_wait("a barrier of a wave", hip_host.now / 32 * 32, 32)
#define __builtin_amdgcn_fence(how, scope) ((void)(how))
#define __threadfence_system()             ((void)0)
#define __builtin_amdgcn_s_sleep(n)        sched_yield()
#define __hip_atomic_load(p, order, scope)     __atomic_load_n(p, order)
#define __hip_atomic_store(p, v, order, scope) __atomic_store_n(p, v, order)
#define __builtin_nontemporal_load(p)      (*(p))
#define __builtin_nontemporal_store(v, p)  ((void)(*(p) = (v)))

template <class V> static V atomicAdd(V *p, V x)
{
	const V old = *p;
	*p += x;
	return old;
}

/* Estimates with the errors of the hardware: 2^-23. */
static inline double hip_estimate(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	bits &= ~(((uint64_t)1 << 29) - 1);
	memcpy(&x, &bits, sizeof x);
	return x;
}
#define __builtin_amdgcn_rsqf(x) (1 / sqrtf(x))
#define __builtin_amdgcn_rsq(x)  hip_estimate(1 / sqrt(x))
#define __builtin_amdgcn_rcpf(x) (1 / (x))
#define __builtin_amdgcn_rcp(x)  hip_estimate(1 / (x))

/* ---- the host -------------------------------------------------------------------------------------------------- */

typedef enum {
	hipSuccess,
	hipErrorInvalidValue,
	hipErrorOutOfMemory,
	hipErrorInvalidConfiguration = 9,
	hipErrorNotReady = 600
} hipError_t;
typedef std::vector<std::function<void()>> hip_work;
typedef struct {
	int captures;
	hip_work work;
} *hipStream_t;
typedef hip_work *hipGraph_t, *hipGraphExec_t;
typedef void *hipEvent_t, *hipGraphNode_t;
typedef struct {
	void *p;
	char rest[56];
} hipIpcMemHandle_t;
typedef struct {
	int multiProcessorCount;
	size_t maxSharedMemoryPerMultiProcessor;
	char name[256];
} hipDeviceProp_t;
enum {
	hipStreamNonBlocking,
	hipEventDisableTiming,
	hipHostMallocCoherent,
	hipMemcpyDefault,
	hipStreamCaptureModeThreadLocal
};
enum { hipIpcMemLazyEnablePeerAccess };

static hipError_t hip_last;
static inline hipError_t hipGetLastError(void)
{
	const hipError_t e = hip_last;
	hip_last = hipSuccess;
	return e;
}
static inline const char *hipGetErrorString(hipError_t e)
{
	return e == hipErrorOutOfMemory ? "out of memory" : "invalid";
}
static inline hipError_t hipGetDeviceCount(int *n)
{
	*n = 1;
	return hipSuccess;
}
static inline hipError_t hipSetDevice(int device)
{
	return device ? hipErrorInvalidValue : hipSuccess;
}
static inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *p, int device)
{
	const char *const wave = getenv("HIP_WAVE");
	hip_host.wave = wave ? atoi(wave) : 64;
	if (hip_host.wave != 32 && hip_host.wave != 64) hip_fail("HIP_WAVE is 32 or 64", "hipGetDeviceProperties");
	if (!hip_host.thread) {
		hip_host.thread = (hip_thread *)malloc(HIP_THREADS * sizeof *hip_host.thread);
		*(void **)&hip_host.coroutine = malloc(HIP_THREADS * sizeof *hip_host.coroutine);
		hip_host.shared = (char *)aligned_alloc(64, HIP_SHARED);
	}
	memset(p, 0, sizeof *p);
	p->multiProcessorCount = 2;
	p->maxSharedMemoryPerMultiProcessor = HIP_SHARED;
	snprintf(p->name, sizeof p->name, "HIP on the host, waves of %d", hip_host.wave);
	return hipSetDevice(device);
}
static inline hipError_t hipStreamCreateWithFlags(hipStream_t *s, unsigned)
{
	*(void **)s = NULL;
	*s = new std::remove_pointer<hipStream_t>::type();
	return hipSuccess;
}
static inline hipError_t hipStreamDestroy(hipStream_t s)
{
	delete s;
	return hipSuccess;
}
static inline hipError_t hipEventCreateWithFlags(hipEvent_t *e, unsigned)
{
	*e = malloc(1);
	return hipSuccess;
}
static inline hipError_t hipEventDestroy(hipEvent_t e)
{
	free(e);
	return hipSuccess;
}
static inline hipError_t hipEventRecord(hipEvent_t, hipStream_t)
{
	return hipSuccess;
}
static inline hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned)
{
	return hipSuccess;
}
static inline hipError_t hipStreamSynchronize(hipStream_t s)
{
	return s->captures ? hipErrorInvalidValue : hipSuccess;
}
static inline hipError_t hipStreamQuery(hipStream_t s)
{
	return hipStreamSynchronize(s);
}
static inline hipError_t hipMemGetInfo(size_t *left, size_t *all)
{
	*left = *all = (size_t)1 << 32;
	return hipSuccess;
}
static inline hipError_t hipMalloc(void **p, size_t bytes)
{
	*p = bytes <= (size_t)1 << 32 ? aligned_alloc(256, (bytes + 255) / 256 * 256) : NULL;
	if (!*p) return hip_last = hipErrorOutOfMemory;
	memset(*p, 0xff, bytes);
	return hipSuccess;
}
static inline hipError_t hipFree(void *p)
{
	free(p);
	return hipSuccess;
}
static inline hipError_t hipHostMalloc(void **p, size_t bytes, unsigned)
{
	return hipMalloc(p, bytes);
}
static inline hipError_t hipHostFree(void *p)
{
	return hipFree(p);
}
enum {
	hipHostRegisterMapped
};
static inline hipError_t hipHostRegister(void *, size_t, unsigned)
{
	return hipSuccess;
}
static inline hipError_t hipHostGetDevicePointer(void **there, void *here, unsigned)
{
	*there = here;
	return hipSuccess;
}
static inline hipError_t hipHostUnregister(void *)
{
	return hipSuccess;
}

/* Now, or when the graph runs. */
static inline hipError_t hip_do(hipStream_t s, const std::function<void()> &f)
{
	if (s->captures)
		s->work.push_back(f);
	else
		f();
	return hipSuccess;
}
static inline hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, int, hipStream_t s)
{
	return hip_do(s, [=] { memcpy(to, from, bytes); });
}
static inline hipError_t hipMemsetAsync(void *p, int byte, size_t bytes, hipStream_t s)
{
	return hip_do(s, [=] { memset(p, byte, bytes); });
}
static inline hipError_t hipStreamBeginCapture(hipStream_t s, int)
{
	s->captures = 1;
	return hipSuccess;
}
static inline hipError_t hipStreamEndCapture(hipStream_t s, hipGraph_t *g)
{
	*g = new hip_work(s->work);
	s->work.clear();
	s->captures = 0;
	return hipSuccess;
}
static inline hipError_t hipGraphInstantiate(hipGraphExec_t *run, hipGraph_t g, hipGraphNode_t *, char *, size_t)
{
	*run = new hip_work(*g);
	return hipSuccess;
}
static inline hipError_t hipGraphDestroy(hipGraph_t g)
{
	delete g;
	return hipSuccess;
}
static inline hipError_t hipGraphExecDestroy(hipGraphExec_t g)
{
	delete g;
	return hipSuccess;
}
static inline hipError_t hipGraphLaunch(hipGraphExec_t g, hipStream_t s)
{
	if (s->captures) return hipErrorInvalidValue;
	for (size_t k = 0; k < g->size(); k++) (*g)[k]();
	return hipSuccess;
}
static inline hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *p)
{
	memset(handle, 0, sizeof *handle);
	handle->p = p;
	return hipSuccess;
}
static inline hipError_t hipIpcOpenMemHandle(void **p, hipIpcMemHandle_t handle, unsigned)
{
	*p = handle.p;
	return hipSuccess;
}
static inline hipError_t hipIpcCloseMemHandle(void *)
{
	return hipSuccess;
}

template <class A>
static void hipLaunchKernelGGL(void (*kernel)(A), dim3 grid, dim3 block, unsigned bytes, hipStream_t s, const A &f)
{
	if (block.x * block.y * block.z > HIP_THREADS || bytes > HIP_SHARED || !grid.x || !grid.y || !grid.z ||
	    !block.x) {
		hip_last = hipErrorInvalidConfiguration;
		return;
	}
	(void)hip_do(s, [=] {
		const std::function<void()> one = [=] { kernel(f); };
		hip_host.kernel = &one;
		hip_host.grid = grid;
		hip_host.block = block;
		hip_host.threads = (int)(block.x * block.y * block.z);
		for (unsigned k = 0; k < grid.x * grid.y * grid.z; k++) {
			hip_host.number = dim3(k % grid.x, k / grid.x % grid.y, k / grid.x / grid.y);
			if (bytes) memset(hip_host.shared, 0xff, HIP_SHARED);
			hip_run_block();
		}
	});
}

#endif
