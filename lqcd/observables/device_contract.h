/* lqcd/observables/device_contract.h: what a site contributes to correlators, in parts for threads of a GPU. C++ (nvcc).
 *
 * A contraction is a structure, copied to the device, for lqcd_correlate(out, contraction, a, b, origin, p, n) with
 * propagators a and b of a GPU (observables/device_observables.h). The two below have the text of the host's: lqcd__gpu_mesons,
 * lqcd__gpu_proton. One of your own has
 *
 *   enum { values, parts, each, plain };    a site has so many complex numbers; `parts` threads compute `each` terms of them
 *   void put(m, &column, s, c) const        puts the column of source spin s and colour c of b into the second matrix;
 *                                           plain: 1 where it is put as it is, 0 where not
 *   void site(z, part, &v, &w) const        z[0 .. each-1] = the terms of a part; v, w: the matrices of a and b at the site
 *   int number(part, k) const               the number that term k of a part is added to; called on the host
 *
 * put and site are LQCD_GPU_FN. out[(k T + t) values + v] and the arguments behind are those of observables/correlator.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_CONTRACT_H
#define LQCD_GPU_CONTRACT_H

#include "../device/launch.h"
#include "baryon.h"
#include "meson.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

/* Sites whose two matrices a block of threads holds, in 48 kB; the most blocks for a time slice, whatever the device. */
enum { LQCD__GPU_CONTRACT_SITES = LQCD_NC < 4 ? 8 : 4, LQCD__GPU_CONTRACT_BLOCKS = 32 };

/* A part has 2 rows and 4 columns of the 16 x 16 numbers, apart so that the 32 threads of a site read from all banks of the
 * shared memory. */
struct lqcd__gpu_mesons {
	enum { values = 256, parts = 32, each = 8, plain = 1 };

	LQCD_GPU_FN void put(lqcd_propagator_matrix *m, const lqcd_spinor_d *column, int s, int c) const
	{
		lqcd__column_put(m, column, s, c);
	}

	LQCD_GPU_FN void site(lqcd_complex_d *z, int part, const lqcd_propagator_matrix *a,
			      const lqcd_propagator_matrix *b) const
	{
		LQCD_GPU_UNROLL
		for (int k = 0; k < each; k++) z[k] = lqcd__meson_value(a, b, row(part, k), column(part, k));
	}

	LQCD_GPU_FN int row(int part, int k) const
	{
		return part / 4 + k / 4 * 8;
	}

	LQCD_GPU_FN int column(int part, int k) const
	{
		return part % 4 + k % 4 * 4;
	}

	LQCD_GPU_FN int number(int part, int k) const
	{
		return 16 * row(part, k) + column(part, k);
	}
};

#if LQCD_NC == 3
/* A part has a row of 4 x 4 numbers, and of the sum over colours the terms of one c and c'. */
struct lqcd__gpu_proton {
	enum { values = 16, parts = 36, each = 4, plain = 0 };
	lqcd_gamma_matrix xz; /* g_X g_Z */

	LQCD_GPU_FN void put(lqcd_propagator_matrix *q, const lqcd_spinor_d *column, int s, int c) const
	{
		for (int a = 0; a < 4; a++)
			for (int i = 0; i < 3; i++) lqcd__diquark_put(q, &xz, column->c[a].c[i], a, s, i, c);
	}

	LQCD_GPU_FN void site(lqcd_complex_d *z, int part, const lqcd_propagator_matrix *u,
			      const lqcd_propagator_matrix *q) const
	{
		for (int k = 0; k < each; k++) z[k] = lqcd_complex_zero_d();
		for (int order = 0; order < 4; order++) {
			const lqcd__colours k = lqcd__colours_of(part % 9 + 9 * order);
			lqcd__proton_row(z, &k, lqcd__proton_direct(&k, u, q), part / 9, u, q);
		}
	}

	LQCD_GPU_FN int number(int part, int k) const
	{
		return part / 9 * 4 + k;
	}
};
#endif

/* to[t][term] = sum over shares of from[t][share][term], in their order. */
struct lqcd__gpu_add_shares {
	const lqcd_complex_d *from;
	lqcd_complex_d *to;
	int terms, shares, all; /* all: slices times terms */

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int i = p.block[0] * LQCD_GPU_THREADS + p.thread[0];
		if (i >= all) return;
		const lqcd_complex_d *x = from + (size_t)(i / terms) * (size_t)shares * (size_t)terms + i % terms;
		lqcd_complex_d sum = lqcd_complex_zero_d();
		LQCD_UNROLL(8)
		for (int k = 0; k < shares; k++) sum = lqcd_complex_add_d(sum, x[(size_t)k * (size_t)terms]);
		to[i] = sum;
	}
};

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
