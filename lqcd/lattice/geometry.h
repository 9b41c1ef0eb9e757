/* lqcd/lattice/geometry.h: the lattice, its even-odd geometry, lanes, neighbours, pieces and buffers.
 *
 *   lqcd_lattice lat;
 *   int extent[4] = {16, 8, 8, 8};                              T, X, Y, Z; even, at least 2
 *   lqcd_status s = lqcd_lattice_create(&lat, extent, NULL, &why);     collective over options.comm (comm.h), which has as many
 *                                                               processes as options.grid
 *   s = lqcd_lattice_create_at(&lat, extent, &options, coord, &why)    the lattice as the process at coord sees it: tables alone
 *   const lqcd_geometry *g;
 *   s = lqcd_lattice_geometry(&lat, LQCD_EVEN, 1, &g);          made at the first request, owned by the lattice
 *   s = lqcd_lattice_set_boundary(&lat, &b)                     boundary in time, or twists of quarks (boundary.h). LQCD_ERR_ARGUMENT: an
 *                                                               unknown kind, T or a number out of range
 *   lqcd_lattice_destroy(&lat);                                 after the last field on it
 *
 * Directions are 0 = T, 1 = X, 2 = Y, 3 = Z. An index ix stands for a block of `lanes` sites (a power of two, 1 included). The lane
 * grid l_T x l_X x l_Y x l_Z cuts the lattice into sub-lattices of extents S_mu = L_mu / l_mu; lane w = ((w_T l_X + w_X) l_Y + w_Y) l_Z
 * + w_Z of block ix is the site x_mu = w_mu S_mu + s_mu, s: coordinates of the block (Diavastos, Stylianou, Koutsou 2016). S_mu is even
 * where l_mu > 1: all lanes of a block have one parity. Neighbours of a block are blocks with its lanes, except that at a face of the
 * sub-lattice (lqcd_face) lane w continues in lane_up[mu][w] or lane_dn[mu][w].
 *
 *   lqcd_lattice_rank(&lat, coord)              number of a process, lexicographic, Z fastest; periodic coordinates
 *   lqcd_lattice_why(&lat, status).text         why the last function on lat failed (lattice.h)
 *   lqcd_grid_choose(extent, processes, grid)   the process grid with the smallest surface (pieces.h)
 *   lqcd_lattice_lane_grid(lat, lanes, grid)    the lane grid, or LQCD_ERR_LANES: halves the direction of the largest sub-lattice
 *                                               extent while it stays even, first among those that the process grid does not cut
 *   lqcd_iup(g, ix, mu), lqcd_idn(g, ix, mu)    neighbouring block, also from receive buffers; -1 where there is none
 *   lqcd_face(g, ix, mu, sign)                  1 when that hop changes lanes
 *   lqcd_geometry_index(g, x, &lane)            local coordinates (T,X,Y,Z) to block and lane
 *   lqcd_geometry_coords(g, ix, lane, x)        and back; in a receive buffer -1 or the local extent
 *   lqcd_geometry_site(g, ix, lane)             number ((t X + x) Y + y) Z + z of the global site: the key of random numbers
 *   lqcd_buffer_shift, _source, _lanes, _own    contents of buffers, and the exchange of halos: buffers.h
 *
 * options.odd_extents = 1: up to two local extents may be odd, 3 or more, in directions that the process grid cuts; blocks.h and devices
 * refuse such lattices. Errors: LQCD_ERR_EXTENT (local extents odd, below 2, more than 2^29 sites in one process), LQCD_ERR_LANES,
 * LQCD_ERR_ARGUMENT, LQCD_ERR_MEMORY. After an error nothing is allocated.
 *
 * Threads of the program may share a lattice of one process; each call writes only outputs and objects of its thread. One thread creates
 * and one destroys it. With several processes, devices or compat/: one thread at a time, MPI_THREAD_SERIALIZED (see lqcd_lattice).
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_GEOMETRY_H
#define LQCD_GEOMETRY_H

#include <string.h>

#include "../base/memory.h"
#include "lattice.h"
#include "pieces.h"

/** A geometry has the fields of HiRep's geometry_descriptor with their meanings. Pieces are contiguous: indices master_start to
 * master_end (inclusive; an empty piece ends before it starts) of the full lattice, also for LQCD_ODD, whose fields are stored from 0
 * on: LQCD_FIELD_AT subtracts master_shift. In a full geometry even pieces have even numbers, each followed by its odd one; in an even
 * or odd geometry, half as many, pieces count one by one:
 *   [0, inner_master_pieces)             no neighbour on another process
 *   [.., local_master_pieces)            boundary blocks; with the inner ones all local blocks
 *   [.., total_spinor_master_pieces)     receive buffers x +- mu, one for each face in each direction that the process grid cuts
 *                                        ("parallel")
 *   [.., total_gauge_master_pieces)      full geometry only: receive buffers of the edges x + mu - nu, which staples read
 *   [.., total_leaf_master_pieces)       and x - mu - nu, which clover leaves read
 * Memory holds the even blocks (inner, boundary, copies, receive buffers), then the odd ones, then those of edges; a parity is
 * contiguous, and so are its local blocks. In a piece the blocks are ordered by path blocking: blocks of PB_T x PB_X x PB_Y x PB_Z sites
 * of the sub-lattice (default 2x2x2x2), lexicographic inside and among them, Z fastest; in the boundary class by class (pieces.h). With
 * one process every block is inner, and there are no buffers or copies. */
typedef struct lqcd_geometry {
	/* HiRep's geometry_descriptor */
	int inner_master_pieces, local_master_pieces, total_spinor_master_pieces, total_gauge_master_pieces;
	int total_leaf_master_pieces;   /* not in HiRep, as everything about leaves */
	int *master_start, *master_end; /* per piece; the end is inclusive */
	int master_shift;               /* first index that is stored */
	int ncopies_spinor, ncopies_gauge, ncopies_leaf;
	int *copy_from, *copy_to, *copy_len;
	int copy_shift;
	int nbuffers_spinor, nbuffers_gauge, nbuffers_leaf;
	int *rbuf_len, *sbuf_len, *rbuf_from_proc, *rbuf_start, *sbuf_to_proc, *sbuf_start;
	/* Elements (blocks of lanes) to allocate: of spinors, links, links with leaves. */
	int gsize_spinor, gsize_gauge, gsize_leaf;
	int *fuse_mask; /* the indices of all local sites, inner ones first */
	int fuse_gauge_size, fuse_inner_counter;
	/* lanes and neighbours */
	lqcd_lattice *lattice;
	lqcd_parity parity;
	int lanes, lane_grid[4], sub[4];
	const int *iup, *idn;      /* [4*ix+mu], full-lattice indices */
	const int *ipt, *lex;      /* lexicographic number in the sub-lattice to index, and back (of a copy or
					   receive buffer: of the block that is there, in its own process) */
	const unsigned char *face; /* bit mu: the hop up changes lanes; bit 4+mu: the hop down */
	const unsigned char *halo; /* bit mu: in the halo above the upper border; 4+mu: below the lower one; 0: local */
	int parallel[4];           /* 1: the process grid cuts this direction */
	int shift[LQCD__SHIFTS][4]; /* see lqcd_buffer_shift */
	int lane_up[4][LQCD_MAX_LANES], lane_dn[4][LQCD_MAX_LANES];
} lqcd_geometry;

typedef struct {
	int block[4];          /* PB_T, PB_X, PB_Y, PB_Z; 0 means 2 */
	int lane_grid[4];      /* all 0: chosen; else used for lane counts equal to the product */
	int grid[4];           /* processes per direction; 0 means 1; with several in comm, all 0: chosen */
	int odd_extents;       /* 1: see above */
	const lqcd_comm *comm; /* the processes that share the lattice; NULL: this one alone */
} lqcd_lattice_options;

enum { LQCD__PIECES = 4 + 2 * LQCD__SHIFTS };

struct lqcd__sites {
	struct lqcd__sites *next;
	lqcd_geometry geometry[3]; /* by lqcd_parity; so are these: */
	int start[3][LQCD__PIECES], end[3][LQCD__PIECES];
	int len[3][LQCD__PIECES], proc[3][2][LQCD__PIECES], sbuf[3][LQCD__PIECES]; /* of buffers */
	int copy[3][LQCD__COPIES];                                                 /* from, to, len */
	int *memory;                                                               /* one block for all tables */
};

LQCD_STATIC lqcd_lattice_options lqcd_lattice_options_default(void)
{
	lqcd_lattice_options o;
	memset(&o, 0, sizeof o);
	return o;
}

/** The lattice of the host, of a lattice and a geometry; those of a device: device/lattice.h. */
static inline const lqcd_lattice *lqcd__host_lattice(const lqcd_lattice *lat)
{
	return lat;
}

static inline const lqcd_lattice *lqcd__lattice_of(const lqcd_geometry *g)
{
	return g->lattice;
}

static inline int lqcd_iup(const lqcd_geometry *g, int ix, int mu)
{
	return g->iup[4 * ix + mu];
}

static inline int lqcd_idn(const lqcd_geometry *g, int ix, int mu)
{
	return g->idn[4 * ix + mu];
}

static inline int lqcd_face(const lqcd_geometry *g, int ix, int mu, int sign)
{
	return g->face[ix] >> (sign > 0 ? mu : 4 + mu) & 1;
}

/** Index of local coordinates x (each taken modulo the extent) and the lane they are in (lane may be NULL). */
static inline int lqcd_geometry_index(const lqcd_geometry *g, const int x[4], int *lane)
{
	int s[4], w[4];
	for (int mu = 0; mu < 4; mu++) {
		const int local = g->sub[mu] * g->lane_grid[mu];
		const int y = (x[mu] % local + local) % local;
		w[mu] = y / g->sub[mu];
		s[mu] = y % g->sub[mu];
	}
	if (lane) *lane = lqcd__lex(g->lane_grid, w);
	return g->ipt[lqcd__lex(g->sub, s)];
}

/** Local coordinates of a lane of a block. */
LQCD_FN void lqcd_geometry_coords(const lqcd_geometry *g, int ix, int lane, int x[4])
{
	const int halo = g->halo[ix];
	int s = g->lex[ix], w = lane;
	LQCD_UNROLL(4)
	for (int mu = 3; mu >= 0; mu--) {
		const int lanes = g->lane_grid[mu], sub = g->sub[mu];
		x[mu] = (w % lanes + (halo >> mu & 1) - (halo >> (4 + mu) & 1)) * sub + s % sub;
		w /= lanes;
		s /= sub;
	}
}

/** Lexicographic number of the global site. */
LQCD_FN uint64_t lqcd_geometry_site(const lqcd_geometry *g, int ix, int lane)
{
	const lqcd_lattice *lat = g->lattice;
	int x[4];
	uint64_t n = 0;
	lqcd_geometry_coords(g, ix, lane, x);
	LQCD_UNROLL(4)
	for (int mu = 0; mu < 4; mu++) {
		const int extent = lat->extent[mu], y = x[mu] + lat->comm.coord[mu] * lat->local[mu];
		n = n * (uint64_t)extent + (uint64_t)(y < 0 ? y + extent : y >= extent ? y - extent : y);
	}
	return n;
}

/** Sites of this process in the geometry, lanes counted. */
static inline int64_t lqcd_geometry_sites(const lqcd_geometry *g)
{
	int64_t n = 0;
	for (int p = 0; p < g->local_master_pieces; p++) n += g->master_end[p] - g->master_start[p] + 1;
	return n * g->lanes;
}

/** One direction: grid, local extent, path block. */
LQCD_STATIC lqcd_status lqcd__lattice_cut(lqcd_lattice *lat, const lqcd_lattice_options *options, int mu,
					  lqcd_message *why)
{
	const char name = "TXYZ"[mu];
	const int extent = lat->extent[mu], parts = options && options->grid[mu] ? options->grid[mu] : 1;
	if (parts < 1) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "process grid %c = %d: must be positive", name, parts);
	const int odd = options && options->odd_extents && extent % parts == 0 && extent / parts > 2;
	if (!odd && extent % (2 * (int64_t)parts))
		return lqcd_fail(why, LQCD_ERR_EXTENT,
				 "lattice extent %c = %d, process grid %c = %d: the local extent %d/%d must be even "
				 "and at least 2",
				 name, extent, name, parts, extent, parts);
	lat->comm.grid[mu] = parts;
	lat->local[mu] = extent / parts;
	lat->block[mu] = options && options->block[mu] ? options->block[mu] : 2;
	if (lat->block[mu] < 1)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "path block PB_%c = %d: must be positive", name,
				 lat->block[mu]);
	if (lat->block[mu] > lat->local[mu]) lat->block[mu] = lat->local[mu];
	lat->lane_grid[mu] = options ? options->lane_grid[mu] : 0;
	return LQCD_OK;
}

/** Number of the process at coord. */
LQCD_STATIC int lqcd_lattice_rank(const lqcd_lattice *lat, const int coord[4])
{
	const int *grid = lat->comm.grid;
	int c[4];
	for (int mu = 0; mu < 4; mu++) c[mu] = (coord[mu] % grid[mu] + grid[mu]) % grid[mu];
	return lqcd__lex(grid, c);
}

LQCD_STATIC lqcd_status lqcd_lattice_create_at(lqcd_lattice *lat, const int extent[4],
					       const lqcd_lattice_options *options, const int coord[4],
					       lqcd_message *why)
{
	const char *const large = "lattice %d x %d x %d x %d: more than 2^29 sites in one process";
	int64_t volume = 1, processes = 1, memory = 0;
	int odd = 0;
	if (!lat || !extent || !coord) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "lattice: NULL");
	memset(lat, 0, sizeof *lat);
	lat->comm = lqcd_comm_self();
	memcpy(lat->extent, extent, sizeof lat->extent);
	if (lqcd__extents_check(extent, why) != LQCD_OK) return LQCD_ERR_EXTENT;
	for (int mu = 0; mu < 4; mu++) {
		const lqcd_status status = lqcd__lattice_cut(lat, options, mu, why);
		if (status != LQCD_OK) return status;
		const int parts = lat->comm.grid[mu];
		volume *= lat->local[mu];
		odd += lat->local[mu] % 2;
		if (volume > (int64_t)1 << 29)
			return lqcd_fail(why, LQCD_ERR_EXTENT, large, extent[0], extent[1], extent[2], extent[3]);
		processes *= parts;
		if (processes > INT_MAX)
			return lqcd_fail(why, LQCD_ERR_ARGUMENT, "process grid: more than 2^31 processes");
		if (coord[mu] < 0 || coord[mu] >= parts)
			return lqcd_fail(why, LQCD_ERR_ARGUMENT, "process coordinate %c = %d: not in 0 to %d",
					 "TXYZ"[mu], coord[mu], parts - 1);
		lat->comm.coord[mu] = coord[mu];
	}
	if (odd > 2)
		return lqcd_fail(why, LQCD_ERR_EXTENT,
				 "local extents %d x %d x %d x %d: at most two of them may be odd", lat->local[0],
				 lat->local[1], lat->local[2], lat->local[3]);
	/* Each face and each edge (three per pair of directions) at most twice, as a copy and as a buffer. */
	for (int mu = 0; mu < 4; mu++)
		if (lat->comm.grid[mu] > 1) {
			memory += 4 * volume / lat->local[mu];
			for (int nu = 0; nu < mu; nu++)
				if (lat->comm.grid[nu] > 1)
					memory += 6 * volume / ((int64_t)lat->local[mu] * lat->local[nu]);
		}
	if (volume + memory > (int64_t)1 << 29)
		return lqcd_fail(why, LQCD_ERR_EXTENT,
				 "lattice %d x %d x %d x %d: more than 2^29 sites in one process, with its buffers",
				 extent[0], extent[1], extent[2], extent[3]);
	lat->comm.size = (int)processes;
	lat->comm.rank = lqcd_lattice_rank(lat, coord);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_lattice_create(lqcd_lattice *lat, const int extent[4], const lqcd_lattice_options *options,
					    lqcd_message *why)
{
	lqcd_lattice_options o = options ? *options : lqcd_lattice_options_default();
	lqcd_comm comm = o.comm ? *o.comm : lqcd_comm_self();
	if (!lat || !extent) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "lattice: NULL");
	lqcd_status status = lqcd__grid_place(&comm, extent, o.grid, why);
	if (status == LQCD_OK) status = lqcd_lattice_create_at(lat, extent, &o, comm.coord, why);
	/* All processes get the same status: if one of them fails, all do. */
	const lqcd_status worst = lqcd_comm_worst(&comm, status);
	if (worst != LQCD_OK) {
		memset(lat, 0, sizeof *lat);
		return status != LQCD_OK ? status : lqcd_fail(why, worst, "lattice: refused by another process");
	}
	lat->comm = comm;
	return LQCD_OK;
}

LQCD_STATIC void lqcd__sites_free(struct lqcd__sites *s)
{
	lqcd_free(s->memory);
	lqcd_free(s);
}

LQCD_STATIC void lqcd_lattice_destroy(lqcd_lattice *lat)
{
	if (!lat) return;
	while (lat->sites) {
		struct lqcd__sites *s = lat->sites;
		lat->sites = s->next;
		lqcd__sites_free(s);
	}
	memset(lat, 0, sizeof *lat);
}

LQCD_STATIC lqcd_status lqcd_lattice_lane_grid(const lqcd_lattice *lat, int lanes, int grid[4])
{
	int sub[4];
	int64_t wanted = 1;
	if (!lat || !grid || lat->local[0] < 1 || lanes < 1 || lanes > LQCD_MAX_LANES || (lanes & (lanes - 1)))
		return LQCD_ERR_ARGUMENT;
	for (int mu = 0; mu < 4; mu++) {
		sub[mu] = lat->local[mu];
		grid[mu] = 1;
		/* Once above the limits the product never returns to a lane count. */
		if (wanted <= LQCD_MAX_LANES && wanted >= -LQCD_MAX_LANES) wanted *= lat->lane_grid[mu];
	}
	if (wanted == lanes) {
		for (int mu = 0; mu < 4; mu++) {
			const int l = grid[mu] = lat->lane_grid[mu];
			if (l < 1 || lat->local[mu] % l || (l > 1 && (lat->local[mu] / l) % 2)) return LQCD_ERR_LANES;
		}
		return LQCD_OK;
	}
	for (int left = lanes; left > 1; left /= 2) {
		int best = -1;
		/* Messages of whole blocks need no packing of lanes. */
		for (int cut = 0; cut < 2 && best < 0; cut++)
			for (int mu = 0; mu < 4; mu++)
				if (sub[mu] % 4 == 0 && (lat->comm.grid[mu] > 1) == cut &&
				    (best < 0 || sub[mu] > sub[best]))
					best = mu;
		if (best < 0) return LQCD_ERR_LANES;
		sub[best] /= 2;
		grid[best] *= 2;
	}
	return LQCD_OK;
}

/** Whether fields of so many lanes exist on a lattice. */
LQCD_STATIC int lqcd__lanes_fit(const lqcd_lattice *lat, int lanes)
{
	int grid[4];
	return lqcd_lattice_lane_grid(lat, lanes, grid) == LQCD_OK;
}

/** The block at coordinates y, which may be outside of the sub-lattice if leaves is set. No block lies two steps
 * outside in a parallel direction. */
static inline int lqcd__neighbour(const lqcd__plan *q, const int *ipt, const int y[4], int leaves)
{
	if (!leaves) return ipt[lqcd__lex(q->sub, y)];
	for (int mu = 0; mu < 4; mu++)
		if (y[mu] < -1 || y[mu] > q->sub[mu]) return -1;
	return lqcd__plan_index(q, ipt, y);
}

/** Both neighbours of every block, local or not, and the hops that change lanes; those into a receive buffer do not. */
LQCD_STATIC void lqcd__link_neighbours(const lqcd_geometry *g, const lqcd__plan *q, int *iup, int *idn,
				       unsigned char *face)
{
	for (int ix = 0; ix < q->total; ix++) {
		int x[4], y[4], bits = 0;
		const int halo = g->halo[ix];
		lqcd__unlex(g->lex[ix], g->sub, x);
		for (int mu = 0; mu < 4; mu++) x[mu] += ((halo >> mu & 1) - (halo >> (4 + mu) & 1)) * g->sub[mu];
		for (int mu = 0; mu < 4; mu++) {
			const int last = g->sub[mu] - 1, low = x[mu] == 0, high = x[mu] == last, cut = g->parallel[mu];
			memcpy(y, x, sizeof y);
			y[mu] = high && !cut ? 0 : x[mu] + 1;
			iup[4 * ix + mu] = lqcd__neighbour(q, g->ipt, y, halo || (cut && high));
			y[mu] = low && !cut ? last : x[mu] - 1;
			idn[4 * ix + mu] = lqcd__neighbour(q, g->ipt, y, halo || (cut && low));
			if (g->lane_grid[mu] > 1 && !cut) bits |= high << mu | low << (4 + mu);
		}
		face[ix] = (unsigned char)bits;
	}
}

LQCD_STATIC void lqcd__link_lanes(lqcd_geometry *g)
{
	for (int w = 0; w < g->lanes; w++) {
		int d[4], e[4];
		lqcd__unlex(w, g->lane_grid, d);
		for (int mu = 0; mu < 4; mu++) {
			const int l = g->lane_grid[mu];
			memcpy(e, d, sizeof e);
			e[mu] = (d[mu] + 1) % l;
			g->lane_up[mu][w] = lqcd__lex(g->lane_grid, e);
			e[mu] = (d[mu] + l - 1) % l;
			g->lane_dn[mu][w] = lqcd__lex(g->lane_grid, e);
		}
	}
}

LQCD_STATIC void lqcd__add_piece(struct lqcd__sites *s, lqcd_parity parity, int *pieces, int start, int len)
{
	s->start[parity][*pieces] = start;
	s->end[parity][(*pieces)++] = start + len - 1;
}

/** The pieces of a geometry, by parity or both in turn. */
LQCD_STATIC void lqcd__describe_pieces(lqcd_geometry *g, struct lqcd__sites *s, const lqcd__plan *q, lqcd_parity parity)
{
	const int lo = parity == LQCD_ODD, hi = parity == LQCD_EVEN ? 0 : 1, buffers = parity ? q->faces : q->buffers;
	int n = 0;
	for (int p = lo; p <= hi; p++) lqcd__add_piece(s, parity, &n, q->first[p], q->len[p][0]);
	g->inner_master_pieces = n;
	for (int p = lo; p <= hi && q->faces; p++)
		lqcd__add_piece(s, parity, &n, q->first[p] + q->len[p][0], q->stop[p] - q->first[p] - q->len[p][0]);
	g->local_master_pieces = g->total_spinor_master_pieces = g->total_gauge_master_pieces = n;
	for (int b = 0; b < buffers; b++) {
		for (int p = lo; p <= hi; p++) {
			const int i = n - g->local_master_pieces;
			int to[4], from[4];
			for (int mu = 0; mu < 4; mu++) {
				to[mu] = g->lattice->comm.coord[mu] - q->shift[b][mu];
				from[mu] = g->lattice->comm.coord[mu] + q->shift[b][mu];
			}
			s->len[parity][i] = q->size[b][p];
			s->sbuf[parity][i] = q->sbuf[b][p];
			s->proc[parity][0][i] = lqcd_lattice_rank(g->lattice, to);
			s->proc[parity][1][i] = lqcd_lattice_rank(g->lattice, from);
			lqcd__add_piece(s, parity, &n, q->rbuf[b][p], q->size[b][p]);
		}
		if (b < q->faces) g->total_spinor_master_pieces = n;
		if (b < q->staples) g->total_gauge_master_pieces = n;
	}
	g->total_leaf_master_pieces = n;
	g->master_start = s->start[parity];
	g->master_end = s->end[parity];
	g->nbuffers_spinor = g->total_spinor_master_pieces - g->local_master_pieces;
	g->nbuffers_gauge = g->total_gauge_master_pieces - g->local_master_pieces;
	g->nbuffers_leaf = n - g->local_master_pieces;
	if (!g->nbuffers_leaf) return;
	g->rbuf_len = g->sbuf_len = s->len[parity];
	g->rbuf_start = s->start[parity] + g->local_master_pieces;
	g->sbuf_start = s->sbuf[parity];
	g->sbuf_to_proc = s->proc[parity][0];
	g->rbuf_from_proc = s->proc[parity][1];
}

/** Fills the descriptor of one parity from the full one. mask: memory for fuse_mask. */
LQCD_STATIC void lqcd__describe(lqcd_geometry *g, struct lqcd__sites *s, const lqcd__plan *q, lqcd_parity parity,
				int *mask)
{
	const int lo = parity == LQCD_ODD, hi = parity == LQCD_EVEN ? 0 : 1, skip = lo ? q->spinor_copies[0] : 0;
	g->parity = parity;
	lqcd__describe_pieces(g, s, q, parity);
	g->master_shift = g->copy_shift = q->first[lo];
	g->gsize_spinor = q->spinor_stop[hi] - q->first[lo];
	g->gsize_gauge = parity ? g->gsize_spinor : q->staple_stop;
	g->gsize_leaf = parity ? g->gsize_spinor : q->total;
	g->ncopies_spinor = (lo ? 0 : q->spinor_copies[0]) + (hi ? q->spinor_copies[1] : 0);
	g->ncopies_gauge = parity ? g->ncopies_spinor : q->staple_copies;
	g->ncopies_leaf = parity ? g->ncopies_spinor : q->copies;
	if (g->ncopies_leaf) {
		g->copy_from = s->copy[0] + skip;
		g->copy_to = s->copy[1] + skip;
		g->copy_len = s->copy[2] + skip;
	}
	g->fuse_mask = mask;
	for (int p = 0; p < g->local_master_pieces; p++) {
		for (int ix = g->master_start[p]; ix <= g->master_end[p]; ix++) mask[g->fuse_gauge_size++] = ix;
		if (p < g->inner_master_pieces) g->fuse_inner_counter = g->fuse_gauge_size;
	}
}

/** The tables that all parities share, and the full geometry without its descriptor. */
LQCD_STATIC lqcd_status lqcd__sites_tables(struct lqcd__sites *s, const lqcd__plan *q, size_t volume)
{
	lqcd_geometry *g = &s->geometry[LQCD_FULL];
	const size_t total = (size_t)q->total;
	/* fuse_mask: an int per block for both parities together and for each; ipt: one; lex: one, iup, idn: four, face
	 * and halo: bytes, for every index. */
	s->memory = (int *)lqcd_alloc((3 * volume + 9 * total) * sizeof(int) + 2 * total);
	if (!s->memory) return LQCD_ERR_MEMORY;
	int *ipt = s->memory + 2 * volume, *lex = ipt + volume, *iup = lex + total, *idn = iup + 4 * total;
	unsigned char *face = (unsigned char *)(idn + 4 * total), *halo = face + total;
	g->ipt = ipt;
	g->lex = lex;
	g->iup = iup;
	g->idn = idn;
	g->face = face;
	g->halo = halo;
	memcpy(g->shift, q->shift, sizeof g->shift);
	memcpy(s->copy[0], q->copy_from, sizeof q->copy_from);
	memcpy(s->copy[1], q->copy_to, sizeof q->copy_to);
	memcpy(s->copy[2], q->copy_len, sizeof q->copy_len);
	lqcd__plan_sites(q, ipt, lex);
	lqcd__plan_halo(q, lex, halo);
	lqcd__link_neighbours(g, q, iup, idn, face);
	lqcd__link_lanes(g);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__sites_create(lqcd_lattice *lat, int lanes, struct lqcd__sites **out)
{
	int grid[4], volume = 1, odd = 0;
	lqcd__plan q;
	lqcd_status status = lqcd_lattice_lane_grid(lat, lanes, grid);
	if (status != LQCD_OK)
		return lqcd__refuse(lat, status,
				    "no grid of %d lanes fits the extents %d,%d,%d,%d of a process: use tag f or d, or "
				    "multiples of 4",
				    lanes, lat->local[0], lat->local[1], lat->local[2], lat->local[3]);
	struct lqcd__sites *s = (struct lqcd__sites *)lqcd_alloc(sizeof *s);
	if (!s) return LQCD_ERR_MEMORY;
	memset(s, 0, sizeof *s);
	lqcd_geometry *g = &s->geometry[LQCD_FULL];
	g->lattice = lat;
	g->lanes = lanes;
	for (int mu = 0; mu < 4; mu++) {
		g->lane_grid[mu] = grid[mu];
		volume *= g->sub[mu] = lat->local[mu] / grid[mu];
		g->parallel[mu] = lat->comm.grid[mu] > 1;
		odd ^= lat->comm.coord[mu] & lat->local[mu] & 1;
	}
	lqcd__plan_make(&q, g->sub, lat->block, g->parallel, odd);
	status = lqcd__sites_tables(s, &q, (size_t)volume);
	if (status != LQCD_OK) {
		lqcd_free(s);
		return status;
	}
	s->geometry[LQCD_EVEN] = s->geometry[LQCD_ODD] = *g;
	for (int p = 0; p < 3; p++)
		lqcd__describe(&s->geometry[p], s, &q, (lqcd_parity)p,
			       s->memory + (p ? volume + (p - 1) * (volume / 2) : 0));
	*out = s;
	return LQCD_OK;
}

static inline struct lqcd__sites *lqcd__sites_find(struct lqcd__sites *s, int lanes)
{
	while (s && s->geometry[0].lanes != lanes) s = s->next;
	return s;
}

/** The geometry of a parity and lane count; *out stays valid until the lattice is destroyed, and is NULL on error. */
LQCD_STATIC lqcd_status lqcd_lattice_geometry(const lqcd_lattice *on, lqcd_parity parity, int lanes,
					      const lqcd_geometry **out)
{
	lqcd_lattice *lat = (lqcd_lattice *)(uintptr_t)on;
	if (!out) return LQCD_ERR_ARGUMENT;
	*out = NULL;
	if (!lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	if ((unsigned)parity > LQCD_ODD)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "parity %d: LQCD_FULL, LQCD_EVEN or LQCD_ODD", (int)parity);
	struct lqcd__sites *first = __atomic_load_n(&lat->sites, __ATOMIC_ACQUIRE), *made = NULL;
	struct lqcd__sites *s = lqcd__sites_find(first, lanes);
	if (!s) {
		const lqcd_status status = lqcd__sites_create(lat, lanes, &made);
		const lqcd_status worst = lqcd_comm_worst(&lat->comm, status);
		if (worst != LQCD_OK) {
			if (status == LQCD_OK) lqcd__sites_free(made);
			return worst;
		}
		/* A thread that comes second takes what the first one has made. */
		do {
			made->next = first;
			s = lqcd__sites_find(first, lanes);
		} while (!s && !__atomic_compare_exchange_n(&lat->sites, &first, made, 0, __ATOMIC_ACQ_REL,
							    __ATOMIC_ACQUIRE));
		if (s)
			lqcd__sites_free(made);
		else
			s = made;
	}
	*out = &s->geometry[parity];
	return LQCD_OK;
}

#endif
