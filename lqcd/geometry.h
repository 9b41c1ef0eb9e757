/* lqcd/geometry.h: the lattice, its even-odd geometry, lanes and neighbours.
 *
 *   lqcd_lattice lat;
 *   int extent[4] = {16, 8, 8, 8};                              T, X, Y, Z; even, at least 2
 *   lqcd_status s = lqcd_lattice_create(&lat, extent, NULL, &why);
 *   const lqcd_geometry *g;
 *   s = lqcd_lattice_geometry(&lat, LQCD_EVEN, 1, &g);          made at the first request, owned by the lattice
 *   lqcd_lattice_destroy(&lat);                                 after the last field on it
 *
 * Directions are 0 = T, 1 = X, 2 = Y, 3 = Z. An index ix stands for a block of `lanes` sites (a power of two, 1
 * included). The lattice is cut by the lane grid l_T x l_X x l_Y x l_Z into `lanes` equal sub-lattices of extents
 * S_mu = L_mu / l_mu; lane w = ((w_T l_X + w_X) l_Y + w_Y) l_Z + w_Z of block ix is the site x_mu = w_mu S_mu + s_mu,
 * where s are the coordinates of the block in the sub-lattice ("hopping vector-friendly order", Diavastos, Stylianou,
 * Koutsou 2016). S_mu is even, so all lanes of a block have one parity. Neighbours of a block are blocks with the
 * same lanes, but at a face of the sub-lattice (lqcd_face) lane w continues in the lane lane_up[mu][w] or
 * lane_dn[mu][w].
 *
 * lqcd_geometry has the fields of HiRep's geometry_descriptor with their meanings: pieces are contiguous; piece 0 is
 * even, piece 1 is odd; master_start to master_end (inclusive) are indices of the full lattice, also for LQCD_ODD,
 * whose fields are stored from 0 on: LQCD_FIELD_AT subtracts master_shift. In a piece the blocks are ordered by path
 * blocking: blocks of PB_T x PB_X x PB_Y x PB_Z sites of the sub-lattice (default 2x2x2x2), lexicographic inside and
 * among them, Z fastest. With one process every site is inner, and there are no buffers and no copies.
 *
 *   lqcd_lattice_lane_grid(lat, lanes, grid)    the lane grid for so many lanes, or LQCD_ERR_LANES: halves the
 *                                               direction of the largest sub-lattice extent while it stays even
 *   lqcd_iup(g, ix, mu), lqcd_idn(g, ix, mu)    neighbouring block; an involution pair on full-lattice indices
 *   lqcd_face(g, ix, mu, sign)                  1 when that hop changes lanes
 *   lqcd_geometry_index(g, x, &lane)            coordinates (T,X,Y,Z) to block and lane
 *   lqcd_geometry_coords(g, ix, lane, x)        and back
 *   lqcd_geometry_site(g, ix, lane)             lexicographic number ((t X + x) Y + y) Z + z of the global site: key of
 *                                               random numbers, the same for every layout
 * Errors: LQCD_ERR_EXTENT (odd, below 2, more than 2^29 sites), LQCD_ERR_LANES, LQCD_ERR_ARGUMENT, LQCD_ERR_MEMORY.
 * After an error nothing is allocated. lqcd_lattice_geometry writes to the lattice when the lane count is new: not
 * from two threads.
 */
#ifndef LQCD_GEOMETRY_H
#define LQCD_GEOMETRY_H

#include <string.h>

#include "comm.h"
#include "memory.h"
#include "status.h"

#define LQCD_MAX_LANES 64

typedef enum { LQCD_FULL = 0, LQCD_EVEN = 1, LQCD_ODD = 2 } lqcd_parity;

struct lqcd__sites;

typedef struct lqcd_lattice {
	int extent[4];              /* global */
	int local[4];               /* of this process */
	int block[4];               /* path blocking */
	int lane_grid[4];           /* the caller's wish, used for lane counts equal to its product; 0: none */
	lqcd_comm comm;
	struct lqcd__sites *sites;  /* geometries made so far, one entry per lane count */
} lqcd_lattice;

typedef struct lqcd_geometry {
	/* HiRep's geometry_descriptor */
	int inner_master_pieces, local_master_pieces, total_spinor_master_pieces, total_gauge_master_pieces;
	int *master_start, *master_end; /* per piece; the end is inclusive */
	int master_shift;               /* first index that is stored */
	int ncopies_spinor, ncopies_gauge;
	int *copy_from, *copy_to, *copy_len;
	int copy_shift;
	int nbuffers_spinor, nbuffers_gauge;
	int *rbuf_len, *sbuf_len, *rbuf_from_proc, *rbuf_start, *sbuf_to_proc, *sbuf_start;
	int gsize_spinor, gsize_gauge;  /* elements (blocks of lanes) to allocate */
	int *fuse_mask;                 /* the indices of all local sites, inner ones first */
	int fuse_gauge_size, fuse_inner_counter;
	/* lanes and neighbours */
	lqcd_lattice *lattice;
	lqcd_parity parity;
	int lanes, lane_grid[4], sub[4];
	const int *iup, *idn;           /* [4*ix+mu], full-lattice indices */
	const int *ipt, *lex;           /* lexicographic number in the sub-lattice to index, and back */
	const unsigned char *face;      /* bit mu: the hop up changes lanes; bit 4+mu: the hop down */
	int lane_up[4][LQCD_MAX_LANES], lane_dn[4][LQCD_MAX_LANES];
} lqcd_geometry;

typedef struct {
	int block[4];     /* PB_T, PB_X, PB_Y, PB_Z; 0 means 2 */
	int lane_grid[4]; /* all 0: chosen; else used for lane counts equal to the product */
} lqcd_lattice_options;

struct lqcd__sites {
	struct lqcd__sites *next;
	lqcd_geometry geometry[3]; /* by lqcd_parity */
	int start[2], end[2];      /* master_start and master_end of the two pieces */
	int *memory;               /* one block for all tables */
};

LQCD_STATIC lqcd_lattice_options lqcd_lattice_options_default(void)
{
	lqcd_lattice_options o;
	memset(&o, 0, sizeof o);
	return o;
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
static inline void lqcd_geometry_coords(const lqcd_geometry *g, int ix, int lane, int x[4])
{
	int s[4], w[4];
	lqcd__unlex(g->lex[ix], g->sub, s);
	lqcd__unlex(lane, g->lane_grid, w);
	for (int mu = 0; mu < 4; mu++) x[mu] = w[mu] * g->sub[mu] + s[mu];
}

/** Lexicographic number of the global site. */
static inline uint64_t lqcd_geometry_site(const lqcd_geometry *g, int ix, int lane)
{
	const lqcd_lattice *lat = g->lattice;
	int x[4];
	uint64_t n = 0;
	lqcd_geometry_coords(g, ix, lane, x);
	for (int mu = 0; mu < 4; mu++)
		n = n * (uint64_t)lat->extent[mu] + (uint64_t)(x[mu] + lat->comm.coord[mu] * lat->local[mu]);
	return n;
}

/** Sites of this process in the geometry, lanes counted. */
static inline int64_t lqcd_geometry_sites(const lqcd_geometry *g)
{
	int64_t n = 0;
	for (int p = 0; p < g->local_master_pieces; p++) n += g->master_end[p] - g->master_start[p] + 1;
	return n * g->lanes;
}

LQCD_STATIC lqcd_status lqcd_lattice_create(lqcd_lattice *lat, const int extent[4], const lqcd_lattice_options *options,
					    lqcd_message *why)
{
	static const char name[4] = {'T', 'X', 'Y', 'Z'};
	int64_t volume = 1;
	memset(lat, 0, sizeof *lat);
	lat->comm = lqcd_comm_self();
	for (int mu = 0; mu < 4; mu++) {
		if (extent[mu] < 2 || extent[mu] % 2)
			return lqcd_fail(why, LQCD_ERR_EXTENT, "lattice extent %c = %d: must be even and at least 2",
					 name[mu], extent[mu]);
		volume *= extent[mu];
		if (volume > (int64_t)1 << 29)
			return lqcd_fail(why, LQCD_ERR_EXTENT,
					 "lattice %d x %d x %d x %d: more than 2^29 sites in one process", extent[0],
					 extent[1], extent[2], extent[3]);
		lat->extent[mu] = lat->local[mu] = extent[mu];
		lat->block[mu] = options && options->block[mu] ? options->block[mu] : 2;
		if (lat->block[mu] < 1)
			return lqcd_fail(why, LQCD_ERR_ARGUMENT, "path block PB_%c = %d: must be positive", name[mu],
					 lat->block[mu]);
		if (lat->block[mu] > extent[mu]) lat->block[mu] = extent[mu];
		lat->lane_grid[mu] = options ? options->lane_grid[mu] : 0;
	}
	return LQCD_OK;
}

LQCD_STATIC void lqcd_lattice_destroy(lqcd_lattice *lat)
{
	while (lat->sites) {
		struct lqcd__sites *s = lat->sites;
		lat->sites = s->next;
		lqcd_free(s->memory);
		lqcd_free(s);
	}
	memset(lat, 0, sizeof *lat);
}

LQCD_STATIC lqcd_status lqcd_lattice_lane_grid(const lqcd_lattice *lat, int lanes, int grid[4])
{
	int sub[4];
	int64_t wish = 1;
	if (lanes < 1 || lanes > LQCD_MAX_LANES || (lanes & (lanes - 1))) return LQCD_ERR_ARGUMENT;
	for (int mu = 0; mu < 4; mu++) {
		sub[mu] = lat->local[mu];
		grid[mu] = 1;
		/* Beyond the limits no factor brings the product back to a lane count. */
		if (wish <= LQCD_MAX_LANES && wish >= -LQCD_MAX_LANES) wish *= lat->lane_grid[mu];
	}
	if (wish == lanes) {
		for (int mu = 0; mu < 4; mu++) {
			const int l = grid[mu] = lat->lane_grid[mu];
			if (l < 1 || lat->local[mu] % l || (lat->local[mu] / l) % 2) return LQCD_ERR_LANES;
		}
		return LQCD_OK;
	}
	for (int left = lanes; left > 1; left /= 2) {
		int best = -1;
		for (int mu = 0; mu < 4; mu++)
			if (sub[mu] % 4 == 0 && (best < 0 || sub[mu] > sub[best])) best = mu;
		if (best < 0) return LQCD_ERR_LANES;
		sub[best] /= 2;
		grid[best] *= 2;
	}
	return LQCD_OK;
}

/** ipt and lex by path blocking: counts the sites of each parity along the path. */
LQCD_STATIC void lqcd__order_sites(const int sub[4], const int block[4], int half, int *ipt, int *lex)
{
	int next[2], b[4], nb[4], nblocks = 1;
	next[0] = 0;
	next[1] = half;
	for (int mu = 0; mu < 4; mu++) nblocks *= nb[mu] = (sub[mu] + block[mu] - 1) / block[mu];
	for (int ib = 0; ib < nblocks; ib++) {
		int lo[4], len[4], x[4], inside = 1;
		lqcd__unlex(ib, nb, b);
		for (int mu = 0; mu < 4; mu++) {
			lo[mu] = b[mu] * block[mu];
			len[mu] = sub[mu] - lo[mu] < block[mu] ? sub[mu] - lo[mu] : block[mu];
			inside *= len[mu];
		}
		for (int k = 0; k < inside; k++) {
			lqcd__unlex(k, len, x);
			for (int mu = 0; mu < 4; mu++) x[mu] += lo[mu];
			const int ix = next[(x[0] + x[1] + x[2] + x[3]) & 1]++;
			ipt[lqcd__lex(sub, x)] = ix;
			lex[ix] = lqcd__lex(sub, x);
		}
	}
}

LQCD_STATIC void lqcd__link_neighbours(const lqcd_geometry *g, int volume, int *iup, int *idn, unsigned char *face)
{
	for (int ix = 0; ix < volume; ix++) {
		int x[4], y[4], bits = 0;
		lqcd__unlex(g->lex[ix], g->sub, x);
		for (int mu = 0; mu < 4; mu++) {
			const int last = g->sub[mu] - 1;
			memcpy(y, x, sizeof y);
			y[mu] = x[mu] == last ? 0 : x[mu] + 1;
			iup[4 * ix + mu] = g->ipt[lqcd__lex(g->sub, y)];
			y[mu] = x[mu] == 0 ? last : x[mu] - 1;
			idn[4 * ix + mu] = g->ipt[lqcd__lex(g->sub, y)];
			if (g->lane_grid[mu] > 1) bits |= (x[mu] == last) << mu | (x[mu] == 0) << (4 + mu);
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

/** Fills the descriptor of one parity from the full one; one process: all sites inner, no buffers, no copies. */
LQCD_STATIC void lqcd__describe(lqcd_geometry *g, struct lqcd__sites *s, lqcd_parity parity, int half)
{
	const int pieces = parity == LQCD_FULL ? 2 : 1, first = parity == LQCD_ODD ? 1 : 0;
	g->parity = parity;
	g->inner_master_pieces = g->local_master_pieces = pieces;
	g->total_spinor_master_pieces = g->total_gauge_master_pieces = pieces;
	g->master_start = s->start + first;
	g->master_end = s->end + first;
	g->master_shift = s->start[first];
	g->copy_shift = g->master_shift;
	g->gsize_spinor = g->gsize_gauge = pieces * half;
	g->fuse_mask = s->memory + first * half;
	g->fuse_gauge_size = g->fuse_inner_counter = pieces * half;
}

LQCD_STATIC lqcd_status lqcd__sites_create(lqcd_lattice *lat, int lanes, struct lqcd__sites **out)
{
	int grid[4], volume = 1;
	lqcd_status status = lqcd_lattice_lane_grid(lat, lanes, grid);
	if (status != LQCD_OK) return status;
	struct lqcd__sites *s = (struct lqcd__sites *)lqcd_alloc(sizeof *s);
	if (!s) return LQCD_ERR_MEMORY;
	memset(s, 0, sizeof *s);
	lqcd_geometry *g = &s->geometry[LQCD_FULL];
	g->lattice = lat;
	g->lanes = lanes;
	for (int mu = 0; mu < 4; mu++) {
		g->lane_grid[mu] = grid[mu];
		volume *= g->sub[mu] = lat->local[mu] / grid[mu];
	}
	/* fuse_mask, ipt, lex: one int per block; iup, idn: four; face: a byte. */
	const size_t v = (size_t)volume;
	s->memory = (int *)lqcd_alloc(v * (11 * sizeof(int) + 1));
	if (!s->memory) {
		lqcd_free(s);
		return LQCD_ERR_MEMORY;
	}
	int *ipt = s->memory + v, *lex = ipt + v, *iup = lex + v, *idn = iup + 4 * v;
	unsigned char *face = (unsigned char *)(idn + 4 * v);
	for (int ix = 0; ix < volume; ix++) s->memory[ix] = ix;
	g->ipt = ipt;
	g->lex = lex;
	g->iup = iup;
	g->idn = idn;
	g->face = face;
	s->start[0] = 0;
	s->end[0] = volume / 2 - 1;
	s->start[1] = volume / 2;
	s->end[1] = volume - 1;
	lqcd__order_sites(g->sub, lat->block, volume / 2, ipt, lex);
	lqcd__link_neighbours(g, volume, iup, idn, face);
	lqcd__link_lanes(g);
	s->geometry[LQCD_EVEN] = s->geometry[LQCD_ODD] = *g;
	for (int p = 0; p < 3; p++) lqcd__describe(&s->geometry[p], s, (lqcd_parity)p, volume / 2);
	*out = s;
	return LQCD_OK;
}

/** The geometry of a parity and lane count; *out stays valid until the lattice is destroyed, and is NULL on error. */
LQCD_STATIC lqcd_status lqcd_lattice_geometry(lqcd_lattice *lat, lqcd_parity parity, int lanes, const lqcd_geometry **out)
{
	struct lqcd__sites *s = lat->sites;
	*out = NULL;
	while (s && s->geometry[0].lanes != lanes) s = s->next;
	if (!s) {
		lqcd_status status = lqcd__sites_create(lat, lanes, &s);
		if (status != LQCD_OK) return status;
		s->next = lat->sites;
		lat->sites = s;
	}
	*out = &s->geometry[parity];
	return LQCD_OK;
}

#endif
