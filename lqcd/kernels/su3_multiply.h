/* lqcd/kernels/su3_multiply.h: an array of links times an array of spinors, in any layout of layout.h.
 *
 * A link is an NC x NC complex matrix, a spinor has 4 spins of NC colours; one of each per site, which is what a hop
 * of the Wilson operator does to each of its neighbours but for the projection. Arrays are lqcd_base_<tag>, of the
 * tags f, d (scalars) and vf, vd (registers of W = LANES sites); each comes with its layout:
 *
 *   status = lqcd_su3_multiply_<tag>(r, &lr, u, &lu, psi, &lp, dagger)      r = u psi, or u^dagger psi, for all spins
 *   status = lqcd_su3_multiply_links_<tag>(r, &lr, u, &lu, v, &lv, dagger)  r = u v, or u^dagger v, links
 *   status = lqcd_su3_copy_links_<tag>(r, &lr, u, &lu)                      r = u: links alone, in other reals
 *
 * Links have LQCD_LAYOUT_LINK, LQCD_LAYOUT_SHORT8 or LQCD_LAYOUT_SHORT reals per site, independently in each array.
 * Missing reals are rebuilt; short links must therefore be in SU(NC), without phases. Spinors have 8 NC
 * reals, as [spin][colour] or, transposed, [colour][spin]. The layouts of a call must have their sites in the same
 * blocks and lanes; the rest (padding, order) is free:
 *
 *   lqcd_layout_plain      the baseline, tags f and d
 *   lqcd_layout_padded     likewise
 *   lqcd_layout_vfo        blocks of W neighbouring sites, or of all: [real][site]
 *   lqcd_layout_hopping    any lane grid of W sites, or a multiple
 *
 * LQCD_ERR_LANES: W does not divide the lanes of the layouts. LQCD_ERR_GEOMETRY: sites, lanes or reals do not match,
 * links are transposed, or lanes of complex numbers are interleaved. For vf and vd arrays are aligned to registers.
 * Holes of a last block are computed as they are. r may be psi (or v, or u) itself, in the same layout; otherwise
 * arrays must not overlap. Arrays that do not fit LQCD_CACHE are written past the caches. Results do not depend on
 * threads.
 *
 * NC = 3: u psi is 264 flop, u v 198; a last row 42 more, a last element 14. Bytes per site in double: 144 + 192 +
 * 192; 128 and 96 instead of 144 where links are short. The error of an element is at most 2 (NC + 2) epsilon sum
 * |u||psi|, and that of rebuilding, 8 epsilon per element of a link that is.
 *
 * Source: A. Diavastos, G. Stylianou, G. Koutsou, Exploiting Very-Wide Vectors on Intel Xeon Phi with Lattice-QCD
 * kernels, PDP 2016, for the kernel and the layouts that it compares.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_KERNELS_SU3_MULTIPLY_H
#define LQCD_KERNELS_SU3_MULTIPLY_H

#include "../field/layout.h"
#include "../site/spinor.h"

/* Registers of an element that a thread handles at a time, and the distance of prefetches. */
enum { LQCD__SU3_CHUNK = 256, LQCD__SU3_AHEAD = 2 };

#define LQCD_TEMPLATE "../kernels/su3_multiply.inc"
#include "../base/each_tag.inc"

#endif
