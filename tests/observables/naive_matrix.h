/* tests/observables/naive_matrix.h: matrices of spin and colour, 4 NC x 4 NC, with plain complex numbers (naive.h); gamma
 * matrices and a propagator at a site as such. */
#ifndef LQCD_TESTS_NAIVE_MATRIX_H
#define LQCD_TESTS_NAIVE_MATRIX_H

#include <lqcd/observables/propagator.h>

#include "../support/naive.h"

enum { COLUMNS = LQCD_COLUMNS };

static const double two_pi = 6.28318530717958647692;

typedef struct {
	naive_complex e[COLUMNS][COLUMNS]; /* spin NC + colour */
} matrix;

static void matrix_mul(matrix *r, const matrix *a, const matrix *b)
{
	for (int i = 0; i < COLUMNS; i++)
		for (int j = 0; j < COLUMNS; j++) {
			naive_complex sum = naive_make(0, 0);
			for (int k = 0; k < COLUMNS; k++) sum = naive_add(sum, naive_mul(a->e[i][k], b->e[k][j]));
			r->e[i][j] = sum;
		}
}

/** g_mu (4: g_5) on spinors as a matrix. */
static void matrix_gamma(matrix *r, int mu)
{
	for (int j = 0; j < COLUMNS; j++) {
		lqcd_spinor_d in, out;
		lqcd_spinor_zero(&in);
		in.c[j / LQCD_NC].c[j % LQCD_NC].re = 1;
		if (mu == 4)
			lqcd_spinor_gamma5(&out, &in);
		else
			lqcd_spinor_gamma(&out, &in, mu);
		for (int i = 0; i < COLUMNS; i++)
			r->e[i][j] =
				naive_make(out.c[i / LQCD_NC].c[i % LQCD_NC].re, out.c[i / LQCD_NC].c[i % LQCD_NC].im);
	}
}

/** g_T^n0 g_X^n1 g_Y^n2 g_Z^n3 */
static void matrix_product(matrix *r, int number)
{
	memset(r, 0, sizeof *r);
	for (int k = 0; k < COLUMNS; k++) r->e[k][k].re = 1;
	for (int mu = 0; mu < 4; mu++) {
		matrix g;
		const matrix before = *r;
		matrix_gamma(&g, mu);
		if (number >> mu & 1) matrix_mul(r, &before, &g);
	}
}

static void matrix_at(matrix *r, const lqcd_spinor_field_d *s, int ix)
{
	for (int i = 0; i < COLUMNS; i++)
		for (int j = 0; j < COLUMNS; j++) {
			const lqcd_complex_d z = LQCD_FIELD_AT(&s[j], ix)->c[i / LQCD_NC].c[i % LQCD_NC];
			r->e[i][j] = naive_make(z.re, z.im);
		}
}

static void matrix_dagger(matrix *r, const matrix *a)
{
	for (int i = 0; i < COLUMNS; i++)
		for (int j = 0; j < COLUMNS; j++) r->e[i][j] = naive_conj(a->e[j][i]);
}

static naive_complex matrix_trace(const matrix *a)
{
	naive_complex sum = naive_make(0, 0);
	for (int i = 0; i < COLUMNS; i++) sum = naive_add(sum, a->e[i][i]);
	return sum;
}

#endif
