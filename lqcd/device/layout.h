/* lqcd/device/layout.h: where the numbers of a site lie in the memory of a GPU; how they are loaded and stored.
 *
 * Blocks of 32 sites, one for each thread of a warp, hold 16 bytes of each site side by side: a thread loads 16 bytes at
 * once, and the warp 512 contiguous bytes. Byte b of an item (a spinor, a link) of n bytes, of site i of a parity, is at
 *
 *   (i / 32) * 32 n + (b / 16) * 512 + (i % 32) * 16 + b % 16,
 *
 * and where n is no multiple of 16, the rest of the 32 sites follows, side by side as well, 8 bytes before 4. A site
 * that has several items of n bytes has them one after the other, 32 n bytes apart, and 32 sites are as many times as
 * long.
 *
 * The sites of a parity are numbered ((t X + x) Y + y) Z/2 + z/2 in local extents: a neighbour's number is computed.
 *
 *   lqcd_gpu_load<n>(to, from, lane, how)  an item into memory of the thread (registers): from: the item of lane 0;
 *                                         how: LQCD_GPU_PLAIN, _CONST or _ONCE (device.h)
 *   lqcd_gpu_store<n>(to, lane, from)     LQCD_GPU_ONCE
 *   size_t lqcd_gpu_bytes(sites, n)       of all blocks of 32
 *
 * Sources: HiRep's format of fields on GPUs (blocks of 32 sites, but reals of 4 or 8 bytes side by side); M. Clark et
 * al., Comput. Phys. Commun. 181 (2010) 1517 (16 bytes to a thread).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LAYOUT_H
#define LQCD_GPU_LAYOUT_H

#include "../lattice/geometry.h"
#include "device.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

enum { LQCD_GPU_BLOCK = 32 };

LQCD_FN size_t lqcd_gpu_bytes(size_t sites, size_t n)
{
	return (sites + LQCD_GPU_BLOCK - 1) / LQCD_GPU_BLOCK * LQCD_GPU_BLOCK * n;
}

template <int n> LQCD_FN void lqcd_gpu_load(void *to, const char *from, int lane, lqcd_gpu_how how)
{
	static_assert(n % 4 == 0, "items are of so many bytes");
	const int whole = n / 16, rest = n % 16;
	char *q = (char *)to;
	LQCD_UNROLL(32)
	for (int k = 0; k < whole; k++) lqcd_gpu_read<16>(q + 16 * k, from + k * 16 * LQCD_GPU_BLOCK + 16 * lane, how);
	if (rest & 8) lqcd_gpu_read<8>(q + 16 * whole, from + 16 * whole * LQCD_GPU_BLOCK + 8 * lane, how);
	if (rest & 4) lqcd_gpu_read<4>(q + n - 4, from + (n - 4) * LQCD_GPU_BLOCK + 4 * lane, how);
}

template <int n> LQCD_FN void lqcd_gpu_store(char *to, int lane, const void *from)
{
	static_assert(n % 4 == 0, "items are of so many bytes");
	const int whole = n / 16, rest = n % 16;
	const char *q = (const char *)from;
	LQCD_UNROLL(32)
	for (int k = 0; k < whole; k++)
		lqcd_gpu_write<16>(to + k * 16 * LQCD_GPU_BLOCK + 16 * lane, q + 16 * k, LQCD_GPU_ONCE);
	if (rest & 8) lqcd_gpu_write<8>(to + 16 * whole * LQCD_GPU_BLOCK + 8 * lane, q + 16 * whole, LQCD_GPU_ONCE);
	if (rest & 4) lqcd_gpu_write<4>(to + (n - 4) * LQCD_GPU_BLOCK + 4 * lane, q + n - 4, LQCD_GPU_ONCE);
}

/* ---- sites ----------------------------------------------------------------------------------------------------- */

/** Local extents, half of that in Z. */
typedef struct {
	int T, X, Y, Zh;
} lqcd_gpu_box;

/** A divisor d >= 1 of numbers n, 0 <= n < 2^31: n / d = n m / 2^shift, with m = 2^shift / d rounded up, which is less than
 * 2^32. T. Granlund, P. Montgomery, SIGPLAN Notices 29, 6 (1994) 61. */
typedef struct {
	uint32_t m;
	int shift, d;
} lqcd__gpu_divisor;

LQCD_STATIC lqcd__gpu_divisor lqcd__gpu_divisor_of(int d)
{
	lqcd__gpu_divisor by = {0, 31, d};
	while ((uint64_t)1 << (by.shift - 31) < (uint64_t)d) by.shift++;
	by.m = (uint32_t)((((uint64_t)1 << by.shift) + (uint64_t)d - 1) / (uint64_t)d);
	return by;
}

LQCD_FN int lqcd__gpu_quotient(int n, const lqcd__gpu_divisor *by)
{
	return (int)((uint64_t)(uint32_t)n * by->m >> by->shift);
}

LQCD_STATIC lqcd_gpu_box lqcd_gpu_box_of(const lqcd_lattice *lat)
{
	const lqcd_gpu_box b = {lat->local[0], lat->local[1], lat->local[2], lat->local[3] / 2};
	return b;
}

LQCD_STATIC size_t lqcd_gpu_sites(const lqcd_lattice *lat)
{
	const lqcd_gpu_box b = lqcd_gpu_box_of(lat);
	return (size_t)b.T * (size_t)b.X * (size_t)b.Y * (size_t)b.Zh;
}

/** Local coordinates of site i of a parity (LQCD_EVEN or LQCD_ODD). */
LQCD_STATIC void lqcd_gpu_coords(const lqcd_lattice *lat, lqcd_parity parity, size_t i, int x[4])
{
	const lqcd_gpu_box b = lqcd_gpu_box_of(lat);
	const int radix[4] = {b.T, b.X, b.Y, b.Zh};
	lqcd__unlex((int)i, radix, x);
	x[3] = 2 * x[3] + ((x[0] + x[1] + x[2] + (parity == LQCD_ODD)) & 1);
}

LQCD_END_DECLS
#endif

#endif
