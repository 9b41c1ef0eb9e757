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

/* ---- the table of vendor.h -------------------------------------------------------------------------------------- */

typedef unsigned lqcd__vendor_word_4;
typedef uint2 lqcd__vendor_word_8;
typedef uint4 lqcd__vendor_word_16;
#define LQCD__VENDOR_SHUFFLE(name, x, k)     name##_sync(0xffffffffu, x, k)
#define LQCD__VENDOR_READ_ONCE(p)            __ldcs(p)
#define LQCD__VENDOR_READ_CONST(p)           __ldg(p)
#define LQCD__VENDOR_WRITE_ONCE(p, v)        __stcs(p, v)
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
