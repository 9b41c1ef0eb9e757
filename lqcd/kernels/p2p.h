/* lqcd/kernels/p2p.h: sums over pairs of points in two and three dimensions: potentials and forces.
 *
 *   phi_i = sum_j q_j g(|x_i - x_j|)        F_i = -grad_i phi_i = sum_j q_j h(r) (x_i - x_j), h = -g'(r)/r
 *
 *   law                g(r)              h(r)
 *   LQCD_P2P_INVERSE   1/r               1/r^3
 *   LQCD_P2P_LOG       ln r              -1/r^2
 *   LQCD_P2P_GAUSS     exp(-r^2/s^2)     2/s^2 exp(-r^2/s^2)
 *
 * For the tags f, d (scalar) and vf, vd (lanes over targets). Points are plain arrays of float or double, one per
 * coordinate, at any address:
 *
 *   lqcd_points_<tag> p = lqcd_points_make_<tag>(n, x, y, z, q)      z = NULL: two dimensions; n >= 0
 *
 *   status = lqcd_p2p_fast_<tag>(phi, &to, &from)       1/r at the points of to from the charges of from (those of to
 *                                                       are not read, q may be NULL)
 *   status = lqcd_p2p_symmetric_<tag>(phi, &p)          1/r for to = from, each pair once
 *   status = lqcd_p2p_field_<tag>(phi, force, &to, &from, law, s)      any law; force: NULL, or one array per
 *                                                       dimension; s: the width, of LQCD_P2P_GAUSS alone
 *   lqcd_p2p_pair_<tag>(&g, &h, r2, 1/s^2, law)         g and h of a squared distance, law a constant: for loops of
 *                                                       your own; of the tags f and d host and device
 *
 * Without a tag the type of the points chooses. phi and force have as many elements as to and must not overlap the input.
 * LQCD_ERR_ARGUMENT: points of different dimensions or a negative size, a width that is not positive. LQCD_ERR_MEMORY:
 * symmetric alone, which needs up to 16 doubles per point.
 *
 * Pairs i == j are left out where to and from are the same object. Distinct points at the same place (whose squared distance
 * rounds to 0) add nothing to 1/r and ln r, and g(0) = 1 to the Gaussian; their force is 0. Many such points make tiles slow.
 * Distances whose square overflows (1e19 in float, 1e154 in double) count as infinite.
 *
 * The error relative to sum_j |q_j g| is below 1e-14 and 3e-7 for any number of sources and charges of any sign (of ln r
 * relative to sum_j |q_j| (1 + |ln r|), of the Gaussian to sum_j |q_j|; in float a measured bound). Results do not depend on the
 * number of threads. They do depend on the back end, by its lanes and its estimate of 1/r. A pair counts 9 flop in 2-D and 12 in
 * 3-D, the root one and the division one. Source: the Taylor series of s^(-1/2) around 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_KERNELS_P2P_H
#define LQCD_KERNELS_P2P_H

#include <float.h>

#include "../lattice/loops.h"
#include "../base/memory.h"
#include "../site/lane_random.h"
#include "../base/status.h"

typedef enum { LQCD_P2P_INVERSE, LQCD_P2P_LOG, LQCD_P2P_GAUSS } lqcd_p2p_law;

/* Treatment of r = 0: none; a mask; a mask, with division and root at any r. */
enum { LQCD__P2P_FREE, LQCD__P2P_GUARDED, LQCD__P2P_EXACT };
/* Tiles of a block, and stripes of symmetric; pairs from which a parallel region (some 10 us) pays. */
enum { LQCD__P2P_BLOCK = 8, LQCD__P2P_STRIPES = 16 };
#define LQCD__P2P_PARALLEL 100000.0
/* Target registers per source: the correction is a chain of operations, and several chains fill the pipes; 16 registers
 * hold two. Sources that are summed before the sum is added in double: fewer where narrow registers make that cheap. */
#if LQCD_SIMD_REGISTERS >= 32
#define LQCD__P2P_REGISTERS 4
#define LQCD__P2P_SOURCES   32
#else
#define LQCD__P2P_REGISTERS 2
#define LQCD__P2P_SOURCES   16
#endif

#define LQCD_TEMPLATE "../kernels/p2p_math.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../kernels/p2p.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_p2p_fast(phi, to, from)    LQCD_SELECT(lqcd_p2p_fast, lqcd_points, *(to))(phi, to, from)
#define lqcd_p2p_symmetric(phi, points) LQCD_SELECT(lqcd_p2p_symmetric, lqcd_points, *(points))(phi, points)
#define lqcd_p2p_field(phi, force, to, from, law, s)                                                                   \
	LQCD_SELECT(lqcd_p2p_field, lqcd_points, *(to))(phi, force, to, from, law, s)
#endif

#endif
