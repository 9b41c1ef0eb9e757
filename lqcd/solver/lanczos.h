/* lqcd/solver/lanczos.h: the lowest eigenvalues and eigenvectors of a Hermitian operator, and deflation with them.
 *
 *   lqcd_eigen_params p = lqcd_eigen_params_default();     16 pairs; then set members, see below
 *   s = lqcd_eigen_solve(&e, &A, &start, &p)               tags f, d, vf, vd; start: a random field, as A acts on
 *       e.count pairs: A e.vector[k] = e.value[k] e.vector[k] in ascending order, vectors orthonormal,
 *       e.residual[k] = |A v - value v|, computed anew; e.steps: applications of A
 *   s = lqcd_eigen_deflate(&x, &e, &b)                     x += sum_k v_k <v_k, b> / value_k, which solves A x = b within
 *                                                          the span of the vectors: from x = 0 a first guess for CG
 *   s = lqcd_eigen_resume(&e, &A, &p)                      goes on from the pairs of e: to smaller residuals, to more of them,
 *                                                          or for an A that changed little; e has the new pairs then
 *   s = lqcd_eigen_singular(sigma, left, &D, &e)           e of D^dagger D: singular values of D, and unless left is NULL
 *                                                          left singular vectors, left[k] = D v_k / sigma[k]; of e.count each
 *   lqcd_eigen_destroy(&e)                                 files: io/eigen.h
 *
 *   p.count        wanted pairs
 *   p.basis        dimension of the Krylov space, at least count + 4 (0: 2 count + 16); so many fields are in memory
 *   p.tolerance    of residual / |A| (1e-8; not below a few rounding errors of the tag)
 *   p.cycles       restarts at most (100)
 *   p.degree       degree n of the Chebyshev polynomial (0: from the ends of its interval; 1: none)
 *   p.low, p.high  the polynomial is small between them: high >= the largest eigenvalue, low above the wanted ones
 *                  (0: estimated)
 *
 * Thick-restart Lanczos: a Krylov space of p.basis vectors is cut down to the best Ritz vectors again and again. It is built
 * with the polynomial T_n(y) of A in place of A, y = (2 A - high - low) / (high - low), which is at most 1 between low and
 * high and grows as exp(2 n sqrt((low - a) / (high - low))) at a below low, so that the wanted eigenvalues come first, and well
 * separated. All vectors are orthogonalised against all others, twice. Singular values of an operator D are the roots of the eigenvalues of
 * D^dagger D (lqcd_normal of multishift.h). An eigenvector that has no overlap with start is not found. A degenerate
 * eigenvalue is found once; only rounding errors bring in its other eigenvectors.
 *
 * resume takes the interval and the degree of e where p has 0; p.basis must exceed e.count + 1. The space of the pairs is made
 * anew from their images: it goes on as one cycle after the other does, with the cost of one polynomial per pair. If the
 * status leaves no new pairs (LQCD_NAN, an argument, memory; LQCD_STAGNATION: the pairs are all that A has), e stays as it was.
 *
 * LQCD_ITERATION_LIMIT if p.cycles were not enough: e has what was found, with its residuals. LQCD_BREAKDOWN if the space of
 * start is exhausted before count pairs are found (e.count of them are there); LQCD_ZERO_RHS, LQCD_NAN,
 * LQCD_ERR_ARGUMENT, LQCD_ERR_GEOMETRY, LQCD_ERR_MEMORY: e is empty. Deflation refuses a value of 0, and a
 * b whose |b|^2 is not finite (LQCD_NAN). Collective; bitwise identical for any process grid, lanes and threads.
 *
 * Sources: K. Wu, H. Simon, SIAM J. Matrix Anal. Appl. 22 (2000) 602; Y. Saad, Math. Comp. 42 (1984) 567.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_LANCZOS_H
#define LQCD_SOLVER_LANCZOS_H

#include "eigen_dense.h"
#include "spectrum.h"

enum { LQCD_EIGEN_BASIS = 1024, LQCD_EIGEN_DEGREE = 10000 };

typedef struct {
	int count, basis, cycles, degree;
	double tolerance, low, high;
} lqcd_eigen_params;

LQCD_STATIC lqcd_eigen_params lqcd_eigen_params_default(void)
{
	lqcd_eigen_params p;
	memset(&p, 0, sizeof p);
	p.count = 16;
	p.cycles = 100;
	p.tolerance = 1e-8;
	return p;
}

#define LQCD_TEMPLATE "../solver/lanczos.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_eigen_solve(e, op, start, ...) LQCD_SELECT_COLOUR(lqcd_eigen_solve, lqcd_spinor_field, *(start))(e, op, start, __VA_ARGS__)
#define lqcd_eigen_resume(e, op, params) LQCD_SELECT_COLOUR(lqcd_eigen_resume, lqcd_eigen, *(e))(e, op, params)
#define lqcd_eigen_singular(sigma, left, op, e)                                                                        \
	LQCD_SELECT_COLOUR(lqcd_eigen_singular, lqcd_eigen, *(e))(sigma, left, op, e)
#define lqcd_eigen_deflate(x, e, b) LQCD_SELECT_COLOUR(lqcd_eigen_deflate, lqcd_spinor_field, *(x))(x, e, b)
#define lqcd_eigen_destroy(e)       LQCD_SELECT_COLOUR(lqcd_eigen_destroy, lqcd_eigen, *(e))(e)
#endif

#endif
