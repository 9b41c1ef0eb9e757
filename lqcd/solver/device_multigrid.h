/* lqcd/solver/device_multigrid.h: the multigrid of solver/multigrid.h on a GPU, for Wilson quarks with the terms of dirac/device_clover.h.
 * C++ (nvcc).
 *
 *   lqcd_multigrid_gf mg;                                       also gd, gh
 *   s = lqcd_multigrid_create(&mg, &D_low, &params, &why)       D_low: lqcd_wilson_gf; the set-up on the device
 *   s = lqcd_dirac_multigrid_create(&mg, &d_low, &params, &why) the same for the view of D_low
 *   s = lqcd_multigrid_create_on(&mg, &D_low, &host, &why)      host: the multigrid of the same D on the host,
 *                                                               lqcd_multigrid_vf or of any other tag, from which
 *                                                               vectors, coarse operator and polynomial are copied
 *   r = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &params)   D, x, b: gd; mg: gf, gh
 *   r = lqcd_dirac_solve_multigrid(&x, &d, &mg, &b, &params)    the same for the view of D
 *   r = lqcd_multigrid_solve(&x, &mg, &b, &params)              x, b of the tag of mg
 *   s = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &params, results)
 *                                                               many right-hand sides at once: x, b: full
 *                                                               lqcd_multi_spinor_field_gd; results[n] and s as in solver/multi.h
 *   s = lqcd_multigrid_update(&mg, &D_low, rounds, &why)        after new links or masses, as on the host; also
 *                                                               lqcd_dirac_multigrid_update
 *   lqcd_multigrid_destroy(&mg)                                 before D_low and the lattice
 *   lqcd_gcr, lqcd_gcr_mixed                                    solver/gcr.h
 *
 * Cycle, polynomial, solver and statuses are those of the host, and so are iterations, up to rounding; blocks need only
 * divide the lattice. The coarse system is solved to the same tolerance, with one wait for the device in an iteration:
 * Gram-Schmidt takes all its scalar products at once. LQCD_ERR_EXTENT also if the coarse operator has more than 2^31
 * numbers. Errors of the device also go to the lattice (device/lattice.h).
 *
 * Several processes, each with a device (device/halo.h): all calls are collective. A block lies inside a process: create names the
 * extent that does not divide the local lattice (LQCD_ERR_EXTENT). A process may have any number of blocks, also 1 or 3 in a
 * direction. Faces of coarse fields travel while inner sites are computed (solver/device_coarse_halo.h). Results are those of one
 * device up to the rounding of sums in double, whose order depends on the processes; they rarely change a number of float.
 * Set params.block, since the automatic choice depends on the local lattice. Memory besides: three times the remote sites of a
 * coarse field of all right-hand sides, or of n^2 couplings each in one direction, if they exceed the faces of spinors (device/halo.h);
 * for the set-up `vectors` spinors for each site, and n^2 complex numbers for each coarse site, of the upper or lower borders.
 *
 * The set-up has the steps of the host's, for all vectors at once, and leads to as good a multigrid. It differs in this:
 * all vectors get the minimal-residual coefficients of the first; vectors become orthonormal by Cholesky decompositions,
 * of which two suffice in a block; polynomials are learnt in the first and in the last round. In a block, vectors in
 * double are dependent (LQCD_ERR_SINGULAR) if 3e-7 of the norm of one is left, not 1e-12. For one or a few solves a brief set-up
 * is best: 8 vectors, initial 20, rounds 6 (bench/RESULTS.md). More levels (params.levels): on one process
 * (LQCD_ERR_GEOMETRY); create_on copies those of the host.
 *
 * Many right-hand sides make GCR steps together, each with its own numbers, and wait for the device twice in a step. Links,
 * vectors and coarse matrices are read once for all, or for every 4. Right-hand side n takes the iterations that it takes
 * alone, up to rounding; those that are done rest. A reliable update is one of all. Memory: 2 restart + 5 half fields for
 * each right-hand side in the precision of mg, those of directions when they are first needed; they stay in mg until
 * another number of right-hand sides, or destroy. In float, multiples of 8 are fastest (dirac/device_wilson.h).
 *
 * Vectors lie block by block, as spinors of device/layout.h. Coarse fields are [site][row][right-hand side], matrices
 * [site][direction][column][row]; with gh the 8 couplings of a coarse site are in 16 bits, each matrix in a unit of its own, X and
 * its inverse in float. Sums are in double, in an order that does not depend on the device. Memory: that of the host, and for the
 * set-up 6 `vectors` + 3 half fields and 20 vectors^2 complex numbers and 4 vectors^2 of double per block more.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_MULTIGRID_H
#define LQCD_GPU_MULTIGRID_H

#include "../dirac/device_clover.h"
#include "device_coarse_halo.h"
#include "device_solver.h"
#include "multigrid_tune.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../device/lazy.inc"

/* Threads that add up a part of a sum together, and parts of a sum over a coarse field. */
enum { LQCD__GPU_TEAM = LQCD__GPU_SHARE_MAX, LQCD__GPU_COARSE_PARTS = 64 };

/* Right-hand sides of a coarse field, of many, that a thread takes; parts of a sum over a field for each of them. */
enum { LQCD__GPU_COARSE_RHS = 4, LQCD__GPU_MULTI_PARTS = LQCD_DEVICE_COMPILER ? 4096 : 16, LQCD__GPU_FACTOR_SETS = 4 };

/** So many right-hand sides, rounded up to whole groups of a thread. */
LQCD_HOST_FN int lqcd__coarse_groups(int rhs)
{
	return (rhs + LQCD__GPU_COARSE_RHS - 1) / LQCD__GPU_COARSE_RHS * LQCD__GPU_COARSE_RHS;
}

/* A coefficient for all right-hand sides. */
struct lqcd__mg_alike {
	double of[LQCD_MAX_RHS];

	explicit lqcd__mg_alike(double a)
	{
		for (int n = 0; n < LQCD_MAX_RHS; n++) of[n] = a;
	}
};

/** Memory of the device for n of them; the error is also the lattice's. */
template <class V>
static lqcd_status lqcd__gpu_take(lqcd_gpu_lattice *lat, V **p, size_t n, lqcd_message *why, const char *what)
{
	void *q = NULL;
	const lqcd_status s = lqcd_gpu_alloc(lat->gpu, &q, lqcd_mul_size(n, sizeof **p), why, what);
	*p = (V *)q;
	return lqcd__gpu_note(lat, s, why);
}

/** Frees memory of the device. */
template <class... V> static void lqcd__gpu_free_all(const lqcd_gpu *gpu, V *...p)
{
	void *const all[] = {p...};
	for (size_t k = 0; k < sizeof all / sizeof *all; k++) lqcd_gpu_free(gpu, all[k]);
}

/* A number that is known when code is compiled. */
template <int n> struct lqcd__constant {
	enum { value = n };
};

/** f(how many right-hand sides of a coarse field a thread takes), of so many. */
template <class F> static void lqcd__coarse_grouped(int rhs, const F &f)
{
	if (rhs == 1)
		f(lqcd__constant<1>());
	else
		f(lqcd__constant<LQCD__GPU_COARSE_RHS>());
}

/** Whether there may be so many levels. */
LQCD_STATIC lqcd_status lqcd__levels_check(const lqcd_comm *comm, int levels, lqcd_message *why)
{
	if (levels == 2 || comm->size == 1) return LQCD_OK;
	return lqcd_fail(why, LQCD_ERR_GEOMETRY, "multigrid: %d levels on the devices of %d processes: 2, or one process", levels,
			 comm->size);
}

/** x of all threads of a team. */
template <class V> LQCD_FN V lqcd__gpu_team_sum(V x)
{
	LQCD_GPU_UNROLL
	for (int m = LQCD_GPU_WARP / 2; m; m >>= 1) x += lqcd_gpu_from_xor(x, m);
	return x;
}

/* The sum of the parts of a number for a right-hand side by a team. */
struct lqcd__gpu_parts_sum {
	const lqcd_complex_d *part; /* [number][part][right-hand side] */
	lqcd_complex_d *to;
	int rhs;

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		const int team = i / LQCD__GPU_TEAM;
		const lqcd_complex_d *from = part + team / rhs * (LQCD__GPU_MULTI_PARTS * rhs) + team % rhs;
		double re = 0, im = 0;
		for (int k = i % LQCD__GPU_TEAM; k < LQCD__GPU_MULTI_PARTS; k += LQCD__GPU_TEAM) {
			re += from[k * rhs].re;
			im += from[k * rhs].im;
		}
		re = lqcd__gpu_team_sum(re);
		im = lqcd__gpu_team_sum(im);
		if (i % LQCD__GPU_TEAM == 0) to[team] = lqcd_complex_make_d(re, im);
	}
};

/* ---- products of vectors ------------------------------------------------------------------------------------------ */

/* The sum of the products of n vectors over all pieces, those of the upper triangle: there are no others. A team makes one. */
struct lqcd__mg_total {
	const lqcd_complex_d *from; /* [piece][chirality][i][j] */
	lqcd_complex_d *to;
	int pieces, n;

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		const int k = i / LQCD__GPU_TEAM;
		const size_t numbers = (size_t)(2 * n * n);
		lqcd_complex_d z = lqcd_complex_zero_d();
		for (int p = i % LQCD__GPU_TEAM; p < pieces && k / n % n <= k % n; p += LQCD__GPU_TEAM)
			z = lqcd_complex_add_d(z, from[(size_t)p * numbers + (size_t)k]);
		z.re = lqcd__gpu_team_sum(z.re);
		z.im = lqcd__gpu_team_sum(z.im);
		if (i % LQCD__GPU_TEAM == 0) to[k] = z;
	}
};

/** R^-1 in the upper triangle of g, whose upper triangle was that of G = R^dagger R; 0 if a vector depends on those before:
 * at most `least` of its norm squared is left. */
LQCD_FN int lqcd__mg_cholesky(lqcd_complex_d *g, int n, double least)
{
	for (int j = 0; j < n; j++) {
		const double before = g[j * n + j].re;
		double d = before;
		for (int m = 0; m < j; m++) d -= lqcd_complex_norm2_d(g[m * n + j]);
		if (!(d > least * before)) return 0;
		const double size = lqcd_sqrt_d(d);
		g[j * n + j] = lqcd_complex_make_d(size, 0);
		for (int k = j + 1; k < n; k++) {
			lqcd_complex_d z = g[j * n + k];
			for (int m = 0; m < j; m++) z = lqcd_complex_cfnma_d(g[m * n + j], g[m * n + k], z);
			g[j * n + k] = lqcd_complex_scale_d(1 / size, z);
		}
	}
	for (int k = 0; k < n; k++) {
		const double one = 1 / g[k * n + k].re;
		for (int j = 0; j < k; j++) {
			lqcd_complex_d z = lqcd_complex_zero_d();
			for (int m = j; m < k; m++) z = lqcd_complex_fma_d(g[j * n + m], g[m * n + k], z);
			g[j * n + k] = lqcd_complex_scale_d(-one, z);
		}
		g[k * n + k] = lqcd_complex_make_d(one, 0);
	}
	return 1;
}

struct lqcd__mg_cholesky_each {
	lqcd_complex_d *gram;
	int n;
	double least;

	LQCD_GPU_FN void operator()(int i, double *bad) const
	{
		bad[0] = !lqcd__mg_cholesky(gram + (size_t)i * (size_t)(n * n), n, least);
	}
};

#define LQCD_TEMPLATE "../solver/device_products.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/gcr.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#define LQCD_MANY
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_coarse.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid_host.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid_level.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid_many.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid_setup.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multigrid_tune.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multigrid_solve.inc"
#define LQCD_TAGS     LQCD_DEVICE_MIXED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid_many_mixed.inc"
#define LQCD_TAGS     LQCD_DEVICE_MIXED_TAGS
#include "../base/each_tag.inc"

#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
