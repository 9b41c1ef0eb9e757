/* lqcd/foreign/check.h: the checks of a descriptor, and the places of its sites.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_CHECK_H
#define LQCD_FOREIGN_CHECK_H

#include <math.h>
#include <stdlib.h>

#include "types.h"

LQCD_FN int lqcd__foreign_is_links(const lqcd_foreign *f)
{
	return f->kind >= LQCD_FOREIGN_LINKS;
}

LQCD_FN int lqcd__foreign_spins(const lqcd_foreign *f)
{
	return f->kind == LQCD_FOREIGN_SPINORS ? 4 : f->kind == LQCD_FOREIGN_HALF_SPINORS ? 2 : 1;
}

/** Numbers of a momentum that is not stored as a matrix; else 0. */
LQCD_FN int lqcd__foreign_momenta(const lqcd_foreign *f)
{
	return f->kind == LQCD_FOREIGN_MILC_MOMENTA ? 9 : f->kind == LQCD_FOREIGN_ALGEBRA ? 8 : 0;
}

/** Numbers of an element that are neither those of spinors nor of matrices; else 0. */
LQCD_STATIC int lqcd__foreign_others(const lqcd_foreign *f)
{
	return f->kind == LQCD_FOREIGN_CLOVER ? 8 * LQCD_NC * LQCD_NC : lqcd__foreign_momenta(f);
}

/** Where number n of an element lies, n counted with its steps. */
LQCD_STATIC ptrdiff_t lqcd__foreign_chunked(const lqcd_foreign *f, ptrdiff_t n)
{
	return f->chunk ? n / f->chunk * f->chunk_step + n % f->chunk : n;
}

/** The offset of a number of an element from its first. */
LQCD_STATIC ptrdiff_t lqcd__foreign_number(const lqcd_foreign *f, int spin_or_row, int column, int im)
{
	const ptrdiff_t first = lqcd__foreign_is_links(f) ? f->row : f->spin;
	return lqcd__foreign_chunked(f, spin_or_row * first + column * f->column + im * f->im);
}

LQCD_STATIC int lqcd__is_permutation(const int p[4])
{
	int seen = 0;
	for (int mu = 0; mu < 4; mu++) seen |= p[mu] >= 0 && p[mu] < 4 ? 1 << p[mu] : 0;
	return seen == 15;
}

/** Whether the numbers of the descriptor are in range, apart from sites and overlaps. */
LQCD_STATIC lqcd_status lqcd__foreign_check_numbers(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	const lqcd_status s = LQCD_ERR_ARGUMENT;
	const int links = lqcd__foreign_is_links(f);
	if ((unsigned)f->kind >= LQCD_FOREIGN_KINDS) return lqcd__refuse(lat, s, "foreign field: kind %d: unknown", (int)f->kind);
	if (f->bits != 32 && f->bits != 64) return lqcd__refuse(lat, s, "foreign field: bits = %d: 32 or 64", f->bits);
	if ((unsigned)f->bytes > LQCD_FOREIGN_BIG)
		return lqcd__refuse(lat, s, "foreign field: byte order %d: unknown", (int)f->bytes);
	if (f->arrays && !links) return lqcd__refuse(lat, s, "foreign field: several arrays: of links alone");
	for (int mu = 0; mu < (f->arrays ? 4 : 1); mu++) {
		const void *p = f->arrays ? f->arrays[mu] : f->data;
		if (!p || (uintptr_t)p % ((size_t)f->bits / 8))
			return lqcd__refuse(lat, s, "foreign field: data at %p: not NULL, a multiple of %d", p, f->bits / 8);
	}
	if (!(fabs(f->scale) >= 1e-30 && fabs(f->scale) <= 1e30))
		return lqcd__refuse(lat, s, "foreign field: scale = %g: 1e-30 to 1e30, or its negative", f->scale);
	if ((f->source_spin || f->source_colour) && (f->kind != LQCD_FOREIGN_SPINORS || f->chunk || f->sites > LQCD_FOREIGN_EVEN_ODD))
		return lqcd__refuse(lat, s, "foreign propagator: of spinors, lexicographic or even-odd, without chunks");
	if (f->kind == LQCD_FOREIGN_CLOVER && ((unsigned)f->upper > 1 || (unsigned)f->by_rows > 1 || (f->numbers && f->chunk)))
		return lqcd__refuse(lat, s, "foreign clover blocks: upper = %d, by_rows = %d: 0 or 1; numbers without chunks", f->upper, f->by_rows);
	if ((unsigned)f->adjoint > 1 || (unsigned)f->odd_first > 1)
		return lqcd__refuse(lat, s, "foreign field: adjoint = %d, odd_first = %d: 0 or 1", f->adjoint, f->odd_first);
	if (f->chunk < 0) return lqcd__refuse(lat, s, "foreign field: chunk = %d: 0 or more", f->chunk);
	if (lqcd__foreign_momenta(f) && (LQCD_NC != 3 || f->chunk || f->adjoint || f->rows != 3))
		return lqcd__refuse(lat, s, "foreign momenta: of SU(3), as they are, without chunks");
	if (links) {
		if (!lqcd__is_permutation(f->directions))
			return lqcd__refuse(lat, s, "foreign field: directions %d %d %d %d: a permutation of 0 to 3",
					    f->directions[0], f->directions[1], f->directions[2], f->directions[3]);
		if (f->rows != LQCD_NC && f->rows != LQCD_NC - 1)
			return lqcd__refuse(lat, s, "foreign field: rows = %d: %d or %d", f->rows, LQCD_NC, LQCD_NC - 1);
		int any = 0;
		for (int mu = 0; mu < 4; mu++) {
			const lqcd_complex_d b = f->boundary[mu];
			if (!(fabs(b.re * b.re + b.im * b.im - 1) < 1e-12))
				return lqcd__refuse(lat, s, "foreign field: boundary phase (%g, %g) of direction %d: of length 1",
						    b.re, b.im, mu);
			if (f->staggered[mu] & ~15)
				return lqcd__refuse(lat, s, "foreign field: staggered phase %d of direction %d: 0 to 15",
						    f->staggered[mu], mu);
			any |= f->staggered[mu];
		}
		if (lqcd__foreign_momenta(f))
			for (int mu = 0; mu < 4; mu++)
				if (any || f->boundary[mu].re != 1) return lqcd__refuse(lat, s, "foreign momenta: have no phases");
		for (int mu = 0; mu < 4; mu++)
			for (int nu = 0; any && nu < mu; nu++)
				if ((f->staggered[mu] >> nu & 1) == (f->staggered[nu] >> mu & 1))
					return lqcd__refuse(lat, s,
							    "foreign field: staggered phases of directions %d and %d: their product "
							    "around a plaquette is not -1",
							    nu, mu);
		return LQCD_OK;
	}
	if (f->kind != LQCD_FOREIGN_SPINORS && f->kind != LQCD_FOREIGN_CLOVER) return LQCD_OK;
	for (int i = 0; i < 4 && f->kind == LQCD_FOREIGN_CLOVER; i++)
		for (int j = 0; j < 2; j++) { /* row i has one chirality, rows 2 k and 2 k + 1 the same */
			const lqcd_complex_d *a = f->basis[i], *b = f->basis[i ^ 1];
			if ((a[j].re != 0 || a[j].im != 0) && (a[2].re != 0 || a[2].im != 0 || a[3].re != 0 || a[3].im != 0 || b[2].re != 0 ||
							       b[2].im != 0 || b[3].re != 0 || b[3].im != 0))
				return lqcd__refuse(lat, s, "foreign clover blocks: row %d of the basis mixes chiralities", i);
		}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			double re = i == j ? -1 : 0, im = 0;
			for (int k = 0; k < 4; k++) {
				const lqcd_complex_d a = f->basis[i][k], b = f->basis[j][k];
				re += a.re * b.re + a.im * b.im;
				im += a.im * b.re - a.re * b.im;
			}
			if (!(fabs(re) < 1e-12) || !(fabs(im) < 1e-12))
				return lqcd__refuse(lat, s, "foreign field: rows %d and %d of the basis: not unitary", i, j);
		}
	return LQCD_OK;
}

/* ---- places of sites ---- */

LQCD_STATIC int lqcd__foreign_lanes(const lqcd_foreign *f, int mu)
{
	return f->lane_grid[mu] ? f->lane_grid[mu] : 1;
}

/* A box has at most so many sites more than the lattice in a direction. */
enum { LQCD__FOREIGN_MARGIN = 65536 };

/** Refuses steps by which an offset could overflow. */
LQCD_STATIC lqcd_status lqcd__foreign_check_reach(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	double sites = 2, inside = 3 * fabs((double)f->spin) + LQCD_NC * (fabs((double)f->row) + fabs((double)f->column));
	for (int mu = 0; mu < 4; mu++) sites *= f->box[mu] > lat->local[mu] ? f->box[mu] : lat->local[mu];
	if (f->sites > LQCD_FOREIGN_EVEN_ODD) sites = 4e9 + fabs((double)f->zero);
	inside += 8 * LQCD_NC * LQCD_NC * fabs((double)f->im);
	for (int k = 0; f->kind == LQCD_FOREIGN_CLOVER && f->numbers && k < 8 * LQCD_NC * LQCD_NC; k++) {
		if (f->numbers[k] < 0)
			return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "foreign clover blocks: number %d at %td: 0 or above", k, f->numbers[k]);
		if ((double)f->numbers[k] > inside) inside = (double)f->numbers[k];
	}
	if (f->chunk) inside = inside / f->chunk * fabs((double)f->chunk_step) + f->chunk;
	const double reach = sites * fabs((double)f->site) + fabs((double)f->half) + 8 * fabs((double)f->direction) + inside +
			     (sites < f->block ? sites : (double)f->block + 64) * fabs((double)f->lane) + 3 * fabs((double)f->source_spin) +
			     LQCD_NC * fabs((double)f->source_colour);
	return reach < 1e15 ? LQCD_OK : lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "foreign field: steps that reach %.3g numbers: too far", reach);
}

/** The tables of m for orders by a formula; without memory. */
LQCD_STATIC lqcd_status lqcd__foreign_places(lqcd_foreign_map *m)
{
	const lqcd_status s = LQCD_ERR_ARGUMENT;
	const lqcd_foreign *f = &m->f;
	const lqcd_lattice *lat = m->lattice;
	const int even_odd = f->sites == LQCD_FOREIGN_EVEN_ODD;
	int lanes = 1;
	if ((unsigned)f->sites > LQCD_FOREIGN_FUNCTION) return lqcd__refuse(lat, s, "foreign field: order of sites %d: unknown", (int)f->sites);
	if ((unsigned)f->parity > LQCD_ODD)
		return lqcd__refuse(lat, s, "foreign field: parity %d: LQCD_FULL, LQCD_EVEN or LQCD_ODD", (int)f->parity);
	if (f->kind == LQCD_FOREIGN_ODD_LINKS ? f->parity != LQCD_ODD : f->parity != LQCD_FULL && lqcd__foreign_is_links(f))
		return lqcd__refuse(lat, s, "foreign links: of all sites, or eight of the odd ones");
	if (f->block < 0) return lqcd__refuse(lat, s, "foreign field: block = %d: 0 or more", f->block);
	if ((f->sites == LQCD_FOREIGN_TABLE && !f->table) || (f->sites == LQCD_FOREIGN_FUNCTION && !f->index))
		return lqcd__refuse(lat, s, "foreign field: no table or function of the sites");
	const int formula = f->sites <= LQCD_FOREIGN_EVEN_ODD;
	if (formula && !lqcd__is_permutation(f->order))
		return lqcd__refuse(lat, s, "foreign field: order %d %d %d %d: a permutation of 0 to 3", f->order[0], f->order[1],
				    f->order[2], f->order[3]);
	if (even_odd && ((unsigned)f->halved > 3 || f->origin < -1 || f->origin > 1))
		return lqcd__refuse(lat, s, "foreign field: halved direction %d, parity of the origin %d: 0 to 3, -1 to 1", f->halved,
				    f->origin);
	for (int mu = 0; mu < 4; mu++) {
		const int l = lqcd__foreign_lanes(f, mu), local = lat->local[mu], box = f->box[mu] ? f->box[mu] : local;
		const int halved = even_odd && mu == f->halved;
		if (f->first[mu] < 0 || box < local || box - local > LQCD__FOREIGN_MARGIN || f->first[mu] > box - local || (!formula && box != local))
			return lqcd__refuse(lat, s, "foreign field: box of %d sites from %d on in direction %d: the lattice has %d there",
					    box, f->first[mu], mu, local);
		if (l < 1 || local % l || (l > 1 && (box != local || !formula || f->block > 1 || (even_odd && local / l % 2))))
			return lqcd__refuse(lat, s, "foreign field: %d lanes in direction %d: do not divide %d sites", l, mu, local);
		if (halved && (box / l % 2 || f->first[mu] % 2))
			return lqcd__refuse(lat, s, "foreign field: halved direction %d: %d sites from %d on are not even", mu, box / l,
					    f->first[mu]);
		m->box[mu] = box;
		m->first[mu] = f->first[mu];
		m->corner[mu] = lat->comm.coord[mu] * local;
		m->extent[mu] = lat->extent[mu];
		m->odd ^= m->corner[mu] & 1;
		lanes *= l;
	}
	if (!formula && lanes > 1) return lqcd__refuse(lat, s, "foreign field: lanes of a table or function: not supported");
	return lqcd__foreign_check_reach(f, lat);
}

/** Fills the tables; half[p] is what the sites of our parity p lie farther on. */
LQCD_STATIC lqcd_status lqcd__foreign_fill(lqcd_foreign_map *m)
{
	const lqcd_foreign *f = &m->f;
	const int even_odd = f->sites == LQCD_FOREIGN_EVEN_ODD;
	ptrdiff_t sites = 1, lanes = 1;
	size_t size = 0;
	m->split = f->block > 1;
	m->half[0] = m->half[1] = 0;
	if (f->sites > LQCD_FOREIGN_EVEN_ODD) return LQCD_OK;
	for (int mu = 0; mu < 4; mu++) size += (size_t)m->box[mu];
	m->memory = (ptrdiff_t *)lqcd_alloc(lqcd_mul_size(size, sizeof *m->memory));
	if (!m->memory) return lqcd__refuse(m->lattice, LQCD_ERR_MEMORY, "foreign field: no memory");
	ptrdiff_t *next = m->memory;
	for (int k = 3; k >= 0; k--) {
		const int mu = f->order[k], l = lqcd__foreign_lanes(f, mu), inner = m->box[mu] / l;
		const int two = even_odd && mu == f->halved ? 2 : 1;
		m->place[mu] = next;
		for (int x = 0; x < m->box[mu]; x++)
			*next++ = x % inner / two * sites * (m->split ? 1 : f->site) + x / inner * lanes * f->lane;
		sites *= inner / two;
		lanes *= l;
	}
	if (even_odd && f->parity == LQCD_FULL) {
		int parity = 0; /* the parity of ours that they call even */
		if (f->origin >= 0) parity = m->odd ^ f->origin;
		/* A step of numbers between the halves; of an index, if those of the second half follow. */
		m->half[parity ^ !f->odd_first] = m->split ? (f->half ? 0 : sites) : f->half ? f->half : sites * f->site;
	}
	return LQCD_OK;
}

/** The parity of local site x. */
LQCD_FN int lqcd__foreign_parity(const lqcd_foreign_map *m, const int x[4])
{
	return (x[0] + x[1] + x[2] + x[3] + m->odd) & 1;
}

/** The offset of local site x. */
LQCD_FN ptrdiff_t lqcd__foreign_place(const lqcd_foreign_map *m, const int x[4])
{
	const lqcd_foreign *f = &m->f;
	ptrdiff_t i;
	if (f->sites == LQCD_FOREIGN_TABLE)
		i = f->table[((x[0] * m->box[1] + x[1]) * m->box[2] + x[2]) * m->box[3] + x[3]] - f->zero;
#if !LQCD_ON_DEVICE
	else if (f->sites == LQCD_FOREIGN_FUNCTION)
		i = f->index(x, f->user) - f->zero;
#endif
	else {
		const int odd = lqcd__foreign_parity(m, x);
		i = m->half[odd];
		for (int mu = 0; mu < 4; mu++) i += m->place[mu][x[mu] + m->first[mu]];
		if (!m->split) return i;
		i = i / f->block * f->site + i % f->block * f->lane;
		return f->half && f->sites == LQCD_FOREIGN_EVEN_ODD && f->parity == LQCD_FULL && odd != f->odd_first ? i + f->half : i;
	}
	return f->block > 1 ? i / f->block * f->site + i % f->block * f->lane : i * f->site;
}

/* ---- overlaps ---- */

typedef struct {
	ptrdiff_t count, step;
} lqcd__digit;

/** Adds a digit to n others, in order of their steps. */
LQCD_STATIC int lqcd__foreign_digit(lqcd__digit *d, int n, ptrdiff_t count, ptrdiff_t step)
{
	if (count < 2) return n;
	if (step < 0) step = -step;
	int k = n;
	for (; k > 0 && d[k - 1].step > step; k--) d[k] = d[k - 1];
	d[k].count = count;
	d[k].step = step;
	return n + 1;
}

/** Calls see(m, offset, state) for the first number of each element of each site of F, until it returns 0. */
LQCD_STATIC int lqcd__foreign_walk(const lqcd_foreign_map *m, int (*see)(const lqcd_foreign_map *, ptrdiff_t, void *), void *state)
{
	const int *local = m->lattice->local;
	int x[4];
	for (int n = 0; n < local[0] * local[1] * local[2] * local[3]; n++) {
		lqcd__unlex(n, local, x);
		if (m->f.parity != LQCD_FULL && lqcd__foreign_parity(m, x) != (m->f.parity == LQCD_ODD)) continue;
		if (!see(m, lqcd__foreign_place(m, x), state)) return 0;
	}
	return 1;
}

typedef struct {
	ptrdiff_t least, most;
	ptrdiff_t *list; /* NULL, or the places of `count` numbers */
	size_t count;
	unsigned char *taken;
} lqcd__foreign_bounds;

/** Visits the numbers of the elements at an offset: bounds, a list, or marks in a bit map; 0 if one is there twice. */
LQCD_STATIC int lqcd__foreign_see(const lqcd_foreign_map *m, ptrdiff_t offset, void *state)
{
	lqcd__foreign_bounds *b = (lqcd__foreign_bounds *)state;
	for (int e = 0; e < m->elements; e++) {
		const int mu = m->elements > 1 ? e % 4 : 0;
		const ptrdiff_t base = (m->base[mu] - m->base[0]) / (m->f.bits / 8) + (e > 3 ? m->second : 0);
		for (int k = 0; k < m->reals; k++) {
			if (m->raw[k] < 0) continue;
			const ptrdiff_t at = base + offset + m->raw[k] - (b->taken ? b->least : 0);
			if (b->taken) {
				const unsigned char bit = (unsigned char)(1 << (at & 7));
				if (b->taken[at >> 3] & bit) return 0;
				b->taken[at >> 3] = (unsigned char)(b->taken[at >> 3] | bit);
			} else if (b->list)
				b->list[b->count++] = at;
			else {
				if (at < b->least) b->least = at;
				if (at > b->most) b->most = at;
			}
		}
	}
	return 1;
}

LQCD_STATIC int lqcd__foreign_by_offset(const void *a, const void *b)
{
	const ptrdiff_t x = *(const ptrdiff_t *)a, y = *(const ptrdiff_t *)b;
	return x < y ? -1 : x > y;
}

/** Whether each number of F has a place of its own: by a map of all places, or, if they lie far apart, in a list of `numbers`. */
LQCD_STATIC lqcd_status lqcd__foreign_check_places(const lqcd_foreign_map *m, lqcd__foreign_bounds *b, size_t numbers, int *good)
{
	const size_t bytes = (size_t)(b->most - b->least) / 8 + 1, list = lqcd_mul_size(numbers, sizeof(ptrdiff_t)), room = bytes < list ? bytes : list;
	void *const memory = lqcd_alloc(room);
	if (!memory) return lqcd__refuse(m->lattice, LQCD_ERR_MEMORY, "foreign field: no memory for a map of %.3g MB", 1e-6 * (double)room);
	if (bytes < list) {
		b->taken = (unsigned char *)memory;
		memset(memory, 0, bytes);
		*good = lqcd__foreign_walk(m, lqcd__foreign_see, b);
	} else {
		b->list = (ptrdiff_t *)memory;
		lqcd__foreign_walk(m, lqcd__foreign_see, b);
		qsort(b->list, b->count, sizeof *b->list, lqcd__foreign_by_offset);
		*good = 1;
		for (size_t k = 1; k < b->count; k++) *good &= b->list[k] != b->list[k - 1];
	}
	lqcd_free(memory);
	return LQCD_OK;
}

/** Marks each number of F: none may be there twice. */
LQCD_STATIC lqcd_status lqcd__foreign_check_each(const lqcd_foreign_map *m)
{
	lqcd__foreign_bounds b = {PTRDIFF_MAX, PTRDIFF_MIN, NULL, 0, NULL};
	const int *l = m->lattice->local;
	const size_t sites = (size_t)l[0] * (size_t)l[1] * (size_t)l[2] * (size_t)l[3];
	int good = 0;
	lqcd__foreign_walk(m, lqcd__foreign_see, &b);
	const lqcd_status s = lqcd__foreign_check_places(m, &b, sites * (size_t)m->elements * (size_t)m->reals, &good);
	if (s != LQCD_OK || good) return s;
	return lqcd__refuse(m->lattice, LQCD_ERR_ARGUMENT, "foreign field: numbers overlap: two sites or elements have the same place");
}

/** LQCD_OK if each number has a place of its own since the steps nest; if not, all of them are marked if `each` is set. */
LQCD_STATIC lqcd_status lqcd__foreign_check_overlap(lqcd_foreign_map *m, int each)
{
	const lqcd_foreign *f = &m->f;
	const int links = lqcd__foreign_is_links(f), halves = f->sites == LQCD_FOREIGN_EVEN_ODD && f->parity == LQCD_FULL;
	lqcd__digit d[16];
	ptrdiff_t reach = 0, lanes = 1, sites = 1;
	int n = 0, nests = f->sites <= LQCD_FOREIGN_EVEN_ODD;
	for (int mu = 0; mu < 4; mu++) {
		lanes *= lqcd__foreign_lanes(f, mu);
		sites *= m->box[mu];
	}
	sites /= f->sites == LQCD_FOREIGN_EVEN_ODD ? 2 * lanes : lanes;
	if (halves && !f->half) sites *= 2;
	if (halves && f->half) n = lqcd__foreign_digit(d, n, 2, f->half);
	if (f->block > 1) {
		n = lqcd__foreign_digit(d, n, f->block, f->lane);
		n = lqcd__foreign_digit(d, n, (sites + f->block - 1) / f->block, f->site);
	} else {
		n = lqcd__foreign_digit(d, n, lanes, f->lane);
		n = lqcd__foreign_digit(d, n, sites, f->site);
	}
	if (f->source_spin || f->source_colour) {
		each = 0;
		n = lqcd__foreign_digit(d, n, 4, f->source_spin);
		n = lqcd__foreign_digit(d, n, LQCD_NC, f->source_colour);
	}
	if (links && (!f->arrays || f->kind == LQCD_FOREIGN_ODD_LINKS))
		n = lqcd__foreign_digit(d, n, f->kind == LQCD_FOREIGN_ODD_LINKS ? 8 : 4, f->direction);
	int still = n && d[0].step == 0; /* sites, lanes or directions in one place */
	lqcd__digit inside[4];
	const int some = lqcd__foreign_others(f), listed = f->kind == LQCD_FOREIGN_CLOVER && f->numbers;
	int k = listed ? 0 : lqcd__foreign_digit(inside, 0, some ? some : 2, f->im);
	if (!some) k = lqcd__foreign_digit(inside, k, LQCD_NC, f->column);
	if (!some) k = lqcd__foreign_digit(inside, k, links ? f->rows : lqcd__foreign_spins(f), links ? f->row : f->spin);
	still |= k && inside[0].step == 0;
	if (still)
		return lqcd__refuse(m->lattice, LQCD_ERR_ARGUMENT, "foreign field: numbers overlap: a step is 0");
	for (int i = 0; i < k; i++) {
		nests &= inside[i].step > reach;
		reach += (inside[i].count - 1) * inside[i].step;
	}
	if (f->chunk) {
		nests &= f->im > 0 && f->column > 0 && (links ? f->row : f->spin) > 0;
		n = lqcd__foreign_digit(d, n, reach < f->chunk ? reach + 1 : f->chunk, 1);
		n = lqcd__foreign_digit(d, n, reach / f->chunk + 1, f->chunk_step);
	} else
		for (int i = 0; i < k; i++) n = lqcd__foreign_digit(d, n, inside[i].count, inside[i].step);
	nests &= !listed;
	reach = 0;
	for (int i = 0; i < n; i++) {
		nests &= d[i].step > reach;
		reach += (d[i].count - 1) * d[i].step;
	}
	m->nests = nests;
	nests &= !f->arrays;
	if (!nests && (f->source_spin || f->source_colour))
		return lqcd__refuse(m->lattice, LQCD_ERR_ARGUMENT, "foreign propagator: its numbers overlap, or its steps do not nest");
	return nests || !each ? LQCD_OK : lqcd__foreign_check_each(m);
}

#endif
