/* lqcd/gpu/p2p.h: sums over pairs of points of kernels/p2p.h on a GPU. C++ (nvcc).
 *
 * Points are lqcd_points_<tag>, f or d, as there, with arrays in the memory of the device, and so are phi and force:
 *
 *   lqcd_gpu_p2p_fast_<tag>(gpu, phi, &to, &from, why)                 1/r at the points of to
 *   lqcd_gpu_p2p_field_<tag>(gpu, phi, force, &to, &from, law, s, why) any law; force: NULL, or an array of the host
 *                                                                      with one array of the device per dimension
 *
 * Without a tag the type of the points chooses. Formulas, the pairs that are left out (where to == from, the same
 * object of the host), points at the same places, overlaps and precision are those of kernels/p2p.h. One launch, which
 * is under way when a call returns (device.h). LQCD_ERR_ARGUMENT: points of different dimensions, or a negative size, a
 * width that is not positive; LQCD_ERR_DEVICE. The forms that the fast one is measured against are in p2p_variants.h.
 *
 * A block has LQCD_GPU_P2P_TARGETS_<tag> targets for each of 32 threads (half of them with forces), in registers. Its
 * LQCD_GPU_P2P_WARPS warps take turns at tiles of 32 sources, which a warp loads side by side and leaves in shared
 * memory, where a source is one load for all its targets. No barrier stands in that loop. In the end the sums of the
 * warps are added in the order of their numbers: results do not depend on what ran when. Each pair is computed twice:
 * half the roots would cost sums for sources that blocks share, atomic ones, whose order is nobody's, or memory and a
 * second pass.
 *
 * The root is the estimate of the hardware. In float it is within 2^-22.9 and stands as it is: a correction in float
 * rounds as much; with errors of that size at every pair sums of some thousand charges stay below 3e-7. In double,
 * within 2^-20, one correction of third order follows (kernels/p2p.h), after which what is left is below 2^-58. The
 * sums of 8 floats are added up, four of these, and then in double. A pair in 2-D costs in float five operations and a
 * root, in double nine: on a multiprocessor that does 128 of the first, 64 of the second and 16 roots per clock, roots
 * bind floats (16 pairs), arithmetic binds doubles (7).
 *
 * No test for r = 0 stands in the loop, but in that over the block's own tiles: elsewhere it makes an infinity or NaN,
 * which is seen in the end, and the block starts again with division and root.
 *
 * Source of the error bounds: PTX ISA, rsqrt.approx.ftz.
 */
#ifndef LQCD_GPU_P2P_H
#define LQCD_GPU_P2P_H

#include "../kernels/p2p.h"
#include "device.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../tmpl/gpu_lazy.inc"

#ifndef LQCD_GPU_P2P_WARPS
#define LQCD_GPU_P2P_WARPS 8
#endif
/* Blocks of a multiprocessor, for the compiler's share of registers. */
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

/** 1/sqrt(x), estimated; infinite at 0 and where x is subnormal. */
LQCD_FN float lqcd__gpu_rsqrt_f(float x)
{
#ifdef __CUDA_ARCH__
	float y;
	asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
	return y;
#else
	return lqcd_rsqrt_estimate_f(x);
#endif
}

LQCD_FN double lqcd__gpu_rsqrt_d(double x)
{
#ifdef __CUDA_ARCH__
	double y;
	asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
	return y;
#else
	return lqcd_rsqrt_estimate_d(x);
#endif
}

#define LQCD_TAG f
#include "../tmpl/gpu_p2p.inc"
#define LQCD_TAG d
#include "../tmpl/gpu_p2p.inc"

#include "../tmpl/gpu_lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
