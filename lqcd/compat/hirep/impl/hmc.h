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
 *       tm         mass mu mt_prec force_prec mre_past         |Q(mu)^-1 phi|^2, Q(mu) = Qtm_p of twisted.h
 *       hasenbusch_tm  mass mu dmu mt_prec ..                  |Q(mu)^-1 Q(mu + dmu) phi|^2
 *       tm_alt, hasenbusch_tm_alt                              the same with Qtm_p_alt
 *     integrators lf, o2mn, o4mn; level 0 is outermost, level k + 1 integrates each drift of level k. Gauge actions move the
 *     links: they belong on the innermost level. Precisions are squared residuals. Solves of forces start from past solutions,
 *     the last mre_past (at most 15) since pseudofermions were drawn (mre.h), others from 0
 *   init_ghmc(&par), update_ghmc(), reverse_update_ghmc(), free_ghmc()       par.integrator, par.tlen. A trajectory, which
 *     returns whether it was accepted; back with the same fields, from -momenta
 *   print_force_summary()              with fresh pseudofermions: the largest number and the sum of squares of 0.1 times the force
 *     of each monomial, by lprintf("HMC FORCE", 0, ..), TM FORCE, ..; suN_momenta becomes the last of these
 *   correct_pf_dist_hmc(), before libhr.h corret_pf_dist_hmc()       momenta and pseudofermions as at the start of a trajectory
 *   calc_one_force(id)                 suN_momenta += the force of the monomial with this id, once
 *   force_ave, force_max, n_inv_iter   with MEASURE_FORCE, arrays that the program makes, of num_mon() numbers: each dt times
 *     force of the monomial id adds sum |dt F|^2 and max |dt F|^2 over links, |F|^2 = sum_a F_a^2 times the index of the quarks'
 *     representation (gauge actions: 1/2), and the iterations of its solves to n_inv_iter[id - 1]
 *   leapfrog_multistep(length, integrator), O2MN_multistep, O4MN_multistep
 *   add_mon(&data), num_mon(), mon_n(i), and the members of monomial
 *   local_hmc_action(NEW or DELTA, s, momenta, NULL)     s(x) := H or H - s(x) before; pf_local_action(s, phi)
 *   update_gauge_field(dt, par)        U := exp(i dt h.T) U
 *
 * H = sum h^2/4 + S, dU/dt = i h.T U: HiRep's unit of time is sqrt(2) of lqcd's. Pseudofermions live on even sites, with
 * UPDATE_EO or not; those of twisted masses everywhere without it. Fermions see the links as they are, with boundary signs if
 * apply_BCs_.. put them there, and the angles of BC_X_THETA, .. (BC_T_THETA: twisted masses alone). With WITH_CLOVER or
 * WITH_EXPCLOVER M is Cphi_eopre of par.csw, or if that is 0 of set_csw, and S has -n log det T of the odd sites, n = 2, 1 of
 * rhmc; of hasenbusch the ratio of both masses, which HiRep leaves out. The clover term is in tm_alt, whose determinant is that
 * of hmc, and in hasenbusch_tm_alt; it is not in tm and hasenbusch_tm.
 * Gauge actions have the weights of the ends in time (gauge.h); links that have a value there do not move.
 * S of lw_gauge is added at the first site. four_fermion, hmc_ff, hasenbusch_ff, scalar are not there: read_action and add_mon
 * end the program. Their enumerators and some parameters are declared, since programs name them to tell one from another; so
 * is four_fermion_active, which is 0 and must stay so.
 *
 * The member fpar of mon_hmc_par and others holds what force_hmc and force_hmc_tm take (force_hmc.h), past solutions in
 * fpar.mpar. Monomials hmc and hasenbusch do not read the rest of it.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_HMC_H
#define LQCD_COMPAT_HIREP_IMPL_HMC_H

#include "hmc_monomials.h"

/* Quarks with four-fermion interactions: none. */
LQCD__HR_GLOBAL int four_fermion_active = 0;
LQCD__HR_GLOBAL scalar_field *ff_sigma = NULL, *ff_pi = NULL;

static inline void ff_observables(void)
{
	lqcd__hr_error_of_all(1, "ff_observables", "there are no four-fermion interactions");
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

#ifdef MEASURE_FORCE
/* Made by the program, or NULL: of each monomial, by its id. */
LQCD__HR_GLOBAL double *force_ave = NULL, *force_max = NULL;
LQCD__HR_GLOBAL int *n_inv_iter = NULL;

static inline long lqcd__hr_mon_iterations(const monomial *m)
{
	const lqcd__hr_monomial *k = (const lqcd__hr_monomial *)(const void *)m;
	return lqcd__hr_iterations + k->quarks.iterations + (k->rational ? k->rational->iterations : 0);
}

/** As lqcd__hr_mon_kick, and measured. */
static inline void lqcd__hr_mon_measure(const monomial *m, double dt)
{
	const int id = m->data.id;
	const double norm = m->pseudofermion(m) ? _REPR_NORM2 : _FUND_NORM2;
	const long before = lqcd__hr_mon_iterations(m);
	suNg_av_field *kept = alloc_suNg_av_field(&glattice);
	lqcd__hr_error(id < 0 || id >= num_mon(), 1, "force_ave", "a monomial with an id that is not below num_mon()");
	copy_suNg_av_field(kept, suN_momenta);
	zero_suNg_av_field(suN_momenta);
	m->update_force(dt, m->force_par);
	double most = 0;
	_MASTER_FOR_MAX(&glattice, ix, most)
	{
		for (int mu = 0; mu < 4; mu++) {
			double n;
			_algebra_vector_sqnorm_g(n, *_4FIELD_AT(suN_momenta, ix, mu));
			if (n > most) most = n;
		}
	}
	global_max(&most, 1);
	const double sum = norm * sqnorm_suNg_av_field(suN_momenta);
	force_ave[id] += sum;
	if (force_max) force_max[id] += norm * most;
	if (n_inv_iter && id > 0) n_inv_iter[id - 1] += (int)(lqcd__hr_mon_iterations(m) - before);
	lprintf("FORCE", 20, "id = %d, sum|F|^2 = %1.8e, avg|F|^2 = %1.8e, max|F|^2 = %1.8e, dt = %1.8e\n", id, sum,
		sum / (4 * (double)GLB_VOLUME), norm * most, dt);
	add_assign_suNg_av_field(suN_momenta, kept);
	free_suNg_av_field(kept);
}
#endif

/** suN_momenta += dt times the force of a monomial. */
static inline void lqcd__hr_mon_kick(const monomial *m, double dt)
{
#ifdef MEASURE_FORCE
	if (force_ave) {
		lqcd__hr_mon_measure(m, dt);
		return;
	}
#endif
	m->update_force(dt, m->force_par);
}

/* ---- integrators -------------------------------------------------------------------------------------------------- */

static inline void lqcd__hr_kick(double dt, integrator_par *par)
{
	for (int n = 0; n < par->nmon; n++) lqcd__hr_mon_kick(par->mon_list[n], dt);
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
	lqcd_gauge_field_destroy_d(&lqcd__hr_momentum_matrices);
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

/** Momenta and pseudofermions as at the start of a trajectory. */
static inline void correct_pf_dist_hmc(void)
{
	lqcd__hr_error(!suN_momenta, 1, "correct_pf_dist_hmc", "no momenta: call init_ghmc");
	gaussian_momenta(suN_momenta);
	for (int i = 0; i < num_mon(); i++) mon_n(i)->gaussian_pf(mon_n(i));
	for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_pf(mon_n(i));
}

static inline void corret_pf_dist_hmc(void)
{
	correct_pf_dist_hmc();
}

static inline void calc_one_force(int n_force)
{
	lqcd__hr_error(!suN_momenta, 1, "calc_one_force", "no momenta: call init_ghmc");
	for (integrator_par *ip = lqcd__hr_hmc_state.par.integrator; ip; ip = ip->next)
		for (int n = 0; n < ip->nmon; n++)
			if (ip->mon_list[n]->data.id == n_force) {
				lqcd__hr_mon_kick(ip->mon_list[n], 1);
				return;
			}
	lqcd__hr_error_of_all(1, "calc_one_force", "no monomial has this id");
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

static inline const char *lqcd__hr_monomial_label(mon_type type)
{
	switch (type) {
	case PureGauge: return "GAUGE FORCE";
	case LuscherWeisz: return "LW FORCE";
	case HMC: return "HMC FORCE";
	case RHMC: return "RHMC FORCE";
	case TM: return "TM FORCE";
	case TM_alt: return "TM ALT FORCE";
	case Hasenbusch: return "HASENBUSCH FORCE";
	case Hasenbusch_tm: return "HASENBUSCH TM FORCE";
	case Hasenbusch_tm_alt: return "HASENBUSCH TM ALT FORCE";
	case FourFermion:
	case HMC_ff:
	case Hasenbusch_ff:
	case Scalar:
	default: return "FORCE";
	}
}

static inline void print_force_summary(void)
{
	lqcd__hr_error(!suN_momenta, 1, "print_force_summary", "no momenta: call init_ghmc");
	lprintf("INFO", 0, "Evaluating force summary ... \n");
	for (int i = 0; i < num_mon(); i++) mon_n(i)->gaussian_pf(mon_n(i));
	for (int i = 0; i < num_mon(); i++) mon_n(i)->correct_pf(mon_n(i));
	for (int i = 0; i < num_mon(); i++) {
		zero_suNg_av_field(suN_momenta);
		mon_n(i)->update_force(0.1, mon_n(i)->force_par);
		lprintf(lqcd__hr_monomial_label(mon_n(i)->data.type), 0, "Max norm: %0.15e, square norm: %0.15e\n",
			max_suNg_av_field(suN_momenta), sqnorm_suNg_av_field(suN_momenta));
	}
}

#endif
