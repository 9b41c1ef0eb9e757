/* lqcd/solver/multigrid.h: D x = b for light quarks by multigrid with two or more levels, for Wilson quarks with their site terms and
 * for other operators of dirac/operator.h that have masks, no right factor, and another form than LQCD_SCHUR_RIGHT.
 *
 *   lqcd_multigrid_params p = lqcd_multigrid_params_default();
 *   lqcd_multigrid_vf mg;
 *   lqcd_status s = lqcd_dirac_multigrid_create(&mg, &d_low, &p, &why);          d_low: lqcd_dirac_<tag>, any tag
 *   lqcd_solve_result r = lqcd_dirac_solve_multigrid(&x, &d, &mg, &b, &params);  d, x, b: d (vd), mg: f or h (vf or vh)
 *   s = lqcd_dirac_multigrid_update(&mg, &d_low, rounds, &why)                   after new links or masses, or for another operator
 *   s = lqcd_multigrid_create(&mg, &D_low, &p, &why), lqcd_multigrid_update(&mg, &D_low, rounds, &why)     Wilson operators for the views,
 *   r = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &params)                    here, too
 *   r = lqcd_multigrid_solve(&x, &mg, &b, &params)                               x, b of the tag of mg, D is D_low
 *   s = lqcd_dirac_solve_multigrid_many(x, &d, &mg, b, N, &params, results)      x[N], b[N]: N <= LQCD_MAX_RHS solves at once
 *   s = lqcd_multigrid_solve_many(x, &mg, b, N, &params, results)                N solves with x, b of the tag of mg
 *   lqcd_multigrid_destroy(&mg)
 *
 * The operator of create or update must outlive mg. x and b are full fields; tolerance, residual and statuses are those of
 * solver/dirac.h. P consists of `vectors` low modes v_k of D, orthonormal in blocks (blocks.h) of each chirality: P^dagger P = 1,
 * g5 P = P g5. GCR (gcr.h) on the even-odd system M x_e = r is preconditioned by K, with D_c = P^dagger D P (coarse.h):
 *   x = s (P D_c^-1 P^dagger (t r, 0))_e     since (D^-1)_ee = s^-1 M^-1 t^-1: s = 1/(4+m), t = 1, with a term s = 1,
 *                                            t = 1 or (symmetric form) T_ee; D_c^-1 by GCR to coarse_tolerance
 *   x += q(M) (r - M x)                      q: the polynomial that `smoothing` steps of GCR on a typical residual are
 * in the precision of mg, of h and vh with P and most of D_c in 16 bits. Level k + 1 > 2 has blocks of sites of level k; K for level k
 * is P_k D_k+1^-1 P_k^dagger X, then a polynomial of its own (K-cycle); D_k^-1 keeps 16 directions.
 *
 * Set-up: from random fields `initial` steps of minimal residuals on M v = 0 leave low modes; `rounds` times each v_k becomes K v_k. An
 * update begins with the vectors of mg (rounds 1 is a good choice, 0: none); levels below the second are set up anew. mg.rate is the
 * factor by which an iteration reduces the residual of a random right-hand side, after the first ones.
 *
 * Several right-hand sides: x_n and results[n] have the bits of the solve of b_n alone (flops of K are averages); see multigrid_solve.inc.
 *
 * Errors of create and update, which leave mg empty (but for LQCD_ERR_ARGUMENT and LQCD_ERR_GEOMETRY, another lattice, of update): those
 * of blocks.h; LQCD_ERR_ARGUMENT, LQCD_ERR_SINGULAR (vectors linearly dependent in a block: use fewer, or larger blocks; or a coarse site
 * without inverse), LQCD_STAGNATION (mg.rate above params.rate: low modes not found), LQCD_NAN (in links), LQCD_ERR_MEMORY, LQCD_ERR_EXTENT.
 * Memory: `vectors` full fields, and 42 vectors^2 complex numbers per block (h and vh: all but 10 vectors^2 in 16 bits); of a further
 * level, with n components above, also 8 n vectors numbers per site above. Calls are collective; a block lies inside a process, of level
 * 2 also inside the part of a lane. Results are bitwise identical for any threads, lanes and processes with equal blocks (params.block).
 *
 * See device_multigrid.h (GPUs), hmc/multigrid.h, inverter_multigrid.h, multigrid_tune.h (the best parameters). Sources: M. Luescher, JHEP
 * 07 (2007) 081, 0706.2298; R. Babich et al., Phys. Rev. Lett. 105 (2010) 201602, 1005.3043; A. Frommer et al., 1303.1377.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_MULTIGRID_H
#define LQCD_SOLVER_MULTIGRID_H

#include "../dirac/clover.h"
#include "../lattice/blocks.h"
#include "../site/random.h"
#include "coarse.h"
#include "dirac.h"
#include "gcr.h"

enum { LQCD_MULTIGRID_MOST = 64, LQCD_MULTIGRID_SMOOTH = 16, LQCD_MULTIGRID_LEVELS = 5 };

typedef struct {
	int block[4], vectors, initial, rounds, smoothing, coarse_iterations;
	double coarse_tolerance;
} lqcd_multigrid_level;

/** Parameters of multigrid, with their defaults; level[i]: those of level i + 3.
 *   block[4]             0: automatic, see blocks.h; of level[i]: the least divisor above 1 of the extent of the level above in a process
 *   vectors 16           multiples of 8 avoid padding
 *   initial 60, rounds 4 (level[i]: 3)     of the set-up
 *   smoothing 12         of level[i], on the level above: 4; at most LQCD_MULTIGRID_SMOOTH
 *   coarse_tolerance 0.2, coarse_iterations 256 of one solve
 *   restart 16           directions of GCR
 *   seed 1               of the random fields of the set-up
 *   levels 2             at most LQCD_MULTIGRID_LEVELS
 *   rate 0.9             the largest mg.rate; 0: none */
typedef struct {
	/* As lqcd_multigrid_level, for level 2. */
	int block[4], vectors, initial, rounds, smoothing, coarse_iterations;
	double coarse_tolerance, rate;
	uint64_t seed;
	int restart, levels;
	lqcd_multigrid_level level[LQCD_MULTIGRID_LEVELS - 2];
} lqcd_multigrid_params;

LQCD_STATIC lqcd_multigrid_params lqcd_multigrid_params_default(void)
{
	const lqcd_multigrid_level l = {{0, 0, 0, 0}, 16, 60, 3, 4, 256, 0.2};
	lqcd_multigrid_params p;
	memset(&p, 0, sizeof p);
	memcpy(&p, &l, sizeof l);
	p.rounds = 4;
	p.smoothing = 12;
	p.restart = 16;
	p.rate = 0.9;
	p.seed = 1;
	p.levels = 2;
	for (int k = 0; k < LQCD_MULTIGRID_LEVELS - 2; k++) p.level[k] = l;
	return p;
}

LQCD_STATIC lqcd_status lqcd__multigrid_check(const lqcd_multigrid_params *p, lqcd_message *why)
{
	if (p->levels < 2 || p->levels > LQCD_MULTIGRID_LEVELS)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "multigrid: %d levels, not in 2 to %d", p->levels,
				 LQCD_MULTIGRID_LEVELS);
	if (p->restart < 1 || p->restart > LQCD_GCR_MOST)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "multigrid: restart %d, not in 1 to %d", p->restart, LQCD_GCR_MOST);
	if (!lqcd_isfinite(p->rate) || p->rate < 0)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "multigrid: rate %g: at least 0", p->rate);
	for (int k = 2; k <= p->levels; k++) {
		lqcd_multigrid_level l;
		memcpy(&l, k > 2 ? (const void *)&p->level[k - 3] : p, sizeof l);
		if (l.vectors < 1 || l.vectors > LQCD_MULTIGRID_MOST)
			return lqcd_fail(why, LQCD_ERR_ARGUMENT, "multigrid: level %d: %d vectors, not in 1 to %d", k, l.vectors,
					 LQCD_MULTIGRID_MOST);
		if (l.initial < 0 || l.rounds < 0 || l.smoothing < 1 || l.smoothing > LQCD_MULTIGRID_SMOOTH ||
		    l.coarse_iterations < 1 || !lqcd_isfinite(l.coarse_tolerance) || l.coarse_tolerance <= 0)
			return lqcd_fail(why, LQCD_ERR_ARGUMENT,
					 "multigrid: level %d: initial or rounds < 0, smoothing not in 1 to %d, "
					 "coarse_iterations < 1, or coarse_tolerance not > 0",
					 k, LQCD_MULTIGRID_SMOOTH);
	}
	return LQCD_OK;
}

/** The extents of the blocks of level `number` on a level with `local` sites in a process. */
LQCD_STATIC lqcd_status lqcd__level_blocks(int extent[4], const int wanted[4], const int local[4], int number,
					   lqcd_message *why)
{
	int sites = 1;
	for (int mu = 0; mu < 4; mu++) {
		int e = wanted[mu] ? wanted[mu] : 2;
		while (!wanted[mu] && local[mu] > 1 && local[mu] % e) e++;
		if (!wanted[mu] && local[mu] == 1) e = 1;
		if (e < 0)
			return lqcd_fail(why, LQCD_ERR_ARGUMENT,
					 "multigrid: level %d: block extent %c = %d: must not be negative", number,
					 "TXYZ"[mu], e);
		if (local[mu] % e)
			return lqcd_fail(why, LQCD_ERR_EXTENT,
					 "multigrid: level %d: block extent %c = %d: does not divide level %d, which has "
					 "%d x %d x %d x %d sites in a process",
					 number, "TXYZ"[mu], e, number - 1, local[0], local[1], local[2], local[3]);
		extent[mu] = e;
		sites *= e;
	}
	return sites > 1 ? LQCD_OK
			 : lqcd_fail(why, LQCD_ERR_EXTENT,
				     "multigrid: level %d: blocks of one site of level %d, which has %d x %d x %d x %d sites in "
				     "a process",
				     number, number - 1, local[0], local[1], local[2], local[3]);
}

/** The polynomial in N that count <= LQCD_MULTIGRID_SMOOTH steps of GCR on A = power (1 + N) are: x += alpha_k p_k, with
 * p_k = residual - sum_j<k c[j stride + k] p_j. All are tracked as polynomials in A that act on the first residual. The
 * coefficients of that of x are real but for statistical noise. */
LQCD_STATIC void lqcd__mg_smoothing(double *smooth, int count, const lqcd_complex_d *alpha, const lqcd_complex_d *c, int stride,
				    double power)
{
	lqcd_complex_d p[LQCD_MULTIGRID_SMOOTH][LQCD_MULTIGRID_SMOOTH], residual[LQCD_MULTIGRID_SMOOTH + 1], x[LQCD_MULTIGRID_SMOOTH];
	double scale = 1;
	memset(p, 0, sizeof p);
	memset(residual, 0, sizeof residual);
	memset(x, 0, sizeof x);
	residual[0] = lqcd_complex_make_d(1, 0);
	for (int k = 0; k < count; k++) {
		for (int i = 0; i <= k; i++) {
			p[k][i] = residual[i];
			for (int j = 0; j < k; j++) p[k][i] = lqcd_complex_fnma_d(c[j * stride + k], p[j][i], p[k][i]);
		}
		for (int i = 0; i <= k; i++) {
			residual[i + 1] = lqcd_complex_fnma_d(alpha[k], p[k][i], residual[i + 1]);
			x[i] = lqcd_complex_fma_d(alpha[k], p[k][i], x[i]);
		}
	}
	for (int k = 0; k < count; k++, scale *= power) x[k] = lqcd_complex_scale_d(scale, x[k]);
	for (int j = 0; j < count; j++) {
		double binomial = 1;
		smooth[j] = 0;
		for (int k = j; k < count; k++) {
			smooth[j] += binomial * x[k].re;
			binomial *= (double)(k + 1) / (k + 1 - j);
		}
	}
}

/** The sites of each block of a level, even before odd ones: index[block][site], of `sites` sites; the block of a site; how
 * many of a block are even, then odd; the directions in which a site is the last of its block, as bits. lat: the level
 * above. */
LQCD_STATIC void lqcd__level_list(const lqcd_coarse_lattice *lat, const lqcd_coarse_lattice *next, const int extent[4], int sites,
				  int *index, int *parent, int *even, unsigned char *edges)
{
	for (int parity = 0; parity < 2; parity++) {
		int *fill = even + parity * next->sites;
		memset(fill, 0, (size_t)next->sites * sizeof *fill);
		for (int k = 0, x[4], y[4]; k < lat->sites; k++) {
			const int site = lat->number[k];
			int last = 0;
			if ((site >= lat->half) != parity) continue;
			lqcd__unlex(k, lat->local, x);
			for (int mu = 0; mu < 4; mu++) {
				y[mu] = x[mu] / extent[mu];
				last |= (x[mu] % extent[mu] == extent[mu] - 1) << (2 * mu) | (x[mu] % extent[mu] == 0) << (2 * mu + 1);
			}
			const int block = next->number[lqcd__lex(next->local, y)];
			parent[site] = block;
			edges[site] = (unsigned char)last;
			index[block * sites + (parity ? even[block] : 0) + fill[block]++] = site;
		}
	}
}

/** The generator of vector k of a level on a site of the level above, the same for any process grid. */
LQCD_STATIC lqcd_rng lqcd__level_rng(const lqcd_coarse_lattice *lat, uint64_t seed, int number, int k, int lexicographic)
{
	int x[4];
	lqcd__unlex(lexicographic, lat->local, x);
	for (int mu = 0; mu < 4; mu++) x[mu] += lat->comm.coord[mu] * lat->local[mu];
	return lqcd_rng_make(seed, (uint64_t)lqcd__lex(lat->extent, x), (uint64_t)(2 * LQCD_MULTIGRID_MOST * number + k));
}

/** Makes vectors v[k], of `length` numbers each, orthonormal by Gram-Schmidt, each twice; 0 if one depends on those before. */
LQCD_KERNEL int lqcd__level_orthonormalise(lqcd_complex_d *v, int vectors, size_t length, double least)
{
	for (int k = 0; k < 2 * vectors; k++) {
		lqcd_complex_d *const to = v + (size_t)(k / 2) * length;
		double before = 0, after = 0;
		for (size_t e = 0; e < length; e++) before += lqcd_complex_norm2_d(to[e]);
		for (int i = 0; i < k / 2; i++) {
			const lqcd_complex_d *const from = v + (size_t)i * length;
			lqcd_complex_d z = lqcd_complex_zero_d();
			for (size_t e = 0; e < length; e++) z = lqcd_complex_cfma_d(from[e], to[e], z);
			for (size_t e = 0; e < length; e++) to[e] = lqcd_complex_fnma_d(z, from[e], to[e]);
		}
		for (size_t e = 0; e < length; e++) after += lqcd_complex_norm2_d(to[e]);
		if (!(after > least * before)) return 0;
		for (size_t e = 0; e < length; e++) to[e] = lqcd_complex_scale_d(1 / sqrt(after), to[e]);
	}
	return 1;
}

#define LQCD_TEMPLATE "../solver/multigrid_level_host.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#define LQCD_TEMPLATE "../solver/multigrid.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multigrid_setup_host.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#define LQCD_TEMPLATE "../solver/multigrid_solve.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/multigrid_solve.inc"
#define LQCD_TAGS     LQCD_MIXED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_dirac_multigrid_create(mg, ...) LQCD_SELECT_STORED(lqcd_dirac_multigrid_create, lqcd_multigrid, *(mg))(mg, __VA_ARGS__)
#define lqcd_dirac_multigrid_update(mg, ...) LQCD_SELECT_STORED(lqcd_dirac_multigrid_update, lqcd_multigrid, *(mg))(mg, __VA_ARGS__)
#define lqcd_multigrid_update(mg, ...) LQCD_SELECT_STORED(lqcd_multigrid_update, lqcd_multigrid, *(mg))(mg, __VA_ARGS__)
#define lqcd_dirac_solve_multigrid(x, d, mg, ...) LQCD_SELECT_LOW(lqcd_dirac_solve_multigrid, lqcd_multigrid, *(mg))(x, d, mg, __VA_ARGS__)
#define lqcd_multigrid_create(mg, ...) LQCD_SELECT_STORED(lqcd_multigrid_create, lqcd_multigrid, *(mg))(mg, __VA_ARGS__)
#define lqcd_multigrid_destroy(mg) LQCD_SELECT_STORED(lqcd_multigrid_destroy, lqcd_multigrid, *(mg))(mg)
#define lqcd_multigrid_solve(x, mg, ...) LQCD_SELECT_STORED(lqcd_multigrid_solve, lqcd_multigrid, *(mg))(x, mg, __VA_ARGS__)
#define lqcd_multigrid_solve_many(x, mg, ...) LQCD_SELECT_STORED(lqcd_multigrid_solve_many, lqcd_multigrid, *(mg))(x, mg, __VA_ARGS__)
#define lqcd_dirac_solve_multigrid_many(x, d, mg, b, count, params, results)                                           \
	LQCD_SELECT_LOW(lqcd_dirac_solve_multigrid_many, lqcd_multigrid, *(mg))(x, d, mg, b, count, params, results)
#define lqcd_wilson_solve_multigrid(x, dirac, mg, b, params)                                                           \
	LQCD_SELECT_LOW(lqcd_wilson_solve_multigrid, lqcd_multigrid, *(mg))(x, dirac, mg, b, params)
#endif

#endif
