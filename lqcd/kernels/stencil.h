/* lqcd/kernels/stencil.h: a stencil on a periodic lattice in two dimensions, in several layouts.
 *
 *   phi'(y, x) = (phi(y, x) + s (phi(y, x-1) + phi(y, x+1) + phi(y-1, x) + phi(y+1, x))) / (1 + 4 s)
 *
 * a Laplacian step whose normalisation keeps a constant field as it is. Arrays are lqcd_base_<tag>[ny][nx], for the
 * tags f, d (scalars) and vf, vd (registers of W = LANES numbers):
 *
 *   status = lqcd_stencil_scalar_<tag>(out, in, ny, nx, s)     one number after the other, kept from being vectorised
 *   status = lqcd_stencil_plain_<tag>(out, in, ny, nx, s)      the plain loop as the compiler vectorises it
 *   status = lqcd_stencil_vfo_<tag>(out, in, ny, nx, s)        registers of neighbouring sites, read from odd addresses
 *   status = lqcd_stencil_hopping_<tag>(out, in, ny, nx, s)    the hopping order pho[y][x][w] = phi[y][w nx/W + x]
 *   status = lqcd_stencil_in_place_<tag>(phi, ny, nx, s)       the same, over the field itself
 *   status = lqcd_stencil_sweeps_<tag>(phi, work, ny, nx, s, steps)
 *                                                              many steps in the hopping order; the result is in phi,
 *                                                              work is overwritten
 *
 * The first three are for plain arrays of any extents at any address. The order of vector registers of neighbouring
 * sites (VFO) is that of a plain array here, since a site has one number. lqcd_layout_hopping (layout.h) has the
 * hopping order with a lane grid of 1 x W and its conversions; nx must be a multiple of W (LQCD_ERR_LANES), arrays
 * are aligned to registers, and lanes are shuffled where x is 0 or nx/W - 1 alone. LQCD_ERR_ARGUMENT: a negative
 * extent or number of steps, or 1/(1 + 4 s) is no number, or 0. LQCD_ERR_MEMORY: sweeps, which needs 15 rows
 * for every 512 rows, and in_place, which needs two for every 128. Arrays must not overlap.
 *
 * All forms compute scale (phi + s (((W + E) + N) + S)) in this order, with a multiply-add where the tag has one:
 * scalar and plain may leave that to the compiler. The error is at most 6 epsilon |scale| (|phi| + |s| (|W| + |E| +
 * |N| + |S|)). sweeps and in_place have the bits of as many calls of hopping; on the generic back end unless the
 * compiler joins products and sums in one of them only (see simd.h). No result depends on the number of threads, which
 * share rows, or bands of 512 or 128 rows.
 *
 * sweeps does 8 steps (4 with 16 registers) in one pass over memory: row y of step t and row y-1 of step
 * t+1 are computed at the same time, so that the newest row goes from step to step in registers; two rows of each
 * step are kept, tile by tile in L1. A band starts 14 rows early and drops them. A site update is 6 flop; memory
 * moves 8 bytes (float) for one step of in_place and for 8 of sweeps; 12 for one of the other forms, since a line that
 * is written is read before.
 *
 * Source: A. Diavastos, G. Stylianou, G. Koutsou, Exploiting Very-Wide Vectors on Intel Xeon Phi with Lattice-QCD
 * kernels, PDP 2016, for the stencil and the hopping order.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_KERNELS_STENCIL_H
#define LQCD_KERNELS_STENCIL_H

#include "../lattice/loops.h"
#include "../base/memory.h"
#include "../simd/simd.h"
#include "../base/status.h"

enum { LQCD__STENCIL_ONE, LQCD__STENCIL_LOOP, LQCD__STENCIL_LANES };
/* Rows of a band with several levels, and with one; passes over a tile at a time; work from which threads pay. */
enum { LQCD__STENCIL_BAND = 512, LQCD__STENCIL_ROWS = 16, LQCD__STENCIL_CHUNK = 8 };
#define LQCD__STENCIL_PARALLEL 65536.0
/* Steps at once: two registers of each are in use. */
#if LQCD_SIMD_REGISTERS >= 32
#define LQCD__STENCIL_LEVELS 8
#else
#define LQCD__STENCIL_LEVELS 4
#endif
/* In a template: registers of a tile, 28 KiB of the rows that are kept. */
#define LQCD__STENCIL_TILE (28672 / (2 * (int)sizeof(REAL) * (LQCD__STENCIL_LEVELS - 1)))

/* These keep scalar scalar, and let gcc vectorise plain at -O2, too. */
#if defined(__clang__) || LQCD_DEVICE_COMPILER
#define LQCD__STENCIL_SCALAR LQCD_KERNEL
#define LQCD__STENCIL_PLAIN  LQCD_KERNEL
#else
#define LQCD__STENCIL_SCALAR LQCD_KERNEL __attribute__((optimize("no-tree-vectorize")))
#define LQCD__STENCIL_PLAIN  LQCD_KERNEL __attribute__((optimize("O3")))
#endif
#if defined(__clang__) && !LQCD_DEVICE_COMPILER
#define LQCD__STENCIL_NO_LANES LQCD__PRAGMA(clang loop vectorize(disable) interleave(disable))
#else
#define LQCD__STENCIL_NO_LANES
#endif

#define LQCD_TEMPLATE "../kernels/stencil.inc"
#include "../base/each_tag.inc"

#endif
