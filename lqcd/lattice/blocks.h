/* lqcd/lattice/blocks.h: the local lattice cut into rectangular blocks, each inside one process and one lane. Schwarz
 * iterations (sap.h) solve on them, and multigrid (multigrid.h) aggregates them.
 *
 *   lqcd_blocks b;
 *   lqcd_status s = lqcd_blocks_create(&b, full, extent, &why)     full: the full geometry of a lattice for some lanes;
 *                                                                  extent[4]: T, X, Y, Z of a block, 0: chosen
 *   lqcd_blocks_destroy(&b)
 *
 * A block begins at a multiple of its extents: which sites share a block depends on the extents alone, not on
 * processes, lanes or threads. Processes and lanes limit the extents: they must divide the part of the lattice that is
 * in one lane of one process (lqcd_geometry.sub). The extent chosen for 0 is the largest of 4, 3, 2 that does. A set is
 * LANES blocks, one per lane, at the same place of each lane's part; its blocks are worked on together:
 *
 *   b.sets, b.sites        sets (of this process), and sites of a block
 *   b.index[set][site]     the index ix of site number `site` of the blocks of a set: even sites first, then odd ones,
 *                          each in lexicographic order, Z fastest
 *   b.even[set]            number of even sites of a block
 *   b.grid, b.extent       sets per direction, sites per direction
 *   lqcd_block_coords(&b, set, lane, c)       place of a block among those of this process, c_mu < grid_mu lane_grid_mu
 *
 * Errors: LQCD_ERR_EXTENT (an extent does not divide the local lattice, or that has an odd extent), LQCD_ERR_LANES (it divides that, but not the
 * part of a lane: take another lane grid or a scalar tag), LQCD_ERR_ARGUMENT (below 0), LQCD_ERR_MEMORY.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_BLOCKS_H
#define LQCD_SOLVER_BLOCKS_H

#include "geometry.h"

typedef struct {
	const lqcd_geometry *type;
	int extent[4], grid[4], sets, sites;
	int *index, *even;
} lqcd_blocks;

LQCD_STATIC void lqcd_blocks_destroy(lqcd_blocks *b)
{
	lqcd_free(b->index);
	b->index = b->even = NULL;
}

/** The extent in direction mu of blocks in `lanes` equal parts of `sub` sites each, chosen where wanted is 0. */
LQCD_STATIC lqcd_status lqcd__block_extent(int *extent, int mu, int wanted, int sub, int lanes, lqcd_message *why)
{
	const int local = sub * lanes;
	int e = wanted ? wanted : 4;
	while (!wanted && sub % e) e--;
	if (e < 0)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "block extent %c = %d: must not be negative", "TXYZ"[mu], e);
	if (local % e)
		return lqcd_fail(why, LQCD_ERR_EXTENT, "block extent %c = %d: does not divide the local lattice of %d",
				 "TXYZ"[mu], e, local);
	if (sub % e)
		return lqcd_fail(why, LQCD_ERR_LANES,
				 "block extent %c = %d: does not divide the %d sites of a lane; a lane grid other than "
				 "%d in this direction is needed, or a scalar tag",
				 "TXYZ"[mu], e, sub, lanes);
	*extent = e;
	return LQCD_OK;
}

/** index and even of a set. */
LQCD_STATIC void lqcd__blocks_list(lqcd_blocks *b, int set)
{
	const lqcd_geometry *g = b->type;
	int *to = b->index + (size_t)set * (size_t)b->sites, c[4], x[4], n = 0;
	lqcd__unlex(set, b->grid, c);
	for (int parity = 0; parity < 2; parity++) {
		for (int k = 0; k < b->sites; k++) {
			lqcd__unlex(k, b->extent, x);
			for (int mu = 0; mu < 4; mu++) x[mu] += c[mu] * b->extent[mu];
			if (((x[0] + x[1] + x[2] + x[3]) & 1) == parity) to[n++] = g->ipt[lqcd__lex(g->sub, x)];
		}
		if (!parity) b->even[set] = n;
	}
}

LQCD_STATIC lqcd_status lqcd_blocks_create(lqcd_blocks *b, const lqcd_geometry *full, const int extent[4],
					   lqcd_message *why)
{
	if (!b || !full || !extent) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "blocks: NULL");
	memset(b, 0, sizeof *b);
	b->type = full;
	b->sets = b->sites = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (full->lattice->local[mu] % 2)
			return lqcd_fail(why, LQCD_ERR_EXTENT, "blocks: the local extent %c = %d is odd", "TXYZ"[mu],
					 full->lattice->local[mu]);
		const lqcd_status s =
			lqcd__block_extent(&b->extent[mu], mu, extent[mu], full->sub[mu], full->lane_grid[mu], why);
		if (s != LQCD_OK) return s;
		b->grid[mu] = full->sub[mu] / b->extent[mu];
		b->sets *= b->grid[mu];
		b->sites *= b->extent[mu];
	}
	const size_t numbers = (size_t)b->sets * ((size_t)b->sites + 1);
	b->index = (int *)lqcd_comm_alloc(&full->lattice->comm, numbers * sizeof *b->index);
	if (!b->index) return lqcd_fail(why, LQCD_ERR_MEMORY, "blocks: out of memory");
	b->even = b->index + (size_t)b->sets * (size_t)b->sites;
	for (int set = 0; set < b->sets; set++) lqcd__blocks_list(b, set);
	return LQCD_OK;
}

LQCD_STATIC void lqcd_block_coords(const lqcd_blocks *b, int set, int lane, int c[4])
{
	int w[4];
	lqcd__unlex(set, b->grid, c);
	lqcd__unlex(lane, b->type->lane_grid, w);
	for (int mu = 0; mu < 4; mu++) c[mu] += w[mu] * b->grid[mu];
}

/** Whether the site at index ix is the last of its block in direction mu (sign > 0) or the first (sign < 0). */
static inline int lqcd__block_edge(const lqcd_blocks *b, int ix, int mu, int sign)
{
	int x[4];
	lqcd__unlex(b->type->lex[ix], b->type->sub, x);
	return x[mu] % b->extent[mu] == (sign > 0 ? b->extent[mu] - 1 : 0);
}

#endif
