/* lqcd/kernels/device_p2p.h: sums over pairs of points of kernels/p2p.h on a GPU. C++ (nvcc).
 *
 * Points are lqcd_points_<tag>, f or d, as there, with arrays in the memory of the device, and so are phi and force:
 *
 *   lqcd_gpu_p2p_fast_<tag>(gpu, phi, &to, &from, why)                 1/r at the points of to
 *   lqcd_gpu_p2p_field_<tag>(gpu, phi, force, &to, &from, law, s, why) any law; force: NULL, or an array of the host
 *                                                                      with one array of the device per dimension
 *
 * Without a tag the type of the points chooses. Formulas, the pairs that are left out (where to == from, the same
 * object of the host), points at the same places, overlaps and precision are those of kernels/p2p.h. One launch, which
 * is under way when a call returns (device/device.h). LQCD_ERR_ARGUMENT: points of different dimensions, or a negative size, a
 * width that is not positive; LQCD_ERR_DEVICE. The forms that the fast one is measured against are in bench/kernels/device_p2p_variants.h.
 *
 * A block has LQCD_GPU_P2P_TARGETS_<tag> targets for each of 32 threads (half of them with forces), in registers. Its
 * LQCD_GPU_P2P_WARPS warps take turns at tiles of 32 sources, which a warp loads side by side and leaves in shared
 * memory, where a source is one load for all its targets. No barrier stands in that loop. In the end the sums of the
 * warps are added in the order of their numbers: results do not depend on timing. Each pair is computed twice: computing
 * it once would need sums that blocks share, either by atomic operations in no fixed order or by memory and a second
 * pass.
 *
 * The root is the estimate of the hardware. In float it is within 2^-22.9 and not corrected: a correction in float
 * rounds as much; with errors of that size at every pair sums of some thousand charges stay below 3e-7. In double it is
 * within 2^-20; one correction of third order (kernels/p2p.inc) leaves less than 2^-58. Sums of 8 floats are added, four of
 * these, and then in double. bench/RESULTS.md has the cost of a pair.
 *
 * Only the loop over the block's own tiles tests for r = 0. Elsewhere r = 0 gives an infinity or NaN, which is detected at
 * the end; the block then starts again with division and root.
 *
 * Source of the error bounds: PTX ISA, rsqrt.approx.ftz.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_P2P_H
#define LQCD_GPU_P2P_H

#include "../device/device.h"
#include "p2p.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#ifndef LQCD_GPU_P2P_WARPS
#define LQCD_GPU_P2P_WARPS 8
#endif
/* Blocks per multiprocessor: they determine how many registers the compiler may use. */
#ifndef LQCD_GPU_P2P_TARGETS_f
#define LQCD_GPU_P2P_TARGETS_f 4
#define LQCD_GPU_P2P_BLOCKS_f  4
#endif
#ifndef LQCD_GPU_P2P_TARGETS_d
#define LQCD_GPU_P2P_TARGETS_d 4
#define LQCD_GPU_P2P_BLOCKS_d  2
#endif

/* Sources of a tile: one for each thread of a warp. */
enum { LQCD__GPU_P2P_TILE = 32 };

#define LQCD_TEMPLATE "../kernels/device_p2p.inc"
#define LQCD_TAGS     LQCD_SCALAR_TAGS
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
