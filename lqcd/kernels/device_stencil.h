/* lqcd/kernels/device_stencil.h: the stencil of kernels/stencil.h on a GPU. C++ (nvcc).
 *
 *   phi'(y, x) = (phi(y, x) + s (phi(y, x-1) + phi(y, x+1) + phi(y-1, x) + phi(y+1, x))) / (1 + 4 s), periodic
 *
 * for the tags f and d, on plain arrays lqcd_base_<tag>[ny][nx] in the memory of the device, of any extents:
 *
 *   lqcd_gpu_stencil_<tag>(gpu, out, in, ny, nx, s, why)                    one step, one launch
 *   lqcd_gpu_stencil_sweeps_<tag>(gpu, phi, work, ny, nx, s, steps, why)    many; the result is in phi, work is
 *                                                                           overwritten
 *
 * The site function is the host's, and so is the error; sweeps has the bits of as many single steps. Arrays must not
 * overlap. Calls return when launches are under way (device/device.h). Rows of a multiple of 4 numbers in arrays that begin at
 * a multiple of 16 bytes move 16 bytes at once, others number by number. LQCD_ERR_ARGUMENT: a negative extent or number
 * of steps, or 1/(1 + 4 s) is no number, or 0; LQCD_ERR_DEVICE.
 *
 * One step: a thread has 4 columns (of one, where rows are odd) and goes down LQCD_GPU_STENCIL_ROWS rows, three of
 * which it keeps; neighbours in x come from the first cache. Compulsory bytes per site: 8 in float, 16 in double.
 *
 * Many steps: LQCD_GPU_STENCIL_LEVELS_<tag> (a power of two) of them in a launch, in registers. A warp has 128 columns,
 * 4 for each thread, and goes down a band of rows. With each row that it reads it computes one row of every level, each one
 * row behind that of the level before; a thread keeps two rows of each level. Columns come from the
 * neighbouring threads by shuffles. On either side as many of the 128 columns are lost as there are levels, and before
 * a band twice as many rows: with 8 levels and bands of LQCD_GPU_STENCIL_BAND = 256 rows 18 % of the work. The rest of
 * steps / levels is done with fewer levels. No shared memory, and no barrier.
 *
 * Sources: as kernels/stencil.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_STENCIL_H
#define LQCD_GPU_STENCIL_H

#include "../device/device.h"
#include "stencil.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#ifndef LQCD_GPU_STENCIL_THREADS
#define LQCD_GPU_STENCIL_THREADS 256
#endif
#ifndef LQCD_GPU_STENCIL_ROWS
#define LQCD_GPU_STENCIL_ROWS 8
#endif
#ifndef LQCD_GPU_STENCIL_BAND
#define LQCD_GPU_STENCIL_BAND 256
#endif
/* Blocks per multiprocessor: they determine how many registers the compiler may use. */
#ifndef LQCD_GPU_STENCIL_LEVELS_f
#define LQCD_GPU_STENCIL_LEVELS_f 8
#define LQCD_GPU_STENCIL_BLOCKS_f 4
#endif
#ifndef LQCD_GPU_STENCIL_LEVELS_d
#define LQCD_GPU_STENCIL_LEVELS_d 4
#define LQCD_GPU_STENCIL_BLOCKS_d 3
#endif

/* Threads of a warp, and warps of a block that does many steps; columns of a thread. */
enum { LQCD__GPU_STENCIL_LANES = 32, LQCD__GPU_STENCIL_WARPS = 4, LQCD__GPU_STENCIL_WIDTH = 4 };
/* The last number of the thread before in each thread of a warp, or the first of the next one. Compiled for the host,
 * one thread keeps the rows of all 32. Loops are unrolled on the device, which has arrays in registers then. */
#if LQCD_ON_DEVICE
#define LQCD__GPU_STENCIL_UNROLL LQCD_UNROLL(8)
enum { LQCD__GPU_STENCIL_OWN = 1 };
#define LQCD__GPU_STENCIL_WEST(row, own) lqcd_gpu_from_before((row)[0][LQCD__GPU_STENCIL_WIDTH - 1])
#define LQCD__GPU_STENCIL_EAST(row, own) lqcd_gpu_from_after((row)[0][0])
#else
#define LQCD__GPU_STENCIL_UNROLL
enum { LQCD__GPU_STENCIL_OWN = LQCD__GPU_STENCIL_LANES };
#define LQCD__GPU_STENCIL_WEST(row, own) (row)[(own) ? (own)-1 : 0][LQCD__GPU_STENCIL_WIDTH - 1]
#define LQCD__GPU_STENCIL_EAST(row, own) (row)[(own) + 1 < LQCD__GPU_STENCIL_OWN ? (own) + 1 : (own)][0]
#endif

#define LQCD_TEMPLATE "../kernels/device_stencil.inc"
#define LQCD_TAGS     LQCD_SCALAR_TAGS
#include "../base/each_tag.inc"

#undef LQCD__GPU_STENCIL_UNROLL
#undef LQCD__GPU_STENCIL_WEST
#undef LQCD__GPU_STENCIL_EAST

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
