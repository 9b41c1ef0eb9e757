/* lqcd/compat/hirep/impl/mre.h: the names of HiRep's mre.h: first guesses of solves from past solutions.
 *
 *   mre_init(&par, n, err2)            keeps the last n solutions, at most 15, of two series p = 0, 1 of systems, on even sites
 *                                      with UPDATE_EO, else everywhere; n = 0: none. A warning by lprintf("MRE", 10, ..)
 *                                      if err2 > 1e-14: guesses depend on the past, and trajectories return as precisely
 *                                      as their solves
 *   mre_store(&par, p, x)              the solution x joins series p, in the place of the oldest of n
 *   mre_guess(&par, p, x, M, b)        x = sum_i c_i v_i with <v_i, M x - b> = 0, v_i the solutions of series p. For
 *                                      M Hermitian and positive no other sum is as close to M^-1 b in |y|^2 = <y, M y>. 0 if
 *                                      there are none, or no such x is found
 *
 * x is a guess for cg_mshift and g5QMR_mshift with par.n = 1, and for MINRES. A mre_par that is cleared is one of n = 0.
 * Fields are those of par: free_spinor_field(par.s[0]) and (par.s[1]) release them, if n > 0. M is applied n times. Solutions
 * that depend on later ones to 12 digits are left out. Collective.
 *
 * R. C. Brower, T. Ivanenko, A. R. Levi, K. N. Orginos, Nucl. Phys. B 484 (1997) 353 [hep-lat/9509012].
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_MRE_H
#define LQCD_COMPAT_HIREP_IMPL_MRE_H

#include "hmc_types.h"
#include "inverters.h"
#include "utils.h"

enum { LQCD__HR_MRE_MOST = 15 };

/** A linear operator of a program, or of lqcd. */
typedef struct {
	spinor_operator M;
	const LQCD__HR_Q(lqcd_operator_d) * op; /* if M is NULL */
} lqcd__hr_mre_operator;

/** Two series of n fields of a geometry. */
static inline void lqcd__hr_mre_create(mre_par *par, int n, geometry_descriptor *type)
{
	memset(par, 0, sizeof *par);
	if (n <= 0) return;
	par->init = 1;
	par->max = n < LQCD__HR_MRE_MOST ? n : LQCD__HR_MRE_MOST;
	for (int p = 0; p < 2; p++) par->s[p] = alloc_spinor_field((unsigned)par->max, type);
}

static inline void lqcd__hr_mre_destroy(mre_par *par)
{
	for (int p = 0; p < 2 && par->init; p++) free_spinor_field(par->s[p]);
	memset(par, 0, sizeof *par);
}

static inline void mre_init(mre_par *par, int max, double prec)
{
	lqcd__hr_mre_create(par, max, &glat_default);
	if (!par->init) return;
	if (prec > 1e-14)
		lprintf("MRE", 10, "WARNING: squared residuals of %g; trajectories return if they are at most 1e-14\n",
			prec);
	lprintf("MRE", 10, "First guesses from %d past solutions\n", par->max);
}

static inline void mre_store(mre_par *par, int p, spinor_field *in)
{
	if (!par->init) return;
	lqcd__hr_error(p < 0 || p > 1, 1, "mre_store", "p is 0 or 1");
	copy_spinor_field(&par->s[p][par->num[p] % par->max], in);
	par->num[p]++;
}

/** v = an orthonormal basis of the last `most` solutions of series p, the newest first; returns how many vectors it has. */
static inline int lqcd__hr_mre_basis(const mre_par *par, int p, int most, spinor_field *v)
{
	int n = 0;
	for (int k = 1; k <= most; k++) {
		copy_spinor_field(&v[n], &par->s[p][(par->num[p] - k) % par->max]);
		const double before = sqnorm_spinor_field(&v[n]);
		for (int pass = 0; pass < 2; pass++)
			for (int j = 0; j < n; j++)
				mulc_add_assign_spinor_field(&v[n], -prod_spinor_field(&v[j], &v[n]), &v[j]);
		const double left = sqnorm_spinor_field(&v[n]);
		if (!(left > 1e-24 * before)) continue;
		mul_spinor_field(&v[n], 1 / sqrt(left), &v[n]);
		n++;
	}
	return n;
}

static inline void lqcd__hr_mre_apply(spinor_field *out, spinor_field *in, const lqcd__hr_mre_operator *of)
{
	if (of->M) {
		of->M(out, in);
		return;
	}
	LQCD__HR_Q(lqcd_spinor_field_d) to = LQCD__HR_Q(lqcd__hr_spinors_d)(out);
	const LQCD__HR_Q(lqcd_spinor_field_d) from = LQCD__HR_Q(lqcd__hr_spinors_d)(in);
	of->op->apply(&to, &from, 0, of->op->context);
	__asm__ volatile("" ::: "memory");
}

/** out = sum_i c_i v_i with <v_i, M out - b> = 0, or (least) the one of least |M out - b|: <M v_i, M out - b> = 0. */
static inline void lqcd__hr_mre_project(const mre_par *par, int p, spinor_field *out, const lqcd__hr_mre_operator *of,
					int least, spinor_field *b)
{
	hr_complex a[LQCD__HR_MRE_MOST * LQCD__HR_MRE_MOST], c[LQCD__HR_MRE_MOST];
	int place[LQCD__HR_MRE_MOST];
	double sign, size = 0;
	zero_spinor_field(out);
	lqcd__hr_error(p < 0 || p > 1, 1, "mre_guess", "p is 0 or 1");
	const int most = par->num[p] < par->max ? par->num[p] : par->max;
	if (most == 0) return;
	spinor_field *v = alloc_spinor_field(2 * (unsigned)most, b->type), *w = v + most;
	const int n = lqcd__hr_mre_basis(par, p, most, v);
	for (int j = 0; j < n; j++) lqcd__hr_mre_apply(&w[j], &v[j], of);
	for (int i = 0; i < n; i++) {
		spinor_field *test = least ? &w[i] : &v[i];
		c[i] = prod_spinor_field(test, b);
		for (int j = 0; j < n; j++) a[n * i + j] = prod_spinor_field(test, &w[j]);
	}
	const int found = n > 0 && lqcd__hr_lu(a, place, &sign, n);
	if (found) lubksb(a, place, c, n);
	for (int i = 0; i < n && found; i++) size += cabs(c[i]);
	for (int i = 0; i < n && found && lqcd_isfinite(size); i++) mulc_add_assign_spinor_field(out, c[i], &v[i]);
	free_spinor_field(v);
}

static inline void mre_guess(mre_par *par, int p, spinor_field *out, spinor_operator DD, spinor_field *pf)
{
	const lqcd__hr_mre_operator of = {DD, NULL};
	lqcd__hr_mre_project(par, p, out, &of, 0, pf);
}

/** A solver of quarks of HMC (hmc/quarks.inc) by CG, of M in series 0 and of M^dagger in series 1. */
LQCD_STATIC lqcd_solve_result lqcd__hr_mre_solve(void *self, LQCD__HR_Q(lqcd_spinor_field_d) *x,
						 const LQCD__HR_Q(lqcd_dirac_d) *d, const LQCD__HR_Q(lqcd_operator_d) *op,
						 const LQCD__HR_Q(lqcd_spinor_field_d) *b, int adjoint,
						 const lqcd_solve_params *params)
{
	mre_par *par = (mre_par *)self;
	const lqcd__hr_mre_operator of = {NULL, op};
	spinor_field to = LQCD__HR_Q(lqcd__hr_wrap_d)(x), from = LQCD__HR_Q(lqcd__hr_wrap_d)(b);
	(void)d;
	__asm__ volatile("" ::: "memory");
	lqcd__hr_mre_project(par, adjoint, &to, &of, 1, &from);
	const lqcd_solve_result r = LQCD__HR_Q(lqcd_solve_d)(x, op, b, LQCD_CG, params);
	__asm__ volatile("" ::: "memory");
	lprintf("MRE", 20, "%d iterations from %d past solutions\n", r.iterations, par->num[adjoint]);
	if (r.status == LQCD_OK) mre_store(par, adjoint, &to);
	return r;
}

LQCD_STATIC lqcd_status lqcd__hr_mre_links(void *self, const LQCD__HR_Q(lqcd_gauge_field_d) *u)
{
	(void)self;
	(void)u;
	return LQCD_OK;
}

#endif
