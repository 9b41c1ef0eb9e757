/* tests/hirep/ends_flow.c: the gradient flow with ends in time: what WF_update_and_measure stores for each slice. */
#define MAIN_PROGRAM

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "global.h"
#include "memory.h"
#include "random.h"
#include "utils.h"
#include "wilsonflow.h"
#include "data_storage.h"
#include "setup.h"
#include "check.h"

#define POISON 1e300

/* Element [k][j][c] of the slices, element [k][c] of the means. */
static double slice(data_storage_array *a, int k, int j, int c)
{
	int at[3] = {k, j, c};
	return *data_storage_element(a, 0, at);
}

static double mean_of(data_storage_array *a, int k, int c)
{
	int at[2] = {k, c};
	return *data_storage_element(a, 1, at);
}

static void compare(data_storage_array *a, int k, double t, suNg_field *v)
{
	double *e = malloc(4 * (size_t)GLB_T * sizeof *e), *sym = e + 2 * GLB_T, off = 0, sum[5] = {0, 0, 0, 0, 0};
	for (int i = 0; i < 4 * GLB_T; i++) e[i] = POISON;
	WF_E_T(e, v);
	WF_Esym_T(sym, v);
	for (int j = 0; j < GLB_T; j++)
		for (int c = 0; c < 5; c++) {
			double want = c == 0 ? t : c < 3 ? e[2 * j + c - 1] : sym[2 * j + c - 3];
#ifdef BC_T_SF
			if (c && c < 3 && (j == 0 || j == GLB_T - 1)) want = 0;
#endif
			off += fabs(slice(a, k, j, c) - want);
			sum[c] += want;
		}
	check(off < 1e-12, "measurement %d: slices off by %.1e", k, off);
	off = fabs(mean_of(a, k, 0) - t) + fabs(mean_of(a, k, 5) - WF_topo(v));
	for (int c = 1; c < 5; c++) {
#ifdef BC_T_SF
		const int n = c == 1 ? GLB_T - 2 : GLB_T - 3;
#else
		const int n = GLB_T;
#endif
		off += fabs(mean_of(a, k, c) - sum[c] / n);
	}
	check(off < 1e-12, "means off by %.1e", off);
	double all = sum[1] + sum[2];
#ifdef BC_T_OPEN
	all -= (e[1] + e[2 * GLB_T - 1]) / 2;
#endif
	close_to(all / GLB_T, WF_E(v), 1e-12, "WF_E is the mean over slices");
	close_to((sum[3] + sum[4]) / GLB_T, WF_Esym(v), 1e-12, "WF_Esym, too");
#ifdef BC_T_THETA
	check(sum[1] > 0.1 && sum[4] > 0.1, "all slices");
#else
	const double first = slice(a, k, 0, 3) + slice(a, k, 0, 4) + slice(a, k, GLB_T - 1, 1) + slice(a, k, GLB_T - 1, 3);
	check(first == 0 && sum[1] > 0.1 && sum[4] > 0.1, "nothing from beyond the ends");
#endif
	free(e);
}

int main(int argc, char *argv[])
{
	double tmax = 0.02, eps = 0.01, delta = 1e-5;
	BCs_pars_t pars = {.gauge_boundary_improvement_cs = 1, .gauge_boundary_improvement_ct = 1, .SF_BCs = 1};
	setup_process(&argc, &argv);
	setup_gauge_fields();
	init_BCs(&pars);
	random_u(u_gauge);
	apply_BCs_on_fundamental_gauge_field();
	suNg_field *v = alloc_suNg_field(&glattice);
	copy_suNg_field(v, u_gauge);
	WF_initialize();
	data_storage_array *a = WF_update_and_measure(RK3, v, &tmax, &eps, &delta, 1, STORE);
	compare(a, 0, 0, u_gauge);
	compare(a, 1, 0.02, v);
	check(slice(a, 1, 2, 2) < slice(a, 0, 2, 2), "the flow smooths");
	free_data_storage(a);
	check(!WF_update_and_measure(EUL, v, &tmax, &eps, &delta, 1, DONTSTORE), "nothing is stored unasked");
	free_suNg_field(v);
	WF_free();
	finalize_process();
	return done();
}
