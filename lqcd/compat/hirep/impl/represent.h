/* lqcd/compat/hirep/impl/represent.h: a section of matrix.h: the representation of quarks, by gauge/represent.h.
 *
 *   lqcd__hr_rep_group(&v, &u)      v = rho(u)
 *   lqcd__hr_rep_algebra(&m, &h)    m = i sum h_A T_A, T_A = rho of the generators: (rho(1 + X) - rho(1 - X))/2 is linear in
 *                                   X, and the derivative of rho at 1, since rho has products of two elements
 *   lqcd__hr_rep_project(&h, &m)    its inverse on the algebra, and the projection of other m to it
 *
 * Bases in HiRep's order: tensors e_(i,j), i >= j, by i and then j; of the adjoint one the T_A of matrix.h. lqcd's are
 * these in another order, some with the other sign: HiRep's number lqcd__hr_basis(k).at, times .sign, is its number k.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_REPRESENT_H
#define LQCD_COMPAT_HIREP_REPRESENT_H

#include "../../../gauge/represent.h"

#ifdef LQCD__HR_REP

/* T_R, tr T_A T_B = T_R delta_AB */
#if defined(REPR_ADJOINT)
#define _REPR_NORM2 ((double)NG)
#elif defined(REPR_SYMMETRIC)
#define _REPR_NORM2 (0.5 * (NG + 2))
#else
#define _REPR_NORM2 (0.5 * (NG - 2))
#endif

typedef struct {
	int at;
	double sign;
} lqcd__hr_basis_element;

static inline lqcd__hr_basis_element lqcd__hr_basis(int k)
{
	lqcd__hr_basis_element b;
	b.sign = 1;
#ifdef REPR_ADJOINT
	int i = 0, j = 1;
	if (k >= NG * (NG - 1)) {
		const int l = k - NG * (NG - 1) + 1;
		b.at = lqcd__hr_generator(l, l);
		return b;
	}
	for (int pair = 0; pair < k / 2; pair++)
		if (++j == NG) j = ++i + 1;
	b.at = k & 1 ? lqcd__hr_generator(i, j) : lqcd__hr_generator(j, i);
	b.sign = k & 1 ? -1 : 1;
#else
	int i = 0;
#ifdef REPR_SYMMETRIC
	int j = 0;
	for (int n = 0; n < k; n++)
		if (++j == NG) j = ++i;
	b.at = j * (j + 1) / 2 + i;
#else
	int j = 1;
	for (int n = 0; n < k; n++)
		if (++j == NG) j = ++i + 1;
	b.at = j * (j - 1) / 2 + i;
#endif
#endif
	return b;
}

/** A matrix from lqcd's basis to HiRep's, or (back) from HiRep's to lqcd's. */
static inline void lqcd__hr_turn_basis(LQCD__HR_Q(lqcd_su3_d) *to, const LQCD__HR_Q(lqcd_su3_d) *from, int back)
{
	for (int k = 0; k < NF; k++)
		for (int l = 0; l < NF; l++) {
			const lqcd__hr_basis_element a = lqcd__hr_basis(k), b = lqcd__hr_basis(l);
			const lqcd_complex_d z = back ? from->e[a.at][b.at] : from->e[k][l];
			lqcd_complex_d *r = back ? &to->e[k][l] : &to->e[a.at][b.at];
			r->re = a.sign * b.sign * z.re;
			r->im = a.sign * b.sign * z.im;
		}
}

static inline void lqcd__hr_rep_group(suNf *v, const suNg *u)
{
	lqcd_su3_d a;
	LQCD__HR_Q(lqcd_su3_d) r, turned;
	memcpy(&a, u, sizeof a);
	LQCD__HR_Q(lqcd_su3_represent_d)(&r, &a);
	lqcd__hr_turn_basis(&turned, &r, 0);
	LQCD__HR_Q(lqcd__hr_store_d)(v, &turned, sizeof *v);
}

static inline void lqcd__hr_rep_algebra(suNf *m, const suNg_algebra_vector *h)
{
	suNg x, up, down;
	suNf low;
	double size = 0;
	for (int k = 0; k < NG * NG - 1; k++) size += h->c[k] * h->c[k];
	size = size > 0 ? sqrt(size) : 1;
	lqcd__hr_algebra_represent(&x, h);
	for (int k = 0; k < NG * NG; k++) {
		const double one = k % (NG + 1) == 0;
		up.c[k] = x.c[k] / size + one;
		down.c[k] = one - x.c[k] / size;
	}
	lqcd__hr_rep_group(m, &up);
	lqcd__hr_rep_group(&low, &down);
	for (int k = 0; k < NF * NF; k++) m->c[k] = (m->c[k] - low.c[k]) * (0.5 * size);
}

/** The element of su(N) of which w, in HiRep's basis, is the force: represent.h of gauge/. */
static inline void lqcd__hr_pull_back(suNg *f, const LQCD__HR_Q(lqcd_su3_d) *w)
{
	LQCD__HR_Q(lqcd_su3_d) turned;
	lqcd_su3_d r;
	lqcd__hr_turn_basis(&turned, w, 1);
	LQCD__HR_Q(lqcd_su3_pull_back_d)(&r, &turned);
	memcpy(f, &r, sizeof r);
}

static inline void lqcd__hr_rep_project(suNg_algebra_vector *h, const suNf *m)
{
	LQCD__HR_Q(lqcd_su3_d) w;
	suNg f;
	LQCD__HR_Q(lqcd__hr_load_d)(&w, m, sizeof *m);
	lqcd__hr_pull_back(&f, &w);
	lqcd__hr_algebra_project(h, &f);
	for (int k = 0; k < NG * NG - 1; k++) h->c[k] *= _FUND_NORM2 / _REPR_NORM2;
}

#endif
#endif
