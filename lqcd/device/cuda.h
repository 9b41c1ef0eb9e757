/* lqcd/device/cuda.h: devices by CUDA, compiled by nvcc: the words of device.h for kernels, and the names for
 * vendor.h. No other file but base/config.h (attributes) and simd/device_math.h (arithmetic) has a word of CUDA:
 * tests/compile/rules.t.
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

/* ---- from the host: the table of vendor.h ---------------------------------------------------------------------- */

#define LQCD__VENDOR(name)                   cuda##name
#define LQCD__VENDOR_NAME                    "cuda"
#define LQCD__VENDOR_PROPERTIES              cudaDeviceProp
#define LQCD__VENDOR_SHARED                  sharedMemPerMultiprocessor
#define LQCD__VENDOR_NO_MEMORY               cudaErrorMemoryAllocation
#define LQCD__VENDOR_TOOL                    "nvidia-smi"
#define LQCD__VENDOR_ALLOC_HOST(p, bytes)    cudaMallocHost(p, bytes)
#define LQCD__VENDOR_FREE_HOST               cudaFreeHost
#define LQCD__VENDOR_INSTANTIATE(run, graph) cudaGraphInstantiate(run, graph, 0)

enum { LQCD_GPU_TELLS = 1 };

template <int threads, int blocks, class F>
static __global__ void __launch_bounds__(threads, blocks) lqcd__gpu_kernel(const __grid_constant__ F f)
{
	const lqcd_gpu_place p = {{(int)blockIdx.x, (int)blockIdx.y, (int)blockIdx.z},
				  {(int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z}};
	f(p);
}

template <int threads, int blocks, class F>
static cudaError_t lqcd__vendor_launch(const F &f, dim3 grid, dim3 block, int bytes, cudaStream_t stream)
{
	const cudaError_t e = bytes <= 48 * 1024 ? cudaSuccess
						 : cudaFuncSetAttribute(lqcd__gpu_kernel<threads, blocks, F>,
									cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	if (e != cudaSuccess) return e;
	lqcd__gpu_kernel<threads, blocks, F><<<grid, block, bytes, stream>>>(f);
	return cudaGetLastError();
}

LQCD_END_DECLS

#endif
