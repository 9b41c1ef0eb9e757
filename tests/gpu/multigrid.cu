/* tests/gpu/multigrid.cu: multigrid on a GPU, solver/device_multigrid.h, against that of the host: P, its adjoint, the coarse operator
 * and its solver, the cycle, solves near the critical mass, set-ups there, statuses. The checks of a tag are in multigrid.inc. */
#include "../support/alloc_hook.h"

#include <lqcd.h>

#include "device.h"

static const struct {
	const char *name;
	int extent[4], block[4], vectors;
	double mass, csw, mu;
	lqcd_schur_form schur;
} cases[] = {{"Wilson", {4, 8, 4, 4}, {2, 4, 2, 2}, 5, -0.3, 0, 0, LQCD_SCHUR_ASYMMETRIC},
	     {"clover, three blocks", {6, 4, 4, 4}, {2, 2, 4, 2}, 6, -0.1, 1, 0, LQCD_SCHUR_ASYMMETRIC},
	     {"clover, symmetric, blocks of 27 and 2 sites", {6, 6, 6, 4}, {3, 3, 3, 2}, 4, -0.1, 1, 0, LQCD_SCHUR_SYMMETRIC},
	     {"twisted clover, blocks of 81 sites", {6, 6, 6, 6}, {3, 3, 3, 3}, 3, -0.1, 1.2, 0.1, LQCD_SCHUR_SYMMETRIC},
	     {"Wilson near the critical mass", {8, 8, 8, 8}, {4, 4, 4, 4}, 12, -0.77, 0, 0, LQCD_SCHUR_ASYMMETRIC},
	     {"clover near the critical mass", {LQCD_DEVICE_COMPILER ? 8 : 4, 8, 8, 8}, {4, 4, 4, 4}, 12, -0.27, 1.769, 0, LQCD_SCHUR_ASYMMETRIC}};

/* A case on the host. */
struct mg_case {
	int number;
	const char *name;
	held_place there;
	lqcd_lattice &lat;
	held_links<lqcd_gauge_field_d> u;
	held_links<lqcd_gauge_field_gf> uf;
	held_links<lqcd_gauge_field_gd> ud;
	held<lqcd_spinor_field_d> b, x, got;
	lqcd_wilson_d D;
	lqcd_wilson_f low;
	lqcd_multigrid_f mg;
	lqcd_multigrid_params params = lqcd_multigrid_params_default();
	lqcd_clover_params term = lqcd_clover_params_default();

	mg_case(int n)
		: number(n), name(cases[n].name), there(cases[n].extent), lat(there.here), u(&lat), uf(&there), ud(&there), b(&lat), x(&lat),
		  got(&lat)
	{
		params.vectors = cases[n].vectors;
		params.initial = 30;
		params.rounds = 2;
		memcpy(params.block, cases[n].block, sizeof params.block);
		term.csw = cases[n].csw;
		term.mu = cases[n].mu;
		term.schur = cases[n].schur;
		lqcd_gauge_field_unit(&u);
		for (int k = 0; k < 24; k++) must(lqcd_heatbath_sweep(&u, 6.0, 7, (uint64_t)k));
		must(lqcd_gauge_field_put(&uf, lqcd_gauge_field_view(&u)));
		must(lqcd_gauge_field_put(&ud, lqcd_gauge_field_view(&u)));
		must(lqcd_wilson_create(&D, &u, cases[n].mass, LQCD_ANTIPERIODIC));
		must(lqcd_wilson_create(&low, &u, cases[n].mass, LQCD_ANTIPERIODIC));
		if (n % 4) done(lqcd_clover_add(&D, &u, &term, &why));
		if (n % 4) done(lqcd_clover_add(&low, &u, &term, &why));
		done(lqcd_multigrid_create(&mg, &low, &params, &why));
		lqcd_spinor_field_gaussian(&b, tap_random_u64(), 0);
	}

	~mg_case()
	{
		lqcd_multigrid_destroy(&mg);
		lqcd_wilson_destroy(&D);
		lqcd_wilson_destroy(&low);
	}
};

/* The operator of a case on the device. */
template <class D, class U> static void device_operator(const mg_case *c, D *d, const U *u)
{
	must(lqcd_wilson_create_as(d, u, cases[c->number].mass, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	if (c->number % 4) done(lqcd_clover_add(d, u, &c->term, &why));
}

/* Fields of coarse grids as numbers, and the checks of hosts */
#define LQCD_TAG f
#include "../solver/multigrid_coarse.inc"
#define LQCD_TAG gf
#include "../solver/multigrid_coarse.inc"
#define LQCD_TAG gd
#include "../solver/multigrid_coarse.inc"
#define LQCD_TAG gh
#include "../solver/multigrid_coarse.inc"
#define LQCD_TAG gf
#include "multigrid.inc"
#define LQCD_TAG gd
#include "multigrid.inc"
#define LQCD_TAG gh
#include "multigrid.inc"

/* A solve in double, with the cycle in mg, against that of the host; the residual anew. */
template <class M> static void solve_and_compare(mg_case *c, const lqcd_wilson_gd *D, M *mg, const char *name)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	held<lqcd_spinor_field_gd> x(&c->there), b(&c->there);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&c->b)));
	lqcd_spinor_field_zero(&c->x);
	const lqcd_solve_result want = lqcd_wilson_solve_multigrid(&c->x, &c->D, &c->mg, &c->b, &p);
	const lqcd_solve_result r = lqcd_wilson_solve_multigrid(&x, D, mg, &b, &p);
	done(lqcd_gpu_lattice_status(&c->there, &why));
	must(lqcd_spinor_field_get(lqcd_spinor_field_view(&c->got), &x));
	lqcd_wilson_apply(&c->x, &c->D, &c->got, 0);
	lqcd_spinor_field_axpy(&c->x, -1, &c->b);
	const double anew = sqrt(lqcd_spinor_field_norm2(&c->x) / lqcd_spinor_field_norm2(&c->b));
	tap_ok(r.status == LQCD_OK && r.residual <= p.tolerance && anew <= 1.001 * p.tolerance &&
		       abs(r.iterations - want.iterations) <= 2 + want.iterations / 5,
	       "%s, %s: residual %.1e, anew %.1e, %d iterations, the host %d", c->name, name, r.residual, anew, r.iterations,
	       want.iterations);
	if (c->number >= 4) {
		lqcd_spinor_field_zero(&x);
		const auto d = lqcd_wilson_dirac(D);
		const lqcd_solve_result s = lqcd_dirac_solve(&x, &d, &b, LQCD_BICGSTAB, &p);
		tap_ok(3 * r.iterations < s.iterations, "%s: BiCGStab %d iterations, residual %.1e", c->name, s.iterations,
		       s.residual);
	}
}

/* Several right-hand sides at once, one of them 0, against one at a time. */
template <class M> static void many_and_compare(mg_case *c, const lqcd_wilson_gd *D, M *mg, const char *name)
{
	enum { rhs = 5, zero = 2 };
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_solve_result results[rhs];
	int good = 1, worst = 0;
	double apart = 0, residual = 0;
	held<lqcd_multi_spinor_field_gd> x(&c->there, LQCD_FULL, rhs), b(&c->there, LQCD_FULL, rhs);
	held<lqcd_spinor_field_gd> x1(&c->there), b1(&c->there);
	for (int n = 0; n < rhs; n++) {
		lqcd_spinor_field_gaussian(&c->got, tap_random_u64(), 0);
		lqcd_spinor_field_scale(&c->got, n == zero ? 0 : n == 3 ? 1e-30 : 1, &c->got);
		must(lqcd_multi_spinor_field_put(&b, n, lqcd_spinor_field_view(&c->got)));
	}
	const lqcd_status s = lqcd_wilson_solve_multigrid(&x, D, mg, &b, &p, results);
	done(lqcd_gpu_lattice_status(&c->there, &why));
	for (int n = 0; n < rhs; n++) {
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&c->got), &b, n));
		must(lqcd_spinor_field_put(&b1, lqcd_spinor_field_view(&c->got)));
		lqcd_spinor_field_zero(&x1);
		const lqcd_solve_result one = lqcd_wilson_solve_multigrid(&x1, D, mg, &b1, &p);
		must(lqcd_spinor_field_get(lqcd_spinor_field_view(&c->x), &x1));
		must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&c->got), &x, n));
		lqcd_spinor_field_axpy(&c->got, -1, &c->x);
		if (n != zero)
			apart = tap_worst(apart, sqrt(lqcd_spinor_field_norm2(&c->got) / lqcd_spinor_field_norm2(&c->x)));
		else
			good &= !(lqcd_spinor_field_norm2(&c->got) > 0);
		good &= results[n].status == one.status && results[n].residual <= p.tolerance;
		residual = tap_worst(residual, results[n].residual);
		if (abs(results[n].iterations - one.iterations) > abs(worst)) worst = results[n].iterations - one.iterations;
		if (abs(results[n].iterations - one.iterations) > 1 || results[n].status != one.status)
			tap_diag("%d: %s, %d iterations; alone %s, %d", n, lqcd_status_text(results[n].status),
				 results[n].iterations, lqcd_status_text(one.status), one.iterations);
	}
	tap_ok(s == LQCD_OK && good && abs(worst) <= 1 && apart < 1e-7,
	       "%s, %s: %d right-hand sides at once, residual %.1e, iterations %+d, %.1e from one at a time", c->name, name,
	       (int)rhs, residual, worst, apart);
}

static void check_case(int number)
{
	const int few = number >= (LQCD_DEVICE_COMPILER ? 4 : 3);
	lqcd_wilson_gd D;
	lqcd_wilson_gf f;
	lqcd_wilson_gh h;
	lqcd_multigrid_gf mg;
	lqcd_multigrid_gd double_mg;
	lqcd_multigrid_gh half;
	mg_case c(number);
	device_operator(&c, &D, &c.ud);
	device_operator(&c, &f, &c.uf);
	from_host(&c, &mg, &f);
	check_gf(&c, &mg, &f);
	solve_and_compare(&c, &D, &mg, "float");
	many_and_compare(&c, &D, &mg, "float");
	lqcd_multigrid_destroy(&mg);
	done(lqcd_multigrid_create(&mg, &f, &c.params, &why));
	check_made_gf(&c, &mg);
	solve_and_compare(&c, &D, &mg, "set-up in float");
	lqcd_multigrid_destroy(&mg);
	if (!few) {
		device_operator(&c, &h, &c.uf);
		from_host(&c, &double_mg, &D);
		check_gd(&c, &double_mg, &D);
		lqcd_multigrid_destroy(&double_mg);
		done(lqcd_multigrid_create(&double_mg, &D, &c.params, &why));
		check_made_gd(&c, &double_mg);
		lqcd_multigrid_destroy(&double_mg);
		from_host(&c, &half, &h);
		check_gh(&c, &half, &h);
		solve_and_compare(&c, &D, &half, "16 bits");
		many_and_compare(&c, &D, &half, "16 bits");
		lqcd_multigrid_destroy(&half);
		done(lqcd_multigrid_create(&half, &h, &c.params, &why));
		check_made_gh(&c, &half);
		solve_and_compare(&c, &D, &half, "set-up in 16 bits");
		lqcd_multigrid_destroy(&half);
		lqcd_wilson_destroy(&h);
	}
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&f);
}

/* Three levels, of the host and made there; level 3 has 3 or 2 sites in a direction. */
template <class M, class D> static void levels_of(mg_case *c, const lqcd_wilson_gd *D_double, const D *low, const char *name,
						  void (*check)(M *, const char *))
{
	M mg;
	char said[128];
	for (int made = 0; made < 2; made++) {
		snprintf(said, sizeof said, "%s, three levels%s", name, made ? " made there" : "");
		if (made)
			done(lqcd_multigrid_create(&mg, low, &c->params, &why));
		else
			from_host(c, &mg, low);
		check(&mg, said);
		solve_and_compare(c, D_double, &mg, said);
		tap_ok(mg.below.levels == 1 && mg.below.level->flops > 0, "%s: %.1e flop on level 3", said, mg.below.level->flops);
		many_and_compare(c, D_double, &mg, said);
		lqcd_multigrid_destroy(&mg);
	}
}

static void check_levels(int number)
{
	lqcd_wilson_gd D;
	lqcd_wilson_gf f;
	lqcd_wilson_gh h;
	mg_case c(number);
	c.params.levels = 3;
	c.params.level[0].vectors = 3 + number;
	c.params.level[0].initial = 10;
	c.params.level[0].rounds = 1;
	if (number) c.params.level[0].block[0] = 1; /* of 3 sites */
	lqcd_multigrid_destroy(&c.mg);
	done(lqcd_multigrid_create(&c.mg, &c.low, &c.params, &why));
	device_operator(&c, &D, &c.ud);
	device_operator(&c, &f, &c.uf);
	device_operator(&c, &h, &c.uf);
	levels_of(&c, &D, &f, "gf", check_level_gf);
	levels_of(&c, &D, &h, "gh", check_level_gh);
	lqcd_wilson_destroy(&f);
	lqcd_wilson_destroy(&h);
	lqcd_wilson_destroy(&D);
}

/* Updates for other links, of a set-up there and of one from the host, which then belong to them, and are nearly as good as a new
 * one; and with no rounds for the same links, after which P is what it was. */
static void check_update(void)
{
	lqcd_wilson_gf D;
	const lqcd_solve_params p = lqcd_solve_params_default();
	int iterations[3];
	mg_case c(1);
	c.params.levels = 3;
	c.params.level[0].vectors = 3;
	held<lqcd_spinor_field_gf> x(&c.there), y(&c.there), z(&c.there);
	device_operator(&c, &D, &c.uf);
	must(lqcd_spinor_field_put(&x, lqcd_spinor_field_view(&c.b)));
	const lqcd_gauge_field_d *const u = &c.u;
	for (int k = 0; k < 3; k++) {
		lqcd_multigrid_gf mg;
		if (k)
			done(lqcd_multigrid_create(&mg, &D, &c.params, &why));
		else
			from_host(&c, &mg, &D);
		lqcd__cell_gf *const b = lqcd__coarse_work_gf(&mg.coarse, LQCD__COARSE_B);
		lqcd__mg_restrict_gf(&mg, b, &x);
		lqcd__mg_prolong_gf(&mg, &y, 1, b);
		done(lqcd_multigrid_update(&mg, &D, 0, &why));
		lqcd__mg_restrict_gf(&mg, b, &x);
		lqcd__mg_prolong_gf(&mg, &z, 1, b);
		lqcd_spinor_field_axpy(&z, -1, &y);
		const double apart = sqrt(lqcd_spinor_field_norm2(&z) / lqcd_spinor_field_norm2(&y));
		tap_ok(apart < 1e-4, "update without rounds, %s: P P^dagger as before to %.1e", k ? "set-up there" : "set-up of the host", apart);
		if (k < 2) {
			lqcd_gauge_field_d other;
			must(lqcd_gauge_field_create(&other, &c.lat, LQCD_FULL));
			lqcd_gauge_field_copy(&other, u);
			must(lqcd_heatbath_sweep(&other, 6.0, 8, (uint64_t)k));
			must(lqcd_gauge_field_put(&c.uf, lqcd_gauge_field_view(&other)));
			must(lqcd_wilson_set_links(&D, &c.uf));
			lqcd_gauge_field_destroy(&other);
			done(lqcd_multigrid_update(&mg, &D, 1, &why));
			check_grids_gf(&c, &mg, 0, "updated");
		}
		tap_ok(mg.below.levels == (k ? 1 : 0), "%d levels below the second", mg.below.levels);
		lqcd_spinor_field_zero(&y);
		lqcd_solve_params q = p;
		q.tolerance = 1e-5;
		const lqcd_solve_result r = lqcd_multigrid_solve(&y, &mg, &x, &q);
		tap_ok(r.status == LQCD_OK, "solved: %s", lqcd_status_text(r.status));
		iterations[k] = r.iterations;
		tap_ok(lqcd_multigrid_update(&mg, &D, -1, &why) == LQCD_ERR_ARGUMENT && mg.kept, "update: -1 rounds are refused");
		lqcd_multigrid_destroy(&mg);
		tap_ok(lqcd_multigrid_update(&mg, &D, 1, &why) == LQCD_ERR_ARGUMENT, "update: a multigrid without a set-up is refused");
	}
	tap_ok(abs(iterations[0] - iterations[2]) <= 2 + iterations[2] / 4 && abs(iterations[1] - iterations[2]) <= 2 + iterations[2] / 4,
	       "updates: %d and %d iterations, a new set-up %d", iterations[0], iterations[1], iterations[2]);
	lqcd_wilson_destroy(&D);
}

/* A coarse lattice of two sites, whose neighbours are themselves in three directions. */
static void check_two_sites(void)
{
	lqcd_wilson_gh D;
	lqcd_multigrid_gh mg;
	mg_case c(0);
	device_operator(&c, &D, &c.uf);
	for (int mu = 0; mu < 4; mu++) c.params.block[mu] = 4;
	done(lqcd_multigrid_create(&mg, &D, &c.params, &why));
	check_grids_gh(&c, &mg, 0, "gh, two coarse sites");
	lqcd_multigrid_destroy(&mg);
	/* The best parameters, among few steps. */
	lqcd_multigrid_params best;
	const lqcd_dirac_gh d = lqcd_wilson_dirac(&D);
	c.params.initial = 2;
	c.params.rounds = 0;
	const lqcd_status s = lqcd_multigrid_tune(&best, &d, &c.params, 1, &why);
	tap_ok(s == LQCD_OK && best.initial == 2 && best.vectors <= 32, "tune: %s, %d vectors, blocks of %d x %d x %d x %d, smoothing %d",
	       lqcd_status_text(s), best.vectors, best.block[0], best.block[1], best.block[2], best.block[3], best.smoothing);
	tap_ok(lqcd_multigrid_tune(&best, &d, &c.params, -1, &why) == LQCD_ERR_ARGUMENT, "tune: -1 solves are refused");
	lqcd_wilson_destroy(&D);
}

/* What create refuses, and what is left after it. Failing allocations: memory.cu. */
static void check_statuses(void)
{
	enum { number = 0 };
	lqcd_wilson_gf D, none;
	lqcd_multigrid_gf mg;
	int good = 1;
	mg_case c(number);
	device_operator(&c, &D, &c.uf);
	memset((void *)&none, 0, sizeof none);
	c.params.rounds = 1;
	c.params.initial = 2;
	const long live = hook.live;
	for (int k = 0; k < 12; k++) {
		lqcd_multigrid_params p = c.params;
		lqcd_status expected = LQCD_ERR_ARGUMENT;
		const lqcd_wilson_gf *from = k == 8 ? &none : &D;
		if (k == 0) p.vectors = 0;
		if (k == 1) p.vectors = LQCD_MULTIGRID_MOST + 1;
		if (k == 2) p.smoothing = LQCD_MULTIGRID_SMOOTH + 1;
		if (k == 3) p.restart = LQCD_GCR_MOST + 1;
		if (k == 4) p.coarse_tolerance = tap_nan();
		if (k == 5) p.block[1] = -2;
		if (k == 6) p.block[0] = 3;
		if (k == 6) expected = LQCD_ERR_EXTENT;
		if (k > 9) p.levels = 3;
		if (k == 10) p.level[0].block[3] = 3;
		if (k == 10) expected = LQCD_ERR_EXTENT;
		if (k == 11) { /* more than a block has numbers */
			p.level[0].vectors = LQCD_MULTIGRID_MOST;
			p.level[0].block[0] = p.level[0].block[1] = p.level[0].block[2] = 1;
			expected = LQCD_ERR_SINGULAR;
		}
		why.text[0] = 0;
		const lqcd_status s = lqcd_multigrid_create(k == 9 ? NULL : &mg, from, k == 7 ? NULL : &p, &why);
		if (s != expected || !why.text[0] || hook.live != live)
			tap_diag("%d: %s, \"%s\", %ld blocks", k, lqcd_status_text(s), why.text, hook.live - live);
		good &= s == expected && why.text[0] && hook.live == live;
		if (k != 9) lqcd_multigrid_destroy(&mg);
	}
	tap_ok(good, "what create refuses: a status, a message, nothing left");
	/* Heavy quarks, whose vectors lose all but 1e-4 of their length in each first step. */
	lqcd_wilson_gf heavy;
	lqcd_multigrid_params usual = c.params;
	usual.initial = 60;
	must(lqcd_wilson_create_as(&heavy, &c.uf, 10, LQCD_ANTIPERIODIC, LQCD_LINK_18));
	lqcd_status s = lqcd_multigrid_create(&mg, &heavy, &usual, &why);
	tap_ok(s == LQCD_OK && mg.rate < 1e-3, "heavy quarks: %s, rate %.1e", s == LQCD_OK ? lqcd_status_text(s) : why.text,
	       s == LQCD_OK ? mg.rate : 1.);
	lqcd_multigrid_destroy(&mg);
	lqcd_wilson_destroy(&heavy);
	/* NaN in links. */
	LQCD_4FIELD_AT(&c.u, 5, 1)->e[0][1].re = tap_nan();
	must(lqcd_gauge_field_put(&c.uf, lqcd_gauge_field_view(&c.u)));
	must(lqcd_wilson_set_links(&D, &c.uf));
	s = lqcd_multigrid_create(&mg, &D, &c.params, &why);
	tap_ok(s == LQCD_NAN, "NaN in a link: %s, %s", lqcd_status_text(s), why.text);
	/* As many vectors as a block has numbers of a chirality, and one more. */
	lqcd_gauge_field_unit(&c.uf);
	must(lqcd_wilson_set_links(&D, &c.uf));
	for (int mu = 0; mu < 4; mu++) c.params.block[mu] = mu < 2 ? 2 : 1;
	c.params.vectors = 4 * 2 * LQCD_NC + 1;
	s = lqcd_multigrid_create(&mg, &D, &c.params, &why);
	tap_ok(s == LQCD_ERR_SINGULAR && hook.live == live, "dependent vectors: %s, %s", lqcd_status_text(s), why.text);
	lqcd_wilson_destroy(&D);
}

int main(void)
{
	gpu_begin();
	for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++)
		if (FEW ? k == 1 : LQCD_DEVICE_COMPILER || k != 4) check_case(k);
	if (LQCD_DEVICE_COMPILER && !FEW) check_levels(0);
	if (LQCD_DEVICE_COMPILER || !FEW) check_levels(1);
	check_update();
	check_two_sites();
	check_statuses();
	lqcd_gpu_close(&gpu);
	return tap_done();
}
