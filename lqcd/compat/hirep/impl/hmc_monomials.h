/* lqcd/compat/hirep/impl/hmc_monomials.h: part of hmc.h, where it is documented: monomials on the terms of lqcd's hmc/, those of
 * twisted masses on the forces of force_hmc.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_HMC_MONOMIALS_H
#define LQCD_COMPAT_HIREP_IMPL_HMC_MONOMIALS_H

#include "../../../hmc/gauge_action.h"
#include "../../../hmc/pseudofermion.h"
#include "force_hmc.h"
#include "rhmc.h"

/* A monomial as a term of lqcd; m is the first member. */
typedef struct {
	monomial m;
	lqcd_hmc_term_d term;
	lqcd_gauge_action_d gauge;
	LQCD__HR_Q(lqcd_pseudofermion_d) quarks;
	double mass, heavier;           /* of hmc both are the same */
	LQCD__HR_Q(lqcd_hmc_term_d) of; /* the quarks', of links in their representation */
	lqcd__hr_rhmc *rational;        /* of rhmc, else NULL */
	force_hmc_par *force;           /* the member fpar of its parameters: quarks but rhmc */
	spinor_field *pf, *work;
} lqcd__hr_monomial;

typedef struct {
	int n;
	lqcd__hr_monomial *list[32];
	int ready;
	ghmc_par par;
	suNg_field *old;
	scalar_field *la;
} lqcd__hr_hmc;

LQCD__HR_GLOBAL lqcd__hr_hmc lqcd__hr_hmc_state;

/** phi of the term is g5 pf, of rhmc pf. */
static inline void lqcd__hr_set_phi(lqcd__hr_monomial *k)
{
	const LQCD__HR_Q(lqcd_spinor_field_d) from = LQCD__HR_Q(lqcd__hr_spinors_d)(k->pf);
	if (k->rational)
		LQCD__HR_Q(lqcd_spinor_field_copy_d)(&k->rational->phi, &from);
	else
		LQCD__HR_Q(lqcd_spinor_field_gamma5_d)(&k->quarks.phi, &from);
}

/** Gives the term of quarks the clover term that is set now, and the lattice the angles of quarks in space. */
static inline void lqcd__hr_mon_ready(lqcd__hr_monomial *k)
{
	lqcd_clover_params *p = k->rational ? &k->rational->clover : &k->quarks.clover;
	p->csw = lqcd__hr_csw;
	p->cF[0] = p->cF[1] = 1 + lqcd__hr_cF_more;
#ifdef WITH_EXPCLOVER
	p->exponential = lqcd__hr_has_term();
#endif
	for (int mu = 1; mu < 4; mu++) lqcd__hr_lattice.boundary.theta[mu - 1] = lqcd__hr_theta[mu];
}

/** Operators of dirac.h have the angles of eitheta. */
static inline lqcd_status lqcd__hr_mon_done(lqcd_status s)
{
	for (int k = 0; k < 3; k++) lqcd__hr_lattice.boundary.theta[k] = 0;
	return s;
}

/** p -= h F. In a representation the links of quarks are u_gauge_f. */
static inline lqcd_status lqcd__hr_quark_force(lqcd__hr_monomial *k, lqcd_gauge_field_d *p, const lqcd_gauge_field_d *u,
					       double h)
{
#ifdef LQCD__HR_REP
	const hr_complex one[4] = {1, 1, 1, 1};
	LQCD__HR_Q(lqcd_gauge_field_d) v, w;
	(void)u;
	lqcd__hr_hmc_check(LQCD__HR_Q(lqcd__hr_copy_links_d)(&v, u_gauge_f->ptr, lqcd__hr_geometry(&glattice), one), "hmc");
	lqcd__hr_zero_links(&w);
	lqcd__hr_mon_ready(k);
	const lqcd_status s = lqcd__hr_mon_done(k->of.force(k->of.self, &w, &v, h));
	if (s == LQCD_OK) lqcd__hr_add_pulled(p, &w);
	LQCD__HR_Q(lqcd_gauge_field_destroy_d)(&v);
	LQCD__HR_Q(lqcd_gauge_field_destroy_d)(&w);
	return s;
#else
	lqcd__hr_mon_ready(k);
	return lqcd__hr_mon_done(k->of.force(k->of.self, p, u, h));
#endif
}

/** h -= 2 dt F */
static inline void lqcd__hr_mon_force(double dt, void *par)
{
	lqcd__hr_monomial *k = (lqcd__hr_monomial *)par;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd__hr_error(!suN_momenta, 1, "update_force", "no momenta: call init_ghmc");
	lqcd_gauge_field_d *p = lqcd__hr_momenta(0, suN_momenta);
	if (k->pf) {
		lqcd__hr_set_phi(k);
		lqcd__hr_hmc_check(lqcd__hr_quark_force(k, p, &u, 2 * dt), "update_force");
	} else
		lqcd__hr_hmc_check(k->term.force(k->term.self, p, &u, 2 * dt), "update_force");
	lqcd__hr_add_momenta(suN_momenta);
	apply_BCs_on_momentum_field(suN_momenta);
}

static inline void update_gauge_field(double dt, void *vpar)
{
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	(void)vpar;
	lqcd_momentum_move_d(&u, 1, lqcd__hr_momenta(dt, suN_momenta));
	lqcd__hr_share(u_gauge);
	represent_gauge_field();
}

static inline void lqcd__hr_mon_nothing(const struct _monomial *m)
{
	(void)m;
}

static inline const spinor_field *lqcd__hr_mon_pf(const struct _monomial *m)
{
	return ((const lqcd__hr_monomial *)(const void *)m)->pf;
}

/** Solutions of other pseudofermions are forgotten. */
static inline void lqcd__hr_mon_gaussian(const struct _monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	gaussian_spinor_field(k->pf);
	if (k->force) k->force->mpar.num[0] = k->force->mpar.num[1] = 0;
	if (k->rational) lqcd__hr_rhmc_start(k->rational, k->mass, k->pf, m->data.force_prec);
}

/** x = M(mass)^-1 b, b is lost */
static inline void lqcd__hr_mon_solve(spinor_field *x, spinor_field *b, double mass, double err2)
{
	lqcd__hr_propagators *p = &lqcd__hr_propagator_state;
	const double now = p->now, before = p->err2;
	p->now = mass;
	p->err2 = err2;
	lqcd__hr_schur_invert(x, b);
	p->now = now;
	p->err2 = before;
}

/** phi = g5 M(heavier)^-1 M(mass) eta */
static inline void lqcd__hr_mon_correct(const struct _monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	if (k->rational) {
		lqcd__hr_rhmc_correct(k->rational, k->mass, k->pf, k->work, m->data.MT_prec);
		return;
	}
	copy_spinor_field(k->work, k->pf);
	LQCD__HR_Q(lqcd__hr_eopre_d)(k->mass, k->pf, k->work, 0);
	if (k->heavier > k->mass || k->heavier < k->mass) {
		lqcd__hr_mon_solve(k->work, k->pf, k->heavier, m->data.MT_prec);
		copy_spinor_field(k->pf, k->work);
	}
	g5_assign_spinor_field(k->pf);
}

/** eta = M(mass)^-1 M(heavier) g5 phi */
static inline void lqcd__hr_mon_correct_back(const struct _monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	if (k->rational) {
		lqcd__hr_rhmc_correct_back(k->rational, k->mass, k->pf, k->work, m->data.MT_prec);
		return;
	}
	g5_assign_spinor_field(k->pf);
	if (k->heavier > k->mass || k->heavier < k->mass) {
		copy_spinor_field(k->work, k->pf);
		LQCD__HR_Q(lqcd__hr_eopre_d)(k->heavier, k->pf, k->work, 0);
	}
	lqcd__hr_mon_solve(k->work, k->pf, k->mass, m->data.MT_prec);
	copy_spinor_field(k->pf, k->work);
}

/** Whether the Qtm are those of twisted.h with alt in their names. */
static inline int lqcd__hr_mon_is_alt(const struct _monomial *m)
{
	return m->data.type == TM_alt || m->data.type == Hasenbusch_tm_alt;
}

static inline void lqcd__hr_mon_twist(const lqcd__hr_monomial *k, double mu, spinor_field *out, spinor_field *in)
{
	set_dirac_mass(k->force->mass);
	set_twisted_mass(mu);
	if (lqcd__hr_mon_is_alt(&k->m))
		Qtm_p_alt(out, in);
	else
		Qtm_p(out, in);
}

static inline void lqcd__hr_mon_untwist(const lqcd__hr_monomial *k, double mu, spinor_field *out, spinor_field *in)
{
	double none = 0;
	mshift_par par;
	memset(&par, 0, sizeof par);
	par.n = 1;
	par.shift = &none;
	par.err2 = k->m.data.MT_prec;
	set_dirac_mass(k->force->mass);
	set_twisted_mass(mu);
	if (lqcd__hr_mon_is_alt(&k->m))
		tm_invert_alt(out, in, &par);
	else
		tm_invert(out, in, &par);
}

/** phi = Q(mu + b)^-1 Q(mu) eta, or without a ratio Q(mu) eta */
static inline void lqcd__hr_mon_correct_twisted(const struct _monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	lqcd__hr_mon_twist(k, k->force->mu, k->work, k->pf);
	if (k->force->hasenbusch)
		lqcd__hr_mon_untwist(k, k->force->mu + k->force->b, k->pf, k->work);
	else
		copy_spinor_field(k->pf, k->work);
}

/** eta = Q(mu)^-1 Q(mu + b) phi, or Q(mu)^-1 phi */
static inline void lqcd__hr_mon_correct_twisted_back(const struct _monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	if (k->force->hasenbusch)
		lqcd__hr_mon_twist(k, k->force->mu + k->force->b, k->work, k->pf);
	else
		copy_spinor_field(k->work, k->pf);
	lqcd__hr_mon_untwist(k, k->force->mu, k->pf, k->work);
}

static inline void pf_local_action(scalar_field *loc_action, spinor_field *pf)
{
	_MASTER_FOR(pf->type, ix) {
		double n;
		_spinor_prod_re_f(n, *_FIELD_AT(pf, ix), *_FIELD_AT(pf, ix));
		*_FIELD_AT(loc_action, ix) += n;
	}
}

/** The determinant of the clover term on odd sites: of two flavours, of one, or of two over two heavier ones. */
static inline void lqcd__hr_mon_logdet(const lqcd__hr_monomial *k, scalar_field *la)
{
	if (!lqcd__hr_has_term()) return;
	const int ratio = k->heavier > k->mass || k->heavier < k->mass;
	const double sum = lqcd__hr_logdet(k->mass) - (ratio ? lqcd__hr_logdet(k->heavier) : 0);
	if (PID == 0) *_FIELD_AT(la, ipt(0, 0, 0, 0)) -= (k->rational ? 1 : 2) * sum;
}

static inline void lqcd__hr_mon_action(const struct _monomial *m, scalar_field *loc_action)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	double value = 0;
	if (k->pf) {
		pf_local_action(loc_action, k->pf);
		if (!k->force || k->force->logdet) lqcd__hr_mon_logdet(k, loc_action);
	} else if (m->data.type == PureGauge) {
		_MASTER_FOR(&glattice, ix) *_FIELD_AT(loc_action, ix) -= k->gauge.beta / NG * local_plaq(ix);
	} else {
		lqcd__hr_hmc_check(k->term.action(k->term.self, &u, &value), "add_local_action");
		if (PID == 0) *_FIELD_AT(loc_action, ipt(0, 0, 0, 0)) += value;
	}
}

static inline void lqcd__hr_mon_free(struct _monomial *m)
{
	lqcd__hr_monomial *k = (lqcd__hr_monomial *)(void *)m;
	if (k->force) lqcd__hr_mre_destroy(&k->force->mpar);
	if (k->pf) {
		free_spinor_field(k->pf);
		free_spinor_field(k->work);
		if (k->rational) LQCD__HR_Q(lqcd_rhmc_destroy_d)(k->rational);
		free(k->rational);
		LQCD__HR_Q(lqcd_pseudofermion_destroy_d)(&k->quarks);
	} else
		lqcd_gauge_action_destroy_d(&k->gauge);
	free(m->data.par);
	free(k);
}

static inline lqcd_status lqcd__hr_mon_quarks(lqcd__hr_monomial *k, double mass, double heavier, int ratio, int past)
{
	lqcd_lattice *lat = &lqcd__hr_lattice;
	lqcd__hr_error(LQCD__HR_THETA & 1, 1, "add_mon",
		       "fermions with twisted boundaries in time (BC_T_THETA) have no force here");
	k->mass = mass;
	k->heavier = heavier;
	k->pf = alloc_spinor_field(1, &glat_even);
	k->work = alloc_spinor_field(2, &glat_even);
	if (k->rational) {
		k->of = LQCD__HR_Q(lqcd_rhmc_term_d)(k->rational);
		return LQCD_OK;
	}
	const lqcd_status s =
		ratio ? LQCD__HR_Q(lqcd_pseudofermion_create_ratio_d)(&k->quarks, lat, mass, heavier, LQCD_PERIODIC)
		      : LQCD__HR_Q(lqcd_pseudofermion_create_d)(&k->quarks, lat, mass, LQCD_PERIODIC);
	k->quarks.force.tolerance = sqrt(k->m.data.force_prec);
	if (past > 0) {
		lqcd__hr_mre_create(&k->force->mpar, past, &glat_even);
		k->quarks.solver.self = &k->force->mpar;
		k->quarks.solver.set_links = lqcd__hr_mre_links;
		k->quarks.solver.solve = lqcd__hr_mre_solve;
	}
	k->of = LQCD__HR_Q(lqcd_pseudofermion_term_d)(&k->quarks);
	return s;
}

/** The parameters of the force of the monomial, but for those that 0 stands for. */
static inline void lqcd__hr_mon_force_par(lqcd__hr_monomial *k, force_hmc_par *f, double mass)
{
	memset(f, 0, sizeof *f);
	f->id = k->m.data.id;
	f->n_pf = 1;
	f->mass = mass;
	f->inv_err2 = k->m.data.force_prec;
	f->inv_err2_flt = 1e-6;
	f->logdet = 1;
	f->momenta = &suN_momenta;
	k->force = f;
}

/** tm and hasenbusch_tm with force_hmc_tm, tm_alt and hasenbusch_tm_alt with force_hmc. */
static inline void lqcd__hr_mon_twisted(lqcd__hr_monomial *k, double mass, double mu, const double *dmu, int past,
					force_hmc_par *f)
{
	const int alt = lqcd__hr_mon_is_alt(&k->m);
	lqcd__hr_mon_force_par(k, f, mass);
	k->mass = k->heavier = mass;
	k->pf = f->pf = alloc_spinor_field(1, &glat_default);
	k->work = alloc_spinor_field(1, &glat_default);
	f->mu = mu;
	f->b = dmu ? *dmu : 0;
	f->hasenbusch = dmu ? 2 : 0;
#ifdef UPDATE_EO
	f->logdet = alt && !dmu;
#else
	f->logdet = 0;
#endif
	mre_init(&f->mpar, past, f->inv_err2);
	k->m.update_force = alt ? force_hmc : force_hmc_tm;
	k->m.force_par = f;
	k->m.correct_pf = lqcd__hr_mon_correct_twisted;
	k->m.correct_la_pf = lqcd__hr_mon_correct_twisted_back;
}

/** Takes mon_dat->par, which free() can free. */
static inline const monomial *add_mon(monomial_data *mon_dat)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	lqcd__hr_monomial *k = (lqcd__hr_monomial *)calloc(1, sizeof *k);
	lqcd_status s = LQCD_OK;
	lqcd__hr_error(!k || hmc->n == 32, 1, "add_mon", "out of memory, or too many monomials");
	k->m.data = *mon_dat;
	k->m.force_par = k;
	k->m.update_force = lqcd__hr_mon_force;
	k->m.correct_pf = lqcd__hr_mon_correct;
	k->m.correct_la_pf = lqcd__hr_mon_correct_back;
	if (mon_dat->type == HMC) {
		mon_hmc_par *par = (mon_hmc_par *)mon_dat->par;
		lqcd__hr_mon_force_par(k, &par->fpar, par->mass);
		s = lqcd__hr_mon_quarks(k, par->mass, par->mass, 0, par->mre_past);
		par->pf = par->fpar.pf = k->pf;
	} else if (mon_dat->type == RHMC) {
		mon_rhmc_par *par = (mon_rhmc_par *)mon_dat->par;
		lqcd__hr_error_of_all(par->ratio.n != -1 || par->ratio.d != 2, "add_mon", "RHMC: n = 1, d = 2 alone");
		k->rational = (lqcd__hr_rhmc *)calloc(1, sizeof *k->rational);
		lqcd__hr_error(!k->rational, 1, "add_mon", "out of memory");
		s = lqcd__hr_mon_quarks(k, par->mass, par->mass, 0, 0);
		par->pf = k->pf;
	} else if (mon_dat->type == Hasenbusch) {
		mon_hasenbusch_par *par = (mon_hasenbusch_par *)mon_dat->par;
		lqcd__hr_mon_force_par(k, &par->fpar, par->mass);
		s = lqcd__hr_mon_quarks(k, par->mass, par->mass + par->dm, 1, par->mre_past);
		par->fpar.hasenbusch = 1;
		par->fpar.b = (8 + 2 * par->mass + par->dm) * par->dm;
		par->pf = par->fpar.pf = k->pf;
	} else if (mon_dat->type == TM || mon_dat->type == TM_alt) {
		mon_tm_par *par = (mon_tm_par *)mon_dat->par;
		lqcd__hr_mon_twisted(k, par->mass, par->mu, NULL, par->mre_past, &par->fpar);
		par->pf = k->pf;
	} else if (mon_dat->type == Hasenbusch_tm || mon_dat->type == Hasenbusch_tm_alt) {
		mon_hasenbusch_tm_par *par = (mon_hasenbusch_tm_par *)mon_dat->par;
		lqcd__hr_mon_twisted(k, par->mass, par->mu, &par->dmu, par->mre_past, &par->fpar);
		par->pf = k->pf;
	} else {
		lqcd__hr_error_of_all(mon_dat->type != PureGauge && mon_dat->type != LuscherWeisz, "add_mon",
				      "no monomials of four-fermion interactions or of scalar fields");
		mon_lw_par *lw = mon_dat->type == LuscherWeisz ? (mon_lw_par *)mon_dat->par : NULL;
		if (lw) lw->c1 = (1 - lw->c0) / 8;
		s = lqcd_gauge_action_create_d(&k->gauge, &lqcd__hr_lattice,
					       lw ? lw->beta : ((mon_pg_par *)mon_dat->par)->beta, lw ? lw->c1 : 0);
		k->term = lqcd_gauge_action_term_d(&k->gauge);
		k->m.update_field = update_gauge_field;
		k->m.correct_pf = k->m.correct_la_pf = lqcd__hr_mon_nothing;
	}
	lqcd__hr_hmc_check(s, "add_mon");
	k->m.free = lqcd__hr_mon_free;
	k->m.gaussian_pf = k->pf ? lqcd__hr_mon_gaussian : lqcd__hr_mon_nothing;
	k->m.pseudofermion = lqcd__hr_mon_pf;
	k->m.add_local_action = lqcd__hr_mon_action;
	hmc->list[hmc->n++] = k;
	return &k->m;
}

static inline int num_mon(void)
{
	return lqcd__hr_hmc_state.n;
}

static inline const monomial *mon_n(int i)
{
	lqcd__hr_error(i < 0 || i >= num_mon(), 1, "mon_n", "no such monomial");
	return &lqcd__hr_hmc_state.list[i]->m;
}

#endif
