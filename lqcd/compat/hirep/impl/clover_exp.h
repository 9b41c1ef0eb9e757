/* lqcd/compat/hirep/impl/clover_exp.h: the names of HiRep's clover_exp.h, with WITH_EXPCLOVER: exponentials of Hermitian
 * matrices in four blocks of NF rows, {a[0], a[1]} above {a[2], a[3]}, such as the clover term has.
 *
 *   clover_exp(a, r), clover_exp(a, r, n)      r = exp(a), by squaring the exponential of a/2^k; n is not needed
 *   clover_exp_taylor(a, r)                    the same, by its series alone
 *   evaluate_sw_order(&m0), get_NN(), get_NNexp()         nothing; the terms of the series that operators take
 *
 * In long double, for comparisons; operators (dirac.h) have exponentials of their own.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_CLOVER_EXP_H
#define LQCD_COMPAT_HIREP_IMPL_CLOVER_EXP_H

#ifdef WITH_EXPCLOVER

#include "types.h"

#include "dirac.h"

enum { LQCD__HR_BLOCK = 2 * NF };

typedef struct {
	long double re[LQCD__HR_BLOCK][LQCD__HR_BLOCK], im[LQCD__HR_BLOCK][LQCD__HR_BLOCK];
} lqcd__hr_block;

static inline hr_complex *lqcd__hr_block_at(suNfc *a, int i, int j)
{
	return &a[2 * (i / NF) + j / NF].c[NF * (i % NF) + j % NF];
}

/** r = by a b; not in place. */
static inline void lqcd__hr_block_mul(lqcd__hr_block *r, long double by, const lqcd__hr_block *a,
				      const lqcd__hr_block *b)
{
	for (int i = 0; i < LQCD__HR_BLOCK; i++)
		for (int j = 0; j < LQCD__HR_BLOCK; j++) {
			long double re = 0, im = 0;
			for (int k = 0; k < LQCD__HR_BLOCK; k++) {
				re += a->re[i][k] * b->re[k][j] - a->im[i][k] * b->im[k][j];
				im += a->re[i][k] * b->im[k][j] + a->im[i][k] * b->re[k][j];
			}
			r->re[i][j] = by * re;
			r->im[i][j] = by * im;
		}
}

/** r = exp(a/2^halvings)^(2^halvings) */
static inline void lqcd__hr_block_exp(suNfc *a, suNfc *r, int halvings)
{
	lqcd__hr_block in, sum, term, next;
	memset(&term, 0, sizeof term);
	for (int i = 0; i < LQCD__HR_BLOCK; i++) {
		term.re[i][i] = 1;
		for (int j = 0; j < LQCD__HR_BLOCK; j++) {
			const hr_complex z = *lqcd__hr_block_at(a, i, j);
			in.re[i][j] = ldexpl(creal(z), -halvings);
			in.im[i][j] = ldexpl(cimag(z), -halvings);
		}
	}
	sum = term;
	for (int k = 1, more = 1; k < 1000 && more; k++) {
		lqcd__hr_block_mul(&next, 1.0L / k, &term, &in);
		term = next;
		more = 0;
		for (int i = 0; i < LQCD__HR_BLOCK; i++)
			for (int j = 0; j < LQCD__HR_BLOCK; j++) {
				sum.re[i][j] += term.re[i][j];
				sum.im[i][j] += term.im[i][j];
				more |= fabsl(term.re[i][j]) > 1e-25L || fabsl(term.im[i][j]) > 1e-25L;
			}
	}
	for (; halvings > 0; halvings--) {
		lqcd__hr_block_mul(&next, 1, &sum, &sum);
		sum = next;
	}
	for (int i = 0; i < LQCD__HR_BLOCK; i++)
		for (int j = 0; j < LQCD__HR_BLOCK; j++)
			*lqcd__hr_block_at(r, i, j) = lqcd__hr_make((double)sum.re[i][j], (double)sum.im[i][j]);
}

static inline void clover_exp(suNfc *a, suNfc *r, ...)
{
	double squares = 0;
	int halvings = 0;
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < NF * NF; i++) squares += creal(a[k].c[i] * conj(a[k].c[i]));
	while (halvings < 60 && ldexp(1.0, 2 * halvings) < squares) halvings++;
	lqcd__hr_block_exp(a, r, halvings);
}

static inline void clover_exp_taylor(suNfc *a, suNfc *r)
{
	lqcd__hr_block_exp(a, r, 0);
}

static inline void evaluate_sw_order(const double *mass)
{
	(void)mass;
}

static inline int get_NN(void)
{
	return LQCD__EXP_ORDER;
}

static inline int get_NNexp(void)
{
	return LQCD__EXP_ORDER;
}

#endif
#endif
