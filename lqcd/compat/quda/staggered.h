/* lqcd/compat/quda/staggered.h: part of quda.h: staggered quarks.
 *
 * QUDA's matrix is M = 2 m - D with D = sum of the hops, the adjoint of dirac/staggered.h's.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_STAGGERED_H
#define LQCD_QUDA_STAGGERED_H

#include "device_quarks.h"

#define LQCD_REP ks
#define LQCD_TAG d
#include "matrix.inc"
#define LQCD_TAG vd
#include "matrix.inc"
#define LQCD_TAG d
#define LQCD_LOW f
#include "sources.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "sources.inc"
#define LQCD_TAG d
#define LQCD_LOW f
#include "solve.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "solve.inc"
#undef LQCD_REP

/** Checks what all calls with staggered quarks need; mass: it is read; matrix: so are the solution and its normalisation. */
LQCD_STATIC void lqcd__quda_check_staggered(const QudaInvertParam *p, int mass, int matrix, const char *function)
{
	const int improved = p->dslash_type == QUDA_ASQTAD_DSLASH;
	lqcd__quda_check_invert(p, function);
	lqcd__quda_check_four(p, function);
	if (improved)
		lqcd__quda_need(lqcd__quda.has_fat && lqcd__quda.has_long, function,
				"loadGaugeQuda of QUDA_ASQTAD_FAT_LINKS and of QUDA_ASQTAD_LONG_LINKS come before");
	else
		lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	if (mass && (!lqcd_isfinite(p->mass) || LQCD__QUDA_IS(p->mass, QUDA_INVALID_DOUBLE) || p->mass <= 0))
		lqcd__quda_error("%s: mass = %g: a number above 0 is needed", function, p->mass);
	lqcd__quda_check_untwisted(p, function);
	if (p->dagger != QUDA_DAG_NO && p->dagger != QUDA_DAG_YES)
		lqcd__quda_error("%s: dagger: QUDA_DAG_NO or QUDA_DAG_YES", function);
	if ((unsigned)p->mass_normalization > QUDA_ASYMMETRIC_MASS_NORMALIZATION) /* as QUDA: MASS but for KAPPA */
		lqcd__quda_error("%s: mass_normalization %d: QUDA_MASS_NORMALIZATION or QUDA_KAPPA_NORMALIZATION with "
				 "staggered quarks",
				 function, (int)p->mass_normalization);
	if (!matrix) return;
	if (p->solution_type != QUDA_MAT_SOLUTION && p->solution_type != QUDA_MATDAG_MAT_SOLUTION &&
	    p->solution_type != QUDA_MATPC_SOLUTION)
		lqcd__quda_error("%s: solution_type %d: MAT, MATDAG_MAT or MATPC with staggered quarks", function,
				 (int)p->solution_type);
	if (lqcd__quda_is_pc(p) && p->matpc_type != QUDA_MATPC_EVEN_EVEN && p->matpc_type != QUDA_MATPC_ODD_ODD)
		lqcd__quda_error("%s: matpc_type %d: QUDA_MATPC_EVEN_EVEN or QUDA_MATPC_ODD_ODD with staggered quarks",
				 function, (int)p->matpc_type);
}

/** Colour vectors in the memory of the caller: theirs = scale ours. */
LQCD_STATIC lqcd_foreign lqcd__quda_vectors(void *data, const QudaInvertParam *p, lqcd_parity parity, double scale,
					    const char *function)
{
	lqcd_foreign_code code = LQCD_CODES;
	lqcd__quda_need(data != NULL, function, "no colour vectors (NULL)");
	switch ((int)p->dirac_order) {
	case QUDA_DIRAC_ORDER:
	case QUDA_QDP_DIRAC_ORDER: code = LQCD_CODE_QUDA_MILC; break;
	case QUDA_QDPJIT_DIRAC_ORDER: code = LQCD_CODE_QUDA_QDPJIT; break;
	case QUDA_LEX_DIRAC_ORDER: code = LQCD_CODE_QUDA_LEX; break;
	default:
		lqcd__quda_error("%s: dirac_order %d is not supported with staggered quarks", function,
				 (int)p->dirac_order);
	}
	if (code == LQCD_CODE_QUDA_LEX && parity != LQCD_FULL)
		lqcd__quda_error("%s: dirac_order QUDA_LEX_DIRAC_ORDER: fields of one parity have no such order",
				 function);
	lqcd_foreign f =
		lqcd_foreign_of(code, LQCD_FOREIGN_VECTORS, data, lqcd__quda_bits(p->cpu_prec, "cpu_prec", function),
				lqcd__quda_no_table, &lqcd__quda.lattice);
	f.parity = parity;
	if (code == LQCD_CODE_QUDA_QDPJIT && parity != LQCD_FULL) { /* half as many sites in a row */
		f.column /= 2;
		f.im /= 2;
	}
	f.scale = scale;
	return f;
}

/** Makes the operator of mass m in lqcd__quda.staggered, unless it is there. */
LQCD_STATIC void lqcd__quda_staggered_make_host(const QudaInvertParam *p, double m, int inner, const char *function)
{
	lqcd__quda_staggered *k = &lqcd__quda.staggered;
	lqcd_gauge_field_d room;
	if (k->made != (int)p->dslash_type + 1 || (inner && !k->inner)) {
		lqcd_status s = LQCD_OK;
		lqcd__quda_forget_staggered();
		const int own = p->dslash_type == QUDA_STAGGERED_DSLASH;
		if (own) lqcd__quda_links_with_phases(&room, function);
		const lqcd_field_view u = lqcd_gauge_field_view_d(own ? &room : &lqcd__quda.fat);
		const lqcd_field_view l = p->dslash_type == QUDA_ASQTAD_DSLASH
						  ? lqcd_gauge_field_view_d(&lqcd__quda.lng)
						  : lqcd_staggered_no_links();
		k->lanes = lqcd__lanes_fit(&lqcd__quda.lattice, LQCD_LANES_vf) &&
			   lqcd__lanes_fit(&lqcd__quda.lattice, LQCD_LANES_vd);
		s = k->lanes ? lqcd_staggered_create_vd_ks(&k->vd, u, l, m)
			     : lqcd_staggered_create_d_ks(&k->d, u, l, m);
		if (s == LQCD_OK && inner)
			s = k->lanes ? lqcd_staggered_create_vf_ks(&k->vf, u, l, m)
				     : lqcd_staggered_create_f_ks(&k->f, u, l, m);
		if (own) lqcd_gauge_field_destroy_d(&room);
		lqcd__quda_must(s, function);
		k->made = (int)p->dslash_type + 1;
		k->inner = inner;
	}
	k->d.mass = k->f.mass = k->vd.mass = k->vf.mass = m;
}

/** Makes the operators on the device, if it has them, else on the host. */
LQCD_STATIC void lqcd__quda_staggered_make(const QudaInvertParam *p, double m, int inner, const char *function)
{
	if (!lqcd__quda_device_staggered(p, m, inner, function)) lqcd__quda_staggered_make_host(p, m, inner, function);
}

LQCD_STATIC void lqcd__quda_staggered_dispatch(const lqcd__quda_job *job, int inner, const char *function)
{
	const lqcd__quda_staggered *k = &lqcd__quda.staggered;
	lqcd__quda_must(LQCD__QUDA_IF_DEVICE(lqcd__quda_device_has_staggered(),
					     lqcd__quda_staggered_run_gd_ks_gf_ks(&lqcd__quda.device.staggered_d, inner ? &lqcd__quda.device.staggered_f : NULL, job),
					     k->lanes ? lqcd__quda_staggered_run_vd_ks_vf_ks(&k->vd, inner ? &k->vf : NULL, job)
						      : lqcd__quda_staggered_run_d_ks_f_ks(&k->d, inner ? &k->f : NULL, job)),
			function);
}

/** A job with the matrix of p. */
LQCD_STATIC lqcd__quda_job lqcd__quda_staggered_job(const QudaInvertParam *p)
{
	lqcd__quda_job job = lqcd__quda_job_of(p);
	job.adjoint = !job.adjoint;
	return job;
}

LQCD_STATIC void lqcd__quda_staggered_dslash(void *out, void *in, const QudaInvertParam *p, QudaParity parity,
					     const char *function)
{
	const int kappa = p->mass_normalization == QUDA_KAPPA_NORMALIZATION;
	lqcd__quda_check_staggered(p, kappa, 0, function);
	lqcd__quda_job job;
	memset((void *)&job, 0, sizeof job);
	job.parity = lqcd__quda_hop_to(parity, function);
	job.adjoint = p->dagger == QUDA_DAG_YES;
	const lqcd_foreign f = lqcd__quda_vectors(in, p, lqcd__quda_other(job.parity), 1, function);
	job.in = &f;
	job.out[0] = lqcd__quda_vectors(out, p, job.parity, kappa ? 0.5 / p->mass : 1, function);
	lqcd__quda_staggered_make(p, 1, 0, function);
	const lqcd__quda_staggered *k = &lqcd__quda.staggered;
	lqcd__quda_must(LQCD__QUDA_IF_DEVICE(lqcd__quda_device_has_staggered(), lqcd__quda_hop_gd_ks(&lqcd__quda.device.staggered_d, &job, 1, 0, 0),
					     k->lanes ? lqcd__quda_hop_vd_ks(&k->vd, &job, 1, 0, 0) : lqcd__quda_hop_d_ks(&k->d, &job, 1, 0, 0)),
			function);
}

LQCD_STATIC void lqcd__quda_staggered_mat(void *out, void *in, const QudaInvertParam *param, int normal,
					  const char *function)
{
	lqcd__quda_check_staggered(param, 1, 1, function);
	QudaInvertParam p = *param;
	if (normal && lqcd__quda_is_pc(&p))
		lqcd__quda_error("%s: solution_type: the even-odd matrix of staggered quarks has no M^dagger M",
				 function);
	if (p.mass_normalization != QUDA_KAPPA_NORMALIZATION && !LQCD__QUDA_IS(p.kappa, QUDA_INVALID_DOUBLE) &&
	    !LQCD__QUDA_IS(p.kappa, 0.5))
		lqcd__quda_error("%s: kappa = %g: not set, or 0.5 with staggered quarks", function, p.kappa);
	if (!lqcd__quda_is_pc(&p)) p.solution_type = normal ? QUDA_MATDAG_MAT_SOLUTION : QUDA_MAT_SOLUTION;
	lqcd__quda_job job = lqcd__quda_staggered_job(&p);
	const lqcd_foreign f = lqcd__quda_vectors(in, &p, job.parity, 1, function);
	job.apply = 1;
	job.in = &f;
	job.out[0] = lqcd__quda_vectors(out, &p, job.parity, 1, function);
	lqcd__quda_staggered_make(&p, p.mass, 0, function);
	lqcd__quda_staggered_dispatch(&job, 0, function);
}

/** Sources of p, of n, that are solved at once: solves of the whole matrix; on a device as many as have room there, on hosts up to
 * LQCD__QUDA_SOURCES, if the links and six vectors of (inner) iterations are larger than a cache: below, this is slower
 * (bench/RESULTS.md). */
LQCD_STATIC int lqcd__quda_staggered_sources(const QudaInvertParam *p, int n)
{
	const int *l = lqcd__quda.lattice.local, links = (p->dslash_type == QUDA_ASQTAD_DSLASH ? 16 : 8) * 2 * LQCD_NC * LQCD_NC;
	const double number = lqcd__quda_inner(p) == LQCD_SAME_PRECISION ? sizeof(double) : sizeof(float);
	const int parts = (n + LQCD__QUDA_SOURCES - 1) / LQCD__QUDA_SOURCES;
	if (lqcd__quda_is_pc(p) || lqcd__quda_is_normal(p)) return 1;
	if (lqcd__quda_device_has_staggered()) return lqcd__quda_device_room(n);
	return number * (links + 12 * LQCD_NC) * l[0] * l[1] * l[2] * l[3] > LQCD_CACHE ? (n + parts - 1) / parts : 1;
}

/** x[k] = M^-1 b[k], k < n, where n is 1 or at most what lqcd__quda_staggered_sources allows. */
LQCD_STATIC void lqcd__quda_staggered_invert(void **x, void **b, int n, QudaInvertParam *p, const char *function)
{
	const double start = lqcd__seconds();
	lqcd_solve_result results[LQCD__QUDA_SOURCES];
	lqcd_foreign f[LQCD__QUDA_SOURCES];
	lqcd__quda_check_staggered(p, 1, 1, function);
	lqcd__quda_job job = lqcd__quda_staggered_job(p);
	lqcd__quda_krylov(&job, p, function);
	lqcd__quda_absolute(&job, b, n, p, lqcd__quda_normalisation(p));
	const int inner = job.parity == LQCD_FULL && !job.normal && lqcd__quda_inner(p) != LQCD_SAME_PRECISION;
	for (int k = 0; k < n; k++) {
		f[k] = lqcd__quda_vectors(b[k], p, job.parity, lqcd__quda_scale(p), function);
		job.out[k] = lqcd__quda_vectors(x[k], p, job.parity, 1, function);
	}
	job.in = f;
	job.results = results;
	job.sources = n > 1 ? n : 0;
	lqcd__quda_staggered_make(p, p->mass, inner, function);
	lqcd__quda_staggered_dispatch(&job, inner, function);
	lqcd__quda_report_sources(p, results, n, start, function);
}

LQCD_STATIC void lqcd__quda_staggered_shifts(void **x, void *b, QudaInvertParam *p, const char *function)
{
	const double start = lqcd__seconds();
	lqcd_solve_result results[QUDA_MAX_MULTI_SHIFT];
	const int n = p->num_offset;
	double least = DBL_MAX;
	lqcd__quda_check_staggered(p, 0, 1, function);
	lqcd__quda_need(p->solution_type == QUDA_MATPC_SOLUTION && p->mass_normalization != QUDA_KAPPA_NORMALIZATION,
			function,
			"solution_type, mass_normalization: QUDA_MATPC_SOLUTION and QUDA_MASS_NORMALIZATION with "
			"staggered quarks");
	lqcd__quda_job job = lqcd__quda_staggered_job(p);
	lqcd__quda_krylov(&job, p, function);
	job.guess = 0;
	const lqcd_foreign f = lqcd__quda_vectors(b, p, job.parity, 1, function);
	lqcd__quda_shifts(&job, x, p, 1, function);
	lqcd__quda_absolute(&job, &b, 1, p, 1);
	for (int k = 0; k < n; k++) {
		if (p->offset[k] <= 0)
			lqcd__quda_error("%s: offset[%d] = %g: above 0 with staggered quarks", function, k,
					 p->offset[k]);
		job.out[k] = lqcd__quda_vectors(x[k], p, job.parity, 1, function);
		least = p->offset[k] < least ? p->offset[k] : least;
	}
	for (int k = 0; k < n; k++) job.shift[k] -= least;
	job.in = &f;
	job.results = results;
	job.shift_own = 1;
	lqcd__quda_staggered_make(p, 0.5 * sqrt(least), 0, function);
	lqcd__quda_staggered_dispatch(&job, 0, function);
	lqcd__quda_report_shifts(p, results, start, function);
}

/** The n lowest eigenpairs of M^dagger M, or of the even-odd matrix, in `pairs`; job.out[0] with the memory vectors[k] is that of
 * eigenvector k. */
LQCD_STATIC lqcd_status lqcd__quda_staggered_eigen(QudaInvertParam *p, int even_odd, const lqcd_eigen_params *e, void **vectors,
						   lqcd__quda_pairs *pairs, const char *function)
{
	p->mass_normalization = QUDA_MASS_NORMALIZATION;
	p->solution_type = even_odd ? QUDA_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
	lqcd__quda_check_staggered(p, 1, 1, function);
	lqcd__quda_job job = lqcd__quda_staggered_job(p);
	job.out[0] = lqcd__quda_vectors(vectors[0], p, job.parity, 1, function);
	lqcd__quda_staggered_make_host(p, p->mass, 0, function);
	const lqcd__quda_staggered *k = &lqcd__quda.staggered;
	return k->lanes ? lqcd__quda_eigen_vd_ks(&k->vd, &job, e, vectors, pairs) : lqcd__quda_eigen_d_ks(&k->d, &job, e, vectors, pairs);
}

#endif
