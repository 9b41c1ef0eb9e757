/* lqcd/compat/hirep/impl/spectrum_ends.h: the names of HiRep's spectrum.h for other boundaries of quarks in time:
 *
 *   measure_spectrum_pt_ext(tau, nm, m, n, conf, precision, swc, &ret)
 *   measure_spectrum_semwall_ext(nm, m, nhits, conf, precision, swc, &ret)      on a lattice twice as long: with P and A the
 *       propagators with the boundary as it is and with the other sign, times of P, then of (P + A)/2, then of (P - A)/2: 3
 *       GLB_T of them
 *   measure_spectrum_pt_fixedbc(tau, dt, nm, m, n, conf, precision, swc, &ret), .._semwall_fixedbc(dt, nm, m, nhits, ..),
 *   .._gfwall_fixedbc(dt, nm, m, conf, ..)      no quark crosses from time tau - dt - 1 to tau - dt, tau that of the source
 *
 * measure_mesons, print_mesons (mesons.h), with labels EXTENDED_POINT, EXTENDED_SEMWALL, DIRICHLET_POINT dt=1, ...
 * u_gauge_f is as before afterwards. STORE ends the program.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SPECTRUM_ENDS_H
#define LQCD_COMPAT_HIREP_IMPL_SPECTRUM_ENDS_H

#include "spectrum.h"
#include "utils.h"

/** The links from global time t, of any sign, to t + 1 times k, which is 0 or -1. */
static inline void lqcd__hr_scale_slice(int t, double k)
{
	const int slice = safe_mod(t, GLB_T) - zerocoord[0];
	lqcd__hr_complete(u_gauge_f->ptr);
	for (int n = 0; n < VOL3 && slice >= 0 && slice < T; n++)
		_suNf_mul_assign(*pu_gauge_f(ipt(slice, n / (Y * Z), n / Z % Y, n % Z), 0), k);
	lqcd__hr_share_f();
}

/** Adds the three segments of sources at tau. p: 8 nm fields. */
static inline void lqcd__hr_measure_extended(spinor_field *p, spinor_field *source, int nm, int tau, int n_mom)
{
	spinor_field *a = p + 4 * nm;
	calc_propagator(p, source, 4);
	measure_point_mesons_momenta_ext(meson_correlators, p, source, nm, tau, n_mom, 0);
	lqcd__hr_scale_slice(tau - 1, -1);
	calc_propagator(a, source, 4);
	lqcd__hr_scale_slice(tau - 1, -1);
	for (int l = 0; l < 4 * nm; l++) {
		add_assign_spinor_field(&p[l], &a[l]);
		mul_spinor_field(&p[l], 0.5, &p[l]);
	}
	measure_point_mesons_momenta_ext(meson_correlators, p, source, nm, tau, n_mom, 1);
	for (int l = 0; l < 4 * nm; l++) sub_assign_spinor_field(&p[l], &a[l]);
	measure_point_mesons_momenta_ext(meson_correlators, p, source, nm, tau, n_mom, 2);
}

static inline void measure_spectrum_pt_ext(int tau, int nm, double *m, int n_mom, int conf_num, double precision,
					   storage_switch swc, data_storage_array **ret)
{
	const int n = n_mom > 1 ? n_mom : 1;
	spinor_field *source = alloc_spinor_field(4, &glattice), *p = alloc_spinor_field((unsigned)(8 * nm), &glattice);
	lqcd__hr_no_store(swc, ret, "measure_spectrum_pt_ext");
	init_propagator_eo(nm, m, precision);
	for (int c = 0; c < NF; c++) {
		create_point_source(source, tau, c);
		lqcd__hr_measure_extended(p, source, nm, tau, n);
	}
	print_mesons(meson_correlators, 1, conf_num, nm, m, 3 * GLB_T, n, "EXTENDED_POINT");
	lqcd__hr_end_propagators(source, p);
}

static inline void measure_spectrum_semwall_ext(int nm, double *m, int nhits, int conf_num, double precision,
						storage_switch swc, data_storage_array **ret)
{
	spinor_field *source = alloc_spinor_field(4, &glattice), *p = alloc_spinor_field((unsigned)(8 * nm), &glattice);
	lqcd__hr_no_store(swc, ret, "measure_spectrum_semwall_ext");
	init_propagator_eo(nm, m, precision);
	for (int k = 0; k < nhits; k++) {
		const int tau = create_diluted_source_equal_eo(source);
		lqcd__hr_measure_extended(p, source, nm, tau, 1);
	}
	print_mesons(meson_correlators, nhits * (double)GLB_VOL3 / 2, conf_num, nm, m, 3 * GLB_T, 1,
		     "EXTENDED_SEMWALL");
	lqcd__hr_end_propagators(source, p);
}

/* ---- Dirichlet boundaries ---------------------------------------------------------------------------------------- */

/** Where a measurement with Dirichlet boundaries keeps the links. */
typedef struct {
	spinor_field *source, *prop;
	suNf_field *old;
	char label[64];
} lqcd__hr_dirichlet;

static inline lqcd__hr_dirichlet lqcd__hr_dirichlet_begin(const char *what, int dt, int nm, double *m, double precision)
{
	lqcd__hr_dirichlet d;
	d.source = alloc_spinor_field(4, &glattice);
	d.prop = alloc_spinor_field((unsigned)(4 * nm), &glattice);
	d.old = (suNf_field *)lqcd__hr_alloc(1, &glattice, 4, sizeof *u_gauge_f->ptr);
	suNf_field_copy(d.old, u_gauge_f);
	snprintf(d.label, sizeof d.label, "DIRICHLET_%s dt=%d", what, dt);
	init_propagator_eo(nm, m, precision);
	return d;
}

static inline void lqcd__hr_dirichlet_end(lqcd__hr_dirichlet *d)
{
	suNf_field_copy(u_gauge_f, d->old);
	lqcd__hr_end_propagators(d->source, d->prop);
	lqcd__hr_free(d->old);
}

static inline void measure_spectrum_pt_fixedbc(int tau, int dt, int nm, double *m, int n_mom, int conf_num,
					       double precision, storage_switch swc, data_storage_array **ret)
{
	const int n = n_mom > 1 ? n_mom : 1;
	lqcd__hr_no_store(swc, ret, "measure_spectrum_pt_fixedbc");
	lqcd__hr_dirichlet d = lqcd__hr_dirichlet_begin("POINT", dt, nm, m, precision);
	lqcd__hr_scale_slice(tau - dt - 1, 0);
	for (int c = 0; c < NF; c++) {
		create_point_source(d.source, tau, c);
		calc_propagator(d.prop, d.source, 4);
		measure_point_mesons_momenta(meson_correlators, d.prop, d.source, nm, tau, n);
	}
	print_mesons(meson_correlators, 1, conf_num, nm, m, GLB_T, n, d.label);
	lqcd__hr_dirichlet_end(&d);
}

static inline void measure_spectrum_semwall_fixedbc(int dt, int nm, double *m, int nhits, int conf_num,
						    double precision, storage_switch swc, data_storage_array **ret)
{
	lqcd__hr_no_store(swc, ret, "measure_spectrum_semwall_fixedbc");
	lqcd__hr_dirichlet d = lqcd__hr_dirichlet_begin("SEMWALL", dt, nm, m, precision);
	for (int k = 0; k < nhits; k++) {
		const int tau = create_diluted_source_equal_eo(d.source);
		lqcd__hr_scale_slice(tau - dt - 1, 0);
		calc_propagator(d.prop, d.source, 4);
		measure_mesons(meson_correlators, d.prop, d.source, nm, tau);
		suNf_field_copy(u_gauge_f, d.old);
	}
	print_mesons(meson_correlators, nhits * (double)GLB_VOL3 / 2, conf_num, nm, m, GLB_T, 1, d.label);
	lqcd__hr_dirichlet_end(&d);
}

static inline void measure_spectrum_gfwall_fixedbc(int dt, int nm, double *m, int conf_num, double precision,
						   storage_switch swc, data_storage_array **ret)
{
	suNg_field *old = alloc_suNg_field(&glattice);
	lqcd__hr_no_store(swc, ret, "measure_spectrum_gfwall_fixedbc");
	copy_suNg_field(old, u_gauge);
	lprintf("GFWALL", 0, "Gauge fixed action  %1.6f\n", gaugefix(0, 1.8, 10000, 1e-12, u_gauge));
	represent_gauge_field();
	lqcd__hr_dirichlet d = lqcd__hr_dirichlet_begin("GFWALL", dt, nm, m, precision);
	lqcd__hr_scale_slice(-dt - 1, 0);
	for (int c = 0; c < NF; c++) {
		create_gauge_fixed_wall_source(d.source, 0, c);
		calc_propagator(d.prop, d.source, 4);
		measure_mesons(meson_correlators, d.prop, d.source, nm, 0);
	}
	print_mesons(meson_correlators, (double)GLB_VOL3, conf_num, nm, m, GLB_T, 1, d.label);
	lqcd__hr_dirichlet_end(&d);
	copy_suNg_field(u_gauge, old);
	lqcd__hr_share(u_gauge);
	represent_gauge_field();
	free_suNg_field(old);
}

#endif
