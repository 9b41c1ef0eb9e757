/* lqcd/lattice/buffers.h: what the send and receive buffers of a process hold, block by block and lane by lane.
 *
 *   lqcd_buffer_shift(g, i, shift)              buffer i receives x + shift for the x of the boundary
 *   lqcd_buffer_source(g, i, k)                 index of the local block at place k of send buffer i, which holds it or a copy of it
 *   lqcd_buffer_lanes(g, i, sent, received)     the number of lanes in message i; lane sent[j] of a block goes to lane received[j]
 *   lqcd_buffer_own(g, i, k, w, &from)          the index from whose lane `from` every other lane w of block k is copied
 *
 * Exchange (field/halo.h). Buffer i (i < nbuffers_spinor; links: nbuffers_gauge, for leaves nbuffers_leaf) is piece local_master_pieces + i.
 * A process
 *   1. copies copy_len[k] blocks from index copy_from[k] to copy_to[k], k < ncopies_spinor (_gauge, _leaf),
 *   2. sends rbuf_len[i] = sbuf_len[i] blocks from index sbuf_start[i] to process sbuf_to_proc[i], as message i,
 *   3. receives message i of process rbuf_from_proc[i] to the index rbuf_start[i] on, block for block,
 *   4. copies the lanes that messages do not have (lqcd_buffer_own), faces before edges.
 * With lanes, a receive block holds in each lane the neighbour of that lane, and only the outermost lanes come from another process.
 * Hence a hop into a receive buffer changes no lanes, and lqcd_face is 0 there. If the lane grid does not cut a parallel direction, all
 * lanes are sent and step 4 has nothing to do.
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_BUFFERS_H
#define LQCD_BUFFERS_H

#include "geometry.h"

/* Buffer i of an even or odd geometry has shift i; a full one has two buffers to a shift, of even and odd blocks. */
static inline const int *lqcd__shift_of(const lqcd_geometry *g, int i)
{
	return g->shift[g->parity == LQCD_FULL ? i / 2 : i];
}

static inline void lqcd_buffer_shift(const lqcd_geometry *g, int i, int shift[4])
{
	memcpy(shift, lqcd__shift_of(g, i), 4 * sizeof *shift);
}

static inline int lqcd_buffer_source(const lqcd_geometry *g, int i, int k)
{
	return g->ipt[g->lex[g->sbuf_start[i] + k]];
}

/** Lane w comes with message i when x + shift leaves the process from that lane. */
static inline int lqcd__lane_received(const lqcd_geometry *g, int i, int w)
{
	const int *shift = lqcd__shift_of(g, i);
	int d[4];
	lqcd__unlex(w, g->lane_grid, d);
	for (int mu = 0; mu < 4; mu++)
		if (shift[mu] && d[mu] != (shift[mu] > 0 ? g->lane_grid[mu] - 1 : 0)) return 0;
	return 1;
}

/** The lanes of message i, ascending: lane sent[j] of a block that is sent is lane received[j] of the block that
 * receives it. Returns how many (at most LQCD_MAX_LANES). */
LQCD_STATIC int lqcd_buffer_lanes(const lqcd_geometry *g, int i, int *sent, int *received)
{
	const int *shift = lqcd__shift_of(g, i);
	int n = 0;
	for (int w = 0; w < g->lanes; w++) {
		if (!lqcd__lane_received(g, i, w)) continue;
		int from = w;
		for (int mu = 0; mu < 4; mu++)
			if (shift[mu]) from = shift[mu] > 0 ? g->lane_up[mu][from] : g->lane_dn[mu][from];
		sent[n] = from;
		received[n++] = w;
	}
	return n;
}

/** Index and lane of this process that lane w of block k of receive buffer i is a copy of; -1 when it comes with
 * message i. For an edge, that index is in the receive buffer of a face. */
LQCD_STATIC int lqcd_buffer_own(const lqcd_geometry *g, int i, int k, int w, int *from)
{
	const int *shift = lqcd__shift_of(g, i);
	int s[4], d[4], out = -1;
	if (lqcd__lane_received(g, i, w)) return -1;
	lqcd__unlex(g->lex[g->rbuf_start[i] + k], g->sub, s);
	lqcd__unlex(w, g->lane_grid, d);
	/* x + shift stays in the process in one direction, mu; it may leave through the other, nu. */
	int mu = 0;
	while (!shift[mu] || d[mu] == (shift[mu] > 0 ? g->lane_grid[mu] - 1 : 0)) mu++;
	*from = shift[mu] > 0 ? g->lane_up[mu][w] : g->lane_dn[mu][w];
	for (int nu = 0; nu < 4; nu++)
		if (nu != mu && shift[nu]) {
			s[nu] = shift[nu] > 0 ? g->sub[nu] - 1 : 0;
			out = nu;
		}
	const int ix = g->ipt[lqcd__lex(g->sub, s)];
	return out < 0 ? ix : shift[out] > 0 ? lqcd_iup(g, ix, out) : lqcd_idn(g, ix, out);
}

#endif
