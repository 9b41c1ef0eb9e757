/* lqcd/device/device.h: a GPU: memory, copies, launches, and errors as statuses; and the words of kernels. C++ (nvcc, hipcc). All
 * other code for devices is written with the functions of this header: a vendor is a file (cuda.h, hip.h) with its words of kernels
 * and a table of names for vendor.h.
 *
 * Calls from the host; gpu is const lqcd_gpu *.
 *
 *   int lqcd_gpu_count()                                devices that can be used; 0 also without a driver
 *   lqcd_status lqcd_gpu_open(&gpu, device, why)        device number 0, 1, ...; a stream of its own
 *   void lqcd_gpu_close(&gpu)
 *   lqcd_status lqcd_gpu_alloc(gpu, &p, bytes, why, what)       at least 256-byte aligned; not initialised. `what` it is for
 *                                                       ("a work area") is in the message of LQCD_ERR_MEMORY, with the
 *                                                       bytes that were asked for, and those that are free
 *   lqcd_status lqcd_gpu_room(gpu, &left, &all, why)    bytes of its memory that are free, and all; both 0 where kernels
 *                                                       run on the host
 *   void lqcd_gpu_free(gpu, p)                          p may be NULL
 *   lqcd_status lqcd_gpu_put(gpu, there, here, bytes, why)      from host memory, in the order of the stream; returns
 *                                                       when `here` may be used again
 *   lqcd_status lqcd_gpu_get(gpu, here, there, bytes, why)      to host memory; returns when it is there
 *   lqcd_status lqcd_gpu_move(gpu, to, from, bytes, why)        from device memory to device memory; or from or to
 *                                                       memory of lqcd_gpu_alloc_host
 *   lqcd_status lqcd_gpu_fill(gpu, there, byte, bytes, why)
 *   lqcd_status lqcd_gpu_wait(gpu, why)                 for everything that was launched, and for its errors
 *   lqcd_status lqcd_gpu_fork(&other, gpu, why)         the same device with another stream, to be closed, too
 *   lqcd_status lqcd_gpu_after(gpu, other, why)         later work of gpu waits for the work that other has now
 *   lqcd_status lqcd_gpu_alloc_host(gpu, &p, bytes, why), void lqcd_gpu_free_host(gpu, p)
 *                                                       host memory that is never paged out
 *   lqcd_status lqcd_gpu_launch<threads, blocks, bytes>(gpu, f, grid, block, why)
 *       calls f(place) in block[0] block[1] block[2] threads of grid[0] grid[1] grid[2] blocks; place.block[k] and
 *       place.thread[k] are their numbers. f is a structure, copied to the device, with a const operator() that is
 *       LQCD_GPU_FN. At most `threads` in a block; the compiler leaves registers for `blocks` of them at a time; each
 *       has `bytes` (0) of shared memory at lqcd_gpu_memory(). A multiprocessor has `gpu->shared` for all its blocks,
 *       each of which takes LQCD_GPU_SHARED_BLOCK more.
 *   lqcd_status lqcd_gpu_busy(gpu, &busy, why)          1 while something that was launched is not done
 *   lqcd_status lqcd_gpu_replay(gpu, &graph, f, why)    calls f(), which only launches, moves and fills; records this in the
 *                                                       first call, and repeats it as one launch in later calls
 *   void lqcd_gpu_forget(&graph)                        lqcd_gpu_graph; zero before its first use
 *   lqcd_status lqcd_gpu_publish(gpu, p, &key, why)     the key (plain bytes) by which other processes of this machine
 *                                                       reach memory of lqcd_gpu_alloc
 *   lqcd_status lqcd_gpu_reach(gpu, &key, &p, why)      memory of another process's device, for lqcd_gpu_move
 *   void lqcd_gpu_leave(gpu, p)                         before its owner frees it; these three with LQCD_DEVICE_COMPILER
 *   lqcd_status lqcd_gpu_attach_host(gpu, here, bytes, &there, why), void lqcd_gpu_detach_host(gpu, here)
 *                                                       any memory of the host, for kernels: at `there`
 *   LQCD_GPU_TELLS                                      1: a kernel sees what other devices and the host tell it while it runs
 *
 * Launches, move and fill return at once; an error of one of them comes out there or in the next wait or get. Statuses:
 * LQCD_ERR_DEVICE, with the vendor's text in the message; LQCD_ERR_MEMORY; LQCD_ERR_ARGUMENT.
 *
 * In kernels. In the column `host` is what they are for another C++ compiler, and in a device compiler's pass for the host;
 * where it is empty, only code in #if LQCD_ON_DEVICE may have the word. HIP has the words of CUDA, or those of hip.h. A
 * warp is LQCD_GPU_WARP threads that run together, all of which call the functions that begin with lqcd_gpu_from, _warp or
 * _sync_warp; all threads of the block call the others with sync. It is as wide as a block of device/layout.h on any device: a
 * wave of 64 threads is two warps, which need not take the same branches.
 *
 *   word                       meaning                                            CUDA                      host
 *   LQCD_GPU_FN                linkage of members of what is launched             __host__ __device__ ..    inline
 *   LQCD_GPU_SHARED            before a variable: shared by the block             __shared__                not shared
 *   lqcd_gpu_memory()          the shared `bytes` of the launch                   extern __shared__
 *   LQCD_GPU_UNROLL            before a for: unrolls it                           #pragma unroll            (nothing)
 *   LQCD_GPU_WARP              threads of a warp                                  32                        1
 *   lqcd_gpu_lane()            the number of this thread in its warp              %laneid                   0
 *   lqcd_gpu_sync()            waits for all threads of the block                 __syncthreads             (nothing)
 *   lqcd_gpu_sync_any(k)       the same; not 0 if k is not 0 in some thread       __syncthreads_or          k
 *   lqcd_gpu_sync_warp()       waits for all threads of the warp                  __syncwarp                (nothing)
 *   lqcd_gpu_from(x, lane)     x of a thread of the warp                          __shfl_sync               x
 *   lqcd_gpu_from_before(x)    x of the thread before, in the first its own       __shfl_up_sync
 *   lqcd_gpu_from_after(x)     x of the thread after, in the last its own         __shfl_down_sync
 *   lqcd_gpu_from_xor(x, b)    x of the thread whose number differs in bits b     __shfl_xor_sync           x
 *   lqcd_gpu_warp_max(k)       the largest int k in the warp                      __reduce_max_sync         k
 *   lqcd_gpu_warp_min(k)       the smallest                                       __reduce_min_sync         k
 *   lqcd_gpu_add(p, x)         *p += x, in any order with other threads           atomicAdd                 *p += x
 *   lqcd_gpu_fence_host()      the host sees what was written before it first     __threadfence_system      (nothing)
 *   lqcd_gpu_number(p)         (*p)++ of an unsigned: in each thread another       atomicAdd                 (*p)++
 *   lqcd_gpu_tell(p, n)        *p = n in any memory, for who looks while both run;  st.release.sys            __atomic_store_n
 *                              what was written before it is seen first
 *   lqcd_gpu_told(p)           *p as it is at this moment                          ld.acquire.sys            __atomic_load_n
 *   lqcd_gpu_pause()           lets others run between two looks                   __nanosleep               sched_yield
 *   lqcd_gpu_keep_order()      the compiler moves no load or store across it      asm volatile              (nothing)
 *   lqcd_gpu_read<n>(to, from, how)    loads n = 4, 8 or 16 bytes, aligned so     ld, __ldg, __ldcs         memcpy
 *   lqcd_gpu_write<n>(to, from, how)   stores them                                st, __stcs                memcpy
 *   lqcd_gpu_constant(p)       *p, a number that nobody writes while the kernel    __ldg                     *p
 *                              runs
 *   lqcd_gpu_fetch(to, from)   begins to copy 16 bytes to shared memory           __pipeline_memcpy_async
 *   lqcd_gpu_fetch_close()     ends a batch of such copies                        __pipeline_commit
 *   lqcd_gpu_fetch_wait<n>()   waits for all batches of the thread but the        __pipeline_wait_prior
 *                              last n
 *   how: LQCD_GPU_PLAIN; LQCD_GPU_CONST: nobody writes it while the kernel runs; LQCD_GPU_ONCE: it will not be used again
 *   soon. Constant.
 * Arithmetic of a device: simd/device_math.h.
 *
 * Compiled by another C++ compiler than nvcc and hipcc, kernels run on the host (host.h), one thread after the other: that shows, on
 * any machine, that they are right, and nothing else. lqcd_gpu_count is 1 then, and the name of the device says so.
 *
 * To add a vendor: its file beside cuda.h and hip.h, with the same words and table; an #include of it below; its compiler in
 * base/config.h (LQCD_DEVICE_COMPILER, LQCD_ON_DEVICE, LQCD_FN); its arithmetic in simd/device_math.h; its words in
 * tests/compile/rules.t.
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
