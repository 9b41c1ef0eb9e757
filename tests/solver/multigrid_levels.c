/* tests/solver/multigrid_levels.c: multigrid with three and more levels: P^dagger P = 1 and the Galerkin product on each
 * level, on lattices of even and of odd extents, solves with residuals computed anew, as many iterations as with two
 * levels where CG needs many, the same bits in threads, and every status. Checks of one tag are in multigrid_levels.inc.
 * All input is random and fresh, but that of updates. */
#include "multigrid_case.h"
#include "multigrid_coarse.h"

#include <lqcd/gauge/momentum.h>

#include <lqcd/solver/multigrid_tune.h>

#include "../support/small_multigrid.h"

/* Blocks of 2^4, and of 4 x 2^3 where the lattice has 12 sites in time, so that level 2 has odd extents. */
static lqcd_multigrid_params deep_params(const int *extent, int levels)
{
	lqcd_multigrid_params p = small_multigrid(4 + random_below(2), 10);
	if (extent[0] % 12 == 0) {
		p.block[0] = 4;
		p.level[0].block[0] = 1; /* 3 sites: the neighbours up and down differ */
	}
	p.smoothing = 3;
	p.restart = 8;
	p.seed = tap_random_u64();
	p.levels = levels;
	for (int k = 0; k < levels - 2; k++) {
		p.level[k].vectors = 2 + random_below(3);
		p.level[k].initial = 10;
		p.level[k].rounds = 1;
		p.level[k].smoothing = 1 + random_below(4);
	}
	return p;
}

#define LQCD_TAG vf
#define DOUBLE   vd
#include "multigrid_levels.inc"
#define LQCD_TAG f
#define DOUBLE   d
#include "multigrid_levels.inc"

/* The iterations of CG, and of multigrid with two and with three levels, at a mass where CG needs many. */
static void check_iterations(void)
{
	static const int extent[4] = {8, 8, 4, 4};
	const lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_multigrid_params p = small_multigrid(6, 30);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_vd D;
	lqcd_wilson_vh low;
	lqcd_multigrid_vh mg;
	lqcd_spinor_field_vd x, b;
	lqcd_message why = {""};
	lqcd_solve_result r[3];
	p.rounds = 2;
	p.smoothing = 8;
	p.level[0].vectors = 6;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	smooth_links(&u, 7, 0.3);
	must(lqcd_wilson_create(&D, &u, -0.17, LQCD_PERIODIC));
	must(lqcd_wilson_create(&low, &u, -0.17, LQCD_PERIODIC));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, tap_random_u64(), 0);
	lqcd_spinor_field_zero(&x);
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&D);
	r[0] = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &sp);
	for (int k = 1; k < 3; k++) {
		p.levels = k + 1;
		must(lqcd_multigrid_create(&mg, &low, &p, &why));
		lqcd_spinor_field_zero(&x);
		r[k] = lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &sp);
		lqcd_multigrid_destroy(&mg);
	}
	tap_ok(r[1].status == LQCD_OK && r[2].status == LQCD_OK && r[2].iterations <= r[1].iterations + 2 &&
		       r[0].iterations > 5 * r[2].iterations,
	       "CG takes %d iterations, two levels %d, three %d", r[0].iterations, r[1].iterations, r[2].iterations);
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

/* An update after links have moved, or at another mass, is worth a new set-up; without low modes there is a status. */
static void check_update(void)
{
	static const int extent[4] = {8, 8, 4, 4};
	const lqcd_solve_params sp = lqcd_solve_params_default();
	lqcd_multigrid_params p = small_multigrid(8, 30), none;
	lqcd_lattice lat;
	lqcd_gauge_field_d u, f;
	lqcd_wilson_vd D;
	lqcd_wilson_vh low, first;
	lqcd_multigrid_vh mg, fresh;
	lqcd_spinor_field_vd x, b;
	lqcd_message why = {""};
	p.rounds = 2;
	p.smoothing = 8;
	p.rate = 1;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&f, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, 3, 0);
	smooth_links(&u, 7, 0.3);
	must(lqcd_wilson_create(&first, &u, -0.18, LQCD_PERIODIC));
	must(lqcd_multigrid_create(&mg, &first, &p, &why));
	none = p;
	none.initial = none.rounds = 0;
	must(lqcd_multigrid_create(&fresh, &first, &none, &why));
	none.rate = sqrt(mg.rate * fresh.rate);
	const double good = mg.rate, bad = fresh.rate;
	lqcd_multigrid_destroy(&fresh);
	const lqcd_status s = lqcd_multigrid_create(&fresh, &first, &none, &why);
	if (LQCD_NC > 3)
		tap_skip("an iteration leaves %.2f, of random vectors %.2f: at this mass low modes are those of 2 and 3 colours",
			 good, bad);
	else
		tap_ok(good < 0.8 * bad && s == LQCD_STAGNATION && !fresh.v && strstr(why.text, "low modes"),
		       "an iteration leaves %.2f, of random vectors %.2f: %.200s", good, bad, why.text);
	lqcd_multigrid_destroy(&fresh);
	lqcd_multigrid_params best;
	const lqcd_dirac_vh view = lqcd_wilson_dirac(&first);
	const lqcd_status tuned = lqcd_multigrid_tune(&best, &view, &p, 10, &why);
	const lqcd_status fits = tuned == LQCD_OK ? lqcd_multigrid_create(&fresh, &first, &best, &why) : tuned;
	lqcd_multigrid_destroy(&fresh);
	tap_ok(fits == LQCD_OK && best.vectors % 8 == 0 && best.initial == p.initial && fabs(best.rate - p.rate) <= 0 &&
		       lqcd_multigrid_tune(&best, &view, &p, -1, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, "solves"),
	       "tuned: %d vectors, blocks of %d x %d x %d x %d, smoothing %d", best.vectors, best.block[0], best.block[1],
	       best.block[2], best.block[3], best.smoothing);
	for (int k = 0; k < 2; k++) { /* links, then the mass, with three levels */
		const double mass = k ? -0.15 : -0.18;
		lqcd_solve_result r[2];
		if (!k) {
			lqcd_momentum_random(&f, 4, 0);
			lqcd_momentum_move(&u, 0.01, &f);
		}
		must(lqcd_wilson_create(&D, &u, mass, LQCD_PERIODIC));
		must(lqcd_wilson_create(&low, &u, mass, LQCD_PERIODIC));
		p.levels = mg.params.levels = 2 + k;
		p.level[0].vectors = mg.params.level[0].vectors = 6;
		must(lqcd_multigrid_create(&fresh, &low, &p, &why));
		must(lqcd_multigrid_update(&mg, &low, 0, &why));
		for (int i = 0; i < 2; i++) {
			lqcd_spinor_field_zero(&x);
			r[i] = lqcd_wilson_solve_multigrid(&x, &D, i ? &mg : &fresh, &b, &sp);
		}
		tap_ok(r[0].status == LQCD_OK && r[1].status == LQCD_OK && r[1].iterations <= 1.1 * r[0].iterations + 1 &&
			       mg.below.levels == k && mg.rate > 0 && mg.rate <= 1,
		       "after %s: %d iterations, %d of a new set-up", k ? "another mass" : "other links", r[1].iterations,
		       r[0].iterations);
		lqcd_multigrid_destroy(&fresh);
		lqcd_wilson_destroy(&D);
		if (!k) lqcd_wilson_destroy(&first);
		if (!k) first = low;
	}
	tap_ok(lqcd_multigrid_update(&mg, &low, -1, &why) == LQCD_ERR_ARGUMENT && mg.v &&
		       lqcd_dirac_multigrid_update(&mg, NULL, 1, &why) == LQCD_ERR_ARGUMENT && mg.v,
	       "rounds below 0, no operator: refused, and the set-up stays");
	lqcd_multigrid_destroy(&mg);
	tap_ok(lqcd_multigrid_update(&mg, &low, 0, &why) == LQCD_ERR_ARGUMENT, "no set-up to update");
	lqcd_wilson_destroy(&first);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&f);
	lqcd_lattice_destroy(&lat);
}

static void check_level_statuses(void)
{
	static const int extent[4] = {12, 4, 4, 4};
	const lqcd_multigrid_params p = deep_params(extent, 3);
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_f D;
	lqcd_multigrid_f mg;
	lqcd_message why;
	expectation e = {0, 0, ""};
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	smooth_links(&u, tap_random_u64(), 0.2);
	must(lqcd_wilson_create(&D, &u, 0.1, LQCD_PERIODIC));
	const long live = hook.live;
	for (int k = 0; k < 14; k++) {
		lqcd_multigrid_params q = p;
		lqcd_status expected = k < 10 ? LQCD_ERR_ARGUMENT : k < 13 ? LQCD_ERR_EXTENT : LQCD_ERR_SINGULAR;
		const char *word = "level 3";
		if (k == 0) q.levels = 1;
		if (k == 1) q.levels = LQCD_MULTIGRID_LEVELS + 1;
		if (k < 2) word = "levels";
		if (k == 2) q.level[0].vectors = 0;
		if (k == 3) q.level[0].vectors = LQCD_MULTIGRID_MOST + 1;
		if (k == 4) q.level[0].smoothing = 0;
		if (k == 5) q.level[0].smoothing = LQCD_MULTIGRID_SMOOTH + 1;
		if (k == 6) q.level[0].coarse_tolerance = tap_nan();
		if (k == 7) q.level[0].coarse_iterations = 0;
		if (k == 8) q.level[0].rounds = -1;
		if (k == 9) q.level[0].block[2] = -1;
		if (k == 10) {
			q.level[0].block[0] = 2;
			word = "level 3: block extent T = 2: does not divide level 2, which has 3 x 2 x 2 x 2";
		}
		if (k == 11)
			for (int mu = 0; mu < 4; mu++) q.level[0].block[mu] = 1;
		if (k == 12) { /* level 3 has one site */
			q.levels = 4;
			q.level[0].vectors = 3;
			q.level[0].block[0] = 3;
			word = "level 4: blocks of one site of level 3, which has 1 x 1 x 1 x 1";
		}
		if (k == 13) { /* more vectors than a block has numbers */
			q.level[0].vectors = LQCD_MULTIGRID_MOST;
			q.level[0].block[0] = q.level[0].block[1] = q.level[0].block[2] = 1;
		}
		why.text[0] = 0;
		const lqcd_status s = lqcd_multigrid_create(&mg, &D, &q, &why);
		EXPECT(&e, s == expected && strstr(why.text, word) && hook.live == live, "wrong parameters %d: %s, \"%.200s\"", k,
		       lqcd_status_text(s), why.text);
	}
	hook.calls = 0;
	must(lqcd_multigrid_create(&mg, &D, &p, &why));
	lqcd_multigrid_destroy(&mg);
	/* The last third of the allocations: those of a level. */
	const long calls = hook.calls;
	for (int k = 0; k < 12; k++) {
		hook.calls = 0;
		hook.fail_at = calls - random_below((int)calls / 3);
		const lqcd_status s = lqcd_multigrid_create(&mg, &D, &p, &why);
		EXPECT(&e, s == LQCD_ERR_MEMORY && hook.live == live, "no memory at %ld of %ld: %s", hook.fail_at, calls,
		       lqcd_status_text(s));
		hook.fail_at = 0;
	}
	expect_done(&e, "parameters and memory: a status, a message that names the level, nothing left");
	lqcd_wilson_destroy(&D);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void test_multigrid_levels(void)
{
	static const int even[4] = {8, 8, 4, 4}, small[4] = {8, 4, 4, 4}, odd[4] = {12, 4, 4, 4};
	set_threads(1);
	check_multigrid_levels_vf(even, 3);
	check_update();
	check_level_statuses();
	check_multigrid_levels_vf(small, 4);
	check_multigrid_levels_f(odd, 3);
	check_iterations();
}
