/* lqcd/compat/hirep/impl/loops.h: the names of HiRep's loop_tools.h: quark loops.
 *
 *   measure_loops(m, hits, conf, precision, type, n_mom, swc, &ret)       hits times, of mass m[0], with sources
 *       0  noise on all sites, spins and colours               1  walls in Coulomb gauge, each slice and colour
 *       2  noise on each slice, spin                           3  noise on each slice, spin, colour
 *       4  the same, even and odd sites one after the other    5  noise of each spin, colour, parity on all slices
 *     ret, if NULL before, element 0: [hit][p][gamma][t][re, im], p = (n_mom px + py) n_mom + pz for type 0; [hit][gamma]
 *     .. for 2; [hit][colour].. for 1, 3; [hit][eo][colour].. for 4, 5; eo: the parity that is left out
 *   with disconnected.h also measure_loops(1, m, hits, conf, precision, type, n_mom, out): hr_complex out[p][gamma][t] += the
 *     sum over hits, colours, parities
 *   measure_bilinear_loops_spinorfield(prop, source, hit, n_mom, swc, &ret)     sum_x exp(i p x) source^dagger G prop
 *   measure_bilinear_loops_4spinorfield(prop, source, hit, tau, col, eo, swc, &ret)      sum over four spins, of slice tau
 *       or (-1) all; col, eo: -1 if they do not count
 *
 * Each prints t, gamma, .., Re, Im. gamma: g5 g1 g2 g3 -i g0g5 -i g0g1 -i g0g2 -i g0g3 1 -i g5g1 -i g5g2 -i g5g3 g0
 * -i g5g0g1 -i g5g0g2 -i g5g0g3; with four spins +i g0g5 for the fifth, as in HiRep.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_LOOPS_H
#define LQCD_COMPAT_HIREP_IMPL_LOOPS_H

#include "mesons.h"

/** The matrix of number k: of gamma_ind, and whether it comes with -i. */
static inline int lqcd__hr_loop_gamma(int k, int spins, int *turned)
{
	static const signed char of[16] = {
		_g5, _g1,   _g2,   _g3,   _g0g5, _g0g1,           _g0g2,           _g0g3,
		_id, _g5g1, _g5g2, _g5g3, _g0,   LQCD__HR_G5G0G1, LQCD__HR_G5G0G2, LQCD__HR_G5G0G3};
	*turned = !(k < 4 || k == 8 || k == 12);
	return k == 4 && spins == 4 ? (int)LQCD__HR_G5G0 : of[k];
}

/** corr[(16 p + gamma) GLB_T + t], summed over processes. */
static inline double *lqcd__hr_loop_sums(spinor_field *prop, spinor_field *source, int spins, int n_mom)
{
	const int momenta = n_mom * n_mom * n_mom, size = 32 * momenta * GLB_T;
	double *corr = (double *)calloc((size_t)size, sizeof *corr);
	lqcd__hr_error(!corr, 1, "measure_loops", "out of memory");
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		int turned;
		for (int k = 0; k < 16; k++) {
			const int gamma = lqcd__hr_loop_gamma(k, spins, &turned);
			const signed char *m = lqcd__hr_gamma_of(gamma);
			hr_complex z = 0;
			for (int s = 0; s < spins; s++) {
				/* of four spins, the matrix acts between the fields */
				const suNf_spinor *from = _FIELD_AT(&prop[spins == 4 ? m[2 * s + 1] : s], ix);
				suNf_spinor r;
				if (spins == 4)
					lqcd__hr_turn_by(&r, from, m[2 * s]);
				else
					lqcd__hr_gamma_spinor(&r, from, gamma);
				_spinor_prod_assign_f(z, *_FIELD_AT(&source[s], ix), r);
			}
			if (turned) z = -lqcd__hr_i(z);
			for (int p = 0; p < momenta; p++) {
				const hr_complex w =
					lqcd__hr_wave(g, 0, p / (n_mom * n_mom), p / n_mom % n_mom, p % n_mom);
				const hr_complex v = lqcd__hr_mul(w, z);
				double *to = corr + 2 * ((ptrdiff_t)(16 * p + k) * GLB_T + g[0]);
				to[0] += _complex_re(v);
				to[1] += _complex_im(v);
			}
		}
	}
	global_sum(corr, size);
	return corr;
}

static inline void lqcd__hr_store_loop(data_storage_array *ret, int *index, int last, const double *z)
{
	for (index[last] = 0; index[last] < 2; index[last]++) *data_storage_element(ret, 0, index) = z[index[last]];
}

static inline void measure_bilinear_loops_spinorfield(spinor_field *prop, spinor_field *source, int src_id, int n_mom,
						      storage_switch swc, data_storage_array **ret)
{
	double *corr = lqcd__hr_loop_sums(prop, source, 1, n_mom);
	if (src_id == 0)
		lprintf("CORR", 0, "loops for one noise vector, all local bilinear [t iGamma iSource Re Im] \n");
	for (int t = 0; t < GLB_T; t++)
		for (int k = 0; k < 16; k++)
			for (int p = 0; p < n_mom * n_mom * n_mom; p++) {
				const double *z = corr + 2 * ((ptrdiff_t)(16 * p + k) * GLB_T + t);
				int index[5] = {src_id, p, k, t, 0};
				lprintf("CORR", 0, "%i %i %i %i %i %i %3.10e %3.10e \n", t, k, src_id,
					p / (n_mom * n_mom), p / n_mom % n_mom, p % n_mom, z[0], z[1]);
				if (swc == STORE) lqcd__hr_store_loop(*ret, index, 4, z);
			}
	free(corr);
}

static inline void measure_bilinear_loops_4spinorfield(spinor_field *prop, spinor_field *source, int src_id, int tau,
						       int col, int eo, storage_switch swc, data_storage_array **ret)
{
	double *corr = lqcd__hr_loop_sums(prop, source, 4, 1);
	char with[32] = "";
	int dims = 0;
	if (col >= 0) snprintf(with, sizeof with, " %i", col);
	if (eo >= 0) snprintf(with + strlen(with), sizeof with - strlen(with), " %i", eo);
	if (src_id == 0 && tau <= 0 && col <= 0 && eo <= 0)
		lprintf("CORR", 0, "Output format  [t iGamma iSource%s%s Re Im] \n", col < 0 ? "" : " col",
			eo < 0 ? "" : " eo");
	for (int t = tau < 0 ? 0 : tau; t < (tau < 0 ? GLB_T : tau + 1); t++)
		for (int k = 0; k < 16; k++) {
			const double *z = corr + 2 * ((ptrdiff_t)k * GLB_T + t);
			int index[6];
			lprintf("CORR", 0, "%i %i %i%s %3.10e %3.10e \n", t, k, src_id, with, z[0], z[1]);
			if (swc != STORE) continue;
			dims = 0;
			index[dims++] = src_id;
			if (eo >= 0) index[dims++] = eo;
			if (col >= 0) index[dims++] = col;
			index[dims++] = k;
			index[dims++] = t;
			lqcd__hr_store_loop(*ret, index, dims, z);
		}
	free(corr);
}

static inline void lqcd__hr_loop_storage(data_storage_array **ret, int nhits, int type, int n_mom)
{
	int size[6], dims = 0;
	size[dims++] = nhits;
	if (type == 0) size[dims++] = n_mom * n_mom * n_mom;
	if (type > 3) size[dims++] = 2;
	if (type == 1 || type > 2) size[dims++] = NF;
	size[dims++] = 16;
	size[dims++] = GLB_T;
	size[dims++] = 2;
	*ret = allocate_data_storage_array(1);
	allocate_data_storage_element(*ret, 0, dims, size);
}

/** One hit on slice tau, or (-1) all, of a colour and a parity to leave out, or (-1) none. */
static inline void lqcd__hr_loop_hit(spinor_field *source, spinor_field *prop, int type, int hit, int tau, int col,
				     int eo, storage_switch swc, data_storage_array **ret)
{
	if (type == 1)
		create_gauge_fixed_wall_source(source, tau, col);
	else if (type == 2)
		create_diluted_source_equal_atau(source, tau);
	else if (type == 5)
		create_noise_source_equal_col_dil(source, col);
	else
		create_diluted_source_equal_atau_col(source, tau, col);
	if (eo >= 0) zero_even_or_odd_site_spinorfield(source, 4, eo);
	calc_propagator(prop, source, 4);
	if (type == 1) create_point_source(source, tau, col);
	measure_bilinear_loops_4spinorfield(prop, source, hit, tau, col, eo, swc, ret);
}

static inline void measure_loops(double *m, int nhits, int conf_num, double precision, int source_type, int n_mom,
				 storage_switch swc, data_storage_array **ret)
{
	const int slices = source_type == 5 ? 0 : GLB_T, parities = source_type > 3, colours = source_type != 2;
	suNg_field *old = source_type == 1 ? alloc_suNg_field(&glattice) : NULL;
	spinor_field *source = alloc_spinor_field(4, &glattice), *prop = alloc_spinor_field(4, &glattice);
	(void)conf_num;
	lqcd__hr_error(source_type < 0 || source_type > 5, 1, "measure_loops", "source types are 0 to 5");
	init_propagator_eo(1, m, precision);
	if (swc == STORE && !*ret) lqcd__hr_loop_storage(ret, nhits, source_type, n_mom);
	if (old) {
		copy_suNg_field(old, u_gauge);
		lprintf("GFWALL", 0, "Gauge fixed action  %1.6f\n", gaugefix(0, 1.8, 10000, 1e-12, u_gauge));
	}
	for (int k = 0; k < nhits; k++) {
		lprintf("MAIN", 0, "k = %d/%d source_type=%d\n", k + 1, nhits, source_type);
		if (source_type == 0) {
			create_z2_volume_source(source);
			calc_propagator(prop, source, 1);
			measure_bilinear_loops_spinorfield(prop, source, k, n_mom, swc, ret);
			continue;
		}
		for (int tau = slices ? 0 : -1; tau < slices; tau++)
			for (int col = colours ? 0 : -1; col < (colours ? NF : 0); col++)
				for (int eo = parities ? 0 : -1; eo < 2 * parities; eo++)
					lqcd__hr_loop_hit(source, prop, source_type, k, tau, col, eo, swc, ret);
	}
	if (old) {
		copy_suNg_field(u_gauge, old);
		lqcd__hr_share(u_gauge);
		free_suNg_field(old);
	}
	lqcd__hr_end_propagators(source, prop);
}

/** Interface before data_storage.h: adds to out[momentum][gamma][t] unless that is NULL. */
static inline void lqcd__hr_measure_loops_of(int nm, double *m, int nhits, int conf_num, double precision,
					     int source_type, int n_mom, hr_complex ***out)
{
	data_storage_array *all = NULL;
	const int momenta = source_type ? 1 : n_mom * n_mom * n_mom;
	lqcd__hr_error(nm != 1, 1, "measure_loops", "one mass");
	measure_loops(m, nhits, conf_num, precision, source_type, n_mom, out ? STORE : DONTSTORE, &all);
	if (!out) return;
	const double *from = all->element[0].data;
	int sets = 1;
	for (int k = 0; k < all->element[0].n; k++) sets *= all->element[0].ni[k];
	for (sets /= 32 * momenta * GLB_T; sets > 0; sets--)
		for (int p = 0; p < momenta; p++)
			for (int g = 0; g < 16; g++)
				for (int t = 0; t < GLB_T; t++, from += 2)
					out[p][g][t] += lqcd__hr_make(from[0], from[1]);
	free_data_storage(all);
}

#endif
