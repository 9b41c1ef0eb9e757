/* lqcd/kernels/device_su3_multiply.h: links times spinors and links, kernels/su3_multiply.h, on a GPU. C++ (nvcc).
 *
 * For the tags f and d; arrays are in the memory of the device, laid out as device/layout.h says, an item for each site:
 *
 *   lqcd_gpu_su3_multiply_<tag>(gpu, r, u, reals, psi, sites, dagger, why)      r = u psi, or u^dagger psi, all spins
 *   lqcd_gpu_su3_multiply_links_<tag>(gpu, r, u, v, reals, sites, dagger, why)  r = u v, or u^dagger v
 *
 *   char *r, const char *u, *v, *psi       lqcd_gpu_bytes(sites, n) bytes, of items of n = reals sizeof(number) bytes
 *   reals                                  LQCD_LAYOUT_LINK, LQCD_LAYOUT_SHORT8 or LQCD_LAYOUT_SHORT (18, 16, 12 with
 *                                          NC = 3), of u, or of all three arrays of links; what is missing is rebuilt
 *   spinors                                8 NC reals, [spin][colour]
 *
 *   lqcd_gpu_array_put_<tag>(gpu, device, host, &layout, why)   from an array of the host in any layout of field/layout.h
 *   lqcd_gpu_array_get_<tag>(gpu, host, device, &layout, why)   with its sites and reals, and back (holes stay)
 *
 * r may be psi (or u, or v of as many reals) itself; otherwise arrays must not overlap. The site functions are the
 * host's, and so are the errors. The multiplications are under way when they return (device/device.h). LQCD_ERR_GEOMETRY:
 * reals that are none of these; LQCD_ERR_ARGUMENT: sites < 0; LQCD_ERR_MEMORY, LQCD_ERR_DEVICE.
 *
 * A thread has a site, and loads its link and all of psi, once, past the first cache. Bytes per site with NC = 3: 264,
 * 256 or 240 in float and twice that in double; 264 flop. LQCD_GPU_SU3_THREADS and LQCD_GPU_SU3_BLOCKS_f, _d (of a
 * multiprocessor, for the compiler's share of registers) tune it.
 *
 * Source: as kernels/su3_multiply.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_SU3_MULTIPLY_H
#define LQCD_GPU_SU3_MULTIPLY_H

#include "../device/layout.h"
#include "su3_multiply.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#ifndef LQCD_GPU_SU3_THREADS
#define LQCD_GPU_SU3_THREADS 128
#endif
#ifndef LQCD_GPU_SU3_BLOCKS_f
#define LQCD_GPU_SU3_BLOCKS_f 6
#endif
#ifndef LQCD_GPU_SU3_BLOCKS_d
#define LQCD_GPU_SU3_BLOCKS_d 3
#endif

/** Offset of byte b of the item of n bytes of site i. */
LQCD_FN size_t lqcd__gpu_byte(size_t i, size_t b, size_t n)
{
	const size_t whole = n / 16 * 16, word = b < whole ? 16 : n % 16, lane = i % LQCD_GPU_BLOCK;
	return i / LQCD_GPU_BLOCK * LQCD_GPU_BLOCK * n + (b < whole ? b / 16 * 16 : whole) * LQCD_GPU_BLOCK +
	       lane * word + b % 16;
}

#define LQCD_TEMPLATE "../kernels/device_su3_multiply.inc"
#define LQCD_TAGS     LQCD_SCALAR_TAGS
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
