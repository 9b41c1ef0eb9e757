/* lqcd/compat/hirep/impl/propagator.h: the names of HiRep's spin_matrix.h, propagator.h, and the gamma matrices of
 * mesons.c.
 *
 * suNf_spin_matrix s: four spinors s.c[k], the rows. suNf_propagator p: p.c[a].c[alpha].c[beta].c[b] is component
 * (alpha, a) of the solution of the source (beta, b), _PROP_AT(p, a, alpha, beta, b); _PROP_IDX(p, i, j) of i = 4 a +
 * alpha, j = 4 b + beta.
 *
 *   _spinmatrix_zero(s) _spinmatrix_assign_row(s, spinor, k) _spinmatrix_add(r, s, t) _spinmatrix_sub(r, s, t)
 *   _spinmatrix_mul_trace(z, r, s): z = tr r^dagger s, .._mul_trace_assign: z += .., .._mul_trace_re: its real part
 *   _g5_spinmatrix(r, s)        r = g s: rows of r are combined
 *   _spinmatrix_g5(r, s)        the matrix g on each row: r = s g^T
 *       of g0 g1 g2 g3 g5 g5g0 g0g5 g5g1 g5g2 g5g3 g0g1 g0g2 g0g3 g5g0g1 g5g0g2 g5g0g3; also _g5_propagator(r, s) and
 *       _propagator_g5(r, s), and _id_propagator
 *   _propagator_assign(p, spinor, b, beta)     column (beta, b); _propagator_assign_spin_matrix(p, s, a)
 *   _propagator_zero one trace(z, p) add(r, p, q) sub(r, p, q) mul_assign(p, k) mulc_assign(p, z) transpose(r, p)
 *   dagger(r, p) mul(r, p, q): r = p q, mul_trace(z, p, q): tr p q, muldag_trace(z, p, q): tr p^dagger q,
 *   mul_spinor(s, p, t): s = p t, leftmul_spinor(s, t, p): s = p^T t^* up to the order of components: s_(beta b) =
 *   sum t_(alpha a) conj(p_(a alpha beta b)); _suNf_prop_multiply(r, u, p), _suNf_inverse_prop_multiply(r, u, p): u p,
 *   u^dagger p
 *
 *   g5_debug(Gamma, &sign)      hr_complex Gamma[4][4] of id g0 g5 g0g5 g1 g2 g3 g0g1 g0g2 g0g3 g5g1 g5g2 g5g3 g0g5g1
 *                               g0g5g2 g0g5g3, and the sign of g0 Gamma^dagger g0 = sign Gamma
 *
 *   g5_trace_H(&z, m): z = tr m g5 Gamma, m the 16 numbers of a matrix of spins; g5_eval_g5GammaDag_times_spinor(&r, &s): r =
 *                               g5 Gamma^T s
 *
 * r may be an input.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_PROPAGATOR_H
#define LQCD_COMPAT_HIREP_IMPL_PROPAGATOR_H

#include "complex.h"
#include "matrix.h"

typedef struct {
	suNf_spin_matrix c[NF];
} LQCD__HR_ALIAS suNf_propagator;

/* ---- gamma matrices -------------------------------------------------------------------------------------------- */

/* HiRep's numbers of meson channels, and two more matrices. */
typedef enum {
	_g5 = 0,
	_id,
	_g0,
	_g1,
	_g2,
	_g3,
	_g0g1,
	_g0g2,
	_g0g3,
	_g0g5,
	_g5g1,
	_g5g2,
	_g5g3,
	_g0g5g1,
	_g0g5g2,
	_g0g5g3,
	NGAMMA_IND,
	_DISC,
	LQCD__HR_G5G0 = _DISC,
	LQCD__HR_G5G0G1,
	LQCD__HR_G5G0G2,
	LQCD__HR_G5G0G3
} gamma_ind;

/** (g s)_k = i^p s_a: p and a of k = 0, .., 3, one after the other. */
static inline const signed char *lqcd__hr_gamma_of(int g)
{
	static const signed char table[][8] = {
		{0, 0, 0, 1, 2, 2, 2, 3}, {0, 0, 0, 1, 0, 2, 0, 3}, {2, 2, 2, 3, 2, 0, 2, 1}, {3, 3, 3, 2, 1, 1, 1, 0},
		{2, 3, 0, 2, 0, 1, 2, 0}, {3, 2, 1, 3, 1, 0, 3, 1}, {3, 1, 3, 0, 1, 3, 1, 2}, {2, 1, 0, 0, 0, 3, 2, 2},
		{3, 0, 1, 1, 1, 2, 3, 3}, {0, 2, 0, 3, 2, 0, 2, 1}, {3, 3, 3, 2, 3, 1, 3, 0}, {2, 3, 0, 2, 2, 1, 0, 0},
		{3, 2, 1, 3, 3, 0, 1, 1}, {1, 1, 1, 0, 1, 3, 1, 2}, {0, 1, 2, 0, 0, 3, 2, 2}, {1, 0, 3, 1, 1, 2, 3, 3},
		{0, 0, 0, 0, 0, 0, 0, 0}, {2, 2, 2, 3, 0, 0, 0, 1}, {3, 1, 3, 0, 3, 3, 3, 2}, {2, 1, 0, 0, 2, 3, 0, 2},
		{3, 0, 1, 1, 3, 2, 1, 3}};
	return table[g];
}

static inline void lqcd__hr_turn_by(suNf_spinor *r, const suNf_spinor *s, int p)
{
	lqcd__hr_turn(r, s, sizeof *r, p, 0, p, 1, p, 2, p, 3);
}

/** r = g s; r may be s */
static inline void lqcd__hr_gamma_spinor(suNf_spinor *r, const suNf_spinor *s, int g)
{
	const signed char *t = lqcd__hr_gamma_of(g);
	lqcd__hr_turn(r, s, sizeof *r, t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]);
}

/** r = g s, or (rows) g on each row of s. */
static inline void lqcd__hr_spin_gamma(suNf_spin_matrix *r, const suNf_spin_matrix *s, int g, int rows)
{
	const signed char *t = lqcd__hr_gamma_of(g);
	const suNf_spin_matrix from = *s;
	for (int k = 0; k < 4; k++)
		if (rows)
			lqcd__hr_gamma_spinor(&r->c[k], &from.c[k], g);
		else
			lqcd__hr_turn_by(&r->c[k], &from.c[t[2 * k + 1]], t[2 * k]);
}

static inline void lqcd__hr_propagator_gamma(suNf_propagator *r, const suNf_propagator *s, int g, int rows)
{
	for (int a = 0; a < NF; a++) lqcd__hr_spin_gamma(&r->c[a], &s->c[a], g, rows);
}

#define LQCD__HR_GAMMA_LEFT(r, s, g)       lqcd__hr_spin_gamma(&(r), &(s), g, 0)
#define LQCD__HR_GAMMA_ROWS(r, s, g)       lqcd__hr_spin_gamma(&(r), &(s), g, 1)
#define LQCD__HR_PROPAGATOR_LEFT(r, s, g)  lqcd__hr_propagator_gamma(&(r), &(s), g, 0)
#define LQCD__HR_PROPAGATOR_RIGHT(r, s, g) lqcd__hr_propagator_gamma(&(r), &(s), g, 1)

#define _g0_spinmatrix(r, s)     LQCD__HR_GAMMA_LEFT(r, s, _g0)
#define _g1_spinmatrix(r, s)     LQCD__HR_GAMMA_LEFT(r, s, _g1)
#define _g2_spinmatrix(r, s)     LQCD__HR_GAMMA_LEFT(r, s, _g2)
#define _g3_spinmatrix(r, s)     LQCD__HR_GAMMA_LEFT(r, s, _g3)
#define _g5_spinmatrix(r, s)     LQCD__HR_GAMMA_LEFT(r, s, _g5)
#define _g5g0_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, LQCD__HR_G5G0)
#define _g0g5_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g0g5)
#define _g5g1_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g5g1)
#define _g5g2_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g5g2)
#define _g5g3_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g5g3)
#define _g0g1_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g0g1)
#define _g0g2_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g0g2)
#define _g0g3_spinmatrix(r, s)   LQCD__HR_GAMMA_LEFT(r, s, _g0g3)
#define _g5g0g1_spinmatrix(r, s) LQCD__HR_GAMMA_LEFT(r, s, LQCD__HR_G5G0G1)
#define _g5g0g2_spinmatrix(r, s) LQCD__HR_GAMMA_LEFT(r, s, LQCD__HR_G5G0G2)
#define _g5g0g3_spinmatrix(r, s) LQCD__HR_GAMMA_LEFT(r, s, LQCD__HR_G5G0G3)
#define _spinmatrix_g0(r, s)     LQCD__HR_GAMMA_ROWS(r, s, _g0)
#define _spinmatrix_g1(r, s)     LQCD__HR_GAMMA_ROWS(r, s, _g1)
#define _spinmatrix_g2(r, s)     LQCD__HR_GAMMA_ROWS(r, s, _g2)
#define _spinmatrix_g3(r, s)     LQCD__HR_GAMMA_ROWS(r, s, _g3)
#define _spinmatrix_g5(r, s)     LQCD__HR_GAMMA_ROWS(r, s, _g5)
#define _spinmatrix_g5g0(r, s)   LQCD__HR_GAMMA_ROWS(r, s, LQCD__HR_G5G0)
#define _spinmatrix_g0g5(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g0g5)
#define _spinmatrix_g5g1(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g5g1)
#define _spinmatrix_g5g2(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g5g2)
#define _spinmatrix_g5g3(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g5g3)
#define _spinmatrix_g0g1(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g0g1)
#define _spinmatrix_g0g2(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g0g2)
#define _spinmatrix_g0g3(r, s)   LQCD__HR_GAMMA_ROWS(r, s, _g0g3)
#define _spinmatrix_g5g0g1(r, s) LQCD__HR_GAMMA_ROWS(r, s, LQCD__HR_G5G0G1)
#define _spinmatrix_g5g0g2(r, s) LQCD__HR_GAMMA_ROWS(r, s, LQCD__HR_G5G0G2)
#define _spinmatrix_g5g0g3(r, s) LQCD__HR_GAMMA_ROWS(r, s, LQCD__HR_G5G0G3)
#define _g0_propagator(r, s)     LQCD__HR_PROPAGATOR_LEFT(r, s, _g0)
#define _g1_propagator(r, s)     LQCD__HR_PROPAGATOR_LEFT(r, s, _g1)
#define _g2_propagator(r, s)     LQCD__HR_PROPAGATOR_LEFT(r, s, _g2)
#define _g3_propagator(r, s)     LQCD__HR_PROPAGATOR_LEFT(r, s, _g3)
#define _g5_propagator(r, s)     LQCD__HR_PROPAGATOR_LEFT(r, s, _g5)
#define _g5g0_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, LQCD__HR_G5G0)
#define _g0g5_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g0g5)
#define _g5g1_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g5g1)
#define _g5g2_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g5g2)
#define _g5g3_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g5g3)
#define _g0g1_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g0g1)
#define _g0g2_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g0g2)
#define _g0g3_propagator(r, s)   LQCD__HR_PROPAGATOR_LEFT(r, s, _g0g3)
#define _g5g0g1_propagator(r, s) LQCD__HR_PROPAGATOR_LEFT(r, s, LQCD__HR_G5G0G1)
#define _g5g0g2_propagator(r, s) LQCD__HR_PROPAGATOR_LEFT(r, s, LQCD__HR_G5G0G2)
#define _g5g0g3_propagator(r, s) LQCD__HR_PROPAGATOR_LEFT(r, s, LQCD__HR_G5G0G3)
#define _propagator_g0(r, s)     LQCD__HR_PROPAGATOR_RIGHT(r, s, _g0)
#define _propagator_g1(r, s)     LQCD__HR_PROPAGATOR_RIGHT(r, s, _g1)
#define _propagator_g2(r, s)     LQCD__HR_PROPAGATOR_RIGHT(r, s, _g2)
#define _propagator_g3(r, s)     LQCD__HR_PROPAGATOR_RIGHT(r, s, _g3)
#define _propagator_g5(r, s)     LQCD__HR_PROPAGATOR_RIGHT(r, s, _g5)
#define _propagator_g5g0(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, LQCD__HR_G5G0)
#define _propagator_g0g5(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g0g5)
#define _propagator_g5g1(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g5g1)
#define _propagator_g5g2(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g5g2)
#define _propagator_g5g3(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g5g3)
#define _propagator_g0g1(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g0g1)
#define _propagator_g0g2(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g0g2)
#define _propagator_g0g3(r, s)   LQCD__HR_PROPAGATOR_RIGHT(r, s, _g0g3)
#define _propagator_g5g0g1(r, s) LQCD__HR_PROPAGATOR_RIGHT(r, s, LQCD__HR_G5G0G1)
#define _propagator_g5g0g2(r, s) LQCD__HR_PROPAGATOR_RIGHT(r, s, LQCD__HR_G5G0G2)
#define _propagator_g5g0g3(r, s) LQCD__HR_PROPAGATOR_RIGHT(r, s, LQCD__HR_G5G0G3)
#define _id_propagator(r, s)     ((r) = (s))

/** Gamma, and the sign of g0 Gamma^dagger g0 = sign Gamma. */
static inline void lqcd__hr_gamma_matrix(hr_complex gamma[4][4], int *sign, int g)
{
	const signed char *t = lqcd__hr_gamma_of(g);
	for (int k = 0; k < 4; k++) {
		for (int l = 0; l < 4; l++) gamma[k][l] = 0;
		const int p = t[2 * k];
		gamma[k][t[2 * k + 1]] = lqcd__hr_make(p % 2 ? 0 : 1 - p, p % 2 ? 2 - p : 0);
	}
	/* g0 takes row and column k to k + 2 mod 4: (g0 Gamma^dagger g0)_kl = conj(Gamma_(l+2, k+2)) */
	const int l = t[1], p = (4 - t[2 * ((l + 2) % 4)]) % 4;
	*sign = p == t[0] ? 1 : -1;
}

/* clang-format off */
#define LQCD__HR_EACH_GAMMA(ON) \
	ON(id) ON(g0) ON(g5) ON(g0g5) ON(g1) ON(g2) ON(g3) ON(g0g1) ON(g0g2) ON(g0g3) ON(g5g1) ON(g5g2) ON(g5g3) ON(g0g5g1) ON(g0g5g2) ON(g0g5g3)
#define LQCD__HR_DEBUG(g) \
	static inline void g##_debug(hr_complex Gamma[4][4], int *sign) { lqcd__hr_gamma_matrix(Gamma, sign, _##g); }
LQCD__HR_EACH_GAMMA(LQCD__HR_DEBUG)
/* clang-format on */

/** out = tr(m g5 Gamma), m the rows of a matrix of spins one after the other, summed in their order. */
static inline void lqcd__hr_trace_g5(hr_complex *out, const hr_complex *m, int g)
{
	const signed char *t = lqcd__hr_gamma_of(g);
	hr_complex z = 0;
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 4; k++) {
			const int p = (t[2 * k] + (k < 2 ? 0 : 2)) % 4;
			if (t[2 * k + 1] != i) continue;
			z += m[4 * i + k] * lqcd__hr_make(p % 2 ? 0 : 1 - p, p % 2 ? 2 - p : 0);
		}
	*out = z;
}

/** out = g5 Gamma^T in: the sign that HiRep's functions of this name have. */
static inline void lqcd__hr_g5_transposed(suNf_spinor *out, const suNf_spinor *in, int g)
{
	const signed char *t = lqcd__hr_gamma_of(g);
	const suNf_spinor from = *in;
	for (int k = 0; k < 4; k++) {
		const int l = t[2 * k + 1], p = (t[2 * k] + (l < 2 ? 0 : 2)) % 4;
		_vector_mulc_f(out->c[l], lqcd__hr_make(p % 2 ? 0 : 1 - p, p % 2 ? 2 - p : 0), from.c[k]);
	}
}

#define LQCD__HR_GAMMA_FUNCTIONS(name, g)                                                                              \
	static inline void name##_trace_H(hr_complex *out, hr_complex *smat)                                           \
	{                                                                                                              \
		lqcd__hr_trace_g5(out, smat, g);                                                                       \
	}                                                                                                              \
	static inline void name##_eval_g5GammaDag_times_spinor(suNf_spinor *out, suNf_spinor *in)                      \
	{                                                                                                              \
		lqcd__hr_g5_transposed(out, in, g);                                                                    \
	}
LQCD__HR_GAMMA_FUNCTIONS(id, _id)
LQCD__HR_GAMMA_FUNCTIONS(g0, _g0)
LQCD__HR_GAMMA_FUNCTIONS(g5, _g5)
LQCD__HR_GAMMA_FUNCTIONS(g0g5, _g0g5)
LQCD__HR_GAMMA_FUNCTIONS(g1, _g1)
LQCD__HR_GAMMA_FUNCTIONS(g2, _g2)
LQCD__HR_GAMMA_FUNCTIONS(g3, _g3)
LQCD__HR_GAMMA_FUNCTIONS(g0g1, _g0g1)
LQCD__HR_GAMMA_FUNCTIONS(g0g2, _g0g2)
LQCD__HR_GAMMA_FUNCTIONS(g0g3, _g0g3)
LQCD__HR_GAMMA_FUNCTIONS(g5g1, _g5g1)
LQCD__HR_GAMMA_FUNCTIONS(g5g2, _g5g2)
LQCD__HR_GAMMA_FUNCTIONS(g5g3, _g5g3)
LQCD__HR_GAMMA_FUNCTIONS(g0g5g1, _g0g5g1)
LQCD__HR_GAMMA_FUNCTIONS(g0g5g2, _g0g5g2)
LQCD__HR_GAMMA_FUNCTIONS(g0g5g3, _g0g5g3)

/* ---- spin matrices --------------------------------------------------------------------------------------------- */

/** z = tr r^dagger s */
static inline hr_complex lqcd__hr_spin_trace(const suNf_spin_matrix *r, const suNf_spin_matrix *s)
{
	hr_complex z = 0;
	for (int k = 0; k < 4; k++) _spinor_prod_assign_f(z, r->c[k], s->c[k]);
	return z;
}

#define LQCD__HR_ROWS(statement) LQCD__HR_LOOP(lqcd__k, 4) statement

#define _spinmatrix_zero(r)                   LQCD__HR_ROWS(_spinor_zero_f((r).c[lqcd__k]))
#define _spinmatrix_assign_row(r, s, k)       ((r).c[k] = (s))
#define _spinmatrix_add(r, s, t)              LQCD__HR_ROWS(_spinor_add_f((r).c[lqcd__k], (s).c[lqcd__k], (t).c[lqcd__k]))
#define _spinmatrix_sub(r, s, t)              LQCD__HR_ROWS(_spinor_sub_f((r).c[lqcd__k], (s).c[lqcd__k], (t).c[lqcd__k]))
#define _spinmatrix_mul_trace(z, r, s)        ((z) = lqcd__hr_spin_trace(&(r), &(s)))
#define _spinmatrix_mul_trace_assign(z, r, s) ((z) += lqcd__hr_spin_trace(&(r), &(s)))
#define _spinmatrix_mul_trace_re(k, r, s)     ((k) = _complex_re(lqcd__hr_spin_trace(&(r), &(s))))

/* ---- propagators ----------------------------------------------------------------------------------------------- */

#define _PROP_AT(r, a, alpha, beta, b) ((r).c[a].c[alpha].c[beta].c[b])
#define _PROP_IDX(r, i, j)             _PROP_AT(r, (i) / 4, (i) % 4, (j) % 4, (j) / 4)

enum { LQCD__HR_COMPONENTS = 4 * NF };

static inline hr_complex lqcd__hr_component(const suNf_spinor *s, int i)
{
	return s->c[i % 4].c[i / 4];
}

static inline void lqcd__hr_propagator_column(suNf_propagator *p, const suNf_spinor *s, int b, int beta)
{
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++) _PROP_IDX(*p, i, 4 * b + beta) = lqcd__hr_component(s, i);
}

/** r = k p + l q */
static inline void lqcd__hr_propagator_combine(suNf_propagator *r, hr_complex k, const suNf_propagator *p, hr_complex l,
					       const suNf_propagator *q)
{
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++)
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++)
			_PROP_IDX(*r, i, j) =
				lqcd__hr_mul(k, _PROP_IDX(*p, i, j)) + lqcd__hr_mul(l, _PROP_IDX(*q, i, j));
}

/** r = p^T or (conjugate) p^dagger */
static inline void lqcd__hr_propagator_turn(suNf_propagator *r, const suNf_propagator *p, int conjugate)
{
	const suNf_propagator from = *p;
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++)
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++) {
			const hr_complex z = _PROP_IDX(from, j, i);
			_PROP_IDX(*r, i, j) = conjugate ? lqcd__hr_conj(z) : z;
		}
}

static inline void lqcd__hr_propagator_mul(suNf_propagator *r, const suNf_propagator *p, const suNf_propagator *q)
{
	const suNf_propagator a = *p, b = *q;
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++)
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++) {
			hr_complex z = 0;
			for (int k = 0; k < LQCD__HR_COMPONENTS; k++)
				z += lqcd__hr_mul(_PROP_IDX(a, i, k), _PROP_IDX(b, k, j));
			_PROP_IDX(*r, i, j) = z;
		}
}

/** tr p q, or (dagger) tr p^dagger q */
static inline hr_complex lqcd__hr_propagator_trace(const suNf_propagator *p, const suNf_propagator *q, int dagger)
{
	hr_complex z = 0;
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++)
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++)
			z += dagger ? lqcd__hr_cmul(_PROP_IDX(*p, j, i), _PROP_IDX(*q, j, i))
				    : lqcd__hr_mul(_PROP_IDX(*p, i, j), _PROP_IDX(*q, j, i));
	return z;
}

static inline hr_complex lqcd__hr_propagator_diagonal(const suNf_propagator *p)
{
	hr_complex z = 0;
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++) z += _PROP_IDX(*p, i, i);
	return z;
}

/** r = k 1 */
static inline void lqcd__hr_propagator_unit(suNf_propagator *r, double k)
{
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++)
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++) _PROP_IDX(*r, i, j) = i == j ? k : 0;
}

/** s = p t, or (left) s_j = sum_i t_i conj(p_ij) */
static inline void lqcd__hr_propagator_spinor(suNf_spinor *s, const suNf_propagator *p, const suNf_spinor *t, int left)
{
	const suNf_spinor from = *t;
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++) {
		hr_complex z = 0;
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++) {
			const hr_complex x = lqcd__hr_component(&from, j);
			z += left ? lqcd__hr_cmul(_PROP_IDX(*p, j, i), x) : lqcd__hr_mul(_PROP_IDX(*p, i, j), x);
		}
		s->c[i % 4].c[i / 4] = z;
	}
}

/** r = u p, or (dagger) u^dagger p */
static inline void lqcd__hr_propagator_link(suNf_propagator *r, const suNf *u, const suNf_propagator *p, int dagger)
{
	const suNf_propagator from = *p;
	for (int i = 0; i < LQCD__HR_COMPONENTS; i++)
		for (int j = 0; j < LQCD__HR_COMPONENTS; j++) {
			const int a = i / 4;
			hr_complex z = 0;
			for (int b = 0; b < NF; b++) {
				const hr_complex x = _PROP_IDX(from, 4 * b + i % 4, j);
				z += dagger ? lqcd__hr_cmul(u->c[NF * b + a], x) : lqcd__hr_mul(u->c[NF * a + b], x);
			}
			_PROP_IDX(*r, i, j) = z;
		}
}

#define _propagator_assign(p, s, b, beta)       lqcd__hr_propagator_column(&(p), &(s), b, beta)
#define _propagator_assign_spin_matrix(p, s, a) ((p).c[a] = (s))
#define _propagator_zero(r)                     lqcd__hr_propagator_unit(&(r), 0)
#define _propagator_one(r)                      lqcd__hr_propagator_unit(&(r), 1)
#define _propagator_trace(z, r)                 ((z) = lqcd__hr_propagator_diagonal(&(r)))
#define _propagator_add(p, q, r)                lqcd__hr_propagator_combine(&(p), 1, &(q), 1, &(r))
#define _propagator_sub(p, q, r)                lqcd__hr_propagator_combine(&(p), 1, &(q), -1, &(r))
#define _propagator_mul_assign(s, k)            lqcd__hr_propagator_combine(&(s), k, &(s), 0, &(s))
#define _propagator_mulc_assign(s, z)           lqcd__hr_propagator_combine(&(s), z, &(s), 0, &(s))
#define _propagator_transpose(r, s)             lqcd__hr_propagator_turn(&(r), &(s), 0)
#define _propagator_dagger(r, s)                lqcd__hr_propagator_turn(&(r), &(s), 1)
#define _propagator_mul(q, s, r)                lqcd__hr_propagator_mul(&(q), &(s), &(r))
#define _propagator_mul_trace(z, s, r)          ((z) = lqcd__hr_propagator_trace(&(s), &(r), 0))
#define _propagator_muldag_trace(z, s, r)       ((z) = lqcd__hr_propagator_trace(&(s), &(r), 1))
#define _propagator_mul_spinor(s, r, t)         lqcd__hr_propagator_spinor(&(s), &(r), &(t), 0)
#define _propagator_leftmul_spinor(s, t, r)     lqcd__hr_propagator_spinor(&(s), &(r), &(t), 1)
#define _suNf_prop_multiply(r, u, s)            lqcd__hr_propagator_link(&(r), &(u), &(s), 0)
#define _suNf_inverse_prop_multiply(r, u, s)    lqcd__hr_propagator_link(&(r), &(u), &(s), 1)

#endif
