/* tests/mpi/agree.c: processes that disagree: other parameters of a solve on one of them, or such that it refuses, are an error
 * of all, and nobody waits for ever. So is memory that one lacks for trajectories and eigenvectors. */
#include <lqcd/compat/foreign.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/hmc/staggered.h>
#include <lqcd/solver/inverter.h>
#include <lqcd/solver/lanczos.h>
#include <lqcd/solver/multi.h>
#include <lqcd/solver/multishift.h>

#include "ranks.h"

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_d D;
	lqcd_multi_field_d xs, bs;
	lqcd_wilson_d many;
	lqcd_spinor_field_d b, x, even, shifted[2];
	lqcd_schur_d schur;
	lqcd_normal_d square;
	lqcd_operator_d half, op;
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
	lqcd_multi_field_zero(&c->xs);
	if (kind == AGREE_DIRAC) return lqcd_wilson_solve(&c->x, &c->D, c->same ? &c->x : &c->b, c->method, p).status;
	if (kind == AGREE_CG)
		return (c->method == LQCD_CG ? lqcd_cg(&c->shifted[0], &c->op, c->same ? &c->shifted[0] : &c->even, p)
					     : lqcd_bicgstab(&c->shifted[0], &c->op, &c->even, p)).status;
	if (kind == AGREE_MANY)
		return lqcd_wilson_solve_multi(&c->xs, &c->many, c->same ? &c->xs : &c->bs, c->method, p, results);
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
	must(lqcd_multi_field_create(&c->xs, &c->lat, LQCD_FULL, 2));
	must(lqcd_multi_field_create(&c->bs, &c->lat, LQCD_FULL, 2));
	lqcd_spinor_field_gaussian(&c->b, 2, 0);
	lqcd_spinor_field_gaussian(&c->even, 3, 0);
	for (int k = 0; k < 2; k++) must(lqcd_multi_field_put(&c->bs, k, &c->b));
	must(lqcd_wilson_create(&c->D, &c->u, 0.5, LQCD_PERIODIC));
	must(lqcd_wilson_create_for(&c->many, &c->u, 0.5, LQCD_PERIODIC, &c->xs));
	must(lqcd_inverter_create(&c->inv, &c->u, 0.5, LQCD_PERIODIC, LQCD_CG));
	const lqcd_dirac_d d = lqcd_wilson_dirac(&c->D);
	must(lqcd_schur_create(&c->half, &c->schur, &d, &c->even));
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
	lqcd_wilson_destroy(&c->many);
	lqcd_multi_field_destroy(&c->xs);
	lqcd_multi_field_destroy(&c->bs);
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

/* One process describes foreign vectors that are refused, of x or of b: all refuse. */
static void check_disagree_foreign(agree_case *c, const int *l)
{
	const size_t n = (size_t)(l[0] * l[1] * l[2] * l[3]) * 8 * LQCD_NC;
	double *v = (double *)calloc(2 * n, sizeof *v);
	lqcd_solve_params p = lqcd_solve_params_default();
	int good = v != NULL;
	p.tolerance = 1e-4;
	if (v) v[0] = 1;
	for (int k = 0; v && k < 3; k++) {
		lqcd_foreign b = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_SPINORS, v, 64, NULL, &c->lat), x = b;
		x.data = v + n;
		if (world.rank == world.size / 2 && k < 2) (k ? &b : &x)->scale = 0;
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
	check_disagree_foreign(&c, extent);
	check_agree_memory(&c, extent, "trajectories", memory_hmc);
	check_agree_memory(&c, extent, "rational powers", memory_powers);
	check_agree_memory(&c, extent, "eigenvectors", memory_eigen);
	agree_end(&c);
}
