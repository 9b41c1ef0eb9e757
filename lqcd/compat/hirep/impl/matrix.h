/* lqcd/compat/hirep/impl/matrix.h: part of compat/hirep.h: the macros of HiRep's suN.h for matrices and of the algebra.
 *
 * _suNg_<op> and _suNf_<op> (and _suNgc_, _suNfc_), on lvalues of suNg, suNf or their _flt, all of one precision; a statement
 * each. u may be one of the inputs. Products are lqcd's (su3.h). Generators T_A of the algebra: (E_ij + E_ji)/2,
 * i (E_ij - E_ji)/2 and diag(1, .., 1, -l, 0, ..)/sqrt(2 l (l+1)) in HiRep's order; tr T_A T_B = delta_AB/2.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_MATRIX_H
#define LQCD_COMPAT_HIREP_MATRIX_H

#include <string.h>

#include "../../../site/su3.h"
#include "spinor.h"

/* u = v w, u += v w, v w^dagger, v^dagger w, v^dagger; v s and v^dagger s of a vector */
enum { LQCD__HR_NN, LQCD__HR_ADD, LQCD__HR_ND, LQCD__HR_DN, LQCD__HR_D, LQCD__HR_NV, LQCD__HR_DV };

#define LQCD_TEMPLATE "../compat/hirep/impl/matrix.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"
#ifdef LQCD__HR_REP
#define LQCD_TEMPLATE "../compat/hirep/impl/matrix.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#define LQCD_REP LQCD__HR_REP
#include "../../../base/each_tag.inc"
#undef LQCD_REP
#undef LQCD_TEMPLATE
#undef LQCD_TAGS
#endif

/* The precision follows from bytes, the size of u. */
LQCD_FN void lqcd__hr_product(void *u, const void *v, const void *w, size_t bytes, int kind)
{
	if (bytes % sizeof(hr_complex) == 0 && bytes / sizeof(hr_complex) == NG * NG)
		lqcd__hr_product_d(u, v, w, kind);
	else
		lqcd__hr_product_f(u, v, w, kind);
}

LQCD_FN void lqcd__hr_times_vector(void *r, const void *u, const void *s, size_t bytes, int kind)
{
	if (bytes == NG * sizeof(hr_complex))
		lqcd__hr_product_d(r, u, s, kind);
	else
		lqcd__hr_product_f(r, u, s, kind);
}
#include "matrix_quark.h"

#define LQCD__HR_MATRIX(kind, u, v, w)         lqcd__hr_product(&(u), &(v), &(w), sizeof(u), kind)
#define LQCD__HR_VECTOR(kind, r, u, s)         lqcd__hr_times_vector(&(r), &(u), &(s), sizeof(r), kind)
#define LQCD__HR_BOTH(kind, r1, r2, u, s1, s2) (LQCD__HR_VECTOR(kind, r1, u, s1), LQCD__HR_VECTOR(kind, r2, u, s2))
/* statement for every entry lqcd__i */
#define LQCD__HR_ENTRY(u, x) LQCD__HR_COLOURS(u, LQCD__HR_SET(LQCD__HR_C(u), x))
#define LQCD__HR_RANK(u)     (LQCD__HR_NUMBERS(u) == NG * NG ? NG : NF)
#define LQCD__HR_UNIT(u)     (lqcd__i % (LQCD__HR_RANK(u) + 1) == 0)
#define LQCD__HR_NORM(z)            _complex_prod_re(z, z)
#define LQCD__HR_NORMS(k, u, z)        LQCD__HR_FROM_0(k, LQCD__HR_COLOURS(u, (k) += LQCD__HR_NORM(z)))

#define _suNg_multiply(r, u, s)         LQCD__HR_VECTOR(LQCD__HR_NV, r, u, s)
#define _suNg_inverse_multiply(r, u, s) LQCD__HR_VECTOR(LQCD__HR_DV, r, u, s)

#define _suNg_double_multiply(r1, r2, u, s1, s2)         LQCD__HR_BOTH(LQCD__HR_NV, r1, r2, u, s1, s2)
#define _suNg_double_inverse_multiply(r1, r2, u, s1, s2) LQCD__HR_BOTH(LQCD__HR_DV, r1, r2, u, s1, s2)

#define _suNg_times_suNg(u, v, w)        LQCD__HR_MATRIX(LQCD__HR_NN, u, v, w)
#define _suNg_times_suNg_dagger(u, v, w) LQCD__HR_MATRIX(LQCD__HR_ND, u, v, w)
#define _suNg_dagger_times_suNg(u, v, w) LQCD__HR_MATRIX(LQCD__HR_DN, u, v, w)
#define _suNg_times_suNg_assign(u, v, w) LQCD__HR_MATRIX(LQCD__HR_ADD, u, v, w)
#define _suNg_dagger(u, v)               LQCD__HR_MATRIX(LQCD__HR_D, u, v, v)

#define _suNg_zero(u)                LQCD__HR_ENTRY(u, 0)
#define _suNg_unit(u)                LQCD__HR_ENTRY(u, LQCD__HR_UNIT(u))
#define _suNg_copy(u, v)             ((u) = (v))
#define _suNg_minus(u, v)            LQCD__HR_ENTRY(u, -LQCD__HR_C(v))
#define _suNg_mul(u, k, v)           LQCD__HR_ENTRY(u, (k)*LQCD__HR_C(v))
#define _suNg_mul_assign(u, k)       LQCD__HR_ENTRY(u, (k)*LQCD__HR_C(u))
#define _suNg_mulc(u, z, v)          LQCD__HR_ENTRY(u, lqcd__hr_mul(z, LQCD__HR_C(v)))
#define _suNg_mul_add(u, k, v, l, w) LQCD__HR_ENTRY(u, (k)*LQCD__HR_C(v) + (l)*LQCD__HR_C(w))
#define _suNg_add_assign(u, v)       LQCD__HR_ENTRY(u, LQCD__HR_C(u) + LQCD__HR_C(v))
#define _suNg_sub_assign(u, v)       LQCD__HR_ENTRY(u, LQCD__HR_C(u) - LQCD__HR_C(v))
#define _suNg_sqnorm(k, u)           LQCD__HR_NORMS(k, u, LQCD__HR_C(u))
#define _suNg_sqnorm_m1(k, u)        LQCD__HR_NORMS(k, u, LQCD__HR_C(u) - LQCD__HR_UNIT(u))
#define LQCD__HR_DIAGONAL(k, u, x)   LQCD__HR_FROM_0(k, LQCD__HR_LOOP(lqcd__i, LQCD__HR_RANK(u)) (k) += (x))
#define _suNg_trace(z, u)            LQCD__HR_DIAGONAL(z, u, (u).c[lqcd__i * (LQCD__HR_RANK(u) + 1)])
#define _suNg_trace_re(k, u)         LQCD__HR_DIAGONAL(k, u, _complex_re((u).c[lqcd__i * (LQCD__HR_RANK(u) + 1)]))
#define _suNg_trace_im(k, u)         LQCD__HR_DIAGONAL(k, u, _complex_im((u).c[lqcd__i * (LQCD__HR_RANK(u) + 1)]))
/* u_ij += sum over a = 0, 1 of s_a,i conj(s_(a+2),j) */
#define LQCD__HR_FMAT(s, a)                                                                                            \
	lqcd__hr_cmul((s).c[(a) + 2].c[lqcd__i % LQCD__HR_NUMBERS((s).c[0])],                                          \
		      (s).c[a].c[lqcd__i / LQCD__HR_NUMBERS((s).c[0])])
#define _suNg_FMAT(u, s)    LQCD__HR_ENTRY(u, LQCD__HR_C(u) + LQCD__HR_FMAT(s, 0) + LQCD__HR_FMAT(s, 1))
#define _suNg_FMAT_zero(u)  _suNg_zero(u)

#define _suNf_multiply(r, u, s)                           LQCD__HR_QVECTOR(LQCD__HR_NV, LQCD__HR_REAL, r, u, s)
#define _suNf_inverse_multiply(r, u, s)                   LQCD__HR_QVECTOR(LQCD__HR_DV, LQCD__HR_REAL, r, u, s)
#define _suNf_double_multiply(r1, r2, u, s1, s2)          (_suNf_multiply(r1, u, s1), _suNf_multiply(r2, u, s2))
#define _suNf_double_inverse_multiply(r1, r2, u, s1, s2)  (_suNf_inverse_multiply(r1, u, s1), _suNf_inverse_multiply(r2, u, s2))
#define _suNf_times_suNf(u, v, w)                         LQCD__HR_QMATRIX(LQCD__HR_NN, LQCD__HR_REAL, u, v, w)
#define _suNf_times_suNf_dagger(u, v, w)                  LQCD__HR_QMATRIX(LQCD__HR_ND, LQCD__HR_REAL, u, v, w)
#define _suNf_dagger_times_suNf(u, v, w)                  LQCD__HR_QMATRIX(LQCD__HR_DN, LQCD__HR_REAL, u, v, w)
#define _suNf_times_suNf_assign(u, v, w)                  LQCD__HR_QMATRIX(LQCD__HR_ADD, LQCD__HR_REAL, u, v, w)
#define _suNf_dagger(u, v)                                LQCD__HR_QMATRIX(LQCD__HR_D, LQCD__HR_REAL, u, v, v)
#define _suNf_zero(u)                                     _suNg_zero(u)
#define _suNf_unit(u)                                     _suNg_unit(u)
#define _suNf_copy(u, v)                                  _suNg_copy(u, v)
#define _suNf_minus(u, v)                                 _suNg_minus(u, v)
#define _suNf_mul(u, k, v)                                _suNg_mul(u, k, v)
#define _suNf_mul_assign(u, k)                            _suNg_mul_assign(u, k)
#define _suNf_mulc(u, z, v)                               _suNg_mulc(u, z, v)
#define _suNf_mul_add(u, k, v, l, w)                      _suNg_mul_add(u, k, v, l, w)
#define _suNf_add_assign(u, v)                            _suNg_add_assign(u, v)
#define _suNf_sub_assign(u, v)                            _suNg_sub_assign(u, v)
#define _suNf_sqnorm(k, u)                                _suNg_sqnorm(k, u)
#define _suNf_sqnorm_m1(k, u)                             _suNg_sqnorm_m1(k, u)
#define _suNf_trace(z, u)                                 _suNg_trace(z, u)
#define _suNf_trace_re(k, u)                              _suNg_trace_re(k, u)
#define _suNf_trace_im(k, u)                              _suNg_trace_im(k, u)
#ifdef REPR_IS_REAL
#define _suNf_FMAT(u, s)                                  LQCD__HR_ENTRY(u, LQCD__HR_C(u) + _complex_re(LQCD__HR_FMAT(s, 0) + LQCD__HR_FMAT(s, 1)))
#else
#define _suNf_FMAT(u, s)                                  _suNg_FMAT(u, s)
#endif
#define _suNf_FMAT_zero(u)                                _suNg_zero(u)
#define _suNfc_multiply(r, u, s)                           LQCD__HR_QVECTOR(LQCD__HR_NV, 0, r, u, s)
#define _suNfc_inverse_multiply(r, u, s)                   LQCD__HR_QVECTOR(LQCD__HR_DV, 0, r, u, s)
#define _suNfc_double_multiply(r1, r2, u, s1, s2)          (_suNfc_multiply(r1, u, s1), _suNfc_multiply(r2, u, s2))
#define _suNfc_double_inverse_multiply(r1, r2, u, s1, s2)  (_suNfc_inverse_multiply(r1, u, s1), _suNfc_inverse_multiply(r2, u, s2))
#define _suNfc_times_suNfc(u, v, w)                         LQCD__HR_QMATRIX(LQCD__HR_NN, 0, u, v, w)
#define _suNfc_times_suNfc_dagger(u, v, w)                  LQCD__HR_QMATRIX(LQCD__HR_ND, 0, u, v, w)
#define _suNfc_dagger_times_suNfc(u, v, w)                  LQCD__HR_QMATRIX(LQCD__HR_DN, 0, u, v, w)
#define _suNfc_times_suNfc_assign(u, v, w)                  LQCD__HR_QMATRIX(LQCD__HR_ADD, 0, u, v, w)
#define _suNfc_dagger(u, v)                                LQCD__HR_QMATRIX(LQCD__HR_D, 0, u, v, v)
#define _suNfc_zero(u)                                    _suNg_zero(u)
#define _suNfc_unit(u)                                    _suNg_unit(u)
#define _suNfc_copy(u, v)                                 _suNg_copy(u, v)
#define _suNfc_minus(u, v)                                _suNg_minus(u, v)
#define _suNfc_mul(u, k, v)                               _suNg_mul(u, k, v)
#define _suNfc_mul_assign(u, k)                           _suNg_mul_assign(u, k)
#define _suNfc_mulc(u, z, v)                              _suNg_mulc(u, z, v)
#define _suNfc_mul_add(u, k, v, l, w)                     _suNg_mul_add(u, k, v, l, w)
#define _suNfc_add_assign(u, v)                           _suNg_add_assign(u, v)
#define _suNfc_sub_assign(u, v)                           _suNg_sub_assign(u, v)
#define _suNfc_sqnorm(k, u)                               _suNg_sqnorm(k, u)
#define _suNfc_sqnorm_m1(k, u)                            _suNg_sqnorm_m1(k, u)
#define _suNfc_trace(z, u)                                _suNg_trace(z, u)
#define _suNfc_trace_re(k, u)                             _suNg_trace_re(k, u)
#define _suNfc_trace_im(k, u)                             _suNg_trace_im(k, u)
#define _suNfc_FMAT(u, s)                                 _suNg_FMAT(u, s)
#define _suNfc_FMAT_zero(u)                               _suNg_zero(u)
/* suNgc is suNg. */
#define _suNgc_multiply(r, u, s)        _suNg_multiply(r, u, s)
#define _suNgc_inverse_multiply(r, u, s) _suNg_inverse_multiply(r, u, s)
#define _suNgc_zero(u)                  _suNg_zero(u)
#define _suNgc_unit(u)                  _suNg_unit(u)
#define _suNgc_copy(u, v)               _suNg_copy(u, v)
#define _suNgc_minus(u, v)              _suNg_minus(u, v)
#define _suNgc_mul(u, k, v)             _suNg_mul(u, k, v)
#define _suNgc_mul_assign(u, k)         _suNg_mul_assign(u, k)
#define _suNgc_mulc(u, z, v)            _suNg_mulc(u, z, v)
#define _suNgc_mul_add(u, k, v, l, w)   _suNg_mul_add(u, k, v, l, w)
#define _suNgc_add_assign(u, v)         _suNg_add_assign(u, v)
#define _suNgc_sub_assign(u, v)         _suNg_sub_assign(u, v)
#define _suNgc_sqnorm(k, u)             _suNg_sqnorm(k, u)
#define _suNgc_sqnorm_m1(k, u)          _suNg_sqnorm_m1(k, u)
#define _suNgc_trace(z, u)              _suNg_trace(z, u)
#define _suNgc_trace_re(k, u)           _suNg_trace_re(k, u)
#define _suNgc_trace_im(k, u)           _suNg_trace_im(k, u)
#define _suNgc_dagger(u, v)             _suNg_dagger(u, v)
#define _suNgc_times_suNgc(u, v, w)         _suNg_times_suNg(u, v, w)
#define _suNgc_times_suNgc_dagger(u, v, w)  _suNg_times_suNg_dagger(u, v, w)
#define _suNgc_dagger_times_suNgc(u, v, w)  _suNg_dagger_times_suNg(u, v, w)
#define _suNg_multiply_default(r, u, s)                   _suNg_multiply(r, u, s)
#define _suNg_double_multiply_default(r1, r2, u, s1, s2) _suNg_double_multiply(r1, r2, u, s1, s2)
#define _suNg_double_inverse_multiply_default(r1, r2, u, s1, s2) _suNg_double_inverse_multiply(r1, r2, u, s1, s2)
#define _suNg_inverse_multiply_default(r, u, s)           _suNg_inverse_multiply(r, u, s)
#define _suNf_multiply_default(r, u, s)                   _suNf_multiply(r, u, s)
#define _suNf_double_multiply_default(r1, r2, u, s1, s2) _suNf_double_multiply(r1, r2, u, s1, s2)
#define _suNf_double_inverse_multiply_default(r1, r2, u, s1, s2) _suNf_double_inverse_multiply(r1, r2, u, s1, s2)
#define _suNf_inverse_multiply_default(r, u, s)           _suNf_inverse_multiply(r, u, s)
#define _suNfc_multiply_default(r, u, s)                  _suNfc_multiply(r, u, s)
#define _suNfc_double_multiply_default(r1, r2, u, s1, s2) _suNfc_double_multiply(r1, r2, u, s1, s2)
#define _suNfc_double_inverse_multiply_default(r1, r2, u, s1, s2) _suNfc_double_inverse_multiply(r1, r2, u, s1, s2)
#define _suNfc_inverse_multiply_default(r, u, s)          _suNfc_inverse_multiply(r, u, s)

/* ---- algebra --------------------------------------------------------------------------------------------------- */

#define LQCD__HR_ALGEBRA(statement) LQCD__HR_LOOP(lqcd__i, (NG * NG - 1)) statement
#define LQCD__HR_TERM(r, s)         (LQCD__HR_C(r) * LQCD__HR_C(s))

#define _algebra_vector_zero_g(r)                 LQCD__HR_ALGEBRA(LQCD__HR_C(r) = 0)
#define _algebra_vector_add_assign_g(r, s)        LQCD__HR_ALGEBRA(LQCD__HR_C(r) += LQCD__HR_C(s))
#define _algebra_vector_sub_assign_g(r, s)        LQCD__HR_ALGEBRA(LQCD__HR_C(r) -= LQCD__HR_C(s))
#define _algebra_vector_mul_g(r, k, s)            LQCD__HR_ALGEBRA(LQCD__HR_C(r) = (k)*LQCD__HR_C(s))
#define _algebra_vector_mul_add_assign_g(r, k, s) LQCD__HR_ALGEBRA(LQCD__HR_C(r) += (k)*LQCD__HR_C(s))
#define _algebra_vector_prod_g(k, r, s)           LQCD__HR_FROM_0(k, LQCD__HR_ALGEBRA((k) += LQCD__HR_TERM(r, s)))
#define _algebra_vector_sqnorm_g(k, r)            _algebra_vector_prod_g(k, r, r)

#define _FUND_NORM2 0.5
/* m = i sum h_A T_A, and h of the traceless anti-Hermitian part of m */
#define _fund_algebra_represent(m, h) lqcd__hr_algebra_represent(&(m), &(h))
#define _fund_algebra_project(h, m)   lqcd__hr_algebra_project(&(h), &(m))
#ifdef LQCD__HR_REP
/* the same with T_A in the representation, and v = rho(u) (represent.h) */
#define _algebra_represent(m, h)      lqcd__hr_rep_algebra(&(m), &(h))
#define _algebra_project(h, m)        lqcd__hr_rep_project(&(h), &(m))
#define _group_represent(v, u)        lqcd__hr_rep_group(&(v), &(u))
#define _group_represent2(v, u)       lqcd__hr_rep_group(v, u)
#else
#define _REPR_NORM2                   0.5
#define _algebra_represent(m, h)      _fund_algebra_represent(m, h)
#define _algebra_project(h, m)        _fund_algebra_project(h, m)
#define _group_represent(v, u)        ((v) = (u))
#define _group_represent2(v, u)       (*(v) = *(u))
#endif
#define _algebra_project_FMAT(h, m)   _algebra_project(h, m)

/* The order of HiRep's generators for SU(3): rows below the diagonal go through the components as the square of a
 * matrix read row by row: place (i, j) with i < j holds the antisymmetric, (j, i) the symmetric, (l, l) the diagonal
 * one. */
LQCD_FN int lqcd__hr_generator(int i, int j)
{
	return i * NG + j - 1;
}

LQCD_FN void lqcd__hr_algebra_represent(suNg *m, const suNg_algebra_vector *h)
{
	for (int i = 0; i < NG * NG; i++) m->c[i] = 0;
	for (int i = 0; i < NG; i++)
		for (int j = i + 1; j < NG; j++) {
			const double a = 0.5 * h->c[lqcd__hr_generator(i, j)], s = 0.5 * h->c[lqcd__hr_generator(j, i)];
			m->c[i * NG + j] = lqcd__hr_make(-a, s);
			m->c[j * NG + i] = lqcd__hr_make(a, s);
		}
	for (int l = 1; l < NG; l++) {
		const double d = h->c[lqcd__hr_generator(l, l)] / sqrt(2.0 * l * (l + 1));
		for (int i = 0; i < l; i++) m->c[i * (NG + 1)] += lqcd__hr_make(0, d);
		m->c[l * (NG + 1)] -= lqcd__hr_make(0, l * d);
	}
}

/** h_A = -2 i tr(T_A m'), m' the anti-Hermitian part of m */
LQCD_FN void lqcd__hr_algebra_project(suNg_algebra_vector *h, const suNg *m)
{
	for (int i = 0; i < NG; i++)
		for (int j = i + 1; j < NG; j++) {
			const hr_complex a = m->c[i * NG + j], b = m->c[j * NG + i];
			h->c[lqcd__hr_generator(i, j)] = _complex_re(b) - _complex_re(a);
			h->c[lqcd__hr_generator(j, i)] = _complex_im(a) + _complex_im(b);
		}
	for (int l = 1; l < NG; l++) {
		double d = -l * _complex_im(m->c[l * (NG + 1)]);
		for (int i = 0; i < l; i++) d += _complex_im(m->c[i * (NG + 1)]);
		h->c[lqcd__hr_generator(l, l)] = 2 * d / sqrt(2.0 * l * (l + 1));
	}
}

/** u = exp(m), m anti-Hermitian */
static inline void suNg_Exp(suNg *u, suNg *m)
{
	lqcd_su3_d a, r;
	memcpy(&a, m, sizeof a);
	lqcd_su3_exp_d(&r, &a);
	memcpy(u, &r, sizeof r);
}

/** u = exp(i dt h.T) u */
static inline void ExpX(double dt, suNg_algebra_vector *h, suNg *u)
{
	suNg_algebra_vector k;
	suNg m, e;
	_algebra_vector_mul_g(k, dt, *h);
	_fund_algebra_represent(m, k);
	suNg_Exp(&e, &m);
	_suNg_times_suNg(*u, e, *u);
}

/** The element of SU(N) that Gram-Schmidt makes of the rows of u. */
static inline void project_to_suNg(suNg *u)
{
	lqcd_su3_d a;
	memcpy(&a, u, sizeof a);
	lqcd_su3_reunitarise_d(&a);
	memcpy(u, &a, sizeof a);
}

#ifdef LQCD__HR_REP
#include "represent.h"
#endif

#endif
