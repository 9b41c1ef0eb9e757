/* lqcd/compat/hirep/impl/hmc_types.h: part of hmc.h: monomials, their parameters, integrators.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_HMC_TYPES_H
#define LQCD_COMPAT_HIREP_IMPL_HMC_TYPES_H

#include "fields.h"

typedef enum {
	PureGauge,
	LuscherWeisz,
	FourFermion,
	HMC,
	RHMC,
	TM,
	TM_alt,
	Hasenbusch,
	Hasenbusch_tm,
	Hasenbusch_tm_alt,
	HMC_ff,
	Hasenbusch_ff,
	Scalar
} mon_type;
typedef enum { NEW = 1, DELTA = 2 } local_action_type;

typedef struct {
	int id;
	mon_type type;
	void *par;
	double MT_prec, MD_prec, force_prec;
} monomial_data;

typedef struct _monomial {
	monomial_data data;
	void *force_par, *field_par;
	void (*update_force)(double, void *);
	void (*update_field)(double, void *);
	void (*free)(struct _monomial *);
	void (*gaussian_pf)(const struct _monomial *);
	void (*correct_pf)(const struct _monomial *);
	void (*correct_la_pf)(const struct _monomial *);
	const spinor_field *(*pseudofermion)(const struct _monomial *);
	void (*add_local_action)(const struct _monomial *, scalar_field *);
} monomial;

typedef struct {
	double beta;
} mon_pg_par;

typedef struct {
	double beta, c0, c1;
} mon_lw_par;

/* Past solutions, which give first guesses (mre.h). */
typedef struct mre_par {
	spinor_field *s[2];
	int num[2];
	int max, init;
} mre_par;

typedef struct force_hmc_par {
	int id, n_pf;
	spinor_field *pf;
	int hasenbusch;
	double mass, b, mu;
	double inv_err2, inv_err2_flt;
	mre_par mpar;
	int logdet;
	suNg_av_field **momenta;
} force_hmc_par;

typedef struct {
	double mass;
	int mre_past;
	force_hmc_par fpar;
	spinor_field *pf;
} mon_hmc_par;

typedef struct {
	double mass, dm;
	int mre_past;
	force_hmc_par fpar;
	spinor_field *pf;
} mon_hasenbusch_par;

/* x^(n/d); programs set n = -1 and d = 2. */
typedef struct rational_app {
	int n, d;
	unsigned order;
	double rel_error, *a, *b, min, max;
	unsigned _asize;
} rational_app;

typedef struct {
	double mass;
	rational_app ratio;
	spinor_field *pf;
} mon_rhmc_par;

typedef struct {
	double mass, mu;
	int mre_past;
	force_hmc_par fpar;
	spinor_field *pf;
} mon_tm_par;

typedef struct {
	double mass, mu, dmu;
	int mre_past;
	force_hmc_par fpar;
	spinor_field *pf;
} mon_hasenbusch_tm_par;

/* Parameters of a monomial that add_mon refuses, for programs that name all. */
typedef struct {
	double mass, lambda;
} mon_scalar_par;

typedef struct integrator_par {
	int nsteps, nmon;
	monomial const **mon_list;
	void (*integrator)(double, struct integrator_par *);
	struct integrator_par *next;
	int level;
} integrator_par;

typedef struct ghmc_par {
	integrator_par *integrator;
	double tlen, csw, rho_s, rho_t;
	double theta[4];
	double SF_zf, SF_ds;
	int SF_sign;
	double SF_ct;
	int SF_background;
} ghmc_par;

#endif
