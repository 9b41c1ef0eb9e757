/* lqcd/compat/quda/domain_wall.h: part of quda.h: domain wall quarks.
 *
 * QUDA's matrix is 2 kappa_b D of dirac/domain_wall.h, kappa_b = 1 / (2 b5 (4 + m5) + 2), with -m5 for our m5 and the fifth
 * dimension reversed: its g5 is minus ours. Fields are [parity][s][site]; of QUDA_DOMAIN_WALL_DSLASH the parity is that of
 * x + y + z + t + s, so that slices of odd s have their odd sites in the first half.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_DOMAIN_WALL_H
#define LQCD_QUDA_DOMAIN_WALL_H

#include "../../solver/domain_wall.h"
#include "../../solver/lanczos.h"
#include "job.h"

/* The matrices of wall.inc. */
typedef enum { LQCD__QUDA_ALL, LQCD__QUDA_SYMMETRIC, LQCD__QUDA_ASYMMETRIC, LQCD__QUDA_FIVE } lqcd__quda_wall_form;

/** The order of fields of p, and its even-odd matrix. */
LQCD_STATIC lqcd__quda_wall_form lqcd__quda_wall_layout(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? LQCD__QUDA_FIVE
	       : p->matpc_type == QUDA_MATPC_EVEN_EVEN || p->matpc_type == QUDA_MATPC_ODD_ODD ? LQCD__QUDA_SYMMETRIC
												: LQCD__QUDA_ASYMMETRIC;
}

/** Checks p, with `matrix` also its solution; our parameters. */
LQCD_STATIC lqcd_domain_wall_params lqcd__quda_check_walls(const QudaInvertParam *p, int matrix, const char *function)
{
	double b[2] = {1, 0}, c[2] = {0, 0};
	lqcd__quda_check_invert(p, function);
	lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	if (p->Ls < 1 || p->Ls > QUDA_MAX_DWF_LS)
		lqcd__quda_error("%s: Ls = %d: 1 to %d", function, p->Ls, QUDA_MAX_DWF_LS);
	if (p->dslash_type == QUDA_DOMAIN_WALL_DSLASH && p->Ls % 2)
		lqcd__quda_error("%s: Ls = %d: an even number is needed with QUDA_DOMAIN_WALL_DSLASH", function, p->Ls);
	if (!lqcd_isfinite(p->m5) || LQCD__QUDA_IS(p->m5, QUDA_INVALID_DOUBLE) || p->m5 <= -4 || p->m5 >= 0)
		lqcd__quda_error("%s: m5 = %g: a number between -4 and 0 is needed", function, p->m5);
	if (!lqcd_isfinite(p->mass) || LQCD__QUDA_IS(p->mass, QUDA_INVALID_DOUBLE))
		lqcd__quda_error("%s: mass = %g: is not set", function, p->mass);
	for (int s = 0; s < p->Ls && p->dslash_type == QUDA_MOBIUS_DWF_DSLASH; s++) {
		double bs[2], cs[2];
		memcpy(bs, &p->b_5[s], sizeof bs);
		memcpy(cs, &p->c_5[s], sizeof cs);
		if (!s) memcpy(b, bs, sizeof b);
		if (!s) memcpy(c, cs, sizeof c);
		if (!LQCD__QUDA_IS(bs[0], b[0]) || !LQCD__QUDA_IS(cs[0], c[0]) || !LQCD__QUDA_IS(bs[1], 0) ||
		    !LQCD__QUDA_IS(cs[1], 0))
			lqcd__quda_error("%s: b_5[%d], c_5[%d]: real numbers, the same for all s", function, s, s);
	}
	if (!lqcd_isfinite(b[0]) || !lqcd_isfinite(c[0]) || b[0] <= 0 || fabs(c[0]) > b[0])
		lqcd__quda_error("%s: b_5 = %g, c_5 = %g: b_5 above 0, |c_5| at most b_5", function, b[0], c[0]);
	lqcd__quda_check_untwisted(p, function);
	if (p->dagger != QUDA_DAG_NO && p->dagger != QUDA_DAG_YES)
		lqcd__quda_error("%s: dagger: QUDA_DAG_NO or QUDA_DAG_YES", function);
	if (matrix && (unsigned)p->mass_normalization > QUDA_ASYMMETRIC_MASS_NORMALIZATION)
		lqcd__quda_error("%s: mass_normalization is not set", function);
	if (matrix &&
	    ((unsigned)p->solution_type > QUDA_MATPCDAG_MATPC_SOLUTION || p->solution_type == QUDA_MATPC_DAG_SOLUTION))
		lqcd__quda_error("%s: solution_type %d is not supported", function, (int)p->solution_type);
	if (matrix && lqcd__quda_is_pc(p) && (unsigned)p->matpc_type > QUDA_MATPC_ODD_ODD_ASYMMETRIC)
		lqcd__quda_error("%s: matpc_type is not set", function);
	if (matrix && lqcd__quda_is_pc(p) && p->dslash_type == QUDA_DOMAIN_WALL_DSLASH &&
	    p->matpc_type != QUDA_MATPC_EVEN_EVEN && p->matpc_type != QUDA_MATPC_ODD_ODD)
		lqcd__quda_error("%s: matpc_type %d: QUDA_MATPC_EVEN_EVEN or QUDA_MATPC_ODD_ODD with QUDA_DOMAIN_WALL_DSLASH",
				 function, (int)p->matpc_type);
	const double kappa5 = 0.5 / (5 + p->m5);
	if (p->mass_normalization != QUDA_KAPPA_NORMALIZATION && !LQCD__QUDA_IS(p->kappa, QUDA_INVALID_DOUBLE) &&
	    !(fabs(p->kappa - kappa5) < 1e-6 * kappa5))
		lqcd__quda_note(function, "kappa", "domain walls are normalised with 1 / (10 + 2 m5), as by QUDA");
	if (p->dirac_order != QUDA_DIRAC_ORDER && p->dirac_order != QUDA_QDP_DIRAC_ORDER)
		lqcd__quda_error("%s: dirac_order %d is not supported with domain walls", function,
				 (int)p->dirac_order);
	return lqcd_domain_wall_params_make(p->Ls, -p->m5, p->mass, b[0], c[0]);
}

/** Slice s of f in our order: s of theirs runs the other way. */
LQCD_STATIC lqcd_foreign lqcd__quda_slice(const lqcd_foreign *f, int s, int ls, lqcd__quda_wall_form form)
{
	const int *l = lqcd__quda.lattice.local, theirs = ls - 1 - s, odd = form == LQCD__QUDA_FIVE && theirs % 2;
	const ptrdiff_t half = (ptrdiff_t)l[0] * l[1] * l[2] * l[3] / 2 * 8 * LQCD_NC;
	lqcd_foreign slice = *f;
	slice.data = (char *)f->data + theirs * half * (f->bits / 8);
	slice.half = ls * half;
	if (odd && f->parity == LQCD_FULL)
		slice.odd_first = 1;
	else if (odd)
		slice.parity = f->parity == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN;
	return slice;
}

#define LQCD_TAG d
#include "wall.inc"
#define LQCD_TAG vd
#include "wall.inc"
#define LQCD__QUDA_WALL_LOW
#define LQCD_TAG vf
#include "wall.inc"
#undef LQCD__QUDA_WALL_LOW
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "wall_mixed.inc"

/** The matrix of p, which is in fields of order lqcd__quda_wall_layout. */
LQCD_STATIC lqcd__quda_wall_form lqcd__quda_wall_form_of(const QudaInvertParam *p)
{
	return lqcd__quda_is_pc(p) ? lqcd__quda_wall_layout(p) : LQCD__QUDA_ALL;
}

/** Does job with the matrix of p. */
LQCD_STATIC void lqcd__quda_walls_run(const QudaInvertParam *p, const lqcd__quda_job *job, const char *function)
{
	const lqcd_domain_wall_params w = lqcd__quda_check_walls(p, 1, function);
	const int mixed = !job->apply && lqcd__quda_inner(p) != LQCD_SAME_PRECISION;
	lqcd__quda_must(lqcd__quda_wall_run_vd(&w, job, lqcd__quda_wall_form_of(p), lqcd__quda_wall_layout(p),
					       mixed ? lqcd__quda_wall_mixed_vd_vf : NULL),
			function);
}

LQCD_STATIC void lqcd__quda_walls_dslash(void *out, void *in, const QudaInvertParam *p, QudaParity parity, const char *function)
{
	const lqcd_domain_wall_params w = lqcd__quda_check_walls(p, 0, function);
	const lqcd_parity to = lqcd__quda_hop_to(parity, function);
	lqcd__quda_job job;
	memset((void *)&job, 0, sizeof job);
	job.adjoint = p->dagger == QUDA_DAG_YES;
	const lqcd_foreign f = lqcd__quda_spinors(in, p, lqcd__quda_other(to), 1, 0, function);
	job.in = &f;
	job.out[0] = lqcd__quda_spinors(out, p, to, 1, 0, function);
	lqcd__quda_must(lqcd__quda_wall_dslash_vd(&w, &job, p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? LQCD__QUDA_FIVE : LQCD__QUDA_SYMMETRIC), function);
}

LQCD_STATIC void lqcd__quda_walls_invert(void *x, void *b, QudaInvertParam *p, const char *function)
{
	const double start = lqcd__seconds();
	lqcd_solve_result results[LQCD_MAX_RHS];
	(void)lqcd__quda_check_walls(p, 1, function);
	lqcd__quda_job job = lqcd__quda_job_of(p);
	lqcd__quda_krylov(&job, p, function);
	lqcd__quda_absolute(&job, &b, 1, p, lqcd__quda_normalisation(p));
	const lqcd_foreign f = lqcd__quda_spinors(b, p, job.parity, lqcd__quda_scale(p), 0, function);
	job.in = &f;
	job.out[0] = lqcd__quda_spinors(x, p, job.parity, 1, 0, function);
	job.results = results;
	memset(results, 0, sizeof results);
	lqcd__quda_walls_run(p, &job, function);
	lqcd__quda_report(p, results, p->Ls, start, function);
}

/** Does the shifted systems of job with the matrix of p. */
LQCD_STATIC void lqcd__quda_walls_shifts(const QudaInvertParam *p, const lqcd__quda_job *job, const char *function)
{
	const lqcd_domain_wall_params w = lqcd__quda_check_walls(p, 1, function);
	const lqcd__quda_wall_form form = lqcd__quda_wall_form_of(p), layout = lqcd__quda_wall_layout(p);
	lqcd__quda_must(lqcd__lanes_fit(&lqcd__quda.lattice, LQCD_LANES_vd) ? lqcd__quda_wall_shifts_vd(&w, job, form, layout)
						: lqcd__quda_wall_shifts_d(&w, job, form, layout),
			function);
}

/** The n lowest eigenpairs of M^dagger M in `pairs`, whose vectors have the memory vectors[k]. p: with the solution M^dagger M;
 * e->low, e->high: of their matrix. */
LQCD_STATIC lqcd_status lqcd__quda_walls_eigen(const QudaInvertParam *p, lqcd_eigen_params *e, void **vectors, lqcd__quda_pairs *pairs,
					       const char *function)
{
	const lqcd_domain_wall_params w = lqcd__quda_check_walls(p, 1, function);
	const double scale = lqcd__quda_scale(p);
	lqcd__quda_job job = lqcd__quda_job_of(p);
	job.out[0] = lqcd__quda_spinors(vectors[0], p, job.parity, 1, 0, function);
	e->low /= scale;
	e->high /= scale;
	const lqcd__quda_wall_form form = lqcd__quda_wall_form_of(p), layout = lqcd__quda_wall_layout(p);
	const lqcd_status s = lqcd__lanes_fit(&lqcd__quda.lattice, LQCD_LANES_vd) ? lqcd__quda_wall_eigen_vd(&w, &job, form, layout, e, vectors, pairs)
						      : lqcd__quda_wall_eigen_d(&w, &job, form, layout, e, vectors, pairs);
	for (int k = 0; k < pairs->count; k++) pairs->value[k] *= scale;
	return s;
}

#endif
