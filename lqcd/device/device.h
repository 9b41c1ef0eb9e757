/* lqcd/device/device.h: a GPU: memory, copies, launches, errors as statuses, and the functions of kernels. C++ (nvcc, hipcc).
 *
 * Host functions; gpu is const lqcd_gpu *. They return lqcd_status unless a type is given.
 *   int lqcd_gpu_count()                               usable devices; 0 also without a driver
 *   lqcd_gpu_open(&gpu, device, why), void lqcd_gpu_close(&gpu)     device number 0, 1, ..., with a stream of its own
 *   lqcd_gpu_alloc(gpu, &p, bytes, why, what), void lqcd_gpu_free(gpu, p)     256-byte aligned, not initialised; LQCD_ERR_MEMORY
 *                                                      names `what` it is for, the bytes asked for and those free; p may be NULL
 *   lqcd_gpu_alloc_host(gpu, &p, bytes, why), void lqcd_gpu_free_host(gpu, p)     pinned host memory
 *   lqcd_gpu_attach_host(gpu, here, bytes, &there, why), void lqcd_gpu_detach_host(gpu, here)     kernels see `here` at `there`
 *   lqcd_gpu_room(gpu, &left, &all, why)               free and total bytes of device memory; 0 and 0 where kernels run on the host
 *   lqcd_gpu_put(gpu, there, here, bytes, why)         from host memory, in stream order; returns when `here` may be used again
 *   lqcd_gpu_get(gpu, here, there, bytes, why)         to host memory; returns when it has arrived
 *   lqcd_gpu_move(gpu, to, from, bytes, why)           within device memory, or from or to pinned host memory
 *   lqcd_gpu_fill(gpu, there, byte, bytes, why)        sets bytes of device memory
 *   lqcd_gpu_wait(gpu, why)                            for everything that was launched, and for its errors
 *   lqcd_gpu_busy(gpu, &busy, why)                     1 while something that was launched is not done
 *   lqcd_gpu_fork(&other, gpu, why)                    the same device with another stream, to be closed, too
 *   lqcd_gpu_after(gpu, other, why)                    later work of gpu waits for the present work of other
 *   lqcd_gpu_launch<threads, blocks, bytes>(gpu, f, grid, block, why), _replay, _publish, _reach, _leave     see vendor.h
 * Launches, move and fill return at once; their errors come there or in the next wait or get. LQCD_ERR_DEVICE has the vendor's text.
 *
 * In kernels, a * marks functions only for code in #if LQCD_ON_DEVICE. A warp is LQCD_GPU_WARP threads (1 on the host), a block of
 * device/layout.h; a wave of 64 threads is two. All its threads call _from, _warp and _sync_warp; all of the block _sync and _sync_any.
 *   LQCD_GPU_FN, LQCD_GPU_SHARED, LQCD_GPU_UNROLL      linkage; before a variable: shared by the block; before a for: unrolled
 *   lqcd_gpu_memory() *, _lane(), _pause()             shared `bytes` of the launch; thread's number in its warp; lets others run
 *   lqcd_gpu_sync(), _sync_any(k), _sync_warp()        wait for the block; and: is k not 0 in some thread; wait for the warp
 *   lqcd_gpu_from(x, lane), _from_xor(x, b)            x of that thread of the warp; of the one whose number differs in bits b
 *   lqcd_gpu_from_before(x) *, _from_after(x) *        x of the thread before or after; at the end of the warp its own
 *   lqcd_gpu_warp_max(k), _warp_min(k)                 largest, smallest int of the warp
 *   lqcd_gpu_add(p, x), _number(p)                     *p += x atomically; (*p)++ of an unsigned, returns the old value
 *   lqcd_gpu_tell(p, n), _told(p)                      store-release, load-acquire of an unsigned, in any memory, while both sides run:
 *                                                      across devices and the host if LQCD_GPU_TELLS is 1
 *   lqcd_gpu_fence_host(), _keep_order()               the host sees earlier writes first; the compiler moves no access across
 *   lqcd_gpu_read<n>(to, from, how), _write<n>         n = 4, 8 or 16 aligned bytes; how: LQCD_GPU_PLAIN, _CONST (not written while the
 *   lqcd_gpu_constant(p)                               kernel runs), _ONCE (not used again soon), a constant. *p as _CONST
 *   lqcd_gpu_fetch(to, from) *, _fetch_close() *, _fetch_wait<n>() *     copy 16 bytes to shared memory; end a batch; wait for all but n
 * Other C++ compilers run kernels on the host, one thread after the other, for tests (host.h): lqcd_gpu_count() is 1.
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_GPU_DEVICE_H
#define LQCD_GPU_DEVICE_H

#include "../base/memory.h"
#include "../base/status.h"

#ifdef __cplusplus
#include <string.h>

LQCD_BEGIN_DECLS

typedef struct {
	int device, processors, shared; /* its number; multiprocessors; bytes of shared memory of each */
	void *stream, *event;           /* the vendor's */
	char name[64];
} lqcd_gpu;

typedef struct {
	int block[3], thread[3];
} lqcd_gpu_place;

/* Bytes of shared memory that each block takes in addition to its own. */
enum { LQCD_GPU_SHARED_BLOCK = 1024 };

typedef struct {
	void *run; /* the vendor's */
} lqcd_gpu_graph;

typedef struct {
	char byte[64];
} lqcd_gpu_key;

typedef enum { LQCD_GPU_PLAIN, LQCD_GPU_CONST, LQCD_GPU_ONCE } lqcd_gpu_how;

/** bytes: 0 if a size_t does not hold them. */
LQCD_STATIC lqcd_status lqcd__gpu_no_memory(lqcd_message *why, const char *what, size_t bytes)
{
	if (bytes == 0)
		return lqcd_fail(why, LQCD_ERR_MEMORY, "GPU: no memory for %s: more bytes than a number holds", what);
	return lqcd_fail(why, LQCD_ERR_MEMORY, "GPU: no memory for %s: %lu bytes were asked for", what,
			 (unsigned long)bytes);
}

LQCD_END_DECLS

/* A further vendor needs its file beside cuda.h and hip.h, with the same functions and table of names; its compiler in base/config.h
 * (LQCD_DEVICE_COMPILER, LQCD_ON_DEVICE, LQCD_FN); its arithmetic in simd/device_math.h; its words in tests/compile/vendors.txt. */
#if defined __HIP__
#include "hip.h"
#elif LQCD_DEVICE_COMPILER
#include "cuda.h"
#endif
#include "vendor.h"
#include "host.h"

LQCD_BEGIN_DECLS

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
