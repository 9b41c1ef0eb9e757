/* lqcd/solver/device_multigrid.h: the multigrid of solver/multigrid.h on a GPU, for Wilson quarks with the terms of dirac/device_wilson.h.
 * C++ (nvcc).
 *
 *   lqcd_multigrid_gf mg;                                       also gd, gh
 *   s = lqcd_multigrid_create(&mg, &D_low, &params, &why)       D_low: lqcd_wilson_gf; the set-up on the device
 *   s = lqcd_dirac_multigrid_create(&mg, &d_low, &params, &why) d_low: the view of D_low
 *   r = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &params)   D, x, b: gd; mg: gf, gh
 *   r = lqcd_dirac_solve_multigrid(&x, &d, &mg, &b, &params)    d: the view of D
 *   r = lqcd_multigrid_solve(&x, &mg, &b, &params)              x, b of the tag of mg
 *   s = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &params, results)      several right-hand sides: x, b: full
 *                                                               lqcd_multi_spinor_field_gd; results[n], s as in solver/dirac.h
 *   s = lqcd_multigrid_update(&mg, &D_low, rounds, &why)        as on the host; also lqcd_dirac_multigrid_update
 *   lqcd_multigrid_destroy(&mg)                                 before D_low and the lattice
 *
 * Cycle, polynomial, solver and statuses are those of the host, and so are iterations, up to rounding; blocks need only divide the local
 * lattice (LQCD_ERR_EXTENT, also if the coarse operator has more than 2^31 numbers). The coarse solver waits for the device once in an
 * iteration: Gram-Schmidt takes all its scalar products at once. Errors of the device also go to the lattice (device/lattice.h).
 *
 * The set-up has the steps of the host's for all vectors at once, but for this: on the second level they get the minimal-residual
 * coefficients of the first; they become orthonormal by Cholesky decompositions, in double dependent (LQCD_ERR_SINGULAR) if 3e-7 of the
 * norm of one is left, not 1e-12; polynomials are learnt in the first and in the last round. For one or a few solves a brief set-up is
 * best: 8 vectors, initial 20, rounds 6 (bench/RESULTS.md).
 *
 * Several processes, each with a device: calls are collective. A block lies inside a process, which may have any number of blocks in a
 * direction. Faces of coarse fields travel while inner sites are computed (device_coarse_halo.h). Results are those of one device up to
 * the rounding of sums in double; set params.block. More than two levels: on one process (LQCD_ERR_GEOMETRY).
 *
 * Several right-hand sides make GCR steps together, each with its own numbers, and wait for the device twice in a step. Right-hand side n
 * takes the iterations that it takes alone, up to rounding; a reliable update is one of all. Multiples of 8 are fastest in float.
 *
 * Vectors lie block by block, as spinors of device/layout.h. Coarse fields are [site][row][right-hand side], matrices
 * [site][direction][column][row], of gh the 8 couplings of a site in 16 bits, each in a unit of its own. Memory: that of the host; for
 * the set-up 6 `vectors` + 3 half fields, and 20 vectors^2 complex numbers and 4 vectors^2 of double per block; for each right-hand side
 * 2 restart + 5 half fields, until another number of them; of several processes three times the remote sites of a coarse field or of
 * n^2 couplings in a direction, and for the set-up `vectors` spinors and n^2 numbers for each site of upper or lower borders.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_MULTIGRID_H
#define LQCD_GPU_MULTIGRID_H

#include "../dirac/wilson_multi.h"
#include "device_coarse_halo.h"
#include "multigrid_tune.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

/* Threads that add up a part of a sum together, and parts of a sum over a coarse field. */
enum { LQCD__GPU_TEAM = LQCD__GPU_SHARE_MAX, LQCD__GPU_COARSE_PARTS = 64 };

/* Right-hand sides of a coarse field, of many, that a thread takes; parts of a sum over a field for each of them. */
enum { LQCD__GPU_COARSE_RHS = 4, LQCD__GPU_MULTI_PARTS = LQCD_DEVICE_COMPILER ? 4096 : 16, LQCD__GPU_FACTOR_SETS = 4 };

/** rhs, rounded up to whole groups of right-hand sides of a thread. */
LQCD_HOST_FN int lqcd__coarse_groups(int rhs)
{
	return (rhs + LQCD__GPU_COARSE_RHS - 1) / LQCD__GPU_COARSE_RHS * LQCD__GPU_COARSE_RHS;
}

/** Memory of the device for n of *p, NULL for none, then for the others; the error is also the lattice's. */
static inline lqcd_status lqcd__gpu_take(lqcd_gpu_lattice *, lqcd_message *, const char *)
{
	return LQCD_OK;
}

template <class V, class... More>
static lqcd_status lqcd__gpu_take(lqcd_gpu_lattice *lat, lqcd_message *why, const char *what, V **p, size_t n, More... more)
{
	void *q = NULL;
	const lqcd_status s = n ? lqcd_gpu_alloc(lat->gpu, &q, lqcd_mul_size(n, sizeof **p), why, what) : LQCD_OK;
	*p = (V *)q;
	return s == LQCD_OK ? lqcd__gpu_take(lat, why, what, more...) : lqcd__gpu_note(lat, s, why);
}

template <class... V> static void lqcd__gpu_free_all(const lqcd_gpu *gpu, V *...p)
{
	void *const all[] = {p...};
	for (size_t k = 0; k < sizeof all / sizeof *all; k++) lqcd_gpu_free(gpu, all[k]);
}

/* A number that is known when code is compiled. */
template <int n> struct lqcd__constant {
	enum { value = n };
};

/** f(the number of right-hand sides of a coarse field that a thread computes), of rhs. */
template <class F> static void lqcd__coarse_grouped(int rhs, const F &f)
{
	if (rhs == 1)
		f(lqcd__constant<1>());
	else
		f(lqcd__constant<LQCD__GPU_COARSE_RHS>());
}

/** x of all threads of a team. */
template <class V> LQCD_FN V lqcd__gpu_team_sum(V x)
{
	LQCD_GPU_UNROLL
	for (int m = LQCD_GPU_WARP / 2; m; m >>= 1) x += lqcd_gpu_from_xor(x, m);
	return x;
}

/* The sum of each of `inner` numbers of a group over its parts by a team, to[group][inner] = sum from[group][part][inner]; with n > 0 of
 * n x n matrices only the upper triangles. */
struct lqcd__gpu_parts_sum {
	const lqcd_complex_d *from;
	lqcd_complex_d *to;
	int parts, inner, n;

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		const int k = i / LQCD__GPU_TEAM, count = n && k / n % n > k % n ? 0 : parts;
		const lqcd_complex_d *own = from + (size_t)(k / inner) * (size_t)parts * (size_t)inner + k % inner;
		double re = 0, im = 0;
		for (int p = i % LQCD__GPU_TEAM; p < count; p += LQCD__GPU_TEAM) {
			const lqcd_complex_d z = own[(size_t)p * (size_t)inner];
			re += z.re;
			im += z.im;
		}
		re = lqcd__gpu_team_sum(re);
		im = lqcd__gpu_team_sum(im);
		if (i % LQCD__GPU_TEAM == 0) to[k] = lqcd_complex_make_d(re, im);
	}
};

/* ---- orthonormal vectors ------------------------------------------------------------------------------------------ */

/* n vectors of `all` items in pieces of `piece` items, and the products of those of a piece, gram[piece][part][i][j]. What follows
 * is for a basis, which also has
 *
 *   item, parts              an item: a spinor with its two chiralities, or a number
 *   get(&x, k, s), set       item s of vector k
 *   add(z, &x, &y)           z[part] += <x, y>
 *   combine(&y, z, &x)       y += z[part] x */
struct lqcd__mg_pieces {
	lqcd_complex_d *gram;
	int n, piece, all;
};

/* The products <v_i, v_j>, i <= j, in a piece by a team. */
template <class Basis> struct lqcd__mg_products : Basis {
	enum { rows = 2, columns = 4, parts = Basis::parts };

	LQCD_GPU_FN void operator()(int i, double *) const
	{
		const int count = this->n, team = i / LQCD__GPU_TEAM, across = (count + columns - 1) / columns,
			  tiles = (count + rows - 1) / rows * across, i0 = team % tiles / across * rows,
			  j0 = team % across * columns, c = team / tiles;
		lqcd_complex_d z[rows][columns][parts];
		if (i0 >= j0 + columns) return;
		LQCD_UNROLL(16)
		for (int e = 0; e < rows * columns * parts; e++)
			z[e / parts / columns][e / parts % columns][e % parts] = lqcd_complex_zero_d();
		const int stop = (c + 1) * this->piece < this->all ? (c + 1) * this->piece : this->all;
		for (int s = c * this->piece + i % LQCD__GPU_TEAM; s < stop; s += LQCD__GPU_TEAM) {
			typename Basis::item a[rows], b;
			LQCD_UNROLL(2)
			for (int k = 0; k < rows; k++) this->get(&a[k], i0 + k < count ? i0 + k : count - 1, s);
			LQCD_UNROLL(4)
			for (int k = 0; k < columns; k++) {
				this->get(&b, j0 + k < count ? j0 + k : count - 1, s);
				LQCD_UNROLL(2)
				for (int m = 0; m < rows; m++) this->add(z[m][k], &a[m], &b);
			}
		}
		LQCD_UNROLL(2)
		for (int m = 0; m < rows; m++) {
			LQCD_UNROLL(4)
			for (int k = 0; k < columns; k++) {
				LQCD_UNROLL(2)
				for (int part = 0; part < parts; part++) {
					const lqcd_complex_d sum = lqcd_complex_make_d(lqcd__gpu_team_sum(z[m][k][part].re),
										       lqcd__gpu_team_sum(z[m][k][part].im));
					if (i % LQCD__GPU_TEAM == 0 && i0 + m < count && j0 + k < count)
						this->gram[(size_t)((parts * c + part) * count + i0 + m) * (size_t)count +
							   (size_t)(j0 + k)] = sum;
				}
			}
		}
	}
};

/* v_k = sum_{i <= k} m_ik v_i of an item, from the last; m: gram of its piece, or (everywhere) of the first. */
template <class Basis> struct lqcd__mg_change : Basis {
	enum { many = 4, parts = Basis::parts };
	int everywhere;

	LQCD_GPU_FN void operator()(int s, double *) const
	{
		const int count = this->n;
		const lqcd_complex_d *m = this->gram + (everywhere ? 0 : (size_t)(s / this->piece) * (size_t)(parts * count * count));
		for (int first = (count - 1) / many * many; first >= 0; first -= many) {
			typename Basis::item r[many], x;
			for (int k = 0; k < many; k++) this->zero(&r[k]);
			for (int i = 0; i < first + many && i < count; i++) {
				this->get(&x, i, s);
				LQCD_UNROLL(4)
				for (int k = 0; k < many; k++) {
					lqcd_complex_d z[parts];
					if (first + k < i || first + k >= count) continue;
					for (int part = 0; part < parts; part++) z[part] = m[(part * count + i) * count + first + k];
					this->combine(&r[k], z, &x);
				}
			}
			LQCD_UNROLL(4)
			for (int k = 0; k < many; k++)
				if (first + k < count) this->set(&r[k], first + k, s);
		}
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

/** The products of a basis; returns the number of pieces. */
template <class Basis> static int lqcd__mg_multiply(lqcd_gpu_lattice *on, const Basis &basis)
{
	lqcd__mg_products<Basis> f;
	static_cast<Basis &>(f) = basis;
	const int tiles = (f.n + f.rows - 1) / f.rows * ((f.n + f.columns - 1) / f.columns), pieces = (f.all + f.piece - 1) / f.piece;
	lqcd__gpu_for(on, pieces * tiles * LQCD__GPU_TEAM, f);
	return pieces;
}

/** Makes the vectors of a basis orthonormal in each piece; `least` as that of lqcd__mg_cholesky. Returns the number of pieces of all
 * processes with dependent vectors, or NaN. */
template <class Basis> static double lqcd__mg_orthonormal_in(lqcd_gpu_lattice *on, const Basis &basis, double least)
{
	const lqcd__mg_cholesky_each decompose = {basis.gram, basis.n, least};
	lqcd__mg_change<Basis> change;
	lqcd_sum bad;
	static_cast<Basis &>(change) = basis;
	change.everywhere = 0;
	for (int pass = 0; pass < 2; pass++) {
		const int matrices = lqcd__mg_multiply(on, basis) * change.parts;
		double all;
		lqcd__gpu_sum_over<1>(on, matrices, decompose, &bad);
		lqcd__gpu_all_sums(on, &bad, 1, &all);
		if (!(all <= 0)) return all;
		lqcd__gpu_for(on, basis.all, change);
	}
	return 0;
}

/** Makes the vectors of a basis orthonormal over all processes; total: memory for a piece of products. */
template <class Basis>
static lqcd_status lqcd__mg_separate_all(lqcd_gpu_lattice *on, const Basis &basis, lqcd_complex_d *total, int level, lqcd_message *why)
{
	lqcd__mg_change<Basis> change;
	const int n = basis.n, n2 = n * n, numbers = change.parts * n2;
	const lqcd__gpu_parts_sum add = {basis.gram, total, lqcd__mg_multiply(on, basis), numbers, n};
	lqcd_complex_d *const m = (lqcd_complex_d *)lqcd_comm_alloc(&on->host->comm, (size_t)numbers * sizeof *m);
	if (!m) return lqcd_fail(why, LQCD_ERR_MEMORY, "multigrid: no memory for products of vectors");
	lqcd__gpu_for(on, numbers * LQCD__GPU_TEAM, add);
	lqcd_status s = on->status;
	if (s == LQCD_OK) s = lqcd_gpu_get(on->gpu, m, total, (size_t)numbers * sizeof *m, why);
	for (int k = 0; k < numbers && s != LQCD_OK; k++) m[k] = lqcd_complex_make_d(lqcd_nan(), lqcd_nan());
	lqcd__comm_sum_all(&on->host->comm, &m->re, 2 * numbers);
	for (int k = n2; k < numbers; k++) m[k % n2] = lqcd_complex_add_d(m[k % n2], m[k]);
	double size = 0;
	for (int k = 0; k < n; k++) size += m[k * n + k].re;
	if (s == LQCD_OK && !lqcd_isfinite(size))
		s = lqcd_fail(why, LQCD_NAN, "multigrid: level %d: NaN or infinity in a vector", level);
	if (s == LQCD_OK && !lqcd__mg_cholesky(m, n, 1e-10))
		s = lqcd_fail(why, LQCD_ERR_SINGULAR, "multigrid: level %d: a vector depends on those before", level);
	for (int k = n2; k < numbers; k++) m[k] = m[k % n2];
	if (s == LQCD_OK) s = lqcd_gpu_put(on->gpu, total, m, (size_t)numbers * sizeof *m, why);
	lqcd_free(m);
	static_cast<Basis &>(change) = basis;
	change.gram = total;
	change.everywhere = 1;
	if (s == LQCD_OK) lqcd__gpu_for(on, basis.all, change);
	return lqcd__gpu_agree(on, s, why);
}

#define LQCD_TEMPLATE "../solver/device_products.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/gcr.inc"
#define LQCD_TAGS     LQCD_DEVICE_MULTI_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_coarse.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_coarse_matrices.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid_level.inc"
#define LQCD_TAGS     LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/device_multigrid.inc"
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
#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
