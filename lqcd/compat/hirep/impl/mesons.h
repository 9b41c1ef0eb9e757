/* lqcd/compat/hirep/impl/mesons.h: the names of HiRep's meson_observables.h, measure_mesons.h, pta_qprop.h and spectrum.h:
 * correlators of mesons.
 *
 *   init_meson_correlators(all)       meson_correlators: a list of the sixteen channels Gamma, Gamma of gamma_ind
 *                                     (propagator.h), then g5_g0g5; all: every pair of two more
 *   init_discon_correlators(), init_cvc_correlators()      discon_correlators, cvc_correlators: of one loop, and of the
 *                                     conserved vector current with g0 .. g3
 *   measure_mesons(mo, psi, eta, nm, tau)     adds to each channel of the list mo, at time t - tau of mass i < nm,
 *       sign sum_x exp(-i p x) sum_(s,r) <g5 G2 psi^s(x), (g5 G1)_(sr) psi^r(x)>, psi^s = psi[nm s + i] the propagators of
 *       the sources eta[s]; of _DISC sum_s <G1 psi^s, eta^s>. sign: the member of the list
 *   measure_point_mesons_momenta(mo, psi, eta, nm, tau, n)     of momenta p = 2 pi (px, py, pz)/L, each below n
 *   .._ext(.., begin)                 in segment begin = 0, 1, 2 of times three times as long
 *   measure_diquarks(mo, psi0, psi1, eta, nm, tau)             G2 on psi0, G1 on psi1
 *   measure_conserved_currents(mo, psi, eta, nm, tau)          psi[4 nm c + nm s + i] of all colours c
 *   print_mesons(mo, norm, conf, nm, mass, lt, n, label)       sums over processes, times -1/(norm GLB_VOL3), printed
 *       and set to zero; lt: the length of times
 *   free_meson_observables()
 *   init_mo(&m, name, size), reset_mo(&m)     one channel g5 of that many numbers, 0; all numbers 0 again
 *
 *   pta_qprop_QMR_eo(site, q, nm, mass, acc), pta_qprop_QMR    q[i][NF s + c] = (g5 Dphi(mass[i]))^-1 of a point source of
 *                                     spin s, colour c at a site; .._eo: an even one
 *   g5_correlator(out, t0, q)         out[t] = +- sum_x Re sum_(s,c) .. / GLB_VOL3 of such a q: each matrix that has a
 *                                     _debug (propagator.h), g5_g0g5_re_correlator, g5_g0g5_im_correlator
 *
 *   measure_spectrum_pt(tau, nm, m, n, conf, precision, swc, &ret)        point sources at (tau, 0, 0, 0)
 *   measure_spectrum_semwall(nm, m, nhits, conf, precision, swc, &ret)    noise on even sites of random slices
 *   measure_spectrum_gfwall(nm, m, conf, precision, swc, &ret)            walls at 0 in Coulomb gauge (gaugefix.h)
 *   measure_diquark_semwall_background(1, m, nhits, conf, precision, Q, n, swc, &ret)      as semwall, by measure_diquarks with
 *       apply_background_field_zdir (utils.h) of Q for psi0 and of -Q for psi1
 *   measure_spectrum_discon_semwall, .._discon_gfwall, .._discon_volume(nm, m, conf, precision, dilution, swc, &ret)
 *       propagators, measure_mesons, print_mesons. With STORE the first two return [mass][p][channel][t][re, im], without
 *       [p] for semwall and its diquarks, of the channels with G1 = G2; the others do not store: STORE ends the program.
 *
 * Other boundaries in time (_ext, _fixedbc): spectrum_ends.h. Baryons: baryons.h. Form factors: formfactors.h. There are no
 * four-fermion interactions.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_MESONS_H
#define LQCD_COMPAT_HIREP_IMPL_MESONS_H

#include "data_storage.h"
#include "gaugefix.h"
#include "propagator.h"
#include "sources.h"

typedef struct meson_observable_s {
	gamma_ind ind1, ind2;
	char channel_name[100], channel_type[100];
	double sign;
	int corr_size;
	double *corr_re, *corr_im;
	struct meson_observable_s *next;
} meson_observable;

LQCD__HR_GLOBAL meson_observable *meson_correlators = NULL;
LQCD__HR_GLOBAL meson_observable *discon_correlators = NULL;
LQCD__HR_GLOBAL meson_observable *cvc_correlators = NULL;
LQCD__HR_GLOBAL const char *meson_channel_names[NGAMMA_IND] = {"g5",   "id",     "g0",     "g1",    "g2",   "g3",
							       "g0g1", "g0g2",   "g0g3",   "g0g5",  "g5g1", "g5g2",
							       "g5g3", "g0g5g1", "g0g5g2", "g0g5g3"};

/* ---- lists of channels ------------------------------------------------------------------------------------------- */

/** HiRep's sign of a channel with this G2: the correlator of G1 = G2 is -tr Gbar S G S up to it. */
static inline double lqcd__hr_channel_sign(int g)
{
	const unsigned minus = 1u << _g5 | 1u << _g0 | 1u << _g1 | 1u << _g3 | 1u << _g0g1 | 1u << _g0g3 | 1u << _g0g5 |
			       1u << _g5g1 | 1u << _g5g3 | 1u << _g0g5g2;
	return minus >> g & 1 ? -1 : 1;
}

static inline void lqcd__hr_add_channel(meson_observable **list, int g1, int g2, const char *name, const char *type,
					double sign)
{
	meson_observable *m = (meson_observable *)calloc(1, sizeof *m);
	lqcd__hr_error(!m, 1, "init_meson_correlators", "out of memory");
	m->ind1 = (gamma_ind)g1;
	m->ind2 = (gamma_ind)g2;
	m->sign = sign;
	snprintf(m->channel_name, sizeof m->channel_name, "%s", name);
	snprintf(m->channel_type, sizeof m->channel_type, "%s", type);
	while (*list) list = &(*list)->next;
	*list = m;
}

static inline void init_meson_correlators(int meas_offdiag)
{
	char name[100];
	for (int i = 0; i < NGAMMA_IND; i++)
		lqcd__hr_add_channel(&meson_correlators, i, i, meson_channel_names[i], "TRIPLET",
				     lqcd__hr_channel_sign(i));
	lqcd__hr_add_channel(&meson_correlators, _g5, _g0g5, "g5_g0g5", "TRIPLET", lqcd__hr_channel_sign(_g0g5));
	for (int i = 0; i < NGAMMA_IND && meas_offdiag; i++)
		for (int j = 0; j < NGAMMA_IND; j++) {
			if (i == j || (i == _g5 && j == _g0g5)) continue;
			snprintf(name, sizeof name, "%s_%s", meson_channel_names[i], meson_channel_names[j]);
			lqcd__hr_add_channel(&meson_correlators, i, j, name, "TRIPLET", lqcd__hr_channel_sign(j));
		}
}

static inline void init_discon_correlators(void)
{
	char name[100];
	for (int i = 0; i < NGAMMA_IND; i++) {
		snprintf(name, sizeof name, "%s_disc", meson_channel_names[i]);
		lqcd__hr_add_channel(&discon_correlators, i, _DISC, name, "SINGLET", -1);
	}
}

/** ind2 is the direction. */
static inline void init_cvc_correlators(void)
{
	char name[100];
	for (int mu = 0; mu < 4; mu++) {
		snprintf(name, sizeof name, "%s_CL", meson_channel_names[_g0 + mu]);
		lqcd__hr_add_channel(&cvc_correlators, _g0 + mu, mu, name, "TRIPLET", lqcd__hr_channel_sign(_g0 + mu));
	}
}

static inline void lqcd__hr_free_channels(meson_observable **list)
{
	while (*list) {
		meson_observable *m = *list;
		*list = m->next;
		free(m->corr_re);
		free(m->corr_im);
		free(m);
	}
}

static inline void free_meson_observables(void)
{
	lqcd__hr_free_channels(&meson_correlators);
	lqcd__hr_free_channels(&discon_correlators);
	lqcd__hr_free_channels(&cvc_correlators);
}

static inline void lqcd__hr_zero_channels(meson_observable *mo, int size)
{
	for (; mo; mo = mo->next) {
		if (mo->corr_size != size) {
			free(mo->corr_re);
			free(mo->corr_im);
			mo->corr_re = (double *)malloc((size_t)size * sizeof(double));
			mo->corr_im = (double *)malloc((size_t)size * sizeof(double));
			lqcd__hr_error(!mo->corr_re || !mo->corr_im, 1, "measure_mesons", "out of memory");
			mo->corr_size = size;
		}
		for (int k = 0; k < size; k++) mo->corr_re[k] = mo->corr_im[k] = 0;
	}
}

/** Room for as many numbers; those of another size are lost. */
static inline void lqcd__hr_room(meson_observable *mo, int size)
{
	for (; mo; mo = mo->next) {
		meson_observable one = *mo;
		if (mo->corr_size == size) continue;
		one.next = NULL;
		lqcd__hr_zero_channels(&one, size);
		mo->corr_re = one.corr_re;
		mo->corr_im = one.corr_im;
		mo->corr_size = size;
	}
}

/** One channel g5, g5 by itself: zero. It has no successor. */
static inline void init_mo(meson_observable *mo, const char *name, int size)
{
	memset(mo, 0, sizeof *mo);
	mo->ind1 = mo->ind2 = _g5;
	mo->sign = 1;
	snprintf(mo->channel_name, sizeof mo->channel_name, "%s", name);
	lqcd__hr_zero_channels(mo, size);
}

static inline void reset_mo(meson_observable *mo)
{
	lqcd__hr_zero_channels(mo, mo->corr_size);
}

/* ---- contractions ------------------------------------------------------------------------------------------------ */

/* HiRep takes g5 g0 gk for g0 g5 gk here. */
static inline int lqcd__hr_contracted(int g)
{
	return g >= _g0g5g1 && g <= _g0g5g3 ? LQCD__HR_G5G0G1 + (g - _g0g5g1) : g;
}

/* Where a number goes: times lt, from offset on. */
typedef struct {
	int nm, tau, n_mom, offset, lt;
} lqcd__hr_times;

/** Adds sign exp(-i p x) z to all momenta. */
static inline void lqcd__hr_put(meson_observable *mo, const lqcd__hr_times *k, const int g[4], int mass, hr_complex z)
{
	const int t = (g[0] + GLB_T - k->tau) % GLB_T + k->offset;
	for (int p = 0; p < k->n_mom * k->n_mom * k->n_mom; p++) {
		const hr_complex w =
			lqcd__hr_wave(g, 0, p / (k->n_mom * k->n_mom), p / k->n_mom % k->n_mom, p % k->n_mom);
		const hr_complex v = lqcd__hr_cmul(w, z);
		mo->corr_re[(p * k->nm + mass) * k->lt + t] += mo->sign * _complex_re(v);
		mo->corr_im[(p * k->nm + mass) * k->lt + t] += mo->sign * _complex_im(v);
	}
}

static inline void measure_mesons_core(spinor_field *psi0, spinor_field *psi1, spinor_field *eta, meson_observable *mo,
				       int nm, int tau, int n_mom, int offset, int lt)
{
	const lqcd__hr_times k = {nm, tau, n_mom, offset, lt};
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		for (int i = 0; i < nm; i++) {
			suNf_spin_matrix a, b, source, r, s;
			for (int c = 0; c < 4; c++) {
				a.c[c] = *_FIELD_AT(&psi0[c * nm + i], ix);
				b.c[c] = *_FIELD_AT(&psi1[c * nm + i], ix);
			}
			for (meson_observable *m = mo; m; m = m->next) {
				const int g1 = lqcd__hr_contracted((int)m->ind1),
					  g2 = lqcd__hr_contracted((int)m->ind2);
				if (m->ind2 == _DISC) {
					for (int c = 0; c < 4; c++) source.c[c] = *_FIELD_AT(&eta[c], ix);
					LQCD__HR_GAMMA_ROWS(r, a, g1);
					lqcd__hr_put(m, &k, g, i, lqcd__hr_spin_trace(&r, &source));
					continue;
				}
				LQCD__HR_GAMMA_ROWS(r, a, g2);
				_spinmatrix_g5(r, r);
				LQCD__HR_GAMMA_LEFT(s, b, g1);
				_g5_spinmatrix(s, s);
				lqcd__hr_put(m, &k, g, i, lqcd__hr_spin_trace(&r, &s));
			}
		}
	}
}

static inline void measure_diquarks(meson_observable *mo, spinor_field *psi0, spinor_field *psi1, spinor_field *eta,
				    int nm, int tau)
{
	lqcd__hr_room(mo, GLB_T * nm);
	measure_mesons_core(psi0, psi1, eta, mo, nm, tau, 1, 0, GLB_T);
}

static inline void measure_mesons(meson_observable *mo, spinor_field *psi0, spinor_field *eta, int nm, int tau)
{
	measure_diquarks(mo, psi0, psi0, eta, nm, tau);
}

static inline void measure_point_mesons_momenta(meson_observable *mo, spinor_field *psi0, spinor_field *eta, int nm,
						int tau, int n_mom)
{
	lqcd__hr_room(mo, GLB_T * nm * n_mom * n_mom * n_mom);
	measure_mesons_core(psi0, psi0, eta, mo, nm, tau, n_mom, 0, GLB_T);
}

static inline void measure_point_mesons_momenta_ext(meson_observable *mo, spinor_field *psi0, spinor_field *eta, int nm,
						    int tau, int n_mom, int begin)
{
	lqcd__hr_room(mo, 3 * GLB_T * nm * n_mom * n_mom * n_mom);
	measure_mesons_core(psi0, psi0, eta, mo, nm, tau, n_mom, GLB_T * begin, 3 * GLB_T);
}

static inline void measure_mesons_ext(meson_observable *mo, spinor_field *psi0, spinor_field *eta, int nm, int tau,
				      int begin)
{
	measure_point_mesons_momenta_ext(mo, psi0, eta, nm, tau, 1, begin);
}

static inline void lqcd__hr_columns(suNf_propagator *p, spinor_field *psi, int nm, int mass, int ix)
{
	for (int c = 0; c < NF; c++)
		for (int s = 0; s < 4; s++) _propagator_assign(*p, *_FIELD_AT(&psi[(4 * c + s) * nm + mass], ix), c, s);
}

/** tr g5 (1 + sign g) u a g g5 b^dagger, g = g_mu; u^dagger if sign > 0 */
static inline hr_complex lqcd__hr_current(const suNf *u, const suNf_propagator *a, const suNf_propagator *b, int g,
					  int sign)
{
	suNf_propagator p, q;
	lqcd__hr_propagator_link(&p, u, a, sign > 0);
	lqcd__hr_propagator_gamma(&q, &p, g, 0);
	lqcd__hr_propagator_combine(&p, 1, &p, sign, &q);
	_g5_propagator(p, p);
	_propagator_dagger(q, *b);
	_g5_propagator(q, q);
	lqcd__hr_propagator_gamma(&q, &q, g, 0);
	return lqcd__hr_propagator_trace(&p, &q, 0);
}

static inline void measure_conserved_currents(meson_observable *mo, spinor_field *psi0, spinor_field *eta, int nm,
					      int tau)
{
	const lqcd__hr_times k = {nm, tau, 1, 0, GLB_T};
	(void)eta;
	lqcd__hr_room(mo, GLB_T * nm);
	for (int n = 0, ix, g[4]; mo && lqcd__hr_next_site(&n, &ix, g);) {
		for (int i = 0; i < nm; i++)
			for (meson_observable *m = mo; m; m = m->next) {
				const int mu = (int)m->ind2;
				const suNf *u = _4FIELD_AT(u_gauge_f, ix, mu);
				suNf_propagator here, up;
				lqcd__hr_columns(&here, psi0, nm, i, ix);
				lqcd__hr_columns(&up, psi0, nm, i, iup(ix, mu));
				lqcd__hr_put(m, &k, g, i,
					     0.5 * (lqcd__hr_current(u, &here, &up, (int)m->ind1, 1) -
						    lqcd__hr_current(u, &up, &here, (int)m->ind1, -1)));
			}
	}
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

/** Sums over processes, times norm. */
static inline void lqcd__hr_normalise(meson_observable *mo, double norm)
{
	for (; mo; mo = mo->next) {
		global_sum(mo->corr_re, mo->corr_size);
		global_sum(mo->corr_im, mo->corr_size);
		for (int k = 0; k < mo->corr_size; k++) {
			mo->corr_re[k] *= norm;
			mo->corr_im[k] *= norm;
		}
	}
}

static inline void lqcd__hr_print_channel(const meson_observable *mo, int conf, int nm, const double *mass, int lt,
					  int n_mom, const char *label)
{
	for (int k = 0; k < n_mom * n_mom * n_mom * nm; k++)
		for (int im = 0; im < 2; im++) {
			const int p = k / nm;
			const double *c = (im ? mo->corr_im : mo->corr_re) + (ptrdiff_t)k * lt;
			lprintf("MAIN", 0, "conf #%d mass=%2.6f %s %s %s", conf, mass[k % nm], label, mo->channel_type,
				mo->channel_name);
			if (n_mom > 1)
				lprintf("MAIN", 0, "_%s momentum(%d,%d,%d)= ", im ? "im" : "re", p / (n_mom * n_mom),
					p / n_mom % n_mom, p % n_mom);
			else
				lprintf("MAIN", 0, "%s= ", im ? "_im" : mo->ind1 == mo->ind2 ? "" : "_re");
			for (int t = 0; t < lt; t++) lprintf("MAIN", 0, "%.16e ", c[t]);
			lprintf("MAIN", 0, "\n");
		}
}

/** Prints what is normalised, and sets it to zero. */
static inline void lqcd__hr_print_mesons(meson_observable *mo, int conf, int nm, const double *mass, int lt, int n_mom,
					 const char *label)
{
	lqcd__hr_error(n_mom < 1 || nm < 1, 1, "print_mesons", "nothing to print");
	for (; mo; mo = mo->next) {
		meson_observable one = *mo;
		if (!mo->corr_size) continue;
		lqcd__hr_print_channel(mo, conf, nm, mass, lt, n_mom, label);
		one.next = NULL;
		lqcd__hr_zero_channels(&one, one.corr_size);
	}
	/* Test programs read what was printed from the file, in every process. */
	lqcd_comm_barrier(&lqcd__hr_lattice.comm);
}

static inline void print_mesons(meson_observable *mo, double norm, int conf, int nm, double *mass, int lt, int n_mom,
				const char *label)
{
	lqcd__hr_normalise(mo, -1 / (norm * (double)GLB_VOL3));
	lqcd__hr_print_mesons(mo, conf, nm, mass, lt, n_mom, label);
}

#endif
