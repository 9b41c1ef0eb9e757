/* lqcd/observables/device_observables.h: sources, propagators and hadrons in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_point_source, _wall_source, _z2_source, _noise_source     observables/source.h, on full fields lqcd_spinor_field_gf, _gd: the
 *   lqcd_sequential_source                             numbers of the host; waves, U(1) and Gaussian noise up to rounding; sequential.h
 *   lqcd_source_wuppertal, _jacobi, _shift             observables/source_smear.h, with links of the same tag (field/device_links.h)
 *
 *   lqcd_spinor_field_gd s[LQCD_COLUMNS];              a propagator as of observables/propagator.h; or of _gf
 *   lqcd_propagator_create(s, &there)                  there: lqcd_gpu_lattice
 *   lqcd_propagator_point_source(s, site), _wall_source(s, t, p), _destroy(s)
 *   lqcd_propagator_solve_by(s, &inv, &params, results)      s of _gd; inv of lqcd_inverter_create_on (solver/device_inverter.h) on
 *                                                      `there`: no field goes to the host
 *
 *   lqcd_pion_add(C, &x, t0)                           observables/meson.h
 *   lqcd_meson_correlators(out, a, b, origin, p, n)    the same; then lqcd_meson, lqcd_pcac_mass
 *   lqcd_proton_correlators(out, u, d, origin, p, n)   observables/baryon.h; then lqcd_proton
 *   lqcd_correlate(out, contraction, a, b, origin, p, n)     other contractions: see lqcd__gpu_mesons; arguments as in correlator.h
 *
 * Names, formulas and the text of what a site contributes are those of the host; out and C are memory of the host, and
 * times and momenta count as there. Contractions are in double for both tags. Sums over a time slice: of the pion
 * exact, of the others in double in an order that the extents of the lattice alone determine. All agree with the host up
 * to rounding, and have the same bits in every run and on every device.
 *
 * Several processes: as device/lattice.h says. Statuses: those of the host, and what device/lattice.h lists; an error of the device
 * before the call is returned, too. Correlators wait for the device; they take 4 kB (mesons) or 2.3 kB (proton) for each of
 * up to 256 shares of a time slice. A momentum is a pass over the propagators.
 *
 * A block of threads holds the matrices of 8 sites in shared memory; a thread computes a part of the numbers of one
 * site: 8 of 256 for mesons, for the proton a row of 4 of a ninth of the sum over colours.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_OBSERVABLES_H
#define LQCD_GPU_OBSERVABLES_H

#include "../solver/device_inverter.h"
#include "baryon.h"
#include "device_loops.h"
#include "meson.h"
#include "sequential.h"
#include "source_smear.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#define LQCD_TEMPLATE "../observables/pion.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/source.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/sequential.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/source_smear.inc"
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/propagator.inc"
#include "../base/each_tag.inc"
#define LQCD_TAG gd
#include "propagator_solve.inc"
/* A contraction is a structure, copied to the device, of what a site contributes, in parts for threads:
 *
 *   enum { values, parts, each, plain };    a site has so many complex numbers; `parts` threads compute `each` terms of them
 *   void put(m, &column, s, c) const        puts the column of source spin s and colour c of b into the second matrix;
 *                                           plain: 1 where it is put as it is, 0 where not
 *   void site(z, part, &v, &w) const        z[0 .. each-1] = the terms of a part; v, w: the matrices of a and b at the site
 *   int number(part, k) const               the number that term k of a part is added to; called on the host
 *
 * put and site are LQCD_GPU_FN. The two here have the text of the host's. */

/* Sites whose two matrices a block of threads holds, in 48 kB; the largest number of blocks for a time slice on any device. */
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

#define LQCD_TEMPLATE "../observables/device_contract.inc"
#include "../base/each_tag.inc"

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
