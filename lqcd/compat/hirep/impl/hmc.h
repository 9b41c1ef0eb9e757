/* lqcd/compat/hirep/impl/hmc.h: the names of HiRep's monomials.h, integrators.h, read_action.h, local_action.h,
 * field_update.h and update_algo.h: hybrid Monte Carlo, on the terms of lqcd's hmc/.
 *
 *   read_action(file, &integrator)     sections  monomial { id = 0  type = gauge  beta = 5.7  level = 0 }  and
 *                                      integrator { level = 0  type = o2mn  steps = 10 }, in any order
 *       gauge      beta                 -beta/NG sum_p Re tr U_p
 *       lw_gauge   beta c0              with rectangles, c1 = (1 - c0)/8 (gauge/action.h)
 *       hmc        mass mt_prec force_prec mre_past            two flavours, |M^-1 g5 phi|^2, M = Dphi_eopre
 *       hasenbusch mass dm mt_prec force_prec mre_past         |M(mass)^-1 M(mass + dm) g5 phi|^2
 *       rhmc       mass n = 1 d = 2 mt_prec md_prec force_prec  one flavour, phi^dagger (M^dagger M)^(-1/2) phi (rhmc.h)
 *     integrators lf, o2mn, o4mn; level 0 is outermost, level k + 1 integrates each drift of level k. Gauge actions move the
 *     links: they belong on the innermost level. Precisions are squared residuals; solves start from 0 whatever mre_past
 *   init_ghmc(&par), update_ghmc(), reverse_update_ghmc(), free_ghmc()       par.integrator, par.tlen. A trajectory, which
 *     returns whether it was accepted; back with the same fields, from -momenta
 *   leapfrog_multistep(length, integrator), O2MN_multistep, O4MN_multistep
 *   add_mon(&data), num_mon(), mon_n(i), and the members of monomial
 *   local_hmc_action(NEW or DELTA, s, momenta, NULL)     s(x) := H or H - s(x) before; pf_local_action(s, phi)
 *   update_gauge_field(dt, par)        U := exp(i dt h.T) U
 *
 * H = sum h^2/4 + S, dU/dt = i h.T U: HiRep's unit of time is sqrt(2) of lqcd's. Pseudofermions live on even sites, with
 * UPDATE_EO or not. Fermions see the links as they are, with boundary signs if apply_BCs_.. put them there, and the angles of
 * BC_X_THETA, .. (not BC_T_THETA). With WITH_CLOVER or WITH_EXPCLOVER M is Cphi_eopre of par.csw, or if that is 0 of set_csw,
 * and S has -n log det T of the odd sites, n = 2, 1 of rhmc; of hasenbusch the ratio of both masses, which HiRep leaves out.
 * Gauge actions have the weights of the ends in time (gauge.h); links that have a value there do not move.
 * S of lw_gauge is added at the first site. tm, tm_alt, hasenbusch_tm.., four_fermion, hmc_ff, scalar are not
 * there: read_action and add_mon end the program. Their enumerators and some parameters are declared, since programs name
 * them to tell one from another; so is four_fermion_active, which is 0 and must stay so.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_HMC_H
#define LQCD_COMPAT_HIREP_IMPL_HMC_H

#include "../../../hmc/gauge_action.h"
#include "../../../hmc/pseudofermion.h"
#include "hmc_types.h"
#include "plaquettes.h"
#include "rhmc.h"
#include "utils.h"

/* Quarks with four-fermion interactions: none. */
LQCD__HR_GLOBAL int four_fermion_active = 0;
LQCD__HR_GLOBAL scalar_field *ff_sigma = NULL, *ff_pi = NULL;

static inline void ff_observables(void)
{
	lqcd__hr_error_of_all(1, "ff_observables", "there are no four-fermion interactions");
}

/* ---- monomials ---------------------------------------------------------------------------------------------------- */

/* A monomial as a term of lqcd; m is the first member. */
typedef struct {
	monomial m;
	lqcd_hmc_term_d term;
	lqcd_gauge_action_d gauge;
	LQCD__HR_Q(lqcd_pseudofermion_d) quarks;
	double mass, heavier;           /* of hmc both are the same */
	LQCD__HR_Q(lqcd_hmc_term_d) of; /* the quarks', of links in their representation */
	lqcd__hr_rhmc *rational;        /* of rhmc, else NULL */
	spinor_field *pf, *work;
} lqcd__hr_monomial;

typedef struct {
	int n;
	lqcd__hr_monomial *list[32];
	lqcd_gauge_field_d p; /* momenta as matrices */
	int ready;
	ghmc_par par;
	suNg_field *old;
	scalar_field *la;
} lqcd__hr_hmc;

LQCD__HR_GLOBAL lqcd__hr_hmc lqcd__hr_hmc_state;

static inline void lqcd__hr_hmc_check(lqcd_status s, const char *name)
{
	lqcd__hr_error_of_all(s != LQCD_OK, name, lqcd_status_text(s));
}

static inline lqcd_gauge_field_d *lqcd__hr_matrices(void)
{
	lqcd_gauge_field_d *p = &lqcd__hr_hmc_state.p;
	if (!p->ptr) lqcd__hr_hmc_check(lqcd_gauge_field_create_d(p, &lqcd__hr_lattice, LQCD_FULL), "hmc");
	__asm__ volatile("" ::: "memory");
	return p;
}

/** p = k i h.T */
static inline lqcd_gauge_field_d *lqcd__hr_momenta(double k, suNg_av_field *h)
{
	lqcd_gauge_field_d *p = lqcd__hr_matrices();
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg m;
			_fund_algebra_represent(m, *_4FIELD_AT(h, ix, mu));
			_suNg_mul_assign(m, k);
			memcpy(p->ptr + 4 * (ptrdiff_t)ix + mu, &m, sizeof m);
		}
	return p;
}

/** h += the coordinates of p */
static inline void lqcd__hr_add_momenta(suNg_av_field *h)
{
	const lqcd_gauge_field_d *p = lqcd__hr_matrices();
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg m;
			suNg_algebra_vector v;
			memcpy(&m, p->ptr + 4 * (ptrdiff_t)ix + mu, sizeof m);
			_fund_algebra_project(v, m);
			_algebra_vector_add_assign_g(*_4FIELD_AT(h, ix, mu), v);
		}
}

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

/** p += w, in a representation pulled back from HiRep's basis. */
static inline void lqcd__hr_add_pulled(lqcd_gauge_field_d *p, const LQCD__HR_Q(lqcd_gauge_field_d) *w)
{
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			const ptrdiff_t at = 4 * (ptrdiff_t)ix + mu;
#ifdef LQCD__HR_REP
			suNg f;
			lqcd_su3_d g;
			lqcd__hr_pull_back(&f, w->ptr + at);
			memcpy(&g, &f, sizeof g);
			lqcd_su3_add_d(p->ptr + at, p->ptr + at, &g);
#else
			lqcd_su3_add_d(p->ptr + at, p->ptr + at, w->ptr + at);
#endif
		}
}

/** A field of the links' size, 0. */
static inline void lqcd__hr_zero_links(LQCD__HR_Q(lqcd_gauge_field_d) *w)
{
	lqcd__hr_hmc_check(LQCD__HR_Q(lqcd_gauge_field_create_d)(w, &lqcd__hr_lattice, LQCD_FULL), "hmc");
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) LQCD__HR_Q(lqcd_su3_zero_d)(w->ptr + 4 * (ptrdiff_t)ix + mu);
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

static inline void lqcd__hr_mon_gaussian(const struct _monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	gaussian_spinor_field(k->pf);
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
	lqcd__hr_monomial *k = (lqcd__hr_monomial *)m->force_par;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	double value = 0;
	if (k->pf) {
		pf_local_action(loc_action, k->pf);
		lqcd__hr_mon_logdet(k, loc_action);
	} else if (m->data.type == PureGauge) {
		_MASTER_FOR(&glattice, ix) *_FIELD_AT(loc_action, ix) -= k->gauge.beta / NG * local_plaq(ix);
	} else {
		lqcd__hr_hmc_check(k->term.action(k->term.self, &u, &value), "add_local_action");
		if (PID == 0) *_FIELD_AT(loc_action, ipt(0, 0, 0, 0)) += value;
	}
}

static inline void lqcd__hr_mon_free(struct _monomial *m)
{
	lqcd__hr_monomial *k = (lqcd__hr_monomial *)m->force_par;
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

static inline lqcd_status lqcd__hr_mon_quarks(lqcd__hr_monomial *k, double mass, double heavier, int ratio)
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
	k->of = LQCD__HR_Q(lqcd_pseudofermion_term_d)(&k->quarks);
	return s;
}

/** Takes mon_dat->par, which free() can free. */
static inline const monomial *add_mon(monomial_data *mon_dat)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	lqcd__hr_monomial *k = (lqcd__hr_monomial *)calloc(1, sizeof *k);
	lqcd_status s = LQCD_OK;
	lqcd__hr_error(!k || hmc->n == 32, 1, "add_mon", "out of memory, or too many monomials");
	lqcd__hr_error_of_all(mon_dat->type != PureGauge && mon_dat->type != LuscherWeisz && mon_dat->type != HMC &&
				      mon_dat->type != Hasenbusch && mon_dat->type != RHMC,
			      "add_mon", "monomials are PureGauge, LuscherWeisz, HMC, RHMC, Hasenbusch");
	k->m.data = *mon_dat;
	if (mon_dat->type == HMC) {
		mon_hmc_par *par = (mon_hmc_par *)mon_dat->par;
		s = lqcd__hr_mon_quarks(k, par->mass, par->mass, 0);
		par->pf = k->pf;
	} else if (mon_dat->type == RHMC) {
		mon_rhmc_par *par = (mon_rhmc_par *)mon_dat->par;
		lqcd__hr_error_of_all(par->ratio.n != -1 || par->ratio.d != 2, "add_mon", "RHMC: n = 1, d = 2 alone");
		k->rational = (lqcd__hr_rhmc *)calloc(1, sizeof *k->rational);
		lqcd__hr_error(!k->rational, 1, "add_mon", "out of memory");
		s = lqcd__hr_mon_quarks(k, par->mass, par->mass, 0);
		par->pf = k->pf;
	} else if (mon_dat->type == Hasenbusch) {
		mon_hasenbusch_par *par = (mon_hasenbusch_par *)mon_dat->par;
		s = lqcd__hr_mon_quarks(k, par->mass, par->mass + par->dm, 1);
		par->pf = k->pf;
	} else {
		mon_lw_par *lw = mon_dat->type == LuscherWeisz ? (mon_lw_par *)mon_dat->par : NULL;
		if (lw) lw->c1 = (1 - lw->c0) / 8;
		s = lqcd_gauge_action_create_d(&k->gauge, &lqcd__hr_lattice,
					       lw ? lw->beta : ((mon_pg_par *)mon_dat->par)->beta, lw ? lw->c1 : 0);
		k->term = lqcd_gauge_action_term_d(&k->gauge);
		k->m.update_field = update_gauge_field;
	}
	lqcd__hr_hmc_check(s, "add_mon");
	k->m.force_par = k;
	k->m.update_force = lqcd__hr_mon_force;
	k->m.free = lqcd__hr_mon_free;
	k->m.gaussian_pf = k->pf ? lqcd__hr_mon_gaussian : lqcd__hr_mon_nothing;
	k->m.correct_pf = k->pf ? lqcd__hr_mon_correct : lqcd__hr_mon_nothing;
	k->m.correct_la_pf = k->pf ? lqcd__hr_mon_correct_back : lqcd__hr_mon_nothing;
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

static inline void local_hmc_action(local_action_type type, scalar_field *loc_action, suNg_av_field *momenta,
				    suNg_scalar_field *momenta_s)
{
	lqcd__hr_error(momenta_s != NULL, 1, "local_hmc_action", "there are no scalar fields");
	mul_scalar_field(loc_action, type == DELTA ? -1 : 0, loc_action);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			double n;
			_algebra_vector_sqnorm_g(n, *_4FIELD_AT(momenta, ix, mu));
			*_FIELD_AT(loc_action, ix) += 0.5 * _FUND_NORM2 * n;
		}
	for (int i = 0; i < num_mon(); i++) mon_n(i)->add_local_action(mon_n(i), loc_action);
}

/* ---- integrators -------------------------------------------------------------------------------------------------- */

static inline void lqcd__hr_kick(double dt, integrator_par *par)
{
	for (int n = 0; n < par->nmon; n++) par->mon_list[n]->update_force(dt, par->mon_list[n]->force_par);
}

static inline void lqcd__hr_drift(double dt, integrator_par *par)
{
	for (int n = 0; n < par->nmon; n++)
		if (par->mon_list[n]->update_field) par->mon_list[n]->update_field(dt, par->mon_list[n]->field_par);
	if (par->next) par->next->integrator(dt, par->next);
}

/** par->nsteps steps with these kicks and one drift fewer; the last kick of a step and the first of the next are one. */
static inline void lqcd__hr_integrate(double tlen, integrator_par *par, int kicks, const double *kick,
				      const double *drift)
{
	const double dt = tlen / par->nsteps;
	if (par->nsteps < 1) return;
	lprintf("MD_INT", 10 + 10 * par->level, "MD parameters: level=%d tlen=%1.6f nsteps=%d => dt=%1.6f\n",
		par->level, tlen, par->nsteps, dt);
	lqcd__hr_kick(kick[0] * dt, par);
	for (int n = 0; n < par->nsteps; n++)
		for (int k = 1; k < kicks; k++) {
			const double joined = k == kicks - 1 && n < par->nsteps - 1 ? kick[0] : 0;
			lqcd__hr_drift(drift[k - 1] * dt, par);
			lqcd__hr_kick((kick[k] + joined) * dt, par);
		}
}

static inline void leapfrog_multistep(double tlen, integrator_par *int_par)
{
	const double kick[2] = {0.5, 0.5}, drift[1] = {1};
	lqcd__hr_integrate(tlen, int_par, 2, kick, drift);
}

/* Omelyan, Mryglod, Folk, Comput. Phys. Commun. 151 (2003) 272 */
static inline void O2MN_multistep(double tlen, integrator_par *int_par)
{
	const double l = 0.1931833275037836, kick[3] = {l, 1 - 2 * l, l}, drift[2] = {0.5, 0.5};
	lqcd__hr_integrate(tlen, int_par, 3, kick, drift);
}

static inline void O4MN_multistep(double tlen, integrator_par *int_par)
{
	const double r = 0.1786178958448091, t = -0.06626458266981843, l = 0.7123418310626056;
	const double kick[5] = {r, t, 1 - 2 * (t + r), t, r}, drift[4] = {l, 0.5 - l, 0.5 - l, l};
	lqcd__hr_integrate(tlen, int_par, 5, kick, drift);
}

/* ---- trajectories ------------------------------------------------------------------------------------------------- */

static inline void init_ghmc(ghmc_par *par)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	if (hmc->ready) {
		lprintf("GHMC", 0, "WARNING: already initialized, the call is ignored\n");
		return;
	}
	lqcd__hr_error(!par->integrator, 1, "init_ghmc", "no integrator: call read_action");
	hmc->par = *par;
#if LQCD__HR_CLOVER
	if (par->csw < 0 || par->csw > 0) set_csw(&par->csw);
#endif
	apply_BCs_on_fundamental_gauge_field();
	represent_gauge_field();
	hmc->old = alloc_suNg_field(&glattice);
	suNg_field_copy(hmc->old, u_gauge);
	if (!suN_momenta) suN_momenta = alloc_suNg_av_field(&glattice);
	hmc->la = alloc_scalar_field(1, &glattice);
	hmc->ready = 1;
}

static inline void free_ghmc(void)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	if (!hmc->ready) return;
	for (int i = 0; i < hmc->n; i++) hmc->list[i]->m.free(&hmc->list[i]->m);
	for (integrator_par *ip = hmc->par.integrator, *next; ip; ip = next) {
		next = ip->next;
		free(ip->mon_list);
		free(ip);
	}
	lqcd_gauge_field_destroy_d(&hmc->p);
	free_suNg_field(hmc->old);
	free_suNg_av_field(suN_momenta);
	free_scalar_field(hmc->la);
	suN_momenta = NULL;
	memset(hmc, 0, sizeof *hmc);
}

/** Integrates from fresh pseudofermions or (reverse) the present ones, and returns the change of H. */
static inline double lqcd__hr_evolve(int reverse)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	double change = 0;
	for (int i = 0; i < num_mon() && !reverse; i++) mon_n(i)->gaussian_pf(mon_n(i));
	local_hmc_action(NEW, hmc->la, suN_momenta, NULL);
	for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_pf(mon_n(i));
	hmc->par.integrator->integrator(hmc->par.tlen, hmc->par.integrator);
	for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_la_pf(mon_n(i));
	local_hmc_action(DELTA, hmc->la, suN_momenta, NULL);
	_MASTER_FOR_SUM(&glattice, ix, change) change += *_FIELD_AT(hmc->la, ix);
	global_sum(&change, 1);
	lprintf("HMC", 10, "[DeltaS = %1.8e][exp(-DS) = %1.8e]\n", change, exp(-change));
	return change;
}

static inline int update_ghmc(void)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	double r = 0;
	if (!hmc->ready) {
		lprintf("HMC", 0, "WARNING: not initialized, the call is ignored\n");
		return -1;
	}
	gaussian_momenta(suN_momenta);
	const double change = lqcd__hr_evolve(0);
	if (!(change < 0)) {
		ranlxd(&r, 1);
		bcast(&r, 1);
	}
	const int accepted = change < 0 || r < exp(-change);
	suNg_field_copy(accepted ? hmc->old : u_gauge, accepted ? u_gauge : hmc->old);
	represent_gauge_field();
	lprintf("HMC", 10, "Configuration %s.\n", accepted ? "accepted" : "rejected");
	return accepted;
}

static inline int reverse_update_ghmc(void)
{
	lqcd__hr_hmc *hmc = &lqcd__hr_hmc_state;
	if (!hmc->ready) return -1;
	mul_suNg_av_field(suN_momenta, -1, suN_momenta);
	(void)lqcd__hr_evolve(1);
	suNg_field_copy(hmc->old, u_gauge);
	return 1;
}

#endif
