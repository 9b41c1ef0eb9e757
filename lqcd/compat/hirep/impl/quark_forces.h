/* lqcd/compat/hirep/impl/quark_forces.h: the names of HiRep's forces.h for quarks, on lqcd's dirac/wilson_force.h and
 * dirac/clover_force.h.
 *
 *   S = -2 a Re <X, g5 D Y>, X and Y constant,      h.X = -dS/dX in HiRep's unit of time (hmc.h)
 *
 *   fermion_force_begin()               the sum of forces and cl_force := 0
 *   force_fermion_core(X, Y, fill, dt, a)      sum += dt h of the hops in D, and force_clover_fermion. X and Y are fields of
 *                                       &glattice, whatever their member type is. With UPDATE_EO D is Dphi_eopre and X, Y
 *                                       are those of even sites; fill = 1 sets odd ones to Dphi_ of the even, 0 takes them
 *                                       as they are. Without, D is Dphi
 *   force_clover_fermion(X, Y, a)       cl_force += a Z(X, Y); force_clover_fermion_taylor: the same
 *   force_clover_logdet(m, a)           cl_force += a tr_spin[g_mu g_nu T^-1] of mass m on odd sites: of S = -a log det T_oo;
 *                                       compute_force_logdet(m, a): the same
 *   force_clover_core(dt)               sum += dt h of cl_force
 *   fermion_force_end(dt, h)            force_clover_core(dt) with a clover term, then h += sum; 0 at ends in time
 *   cl_force                            clover_force *, in programs of before libhr.h suNf_field *: six matrices at a site, of
 *                                       the planes 01 02 12 03 13 23, made by clover_init or fermion_force_begin. Programs of
 *                                       libhr.h of before 2024 pass it as a suNf_field *: gcc 12 and clang warn, gcc 14 wants
 *                                       -Wno-error=incompatible-pointer-types
 *
 * With a clover term D is Cphi_eopre or Cphi, of csw and the mass of set_dirac_mass; odd sites are T^-1 Dphi_ of the even.
 *
 *   Z(X, Y) = tr_spin[g5 g_mu g_nu int_0^1 ds e^((1-s) A) (Y X^dagger + X Y^dagger) e^(s A)]
 *
 * A = csw C/(4 + m) with WITH_EXPCLOVER, else 0. All matrices in cl_force are anti-Hermitian; of others that a program puts
 * there the anti-Hermitian part counts. In a representation of real links they are the real parts. Two flavours have X =
 * (g5 D)^-1 pf, Y = (g5 D)^-1 X, a = 1, and the logdet a = 2. Collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_QUARK_FORCES_H
#define LQCD_COMPAT_HIREP_IMPL_QUARK_FORCES_H

#include "../../../dirac/wilson_force.h"
#include "momenta.h"

/* The sum of forces from fermion_force_begin to fermion_force_end. */
LQCD__HR_GLOBAL suNg_av_field *lqcd__hr_force_sum = NULL;

static inline void fermion_force_begin(void)
{
	if (!lqcd__hr_force_sum) lqcd__hr_force_sum = alloc_suNg_av_field(&glattice);
	zero_suNg_av_field(lqcd__hr_force_sum);
#if LQCD__HR_CLOVER
	lqcd__hr_clover_force_ready();
	zero_clover_force((clover_force *)(void *)cl_force);
#endif
}

/** sum += w as momenta; w goes. */
static inline void lqcd__hr_sum_force(LQCD__HR_Q(lqcd_gauge_field_d) *w)
{
	lqcd__hr_error(!lqcd__hr_force_sum, 1, "force_fermion_core", "no sum of forces: call fermion_force_begin");
	lqcd__hr_add_pulled(lqcd__hr_momenta(0, lqcd__hr_force_sum), w);
	lqcd__hr_add_momenta(lqcd__hr_force_sum);
	LQCD__HR_Q(lqcd_gauge_field_destroy_d)(w);
}

/** The links of quarks with their phases. */
static inline void lqcd__hr_force_links(LQCD__HR_Q(lqcd_gauge_field_d) *u)
{
	lqcd__hr_error(!u_gauge_f, 1, "force_fermion_core", "no links: call setup_gauge_fields");
	lqcd__hr_complete(u_gauge_f->ptr);
	lqcd__hr_hmc_check(LQCD__HR_Q(lqcd__hr_copy_links_d)(u, u_gauge_f->ptr, lqcd__hr_geometry(&glattice), eitheta),
			   "force_fermion_core");
}

/** The operator of these links, with a clover term if csw is not 0. */
static inline void lqcd__hr_force_operator(LQCD__HR_Q(lqcd_wilson_d) *dirac, double mass, double csw, int exponential)
{
	LQCD__HR_Q(lqcd_gauge_field_d) u;
	lqcd__hr_force_links(&u);
	lqcd_status s = LQCD__HR_Q(lqcd_wilson_create_as_d)(dirac, LQCD__HR_Q(lqcd_gauge_field_view_d)(&u), mass,
							    LQCD_PERIODIC, LQCD_LINK_18);
	lqcd__hr_hmc_check(s, "force_fermion_core");
#if LQCD__HR_CLOVER
	if (csw < 0 || csw > 0) {
		lqcd_clover_params p = lqcd_clover_params_default();
		lqcd_message why = {""};
		p.csw = csw;
		p.cF[0] = p.cF[1] = 1 + lqcd__hr_cF_more;
		p.exponential = exponential;
		s = LQCD__HR_Q(lqcd_clover_add_d)(dirac, LQCD__HR_Q(lqcd_gauge_field_view_d)(&u), &p, &why);
		lqcd__hr_error_of_all(s != LQCD_OK, "force_clover_fermion", why.text);
	}
#endif
	(void)csw;
	(void)exponential;
	LQCD__HR_Q(lqcd_gauge_field_destroy_d)(&u);
}

/** to = from, or g5 from, 0 where no quarks live. */
static inline void lqcd__hr_force_spinors(LQCD__HR_Q(lqcd_spinor_field_d) *to, const spinor_field *from, int gamma5)
{
	spinor_field all = *from;
	all.type = &glattice;
	const LQCD__HR_Q(lqcd_spinor_field_d) s = LQCD__HR_Q(lqcd__hr_spinors_d)(&all);
	lqcd__hr_complete(from->ptr);
	lqcd__hr_hmc_check(LQCD__HR_Q(lqcd_spinor_field_create_d)(to, &lqcd__hr_lattice, LQCD_FULL), "force_fermion_core");
	if (gamma5)
		LQCD__HR_Q(lqcd_spinor_field_gamma5_d)(to, &s);
	else
		LQCD__HR_Q(lqcd_spinor_field_copy_d)(to, &s);
	if (LQCD__HR_ENDS) lqcd__hr_spinor_ends(to->ptr, &glattice, sizeof *to->ptr);
}

#if LQCD__HR_CLOVER
/* The link of clover_leaves.inc that belongs to a plane of cl_force, and its sign: link n[1] of leaf[n[0]]. */
static inline int lqcd__hr_leaf_of(int plane, int n[2])
{
	n[0] = plane == 2 || plane > 3;
	n[1] = plane == 0 || plane == 5 ? 0 : plane == 1 || plane == 4 ? 1 : 2;
	return plane == 4 ? -1 : 1;
}

/** cl_force += factor c; c goes. */
static inline void lqcd__hr_add_leaves(LQCD__HR_Q(lqcd_clover_leaves_d) *c, double factor)
{
	__asm__ volatile("" ::: "memory");
	_MASTER_FOR(&glattice, ix)
		for (int plane = 0; plane < 6; plane++) {
			int n[2];
			const double by = factor * lqcd__hr_leaf_of(plane, n);
			suNf m, *to = _6FIELD_AT(cl_force, ix, plane);
			LQCD__HR_Q(lqcd__hr_store_d)(&m, c->leaf[n[0]].ptr + 4 * (ptrdiff_t)ix + n[1], sizeof m);
			for (int k = 0; k < NF * NF; k++) to->c[k] += m.c[k] * by;
		}
	LQCD__HR_Q(lqcd_clover_leaves_destroy_d)(c);
}

/** cl_force += the leaves of S = -2 a Re <X, g5 T Y>, or (X NULL) those of -a log |det T| on odd sites. The leaves of S are
 * csw/8 of cl_force. */
static inline void lqcd__hr_clover_forces(const spinor_field *Xs, const spinor_field *Ys, double mass, double a)
{
	LQCD__HR_Q(lqcd_wilson_d) dirac;
	LQCD__HR_Q(lqcd_clover_leaves_d) c;
	LQCD__HR_Q(lqcd_spinor_field_d) x, z;
	const int has = lqcd__hr_has_csw();
#ifdef WITH_EXPCLOVER
	const int exponential = has;
#else
	const int exponential = 0;
#endif
	lqcd__hr_clover_force_ready();
	if (!Xs && !has) return; /* tr_spin[g_mu g_nu] = 0 */
	/* Z does not depend on csw but for A, and is there for csw = 0. */
	const double csw = has ? lqcd__hr_csw : 1;
	lqcd__hr_force_operator(&dirac, mass, csw, exponential);
	lqcd__hr_hmc_check(LQCD__HR_Q(lqcd_clover_leaves_create_d)(&c, &lqcd__hr_lattice), "force_clover_fermion");
	if (Xs) {
		lqcd__hr_force_spinors(&x, Xs, 1);
		lqcd__hr_force_spinors(&z, Ys, 0);
		LQCD__HR_Q(lqcd_clover_leaves_add_d)(&c, &dirac, &x, &z, -2 * a, -2 * a);
		LQCD__HR_Q(lqcd_spinor_field_destroy_d)(&x);
		LQCD__HR_Q(lqcd_spinor_field_destroy_d)(&z);
	} else
		LQCD__HR_Q(lqcd_clover_leaves_logdet_d)(&c, &dirac, LQCD_ODD, -a);
	LQCD__HR_Q(lqcd_wilson_destroy_d)(&dirac);
	lqcd__hr_add_leaves(&c, 8 / csw);
}

static inline void force_clover_fermion(spinor_field *Xs, spinor_field *Ys, double residue)
{
	lqcd__hr_clover_forces(Xs, Ys, lqcd__hr_mass, residue);
}

static inline void force_clover_fermion_taylor(spinor_field *Xs, spinor_field *Ys, double residue)
{
	lqcd__hr_clover_forces(Xs, Ys, lqcd__hr_mass, residue);
}

static inline void force_clover_logdet(double mass, double residue)
{
	lqcd__hr_clover_forces(NULL, NULL, mass, residue);
}

static inline void compute_force_logdet(double mass, double coeff)
{
	lqcd__hr_clover_forces(NULL, NULL, mass, coeff);
}

static inline void force_clover_core(double dt)
{
	LQCD__HR_Q(lqcd_clover_leaves_d) c;
	LQCD__HR_Q(lqcd_gauge_field_d) u, w;
	lqcd__hr_clover_force_ready();
	lqcd__hr_force_links(&u);
	lqcd__hr_zero_links(&w);
	lqcd_status s = lqcd_halo_exchange(LQCD__HR_Q(lqcd_gauge_field_view_d)(&u));
	if (s == LQCD_OK) s = LQCD__HR_Q(lqcd_clover_leaves_create_d)(&c, &lqcd__hr_lattice);
	lqcd__hr_hmc_check(s, "force_clover_core");
	_MASTER_FOR(&glattice, ix)
		for (int plane = 0; plane < 6; plane++) {
			int n[2];
			LQCD__HR_Q(lqcd_su3_d) m, dagger;
			const double by = lqcd__hr_csw / 16 * lqcd__hr_leaf_of(plane, n);
			LQCD__HR_Q(lqcd__hr_load_d)(&m, _6FIELD_AT(cl_force, ix, plane), sizeof(suNf));
			LQCD__HR_Q(lqcd_su3_dagger_d)(&dagger, &m);
			LQCD__HR_Q(lqcd_su3_sub_d)(&m, &m, &dagger);
			LQCD__HR_Q(lqcd_su3_scale_d)(c.leaf[n[0]].ptr + 4 * (ptrdiff_t)ix + n[1], by, &m);
		}
	__asm__ volatile("" ::: "memory");
	s = LQCD__HR_Q(lqcd_clover_leaves_force_d)(&w, 2 * dt, &c, &u);
	lqcd__hr_hmc_check(s, "force_clover_core");
	LQCD__HR_Q(lqcd_clover_leaves_destroy_d)(&c);
	LQCD__HR_Q(lqcd_gauge_field_destroy_d)(&u);
	lqcd__hr_sum_force(&w);
}
#endif

/** The odd sites of s := T^-1 Dphi_ of the even ones. */
static inline void lqcd__hr_fill_odd(spinor_field *s)
{
	spinor_field all = *s;
	all.type = &glattice;
	spinor_field even = get_even_part_spinor_field(&all), odd = get_odd_part_spinor_field(&all);
	Dphi_(&odd, &even);
#if LQCD__HR_CLOVER
	Cphi_diag_inv(lqcd__hr_mass, &odd, &odd);
#endif
}

/** sum += dt h of S = -2 a Re <X, g5 D Y>, of the hops in D; with UPDATE_EO odd sites as force_fermion_core takes them. */
static inline void lqcd__hr_hop_force(const spinor_field *Xs, const spinor_field *Ys, double dt, double a)
{
	LQCD__HR_Q(lqcd_wilson_d) dirac;
	LQCD__HR_Q(lqcd_spinor_field_d) x, z;
	LQCD__HR_Q(lqcd_gauge_field_d) w;
#ifdef UPDATE_EO
	const double sign = -1; /* D = T - Dphi_ T^-1 Dphi_ */
#else
	const double sign = 1;
#endif
	lqcd__hr_force_operator(&dirac, lqcd__hr_mass, 0, 0);
	lqcd__hr_zero_links(&w);
	lqcd__hr_force_spinors(&x, Xs, 1);
	lqcd__hr_force_spinors(&z, Ys, 0);
	lqcd_status s = lqcd_halo_exchange(LQCD__HR_Q(lqcd_spinor_field_view_d)(&x));
	if (s == LQCD_OK) s = lqcd_halo_exchange(LQCD__HR_Q(lqcd_spinor_field_view_d)(&z));
	lqcd__hr_hmc_check(s, "force_fermion_core");
	LQCD__HR_Q(lqcd__outer_force_d)(&w, sign * dt * a, &dirac, &z, &x);
	LQCD__HR_Q(lqcd_wilson_destroy_d)(&dirac);
	LQCD__HR_Q(lqcd_spinor_field_destroy_d)(&x);
	LQCD__HR_Q(lqcd_spinor_field_destroy_d)(&z);
	lqcd__hr_sum_force(&w);
}

static inline void force_fermion_core(spinor_field *Xs, spinor_field *Ys, int auto_fill_odd, double dt, double residue)
{
#ifdef UPDATE_EO
	if (auto_fill_odd) lqcd__hr_fill_odd(Xs);
	if (auto_fill_odd) lqcd__hr_fill_odd(Ys);
#else
	(void)auto_fill_odd;
#endif
#if LQCD__HR_CLOVER
	force_clover_fermion(Xs, Ys, residue);
#endif
	lqcd__hr_hop_force(Xs, Ys, dt, residue);
}

static inline void fermion_force_end(double dt, suNg_av_field *force)
{
	lqcd__hr_error(!lqcd__hr_force_sum, 1, "fermion_force_end", "no sum of forces: call fermion_force_begin");
#if LQCD__HR_CLOVER
	force_clover_core(dt);
#endif
	(void)dt;
	add_assign_suNg_av_field(force, lqcd__hr_force_sum);
	apply_BCs_on_momentum_field(force);
}

#define fermion_force_begin_cpu fermion_force_begin
#define fermion_force_end_cpu   fermion_force_end
#define force_fermion_core_cpu  force_fermion_core

#endif
