/* tests/lattice/geometry.c: lqcd/lattice/geometry.h against its own contract, worked out here from coordinates alone: which site
 * is an (index, lane), which are its neighbours, in which order the sites come, what the descriptor says of them. */
#include <limits.h>

#include "pieces_walk.h" /* lexicographic */

#include <lqcd/lattice/geometry.h>

enum { LATTICES = 40, MOST_SITES = 5000 };

/* One line of TAP each, over all lattices. */
static expectation once, inverse, lane_rule, parity_rule, involution, neighbour, face_rule;
static expectation site_order, descriptor, lane_grids;

/* The lattice under test; where[x] is the (index, lane) of site x, as index * lanes + lane, or -1. */
typedef struct {
	lqcd_lattice lat;
	lqcd_lattice_options options;
	int extent[4], volume;
	int *where;
	char name[128];
} subject;

static int create(subject *s, const int extent[4], const lqcd_lattice_options *options)
{
	s->volume = 1;
	for (int mu = 0; mu < 4; mu++) s->volume *= s->extent[mu] = extent[mu];
	s->options = options ? *options : lqcd_lattice_options_default();
	const int *b = s->options.block, *l = s->options.lane_grid;
	snprintf(s->name, sizeof s->name, "%dx%dx%dx%d, PB %d,%d,%d,%d, lane grid %d,%d,%d,%d", extent[0], extent[1],
		 extent[2], extent[3], b[0], b[1], b[2], b[3], l[0], l[1], l[2], l[3]);
	s->where = (int *)malloc((size_t)s->volume * sizeof *s->where);
	return s->where && lqcd_lattice_create(&s->lat, extent, options, NULL) == LQCD_OK;
}

static void destroy(subject *s)
{
	lqcd_lattice_destroy(&s->lat);
	free(s->where);
}

/* The site of every (index, lane): each exactly once; its lane, parity and number; coordinates and back. */
static void check_sites(subject *s, const lqcd_geometry *g)
{
	const int last = g->local_master_pieces - 1;
	int seen = 0;
	for (int p = 0; p <= last; p++)
		for (int ix = g->master_start[p]; ix <= g->master_end[p]; ix++)
			for (int lane = 0; lane < g->lanes; lane++) {
				int x[4], first[4], far[4], w[4], inside = 1, back;
				lqcd_geometry_coords(g, ix, lane, x);
				lqcd_geometry_coords(g, ix, 0, first);
				for (int mu = 0; mu < 4; mu++) {
					inside = inside && x[mu] >= 0 && x[mu] < s->extent[mu];
					EXPECT(&lane_rule, x[mu] % g->sub[mu] == first[mu], "%s: index %d lane %d x_%d",
					       s->name, ix, lane, mu);
					w[mu] = x[mu] / g->sub[mu];
					far[mu] = x[mu] + (random_below(5) - 2) * s->extent[mu];
				}
				EXPECT(&once, inside, "%s: index %d lane %d is outside", s->name, ix, lane);
				if (!inside) continue;
				const int site = lexicographic(s->extent, x), me = ix * g->lanes + lane;
				/* The full geometry fills the table; even and odd must agree with it. */
				EXPECT(&once, s->where[site] == (g->parity == LQCD_FULL ? -1 : me),
				       "%s: site %d is index %d lane %d, and already %d/lanes", s->name, site, ix, lane,
				       s->where[site]);
				s->where[site] = me;
				seen++;
				EXPECT(&lane_rule, lexicographic(g->lane_grid, w) == lane, "%s: index %d lane %d",
				       s->name, ix, lane);
				EXPECT(&parity_rule, (x[0] + x[1] + x[2] + x[3]) % 2 == (g->parity == LQCD_ODD ? 1 : p),
				       "%s: index %d lane %d in piece %d", s->name, ix, lane, p);
				EXPECT(&inverse, lqcd_geometry_site(g, ix, lane) == (uint64_t)site,
				       "%s: number of %d, %d", s->name, ix, lane);
				EXPECT(&inverse, lqcd_geometry_index(g, x, &back) == ix && back == lane,
				       "%s: index %d lane %d", s->name, ix, lane);
				EXPECT(&inverse, lqcd_geometry_index(g, far, NULL) == ix, "%s: %d,%d,%d,%d is not %d",
				       s->name, far[0], far[1], far[2], far[3], ix);
			}
	EXPECT(&once, seen == (g->parity == LQCD_FULL ? s->volume : s->volume / 2), "%s: parity %d has %d sites",
	       s->name, g->parity, seen);
	EXPECT(&descriptor, lqcd_geometry_sites(g) == seen, "%s: lqcd_geometry_sites", s->name);
}

/* Both neighbours of every (index, lane) in direction mu, looked up by coordinates in s->where. */
static void check_neighbours(const subject *s, const lqcd_geometry *g, int mu)
{
	for (int ix = 0; ix < s->volume / g->lanes; ix++) {
		const int up = lqcd_iup(g, ix, mu), dn = lqcd_idn(g, ix, mu), blocks = s->volume / g->lanes;
		const int inside = up >= 0 && up < blocks && dn >= 0 && dn < blocks;
		EXPECT(&involution, inside && lqcd_idn(g, up, mu) == ix && lqcd_iup(g, dn, mu) == ix,
		       "%s: index %d mu %d", s->name, ix, mu);
		for (int sign = -1; sign <= 1; sign += 2) {
			const int face = lqcd_face(g, ix, mu, sign), to = sign > 0 ? up : dn;
			const int *moved = sign > 0 ? g->lane_up[mu] : g->lane_dn[mu];
			int changes = 0;
			for (int lane = 0; lane < g->lanes; lane++) {
				int x[4];
				lqcd_geometry_coords(g, ix, lane, x);
				x[mu] = (x[mu] + sign + s->extent[mu]) % s->extent[mu];
				const int there = s->where[lexicographic(s->extent, x)];
				changes = changes || there % g->lanes != lane;
				EXPECT(&neighbour, there == to * g->lanes + (face ? moved[lane] : lane),
				       "%s: index %d lane %d mu %d sign %+d goes to %d", s->name, ix, lane, mu, sign,
				       to);
			}
			EXPECT(&face_rule, face == changes, "%s: index %d mu %d sign %+d", s->name, ix, mu, sign);
			EXPECT(&face_rule, !face || g->lane_grid[mu] > 1, "%s: face at index %d, lane grid 1 in %d",
			       s->name, ix, mu);
		}
	}
}

/* In a piece the path blocks come in lexicographic order, and so do the sites in each: hence each is contiguous. */
static void check_order(const subject *s, const lqcd_geometry *g)
{
	int blocks[4], block[4];
	for (int mu = 0; mu < 4; mu++) {
		block[mu] = s->options.block[mu] ? s->options.block[mu] : 2;
		if (block[mu] > g->sub[mu]) block[mu] = g->sub[mu];
		blocks[mu] = (g->sub[mu] + block[mu] - 1) / block[mu];
	}
	for (int p = 0; p < g->local_master_pieces; p++) {
		int before = -1;
		for (int ix = g->master_start[p]; ix <= g->master_end[p]; ix++) {
			int x[4], which[4], inside[4];
			lqcd_geometry_coords(g, ix, 0, x);
			for (int mu = 0; mu < 4; mu++) {
				which[mu] = x[mu] / block[mu];
				inside[mu] = x[mu] % block[mu];
			}
			const int size = block[0] * block[1] * block[2] * block[3];
			const int key = lexicographic(blocks, which) * size + lexicographic(block, inside);
			EXPECT(&site_order, key > before, "%s: index %d of parity %d", s->name, ix, g->parity);
			before = key;
		}
	}
}

static void check_descriptor(subject *s, const lqcd_geometry *g, lqcd_parity parity, int lanes)
{
	const int half = s->volume / lanes / 2, pieces = parity == LQCD_FULL ? 2 : 1, size = pieces * half;
	const int shift = parity == LQCD_ODD ? half : 0;
	int product = 1, sub_ok = 1, mask_ok = 1;
	EXPECT(&descriptor, g->lattice == &s->lat && g->parity == parity && g->lanes == lanes, "%s: identity", s->name);
	EXPECT(&descriptor, g->inner_master_pieces == pieces && g->local_master_pieces == pieces, "%s: pieces",
	       s->name);
	EXPECT(&descriptor, g->total_spinor_master_pieces == pieces && g->total_gauge_master_pieces == pieces,
	       "%s: total pieces", s->name);
	for (int p = 0; p < pieces; p++)
		EXPECT(&descriptor,
		       g->master_start[p] == shift + p * half && g->master_end[p] == shift + (p + 1) * half - 1,
		       "%s: parity %d piece %d is %d to %d", s->name, parity, p, g->master_start[p], g->master_end[p]);
	EXPECT(&descriptor, g->master_shift == shift && g->copy_shift == shift, "%s: master_shift", s->name);
	EXPECT(&descriptor, g->gsize_spinor == size && g->gsize_gauge == size, "%s: gsize", s->name);
	EXPECT(&descriptor,
	       g->ncopies_spinor == 0 && g->ncopies_gauge == 0 && !g->copy_from && !g->copy_to && !g->copy_len,
	       "%s: copies", s->name);
	EXPECT(&descriptor,
	       g->nbuffers_spinor == 0 && g->nbuffers_gauge == 0 && !g->rbuf_len && !g->sbuf_len &&
		       !g->rbuf_from_proc && !g->rbuf_start && !g->sbuf_to_proc && !g->sbuf_start,
	       "%s: buffers", s->name);
	EXPECT(&descriptor, g->fuse_gauge_size == size && g->fuse_inner_counter == size, "%s: fuse sizes", s->name);
	char *masked = (char *)calloc((size_t)size, 1);
	for (int i = 0; masked && i < size; i++) {
		const int ix = g->fuse_mask[i] - shift;
		mask_ok = mask_ok && ix >= 0 && ix < size && !masked[ix];
		if (mask_ok) masked[ix] = 1;
	}
	free(masked);
	EXPECT(&descriptor, masked && mask_ok, "%s: fuse_mask is no permutation", s->name);
	for (int mu = 0; mu < 4; mu++) {
		product *= g->lane_grid[mu];
		sub_ok = sub_ok && g->sub[mu] >= 2 && g->sub[mu] % 2 == 0 &&
			 g->sub[mu] * g->lane_grid[mu] == s->extent[mu];
	}
	EXPECT(&lane_grids, product == lanes && sub_ok, "%s: the grid of %d lanes", s->name, lanes);
}

static void check_geometry(subject *s, int lanes)
{
	const lqcd_geometry *g[3], *again = NULL;
	for (int p = 0; p < 3; p++) {
		const lqcd_status status = lqcd_lattice_geometry(&s->lat, (lqcd_parity)p, lanes, &g[p]);
		EXPECT(&lane_grids, status == LQCD_OK && g[p], "%s: %d lanes: %s", s->name, lanes,
		       lqcd_status_text(status));
		if (status != LQCD_OK) return;
	}
	const long calls = hook.calls;
	(void)lqcd_lattice_geometry(&s->lat, LQCD_ODD, lanes, &again);
	EXPECT(&descriptor, again == g[2] && hook.calls == calls, "%s: a second request makes it again", s->name);
	for (int i = 0; i < s->volume; i++) s->where[i] = -1;
	for (int p = 0; p < 3; p++) {
		check_descriptor(s, g[p], (lqcd_parity)p, lanes);
		check_sites(s, g[p]);
		check_order(s, g[p]);
	}
	for (int mu = 0; mu < 4; mu++) check_neighbours(s, g[random_below(3)], mu);
}

/* The number of factors 2 of n. */
static int twos(int n)
{
	int k = 0;
	while (n % 2 == 0) {
		n /= 2;
		k++;
	}
	return k;
}

/* Whether so many lanes fit: the extents, each divided by 2, hold enough factors 2. */
static int lanes_fit(const int extent[4], int lanes)
{
	int k = 0;
	for (int mu = 0; mu < 4; mu++) k += twos(extent[mu]) - 1;
	return k >= twos(lanes);
}

static void check_random_lattices(void)
{
	for (int i = 0; i < LATTICES; i++) {
		lqcd_lattice_options options = lqcd_lattice_options_default();
		subject s;
		int extent[4];
		do
			for (int mu = 0; mu < 4; mu++) extent[mu] = 2 * (1 + random_below(6));
		while (extent[0] * extent[1] * extent[2] * extent[3] > MOST_SITES);
		for (int mu = 0; mu < 4; mu++) options.block[mu] = random_below(6); /* 0 is the default, 2 */
		if (i == 0) options.block[random_below(4)] = INT_MAX;
		if (!create(&s, extent, i == 1 ? NULL : &options)) exit(99);
		for (int lanes = 1; lanes <= LQCD_MAX_LANES; lanes *= 2) {
			if (lanes_fit(extent, lanes)) {
				check_geometry(&s, lanes);
				continue;
			}
			const lqcd_geometry *g = &s.lat.sites->geometry[0];
			const lqcd_status status = lqcd_lattice_geometry(&s.lat, LQCD_EVEN, lanes, &g);
			EXPECT(&lane_grids, status == LQCD_ERR_LANES && !g, "%s: %d lanes do not fit: %s", s.name,
			       lanes, lqcd_status_text(status));
		}
		destroy(&s);
	}
}

/* Every grid of 1 to 64 lanes, on a lattice where it is legal; and one where its direction mu is not. */
static void check_explicit_grid(const int grid[4])
{
	lqcd_lattice_options options = lqcd_lattice_options_default();
	const int lanes = grid[0] * grid[1] * grid[2] * grid[3], other = lanes == 1 ? 2 : lanes / 2;
	const int mu = random_below(4);
	int extent[4], chosen[4];
	subject s;
	for (int nu = 0; nu < 4; nu++) {
		extent[nu] = 2 * grid[nu];
		options.lane_grid[nu] = grid[nu];
		options.block[nu] = 1 + random_below(5);
	}
	extent[mu] *= 1 + random_below(3);
	if (!create(&s, extent, &options)) exit(99);
	check_geometry(&s, lanes);
	lqcd_status status = lqcd_lattice_lane_grid(&s.lat, lanes, chosen);
	EXPECT(&lane_grids, status == LQCD_OK && memcmp(chosen, grid, sizeof chosen) == 0, "%s: not the wish", s.name);
	if (lanes_fit(extent, other)) check_geometry(&s, other);
	destroy(&s);

	/* Sub-lattices of extent 1 and 3 in direction mu. The wish is kept or refused, never replaced. */
	if (grid[mu] == 1) return;
	for (int odd = 1; odd <= 3; odd += 2) {
		extent[mu] = odd * grid[mu];
		if (!create(&s, extent, &options)) exit(99);
		status = lqcd_lattice_lane_grid(&s.lat, lanes, chosen);
		EXPECT(&lane_grids, status == LQCD_ERR_LANES, "%s: accepted", s.name);
		destroy(&s);
	}
}

static void check_explicit_grids(void)
{
	int grid[4], count = 0;
	for (grid[0] = 1; grid[0] <= 64; grid[0] *= 2)
		for (grid[1] = 1; grid[0] * grid[1] <= 64; grid[1] *= 2)
			for (grid[2] = 1; grid[0] * grid[1] * grid[2] <= 64; grid[2] *= 2)
				for (grid[3] = 1; grid[0] * grid[1] * grid[2] * grid[3] <= 64; grid[3] *= 2) {
					check_explicit_grid(grid);
					count++;
				}
	tap_ok(count == 210, "all %d grids of up to 64 lanes", count);
}

/* The figures of HiRep on this lattice, and the grids that the rule of the largest extent gives. */
static void check_16x8x8x8(void)
{
	static const int grids[7][4] = {{1, 1, 1, 1}, {2, 1, 1, 1}, {4, 1, 1, 1}, {4, 2, 1, 1},
					{4, 2, 2, 1}, {4, 2, 2, 2}, {8, 2, 2, 2}};
	const int extent[4] = {16, 8, 8, 8};
	const lqcd_geometry *g[3];
	lqcd_lattice lat;
	int grid[4], ok = lqcd_lattice_create(&lat, extent, NULL, NULL) == LQCD_OK;
	for (int p = 0; p < 3; p++) ok = ok && lqcd_lattice_geometry(&lat, (lqcd_parity)p, 1, &g[p]) == LQCD_OK;
	tap_ok(ok, "16x8x8x8: created");
	if (!ok) return;
	tap_ok(g[0]->master_start[0] == 0 && g[0]->master_end[0] == 4095 && g[0]->master_start[1] == 4096 &&
		       g[0]->master_end[1] == 8191,
	       "16x8x8x8: pieces [0,4095] and [4096,8191]");
	tap_ok(g[0]->inner_master_pieces == 2 && g[0]->local_master_pieces == 2 &&
		       g[0]->total_gauge_master_pieces == 2 && g[0]->nbuffers_spinor == 0 && g[0]->nbuffers_gauge == 0,
	       "16x8x8x8: two pieces, no buffers");
	tap_ok(g[1]->master_shift == 0 && g[2]->master_shift == 4096 && g[2]->master_start[0] == 4096 &&
		       g[2]->master_end[0] == 8191,
	       "16x8x8x8: odd indices are those of the full lattice, from 4096");
	tap_ok(g[0]->gsize_spinor == 8192 && g[1]->gsize_spinor == 4096 && g[2]->gsize_spinor == 4096 &&
		       g[0]->gsize_gauge == 8192,
	       "16x8x8x8: gsize 8192, 4096, 4096");
	for (int k = 0; k < 7; k++)
		tap_ok(lqcd_lattice_lane_grid(&lat, 1 << k, grid) == LQCD_OK &&
			       memcmp(grid, grids[k], sizeof grid) == 0,
		       "16x8x8x8: the grid of %d lanes is %d,%d,%d,%d", 1 << k, grid[0], grid[1], grid[2], grid[3]);
	lqcd_lattice_destroy(&lat);
	tap_ok(lat.sites == NULL && hook.live == 0, "destroyed: nothing is left");
	lqcd_lattice_destroy(&lat);
	tap_ok(hook.live == 0, "destroying it again is harmless");
}

static void check_extent_errors(void)
{
	static const int illegal[] = {0, -2, -1, 1, 3, 7, 11, INT_MIN, INT_MAX};
	const int count = (int)(sizeof illegal / sizeof illegal[0]);
	lqcd_lattice lat;
	lqcd_message why;
	char text[64];
	for (int mu = 0; mu < 4; mu++)
		for (int i = 0; i < count; i++) {
			int extent[4] = {4, 4, 4, 4};
			extent[mu] = illegal[i];
			memset(&why, 0, sizeof why);
			snprintf(text, sizeof text, "extent %c = %d:", "TXYZ"[mu], illegal[i]);
			const lqcd_status status = lqcd_lattice_create(&lat, extent, NULL, &why);
			tap_ok(status == LQCD_ERR_EXTENT && strstr(why.text, text), "%s %s", lqcd_status_text(status),
			       why.text);
			tap_ok(lqcd_lattice_create(&lat, extent, NULL, NULL) == LQCD_ERR_EXTENT,
			       "the same without a message");
			lqcd_lattice_destroy(&lat);
		}
	const int large[4][4] = {{1 << 15, 1 << 14, 2, 2},
				 {2, 2, 2, (1 << 26) + 2},
				 {INT_MAX - 1, 2, 2, 2},
				 {INT_MAX - 1, INT_MAX - 1, INT_MAX - 1, INT_MAX - 1}};
	for (int i = 0; i < 4; i++) {
		const int *e = large[i];
		memset(&why, 0, sizeof why);
		snprintf(text, sizeof text, "%d x %d x %d x %d", e[0], e[1], e[2], e[3]);
		tap_ok(lqcd_lattice_create(&lat, e, NULL, &why) == LQCD_ERR_EXTENT && strstr(why.text, text) &&
			       strstr(why.text, "2^29"),
		       "too large: %s", why.text);
	}
	const int largest[4] = {1 << 14, 1 << 13, 2, 2};
	tap_ok(lqcd_lattice_create(&lat, largest, NULL, NULL) == LQCD_OK, "2^29 sites are legal");
	lqcd_lattice_destroy(&lat);
	tap_ok(hook.live == 0, "errors leave nothing allocated");
}

static void check_option_errors(void)
{
	static const int lanes[] = {0, -1, 3, 5, 6, 12, 65, 96, 128, 1 << 30, INT_MIN, INT_MAX};
	const int count = (int)(sizeof lanes / sizeof lanes[0]), extent[4] = {16, 8, 12, 4};
	/* Grids that no lattice can have, whose product is a lane count; and one whose product does not fit an int. */
	static const int grids[5][4] = {
		{-2, -2, 1, 1}, {-1, -1, -1, -1}, {-4, 2, -1, 2}, {16, 1, 1, 1}, {1 << 16, 1 << 15, 1 << 16, 1 << 15}};
	lqcd_lattice_options options;
	lqcd_lattice lat;
	lqcd_message why;
	const lqcd_geometry *g;
	for (int mu = 0; mu < 4; mu++) {
		char text[32];
		options = lqcd_lattice_options_default();
		options.block[mu] = -1 - random_below(5);
		memset(&why, 0, sizeof why);
		snprintf(text, sizeof text, "PB_%c = %d:", "TXYZ"[mu], options.block[mu]);
		tap_ok(lqcd_lattice_create(&lat, extent, &options, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, text),
		       "negative path block: %s", why.text);
	}
	if (lqcd_lattice_create(&lat, extent, NULL, NULL) != LQCD_OK) exit(99);
	for (int i = 0; i < count; i++) {
		g = (const lqcd_geometry *)&lat;
		const lqcd_status status = lqcd_lattice_geometry(&lat, LQCD_FULL, lanes[i], &g);
		tap_ok(status == LQCD_ERR_ARGUMENT && !g && !lat.sites, "%d lanes: %s", lanes[i],
		       lqcd_status_text(status));
	}
	lqcd_lattice_destroy(&lat);
	for (int i = 0; i < 5; i++) {
		const int wanted = i < 4 ? abs(grids[i][0] * grids[i][1] * grids[i][2] * grids[i][3]) : 1;
		options = lqcd_lattice_options_default();
		memcpy(options.lane_grid, grids[i], sizeof grids[i]);
		if (lqcd_lattice_create(&lat, extent, &options, NULL) != LQCD_OK) exit(99);
		g = (const lqcd_geometry *)&lat;
		const lqcd_status status = lqcd_lattice_geometry(&lat, LQCD_FULL, wanted, &g);
		tap_ok(i < 4 ? status == LQCD_ERR_LANES && !g : status == LQCD_OK,
		       "lane grid %d,%d,%d,%d, %d lanes: %s", grids[i][0], grids[i][1], grids[i][2], grids[i][3],
		       wanted, lqcd_status_text(status));
		lqcd_lattice_destroy(&lat);
	}
	for (int size = 2; size <= 6; size += 4) {
		const int cube[4] = {size, size, size, size};
		if (lqcd_lattice_create(&lat, cube, NULL, NULL) != LQCD_OK) exit(99);
		tap_ok(lqcd_lattice_geometry(&lat, LQCD_FULL, 1, &g) == LQCD_OK && g, "%d^4 has the scalar layout",
		       size);
		for (int n = 2; n <= LQCD_MAX_LANES; n *= 2)
			tap_ok(lqcd_lattice_geometry(&lat, LQCD_FULL, n, &g) == LQCD_ERR_LANES && !g,
			       "%d^4 has no %d lanes", size, n);
		lqcd_lattice_destroy(&lat);
	}
	tap_ok(hook.live == 0, "errors leave nothing allocated");
}

/* Three geometries are made while allocation number fail_at fails; every other request must succeed. */
static int make_three(int fail_at, long *made)
{
	static const int lanes[3] = {1, 8, 16};
	const int extent[4] = {4, 4, 4, 8};
	lqcd_lattice lat;
	int failed = 0, ok = lqcd_lattice_create(&lat, extent, NULL, NULL) == LQCD_OK && hook.live == 0;
	hook.calls = 0;
	hook.fail_at = fail_at;
	for (int i = 0; i < 3; i++) {
		const lqcd_geometry *g = (const lqcd_geometry *)&lat;
		const long live = hook.live;
		lqcd_status status = lqcd_lattice_geometry(&lat, LQCD_ODD, lanes[i], &g);
		if (status != LQCD_OK) {
			failed++;
			ok = ok && status == LQCD_ERR_MEMORY && !g && hook.live == live;
			status = lqcd_lattice_geometry(&lat, LQCD_ODD, lanes[i], &g);
		}
		ok = ok && status == LQCD_OK && g && g->lanes == lanes[i] && g->parity == LQCD_ODD && hook.live > live;
	}
	*made = hook.calls;
	hook.fail_at = 0;
	lqcd_lattice_destroy(&lat);
	return ok && failed == (fail_at > 0) && hook.live == 0;
}

static void check_no_memory(void)
{
	long calls = 0, ignored = 0;
	const int ok = make_three(0, &calls);
	tap_ok(ok && calls > 0, "three geometries take %ld allocations", calls);
	for (int n = 1; n <= calls; n++)
		tap_ok(make_three(n, &ignored),
		       "allocation %d fails: LQCD_ERR_MEMORY, no leak, and a second request succeeds", n);
}

static void test_geometry(void)
{
	check_random_lattices();
	check_explicit_grids();
	expect_done(&once, "every site is one (index, lane), also of even and odd together");
	expect_done(&parity_rule, "even piece before odd, every lane of the piece's parity");
	expect_done(&lane_rule, "lane w is the site w_mu S_mu + s_mu");
	expect_done(&inverse, "coordinates to index and back; the number of the site");
	expect_done(&involution, "iup and idn are inverse to each other");
	expect_done(&neighbour, "the neighbour in its lane is the site with coordinate +-1");
	expect_done(&face_rule, "lqcd_face exactly where lanes change");
	expect_done(&site_order, "path blocks are contiguous and ordered");
	expect_done(&descriptor, "the descriptor tells the truth");
	expect_done(&lane_grids, "lane grids: legal, as wished, or refused");
	check_16x8x8x8();
	check_extent_errors();
	check_option_errors();
	check_no_memory();
}
