/* tests/mpi/agree.c: processes that disagree: other parameters of a solve, an operator or a trajectory on one of them, or such
 * that it refuses, or arguments that it lacks, are an error of all, and nobody waits for ever. So is memory that one lacks for
 * trajectories, eigenvectors and foreign fields. */
#include <lqcd/dirac/wilson_multi.h>
#include <lqcd/foreign/codes.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/rhmc.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/hmc/symanzik.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/gcr.h>
#include <lqcd/solver/inverter.h>
#include <lqcd/solver/lanczos.h>
#include <lqcd/solver/mixed.h>
#include <lqcd/solver/multishift.h>
#include <lqcd/solver/spectrum.h>

#include "ranks.h"

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_d D;
	lqcd_wilson_f low;
	lqcd_multi_spinor_field_d xs, bs;
	lqcd_wilson_d many;
	lqcd_spinor_field_d b, x, even, shifted[2];
	lqcd_schur_d schur;
	lqcd_normal_d square;
	lqcd_operator_d half, op;
	lqcd_dirac_d dirac;
	lqcd_inverter inv;
	lqcd_method method;
	double sigma;
	int same, pairs; /* same: x is b */
} agree_case;

enum { AGREE_DIRAC, AGREE_CG, AGREE_MANY, AGREE_SHIFTS, AGREE_INVERTER, AGREE_EIGEN, AGREE_SOLVES };
static const char *const agree_name[AGREE_SOLVES] = {"D x = b", "CG", "many", "multi-shift", "an inverter", "eigenvectors"};

static lqcd_status agree_solve(agree_case *c, int kind, const lqcd_solve_params *p)
{
	lqcd_solve_result results[2];
	lqcd_eigen_d e;
	lqcd_eigen_params eigen = lqcd_eigen_params_default();
	const double sigma[2] = {0.1, c->sigma};
	lqcd_spinor_field_zero(&c->x);
	lqcd_multi_spinor_field_zero(&c->xs);
	const lqcd_dirac_d d = lqcd_wilson_dirac(&c->D);
	const lqcd_multi_dirac_d many = lqcd_wilson_multi_dirac(&c->many);
	if (kind == AGREE_DIRAC) return lqcd_dirac_solve(&c->x, &d, c->same ? &c->x : &c->b, c->method, p).status;
	if (kind == AGREE_CG)
		return (c->method == LQCD_CG ? lqcd_solve(&c->shifted[0], &c->op, c->same ? &c->shifted[0] : &c->even, LQCD_CG, p)
					     : lqcd_solve(&c->shifted[0], &c->op, &c->even, LQCD_BICGSTAB, p)).status;
	if (kind == AGREE_MANY)
		return lqcd_multi_dirac_solve(&c->xs, &many, c->same ? &c->xs : &c->bs, c->method, p, results);
	if (kind == AGREE_SHIFTS) return lqcd_multishift(c->shifted, &c->op, sigma, 2, c->same ? c->shifted : &c->even, p, results);
	if (kind == AGREE_INVERTER) return lqcd_inverter_solve(&c->inv, &c->x, c->same ? &c->x : &c->b, p).status;
	eigen.count = c->pairs;
	eigen.tolerance = p->tolerance;
	eigen.cycles = p->max_iterations;
	const lqcd_status s = lqcd_eigen_solve(&e, &c->op, &c->even, &eigen);
	lqcd_eigen_destroy(&e);
	return s;
}

static void agree_begin(agree_case *c, const int *l)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	memset((void *)c, 0, sizeof *c);
	o.comm = &world;
	must(lqcd_lattice_create(&c->lat, l, &o, NULL));
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	lqcd_gauge_field_random(&c->u, 1, 0);
	must(lqcd_spinor_field_create(&c->b, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->x, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->even, &c->lat, LQCD_EVEN));
	for (int k = 0; k < 2; k++) must(lqcd_spinor_field_create(&c->shifted[k], &c->lat, LQCD_EVEN));
	must(lqcd_multi_spinor_field_create(&c->xs, &c->lat, LQCD_FULL, 2));
	must(lqcd_multi_spinor_field_create(&c->bs, &c->lat, LQCD_FULL, 2));
	lqcd_spinor_field_gaussian(&c->b, 2, 0);
	lqcd_spinor_field_gaussian(&c->even, 3, 0);
	for (int k = 0; k < 2; k++) must(lqcd_multi_spinor_field_put(&c->bs, k, lqcd_spinor_field_view(&c->b)));
	must(lqcd_wilson_create(&c->D, &c->u, 0.5, LQCD_PERIODIC));
	must(lqcd_wilson_create_for(&c->many, &c->u, 0.5, LQCD_PERIODIC, &c->xs));
	must(lqcd_inverter_create(&c->inv, &c->u, 0.5, LQCD_PERIODIC, LQCD_CG));
	must(lqcd_wilson_create(&c->low, &c->u, 0.5, LQCD_PERIODIC));
	c->dirac = lqcd_wilson_dirac(&c->D);
	must(lqcd_schur_create(&c->half, &c->schur, &c->dirac, &c->even));
	must(lqcd_normal_create(&c->op, &c->square, &c->half, &c->even));
	c->op.team = 0;
	c->method = LQCD_CG;
	c->sigma = 0.2;
	c->pairs = 2;
}

static void agree_end(agree_case *c)
{
	lqcd_normal_destroy(&c->square);
	lqcd_schur_destroy_d(&c->schur);
	lqcd_inverter_destroy(&c->inv);
	lqcd_wilson_destroy(&c->D);
	lqcd_wilson_destroy(&c->low);
	lqcd_wilson_destroy(&c->many);
	lqcd_multi_spinor_field_destroy(&c->xs);
	lqcd_multi_spinor_field_destroy(&c->bs);
	for (int k = 0; k < 2; k++) lqcd_spinor_field_destroy(&c->shifted[k]);
	lqcd_spinor_field_destroy(&c->even);
	lqcd_spinor_field_destroy(&c->x);
	lqcd_spinor_field_destroy(&c->b);
	lqcd_gauge_field_destroy(&c->u);
	lqcd_lattice_destroy(&c->lat);
}

/* One process has something else: all refuse with a reason, and the next solve works. */
static void check_disagree(agree_case *c, const int *l)
{
	static const char *const what[6] = {"another tolerance", "a wrong tolerance", "other iterations", "x is b", "another method",
					    "other shifts or pairs"};
	const int other = world.rank == world.size / 2;
	for (int kind = 0; kind < AGREE_SOLVES; kind++) {
		int good = 1;
		for (int k = 0; k < 6; k++) {
			lqcd_solve_params p = lqcd_solve_params_default();
			p.tolerance = 1e-4;
			p.max_iterations = 200;
			const int has = k < 3 || (k == 3 && kind != AGREE_EIGEN) || (k == 4 && kind < AGREE_SHIFTS) ||
					(k == 5 && (kind == AGREE_SHIFTS || kind == AGREE_EIGEN));
			if (!has) continue;
			if (other && k < 2) p.tolerance = k ? -1 : 1e-2;
			if (other && k == 2) p.max_iterations = 100;
			c->same = other && k == 3;
			c->method = other && k == 4 ? LQCD_BICGSTAB : LQCD_CG;
			c->sigma = other && k == 5 ? 0.3 : 0.2;
			c->pairs = other && k == 5 ? 3 : 2;
			const lqcd_status s = agree_solve(c, kind, &p);
			const lqcd_message why = lqcd_lattice_why(&c->lat, s);
			const int refused = s == LQCD_ERR_ARGUMENT && strcmp(why.text, lqcd_status_text(s));
			if (!refused) tap_diag("%s: %s: %s", agree_name[kind], what[k], why.text);
			good = good && refused;
			c->same = 0;
			c->method = LQCD_CG;
			c->sigma = 0.2;
			c->pairs = 2;
			p.tolerance = 1e-4;
			p.max_iterations = 200;
			good = good && (k || agree_solve(c, kind, &p) == LQCD_OK);
		}
		all_ok(good, "processes that disagree are told", agree_name[kind], l, &c->lat);
	}
}

/* What one process lacks. */
enum { LACK_X = 1, LACK_B = 2, LACK_BOTH = 3, LACK_OPERATOR = 4, LACK_PARAMS = 8, LACK_RESULTS = 16, LACK_METHOD = 32 };
enum { LACK_DIRAC, LACK_MIXED_DIRAC, LACK_MANY, LACK_MIXED_MANY, LACK_INVERTER, LACK_KRYLOV, LACK_GCR, LACK_SHIFTS, LACK_SPECTRUM, LACK_EIGEN, LACK_SOLVES };

static lqcd_status lacking_solve(agree_case *c, int kind, int lack)
{
	const double sigma[2] = {0.1, 0.2};
	lqcd_solve_result two[2], *results = lack & LACK_RESULTS ? NULL : two;
	lqcd_solve_params p = lqcd_solve_params_default(), *params = lack & LACK_PARAMS ? NULL : &p;
	lqcd_eigen_params few = lqcd_eigen_params_default();
	lqcd_eigen_d e;
	lqcd_spectrum bounds;
	const lqcd_multi_dirac_d d = lqcd_wilson_multi_dirac(&c->many);
	const lqcd_dirac_f low = lqcd_wilson_dirac(&c->low);
	const lqcd_multi_dirac_f lows = lqcd_wilson_multi_dirac(&c->low);
	lqcd_spinor_field_d none;
	lqcd_multi_spinor_field_d nones;
	const lqcd_method method = (lqcd_method)(lack & LACK_METHOD ? 99 : (int)LQCD_CG);
	const lqcd_operator_d *op = lack & LACK_OPERATOR ? NULL : &c->op;
	memset((void *)&none, 0, sizeof none);
	memset((void *)&nones, 0, sizeof nones);
	memset((void *)&e, 0, sizeof e);
	lqcd_spinor_field_d *x = lack & LACK_X ? &none : &c->x, *s = lack & LACK_X ? NULL : c->shifted;
	const lqcd_spinor_field_d *b = lack & LACK_B ? NULL : &c->b, *even = lack & LACK_B ? &none : &c->even;
	lqcd_multi_spinor_field_d *xs = lack & LACK_X ? &nones : &c->xs;
	const lqcd_multi_spinor_field_d *bs = lack & LACK_B ? &nones : &c->bs;
	few.count = 2;
	few.tolerance = p.tolerance = 1e-2;
	lqcd_spinor_field_zero(&c->x);
	lqcd_multi_spinor_field_zero(&c->xs);
	for (int k = 0; k < 2; k++) lqcd_spinor_field_zero(&c->shifted[k]);
	switch (kind) {
	case LACK_DIRAC: return lqcd_dirac_solve(x, lack & LACK_OPERATOR ? NULL : &c->dirac, b, method, params).status;
	case LACK_MIXED_DIRAC: return lqcd_dirac_solve_mixed(x, &c->dirac, lack & LACK_OPERATOR ? NULL : &low, b, method, params).status;
	case LACK_MANY: return lqcd_multi_dirac_solve(xs, lack & LACK_OPERATOR ? NULL : &d, bs, method, params, results);
	case LACK_MIXED_MANY: return lqcd_multi_dirac_solve_mixed(xs, &d, lack & LACK_OPERATOR ? NULL : &lows, bs, method, params, results);
	case LACK_INVERTER: return lqcd_inverter_solve(lack & LACK_OPERATOR ? NULL : &c->inv, x, b, params).status;
	case LACK_KRYLOV: return lqcd_solve(s, op, even, method, params).status;
	case LACK_GCR: return lqcd_gcr(s, op, even, NULL, 4, params).status;
	case LACK_SHIFTS: return lqcd_multishift(s, op, sigma, 2, even, params, results);
	case LACK_SPECTRUM: return lqcd_spectrum_find(lack & LACK_RESULTS ? NULL : &bounds, op, &c->even, 0.1, 40);
	default: {
		const lqcd_status status = lqcd_eigen_solve(lack & LACK_RESULTS ? NULL : &e, op, &c->even, lack & LACK_PARAMS ? NULL : &few);
		lqcd_eigen_destroy(&e);
		return status;
	}
	}
}

/* One process lacks an argument, or asks for a method that there is not: all refuse, and the next solve works. */
static void check_lacking(agree_case *c, const int *l)
{
	static const char *const name[LACK_SOLVES] = {"D x = b", "D x = b, mixed", "many", "many, mixed", "an inverter", "a method", "GCR", "multi-shift", "a spectrum", "eigenvectors"};
	static const int all = LACK_BOTH | LACK_OPERATOR | LACK_PARAMS;
	static const int has[LACK_SOLVES] = {all | LACK_METHOD, all | LACK_METHOD, all | LACK_METHOD | LACK_RESULTS, all | LACK_METHOD | LACK_RESULTS,
					     all, all | LACK_METHOD, all, all | LACK_RESULTS, LACK_OPERATOR | LACK_RESULTS, LACK_OPERATOR | LACK_PARAMS | LACK_RESULTS};
	static const int lacks[7] = {LACK_X, LACK_B, LACK_BOTH, LACK_OPERATOR, LACK_PARAMS, LACK_RESULTS, LACK_METHOD};
	for (int kind = 0; kind < LACK_SOLVES; kind++) {
		int good = 1;
		for (int k = 0; k < 7; k++) {
			/* Only an operator with a lattice can stand in for both fields. */
			if (!(lacks[k] & has[kind]) || (lacks[k] == LACK_BOTH && kind > LACK_INVERTER)) continue;
			const lqcd_status s = lacking_solve(c, kind, world.rank == world.size / 2 ? lacks[k] : 0);
			if (s != LQCD_ERR_ARGUMENT) tap_diag("%s lacks %d: %s", name[kind], lacks[k], lqcd_status_text(s));
			good = good && s == LQCD_ERR_ARGUMENT;
		}
		all_ok(good && lacking_solve(c, kind, 0) == LQCD_OK, "a process lacks an argument", name[kind], l, &c->lat);
	}
}

enum { ALIKE_WILSON, ALIKE_SHARED, ALIKE_CLOVER, ALIKE_WALLS, ALIKE_STAGGERED, ALIKE_ACTION, ALIKE_SYMANZIK, ALIKE_QUARKS, ALIKE_RATIO, ALIKE_RHMC, ALIKE_ROOTS, ALIKE_MAKES };

/* Makes an object whose parameters processes share; one has another. */
static lqcd_status alike_make(agree_case *c, int kind, double other)
{
	lqcd_status s = LQCD_OK;
	if (kind == ALIKE_WILSON || kind == ALIKE_SHARED || kind == ALIKE_CLOVER) {
		lqcd_wilson_d D;
		lqcd_clover_params p = lqcd_clover_params_default();
		p.csw = 1 + other;
		s = kind == ALIKE_SHARED ? lqcd_wilson_create_alike(&D, &c->D, 0.2 + other) : lqcd_wilson_create(&D, &c->u, kind == ALIKE_WILSON ? 0.2 + other : 0.2, LQCD_PERIODIC);
		if (s == LQCD_OK && kind == ALIKE_CLOVER) s = lqcd_clover_add(&D, &c->u, &p, NULL);
		lqcd_wilson_destroy(&D);
	} else if (kind == ALIKE_WALLS) {
		lqcd_domain_wall_d D;
		lqcd_domain_wall_params p;
		memset(&p, 0, sizeof p);
		p.ls = 4;
		p.m5 = 1.4;
		p.mass = 0.1 + other;
		p.b5 = 1;
		s = lqcd_domain_wall_create(&D, &c->u, &p, LQCD_PERIODIC);
		lqcd_domain_wall_destroy(&D);
	} else if (kind == ALIKE_STAGGERED || kind == ALIKE_ROOTS) {
		const lqcd_staggered_action p = lqcd_staggered_naive();
		const double mass = 0.1 + other, flavours = 1;
		lqcd_staggered_rhmc_d_ks r;
		lqcd_staggered_d_ks D;
		lqcd_field_view none;
		memset((void *)&none, 0, sizeof none);
		if (kind == ALIKE_STAGGERED) {
			s = lqcd_staggered_create_d_ks(&D, lqcd_gauge_field_view(&c->u), none, mass);
			lqcd_staggered_destroy_d_ks(&D);
			return s;
		}
		s = lqcd_staggered_rhmc_create(&r, &c->lat, &p);
		if (s == LQCD_OK) s = lqcd_staggered_rhmc_add(&r, 1, &mass, &flavours, 0, 70, 1e-3);
		lqcd_staggered_rhmc_destroy(&r);
	} else if (kind == ALIKE_ACTION) {
		lqcd_action_d a;
		s = lqcd_action_create(&a, &c->lat, other);
		lqcd_action_destroy(&a);
	} else if (kind == ALIKE_SYMANZIK) {
		lqcd_gauge_action_d a;
		lqcd_symanzik p;
		memset(&p, 0, sizeof p);
		p.beta = 7;
		p.plaquette = 1;
		p.parallelogram = other;
		s = lqcd_symanzik_create(&a, &c->lat, &p);
		lqcd_gauge_action_destroy(&a);
	} else if (kind == ALIKE_RHMC) {
		lqcd_rhmc_d r;
		s = lqcd_rhmc_create(&r, &c->lat, 0.1, 1, 0.1, 10, other > 0 ? 1e-4 : 1e-2);
		lqcd_rhmc_destroy(&r);
	} else {
		lqcd_pseudofermion_d pf;
		s = kind == ALIKE_QUARKS ? lqcd_pseudofermion_create(&pf, &c->lat, 0.1 + other, 1) : lqcd_pseudofermion_create_ratio(&pf, &c->lat, 0.1, 1 + other, 1);
		lqcd_pseudofermion_destroy(&pf);
	}
	return s;
}

static void check_alike(agree_case *c, const int *l)
{
	static const char *const name[ALIKE_MAKES] = {"kappa", "another mass", "a clover term", "domain walls", "staggered quarks", "c1", "Symanzik's action", "pseudofermions", "a ratio", "RHMC", "roots"};
	const int other = world.rank == world.size / 2;
	for (int kind = 0; kind < ALIKE_MAKES; kind++) {
		const lqcd_status s = alike_make(c, kind, other ? 0.25 : 0);
		const lqcd_message why = lqcd_lattice_why(&c->lat, s);
		const lqcd_status nan = alike_make(c, kind, other ? lqcd_nan() : 0);
		const int good = s == LQCD_ERR_ARGUMENT && strstr(why.text, "processes differ") && (kind == ALIKE_RHMC || nan == LQCD_ERR_ARGUMENT) &&
				 alike_make(c, kind, 0) == LQCD_OK;
		if (!good) tap_diag("%s: %s, %s", name[kind], why.text, lqcd_status_text(nan));
		all_ok(good, "processes that disagree are told", name[kind], l, &c->lat);
	}
}

/* Changes number k of a chain. */
static int chain_change(lqcd_hmc_chain *chain, int k)
{
	if (k == 0) chain->beta = 5.8;
	if (k == 1) chain->length = 0.5;
	if (k == 2) chain->levels = 1, chain->gauge_level = 0;
	if (k == 3) chain->always = 1;
	if (k == 4) chain->level[0].steps = 3;
	if (k == 5) chain->level[1].kind = LQCD_LEAPFROG;
	if (k == 6) chain->seed = 9;
	if (k == 7) chain->trajectory = 5;
	if (k == 8) chain->gauge_level = 1;
	if (k == 9) chain->level[0].steps = 0; /* refused */
	if (k == 10) chain->c1 = -1.0 / 12;
	return k < 11;
}

/* Chains that differ when they are created, or later: nobody has another number of forces. */
static void check_chains(agree_case *c, const int *l)
{
	const int other = world.rank == world.size / 2;
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.7, 0, 1), own;
	lqcd_gauge_field_d p;
	lqcd_hmc_d hmc;
	int good = 1;
	double H = 0;
	chain.levels = 2;
	chain.level[0].steps = chain.level[1].steps = 1;
	for (int k = -1; own = chain, k < 0 || chain_change(&own, k); k++) {
		const lqcd_status s = lqcd_hmc_create(&hmc, &c->lat, !other ? &chain : k < 0 ? NULL : &own);
		good = good && s == LQCD_ERR_ARGUMENT && (k < 0 || *lqcd_lattice_why(&c->lat, s).text);
		if (s == LQCD_OK) tap_diag("chain, number %d: created", k);
		lqcd_hmc_destroy(&hmc);
	}
	all_ok(good, "processes that disagree are told", "chains", l, &c->lat);
	must(lqcd_gauge_field_create(&p, &c->lat, LQCD_FULL));
	must(lqcd_hmc_create(&hmc, &c->lat, &chain));
	good = lqcd_hmc_trajectory(&hmc, &c->u) == LQCD_OK;
	chain = hmc.chain;
	for (int k = 0; own = chain, k < 10 && chain_change(&own, k); k++) {
		if (other) hmc.chain = own;
		const lqcd_status s = lqcd_hmc_trajectory(&hmc, &c->u);
		good = good && s == LQCD_ERR_ARGUMENT && lqcd_hmc_refresh(&hmc, &c->u) == s && lqcd_hmc_energy(&hmc, &c->u, &H) == s;
		if (s == LQCD_OK) tap_diag("chain, number %d: a trajectory", k);
		hmc.chain = chain;
	}
	good = good && lqcd_hmc_evolve(&hmc, &c->u, other ? 0.1 : 0.2) == LQCD_ERR_ARGUMENT;
	good = good && lqcd_hmc_evolve(&hmc, &c->u, other ? lqcd_nan() : 0.2) == LQCD_ERR_ARGUMENT;
	good = good && lqcd_hmc_trajectory(other ? NULL : &hmc, &c->u) == LQCD_ERR_ARGUMENT;
	good = good && lqcd_hmc_trajectory(&hmc, other ? NULL : &c->u) == LQCD_ERR_ARGUMENT;
	good = good && lqcd_hmc_energy(&hmc, &c->u, other ? NULL : &H) == LQCD_ERR_ARGUMENT;
	good = good && lqcd_hmc_trajectory(&hmc, &c->u) == LQCD_OK;
	lqcd_gauge_action_d more;
	must(lqcd_gauge_action_create(&more, &c->lat, 1, 0));
	const lqcd_hmc_term_d term = lqcd_gauge_action_term(&more);
	must(lqcd_hmc_add(&hmc, &term, other));
	good = good && lqcd_hmc_trajectory(&hmc, &c->u) == LQCD_ERR_ARGUMENT;
	all_ok(good, "processes that disagree are told", "trajectories", l, &c->lat);
	lqcd_gauge_action_destroy(&more);
	lqcd_hmc_destroy(&hmc);
	lqcd_gauge_field_destroy(&p);
}

/* One process describes foreign vectors that are refused, of x or of b: all refuse. */
static void check_disagree_foreign(agree_case *c, const int *l)
{
	const size_t n = (size_t)(l[0] * l[1] * l[2] * l[3]) * 8 * LQCD_NC;
	double *v = (double *)calloc(2 * n, sizeof *v);
	lqcd_solve_params p = lqcd_solve_params_default();
	int good = v != NULL;
	p.tolerance = 1e-4;
	if (v) v[0] = 1;
	const int other = world.rank == world.size / 2;
	for (int k = 0; v && k < 4; k++) { /* moves to and fro: another basis, none, no memory */
		lqcd_foreign b = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_SPINORS, v, 64, NULL, &c->lat);
		if (other && k == 0) b.scale = 0;
		if (other && k == 1) b.kind = LQCD_FOREIGN_CLOVER;
		for (int out = 0; out < 2; out++) {
			const lqcd_foreign *f = other && k == 2 ? NULL : &b;
			hook.calls = 0;
			hook.fail_at = other && k == 3 ? 1 : -1;
			const lqcd_status s = out ? lqcd_foreign_export_spinors(f, &c->x) : lqcd_foreign_import_spinors(&c->x, f);
			hook.fail_at = 0;
			const lqcd_status want = k == 3 ? LQCD_ERR_MEMORY : k == 1 ? LQCD_ERR_GEOMETRY : LQCD_ERR_ARGUMENT;
			if (s != want) tap_diag("foreign %d, out %d: %s", k, out, lqcd_status_text(s));
			good = good && s == want;
		}
	}
	for (int k = 0; v && k < 3; k++) {
		lqcd_foreign b = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_SPINORS, v, 64, NULL, &c->lat), x = b;
		x.data = v + n;
		if (other && k < 2) (k ? &b : &x)->scale = 0;
		good = good && lqcd_foreign_solve(&c->inv, &x, &b, &p).status == (k < 2 ? LQCD_ERR_ARGUMENT : LQCD_OK);
	}
	free(v);
	all_ok(good, "processes that disagree are told", "foreign vectors", l, &c->lat);
}

static lqcd_status memory_hmc(agree_case *c)
{
	lqcd_hmc_d hmc;
	const lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.7, 0, 1);
	const lqcd_status s = lqcd_hmc_create(&hmc, &c->lat, &chain);
	lqcd_hmc_destroy(&hmc);
	return s;
}

static lqcd_status memory_powers(agree_case *c)
{
	const lqcd_staggered_action p = lqcd_staggered_naive();
	const double mass = 0.1, flavours = 1;
	lqcd_staggered_rhmc_d_ks r;
	lqcd_status s = lqcd_staggered_rhmc_create(&r, &c->lat, &p);
	if (s == LQCD_OK) s = lqcd_staggered_rhmc_add(&r, 1, &mass, &flavours, 0, 70, 1e-3);
	lqcd_staggered_rhmc_destroy(&r);
	return s;
}

static lqcd_status memory_eigen(agree_case *c)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = 1e-2;
	return agree_solve(c, AGREE_EIGEN, &p);
}

static void check_agree_memory(agree_case *c, const int *l, const char *name, lqcd_status (*run)(agree_case *))
{
	const int who = world.size / 2;
	int good = run(c) == LQCD_OK; /* makes geometries, which stay */
	hook.calls = hook.fail_at = 0;
	good = run(c) == LQCD_OK && good;
	const long calls = hook.calls, live = hook.live;
	for (long n = 1; n <= calls; n++) {
		hook.calls = 0;
		hook.fail_at = world.rank == who ? n : -1;
		good = run(c) == LQCD_ERR_MEMORY && good;
	}
	hook.fail_at = 0;
	all_ok(good && calls > 2 && hook.live == live, "no memory on one process, at each allocation", name, l, &c->lat);
}

static void test_agree(void)
{
	static const int extent[4] = {4, 4, 4, 8};
	agree_case c;
	agree_begin(&c, extent);
	check_disagree(&c, extent);
	check_lacking(&c, extent);
	check_alike(&c, extent);
	check_chains(&c, extent);
	check_disagree_foreign(&c, extent);
	check_agree_memory(&c, extent, "trajectories", memory_hmc);
	check_agree_memory(&c, extent, "rational powers", memory_powers);
	check_agree_memory(&c, extent, "eigenvectors", memory_eigen);
	agree_end(&c);
}
