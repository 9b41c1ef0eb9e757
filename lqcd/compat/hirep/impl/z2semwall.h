/* lqcd/compat/hirep/impl/z2semwall.h: the names of HiRep's z2semwall.h: correlators of mesons from noise on even sites of a
 * slice tau, which ranlxd draws.
 *
 *   z2semwall_mesons(conf, nhits, nm, m, acc)      eta_s: other noise in each spin s. Prints
 *       C(t) = +-2/(nhits GLB_VOL3^2) sum_hits sum_(x,s) Re <D^-1 g5 G^T eta_s, g5 G^T D^-1 eta_s>(t + tau, x)
 *       of the sixteen G that have a _debug (propagator.h), and of g5_g0g5_re: Re <D^-1 eta_s, g5 (g0g5)^T D^-1 eta_s>.
 *       +: g5 g1 g2 g3 g0g5 g0g1 g0g2 g0g3. 64 inversions and masses nm in every hit
 *   z2semwall_mesons_new(conf, nhits, nm, m, acc)  the same noise in each spin, slices once each before any comes again: 4
 *       inversions. C as measure_mesons and print_mesons define it (mesons.h), real parts, but for the sign of g5_g0g5_re;
 *       then id_disc and g5_disc: -2/(nhits GLB_VOL3^2) sum Re <D^-1 eta_s, eta_s>, <D^-1 eta_s, g5 eta_s>, at tau
 *   z2semwall_qprop_free(), _free_new()            nothing: the functions above have freed what they took
 *
 * D: Dphi(m[i]), or Cphi (sources.h). init_propagator_eo must not be active.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_Z2SEMWALL_H
#define LQCD_COMPAT_HIREP_IMPL_Z2SEMWALL_H

#include "mesons.h"

enum { LQCD__HR_Z2_PION_AXIAL = NGAMMA_IND, LQCD__HR_Z2_ID_DISC, LQCD__HR_Z2_G5_DISC, LQCD__HR_Z2_CHANNELS };

typedef struct {
	int nm, nhits;
	double *mass, *corr;     /* corr[(channel nm + i) GLB_T + t] */
	spinor_field *eta, *psi; /* 8 and 8 nm */
} lqcd__hr_z2;

static inline lqcd__hr_z2 lqcd__hr_z2_begin(const char *name, int nhits, int nm, double *m, double acc)
{
	lqcd__hr_z2 z;
	lqcd__hr_error_of_all(nhits < 1 || nm < 1, name, "nhits and the number of masses are at least 1");
	lqcd__hr_error_of_all(lqcd__hr_propagator_state.n != 0, name, "call free_propagator_eo first");
	init_propagator_eo(nm, m, acc);
	z.nm = nm;
	z.nhits = nhits;
	z.mass = m;
	z.corr = (double *)calloc((size_t)LQCD__HR_Z2_CHANNELS * (size_t)nm * (size_t)GLB_T, sizeof(double));
	lqcd__hr_error(!z.corr, 1, name, "out of memory");
	z.eta = alloc_spinor_field(8, &glattice);
	z.psi = alloc_spinor_field((unsigned)(8 * nm), &glattice);
	return z;
}

/** Adds Re <a_si, f b_si> of the slices to a channel: f = g5 Gamma^T, or 1 for gamma < 0; a and b: 4 nm fields, or (stride 1) 4
 * for all masses. tau < 0: at their own times. */
static inline void lqcd__hr_z2_add(lqcd__hr_z2 *z, int channel, spinor_field *a, spinor_field *b, int stride, int gamma,
				   int tau)
{
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		const int t = (g[0] + GLB_T - (tau < 0 ? 0 : tau)) % GLB_T;
		for (int k = 0; k < 4 * z->nm; k++) {
			suNf_spinor s = *_FIELD_AT(&b[k / z->nm * stride + (stride > 1 ? k % z->nm : 0)], ix);
			double re;
			if (gamma >= 0) lqcd__hr_g5_transposed(&s, &s, gamma);
			_spinor_prod_re_f(re, *_FIELD_AT(&a[k], ix), s);
			z->corr[(channel * z->nm + k % z->nm) * GLB_T + t] += re;
		}
	}
}

/** Sums over processes, times norm and the sign of each channel; printed. Frees all. */
static inline void lqcd__hr_z2_end(lqcd__hr_z2 *z, int conf, int channels, unsigned minus)
{
	static const unsigned char order[LQCD__HR_Z2_CHANNELS] = {_g5,
								  _id,
								  _g0,
								  _g1,
								  _g2,
								  _g3,
								  _g0g5,
								  _g5g1,
								  _g5g2,
								  _g5g3,
								  _g0g1,
								  _g0g2,
								  _g0g3,
								  _g0g5g1,
								  _g0g5g2,
								  _g0g5g3,
								  LQCD__HR_Z2_PION_AXIAL,
								  LQCD__HR_Z2_ID_DISC,
								  LQCD__HR_Z2_G5_DISC};
	static const char *const others[3] = {"g5_g0g5_re", "id_disc", "g5_disc"};
	const double norm = 2 / (z->nhits * (double)GLB_VOL3 * (double)GLB_VOL3);
	global_sum(z->corr, channels * z->nm * GLB_T);
	for (int k = 0; k < channels * z->nm; k++) {
		const int c = order[k / z->nm], i = k % z->nm;
		lprintf("MAIN", 0, "conf #%d mass=%2.6f TRIPLET %s= ", conf, z->mass[i],
			c < NGAMMA_IND ? meson_channel_names[c] : others[c - NGAMMA_IND]);
		for (int t = 0; t < GLB_T; t++)
			lprintf("MAIN", 0, "%e ",
				(minus >> c & 1 ? -norm : norm) * z->corr[(c * z->nm + i) * GLB_T + t]);
		lprintf("MAIN", 0, "\n");
	}
	lqcd__hr_end_propagators(z->eta, z->psi);
	free(z->corr);
}

static inline void z2semwall_mesons(int conf, int nhits, int nm, double *m, double acc)
{
	const unsigned plus =
		1u << _g5 | 1u << _g1 | 1u << _g2 | 1u << _g3 | 1u << _g0g5 | 1u << _g0g1 | 1u << _g0g2 | 1u << _g0g3;
	lqcd__hr_z2 z = lqcd__hr_z2_begin("z2semwall_mesons", nhits, nm, m, acc);
	spinor_field *const turned = z.eta + 4, *const second = z.psi + 4 * nm;
	for (int n = 0; n < nhits; n++) {
		double r;
		ranlxd(&r, 1);
		int tau = (int)(r * GLB_T);
		bcast_int(&tau, 1);
		const lqcd__hr_noise noise = {tau, 0, -1, 1};
		lqcd__hr_noise_source(z.eta, noise);
		calc_propagator_eo(z.psi, z.eta, 4);
		lqcd__hr_z2_add(&z, LQCD__HR_Z2_PION_AXIAL, z.psi, z.psi, nm, _g0g5, tau);
		for (int c = 0; c < NGAMMA_IND; c++) {
			for (int s = 0; s < 4; s++) {
				_MASTER_FOR(&glattice, ix) {
					lqcd__hr_g5_transposed(_FIELD_AT(&turned[s], ix), _FIELD_AT(&z.eta[s], ix), c);
				}
			}
			calc_propagator_eo(second, turned, 4);
			lqcd__hr_z2_add(&z, c, second, z.psi, nm, c, tau);
		}
	}
	lqcd__hr_z2_end(&z, conf, NGAMMA_IND + 1, ~plus);
}

static inline void z2semwall_mesons_new(int conf, int nhits, int nm, double *m, double acc)
{
	meson_observable *list = NULL;
	lqcd__hr_z2 z = lqcd__hr_z2_begin("z2semwall_mesons_new", nhits, nm, m, acc);
	int *left = (int *)malloc((size_t)GLB_T * sizeof *left), n_left = 0;
	lqcd__hr_error(!left, 1, "z2semwall_mesons_new", "out of memory");
	for (int c = 0; c < NGAMMA_IND; c++) lqcd__hr_add_channel(&list, c, c, "", "", lqcd__hr_channel_sign(c));
	lqcd__hr_add_channel(&list, _g5, _g0g5, "", "", -lqcd__hr_channel_sign(_g0g5));
	for (int n = 0; n < nhits; n++) {
		double r;
		if (!n_left)
			for (; n_left < GLB_T; n_left++) left[n_left] = n_left;
		ranlxd(&r, 1);
		bcast(&r, 1);
		const int k = (int)(r * n_left), tau = left[k];
		left[k] = left[--n_left];
		create_diluted_source_equal_atau_eo(z.eta, tau);
		calc_propagator_eo(z.psi, z.eta, 4);
		measure_mesons(list, z.psi, z.eta, nm, tau);
		lqcd__hr_z2_add(&z, LQCD__HR_Z2_ID_DISC, z.psi, z.eta, 1, -1, -1);
		lqcd__hr_z2_add(&z, LQCD__HR_Z2_G5_DISC, z.psi, z.eta, 1, _id, -1);
	}
	double *to = z.corr;
	for (meson_observable *o = list; o; o = o->next, to += nm * GLB_T)
		memcpy(to, o->corr_re, (size_t)(nm * GLB_T) * sizeof(double));
	lqcd__hr_free_channels(&list);
	free(left);
	lqcd__hr_z2_end(&z, conf, LQCD__HR_Z2_CHANNELS, ~0u);
}

static inline void z2semwall_qprop_free(void)
{
}

static inline void z2semwall_qprop_free_new(void)
{
}

#endif
