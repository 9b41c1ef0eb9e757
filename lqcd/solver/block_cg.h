/* lqcd/solver/block_cg.h: block conjugate gradients: all right-hand sides share one Krylov space.
 *
 *   s = lqcd_multi_solve(&x, &A, &b, LQCD_BLOCK_CG, &params, results)           krylov.h
 *   s = lqcd_multi_dirac_solve(&x, &d, &b, LQCD_BLOCK_CG, &params, results)     dirac.h
 *
 * For N right-hand sides CG makes N Krylov spaces of one dimension an iteration; block CG minimises the error of each solution
 * over their sum. It needs fewer iterations the more right-hand sides there are and the more low modes A has: the lowest
 * N - 1 of them no longer count. Each iteration takes more algebra: 10 N multiply-adds per number of a field and right-hand
 * side, where CG takes 5 in all. It pays where iterations fall by more than that: for light quarks, and operators that cost much.
 *
 * With R = B - A X = Q C, Q orthonormal and C small (for an A that is not positive: A^dagger R = Q C, and A^dagger A in the
 * place of A below):
 *
 *   P = Q;   T = (P^+ A P)^-1;   X += P T C;   Q' rho = Q - A P T, Q' orthonormal;   C = rho C;   P = Q' + P rho^+;   Q = Q'
 *
 * Rank control: columns of Q - A P T, and of R at the start, that depend on others are left out of Q, so that right-hand sides
 * that are equal, zero or combinations of others do no harm, and the space shrinks as directions converge. What is left out is
 * as small as rounding; the driver (solver.h) sees it in the true residual, and starts again with it if it matters.
 *
 * results[n]: status, iterations and the true residual of each right-hand side. They iterate together until the last one
 * reaches its tolerance; a NaN in b_n or x_n ends that one alone, one that A makes ends all. LQCD_BREAKDOWN if P^+ A P is
 * singular and starting again does not help. A.coupled is refused (LQCD_ERR_ARGUMENT). Tags f, d, vf, vd, on hosts. Work: 5
 * multi-fields and small matrices. Bitwise identical for any process grid, lanes and threads.
 *
 * Sources: D. O'Leary, Linear Algebra Appl. 29 (1980) 293; A. Dubrulle, ETNA 12 (2001) 216 (with an orthonormal Q: BCGrQ);
 * S. Birk, A. Frommer, Numer. Algorithms 67 (2014) 1 [1205.0359].
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_BLOCK_CG_H
#define LQCD_SOLVER_BLOCK_CG_H

#include "solver.h"

/* Small matrices have rows of n numbers, where n is the number of right-hand sides. */

/** c = a b; a: rows x inner, b: inner x columns. */
LQCD_STATIC void lqcd__small_mul(lqcd_complex_d *c, const lqcd_complex_d *a, const lqcd_complex_d *b, int n, int rows, int inner,
				 int columns)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			lqcd_complex_d sum = lqcd_complex_zero_d();
			for (int k = 0; k < inner; k++) sum = lqcd_complex_fma_d(a[i * n + k], b[k * n + j], sum);
			c[i * n + j] = sum;
		}
}

/** Inverts an upper triangle of m rows. */
LQCD_STATIC void lqcd__small_triangle(lqcd_complex_d *inverse, const lqcd_complex_d *r, int n, int m)
{
	for (int j = 0; j < m; j++)
		for (int i = m - 1; i >= 0; i--) {
			lqcd_complex_d sum = lqcd_complex_make_d(i == j ? 1 : 0, 0);
			for (int k = i + 1; k <= j; k++) sum = lqcd_complex_fnma_d(r[i * n + k], inverse[k * n + j], sum);
			inverse[i * n + j] = i > j ? lqcd_complex_zero_d() : lqcd_complex_scale_d(1 / r[i * n + i].re, sum);
		}
}

/** Step k of the factorisation a = r^+ r: row k of r takes the place of row k of a. */
LQCD_STATIC void lqcd__small_step(lqcd_complex_d *a, int n, int m, int k)
{
	const double root = sqrt(a[k * n + k].re);
	a[k * n + k] = lqcd_complex_make_d(root, 0);
	for (int j = k + 1; j < m; j++) a[k * n + j] = lqcd_complex_scale_d(1 / root, a[k * n + j]);
	for (int i = k + 1; i < m; i++)
		for (int j = i; j < m; j++) {
			lqcd_complex_d *at = &a[i * n + j];
			*at = lqcd_complex_cfnma_d(a[k * n + i], a[k * n + j], *at);
			a[j * n + i] = lqcd_complex_conj_d(*at);
		}
}

/** inverse = g^-1, g Hermitian and positive definite. LQCD_BREAKDOWN if it is not, to rounding; LQCD_NAN. */
LQCD_STATIC lqcd_status lqcd__small_inverse(lqcd_complex_d *inverse, const lqcd_complex_d *g, lqcd_complex_d *a, lqcd_complex_d *r,
					    int n, int m)
{
	double d[LQCD_MAX_RHS];
	for (int i = 0; i < m; i++) {
		if (!lqcd_isfinite(g[i * n + i].re)) return LQCD_NAN;
		if (!(g[i * n + i].re > 0)) return LQCD_BREAKDOWN;
		d[i] = 1 / sqrt(g[i * n + i].re);
	}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < m; j++) a[i * n + j] = lqcd_complex_scale_d(d[i] * d[j], g[i * n + j]);
	for (int k = 0; k < m; k++) {
		if (!(a[k * n + k].re > 4 * DBL_EPSILON * m)) return LQCD_BREAKDOWN;
		lqcd__small_step(a, n, m, k);
	}
	lqcd__small_triangle(r, a, n, m);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < m; j++) {
			lqcd_complex_d sum = lqcd_complex_zero_d();
			for (int k = i > j ? i : j; k < m; k++) sum = lqcd_complex_cfma_d(r[j * n + k], r[i * n + k], sum);
			inverse[i * n + j] = lqcd_complex_scale_d(d[i] * d[j], sum);
		}
	return LQCD_OK;
}

/** A round of orthogonalisation of m columns with the products g: new columns = old ones times `to`, old ones = new ones
 * times rho; returns how many there are. Columns not longer than noise[j] are left out. A pivoted Cholesky factorisation leaves
 * columns whose part outside of the others is too small for g: they become that part, enlarged; *again: another round is
 * needed, which has their products anew. -1: NaN. */
LQCD_STATIC int lqcd__small_round(lqcd_complex_d *to, lqcd_complex_d *rho, const lqcd_complex_d *g, lqcd_complex_d *a, lqcd_complex_d *r,
				  double *noise, int n, int m, double floor, int *again)
{
	int index[LQCD_MAX_RHS], kept = 0, k = 0;
	double d[LQCD_MAX_RHS], old[LQCD_MAX_RHS], least = 1;
	for (int j = 0; j < m; j++) {
		if (!lqcd_isfinite(g[j * n + j].re)) return -1;
		const double length = sqrt(g[j * n + j].re);
		if (!(length > noise[j])) continue;
		index[kept] = j;
		d[kept] = length;
		old[kept++] = noise[j];
	}
	for (int i = 0; i < kept; i++)
		for (int j = 0; j < kept; j++) a[i * n + j] = lqcd_complex_scale_d(1 / (d[i] * d[j]), g[index[i] * n + index[j]]);
	for (; k < kept; k++) {
		int best = k;
		for (int j = k + 1; j < kept; j++)
			if (a[j * n + j].re > a[best * n + best].re) best = j;
		if (!(a[best * n + best].re > floor)) break;
		for (int i = 0; i < kept; i++) lqcd__swap(&a[i * n + k], &a[i * n + best], sizeof *a);
		for (int i = k; i < kept; i++) lqcd__swap(&a[k * n + i], &a[best * n + i], sizeof *a);
		lqcd__swap(&index[k], &index[best], sizeof *index);
		lqcd__swap(&d[k], &d[best], sizeof *d);
		lqcd__swap(&old[k], &old[best], sizeof *old);
		if (a[k * n + k].re < least) least = a[k * n + k].re;
		lqcd__small_step(a, n, kept, k);
		noise[k] = 0;
	}
	*again = k < kept || least < 1e-4;
	for (; k < kept; k++) {
		for (int j = k; j < kept; j++) a[k * n + j] = lqcd_complex_make_d(j == k ? sqrt(floor) : 0, 0);
		noise[k] = old[k] / (d[k] * sqrt(floor));
	}
	lqcd__small_triangle(r, a, n, kept);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) to[i * n + j] = rho[i * n + j] = lqcd_complex_zero_d();
	for (int i = 0; i < kept; i++)
		for (int j = i; j < kept; j++) {
			to[index[i] * n + j] = lqcd_complex_scale_d(1 / d[i], r[i * n + j]);
			rho[i * n + index[j]] = lqcd_complex_scale_d(d[j], a[i * n + j]);
		}
	return kept;
}

#define LQCD_TEMPLATE "../solver/block_cg.inc"
#define LQCD_TAGS     LQCD_MULTI_TAGS
#include "../base/each_tag.inc"

#endif
