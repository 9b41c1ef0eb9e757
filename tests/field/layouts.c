/* tests/field/layouts.c: the index maps of layout.h and their conversions.
 *
 * Each map is walked: every real of every site has a place of its own inside the size, which is that of a formula
 * written down here; lanes are contiguous and aligned, sites of padded arrays too. Random numbers go there and back.
 * Sizes are 0, 1, those around the lanes, primes; lane grids of one and two dimensions. Checks per tag are in
 * layouts.inc. */
#include <lqcd/field/layout.h>

#include "../support/support.h"

enum { LAYOUTS_MOST = 40000 };

/* The place of real k of a site, from nested arrays; lane and block of the site are given. */
static size_t expected(const lqcd_layout *l, size_t block, size_t lane, int k)
{
	const size_t reals = (size_t)l->reals, lanes = (size_t)l->lanes;
	size_t at = (size_t)k;
	if (l->rows) { /* element (row, col) of [row][col][re, im] is (col, row) of [col][row][re, im] */
		const int row = k / 2 / l->cols, col = k / 2 % l->cols;
		at = (size_t)((col * l->rows + row) * 2 + k % 2);
	}
	if (lanes == 1) return block * l->block + at;
	if (l->interleaved) return ((block * (reals / 2) + at / 2) * lanes + lane) * 2 + at % 2;
	return (block * reals + at) * lanes + lane;
}

/* The number of reals that are not where they should be, of a map whose lanes are cut wy x wx (0: neighbours). */
static int walk(const lqcd_layout *l, int nx, int wy, int wx)
{
	static unsigned char taken[LAYOUTS_MOST];
	const size_t size = lqcd_layout_size(l);
	int wrong = size > LAYOUTS_MOST || size < l->sites * (size_t)l->reals;
	if (wrong) return wrong;
	memset(taken, 0, sizeof taken);
	for (size_t site = 0; site < l->sites; site++)
		for (int k = 0; k < l->reals; k++) {
			size_t block = site / (size_t)l->lanes, lane = site % (size_t)l->lanes;
			if (wy) {
				const int ny = (int)(l->sites / (size_t)nx), y = (int)site / nx, x = (int)site % nx;
				const int sy = ny / wy, sx = nx / wx;
				block = (size_t)(y % sy * sx + x % sx);
				lane = (size_t)(y / sy * wx + x / sx);
			}
			const size_t at = lqcd_layout_index(l, site, k);
			wrong += at >= size || at != expected(l, block, lane, k);
			if (at < size) wrong += taken[at]++ != 0;
		}
	/* A register begins at a multiple of lanes, a padded site at one of its padding. */
	wrong += l->lanes > 1 && (l->block % (size_t)l->lanes || l->step % (size_t)l->lanes);
	return wrong;
}

#define LQCD_TAG f
#include "layouts.inc"
#define LQCD_TAG d
#include "layouts.inc"

/* Layout number `kind` of n sites. */
enum { PLAIN, PADDED, VFO, ALL_LANES, TRANSPOSED, INTERLEAVED, BOTH, KINDS };
static const char *const kind_name[KINDS] = {
	"plain", "padded", "vfo", "vfo of all sites", "transposed", "interleaved", "transposed and interleaved"};

static lqcd_layout make_layout(int kind, size_t n, int reals, int lanes, int *wrong)
{
	lqcd_layout l = lqcd_layout_plain(n, reals);
	if (kind == PADDED) {
		l = lqcd_layout_padded(n, reals, 16);
		*wrong += l.block % 16 != 0 || l.block < (size_t)reals || l.block >= (size_t)reals + 16;
	}
	if (kind == ALL_LANES) lanes = (int)((n + 15) / 16 * 16);
	if (kind >= VFO) l = lqcd_layout_vfo(n, reals, lanes);
	if (kind == TRANSPOSED || kind == BOTH) *wrong += lqcd_layout_transpose(&l, 4, reals / 8) != LQCD_OK;
	if (kind == INTERLEAVED || kind == BOTH) *wrong += lqcd_layout_interleave(&l) != LQCD_OK;
	return l;
}

static void test_maps(void)
{
	const size_t sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 97};
	const int lanes[] = {1, 2, 4, 8, 16, 32};
	for (int kind = 0; kind < KINDS; kind++) {
		int wrong = 0, trips = 0;
		for (int k = 0; k < 11; k++)
			for (int w = 0; w < 6; w++) {
				const lqcd_layout l = make_layout(kind, sizes[k], 24, lanes[w], &wrong);
				wrong += walk(&l, 1, 0, 0);
				trips += trip_f(&l) + trip_d(&l);
			}
		tap_ok(wrong == 0 && trips == 0, "%s: %d of its places are wrong, %d numbers do not come back",
		       kind_name[kind], wrong, trips);
	}
}

static void test_hopping(void)
{
	const int extent[][2] = {{1, 16}, {3, 32}, {8, 8}, {6, 20}, {13, 64}, {16, 16}, {4, 7}, {0, 16}};
	const int grid[][2] = {{1, 1}, {1, 2}, {2, 1}, {1, 4}, {2, 2}, {4, 1}, {1, 8}, {2, 4}, {1, 16}, {4, 4}};
	int wrong = 0, trips = 0, refused = 0, done = 0;
	for (int e = 0; e < 8; e++)
		for (int g = 0; g < 10; g++)
			for (int reals = 1; reals <= 18; reals += 17) {
				const int ny = extent[e][0], nx = extent[e][1], wy = grid[g][0], wx = grid[g][1];
				lqcd_layout l;
				const lqcd_status status = lqcd_layout_hopping(&l, ny, nx, reals, wy, wx);
				if (ny % wy || nx % wx) {
					refused += status != LQCD_ERR_LANES;
					continue;
				}
				wrong += status != LQCD_OK || walk(&l, nx, wy, wx) ||
					 lqcd_layout_size(&l) != l.sites * (size_t)reals;
				trips += trip_f(&l) + trip_d(&l);
				done++;
			}
	tap_ok(done > 50 && wrong == 0 && trips == 0 && refused == 0,
	       "hopping: %d maps, %d of them wrong, %d numbers do not come back, %d not refused", done, wrong, trips,
	       refused);
}

static void test_arguments(void)
{
	lqcd_layout l;
	int wrong = lqcd_layout_hopping(&l, -1, 8, 1, 1, 8) != LQCD_ERR_ARGUMENT;
	wrong += lqcd_layout_hopping(&l, 8, 8, 0, 1, 8) != LQCD_ERR_ARGUMENT;
	wrong += lqcd_layout_hopping(&l, 8, 8, 1, 0, 8) != LQCD_ERR_ARGUMENT;
	l = lqcd_layout_plain(4, 24);
	wrong += lqcd_layout_transpose(&l, 4, 4) != LQCD_ERR_ARGUMENT ||
		 lqcd_layout_transpose(&l, 0, 3) != LQCD_ERR_ARGUMENT;
	l = lqcd_layout_plain(4, 9);
	wrong += lqcd_layout_interleave(&l) != LQCD_ERR_ARGUMENT;
	const lqcd_layout other = lqcd_layout_plain(5, 9), more = lqcd_layout_plain(4, 10);
	float a[64], b[64] = {0};
	wrong += lqcd_layout_convert_f(a, &l, b, &other) != LQCD_ERR_GEOMETRY;
	wrong += lqcd_layout_convert_f(a, &l, b, &more) != LQCD_ERR_GEOMETRY;
	wrong += lqcd_layout_links_f(a, &l, b, &l) != LQCD_ERR_GEOMETRY;
	tap_ok(wrong == 0, "sizes that do not fit are refused (%d wrong)", wrong);
}

static void test_layouts(void)
{
	test_maps();
	test_hopping();
	test_arguments();
	test_links_f();
	test_links_d();
}
