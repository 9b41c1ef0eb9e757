/* tests/mpi/multigrid.c: multigrid and GCR with Schwarz iterations over MPI: the solution on all ranks together, with
 * lanes and without, is, bit for bit, that of one process without lanes, after as many iterations, for Wilson and
 * clover quarks; many right-hand sides at once give the bits of single solves; and where one rank lacks memory, all get that status. */
#include <lqcd/solver/sap.h>

#include "../support/small_multigrid.h"
#include "ranks.h"

enum { MULTIGRID, MULTIGRID_CLOVER, MULTIGRID_LEVELS, SCHWARZ_CLOVER, KINDS };

static const char *const kind_name[] = {"multigrid", "multigrid and clover", "multigrid of three levels", "GCR, Schwarz and clover"};

typedef struct {
	lqcd_status status;
	int iterations, coarse;
	double residual;
} outcome;

static const int multigrid_block[4] = {2, 2, 2, 2};

static lqcd_multigrid_params small_params(void)
{
	lqcd_multigrid_params p = small_multigrid(3, 3);
	p.smoothing = 2;
	p.coarse_iterations = 24;
	p.coarse_tolerance = 0.02;
	p.restart = 8;
	p.level[0].block[0] = p.level[0].block[1] = p.level[0].block[2] = 1;
	p.level[0].block[3] = 2;
	p.level[0].vectors = 3;
	p.level[0].initial = 3;
	p.level[0].rounds = 1;
	p.level[0].smoothing = 2;
	p.level[0].coarse_iterations = 8;
	return p;
}

#define LQCD_TAG f
#include "multigrid.inc"
#define LQCD_TAG vf
#include "multigrid.inc"

/* Many right-hand sides at once have the bits and iterations of single solves on the same ranks: solutions in double, and in the
 * precision of the multigrid (multigrid.inc). */
static void check_many(const int *l, int kind)
{
	enum { many = 3 };
	lqcd_multigrid_params params = small_params();
	lqcd_solve_params solve = lqcd_solve_params_default();
	lqcd_wilson_d D;
	lqcd_multigrid_f mg;
	lqcd_spinor_field_d x[many], y[many], b[many];
	lqcd_solve_result r[many];
	lqcd_clover_params term = lqcd_clover_params_default();
	job_f j;
	int good = 1, iterations = 0;
	if (job_create_f(&j, l, &world, kind) != LQCD_OK) {
		job_destroy_f(&j);
		return;
	}
	solve.tolerance = 1e-8;
	params.levels = kind == MULTIGRID_LEVELS ? 3 : 2;
	must(lqcd_wilson_create(&D, &j.u, -1.0, LQCD_ANTIPERIODIC));
	if (kind != MULTIGRID) must(lqcd_clover_add(&D, &j.u, &term, NULL));
	const lqcd_status s = lqcd_multigrid_create(&mg, &j.dirac, &params, NULL);
	for (int k = 0; k < many; k++) {
		must(lqcd_spinor_field_create(&x[k], &j.lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&y[k], &j.lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&b[k], &j.lat, LQCD_FULL));
		lqcd_spinor_field_gaussian(&b[k], 3, (uint32_t)k);
	}
	if (s == LQCD_OK) {
		const lqcd_dirac_d d = lqcd_wilson_dirac(&D);
		good = lqcd_dirac_solve_multigrid_many(y, &d, &mg, b, many, &solve, r) == LQCD_OK;
		for (int k = 0; k < many; k++) {
			const lqcd_solve_result one = lqcd_wilson_solve_multigrid(&x[k], &D, &mg, &b[k], &solve);
			good &= one.iterations == r[k].iterations && fabs(one.residual - r[k].residual) <= 0;
			lqcd_spinor_field_axpy(&x[k], -1, &y[k]);
			good &= lqcd_spinor_field_norm2(&x[k]) <= 0;
			iterations = one.iterations;
		}
		if (world.rank == 0) tap_diag("%d iterations", iterations);
		all_ok(good && iterations > 2, "many right-hand sides at once", kind_name[kind], l, &j.lat);
		check_alike_f(&j, &mg, l, kind);
	}
	for (int k = 0; k < many; k++) {
		lqcd_spinor_field_destroy(&x[k]);
		lqcd_spinor_field_destroy(&y[k]);
		lqcd_spinor_field_destroy(&b[k]);
	}
	if (s == LQCD_OK) lqcd_multigrid_destroy(&mg);
	lqcd_wilson_destroy(&D);
	job_destroy_f(&j);
}

/* All ranks get a status with a message: of memory that one of them lacks, at some of the allocations, and of blocks that
 * leave a rank. */
static void check_statuses(void)
{
	static const int l[4] = {12, 4, 4, 4};
	lqcd_multigrid_params p = small_params();
	lqcd_multigrid_f mg;
	lqcd_message why;
	job_f j;
	int wrong = 0;
	must(job_create_f(&j, l, &world, MULTIGRID));
	const long live = hook.live;
	hook.calls = 0;
	must(lqcd_multigrid_create_f(&mg, &j.dirac, &p, &why));
	lqcd_multigrid_destroy_f(&mg);
	const long calls = hook.calls;
	for (long n = 1; n <= calls && !wrong; n += 1 + calls / 12) {
		hook.calls = 0;
		hook.fail_at = world.rank == world.size / 2 ? n : -1;
		const lqcd_status s = lqcd_multigrid_create_f(&mg, &j.dirac, &p, &why);
		wrong = lqcd_comm_max(&world, s == LQCD_ERR_MEMORY && why.text[0] && hook.live == live ? 0 : 1) > 0;
	}
	hook.fail_at = 0;
	all_ok(!wrong && calls > 12, "multigrid without memory on one rank", "f", l, &j.lat);
	p.block[0] = 12;
	why.text[0] = 0;
	const lqcd_status s = lqcd_multigrid_create_f(&mg, &j.dirac, &p, &why);
	if (s == LQCD_OK) lqcd_multigrid_destroy_f(&mg);
	all_ok(j.lat.comm.grid[0] == 1 ? s == LQCD_OK : s == LQCD_ERR_EXTENT && why.text[0], "a block of 12", "f", l,
	       &j.lat);
	job_destroy_f(&j);
}

static void test_multigrid(void)
{
	/* On the second, ranks have an odd number of blocks in a direction; on the third, all ranks together have. */
	static const int extents[3][4] = {{8, 8, 4, 8}, {12, 4, 4, 4}, {8, 6, 4, 4}};
	for (int k = 0; k < 3; k++)
		for (int kind = 0; kind < KINDS; kind++) {
			job_f one;
			if (kind == SCHWARZ_CLOVER && k == 2) continue; /* not with odd numbers of blocks */
			if (kind == MULTIGRID_LEVELS && k == 1) continue;
			must(job_create_f(&one, extents[k], NULL, kind));
			must(job_run_f(&one, kind));
			check_solve_f(&one, extents[k], kind);
			check_solve_vf(&one, extents[k], kind);
			if (kind != SCHWARZ_CLOVER) check_many(extents[k], kind);
			job_destroy_f(&one);
		}
	check_statuses();
}
