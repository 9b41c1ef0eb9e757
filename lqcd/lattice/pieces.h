/* lqcd/lattice/pieces.h: how the blocks of a process lie in memory, for any process grid: pieces, copies and buffers. Programs
 * read the result in lqcd_geometry (geometry.h), and call
 *
 *   lqcd_status lqcd_grid_choose(extent, processes, grid)
 *       grid[4], processes in all, with even local extents and the smallest surface sum 2 V / L_mu over the directions
 *       that it cuts (V, L_mu: local); among equals, T is cut most, then X, then Y. LQCD_ERR_EXTENT when no grid fits,
 *       LQCD_ERR_ARGUMENT below one process.
 *
 * A direction is parallel when the process grid cuts it. The class of a block says for each parallel direction whether
 * it touches the lower border (-), the upper one (+) or none (0): at most 3^4 classes. Class 0 touches none: the inner
 * piece; all other classes are the boundary. The number of blocks of a class and parity follows from the extents.
 *
 * Memory, in indices:
 *   even: inner | boundary | copies | receive buffers      odd: the same
 *   even: copies | buffers of the edges of staples         odd: the same      and so those of leaves
 *
 * Buffer b receives x + shift_b for the x of the boundary. A face has one shift, +mu or -mu; an edge two, +mu and -nu
 * (the corners of staples) or, behind these, -mu and -nu (those of clover leaves); only links have edges. It receives
 * the blocks at the opposite borders of the process at shift_b, in the order in which that process stores them. All
 * processes have the same order: each sends buffer b to the process at -shift_b, into its receive buffer b.
 *
 * A face is sent from contiguous memory. With two parallel directions the boundary is a ring, and the walk around it,
 * (-,-) (-,0) (-,+) (0,+) (+,+) (+,0) (+,-) (0,-), has every face in one run except the last, which ends where the
 * walk began: its corner is copied behind the ring. Among three intervals on a line there are two that meet, if at all,
 * only inside the third, whereas faces of three directions meet in pairs outside the third. Hence two directions at
 * most are contiguous: those with the largest faces. In general, a face whose classes form one run is sent in place; a
 * face whose last run ends the boundary is completed by copies behind it; every other face is copied.
 *
 * The walk, and the numbers of its example (4x4, two parallel directions), follow HiRep's documentation of the geometry
 * descriptor.
 *
 * Odd local extents. The parity of a site is that of its global coordinates. Where the local extents of mu are odd, the
 * neighbour in direction mu stores at local coordinates x the parity that this process does not store there: what it
 * sends into buffer b are the classes of the other parity (turn[b] = 1), counted here. At most two local extents are
 * odd, which makes the buffers of both parities equally long where turn[b] is 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_PIECES_H
#define LQCD_PIECES_H

#include <limits.h>
#include <string.h>

#include "comm.h"
#include "../base/status.h"

/* 8 faces and 12 + 6 edges; per parity a face has at most 27 classes, an edge 9. */
enum { LQCD__CLASSES = 81, LQCD__SHIFTS = 26, LQCD__COPIES = 2 * (8 * 27 + 18 * 9) };

typedef struct {
	int sub[4], block[4], parallel[4];
	int odd;                  /* parity of the first site of this process */
	int order[LQCD__CLASSES]; /* classes as they come in memory, the inner one first */
	int start[2][LQCD__CLASSES], len[2][LQCD__CLASSES];
	int first[2], stop[2]; /* the local indices of a parity */
	int spinor_stop[2];    /* the end of its memory, without edges */
	int staple_stop, total;
	int faces, staples, buffers; /* buffers: faces, then edges of staples up to `staples`, then those of leaves */
	int shift[LQCD__SHIFTS][4], turn[LQCD__SHIFTS];
	int size[LQCD__SHIFTS][2], rbuf[LQCD__SHIFTS][2], sbuf[LQCD__SHIFTS][2];
	int at[LQCD__SHIFTS][2][LQCD__CLASSES]; /* where a class begins in a buffer */
	int copies, spinor_copies[2], staple_copies;
	int copy_from[LQCD__COPIES], copy_to[LQCD__COPIES], copy_len[LQCD__COPIES];
} lqcd__plan;

/** Digits of a mixed-radix number with Z fastest. */
static inline void lqcd__unlex(int lex, const int radix[4], int digit[4])
{
	for (int mu = 3; mu > 0; mu--) {
		digit[mu] = lex % radix[mu];
		lex /= radix[mu];
	}
	digit[0] = lex;
}

static inline int lqcd__lex(const int radix[4], const int digit[4])
{
	return ((digit[0] * radix[1] + digit[1]) * radix[2] + digit[2]) * radix[3] + digit[3];
}

/* Digits of a class: 0 no border, 1 the lower one, 2 the upper one; T is the slowest. */
static inline int lqcd__class_digit(int c, int mu)
{
	static const int power[4] = {27, 9, 3, 1};
	return c / power[mu] % 3;
}

static inline int lqcd__class_of(const lqcd__plan *q, const int s[4])
{
	int c = 0;
	for (int mu = 0; mu < 4; mu++)
		c = 3 * c + (!q->parallel[mu] ? 0 : s[mu] == 0 ? 1 : s[mu] == q->sub[mu] - 1 ? 2 : 0);
	return c;
}

/** Whether blocks of class c are sent into buffer b of another process. */
static inline int lqcd__class_sent(const lqcd__plan *q, int b, int c)
{
	for (int mu = 0; mu < 4; mu++) {
		const int s = q->shift[b][mu];
		if (s && lqcd__class_digit(c, mu) != (s > 0 ? 1 : 2)) return 0;
	}
	return 1;
}

/** The order of the classes, and the shifts of the buffers, by the directions from the largest face to the smallest. */
LQCD_STATIC void lqcd__plan_order(lqcd__plan *q)
{
	static const signed char ring[9][2] = {{0, 0}, {1, 1}, {1, 0}, {1, 2}, {0, 2}, {2, 2}, {2, 0}, {2, 1}, {0, 1}};
	/* The directions, and the shifts of the buffers that their faces fill. */
	static const signed char walk[8][2] = {{0, 1}, {1, -1}, {0, -1}, {1, 1}, {2, 1}, {2, -1}, {3, 1}, {3, -1}};
	static const int power[4] = {27, 9, 3, 1};
	int dir[4], weight[4] = {0, 0, 0, 0}, n = 0;
	for (int mu = 0; mu < 4; mu++) {
		const int extent = q->parallel[mu] ? q->sub[mu] : INT_MAX;
		int k = mu;
		for (; k > 0 && weight[k - 1] > extent; k--) {
			dir[k] = dir[k - 1];
			weight[k] = weight[k - 1];
		}
		dir[k] = mu;
		weight[k] = extent;
	}
	for (int r = 0; r < 9; r++)
		for (int k = 0; k < 9; k++)
			q->order[n++] = ring[r][0] * power[dir[0]] + ring[r][1] * power[dir[1]] +
					k / 3 * power[dir[2]] + k % 3 * power[dir[3]];
	for (int k = 0; k < 8; k++)
		if (q->parallel[dir[walk[k][0]]]) q->shift[q->faces++][dir[walk[k][0]]] = walk[k][1];
	q->buffers = q->faces;
	for (int sign = 1; sign >= -1; sign -= 2) {
		for (int mu = 0; mu < 4; mu++)
			for (int nu = sign > 0 ? 0 : mu + 1; nu < 4; nu++)
				if (mu != nu && q->parallel[mu] && q->parallel[nu]) {
					q->shift[q->buffers][mu] = sign;
					q->shift[q->buffers++][nu] = -1;
				}
		if (sign > 0) q->staples = q->buffers;
	}
}

/** Number of blocks of each class and parity: half of them, and one more of the parity of the corner where their number is
 * odd. */
LQCD_STATIC void lqcd__plan_count(lqcd__plan *q)
{
	for (int c = 0; c < LQCD__CLASSES; c++) {
		int n = 1, corner = q->odd;
		for (int mu = 0; mu < 4; mu++) {
			const int digit = lqcd__class_digit(c, mu);
			if (digit && !q->parallel[mu]) n = 0;
			if (!digit) n *= q->sub[mu] - (q->parallel[mu] ? 2 : 0);
			corner += digit == 2 ? q->sub[mu] - 1 : !digit && q->parallel[mu];
		}
		for (int p = 0; p < 2; p++) q->len[p][c] = (n + (corner % 2 == p)) / 2;
	}
}

LQCD_STATIC void lqcd__plan_copy(lqcd__plan *q, int from, int to, int len)
{
	const int k = q->copies - 1;
	if (k >= 0 && q->copy_from[k] + q->copy_len[k] == from && q->copy_to[k] + q->copy_len[k] == to) {
		q->copy_len[k] += len;
		return;
	}
	q->copy_from[q->copies] = from;
	q->copy_to[q->copies] = to;
	q->copy_len[q->copies++] = len;
}

/** The send buffer b of a parity: contiguous classes stay in place, the others are copied to cursor; returns the end of
 * the copies. */
LQCD_STATIC int lqcd__plan_send(lqcd__plan *q, int b, int p, int cursor)
{
	int size = 0, runs = 0, tail = 0, end = -1;
	for (int k = 0; k < LQCD__CLASSES; k++) {
		const int c = q->order[k];
		if (!q->len[p][c] || !lqcd__class_sent(q, b, c)) continue;
		if (q->start[p][c] != end) {
			tail = q->start[p][c];
			runs++;
		}
		end = q->start[p][c] + q->len[p][c];
		size += q->len[p][c];
	}
	/* Stays: the classes from tail on. */
	if (runs > 1 && end != cursor) tail = end = cursor;
	int place = end - tail;
	for (int k = 0; k < LQCD__CLASSES; k++) {
		const int c = q->order[k];
		if (!q->len[p][c] || !lqcd__class_sent(q, b, c)) continue;
		if (q->start[p][c] >= tail && q->start[p][c] < end) {
			q->at[b][p][c] = q->start[p][c] - tail;
			continue;
		}
		q->at[b][p][c] = place;
		place += q->len[p][c];
		lqcd__plan_copy(q, q->start[p][c], cursor, q->len[p][c]);
		cursor += q->len[p][c];
	}
	q->sbuf[b][p] = tail;
	q->size[b][p] = size;
	return cursor;
}

/** Copies and receive buffers lo <= b < hi of a parity, from cursor on. */
LQCD_STATIC int lqcd__plan_buffers(lqcd__plan *q, int lo, int hi, int p, int cursor)
{
	for (int b = lo; b < hi; b++) cursor = lqcd__plan_send(q, b, p, cursor);
	for (int b = lo; b < hi; b++) {
		q->rbuf[b][p] = cursor;
		cursor += q->size[b][p];
	}
	return cursor;
}

LQCD_STATIC void lqcd__plan_make(lqcd__plan *q, const int sub[4], const int block[4], const int parallel[4], int odd)
{
	int cursor = 0;
	memset(q, 0, sizeof *q);
	q->odd = odd;
	for (int mu = 0; mu < 4; mu++) {
		q->sub[mu] = sub[mu];
		q->block[mu] = block[mu];
		q->parallel[mu] = parallel[mu];
	}
	lqcd__plan_order(q);
	for (int b = 0; b < q->buffers; b++)
		for (int mu = 0; mu < 4; mu++) q->turn[b] ^= q->shift[b][mu] & q->sub[mu] & 1;
	lqcd__plan_count(q);
	for (int p = 0; p < 2; p++) {
		const int before = q->copies;
		q->first[p] = cursor;
		for (int k = 0; k < LQCD__CLASSES; k++) {
			q->start[p][q->order[k]] = cursor;
			cursor += q->len[p][q->order[k]];
		}
		q->stop[p] = cursor;
		q->spinor_stop[p] = cursor = lqcd__plan_buffers(q, 0, q->faces, p, cursor);
		q->spinor_copies[p] = q->copies - before;
	}
	for (int p = 0; p < 2; p++) cursor = lqcd__plan_buffers(q, q->faces, q->staples, p, cursor);
	q->staple_copies = q->copies;
	q->staple_stop = cursor;
	for (int p = 0; p < 2; p++) cursor = lqcd__plan_buffers(q, q->staples, q->buffers, p, cursor);
	q->total = cursor;
}

/** ipt and lex of local blocks: each class in the order of the path. */
LQCD_STATIC void lqcd__plan_sites(const lqcd__plan *q, int *ipt, int *lex)
{
	int next[2][LQCD__CLASSES], b[4], nb[4], nblocks = 1;
	memcpy(next, q->start, sizeof next);
	for (int mu = 0; mu < 4; mu++) nblocks *= nb[mu] = (q->sub[mu] + q->block[mu] - 1) / q->block[mu];
	for (int ib = 0; ib < nblocks; ib++) {
		int lo[4], len[4], x[4], inside = 1;
		lqcd__unlex(ib, nb, b);
		for (int mu = 0; mu < 4; mu++) {
			lo[mu] = b[mu] * q->block[mu];
			len[mu] = q->sub[mu] - lo[mu] < q->block[mu] ? q->sub[mu] - lo[mu] : q->block[mu];
			inside *= len[mu];
		}
		for (int k = 0; k < inside; k++) {
			lqcd__unlex(k, len, x);
			for (int mu = 0; mu < 4; mu++) x[mu] += lo[mu];
			const int c = q->faces ? lqcd__class_of(q, x) : 0;
			const int ix = next[(q->odd + x[0] + x[1] + x[2] + x[3]) & 1][c]++;
			ipt[lqcd__lex(q->sub, x)] = ix;
			lex[ix] = lqcd__lex(q->sub, x);
		}
	}
}

/** lex and halo of copies and receive buffers. */
LQCD_STATIC void lqcd__plan_halo(const lqcd__plan *q, int *lex, unsigned char *halo)
{
	memset(halo, 0, (size_t)q->total);
	for (int k = 0; k < q->copies; k++)
		memcpy(lex + q->copy_to[k], lex + q->copy_from[k], (size_t)q->copy_len[k] * sizeof *lex);
	for (int b = 0; b < q->buffers; b++) {
		int bits = 0;
		for (int mu = 0; mu < 4; mu++) bits |= (q->shift[b][mu] > 0) << mu | (q->shift[b][mu] < 0) << (4 + mu);
		for (int p = 0; p < 2; p++) {
			const int t = p ^ q->turn[b]; /* what is of parity t here */
			memset(halo + q->rbuf[b][p], bits, (size_t)q->size[b][p]);
			for (int c = 0; c < LQCD__CLASSES; c++)
				if (q->len[t][c] && lqcd__class_sent(q, b, c))
					memcpy(lex + q->rbuf[b][p] + q->at[b][t][c], lex + q->start[t][c],
					       (size_t)q->len[t][c] * sizeof *lex);
		}
	}
}

/** Index of coordinates -1 <= e_mu <= sub_mu: in a receive buffer if they leave the process in a parallel direction, else
 * periodic; -1 if there is no such buffer. */
LQCD_STATIC int lqcd__plan_index(const lqcd__plan *q, const int *ipt, const int e[4])
{
	int y[4], shift[4], parity = q->odd, outside = 0;
	for (int mu = 0; mu < 4; mu++) {
		const int out = e[mu] < 0 ? -1 : e[mu] >= q->sub[mu];
		y[mu] = e[mu] - out * q->sub[mu];
		shift[mu] = q->parallel[mu] ? out : 0;
		outside |= shift[mu];
		parity ^= y[mu] & 1;
	}
	const int ix = ipt[lqcd__lex(q->sub, y)], c = lqcd__class_of(q, y);
	if (!outside) return ix;
	for (int b = 0; b < q->buffers; b++)
		if (!memcmp(shift, q->shift[b], sizeof shift))
			return q->rbuf[b][parity ^ q->turn[b]] + q->at[b][parity][c] + ix - q->start[parity][c];
	return -1;
}

LQCD_STATIC lqcd_status lqcd__extents_check(const int extent[4], lqcd_message *why)
{
	for (int mu = 0; mu < 4; mu++)
		if (extent[mu] < 2 || extent[mu] % 2)
			return lqcd_fail(why, LQCD_ERR_EXTENT, "lattice extent %c = %d: must be even and at least 2", "TXYZ"[mu], extent[mu]);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_grid_choose(const int extent[4], int processes, int grid[4])
{
	double best = -1;
	int d[4], most[4];
	if (!extent || !grid || processes < 1) return LQCD_ERR_ARGUMENT;
	for (int mu = 0; mu < 4; mu++) grid[mu] = 1;
	if (lqcd__extents_check(extent, NULL) != LQCD_OK) return LQCD_ERR_EXTENT;
	for (int mu = 0; mu < 4; mu++) most[mu] = extent[mu] / 2 < processes ? extent[mu] / 2 : processes;
	for (d[0] = most[0]; d[0] > 0; d[0]--)
		for (d[1] = processes % d[0] ? 0 : most[1]; d[1] > 0; d[1]--)
			for (d[2] = processes / d[0] % d[1] ? 0 : most[2]; d[2] > 0; d[2]--) {
				const int left = processes / d[0] / d[1];
				double surface = 0;
				int fits = left % d[2] == 0;
				d[3] = left / d[2];
				/* The local volume is the same for all grids. */
				for (int mu = 0; mu < 4; mu++) {
					fits = fits && d[mu] <= most[mu] && extent[mu] % (2 * d[mu]) == 0;
					if (d[mu] > 1) surface += (double)d[mu] / extent[mu];
				}
				if (!fits || (best >= 0 && surface >= best * (1 - 1e-12))) continue;
				best = surface;
				memcpy(grid, d, sizeof d);
			}
	return best >= 0 ? LQCD_OK : LQCD_ERR_EXTENT;
}

/** The grid of a communicator (all 0: chosen if there are several processes, else 1), and the place of this process
 * in it: rank = ((c_T P_X + c_X) P_Y + c_Y) P_Z + c_Z. Collective; extents and grids must be the same everywhere. */
LQCD_STATIC lqcd_status lqcd__grid_place(lqcd_comm *c, const int extent[4], int grid[4], lqcd_message *why)
{
	int64_t processes = 1;
	if (!lqcd_comm_same(c, extent, 4) || !lqcd_comm_same(c, grid, 4))
		return lqcd_fail(why, LQCD_ERR_GEOMETRY, "lattice: extents or process grids differ among processes");
	if (lqcd__extents_check(extent, why) != LQCD_OK) return LQCD_ERR_EXTENT;
	if (c->size > 1 && !grid[0] && !grid[1] && !grid[2] && !grid[3] &&
	    lqcd_grid_choose(extent, c->size, grid) != LQCD_OK)
		return lqcd_fail(why, LQCD_ERR_EXTENT,
				 "lattice %d x %d x %d x %d: no grid of %d processes with even local extents",
				 extent[0], extent[1], extent[2], extent[3], c->size);
	for (int mu = 0; mu < 4; mu++) {
		c->grid[mu] = grid[mu] ? grid[mu] : 1;
		if (processes <= INT_MAX) processes *= c->grid[mu];
	}
	if (processes != c->size)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT,
				 "process grid %d x %d x %d x %d: needs %lld processes, there %s %d", c->grid[0],
				 c->grid[1], c->grid[2], c->grid[3], (long long)processes,
				 c->size == 1 ? "is" : "are", c->size);
	lqcd__unlex(c->rank, c->grid, c->coord);
	return LQCD_OK;
}

#endif
