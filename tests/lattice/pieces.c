/* tests/lattice/pieces.c: pieces, copies and buffers of the geometry on process grids: by a walker over random lattices
 * (pieces_walk.h), by the example of the document that defines them, and by what must be refused. */
#include <limits.h>

#include "pieces_walk.h"

#include <lqcd/lattice/blocks.h>

/* The example of HiRep's documentation: a 4x4 lattice with two parallel directions. Extents are at least 2, so that it
 * is a slice of four dimensions: of 2 x 2 x 4 x 4, Y and Z parallel, with t and x fixed. Its classes are those of two
 * dimensions in every slice; number the indices of a slice in the order of memory, 0, 1, ..., and the document's
 * numbers must come out. Even blocks of a slice with t + x odd are what the document calls odd. */
typedef struct {
	int number[256]; /* of an index of the full geometry; -1: of another slice */
	int count;
} slice;

static slice number_slice(const lqcd_geometry *g, int t, int x)
{
	slice s;
	s.count = 0;
	for (int ix = 0; ix < g->gsize_spinor; ix++) {
		int c[4];
		lqcd_geometry_coords(g, ix, 0, c);
		s.number[ix] = c[0] == t && c[1] == x ? s.count++ : -1;
	}
	return s;
}

/* The indices of the slice in [first, first + len) are numbers a to b. */
static int run_is(const slice *s, int first, int len, int a, int b)
{
	for (int ix = first; ix < first + len; ix++)
		if (s->number[ix] >= 0 && s->number[ix] != a++) return 0;
	return a == b + 1;
}

static int piece_is(const slice *s, const lqcd_geometry *g, int ixp, int a, int b)
{
	return run_is(s, g->master_start[ixp], g->master_end[ixp] - g->master_start[ixp] + 1, a, b);
}

/* The half of a slice that begins with number n: with the corner site n + 2 that is copied to n + 8 (hole = 1), or
 * without. p: parity of the blocks. */
static void check_half(const slice *s, const lqcd_geometry *g, int p, int n, int hole)
{
	static const int send[2][4] = {{2, 3, 5, 6}, {2, 4, 5, 7}};
	int copies = 0, ok = 1;
	tap_ok(piece_is(s, g, p, n, n + 1), "4x4: inner %d-%d", n, n + 1);
	tap_ok(piece_is(s, g, 2 + p, n + 2, n + 7), "4x4: boundary %d-%d", n + 2, n + 7);
	for (int k = 0; k < g->ncopies_spinor; k++)
		for (int j = 0; j < g->copy_len[k]; j++) {
			const int from = s->number[g->copy_from[k] + j], to = s->number[g->copy_to[k] + j];
			if (from < n || from > n + 7) continue;
			ok = ok && from == n + 2 && to == n + 8;
			copies++;
		}
	tap_ok(ok && copies == hole, "4x4: %d copies%s", copies, hole ? ", of 2 to 8" : "");
	for (int b = 0; b < 4; b++) {
		const int i = 2 * b + p, a = n + send[hole][b], r = n + 8 + hole + 2 * b;
		tap_ok(run_is(s, g->sbuf_start[i], g->sbuf_len[i], a, a + 1), "4x4: sends %d-%d", a, a + 1);
		tap_ok(piece_is(s, g, 4 + i, r, r + 1), "4x4: receives %d-%d", r, r + 1);
	}
}

static void check_document(void)
{
	const int extent[4] = {2, 2, 8, 8}, coord[4] = {0, 0, 1, 0};
	lqcd_lattice_options options = lqcd_lattice_options_default();
	const lqcd_geometry *g, *odd;
	lqcd_lattice lat;
	options.grid[2] = options.grid[3] = 2;
	int ok = lqcd_lattice_create_at(&lat, extent, &options, coord, NULL) == LQCD_OK;
	ok = ok && lqcd_lattice_geometry(&lat, LQCD_FULL, 1, &g) == LQCD_OK &&
	     lqcd_lattice_geometry(&lat, LQCD_ODD, 1, &odd) == LQCD_OK;
	if (!ok) exit(99);
	tap_ok(g->gsize_spinor == 4 * 33 && g->local_master_pieces == 4 && g->total_spinor_master_pieces == 12,
	       "4x4: 33 indices to a slice, four local pieces, eight receive buffers");
	for (int t = 0; t < 2; t++)
		for (int x = 0; x < 2; x++) {
			const slice s = number_slice(g, t, x);
			const int even = (t + x) % 2 == 0, shift = even ? 17 : 16;
			int before = 0;
			for (int ix = 0; ix < odd->master_shift; ix++) before += s.number[ix] >= 0;
			tap_ok(s.count == 33 && before == shift, "4x4: the odd part starts at %d", before);
			check_half(&s, g, 0, 0, even);
			check_half(&s, g, 1, shift, !even);
		}
	lqcd_lattice_destroy(&lat);
}

/* Two directions are sent without copies, but for a corner: those with the smallest extents, here of 8, 4, 12, 4. */
static void check_copies(void)
{
	const int extent[4] = {16, 8, 24, 8}, coord[4] = {0, 0, 0, 0};
	for (int n = 1; n <= 4; n++) {
		lqcd_lattice_options options = lqcd_lattice_options_default();
		const lqcd_geometry *g;
		lqcd_lattice lat;
		int copied = 0, direct = 0, small = 1;
		for (int mu = 0; mu < n; mu++) options.grid[mu] = 2;
		if (lqcd_lattice_create_at(&lat, extent, &options, coord, NULL) != LQCD_OK ||
		    lqcd_lattice_geometry(&lat, LQCD_FULL, 1, &g) != LQCD_OK)
			exit(99);
		for (int k = 0; k < g->ncopies_spinor; k++) copied += g->copy_len[k];
		for (int i = 0; i < g->nbuffers_spinor; i++) {
			int shift[4];
			lqcd_buffer_shift(g, i, shift);
			if (g->sbuf_start[i] + g->sbuf_len[i] - 1 > g->master_end[2 + i % 2]) continue;
			direct++;
			small = small && (n < 4 || shift[1] || shift[3]);
		}
		tap_ok(n > 2 || copied == (n == 1 ? 0 : 24 * 8), "%d parallel directions: %d copied blocks", n, copied);
		tap_ok(small && direct >= (n == 1 ? 4 : 6), "%d parallel directions: %d of %d buffers without copies",
		       n, direct, g->nbuffers_spinor);
		lqcd_lattice_destroy(&lat);
	}
}

static double surface_of(const int extent[4], const int grid[4])
{
	double s = 0;
	for (int mu = 0; mu < 4; mu++) s += grid[mu] > 1 ? (double)grid[mu] / extent[mu] : 0;
	return s;
}

static void check_grid_choose(void)
{
	static const struct {
		int extent[4], processes, grid[4];
	} known[] = {{{16, 16, 16, 16}, 1, {1, 1, 1, 1}},  {{16, 16, 16, 16}, 2, {2, 1, 1, 1}},
		     {{16, 16, 16, 16}, 16, {4, 4, 1, 1}}, {{48, 24, 24, 24}, 2, {2, 1, 1, 1}},
		     {{48, 24, 24, 24}, 4, {4, 1, 1, 1}},  {{6, 6, 6, 12}, 6, {1, 1, 1, 6}},
		     {{4, 4, 4, 20}, 5, {1, 1, 1, 5}},     {{64, 64, 64, 64}, 65536, {16, 16, 16, 16}}};
	expectation best;
	int grid[4], e[4], g[4];
	memset(&best, 0, sizeof best);
	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		const lqcd_status status = lqcd_grid_choose(known[k].extent, known[k].processes, grid);
		tap_ok(status == LQCD_OK && !memcmp(grid, known[k].grid, sizeof grid),
		       "%d processes: %d x %d x %d x %d", known[k].processes, grid[0], grid[1], grid[2], grid[3]);
	}
	for (int k = 0; k < 300; k++) {
		const int processes = 1 + random_below(24);
		double least = 1e30;
		for (int mu = 0; mu < 4; mu++) e[mu] = 2 * (1 + random_below(12));
		for (int n = 0; n < 24 * 24 * 24; n++) {
			const int side[4] = {24, 24, 24, 1};
			int fits = 1;
			digits(n, side, g);
			for (int mu = 0; mu < 3; mu++) g[mu]++;
			if (processes % (g[0] * g[1] * g[2])) continue;
			g[3] = processes / (g[0] * g[1] * g[2]);
			for (int mu = 0; mu < 4; mu++) fits = fits && e[mu] % (2 * g[mu]) == 0;
			if (fits && surface_of(e, g) < least) least = surface_of(e, g);
		}
		const lqcd_status status = lqcd_grid_choose(e, processes, grid);
		if (least > 1e29)
			EXPECT(&best, status == LQCD_ERR_EXTENT, "%d processes on %d,%d,%d,%d", processes, e[0], e[1],
			       e[2], e[3]);
		else
			EXPECT(&best,
			       status == LQCD_OK && grid[0] * grid[1] * grid[2] * grid[3] == processes &&
				       surface_of(e, grid) < least * (1 + 1e-9) + 1e-12,
			       "%d processes on %d,%d,%d,%d: %d,%d,%d,%d", processes, e[0], e[1], e[2], e[3], grid[0],
			       grid[1], grid[2], grid[3]);
	}
	expect_done(&best, "lqcd_grid_choose finds the smallest surface, or that there is none");
	const int small[4] = {2, 2, 2, 2}, odd[4] = {4, 3, 4, 4};
	tap_ok(lqcd_grid_choose(small, 2, grid) == LQCD_ERR_EXTENT && lqcd_grid_choose(small, 1, grid) == LQCD_OK &&
		       lqcd_grid_choose(odd, 1, grid) == LQCD_ERR_EXTENT &&
		       lqcd_grid_choose(small, 0, grid) == LQCD_ERR_ARGUMENT &&
		       lqcd_grid_choose(small, INT_MIN, grid) == LQCD_ERR_ARGUMENT,
	       "lqcd_grid_choose: what fits nothing");
}

static int odd_extents;

static void refuse(const int extent[4], int t, int x, int y, int z, const int coord[4], lqcd_status want,
		   const char *says)
{
	lqcd_lattice_options options = lqcd_lattice_options_default();
	lqcd_message why;
	lqcd_lattice lat;
	options.odd_extents = odd_extents;
	options.grid[0] = t;
	options.grid[1] = x;
	options.grid[2] = y;
	options.grid[3] = z;
	why.text[0] = 0;
	const lqcd_status status = lqcd_lattice_create_at(&lat, extent, &options, coord, &why);
	tap_ok(status == want && strstr(why.text, says), "grid %d,%d,%d,%d: %s", t, x, y, z, why.text);
	lqcd_lattice_destroy(&lat);
}

static void check_errors(void)
{
	const int extent[4] = {8, 12, 4, 16}, origin[4] = {0, 0, 0, 0};
	const int after[4] = {0, 3, 0, 0}, negative[4] = {0, 0, 0, -1}, last[4] = {1, 2, 1, 3};
	const int large[4] = {1 << 15, 1 << 15, 2, 2}, huge[4] = {1 << 20, 1 << 20, 1 << 20, 1 << 20};
	const int wide[4] = {4, 2, 2, 1 << 26};
	refuse(extent, 3, 1, 1, 1, origin, LQCD_ERR_EXTENT, "lattice extent T = 8, process grid T = 3:");
	refuse(extent, 8, 1, 1, 1, origin, LQCD_ERR_EXTENT, "the local extent 8/8 must be even");
	refuse(extent, 1, 4, 1, 1, origin, LQCD_ERR_EXTENT, "local extent 12/4");
	refuse(extent, 1, 1, 4, 1, origin, LQCD_ERR_EXTENT, "local extent 4/4");
	refuse(extent, 1, 1, 1, INT_MAX, origin, LQCD_ERR_EXTENT, "process grid Z =");
	refuse(extent, 1, 1, -2, 1, origin, LQCD_ERR_ARGUMENT, "process grid Y = -2: must be positive");
	refuse(extent, 2, 3, 2, 4, after, LQCD_ERR_ARGUMENT, "process coordinate X = 3: not in 0 to 2");
	refuse(extent, 2, 3, 2, 4, negative, LQCD_ERR_ARGUMENT, "process coordinate Z = -1: not in 0 to 3");
	refuse(large, 1, 1, 1, 1, origin, LQCD_ERR_EXTENT, "2^29");
	refuse(huge, 1 << 18, 1 << 12, 1, 1, origin, LQCD_ERR_EXTENT, "2^29");
	refuse(huge, 1 << 18, 1 << 18, 1 << 18, 1 << 18, origin, LQCD_ERR_ARGUMENT, "processes");
	refuse(wide, 2, 1, 1, 1, origin, LQCD_ERR_EXTENT, "with its buffers");
	const int six[4] = {6, 6, 6, 2}, odd[4] = {6, 5, 6, 2};
	refuse(six, 1, 2, 1, 1, origin, LQCD_ERR_EXTENT, "local extent 6/2");
	odd_extents = 1;
	refuse(six, 1, 4, 1, 1, origin, LQCD_ERR_EXTENT, "local extent 6/4");
	refuse(six, 1, 2, 1, 2, origin, LQCD_ERR_EXTENT, "local extent 2/2");
	refuse(odd, 1, 1, 1, 1, origin, LQCD_ERR_EXTENT, "extent X = 5: must be even");
	refuse(six, 2, 2, 2, 1, origin, LQCD_ERR_EXTENT, "3 x 3 x 3 x 2: at most two of them may be odd");
	lqcd_lattice_options threes = lqcd_lattice_options_default();
	const int any[4] = {0, 0, 0, 0};
	const lqcd_geometry *full;
	lqcd_message said;
	lqcd_lattice thirds;
	lqcd_blocks blocks;
	threes.odd_extents = 1;
	threes.grid[0] = 2;
	tap_ok(lqcd_lattice_create_at(&thirds, six, &threes, origin, NULL) == LQCD_OK &&
		       lqcd_lattice_geometry(&thirds, LQCD_FULL, 1, &full) == LQCD_OK &&
		       lqcd_blocks_create(&blocks, full, any, &said) == LQCD_ERR_EXTENT &&
		       strstr(said.text, "local extent T = 3 is odd"),
	       "%s", said.text);
	lqcd_lattice_destroy(&thirds);
	lqcd_lattice_options options = lqcd_lattice_options_default();
	lqcd_message why;
	lqcd_lattice lat;
	const int grid[4] = {2, 3, 2, 4};
	memcpy(options.grid, grid, sizeof grid);
	why.text[0] = 0;
	tap_ok(lqcd_lattice_create(&lat, extent, &options, &why) == LQCD_ERR_ARGUMENT &&
		       strstr(why.text, "needs 48 processes"),
	       "lqcd_lattice_create: %s", why.text);
	tap_ok(lqcd_lattice_create_at(&lat, extent, &options, last, &why) == LQCD_OK && lat.comm.rank == 47 &&
		       lat.comm.size == 48 && !memcmp(lat.comm.coord, last, sizeof last) && lat.local[0] == 4 &&
		       lat.local[1] == 4 && lat.local[2] == 2 && lat.local[3] == 4 &&
		       lqcd_lattice_rank(&lat, negative) == 3,
	       "the last of 48 processes");
	lqcd_lattice_destroy(&lat);
}

/* Fields have room for their buffers, and begin with zeros there. */
static void check_fields(void)
{
	const int extent[4] = {8, 8, 4, 16}, coord[4] = {1, 1, 0, 1};
	lqcd_lattice_options options = lqcd_lattice_options_default();
	lqcd_spinor_field_f s;
	lqcd_gauge_field_vf u;
	lqcd_lattice lat;
	options.grid[0] = options.grid[1] = options.grid[3] = 2;
	if (lqcd_lattice_create_at(&lat, extent, &options, coord, NULL) != LQCD_OK) exit(99);
	for (int p = 0; p < 3; p++) {
		size_t bytes, wrong = 0;
		if (lqcd_spinor_field_create_f(&s, &lat, (lqcd_parity)p) != LQCD_OK) exit(99);
		bytes = (size_t)s.type->gsize_spinor * sizeof *s.ptr;
		int ok = hook.bytes >= bytes;
		for (size_t i = 0; i < bytes; i++) wrong += ((const char *)s.ptr)[i] != 0;
		lqcd_spinor_field_destroy_f(&s);
		if (lqcd_gauge_field_create_vf(&u, &lat, (lqcd_parity)p) != LQCD_OK) exit(99);
		bytes = 4 * (size_t)u.type->gsize_gauge * sizeof *u.ptr;
		ok = ok && hook.bytes >= bytes && (p || u.type->gsize_gauge > u.type->gsize_spinor);
		for (size_t i = 0; i < bytes; i++) wrong += ((const char *)u.ptr)[i] != 0;
		lqcd_gauge_field_destroy_vf(&u);
		tap_ok(ok && !wrong, "fields of parity %d: room for buffers, all zero", p);
	}
	lqcd_lattice_destroy(&lat);
}

static void check_random(void)
{
	int with_lanes = 0, most_parallel = 0;
	for (int i = 0; i < CASES; i++) {
		lqcd_lattice_options options = lqcd_lattice_options_default();
		const int lanes = i < CASES / 2 ? 1 : 2 << random_below(4);
		int extent[4];
		world w;
		random_lattice(extent, &options, lanes);
		/* All four directions, at their smallest. */
		if (i == 0)
			for (int mu = 0; mu < 4; mu++) {
				options.grid[mu] = 2;
				extent[mu] = 4;
			}
		/* Or the lane grid that the library chooses. */
		if (random_below(3) == 0) memset(options.lane_grid, 0, sizeof options.lane_grid);
		if (!begin(&w, extent, &options, lanes)) exit(99);
		check_world(&w);
		for (int mu = 0; mu < 4; mu++) with_lanes += w.grid[mu] > 1 && w.g[0][0]->lane_grid[mu] > 1;
		most_parallel = w.parallel > most_parallel ? w.parallel : most_parallel;
		end(&w);
	}
	tap_ok(with_lanes > 10 && most_parallel == 4 && hook.live == 0,
	       "%d lattices, %d directions cut by both grids, up to %d parallel", CASES, with_lanes, most_parallel);
	expect_done(&counts, "numbers of pieces and buffers, and their sizes");
	expect_done(&memory, "every index is in one piece, or is one copy");
	expect_done(&order, "in memory: inner, boundary, copies, receive buffers; even, then odd; edges last");
	expect_done(&parts, "even pieces have even numbers, and hops into buffers change no lanes");
	expect_done(&inner, "inner blocks have no neighbours elsewhere, boundary blocks have");
	expect_done(&local_sites, "every site is one (process, index, lane)");
	expect_done(&fuse, "fuse_mask: local indices, inner ones first");
	expect_done(&parity_parts, "even and odd geometries are parts of the full one");
	expect_done(&buffers, "receive buffers are pieces, as long as the send buffers");
	expect_done(&partners, "message i of the partner belongs to buffer i");
	expect_done(&senders, "send buffers are contiguous and hold the face");
	expect_done(&lanes_rule, "every lane of a receive buffer comes once");
	expect_done(&hops, "after an exchange every hop reads its site");
	expect_done(&edges, "and two hops, of which one or both go down, theirs");
	expect_done(&site_numbers, "the numbers of sites in receive buffers");
	expect_done(&back, "a hop and back");
	expect_done(&halves, "the same for fields of one parity");
	expect_done(&loops, "loops step over receive buffers");
}

static void test_pieces(void)
{
	check_random();
	check_document();
	check_copies();
	check_grid_choose();
	check_errors();
	check_fields();
	tap_ok(hook.live == 0, "nothing is left");
}
