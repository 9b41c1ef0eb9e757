/* lqcd/solver/coarse.h: operators on a coarse lattice: a dense matrix for each site and each of its eight neighbours.
 *
 *   D_c v(x) = X(x) ( v(x) + sum_k Y_k(x) v(x_k) ),    k = 2 mu, 2 mu + 1: neighbours up and down
 *
 * v(x) has n complex components. A coarse field is an array of lqcd_base_<tag>: [site][row / W][re, im][row % W], W
 * rows to a tile, 16 (or LANES if that is more), rows from n on 0. Sites are numbered even ones first where all
 * extents are even ("bipartite"), else as they come, Z fastest. lqcd_coarse_<tag> is what multigrid.h makes:
 *
 *   s = lqcd_coarse_create(&c, comm, extent, n)          all zero
 *   s = lqcd_coarse_complete(&c, self, up, &why)   from self[site] = X and up[site][mu], the coupling of x (rows) to
 *                                                  x + mu (columns), n x n matrices by columns; that of x to x - mu
 *                                                  is G up_mu(x - mu)^dagger G with G = 1 for rows below n/2, else
 *                                                  -1: D is g5-Hermitian. LQCD_ERR_SINGULAR where X has no inverse
 *   lqcd_coarse_apply(&c, out, in)                 out = D_c in
 *   n = lqcd_coarse_solve(&c, x, b, tolerance, most)     x = D_c^-1 b by GCR, to |r| <= tolerance |r_0|, at most
 *                                                  `most` iterations; on the even sites of the equations divided by X
 *                                                  where the lattice is bipartite; returns the iterations
 *   lqcd_coarse_destroy(&c)
 *
 * Sums are in double in one order over a site, and exact over sites (sum.h): the same bits for any number of threads
 * and lanes. Cost of a hop: 8 n flop per row and neighbour; matrices are read once, 64 n^2 reals of a site.
 */
#ifndef LQCD_SOLVER_COARSE_H
#define LQCD_SOLVER_COARSE_H

#include "../icomplex.h"
#include "../tally.h"

enum { LQCD__COARSE_RESTART = 32 };

/** A^-1 by Gauss and Jordan with pivots, in place: n x n by columns; 0 where there is none. work: 2 n ints. */
LQCD_KERNEL int lqcd__invert_dense(lqcd_complex_d *a, int n, int *row)
{
	for (int k = 0; k < n; k++) {
		lqcd_complex_d *ak = a + (size_t)k * (size_t)n;
		int best = k;
		for (int i = k + 1; i < n; i++)
			if (lqcd_complex_norm2_d(ak[i]) > lqcd_complex_norm2_d(ak[best])) best = i;
		const double size = lqcd_complex_norm2_d(ak[best]);
		row[k] = best;
		if (!lqcd_isfinite(size) || !(size > 1e-280)) return 0;
		for (int j = 0; j < n && best != k; j++) {
			const lqcd_complex_d z = a[(size_t)j * (size_t)n + (size_t)k];
			a[(size_t)j * (size_t)n + (size_t)k] = a[(size_t)j * (size_t)n + (size_t)best];
			a[(size_t)j * (size_t)n + (size_t)best] = z;
		}
		const lqcd_complex_d one = lqcd_complex_make_d(1, 0), pivot = lqcd_complex_div_d(one, ak[k]);
		ak[k] = one;
		for (int j = 0; j < n; j++) {
			lqcd_complex_d *z = a + (size_t)j * (size_t)n + k;
			*z = lqcd_complex_mul_d(*z, pivot);
		}
		/* The other rows; column k last, since it has the factors. */
		for (int j = 0; j < n; j++) {
			lqcd_complex_d *aj = a + (size_t)j * (size_t)n;
			for (int i = 0; i < n && j != k; i++)
				if (i != k) aj[i] = lqcd_complex_fnma_d(ak[i], aj[k], aj[i]);
		}
		for (int i = 0; i < n; i++)
			if (i != k) ak[i] = lqcd_complex_neg_d(lqcd_complex_mul_d(ak[i], ak[k]));
	}
	for (int k = n - 1; k >= 0; k--)
		for (int i = 0; i < n && row[k] != k; i++) {
			const lqcd_complex_d z = a[(size_t)k * (size_t)n + (size_t)i];
			a[(size_t)k * (size_t)n + (size_t)i] = a[(size_t)row[k] * (size_t)n + (size_t)i];
			a[(size_t)row[k] * (size_t)n + (size_t)i] = z;
		}
	return 1;
}

#define LQCD_TAG f
#include "../tmpl/coarse.inc"
#define LQCD_TAG d
#include "../tmpl/coarse.inc"
#define LQCD_TAG vf
#include "../tmpl/coarse.inc"
#define LQCD_TAG vd
#include "../tmpl/coarse.inc"

#endif
