/* lqcd/storage.h: how spinors and links lie in memory: in the precision of the arithmetic, or in 16 bits (tags h, vh).
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
 * Both exist for all six tags: for f, d, vf and vd they copy. r has the tag of the arithmetic: f for h, vf for vh.
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
 * Alignment as of lqcd_real_<tag>. Sources: M. Clark et al., Comput. Phys. Commun. 181 (2010) 1517 (16-bit storage with
 * a norm for each site; compressed links); packing in simd.h.
 */
#ifndef LQCD_STORAGE_H
#define LQCD_STORAGE_H

#include <float.h>

#include "compress.h"
#include "spinor.h"

typedef enum { LQCD_LINK_18, LQCD_LINK_12, LQCD_LINK_8 } lqcd_link_storage;

/* Below this a lane of a half spinor is zero: the factor to its units stays finite, and the norm a normal number. */
#define LQCD__HALF_TINY 1e-28f
/* What low16 and high16 return for the largest half integer. */
#define LQCD__HALF_MAX (32767.0f * 65536.0f)
/* In a template: the factor between a link as it is read and the matrix. */
#define LQCD__LINK_UNIT (HALF ? 1 / LQCD__HALF_MAX : 1)

/* A device has one instruction that keeps a NaN. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define LQCD__DEVICE_LARGEST 1
static __device__ __forceinline__ float lqcd__largest(float a, float b)
{
	float r;
	asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
	return r;
}
#else
#define LQCD__DEVICE_LARGEST 0
#endif

#define LQCD_TAG f
#include "tmpl/storage.inc"
#define LQCD_TAG d
#include "tmpl/storage.inc"
#define LQCD_TAG h
#include "tmpl/storage.inc"
#define LQCD_TAG vf
#include "tmpl/storage.inc"
#define LQCD_TAG vd
#include "tmpl/storage.inc"
#define LQCD_TAG vh
#include "tmpl/storage.inc"

#endif
