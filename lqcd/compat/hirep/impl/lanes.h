/* lqcd/compat/hirep/impl/lanes.h: part of compat/hirep.h: spinors of HiRep, one site after the other, to blocks of
 * lanes and back.
 *
 * lqcd__hr_sites[LANES ix + w] is the index (of one lane) of the site in lane w of block ix. A block is LANES rows of 8
 * NG numbers on one side and 8 NG columns of LANES on the other. For doubles in 8 or 4 lanes they change places in
 * registers, LANES x LANES at a time: log2(LANES) times rows i and i + LANES/2 are interleaved. Others move number by
 * number.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_LANES_H
#define LQCD_COMPAT_HIREP_LANES_H

#include "linear_algebra.h"

#if LQCD_LANES_vd == 8 || LQCD_LANES_vd == 4
typedef double lqcd__hr_row __attribute__((vector_size(8 * LQCD_LANES_vd)));

static inline lqcd__hr_row lqcd__hr_load_row(const double *p)
{
	lqcd__hr_row r;
	memcpy(&r, p, sizeof r);
	return r;
}

/** to[column * to_step + w] = from[w][column], for LANES columns: a square. */
LQCD_HOST_FN void lqcd__hr_square(double *const to[], const double *const from[], size_t offset_to, size_t offset_from)
{
	enum { n = LQCD_LANES_vd };
	lqcd__hr_row a[n], b[n];
	LQCD_UNROLL(8)
	for (int w = 0; w < n; w++) a[w] = lqcd__hr_load_row(from[w] + offset_from);
	LQCD_UNROLL(3)
	for (int step = 1; step < n; step *= 2) {
		LQCD_UNROLL(4)
		for (int i = 0; i < n / 2; i++) {
#if LQCD_LANES_vd == 8
			b[2 * i] = __builtin_shufflevector(a[i], a[i + n / 2], 0, 8, 1, 9, 2, 10, 3, 11);
			b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + n / 2], 4, 12, 5, 13, 6, 14, 7, 15);
#else
			b[2 * i] = __builtin_shufflevector(a[i], a[i + n / 2], 0, 4, 1, 5);
			b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + n / 2], 2, 6, 3, 7);
#endif
		}
		LQCD_UNROLL(8)
		for (int i = 0; i < n; i++) a[i] = b[i];
	}
	LQCD_UNROLL(8)
	for (int w = 0; w < n; w++) memcpy(to[w] + offset_to, &a[w], sizeof a[w]);
}
#endif

#define LQCD_TEMPLATE "../compat/hirep/impl/lanes.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "each_quark.inc"

#endif
