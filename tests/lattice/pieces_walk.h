/* tests/lattice/pieces_walk.h: the geometries of all processes of a grid, made in one process; a walker over all that
 * their descriptors say; and messages between them, which are copies of site numbers: afterwards every hop must read
 * the number of the site that is there. Expected values are worked out from coordinates alone.
 *
 *   check_random()      all of it on random lattices, grids, lane grids and path blocks
 *   random_lattice()    one of them */
#ifndef LQCD_TESTS_PIECES_WALK_H
#define LQCD_TESTS_PIECES_WALK_H

#include "../support/alloc_hook.h"
#include "../support/expect.h"

#include <lqcd/lattice/buffers.h>
#include <lqcd/field/field.h>

enum { CASES = 200, MOST_RANKS = 16, PIECES_MOST_SITES = 3000 };

static expectation counts, memory, order, parts, inner, local_sites, fuse, parity_parts, halves;
static expectation buffers, partners, senders, lanes_rule, hops, edges, site_numbers, back, loops;

/* All processes of a grid, and the site numbers that each has in its memory. */
typedef struct {
	int extent[4], grid[4], ranks, sites, lanes, parallel;
	lqcd_lattice lat[MOST_RANKS];
	const lqcd_geometry *g[3][MOST_RANKS]; /* by parity */
	int *data[MOST_RANKS];                 /* [index - master_shift][lane], or -1 */
	int (*next)[4][2];                     /* neighbours of a site: up, down */
	char name[160];
} world;

static int lexicographic(const int radix[4], const int digit[4])
{
	int n = 0;
	for (int mu = 0; mu < 4; mu++) n = n * radix[mu] + digit[mu];
	return n;
}

static void digits(int n, const int radix[4], int digit[4])
{
	for (int mu = 3; mu >= 0; mu--) {
		digit[mu] = n % radix[mu];
		n /= radix[mu];
	}
}

/* Parity of the site at local coordinates x. */
static int parity_of(const lqcd_geometry *g, const int x[4])
{
	int sum = 0;
	for (int mu = 0; mu < 4; mu++) sum += x[mu] + g->lattice->comm.coord[mu] * g->lattice->local[mu];
	return sum & 1;
}

static void link_sites(world *w)
{
	int x[4], y[4];
	for (int site = 0; site < w->sites; site++)
		for (int mu = 0; mu < 4; mu++)
			for (int down = 0; down < 2; down++) {
				digits(site, w->extent, x);
				memcpy(y, x, sizeof y);
				y[mu] = (x[mu] + (down ? w->extent[mu] - 1 : 1)) % w->extent[mu];
				w->next[site][mu][down] = lexicographic(w->extent, y);
			}
}

/* 0 when the lane count does not fit. */
static int begin(world *w, const int extent[4], const lqcd_lattice_options *options, int lanes)
{
	int coord[4], fits = 1;
	memset(w, 0, sizeof *w);
	w->ranks = w->sites = 1;
	w->lanes = lanes;
	for (int mu = 0; mu < 4; mu++) {
		w->sites *= w->extent[mu] = extent[mu];
		w->ranks *= w->grid[mu] = options->grid[mu] ? options->grid[mu] : 1;
		w->parallel += w->grid[mu] > 1;
	}
	const int *n = w->grid, *b = options->block, *l = options->lane_grid;
	snprintf(w->name, sizeof w->name, "%dx%dx%dx%d on %dx%dx%dx%d, %d lanes (%d,%d,%d,%d), PB %d,%d,%d,%d",
		 extent[0], extent[1], extent[2], extent[3], n[0], n[1], n[2], n[3], lanes, l[0], l[1], l[2], l[3],
		 b[0], b[1], b[2], b[3]);
	w->next = (int(*)[4][2])malloc((size_t)w->sites * sizeof *w->next);
	if (!w->next) exit(99);
	link_sites(w);
	for (int r = 0; r < w->ranks && fits; r++) {
		digits(r, w->grid, coord);
		if (lqcd_lattice_create_at(&w->lat[r], extent, options, coord, NULL) != LQCD_OK) exit(99);
		for (int p = 0; p < 3; p++)
			fits = fits && lqcd_lattice_geometry(&w->lat[r], (lqcd_parity)p, lanes, &w->g[p][r]) == LQCD_OK;
	}
	return fits;
}

static void end(world *w)
{
	for (int r = 0; r < w->ranks; r++) lqcd_lattice_destroy(&w->lat[r]);
	free(w->next);
}

/* The uses of an index, by the descriptor alone. */
enum { NOTHING, INNER, BOUNDARY, COPY, FACE, EDGE };

static void mark(const world *w, char *kind, int first, int len, int limit, char what)
{
	EXPECT(&memory, first >= 0 && len >= 0 && first + len <= limit, "%s: %d indices from %d on", w->name, len,
	       first);
	for (int ix = first; ix >= 0 && ix < first + len && ix < limit; ix++) {
		EXPECT(&memory, kind[ix] == NOTHING, "%s: index %d is used twice", w->name, ix);
		kind[ix] = what;
	}
}

/* Kinds of all indices of g; each exactly one. */
static void mark_all(const world *w, const lqcd_geometry *g, char *kind, int size)
{
	memset(kind, NOTHING, (size_t)size);
	for (int p = 0; p < g->total_leaf_master_pieces; p++)
		mark(w, kind, g->master_start[p] - g->master_shift, g->master_end[p] - g->master_start[p] + 1, size,
		     p < g->inner_master_pieces          ? INNER
		     : p < g->local_master_pieces        ? BOUNDARY
		     : p < g->total_spinor_master_pieces ? FACE
							 : EDGE);
	for (int k = 0; k < g->ncopies_leaf; k++)
		mark(w, kind, g->copy_to[k] - g->copy_shift, g->copy_len[k], size, COPY);
	for (int i = 0; i < size; i++) EXPECT(&memory, kind[i] != NOTHING, "%s: index %d has no use", w->name, i);
}

/* Within a parity: inner, boundary, copies, faces. Behind all spinors: copies and edges. */
static void check_pieces_order(const world *w, const lqcd_geometry *g, const lqcd_geometry *odd, const char *kind)
{
	char before = NOTHING;
	for (int i = 0; i < g->gsize_leaf; i++) {
		const int ix = i + g->master_shift;
		if (i == 0 || ix == odd->master_shift || i == g->gsize_spinor) before = NOTHING;
		if (i < g->gsize_spinor)
			EXPECT(&order, kind[i] >= before && kind[i] != EDGE, "%s: index %d is %d after %d", w->name, ix,
			       kind[i], before);
		else
			EXPECT(&order, kind[i] == COPY || kind[i] == EDGE, "%s: index %d is %d", w->name, ix, kind[i]);
		before = kind[i];
	}
}

static int blocks_of(const lqcd_geometry *g)
{
	return g->sub[0] * g->sub[1] * g->sub[2] * g->sub[3];
}

static void check_counts(const world *w, const lqcd_geometry *g)
{
	const int each = g->parity == LQCD_FULL ? 2 : 1, n = w->parallel, blocks = blocks_of(g) / 2 * each;
	int surface = 0, corners = 0, faces = 0, staple = 0, all = 0;
	for (int mu = 0; mu < 4; mu++) {
		if (w->grid[mu] == 1) continue;
		surface += 2 * blocks / g->sub[mu];
		for (int nu = 0; nu < 4; nu++)
			if (nu != mu && w->grid[nu] > 1) corners += blocks / g->sub[mu] / g->sub[nu];
	}
	EXPECT(&counts, g->inner_master_pieces == each, "%s: inner pieces", w->name);
	EXPECT(&counts, g->local_master_pieces == (n ? 2 : 1) * each, "%s: local pieces", w->name);
	EXPECT(&counts, g->nbuffers_spinor == 2 * n * each, "%s: faces", w->name);
	const int staples = each == 2 ? 2 * n * (n - 1) : 0;
	EXPECT(&counts,
	       g->nbuffers_gauge == g->nbuffers_spinor + staples && g->nbuffers_leaf == g->nbuffers_gauge + staples / 2,
	       "%s: edges", w->name);
	EXPECT(&counts,
	       g->total_spinor_master_pieces == g->local_master_pieces + g->nbuffers_spinor &&
		       g->total_gauge_master_pieces == g->local_master_pieces + g->nbuffers_gauge &&
		       g->total_leaf_master_pieces == g->local_master_pieces + g->nbuffers_leaf,
	       "%s: total pieces", w->name);
	for (int i = 0; i < g->nbuffers_leaf; i++) {
		all += g->rbuf_len[i];
		faces += i < g->nbuffers_spinor ? g->rbuf_len[i] : 0;
		staple += i < g->nbuffers_gauge ? g->rbuf_len[i] : 0;
	}
	if (each == 1) corners = 0;
	EXPECT(&counts, faces == surface && staple - faces == corners && all - staple == corners / 2,
	       "%s: %d, %d and %d received", w->name, faces, staple, all);
	EXPECT(&counts, lqcd_geometry_sites(g) == (int64_t)blocks * g->lanes, "%s: sites", w->name);
}

/* Pieces of a parity are blocks of that parity; inner blocks touch no border of a parallel direction, boundary blocks
 * do, and hops leave into receive buffers accordingly. */
static void check_pieces(const world *w, const lqcd_geometry *g)
{
	const int each = g->parity == LQCD_FULL ? 2 : 1;
	for (int p = 0; p < g->total_leaf_master_pieces; p++)
		for (int ix = g->master_start[p]; ix <= g->master_end[p]; ix++) {
			int x[4], touches = 0, leaves = 0;
			lqcd_geometry_coords(g, ix, 0, x);
			EXPECT(&parts, parity_of(g, x) == (each == 2 ? p % 2 : g->parity == LQCD_ODD),
			       "%s: index %d in piece %d", w->name, ix, p);
			if (p >= g->local_master_pieces) continue;
			for (int mu = 0; mu < 4; mu++) {
				const int s = x[mu] % g->sub[mu], up = lqcd_iup(g, ix, mu), dn = lqcd_idn(g, ix, mu);
				touches += w->grid[mu] > 1 && (s == 0 || s == g->sub[mu] - 1);
				leaves += (g->halo[up] != 0) + (g->halo[dn] != 0);
				EXPECT(&parts,
				       w->grid[mu] == 1 || (!lqcd_face(g, ix, mu, +1) && !lqcd_face(g, ix, mu, -1)),
				       "%s: index %d changes lanes in %d", w->name, ix, mu);
			}
			EXPECT(&inner, (p >= g->inner_master_pieces) == (touches > 0) && touches == leaves,
			       "%s: index %d of piece %d touches %d borders, %d hops leave", w->name, ix, p, touches,
			       leaves);
		}
}

static void check_fuse(const world *w, const lqcd_geometry *g, char *kind)
{
	int n = 0, in = 0;
	for (int p = 0; p < g->local_master_pieces; p++) {
		n += g->master_end[p] - g->master_start[p] + 1;
		if (p < g->inner_master_pieces) in = n;
	}
	EXPECT(&fuse, g->fuse_gauge_size == n && g->fuse_inner_counter == in, "%s: fuse sizes", w->name);
	for (int i = 0; i < n; i++) {
		char *k = &kind[g->fuse_mask[i] - g->master_shift];
		EXPECT(&fuse, *k == (i < in ? INNER : BOUNDARY), "%s: fuse_mask[%d]", w->name, i);
		*k = NOTHING;
	}
}

/* An even or odd geometry is the full one without the other parity: pieces, buffers and copies. */
static void check_parity(const world *w, const lqcd_geometry *full, const lqcd_geometry *g)
{
	const int odd = g->parity == LQCD_ODD;
	int copies = 0, ok = 1;
	for (int p = 0; p < g->total_spinor_master_pieces; p++)
		EXPECT(&parity_parts,
		       g->master_start[p] == full->master_start[2 * p + odd] &&
			       g->master_end[p] == full->master_end[2 * p + odd],
		       "%s: parity %d, piece %d", w->name, g->parity, p);
	for (int i = 0; i < g->nbuffers_spinor; i++) {
		const int j = 2 * i + odd;
		ok = g->rbuf_start[i] == full->rbuf_start[j] && g->rbuf_len[i] == full->rbuf_len[j] &&
		     g->sbuf_start[i] == full->sbuf_start[j] && g->sbuf_len[i] == full->sbuf_len[j] &&
		     g->rbuf_from_proc[i] == full->rbuf_from_proc[j] && g->sbuf_to_proc[i] == full->sbuf_to_proc[j];
		EXPECT(&parity_parts, ok, "%s: parity %d, buffer %d", w->name, g->parity, i);
	}
	for (int k = 0; k < full->ncopies_spinor; k++) {
		const int to = full->copy_to[k] - g->master_shift;
		if (to < 0 || to >= g->gsize_spinor) continue;
		ok = copies < g->ncopies_spinor && g->copy_from[copies] == full->copy_from[k] &&
		     g->copy_to[copies] == full->copy_to[k] && g->copy_len[copies] == full->copy_len[k];
		EXPECT(&parity_parts, ok, "%s: parity %d, copy %d", w->name, g->parity, k);
		copies++;
	}
	EXPECT(&parity_parts,
	       copies == g->ncopies_spinor && g->ncopies_leaf == copies && g->gsize_leaf == g->gsize_spinor,
	       "%s: parity %d, %d copies", w->name, g->parity, copies);
	EXPECT(&parity_parts, g->master_shift == (odd ? full->master_start[1] : 0) && g->copy_shift == g->master_shift,
	       "%s: shift", w->name);
}

/* Send buffer i: exactly the blocks at the border opposite to its shift, each once, as themselves or as copies. */
static void check_send(const world *w, const lqcd_geometry *g, int i, const char *kind)
{
	const int parity = g->parity == LQCD_FULL ? i % 2 : g->parity == LQCD_ODD;
	int shift[4], n = 0, count = 0;
	char *seen = (char *)calloc((size_t)blocks_of(g), 1);
	if (!seen) exit(99);
	lqcd_buffer_shift(g, i, shift);
	for (int k = 0; k < g->sbuf_len[i]; k++) {
		const int ix = g->sbuf_start[i] + k, what = kind[ix - g->master_shift];
		int s[4], at_border = 1;
		EXPECT(&senders, what == BOUNDARY || what == COPY, "%s: buffer %d sends index %d", w->name, i, ix);
		lqcd_geometry_coords(g, ix, 0, s);
		for (int mu = 0; mu < 4; mu++)
			at_border = at_border && (!shift[mu] || s[mu] == (shift[mu] > 0 ? 0 : g->sub[mu] - 1));
		EXPECT(&senders, at_border && parity_of(g, s) == parity, "%s: buffer %d sends index %d", w->name, i,
		       ix);
		EXPECT(&senders, !seen[lexicographic(g->sub, s)]++, "%s: buffer %d sends a block twice", w->name, i);
		EXPECT(&senders, lqcd_buffer_source(g, i, k) == (what == COPY ? g->ipt[lexicographic(g->sub, s)] : ix),
		       "%s: source of place %d of buffer %d", w->name, k, i);
		n++;
	}
	for (int b = 0; b < blocks_of(g); b++) {
		int s[4], at_border = 1;
		digits(b, g->sub, s);
		for (int mu = 0; mu < 4; mu++)
			at_border = at_border && (!shift[mu] || s[mu] == (shift[mu] > 0 ? 0 : g->sub[mu] - 1));
		count += at_border && parity_of(g, s) == parity;
	}
	EXPECT(&senders, n == count, "%s: buffer %d sends %d of %d", w->name, i, n, count);
	free(seen);
}

static void check_buffers(const world *w, const lqcd_geometry *g, int rank, const char *kind)
{
	for (int i = 0; i < g->nbuffers_leaf; i++) {
		const int piece = g->local_master_pieces + i, p = (int)g->parity;
		int shift[4], c[4], to[4], from[4], steps = 0;
		lqcd_buffer_shift(g, i, shift);
		digits(rank, w->grid, c);
		for (int mu = 0; mu < 4; mu++) {
			steps += abs(shift[mu]);
			to[mu] = (c[mu] - shift[mu] + w->grid[mu]) % w->grid[mu];
			from[mu] = (c[mu] + shift[mu] + w->grid[mu]) % w->grid[mu];
			EXPECT(&buffers, !shift[mu] || w->grid[mu] > 1, "%s: buffer %d", w->name, i);
		}
		EXPECT(&buffers, steps == (i < g->nbuffers_spinor ? 1 : 2), "%s: buffer %d", w->name, i);
		EXPECT(&buffers,
		       g->rbuf_start[i] == g->master_start[piece] &&
			       g->rbuf_len[i] == g->master_end[piece] - g->master_start[piece] + 1 &&
			       g->sbuf_len[i] == g->rbuf_len[i] && g->rbuf_len[i] > 0,
		       "%s: buffer %d is not piece %d", w->name, i, piece);
		EXPECT(&partners,
		       g->sbuf_to_proc[i] == lexicographic(w->grid, to) &&
			       g->rbuf_from_proc[i] == lexicographic(w->grid, from),
		       "%s: partners of buffer %d of process %d", w->name, i, rank);
		const lqcd_geometry *there = w->g[p][g->rbuf_from_proc[i]];
		EXPECT(&partners, there->sbuf_to_proc[i] == rank && there->sbuf_len[i] == g->rbuf_len[i],
		       "%s: message %d to process %d", w->name, i, rank);
		check_send(w, g, i, kind);
	}
}

static void check_descriptors(const world *w, int rank)
{
	const int most = w->g[0][rank]->gsize_leaf;
	char *kind = (char *)malloc((size_t)most);
	if (!kind) exit(99);
	for (int p = 0; p < 3; p++) {
		const lqcd_geometry *g = w->g[p][rank];
		mark_all(w, g, kind, g->gsize_leaf);
		check_pieces_order(w, g, w->g[2][rank], kind);
		check_counts(w, g);
		check_pieces(w, g);
		check_buffers(w, g, rank, kind);
		check_fuse(w, g, kind);
		if (p) check_parity(w, w->g[0][rank], g);
	}
	free(kind);
}

static int *at(const world *w, const lqcd_geometry *g, int rank, int ix, int lane)
{
	return w->data[rank] + (ix - g->master_shift) * g->lanes + lane;
}

/* Local blocks get the numbers of their sites; every site of the parity has one place among all processes. */
static void fill(world *w, int p)
{
	char *seen = (char *)calloc((size_t)w->sites, 1);
	int count = 0;
	if (!seen) exit(99);
	for (int r = 0; r < w->ranks; r++) {
		const lqcd_geometry *g = w->g[p][r];
		const int size = g->gsize_leaf * g->lanes;
		w->data[r] = (int *)malloc((size_t)size * sizeof **w->data);
		if (!w->data[r]) exit(99);
		for (int i = 0; i < size; i++) w->data[r][i] = -1;
		for (int k = 0; k < g->local_master_pieces; k++)
			for (int ix = g->master_start[k]; ix <= g->master_end[k]; ix++)
				for (int lane = 0; lane < g->lanes; lane++) {
					int x[4], y[4], here;
					lqcd_geometry_coords(g, ix, lane, x);
					digits(r, w->grid, y);
					for (int mu = 0; mu < 4; mu++)
						y[mu] = y[mu] * (w->extent[mu] / w->grid[mu]) + x[mu];
					const int site = lexicographic(w->extent, y);
					EXPECT(&local_sites,
					       site < w->sites && !seen[site]++ &&
						       lqcd_geometry_site(g, ix, lane) == (uint64_t)site &&
						       lqcd_geometry_index(g, x, &here) == ix && here == lane,
					       "%s: index %d lane %d of process %d", w->name, ix, lane, r);
					*at(w, g, r, ix, lane) = site;
					count++;
				}
	}
	EXPECT(&local_sites, count == w->sites / (p ? 2 : 1), "%s: parity %d has %d sites", w->name, p, count);
	free(seen);
}

/* Step 1 to 3 of an exchange (geometry.h): the lanes that are sent, and no others. */
static void send_messages(world *w, int p, int links)
{
	int sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES];
	for (int r = 0; r < w->ranks; r++) {
		const lqcd_geometry *g = w->g[p][r];
		for (int k = 0; k < (links ? g->ncopies_leaf : g->ncopies_spinor); k++)
			memcpy(at(w, g, r, g->copy_to[k], 0), at(w, g, r, g->copy_from[k], 0),
			       (size_t)(g->copy_len[k] * g->lanes) * sizeof **w->data);
	}
	for (int r = 0; r < w->ranks; r++) {
		const lqcd_geometry *g = w->g[p][r];
		for (int i = 0; i < (links ? g->nbuffers_leaf : g->nbuffers_spinor); i++) {
			const int from = g->rbuf_from_proc[i], n = lqcd_buffer_lanes(g, i, sent, received);
			const lqcd_geometry *there = w->g[p][from];
			int shift[4], outermost = g->lanes;
			lqcd_buffer_shift(g, i, shift);
			for (int mu = 0; mu < 4; mu++)
				if (shift[mu]) outermost /= g->lane_grid[mu];
			EXPECT(&lanes_rule, n == outermost, "%s: buffer %d sends %d lanes", w->name, i, n);
			for (int k = 0; k < g->rbuf_len[i]; k++)
				for (int j = 0; j < n; j++)
					*at(w, g, r, g->rbuf_start[i] + k, received[j]) =
						*at(w, there, from, there->sbuf_start[i] + k, sent[j]);
		}
	}
}

/* Step 4: the other lanes, which are in this process. */
static void fill_own(world *w, int p, int links)
{
	for (int r = 0; r < w->ranks; r++) {
		const lqcd_geometry *g = w->g[p][r];
		for (int i = 0; i < (links ? g->nbuffers_leaf : g->nbuffers_spinor); i++)
			for (int k = 0; k < g->rbuf_len[i]; k++)
				for (int lane = 0; lane < g->lanes; lane++) {
					int from = -1;
					const int own = lqcd_buffer_own(g, i, k, lane, &from);
					int *to = at(w, g, r, g->rbuf_start[i] + k, lane);
					EXPECT(&lanes_rule, (own < 0) == (*to >= 0),
					       "%s: lane %d of buffer %d comes twice, or not", w->name, lane, i);
					if (own >= 0) *to = *at(w, g, r, own, from);
				}
	}
}

static int moved(const lqcd_geometry *g, int ix, int mu, int down, int lane)
{
	if (!lqcd_face(g, ix, mu, down ? -1 : +1)) return lane;
	return down ? g->lane_dn[mu][lane] : g->lane_up[mu][lane];
}

static int hop(const lqcd_geometry *g, int ix, int mu, int down)
{
	return down ? lqcd_idn(g, ix, mu) : lqcd_iup(g, ix, mu);
}

/* One hop more, from lane `lane` of index ix, which stands for a site. */
static void check_second_hop(const world *w, int rank, int ix, int lane, int nu, int down, int site)
{
	const lqcd_geometry *g = w->g[0][rank];
	const int far = hop(g, ix, nu, down), want = w->next[site][nu][down];
	EXPECT(&edges, far >= 0, "%s: index %d, then %d", w->name, ix, nu);
	if (far < 0) return;
	const int there = moved(g, ix, nu, down, lane);
	EXPECT(&edges, *at(w, g, rank, far, there) == want && lqcd_geometry_site(g, far, there) == (uint64_t)want,
	       "%s: process %d, index %d lane %d, then %s %d", w->name, rank, ix, lane, down ? "down" : "up", nu);
}

/* One hop of every lane of a local block of the full geometry; with links, two hops mu, -nu or -mu, -nu, any order. */
static void check_hops(const world *w, int rank, int ix, int links)
{
	const lqcd_geometry *g = w->g[0][rank];
	for (int mu = 0; mu < 4; mu++)
		for (int down = 0; down < 2; down++) {
			const int to = hop(g, ix, mu, down);
			EXPECT(&back, to >= 0 && hop(g, to, mu, !down) == ix, "%s: index %d, direction %d and back",
			       w->name, ix, mu);
			if (to < 0) continue;
			for (int lane = 0; lane < g->lanes; lane++) {
				const int site = *at(w, g, rank, ix, lane), want = w->next[site][mu][down];
				const int there = moved(g, ix, mu, down, lane), got = *at(w, g, rank, to, there);
				EXPECT(&hops, got == want, "%s: process %d, index %d lane %d, %s %d: %d, not %d",
				       w->name, rank, ix, lane, down ? "down" : "up", mu, got, want);
				EXPECT(&site_numbers, lqcd_geometry_site(g, to, there) == (uint64_t)want,
				       "%s: number of index %d lane %d", w->name, to, there);
				for (int nu = 0; links && nu < 4; nu++) {
					if (nu == mu) continue;
					/* After a hop up, down in another direction; the other way round; both down. */
					for (int then = !down; then <= 1; then++)
						check_second_hop(w, rank, to, there, nu, then, want);
				}
			}
		}
}

/* Even blocks have read odd receive buffers, and the other way round: the same after exchanges of one parity. */
static void check_parity_hops(const world *w, int p, int rank)
{
	const lqcd_geometry *g = w->g[p][rank], *other = w->g[3 - p][rank];
	for (int k = 0; k < other->local_master_pieces; k++)
		for (int ix = other->master_start[k]; ix <= other->master_end[k]; ix++)
			for (int mu = 0; mu < 4; mu++)
				for (int down = 0; down < 2; down++) {
					const int to = hop(g, ix, mu, down), lane = random_below(g->lanes);
					const int site = (int)lqcd_geometry_site(other, ix, lane);
					const int inside =
						to >= g->master_shift && to < g->master_shift + g->gsize_spinor;
					EXPECT(&halves,
					       inside && *at(w, g, rank, to, moved(g, ix, mu, down, lane)) ==
								 w->next[site][mu][down],
					       "%s: parity %d, index %d, direction %d", w->name, p, ix, mu);
				}
}

/* The loops visit local blocks, once each, and no chunk reaches over the gap. */
static void check_loops(const world *w, const lqcd_geometry *g)
{
	char *visits = (char *)calloc((size_t)g->gsize_leaf, 1);
	double sum = 0.5, chunk_sum = 0, largest = -1;
	int ok = 1, last = -1, want = 0;
	static int lo_of[LQCD_CHUNKS], hi_of[LQCD_CHUNKS];
	if (!visits) exit(99);
	memset(lo_of, -1, sizeof lo_of);
	LQCD_MASTER_FOR(g, ix) visits[ix - g->master_shift]++;
	LQCD_MASTER_FOR_SUM(g, ix, sum) sum += visits[ix - g->master_shift]++ == 1;
	LQCD_MASTER_FOR_MAX(g, ix, largest) {
		if (ix > largest) largest = ix;
	}
	LQCD_CHUNK_FOR(g, chunk, lo, hi)
	{
		lo_of[chunk] = lo;
		hi_of[chunk] = hi;
		for (int ix = lo; ix < hi; ix++) visits[ix - g->master_shift]++;
	}
	LQCD_CHUNK_FOR_SUM(g, lo, hi, chunk_sum) chunk_sum += hi - lo;
	LQCD_PIECE_FOR(g, ixp)
		LQCD_SITE_FOR(g, ixp, ix) visits[ix - g->master_shift]++;
	for (int p = 0; p < g->local_master_pieces; p++)
		for (int ix = g->master_start[p]; ix <= g->master_end[p]; ix++, want++) {
			ok = ok && visits[ix - g->master_shift] == 4;
			visits[ix - g->master_shift] = 0;
			last = ix > last ? ix : last;
		}
	for (int i = 0; i < g->gsize_leaf; i++) ok = ok && !visits[i];
	for (int c = 0; c < LQCD_CHUNKS && lo_of[c] >= 0; c++)
		ok = ok && hi_of[c] > lo_of[c] && (c == 0 || lo_of[c] >= hi_of[c - 1]);
	EXPECT(&loops, ok, "%s: parity %d", w->name, g->parity);
	EXPECT(&loops, sum == want + 0.5 && chunk_sum == want && largest == last, "%s: parity %d: %g %g %g, not %d",
	       w->name, g->parity, sum, chunk_sum, largest, want);
	free(visits);
}

static void check_world(world *w)
{
	for (int r = 0; r < w->ranks; r++) check_descriptors(w, r);
	for (int p = 0; p < 3; p++) check_loops(w, w->g[p][0]);
	const int links = random_below(2), half = 1 + random_below(2);
	fill(w, 0);
	send_messages(w, 0, links);
	fill_own(w, 0, links);
	for (int r = 0; r < w->ranks; r++) {
		const lqcd_geometry *g = w->g[0][r];
		for (int p = 0; p < g->local_master_pieces; p++)
			for (int ix = g->master_start[p]; ix <= g->master_end[p]; ix++) check_hops(w, r, ix, links);
		free(w->data[r]);
	}
	fill(w, half);
	send_messages(w, half, 0);
	fill_own(w, half, 0);
	for (int r = 0; r < w->ranks; r++) check_parity_hops(w, half, r);
	for (int r = 0; r < w->ranks; r++) free(w->data[r]);
}

/* A lane grid of so many lanes in random directions, in local extents that allow it. */
static void random_lattice(int extent[4], lqcd_lattice_options *options, int lanes)
{
	int ranks, sites;
	do {
		ranks = sites = 1;
		for (int mu = 0; mu < 4; mu++) {
			options->grid[mu] = random_below(2) ? 1 : 1 + random_below(4);
			options->lane_grid[mu] = 1;
			options->block[mu] = random_below(5);
			extent[mu] = 2 * (1 + random_below(3)) * options->grid[mu];
			ranks *= options->grid[mu];
		}
		for (int left = lanes; left > 1; left /= 2) {
			const int mu = random_below(4);
			options->lane_grid[mu] *= 2;
			extent[mu] *= 2;
		}
		options->odd_extents = random_below(2);
		for (int mu = 0, odd = 0; mu < 4 && options->odd_extents; mu++)
			if (options->grid[mu] % 2 == 0 && options->lane_grid[mu] == 1 && odd < 2 && random_below(3)) {
				extent[mu] = (3 + 2 * random_below(2)) * options->grid[mu];
				odd++;
			}
		for (int mu = 0; mu < 4; mu++) sites *= extent[mu];
	} while (ranks > MOST_RANKS || sites > PIECES_MOST_SITES * (lanes > 4 ? 2 : 1));
}

#endif
