/* lqcd/hmc/rational.h: rational functions; the best one for 1/sqrt(x), and a complex root of it, for single quarks (rhmc.h).
 * Products of powers: powers.h.
 *
 *   lqcd_rational r;
 *   s = lqcd_rational_create(&r, low, high, error)      the lowest degree n that reaches error
 *   y = lqcd_rational_value(&r, x)                      factor (constant + sum_k residue[k]/(x + pole[k]))
 *
 *   R(x) = A prod_k (x + nu_k)/(x + mu_k) = A (1 + sum_k rho_k/(x + mu_k)),      nu_k > mu_k > nu_(k+1) > 0
 *   |1 - sqrt(x) R(x)| <= r.error for low <= x <= high, with equality at 2 n + 2 points: no R of degree n does better
 *
 *   C(z) = prod_k (z + i sqrt(mu_k))/(z + i sqrt(nu_k)) = 1 + i sum_k sigma_k/(z + i sqrt(nu_k)),
 *   |C(z)|^2 R(z^2) = A for real z: C is an exact heat bath for the weight R
 *
 * Members: degree, low, high, error, factor (A), constant (1), zero[k] (nu_k), pole[k] (mu_k), residue[k] (rho_k), root[k] (sigma_k).
 * x R(x) approximates sqrt(x) with the same error.
 *
 * Zolotarev, 1877; N. I. Achieser, Theory of Approximation, 1956. With e = low/high, k^2 = 1 - e, K the complete
 * elliptic integral of k, and a_r = cn^2/sn^2 of (r K/(2 n + 1), k): nu and mu are high times a_1, a_3, .. and a_2,
 * a_4, ..; c_r = 1/(1 + a_r), d = k^(2n+1) (c_1 c_3 ..)^2, error = d^2/(1 + sqrt(1 - d^2))^2,
 * A = 2/(1 + sqrt(1 - d^2)) (c_1 c_3 ..)/(c_2 c_4 ..)/sqrt(high). Elliptic functions are computed by the
 * arithmetic-geometric mean, for e < 1e-7 by their poles; a_r a_(2n+1-r) = e gives the small ones. The rounding error is
 * at most 3e-13 of R.
 *
 * LQCD_ERR_ARGUMENT unless 0 < low < high and 1e-13 <= error < 1, or if more than LQCD_RATIONAL_DEGREE (32) poles are
 * needed: error 1e-12 takes 14 for high/low = 1e3, 24 for 1e6, 31 for 1e8.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_RATIONAL_H
#define LQCD_HMC_RATIONAL_H

#include <math.h>
#include <string.h>

#include "../base/status.h"

enum { LQCD_RATIONAL_DEGREE = 32 };

typedef struct {
	int degree;
	double low, high, error, factor, constant;
	double zero[LQCD_RATIONAL_DEGREE], pole[LQCD_RATIONAL_DEGREE];
	double residue[LQCD_RATIONAL_DEGREE], root[LQCD_RATIONAL_DEGREE];
} lqcd_rational;

/* The functions of a pseudofermion: of its heat bath, its action, its force. */
enum { LQCD__RHMC_HEAT, LQCD__RHMC_ACTION, LQCD__RHMC_FORCE };

/** cn/sn of (part K, k) with sqrt(1 - k^2) = kk, 0 < part <= 1/2. Abramowitz, Stegun, 16.4. */
LQCD_STATIC double lqcd__elliptic_cs(double part, double kk)
{
	double a = 1, b = kk, ratio[32], phi = 0.5 * 3.14159265358979323846 * part;
	int n = 0;
	do {
		const double c = 0.5 * (a - b), next = 0.5 * (a + b);
		b = sqrt(a * b);
		a = next;
		ratio[n++] = c / a;
		phi *= 2;
	} while (ratio[n - 1] > 1e-17 && n < 32);
	/* For small kk phi is near pi/2. Instead the sum of poles over multiples of 2 K, with pi/(2 K') = b: the rest is rounding. */
	if (kk < 3e-4) {
		b = 0.5 + 0.5 * sqrt(1 - kk * kk);
		const double s = 0.5 * 3.14159265358979323846 * b / a;
		double sum = 1 / sinh(s * part);
		for (int k = 2; k < 8; k += 2) sum += 1 / sinh(s * (k + part)) - 1 / sinh(s * (k - part));
		return b * sum;
	}
	while (n > 0) phi = 0.5 * (phi + asin(ratio[--n] * sin(phi)));
	return cos(phi) / sin(phi);
}

/** Zeros, poles, factor and error of a degree. */
LQCD_STATIC void lqcd__rational_zolotarev(lqcd_rational *r, int n)
{
	const double e = r->low / r->high;
	double odd = 1, even = 1;
	for (int k = 1; k <= 2 * n; k++) {
		const int least = k <= n ? k : 2 * n + 1 - k;
		const double cs = lqcd__elliptic_cs(least / (2 * n + 1.0), sqrt(e));
		const double a = k <= n ? cs * cs : e / (cs * cs);
		*(k % 2 ? &odd : &even) /= 1 + a;
		*(k % 2 ? &r->zero[k / 2] : &r->pole[k / 2 - 1]) = a * r->high;
	}
	const double d = pow(1 - e, n + 0.5) * odd * odd, s = 1 + sqrt(1 - d * d);
	r->degree = n;
	r->error = d * d / (s * s);
	r->factor = 2 / s * odd / even / sqrt(r->high);
}

/** of constant prod_j (x + b_j)/(x + a_j) at x = -a_k */
LQCD_STATIC double lqcd__rational_residue(double constant, const double *a, const double *b, int n, int k)
{
	double r = constant * (b[k] - a[k]);
	for (int j = 0; j < n; j++)
		if (j != k) r *= (b[j] - a[k]) / (a[j] - a[k]);
	return r;
}

LQCD_STATIC lqcd_status lqcd_rational_create(lqcd_rational *r, double low, double high, double error)
{
	double zero[LQCD_RATIONAL_DEGREE], pole[LQCD_RATIONAL_DEGREE];
	if (!r) return LQCD_ERR_ARGUMENT;
	memset(r, 0, sizeof *r);
	if (!(low > 0) || !(high > low) || !(high < 1e100) || !(low / high > 1e-20) || !(error >= 1e-13) ||
	    !(error < 1))
		return LQCD_ERR_ARGUMENT;
	r->low = low;
	r->high = high;
	r->constant = 1;
	for (int n = 1; n <= LQCD_RATIONAL_DEGREE; n++) {
		lqcd__rational_zolotarev(r, n);
		if (r->error <= error) break;
	}
	if (!(r->error <= error)) return LQCD_ERR_ARGUMENT;
	for (int k = 0; k < r->degree; k++) {
		zero[k] = sqrt(r->zero[k]);
		pole[k] = sqrt(r->pole[k]);
	}
	for (int k = 0; k < r->degree; k++) {
		r->residue[k] = lqcd__rational_residue(1, r->pole, r->zero, r->degree, k);
		r->root[k] = lqcd__rational_residue(1, zero, pole, r->degree, k);
	}
	return LQCD_OK;
}

LQCD_STATIC double lqcd_rational_value(const lqcd_rational *r, double x)
{
	double sum = r->constant;
	for (int k = 0; k < r->degree; k++) sum += r->residue[k] / (x + r->pole[k]);
	return r->factor * sum;
}

#endif
