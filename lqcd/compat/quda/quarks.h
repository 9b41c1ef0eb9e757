/* lqcd/compat/quda/quarks.h: part of quda.h: operators on quarks and solves.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_QUARKS_H
#define LQCD_QUDA_QUARKS_H

#include "../../solver/lanczos.h"
#include "domain_wall.h"
#include "job.h"
#include "staggered.h"

#define LQCD_TAG d
#include "matrix.inc"
#define LQCD_TAG vd
#include "matrix.inc"
#define LQCD_TAG d
#define LQCD_LOW f
#include "system.inc"
#define LQCD_TAG vd
#define LQCD_LOW vf
#include "system.inc"

/** kappa csw: clover_coeff or, if that is not set, of clover_csw; 0 if neither is. */
LQCD_STATIC double lqcd__quda_coefficient(const QudaInvertParam *p, const char *function)
{
	const double coeff = lqcd__quda_set(p->clover_coeff), csw = lqcd__quda_set(p->clover_csw);
	if (!lqcd_isfinite(coeff) || !lqcd_isfinite(csw))
		lqcd__quda_error("%s: clover_coeff = %g, clover_csw = %g: numbers are needed", function, coeff, csw);
	if (fabs(coeff) > 0 && fabs(csw) > 0 && fabs(coeff - p->kappa * csw) > 1e-12 * fabs(coeff))
		lqcd__quda_note(function, "clover_csw", "clover_coeff is used, which is not kappa clover_csw");
	return fabs(coeff) > 0 ? coeff : p->kappa * csw;
}

/** Checks what all calls with quarks need; `matrix`: those of a whole matrix, too. */
LQCD_STATIC void lqcd__quda_check_quarks(const QudaInvertParam *p, int matrix, const char *function)
{
	lqcd__quda_check_invert(p, function);
	lqcd__quda_check_four(p, function);
	lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	if (p->dslash_type != QUDA_WILSON_DSLASH && !lqcd__quda_has_clover(p) && !lqcd__quda_is_twisted(p))
		lqcd__quda_error("%s: dslash_type %d is not supported: Wilson, clover, twisted mass, twisted clover; staggered and domain walls have not this function", function,
				 (int)p->dslash_type);
	if (!lqcd_isfinite(p->kappa) || LQCD__QUDA_IS(p->kappa, QUDA_INVALID_DOUBLE) || p->kappa <= 0 || p->kappa > 1e6)
		lqcd__quda_error("%s: kappa = %g: a number above 0 is needed", function, p->kappa);
	const double mass = lqcd__quda_set(p->mass);
	if (!LQCD__QUDA_IS(mass, 0) && !(fabs(mass - (0.5 / p->kappa - 4)) < 1e-6))
		lqcd__quda_note(function, "mass", "kappa is used, of which it is not the mass");
	if (lqcd__quda_is_twisted(p)) {
		if (p->twist_flavor != QUDA_TWIST_SINGLET)
			lqcd__quda_error("%s: twist_flavor %d is not supported: QUDA_TWIST_SINGLET is; doublets, of equal quarks or of unequal ones, are not", function, (int)p->twist_flavor);
		if (LQCD__QUDA_IS(p->mu, QUDA_INVALID_DOUBLE) || !lqcd_isfinite(p->mu)) lqcd__quda_error("%s: mu is not set", function);
		if (matrix && fabs(lqcd__quda_rho(p)) > 0 && (!lqcd__quda_is_pc(p) || lqcd__quda_is_symmetric(p)))
			lqcd__quda_error("%s: tm_rho = %g: of even-odd solutions and an asymmetric matpc_type alone", function, p->tm_rho);
	} else
		lqcd__quda_check_untwisted(p, function);
	if (lqcd__quda_has_clover(p)) {
		lqcd__quda_need(lqcd__quda.has_clover, function, "loadCloverQuda comes before");
		const double coeff = lqcd__quda_coefficient(p, function), loaded = lqcd__quda.clover_coeff;
		if (fabs(coeff) > 0 && fabs(coeff - loaded) > 1e-12 * fabs(loaded))
			lqcd__quda_note(function, "clover_coeff", "that of loadCloverQuda is used, which is another");
		if (!LQCD__QUDA_IS(lqcd__quda_set(p->clover_rho), 0))
			lqcd__quda_error("%s: clover_rho = %g is not supported", function, p->clover_rho);
	}
	if (p->dagger != QUDA_DAG_NO && p->dagger != QUDA_DAG_YES)
		lqcd__quda_error("%s: dagger: QUDA_DAG_NO or QUDA_DAG_YES", function);
	if (!matrix) return;
	if ((unsigned)p->solution_type > QUDA_MATPCDAG_MATPC_SOLUTION || p->solution_type == QUDA_MATPC_DAG_SOLUTION)
		lqcd__quda_error("%s: solution_type %d is not supported", function, (int)p->solution_type);
	if ((unsigned)p->mass_normalization > QUDA_ASYMMETRIC_MASS_NORMALIZATION)
		lqcd__quda_error("%s: mass_normalization is not set", function);
	if (p->solution_type >= QUDA_MATPC_SOLUTION && (unsigned)p->matpc_type > QUDA_MATPC_ODD_ODD_ASYMMETRIC)
		lqcd__quda_error("%s: matpc_type is not set", function);
}

/** Refuses what a whole matrix, or domain walls, cannot honour. */
LQCD_STATIC void lqcd__quda_check(const QudaInvertParam *p, const char *function)
{
	if (lqcd__quda_is_wall(p))
		(void)lqcd__quda_check_walls(p, 1, function);
	else
		lqcd__quda_check_quarks(p, 1, function);
}

/** Where the list has mg, or where it ends. */
LQCD_STATIC lqcd__quda_multigrid **lqcd__quda_find_multigrid(const void *mg)
{
	lqcd__quda_multigrid **at = &lqcd__quda.multigrids;
	while (*at && *at != mg) at = &(*at)->next;
	return at;
}

/** That of p, or of its preconditioner, which has no say in systems with tm_rho. */
LQCD_STATIC lqcd_schur_form lqcd__quda_form(const QudaInvertParam *p)
{
	const lqcd__quda_multigrid *const mg = *lqcd__quda_find_multigrid(p->preconditioner);
	if (mg && !(fabs(lqcd__quda_rho(p)) > 0)) return mg->form;
	return lqcd__quda_is_symmetric(p) ? LQCD_SCHUR_SYMMETRIC : LQCD_SCHUR_ASYMMETRIC;
}

/** Makes the operator in lqcd__quda.inverter, unless it is there. */
LQCD_STATIC void lqcd__quda_operator(const QudaInvertParam *p, int flip, lqcd_method method, lqcd_precision inner, const char *function)
{
	const lqcd__quda_key key = lqcd__quda_key_of(p, flip, lqcd__quda_form(p));
	const lqcd_clover_params term = lqcd__quda_term(&key);
	lqcd_inverter *inv = &lqcd__quda.inverter;
	lqcd_message why = {""};
	double mass;
	if (lqcd__quda.has_inverter && lqcd__quda_key_is(&key, &lqcd__quda.key) && inv->method == method && inv->inner == inner) return;
	lqcd__quda_forget_operator();
	lqcd__quda_must(lqcd_kappa_to_mass(p->kappa, &mass), function);
	const lqcd_field_view u = lqcd_gauge_field_view_d(&lqcd__quda.links);
	lqcd__quda_must(lqcd_inverter_create_view(inv, u, mass, lqcd__quda.bc_t, method, inner), function);
	lqcd__quda.has_inverter = 1;
	lqcd__quda.key = key;
	if (!lqcd__quda_has_term(p)) return;
	const lqcd_foreign blocks = lqcd__quda_own_blocks(p->kappa);
	const lqcd_status s = key.blocks ? lqcd_foreign_inverter_clover(inv, &blocks, key.mu, key.form, &why)
					 : lqcd_inverter_add_clover_view(inv, lqcd__quda_clover_links(), &term, &why);
	if (s != LQCD_OK) lqcd__quda_error("%s: %s", function, why.text);
}

/** Makes the operators on the device, if it has them, else on the host. */
LQCD_STATIC void lqcd__quda_make(const QudaInvertParam *p, int flip, lqcd_method method, lqcd_precision inner, const char *function)
{
	if (fabs(lqcd__quda_rho(p)) > 0 || !lqcd__quda_device_make(p, flip, lqcd__quda_form(p), inner, function))
		lqcd__quda_operator(p, flip, method, inner, function);
}

/* The status of call_<tag>(operator, ..) for the operator of the caller's `job`, made last: on the host, or wherever it is. */
#define LQCD__QUDA_HERE(call, ...)                                                             \
	(lqcd__quda.inverter.vd.used ? call##_vd(&lqcd__quda.inverter.vd.own, __VA_ARGS__) \
				     : call##_d(&lqcd__quda.inverter.d.own, __VA_ARGS__))
#define LQCD__QUDA_WILSON(call, ...) \
	LQCD__QUDA_IF_DEVICE(lqcd__quda.device.on && !(fabs(job.rho) > 0), call##_gd(&lqcd__quda.device.d, __VA_ARGS__), LQCD__QUDA_HERE(call, __VA_ARGS__))

/** A solve on all sites by the method and precisions of the operator, which is the adjoint of an adjoint job. */
LQCD_STATIC lqcd_status lqcd__quda_solve_all(lqcd__quda_job *job, lqcd_precision inner)
{
	job->adjoint = 0;
#ifdef LQCD_QUDA_DEVICE
	const lqcd__quda_device *k = &lqcd__quda.device;
	const lqcd_dirac_gf f = lqcd_wilson_dirac(&k->f);
	const lqcd_dirac_gh h = lqcd_wilson_dirac(&k->h);
	if (k->on)
		return inner == LQCD_HALF ? lqcd__quda_solve_gd_gh(&k->d, &h, job)
					  : lqcd__quda_solve_gd_gf(&k->d, inner == LQCD_FLOAT ? &f : NULL, job);
#endif
	(void)inner;
	*job->results = lqcd__foreign_solve(&lqcd__quda.inverter, &job->out[0], job->in, &job->params, job->guess);
	return lqcd__no_solution(job->results->status) ? job->results->status : LQCD_OK;
}

/* ---- products ---- */

LQCD_STATIC void lqcd__quda_hop(void *out, void *in, const QudaInvertParam *p, QudaParity parity, int hop, int inverse, const char *function)
{
	lqcd__quda_check_quarks(p, 0, function);
	const int term = lqcd__quda_has_term(p);
	if (hop && lqcd__quda_is_twisted(p) && p->dagger == QUDA_DAG_YES)
		lqcd__quda_error("%s: dagger with twisted mass is not supported", function);
	lqcd__quda_job job = lqcd__quda_job_of(p);
	const lqcd_parity to = job.parity = lqcd__quda_hop_to(parity, function);
	const lqcd_foreign f = lqcd__quda_spinors(in, p, hop ? lqcd__quda_other(to) : to, 1, 0, function);
	job.in = &f;
	const double scale = !term ? 1 : inverse ? 0.5 / p->kappa : 2 * p->kappa;
	job.out[0] = lqcd__quda_spinors(out, p, to, scale, 0, function);
	lqcd__quda_make(p, 0, LQCD_CG, LQCD_SAME_PRECISION, function);
	lqcd__quda_must(LQCD__QUDA_WILSON(lqcd__quda_hop, &job, hop, term, inverse), function);
}

void dslashQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity parity)
{
	if (lqcd__quda_is_staggered(inv_param))
		lqcd__quda_staggered_dslash(h_out, h_in, inv_param, parity, "dslashQuda");
	else if (lqcd__quda_is_wall(inv_param))
		lqcd__quda_walls_dslash(h_out, h_in, inv_param, parity, "dslashQuda");
	else
		lqcd__quda_hop(h_out, h_in, inv_param, parity, 1, 1, "dslashQuda");
}

void cloverQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity parity, int inverse)
{
	lqcd__quda_check_invert(inv_param, "cloverQuda");
	lqcd__quda_need(inv_param->dslash_type == QUDA_CLOVER_WILSON_DSLASH, "cloverQuda", "dslash_type: QUDA_CLOVER_WILSON_DSLASH");
	lqcd__quda_hop(h_out, h_in, inv_param, parity, 0, inverse != 0, "cloverQuda");
}

/** MatQuda and MatDagMatQuda of steps.h, for quarks. */
LQCD_STATIC void lqcd__quda_mat(void *out, void *in, const QudaInvertParam *param, int normal, const char *function)
{
	lqcd__quda_check_invert(param, function);
	QudaInvertParam p = *param;
	if ((unsigned)p.mass_normalization > QUDA_ASYMMETRIC_MASS_NORMALIZATION) /* no factor, as QUDA */
		p.mass_normalization = lqcd__quda_is_staggered(&p) ? QUDA_MASS_NORMALIZATION : QUDA_KAPPA_NORMALIZATION;
	if (lqcd__quda_is_staggered(&p)) {
		lqcd__quda_staggered_mat(out, in, &p, normal, function);
		return;
	}
	lqcd__quda_check(&p, function);
	p.preconditioner = NULL; /* whose even-odd form may be another */
	if (!lqcd__quda_is_pc(&p)) p.solution_type = normal ? QUDA_MATDAG_MAT_SOLUTION : QUDA_MAT_SOLUTION;
	else p.solution_type = normal ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATPC_SOLUTION;
	lqcd__quda_job job = lqcd__quda_job_of(&p);
	const lqcd_foreign f = lqcd__quda_spinors(in, &p, job.parity, 1, 0, function);
	job.apply = 1;
	job.in = &f;
	job.out[0] = lqcd__quda_spinors(out, &p, job.parity, lqcd__quda_scale(&p), 0, function);
	if (lqcd__quda_is_wall(&p)) {
		lqcd__quda_walls_run(&p, &job, function);
		return;
	}
	lqcd__quda_make(&p, 0, LQCD_CG, LQCD_SAME_PRECISION, function);
	lqcd__quda_must(LQCD__QUDA_WILSON(lqcd__quda_run, &job), function);
}

/* ---- solves ---- */

/** Sets how job solves. */
LQCD_STATIC void lqcd__quda_method(lqcd__quda_job *job, const QudaInvertParam *p, const char *function)
{
	const QudaInverterType solver = lqcd__quda_solver(p, QUDA_GCR_INVERTER, job->normal, function);
	if (p->inv_type_precondition == QUDA_MG_INVERTER && (!p->preconditioner || solver != QUDA_GCR_INVERTER))
		lqcd__quda_error("%s: inv_type_precondition QUDA_MG_INVERTER: needs QUDA_GCR_INVERTER, DIRECT and a preconditioner", function);
	if (p->inv_type_precondition != QUDA_MG_INVERTER && p->preconditioner)
		lqcd__quda_error("%s: preconditioner without inv_type_precondition QUDA_MG_INVERTER", function);
	lqcd__quda_limits(job, p, function);
	job->restart = solver != QUDA_GCR_INVERTER ? 0 : p->gcrNkrylov < 1 ? 16 : p->gcrNkrylov < LQCD_GCR_MOST ? p->gcrNkrylov : LQCD_GCR_MOST;
	job->method = solver == QUDA_BICGSTAB_INVERTER ? LQCD_BICGSTAB : LQCD_CG;
}

/** Solves job with the preconditioner of p, which is that of the loaded links or of others. */
LQCD_STATIC void lqcd__quda_precondition(lqcd__quda_job *job, lqcd__quda_multigrid *mg, const QudaInvertParam *p, const char *function)
{
	const lqcd_inverter *inv = &lqcd__quda.inverter;
	const int term = lqcd__quda_has_term(p);
	const int part = term && job->parity != LQCD_FULL, symmetric = lqcd__quda_is_symmetric(p);
	job->term = part && symmetric;
	job->turn = !part || symmetric == (mg->form == LQCD_SCHUR_SYMMETRIC) ? 0 : symmetric ? 2 : 1;
	const double s = term ? 1 : 2 * p->kappa;
	if (fabs(job->rho) > 0) {
		lqcd__quda_must(inv->vd.used ? lqcd__quda_precondition_rho_vd_vf(&inv->vd.own, &mg->vf, job)
					     : lqcd__quda_precondition_rho_d_f(&inv->d.own, &mg->f, job),
				function);
		return;
	}
	lqcd__quda_must(LQCD__QUDA_IF_DEVICE(mg->on_device, lqcd__quda_precondition_gd_gf(&lqcd__quda.device.d, &mg->there.mg, job, s),
					     inv->vd.used ? lqcd__quda_precondition_vd_vf(&inv->vd.own, &mg->vf, job, s)
							  : lqcd__quda_precondition_d_f(&inv->d.own, &mg->f, job, s)),
			function);
}

/** x[k] = M^-1 b[k], k < n, where n is 1, for staggered quarks at most what lqcd__quda_staggered_sources allows. */
LQCD_STATIC void lqcd__quda_invert(void **x, void **b, int n, QudaInvertParam *param, const char *name)
{
	const double start = lqcd__seconds();
	lqcd_solve_result result;
	if (lqcd__quda_is_staggered(param)) {
		lqcd__quda_staggered_invert(x, b, n, param, name);
		return;
	}
	if (lqcd__quda_is_wall(param)) {
		lqcd__quda_walls_invert(*x, *b, param, name);
		return;
	}
	lqcd__quda_check_quarks(param, 1, name);
	lqcd__quda_job job = lqcd__quda_job_of(param);
	lqcd__quda_method(&job, param, name);
	lqcd__quda_absolute(&job, b, 1, param, lqcd__quda_normalisation(param));
	/* On all sites D^+(mu) = g5 D(-mu) g5 is solved as D(-mu) in the basis of g5 times the spinors. */
	lqcd__quda_multigrid *const mg = *lqcd__quda_find_multigrid(param->preconditioner);
	const int alone = mg && fabs(job.rho) > 0 && (job.adjoint || mg->on_device), multigrid = param->preconditioner != NULL && !alone;
	if (alone) lqcd__quda_note(name, "tm_rho", "adjoint systems, and those with multigrid on a device, have no preconditioner");
	lqcd__quda_need(!multigrid || mg, name, "preconditioner: not one of newMultigridQuda");
	lqcd__quda_need(!multigrid || mg->made, name, "preconditioner: of another lattice; updateMultigridQuda sets it up for this one");
	if (multigrid && job.adjoint && job.parity != LQCD_FULL)
		lqcd__quda_error("%s: dagger with a preconditioner: for QUDA_MAT_SOLUTION alone", name);
	if (multigrid && job.adjoint && lqcd__quda_is_twisted(param)) /* it would need that of -mu */
		lqcd__quda_error("%s: dagger with a preconditioner and twisted mass is not supported", name);
	const int inverter = job.parity == LQCD_FULL && !job.normal && (multigrid || !job.restart), flip = inverter && job.adjoint;
	const lqcd_foreign in = lqcd__quda_spinors(*b, param, job.parity, lqcd__quda_scale(param), flip, name);
	job.out[0] = lqcd__quda_spinors(*x, param, job.parity, 1, flip, name);
	job.in = &in;
	job.results = &result;
	const int here = multigrid && !mg->on_device;
	const lqcd_precision inner = here ? LQCD_FLOAT : inverter && !multigrid ? lqcd__quda_inner(param) : LQCD_SAME_PRECISION;
	(here ? lqcd__quda_operator : lqcd__quda_make)(param, flip, job.method, inner, name);
	if (multigrid)
		lqcd__quda_precondition(&job, mg, param, name);
	else if (inverter)
		lqcd__quda_must(lqcd__quda_solve_all(&job, inner), name);
	else
		lqcd__quda_must(LQCD__QUDA_WILSON(lqcd__quda_run, &job), name);
	lqcd__quda_report(param, &result, 1, start, name);
}

/** sqrt of the mean of |r|^2 / |x|^2 over the sites of the caller's fields, r of QUDA's system, which is A x = c b; sites without x count 1. */
LQCD_STATIC double lqcd__quda_heavy_quark(void *x, const void *b, const QudaInvertParam *param, const char *function)
{
	QudaInvertParam p = *param;
	const int staggered = lqcd__quda_is_staggered(&p), apart = p.dirac_order == QUDA_QDPJIT_DIRAC_ORDER; /* numbers of a site */
	const size_t bytes = (size_t)lqcd__quda_bytes(&p), n = (staggered ? 2 : 8) * LQCD_NC, sites = bytes / (n * (size_t)p.cpu_prec);
	const double c = lqcd__quda_normalisation(&p);
	double sum = 0;
	if (staggered)
		p.kappa = QUDA_INVALID_DOUBLE;
	else
		p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	void *const y = lqcd_alloc(bytes);
	lqcd__quda_need(y != NULL, function, "no memory");
	lqcd__quda_mat(y, x, &p, lqcd__quda_is_normal(&p), function);
	for (size_t s = 0; s < sites; s++) {
		double r2 = 0, x2 = 0;
		for (size_t k = 0; k < n; k++) {
			const size_t at = apart ? k * sites + s : s * n + k;
			const double v = lqcd__quda_number(x, at, &p), r = c * lqcd__quda_number(b, at, &p) - lqcd__quda_number(y, at, &p);
			r2 += r * r;
			x2 += v * v;
		}
		sum += x2 > 0 ? r2 / x2 : 1;
	}
	lqcd_free(y);
	const lqcd_comm *comm = &lqcd__quda.lattice.comm;
	return sqrt(lqcd_comm_sum(comm, sum) / lqcd_comm_sum(comm, (double)sites));
}

/** lqcd__quda_invert, and again with smaller tolerances until the heavy-quark residuals are at most tol_hq, if residual_type has them. */
LQCD_STATIC void lqcd__quda_invert_heavy(void **x, void **b, int n, QudaInvertParam *param, const char *name)
{
	if (!param || param->residual_type == QUDA_INVALID_RESIDUAL || !(param->residual_type & QUDA_HEAVY_QUARK_RESIDUAL)) {
		lqcd__quda_invert(x, b, n, param, name);
		return;
	}
	if (!lqcd_isfinite(param->tol_hq) || param->tol_hq <= 0)
		lqcd__quda_error("%s: tol_hq = %g: a number above 0 is needed with QUDA_HEAVY_QUARK_RESIDUAL", name, param->tol_hq);
	QudaInvertParam p = *param;
	double *const residual = lqcd__quda_residuals(&p), *const heavy = residual + QUDA_MAX_MULTI_SRC;
	double last = DBL_MAX, flops = 0, secs = 0;
	const QudaResidualType norms = (QudaResidualType)(p.residual_type & LQCD__QUDA_RESIDUALS);
	int iterations = 0;
	void *source[LQCD__QUDA_SOURCES];
	p.residual_type = norms ? norms : QUDA_L2_RELATIVE_RESIDUAL;
	if (!norms) p.tol = p.tol_hq;
	for (int k = 0; k < n; k++) { /* x may be b */
		source[k] = b[k];
		if (x[k] != b[k]) continue;
		lqcd__quda_need(lqcd__quda.has_lattice, name, "loadGaugeQuda comes before");
		source[k] = lqcd_alloc((size_t)lqcd__quda_bytes(&p));
		lqcd__quda_need(source[k] != NULL, name, "no memory");
		memcpy(source[k], b[k], (size_t)lqcd__quda_bytes(&p));
	}
	for (int again = 0; again < 8; again++) {
		double most = 0, tol = DBL_MAX;
		lqcd__quda_invert(x, source, n, &p, name);
		iterations += p.iter;
		flops += p.gflops;
		secs += p.secs;
		for (int k = 0; k < n; k++) {
			heavy[k] = residual[k] > 0 ? lqcd__quda_heavy_quark(x[k], source[k], &p, name) : 0;
			if (!(heavy[k] <= most)) most = heavy[k];
			if (heavy[k] > 0 && residual[k] / heavy[k] < tol) tol = residual[k] / heavy[k];
		}
		if (!(most > p.tol_hq) || !(most < last) || p.iter >= p.maxiter) break;
		last = most;
		p.maxiter -= p.iter;
		p.tol = 0.5 * tol * p.tol_hq;
		p.residual_type = QUDA_L2_RELATIVE_RESIDUAL;
		if (!lqcd__quda_is_normal(&p) && !p.preconditioner) p.use_init_guess = QUDA_USE_INIT_GUESS_YES;
	}
	for (int k = 0; k < n; k++)
		if (source[k] != b[k]) lqcd_free(source[k]);
	memcpy(lqcd__quda_residuals(param), residual, 2 * QUDA_MAX_MULTI_SRC * sizeof *residual);
	param->iter = iterations;
	param->gflops = flops;
	param->secs = secs;
}

void invertQuda(void *h_x, void *h_b, QudaInvertParam *param)
{
	lqcd__quda_need(!param || (!param->make_resident_solution && !param->use_resident_solution), "invertQuda",
			"make_resident_solution, use_resident_solution: the solution would not be in the memory of the caller");
	lqcd__quda_invert_heavy(&h_x, &h_b, 1, param, "invertQuda");
	lqcd__quda_action(param, &h_x, h_b, 1, "invertQuda");
}

void invertMultiSrcQuda(void **h_x, void **h_b, QudaInvertParam *param)
{
	const char *const name = "invertMultiSrcQuda";
	double flops = 0, secs = 0, each[2][QUDA_MAX_MULTI_SRC], *const residual = param ? lqcd__quda_residuals(param) : NULL;
	int iterations = 0;
	lqcd__quda_need(h_x && h_b && param, name, "no spinors or parameters (NULL)");
	if (param->num_src < 1 || param->num_src > QUDA_MAX_MULTI_SRC)
		lqcd__quda_error("%s: num_src = %d: 1 to %d", name, param->num_src, QUDA_MAX_MULTI_SRC);
	if (!lqcd__quda_is_staggered(param) && !lqcd__quda_is_wall(param)) lqcd__quda_check_quarks(param, 1, name);
	for (int k = 0; k < param->num_src; k++) lqcd__quda_need(h_x[k] && h_b[k], name, "no spinors (NULL)");
	for (int k = 1; k < param->num_src; k++)
		for (int j = 0; j < k; j++) {
			lqcd__quda_need_apart(h_x[j], h_x[k], param, name, "two solutions");
			lqcd__quda_need_apart(h_x[j], h_b[k], param, name, "a solution and a later source");
		}
	const int most = lqcd__quda_is_staggered(param) ? lqcd__quda_staggered_sources(param, param->num_src) : 1;
	for (int k = 0; k < param->num_src; k += most) {
		const int left = param->num_src - k;
		lqcd__quda_invert_heavy(h_x + k, h_b + k, left < most ? left : most, param, name);
		flops += param->gflops;
		secs += param->secs;
		iterations += param->iter;
		for (int j = 0; j < 2; j++)
			memcpy(each[j] + k, residual + j * QUDA_MAX_MULTI_SRC, (size_t)(left < most ? left : most) * sizeof **each);
	}
	param->iter = iterations;
	param->secs = secs;
	param->gflops = flops;
	for (int j = 0; j < 2; j++) {
		double *const of = residual + j * QUDA_MAX_MULTI_SRC;
		memcpy(of, each[j], (size_t)param->num_src * sizeof **each);
#ifndef LQCD_QUDA_RESIDUAL_ARRAYS
		for (int k = 0; k < param->num_src; k++)
			if (!(each[j][k] <= *of)) *of = each[j][k];
#endif
	}
}

LQCD_STATIC void lqcd__quda_invert_shifts(void **h_x, void *h_b, QudaInvertParam *param, const char *name)
{
	const double start = lqcd__seconds();
	lqcd_solve_result results[QUDA_MAX_MULTI_SHIFT];
	if (lqcd__quda_is_staggered(param)) {
		lqcd__quda_staggered_shifts(h_x, h_b, param, name);
		return;
	}
	const int wall = lqcd__quda_is_wall(param);
	lqcd__quda_check(param, name);
	lqcd__quda_job job = lqcd__quda_job_of(param);
	lqcd__quda_need(job.normal, name, "solution_type: QUDA_MATDAG_MAT_SOLUTION or QUDA_MATPCDAG_MATPC_SOLUTION");
	(wall ? lqcd__quda_krylov : lqcd__quda_method)(&job, param, name);
	const double scale = lqcd__quda_scale(param);
	lqcd__quda_shifts(&job, h_x, param, scale, name);
	lqcd__quda_absolute(&job, &h_b, 1, param, lqcd__quda_normalisation(param));
	const lqcd_foreign b = lqcd__quda_spinors(h_b, param, job.parity, scale, 0, name);
	for (int k = 0; k < job.shifts; k++) job.out[k] = lqcd__quda_spinors(h_x[k], param, job.parity, 1, 0, name);
	job.in = &b;
	job.results = results;
	if (wall)
		lqcd__quda_walls_shifts(param, &job, name);
	else {
		lqcd__quda_make(param, 0, LQCD_CG, LQCD_SAME_PRECISION, name);
		lqcd__quda_must(LQCD__QUDA_WILSON(lqcd__quda_run, &job), name);
	}
	lqcd__quda_report_shifts(param, results, start, name);
}

void invertMultiShiftQuda(void **h_x, void *h_b, QudaInvertParam *param)
{
	const char *const name = "invertMultiShiftQuda";
	lqcd__quda_forget_solutions();
	lqcd__quda_need(param != NULL && lqcd__quda.has_lattice, name, "loadGaugeQuda comes before, and parameters are needed");
	if (param->make_resident_solution) {
		for (int k = 0; k < param->num_offset && k < QUDA_MAX_MULTI_SHIFT; k++) {
			lqcd__quda_solutions.x[k] = lqcd_alloc((size_t)lqcd__quda_bytes(param));
			lqcd__quda_need(lqcd__quda_solutions.x[k] != NULL, name, "no memory");
			lqcd__quda_solutions.count = k + 1;
		}
		h_x = lqcd__quda_solutions.x;
	}
	lqcd__quda_invert_shifts(h_x, h_b, param, name);
	lqcd__quda_action(param, h_x, h_b, param->num_offset, name);
}

#endif
