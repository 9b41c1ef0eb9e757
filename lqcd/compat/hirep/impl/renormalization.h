/* lqcd/compat/hirep/impl/renormalization.h: the names of HiRep's measure_renormalization.h: vertices of two quarks between
 * momenta, from propagators of momentum sources (create_gauge_fixed_momentum_source of sources.h) in a fixed gauge.
 *
 *   measure_renormalization(psi_in, psi_out, nm, pt_in, px_in, py_in, pz_in, pt_out, px_out, py_out, pz_out)
 *       adds the sums over sites to those since the last print; psi[(4 a + beta) nm + i] of colour a, spin beta, mass i. With
 *       S(x) = exp(-i p x) psi(x), rows (alpha, a), columns (beta, b):
 *         Sin, Sout     S_in, S_out
 *         g5 id g0 ..   g5 S_out^dagger g5 G S_in; G: g5 id g0 g1 g2 g3 g0g1 g0g2 g0g3 g5g0 g5g1 g5g2 g5g3 g5g0g1 g5g0g2 g5g0g3
 *         cg0 .. cg3    g5 [psi_out(x+mu)^dagger g5 (1+g) U^dagger S_in(x) - S_out(x)^dagger g5 (1-g) U^dagger psi_in(x+mu)],
 *                       with phases and links as HiRep has them
 *   print_renormalization(conf, nm, mass, label, pt_in, .., pz_out)      prints them over the number of sites, as rows of
 *       (re, im), indices a alpha b beta; the next measure_renormalization begins with 0
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_RENORMALIZATION_H
#define LQCD_COMPAT_HIREP_IMPL_RENORMALIZATION_H

#include "../../../kernels/gemm.h"
#include "mesons.h"

enum { LQCD__HR_VERTICES = 22 };

typedef struct {
	suNf_propagator *p; /* [mass][vertex] */
	int masses, printed;
} lqcd__hr_vertex_sums;

LQCD__HR_GLOBAL lqcd__hr_vertex_sums lqcd__hr_vertices;

/* The columns (b, beta) of a propagator at a site. */
typedef struct {
	suNf_spinor c[4 * NF];
} lqcd__hr_column_spinors;

static inline void lqcd__hr_columns_at(lqcd__hr_column_spinors *to, spinor_field *psi, int nm, int mass, int ix,
				       hr_complex e)
{
	for (int k = 0; k < 4 * NF; k++) _spinor_mulc_f(to->c[k], e, *_FIELD_AT(&psi[k * nm + mass], ix));
}

/** to := sign g5 (1 + sign g_mu) u^dagger from; to may be from */
static inline void lqcd__hr_project(lqcd__hr_column_spinors *to, const lqcd__hr_column_spinors *from, const suNf *u,
				    int mu, double sign)
{
	for (int k = 0; k < 4 * NF; k++) {
		suNf_spinor moved, turned;
		for (int s = 0; s < 4; s++) _suNf_inverse_multiply(moved.c[s], *u, from->c[k].c[s]);
		lqcd__hr_gamma_spinor(&turned, &moved, _g0 + mu);
		_spinor_mul_add_assign_f(moved, sign, turned);
		_spinor_mul_f(moved, sign, moved);
		_spinor_g5_f(to->c[k], moved);
	}
}

/** to[n matrices][column of right][column of left] += left^dagger right */
static inline void lqcd__hr_add_products(lqcd__hr_column_spinors *to, const lqcd__hr_column_spinors *left,
					 const lqcd__hr_column_spinors *right, int n)
{
	enum { ALL = 4 * NF };
	lqcd_complex_gemm_of_vd(ALL, n * ALL, ALL, (lqcd_complex_d *)(void *)to, ALL, LQCD_GEMM_ADJOINT,
				(const lqcd_complex_d *)(const void *)left, ALL, LQCD_GEMM_PLAIN,
				(const lqcd_complex_d *)(const void *)right, ALL, 1);
}

/** Adds a site to the sums of S_in, of S_out, and of the other vertices without the first g5, which are transposed. */
static inline void lqcd__hr_vertices_at(lqcd__hr_column_spinors *sum, lqcd__hr_column_spinors *right,
					spinor_field *psi_in, spinor_field *psi_out, int nm, int mass, int ix,
					hr_complex e_in, hr_complex e_out)
{
	/* g5 G */
	static const signed char of[16] = {
		_id, _g5, LQCD__HR_G5G0, _g5g1, _g5g2, _g5g3, LQCD__HR_G5G0G1, LQCD__HR_G5G0G2, LQCD__HR_G5G0G3, _g0,
		_g1, _g2, _g3,           _g0g1, _g0g2, _g0g3};
	lqcd__hr_column_spinors in, out, next;
	lqcd__hr_columns_at(&in, psi_in, nm, mass, ix, e_in);
	lqcd__hr_columns_at(&out, psi_out, nm, mass, ix, e_out);
	for (int k = 0; k < 4 * NF; k++) {
		_spinor_add_assign_f(sum[0].c[k], in.c[k]);
		_spinor_add_assign_f(sum[1].c[k], out.c[k]);
		for (int n = 0; n < 16; n++) lqcd__hr_gamma_spinor(&right[n].c[k], &in.c[k], of[n]);
	}
	for (int mu = 0; mu < 4; mu++) {
		const suNf *u = pu_gauge_f(ix, mu);
		lqcd__hr_columns_at(&next, psi_out, nm, mass, iup(ix, mu), 1);
		lqcd__hr_project(&right[16 + mu], &in, u, mu, 1);
		lqcd__hr_add_products(sum + 18 + mu, &next, &right[16 + mu], 1);
		lqcd__hr_columns_at(&next, psi_in, nm, mass, iup(ix, mu), 1);
		lqcd__hr_project(&right[16 + mu], &next, u, mu, -1);
	}
	lqcd__hr_add_products(sum + 2, &out, right, LQCD__HR_VERTICES - 2);
}

static inline void measure_renormalization(spinor_field *psi_in, spinor_field *psi_out, int nm, int pt_in, int px_in,
					   int py_in, int pz_in, int pt_out, int px_out, int py_out, int pz_out)
{
	lqcd__hr_vertex_sums *s = &lqcd__hr_vertices;
	if (!s->p || s->printed || s->masses != nm) {
		free(s->p);
		s->p = (suNf_propagator *)calloc((size_t)nm * LQCD__HR_VERTICES, sizeof *s->p);
		s->masses = nm;
		s->printed = 0;
	}
	lqcd__hr_column_spinors *sum = (lqcd__hr_column_spinors *)malloc(2 * LQCD__HR_VERTICES * sizeof *sum);
	lqcd__hr_error(!s->p || !sum, 1, "measure_renormalization", "no mass, or out of memory");
	lqcd__hr_share_sources(psi_in, 4 * NF * nm);
	lqcd__hr_share_sources(psi_out, 4 * NF * nm);
	for (int mass = 0; mass < nm; mass++) {
		memset((void *)sum, 0, LQCD__HR_VERTICES * sizeof *sum);
		for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
			lqcd__hr_vertices_at(sum, sum + LQCD__HR_VERTICES, psi_in, psi_out, nm, mass, ix,
					     lqcd__hr_wave(g, -pt_in, -px_in, -py_in, -pz_in),
					     lqcd__hr_wave(g, -pt_out, -px_out, -py_out, -pz_out));
		}
		for (int k = 0; k < LQCD__HR_VERTICES; k++)
			for (int n = 0; n < 16 * NF * NF; n++) {
				const int i = n / (4 * NF), j = n % (4 * NF);
				const hr_complex *row = (const hr_complex *)(const void *)&sum[k].c[j];
				_PROP_IDX(s->p[mass * LQCD__HR_VERTICES + k], i, j) +=
					k < 2 ? lqcd__hr_component(&sum[k].c[j], i) : (i % 4 < 2 ? 1 : -1) * row[i];
			}
	}
	free(sum);
}

static inline void print_renormalization(int conf, int nm, double *mass, char *label, int pt_in, int px_in, int py_in,
					 int pz_in, int pt_out, int px_out, int py_out, int pz_out)
{
	static const char *const name[LQCD__HR_VERTICES] = {
		"Sin",  "Sout", "g5",   "id",   "g0",     "g1",     "g2",     "g3",  "g0g1", "g0g2", "g0g3",
		"g5g0", "g5g1", "g5g2", "g5g3", "g5g0g1", "g5g0g2", "g5g0g3", "cg0", "cg1",  "cg2",  "cg3"};
	lqcd__hr_vertex_sums *s = &lqcd__hr_vertices;
	if (!s->p || s->printed) return;
	lqcd__hr_error(nm != s->masses, 1, "print_renormalization", "as many masses as measured");
	global_sum((double *)s->p, nm * LQCD__HR_VERTICES * (int)(sizeof *s->p / sizeof(double)));
	for (int k = 0; k < nm * LQCD__HR_VERTICES; k++) {
		_propagator_mul_assign(s->p[k], 1.0 / (double)GLB_VOLUME);
		lprintf("MAIN", 0, "conf #%d mass=%2.6f %s %s p_in(%d,%d,%d,%d) p_out(%d,%d,%d,%d) =", conf,
			mass[k / LQCD__HR_VERTICES], label, name[k % LQCD__HR_VERTICES], pt_in, px_in, py_in, pz_in,
			pt_out, px_out, py_out, pz_out);
		for (int i = 0; i < 16 * NF * NF; i++) {
			const hr_complex z = _PROP_AT(s->p[k], i / (16 * NF), i / (4 * NF) % 4, i % 4, i / 4 % NF);
			lprintf("MAIN", 0, " ( %1.12g , %1.12g ) ", _complex_re(z), _complex_im(z));
		}
		lprintf("MAIN", 0, "\n");
	}
	s->printed = 1;
}

#endif
