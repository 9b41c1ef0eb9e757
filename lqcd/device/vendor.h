/* lqcd/device/vendor.h: the calls from the host of device.h's table, over the interface that CUDA and HIP share: the file of a vendor
 * (cuda.h, hip.h), which device.h includes before this one, has the table of its names. Without a compiler of devices there is
 * nothing here.
 *
 *   LQCD__VENDOR(x)                    the vendor's function, type or constant x, such as Malloc
 *   LQCD__VENDOR_NAME                  its prefix, for messages
 *   _PROPERTIES, _SHARED               the type of a device's properties; in it, the shared memory of a multiprocessor
 *   _NO_MEMORY                         the error of an allocation
 *   _TOOL                              the program that lists devices
 *   _ALLOC_HOST(p, bytes), _FREE_HOST  memory of the host that is never paged out and that kernels and the host see at once
 *   _INSTANTIATE(run, graph)           a launch of a recorded graph
 *   lqcd__vendor_launch<threads, blocks>(f, grid, block, bytes, stream)    launches f, and returns the vendor's error
 *   lqcd__vendor_word_4, _8, _16       types of so many bytes that a thread loads at once
 *   _READ_ONCE(p), _READ_CONST(p), _WRITE_ONCE(p, v)       one, with the hints of lqcd_gpu_how
 *   _SHUFFLE(name, x, k)               __shfl, __shfl_up, _down or _xor within a warp
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_VENDOR_H
#define LQCD_GPU_VENDOR_H

#if defined __cplusplus && LQCD_DEVICE_COMPILER
LQCD_BEGIN_DECLS

/* ---- in kernels: words that are spelt alike -------------------------------------------------------------------- */

#if LQCD_ON_DEVICE
#define LQCD_GPU_SHARED __shared__
#define LQCD_GPU_UNROLL LQCD__PRAGMA(unroll)

enum { LQCD_GPU_WARP = 32 };

template <class V> LQCD_FN V lqcd_gpu_from(V x, int lane)
{
	return LQCD__VENDOR_SHUFFLE(__shfl, x, lane);
}

template <class V> LQCD_FN V lqcd_gpu_from_before(V x)
{
	return LQCD__VENDOR_SHUFFLE(__shfl_up, x, 1);
}

template <class V> LQCD_FN V lqcd_gpu_from_after(V x)
{
	return LQCD__VENDOR_SHUFFLE(__shfl_down, x, 1);
}

template <class V> LQCD_FN V lqcd_gpu_from_xor(V x, int bits)
{
	return LQCD__VENDOR_SHUFFLE(__shfl_xor, x, bits);
}

template <int n> struct lqcd__gpu_word;
template <> struct lqcd__gpu_word<4> {
	typedef lqcd__vendor_word_4 type;
};
template <> struct lqcd__gpu_word<8> {
	typedef lqcd__vendor_word_8 type;
};
template <> struct lqcd__gpu_word<16> {
	typedef lqcd__vendor_word_16 type;
};

template <int n> LQCD_FN void lqcd_gpu_read(void *to, const void *from, lqcd_gpu_how how)
{
	typedef typename lqcd__gpu_word<n>::type word;
	const word *p = (const word *)from;
	const word v = how == LQCD_GPU_ONCE    ? LQCD__VENDOR_READ_ONCE(p)
		       : how == LQCD_GPU_CONST ? LQCD__VENDOR_READ_CONST(p)
					       : *p;
	__builtin_memcpy(to, &v, n);
}

template <class V> LQCD_FN V lqcd_gpu_constant(const V *p)
{
	return LQCD__VENDOR_READ_CONST(p);
}

template <int n> LQCD_FN void lqcd_gpu_write(void *to, const void *from, lqcd_gpu_how how)
{
	typedef typename lqcd__gpu_word<n>::type word;
	word v;
	__builtin_memcpy(&v, from, n);
	if (how == LQCD_GPU_ONCE)
		LQCD__VENDOR_WRITE_ONCE((word *)to, v);
	else
		*(word *)to = v;
}

LQCD_FN void lqcd_gpu_sync(void)
{
	__syncthreads();
}

LQCD_FN int lqcd_gpu_sync_any(int k)
{
	return __syncthreads_or(k);
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

LQCD_FN void lqcd_gpu_keep_order(void)
{
	asm volatile("" ::: "memory");
}
#endif

/* ---- from the host --------------------------------------------------------------------------------------------- */

typedef LQCD__VENDOR(Error_t) lqcd__vendor_error;
typedef LQCD__VENDOR(Stream_t) lqcd__vendor_stream;
typedef LQCD__VENDOR(Event_t) lqcd__vendor_event;
typedef LQCD__VENDOR(GraphExec_t) lqcd__vendor_graph;
typedef LQCD__VENDOR(IpcMemHandle_t) lqcd__vendor_handle;
static_assert(sizeof(lqcd__vendor_handle) <= sizeof(lqcd_gpu_key), "a key of memory");

/* A call of the vendor's function as a status. */
#define LQCD__GPU_CALL(name, args, why) lqcd__gpu_status(LQCD__VENDOR(name) args, LQCD__VENDOR_NAME #name, why)

/** The error of a call as a status. what: a word for the message. */
LQCD_STATIC lqcd_status lqcd__gpu_status(lqcd__vendor_error e, const char *what, lqcd_message *why)
{
	if (e == LQCD__VENDOR(Success)) return LQCD_OK;
	(void)LQCD__VENDOR(GetLastError)(); /* or the next call would report it again */
	return lqcd_fail(why, e == LQCD__VENDOR_NO_MEMORY ? LQCD_ERR_MEMORY : LQCD_ERR_DEVICE, "GPU: %s: %s", what,
			 LQCD__VENDOR(GetErrorString)(e));
}

LQCD_STATIC lqcd__vendor_stream lqcd__gpu_stream(const lqcd_gpu *gpu)
{
	return (lqcd__vendor_stream)gpu->stream;
}

LQCD_STATIC int lqcd_gpu_count(void)
{
	int n = 0;
	if (LQCD__VENDOR(GetDeviceCount)(&n) == LQCD__VENDOR(Success)) return n;
	(void)LQCD__VENDOR(GetLastError)();
	return 0;
}

LQCD_STATIC void lqcd_gpu_close(lqcd_gpu *gpu)
{
	if (gpu->stream) (void)LQCD__VENDOR(StreamDestroy)(lqcd__gpu_stream(gpu));
	if (gpu->event) (void)LQCD__VENDOR(EventDestroy)((lqcd__vendor_event)gpu->event);
	gpu->stream = gpu->event = NULL;
}

LQCD_STATIC lqcd_status lqcd_gpu_fork(lqcd_gpu *other, const lqcd_gpu *gpu, lqcd_message *why)
{
	lqcd__vendor_stream stream = NULL;
	lqcd__vendor_event event = NULL;
	*other = *gpu;
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(StreamCreateWithFlags, (&stream, LQCD__VENDOR(StreamNonBlocking)), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(EventCreateWithFlags, (&event, LQCD__VENDOR(EventDisableTiming)), why);
	other->stream = stream;
	other->event = event;
	if (s != LQCD_OK) lqcd_gpu_close(other);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_after(const lqcd_gpu *gpu, const lqcd_gpu *other, lqcd_message *why)
{
	const lqcd__vendor_event event = (lqcd__vendor_event)other->event;
	const lqcd_status s = LQCD__GPU_CALL(EventRecord, (event, lqcd__gpu_stream(other)), why);
	if (s != LQCD_OK) return s;
	return LQCD__GPU_CALL(StreamWaitEvent, (lqcd__gpu_stream(gpu), event, 0), why);
}

LQCD_STATIC lqcd_status lqcd_gpu_open(lqcd_gpu *gpu, int device, lqcd_message *why)
{
	LQCD__VENDOR_PROPERTIES p;
	memset(gpu, 0, sizeof *gpu);
	if (lqcd_gpu_count() == 0)
		return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: no device, or no driver for it: see " LQCD__VENDOR_TOOL);
	if (device < 0 || device >= lqcd_gpu_count())
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "GPU: no device %d; there are 0 to %d", device,
				 lqcd_gpu_count() - 1);
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (device), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(GetDeviceProperties, (&p, device), why);
	if (s != LQCD_OK) return s;
	gpu->device = device;
	gpu->processors = p.multiProcessorCount;
	gpu->shared = (int)p.LQCD__VENDOR_SHARED;
	snprintf(gpu->name, sizeof gpu->name, "%.63s", p.name);
	return lqcd_gpu_fork(gpu, gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_room(const lqcd_gpu *gpu, size_t *left, size_t *all, lqcd_message *why)
{
	*left = *all = 0;
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(MemGetInfo, (left, all), why);
	return s;
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why,
				       const char *what = "a work area")
{
	size_t left, all;
	*p = NULL;
	if (bytes == 0) return lqcd__gpu_no_memory(why, what, bytes);
	const lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s != LQCD_OK) return s;
	const lqcd__vendor_error e = LQCD__VENDOR(Malloc)(p, bytes);
	if (e != LQCD__VENDOR_NO_MEMORY) return lqcd__gpu_status(e, LQCD__VENDOR_NAME "Malloc", why);
	(void)LQCD__VENDOR(GetLastError)();
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
	(void)LQCD__VENDOR(SetDevice)(gpu->device);
	(void)LQCD__VENDOR(Free)(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc_host(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	*p = NULL;
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s != LQCD_OK) return s;
	const lqcd__vendor_error e = LQCD__VENDOR_ALLOC_HOST(p, bytes);
	if (e != LQCD__VENDOR_NO_MEMORY) return lqcd__gpu_status(e, "pinned pages of the host", why);
	(void)LQCD__VENDOR(GetLastError)();
	return lqcd__gpu_no_memory(why, "pinned pages of the host", bytes);
}

LQCD_STATIC void lqcd_gpu_free_host(const lqcd_gpu *gpu, void *p)
{
	if (!p) return;
	(void)LQCD__VENDOR(SetDevice)(gpu->device);
	(void)LQCD__VENDOR_FREE_HOST(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_wait(const lqcd_gpu *gpu, lqcd_message *why)
{
	return lqcd__gpu_status(LQCD__VENDOR(StreamSynchronize)(lqcd__gpu_stream(gpu)), "a kernel or a copy", why);
}

LQCD_STATIC lqcd_status lqcd_gpu_busy(const lqcd_gpu *gpu, int *busy, lqcd_message *why)
{
	const lqcd__vendor_error e = LQCD__VENDOR(StreamQuery)(lqcd__gpu_stream(gpu));
	*busy = e == LQCD__VENDOR(ErrorNotReady);
	return *busy ? LQCD_OK : lqcd__gpu_status(e, "a kernel or a copy", why);
}

LQCD_STATIC void lqcd_gpu_forget(lqcd_gpu_graph *graph)
{
	if (graph->run) (void)LQCD__VENDOR(GraphExecDestroy)((lqcd__vendor_graph)graph->run);
	graph->run = NULL;
}

/** Calls f(), which only launches, moves and fills, and records this in the first call; repeats it as one launch in later calls.
 * graph: zero before its first use; lqcd_gpu_forget(&graph) frees it. */
template <class F>
static lqcd_status lqcd_gpu_replay(const lqcd_gpu *gpu, lqcd_gpu_graph *graph, const F &f, lqcd_message *why)
{
	const lqcd__vendor_stream stream = lqcd__gpu_stream(gpu);
	LQCD__VENDOR(Graph_t) recorded = NULL;
	lqcd__vendor_graph run = NULL;
	if (!graph->run) {
		lqcd_status s = LQCD__GPU_CALL(StreamBeginCapture, (stream, LQCD__VENDOR(StreamCaptureModeThreadLocal)), why);
		if (s != LQCD_OK) return s;
		s = f();
		const lqcd_status end = LQCD__GPU_CALL(StreamEndCapture, (stream, &recorded), why);
		if (s == LQCD_OK) s = end;
		if (s == LQCD_OK)
			s = lqcd__gpu_status(LQCD__VENDOR_INSTANTIATE(&run, recorded), LQCD__VENDOR_NAME "GraphInstantiate", why);
		if (recorded) (void)LQCD__VENDOR(GraphDestroy)(recorded);
		if (s != LQCD_OK) return s;
		graph->run = run;
	}
	return LQCD__GPU_CALL(GraphLaunch, ((lqcd__vendor_graph)graph->run, stream), why);
}

LQCD_STATIC lqcd_status lqcd_gpu_move(const lqcd_gpu *gpu, void *to, const void *from, size_t bytes, lqcd_message *why)
{
	return LQCD__GPU_CALL(MemcpyAsync, (to, from, bytes, LQCD__VENDOR(MemcpyDefault), lqcd__gpu_stream(gpu)), why);
}

LQCD_STATIC lqcd_status lqcd_gpu_fill(const lqcd_gpu *gpu, void *there, int byte, size_t bytes, lqcd_message *why)
{
	return LQCD__GPU_CALL(MemsetAsync, (there, byte, bytes, lqcd__gpu_stream(gpu)), why);
}

/** Calls f(place) in block[0] block[1] block[2] threads of grid[0] grid[1] grid[2] blocks; place.block[k] and place.thread[k] are their
 * numbers. f is a structure, copied to the device, with a const operator() that is LQCD_GPU_FN. A block has at most `threads`; the compiler
 * leaves registers for `blocks` of them at a time. Each has `bytes` (0) of shared memory at lqcd_gpu_memory(). A multiprocessor has
 * gpu->shared for all its blocks, each of which takes LQCD_GPU_SHARED_BLOCK more. */
template <int threads, int blocks, int bytes = 0, class F>
static lqcd_status lqcd_gpu_launch(const lqcd_gpu *gpu, const F &f, const int grid[3], const int block[3],
				   lqcd_message *why)
{
	const dim3 g((unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
	const dim3 b((unsigned)block[0], (unsigned)block[1], (unsigned)block[2]);
	const lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s != LQCD_OK) return s;
	if (bytes > gpu->shared)
		return lqcd_fail(why, LQCD_ERR_DEVICE, "GPU: a block needs %d bytes of shared memory; there are %d",
				 bytes, gpu->shared);
	return lqcd__gpu_status(lqcd__vendor_launch<threads, blocks>(f, g, b, bytes, lqcd__gpu_stream(gpu)), "a launch", why);
}

/** The key (plain bytes) by which other processes of this machine reach memory p of lqcd_gpu_alloc. LQCD_DEVICE_COMPILER alone. */
LQCD_STATIC lqcd_status lqcd_gpu_publish(const lqcd_gpu *gpu, void *p, lqcd_gpu_key *key, lqcd_message *why)
{
	lqcd__vendor_handle handle;
	memset(key, 0, sizeof *key);
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(IpcGetMemHandle, (&handle, p), why);
	if (s == LQCD_OK) memcpy(key, &handle, sizeof handle);
	return s;
}

/** *p: memory of the device of another process, for lqcd_gpu_move, by its key. LQCD_DEVICE_COMPILER alone. */
LQCD_STATIC lqcd_status lqcd_gpu_reach(const lqcd_gpu *gpu, const lqcd_gpu_key *key, void **p, lqcd_message *why)
{
	lqcd__vendor_handle handle;
	memcpy(&handle, key, sizeof handle);
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(IpcOpenMemHandle, (p, handle, LQCD__VENDOR(IpcMemLazyEnablePeerAccess)), why);
	return s;
}

/** Ends lqcd_gpu_reach, before the owner frees p. */
LQCD_STATIC void lqcd_gpu_leave(const lqcd_gpu *gpu, void *p)
{
	(void)LQCD__VENDOR(SetDevice)(gpu->device);
	(void)LQCD__VENDOR(IpcCloseMemHandle)(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_attach_host(const lqcd_gpu *gpu, void *here, size_t bytes, void **there, lqcd_message *why)
{
	lqcd_status s = LQCD__GPU_CALL(SetDevice, (gpu->device), why);
	if (s == LQCD_OK) s = LQCD__GPU_CALL(HostRegister, (here, bytes, LQCD__VENDOR(HostRegisterMapped)), why);
	if (s != LQCD_OK) return s;
	s = LQCD__GPU_CALL(HostGetDevicePointer, (there, here, 0), why);
	if (s != LQCD_OK) (void)LQCD__VENDOR(HostUnregister)(here);
	return s;
}

LQCD_STATIC void lqcd_gpu_detach_host(const lqcd_gpu *gpu, void *here)
{
	(void)LQCD__VENDOR(SetDevice)(gpu->device);
	(void)LQCD__VENDOR(HostUnregister)(here);
}

LQCD_END_DECLS
#endif

#endif
