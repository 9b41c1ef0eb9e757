/* tests/solver/tune.c: lqcd/solver/tune.h: lines that are printed and read back, the model of the cache, and that a lattice can
 * be made as tuned, on which a hop gives the same bits. Speed is not checked. */
#include <lqcd/field/layout.h>
#include <lqcd/solver/tune.h>

#include "../support/support.h"

static int same(const lqcd_tuning *a, const lqcd_tuning *b)
{
	return !memcmp(a->options.block, b->options.block, sizeof a->options.block) &&
	       !memcmp(a->options.lane_grid, b->options.lane_grid, sizeof a->options.lane_grid) &&
	       a->hints.prefetch_links == b->hints.prefetch_links &&
	       a->hints.prefetch_spinors == b->hints.prefetch_spinors && a->hints.stream == b->hints.stream &&
	       !(fabs(a->gflops - b->gflops) > 0.05000001);
}

static void check_lines(void)
{
	expectation e;
	memset(&e, 0, sizeof e);
	for (int k = 0; k < 1000; k++) {
		lqcd_tuning t = lqcd_tuning_default(), r;
		char text[200], again[200];
		for (int mu = 0; mu < 4 && k; mu++) {
			t.options.block[mu] = 1 + random_below(k % 2 ? 8 : 10000);
			t.options.lane_grid[mu] = random_below(3) ? 0 : 1 << random_below(5);
		}
		t.hints.prefetch_links = random_below(2);
		t.hints.prefetch_spinors = random_below(2);
		t.hints.stream = random_below(2);
		t.gflops = k % 3 ? 500 * (1 + tap_random()) : 0;
		memset(&r, 0xff, sizeof r);
		const int size = lqcd_tuning_print(text, sizeof text, &t);
		EXPECT(&e, size == (int)strlen(text) && !strchr(text, '\n'), "size %d of \"%s\"", size, text);
		EXPECT(&e, lqcd_tuning_parse(&r, text) == LQCD_OK && same(&r, &t), "\"%s\" is not read back", text);
		lqcd_tuning_print(again, sizeof again, &r);
		EXPECT(&e, !strcmp(text, again), "\"%s\" became \"%s\"", text, again);
		strcat(text, "\n");
		EXPECT(&e, lqcd_tuning_parse(&r, text) == LQCD_OK, "not with an end of line");
		const int small = random_below(size);
		memset(again, 'x', sizeof again);
		EXPECT(&e,
		       lqcd_tuning_print(again, (size_t)small, &t) == size && again[small] == 'x' &&
			       (!small || !again[small - 1]),
		       "a buffer of %d", small);
	}
	expect_done(&e, "lines are read back");
}

static void check_rejects(void)
{
	static const char *const wrong[] = {"",
					    "block",
					    "block 2x2x2 lanes 0x0x0x0 hints 101 gflops 1.0",
					    "block 2x2x2x2x2 lanes 0x0x0x0 hints 101 gflops 1.0",
					    "block 0x2x2x2 lanes 0x0x0x0 hints 101 gflops 1.0",
					    "block 2x2x-2x2 lanes 0x0x0x0 hints 101 gflops 1.0",
					    "block 2x2x2x2 lanes 0x0x0x-1 hints 101 gflops 1.0",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 10 gflops 1.0",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 1011 gflops 1.0",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 120 gflops 1.0",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 101 gflops",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 101 gflops nan",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 101 gflops inf",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 101 gflops 1.0 more",
					    "block 2x2x2x2 lanes 0x0x0x0 hints 101 gflops 1.0x",
					    "block 2 x2x2x2 lanes 0x0x0x0 hints 101 gflops 1.0",
					    "lanes 0x0x0x0 block 2x2x2x2 hints 101 gflops 1.0"};
	lqcd_tuning t, before;
	expectation e;
	memset(&e, 0, sizeof e);
	memset(&t, 0x5a, sizeof t);
	before = t;
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		EXPECT(&e, lqcd_tuning_parse(&t, wrong[k]) == LQCD_ERR_ARGUMENT, "\"%s\" is read", wrong[k]);
		EXPECT(&e, !memcmp(&t, &before, sizeof t), "\"%s\" is written", wrong[k]);
	}
	expect_done(&e, "what is no such line is refused, and nothing written");
}

static void check_cost(void)
{
	expectation e;
	memset(&e, 0, sizeof e);
	for (int k = 0; k < 500; k++) {
		int sub[4], block[4];
		size_t volume = 1;
		const size_t bytes = (size_t)(1 + random_below(4000));
		for (int mu = 0; mu < 4; mu++) {
			sub[mu] = 2 * (1 + random_below(16));
			block[mu] = 1 + random_below(sub[mu]);
			volume *= (size_t)sub[mu];
		}
		/* A path block takes a row of its neighbours along: no distance is above block[mu] times the volume. */
		double before = lqcd_path_block_cost(sub, block, bytes, 100 * volume * volume * bytes);
		EXPECT(&e, fabs(before - 1) < 1e-12, "%g from an endless cache", before);
		for (size_t cache = 4 * volume * bytes; cache; cache /= 2) {
			const double cost = lqcd_path_block_cost(sub, block, bytes, cache);
			EXPECT(&e, cost >= before - 1e-12 && cost <= 9 + 1e-12, "%g with %zu bytes after %g", cost,
			       cache, before);
			before = cost;
		}
		EXPECT(&e, fabs(lqcd_path_block_cost(sub, block, bytes, 0) - 9) < 1e-12, "%g from no cache",
		       lqcd_path_block_cost(sub, block, bytes, 0));
	}
	/* 32 x 32^3 with 1.2 KB a site: slices do not fit into a megabyte; path blocks fetch less than rows. */
	const int sub[4] = {32, 32, 32, 32}, rows[4] = {1, 1, 1, 32}, blocks[4] = {2, 2, 2, 2};
	const double bad = lqcd_path_block_cost(sub, rows, 1200, 1 << 20),
		     good = lqcd_path_block_cost(sub, blocks, 1200, 1 << 20);
	EXPECT(&e, good < bad, "path blocks cost %g, rows %g", good, bad);
	expect_done(&e, "the model: 1 from an endless cache, more from smaller ones, never above 9");
}

typedef struct {
	int calls, of, wrong;
} tune_reports;

static void tune_count_reports(void *user, int done, int of)
{
	tune_reports *r = (tune_reports *)user;
	r->wrong += done != ++r->calls || of < done || (r->calls > 1 && of != r->of);
	r->of = of;
}

#define TEST_STORED
#define TEST_TEMPLATE "../solver/tune.inc"
#include "../support/each_tag.inc"

static void test_tune(void)
{
	check_lines();
	check_rejects();
	check_cost();
	EACH_STORED_TAG(check_tune, ());
	check_errors_f();
	check_errors_vh();
	tap_ok(hook.live == 0, "all memory is given back");
}
