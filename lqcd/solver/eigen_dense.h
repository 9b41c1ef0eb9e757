/* lqcd/solver/eigen_dense.h: eigenvalues and eigenvectors of small real symmetric matrices on the host, for the Lanczos method and for
 * fits.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_EIGEN_DENSE_H
#define LQCD_SOLVER_EIGEN_DENSE_H

#include <math.h>

#include "../base/memory.h"

/** Rotates a pair of numbers. */
LQCD_STATIC void lqcd__eigen_rotate(double *x, double *y, double c, double s)
{
	const double old = *x;
	*x = c * old - s * *y;
	*y = s * old + c * *y;
}

/** Eigenvalues, ascending, and eigenvectors (columns of z) of the real symmetric n x n matrix a, which is lost: rotations of
 * Jacobi in rows and columns. a[i * n + j]. */
LQCD_STATIC void lqcd__eigen_dense(double *a, double *z, double *value, int n)
{
	for (int i = 0; i < n * n; i++) z[i] = i % (n + 1) == 0;
	for (int sweep = 0; sweep < 60; sweep++) {
		double off = 0, all = 0;
		for (int i = 0; i < n * n; i++) {
			all += a[i] * a[i];
			if (i % (n + 1)) off += a[i] * a[i];
		}
		if (!(off > 1e-34 * all)) break;
		for (int p = 0; p < n; p++)
			for (int q = p + 1; q < n; q++) {
				const double apq = a[p * n + q];
				if (!(fabs(apq) > 0)) continue;
				const double h = (a[q * n + q] - a[p * n + p]) / (2 * apq);
				const double t = (h < 0 ? -1 : 1) / (fabs(h) + sqrt(h * h + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
				for (int k = 0; k < n; k++) lqcd__eigen_rotate(&a[k * n + p], &a[k * n + q], c, s);
				for (int k = 0; k < n; k++) lqcd__eigen_rotate(&a[p * n + k], &a[q * n + k], c, s);
				for (int k = 0; k < n; k++) lqcd__eigen_rotate(&z[k * n + p], &z[k * n + q], c, s);
			}
	}
	for (int i = 0; i < n; i++) value[i] = a[i * n + i];
	for (int i = 0; i < n; i++) {
		int least = i;
		for (int j = i + 1; j < n; j++)
			if (value[j] < value[least]) least = j;
		lqcd__swap(&value[i], &value[least], sizeof *value);
		for (int k = 0; k < n; k++) lqcd__swap(&z[k * n + i], &z[k * n + least], sizeof *z);
	}
}

#endif
