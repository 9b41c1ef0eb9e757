/* lqcd/compat/hirep/impl/twisted.h: the names of HiRep's dirac.h that concern a twisted mass. With A(mu) = 4 + m0 + i mu g5
 * and Dphi_ of dirac.h, on even fields:
 *
 *   Qhat_eopre(m0, mu, out, in)            g5 [A(mu) - Dphi_ A(mu)^-1 Dphi_] in
 *   Qhat_eopre_sq(m0, mu, out, in)         Qhat(mu) Qhat(-mu), positive: Qhat(-mu) = Qhat(mu)^dagger
 *   g5Dphi_eopre_tw(m0, mu, out, in, DIRECT or DAGGER)
 *                                          r g5 [1 - Dphi_ A(mu)^-1 Dphi_ A(mu)^-1] in, r = (4 + m0)^2 + mu^2, or
 *                                          r g5 [1 - A(-mu)^-1 Dphi_ A(-mu)^-1 Dphi_] in; g5Dphi_eopre for mu = 0
 *   g5Dphi_eopre_tw_sq(m0, mu, out, in)    the second, which is its adjoint, after the first
 *   Dxx_tw_inv(m0, mu, out, in, DIRECT)    A(mu)^-1 in, DAGGER: A(-mu)^-1 in; even or odd fields, out may be in
 *
 * and with the masses of set_dirac_mass(m0) and set_twisted_mass(mu), on even fields with UPDATE_EO, else everywhere:
 *
 *   Qtm_p, Qtm_m(out, in)                  Qhat_eopre of mu, of -mu; everywhere g5Dphi +- i mu
 *   QpQm_tm(out, in)                       Qtm_p Qtm_m
 *   Qtm_p_alt, Qtm_m_alt, QpQm_tm_alt      g5Dphi_eopre +- i mu and their product; everywhere the same as the first three; with
 *                                          WITH_CLOVER or WITH_EXPCLOVER of g5Cphi_eopre, g5Cphi, which the others never are
 *   tm_invert(out, in, &par)               out = Qtm_p^-1 in by cg_mshift, par.n = 1, par.shift[0] = 0; tm_invert_alt
 *
 * out and in are different fields but where it says so. Hoo and Hoo2 of the clover term: dirac.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_TWISTED_H
#define LQCD_COMPAT_HIREP_IMPL_TWISTED_H

#include "inverters.h"

typedef enum { DIRECT, DAGGER } tw_D_type;

LQCD__HR_GLOBAL double lqcd__hr_twist = 0;

/* The operator of masses set before. */
#ifdef UPDATE_EO
enum { LQCD__HR_TWIST_KIND = LQCD__HR_SCHUR };
#else
enum { LQCD__HR_TWIST_KIND = LQCD__HR_MASS };
#endif

static inline void set_twisted_mass(double mu)
{
	lqcd__hr_twist = mu;
}

/** Work space, freed by finalize_process. */
static inline spinor_field *lqcd__hr_twist_space(spinor_field **work, geometry_descriptor *type)
{
	if (!*work) *work = alloc_spinor_field(2, type);
	return *work;
}

/** out = A(mu)^-1 in */
static inline void lqcd__hr_untwist(double m0, double mu, spinor_field *out, spinor_field *in)
{
	const double r = (4 + m0) * (4 + m0) + mu * mu, a = (4 + m0) / r, b = -mu / r;
	lqcd__hr_complete(in->ptr);
	_MASTER_FOR(in->type, ix) {
		suNf_spinor s = *_FIELD_AT(in, ix), *to = _FIELD_AT(out, ix);
		for (int i = 0; i < 4; i++) _vector_mulc_f(to->c[i], lqcd__hr_make(a, i < 2 ? b : -b), s.c[i]);
	}
}

static inline void Dxx_tw_inv(double mass, double twmass, spinor_field *out, spinor_field *in, tw_D_type tw_type)
{
	lqcd__hr_error(in->type == &glattice || in->type != out->type, 1, "Dxx_tw_inv", "two even or two odd fields");
	lqcd__hr_untwist(mass, tw_type == DIRECT ? twmass : -twmass, out, in);
}

static inline void Qhat_eopre(double m0, double mu, spinor_field *out, spinor_field *in)
{
	spinor_field *odd = lqcd__hr_twist_space(&lqcd__hr_twist_odd, &glat_odd);
	lqcd__hr_only(in->type, 1, 0, "Qhat_eopre");
	lqcd__hr_error(in == out || in->type == &glattice || out->type != in->type, 1, "Qhat_eopre", "two even fields");
	Dphi_(&odd[0], in);
	lqcd__hr_untwist(m0, mu, &odd[0], &odd[0]);
	Dphi_(out, &odd[0]);
	minus_spinor_field(out, out);
	mul_add_assign_spinor_field(out, 4 + m0, in);
	g5_assign_spinor_field(out);
	mulc_add_assign_spinor_field(out, lqcd__hr_make(0, mu), in);
}

static inline void Qhat_eopre_sq(double m0, double mu, spinor_field *out, spinor_field *in)
{
	spinor_field *even = lqcd__hr_twist_space(&lqcd__hr_twist_even, &glat_even);
	Qhat_eopre(m0, -mu, &even[1], in);
	Qhat_eopre(m0, mu, out, &even[1]);
}

static inline void g5Dphi_eopre_tw(double m0, double mu, spinor_field *out, spinor_field *in, tw_D_type tw_type)
{
	const double r = (4 + m0) * (4 + m0) + mu * mu;
	spinor_field *odd = lqcd__hr_twist_space(&lqcd__hr_twist_odd, &glat_odd);
	spinor_field *even = lqcd__hr_twist_space(&lqcd__hr_twist_even, &glat_even);
	lqcd__hr_error(in == out || in->type != &glat_even || out->type != &glat_even, 1, "g5Dphi_eopre_tw",
		       "two even fields");
	if (tw_type == DIRECT) lqcd__hr_untwist(m0, mu, &even[0], in);
	Dphi_(&odd[0], tw_type == DIRECT ? &even[0] : in);
	lqcd__hr_untwist(m0, tw_type == DIRECT ? mu : -mu, &odd[0], &odd[0]);
	Dphi_(out, &odd[0]);
	if (tw_type == DAGGER) lqcd__hr_untwist(m0, -mu, out, out);
	sub_spinor_field(out, in, out);
	mul_spinor_field(out, r, out);
	g5_assign_spinor_field(out);
}

static inline void g5Dphi_eopre_tw_sq(double m0, double mu, spinor_field *out, spinor_field *in)
{
	spinor_field *even = lqcd__hr_twist_space(&lqcd__hr_twist_even, &glat_even);
	g5Dphi_eopre_tw(m0, mu, &even[1], in, DIRECT);
	g5Dphi_eopre_tw(m0, mu, out, &even[1], DAGGER);
}

/* ---- with masses set before ---------------------------------------------------------------------------------------- */

/** out = (g5 D + i mu) in, with UPDATE_EO of Dphi_eopre; of kind LQCD__HR_TERM with the clover term. */
static inline void lqcd__hr_shifted_by_twist(double mu, spinor_field *out, spinor_field *in, int kind)
{
	LQCD__HR_Q(lqcd__hr_dphi_d)(out, in, kind | LQCD__HR_TWIST_KIND | LQCD__HR_GAMMA5, lqcd__hr_mass);
	mulc_add_assign_spinor_field(out, lqcd__hr_make(0, mu), in);
}

static inline void lqcd__hr_twist_squared(spinor_field *out, spinor_field *in, int kind)
{
	LQCD__HR_Q(lqcd__hr_dphi_d)
	(out, in, kind | LQCD__HR_TWIST_KIND | LQCD__HR_GAMMA5 | LQCD__HR_TWICE, lqcd__hr_mass);
	mul_add_assign_spinor_field(out, lqcd__hr_twist * lqcd__hr_twist, in);
}

static inline void Qtm_p_alt(spinor_field *out, spinor_field *in)
{
	lqcd__hr_shifted_by_twist(lqcd__hr_twist, out, in, LQCD__HR_CLOVER ? LQCD__HR_TERM : 0);
}

static inline void Qtm_m_alt(spinor_field *out, spinor_field *in)
{
	lqcd__hr_shifted_by_twist(-lqcd__hr_twist, out, in, LQCD__HR_CLOVER ? LQCD__HR_TERM : 0);
}

static inline void QpQm_tm_alt(spinor_field *out, spinor_field *in)
{
	lqcd__hr_twist_squared(out, in, LQCD__HR_CLOVER ? LQCD__HR_TERM : 0);
}

static inline void Qtm_p(spinor_field *out, spinor_field *in)
{
#ifdef UPDATE_EO
	Qhat_eopre(lqcd__hr_mass, lqcd__hr_twist, out, in);
#else
	lqcd__hr_shifted_by_twist(lqcd__hr_twist, out, in, 0);
#endif
}

static inline void Qtm_m(spinor_field *out, spinor_field *in)
{
#ifdef UPDATE_EO
	Qhat_eopre(lqcd__hr_mass, -lqcd__hr_twist, out, in);
#else
	lqcd__hr_shifted_by_twist(-lqcd__hr_twist, out, in, 0);
#endif
}

static inline void QpQm_tm(spinor_field *out, spinor_field *in)
{
#ifdef UPDATE_EO
	Qhat_eopre_sq(lqcd__hr_mass, lqcd__hr_twist, out, in);
#else
	lqcd__hr_twist_squared(out, in, 0);
#endif
}

static inline void tm_invert(spinor_field *out, spinor_field *in, mshift_par *mpar)
{
	spinor_field *w = alloc_spinor_field(1, in->type);
	(void)cg_mshift(mpar, QpQm_tm, in, w);
	Qtm_m(out, w);
	free_spinor_field(w);
}

static inline void tm_invert_alt(spinor_field *out, spinor_field *in, mshift_par *mpar)
{
	spinor_field *w = alloc_spinor_field(1, in->type);
	(void)cg_mshift(mpar, QpQm_tm_alt, in, w);
	Qtm_m_alt(out, w);
	free_spinor_field(w);
}

#endif
