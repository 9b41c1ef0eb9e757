/* lqcd/solver/coarse.h: operators on a coarse lattice, with a dense matrix for each site and each of its eight
 * neighbours.
 *
 *   D_c v(x) = X(x) ( v(x) + sum_k Y_k(x) v(x_k) ),    k = 2 mu, 2 mu + 1: neighbours up and down
 *
 * v(x) has n complex components. A coarse field is an array of lqcd_base_<tag>: [site][row / W][re, im][row % W], with
 * W rows per tile, 16 (or LANES if that is more); rows from n on are 0. multigrid.h makes an lqcd_coarse_<tag>:
 *
 *   s = lqcd_coarse_create(&c, comm, local, n)     all zero; comm: processes and their grid, local: extents in this one
 *   p = lqcd_coarse_field(&c)                      a field of zeros, for lqcd_free; or NULL on all processes
 *   s = lqcd_coarse_complete(&c, self, up, down, &why)      from self[site] = X, up[mu][site] and down[mu][site], the
 *                                                  couplings of x (rows) to x + mu and x - mu (columns), n x n
 *                                                  matrices by columns. down NULL: D is g5-Hermitian, and the coupling
 *                                                  of x to x - mu is G up_mu(x - mu)^dagger G, G = 1 for rows below
 *                                                  n/2, else -1. LQCD_ERR_SINGULAR if an X has no inverse
 *   lqcd_coarse_apply(&c, out, in)                 out = D_c in
 *   n = lqcd_coarse_solve(&c, x, b, tolerance, most)     x = D_c^-1 b by GCR, to |r| <= tolerance |r_0|, in at most
 *                                                  `most` iterations. The system is divided by X and, if the lattice is
 *                                                  bipartite, reduced to its even sites. Returns the iterations
 *   lqcd_coarse_destroy(&c)
 *
 * Sites. If all extents of the whole coarse lattice are even ("bipartite"), the sites of this process, c.lat.sites, are
 * numbered even ones first, else in lexicographic order, Z fastest; c.lat.number[lexicographic number] is the number.
 * If the process grid cuts a direction, copies of the remote sites across its two borders follow, up to c.lat.all.
 * Fields and up include them, and apply, solve and complete fill them: the exchange writes nothing else of `in`, x and
 * up. A process may have any extents, odd ones and 1 included: parities are those of the whole lattice. All calls are
 * collective.
 *
 * Right-hand sides. The internal functions work on the right-hand sides c.live of each field, which begin c.stride reals apart;
 * the public ones have one. Matrices are read once for all: products of a tile take up to three right-hand sides at a time where
 * registers suffice, and the next ones while the matrices are in the cache. Each has the bits that it has alone.
 *
 * Sums over a site are in double in one order, sums over sites are exact (sum.h): bitwise identical for any number of
 * threads, lanes (simd.h) and processes. Cost of a hop: 8 n flop per row and neighbour; it reads the matrices once, 16 n^2 reals
 * per site. With h and vh fields are those of f and vf, and the Y_k are in 16 bits, in units of their largest number:
 * half the memory.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_COARSE_H
#define LQCD_SOLVER_COARSE_H

#include "../field/multi.h"
#include "../lattice/lattice.h"
#include "../site/icomplex.h"
#include "../lattice/pieces.h"
#include "../site/storage.h"
#include "../field/site_sum.h"
#include "gcr.h"

/* Directions of GCR on a coarse grid at most, and half of them if K is a cycle. Fields of its solver: directions, behind half of them
 * three temporary fields of that cycle; images of directions; then these. B and X: a right-hand side and its solution, for those who
 * have a system; R, B and X are free where c is not solved. */
enum { LQCD__COARSE_RESTART = 32, LQCD__COARSE_TEMPORARY = LQCD__COARSE_RESTART / 2, LQCD__COARSE_IMAGES = LQCD__COARSE_RESTART };
enum { LQCD__COARSE_R = 2 * LQCD__COARSE_RESTART, LQCD__COARSE_TMP, LQCD__COARSE_RHS, LQCD__COARSE_B, LQCD__COARSE_X, LQCD__COARSE_FIELDS };

/* Direction d is mu = d / 2, up (even d) or down. The remote sites across the border in direction d have numbers from
 * remote[d] on, in the order in which their process lists them in face; even sites come first in both lists,
 * even_remote[d] and even_face[d] of them. */
typedef struct {
	lqcd_comm comm;
	const lqcd__team_slot *team; /* that of a lattice of space-time, or NULL */
	int extent[4], local[4], sites, all, bipartite, half; /* half: sites of the first parity, or all */
	int remote[8], area[8], even_remote[8], even_face[8];
	int *number;    /* [Z fastest] of a local site */
	int *neighbour; /* [site][8] */
	int *face;      /* [k - sites]: the local site that is the remote site k of another process */
} lqcd_coarse_lattice;

/** 0, or 1 for the second of two parities. */
static inline int lqcd__coarse_parity(const lqcd_coarse_lattice *c, const int *x)
{
	int sum = 0;
	for (int mu = 0; mu < 4; mu++) sum += x[mu] + c->comm.coord[mu] * c->local[mu];
	return c->bipartite ? sum & 1 : 0;
}

/** Numbers the remote sites in direction d, and lists the local sites that are remote ones of the opposite process. */
LQCD_STATIC void lqcd__coarse_border(lqcd_coarse_lattice *c, int d)
{
	const int mu = d >> 1, first = d & 1 ? 0 : c->local[mu] - 1, last = c->local[mu] - 1 - first;
	int x[4], next = c->remote[d] = c->all, *face = c->face + (c->all - c->sites);
	for (int parity = 0; parity < 2; parity++) {
		for (int k = 0; k < c->sites; k++) {
			lqcd__unlex(k, c->local, x);
			const int here = lqcd__coarse_parity(c, x);
			if (x[mu] == first && (c->bipartite ? !here : 0) == parity)
				c->neighbour[8 * c->number[k] + d] = next++;
			if (x[mu] == last && here == parity) *face++ = c->number[k];
		}
		if (parity) break;
		c->even_remote[d] = next - c->all;
		c->even_face[d] = (int)(face - (c->face + (c->all - c->sites)));
	}
	c->area[d] = next - c->all;
	c->all = next;
}

LQCD_STATIC void lqcd__coarse_number(lqcd_coarse_lattice *c)
{
	int x[4], next = 0;
	for (int parity = 0; parity < 2; parity++) {
		for (int k = 0; k < c->sites; k++) {
			lqcd__unlex(k, c->local, x);
			if (lqcd__coarse_parity(c, x) == parity) c->number[k] = next++;
		}
		if (!parity) c->half = next;
	}
	for (int d = 0; d < 8; d++) {
		const int mu = d >> 1, extent = c->local[mu];
		for (int k = 0; k < c->sites; k++) {
			lqcd__unlex(k, c->local, x);
			x[mu] = (x[mu] + (d & 1 ? extent - 1 : 1)) % extent;
			c->neighbour[8 * c->number[k] + d] = c->number[lqcd__lex(c->local, x)];
		}
		if (c->comm.grid[mu] > 1) lqcd__coarse_border(c, d);
	}
}

LQCD_STATIC lqcd_status lqcd__coarse_lattice_create(lqcd_coarse_lattice *c, const lqcd_comm *comm, const int local[4])
{
	memset(c, 0, sizeof *c);
	c->comm = *comm;
	c->sites = c->bipartite = 1;
	for (int mu = 0; mu < 4; mu++) {
		c->local[mu] = local[mu];
		c->extent[mu] = local[mu] * comm->grid[mu];
		c->sites *= local[mu];
		if (c->extent[mu] % 2) c->bipartite = 0;
	}
	size_t numbers = 9 * (size_t)c->sites;
	for (int mu = 0; mu < 4; mu++)
		if (comm->grid[mu] > 1) numbers += 2 * (size_t)(c->sites / local[mu]);
	c->number = (int *)lqcd_comm_alloc(comm, numbers * sizeof *c->number);
	if (!c->number) return LQCD_ERR_MEMORY;
	c->neighbour = c->number + c->sites;
	c->face = c->neighbour + 8 * (size_t)c->sites;
	c->all = c->sites;
	lqcd__coarse_number(c);
	return LQCD_OK;
}

/** Fetches the remote sites of a field in the directions d whose bit is set; on a bipartite lattice even ones
 * (parities 1), odd ones (2) or both (3). bytes: of a site of field; packed: memory for the sites sent. */
LQCD_STATIC void lqcd__coarse_exchange(const lqcd_coarse_lattice *c, void *field, size_t bytes, int parities,
				       int directions, char *packed)
{
	lqcd_comm_message m[8];
	int n = 0;
	if (c->all == c->sites) return;
	for (int d = 0; d < 8; d++) {
		if (c->comm.grid[d >> 1] == 1 || !(directions >> d & 1)) continue;
		const int *face = c->face + (c->remote[d] - c->sites), even = c->even_face[d],
			  other = c->even_remote[d];
		const int first = parities & 1 ? 0 : even, stop = parities & 2 ? c->area[d] : even;
		const int from = parities & 1 ? 0 : other, to = parities & 2 ? c->area[d] : other;
		int at[4];
		memcpy(at, c->comm.coord, sizeof at);
		for (int side = 0; side < 2; side++) {
			const int mu = d >> 1, extent = c->comm.grid[mu];
			at[mu] = (c->comm.coord[mu] + ((d & 1) == side ? 1 : extent - 1)) % extent;
			*(side ? &m[n].to : &m[n].from) = lqcd__lex(c->comm.grid, at);
		}
		m[n].out = packed;
		m[n].in = (char *)field + (size_t)(c->remote[d] + from) * bytes;
		m[n].sent = (size_t)(stop - first) * bytes;
		m[n++].received = (size_t)(to - from) * bytes;
		for (int k = first; k < stop; k++, packed += bytes)
			memcpy(packed, (const char *)field + (size_t)face[k] * bytes, bytes);
	}
	lqcd_comm_sendrecv(&c->comm, m, n);
}

/** Fetches all remote sites in the directions d whose bit is set, by memory of its own. */
LQCD_STATIC lqcd_status lqcd__coarse_fetch(const lqcd_coarse_lattice *c, void *field, size_t bytes, int directions)
{
	if (c->all == c->sites) return LQCD_OK;
	char *const packed = (char *)lqcd_comm_alloc(&c->comm, lqcd_mul_size((size_t)(c->all - c->sites), bytes));
	if (!packed) return LQCD_ERR_MEMORY;
	lqcd__coarse_exchange(c, field, bytes, 3, directions, packed);
	lqcd_free(packed);
	return LQCD_OK;
}

/** A^-1 by Gauss-Jordan elimination with pivoting, in place: n x n by columns; returns 0 if A is singular. row: n ints of work space.
 * By a team, whose member is one of `team` threads; wait: waits for all of them, NULL for one. */
LQCD_FN int lqcd__invert_by(lqcd_complex_d *a, int n, int *row, int member, int team, void (*wait)(void))
{
	const lqcd_complex_d one = lqcd_complex_make_d(1, 0);
	const size_t m = (size_t)n;
	for (int k = 0; k < n; k++) {
		lqcd_complex_d *const ak = a + (size_t)k * m;
		int best = k;
		for (int i = k + 1; i < n; i++)
			if (lqcd_complex_norm2_d(ak[i]) > lqcd_complex_norm2_d(ak[best])) best = i;
		const lqcd_complex_d pivot = ak[best];
		const double size = lqcd_complex_norm2_d(pivot);
		if (!lqcd_isfinite(size) || !(size > 1e-280)) return 0;
		const lqcd_complex_d inverse = lqcd_complex_div_d(one, pivot);
		if (member == 0) row[k] = best;
		if (wait) wait();
		for (int j = member; j < n; j += team) {
			lqcd_complex_d *const to = a + (size_t)j * m + k, *const from = a + (size_t)j * m + best, z = *from;
			*from = *to;
			*to = lqcd_complex_mul_d(j == k ? one : z, inverse);
		}
		if (wait) wait();
		/* A member does the same rows of all columns, column k last, since it holds the factors. */
		for (int j = 0; j < n; j++) {
			lqcd_complex_d *const aj = a + (size_t)j * m;
			for (int i = member; i < n && j != k; i += team)
				if (i != k) aj[i] = lqcd_complex_fnma_d(ak[i], aj[k], aj[i]);
		}
		for (int i = member; i < n; i += team)
			if (i != k) ak[i] = lqcd_complex_neg_d(lqcd_complex_mul_d(ak[i], ak[k]));
		if (wait) wait();
	}
	for (int k = n - 1; k >= 0; k--)
		for (int i = member; i < n && row[k] != k; i += team) {
			lqcd_complex_d *const to = a + (size_t)k * m + i, *const from = a + (size_t)row[k] * m + i, z = *to;
			*to = *from;
			*from = z;
		}
	return 1;
}

/* The right-hand sides on which operations work, by their numbers. */
typedef struct {
	int count, of[LQCD_MAX_RHS];
} lqcd__coarse_live;

/** The first `count` right-hand sides. */
static inline void lqcd__coarse_first(lqcd__coarse_live *live, int count)
{
	live->count = count;
	for (int i = 0; i < count; i++) live->of[i] = i;
}

/* The numbers of GCR on a coarse grid (coarse_solve.inc). */
typedef struct {
	lqcd__coarse_live all;                             /* the right-hand sides of the solve */
	int steps, count, total;                           /* directions at most, since the restart, in all */
	int live[LQCD_MAX_RHS], taken[LQCD_MAX_RHS];       /* live: 1; 0: rests until the restart; -1: until the end */
	double r2[LQCD_MAX_RHS], first[LQCD_MAX_RHS], target[LQCD_MAX_RHS]; /* first: r2 at the restart */
	double whole[LQCD_MAX_RHS], q2[LQCD__COARSE_RESTART][LQCD_MAX_RHS];
	lqcd_complex_d a[LQCD_MAX_RHS], dot[(LQCD__COARSE_RESTART + 2) * LQCD_MAX_RHS];
	/* p_k = K r - sum_j<k c[j][k] p_j, x += alpha[k] p_k, for right-hand side 0 */
	lqcd_complex_d alpha[LQCD__COARSE_RESTART], c[LQCD__COARSE_RESTART][LQCD__COARSE_RESTART];
} lqcd__coarse_gcr;

/** Those that have reached their targets rest; returns how many do not. */
static inline int lqcd__coarse_active(lqcd__coarse_gcr *g)
{
	int active = 0;
	for (int i = 0; i < g->all.count; i++) {
		const int k = g->all.of[i];
		if (g->live[k] > 0 && !(g->r2[k] > g->target[k])) g->live[k] = 0;
		active += g->live[k] > 0;
	}
	return active;
}

/** Judges the images of a step, with <q, r> in a, which becomes the coefficient of the direction, 0 for those that rest.
 * Returns whether one begins to rest. */
static inline int lqcd__coarse_judge(lqcd__coarse_gcr *g, double least)
{
	int broken = 0;
	for (int i = 0; i < g->all.count; i++) {
		const int k = g->all.of[i];
		double *const q2 = &g->q2[g->count][k];
		const lqcd_status s = g->live[k] > 0 ? lqcd__gcr_judge(g->whole[k], *q2, g->a[k], least) : LQCD_OK;
		if (s != LQCD_OK) {
			g->live[k] = s == LQCD_BREAKDOWN && g->count ? 0 : -1;
			broken = 1;
		}
		if (g->live[k] <= 0) *q2 = 1;
		g->a[k] = g->live[k] > 0 ? lqcd_complex_scale_d(1 / *q2, g->a[k]) : lqcd_complex_zero_d();
		g->taken[k] += g->live[k] > 0;
		if (!k) g->alpha[g->count] = g->a[k];
	}
	return broken;
}

/* Memory of so many bytes a site. */
typedef struct {
	char *p;
	size_t bytes;
} lqcd__coarse_memory;

LQCD_STATIC void lqcd__coarse_zero_loop(const void *arguments, int lo, int hi)
{
	const lqcd__coarse_memory *m = (const lqcd__coarse_memory *)arguments;
	memset(m->p + (size_t)lo * m->bytes, 0, (size_t)(hi - lo) * m->bytes);
}

#define LQCD_TEMPLATE "../solver/coarse.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../solver/coarse_algebra.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#endif
