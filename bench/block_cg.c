/* bench/block_cg.c: block CG against CG for several right-hand sides at masses approaching the critical one, on a lattice
 * thermalised by `sweeps` heat bath sweeps at beta = 6 from a unit start.
 *
 *   build/bench/block_cg [L or TxXxYxZ] [SWEEPS] [RHS] [KAPPA ...]       default 8 60 12 0.150 0.153 0.154
 *
 * D x = b by lqcd_multi_dirac_solve to 1e-10 in double (tag vd): iterations, the largest residual and seconds, the least of
 * three runs that alternate. The last columns: CG over block CG. */
#include <stdio.h>
#include <stdlib.h>

#include "../lqcd.h"
#include "clock.h"

enum { runs = 3 };

typedef struct {
	int iterations;
	double residual, seconds;
} row;

static lqcd_status measure(const lqcd_gauge_field_vd *u, double kappa, int rhs)
{
	static const lqcd_method methods[2] = {LQCD_CG, LQCD_BLOCK_CG};
	const lqcd_solve_params params = lqcd_solve_params_default();
	lqcd_lattice *lat = u->type->lattice;
	lqcd_wilson_vd D;
	lqcd_spinor_field_vd s;
	lqcd_multi_spinor_field_vd x, b;
	row rows[2] = {{0, 0, 1e30}, {0, 0, 1e30}};
	double mass;
	D.link = NULL;
	s.ptr = NULL;
	x.ptr = b.ptr = NULL;
	lqcd_status status = lqcd_kappa_to_mass(kappa, &mass);
	if (status == LQCD_OK) status = lqcd_multi_spinor_field_create(&x, lat, LQCD_FULL, rhs);
	if (status == LQCD_OK) status = lqcd_multi_spinor_field_create(&b, lat, LQCD_FULL, rhs);
	if (status == LQCD_OK) status = lqcd_spinor_field_create(&s, lat, LQCD_FULL);
	if (status == LQCD_OK) status = lqcd_wilson_create_for(&D, u, mass, LQCD_ANTIPERIODIC, &x);
	for (int n = 0; n < rhs && status == LQCD_OK; n++) {
		lqcd_spinor_field_gaussian(&s, 2, (uint32_t)n);
		status = lqcd_multi_spinor_field_put(&b, n, lqcd_spinor_field_view(&s));
	}
	const lqcd_multi_dirac_vd d = lqcd_wilson_multi_dirac(&D);
	for (int k = 0; k < 2 * runs && status == LQCD_OK; k++) {
		lqcd_solve_result results[LQCD_MAX_RHS];
		row *r = &rows[k % 2];
		lqcd_multi_spinor_field_zero(&x);
		const double start = bench_seconds();
		status = lqcd_multi_dirac_solve(&x, &d, &b, methods[k % 2], &params, results);
		const double seconds = bench_seconds() - start;
		if (seconds < r->seconds) r->seconds = seconds;
		r->iterations = 0;
		r->residual = 0;
		for (int n = 0; n < rhs; n++) {
			if (results[n].iterations > r->iterations) r->iterations = results[n].iterations;
			if (results[n].residual > r->residual) r->residual = results[n].residual;
		}
	}
	if (status == LQCD_OK) {
		printf("%.5f %4d", kappa, rhs);
		for (int m = 0; m < 2; m++) printf(" | %6d %9.1e %8.3f", rows[m].iterations, rows[m].residual, rows[m].seconds);
		printf(" | %6.2f %6.2f\n", (double)rows[0].iterations / rows[1].iterations, rows[0].seconds / rows[1].seconds);
		fflush(stdout);
	}
	lqcd_wilson_destroy(&D);
	lqcd_spinor_field_destroy(&s);
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&b);
	return status;
}

int main(int argc, char **argv)
{
	static const double kappas[] = {0.150, 0.153, 0.154};
	int e[4] = {8, 8, 8, 8};
	const int sweeps = argc > 2 ? atoi(argv[2]) : 60, rhs = argc > 3 ? atoi(argv[3]) : 12, n = argc > 4 ? argc - 4 : 3;
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_status s = argc < 2 || bench_extent(argv[1], e) ? LQCD_OK : LQCD_ERR_ARGUMENT;
	if (s == LQCD_OK) s = lqcd_lattice_create(&lat, e, NULL, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&u, &lat, LQCD_FULL);
	if (s == LQCD_OK) {
		lqcd_gauge_field_unit(&u);
		for (int k = 0; k < sweeps; k++) (void)lqcd_heatbath_sweep(&u, 6.0, 1, (uint64_t)k);
		printf("%dx%dx%dx%d, %d sweeps, plaquette %.4f\n", e[0], e[1], e[2], e[3], sweeps, lqcd_plaquette(&u).mean);
		printf("%-7s %4s | %-25s | %-25s | CG / block CG\n", "", "", "CG", "block CG");
		printf("%-7s %4s | %6s %9s %8s | %6s %9s %8s | %6s %6s\n", "kappa", "rhs", "steps", "residual", "seconds",
		       "steps", "residual", "seconds", "steps", "time");
	}
	for (int k = 0; k < n && s == LQCD_OK; k++) s = measure(&u, argc > 4 ? atof(argv[4 + k]) : kappas[k], rhs);
	if (s != LQCD_OK) fprintf(stderr, "block_cg [L or TxXxYxZ] [SWEEPS] [RHS] [KAPPA ...]: %s\n", lqcd_status_text(s));
	return s != LQCD_OK;
}
