/* lqcd/solver/spectrum.h: the extreme eigenvalues of a Hermitian operator.
 *
 *   lqcd_spectrum b;
 *   s = lqcd_spectrum_find(&b, &A, &start, precision, steps)      tags f, d, vf, vd; A of solver.h
 *       b.low, b.high: the least and the largest eigenvalue of A in the Krylov space of start, a random field;
 *       b.steps: applications of A
 *
 * Lanczos without reorthogonalisation: it finds copies of eigenvalues, which do not matter here, and the ends converge
 * first. Both are within the spectrum. It stops when 16 more steps have moved neither end by more than the relative
 * precision. Like any method of this kind it can miss an eigenvalue far below the others with which start has little
 * overlap; the least eigenvalue takes about as many steps as CG on A.
 *
 * LQCD_ITERATION_LIMIT if `steps` (at most LQCD_SPECTRUM_STEPS = 2000) were not enough: b holds the values so far;
 * LQCD_ZERO_RHS for start = 0; LQCD_NAN; LQCD_ERR_ARGUMENT (precision not > 0, steps < 1), LQCD_ERR_MEMORY. Work: three
 * fields. Collective; bitwise identical for any process grid, lanes and threads.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_SPECTRUM_H
#define LQCD_SOLVER_SPECTRUM_H

#include "solver.h"

enum { LQCD_SPECTRUM_STEPS = 2000 };

typedef struct {
	double low, high;
	int steps;
} lqcd_spectrum;

/** The number of eigenvalues of the tridiagonal matrix a, b (b[k] beside a[k-1] and a[k]) that are below x (Sturm). */
LQCD_STATIC int lqcd__tridiagonal_below(const double *a, const double *b, int n, double x)
{
	double d = 1;
	int below = 0;
	for (int k = 0; k < n; k++) {
		d = a[k] - x - (k ? b[k] * b[k] / d : 0);
		if (!(fabs(d) > 1e-300)) d = 1e-300;
		below += d < 0;
	}
	return below;
}

/** Its least eigenvalue, or the largest, by bisection. */
LQCD_STATIC double lqcd__tridiagonal_end(const double *a, const double *b, int n, int largest)
{
	double from = a[0], to = a[0];
	for (int k = 0; k < n; k++) {
		const double r = (k ? fabs(b[k]) : 0) + (k + 1 < n ? fabs(b[k + 1]) : 0);
		if (a[k] - r < from) from = a[k] - r;
		if (a[k] + r > to) to = a[k] + r;
	}
	for (int k = 0; k < 100; k++) {
		const double x = 0.5 * (from + to);
		*(lqcd__tridiagonal_below(a, b, n, x) >= (largest ? n : 1) ? &to : &from) = x;
	}
	return 0.5 * (from + to);
}

#define LQCD_TEMPLATE "../solver/spectrum.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_spectrum_find(bounds, op, start, precision, steps)                                                        \
	LQCD_SELECT_COLOUR(lqcd_spectrum_find, lqcd_spinor_field, *(start))(bounds, op, start, precision, steps)
#endif

#endif
