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

#include "mesons.h"

enum { LQCD__HR_VERTICES = 22 };

typedef struct {
	suNf_propagator *p; /* [mass][vertex] */
	int masses, printed;
} lqcd__hr_vertex_sums;

LQCD__HR_GLOBAL lqcd__hr_vertex_sums lqcd__hr_vertices;

/** to += sign g5 out^dagger m */
static inline void lqcd__hr_add_vertex(suNf_propagator *to, double sign, const suNf_propagator *out,
				       const suNf_propagator *m)
{
	suNf_propagator left, sum;
	_propagator_dagger(left, *out);
	_g5_propagator(left, left);
	_propagator_mul(sum, left, *m);
	_propagator_mul_assign(sum, sign);
	_propagator_add(*to, *to, sum);
}

/** m := g5 (1 + sign g_mu) u^dagger m */
static inline void lqcd__hr_project(suNf_propagator *m, const suNf *u, int mu, double sign)
{
	static const signed char of[4] = {_g0, _g1, _g2, _g3};
	suNf_propagator moved, turned;
	_suNf_inverse_prop_multiply(moved, *u, *m);
	lqcd__hr_propagator_gamma(&turned, &moved, of[mu], 0);
	_propagator_mul_assign(turned, sign);
	_propagator_add(*m, moved, turned);
	_g5_propagator(*m, *m);
}

static inline void lqcd__hr_vertices_at(suNf_propagator *to, spinor_field *psi_in, spinor_field *psi_out, int nm,
					int mass, int ix, hr_complex e_in, hr_complex e_out)
{
	/* g5 G */
	static const signed char of[16] = {
		_id, _g5, LQCD__HR_G5G0, _g5g1, _g5g2, _g5g3, LQCD__HR_G5G0G1, LQCD__HR_G5G0G2, LQCD__HR_G5G0G3, _g0,
		_g1, _g2, _g3,           _g0g1, _g0g2, _g0g3};
	suNf_propagator in, out, m;
	lqcd__hr_columns(&in, psi_in, nm, mass, ix);
	lqcd__hr_columns(&out, psi_out, nm, mass, ix);
	_propagator_mulc_assign(in, e_in);
	_propagator_mulc_assign(out, e_out);
	_propagator_add(to[0], to[0], in);
	_propagator_add(to[1], to[1], out);
	for (int k = 0; k < 16; k++) {
		lqcd__hr_propagator_gamma(&m, &in, of[k], 0);
		lqcd__hr_add_vertex(&to[2 + k], 1, &out, &m);
	}
	for (int mu = 0; mu < 4; mu++) {
		suNf_propagator next;
		const suNf *u = pu_gauge_f(ix, mu);
		m = in;
		lqcd__hr_project(&m, u, mu, 1);
		lqcd__hr_columns(&next, psi_out, nm, mass, iup(ix, mu));
		lqcd__hr_add_vertex(&to[18 + mu], 1, &next, &m);
		lqcd__hr_columns(&m, psi_in, nm, mass, iup(ix, mu));
		lqcd__hr_project(&m, u, mu, -1);
		lqcd__hr_add_vertex(&to[18 + mu], -1, &out, &m);
	}
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
	lqcd__hr_error(!s->p, 1, "measure_renormalization", "no mass, or out of memory");
	lqcd__hr_share_sources(psi_in, 4 * NF * nm);
	lqcd__hr_share_sources(psi_out, 4 * NF * nm);
	for (int n = 0; n < VOLUME; n++) {
		int g[4];
		const int ix = lqcd__hr_site(n, g);
		const hr_complex e_in = lqcd__hr_wave(g, -pt_in, -px_in, -py_in, -pz_in);
		const hr_complex e_out = lqcd__hr_wave(g, -pt_out, -px_out, -py_out, -pz_out);
		for (int i = 0; i < nm; i++)
			lqcd__hr_vertices_at(s->p + i * LQCD__HR_VERTICES, psi_in, psi_out, nm, i, ix, e_in, e_out);
	}
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
