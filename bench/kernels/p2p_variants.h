/* bench/kernels/p2p_variants.h: the potential phi_i = sum_{j != i} q_j / |x_i - x_j| in forms of other codes.
 *
 * For comparison; lqcd/kernels/p2p.h has the function to use. Points, the pairs that are left out and the status are as there; to
 * and from may differ in all forms. 1/r is a division by a root here; sums are in float or double as the tag is, so that
 * their error grows with the number of sources (but reduction, which adds chunks of sources in double).
 *
 *   lqcd_p2p_<form>_<tag>(phi, &to, &from)
 *
 *   form           threads over     lanes over   how a point leaves out itself
 *   naive          -                -            two loops over sources, before and after it
 *   masked         targets          targets      a mask that integers decide: exact for any number of points, where a
 *                                                comparison of indices kept in floats is so up to 2^24
 *   flat           targets          -            as naive
 *   reduction      sources          sources      two ranges of sources
 *   nested         targets          sources      two ranges of sources
 *   hierarchical(phi, &to, &from, chunk, vector)
 *                  chunks of chunk  sources      a mask as above; each chunk is copied once and read by all targets,
 *                  sources                       with sums of vector lanes: 1, 2 or 4 registers; then the sums of
 *                                                chunks are added for each target, threads over targets
 *
 * naive and flat compute with plain float or double for every tag; so do all for the tags f and d. hierarchical needs
 * memory for 4 numbers per source and one per chunk and target (LQCD_ERR_MEMORY); LQCD_ERR_ARGUMENT when chunk < 1 or
 * vector is none of LANES, 2 LANES and 4 LANES. No result depends on the number of threads.
 *
 * Source: a study of portable forms of this kernel with xsimd, CUDA and Kokkos (flat parallel_for, flat
 * parallel_reduce, nested teams, hierarchical teams with scratch memory), of which these are the forms for one CPU.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_KERNELS_P2P_VARIANTS_H
#define BENCH_KERNELS_P2P_VARIANTS_H

#include <lqcd/kernels/p2p.h>

#define LQCD_TEMPLATE "bench/kernels/p2p_variants.inc"
#include <lqcd/base/each_tag.inc>

#endif
