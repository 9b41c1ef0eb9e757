/* lqcd/compat/hirep/impl/inverters.h: part of compat/hirep.h: solvers.
 *
 * spinor_operator is void M(spinor_field *out, spinor_field *in). mshift_par is {n, shift, err2, max_iter, add_par};
 * all solve (M - shift[i]) out[i] = in, i < n, to |in - (M - shift[i]) out[i]|^2 <= err2 |in|^2, computed anew at the
 * end, and return the number of iterations. max_iter = 0: as many as it takes, up to 100000. A solve that does not
 * converge is reported by lprintf("INVERTER", 0, ..).
 *
 *   cg_mshift(&par, M, in, out)       M Hermitian, M - shift positive: one run of CG for all shifts, at most
 *                                     LQCD_MAX_SHIFTS (solver/multishift.h); returns the most iterations that one took.
 *                                     n = 1: from the first guess out, if its residual is below |in|, as mre_guess makes it
 *                                     cg_mshift_flt(&par, M, F, in, out) is the same in double.
 *   BiCGstab(&par, M, in, out)        any M, one system after the other; g5QMR_mshift likewise, with guesses as cg_mshift
 *   g5QMR_mshift_trunc(&par, n, M, in, out_trunc, out)    also what n iterations give
 *   MINRES(&minres_par, M, in, out, trial), HBiCGstab(&minres_par, M, in, out), MINRES_mshift(&par, M, in, out)
 *                                     M Hermitian, not definite: CG on M^2. trial is the first guess, or NULL.
 *                                     MINRES_flt and HBiCGstab_flt on spinor_field_flt
 *   g5QMR_fltacc(&fltacc_par, M, M_flt, in, out)
 *                                     any M, iterated with M_flt, corrected in double (solver/mixed.h); err2 and
 *                                     max_iter count
 *   SAP_prec(nu, inv, &par, M, in, out)
 *                                     Schwarz alternating procedure, with the whole lattice for a domain, also over
 *                                     several processes: each of the nu cycles is out += x, inv(par, M, in - M out, x)
 *
 * In cg_mshift_def(&par, M, P, Pinv, in, out) the deflation changes the speed alone and is left out.
 *
 * The links must not change while a solver runs.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_INVERTERS_H
#define LQCD_COMPAT_HIREP_INVERTERS_H

#include <float.h>

#include "../../../solver/krylov.h"
#include "../../../solver/mixed.h"
#include "../../../solver/multishift.h"
#include "dirac.h"

typedef void (*spinor_operator)(spinor_field *out, spinor_field *in);
typedef void (*spinor_operator_flt)(spinor_field_flt *out, spinor_field_flt *in);
typedef void (*spinor_operator_m)(spinor_field *out, spinor_field *in, double m);

typedef struct {
	int n;
	double *shift;
	double err2;
	int max_iter;
	void *add_par;
} mshift_par;

typedef int (*inverter_ptr)(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out);

typedef struct {
	double err2;
	int max_iter;
} MINRES_par;

typedef struct {
	double err2;
	int max_iter;
	double err2_flt;
	int max_iter_flt;
} g5QMR_fltacc_par;

/** The links as they are now, until lqcd__hr_distrust. */
static inline void lqcd__hr_trust(void)
{
	if (!lqcd__hr_trusted && u_gauge_f) (void)LQCD__HR_Q(lqcd__hr_dirac_now_d)(u_gauge_f->ptr);
	if (!lqcd__hr_trusted && u_gauge_f_flt) (void)LQCD__HR_Q(lqcd__hr_dirac_now_f)(u_gauge_f_flt->ptr);
	lqcd__hr_trusted++;
}

static inline void lqcd__hr_distrust(void)
{
	lqcd__hr_trusted--;
}

static inline lqcd_solve_params lqcd__hr_params(double err2, int max_iter)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = sqrt(err2);
	p.max_iterations = max_iter > 0 ? max_iter : 100000;
	return p;
}

/* Those of cg_mshift so far. */
LQCD__HR_GLOBAL long lqcd__hr_iterations = 0;

/** Logs the result; returns the number of iterations. */
static inline int lqcd__hr_solved(const char *name, double shift, lqcd_solve_result r)
{
	__asm__ volatile("" ::: "memory");
	lprintf("INVERTER", r.status == LQCD_OK || r.status == LQCD_ZERO_RHS ? 20 : 0,
		"%s: shift %g, %d iterations, true residual %.3e: %s\n", name, shift, r.iterations, r.residual,
		lqcd_status_text(r.status));
	return r.iterations;
}

#ifdef LQCD__HR_REP
#define lqcd__hr_mixed LQCD__CAT(LQCD__CAT(lqcd_mixed_d_, LQCD__HR_REP), LQCD__CAT(_f_, LQCD__HR_REP))
#else
#define lqcd__hr_mixed lqcd_mixed_d_f
#endif
#define LQCD__HR_OPERATOR_d spinor_operator
#define LQCD__HR_OPERATOR_f spinor_operator_flt
#define LQCD_TEMPLATE "../compat/hirep/impl/inverters.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"

/** Whether out is nearer to the solution of the only system than 0. */
static inline int lqcd__hr_is_guess(const mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	if (par->n != 1 || !(sqnorm_spinor_field(out) > 0)) return 0;
	spinor_field *r = alloc_spinor_field(1, in->type);
	M(r, out);
	mul_add_assign_spinor_field(r, -par->shift[0], out);
	sub_assign_spinor_field(r, in);
	const int nearer = sqnorm_spinor_field(r) < sqnorm_spinor_field(in);
	free_spinor_field(r);
	return nearer;
}

LQCD_STATIC int lqcd__hr_solve_all(mshift_par *par, spinor_operator M, int hermitian, int guess, spinor_field *in,
				   spinor_field *out)
{
	int iterations = 0;
	lqcd__hr_trust();
	for (int i = 0; i < par->n; i++) {
		if (!guess) zero_spinor_field(&out[i]);
		iterations += LQCD__HR_Q(lqcd__hr_solve_d)(M, par->shift[i], hermitian, par->err2, par->max_iter, in, &out[i]);
	}
	lqcd__hr_distrust();
	return iterations;
}

static inline int BiCGstab(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 0, 0, in, out);
}

static inline int g5QMR_mshift(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 0, lqcd__hr_is_guess(par, M, in, out), in, out);
}

/** Also out_trunc, what at most trunc_iter iterations per shift give. */
static inline int g5QMR_mshift_trunc(mshift_par *par, int trunc_iter, spinor_operator M, spinor_field *in,
				     spinor_field *out_trunc, spinor_field *out)
{
	mshift_par few = *par;
	few.max_iter = trunc_iter;
	return g5QMR_mshift(&few, M, in, out_trunc) + g5QMR_mshift(par, M, in, out);
}

static inline int MINRES_mshift(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 1, 0, in, out);
}

static inline int MINRES(MINRES_par *par, spinor_operator M, spinor_field *in, spinor_field *out, spinor_field *trial)
{
	return LQCD__HR_Q(lqcd__hr_minres_d)(M, par, in, out, trial);
}

static inline int MINRES_flt(MINRES_par *par, spinor_operator_flt M, spinor_field_flt *in, spinor_field_flt *out,
			     spinor_field_flt *trial)
{
	return LQCD__HR_Q(lqcd__hr_minres_f)(M, par, in, out, trial);
}

static inline int HBiCGstab(MINRES_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return LQCD__HR_Q(lqcd__hr_minres_d)(M, par, in, out, NULL);
}

static inline int HBiCGstab_flt(MINRES_par *par, spinor_operator_flt M, spinor_field_flt *in, spinor_field_flt *out)
{
	return LQCD__HR_Q(lqcd__hr_minres_f)(M, par, in, out, NULL);
}

static inline int g5QMR_fltacc(g5QMR_fltacc_par *par, spinor_operator M, spinor_operator_flt M_flt, spinor_field *in,
			       spinor_field *out)
{
	LQCD__HR_Q(lqcd__hr_shifted_d) context;
	LQCD__HR_Q(lqcd__hr_shifted_f) context_flt;
	const LQCD__HR_Q(lqcd_spinor_field_d) b = LQCD__HR_Q(lqcd__hr_spinors_d)(in);
	const lqcd_solve_params p = lqcd__hr_params(par->err2, par->max_iter);
	LQCD__HR_Q(lqcd_spinor_field_d) x = LQCD__HR_Q(lqcd__hr_spinors_d)(out);
	context.M = M;
	context_flt.M = M_flt;
	context.shift = context_flt.shift = 0;
	const LQCD__HR_Q(lqcd_operator_d) op = LQCD__HR_Q(lqcd__hr_make_operator_d)(&context);
	const LQCD__HR_Q(lqcd_operator_f) low = LQCD__HR_Q(lqcd__hr_make_operator_f)(&context_flt);
	zero_spinor_field(out);
	lqcd__hr_trust();
	const lqcd_solve_result r = lqcd__hr_mixed(&x, &op, &low, &b, LQCD_BICGSTAB, &p);
	lqcd__hr_distrust();
	return lqcd__hr_solved("g5QMR_fltacc", 0, r);
}

/** Sets the halo of the process to zero. */
static inline void empty_buffers(spinor_field *s)
{
	lqcd__hr_complete(s->ptr);
	for (int i = 0; i < s->type->nbuffers_spinor; i++)
		memset(_FIELD_AT(s, s->type->rbuf_start[i]), 0, (size_t)s->type->rbuf_len[i] * sizeof *s->ptr);
}

static inline void SAP_prec(int nu, inverter_ptr inv, mshift_par *par, spinor_operator M, spinor_field *in,
			    spinor_field *out)
{
	spinor_field *w = alloc_spinor_field(2, in->type);
	for (int n = 0; n < nu; n++) {
		M(&w[0], out);
		sub_spinor_field(&w[0], in, &w[0]);
		zero_spinor_field(&w[1]);
		(void)inv(par, M, &w[0], &w[1]);
		add_assign_spinor_field(out, &w[1]);
	}
	free_spinor_field(w);
}

/* ---- all shifts at once ---------------------------------------- */

static inline int cg_mshift(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	const size_t n = par->n > 0 ? (size_t)par->n : 0;
	const LQCD__HR_Q(lqcd_spinor_field_d) b = LQCD__HR_Q(lqcd__hr_spinors_d)(in);
	const lqcd_solve_params p = lqcd__hr_params(par->err2, par->max_iter);
	LQCD__HR_Q(lqcd_spinor_field_d) x[LQCD_MAX_SHIFTS];
	double sigma[LQCD_MAX_SHIFTS];
	lqcd_solve_result r[LQCD_MAX_SHIFTS];
	LQCD__HR_Q(lqcd__hr_shifted_d) context;
	int iterations = 0;
	lqcd__hr_error(n > LQCD_MAX_SHIFTS, 1, "cg_mshift", "too many shifts");
	for (size_t i = 0; i < n; i++) {
		x[i] = LQCD__HR_Q(lqcd__hr_spinors_d)(&out[i]);
		sigma[i] = -par->shift[i];
	}
	context.M = M;
	context.shift = 0;
	LQCD__HR_Q(lqcd_operator_d) op = LQCD__HR_Q(lqcd__hr_make_operator_d)(&context);
	lqcd__hr_trust();
	if (lqcd__hr_is_guess(par, M, in, out)) {
		context.shift = par->shift[0];
		op.positive = 1;
		r[0] = LQCD__HR_Q(lqcd_solve_d)(x, &op, &b, LQCD_CG, &p);
	} else
		(void)LQCD__HR_Q(lqcd_multishift_d)(x, &op, sigma, par->n, &b, &p, r);
	lqcd__hr_distrust();
	for (size_t i = 0; i < n; i++) {
		lqcd__hr_solved("CG_mshift", par->shift[i], r[i]);
		if (r[i].iterations > iterations) iterations = r[i].iterations;
	}
	lqcd__hr_iterations += iterations;
	return iterations;
}

static inline int cg_mshift_flt(mshift_par *par, spinor_operator M, spinor_operator_flt F, spinor_field *in,
				spinor_field *out)
{
	(void)F;
	return cg_mshift(par, M, in, out);
}

static inline int cg_mshift_def(mshift_par *par, spinor_operator M, spinor_operator P, spinor_operator_m Pinv,
				spinor_field *in, spinor_field *out)
{
	(void)P;
	(void)Pinv;
	return cg_mshift(par, M, in, out);
}

#endif
