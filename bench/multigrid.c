/* bench/multigrid.c: multigrid against CG and BiCGStab for D x = b at masses approaching the critical one, on a
 * thermalised quenched lattice.
 *
 *   build/bench/multigrid [L or TxXxYxZ] [SWEEPS] [KAPPA ...]        default 32x8x8x8 60 0.150 0.153 0.154
 *
 * The lattice: beta = 6, heat bath from a cold start; antiperiodic in time. Each row is a solve to a true residual of
 * 1e-10 in double, with float or 16 bits inside (links of 12 reals everywhere): the best of seven runs (at least two,
 * not much more than 30 s), in which the solvers alternate, in processor seconds, which other work on the machine
 * disturbs less than wall-clock seconds. Run it with one thread. Multigrid has its default parameters, with two levels
 * and, in 16 bits, with three; its set-up is timed once, in a column of its own; "coarse" is the number of iterations on the
 * second level per fine one. speed is the time of
 * the best Krylov solver over that of multigrid. The last rows of a mass have 12 solves by multigrid, one by one and at once, alternating:
 * in double with the cycle in 16 bits (lqcd_dirac_solve_multigrid_many), and all in float, to 1e-5 (lqcd_multigrid_solve_many);
 * medians of wall-clock seconds and of the ratios of wall-clock and processor seconds. With MANY=1 in the environment these rows
 * are all. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../lqcd.h"

enum { runs = 7 };

typedef struct {
	lqcd_wilson_vd D;
	lqcd_wilson_vf low;
	lqcd_wilson_vh half;
	lqcd_spinor_field_vd x, b;
	lqcd_multigrid_vf mg;
	lqcd_multigrid_vh small, three;
} problem;

typedef enum { CG, CG_HALF, BICGSTAB, BICGSTAB_HALF, MULTIGRID, MULTIGRID_HALF, THREE_HALF, METHODS } method;

static lqcd_solve_result solve(problem *p, method m)
{
	const lqcd_solve_params params = lqcd_solve_params_default();
	const lqcd_method krylov = m == CG || m == CG_HALF ? LQCD_CG : LQCD_BICGSTAB;
	lqcd_spinor_field_zero(&p->x);
	if (m == THREE_HALF) return lqcd_wilson_solve_multigrid(&p->x, &p->D, &p->three, &p->b, &params);
	if (m == MULTIGRID_HALF) return lqcd_wilson_solve_multigrid(&p->x, &p->D, &p->small, &p->b, &params);
	if (m == MULTIGRID) return lqcd_wilson_solve_multigrid(&p->x, &p->D, &p->mg, &p->b, &params);
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&p->D);
	const lqcd_dirac_vf f = lqcd_wilson_dirac(&p->low);
	const lqcd_dirac_vh h = lqcd_wilson_dirac(&p->half);
	return m == CG || m == BICGSTAB ? lqcd_dirac_solve_mixed(&p->x, &d, &f, &p->b, krylov, &params)
					: lqcd_dirac_solve_mixed(&p->x, &d, &h, &p->b, krylov, &params);
}

/* Processor seconds. */
static double seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

typedef struct {
	double seconds;
	lqcd_solve_result r;
	int applied, coarse;
} result;

/* Keeps a solve if it is the best so far. */
static void run(problem *p, method m, result *best)
{
	result now;
	p->mg.applied = p->mg.coarse_iterations = p->small.applied = p->small.coarse_iterations = 0;
	p->three.applied = p->three.coarse_iterations = 0;
	now.seconds = seconds();
	now.r = solve(p, m);
	now.seconds = seconds() - now.seconds;
	now.applied = p->mg.applied + p->small.applied + p->three.applied;
	now.coarse = p->mg.coarse_iterations + p->small.coarse_iterations + p->three.coarse_iterations;
	if (!best->applied || now.seconds < best->seconds) *best = now;
	if (!best->applied) best->applied = 1;
}

static void report(double kappa, const result *all, const double *setup)
{
	static const char *const name[] = {"CG, float",      "CG, half",         "BiCGStab, float",
					   "BiCGStab, half", "multigrid, float", "multigrid, half",
					   "three levels, half"};
	double best = 1e30;
	for (int m = CG; m < METHODS; m++) {
		const result *t = &all[m];
		const int ok = t->r.status == LQCD_OK;
		printf("%.5f  %-18s %6d %9.1e %8.3f %8.1f", kappa, name[m], t->r.iterations, t->r.residual, t->seconds,
		       1e-9 * t->r.flops / t->seconds);
		if (m >= MULTIGRID)
			printf(" %8.2f %8.2f %8.1f", best / t->seconds, setup[m - MULTIGRID],
			       (double)t->coarse / t->applied);
		else if (ok && t->seconds < best)
			best = t->seconds;
		printf("%s%s\n", ok ? "" : "  ", ok ? "" : lqcd_status_text(t->r.status));
	}
	fflush(stdout);
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

enum { rhs = 12, pairs = 5 };

typedef struct {
	lqcd_spinor_field_vd x[rhs], b[rhs];
	lqcd_spinor_field_vf xf[rhs], bf[rhs];
} sources;

static double wall(void)
{
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* All solves, one by one or at once; adds wall-clock and processor seconds. */
static lqcd_status many_run(problem *p, sources *q, int in_float, int at_once, double took[2])
{
	lqcd_solve_params params = lqcd_solve_params_default();
	lqcd_solve_result r[rhs];
	lqcd_status s = LQCD_OK;
	const lqcd_dirac_vd d = lqcd_wilson_dirac(&p->D);
	if (in_float) params.tolerance = 1e-5;
	for (int k = 0; k < rhs; k++) {
		lqcd_spinor_field_zero(&q->x[k]);
		lqcd_spinor_field_zero(&q->xf[k]);
	}
	const double start[2] = {wall(), seconds()};
	if (at_once)
		s = in_float ? lqcd_multigrid_solve_many(q->xf, &p->mg, q->bf, rhs, &params, r)
			     : lqcd_dirac_solve_multigrid_many(q->x, &d, &p->small, q->b, rhs, &params, r);
	for (int k = 0; k < rhs && !at_once && s == LQCD_OK; k++) {
		r[k] = in_float ? lqcd_multigrid_solve(&q->xf[k], &p->mg, &q->bf[k], &params)
				: lqcd_wilson_solve_multigrid(&q->x[k], &p->D, &p->small, &q->b[k], &params);
		s = r[k].status;
	}
	took[0] = wall() - start[0];
	took[1] = seconds() - start[1];
	return s;
}

/* 12 right-hand sides one by one and at once. The first pair of runs finds the memory, and is not counted. */
static lqcd_status many(problem *p, double kappa, int in_float)
{
	double one[pairs], all[pairs], ratio[pairs], busy[pairs];
	sources q;
	lqcd_status s = LQCD_OK;
	memset((void *)&q, 0, sizeof q);
	for (int k = 0; k < rhs && s == LQCD_OK; k++) {
		const lqcd_lattice *lat = p->x.type->lattice;
		s = lqcd_spinor_field_create(&q.x[k], lat, LQCD_FULL);
		if (s == LQCD_OK) s = lqcd_spinor_field_create(&q.b[k], lat, LQCD_FULL);
		if (s == LQCD_OK) s = lqcd_spinor_field_create(&q.xf[k], lat, LQCD_FULL);
		if (s == LQCD_OK) s = lqcd_spinor_field_create(&q.bf[k], lat, LQCD_FULL);
		if (s != LQCD_OK) break;
		lqcd_spinor_field_gaussian(&q.b[k], 3, (uint32_t)k);
		lqcd_spinor_field_gaussian(&q.bf[k], 3, (uint32_t)k);
	}
	for (int i = -1; i < pairs && s == LQCD_OK; i++) {
		const int at = i < 0 ? 0 : i;
		double first[2], second[2];
		s = many_run(p, &q, in_float, 0, first);
		if (s == LQCD_OK) s = many_run(p, &q, in_float, 1, second);
		if (s != LQCD_OK) break;
		one[at] = first[0];
		all[at] = second[0];
		ratio[at] = first[0] / second[0];
		busy[at] = first[1] / second[1];
	}
	if (s == LQCD_OK) {
		qsort(one, pairs, sizeof *one, by_value);
		qsort(all, pairs, sizeof *all, by_value);
		qsort(ratio, pairs, sizeof *ratio, by_value);
		qsort(busy, pairs, sizeof *busy, by_value);
		printf("%.5f  12 by multigrid, %s: one by one %.3f s, at once %.3f s, ratio %.3f, of processor seconds %.3f\n", kappa,
		       in_float ? "all in float" : "half", one[pairs / 2], all[pairs / 2], ratio[pairs / 2], busy[pairs / 2]);
		fflush(stdout);
	}
	for (int k = 0; k < rhs; k++) {
		lqcd_spinor_field_destroy(&q.x[k]);
		lqcd_spinor_field_destroy(&q.b[k]);
		lqcd_spinor_field_destroy(&q.xf[k]);
		lqcd_spinor_field_destroy(&q.bf[k]);
	}
	return s;
}

static lqcd_status measure(const lqcd_gauge_field_vd *u, double kappa)
{
	lqcd_multigrid_params params = lqcd_multigrid_params_default();
	lqcd_lattice *lat = u->type->lattice;
	problem p;
	result all[METHODS];
	double mass, setup[3];
	lqcd_message why = {""};
	memset(&p, 0, sizeof p);
	memset(all, 0, sizeof all);
	lqcd_status s = lqcd_kappa_to_mass(kappa, &mass);
	if (s == LQCD_OK) s = lqcd_wilson_create_as(&p.D, u, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_wilson_create_as(&p.low, u, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_wilson_create_as(&p.half, u, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&p.x, lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&p.b, lat, LQCD_FULL);
	if (s != LQCD_OK) return s;
	lqcd_spinor_field_gaussian(&p.b, 2, 0);
	const double start_float = seconds();
	s = lqcd_multigrid_create(&p.mg, &p.low, &params, &why);
	setup[0] = seconds() - start_float;
	if (s == LQCD_OK) s = lqcd_multigrid_create(&p.small, &p.half, &params, &why);
	setup[1] = seconds() - start_float - setup[0];
	params.levels = 3;
	const int many_only = getenv("MANY") != NULL;
	if (s == LQCD_OK && !many_only) s = lqcd_multigrid_create(&p.three, &p.half, &params, &why);
	setup[2] = seconds() - start_float - setup[0] - setup[1];
	if (s != LQCD_OK) fprintf(stderr, "%s\n", why.text);
	const double start = seconds();
	for (int k = 0; k < runs && s == LQCD_OK && !many_only && (k < 2 || seconds() - start < 30); k++)
		for (int m = CG; m < METHODS; m++) run(&p, (method)m, &all[m]);
	if (s == LQCD_OK && !many_only) report(kappa, all, setup);
	for (int f = 0; f < 2 && s == LQCD_OK; f++) s = many(&p, kappa, f);
	lqcd_multigrid_destroy(&p.mg);
	lqcd_multigrid_destroy(&p.small);
	lqcd_multigrid_destroy(&p.three);
	lqcd_spinor_field_destroy(&p.x);
	lqcd_spinor_field_destroy(&p.b);
	lqcd_wilson_destroy(&p.D);
	lqcd_wilson_destroy(&p.low);
	lqcd_wilson_destroy(&p.half);
	return s;
}

int main(int argc, char **argv)
{
	static const double kappas[] = {0.150, 0.153, 0.154};
	int e[4] = {32, 8, 8, 8};
	const int sweeps = argc > 2 ? atoi(argv[2]) : 60, n = argc > 3 ? argc - 3 : 3;
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	if (argc > 1 && sscanf(argv[1], "%dx%dx%dx%d", e, e + 1, e + 2, e + 3) != 4)
		e[1] = e[2] = e[3] = e[0] = atoi(argv[1]);
	lqcd_status s = lqcd_lattice_create(&lat, e, NULL, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&u, &lat, LQCD_FULL);
	if (s == LQCD_OK) {
		lqcd_gauge_field_unit(&u);
		for (int k = 0; k < sweeps; k++) (void)lqcd_heatbath_sweep(&u, 6.0, 1, (uint64_t)k);
		printf("%dx%dx%dx%d, %d sweeps, plaquette %.4f\n", e[0], e[1], e[2], e[3], sweeps,
		       lqcd_plaquette(&u).mean);
		printf("%-8s %-18s %6s %9s %8s %8s %8s %8s %8s\n", "kappa", "solver", "steps", "residual", "seconds",
		       "GFLOP/s", "speed", "set-up", "coarse");
		fflush(stdout);
	}
	for (int k = 0; k < n && s == LQCD_OK; k++) s = measure(&u, argc > 3 ? atof(argv[3 + k]) : kappas[k]);
	if (s != LQCD_OK) fprintf(stderr, "multigrid [L or TxXxYxZ] [SWEEPS] [KAPPA ...]: %s\n", lqcd_status_text(s));
	return s != LQCD_OK;
}
