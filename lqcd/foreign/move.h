/* lqcd/foreign/move.h: numbers from and to foreign memory. Where each of our numbers is one of
 * theirs times a real factor (map.plain), those of all lanes of a block are moved together: rows of numbers that lie side by
 * side and complex numbers in registers (rows.inc), arrays over sites by tiles (tiles.inc), any others by
 * lqcd__foreign_move; else lqcd__foreign_load and _store convert element by element, in doubles. All ways give the same bits.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_MOVE_H
#define LQCD_FOREIGN_MOVE_H

#include "map.h"
#include "../field/halo.h"
#include "../field/layout.h"

/** ours[k * lanes + w] from or to theirs[at[w] + offset[k]]; the types and what is to be done are constants. */
LQCD_FN void lqcd__foreign_move_as(const lqcd_foreign_map *m, void *LQCD_RESTRICT ours, int wide, void *LQCD_RESTRICT theirs,
				   int they_wide, const ptrdiff_t *at, const double *phase, int lanes, int out, int scaled)
{
	const double scale = out ? m->f.scale : 1 / m->f.scale;
	double *a = (double *)ours, *b = (double *)theirs;
	float *as = (float *)ours, *bs = (float *)theirs;
	for (int k = 0; k < m->reals; k++) {
		const ptrdiff_t offset = m->offset[k];
		const double factor = scaled ? scale * m->sign[k] : 1;
		for (int w = 0; w < lanes; w++) {
			const ptrdiff_t i = at[w] + offset, j = k * lanes + w;
			if (!wide && !they_wide) {
				const float r = (out ? as[j] : bs[i]) * (scaled ? (float)(factor * phase[w]) : 1);
				*(out ? &bs[i] : &as[j]) = r;
				continue;
			}
			double v = out ? wide ? a[j] : (double)as[j] : they_wide ? b[i] : (double)bs[i];
			if (scaled) v *= factor * phase[w];
			if (out && they_wide) b[i] = v;
			if (out && !they_wide) bs[i] = (float)v;
			if (!out && wide) a[j] = v;
			if (!out && !wide) as[j] = (float)v;
		}
	}
}

/** lqcd__foreign_move_as, with constant lanes if there are as many as in a register. */
LQCD_FN void lqcd__foreign_move_lanes(const lqcd_foreign_map *m, void *ours, int wide, void *theirs, int they_wide, const ptrdiff_t *at,
				      const double *phase, int lanes, int out, int scaled)
{
	const int usual = wide ? LQCD_LANES_vd : LQCD_LANES_vf;
	if (lanes == usual)
		lqcd__foreign_move_as(m, ours, wide, theirs, they_wide, at, phase, usual, out, scaled);
	else
		lqcd__foreign_move_as(m, ours, wide, theirs, they_wide, at, phase, lanes, out, scaled);
}

LQCD_KERNEL void lqcd__foreign_move(const lqcd_foreign_map *m, void *ours, int wide, void *theirs, const ptrdiff_t *at,
				    const double *phase, int lanes, int out)
{
	const int way = 8 * (wide != 0) + 4 * (m->f.bits == 64) + 2 * (out != 0) + !m->unscaled;
#define LQCD__FOREIGN_WAY(k)                                                                                           \
	if (way == (k)) lqcd__foreign_move_lanes(m, ours, (k) >> 3, theirs, (k) >> 2 & 1, at, phase, lanes, (k) >> 1 & 1, (k) & 1);
#define LQCD__FOREIGN_WAYS(k) LQCD__FOREIGN_WAY(k) LQCD__FOREIGN_WAY(k + 1) LQCD__FOREIGN_WAY(k + 2) LQCD__FOREIGN_WAY(k + 3)
	LQCD__FOREIGN_WAYS(0)
	LQCD__FOREIGN_WAYS(4)
	LQCD__FOREIGN_WAYS(8)
	LQCD__FOREIGN_WAYS(12)
#undef LQCD__FOREIGN_WAYS
#undef LQCD__FOREIGN_WAY
}

/** One element of a lane of ours, from or to doubles. */
LQCD_HOST_FN void lqcd__foreign_ours(const lqcd_field_view *v, size_t first, int reals, int lanes, double *r, int set)
{
	for (int k = 0; k < reals; k++) {
		const size_t i = first + (size_t)k * (size_t)lanes;
		if (!set)
			r[k] = lqcd_field_view_get(v, i);
		else if (v->precision == LQCD__DOUBLE)
			((double *)v->data)[i] = r[k];
		else
			((float *)v->data)[i] = (float)r[k];
	}
}

/** ours := basis ours or its adjoint, of all lanes. */
LQCD_FN void lqcd__foreign_turn(const lqcd_foreign_map *m, void *to, const void *ours, int wide, int lanes, int dagger)
{
	double *a = (double *)to;
	float *as = (float *)to;
	const double *b = (const double *)ours;
	const float *bs = (const float *)ours;
	for (int c = 0; c < LQCD_NC; c++)
		for (int w = 0; w < lanes; w++) {
			double v[8];
			for (int k = 0; k < 8; k++) {
				const int i = (k / 2 * 2 * LQCD_NC + 2 * c + k % 2) * lanes + w;
				v[k] = wide ? b[i] : (double)bs[i];
			}
			for (int s = 0; s < 4; s++) {
				double re = 0, im = 0;
				for (int r = 0; r < 4; r++) {
					const lqcd_complex_d z = dagger ? m->f.basis[r][s] : m->f.basis[s][r];
					const double zi = dagger ? -z.im : z.im;
					re += z.re * v[2 * r] - zi * v[2 * r + 1];
					im += z.re * v[2 * r + 1] + zi * v[2 * r];
				}
				const int i = (s * 2 * LQCD_NC + 2 * c) * lanes + w;
				if (wide) {
					a[i] = re;
					a[i + lanes] = im;
				} else {
					as[i] = (float)re;
					as[i + lanes] = (float)im;
				}
			}
		}
}

/** Writes an element of all lanes, of whole registers, past the caches: its lines need not be read first. */
LQCD_HOST_FN void lqcd__foreign_stream(void *ours, const void *from, int wide, int reals)
{
	for (int k = 0; k < reals; k++)
		if (wide)
			lqcd_stream_vd((double *)ours + k * LQCD_LANES_vd, lqcd_loadu_vd((const double *)from + k * LQCD_LANES_vd));
		else
			lqcd_stream_vf((float *)ours + k * LQCD_LANES_vf, lqcd_loadu_vf((const float *)from + k * LQCD_LANES_vf));
}

/* The largest number of blocks that follow each other in a row; as many an export is ahead when it asks for one, at most. */
enum { LQCD__FOREIGN_ROW = 32, LQCD__FOREIGN_FAR = 3 };
/* The largest number of rows beside each other; sites of a copy. */
enum { LQCD__FOREIGN_BESIDE = 4, LQCD__FOREIGN_COPIED = 4 };
/* A tile (tiles.inc) has at most so many numbers of a lane in an array, and rows; then the cache lines of a block, a divisor of the
 * numbers of a site, that an import writes together, twice as many as an export reads. */
enum { LQCD__FOREIGN_TILE = 256, LQCD__FOREIGN_TILE_ROWS = 32, LQCD__FOREIGN_GROUP = 4, LQCD__FOREIGN_PAD = 16 /* scratch behind, 64 bytes or more */ };

/* A field on its way. Its blocks are walked in rows: those of one parity, or all, along a direction in which theirs lie side
 * by side, in the order of their memory. */
typedef struct {
	const lqcd_foreign_map *m;
	lqcd_field_view v;
	int out, past;                    /* past: what is written goes past the caches */
	int shift[LQCD_MAX_LANES][4];     /* what is added to the coordinates of lane 0 */
	int order[4], two, halves, pieces; /* directions from the slowest to the fastest; the step along the last one; parities;
					     rows that it is cut into */
	int steady;                       /* the next block of a row lies `step` farther on, in each lane */
	ptrdiff_t step;
	int rows, pairs;                  /* whether whole rows, or complex numbers, are moved: rows.inc */
	int distance;                     /* blocks of ours that an export is ahead: a few kB */
	int beside, copied;               /* so many rows that follow each other share cache lines of theirs, by lanes, else 1; so many
					     lanes fill a part of their memory, which is written as a whole, or 0 */
	int tile, stream[LQCD__FOREIGN_MOST]; /* rows of a tile, or 0; the numbers of a run begin with rank[stream[s] run], in our order */
	double factor[LQCD__FOREIGN_MOST]; /* of number rank[k] */
} lqcd__foreign_job;

/* Where the lanes of its first block lie, and where each block begins in ours, in numbers; behind the last are
 * the first ones of the next row. */
typedef struct {
	int sites, x[LQCD_MAX_LANES][4];
	ptrdiff_t at[LQCD_MAX_LANES], ahead[LQCD_MAX_LANES]; /* ahead: from here to the next row */
	size_t block[LQCD__FOREIGN_ROW + LQCD__FOREIGN_FAR];
} lqcd__foreign_row;

/** Finds row n. */
LQCD_HOST_FN void lqcd__foreign_find(const lqcd__foreign_job *j, int n, lqcd__foreign_row *p)
{
	const lqcd_geometry *g = j->v.type;
	const int d = j->order[3], most = g->sub[d] / j->two, lanes = g->lanes, odd = j->m->f.kind == LQCD_FOREIGN_ODD_LINKS;
	int s[4], stride = j->two;
	for (int k = 3; k >= 0; k--) {
		const int mu = j->order[k], extent = k == 3 ? j->pieces : g->sub[mu];
		s[mu] = n % extent;
		if (k == 2) s[mu] = s[mu] % j->beside * (extent / j->beside) + s[mu] / j->beside;
		n /= extent;
	}
	const int piece = s[d], first = most * piece / j->pieces;
	p->sites = most * (piece + 1) / j->pieces - first;
	s[d] = first * j->two;
	if (j->two == 2) s[d] += lqcd__foreign_parity(j->m, s) ^ (j->halves == 2 ? n : g->parity == LQCD_ODD);
	for (int w = 0; w < lanes; w++) {
		for (int mu = 0; mu < 4; mu++) p->x[w][mu] = s[mu] + j->shift[w][mu];
		if (!odd) p->at[w] = lqcd__foreign_place(j->m, p->x[w]);
	}
	for (int mu = d + 1; mu < 4; mu++) stride *= g->sub[mu];
	const int *ix = g->ipt + lqcd__lex(g->sub, s);
	for (int b = 0; b < p->sites; b++)
		p->block[b] = (size_t)(ix[b * stride] - g->master_shift) * (size_t)j->v.reals * (size_t)lanes;
}

/** The row after p is `next`. */
LQCD_HOST_FN void lqcd__foreign_follow(lqcd__foreign_row *p, const lqcd__foreign_row *next)
{
	for (int k = 0; k < LQCD__FOREIGN_FAR; k++) p->block[p->sites + k] = next->block[k < next->sites ? k : 0];
}

/** The block after the first of a row becomes its first. */
LQCD_HOST_FN void lqcd__foreign_next(const lqcd__foreign_job *j, lqcd__foreign_row *p)
{
	for (int w = 0; w < j->v.type->lanes; w++) {
		p->x[w][j->order[3]] += j->two;
		p->at[w] += j->step;
	}
}

#define LQCD_TEMPLATE "../foreign/rows.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../foreign/tiles.inc"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../base/each_tag.inc"

/** Elements of all lanes between ours and theirs, of a plain map. */
LQCD_HOST_FN void lqcd__foreign_plain_block(const lqcd__foreign_job *j, void *ours, char *base, const ptrdiff_t *at, const double *phase)
{
	const lqcd_foreign_map *m = j->m;
	const int wide = j->v.precision == LQCD__DOUBLE, lanes = j->v.type->lanes, past = j->past && !j->out;
	double room[2 * LQCD_NC * (LQCD_NC > 4 ? LQCD_NC : 4) * LQCD_MAX_LANES];
	void *from = (m->dense && j->out) || past ? (void *)room : ours;
	if (m->dense && j->out) {
		if (wide)
			lqcd__foreign_turn(m, from, ours, 1, lanes, 0);
		else
			lqcd__foreign_turn(m, from, ours, 0, lanes, 0);
	}
	lqcd__foreign_move(m, from, wide, base, at, phase, lanes, j->out);
	if (m->dense && !j->out) {
		if (wide)
			lqcd__foreign_turn(m, from, from, 1, lanes, 1);
		else
			lqcd__foreign_turn(m, from, from, 0, lanes, 1);
	}
	if (past) lqcd__foreign_stream(ours, from, wide, m->reals);
}

/** Whether what is written goes past the caches: whole registers of a field that does not stay in them. */
LQCD_STATIC int lqcd__foreign_past(const lqcd_foreign_map *m, const lqcd_field_view *v, int out)
{
	const int wide = v->precision == LQCD__DOUBLE, lanes = wide ? LQCD_LANES_vd : LQCD_LANES_vf;
	const size_t bytes = (size_t)lqcd_geometry_sites(v->type) * (size_t)v->reals * (wide ? sizeof(double) : sizeof(float));
	return m->plain && lanes > 1 && v->type->lanes == lanes && bytes > LQCD_CACHE / 2 &&
	       (out || (uintptr_t)v->data % ((size_t)lanes * (wide ? sizeof(double) : sizeof(float))) == 0);
}

/** The elements of all lanes of a block. Links of ODD_LINKS that other processes store are left out. */
LQCD_HOST_FN void lqcd__foreign_block(const lqcd__foreign_job *j, size_t first, lqcd__foreign_row *row)
{
	const lqcd_foreign_map *m = j->m;
	const lqcd_field_view *v = &j->v;
	const lqcd_geometry *g = v->type;
	const int lanes = g->lanes, number = m->f.bits / 8, elements = v->reals / m->reals, out = j->out;
	const int wide = v->precision == LQCD__DOUBLE, odd = m->f.kind == LQCD_FOREIGN_ODD_LINKS;
	ptrdiff_t *at = row->at;
	int(*x)[4] = row->x;
	double phase[LQCD_MAX_LANES];
	for (int w = 0; w < lanes; w++) phase[w] = 1;
	for (int mu = 0; mu < elements; mu++) {
		const size_t to = first + (size_t)mu * (size_t)m->reals * (size_t)lanes;
		int whole = m->plain;
		lqcd_complex_d z;
		for (int w = 0; w < lanes && odd && whole; w++) {
			const char *p = lqcd__foreign_element(m, x[w], mu, &z, 0);
			whole = p != NULL;
			if (p) at[w] = (p - m->base[mu]) / number;
		}
		for (int w = 0; w < lanes && m->signs && whole; w++) phase[w] = lqcd__foreign_phase(m, x[w], mu).re;
		if (whole) {
			void *ours = (char *)v->data + to * (wide ? sizeof(double) : sizeof(float));
			lqcd__foreign_plain_block(j, ours, m->base[mu], at, phase);
			continue;
		}
		for (int w = 0; w < lanes; w++) {
			double r[LQCD__FOREIGN_MOST];
			char *p = odd ? lqcd__foreign_element(m, x[w], mu, &z, 0) : m->base[mu] + at[w] * number;
			if (!p) continue;
			if (!odd) z = lqcd__foreign_phase(m, x[w], mu);
			if (!out) lqcd__foreign_load(m, p, z, r);
			lqcd__foreign_ours(v, to + (size_t)w, m->reals, lanes, r, !out);
			if (out) lqcd__foreign_store(m, p, z, r);
		}
	}
}

/** The rows lo <= n < hi. */
LQCD_KERNEL void lqcd__foreign_rows(const lqcd__foreign_job *j, int lo, int hi)
{
	const int wide = j->v.precision == LQCD__DOUBLE, lanes = j->v.type->lanes, tile = j->tile ? j->tile : j->beside;
	const int done = j->tile && (wide ? lqcd__foreign_tiles_vd(j, lo, hi) : lqcd__foreign_tiles_vf(j, lo, hi));
	lqcd__foreign_row rows[2];
	lo *= tile;
	hi = done ? lo : hi * tile;
	if (j->pairs && wide) lqcd__foreign_rows_paired_vd(j, lo, hi);
	if (j->pairs && !wide) lqcd__foreign_rows_paired_vf(j, lo, hi);
	if (j->pairs) lo = hi;
	if (lo < hi) lqcd__foreign_find(j, lo, &rows[lo % 2]);
	for (int n = lo; n < hi; n++) {
		lqcd__foreign_row *const row = &rows[n % 2], *const next = &rows[(n + 1) % 2];
		if (n + 1 < hi) lqcd__foreign_find(j, n + 1, next);
		lqcd__foreign_follow(row, n + 1 < hi ? next : row);
		for (int w = 0; w < lanes && j->steady; w++) row->ahead[w] = n + 1 < hi ? next->at[w] - row->at[w] : 0;
		if (j->rows && (wide ? lqcd__foreign_row_vd(j, row) : lqcd__foreign_row_vf(j, row))) continue;
		for (int b = 0; b < row->sites; b++) {
			lqcd__foreign_block(j, row->block[b], row);
			lqcd__foreign_next(j, row);
		}
	}
	if (j->past) lqcd_stream_fence();
}

/** Whether the next site of a row is always as far: tables of one direction, of which half the sites may have a parity. */
LQCD_STATIC int lqcd__foreign_steady(lqcd__foreign_job *j)
{
	const lqcd_foreign_map *m = j->m;
	const int d = j->order[3], sub = j->v.type->sub[d], *local = m->lattice->local;
	j->step = 0;
	if (m->f.sites > LQCD_FOREIGN_EVEN_ODD || m->split || m->f.kind == LQCD_FOREIGN_ODD_LINKS) return 0;
	const ptrdiff_t *place = m->place[d] + m->first[d];
	if (sub > j->two) j->step = place[j->two] - place[0];
	for (int x = 0; x + j->two < local[d]; x++)
		if (x / sub == (x + j->two) / sub && place[x + j->two] - place[x] != j->step) return 0;
	return 1;
}

/** The rows of a tile, of `sites` sites each: as many as fit, in whole registers; 0: none. */
LQCD_STATIC int lqcd__foreign_tile_rows(lqcd__foreign_job *j, int sites)
{
	const lqcd_foreign_map *m = j->m;
	const int run = m->run, lanes = j->v.type->lanes, streams = run ? j->v.reals / run : 0;
	int rows = 1, best = 0;
	if ((run != 1 && run != 2 && run != 4) || lanes % run || streams * run != j->v.reals) return 0;
	for (int k = 3; k-- > 0 && rows;) {
		const int sub = j->v.type->sub[j->order[k]];
		int most = 0;
		for (int d = 1; d <= sub; d++) {
			if (sub % d || rows * d > LQCD__FOREIGN_TILE_ROWS || rows * d * sites * run > LQCD__FOREIGN_TILE) continue;
			if (rows * d * sites * run % lanes == 0) best = rows * d;
			most = d;
		}
		rows = most == sub ? rows * sub : 0;
	}
	for (int s = 0; s < streams; s++) {
		int k = s;
		for (; k > 0 && m->rank[j->stream[k - 1] * run] > m->rank[s * run]; k--) j->stream[k] = j->stream[k - 1];
		j->stream[k] = s;
	}
	return best;
}

/** Rows along the direction before the last that lie beside each other, where theirs has more lanes than ours: that direction becomes
 * the one before the last. */
LQCD_STATIC int lqcd__foreign_beside(lqcd__foreign_job *j)
{
	const lqcd_geometry *g = j->v.type;
	for (int k = 2; k >= 0; k--) {
		const int mu = j->order[k], l = lqcd__foreign_lanes(&j->m->f, mu), more = l / g->lane_grid[mu];
		if (more < 2 || more > LQCD__FOREIGN_BESIDE || l % g->lane_grid[mu] || g->sub[mu] % more) continue;
		j->order[k] = j->order[2];
		j->order[2] = mu;
		return more;
	}
	return 1;
}

/** Lanes side by side in each complex number of an element, if these and the sites of a row fill their memory; else 0. */
LQCD_STATIC int lqcd__foreign_copied(const lqcd__foreign_job *j)
{
	const lqcd_foreign_map *m = j->m;
	ptrdiff_t before = 0, lane = 0;
	if (m->run != 2) return 0;
	for (int k = 0; k < j->v.reals; k += 2) {
		const int mu = m->rank[k] / m->reals;
		const ptrdiff_t at = (m->base[mu] - m->base[0]) / (m->f.bits / 8) + m->offset[m->rank[k] % m->reals];
		if (k == 2) lane = at - before;
		if (k && (at != before + lane || lane % 2)) return 0;
		before = at;
	}
	return lane > 0 && j->beside * j->v.type->lanes % (lane / 2) == 0 && j->step == j->v.reals / 2 * lane ? (int)(lane / 2) : 0;
}

/** How the rows of a job lie; their number. */
LQCD_STATIC int lqcd__foreign_plan(lqcd__foreign_job *j)
{
	const lqcd_foreign_map *m = j->m;
	const lqcd_foreign *f = &m->f;
	const lqcd_geometry *g = j->v.type;
	const int formula = f->sites <= LQCD_FOREIGN_EVEN_ODD, wide = j->v.precision == LQCD__DOUBLE;
	const int lanes = wide ? LQCD_LANES_vd : LQCD_LANES_vf, same = wide == (f->bits == 64);
	for (int w = 0; w < g->lanes; w++) {
		lqcd__unlex(w, g->lane_grid, j->shift[w]);
		for (int mu = 0; mu < 4; mu++) j->shift[w][mu] *= g->sub[mu];
	}
	/* Rows follow the memory that is read: what is written may come in any order, but for tiles. */
	const int last = formula ? f->order[3] : 3, theirs = formula && (!j->out || (j->past && m->run && m->run <= 4));
	for (int k = 0, n = 0; k < 4; k++) {
		const int mu = theirs ? f->order[k] : k;
		if (mu != last) j->order[n++] = mu;
	}
	j->order[3] = last;
	j->halves = g->parity == LQCD_FULL && f->sites == LQCD_FOREIGN_EVEN_ODD ? 2 : 1;
	j->two = j->halves == 2 || g->parity != LQCD_FULL ? 2 : 1;
	for (int k = 3; k >= 0 && j->two == 2 && g->sub[j->order[3]] % 2; k--) { /* an even extent to the end */
		const int mu = j->order[k];
		j->order[k] = j->order[3];
		j->order[3] = mu;
	}
	j->steady = lqcd__foreign_steady(j);
	const int most = g->sub[j->order[3]] / j->two, few = (most + LQCD__FOREIGN_ROW - 1) / LQCD__FOREIGN_ROW;
	const int lanewise = m->plain && lanes > 1 && g->lanes == lanes, odd = f->kind == LQCD_FOREIGN_ODD_LINKS;
	/* The numbers of sites that follow each other are one row. */
	j->pieces = j->steady && j->step == m->run && !m->dense ? few : most;
	j->rows = lanewise && most / j->pieces * m->run >= lanes && (same || fabs(f->scale) == 1);
	j->pairs = lanewise && m->paired && m->run < lanes && same && !m->dense && !odd && !(j->rows && j->out);
	j->rows &= !j->pairs;
	if (!j->rows && j->steady) j->pieces = few;
	j->distance = j->v.reals < 16 * LQCD_NC ? LQCD__FOREIGN_FAR : 1;
	j->beside = j->pairs && formula && j->pieces == 1 ? lqcd__foreign_beside(j) : 1;
	j->copied = j->pairs && j->past && j->steady ? lqcd__foreign_copied(j) : 0;
	j->tile = j->past && same && few == 1 && j->steady && j->step == m->run && !m->dense ? lqcd__foreign_tile_rows(j, most) : 0;
	for (int k = 0; k < j->v.reals && m->plain; k++)
		j->factor[k] = (j->out ? f->scale : 1 / f->scale) * m->sign[m->rank[k] % m->reals];
	int rows = j->halves * j->pieces;
	for (int k = 0; k < 3; k++) rows *= g->sub[j->order[k]];
	return rows / (j->tile ? j->tile : j->beside);
}

/** What ODD_LINKS have of other processes' links: U_mu(x - mu) at odd sites x of the lower border, which go by the
 * halo of a field. */
LQCD_STATIC lqcd_status lqcd__foreign_border(const lqcd_foreign_map *m, const lqcd_field_view *v, int out)
{
	const lqcd_lattice *lat = m->lattice;
	const ptrdiff_t second = m->second * (m->f.bits / 8);
	lqcd_gauge_field_d t;
	if (lat->comm.size == 1) return LQCD_OK;
	lqcd_status s = lqcd_gauge_field_create_d(&t, lat, LQCD_FULL);
	if (s != LQCD_OK) return s;
	if (out) s = lqcd_field_convert(lqcd_gauge_field_view_d(&t), *v);
	for (int pass = out; pass < 2 && s == LQCD_OK; pass++) {
		if (pass) s = lqcd_halo_exchange(lqcd_gauge_field_view_d(&t));
		for (int ix = 0; ix < t.type->gsize_spinor && s == LQCD_OK; ix++) {
			int x[4], y[4], lane;
			if (t.type->halo[ix]) continue;
			lqcd_geometry_coords(t.type, ix, 0, x);
			if (lqcd_geometry_index(t.type, x, NULL) != ix) continue;
			for (int mu = 0; mu < 4; mu++) {
				const int odd = lqcd__foreign_parity(m, x);
				double r[LQCD__FOREIGN_MOST];
				if (lat->comm.grid[mu] == 1 || x[mu] != (odd ? 0 : lat->local[mu] - 1) || odd != (out || !pass)) continue;
				memcpy(y, x, sizeof y);
				y[mu] -= 1;
				const lqcd_complex_d z = lqcd__foreign_phase(m, y, mu);
				char *p = odd ? m->base[mu] + lqcd__foreign_place(m, x) * (m->f.bits / 8) + second : NULL;
				const size_t bytes = sizeof *t.ptr;
				if (out) {
					memcpy(r, t.ptr + 4 * (size_t)lqcd_idn(t.type, ix, mu) + mu, bytes);
					lqcd__foreign_store(m, p, z, r);
				} else if (!pass) {
					lqcd__foreign_load(m, p, z, r);
					memcpy((void *)(t.ptr + 4 * (size_t)ix + mu), r, bytes);
				} else {
					const size_t jx = (size_t)(lqcd_geometry_index(v->type, x, &lane) - v->type->master_shift);
					const size_t lanes = (size_t)v->type->lanes;
					memcpy(r, t.ptr + 4 * (size_t)lqcd_iup(t.type, ix, mu) + mu, bytes);
					lqcd__foreign_ours(v, (jx * (size_t)v->reals + (size_t)(mu * m->reals)) * lanes + (size_t)lane,
							   m->reals, (int)lanes, r, 1);
				}
			}
		}
	}
	lqcd_gauge_field_destroy_d(&t);
	return s;
}

/** Whether the fields of an open map fit. */
LQCD_STATIC lqcd_status lqcd__foreign_fits(const lqcd_foreign_map *m, const lqcd_field_view *v, int has, int theirs, int out)
{
	const lqcd_lattice *lat = v->type->lattice;
	const int reals = m->reals * (lqcd__foreign_is_links(&m->f) ? 4 : 1);
	if (v->reals != reals || v->precision == LQCD__INT16)
		return lqcd__refuse(lat, LQCD_ERR_GEOMETRY, "foreign field of kind %d: a field of floats or doubles, %d per site, is needed",
				    (int)m->f.kind, reals);
	if (lqcd__foreign_inside(m, v))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "foreign field: it lies in the memory of the field, or reaches into it");
	return has == theirs || !(out ? has : theirs)
		       ? LQCD_OK
		       : lqcd__refuse(lat, LQCD_ERR_GEOMETRY, "foreign field: the %s has not all the sites that are needed",
				      out ? "field" : "foreign field");
}

/** Collective. blocks: of an operator, not of a field. */
LQCD_STATIC lqcd_status lqcd__foreign_all(const lqcd_foreign *f, lqcd_field_view v, int out, int blocks)
{
	lqcd_foreign_map m;
	const lqcd_lattice *lat = v.type ? v.type->lattice : NULL;
	lqcd_status s = LQCD_ERR_ARGUMENT;
	int full = 0, has = 0, theirs = 0;
	m.memory = NULL;
	if (f && !blocks && f->kind == LQCD_FOREIGN_CLOVER)
		s = lqcd__refuse(lat, LQCD_ERR_GEOMETRY, "foreign clover blocks: are given to operators, not to fields");
	else if (f && v.data && lat)
		s = lqcd_foreign_open(&m, f, lat);
	if (s == LQCD_OK) {
		full = f->kind == LQCD_FOREIGN_ODD_LINKS;
		has = (int)v.type->parity;
		theirs = full ? 0 : (int)f->parity;
		s = lqcd__foreign_fits(&m, &v, has, theirs, out);
	}
	s = lqcd__agree(lat, s, (uint64_t)full, "kind of a foreign field");
	if (s == LQCD_OK) {
		if (out && theirs && !has) { /* that part of the field */
			const lqcd_geometry *part = v.type + theirs;
			const size_t numbers = (size_t)part->master_shift * (size_t)v.reals * (size_t)part->lanes;
			v.data = (char *)v.data + numbers * (v.precision == LQCD__DOUBLE ? sizeof(double) : sizeof(float));
			v.type = part;
		}
		lqcd__foreign_job j;
		j.m = &m;
		j.v = v;
		j.out = out;
		j.past = lqcd__foreign_past(&m, &v, out);
		const int rows = lqcd__foreign_plan(&j);
		LQCD_RANGE_CHUNK_FOR(rows, chunk, lo, hi, v.type->master_end[v.type->local_master_pieces - 1] >= LQCD_PARALLEL_MIN)
		lqcd__foreign_rows(&j, lo, hi);
		if (full) s = lqcd__foreign_border(&m, &v, out);
	}
	lqcd_foreign_close(&m);
	return s;
}

LQCD_STATIC lqcd_status lqcd_foreign_import(lqcd_field_view v, const lqcd_foreign *f)
{
	return lqcd__foreign_all(f, v, 0, 0);
}

LQCD_STATIC lqcd_status lqcd_foreign_export(const lqcd_foreign *f, lqcd_field_view v)
{
	return lqcd__foreign_all(f, v, 1, 0);
}

/** Whether F describes links. */
LQCD_STATIC lqcd_status lqcd__foreign_links_check(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	lqcd_foreign_map m;
	const lqcd_status s = lqcd_foreign_open(&m, f, lat);
	if (s != LQCD_OK) return s;
	lqcd_foreign_close(&m);
	if (lqcd__foreign_is_links(f) && !lqcd__foreign_momenta(f)) return LQCD_OK;
	return lqcd__refuse(lat, LQCD_ERR_GEOMETRY, "foreign field of kind %d: links are needed", (int)f->kind);
}

#endif
