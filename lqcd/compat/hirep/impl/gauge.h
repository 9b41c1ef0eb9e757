/* lqcd/compat/hirep/impl/gauge.h: part of compat/hirep.h: links, boundaries, updates. Plaquettes: plaquettes.h.
 *
 *   setup_gauge_fields()             unit links, with DPHI_FLT also in single precision
 *   setup_random_gauge_fields(), setup_random_fields(n, s)
 *   represent_gauge_field()          u_gauge_f = u_gauge, one field in the fundamental representation, with its halo; in
 *                                    others u_gauge_f = rho(u_gauge), then apply_BCs_on_represented_gauge_field();
 *                                    also links in single precision, where there are any, are made anew
 *   assign_ud2u(), assign_u2ud(), assign_ud2u_f(), assign_u2ud_f()      u_gauge, u_gauge_f in single precision, and back
 *   init_BCs(pars)                   pars, or NULL. Boundaries that the program is not compiled for are ignored, as in HiRep,
 *                                    but for angles. Ends in time: below. With BC_<T,X,Y,Z>_THETA each hop in direction mu
 *                                    gets the phase eitheta[mu] = exp(i theta_mu/L_mu), those back its conjugate
 *   apply_BCs_on_represented_gauge_field()     with BC_<T,X,Y,Z>_ANTIPERIODIC: U_mu(x) := -U_mu(x) where x_mu = 0;
 *                                    twice is nothing. As in HiRep, in the fundamental representation these are the
 *                                    links of u_gauge, and represent_gauge_field does not do it; read_gauge_field does,
 *                                    and write_gauge_field takes them off for the file (archive.h).
 *   update(&beta, nhb, nor)          heat bath and overrelaxation sweeps (gauge/heatbath.h); project_gauge_field()
 *   cabmar(beta, &u, &v, type)       one link with the staples v: weight exp(beta/NG Re tr u v^dagger); type 0: heat
 *                                    bath of its SU(2) subgroups, 1: overrelaxation
 *
 * Over several processes all but cabmar is collective.
 *
 * Ends in time (lattice/boundary.h), in all representations and over any processes:
 *   BC_T_OPEN                        open at time slices 0 and GLB_T - 1; quarks live in between. init_BCs:
 *                                    gauge_boundary_improvement_cs is the coefficient of spatial plaquettes at the ends
 *                                    (gauge_boundary_improvement_ct is 1)
 *   BC_T_SF, BASIC_SF                Schroedinger functional between the time slices 1 and GLB_T - 1; quarks live at 1 < t <
 *                                    GLB_T - 1. init_BCs: gauge_boundary_improvement_ct; SF_BCs = 1: HiRep's background field for
 *                                    NG = 2 (with HALFBG_SF the weaker one), 3 and 4, for GLB_X = GLB_Y = GLB_Z, in programs of
 *                                    libhr.h with phi' = (-5, 2, 3) pi/3 for NG = 3, else (-3, 1, 2) pi/3; 0: links 1
 *   apply_BCs_on_fundamental_gauge_field()    links of u_gauge get their values at the ends; those that do not exist are 0, which
 *                                    in a Schroedinger functional are 1 for HiRep. represent_gauge_field, update, init_ghmc and
 *                                    reading of files do it, too
 *   apply_BCs_on_momentum_field(h), apply_BCs_on_spinor_field(s), .._flt(s)   0 where there is no degree of freedom; random
 *                                    fields, operators and forces do it
 * Clover terms are left out where quarks do not live. c_F at both ends, which HiRep does not have: a line "SF_cF = 1.1" of the
 * input, read by setup_process, or set_cF (dirac.h), with a clover term. Without init_BCs coefficients are 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_GAUGE_H
#define LQCD_COMPAT_HIREP_GAUGE_H

#include "../../../gauge/heatbath.h"
#include "inverters.h"
#include "matrix.h"
#include "random.h"

typedef struct {
	double fermion_twisting_theta[4];
	double gauge_boundary_improvement_cs, gauge_boundary_improvement_ct, chiSF_boundary_improvement_ds;
	int SF_BCs;
} BCs_pars_t;

/* The angles of init_BCs. */
LQCD__HR_GLOBAL double lqcd__hr_theta[4] = {0, 0, 0, 0};

/* The directions that the program is compiled for: bit mu. */
enum {
	LQCD__HR_ANTIPERIODIC = 0
#ifdef BC_T_ANTIPERIODIC
				| 1
#endif
#ifdef BC_X_ANTIPERIODIC
				| 2
#endif
#ifdef BC_Y_ANTIPERIODIC
				| 4
#endif
#ifdef BC_Z_ANTIPERIODIC
				| 8
#endif
	,
	LQCD__HR_THETA = 0
#ifdef BC_T_THETA
			 | 1
#endif
#ifdef BC_X_THETA
			 | 2
#endif
#ifdef BC_Y_THETA
			 | 4
#endif
#ifdef BC_Z_THETA
			 | 8
#endif
};

#ifdef BC_T_SF
/** The angles of U_k at the lower (0) and upper (1) end times GLB_T - 2: phi_0 + phi_1 eta, HiRep's. */
static inline void lqcd__hr_sf_angles(double phi[2][LQCD_BOUNDARY_COLOURS])
{
	const double pi = 3.14159265358979323846;
#if NG == 2
#ifdef HALFBG_SF
	const double eta = pi / 8, up = pi / 2;
#else
	const double eta = pi / 4, up = pi;
#endif
	const double angle[2][2] = {{-eta, eta}, {eta - up, up - eta}};
#elif NG == 3
#ifdef LQCD__HR_LIBHR
	const double angle[2][3] = {{-pi / 3, 0, pi / 3}, {-5 * pi / 3, 2 * pi / 3, pi}};
#else
	const double angle[2][3] = {{-pi / 3, 0, pi / 3}, {-pi, pi / 3, 2 * pi / 3}};
#endif
#elif NG == 4
	const double a = pi * sqrt(2.0) / 4, h = pi / 2;
	const double angle[2][4] = {{-a, a - h, h - a, a}, {-a - h, a - pi, pi - a, h + a}};
#else
	const double angle[2][NG] = {{0}, {0}};
	lqcd__hr_error_of_all(1, "init_BCs",
			      "a background field of the Schroedinger functional for NG = 2, 3 and 4 alone");
#endif
	(void)pi;
	for (int k = 0; k < 2 * NG; k++) phi[k / NG][k % NG] = angle[k / NG][k % NG];
}
#endif

/** The ends of the lattice in time with the coefficients of pars. */
static inline void lqcd__hr_init_ends(const BCs_pars_t *pars)
{
#if LQCD__HR_ENDS
	const double ct = pars->gauge_boundary_improvement_ct;
#ifdef BC_T_OPEN
	const lqcd_boundary b = lqcd__hr_boundary(pars->gauge_boundary_improvement_cs);
	lqcd__hr_error_of_all(
		ct < 1 || ct > 1, "init_BCs",
		"BC_T_OPEN: gauge_boundary_improvement_ct is 1; gauge_boundary_improvement_cs may be another");
#else
	lqcd_boundary b = lqcd__hr_boundary(ct);
	if (pars->SF_BCs) {
		lqcd__hr_error_of_all(GLB_X != GLB_Y || GLB_X != GLB_Z, "init_BCs",
				      "a background field of the Schroedinger functional needs GLB_X = GLB_Y = GLB_Z");
		lqcd__hr_sf_angles(b.phi);
		/* lqcd divides the angles by L, HiRep by GLB_T - 2. */
		for (int k = 0; k < 2 * NG; k++) b.phi[k / NG][k % NG] *= (double)GLB_X / (GLB_T - 2);
	}
#endif
	lqcd__hr_set_boundary(&b, "init_BCs");
#else
	(void)pars;
#endif
}

static inline void init_BCs(BCs_pars_t *pars)
{
	const int length[4] = {GLB_T, GLB_X, GLB_Y, GLB_Z};
	BCs_pars_t plain;
	memset((void *)&plain, 0, sizeof plain);
	plain.gauge_boundary_improvement_cs = plain.gauge_boundary_improvement_ct = 1;
	for (int mu = 0; mu < 4; mu++) {
		const double angle = pars ? pars->fermion_twisting_theta[mu] : 0;
		lqcd__hr_error(!(LQCD__HR_THETA >> mu & 1) && (angle < 0 || angle > 0), 1, "init_BCs",
			       "an angle in a direction that is not compiled with BC_.._THETA");
		lqcd__hr_theta[mu] = angle;
		eitheta[mu] = lqcd__hr_make(cos(angle / length[mu]), sin(angle / length[mu]));
	}
	lqcd__hr_init_ends(pars ? pars : &plain);
}

static inline void free_BCs(void)
{
}

/** The links at the ends that have a value there get it. */
static inline void apply_BCs_on_fundamental_gauge_field(void)
{
	if (!LQCD__HR_ENDS || !u_gauge) return;
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd_boundary_links_d(&u);
	lqcd__hr_share(u_gauge);
}

/** The halo of u_gauge_f. */
static inline void lqcd__hr_share_f(void)
{
#ifdef LQCD__HR_REP
	start_sendrecv_suNf_field(u_gauge_f);
	complete_sendrecv_suNf_field(u_gauge_f);
#else
	lqcd__hr_share(u_gauge_f);
#endif
}

static inline void apply_BCs_on_represented_gauge_field(void)
{
	const int directions = LQCD__HR_ANTIPERIODIC;
	if (!directions) return;
	lqcd__hr_complete(u_gauge_f->ptr);
	__asm__ volatile("" ::: "memory");
	for (int mu = 0; mu < 4; mu++)
		_MASTER_FOR(&glattice, ix) {
			int x[4];
			lqcd_geometry_coords(lqcd__hr_geometry(&glattice), ix, 0, x);
			if ((directions >> mu & 1) && x[mu] + zerocoord[mu] == 0)
				_suNf_minus(*pu_gauge_f(ix, mu), *pu_gauge_f(ix, mu));
		}
	lqcd__hr_share_f();
}

/** *to, which is made if it is NULL, = from in single precision. */
static inline void lqcd__hr_assign_links(suNg_field_flt **to, const suNg_field *from)
{
	lqcd__hr_error(!from, 1, "assign_ud2u", "no links: call setup_gauge_fields");
	if (!*to) *to = alloc_suNg_field_flt(&glattice);
	const lqcd_gauge_field_d u = lqcd__hr_gauge(from);
	lqcd__hr_complete((*to)->ptr);
	(void)lqcd_field_convert(lqcd__view((*to)->ptr, u.type, 8 * NG * NG, LQCD__FLOAT), lqcd_gauge_field_view_d(&u));
	start_sendrecv_suNg_field_flt(*to);
	complete_sendrecv_suNg_field_flt(*to);
}

#ifdef LQCD__HR_REP
static inline void assign_ud2u(void)
{
	lqcd__hr_assign_links(&u_gauge_flt, u_gauge);
}

static inline void assign_ud2u_f(void)
{
	lqcd__hr_error(!u_gauge_f, 1, "assign_ud2u_f", "no links: call setup_gauge_fields");
	if (!u_gauge_f_flt) u_gauge_f_flt = alloc_suNf_field_flt(&glattice);
	lqcd__hr_complete(u_gauge_f->ptr);
	lqcd__hr_complete(u_gauge_f_flt->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++)
			for (int k = 0; k < NF * NF; k++)
				LQCD__HR_SET(_4FIELD_AT(u_gauge_f_flt, ix, mu)->c[k],
					     _4FIELD_AT(u_gauge_f, ix, mu)->c[k]);
	start_sendrecv_suNf_field_flt(u_gauge_f_flt);
	complete_sendrecv_suNf_field_flt(u_gauge_f_flt);
}
#else
/** u_gauge_flt = u_gauge in single precision; u_gauge_f_flt is the same field, unless the program has another one. */
static inline void assign_ud2u(void)
{
	if (!u_gauge_flt) u_gauge_flt = u_gauge_f_flt;
	lqcd__hr_assign_links(&u_gauge_flt, u_gauge);
	if (!u_gauge_f_flt) u_gauge_f_flt = u_gauge_flt;
}

static inline void assign_ud2u_f(void)
{
	if (!u_gauge_f_flt) u_gauge_f_flt = u_gauge_flt;
	lqcd__hr_assign_links(&u_gauge_f_flt, u_gauge_f);
	if (!u_gauge_flt) u_gauge_flt = u_gauge_f_flt;
}
#endif

static inline void assign_u2ud(void)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd__hr_error(!u_gauge_flt, 1, "assign_u2ud", "no links in single precision");
	(void)lqcd_field_convert(lqcd_gauge_field_view_d(&u),
				 lqcd__view(u_gauge_flt->ptr, u.type, 8 * NG * NG, LQCD__FLOAT));
	lqcd__hr_share(u_gauge);
}

/** u_gauge_f from single precision, with its halo. */
static inline void assign_u2ud_f(void)
{
	lqcd__hr_error(!u_gauge_f_flt || !u_gauge_f, 1, "assign_u2ud_f", "no links in single precision");
	lqcd__hr_complete(u_gauge_f->ptr);
	lqcd__hr_complete(u_gauge_f_flt->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++)
			for (int k = 0; k < NF * NF; k++)
				LQCD__HR_SET(_4FIELD_AT(u_gauge_f, ix, mu)->c[k],
					     _4FIELD_AT(u_gauge_f_flt, ix, mu)->c[k]);
	lqcd__hr_share_f();
}

/** A field that the program has put into u_gauge_f before is let go of. Operators detect changes of the links
 * themselves. */
static inline void represent_gauge_field(void)
{
	if (!u_gauge) return;
	lqcd__hr_complete(u_gauge->ptr);
	apply_BCs_on_fundamental_gauge_field();
#ifdef LQCD__HR_REP
	if (!u_gauge_f) u_gauge_f = alloc_suNf_field(&glattice);
	lqcd__hr_complete(u_gauge_f->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) _group_represent2(pu_gauge_f(ix, mu), pu_gauge(ix, mu));
	lqcd__hr_share_f();
	apply_BCs_on_represented_gauge_field();
#else
	u_gauge_f = u_gauge;
#endif
	if (u_gauge_f_flt) assign_ud2u_f();
#if LQCD__HR_CLOVER
	if (cl_term) compute_clover_term();
#endif
}

static inline void setup_gauge_fields(void)
{
	if (u_gauge) return;
	u_gauge = alloc_suNg_field(&glattice);
	unit_u(u_gauge);
#if LQCD__HR_CLOVER
	lqcd__hr_clover_fields_ready();
#endif
	represent_gauge_field();
#ifdef DPHI_FLT
	assign_ud2u_f();
#endif
}

static inline void setup_random_gauge_fields(void)
{
	setup_gauge_fields();
	random_u(u_gauge);
	represent_gauge_field();
}

static inline void project_gauge_field(void)
{
	lqcd__hr_complete(u_gauge->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++)
			if (!LQCD__HR_ENDS || lqcd_boundary_active(&lqcd__hr_lattice.boundary, lqcd__hr_time(ix), mu))
				project_to_suNg(_4FIELD_AT(u_gauge, ix, mu));
	lqcd__hr_share(u_gauge);
}

/** nhb sweeps of heat bath, then nor of overrelaxation. */
static inline void update(double *beta, int nhb, int nor)
{
	apply_BCs_on_fundamental_gauge_field();
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd__hr_random *g = lqcd__hr_rng();
	lqcd_status s = LQCD_OK;
	/* A sweep uses streams 64 n + 56 .. 59 of its own seed. */
	for (int n = 0; n < nhb && s == LQCD_OK; n++) s = lqcd_heatbath_sweep_d(&u, *beta, ~g->seed, ++g->fields);
	for (int n = 0; n < nor && s == LQCD_OK; n++) s = lqcd_overrelax_sweep_d(&u);
	lqcd__hr_error_of_all(s != LQCD_OK, "update", lqcd_status_text(s));
	lqcd__hr_share(u_gauge);
}

/** One pass over the SU(2) subgroups of a link. */
static inline void cabmar(double beta, suNg *u, suNg *v, int type)
{
	lqcd_su3_d link, staple, back;
	lqcd_lane_keys keys;
	const uint64_t site = 0;
	lqcd_rng *g = &lqcd__hr_rng()->rng;
	/* A key of its own for each call. */
	const uint64_t seed = type == 1 ? 0 : (uint64_t)lqcd_rng_u32(g) << 32;
	lqcd_lane_keys_make(&keys, type == 1 ? 0 : seed | lqcd_rng_u32(g), 0);
	const lqcd_lane_rng_d rng = lqcd_lane_rng_make_d(&keys, &site);
	memcpy(&link, u, sizeof link);
	memcpy(&staple, v, sizeof staple);
	lqcd_su3_dagger_d(&back, &staple);
	lqcd__link_update_d(&link, &back, 2 * beta / NG, type == 1 ? NULL : &rng);
	memcpy(u, &link, sizeof link);
}

#endif
