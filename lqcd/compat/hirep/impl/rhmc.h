/* lqcd/compat/hirep/impl/rhmc.h: part of hmc.h: the rational function of a monomial rhmc, on lqcd's hmc/rhmc.h. R of
 * hmc/rational.h approximates x^(-1/2) within 1e-12 between 1/16 of the least eigenvalue of Q^2 and 6/5 of the largest
 * at the links of the heat bath, Q = g5Dphi_eopre; phi = C(Q) eta / sqrt(A), so that phi^+ R(Q^2) phi = |eta|^2, and
 * eta = sqrt(A) C(Q)^-1 phi is found back at other links with
 *
 *   1/C(z) = prod_k (z + i n_k)/(z + i m_k) = 1 + i sum_k t_k/(z + i m_k),      n_k^2, m_k^2 zeros and poles of R
 *   t_k = prod_j (n_j - m_k)/prod_(j != k) (m_j - m_k)
 *
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_RHMC_H
#define LQCD_COMPAT_HIREP_IMPL_RHMC_H

#include "../../../hmc/rhmc.h"
#include "sources.h"

typedef LQCD__HR_Q(lqcd_rhmc_d) lqcd__hr_rhmc;

/** The ends of the spectrum of a Hermitian operator. */
static inline lqcd_spectrum lqcd__hr_spectrum(spinor_operator M, spinor_field *start, const char *name)
{
	LQCD__HR_Q(lqcd__hr_shifted_d) context = {M, 0};
	const LQCD__HR_Q(lqcd_operator_d) op = LQCD__HR_Q(lqcd__hr_make_operator_d)(&context);
	const LQCD__HR_Q(lqcd_spinor_field_d) from = LQCD__HR_Q(lqcd__hr_spinors_d)(start);
	lqcd_spectrum b;
	lqcd__hr_trust();
	const lqcd_status s = LQCD__HR_Q(lqcd_spectrum_find_d)(&b, &op, &from, 0.01, LQCD_SPECTRUM_STEPS);
	lqcd__hr_distrust();
	lqcd__hr_error_of_all(s != LQCD_OK, name, lqcd_status_text(s));
	return b;
}

/** Those of Q^2 at the present links. */
static inline lqcd_spectrum lqcd__hr_rhmc_spectrum(double mass, spinor_field *start)
{
	const double before = lqcd__hr_propagator_state.now;
	lqcd__hr_propagator_state.now = mass;
	const lqcd_spectrum b = lqcd__hr_spectrum(lqcd__hr_schur_squared, start, "rhmc");
	lqcd__hr_propagator_state.now = before;
	lprintf("RHMC", 10, "spectrum of H^2: %.6e to %.6e\n", b.low, b.high);
	return b;
}

/** Makes R anew for the present links. */
static inline void lqcd__hr_rhmc_start(lqcd__hr_rhmc *r, double mass, spinor_field *eta, double force_prec)
{
	const lqcd_spectrum b = lqcd__hr_rhmc_spectrum(mass, eta);
	LQCD__HR_Q(lqcd_rhmc_destroy_d)(r);
	const lqcd_status s = LQCD__HR_Q(lqcd_rhmc_create_d)(r, &lqcd__hr_lattice, mass, LQCD_PERIODIC, b.low / 16,
							     1.2 * b.high, 1e-12);
	lqcd__hr_error_of_all(s != LQCD_OK, "rhmc", lqcd_status_text(s));
	r->force.tolerance = sqrt(force_prec);
}

/** r->chi[k] = (Q^2 + shift[k])^-1 b */
static inline void lqcd__hr_rhmc_solve(lqcd__hr_rhmc *r, double mass, const double *shift, spinor_field *b, double err2)
{
	LQCD__HR_Q(lqcd__hr_shifted_d) context = {lqcd__hr_schur_squared, 0};
	const LQCD__HR_Q(lqcd_operator_d) op = LQCD__HR_Q(lqcd__hr_make_operator_d)(&context);
	const LQCD__HR_Q(lqcd_spinor_field_d) from = LQCD__HR_Q(lqcd__hr_spinors_d)(b);
	const lqcd_solve_params params = lqcd__hr_params(err2, 0);
	const double before = lqcd__hr_propagator_state.now;
	lqcd_solve_result result[LQCD_RATIONAL_DEGREE];
	lqcd__hr_propagator_state.now = mass;
	lqcd__hr_trust();
	const lqcd_status s =
		LQCD__HR_Q(lqcd_multishift_d)(r->chi, &op, shift, r->rational.degree, &from, &params, result);
	lqcd__hr_distrust();
	lqcd__hr_propagator_state.now = before;
	lqcd__hr_error_of_all(s != LQCD_OK && s != LQCD_ZERO_RHS, "rhmc", lqcd_status_text(s));
}

/** s = factor (s + sum_k weight[k] (i Q + sqrt(shift[k])) chi[k]); w: two even fields. */
static inline void lqcd__hr_rhmc_sum(lqcd__hr_rhmc *r, double mass, const double *shift, const double *weight,
				     double factor, spinor_field *s, spinor_field *w)
{
	LQCD__HR_Q(lqcd_spinor_field_d) to = LQCD__HR_Q(lqcd__hr_spinors_d)(s);
	LQCD__HR_Q(lqcd_spinor_field_d) sum = LQCD__HR_Q(lqcd__hr_spinors_d)(&w[0]);
	zero_spinor_field(&w[0]);
	for (int k = 0; k < r->rational.degree; k++) {
		LQCD__HR_Q(lqcd_spinor_field_axpy_d)(&sum, weight[k], &r->chi[k]);
		LQCD__HR_Q(lqcd_spinor_field_axpy_d)(&to, weight[k] * sqrt(shift[k]), &r->chi[k]);
	}
	__asm__ volatile("" ::: "memory");
	LQCD__HR_Q(lqcd__hr_eopre_d)(mass, &w[1], &w[0], LQCD__HR_GAMMA5);
	mulc_add_assign_spinor_field(s, lqcd__hr_make(0, 1), &w[1]);
	mul_spinor_field(s, factor, s);
}

/** pf: eta becomes phi. */
static inline void lqcd__hr_rhmc_correct(lqcd__hr_rhmc *r, double mass, spinor_field *pf, spinor_field *w, double err2)
{
	const lqcd_rational *q = &r->rational;
	lqcd__hr_rhmc_solve(r, mass, q->zero, pf, err2);
	lqcd__hr_rhmc_sum(r, mass, q->zero, q->root, 1 / sqrt(q->factor), pf, w);
}

/** pf: phi becomes eta. Ends the program if the spectrum has left the interval. */
static inline void lqcd__hr_rhmc_correct_back(lqcd__hr_rhmc *r, double mass, spinor_field *pf, spinor_field *w,
					      double err2)
{
	const lqcd_rational *q = &r->rational;
	const lqcd_spectrum b = lqcd__hr_rhmc_spectrum(mass, pf);
	double weight[LQCD_RATIONAL_DEGREE];
	lqcd__hr_error_of_all(b.low < q->low || b.high > q->high, "rhmc",
			      "the spectrum of H^2 has left the interval of the rational function: shorter steps");
	for (int k = 0; k < q->degree; k++) {
		const double m = sqrt(q->pole[k]);
		weight[k] = sqrt(q->zero[k]) - m;
		for (int j = 0; j < q->degree; j++)
			if (j != k) weight[k] *= (sqrt(q->zero[j]) - m) / (sqrt(q->pole[j]) - m);
	}
	lqcd__hr_rhmc_solve(r, mass, q->pole, pf, err2);
	lqcd__hr_rhmc_sum(r, mass, q->pole, weight, sqrt(q->factor), pf, w);
}

#endif
