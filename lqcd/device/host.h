/* lqcd/device/host.h: the twin of a vendor's file and of vendor.h: the "device" is this processor and its memory, one thread
 * after the other. A compiler of devices takes from it the functions that kernels call, in its pass for the host, which does
 * not launch them.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_HOST_H
#define LQCD_GPU_HOST_H

#include <sched.h>

LQCD_BEGIN_DECLS

/* ---- in kernels ------------------------------------------------------------------------------------------------ */

#if !LQCD_DEVICE_COMPILER
#define LQCD_GPU_FN inline
#endif

#if !LQCD_ON_DEVICE
#define LQCD_GPU_SHARED
#define LQCD_GPU_UNROLL

enum { LQCD_GPU_WARP = 1 };

LQCD_FN int lqcd_gpu_lane(void)
{
	return 0;
}

LQCD_FN void lqcd_gpu_sync(void)
{
}

LQCD_FN int lqcd_gpu_sync_any(int k)
{
	return k;
}

LQCD_FN void lqcd_gpu_sync_warp(void)
{
}

template <class V> LQCD_FN V lqcd_gpu_from(V x, int)
{
	return x;
}

template <class V> LQCD_FN V lqcd_gpu_from_xor(V x, int)
{
	return x;
}

LQCD_FN int lqcd_gpu_warp_max(int k)
{
	return k;
}

LQCD_FN int lqcd_gpu_warp_min(int k)
{
	return k;
}

template <class V> LQCD_FN void lqcd_gpu_add(V *p, V x)
{
	*p += x;
}

LQCD_FN void lqcd_gpu_fence_host(void)
{
}

LQCD_FN unsigned lqcd_gpu_number(unsigned *p)
{
	return (*p)++;
}

LQCD_FN void lqcd_gpu_tell(unsigned *p, unsigned n)
{
	__atomic_store_n(p, n, __ATOMIC_RELEASE);
}

LQCD_FN unsigned lqcd_gpu_told(const unsigned *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

LQCD_FN void lqcd_gpu_pause(void)
{
	sched_yield();
}

LQCD_FN void lqcd_gpu_keep_order(void)
{
}

template <int n> LQCD_FN void lqcd_gpu_read(void *to, const void *from, lqcd_gpu_how)
{
	memcpy(to, from, n);
}

template <class V> LQCD_FN V lqcd_gpu_constant(const V *p)
{
	return *p;
}

template <int n> LQCD_FN void lqcd_gpu_write(void *to, const void *from, lqcd_gpu_how)
{
	memcpy(to, from, n);
}
#endif

#if !LQCD_DEVICE_COMPILER
/* ---- from the host --------------------------------------------------------------------------------------------- */

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

LQCD_STATIC lqcd_status lqcd_gpu_wait(const lqcd_gpu *, lqcd_message *)
{
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_gpu_busy(const lqcd_gpu *gpu, int *busy, lqcd_message *why)
{
	*busy = 0;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC void lqcd_gpu_forget(lqcd_gpu_graph *)
{
}

template <class F>
static lqcd_status lqcd_gpu_replay(const lqcd_gpu *, lqcd_gpu_graph *, const F &f, lqcd_message *)
{
	return f();
}

LQCD_STATIC void lqcd_gpu_close(lqcd_gpu *)
{
}

LQCD_STATIC lqcd_status lqcd_gpu_fork(lqcd_gpu *other, const lqcd_gpu *gpu, lqcd_message *why)
{
	*other = *gpu;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_after(const lqcd_gpu *gpu, const lqcd_gpu *, lqcd_message *why)
{
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_room(const lqcd_gpu *gpu, size_t *left, size_t *all, lqcd_message *why)
{
	*left = *all = 0;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc(const lqcd_gpu *, void **p, size_t bytes, lqcd_message *why,
				       const char *what = "a work area")
{
	*p = lqcd_alloc(bytes);
	return *p ? LQCD_OK : lqcd__gpu_no_memory(why, what, bytes);
}

LQCD_STATIC void lqcd_gpu_free(const lqcd_gpu *, void *p)
{
	lqcd_free(p);
}

LQCD_STATIC lqcd_status lqcd_gpu_alloc_host(const lqcd_gpu *gpu, void **p, size_t bytes, lqcd_message *why)
{
	return lqcd_gpu_alloc(gpu, p, bytes, why, "pinned pages of the host");
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

enum { LQCD_GPU_TELLS = 1 };

LQCD_STATIC lqcd_status lqcd_gpu_attach_host(const lqcd_gpu *gpu, void *here, size_t, void **there, lqcd_message *why)
{
	*there = here;
	return lqcd_gpu_wait(gpu, why);
}

LQCD_STATIC void lqcd_gpu_detach_host(const lqcd_gpu *, void *)
{
}
#endif

LQCD_END_DECLS

#endif
