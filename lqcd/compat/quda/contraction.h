/* lqcd/compat/quda/contraction.h: part of quda.h: products of two quark fields at each site.
 *
 *   QUDA_CONTRACT_TYPE_OPEN        result[site][mu][nu] = sum over colours of x_mu^* y_nu, of DeGrand-Rossi spins
 *   QUDA_CONTRACT_TYPE_DR          result[site][G] = x^+ Gamma_G y of the 16 of QudaContractGamma: 1, g1 .. g4, g5, g5 g_k, i g_j g_k. QUDA
 *                                  has other elements for numbers 11 and 15, i g1 g3 and i g3 g4
 *   QUDA_CONTRACT_TYPE_STAGGERED   result[site] = x^+ y of colour vectors
 *
 * Sites as in QUDA_DIRAC_ORDER, numbers of cpu_prec.
 *
 *   laphSinkProject    sinks[quark][eigenvector][t][spin] = sum over space and colours of e^* q, t of the whole lattice; quarks with DeGrand-Rossi spins
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_CONTRACTION_H
#define LQCD_QUDA_CONTRACTION_H

#include "quarks.h"

/* A matrix with one number i^power in each row. */
typedef struct {
	int column[4], power[4];
} lqcd__quda_gamma;

LQCD_STATIC lqcd__quda_gamma lqcd__quda_gamma_product(lqcd__quda_gamma a, lqcd__quda_gamma b, int power)
{
	lqcd__quda_gamma r;
	for (int i = 0; i < 4; i++) {
		r.column[i] = b.column[a.column[i]];
		r.power[i] = (a.power[i] + b.power[a.column[i]] + power) % 4;
	}
	return r;
}

/** Number G of QudaContractGamma. */
LQCD_STATIC lqcd__quda_gamma lqcd__quda_gamma_of(int G)
{
	static const lqcd__quda_gamma table[6] = {{{0, 1, 2, 3}, {0, 0, 0, 0}}, {{3, 2, 1, 0}, {1, 1, 3, 3}}, {{3, 2, 1, 0}, {2, 0, 0, 2}},
						  {{2, 3, 0, 1}, {1, 3, 3, 1}}, {{2, 3, 0, 1}, {0, 0, 0, 0}}, {{0, 1, 2, 3}, {0, 0, 2, 2}}};
	static const int pair[6][2] = {{1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
	if (G < 6) return table[G];
	if (G < 10) return lqcd__quda_gamma_product(table[5], table[G - 5], 0);
	return lqcd__quda_gamma_product(table[pair[G - 10][0]], table[pair[G - 10][1]], 1);
}

/** The numbers of a field of the caller, [site][spin][colour] in double and DeGrand-Rossi spins; to be freed. */
LQCD_STATIC lqcd_complex_d *lqcd__quda_numbers(const void *data, const QudaInvertParam *param, int vectors, const char *function)
{
	const int *l = lqcd__quda.lattice.local;
	const size_t sites = (size_t)l[0] * (size_t)l[1] * (size_t)l[2] * (size_t)l[3], numbers = (vectors ? 1 : 4) * LQCD_NC;
	lqcd_complex_d *const v = (lqcd_complex_d *)lqcd_alloc(lqcd_mul_size(sites, numbers * sizeof *v));
	QudaInvertParam p = *param;
	lqcd_spinor_field_d x;
	lqcd_spinor_field_d_ks c;
	lqcd__quda_need(v != NULL, function, "no memory");
	void *const from = (void *)(uintptr_t)data;
	const lqcd_foreign in = vectors ? lqcd__quda_vectors(from, &p, LQCD_FULL, 1, function) : lqcd__quda_spinors(from, &p, LQCD_FULL, 1, 0, function);
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	const lqcd_foreign out = vectors ? lqcd__quda_vectors(v, &p, LQCD_FULL, 1, function) : lqcd__quda_spinors(v, &p, LQCD_FULL, 1, 0, function);
	lqcd__quda_must(vectors ? lqcd_spinor_field_create_d_ks(&c, &lqcd__quda.lattice, LQCD_FULL) : lqcd_spinor_field_create_d(&x, &lqcd__quda.lattice, LQCD_FULL),
			function);
	const lqcd_field_view view = vectors ? lqcd_spinor_field_view_d_ks(&c) : lqcd_spinor_field_view_d(&x);
	lqcd__quda_must(lqcd_foreign_import(view, &in), function);
	lqcd__quda_must(lqcd_foreign_export(&out, view), function);
	if (vectors)
		lqcd_spinor_field_destroy_d_ks(&c);
	else
		lqcd_spinor_field_destroy_d(&x);
	return v;
}

/** Number k of the result. */
LQCD_STATIC void lqcd__quda_put_number(void *result, QudaPrecision precision, size_t k, lqcd_complex_d z)
{
	if (precision == QUDA_DOUBLE_PRECISION) {
		((double *)result)[2 * k] = z.re;
		((double *)result)[2 * k + 1] = z.im;
	} else {
		((float *)result)[2 * k] = (float)z.re;
		((float *)result)[2 * k + 1] = (float)z.im;
	}
}

void contractQuda(const void *x, const void *y, void *result, const QudaContractType cType, QudaInvertParam *param, const int *X)
{
	const char *const name = "contractQuda";
	const int vectors = cType == QUDA_CONTRACT_TYPE_STAGGERED, spins = vectors ? 1 : 4, open = cType == QUDA_CONTRACT_TYPE_OPEN;
	lqcd__quda_need(lqcd__quda.begun, name, "initQuda comes before");
	lqcd__quda_need(x && y && result && param && X, name, "no fields or parameters (NULL)");
	if (!vectors && !open && cType != QUDA_CONTRACT_TYPE_DR)
		lqcd__quda_error("%s: cType %d: QUDA_CONTRACT_TYPE_OPEN, QUDA_CONTRACT_TYPE_DR or QUDA_CONTRACT_TYPE_STAGGERED", name, (int)cType);
	lqcd__quda_set_lattice(X);
	const size_t sites = (size_t)X[0] * (size_t)X[1] * (size_t)X[2] * (size_t)X[3];
	lqcd_complex_d *const a = lqcd__quda_numbers(x, param, vectors, name), *const b = lqcd__quda_numbers(y, param, vectors, name);
	for (size_t s = 0; s < sites; s++) {
		lqcd_complex_d product[4][4];
		const lqcd_complex_d *v = a + s * (size_t)spins * LQCD_NC, *w = b + s * (size_t)spins * LQCD_NC;
		for (int i = 0; i < spins * spins; i++) {
			lqcd_complex_d z = {0, 0};
			for (int c = 0; c < LQCD_NC; c++) {
				const lqcd_complex_d p = v[i / spins * LQCD_NC + c], q = w[i % spins * LQCD_NC + c];
				z.re += p.re * q.re + p.im * q.im;
				z.im += p.re * q.im - p.im * q.re;
			}
			product[i / spins][i % spins] = z;
		}
		for (int G = 0; G < spins * spins; G++) {
			const lqcd__quda_gamma g = lqcd__quda_gamma_of(G);
			lqcd_complex_d z = open || vectors ? product[G / spins][G % spins] : lqcd_complex_make_d(0, 0);
			for (int i = 0; i < 4 && !open && !vectors; i++) {
				const lqcd_complex_d p = product[i][g.column[i]];
				z.re += g.power[i] == 0 ? p.re : g.power[i] == 1 ? -p.im : g.power[i] == 2 ? -p.re : p.im;
				z.im += g.power[i] == 0 ? p.im : g.power[i] == 1 ? p.re : g.power[i] == 2 ? -p.im : -p.re;
			}
			lqcd__quda_put_number(result, param->cpu_prec, s * (size_t)(spins * spins) + (size_t)G, z);
		}
	}
	lqcd_free(a);
	lqcd_free(b);
}

void laphSinkProject(double_complex *host_sinks, void **host_quark, int n_quark, int tile_quark, void **host_evec, int nevec,
		     int tile_evec, QudaInvertParam *inv_param, const int X[4])
{
	const char *const name = "laphSinkProject";
	(void)tile_quark, (void)tile_evec;
	lqcd__quda_need(lqcd__quda.begun, name, "initQuda comes before");
	lqcd__quda_need(host_sinks && host_quark && host_evec && inv_param && X, name, "no fields or parameters (NULL)");
	lqcd__quda_set_lattice(X);
	QudaInvertParam p = *inv_param;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	const size_t slice = (size_t)X[0] * (size_t)X[1] * (size_t)X[2], sites = slice * (size_t)X[3];
	const int times = lqcd__quda.lattice.extent[0], first = lqcd__quda.lattice.comm.coord[0] * X[3];
	for (int q = 0; q < n_quark; q++) {
		lqcd_complex_d *const quark = lqcd__quda_numbers(host_quark[q], &p, 0, name);
		for (int e = 0; e < nevec; e++) {
			lqcd_complex_d *const vector = lqcd__quda_numbers(host_evec[e], &p, 1, name);
			double *const sink = (double *)(host_sinks + ((size_t)q * (size_t)nevec + (size_t)e) * (size_t)times * 4);
			for (int k = 0; k < 8 * times; k++) sink[k] = 0;
			for (size_t s = 0; s < sites; s++) { /* even sites, then odd ones */
				const int t = first + (int)(s % (sites / 2) / (slice / 2));
				for (int k = 0; k < 4 * LQCD_NC; k++) {
					const lqcd_complex_d a = vector[s * LQCD_NC + (size_t)(k % LQCD_NC)], b = quark[s * 4 * LQCD_NC + (size_t)k];
					sink[8 * t + k / LQCD_NC * 2] += a.re * b.re + a.im * b.im;
					sink[8 * t + k / LQCD_NC * 2 + 1] += a.re * b.im - a.im * b.re;
				}
			}
			for (int k = 0; k < 8 * times; k++) sink[k] = lqcd_comm_sum(&lqcd__quda.lattice.comm, sink[k]);
			lqcd_free(vector);
		}
		lqcd_free(quark);
	}
}

#endif
