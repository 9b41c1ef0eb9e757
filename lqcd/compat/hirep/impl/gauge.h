/* lqcd/compat/hirep/impl/gauge.h: part of compat/hirep.h: links, plaquettes, updates, set-up.
 *
 *   represent_gauge_field()          u_gauge_f = u_gauge, one field in the fundamental representation, with its halo; in
 *                                    others u_gauge_f = rho(u_gauge), then apply_BCs_on_represented_gauge_field();
 *                                    also links in single precision, where there are any, are made anew
 *   assign_ud2u(), assign_u2ud(), assign_ud2u_f(), assign_u2ud_f()      u_gauge, u_gauge_f in single precision, and back
 *   init_BCs(pars)                   pars, or NULL; of boundaries that the program is not compiled for, as HiRep's, ignored
 *                                    but for angles. Ends in time: below. With BC_<T,X,Y,Z>_THETA: each hop in direction mu gets the phase eitheta[mu] =
 *                                    exp(i theta_mu/L_mu), those back its conjugate
 *   apply_BCs_on_represented_gauge_field()     with BC_<T,X,Y,Z>_ANTIPERIODIC: U_mu(x) := -U_mu(x) where x_mu = 0;
 *                                    twice is nothing. As in HiRep, in the fundamental representation these are the
 *                                    links of u_gauge, and represent_gauge_field does not do it; read_gauge_field does,
 *                                    and write_gauge_field takes them off for the file (archive.h).
 *   avr_plaquette(), avr_plaquette_time(t, s), plaq(ix,mu,nu) = Re tr, cplaq(&z,ix,mu,nu), local_plaq(ix),
 *   avr_ts_plaquette() (prints those of avr_plaquette_time), full_plaquette(), polyakov() (both print; the latter loops in every direction mu, means of tr P/NG and, for
 *   ADJ_POLYAKOV, (|tr P|^2 - 1)/NG), staples(ix,mu,&v): sum of the six paths beside a link, from x to x+mu
 *   update(&beta, nhb, nor)          heat bath and overrelaxation sweeps (gauge/heatbath.h); project_gauge_field()
 *   cabmar(beta, &u, &v, type)       one link with the staples v: weight exp(beta/NG Re tr u v^dagger); type 0: heat
 *                                    bath of its SU(2) subgroups, 1: overrelaxation
 *   setup_process(&argc, &argv)      -i FILE: input ("input_file" by default) with GLB_T, GLB_X, GLB_Y, GLB_Z, NP_T,
 *                                    .., rlx_seed, rlx_level, "log:default = level" (10), log:inverter, log:forcestat,
 *                                    and "log:CHANNEL = level" for any other. Starts MPI where the program has not; NP_T
 *                                    NP_X NP_Y NP_Z, 1 where they are not given, must be the number of processes; in
 *                                    a program without MPI they count as 1. Without -i and without "input_file" no
 *                                    lattice is made: older programs call read_input and geometry_init themselves.
 *                                    -o FILE: output is appended to FILE_<process>, of programs with libhr.h, or to
 *                                    FILE, of older ones; else it goes to stdout
 *   setup_gauge_fields()             unit links, with DPHI_FLT also in single precision
 *   setup_random_gauge_fields(), setup_random_fields(n, s)
 *   setup_replicas()                 nothing
 *   finalize_process()               frees the links, unless the program has done it; ends MPI
 *
 * Over several processes all but plaq, cplaq, local_plaq, staples and cabmar is collective. The first four read the
 * links of neighbouring processes, which u_gauge has after start_ and complete_sendrecv_suNg_field, and after all that
 * changes its links here, in random.h and in archive.h. avr_plaquette_time fills GLB_T numbers.
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
 * plaq, cplaq, local_plaq, staples and what is made of them have the weights of the action: 1/2 c_s, c_t, or 0 where a
 * plaquette does not exist; means are divided by GLB_T time slices, with BC_T_OPEN by GLB_T - 1. Without init_BCs coefficients
 * are 1. Clover terms are left out where quarks do not live; there is no c_F.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_GAUGE_H
#define LQCD_COMPAT_HIREP_GAUGE_H

#include "../../../gauge/heatbath.h"
#include "../../../gauge/plaquette.h"
#include "inverters.h"
#include "matrix.h"
#include "random.h"

/* ---- links ------------------------------------------------------------------------------------------------------- */

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
}

static inline void setup_gauge_fields(void)
{
	if (u_gauge) return;
	u_gauge = alloc_suNg_field(&glattice);
	unit_u(u_gauge);
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

/* ---- plaquettes -------------------------------------------------------------------------------------------------- */

/** The weight of a plaquette in the action. */
static inline double lqcd__hr_plaq_weight(int ix, int mu, int nu)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	if (!LQCD__HR_ENDS) return 1;
	return mu && nu ? lqcd__boundary_space(b, lqcd__hr_time(ix)) : lqcd__boundary_time(b, lqcd__hr_time(ix));
}

static inline double plaq(int ix, int mu, int nu)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	return lqcd__hr_plaq_weight(ix, mu, nu) * lqcd_plaquette_site_d(&u, ix, mu, nu);
}

static inline void cplaq(hr_complex *z, int ix, int mu, int nu)
{
	suNg a, b, p;
	_suNg_times_suNg(a, *pu_gauge(ix, mu), *pu_gauge(iup(ix, mu), nu));
	_suNg_times_suNg(b, *pu_gauge(ix, nu), *pu_gauge(iup(ix, nu), mu));
	_suNg_times_suNg_dagger(p, a, b);
	_suNg_trace(*z, p);
	if (LQCD__HR_ENDS) _complex_mulr(*z, lqcd__hr_plaq_weight(ix, mu, nu), *z);
}

static inline double local_plaq(int ix)
{
	double sum = 0;
	for (int mu = 0; mu < 3; mu++)
		for (int nu = mu + 1; nu < 4; nu++) sum += plaq(ix, mu, nu);
	return sum;
}

/** The sites that means of plaquettes are divided by: open boundaries count GLB_T - 1 time slices. */
static inline double lqcd__hr_plaq_sites(void)
{
#ifdef BC_T_OPEN
	return (double)GLB_VOL3 * (GLB_T - 1);
#else
	return (double)GLB_VOLUME;
#endif
}

static inline double avr_plaquette(void)
{
#if LQCD__HR_ENDS
	lqcd_sum sum;
	double value;
	lqcd__hr_share(u_gauge);
	lqcd_sum_start(&sum);
	_MASTER_FOR_SUM(&glattice, ix, sum) lqcd_sum_add(&sum, local_plaq(ix));
	lqcd_comm_sums(&lqcd__hr_lattice.comm, &value, &sum, 1);
	return value / (6 * NG * lqcd__hr_plaq_sites());
#else
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	return lqcd_plaquette_d(&u).mean;
#endif
}

/** Means over each time slice of the plaquettes with and without a temporal side, Re tr / NG. */
static inline void avr_plaquette_time(double *plaqt, double *plaqs)
{
	const int n = 2 * GLB_T;
	lqcd_sum *sum = (lqcd_sum *)calloc((size_t)n, sizeof *sum);
	double *value = (double *)calloc((size_t)n, sizeof *value);
	lqcd__hr_error(!sum || !value, 1, "avr_plaquette_time", "out of memory");
	lqcd__hr_share(u_gauge);
	for (int k = 0; k < n; k++) lqcd_sum_start(&sum[k]);
	for (int t = 0; t < T; t++)
		for (int s = 0; s < VOL3; s++) {
			const int ix = ipt(t, s / (Y * Z), s / Z % Y, s % Z);
			for (int mu = 0; mu < 3; mu++)
				for (int nu = mu + 1; nu < 4; nu++)
					lqcd_sum_add(&sum[2 * (zerocoord[0] + t) + (mu > 0)], plaq(ix, mu, nu));
		}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, value, sum, n);
	for (int k = 0; k < n; k++) (k % 2 ? plaqs : plaqt)[k / 2] = value[k] / (3.0 * NG * (double)GLB_VOL3);
	free(sum);
	free(value);
}

static inline void avr_ts_plaquette(void)
{
	double *p = (double *)calloc(2 * (size_t)GLB_T, sizeof *p);
	lqcd__hr_error(!p, 1, "avr_ts_plaquette", "out of memory");
	avr_plaquette_time(p, p + GLB_T);
	for (int t = 0; t < GLB_T; t++)
		lprintf("PLAQ", 0, "Plaq t=%d: time %1.10e, space %1.10e\n", t, p[t], p[GLB_T + t]);
	free(p);
}

static inline void full_plaquette(void)
{
	const double all = (double)NG * lqcd__hr_plaq_sites();
	double mean = 0;
	lqcd__hr_share(u_gauge);
	for (int mu = 1; mu < 4; mu++)
		for (int nu = 0; nu < mu; nu++) {
			lqcd_sum sum[2];
			double value[2];
			hr_complex z;
			lqcd_sum_start(&sum[0]);
			lqcd_sum_start(&sum[1]);
			_MASTER_FOR_SUM(&glattice, ix, sum)
			{
				cplaq(&z, ix, mu, nu);
				lqcd_sum_add(&sum[0], _complex_re(z));
				lqcd_sum_add(&sum[1], _complex_im(z));
			}
			lqcd_comm_sums(&lqcd__hr_lattice.comm, value, sum, 2);
			mean += value[0] / all / 6;
			lprintf("PLAQ", 0, "Plaq(%d,%d) = ( %f , %f )\n", mu, nu, value[0] / all, value[1] / all);
		}
	lprintf("PLAQ", 0, "Average Plaquette %1.18e\n", mean);
}

/** Sums over the lines of this process in direction mu: Re, Im and |.|^2 of the traces. p: the product of the links
 * below this process for each line, and then with those of this process. */
static inline void lqcd__hr_lines(int mu, suNg *p, lqcd_sum sum[3])
{
	const int local[4] = {T, X, Y, Z}, lines = (int)(VOLUME / local[mu]);
	for (int k = 0; k < lines; k++) {
		int x[4], n = k;
		suNg product;
		hr_complex z;
		for (int nu = 3; nu >= 0; nu--) {
			x[nu] = nu == mu ? 0 : n % local[nu];
			if (nu != mu) n /= local[nu];
		}
		for (; x[mu] < local[mu]; x[mu]++) {
			_suNg_times_suNg(product, p[k], *pu_gauge(ipt(x[0], x[1], x[2], x[3]), mu));
			p[k] = product;
		}
		_suNg_trace(z, p[k]);
		lqcd_sum_add(&sum[0], _complex_re(z));
		lqcd_sum_add(&sum[1], _complex_im(z));
		lqcd_sum_add(&sum[2], _complex_prod_re(z, z) - 1);
	}
}

static inline void polyakov(void)
{
	const lqcd_comm *comm = &lqcd__hr_lattice.comm;
	const int local[4] = {T, X, Y, Z}, *extent = lqcd__hr_lattice.extent;
	lqcd__hr_complete(u_gauge->ptr);
	for (int mu = 0; mu < 4; mu++) {
		const int lines = (int)(VOLUME / local[mu]), above = comm->coord[mu] + 1 < comm->grid[mu];
		const double norm = 1 / (NG * (double)(GLB_VOLUME / extent[mu]));
		lqcd_sum sum[3];
		double value[3];
		suNg *p = (suNg *)lqcd_alloc(lqcd_mul_size((size_t)lines, sizeof *p));
		lqcd__hr_error(!p, 1, "polyakov", "out of memory");
		for (int k = 0; k < lines; k++) _suNg_unit(p[k]);
		for (int k = 0; k < 3; k++) lqcd_sum_start(&sum[k]);
		if (comm->coord[mu] > 0) lqcd_comm_receive(comm, proc_dn(CID, mu), p, (size_t)lines * sizeof *p);
		lqcd__hr_lines(mu, p, sum);
		if (above) lqcd_comm_send(comm, proc_up(CID, mu), p, (size_t)lines * sizeof *p);
		/* The last processes have the whole products. */
		for (int k = 0; k < 3 && above; k++) lqcd_sum_start(&sum[k]);
		lqcd_comm_sums(comm, value, sum, 3);
		lprintf("FUND_POLYAKOV", 0, "Polyakov direction %d = %1.8e %1.8e\n", mu, norm * value[0],
			norm * value[1]);
		lprintf("ADJ_POLYAKOV", 0, "Polyakov direction %d = %1.8e\n", mu, norm * value[2]);
		lqcd_free(p);
	}
}

#if LQCD__HR_ENDS
/** That of the plaquette below link mu in direction nu. */
static inline double lqcd__hr_plaq_weight_below(int ix, int mu, int nu)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	return nu ? lqcd__hr_plaq_weight(ix, mu, nu) : lqcd__boundary_time(b, lqcd__hr_time(ix) - 1);
}
#endif

static inline void staples(int ix, int mu, suNg *v)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd_su3_d a, back;
#if LQCD__HR_ENDS
	lqcd_su3_zero_d(&back);
	for (int nu = 0; nu < 4; nu++) {
		lqcd_su3_d up, down;
		if (nu == mu) continue;
		lqcd_staple_pair_d(&up, &down, &u, ix, mu, nu);
		lqcd_su3_axpy_d(&back, lqcd__hr_plaq_weight(ix, mu, nu), &up);
		lqcd_su3_axpy_d(&back, lqcd__hr_plaq_weight_below(ix, mu, nu), &down);
	}
#else
	lqcd_staple_d(&back, &u, ix, mu);
#endif
	lqcd_su3_dagger_d(&a, &back);
	memcpy(v, &a, sizeof a);
}

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

/* What get_input_filename returns (input.h). */
LQCD__HR_GLOBAL char lqcd__hr_input_file[512] = "input_file";

/** Lines "log:CHANNEL = level" of channels that have no record. */
static inline void lqcd__hr_read_levels(const char *file)
{
	char line[512], name[48];
	FILE *f = fopen(file, "r");
	int level;
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, " log:%47[^ =] = %d", name, &level) == 2 && strcmp(name, "default") &&
		    strcmp(name, "inverter") && strcmp(name, "forcestat"))
			(void)logger_setlevel(name, level);
	if (f) fclose(f);
}

/** Starts MPI, unless it runs; only the first process writes. */
static inline void lqcd__hr_start_processes(int *argc, char ***argv)
{
	lqcd_comm_start_processes(argc, argv);
	if (lqcd__hr_world().rank) logger_disable();
}

static inline int lqcd__hr_can_read(const char *file)
{
	FILE *f = fopen(file, "r");
	if (f) fclose(f);
	return f != NULL;
}

/** Output to a file, as the generation of the program names it. */
static inline void lqcd__hr_output_to(const char *name)
{
	char file[512];
#ifdef LQCD__HR_LIBHR
	snprintf(file, sizeof file, ">>%.480s_%d", name, PID);
#else
	snprintf(file, sizeof file, ">>%.480s", name);
#endif
	lqcd__hr_error(logger_stdout(file), 1, "setup_process", "cannot open the output file");
}

static inline int setup_process(int *argc, char ***argv)
{
	const char *const input = lqcd__hr_input_file, *output = NULL;
	int given = 0;
	lqcd__hr_start_processes(argc, argv);
	for (int k = 1; k + 1 < *argc; k++) {
		if (!strcmp((*argv)[k], "-i")) given = k + 1;
		if (!strcmp((*argv)[k], "-o")) output = (*argv)[k + 1];
	}
	if (given) snprintf(lqcd__hr_input_file, sizeof lqcd__hr_input_file, "%s", (*argv)[given]);
	if (output) lqcd__hr_output_to(output);
	logger_setlevel(NULL, 10);
	if (!given && !lqcd__hr_can_read(input)) return 0;
	read_input(glb_var.read, input);
	read_input(rlx_var.read, input);
	read_input(logger_var.read, input);
	logger_set_input(&logger_var);
	lqcd__hr_read_levels(input);
#ifndef LQCD_MPI
	if (NP_T * NP_X * NP_Y * NP_Z != 1)
		lprintf("SYSTEM", 0, "One process: NP_T, NP_X, NP_Y, NP_Z = %d, %d, %d, %d count as 1\n", NP_T, NP_X,
			NP_Y, NP_Z);
#endif
	lqcd__hr_error_of_all(N_REP > 1, "setup_process", "N_REP: there are no replicas");
	geometry_init();
	glb_var.GLB_T = GLB_T;
	glb_var.GLB_X = GLB_X;
	glb_var.GLB_Y = GLB_Y;
	glb_var.GLB_Z = GLB_Z;
	glb_var.NP_T = NP_T;
	glb_var.NP_X = NP_X;
	glb_var.NP_Y = NP_Y;
	glb_var.NP_Z = NP_Z;
	glb_var.N_REP = 1;
	if (rlx_var.rlxd_level) rlxd_init(rlx_var.rlxd_level, rlx_var.rlxd_seed);
	if (!strcmp(rlx_var.rlxd_start, "continue") && rlx_var.rlxd_state[0]) read_ranlxd_state(rlx_var.rlxd_state);
	lprintf("SYSTEM", 0, "Gauge group: SU(%d), lattice %dx%dx%dx%d, lqcd %s\n", NG, GLB_T, GLB_X, GLB_Y, GLB_Z,
		LQCD_VERSION);
	if (MPI_WORLD_SIZE > 1)
		lprintf("SYSTEM", 0, "%d processes, %dx%dx%dx%d\n", MPI_WORLD_SIZE, NP_T, NP_X, NP_Y, NP_Z);
	return 0;
}

/** Older programs call it after setup_process, which has done it: there are no replicas. */
static inline int setup_replicas(void)
{
	return 0;
}

static inline void lqcd__hr_finalize(void)
{
	lprintf("SYSTEM", 0, "Process finalized.\n");
	lqcd__hr_complete(NULL);
	LQCD__HR_Q(lqcd__hr_dirac_free_d)();
	LQCD__HR_Q(lqcd__hr_dirac_free_f)();
	free_spinor_field(lqcd__hr_twist_even);
	free_spinor_field(lqcd__hr_twist_odd);
	lqcd__hr_twist_even = lqcd__hr_twist_odd = NULL;
	free_suNg_field(u_gauge);
	lqcd__hr_free(u_gauge_f);
	free_suNg_field_flt(u_gauge_flt);
	lqcd__hr_free(u_gauge_f_flt);
	lqcd_lattice_destroy(&lqcd__hr_lattice);
	logger_unmap_all();
	lqcd_comm_end_processes();
}

static inline int finalize_process(void)
{
	lqcd__hr_finalize();
	return 0;
}

#endif
