/* lqcd/compat/hirep/impl/force_hmc.h: the forces of pseudofermions in HiRep's forces.h, on those of quark_forces.h.
 *
 *   H = g5 D of quark_forces.h and of mass m,      h.X = -dS/dX in HiRep's unit of time (hmc.h)
 *
 *   force_hmc(dt, &par)      *par.momenta += dt h; force_hmc_par par: pf, mass, mu, inv_err2, logdet
 *       hasenbusch = 0       S = |(H + i mu)^-1 pf|^2
 *       hasenbusch = 1       S = |g5 pf + b H^-1 pf|^2: M(m)^-1 M(m + dm) g5 pf, if M(m + dm) = M(m) + b; mu = 0
 *       hasenbusch = 2       S = |(H + i mu)^-1 (H + i mu + i b) pf|^2 - |pf|^2
 *       logdet               with WITH_CLOVER and UPDATE_EO: S - 2 log det T of odd sites
 *   force_hmc_tm(dt, &par)   with the twisted mass before the even-odd form: Q(mu) = Qtm_p of twisted.h, also without
 *                            UPDATE_EO; never a clover term, whatever logdet
 *       hasenbusch = 0       S = |Q(mu)^-1 pf|^2
 *       otherwise            S = |Q(mu)^-1 Q(mu + b) pf|^2
 *   force_rhmc(dt, &par)     force_rhmc_par par: pf[k], k < n_pf, mass, ratio, inv_err2
 *                            S = sum_k sum_n a[n+1] <pf[k], (H^2 - b[n])^-1 pf[k]>, n < order, a, b of the rational_app ratio;
 *                            with WITH_CLOVER and UPDATE_EO: S + 2 n/d log det T of odd sites
 *
 * pf lives on even sites with UPDATE_EO, else everywhere. Solves are CG on H^2 + mu^2, or Q(mu) Q(-mu), to the squared residual
 * inv_err2, from guesses by the solutions in mpar (mre_init of mre.h; cleared: from 0), which the new one joins: series 0, and
 * series 1 for the second solve of hasenbusch = 1. Those of force_rhmc begin at 0. Afterwards m is the mass of set_dirac_mass
 * and, but for force_rhmc, mu that of set_twisted_mass. Collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_FORCE_HMC_H
#define LQCD_COMPAT_HIREP_IMPL_FORCE_HMC_H

#include "mre.h"
#include "quark_forces.h"
#include "twisted.h"

typedef struct force_rhmc_par {
	int id, n_pf;
	spinor_field *pf;
	double mass;
	rational_app *ratio;
	double inv_err2;
	suNg_av_field **momenta;
} force_rhmc_par;

static inline void lqcd__hr_force_apply(spinor_field *out, spinor_field *in, int twice)
{
#ifdef UPDATE_EO
	const int kind = LQCD__HR_SCHUR;
#else
	const int kind = LQCD__HR_MASS;
#endif
	LQCD__HR_Q(lqcd__hr_dphi_d)(out, in, kind | LQCD__HR_GAMMA5 | (LQCD__HR_CLOVER ? LQCD__HR_TERM : 0) | twice,
				    lqcd__hr_mass);
}

static inline void lqcd__hr_force_square(spinor_field *out, spinor_field *in)
{
	lqcd__hr_force_apply(out, in, LQCD__HR_TWICE);
}

/** x[k] = (H^2 - shift[k])^-1 b, on the sites of b. */
static inline void lqcd__hr_force_solve(spinor_field *x, spinor_field *b, int n, double *shift, double err2)
{
	mshift_par par;
	memset(&par, 0, sizeof par);
	par.n = n;
	par.shift = shift;
	par.err2 = err2;
	(void)cg_mshift(&par, lqcd__hr_force_square, b, x);
}

/** x = M^-1 b for M Hermitian and positive, from past solutions of series p, which it joins. */
static inline void lqcd__hr_force_solve_by(spinor_field *x, spinor_operator M, spinor_field *b, double err2,
					   mre_par *past, int p)
{
	double none = 0;
	mshift_par par;
	memset(&par, 0, sizeof par);
	par.n = 1;
	par.shift = &none;
	par.err2 = err2;
	mre_guess(past, p, x, M, b);
	(void)cg_mshift(&par, M, b, x);
	mre_store(past, p, x);
}

/** n fields everywhere, and in part[n] those on the sites of pf. */
static inline spinor_field *lqcd__hr_force_work(int n, spinor_field *part, const spinor_field *pf)
{
	spinor_field *s = alloc_spinor_field((unsigned)n, &glattice);
	lqcd__hr_error(pf->type != &glat_default, 1, "force_hmc", "pf: even with UPDATE_EO, else everywhere");
	for (int k = 0; k < n; k++) part[k] = pf->type == &glattice ? s[k] : get_even_part_spinor_field(&s[k]);
	return s;
}

/** The force of S -= n log det T_oo. */
static inline void lqcd__hr_force_logdet(double mass, double n)
{
#if defined(WITH_CLOVER) && defined(UPDATE_EO)
	force_clover_logdet(mass, n);
#endif
	(void)mass;
	(void)n;
}

static inline void lqcd__hr_force_square_mu(spinor_field *out, spinor_field *in)
{
	lqcd__hr_force_square(out, in);
	mul_add_assign_spinor_field(out, lqcd__hr_twist * lqcd__hr_twist, in);
}

static inline void force_hmc(double dt, void *vpar)
{
	force_hmc_par *par = (force_hmc_par *)vpar;
	spinor_field at[3];
	const int twisted = par->mu < 0 || par->mu > 0;
	lqcd__hr_error(twisted && par->hasenbusch == 1, 1, "force_hmc", "hasenbusch = 1 has no twisted mass");
	spinor_field *s = lqcd__hr_force_work(3, at, par->pf), *x = &at[0], *y = &at[1], *w = &at[2];
	set_dirac_mass(par->mass);
	set_twisted_mass(par->mu);
	/* X = H Y does for (H - i mu) Y: Re <Y, i mu dH Y> = 0. */
	lqcd__hr_force_solve_by(y, twisted ? lqcd__hr_force_square_mu : lqcd__hr_force_square, par->pf, par->inv_err2,
				&par->mpar, 0);
	lqcd__hr_force_apply(x, y, 0);
	if (par->hasenbusch == 1) {
		g5_spinor_field(y, par->pf);
		mul_add_assign_spinor_field(y, par->b, x);
		lqcd__hr_force_solve_by(w, lqcd__hr_force_square, y, par->inv_err2, &par->mpar, 1);
		lqcd__hr_force_apply(y, w, 0);
	} else if (par->hasenbusch == 2)
		mul_spinor_field(x, (2 * par->mu + par->b) * par->b, x);
	fermion_force_begin();
	force_fermion_core(&s[0], &s[1], 1, dt, par->hasenbusch == 1 ? par->b : 1);
	if (par->logdet) lqcd__hr_force_logdet(par->mass, 2);
	fermion_force_end(dt, *par->momenta);
	free_spinor_field(s);
}

/** The odd sites of s := A(mu)^-1 Dphi_ of the even ones (twisted.h), if they are not independent. */
static inline void lqcd__hr_fill_twisted(spinor_field *s, double mu)
{
#ifdef UPDATE_EO
	spinor_field even = get_even_part_spinor_field(s), odd = get_odd_part_spinor_field(s);
	Dphi_(&odd, &even);
	Dxx_tw_inv(lqcd__hr_mass, mu, &odd, &odd, DIRECT);
#endif
	(void)s;
	(void)mu;
}

/** sum += dt h of S = -2 a Re <y, Q(mu) x>, x and y constant. */
static inline void lqcd__hr_twisted_force(spinor_field *x, spinor_field *y, double mu, double dt, double a)
{
	lqcd__hr_fill_twisted(x, mu);
	lqcd__hr_fill_twisted(y, -mu);
	lqcd__hr_hop_force(x, y, dt, a);
}

/* With b = W pf, W = Q(mu + b), X = Q(mu)^-1 W pf and Y = Q(-mu)^-1 X: dS = 2 Re <Y, dW pf> - 2 Re <Y, dQ(mu) X>. */
static inline void force_hmc_tm(double dt, void *vpar)
{
	force_hmc_par *par = (force_hmc_par *)vpar;
	spinor_field at[3];
	spinor_field *s = lqcd__hr_force_work(3, at, par->pf), *x = &at[0], *y = &at[1], *b = &at[2];
	set_dirac_mass(par->mass);
	copy_spinor_field(b, par->pf);
	if (par->hasenbusch) {
		set_twisted_mass(par->mu + par->b);
		Qtm_p(b, par->pf);
	}
	set_twisted_mass(par->mu);
	lqcd__hr_force_solve_by(y, QpQm_tm, b, par->inv_err2, &par->mpar, 0);
	Qtm_m(x, y);
	fermion_force_begin();
	lqcd__hr_twisted_force(&s[0], &s[1], par->mu, dt, 1);
	if (par->hasenbusch) {
		copy_spinor_field(x, par->pf);
		lqcd__hr_twisted_force(&s[0], &s[1], par->mu + par->b, dt, -1);
	}
	fermion_force_end(dt, *par->momenta);
	free_spinor_field(s);
}

static inline void force_rhmc(double dt, void *vpar)
{
	force_rhmc_par *par = (force_rhmc_par *)vpar;
	const rational_app *r = par->ratio;
	const int order = (int)r->order;
	spinor_field at[LQCD_MAX_SHIFTS + 1];
	lqcd__hr_error(order < 1 || order > LQCD_MAX_SHIFTS, 1, "force_rhmc", "an order of 1 to LQCD_MAX_SHIFTS");
	spinor_field *s = lqcd__hr_force_work(order + 1, at, par->pf);
	set_dirac_mass(par->mass);
	fermion_force_begin();
	for (int k = 0; k < par->n_pf; k++) {
		lqcd__hr_force_solve(at, &par->pf[k], order, r->b, par->inv_err2);
		for (int n = 0; n < order; n++) {
			lqcd__hr_force_apply(&at[order], &at[n], 0);
			force_fermion_core(&s[order], &s[n], 1, dt, r->a[n + 1]);
		}
	}
	lqcd__hr_force_logdet(par->mass, -2.0 * r->n / r->d);
	fermion_force_end(dt, *par->momenta);
	free_spinor_field(s);
}

#endif
