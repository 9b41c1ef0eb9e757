/* lqcd/compat/hirep/impl/inverters.h: part of compat/hirep.h: solvers.
 *
 * spinor_operator is void M(spinor_field *out, spinor_field *in). mshift_par is {n, shift, err2, max_iter, add_par};
 * all solve (M - shift[i]) out[i] = in, i < n, to |in - (M - shift[i]) out[i]|^2 <= err2 |in|^2, computed anew at the
 * end, and return the number of iterations. max_iter = 0: as many as it takes, up to 100000. What does not converge is
 * told by lprintf("INVERTER", 0, ..).
 *
 *   cg_mshift(&par, M, in, out)       M Hermitian, M - shift positive: one run of CG for all shifts; systems whose true
 *                                     residual is still too large are finished one by one. cg_mshift_flt(&par, M, F,
 *                                     in, out) is the same in double.
 *   BiCGstab(&par, M, in, out)        any M, one system after the other; g5QMR_mshift likewise
 *   HBiCGstab(&par, M, in, out), MINRES_mshift, MINRES(&minres_par, M, in, out, trial)
 *                                     M Hermitian, not definite: CG on M^2. trial is the first guess, or NULL
 *
 * The links must not change while a solver runs. Source of cg_mshift: B. Jegerlehner, hep-lat/9612014. */
#ifndef LQCD_COMPAT_HIREP_INVERTERS_H
#define LQCD_COMPAT_HIREP_INVERTERS_H

#include <float.h>

#include "../../../solver/bicgstab.h"
#include "../../../solver/cg.h"
#include "dirac.h"

typedef void (*spinor_operator)(spinor_field *out, spinor_field *in);
typedef void (*spinor_operator_flt)(spinor_field_flt *out, spinor_field_flt *in);

typedef struct {
	int n;
	double *shift;
	double err2;
	int max_iter;
	void *add_par;
} mshift_par;

typedef struct {
	double err2;
	int max_iter;
} MINRES_par;

typedef struct {
	spinor_operator M;
	double shift;
} lqcd__hr_shifted;

/** A field of lqcd as one of HiRep. */
static inline spinor_field lqcd__hr_wrap(const lqcd_spinor_field_d *s)
{
	spinor_field r;
	memset(&r, 0, sizeof r);
	r.ptr = (suNf_spinor *)(void *)s->ptr;
	r.type = lqcd__hr_type(s->type->parity);
	r.field_dim = 1;
	r.comm_type = CPU_COMM;
	r.alloc_t = CPU_MEM;
	return r;
}

/** out = (M - shift) in; M^dagger is M wherever it is asked for. */
LQCD_STATIC void lqcd__hr_apply_shifted(lqcd_spinor_field_d *out, const lqcd_spinor_field_d *in, int dagger,
					void *context)
{
	const lqcd__hr_shifted *op = (const lqcd__hr_shifted *)context;
	spinor_field o = lqcd__hr_wrap(out), i = lqcd__hr_wrap(in);
	(void)dagger;
	op->M(&o, &i);
	if (op->shift < 0 || op->shift > 0) mul_add_assign_spinor_field(&o, -op->shift, &i);
	__asm__ volatile("" ::: "memory");
}

/** The links as they are now, until lqcd__hr_distrust. */
static inline void lqcd__hr_trust(void)
{
	if (!lqcd__hr_trusted && u_gauge_f) (void)lqcd__hr_dirac_now_d(u_gauge_f->ptr);
	if (!lqcd__hr_trusted && u_gauge_f_flt) (void)lqcd__hr_dirac_now_f(u_gauge_f_flt->ptr);
	lqcd__hr_trusted++;
}

static inline void lqcd__hr_distrust(void)
{
	lqcd__hr_trusted--;
}

/** One system, by lqcd's CG for Hermitian M, else by BiCGStab; out is the first guess. */
LQCD_STATIC int lqcd__hr_solve(spinor_operator M, double shift, int hermitian, double err2, int max_iter,
			       const spinor_field *in, spinor_field *out)
{
	lqcd__hr_shifted context;
	lqcd_operator_d op;
	lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_spinor_field_d b = lqcd__hr_spinors_d(in);
	lqcd_spinor_field_d x = lqcd__hr_spinors_d(out);
	memset(&op, 0, sizeof op);
	context.M = M;
	context.shift = shift;
	op.apply = lqcd__hr_apply_shifted;
	op.context = &context;
	p.tolerance = sqrt(err2);
	p.max_iterations = max_iter > 0 ? max_iter : 100000;
	const lqcd_solve_result r = hermitian ? lqcd_cg_d(&x, &op, &b, &p) : lqcd_bicgstab_d(&x, &op, &b, &p);
	__asm__ volatile("" ::: "memory");
	lprintf("INVERTER", r.status == LQCD_OK || r.status == LQCD_ZERO_RHS ? 20 : 0,
		"%s: shift %g, %d iterations, true residual %.3e: %s\n", hermitian ? "CG" : "BiCGstab", shift,
		r.iterations, r.residual, lqcd_status_text(r.status));
	return r.iterations;
}

LQCD_STATIC int lqcd__hr_solve_all(mshift_par *par, spinor_operator M, int hermitian, spinor_field *in,
				   spinor_field *out)
{
	int iterations = 0;
	lqcd__hr_trust();
	for (int i = 0; i < par->n; i++) {
		zero_spinor_field(&out[i]);
		iterations += lqcd__hr_solve(M, par->shift[i], hermitian, par->err2, par->max_iter, in, &out[i]);
	}
	lqcd__hr_distrust();
	return iterations;
}

static inline int BiCGstab(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 0, in, out);
}

static inline int g5QMR_mshift(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 0, in, out);
}

static inline int HBiCGstab(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 1, in, out);
}

static inline int MINRES_mshift(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return lqcd__hr_solve_all(par, M, 1, in, out);
}

static inline int MINRES(MINRES_par *par, spinor_operator M, spinor_field *in, spinor_field *out, spinor_field *trial)
{
	lqcd__hr_trust();
	if (trial)
		copy_spinor_field(out, trial);
	else
		zero_spinor_field(out);
	const int n = lqcd__hr_solve(M, 0, 1, par->err2, par->max_iter, in, out);
	lqcd__hr_distrust();
	return n;
}

/* ---- all shifts at once ---------------------------------------- */

/* One shifted system: x, its direction p, and the factors between its residual and that of the base system, now and
 * one step ago. */
typedef struct {
	spinor_field *x, *p;
	double distance, zeta, before;
	int done;
} lqcd__hr_mshift;

/** The step alpha of the base system for a shifted one; beta and last are those of the step before. The factor z
 * between the next residuals. */
static inline double lqcd__hr_next_zeta(const lqcd__hr_mshift *s, double alpha, double beta, double last)
{
	return s->zeta * s->before * last /
	       (alpha * beta * (s->before - s->zeta) + s->before * last * (1 + alpha * s->distance));
}

/** CG on (M - base) p with all systems in s; returns iterations. r = in at the beginning. */
LQCD_STATIC int lqcd__hr_cg(lqcd__hr_mshift *s, int n, spinor_operator M, double base, double target, int most,
			    spinor_field *r, spinor_field *p, spinor_field *q)
{
	double rr = sqnorm_spinor_field(r), alpha = 1, beta = 0;
	int k = 0;
	copy_spinor_field(p, r);
	while (k < most && rr > target) {
		const double last = alpha;
		M(q, p);
		if (base < 0 || base > 0) mul_add_assign_spinor_field(q, -base, p);
		const double pq = prod_re_spinor_field(p, q);
		if (!(pq > 0)) break;
		alpha = rr / pq;
		k++;
		mul_add_assign_spinor_field(r, -alpha, q);
		const double next = sqnorm_spinor_field(r), gain = next / rr;
		for (int i = 0; i < n; i++) {
			if (s[i].done) continue;
			const double z = lqcd__hr_next_zeta(&s[i], alpha, beta, last), ratio = z / s[i].zeta;
			mul_add_assign_spinor_field(s[i].x, alpha * ratio, s[i].p);
			lc_spinor_field(s[i].p, z, r, gain * ratio * ratio, s[i].p);
			s[i].before = s[i].zeta;
			s[i].zeta = z;
			s[i].done = z * z * next <= target;
		}
		lc_spinor_field(p, 1, r, gain, p);
		beta = gain;
		rr = next;
	}
	return k;
}

static inline int cg_mshift(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	const double norm = sqnorm_spinor_field(in);
	double base = -DBL_MAX;
	spinor_field *w = alloc_spinor_field((unsigned)par->n + 3, in->type);
	lqcd__hr_mshift *s = (lqcd__hr_mshift *)calloc((size_t)par->n + 1, sizeof *s);
	lqcd__hr_error(!s, 1, "cg_mshift", "out of memory");
	lqcd__hr_trust();
	/* From the system that is the hardest the others converge faster. */
	for (int i = 0; i < par->n; i++) base = par->shift[i] > base ? par->shift[i] : base;
	for (int i = 0; i < par->n; i++) {
		s[i].x = &out[i];
		s[i].p = &w[3 + i];
		s[i].distance = base - par->shift[i];
		s[i].zeta = s[i].before = 1;
		zero_spinor_field(s[i].x);
		copy_spinor_field(s[i].p, in);
	}
	copy_spinor_field(&w[0], in);
	int iterations = lqcd__hr_cg(s, par->n, M, base, 0.9 * par->err2 * norm,
				     par->max_iter > 0 ? par->max_iter : 100000, &w[0], &w[1], &w[2]);
	for (int i = 0; i < par->n && norm > 0; i++) {
		M(&w[0], &out[i]);
		lc_add_assign_spinor_field(&w[0], -par->shift[i], &out[i], -1, in);
		const double err2 = sqnorm_spinor_field(&w[0]) / norm;
		lprintf("INVERTER", 20, "CG_mshift: shift %g, %d iterations, true residual %.3e\n", par->shift[i],
			iterations, sqrt(err2));
		if (!(err2 <= par->err2))
			iterations += lqcd__hr_solve(M, par->shift[i], 1, par->err2, par->max_iter, in, &out[i]);
	}
	lqcd__hr_distrust();
	free(s);
	free_spinor_field(w);
	return iterations;
}

static inline int cg_mshift_flt(mshift_par *par, spinor_operator M, spinor_operator_flt F, spinor_field *in,
				spinor_field *out)
{
	(void)F;
	return cg_mshift(par, M, in, out);
}

static inline int cg_mshift_def(mshift_par *par, spinor_operator M, spinor_field *in, spinor_field *out)
{
	return cg_mshift(par, M, in, out);
}

#endif
