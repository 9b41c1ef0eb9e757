/* lqcd/foreign/map.h: a descriptor checked and resolved into addresses, and its elements one site at
 * a time, in doubles (lqcd_foreign_open, _close, _check, _get, _put, _for_each). move.h moves whole fields.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_MAP_H
#define LQCD_FOREIGN_MAP_H

#include "element.h"

LQCD_STATIC void lqcd_foreign_close(lqcd_foreign_map *m)
{
	if (!m) return;
	lqcd_free(m->memory);
	m->memory = NULL;
	m->lattice = NULL;
}

/** offset and sign of number k of ours, if basis and phases are plain. */
LQCD_STATIC void lqcd__foreign_plain(lqcd_foreign_map *m, int a, int c, int im)
{
	const lqcd_foreign *f = &m->f;
	const int links = lqcd__foreign_is_links(f), k = 2 * (a * LQCD_NC + c) + im;
	m->sign[k] = 1;
	if (links && f->adjoint) {
		m->offset[k] = lqcd__foreign_number(f, c, a, im);
		m->sign[k] = im ? -1 : 1;
	} else if (f->kind != LQCD_FOREIGN_SPINORS)
		m->offset[k] = lqcd__foreign_number(f, a, c, im);
	else { /* ours_a = conj(z) theirs_j for the one element z of column a */
		int j = 0;
		while (j < 3 && f->basis[j][a].re == 0 && f->basis[j][a].im == 0) j++;
		const lqcd_complex_d z = f->basis[j][a];
		if (m->dense) {
			m->offset[k] = lqcd__foreign_number(f, a, c, im);
			return;
		}
		m->offset[k] = lqcd__foreign_number(f, j, c, z.re == 0 ? !im : im);
		m->sign[k] = z.re == 0 ? im ? -z.im : z.im : z.re;
	}
}

/** run and rank of a plain map. Links of one direction may have an array of their own. */
LQCD_STATIC void lqcd__foreign_runs(lqcd_foreign_map *m)
{
	const lqcd_foreign *f = &m->f;
	const int links = lqcd__foreign_is_links(f), n = m->reals * (links ? 4 : 1);
	const int part = f->arrays || f->kind == LQCD_FOREIGN_ODD_LINKS ? m->reals : n;
	ptrdiff_t at[LQCD__FOREIGN_MOST];
	int run = 1;
	for (int i = 0; i < n; i++) {
		const int mu = i / m->reals;
		const ptrdiff_t offset = m->offset[i % m->reals] + (links && part == n ? f->directions[mu] * f->direction : 0);
		int k = i;
		for (; k > i / part * part && at[k - 1] > offset; k--) {
			at[k] = at[k - 1];
			m->rank[k] = m->rank[k - 1];
		}
		at[k] = offset;
		m->rank[k] = i;
	}
	m->paired = 1;
	for (int k = 0; k < m->reals; k += 2) m->paired &= m->offset[k] - m->offset[k + 1] == 1 || m->offset[k + 1] - m->offset[k] == 1;
	while (run < part && at[run] == at[run - 1] + 1) run++;
	m->run = part % run ? 0 : run;
	for (int k = 1; k < n && m->run; k++)
		if (k % run && at[k] != at[k - 1] + 1) m->run = 0;
}

/** Checks F and resolves it; without a walk over its sites. */
LQCD_STATIC lqcd_status lqcd__foreign_resolve(lqcd_foreign_map *m, const lqcd_foreign *f, const lqcd_lattice *lat, int each)
{
	if (!m || !f || !lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	memset(m, 0, sizeof *m);
	m->f = *f;
	m->lattice = lat;
	lqcd_status s = lqcd__foreign_check_numbers(f, lat);
	if (s == LQCD_OK) s = lqcd__foreign_places(m);
	if (s == LQCD_OK) s = lqcd__foreign_fill(m);
	if (s != LQCD_OK) return s;
	const int links = lqcd__foreign_is_links(f), odd = f->kind == LQCD_FOREIGN_ODD_LINKS;
	const uint16_t one = 1;
	unsigned char little;
	memcpy(&little, &one, 1);
	m->swap = f->bytes == (little ? LQCD_FOREIGN_BIG : LQCD_FOREIGN_LITTLE);
	m->elements = odd ? 8 : links ? 4 : 1;
	const int clover = f->kind == LQCD_FOREIGN_CLOVER, others = lqcd__foreign_others(f);
	m->reals = clover ? others : 2 * LQCD_NC * (links ? LQCD_NC : lqcd__foreign_spins(f));
	m->second = odd ? f->direction : 0;
	for (int mu = 0; mu < 4; mu++) {
		const int d = links ? f->directions[mu] : 0;
		const ptrdiff_t step = (odd ? 2 : 1) * d * f->direction;
		/* An integer, since steps that are wrong may lead anywhere. */
		m->base[mu] = f->arrays ? (char *)f->arrays[d] : (char *)((uintptr_t)f->data + (uintptr_t)(step * (f->bits / 8)));
		m->signs |= links && (f->staggered[mu] || f->boundary[mu].re != 1);
	}
	m->plain = !m->swap && (!links || f->rows == LQCD_NC) && !others;
	for (int mu = 0; links && mu < 4; mu++) m->plain &= f->boundary[mu].im == 0 && fabs(f->boundary[mu].re) == 1;
	for (int i = 0; f->kind == LQCD_FOREIGN_SPINORS && i < 4; i++)
		for (int j = 0; j < 4; j++) {
			const lqcd_complex_d z = f->basis[i][j];
			m->turned |= z.re != (i == j) || z.im != 0;
			m->dense |= !((z.re == 0 && (z.im == 0 || fabs(z.im) == 1)) || (z.im == 0 && fabs(z.re) == 1));
		}
	m->unscaled = f->scale == 1 && !m->signs;
	m->low = PTRDIFF_MAX;
	for (int k = 0; k < m->reals; k++) {
		const int a = k / 2 / LQCD_NC, c = k / 2 % LQCD_NC;
		m->raw[k] = links && a >= f->rows ? -1 : lqcd__foreign_number(f, a, c, k % 2);
		if (others) m->raw[k] = k < others ? lqcd__foreign_chunked(f, k * f->im) : -1;
		if (clover && f->numbers) m->raw[k] = f->numbers[k];
		if (!clover) lqcd__foreign_plain(m, a, c, k % 2);
		m->unscaled &= clover || m->sign[k] == 1;
		if (m->raw[k] > m->high) m->high = m->raw[k];
		if (m->raw[k] >= 0 && m->raw[k] < m->low) m->low = m->raw[k];
		if (m->raw[k] < 0 && (others ? k < others : !links || a < f->rows)) s = LQCD_ERR_ARGUMENT;
	}
	if (m->plain) lqcd__foreign_runs(m);
	if (s != LQCD_OK)
		s = lqcd__refuse(lat, s, "foreign field: steps inside an element: negative ones are not supported");
	else
		s = lqcd__foreign_check_overlap(m, each);
	if (s != LQCD_OK) lqcd_foreign_close(m);
	return s;
}

LQCD_STATIC lqcd_status lqcd_foreign_check(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	lqcd_foreign_map m;
	const lqcd_status s = lqcd__foreign_resolve(&m, f, lat, 1);
	if (s == LQCD_OK) lqcd_foreign_close(&m);
	return s;
}

LQCD_STATIC lqcd_status lqcd_foreign_open(lqcd_foreign_map *m, const lqcd_foreign *f, const lqcd_lattice *lat)
{
	if (f && (f->source_spin || f->source_colour))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "foreign propagator: a descriptor of spinors is needed, one for each column");
	return lqcd__foreign_resolve(m, f, lat, 0);
}

/** Coordinate x of a periodic direction with n sites: 0 to n - 1. */
LQCD_FN int lqcd__foreign_wrap(int x, int n)
{
	return (unsigned)x < (unsigned)n ? x : (x % n + n) % n;
}

/** The phase of U_mu(x), whose coordinates may lie outside of the lattice. */
LQCD_FN lqcd_complex_d lqcd__foreign_phase(const lqcd_foreign_map *m, const int x[4], int mu)
{
	lqcd_complex_d z;
	int n = 0;
	z.re = 1;
	z.im = 0;
	if (!lqcd__foreign_is_links(&m->f)) return z;
	for (int nu = 0; nu < 4; nu++) {
		const int y = lqcd__foreign_wrap(x[nu] + m->corner[nu], m->extent[nu]);
		n += m->f.staggered[mu] >> nu & y;
		if (nu == mu && y == m->extent[nu] - 1) z = m->f.boundary[mu];
	}
	if (n & 1) {
		z.re = -z.re;
		z.im = -z.im;
	}
	return z;
}

/* ---- one site ---- */

/** The address of the element mu of local site x, or NULL; z its phase. */
LQCD_STATIC char *lqcd__foreign_element(const lqcd_foreign_map *m, const int x[4], int mu, lqcd_complex_d *z, int remote)
{
	const lqcd_foreign *f = &m->f;
	const lqcd_lattice *lat = m->lattice;
	const int odd = f->kind == LQCD_FOREIGN_ODD_LINKS && !lqcd__foreign_parity(m, x);
	int y[4], outside = 0;
	*z = lqcd__foreign_phase(m, x, mu);
	for (int nu = 0; nu < 4; nu++) {
		y[nu] = x[nu] + (odd && nu == mu);
		if (lat->comm.grid[nu] == 1) y[nu] = lqcd__foreign_wrap(y[nu], lat->local[nu]);
		outside |= y[nu] < -m->first[nu] || y[nu] >= m->box[nu] - m->first[nu];
	}
	if (outside) return remote && f->remote ? (char *)(uintptr_t)f->remote(x, mu, f->user) : NULL;
	if (!odd && f->parity != LQCD_FULL && lqcd__foreign_parity(m, y) != (f->parity == LQCD_ODD)) return NULL;
	return m->base[mu] + (lqcd__foreign_place(m, y) + (odd ? m->second : 0)) * (f->bits / 8);
}

LQCD_STATIC lqcd_status lqcd_foreign_get(const lqcd_foreign_map *m, const int x[4], int mu, double *v)
{
	lqcd_complex_d z;
	if (!m || !m->lattice || !x || !v || mu < 0 || mu >= (lqcd__foreign_is_links(&m->f) ? 4 : 1)) return LQCD_ERR_ARGUMENT;
	const char *p = lqcd__foreign_element(m, x, mu, &z, 1);
	if (!p) return LQCD_ERR_GEOMETRY;
	lqcd__foreign_load(m, p, z, v);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_foreign_put(const lqcd_foreign_map *m, const int x[4], int mu, const double *v)
{
	double r[LQCD__FOREIGN_MOST];
	lqcd_complex_d z;
	if (!m || !m->lattice || !x || !v || mu < 0 || mu >= (lqcd__foreign_is_links(&m->f) ? 4 : 1)) return LQCD_ERR_ARGUMENT;
	char *p = lqcd__foreign_element(m, x, mu, &z, 0);
	if (!p) return LQCD_ERR_GEOMETRY;
	memcpy(r, v, (size_t)m->reals * sizeof *r);
	lqcd__foreign_store(m, p, z, r);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_foreign_for_each(const lqcd_foreign_map *m, void (*site)(void *user, const int x[4]), void *user)
{
	if (!m || !m->lattice || !site) return LQCD_ERR_ARGUMENT;
	const int *local = m->lattice->local, n = local[0] * local[1] * local[2] * local[3];
	const int parity = m->f.kind == LQCD_FOREIGN_ODD_LINKS ? 0 : (int)m->f.parity;
	LQCD_RANGE_FOR(n, i, n >= LQCD_PARALLEL_MIN) {
		int x[4];
		lqcd__unlex(i, local, x);
		if (!parity || lqcd__foreign_parity(m, x) == (parity == LQCD_ODD)) site(user, x);
	}
	return LQCD_OK;
}

/* ---- overlap with a field ---- */

/* The memory of a field, from an address on. */
typedef struct {
	uintptr_t first;
	ptrdiff_t bytes;
} lqcd__foreign_memory;

/** Whether numbers at base, from offset `from` to offset `to`, reach into it. */
LQCD_STATIC int lqcd__foreign_reaches(const lqcd_foreign_map *m, const lqcd__foreign_memory *v, int mu, ptrdiff_t from, ptrdiff_t to)
{
	const ptrdiff_t number = m->f.bits / 8, base = (ptrdiff_t)((uintptr_t)m->base[mu] - v->first);
	return base + from * number < v->bytes && base + to * number > -number;
}

/** For lqcd__foreign_walk: 0 if a number of the elements at an offset lies in the memory. */
LQCD_STATIC int lqcd__foreign_misses(const lqcd_foreign_map *m, ptrdiff_t offset, void *state)
{
	const lqcd__foreign_memory *v = (const lqcd__foreign_memory *)state;
	for (int e = 0; e < m->elements; e++) {
		const int mu = m->elements > 1 ? e % 4 : 0;
		const ptrdiff_t at = offset + (e > 3 ? m->second : 0);
		const int reached = lqcd__foreign_reaches(m, v, mu, at + m->low, at + m->high);
		for (int k = 0; reached && k < m->reals; k++)
			if (m->raw[k] >= 0 && lqcd__foreign_reaches(m, v, mu, at + m->raw[k], at + m->raw[k])) return 0;
	}
	return 1;
}

LQCD_STATIC void lqcd__foreign_widen(ptrdiff_t *least, ptrdiff_t *most, ptrdiff_t by)
{
	if (by < 0) *least += by;
	if (by > 0) *most += by;
}

/** Bounds of the offsets of the sites of F; 0 if they are not known without a walk. */
LQCD_STATIC int lqcd__foreign_span(const lqcd_foreign_map *m, ptrdiff_t *least, ptrdiff_t *most)
{
	const lqcd_foreign *f = &m->f;
	const int *local = m->lattice->local;
	*least = *most = 0;
	if (f->sites == LQCD_FOREIGN_FUNCTION) return 0;
	if (f->sites == LQCD_FOREIGN_TABLE) {
		*least = *most = f->table[0] - f->zero;
		for (int n = local[0] * local[1] * local[2] * local[3]; n-- > 0;) {
			const ptrdiff_t i = f->table[n] - f->zero;
			*least = i < *least ? i : *least;
			*most = i > *most ? i : *most;
		}
	} else {
		for (int mu = 0; mu < 4; mu++) {
			const ptrdiff_t *place = m->place[mu] + m->first[mu];
			ptrdiff_t low = place[0], high = place[0];
			for (int x = 1; x < local[mu]; x++) {
				low = place[x] < low ? place[x] : low;
				high = place[x] > high ? place[x] : high;
			}
			*least += low;
			*most += high;
		}
		for (int p = 0; p < 2; p++) lqcd__foreign_widen(least, most, m->half[p]);
	}
	if (f->sites != LQCD_FOREIGN_TABLE && !m->split) return 1;
	const ptrdiff_t low = *least, high = *most, block = f->block > 1 ? f->block : 1;
	*least = *most = 0;
	lqcd__foreign_widen(least, most, (f->site < 0 ? high : low) / block * f->site);
	lqcd__foreign_widen(least, most, (f->site < 0 ? low : high) / block * f->site);
	lqcd__foreign_widen(least, most, (block - 1) * f->lane);
	if (low < 0) lqcd__foreign_widen(least, most, -(block - 1) * f->lane);
	lqcd__foreign_widen(least, most, f->half);
	return 1;
}

/** Whether a number of F lies in the memory of the field. Sites are visited only if it lies between the first and the last
 * number of an array of F. */
LQCD_STATIC int lqcd__foreign_inside(const lqcd_foreign_map *m, const lqcd_field_view *v)
{
	const size_t number = v->precision == LQCD__DOUBLE ? sizeof(double) : sizeof(float);
	lqcd__foreign_memory memory = {(uintptr_t)v->data, 0};
	ptrdiff_t least, most;
	int inside = !lqcd__foreign_span(m, &least, &most);
	memory.bytes = (ptrdiff_t)((size_t)lqcd_geometry_sites(v->type) * (size_t)v->reals * number);
	least += m->low;
	most += m->high;
	lqcd__foreign_widen(&least, &most, m->second);
	for (int mu = 0; mu < (m->elements > 1 ? 4 : 1); mu++) inside |= lqcd__foreign_reaches(m, &memory, mu, least, most);
	return inside && !lqcd__foreign_walk(m, lqcd__foreign_misses, &memory);
}

#endif
