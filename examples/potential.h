/* examples/potential.h: the static potential as a function, V(r) = c + sigma r - a/r, and the scale of
 * R. Sommer, Nucl. Phys. B 411 (1994) 839, r0^2 V'(r0) = 1.65: r0 = sqrt((1.65 - a)/sigma). Three points leave no degree of
 * freedom to three parameters: a is then pi/12, that of M. Luescher, Nucl. Phys. B 180 (1981) 317. */
#ifndef LQCD_EXAMPLES_POTENTIAL_H
#define LQCD_EXAMPLES_POTENTIAL_H

#include <math.h>

#include "../lqcd.h"

enum { CONSTANT, SIGMA, COULOMB, R0, PARAMETERS };

/** Points of a fit: 1 < r <= rmax, weight[r - 1] positive. */
LQCD_STATIC int potential_points(const double *weight, int rmax)
{
	int n = 0;
	for (int r = 2; r <= rmax; r++) n += weight[r - 1] > 0;
	return n;
}

/** p by least squares to V(r) = log W(r,at)/W(r,at+1) at these points, with their weights; returns the degrees of freedom,
 * the points without the parameters. Without any, p is NaN. */
LQCD_STATIC int potential_fit(double p[PARAMETERS], const double *loops, int tmax, int at, const double *weight, int rmax)
{
	const double luescher = 3.14159265358979324 / 12;
	const int points = potential_points(weight, rmax), n = points == 3 ? 2 : 3;
	double m[3][4];
	memset(m, 0, sizeof m);
	for (int k = 0; k < PARAMETERS; k++) p[k] = lqcd_nan();
	if (points <= n) return 0;
	for (int r = 2; r <= rmax; r++) {
		const double V = lqcd_static_potential(loops, tmax, r, at) + (n == 2 ? luescher / r : 0);
		const double row[4] = {1, (double)r, -1.0 / r, V};
		for (int i = 0; weight[r - 1] > 0 && i < n; i++)
			for (int j = 0; j < 4; j++) m[i][j] += weight[r - 1] * row[i] * row[j];
	}
	/* Gauss-Jordan elimination; the matrix is positive definite. */
	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++) {
			const double factor = i == k ? 1 - 1 / m[k][k] : m[i][k] / m[k][k];
			for (int j = 3; j >= 0; j--) m[i][j] -= factor * m[k][j];
		}
	for (int k = 0; k < n; k++) p[k] = m[k][3];
	if (n == 2) p[COULOMB] = luescher;
	p[R0] = p[SIGMA] > 0 && p[COULOMB] < 1.65 ? sqrt((1.65 - p[COULOMB]) / p[SIGMA]) : lqcd_nan();
	return points - n;
}

/** chi^2 of the fit for each degree of freedom. */
LQCD_STATIC double potential_chi2(const double p[PARAMETERS], const double *loops, int tmax, int at, const double *weight,
				  int rmax, int dof)
{
	double sum = 0;
	for (int r = 2; r <= rmax; r++) {
		const double d = p[CONSTANT] + p[SIGMA] * r - p[COULOMB] / r - lqcd_static_potential(loops, tmax, r, at);
		if (weight[r - 1] > 0) sum += weight[r - 1] * d * d;
	}
	return sum / dof;
}

#endif
