/* lqcd/solver/tune.h: finds the order of sites and the hints for memory access that are fastest on this machine, by
 * trials. Optional: nothing in the library calls it, and results of kernels do not depend on it.
 *
 *   lqcd_tuning t;
 *   lqcd_status s = lqcd_tune_wilson_vf(&t, extent, LQCD_LINK_18, 2.0, NULL, NULL);   about two seconds, plus set-up
 *   lqcd_lattice_create(&lat, extent, &t.options, &why);                              its path blocks
 *   lqcd_wilson_create(&D, &u, mass, bc_t); D.hints = t.hints;                        its prefetches and stores
 *
 *   lqcd_tuning_print(text, sizeof text, &t)     one line, to be kept in a file: "block 2x2x2x2 lanes 0x0x0x0 hints 101
 *                                                gflops 58.1"; returns the number of characters, as snprintf does
 *   lqcd_tuning_parse(&t, text)                  the inverse; LQCD_ERR_ARGUMENT for any other text
 *   lqcd_tuning_default()                        the defaults of lqcd_lattice_create and lqcd_wilson_create
 *
 * Tags f, d, h, vf, vd, vh. A trial times the Schur operator (both parities) on unit links, with all threads. Path
 * blocks (geometry.h) are ranked by lqcd_path_block_cost, a model of the cache; the best four, the default and 1x2x2x2
 * are tried, each with all useful hints. progress(user, done, of), unless NULL, is called after each trial. Errors:
 * those of lqcd_lattice_create (extent), LQCD_ERR_LANES, LQCD_ERR_ARGUMENT (seconds not positive), LQCD_ERR_MEMORY.
 *
 *   lqcd_path_block_cost(sub, block, bytes, cache)
 *       the mean number of times that one hop fetches a block of lanes of `bytes` from outside a cache of `cache`
 *       bytes. Between two uses of a site as neighbour in direction mu the path visits d sites: the product of the
 *       block's extents in faster directions if both uses are in one path block (all but one in block[mu]), else a
 *       row of path blocks. The site is fetched again if d sites of input and output do not fit. Between 1 and 9.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_TUNE_H
#define LQCD_TUNE_H

#include <stdio.h>

#include "../base/clock.h"
#include "../dirac/wilson.h"
#include "solver.h"

typedef struct {
	lqcd_lattice_options options;
	lqcd_wilson_hints hints;
	double gflops; /* of the Schur operator, the best sample; 0 when not measured */
} lqcd_tuning;

LQCD_STATIC lqcd_tuning lqcd_tuning_default(void)
{
	lqcd_tuning t;
	memset(&t, 0, sizeof t);
	for (int mu = 0; mu < 4; mu++) t.options.block[mu] = 2;
	return t;
}

LQCD_STATIC double lqcd_path_block_cost(const int sub[4], const int block[4], size_t bytes, size_t cache)
{
	double cost = 1, inside = 1, row = 1;
	for (int mu = 3; mu >= 0; mu--) {
		int slower =
			1; /* sites of the path block in slower directions, which a row of path blocks includes */
		for (int nu = 0; nu < mu; nu++) slower *= block[nu];
		const double same_block = inside, next_row = row * block[mu] * slower, across = 1.0 / block[mu];
		const double most = 0.5 * (double)cache / (double)bytes;
		if (same_block > most) cost += 2 * (1 - across);
		if (next_row > most) cost += 2 * across;
		inside *= block[mu];
		row *= sub[mu];
	}
	return cost;
}

LQCD_STATIC int lqcd_tuning_print(char *text, size_t size, const lqcd_tuning *t)
{
	const int *b = t->options.block, *l = t->options.lane_grid;
	return snprintf(text, size, "block %dx%dx%dx%d lanes %dx%dx%dx%d hints %d%d%d gflops %.1f", b[0], b[1], b[2],
			b[3], l[0], l[1], l[2], l[3], t->hints.prefetch_links, t->hints.prefetch_spinors,
			t->hints.stream, t->gflops);
}

LQCD_STATIC lqcd_status lqcd_tuning_parse(lqcd_tuning *t, const char *text)
{
	lqcd_tuning r = lqcd_tuning_default();
	int *b = r.options.block, *l = r.options.lane_grid;
	char hint[4];
	int end = 0;
	if (!t || !text) return LQCD_ERR_ARGUMENT;
	if (sscanf(text, "block %dx%dx%dx%d lanes %dx%dx%dx%d hints %3[01] gflops %lf %n", b, b + 1, b + 2, b + 3, l,
		   l + 1, l + 2, l + 3, hint, &r.gflops, &end) != 10 ||
	    text[end] || strlen(hint) != 3 || !lqcd_isfinite(r.gflops))
		return LQCD_ERR_ARGUMENT;
	for (int mu = 0; mu < 4; mu++)
		if (b[mu] < 1 || l[mu] < 0) return LQCD_ERR_ARGUMENT;
	r.hints.prefetch_links = hint[0] == '1';
	r.hints.prefetch_spinors = hint[1] == '1';
	r.hints.stream = hint[2] == '1';
	*t = r;
	return LQCD_OK;
}

enum { LQCD__TUNE_BLOCKS = 6, LQCD__TUNE_HINTS = 5 };

/** The k-th combination of hints to try: spinors are prefetched only together with links. */
LQCD_STATIC lqcd_wilson_hints lqcd__tune_hints(int k)
{
	lqcd_wilson_hints h;
	h.prefetch_links = k > 0;
	h.prefetch_spinors = k > 2;
	h.stream = k == 2 || k == 4;
	return h;
}

/** Lists the path blocks to try: the default, 1x2x2x2, and the best powers of two by the model. Returns their
 * number. */
LQCD_STATIC int lqcd__tune_blocks(int list[LQCD__TUNE_BLOCKS][4], const int sub[4], size_t bytes)
{
	double costs[LQCD__TUNE_BLOCKS] = {0, 0, 0, 0, 0, 0};
	int count = 2;
	for (int mu = 0; mu < 4; mu++) {
		list[0][mu] = 2;
		list[1][mu] = mu ? 2 : 1;
	}
	for (int code = 0; code < 256; code++) {
		int b[4], fits = 1, known = 0, k;
		for (int mu = 0; mu < 4; mu++) {
			b[mu] = 1 << (code >> 2 * mu & 3);
			fits &= b[mu] <= sub[mu];
		}
		for (k = 0; k < 2; k++) known |= !memcmp(list[k], b, sizeof b);
		if (!fits || known) continue;
		/* For a second-level cache of a megabyte; ties go to smaller blocks, then to the first. */
		const double c = lqcd_path_block_cost(sub, b, bytes, 1048576) + 1e-4 * b[0] * b[1] * b[2] * b[3];
		for (k = count; k > 2 && costs[k - 1] > c; k--)
			if (k < LQCD__TUNE_BLOCKS) {
				memcpy(list[k], list[k - 1], sizeof b);
				costs[k] = costs[k - 1];
			}
		if (k == LQCD__TUNE_BLOCKS) continue;
		memcpy(list[k], b, sizeof b);
		costs[k] = c;
		if (count < LQCD__TUNE_BLOCKS) count++;
	}
	return count;
}

#define LQCD_TEMPLATE "../solver/tune.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS
#include "../base/each_tag.inc"

#endif
