/* bench/domain_wall.c: the cost of the fifth dimension, and solves, on a thermalised quenched lattice.
 *
 *   build/bench/domain_wall [L or TxXxYxZ] [LS] [MASS] [SWEEPS]        default 8 8 0.05 20
 *
 * beta = 6, heat bath from a cold start, m5 = 1.8, antiperiodic in time. Compares the even-odd operator with its two
 * hops alone (medians of 15); GFLOP/s count 1320 flop per site of the five dimensions; then CG with a gaussian
 * right-hand side to a true residual of 1e-8, with tag vd. */
#include <stdio.h>
#include <stdlib.h>

#include "../lqcd.h"
#include "clock.h"

enum { samples = 15 };

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_domain_wall_params p;
	lqcd_lanes_over over;
} problem;

#define LQCD_TAG vf
#include "domain_wall.inc"
#define LQCD_TAG vd
#include "domain_wall.inc"

static void solve(problem *p, const char *name)
{
	lqcd_domain_wall_vd dirac;
	lqcd_multi_spinor_field_vd x, b;
	lqcd_spinor_field_vd s;
	lqcd_solve_params params = lqcd_solve_params_default();
	params.tolerance = 1e-8;
	if (lqcd_domain_wall_create_over(&dirac, &p->u, &p->p, LQCD_ANTIPERIODIC, p->over) ||
	    lqcd_domain_wall_field(&x, &dirac, LQCD_FULL) || lqcd_domain_wall_field(&b, &dirac, LQCD_FULL) ||
	    lqcd_spinor_field_create(&s, &p->lat, LQCD_FULL))
		exit(1);
	for (int k = 0; k < p->p.ls; k++) {
		lqcd_spinor_field_gaussian(&s, 2 + (uint64_t)k, 0);
		(void)lqcd_multi_spinor_field_put(&b, k, lqcd_spinor_field_view(&s));
	}
	const lqcd_multi_dirac_vd d = lqcd_domain_wall_dirac(&dirac);
	lqcd_solve_result r[LQCD_MAX_RHS];
	const double start = bench_seconds();
	(void)lqcd_multi_dirac_solve(&x, &d, &b, LQCD_CG, &params, r);
	const double seconds = bench_seconds() - start;
	printf("%-10s CG: %d iterations, residual %.1e, %.3f s, %.1f GFLOP/s: %s\n", name, r[0].iterations, r[0].residual,
	       seconds, p->p.ls * r[0].flops / seconds * 1e-9, lqcd_status_text(r[0].status));
	lqcd_domain_wall_destroy(&dirac);
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&s);
}

int main(int argc, char **argv)
{
	static const char *const name[3] = {"Shamir", "Moebius", "Borici"};
	static const double b5[3] = {1, 1.5, 1}, c5[3] = {0, 0.5, 1};
	static problem p;
	int e[4] = {8, 8, 8, 8}, grid[4];
	const int ls = argc > 2 ? atoi(argv[2]) : 8, sweeps = argc > 4 ? atoi(argv[4]) : 20;
	const double mass = argc > 3 ? atof(argv[3]) : 0.05;
	if (argc > 1 && sscanf(argv[1], "%dx%dx%dx%d", e, e + 1, e + 2, e + 3) != 4)
		e[1] = e[2] = e[3] = e[0] = atoi(argv[1]);
	lqcd_status s = lqcd_lattice_create(&p.lat, e, NULL, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&p.u, &p.lat, LQCD_FULL);
	if (s != LQCD_OK) {
		fprintf(stderr, "domain_wall [L or TxXxYxZ] [LS] [MASS] [SWEEPS]: %s\n", lqcd_status_text(s));
		return 2;
	}
	lqcd_gauge_field_unit(&p.u);
	for (int k = 0; k < sweeps; k++) (void)lqcd_heatbath_sweep(&p.u, 6.0, 1, (uint64_t)k);
	for (int k = 0; k < 3; k++) {
		p.p = lqcd_domain_wall_params_make(ls, 1.8, mass, b5[k], c5[k]);
		for (int over = LQCD_OVER_SITES; over <= LQCD_OVER_RHS; over++) {
			p.over = (lqcd_lanes_over)over;
			hops_vf(&p, name[k]);
			hops_vd(&p, name[k]);
		}
	}
	p.over = lqcd_lattice_lane_grid(&p.lat, LQCD_LANES_vd, grid) == LQCD_OK ? LQCD_OVER_SITES : LQCD_OVER_RHS;
	for (int k = 0; k < 3; k++) {
		p.p = lqcd_domain_wall_params_make(ls, 1.8, mass, b5[k], c5[k]);
		solve(&p, name[k]);
	}
	return 0;
}
