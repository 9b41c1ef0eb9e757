/* lqcd/compat/hirep/impl/spectrum.h: part of mesons.h, where it is documented: propagators from a point and their
 * correlators, and whole measurements.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SPECTRUM_H
#define LQCD_COMPAT_HIREP_IMPL_SPECTRUM_H

#include "mesons.h"
#include "utils.h"

#define SPIN_2D_INDEX(i, j) ((i)*4 + (j))

/* ---- point to all ------------------------------------------------------------------------------------------------ */

static inline void pta_qprop_QMR(int g0[4], spinor_field **pta_qprop, int nm, double *mass, double acc)
{
	spinor_field *source = alloc_spinor_field(4, &glattice);
	for (int i = 0; i < nm; i++) {
		init_propagator_eo(1, &mass[i], acc);
		for (int c = 0; c < NF; c++) {
			create_point_source_loc(source, g0[0], g0[1], g0[2], g0[3], c);
			for (int s = 0; s < 4; s++) {
				/* (g5 D)^-1 = D^-1 g5 */
				g5_assign_spinor_field(&source[s]);
				calc_propagator(&pta_qprop[i][NF * s + c], &source[s], 1);
			}
		}
		free_propagator_eo();
	}
	free_spinor_field(source);
}

static inline void pta_qprop_QMR_eo(int g0[4], spinor_field **pta_qprop, int nm, double *mass, double acc)
{
	lqcd__hr_error(lqcd__hr_parity(g0), 1, "pta_qprop_QMR_eo", "the source is on an odd site");
	pta_qprop_QMR(g0, pta_qprop, nm, mass, acc);
}

/** out[t] = norm sum_x sum_(a,b,i) s_a s'_b <psi^(a,i)_(C'_b), psi^(C_a,i)_b>, the real or imaginary part; (g5 g)_ab =
 * s_a delta(C_a, b) or i times it, and s', C' of sink. */
static inline void lqcd__hr_point_correlator(double *out, int t0, spinor_field *qp, int g, int sink, int im,
					     double norm)
{
	const signed char *t = lqcd__hr_gamma_of(g), *u = lqcd__hr_gamma_of(sink);
	for (int k = 0; k < GLB_T; k++) out[k] = 0;
	for (int n = 0, ix, x[4]; lqcd__hr_next_site(&n, &ix, x);) {
		double sum = 0;
		for (int i = 0; i < NF; i++)
			for (int a = 0; a < 4; a++) {
				const suNf_spinor *left = _FIELD_AT(&qp[NF * a + i], ix);
				const suNf_spinor *right = _FIELD_AT(&qp[NF * t[2 * a + 1] + i], ix);
				for (int b = 0; b < 4; b++) {
					hr_complex z;
					const int minus = (t[2 * a] > 1) + (u[2 * b] > 1) + (a > 1) + (b > 1);
					_vector_prod_f(z, left->c[u[2 * b + 1]], right->c[b]);
					sum += (minus % 2 ? -1 : 1) * (im ? _complex_im(z) : _complex_re(z));
				}
			}
		out[(x[0] + GLB_T - t0) % GLB_T] += norm * sum / (double)GLB_VOL3;
	}
	global_sum(out, GLB_T);
}

/** One matrix: the sign is that of -g0 g^dagger g0 = +-g, with another sign if g is imaginary. */
static inline void lqcd__hr_channel_correlator(double *out, int t0, spinor_field *qp, int g)
{
	hr_complex gamma[4][4];
	int sign;
	lqcd__hr_gamma_matrix(gamma, &sign, g);
	lqcd__hr_point_correlator(out, t0, qp, g, g, 0, lqcd__hr_gamma_of(g)[0] % 2 ? sign : -sign);
}

static inline void g5_g0g5_re_correlator(double *out, int t0, spinor_field *qp)
{
	lqcd__hr_point_correlator(out, t0, qp, _g0g5, _g5, 0, 1);
}

static inline void g5_g0g5_im_correlator(double *out, int t0, spinor_field *qp)
{
	lqcd__hr_point_correlator(out, t0, qp, _g0g5, _g5, 1, 1);
}

/* clang-format off */
#define LQCD__HR_CORRELATOR(g) \
	static inline void g##_correlator(double *out, int t0, spinor_field *qp) { lqcd__hr_channel_correlator(out, t0, qp, _##g); }
LQCD__HR_EACH_GAMMA(LQCD__HR_CORRELATOR)
/* clang-format on */

/* ---- whole measurements ------------------------------------------------------------------------------------------ */

/** The channels with G1 = G2 as [mass][p][channel][t][re, im] (momenta = 0: without [p]). */
static inline void lqcd__hr_store_mesons(data_storage_array **ret, const meson_observable *mo, int nm, int n_mom,
					 int with_momenta)
{
	const int momenta = n_mom * n_mom * n_mom;
	int size[5] = {nm, momenta, NGAMMA_IND, GLB_T, 2}, without[4] = {nm, NGAMMA_IND, GLB_T, 2};
	*ret = allocate_data_storage_array(1);
	allocate_data_storage_element(*ret, 0, with_momenta ? 5 : 4, with_momenta ? size : without);
	for (int channel = 0; mo && channel < NGAMMA_IND; mo = mo->next, channel++)
		for (int k = 0; mo->ind1 == mo->ind2 && k < momenta * nm * GLB_T; k++) {
			const int t = k % GLB_T, mass = k / GLB_T % nm, p = k / GLB_T / nm;
			double *to = (*ret)->element[0].data +
				     2 * (((mass * momenta + p) * NGAMMA_IND + channel) * GLB_T + t);
			to[0] = mo->corr_re[k];
			to[1] = mo->corr_im[k];
		}
}

static inline void lqcd__hr_no_store(storage_switch swc, data_storage_array **ret, const char *name)
{
	(void)ret;
	lqcd__hr_error(swc == STORE, 1, name, "does not store: use DONTSTORE");
}

static inline void measure_spectrum_pt(int tau, int nm, double *m, int n_mom, int conf_num, double precision,
				       storage_switch swc, data_storage_array **ret)
{
	spinor_field *source = alloc_spinor_field(4, &glattice),
		     *prop = alloc_spinor_field((unsigned)(4 * nm * NF), &glattice);
	init_propagator_eo(nm, m, precision);
	for (int c = 0; c < NF; c++) {
		create_point_source(source, tau, c);
		calc_propagator(prop + 4 * nm * c, source, 4);
		measure_point_mesons_momenta(meson_correlators, prop + 4 * nm * c, source, nm, tau, n_mom);
	}
	measure_conserved_currents(cvc_correlators, prop, source, nm, tau);
	lqcd__hr_normalise(meson_correlators, -1 / (double)GLB_VOL3);
	if (swc == STORE) lqcd__hr_store_mesons(ret, meson_correlators, nm, n_mom, 1);
	lqcd__hr_print_mesons(meson_correlators, conf_num, nm, m, GLB_T, n_mom, "DEFAULT_POINT");
	print_mesons(cvc_correlators, 1, conf_num, nm, m, GLB_T, 1, "DEFAULT_POINT");
	lqcd__hr_end_propagators(source, prop);
}

static inline void measure_spectrum_semwall(int nm, double *m, int nhits, int conf_num, double precision,
					    storage_switch swc, data_storage_array **ret)
{
	spinor_field *source = alloc_spinor_field(4, &glat_even),
		     *prop = alloc_spinor_field((unsigned)(4 * nm), &glattice);
	init_propagator_eo(nm, m, precision);
	for (int k = 0; k < nhits; k++) {
		const int tau = create_diluted_source_equal_eo(source);
		calc_propagator_eo(prop, source, 4);
		measure_mesons(meson_correlators, prop, source, nm, tau);
	}
	lqcd__hr_normalise(meson_correlators, -2 / (nhits * (double)GLB_VOL3 * (double)GLB_VOL3));
	if (swc == STORE) lqcd__hr_store_mesons(ret, meson_correlators, nm, 1, 0);
	lqcd__hr_print_mesons(meson_correlators, conf_num, nm, m, GLB_T, 1, "DEFAULT_SEMWALL");
	lqcd__hr_end_propagators(source, prop);
}

/** On u_gauge with a background field, which goes again. */
static inline void measure_diquark_semwall_background(int nm, double *m, int nhits, int conf_num, double precision, double Q,
						      int n, storage_switch swc, data_storage_array **ret)
{
	lqcd__hr_error(nm != 1, 1, "measure_diquark_semwall_background", "one mass");
	spinor_field *source = alloc_spinor_field(4, &glat_even), *prop = alloc_spinor_field(8, &glattice);
	suNg_field *old = alloc_suNg_field(&glattice);
	suNg_field_copy(old, u_gauge);
	init_propagator_eo(1, m, precision);
	for (int k = 0; k < nhits; k++) {
		const int tau = create_diluted_source_equal_eo(source);
		for (int quark = 0; quark < 2; quark++) {
			apply_background_field_zdir(u_gauge, quark ? -Q : Q, n);
			represent_gauge_field();
			calc_propagator_eo(&prop[4 * quark], source, 4);
			suNg_field_copy(u_gauge, old);
		}
		represent_gauge_field();
		measure_diquarks(meson_correlators, &prop[0], &prop[4], source, 1, tau);
	}
	lqcd__hr_normalise(meson_correlators, -2 / (nhits * (double)GLB_VOL3 * (double)GLB_VOL3));
	if (swc == STORE) lqcd__hr_store_mesons(ret, meson_correlators, 1, 1, 0);
	lqcd__hr_print_mesons(meson_correlators, conf_num, 1, m, GLB_T, 1, "DEFAULT_DIQUARK_SEMWALL_BACKGROUND");
	lqcd__hr_end_propagators(source, prop);
	free_suNg_field(old);
}

/** In Coulomb gauge: walls at tau = 0, or (loops) at all, contracted with points. */
static inline void lqcd__hr_measure_gfwall(int nm, double *m, int conf_num, double precision, int loops)
{
	spinor_field *source = alloc_spinor_field(4, &glattice),
		     *prop = alloc_spinor_field((unsigned)(4 * nm), &glattice);
	suNg_field *old = alloc_suNg_field(&glattice);
	copy_suNg_field(old, u_gauge);
	lprintf("GFWALL", 0, "Gauge fixed action  %1.6f\n", gaugefix(0, 1.8, 10000, 1e-12, u_gauge));
	represent_gauge_field();
	init_propagator_eo(nm, m, precision);
	for (int tau = 0; tau < (loops ? GLB_T : 1); tau++)
		for (int c = 0; c < NF; c++) {
			create_gauge_fixed_wall_source(source, tau, c);
			calc_propagator(prop, source, 4);
			if (loops) create_point_source(source, tau, c);
			measure_mesons(loops ? discon_correlators : meson_correlators, prop, source, nm, tau * !loops);
		}
	print_mesons(loops ? discon_correlators : meson_correlators, loops ? GLB_T : (double)GLB_VOL3, conf_num, nm, m,
		     GLB_T, 1, loops ? "DISCON_GFWALL" : "DEFAULT_GFWALL");
	copy_suNg_field(u_gauge, old);
	lqcd__hr_share(u_gauge);
	represent_gauge_field();
	lqcd__hr_end_propagators(source, prop);
	free_suNg_field(old);
}

static inline void measure_spectrum_gfwall(int nm, double *m, int conf_num, double precision, storage_switch swc,
					   data_storage_array **ret)
{
	lqcd__hr_no_store(swc, ret, "measure_spectrum_gfwall");
	lqcd__hr_measure_gfwall(nm, m, conf_num, precision, 0);
}

static inline void measure_spectrum_discon_gfwall(int nm, double *m, int conf_num, double precision, storage_switch swc,
						  data_storage_array **ret)
{
	lqcd__hr_no_store(swc, ret, "measure_spectrum_discon_gfwall");
	lqcd__hr_measure_gfwall(nm, m, conf_num, precision, 1);
}

/** Loops of n sources: noise on even sites, each printed, or (volume) 1 on every n-th site. */
static inline void lqcd__hr_measure_discon(int nm, double *m, int n, int conf_num, double precision, int volume)
{
	spinor_field *source = alloc_spinor_field(4, &glattice),
		     *prop = alloc_spinor_field((unsigned)(4 * nm), &glattice);
	char label[100];
	init_propagator_eo(nm, m, precision);
	for (int k = 0; k < n; k++) {
		if (volume)
			create_diluted_volume_source(source, k, n);
		else
			create_noise_source_equal_eo(source);
		calc_propagator(prop, source, 4);
		measure_mesons(discon_correlators, prop, source, nm, 0);
		snprintf(label, sizeof label, "src %d DISCON_SEMWALL", k);
		if (!volume) print_mesons(discon_correlators, (double)GLB_VOL3 / 2, conf_num, nm, m, GLB_T, 1, label);
	}
	if (volume) print_mesons(discon_correlators, 1, conf_num, nm, m, GLB_T, 1, "DISCON_VOLUME");
	lqcd__hr_end_propagators(source, prop);
}

static inline void measure_spectrum_discon_semwall(int nm, double *m, int nhits, int conf_num, double precision,
						   storage_switch swc, data_storage_array **ret)
{
	lqcd__hr_no_store(swc, ret, "measure_spectrum_discon_semwall");
	lqcd__hr_measure_discon(nm, m, nhits, conf_num, precision, 0);
}

static inline void measure_spectrum_discon_volume(int nm, double *m, int conf_num, double precision, int dil,
						  storage_switch swc, data_storage_array **ret)
{
	lqcd__hr_no_store(swc, ret, "measure_spectrum_discon_volume");
	lqcd__hr_measure_discon(nm, m, dil, conf_num, precision, 1);
}

#endif
