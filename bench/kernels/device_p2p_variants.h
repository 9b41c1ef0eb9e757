/* bench/kernels/device_p2p_variants.h: the potential of p2p_variants.h on a GPU, in forms of other codes. C++ (nvcc).
 *
 * For comparison; lqcd/kernels/device_p2p.h has the function to use. Points, pairs that are left out and statuses are as there; 1/r is a
 * division by a root.
 *
 *   lqcd_gpu_p2p_<form>_<tag>(gpu, phi, &to, &from, why)
 *
 *   form           what it maps to
 *   flat           a thread for each target, with all sources: a parallel loop. The sum is in the tag's precision, as
 *                  that of p2p_variants.h
 *   reduction      a launch for each target, in which all blocks share the sources: a parallel reduction in a loop of
 *                  the host. Each block leaves a sum, and these are added after LQCD__GPU_P2P_BATCH targets
 *   nested         a block (team) for each target, whose threads share the sources: a reduction within a parallel loop
 *   hierarchical(gpu, phi, &to, &from, chunk, why)
 *                  a block (team) for each chunk of `chunk` sources, which it copies to shared memory (scratch) once
 *                  and reads for all targets; then a thread for each target adds the sums of chunks
 *
 * Sums over threads are in double and in a fixed order: results do not depend on timing. reduction needs memory
 * of the device for a double per block and target of a batch, hierarchical for a number per chunk and target:
 * LQCD_ERR_MEMORY. Both return when the sums are done. LQCD_ERR_ARGUMENT: chunk is not 1 .. LQCD_GPU_P2P_CHUNK.
 *
 * Source: as p2p_variants.h.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_KERNELS_DEVICE_P2P_VARIANTS_H
#define BENCH_KERNELS_DEVICE_P2P_VARIANTS_H

#include <lqcd/kernels/device_p2p.h>
#include "p2p_variants.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include <lqcd/base/lazy.inc>

enum { LQCD_GPU_P2P_CHUNK = 1024, LQCD__GPU_P2P_TEAM = 256, LQCD__GPU_P2P_BATCH = 4096 };

/** In thread 0 of a block the sum of part(0) .. part(LQCD__GPU_P2P_TEAM - 1), that of thread t computed there. */
template <class F> LQCD_FN double lqcd__gpu_p2p_team(const F &part, int thread)
{
#if LQCD_ON_DEVICE
	LQCD_GPU_SHARED double sum[LQCD__GPU_P2P_TEAM];
	sum[thread] = part(thread);
	for (int half = LQCD__GPU_P2P_TEAM / 2; half; half /= 2) {
		lqcd_gpu_sync();
		if (thread < half) sum[thread] += sum[thread + half];
	}
	if (thread) return 0;
#else
	double sum[LQCD__GPU_P2P_TEAM];
	if (thread) return 0;
	for (int t = 0; t < LQCD__GPU_P2P_TEAM; t++) sum[t] = part(t);
	for (int half = LQCD__GPU_P2P_TEAM / 2; half; half /= 2)
		for (int t = 0; t < half; t++) sum[t] += sum[t + half];
#endif
	return sum[0];
}

#define LQCD_TEMPLATE "bench/kernels/device_p2p_variants.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include <lqcd/base/each_tag.inc>

#include <lqcd/base/lazy_end.inc>
LQCD_END_DECLS
#endif

#endif
