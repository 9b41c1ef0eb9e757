/* tests/site/su3.c: every function of lqcd/site/su3.h, for NC = LQCD_NC and the tags f, d, vf and vd, lane by lane against
 * scalar double arithmetic. The checks are in su3.inc, included once per tag.
 *
 * Products are bounded in units of epsilon times the absolute values of their terms; a chain of n multiply-adds rounds
 * 2n times at most and its reference as often. Functions on SU(NC) are bounded in epsilon, and checked against their
 * definitions: unitarity, determinant, exp(a) exp(-a) = 1. */
#include <lqcd/site/su3.h>

#include "reference.h"

enum { SU3_ROUNDS = NC > 6 ? 2 : NC > 4 ? 6 : 20 };

LQCD_KERNEL ref_su3 ref_unit(void)
{
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) r.e[i][j] = ref_make(i == j, 0);
	return r;
}

LQCD_KERNEL ref_su3 ref_dagger(ref_su3 a)
{
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) r.e[i][j] = ref_conj(a.e[j][i]);
	return r;
}

LQCD_KERNEL ref_vector ref_mulvec(ref_su3 u, ref_vector v)
{
	ref_vector r;
	for (int i = 0; i < NC; i++) {
		r.c[i] = ref_make(0, 0);
		for (int j = 0; j < NC; j++) r.c[i] = ref_add(r.c[i], ref_mul(u.e[i][j], v.c[j]));
	}
	return r;
}

/* z a + y b */
LQCD_KERNEL ref_su3 ref_combine(ref z, ref_su3 a, ref y, ref_su3 b)
{
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) r.e[i][j] = ref_add(ref_mul(z, a.e[i][j]), ref_mul(y, b.e[i][j]));
	return r;
}

LQCD_KERNEL ref_su3 ref_plus(ref_su3 a, ref_su3 b)
{
	return ref_combine(ref_make(1, 0), a, ref_make(1, 0), b);
}

LQCD_KERNEL ref_su3 ref_minus(ref_su3 a, ref_su3 b)
{
	return ref_combine(ref_make(1, 0), a, ref_make(-1, 0), b);
}

LQCD_KERNEL ref_su3 ref_times(ref z, ref_su3 a)
{
	return ref_combine(z, a, ref_make(0, 0), a);
}

LQCD_KERNEL ref ref_trace(ref_su3 a)
{
	ref t = ref_make(0, 0);
	for (int i = 0; i < NC; i++) t = ref_add(t, a.e[i][i]);
	return t;
}

LQCD_KERNEL ref ref_retrace(ref_su3 a)
{
	ref t = ref_trace(a);
	t.im = 0;
	return t;
}

/* By permutations of the columns: rows from row on, columns not yet in used. */
LQCD_KERNEL ref ref_minor(const ref_su3 *a, int row, unsigned used)
{
	ref det = ref_make(row == NC, 0);
	double sign = 1;
	for (int j = 0; j < NC && row < NC; j++) {
		if (used >> j & 1) continue;
		det = ref_add(det, ref_scale(sign, ref_mul(a->e[row][j], ref_minor(a, row + 1, used | 1u << j))));
		sign = -sign;
	}
	return det;
}

LQCD_KERNEL ref ref_det(ref_su3 a)
{
	return ref_minor(&a, 0, 0);
}

/* The last row is the one that makes a determinant of 1 from orthonormal rows: the conjugate cofactors. */
LQCD_KERNEL ref_su3 ref_last_row(ref_su3 a)
{
	ref_su3 r = a;
	for (int j = 0; j < NC; j++) {
		for (int k = 0; k < NC; k++) a.e[NC - 1][k] = ref_make(k == j, 0);
		r.e[NC - 1][j] = ref_conj(ref_det(a));
	}
	return r;
}

LQCD_KERNEL ref_su3 ref_reunitarise(ref_su3 a)
{
	for (int i = 0; i < NC - 1; i++) {
		double n = 0;
		for (int k = 0; k < i; k++) {
			ref p = ref_make(0, 0);
			for (int j = 0; j < NC; j++) p = ref_add(p, ref_mul(ref_conj(a.e[k][j]), a.e[i][j]));
			for (int j = 0; j < NC; j++) a.e[i][j] = ref_sub(a.e[i][j], ref_mul(p, a.e[k][j]));
		}
		for (int j = 0; j < NC; j++) n += a.e[i][j].re * a.e[i][j].re + a.e[i][j].im * a.e[i][j].im;
		for (int j = 0; j < NC; j++) a.e[i][j] = ref_make(a.e[i][j].re / sqrt(n), a.e[i][j].im / sqrt(n));
	}
	return ref_last_row(a);
}

LQCD_KERNEL ref_su3 ref_project_algebra(ref_su3 a)
{
	ref_su3 r = ref_times(ref_make(0.5, 0), ref_minus(a, ref_dagger(a)));
	const ref t = ref_scale(1.0 / NC, ref_trace(r));
	for (int i = 0; i < NC; i++) r.e[i][i] = ref_sub(r.e[i][i], t);
	return r;
}

LQCD_KERNEL double ref_norm(ref_su3 a)
{
	return sqrt(ref_retrace(ref_product(a, ref_dagger(a))).re);
}

LQCD_KERNEL ref_su3 random_matrix(void)
{
	ref_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) r.e[i][j] = ref_random();
	return r;
}

/* An element of SU(NC), and delta times a random matrix. Rows of it are far from dependent for delta below 0.1. */
LQCD_KERNEL ref_su3 random_near_group(double delta)
{
	return ref_plus(ref_reunitarise(random_matrix()), ref_times(ref_make(delta, 0), random_matrix()));
}

/* An element of the algebra with the norm sqrt(sum |a_ij|^2). */
LQCD_KERNEL ref_su3 random_algebra(double norm)
{
	const ref_su3 r = ref_project_algebra(random_matrix());
	return ref_times(ref_make(norm / ref_norm(r), 0), r);
}

/* The largest deviation from u u^dagger = 1 and det u = 1. */
LQCD_KERNEL double ref_group_deviation(ref_su3 a)
{
	const double u = unitary_deviation(a), d = ref_distance(ref_det(a), ref_make(1, 0));
	return tap_worst(u, d);
}

typedef struct {
	long double re[NC][NC], im[NC][NC];
} wide_su3;

LQCD_KERNEL wide_su3 wide_product(const wide_su3 *a, const wide_su3 *b)
{
	wide_su3 r;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			r.re[i][j] = r.im[i][j] = 0;
			for (int k = 0; k < NC; k++) {
				r.re[i][j] += a->re[i][k] * b->re[k][j] - a->im[i][k] * b->im[k][j];
				r.im[i][j] += a->re[i][k] * b->im[k][j] + a->im[i][k] * b->re[k][j];
			}
		}
	return r;
}

/* exp(a) = exp(a / 2^10)^(2^10), the inner one by its series to order 30; the result has the given size. */
LQCD_KERNEL ref_su3 ref_exp(ref_su3 a, double size)
{
	enum { SQUARINGS = 10, ORDER = 30 };
	wide_su3 x, r, y;
	ref_su3 out;
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			x.re[i][j] = (long double)ldexp(a.e[i][j].re, -SQUARINGS);
			x.im[i][j] = (long double)ldexp(a.e[i][j].im, -SQUARINGS);
			r.re[i][j] = i == j;
			r.im[i][j] = 0;
		}
	for (int n = ORDER; n > 0; n--) {
		y = wide_product(&x, &r);
		for (int i = 0; i < NC; i++)
			for (int j = 0; j < NC; j++) {
				r.re[i][j] = (i == j) + y.re[i][j] / (long double)n;
				r.im[i][j] = y.im[i][j] / (long double)n;
			}
	}
	for (int n = 0; n < SQUARINGS; n++) {
		y = r;
		r = wide_product(&y, &y);
	}
	for (int i = 0; i < NC; i++)
		for (int j = 0; j < NC; j++) {
			out.e[i][j] = ref_make((double)r.re[i][j], (double)r.im[i][j]);
			out.e[i][j].size = size;
		}
	return out;
}

#define TEST_TEMPLATE "../site/su3.inc"
#include "../support/each_tag.inc"

static void test_su3(void)
{
	EACH_TAG(su3_test, ());
}
