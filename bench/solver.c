/* bench/solver.c: CG and BiCGStab for D x = b on a thermalised quenched lattice, in double and in mixed precision.
 *
 *   build/bench/solver [L or TxXxYxZ] [KAPPA] [SWEEPS]        default 16 0.12 20
 *
 * The lattice: beta = 6, heat bath and overrelaxation from a cold start; antiperiodic in time. Each row is a solve of
 * the even-odd system to a true residual of 1e-10, the median of five; the set-up is common to all rows. The last rows
 * solve (M^dagger M + sigma) x = b, M the even-odd operator, for ten shifts from 0 to 26, each by CG and all by one run
 * (solver/multishift.h): iterations are those of the hardest system. Speed is the time of the first row of the same
 * method over that of the row; GFLOP/s count the operator and the algebra. */
#include <stdio.h>
#include <stdlib.h>

#include "../lqcd.h"
#include "clock.h"

enum { repeats = 5, shifts = 10 };

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_wilson_vd double18, double12;
	lqcd_wilson_vf float18, float12;
	lqcd_wilson_vh half18, half12;
	lqcd_spinor_field_vd x, b;
	lqcd_spinor_field_vd shifted[shifts], rhs; /* even */
	lqcd_schur_vd schur;
	lqcd_normal_vd normal;
	lqcd_operator_vd half, op; /* the Schur operator M, M^dagger M */
} problem;

static lqcd_status setup(problem *p, const int *extent, double kappa, int sweeps)
{
	double mass;
	lqcd_status s = lqcd_kappa_to_mass(kappa, &mass);
	if (s == LQCD_OK) s = lqcd_lattice_create(&p->lat, extent, NULL, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&p->u, &p->lat, LQCD_FULL);
	if (s != LQCD_OK) return s;
	lqcd_gauge_field_unit(&p->u);
	for (int k = 0; k < sweeps; k++) {
		(void)lqcd_heatbath_sweep(&p->u, 6.0, 1, (uint32_t)k);
		fprintf(stderr, "\r# sweep %d of %d, plaquette %.4f", k + 1, sweeps, lqcd_plaquette(&p->u).mean);
	}
	fprintf(stderr, "\n");
	const int bc = LQCD_ANTIPERIODIC;
	s = lqcd_wilson_create(&p->double18, &p->u, mass, bc);
	if (s == LQCD_OK) s = lqcd_wilson_create_as(&p->double12, &p->u, mass, bc, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_wilson_create(&p->float18, &p->u, mass, bc);
	if (s == LQCD_OK) s = lqcd_wilson_create_as(&p->float12, &p->u, mass, bc, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_wilson_create(&p->half18, &p->u, mass, bc);
	if (s == LQCD_OK) s = lqcd_wilson_create_as(&p->half12, &p->u, mass, bc, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&p->x, &p->lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&p->b, &p->lat, LQCD_FULL);
	for (int k = 0; k < shifts && s == LQCD_OK; k++)
		s = lqcd_spinor_field_create(&p->shifted[k], &p->lat, LQCD_EVEN);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&p->rhs, &p->lat, LQCD_EVEN);
	if (s == LQCD_OK) {
		const lqcd_dirac_vd d = lqcd_wilson_dirac(&p->double18);
		s = lqcd_schur_create(&p->half, &p->schur, &d, &p->rhs);
	}
	if (s == LQCD_OK) s = lqcd_normal_create(&p->op, &p->normal, &p->half, &p->rhs);
	if (s != LQCD_OK) return s;
	lqcd_spinor_field_gaussian(&p->b, 2, 0);
	lqcd_spinor_field_gaussian(&p->rhs, 3, 0);
	return s;
}

typedef lqcd_solve_result (*solver)(problem *p, lqcd_method method, const lqcd_solve_params *params);

#define ALONE(name)                                                                                                    \
	static lqcd_solve_result name(problem *p, lqcd_method method, const lqcd_solve_params *params)                 \
	{                                                                                                              \
		const lqcd_dirac_vd d = lqcd_wilson_dirac(&p->name);                                                   \
		return lqcd_dirac_solve(&p->x, &d, &p->b, method, params);                                             \
	}
#define MIXED(name, high, low)                                                                                           \
	static lqcd_solve_result name(problem *p, lqcd_method method, const lqcd_solve_params *params)                 \
	{                                                                                                              \
		const lqcd_dirac_vd d = lqcd_wilson_dirac(&p->high);                                                   \
		const lqcd_dirac_##low l = lqcd_wilson_dirac(&p->name);                                                \
		return lqcd_dirac_solve_mixed(&p->x, &d, &l, &p->b, method, params);                                   \
	}
ALONE(double18)
ALONE(double12)
MIXED(float18, double18, vf)
MIXED(float12, double12, vf)
MIXED(half18, double18, vh)
MIXED(half12, double12, vh)

/* Solves the shifts in groups: total flops, and the most iterations and the largest residual of any. */
static lqcd_solve_result solve_shifts(problem *p, int at_a_time, const lqcd_solve_params *params)
{
	lqcd_solve_result all = lqcd__no_solve(LQCD_OK), r[shifts];
	double sigma[shifts];
	all.residual = 0;
	for (int k = 0; k < shifts; k++) sigma[k] = k ? 1e-4 * (1 << 2 * k) : 0;
	for (int k = 0; k < shifts; k += at_a_time) {
		const lqcd_status s =
			lqcd_multishift(p->shifted + k, &p->op, sigma + k, at_a_time, &p->rhs, params, r + k);
		if (all.status == LQCD_OK) all.status = s;
	}
	for (int k = 0; k < shifts; k++) {
		if (r[k].iterations > all.iterations) all.iterations = r[k].iterations;
		if (r[k].residual > all.residual) all.residual = r[k].residual;
		all.flops += r[k].flops;
	}
	return all;
}

static lqcd_solve_result one_by_one(problem *p, lqcd_method method, const lqcd_solve_params *params)
{
	(void)method;
	return solve_shifts(p, 1, params);
}

static lqcd_solve_result together(problem *p, lqcd_method method, const lqcd_solve_params *params)
{
	(void)method;
	return solve_shifts(p, shifts, params);
}

typedef struct {
	const char *name;
	solver solve;
} row;

/* Times the rows of a method and prints them; returns 1 if one failed. */
static int measure(problem *p, const char *name, const row *rows, int n, lqcd_method method)
{
	const lqcd_solve_params params = lqcd_solve_params_default();
	double first = 0;
	int failed = 0;
	for (int k = 0; k < n; k++) {
		double t[repeats];
		lqcd_solve_result r = lqcd__no_solve(LQCD_OK);
		for (int i = 0; i < repeats; i++) {
			lqcd_spinor_field_zero(&p->x);
			t[i] = bench_seconds();
			r = rows[k].solve(p, method, &params);
			t[i] = bench_seconds() - t[i];
		}
		qsort(t, repeats, sizeof *t, bench_by_size);
		if (k == 0) first = t[repeats / 2];
		printf("%-10s %-24s %10d %10.1e %10.3f %8.2f %9.1f%s%s\n", name, rows[k].name, r.iterations, r.residual,
		       t[repeats / 2], first / t[repeats / 2], 1e-9 * r.flops / t[repeats / 2],
		       r.status == LQCD_OK ? "" : "  ", r.status == LQCD_OK ? "" : lqcd_status_text(r.status));
		fflush(stdout);
		failed |= r.status != LQCD_OK;
	}
	return failed;
}

int main(int argc, char **argv)
{
	static const row rows[] = {{"double, 18 reals", double18},      {"double, 12 reals", double12},
				   {"double/float, 18 reals", float18}, {"double/float, 12 reals", float12},
				   {"double/half, 18 reals", half18},   {"double/half, 12 reals", half12}};
	static const row shift_rows[] = {{"10 shifts, one by one", one_by_one}, {"10 shifts, together", together}};
	static problem p;
	int e[4] = {16, 16, 16, 16};
	const double kappa = argc > 2 ? atof(argv[2]) : 0.12;
	const int sweeps = argc > 3 ? atoi(argv[3]) : 20;
	if (argc > 1 && sscanf(argv[1], "%dx%dx%dx%d", e, e + 1, e + 2, e + 3) != 4)
		e[1] = e[2] = e[3] = e[0] = atoi(argv[1]);
	const lqcd_status s = setup(&p, e, kappa, sweeps);
	if (s != LQCD_OK) {
		fprintf(stderr, "solver [L or TxXxYxZ] [KAPPA] [SWEEPS]: %s\n", lqcd_status_text(s));
		return 2;
	}
	printf("%-10s %-24s %10s %10s %10s %8s %9s\n", "method", "precision", "iterations", "residual", "seconds",
	       "speed", "GFLOP/s");
	const int n = (int)(sizeof rows / sizeof *rows);
	int failed = measure(&p, "CG", rows, n, LQCD_CG);
	failed |= measure(&p, "BiCGStab", rows, n, LQCD_BICGSTAB);
	return failed | measure(&p, "multishift", shift_rows, 2, LQCD_CG);
}
