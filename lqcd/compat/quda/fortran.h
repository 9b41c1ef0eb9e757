/* lqcd/compat/quda/fortran.h: part of quda_fortran.h: its functions.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_FORTRAN_H
#define LQCD_QUDA_FORTRAN_H

#include "quarks.h"

void init_quda_(int *device)
{
	initQuda(*device);
}

void init_quda_device_(int *device)
{
	initQudaDevice(*device);
}

void init_quda_memory_(void)
{
	initQudaMemory();
}

void end_quda_(void)
{
	endQuda();
}

/** The rank of the process at x, X fastest. */
LQCD_STATIC int lqcd__quda_fortran_rank(const int *x, void *grid)
{
	const int *const n = (const int *)grid;
	return ((x[3] * n[2] + x[2]) * n[1] + x[1]) * n[0] + x[0];
}

void comm_set_gridsize_(int *grid)
{
	initCommsGridQuda(4, grid, lqcd__quda_fortran_rank, grid);
}

void new_quda_gauge_param_(QudaGaugeParam *param)
{
	*param = newQudaGaugeParam();
}

void new_quda_invert_param_(QudaInvertParam *param)
{
	*param = newQudaInvertParam();
}

void load_gauge_quda_(void *h_gauge, QudaGaugeParam *param)
{
	loadGaugeQuda(h_gauge, param);
}

void free_gauge_quda_(void)
{
	freeGaugeQuda();
}

void free_sloppy_gauge_quda_(void)
{
}

void load_clover_quda_(void *h_clover, void *h_clovinv, QudaInvertParam *inv_param)
{
	loadCloverQuda(h_clover, h_clovinv, inv_param);
}

void free_clover_quda_(void)
{
	freeCloverQuda();
}

void dslash_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity *parity)
{
	dslashQuda(h_out, h_in, inv_param, *parity);
}

void clover_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity *parity, int *inverse)
{
	cloverQuda(h_out, h_in, inv_param, *parity, *inverse);
}

void mat_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param)
{
	MatQuda(h_out, h_in, inv_param);
}

void mat_dag_mat_quda_(void *h_out, void *h_in, QudaInvertParam *inv_param)
{
	MatDagMatQuda(h_out, h_in, inv_param);
}

void invert_quda_(void *h_x, void *h_b, QudaInvertParam *param)
{
	invertQuda(h_x, h_b, param);
}

void invert_multishift_quda_(void *h_x, void *h_b, QudaInvertParam *param)
{
	void *x[QUDA_MAX_MULTI_SHIFT];
	lqcd__quda_need(lqcd__quda.has_lattice, "invert_multishift_quda", "load_gauge_quda comes before");
	for (int k = 0; k < param->num_offset && k < QUDA_MAX_MULTI_SHIFT; k++) x[k] = (char *)h_x + (size_t)k * (size_t)lqcd__quda_bytes(param);
	invertMultiShiftQuda(x, h_b, param);
}

void update_gauge_field_quda_(void *gauge, void *momentum, double *dt, bool *conj_mom, bool *exact, QudaGaugeParam *param)
{
	updateGaugeFieldQuda(gauge, momentum, *dt, *conj_mom, *exact, param);
}

void compute_staggered_force_quda_(void *mom, double *dt, double *delta, void *gauge, void *x, QudaGaugeParam *gauge_param,
				   QudaInvertParam *invert_param)
{
	computeStaggeredForceQuda(mom, *dt, *delta, gauge, (void **)x, gauge_param, invert_param);
}

/** The staples of `dir` of loops of three types, from x + dir to x: 6 of plaquettes, 18 of rectangles, 24 of parallelograms. */
LQCD_STATIC void lqcd__quda_fortran_paths(int path[48][5], int dir)
{
	int n = 0;
	for (int k = 0; k < 8; k++) {
		if (k == dir || k == 7 - dir) continue;
		const int plaquette[5] = {k, 7 - dir, 7 - k, -1, -1};
		memcpy(path[n++], plaquette, sizeof plaquette);
	}
	for (int k = 0; k < 8; k++) {
		if (k == dir || k == 7 - dir) continue;
		const int back = 7 - dir, there = 7 - k, rectangle[3][5] = {{k, k, back, there, there}, {dir, k, back, back, there}, {k, back, back, there, dir}};
		memcpy(path[n], rectangle, sizeof rectangle);
		n += 3;
	}
	for (int k = 0; k < 8; k++)
		for (int l = 0; l < 8; l++) {
			if (k == dir || k == 7 - dir || l == dir || l == 7 - dir || l == k || l == 7 - k) continue;
			const int parallelogram[5] = {k, l, 7 - dir, 7 - k, 7 - l};
			memcpy(path[n++], parallelogram, sizeof parallelogram);
		}
}

void compute_gauge_force_quda_(void *mom, void *gauge, int *num_loop_types, double *coeff, double *dt, QudaGaugeParam *param)
{
	static const int paths[4] = {0, 6, 24, 48};
	const int types = *num_loop_types;
	int path[4][48][5], *at[4][48], **first[4], length[48];
	double c[48];
	if (types < 1 || types > 3) lqcd__quda_error("compute_gauge_force_quda: num_loop_types = %d: 1 to 3", types);
	for (int d = 0; d < 4; d++) {
		lqcd__quda_fortran_paths(path[d], d);
		first[d] = at[d];
		for (int k = 0; k < 48; k++) at[d][k] = path[d][k];
	}
	for (int k = 0; k < paths[types]; k++) {
		c[k] = coeff[(k >= 6) + (k >= 24)];
		length[k] = k < 6 ? 3 : 5;
	}
	(void)computeGaugeForceQuda(mom, gauge, first, length, c, paths[types], 6, *dt, param);
}

LQCD_STATIC void lqcd__quda_fortran_phases(int applied, const char *function)
{
	lqcd__quda_need(lqcd__quda.has_links, function, "load_gauge_quda comes before");
	lqcd__quda_forget_staggered();
	lqcd__quda.phases = applied;
}

void apply_staggered_phase_quda_(void)
{
	lqcd__quda_fortran_phases(1, "apply_staggered_phase_quda");
}

void remove_staggered_phase_quda_(void)
{
	lqcd__quda_fortran_phases(0, "remove_staggered_phase_quda");
}

void kinetic_quda_(double *kin, void *momentum, QudaGaugeParam *param)
{
	*kin = momActionQuda(momentum, param);
}

void plaq_quda_(double plaq[3])
{
	plaqQuda(plaq);
}

void flush_chrono_quda_(int *index)
{
	flushChronoQuda(*index);
}

void register_pinned_quda_(void *ptr, size_t *bytes)
{
	(void)ptr, (void)bytes;
}

void unregister_pinned_quda_(void *ptr)
{
	(void)ptr;
}

#endif
