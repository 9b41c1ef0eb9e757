/* lqcd/solver/coarse.h: operators on a coarse lattice: a dense matrix for each site and each of its eight neighbours.
 *
 *   D_c v(x) = X(x) ( v(x) + sum_k Y_k(x) v(x_k) ),    k = 2 mu, 2 mu + 1: neighbours up and down
 *
 * v(x) has n complex components. A coarse field is an array of lqcd_base_<tag>: [site][row / W][re, im][row % W], W
 * rows to a tile, 16 (or LANES if that is more), rows from n on 0. lqcd_coarse_<tag> is what multigrid.h makes:
 *
 *   s = lqcd_coarse_create(&c, comm, local, n)     all zero; comm: processes and their grid, local: extents in this one
 *   p = lqcd_coarse_field(&c)                      a field of zeros, for lqcd_free; NULL on all processes: no memory
 *   s = lqcd_coarse_complete(&c, self, up, &why)   from self[site] = X and up[mu][site], the coupling of x (rows) to
 *                                                  x + mu (columns), n x n matrices by columns; that of x to x - mu
 *                                                  is G up_mu(x - mu)^dagger G with G = 1 for rows below n/2, else
 *                                                  -1: D is g5-Hermitian. LQCD_ERR_SINGULAR where X has no inverse
 *   lqcd_coarse_apply(&c, out, in)                 out = D_c in
 *   n = lqcd_coarse_solve(&c, x, b, tolerance, most)     x = D_c^-1 b by GCR, to |r| <= tolerance |r_0|, at most
 *                                                  `most` iterations; on the even sites of the equations divided by X
 *                                                  where the lattice is bipartite; returns the iterations
 *   lqcd_coarse_destroy(&c)
 *
 * Sites. Those of this process, c.lat.sites, are numbered even ones first where all extents of the whole coarse lattice
 * are even ("bipartite"), else as they come, Z fastest; c.lat.number[lexicographic number] is the number. Where the
 * process grid cuts a direction, sites beyond the two borders follow, up to c.lat.all: fields and up have room for
 * them, and apply, solve and complete fill them, which is all that `in`, x and up see of the exchange. Any extents of
 * a process will do, odd ones and 1 too: parities are those of the whole lattice. All calls are collective.
 *
 * Sums are in double in one order over a site, and exact over sites (sum.h): the same bits for any number of threads,
 * lanes and processes. Cost of a hop: 8 n flop per row and neighbour; matrices are read once, 16 n^2 reals of a site.
 * With h and vh fields are those of f and vf, the Y_k in 16 bits, in units of their largest number: half of the memory.
 */
#ifndef LQCD_SOLVER_COARSE_H
#define LQCD_SOLVER_COARSE_H

#include "../comm.h"
#include "../icomplex.h"
#include "../pieces.h"
#include "../storage.h"
#include "../tally.h"

enum { LQCD__COARSE_RESTART = 32 };

/* Direction d is mu = d / 2, up (even d) or down. Beyond the border in direction d there are sites from beyond[d] on, in
 * the order in which their process lists them in face; of both lists `even` come first. */
typedef struct {
	lqcd_comm comm;
	int extent[4], local[4], sites, all, bipartite, half; /* half: sites of the first parity, or all */
	int beyond[8], area[8], even_beyond[8], even_face[8];
	int *number;    /* [Z fastest] of a local site */
	int *neighbour; /* [site][8] */
	int *face;      /* [k - sites]: the local site that is site k of another process */
} lqcd_coarse_lattice;

/** 0, or 1 for the second of two parities. */
static inline int lqcd__coarse_parity(const lqcd_coarse_lattice *c, const int *x)
{
	int sum = 0;
	for (int mu = 0; mu < 4; mu++) sum += x[mu] + c->comm.coord[mu] * c->local[mu];
	return c->bipartite ? sum & 1 : 0;
}

/** Sites beyond the border in direction d, and those that the process in the opposite direction has beyond its own. */
LQCD_STATIC void lqcd__coarse_border(lqcd_coarse_lattice *c, int d)
{
	const int mu = d >> 1, first = d & 1 ? 0 : c->local[mu] - 1, last = c->local[mu] - 1 - first;
	int x[4], next = c->beyond[d] = c->all, *face = c->face + (c->all - c->sites);
	for (int parity = 0; parity < 2; parity++) {
		for (int k = 0; k < c->sites; k++) {
			lqcd__unlex(k, c->local, x);
			const int here = lqcd__coarse_parity(c, x);
			if (x[mu] == first && (c->bipartite ? !here : 0) == parity)
				c->neighbour[8 * c->number[k] + d] = next++;
			if (x[mu] == last && here == parity) *face++ = c->number[k];
		}
		if (parity) break;
		c->even_beyond[d] = next - c->all;
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

/** What the neighbours have beyond the borders in the directions d with bit d, of even sites (parities 1), odd ones (2)
 * or both (3), where the lattice is bipartite: so many bytes of a site of field. packed: bytes for the sites sent. */
LQCD_STATIC void lqcd__coarse_exchange(const lqcd_coarse_lattice *c, void *field, size_t bytes, int parities,
				       int directions, char *packed)
{
	lqcd_comm_message m[8];
	int n = 0;
	if (c->all == c->sites) return;
	for (int d = 0; d < 8; d++) {
		if (c->comm.grid[d >> 1] == 1 || !(directions >> d & 1)) continue;
		const int *face = c->face + (c->beyond[d] - c->sites), even = c->even_face[d],
			  other = c->even_beyond[d];
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
		m[n].in = (char *)field + (size_t)(c->beyond[d] + from) * bytes;
		m[n].sent = (size_t)(stop - first) * bytes;
		m[n++].received = (size_t)(to - from) * bytes;
		for (int k = first; k < stop; k++, packed += bytes)
			memcpy(packed, (const char *)field + (size_t)face[k] * bytes, bytes);
	}
	lqcd_comm_trade(&c->comm, m, n);
}

/** A^-1 by Gauss and Jordan with pivots, in place: n x n by columns; 0 where there is none. work: 2 n ints. */
LQCD_KERNEL int lqcd__invert_dense(lqcd_complex_d *a, int n, int *row)
{
	for (int k = 0; k < n; k++) {
		lqcd_complex_d *ak = a + (size_t)k * (size_t)n;
		int best = k;
		for (int i = k + 1; i < n; i++)
			if (lqcd_complex_norm2_d(ak[i]) > lqcd_complex_norm2_d(ak[best])) best = i;
		const double size = lqcd_complex_norm2_d(ak[best]);
		row[k] = best;
		if (!lqcd_isfinite(size) || !(size > 1e-280)) return 0;
		for (int j = 0; j < n && best != k; j++) {
			const lqcd_complex_d z = a[(size_t)j * (size_t)n + (size_t)k];
			a[(size_t)j * (size_t)n + (size_t)k] = a[(size_t)j * (size_t)n + (size_t)best];
			a[(size_t)j * (size_t)n + (size_t)best] = z;
		}
		const lqcd_complex_d one = lqcd_complex_make_d(1, 0), pivot = lqcd_complex_div_d(one, ak[k]);
		ak[k] = one;
		for (int j = 0; j < n; j++) {
			lqcd_complex_d *z = a + (size_t)j * (size_t)n + k;
			*z = lqcd_complex_mul_d(*z, pivot);
		}
		/* The other rows; column k last, since it has the factors. */
		for (int j = 0; j < n; j++) {
			lqcd_complex_d *aj = a + (size_t)j * (size_t)n;
			for (int i = 0; i < n && j != k; i++)
				if (i != k) aj[i] = lqcd_complex_fnma_d(ak[i], aj[k], aj[i]);
		}
		for (int i = 0; i < n; i++)
			if (i != k) ak[i] = lqcd_complex_neg_d(lqcd_complex_mul_d(ak[i], ak[k]));
	}
	for (int k = n - 1; k >= 0; k--)
		for (int i = 0; i < n && row[k] != k; i++) {
			const lqcd_complex_d z = a[(size_t)k * (size_t)n + (size_t)i];
			a[(size_t)k * (size_t)n + (size_t)i] = a[(size_t)row[k] * (size_t)n + (size_t)i];
			a[(size_t)row[k] * (size_t)n + (size_t)i] = z;
		}
	return 1;
}

#define LQCD_TAG f
#include "../tmpl/coarse.inc"
#define LQCD_TAG d
#include "../tmpl/coarse.inc"
#define LQCD_TAG vf
#include "../tmpl/coarse.inc"
#define LQCD_TAG vd
#include "../tmpl/coarse.inc"
#define LQCD_TAG h
#include "../tmpl/coarse.inc"
#define LQCD_TAG vh
#include "../tmpl/coarse.inc"

#endif
