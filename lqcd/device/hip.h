/* lqcd/device/hip.h: devices of AMD by HIP, compiled by hipcc or clang -x hip: the words of device.h for kernels, and the
 * names for vendor.h. No other file but base/config.h (attributes) and simd/device_math.h (arithmetic) has a word of HIP:
 * tests/compile/rules.t.
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
typedef unsigned __attribute__((vector_size(16), may_alias)) lqcd__gpu_chunk; /* the unit of shared memory */

LQCD_FN char *lqcd_gpu_memory(void)
{
	HIP_DYNAMIC_SHARED(lqcd__gpu_chunk, lqcd__gpu_shared)
	return (char *)lqcd__gpu_shared;
}

LQCD_FN int lqcd_gpu_lane(void)
{
	return (int)__lane_id() % 32;
}

/** Threads of a wave run in step: memory must be in order, and the compiler must keep it so. */
LQCD_FN void lqcd_gpu_sync_warp(void)
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
	__builtin_amdgcn_wave_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

LQCD_FN int lqcd_gpu_warp_max(int k)
{
	LQCD__PRAGMA(unroll)
	for (int m = 16; m; m >>= 1) {
		const int other = __shfl_xor(k, m, 32);
		k = other > k ? other : k;
	}
	return k;
}

LQCD_FN int lqcd_gpu_warp_min(int k)
{
	return ~lqcd_gpu_warp_max(~k);
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

/* ---- the table of vendor.h -------------------------------------------------------------------------------------- */

typedef unsigned __attribute__((may_alias)) lqcd__vendor_word_4;
typedef unsigned __attribute__((vector_size(8), may_alias)) lqcd__vendor_word_8;
typedef unsigned __attribute__((vector_size(16), may_alias)) lqcd__vendor_word_16;
#define LQCD__VENDOR_SHUFFLE(name, x, k)     name(x, k, 32)
#define LQCD__VENDOR_READ_ONCE(p)            __builtin_nontemporal_load(p)
#define LQCD__VENDOR_READ_CONST(p)           (*(p))
#define LQCD__VENDOR_WRITE_ONCE(p, v)        __builtin_nontemporal_store(v, p)
/* Memory for the host is coherent, since it polls it while kernels write (device/async.h). */
#define LQCD__VENDOR(name)                   hip##name
#define LQCD__VENDOR_NAME                    "hip"
#define LQCD__VENDOR_PROPERTIES              hipDeviceProp_t
#define LQCD__VENDOR_SHARED                  maxSharedMemoryPerMultiProcessor
#define LQCD__VENDOR_NO_MEMORY               hipErrorOutOfMemory
#define LQCD__VENDOR_TOOL                    "rocminfo"
#define LQCD__VENDOR_ALLOC_HOST(p, bytes)    hipHostMalloc(p, bytes, hipHostMallocCoherent)
#define LQCD__VENDOR_FREE_HOST               hipHostFree
#define LQCD__VENDOR_INSTANTIATE(run, graph) hipGraphInstantiate(run, graph, NULL, NULL, 0)

/* Memory of hipMalloc is kept in caches, where a running kernel does not see what others write (HIP programming guide,
 * coherency: that takes fine-grained memory). */
enum { LQCD_GPU_TELLS = 0 };

/** The second of the bounds is waves of 64 threads for each of the four vector units of a processor; 1 asks for none. */
template <int threads, int blocks, class F>
static __global__ void __launch_bounds__(threads, blocks > 1 ? (threads * blocks + 255) / 256 : 1)
	lqcd__gpu_kernel(const F f)
{
	const lqcd_gpu_place p = {{(int)blockIdx.x, (int)blockIdx.y, (int)blockIdx.z},
				  {(int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z}};
	f(p);
}

template <int threads, int blocks, class F>
static hipError_t lqcd__vendor_launch(const F &f, dim3 grid, dim3 block, int bytes, hipStream_t stream)
{
	hipLaunchKernelGGL((lqcd__gpu_kernel<threads, blocks, F>), grid, block, (unsigned)bytes, stream, f);
	return hipGetLastError();
}

LQCD_END_DECLS

#endif
