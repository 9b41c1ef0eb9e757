/* lqcd/site/storage.h: how spinors and links lie in memory: in the precision of the arithmetic, or in 16 bits (tags h, vh).
 *
 *   lqcd_spinor_h, lqcd_spinor_vh    a spinor of the arithmetic of f and vf, [spin][col][lane] 32-bit integers with the
 *                                    real part in the lower and the imaginary part in the upper half, and a norm for
 *                                    each lane: component = half integer * 65536 * norm. 13 words for 24 reals.
 *   lqcd_spinor_read_<tag>(&r, &s)   r = s, in the precision of the arithmetic
 *   lqcd_spinor_write_<tag>(&s, &r)  s = r; with h and vh the largest |component| m of a lane becomes 32767 units, so
 *                                    that each real number is wrong by at most m/64000 (half a unit, m/65534, and the
 *                                    roundings of floats). Lanes with m < 1e-28 become 0. NaN and infinity, and
 *                                    components whose sum overflows, make NaN or infinity of the whole lane.
 *
 * Both exist for all six tags and copy for f, d, vf and vd. r has the tag of the arithmetic: f for h, vf for vh.
 *
 * Links (enum lqcd_link_storage; NC = 3, in brackets any NC):
 *   LQCD_LINK_18    all 18 reals [2 NC^2]
 *   LQCD_LINK_12    two rows, the last one rebuilt by a cross product [NC-1 rows]: 42 flop
 *   LQCD_LINK_8     eight reals, all else rebuilt (compress.h); NC = 3, and not with h and vh
 * With h and vh the reals are signed 16-bit fractions of 32767, in pairs like the spinor's: wrong by at most 1/64000,
 * the rebuilt row by 4/64000.
 *
 *   lqcd_link_bytes_<tag>(storage)             bytes of a link, all lanes
 *   lqcd_link_write_<tag>(p, storage, &u)      stores u of SU(NC) at p; LQCD_LINK_18 takes any matrix with |u_ij| <= 1
 *   lqcd_link_read_<tag>(&u, p, storage)       and back; storage constant
 *
 * The numbers are fixed point, so that conversions of half floats (F16C, AVX512-FP16, BF16) do not apply; see avx512.h.
 *
 * Alignment as of lqcd_real_<tag>. Sources: M. Clark et al., Comput. Phys. Commun. 181 (2010) 1517 (16-bit storage with
 * a norm for each site; compressed links); packing in simd.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_STORAGE_H
#define LQCD_STORAGE_H

#include <float.h>

#include "compress.h"
#include "spinor.h"

typedef enum { LQCD_LINK_18, LQCD_LINK_12, LQCD_LINK_8 } lqcd_link_storage;

/* A lane of a half spinor below this is stored as zero: its scale stays finite, and its norm a normal number. */
#define LQCD__HALF_TINY 1e-28f
/* The value of low16 and high16 for the largest half integer. */
#define LQCD__HALF_MAX (32767.0f * 65536.0f)
/* In a template: the factor between the link as stored and the matrix. */
#define LQCD__LINK_UNIT (LQCD_TAG_HALF ? 1 / LQCD__HALF_MAX : 1)

/** Whether a 16-bit fraction holds x: not NaN, not above 1. */
LQCD_FN int lqcd__fits16(double x)
{
	return lqcd_isfinite(x) && fabs(x) <= 1.00001;
}

#define LQCD_TEMPLATE "../site/storage.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#endif
