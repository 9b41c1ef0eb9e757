/* lqcd/compat/hirep/impl/baryons.h: baryons of HiRep's observables.h, for NG = 3 and quarks in the fundamental or (sextet)
 * symmetric representation.
 *
 *   measure_baryons(m, conf, precision, swc, &ret)     propagators of mass m[0] from a point at time 0, and contract_baryons
 *   contract_baryons(psi, tau, swc, &ret)              psi[4 a + beta]: of the source of colour a, spin beta at time tau
 *
 * prints, for each time t from tau on, rows i of the 4 x 4 matrices
 *   CORR_NUCLEON: t k l Re Im Re Im Re Im Re Im     N_kl = -sum eps eps' g5^k (S Q^T S - S tr S Q^T) g5^l,
 *                                                   Q = G_k S G_l^T, G_0 = g5 g0 g2, G_1 = g0 g2
 *   CORR_DELTA: t mu nu ..                          D_mu nu = -2 sum eps eps' (S tr S Q^T - 2 S Q^T S), Q = c_mu S c'_nu^T,
 *                                                   c = (-g2, -g5 g3, g0, g5 g1), c' = (g2, g5 g3, g0, -g5 g1)
 * summed over space. S is the propagator with its indices exchanged: S_(alpha a, beta b) = psi[4 a + alpha]_(beta b), so that
 * rows belong to the source. Colours: S^(cc') Q^(bb') S^(aa') and S^(ca') tr S^(ac') Q^(bb') with eps_abc eps'_a'b'c'; for the
 * symmetric representation eps_abc is that of tensors, sum eps_ijk eps_lmn e^a_il e^b_jm e^c_kn.
 * N_00 of the fundamental one is minus the transposed proton of observables/baryon.h. STORE ends the program: HiRep stores nothing.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_BARYONS_H
#define LQCD_COMPAT_HIREP_IMPL_BARYONS_H

#include "types.h"

#if NG == 3 && (defined(REPR_FUNDAMENTAL) || defined(REPR_SYMMETRIC))

#include "data_storage.h"
#include "propagator.h"
#include "sources.h"

enum { LQCD__HR_NUCLEONS = 4, LQCD__HR_BARYONS = 20 };

typedef struct {
	int a, b, c;
	double eps;
} lqcd__hr_colours;

/** (-1)^p of the order i, j, k of 0, 1, 2, or 0. */
static inline int lqcd__hr_epsilon(int i, int j, int k)
{
	return (j - i) * (k - i) * (k - j) / 2;
}

#ifdef REPR_SYMMETRIC
/** Element (i, j) of basis tensor a. */
static inline double lqcd__hr_sextet(int a, int i, int j)
{
	const int high = i > j ? i : j, low = i > j ? j : i;
	return a != high * (high + 1) / 2 + low ? 0 : i == j ? 1 : 0.70710678118654752440;
}
#endif

static inline double lqcd__hr_colour_factor(int a, int b, int c)
{
#ifdef REPR_SYMMETRIC
	double sum = 0;
	for (int n = 0; n < 729; n++) {
		const int i = n % 3, j = n / 3 % 3, k = n / 9 % 3, l = n / 27 % 3, m = n / 81 % 3, o = n / 243;
		const int sign = lqcd__hr_epsilon(i, j, k) * lqcd__hr_epsilon(l, m, o);
		if (sign) sum += sign * lqcd__hr_sextet(a, i, l) * lqcd__hr_sextet(b, j, m) * lqcd__hr_sextet(c, k, o);
	}
	return fabs(sum) < 1e-15 ? 0 : sum;
#else
	return lqcd__hr_epsilon(a, b, c);
#endif
}

/** q[0..3] of the nucleon, k and l; q[4..19] of the delta, mu and nu. */
static inline void lqcd__hr_diquarks(suNf_propagator *q, const suNf_propagator *s)
{
	static const int left[6] = {LQCD__HR_G5G0G2, _g0g2, _g2, _g5g3, _g0, _g5g1};
	static const int minus_left[6] = {0, 0, 1, 1, 0, 0}, minus_right[6] = {0, 0, 0, 0, 0, 1};
	for (int n = 0; n < LQCD__HR_BARYONS; n++) {
		const int k = n < 4 ? n / 2 : 2 + (n - 4) / 4, l = n < 4 ? n % 2 : 2 + (n - 4) % 4;
		suNf_propagator t;
		lqcd__hr_propagator_gamma(&t, s, left[k], 0);
		lqcd__hr_propagator_gamma(&q[n], &t, left[l], 1);
		if (minus_left[k] != minus_right[l]) _propagator_mul_assign(q[n], -1);
	}
}

/** r += u S^(cc') Q^(bb')T S^(aa') - v S^(ca') tr S^(ac') Q^(bb')T */
static inline void lqcd__hr_contract(hr_complex r[4][4], const suNf_propagator *s, const suNf_propagator *q,
				     const lqcd__hr_colours *x, const lqcd__hr_colours *y, double u, double v)
{
	hr_complex w[4][4], trace = 0;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			hr_complex z = 0;
			for (int k = 0; k < 4; k++)
				z += lqcd__hr_mul(_PROP_AT(*s, x->c, i, k, y->c), _PROP_AT(*q, x->b, j, k, y->b));
			w[i][j] = z;
			trace += lqcd__hr_mul(_PROP_AT(*s, x->a, i, j, y->c), _PROP_AT(*q, x->b, i, j, y->b));
		}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			hr_complex z = 0;
			for (int k = 0; k < 4; k++) z += lqcd__hr_mul(w[i][k], _PROP_AT(*s, x->a, k, j, y->a));
			r[i][j] += u * z - v * lqcd__hr_mul(trace, _PROP_AT(*s, x->c, i, j, y->a));
		}
}

/** The matrices of one site. */
static inline void lqcd__hr_baryon_site(hr_complex r[][4][4], spinor_field *psi, int ix, const lqcd__hr_colours *eps,
					int terms)
{
	suNf_propagator s, q[LQCD__HR_BARYONS];
	for (int i = 0; i < 4 * NF; i++)
		for (int j = 0; j < 4 * NF; j++) _PROP_IDX(s, i, j) = lqcd__hr_component(_FIELD_AT(&psi[i], ix), j);
	lqcd__hr_diquarks(q, &s);
	for (int n = 0; n < LQCD__HR_BARYONS; n++) {
		memset(r[n], 0, sizeof r[n]);
		for (int k = 0; k < terms * terms; k++) {
			const lqcd__hr_colours *x = &eps[k / terms], *y = &eps[k % terms];
			const double f = x->eps * y->eps;
			if (n < LQCD__HR_NUCLEONS)
				lqcd__hr_contract(r[n], &s, &q[n], x, y, -f, -f);
			else
				lqcd__hr_contract(r[n], &s, &q[n], x, y, 4 * f, 2 * f);
		}
		for (int k = 0; k < 16 && n < LQCD__HR_NUCLEONS; k++)
			if ((n > 1 && k / 4 > 1) != (n % 2 && k % 4 > 1)) r[n][k / 4][k % 4] = -r[n][k / 4][k % 4];
	}
}

static inline void lqcd__hr_print_baryons(int t, const double *value)
{
	for (int n = 0; n < LQCD__HR_BARYONS; n++) {
		const int k = n < 4 ? n / 2 : (n - 4) / 4, l = n < 4 ? n % 2 : (n - 4) % 4;
		for (int i = 0; i < 4; i++) {
			const double *v = value + 2 * (16 * n + 4 * i);
			lprintf(n < 4 ? "CORR_NUCLEON" : "CORR_DELTA", 0,
				"%d %d %d %3.10e %3.10e  %3.10e %3.10e  %3.10e %3.10e  %3.10e %3.10e \n", t, k, l, v[0],
				v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
		}
	}
}

static inline void contract_baryons(spinor_field *psi0, int tau, storage_switch swc, data_storage_array **ret)
{
	enum { NUMBERS = 2 * 16 * LQCD__HR_BARYONS };
	lqcd__hr_colours eps[NF * NF * NF];
	int terms = 0;
	lqcd_sum *sum = (lqcd_sum *)calloc(NUMBERS, sizeof *sum);
	lqcd__hr_error_of_all(swc == STORE, "contract_baryons", "baryons are printed, and not stored: DONTSTORE");
	lqcd__hr_error(!sum, 1, "contract_baryons", "out of memory");
	(void)ret;
	for (int n = 0; n < NF * NF * NF; n++) {
		const lqcd__hr_colours k = {n / NF / NF, n / NF % NF, n % NF,
					    lqcd__hr_colour_factor(n / NF / NF, n / NF % NF, n % NF)};
		if (k.eps < 0 || k.eps > 0) eps[terms++] = k;
	}
	for (int i = 0; i < 4 * NF; i++) lqcd__hr_complete(psi0[i].ptr);
	for (int t = 0; t < GLB_T; t++) {
		const int at = (t + tau) % GLB_T - zerocoord[0];
		double value[NUMBERS];
		for (int k = 0; k < NUMBERS; k++) lqcd_sum_start(&sum[k]);
		for (int n = 0; n < VOL3 && at >= 0 && at < T; n++) {
			hr_complex r[LQCD__HR_BARYONS][4][4];
			lqcd__hr_baryon_site(r, psi0, ipt_4d(at, n), eps, terms);
			for (int k = 0; k < NUMBERS / 2; k++) {
				const hr_complex z = r[k / 16][k / 4 % 4][k % 4];
				lqcd_sum_add(&sum[2 * k], _complex_re(z));
				lqcd_sum_add(&sum[2 * k + 1], _complex_im(z));
			}
		}
		lqcd_comm_sums(&lqcd__hr_lattice.comm, value, sum, NUMBERS);
		lqcd__hr_print_baryons(t, value);
	}
	free(sum);
}

static inline void measure_baryons(double *m, int conf_num, double precision, storage_switch swc,
				   data_storage_array **ret)
{
	spinor_field *source = alloc_spinor_field(4 * NF, &glattice), *prop = alloc_spinor_field(4 * NF, &glattice);
	(void)conf_num;
	init_propagator_eo(1, m, precision);
	create_full_point_source(source, 0);
	calc_propagator(prop, source, 4 * NF);
	contract_baryons(prop, 0, swc, ret);
	lqcd__hr_end_propagators(source, prop);
}

#endif
#endif
