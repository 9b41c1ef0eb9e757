/* lqcd/compat/hirep/impl/schroedinger.h: the Schroedinger functional of programs with BC_T_SF (gauge.h), in HiRep's names of
 * observables.h and boundary_conditions.h.
 *
 *   SF_classical_solution()       u_gauge := U_k = exp(i diag(phi + (phi' - phi) t/(GLB_T - 2)) / (GLB_T - 2)), U_0 = 1, phi and
 *                                 phi' the angles at the ends, 0 without init_BCs of SF_BCs = 1
 *   SF_action(beta)               beta/(NG GLB_X) sum_(x,k) {E_k(x) + E'_k(x)} for NG = 2, 3 and 4: with lambda = diag(1, -1),
 *                                 diag(1, -1/2, -1/2) and diag(1, 1, -1, -1)/2,
 *                                   E_k(x)  = Re tr{i lambda U_k(x) U_0(x+k) U_k(x+0)^+ U_0(x)^+}             at x_0 = 1
 *                                   E'_k(x) = Re tr{i lambda U_0(x)^+ U_k(x) U_0(x+k) U_k(x+0)^+}             at x_0 = GLB_T - 2
 *                                 for GLB_X = GLB_T - 2 this is -dS/d eta (NG = 3) or dS/d eta (NG = 2, 4) of the plaquette
 *                                 action with c_t = 1
 *   SF_PCAC_wall_corr(m, acc, swc)     prints f_P, f_A, f_1, and g_P, g_A from the upper end, at time t = 0 .. GLB_T - 2; with
 *                                 STORE returns elements 0 [f_P, f_A][GLB_T], 1 [g_P, g_A][GLB_T] and 2 [f_1], else NULL.
 *                                 With S = (Dphi or Cphi)^-1,  f_P(t) = 1/(2 L^3) sum_x tr{W^+ W}, W = S(x, 2) U_0^+ P_+ of the
 *                                 source on time slice 2, f_A(t) = -1/(2 L^3) sum_x tr{W^+ g_0 W}, f_1 = 1/(2 L^6) tr{K^+ K},
 *                                 K = sum_x P_+ U_0(x)^+ W at x_0 = GLB_T - 2; of the upper end W = S U_0 P_- and g_A with +
 *
 * All collective. M. Luescher et al., Nucl. Phys. B 384 (1992) 168, B 478 (1996) 365.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SCHROEDINGER_H
#define LQCD_COMPAT_HIREP_IMPL_SCHROEDINGER_H

#include "types.h"

#ifdef BC_T_SF

#include "data_storage.h"
#include "gauge.h"
#include "sources.h"

static inline void SF_classical_solution(void)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	lqcd__hr_error(!u_gauge, 1, "SF_classical_solution", "no links: call setup_gauge_fields");
	lqcd__hr_complete(u_gauge->ptr);
	_MASTER_FOR(&glattice, ix) {
		const double s = (double)lqcd__hr_time(ix) / b->last;
		for (int mu = 0; mu < 4; mu++) {
			suNg *u = pu_gauge(ix, mu);
			_suNg_unit(*u);
			for (int k = 0; k < NG && mu > 0; k++) {
				const double angle = ((1 - s) * b->phi[0][k] + s * b->phi[1][k]) / GLB_X;
				u->c[k * (NG + 1)] = lqcd__hr_make(cos(angle), sin(angle));
			}
		}
	}
	apply_BCs_on_fundamental_gauge_field();
}

/** E_k of a site, or (upper) E'_k. */
static inline double lqcd__hr_sf_field(int ix, int k, int upper)
{
#if NG == 2
	static const double lambda[2] = {1, -1};
#elif NG == 3
	static const double lambda[3] = {1, -0.5, -0.5};
#elif NG == 4
	static const double lambda[4] = {0.5, 0.5, -0.5, -0.5};
#else
	static const double lambda[NG] = {0};
#endif
	double sum = 0;
	suNg a, b, p;
	lqcd__hr_error(NG > 4, 1, "SF_action", "NG = 2, 3 and 4 alone");
	_suNg_times_suNg(a, *pu_gauge(ix, k), *pu_gauge(iup(ix, k), 0));
	if (upper) {
		_suNg_times_suNg_dagger(b, a, *pu_gauge(iup(ix, 0), k));
		_suNg_dagger_times_suNg(p, *pu_gauge(ix, 0), b);
	} else {
		_suNg_times_suNg(b, *pu_gauge(ix, 0), *pu_gauge(iup(ix, 0), k));
		_suNg_times_suNg_dagger(p, a, b);
	}
	for (int n = 0; n < NG; n++) sum -= lambda[n] * _complex_im(p.c[n * (NG + 1)]);
	return sum;
}

static inline double SF_action(double beta)
{
	const int last = lqcd__hr_lattice.boundary.last;
	lqcd_sum sum;
	double value;
	lqcd__hr_share(u_gauge);
	lqcd_sum_start(&sum);
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		const int t = lqcd__hr_time(ix);
		for (int k = 1; k < 4 && (t == 0 || t == last - 1); k++) {
			if (t == 0) lqcd_sum_add(&sum, lqcd__hr_sf_field(ix, k, 0));
			if (t == last - 1) lqcd_sum_add(&sum, lqcd__hr_sf_field(ix, k, 1));
		}
	}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, &value, &sum, 1);
	return beta / (NG * (double)GLB_X) * value;
}

/** eta = U_0^+ P_+ e (lower end), U_0 P_- e of spin s = 0 or 1, colour c, on the time slice beside the end. */
static inline void lqcd__hr_sf_source(spinor_field *eta, int upper, int s, int c)
{
	const int last = lqcd__hr_lattice.boundary.last;
	zero_spinor_field(eta);
	_MASTER_FOR(&glattice, ix) {
		suNf_spinor e, p;
		if (lqcd__hr_time(ix) != (upper ? last - 1 : 1)) continue;
		_spinor_zero_f(e);
		e.c[s].c[c] = 1;
		if (upper)
			_spinor_pminus_f(p, e);
		else
			_spinor_pplus_f(p, e);
		for (int k = 0; k < 4; k++) {
			if (upper)
				_suNf_multiply(_FIELD_AT(eta, ix)->c[k], *pu_gauge_f(ix, 0), p.c[k]);
			else
				_suNf_inverse_multiply(_FIELD_AT(eta, ix)->c[k], *pu_gauge_f(idn(ix, 0), 0), p.c[k]);
		}
	}
	lqcd__hr_share_sources(eta, 1);
}

/** Adds |psi|^2 and psi^+ g_0 psi of each time slice to sum[2 t]; to border[8 NF] the numbers of U_0^+ psi beside the upper
 * end. */
static inline void lqcd__hr_sf_sums(spinor_field *psi, lqcd_sum *sum, lqcd_sum *border)
{
	const int last = lqcd__hr_lattice.boundary.last;
	lqcd__hr_complete(psi->ptr);
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		const int t = lqcd__hr_time(ix);
		const suNf_spinor *p = _FIELD_AT(psi, ix);
		suNf_spinor g;
		double n, a;
		if (t < 0) continue;
		_spinor_g0_f(g, *p);
		_spinor_prod_re_f(n, *p, *p);
		_spinor_prod_re_f(a, *p, g);
		lqcd_sum_add(&sum[2 * t], n);
		lqcd_sum_add(&sum[2 * t + 1], a);
		if (!border || t != last - 1) continue;
		for (int k = 0; k < 4; k++) _suNf_inverse_multiply(g.c[k], *pu_gauge_f(ix, 0), p->c[k]);
		for (int k = 0; k < 4 * NF; k++) {
			const hr_complex z = g.c[k / NF].c[k % NF];
			lqcd_sum_add(&border[2 * k], _complex_re(z));
			lqcd_sum_add(&border[2 * k + 1], _complex_im(z));
		}
	}
}

/** The functions of one end: f[0, 1] for P and A, GLB_T numbers each; f_1 added to *f1 unless that is NULL. */
static inline void lqcd__hr_sf_functions(double *f, double *f1, double mass, double acc, int upper)
{
	enum { NUMBERS = 8 * NF };
	const double volume = (double)GLB_VOL3;
	const lqcd_comm *comm = &lqcd__hr_lattice.comm;
	const lqcd__hr_propagators kept = lqcd__hr_propagator_state;
	spinor_field *s = alloc_spinor_field(2, &glattice);
	lqcd_sum *sum = (lqcd_sum *)calloc(2 * (size_t)GLB_T + NUMBERS, sizeof *sum);
	double *value = (double *)calloc(2 * (size_t)GLB_T, sizeof *value);
	lqcd__hr_error(!sum || !value, 1, "SF_PCAC_wall_corr", "out of memory");
	memset(&lqcd__hr_propagator_state, 0, sizeof kept);
	init_propagator_eo(1, &mass, acc);
	for (int k = 0; k < 2 * GLB_T; k++) lqcd_sum_start(&sum[k]);
	for (int n = 0; n < 2 * NF; n++) {
		lqcd_sum *border = sum + 2 * GLB_T;
		double number[NUMBERS];
		suNf_spinor k, p;
		double n2;
		for (int i = 0; i < NUMBERS; i++) lqcd_sum_start(&border[i]);
		lqcd__hr_sf_source(&s[0], upper, n / NF, n % NF);
		calc_propagator(&s[1], &s[0], 1);
		lqcd__hr_sf_sums(&s[1], sum, border);
		lqcd_comm_sums(comm, number, border, NUMBERS);
		memcpy(&k, number, sizeof k);
		_spinor_pplus_f(p, k);
		_spinor_prod_re_f(n2, p, p);
		/* P_+- e_s and P_+- e_(s+2) are the same but for a sign. */
		if (f1) *f1 += n2 / (volume * volume);
	}
	free_propagator_eo();
	lqcd__hr_propagator_state = kept;
	lqcd_comm_sums(comm, value, sum, 2 * GLB_T);
	for (int t = 0; t < GLB_T - 1; t++) {
		const int at = upper ? GLB_T - 2 - t : t;
		f[t] = value[2 * at] / volume;
		f[GLB_T + t] = (upper ? 1 : -1) * value[2 * at + 1] / volume;
	}
	free(sum);
	free(value);
	free_spinor_field(s);
}

static inline data_storage_array *SF_PCAC_wall_corr(double mass, double acc, storage_switch swh)
{
	static const char *const name[2][2] = {{"f_P", "f_A"}, {"g_P", "g_A"}};
	data_storage_array *ret = NULL;
	double f1 = 0, *f = (double *)calloc(4 * (size_t)GLB_T, sizeof *f);
	lqcd__hr_error(!f, 1, "SF_PCAC_wall_corr", "out of memory");
	for (int upper = 0; upper < 2; upper++) {
		lqcd__hr_sf_functions(f + 2 * upper * GLB_T, upper ? NULL : &f1, mass, acc, upper);
		for (int k = 0; k < 2 * (GLB_T - 1); k++) {
			const int which = k / (GLB_T - 1), t = k % (GLB_T - 1);
			lprintf("PC_wall_AC", 10, "%s( %d ) = %.16e\n", name[upper][which], t,
				f[(2 * upper + which) * GLB_T + t]);
		}
		if (!upper) lprintf("PC_wall_AC", 0, "f1 = %.16e\n", f1);
	}
	if (swh == STORE) {
		int size[2] = {2, GLB_T}, one = 1;
		ret = allocate_data_storage_array(3);
		allocate_data_storage_element(ret, 0, 2, size);
		allocate_data_storage_element(ret, 1, 2, size);
		allocate_data_storage_element(ret, 2, 1, &one);
		memcpy(ret->element[0].data, f, 2 * (size_t)GLB_T * sizeof *f);
		memcpy(ret->element[1].data, f + 2 * GLB_T, 2 * (size_t)GLB_T * sizeof *f);
		ret->element[2].data[0] = f1;
	}
	free(f);
	return ret;
}

#endif
#endif
