/* examples/potential.h: the static potential as a function, V(r) = c + sigma r - a/r, and the scale of
 * R. Sommer, Nucl. Phys. B 411 (1994) 839, r0^2 V'(r0) = 1.65: r0 = sqrt((1.65 - a)/sigma). */
#ifndef LQCD_EXAMPLES_POTENTIAL_H
#define LQCD_EXAMPLES_POTENTIAL_H

#include <math.h>

#include "../lqcd.h"

enum { CONSTANT, SIGMA, COULOMB, R0, PARAMETERS };

/** p by least squares to V(r) = log W(r,at)/W(r,at+1), 1 < r <= rmax, with weight[r - 1] if that is positive; not
 * finite if there are fewer than three. */
LQCD_STATIC void potential_fit(double p[PARAMETERS], const double *loops, int tmax, int at, const double *weight,
			       int rmax)
{
	double m[3][4];
	memset(m, 0, sizeof m);
	for (int r = 2; r <= rmax; r++) {
		const double row[4] = {1, (double)r, -1.0 / r, lqcd_static_potential(loops, tmax, r, at)};
		for (int i = 0; weight[r - 1] > 0 && i < 3; i++)
			for (int j = 0; j < 4; j++) m[i][j] += weight[r - 1] * row[i] * row[j];
	}
	/* Gauss-Jordan elimination; the matrix is positive definite. */
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 3; i++) {
			const double factor = i == k ? 1 - 1 / m[k][k] : m[i][k] / m[k][k];
			for (int j = 3; j >= 0; j--) m[i][j] -= factor * m[k][j];
		}
	for (int k = 0; k < 3; k++) p[k] = m[k][3];
	p[R0] = sqrt((1.65 - p[COULOMB]) / p[SIGMA]);
}

#endif
