/* lqcd/compat/quda/paths.h: part of quda.h: products of links along paths that the caller names, and traces of loops.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_PATHS_H
#define LQCD_QUDA_PATHS_H

#include "gauge.h"

int computeGaugePathQuda(void *out, void *sitelink, int ***input_path_buf, int *path_length, double *loop_coeff, int num_paths,
			 int max_length, double dt, QudaGaugeParam *param)
{
	const char *const name = "computeGaugePathQuda";
	lqcd_gauge_field_d u, sum;
	lqcd__quda_check_resident(param, name);
	lqcd__quda_check_paths(input_path_buf, path_length, loop_coeff, num_paths, max_length, 4, 0, name);
	const lqcd_foreign f = lqcd__quda_raw_links(out, param, name);
	lqcd__quda_must(lqcd_gauge_field_create_d(&sum, &lqcd__quda.lattice, LQCD_FULL), name);
	if (!param->overwrite_gauge) lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(&sum), &f), name);
	LQCD_MASTER_FOR(sum.type, ix)
		for (int mu = 0; mu < 4 && param->overwrite_gauge; mu++) lqcd_su3_zero_d(LQCD_4FIELD_AT(&sum, ix, mu));
	lqcd__quda_take_signed_links(&u, sitelink, param, 1, name);
	lqcd__quda_paths(&sum, &u, input_path_buf, path_length, loop_coeff, num_paths, dt, 1, name);
	lqcd_gauge_field_destroy_d(&u);
	lqcd__quda_must(lqcd_foreign_export(&f, lqcd_gauge_field_view_d(&sum)), name);
	lqcd_gauge_field_destroy_d(&sum);
	if (!param->make_resident_gauge || param->use_resident_gauge) return 0;
	lqcd__quda_take_links(&u, sitelink, param, name);
	lqcd__quda_keep_links(&u, param);
	return 0;
}

/** traces[i], two numbers, = factor coefficient[i] sum_x tr(path i from x) of u, which gets its halo. */
LQCD_STATIC void lqcd__quda_traces(void *traces, lqcd_gauge_field_d *u, int **paths, const int *length, const double *coefficient, int n,
				   int max_length, double factor, const char *function)
{
	lqcd_gauge_field_d p[2];
	lqcd__quda_need(traces && paths, function, "traces or input_path_buf is NULL");
	lqcd__quda_check_paths(&paths, length, coefficient, n, max_length, 1, 0, function);
	for (int k = 0; k < 2; k++) lqcd__quda_must(lqcd_gauge_field_create_d(&p[k], &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd__quda_must(lqcd_halo_exchange(lqcd_gauge_field_view_d(u)), function);
	for (int i = 0; i < n; i++) {
		const lqcd_gauge_field_d *const end = lqcd__quda_path(&p[0], &p[1], u, &paths, i, length[i], 1, function);
		const double weight = factor * coefficient[i];
		double re = 0, im = 0, z[2];
		lqcd_sum sum[2];
		LQCD_MASTER_FOR_SUM(end->type, ix, re, im) {
			const lqcd_complex_d trace = lqcd_su3_trace_d(LQCD_4FIELD_AT(end, ix, 0));
			re += weight * trace.re;
			im += weight * trace.im;
		}
		lqcd_sum_start(&sum[0]);
		lqcd_sum_start(&sum[1]);
		lqcd_sum_add(&sum[0], re);
		lqcd_sum_add(&sum[1], im);
		lqcd_comm_sums(&lqcd__quda.lattice.comm, z, sum, 2);
		memcpy((char *)traces + (size_t)i * sizeof z, z, sizeof z);
	}
	for (int k = 0; k < 2; k++) lqcd_gauge_field_destroy_d(&p[k]);
}

void computeGaugeLoopTraceQuda(double_complex *traces, int **input_path_buf, int *path_length, double *loop_coeff, int num_paths,
			       int max_length, double factor)
{
	const char *const name = "computeGaugeLoopTraceQuda";
	QudaGaugeParam g = newQudaGaugeParam();
	lqcd_gauge_field_d u;
	lqcd__quda_need(lqcd__quda.has_links, name, "loadGaugeQuda comes before");
	g.use_resident_gauge = 1;
	lqcd__quda_take_signed_links(&u, NULL, &g, 1, name);
	lqcd__quda_traces(traces, &u, input_path_buf, path_length, loop_coeff, num_paths, max_length, factor, name);
	lqcd_gauge_field_destroy_d(&u);
}

#endif
