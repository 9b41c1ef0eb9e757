/* lqcd/observables/correlator.h: the common part of two-point functions of mesons and baryons: numbered gamma matrices,
 * propagators as matrices, sums over time slices with momenta.
 *
 *   lqcd_gamma_matrix g = lqcd_gamma(n)          n = 0 .. 15: g_T^n0 g_X^n1 g_Y^n2 g_Z^n3 with the bits n0 .. n3 of n,
 *                                                the lowest first; in the basis of spinor.h (chiral)
 *
 *       LQCD_GAMMA_1 0, _T 1, _X 2, _Y 4, _Z 8, _5 15 = g_T g_X g_Y g_Z, and _T5 14 = g_T g_5. Others are products:
 *       g_X g_Y = 6; g_X g_5 = -(13), g_Y g_5 = +(11), g_Z g_5 = -(7). Row a has one element that is not zero,
 *       i^g.phase[a] in column g.col[a].
 *
 *   lqcd_propagator_at(&m, s, ix)                the propagator s[LQCD_COLUMNS] (propagator.h) at a site as a matrix:
 *                                                m.e[sink spin][source spin][sink colour][source colour]
 *   status = lqcd_correlate(out, values, f, a, b, origin, p, n)
 *       out[(k T + t) values + v] = sum_x exp(-2 pi i sum_j p[3k+j] (x_j - origin_j) / L_j) f_v(x),    j = X, Y, Z
 *
 *       for momenta k < n and t < T, over the sites x of time slice (origin_0 + t) mod T: of an array
 *       out[n][T][values] pass out[0][0], of momenta p[n][3] p[0]. f(r, &m, &w) writes the numbers r[0 .. values-1] of
 *       a site (values <= LQCD_CORRELATOR_VALUES) from the matrices of the propagators a and b there. origin =
 *       {T,X,Y,Z} is the source, usually; p NULL with n = 1 is momentum zero.
 *
 * Sums are exact (sum.h), then rounded: the same bits for every number of threads and processes. Collective where
 * several processes share the lattice; each gets all of out. LQCD_ERR_ARGUMENT: n < 1 or values out of range;
 * LQCD_ERR_MEMORY. Work: 2 kB values + 1.2 kB values n. The 256 of mesons take 18400 flop per site.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_CORRELATOR_H
#define LQCD_OBSERVABLES_CORRELATOR_H

#include "propagator.h"

enum {
	LQCD_GAMMA_1 = 0,
	LQCD_GAMMA_T = 1,
	LQCD_GAMMA_X = 2,
	LQCD_GAMMA_Y = 4,
	LQCD_GAMMA_Z = 8,
	LQCD_GAMMA_T5 = 14,
	LQCD_GAMMA_5 = 15
};

enum { LQCD_CORRELATOR_VALUES = 256, LQCD__CORRELATOR_LINE = 128 };

typedef struct {
	int col[4], phase[4];
} lqcd_gamma_matrix;

typedef struct {
	lqcd_complex_d e[4][4][LQCD_NC][LQCD_NC];
} lqcd_propagator_matrix;

typedef void (*lqcd_correlator_function)(lqcd_complex_d *r, const lqcd_propagator_matrix *a,
					 const lqcd_propagator_matrix *b);

/** g_mu, as lqcd_spinor_gamma applies it. */
LQCD_STATIC lqcd_gamma_matrix lqcd__gamma_mu(int mu)
{
	const int k0 = lqcd__partner_d(mu);
	lqcd_gamma_matrix g;
	g.col[0] = k0;
	g.col[1] = 5 - k0;
	g.col[k0] = 0;
	g.col[5 - k0] = 1;
	g.phase[0] = 2 + (mu & 1);
	g.phase[1] = (2 + mu) & 3;
	g.phase[k0] = 2 - (mu & 1);
	g.phase[5 - k0] = (2 - mu) & 3;
	return g;
}

LQCD_STATIC lqcd_gamma_matrix lqcd_gamma(int number)
{
	lqcd_gamma_matrix r;
	for (int a = 0; a < 4; a++) {
		r.col[a] = a;
		r.phase[a] = 0;
	}
	for (int mu = 0; mu < 4; mu++) {
		const lqcd_gamma_matrix g = lqcd__gamma_mu(mu);
		for (int a = 0; a < 4 && (number >> mu & 1); a++) {
			r.phase[a] = (r.phase[a] + g.phase[r.col[a]]) & 3;
			r.col[a] = g.col[r.col[a]];
		}
	}
	return r;
}

/* The columns of a propagator, for site functions. */
typedef struct {
	lqcd__spinors_d column[LQCD_COLUMNS];
} lqcd__columns;

LQCD_STATIC lqcd__columns lqcd__columns_of(const lqcd_spinor_field_d *s)
{
	lqcd__columns c;
	for (int k = 0; k < LQCD_COLUMNS; k++) c.column[k] = lqcd__spinors_of_d(&s[k]);
	return c;
}

/** Puts the column of source spin b and colour d into m. */
LQCD_FN void lqcd__column_put(lqcd_propagator_matrix *m, const lqcd_spinor_d *column, int b, int d)
{
	for (int a = 0; a < 4; a++)
		for (int c = 0; c < LQCD_NC; c++) m->e[a][b][c][d] = column->c[a].c[c];
}

LQCD_FN void lqcd__columns_load(lqcd_propagator_matrix *m, const lqcd__columns *s, int ix)
{
	lqcd_spinor_d room;
	for (int b = 0; b < 4; b++)
		for (int d = 0; d < LQCD_NC; d++)
			lqcd__column_put(m, lqcd__spinor_load_d(&room, &s->column[LQCD_NC * b + d], ix), b, d);
}

LQCD_STATIC void lqcd_propagator_at(lqcd_propagator_matrix *m, const lqcd_spinor_field_d s[LQCD_COLUMNS], int ix)
{
	const lqcd__columns c = lqcd__columns_of(s);
	lqcd__columns_load(m, &c, ix);
}

/* value: [values][re, im][site of a line]; phase: [momenta][re, im][site]; sum: [momenta][values][re, im]; site: the
 * indices of the line; p: NULL for momentum zero. */
typedef struct {
	lqcd__columns a, b;
	lqcd__places places;
	lqcd_correlator_function f;
	const int *site, *p;
	int origin[4], values, momenta, alike; /* alike: b is a */
	double *value, *phase;
	lqcd_sum *sum;
} lqcd__correlation;

/** The numbers of site i of the line, and its phases. */
LQCD_HOST_FN void lqcd__correlate_site(const lqcd__correlation *c, int i)
{
	enum { LINE = LQCD__CORRELATOR_LINE };
	static const int rest[3] = {0, 0, 0};
	lqcd_complex_d r[LQCD_CORRELATOR_VALUES];
	lqcd_propagator_matrix a, b;
	const int ix = c->site[i];
	int x[4];
	lqcd__columns_load(&a, &c->a, ix);
	if (!c->alike) lqcd__columns_load(&b, &c->b, ix);
	c->f(r, &a, c->alike ? &a : &b);
	for (int v = 0; v < c->values; v++) {
		c->value[2 * v * LINE + i] = r[v].re;
		c->value[(2 * v + 1) * LINE + i] = r[v].im;
	}
	lqcd__place_coords(&c->places, ix, 0, x);
	for (int k = 0; k < c->momenta; k++) {
		const lqcd_complex_d z = lqcd__plane_wave(c->places.extent, x, c->origin, c->p ? c->p + 3 * k : rest);
		c->phase[2 * k * LINE + i] = z.re;
		c->phase[(2 * k + 1) * LINE + i] = z.im;
	}
}
LQCD__LOOP(lqcd__correlate_site, lqcd__correlation)

/** Adds number v of `count` sites to its sums, one for each momentum. */
LQCD_HOST_FN void lqcd__correlate_value(const lqcd__correlation *c, int v, int count)
{
	enum { LINE = LQCD__CORRELATOR_LINE };
	const double *re = c->value + 2 * v * LINE, *im = re + LINE;
	for (int k = 0; k < c->momenta; k++) {
		const double *wave = c->phase + 2 * k * LINE;
		lqcd_sum *s = c->sum + 2 * ((size_t)k * (size_t)c->values + (size_t)v);
		double x[LINE], y[LINE];
		for (int i = 0; i < count; i++) {
			const lqcd_complex_d z = lqcd_complex_cmul_d(lqcd_complex_make_d(wave[i], wave[LINE + i]),
								     lqcd_complex_make_d(re[i], im[i]));
			x[i] = z.re;
			y[i] = z.im;
		}
		lqcd_sum_add_many(s, x, count);
		lqcd_sum_add_many(s + 1, y, count);
	}
}

/** The sites c->site[i], i < count, into the sums. */
LQCD_KERNEL void lqcd__correlate_line(const lqcd__correlation *c, int count)
{
	lqcd__run_loop(NULL, lqcd__plain_range(count, 1), lqcd__correlate_site_loop, c, 0);
	LQCD_RANGE_FOR(c->values, v, 1) lqcd__correlate_value(c, v, count);
}

/** All time slices; type: of the propagators. */
LQCD_STATIC void lqcd__correlate_slices(lqcd_complex_d *out, lqcd__correlation *c, const lqcd_geometry *type)
{
	const lqcd_lattice *lat = type->lattice;
	const size_t n = (size_t)c->values, extent = (size_t)lat->extent[0];
	for (int t = 0; t < lat->extent[0]; t++) {
		const int *site;
		const int sites = lqcd__slice(type, t + c->origin[0], &site);
		for (size_t i = 0; i < 2 * n * (size_t)c->momenta; i++) lqcd_sum_start(&c->sum[i]);
		for (int first = 0; first < sites; first += LQCD__CORRELATOR_LINE) {
			const int left = sites - first;
			c->site = site + first;
			lqcd__correlate_line(c, left < LQCD__CORRELATOR_LINE ? left : LQCD__CORRELATOR_LINE);
		}
		for (size_t k = 0; k < (size_t)c->momenta; k++)
			lqcd_comm_sums(&lat->comm, (double *)(out + (k * extent + (size_t)t) * n), c->sum + 2 * k * n,
				       2 * c->values);
	}
}

LQCD_STATIC lqcd_status lqcd_correlate(lqcd_complex_d *out, int values, lqcd_correlator_function f,
				       const lqcd_spinor_field_d a[LQCD_COLUMNS],
				       const lqcd_spinor_field_d b[LQCD_COLUMNS], const int origin[4], const int *p,
				       int n)
{
	const size_t lines = 2 * (size_t)LQCD__CORRELATOR_LINE;
	lqcd__correlation c;
	if (!out || !f || !origin || (!p && n > 1)) return LQCD_ERR_ARGUMENT;
	lqcd_status s = lqcd__columns_check_d(a, NULL);
	if (s == LQCD_OK) s = lqcd__columns_check_d(b, a->type->lattice);
	if (s != LQCD_OK) return s;
	if (n < 1 || values < 1 || values > LQCD_CORRELATOR_VALUES)
		return lqcd__refuse(a->type->lattice, LQCD_ERR_ARGUMENT, "%d momenta, %d values: at least 1, from 1 to %d", n, values,
				    LQCD_CORRELATOR_VALUES);
	const size_t sums = lqcd_mul_size(2 * (size_t)values * sizeof *c.sum, (size_t)n);
	const size_t numbers = lqcd_mul_size(lines * sizeof *c.value, (size_t)values + (size_t)n);
	c.a = lqcd__columns_of(a);
	c.b = lqcd__columns_of(b);
	c.alike = a == b;
	c.places = lqcd__places_of(a->type);
	c.f = f;
	memcpy(c.origin, origin, sizeof c.origin);
	c.p = p;
	c.values = values;
	c.momenta = n;
	c.sum = (lqcd_sum *)lqcd_comm_alloc(&a->type->lattice->comm, sums);
	if (!c.sum) return LQCD_ERR_MEMORY;
	c.value = (double *)lqcd_comm_alloc(&a->type->lattice->comm, numbers);
	if (c.value) {
		c.phase = c.value + lines * (size_t)values;
		lqcd__correlate_slices(out, &c, a->type);
	}
	lqcd_free(c.sum);
	lqcd_free(c.value);
	return c.value ? LQCD_OK : LQCD_ERR_MEMORY;
}

#endif
