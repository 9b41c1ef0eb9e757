/* lqcd/compat/quda/multigrid.h: part of quda.h: multigrid as a preconditioner, and eigenvalues.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_MULTIGRID_H
#define LQCD_QUDA_MULTIGRID_H

#include "quarks.h"

#define LQCD__QUDA_SET_LEVEL(type, name, initial)             p.name[k] = initial;
#define LQCD__QUDA_SET_NO_LEVEL(type, name, initial, neutral) p.name[k] = initial;
#define LQCD__QUDA_REFUSE_LEVEL(type, name, initial, neutral)                                                          \
	if (!LQCD__QUDA_IS((double)p->name[k], (double)(initial)) &&                                                   \
	    !LQCD__QUDA_IS((double)p->name[k], (double)(neutral)))                                                     \
		lqcd__quda_error("%s: %s[%d] = %g is not supported", function, #name, k, (double)p->name[k]);

/* ---- multigrid ---- */

QudaMultigridParam newQudaMultigridParam(void)
{
	QudaMultigridParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_MULTIGRID(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	for (int k = 0; k < QUDA_MAX_MG_LEVEL; k++) {
		LQCD__QUDA_LEVEL(LQCD__QUDA_SET_LEVEL, LQCD__QUDA_SET_LEVEL, LQCD__QUDA_SET_NO_LEVEL)
	}
	return p;
}

/** Ours from theirs. Extents of blocks X Y Z T. */
LQCD_STATIC lqcd_multigrid_params lqcd__quda_levels(const QudaMultigridParam *p, const char *function)
{
	lqcd_multigrid_params m = lqcd_multigrid_params_default();
	if (p->n_level < 2 || p->n_level > LQCD_MULTIGRID_LEVELS)
		lqcd__quda_error("%s: n_level = %d: 2 to %d", function, p->n_level, LQCD_MULTIGRID_LEVELS);
	m.levels = p->n_level;
	for (int k = 0; k < m.levels - 1; k++) {
		const int smooth = (p->nu_pre[k] > 0 ? p->nu_pre[k] : 0) + (p->nu_post[k] > 0 ? p->nu_post[k] : 0);
		lqcd_multigrid_level *l = k ? &m.level[k - 1] : NULL;
		int *block = l ? l->block : m.block;
		if (p->n_vec[k] < 1 || p->n_vec[k] > LQCD_MULTIGRID_MOST)
			lqcd__quda_error("%s: n_vec[%d] = %d: 1 to %d", function, k, p->n_vec[k], LQCD_MULTIGRID_MOST);
		*(l ? &l->vectors : &m.vectors) = p->n_vec[k];
		for (int mu = 0; mu < 4; mu++)
			block[mu] = p->geo_block_size[k][(mu + 3) % 4] > 0 ? p->geo_block_size[k][(mu + 3) % 4] : 0;
		if (smooth)
			*(l ? &l->smoothing : &m.smoothing) =
				smooth < LQCD_MULTIGRID_SMOOTH ? smooth : LQCD_MULTIGRID_SMOOTH;
		if (p->coarse_solver_tol[k + 1] > 1e-300 && p->coarse_solver_tol[k + 1] < 1)
			*(l ? &l->coarse_tolerance : &m.coarse_tolerance) = p->coarse_solver_tol[k + 1];
		if (p->coarse_solver_maxiter[k + 1] > 0)
			*(l ? &l->coarse_iterations : &m.coarse_iterations) = p->coarse_solver_maxiter[k + 1];
	}
	return m;
}

/** An operator in floats of the loaded links that is its own. */
LQCD_STATIC void lqcd__quda_multigrid_operator(lqcd_inverter *inv, const QudaInvertParam *quarks, const char *function)
{
	lqcd__quda_forget_operator();
	lqcd__quda_operator(quarks, 0, LQCD_CG, LQCD_FLOAT, function);
	*inv = lqcd__quda.inverter;
	lqcd__quda.has_inverter = 0;
}

/** Sets mg up anew from its vectors, on hosts. Returns 0, and clears mg, if it has none of these parameters or they fail. */
LQCD_STATIC int lqcd__quda_multigrid_renew(lqcd__quda_multigrid *mg, const QudaInvertParam *quarks, const lqcd_multigrid_params *p, int rounds,
					   const char *function)
{
	lqcd_status s = LQCD_ERR_ARGUMENT;
	if (mg->made && !mg->on_device && mg->form == lqcd__quda_form(quarks) && memcmp(&mg->params, p, sizeof *p) == 0) {
		lqcd_inverter old = mg->inverter, *const inv = &mg->inverter;
		lqcd__quda_multigrid_operator(inv, quarks, function);
		const lqcd_dirac_f f = lqcd__inverter_dirac_f(&inv->f);
		const lqcd_dirac_vf vf = lqcd__inverter_dirac_vf(&inv->vf);
		s = inv->vd.used ? lqcd_dirac_multigrid_update_vf(&mg->vf, &vf, rounds, NULL) : lqcd_dirac_multigrid_update_f(&mg->f, &f, rounds, NULL);
		lqcd_inverter_destroy(&old);
	}
	if (s != LQCD_OK) lqcd__quda_multigrid_clear(mg);
	return s == LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd__quda_multigrid_create(lqcd__quda_multigrid *mg, const QudaInvertParam *quarks, const lqcd_multigrid_params *p,
						    lqcd_message *why, const char *function)
{
	lqcd_inverter *inv = &mg->inverter;
	lqcd_status s = LQCD_OK;
	mg->on_device = lqcd__quda_device_multigrid_create(&mg->there, quarks, p, &s, why, function);
	if (mg->on_device) return s;
	if (!lqcd__inverter_owns(inv)) lqcd__quda_multigrid_operator(inv, quarks, function);
	const lqcd_dirac_f f = lqcd__inverter_dirac_f(&inv->f);
	const lqcd_dirac_vf vf = lqcd__inverter_dirac_vf(&inv->vf);
	return inv->vd.used ? lqcd_dirac_multigrid_create_vf(&mg->vf, &vf, p, why)
			    : lqcd_dirac_multigrid_create_f(&mg->f, &f, p, why);
}

/** Sets mg up for the loaded links, from its vectors if it has them. */
LQCD_STATIC void lqcd__quda_multigrid_fill(lqcd__quda_multigrid *mg, QudaMultigridParam *p, const char *function)
{
	const double start = lqcd__seconds();
	lqcd_message why = {""};
	lqcd__quda_need(p && p->invert_param, function, "no parameters, or no invert_param (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	LQCD__QUDA_MULTIGRID(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE)
	for (int k = 0; k < QUDA_MAX_MG_LEVEL; k++) {
		LQCD__QUDA_LEVEL(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE_LEVEL)
		if (p->use_eig_solver[k] == QUDA_BOOLEAN_TRUE) lqcd__quda_note(function, "use_eig_solver", "coarse solves are not deflated");
		if (p->vec_store[k] == QUDA_BOOLEAN_TRUE) lqcd__quda_note(function, "vec_store", "no vectors are written; vec_load computes them");
		if (p->vec_load[k] == QUDA_BOOLEAN_TRUE) lqcd__quda_note(function, "vec_load", "vectors are computed, not read");
	}
	lqcd_multigrid_params params = lqcd__quda_levels(p, function);
	lqcd__quda_check_quarks(p->invert_param, 0, function);
	QudaInvertParam quarks = *p->invert_param;
	quarks.preconditioner = NULL;
	quarks.mu += lqcd__quda_rho(&quarks);
	const int renewed = lqcd__quda_multigrid_renew(mg, &quarks, &params, p->thin_update_only == QUDA_BOOLEAN_TRUE ? 0 : 1, function);
	mg->form = lqcd__quda_form(&quarks);
	mg->params = params;
	lqcd_status s = renewed ? LQCD_OK : lqcd__quda_multigrid_create(mg, &quarks, &params, &why, function);
	if (s == LQCD_ERR_EXTENT || s == LQCD_ERR_LANES || s == LQCD_ERR_ARGUMENT) { /* blocks that do not fit */
		memset(params.block, 0, sizeof params.block);
		for (int k = 0; k < LQCD_MULTIGRID_LEVELS - 2; k++)
			memset(params.level[k].block, 0, sizeof params.level[k].block);
		s = lqcd__quda_multigrid_create(mg, &quarks, &params, &why, function);
	}
	if (s != LQCD_OK) lqcd__quda_error("%s: %s", function, why.text);
	mg->made = 1;
	p->secs = lqcd__seconds() - start;
	p->gflops = 0;
}

void *newMultigridQuda(QudaMultigridParam *param)
{
	lqcd__quda_multigrid *mg = (lqcd__quda_multigrid *)lqcd_alloc(sizeof *mg);
	lqcd__quda_need(mg != NULL, "newMultigridQuda", "no memory");
	memset((void *)mg, 0, sizeof *mg);
	mg->next = lqcd__quda.multigrids;
	lqcd__quda.multigrids = mg;
	lqcd__quda_multigrid_fill(mg, param, "newMultigridQuda");
	return mg;
}

void updateMultigridQuda(void *mg_instance, QudaMultigridParam *param)
{
	lqcd__quda_multigrid *const mg = *lqcd__quda_find_multigrid(mg_instance);
	lqcd__quda_need(mg != NULL, "updateMultigridQuda", "not one of newMultigridQuda");
	lqcd__quda_multigrid_fill(mg, param, "updateMultigridQuda");
}

void destroyMultigridQuda(void *mg_instance)
{
	lqcd__quda_multigrid **const at = lqcd__quda_find_multigrid(mg_instance), *const mg = *at;
	if (!mg_instance) return;
	lqcd__quda_need(mg != NULL, "destroyMultigridQuda", "not one of newMultigridQuda, or destroyed before");
	lqcd__quda_multigrid_clear(mg);
	*at = mg->next;
	lqcd_free(mg);
}

/* ---- eigenvalues ---- */

QudaEigParam newQudaEigParam(void)
{
	QudaEigParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_EIG(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	return p;
}

LQCD_STATIC void lqcd__quda_check_eig(const QudaEigParam *p, const char *function)
{
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	LQCD__QUDA_EIG(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE)
	if (p->eig_type != QUDA_EIG_TR_LANCZOS)
		lqcd__quda_error("%s: eig_type %d: QUDA_EIG_TR_LANCZOS alone is supported", function, (int)p->eig_type);
	if (p->spectrum != QUDA_SPECTRUM_SR_EIG)
		lqcd__quda_error("%s: spectrum %d: QUDA_SPECTRUM_SR_EIG alone is supported", function,
				 (int)p->spectrum);
	/* The even-odd matrix of staggered quarks is Hermitian. */
	const int plain = lqcd__quda_is_staggered(p->invert_param) && p->use_pc == QUDA_BOOLEAN_TRUE;
	if (p->use_norm_op != (plain ? QUDA_BOOLEAN_FALSE : QUDA_BOOLEAN_TRUE))
		lqcd__quda_error("%s: use_norm_op: %s is supported", function,
				 plain ? "QUDA_BOOLEAN_FALSE alone with use_pc and staggered quarks"
				       : "QUDA_BOOLEAN_TRUE alone");
	lqcd__quda_need(!p->vec_infile[0] && !p->vec_outfile[0], function,
			"vec_infile, vec_outfile: files are not supported");
	lqcd__quda_need(!p->preserve_deflation_space, function, "preserve_deflation_space is not supported");
	if (p->n_ev < 1 || p->n_conv < 0 || p->n_conv > p->n_ev || p->n_kr < p->n_ev)
		lqcd__quda_error("%s: n_conv = %d, n_ev = %d, n_kr = %d: 0 or more, and ascending", function, p->n_conv,
				 p->n_ev, p->n_kr);
	if (!lqcd_isfinite(p->tol) || p->tol <= 0)
		lqcd__quda_error("%s: tol = %g: a number above 0 is needed", function, p->tol);
	if (p->use_poly_acc == QUDA_BOOLEAN_TRUE && (p->poly_deg < 1 || !(p->a_min > 0)))
		lqcd__quda_error("%s: poly_deg = %d, a_min = %g: above 0 with use_poly_acc", function, p->poly_deg,
				 p->a_min);
}

void eigensolveQuda(void **h_evecs, double_complex *h_evals, QudaEigParam *param)
{
	const char *const name = "eigensolveQuda";
	const double start = lqcd__seconds();
	lqcd_eigen_params e = lqcd_eigen_params_default();
	lqcd__quda_pairs pairs;
	lqcd__quda_need(param && param->invert_param, name, "no parameters, or no invert_param (NULL)");
	lqcd__quda_need(h_evecs && h_evals, name, "no eigenvectors or eigenvalues (NULL)");
	lqcd__quda_check_eig(param, name);
	QudaInvertParam p = *param->invert_param; /* of the matrix alone */
	const int staggered = lqcd__quda_is_staggered(&p), wall = lqcd__quda_is_wall(&p);
	p.dagger = param->use_dagger == QUDA_BOOLEAN_TRUE ? QUDA_DAG_YES : QUDA_DAG_NO;
	double scale = 1;
	lqcd__quda_job job;
	memset((void *)&job, 0, sizeof job);
	if (!staggered) {
		p.solution_type =
			param->use_pc == QUDA_BOOLEAN_TRUE ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
		p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	}
	if (!staggered && !wall) {
		lqcd__quda_check_quarks(&p, 1, name);
		job = lqcd__quda_job_of(&p);
		scale = lqcd__quda_scale(&p);
		job.out[0] = lqcd__quda_spinors(h_evecs[0], &p, job.parity, 1, 0, name);
	}
	e.count = param->n_conv > 0 ? param->n_conv : param->n_ev;
	e.basis = param->n_kr < e.count + 4 ? e.count + 4 : param->n_kr;
	e.tolerance = param->tol;
	if (param->max_restarts > 0) e.cycles = param->max_restarts;
	e.degree = param->use_poly_acc == QUDA_BOOLEAN_TRUE ? param->poly_deg : 1;
	if (param->use_poly_acc == QUDA_BOOLEAN_TRUE) {
		e.low = param->a_min / scale;
		e.high = param->a_max > 0 ? param->a_max / scale : 0;
	}
	pairs.value = (double *)lqcd_alloc((size_t)e.count * sizeof *pairs.value);
	lqcd__quda_need(pairs.value != NULL, name, "no memory");
	pairs.count = 0;
	pairs.flops = 0;
	lqcd_status s;
	if (staggered)
		s = lqcd__quda_staggered_eigen(&p, param->use_pc == QUDA_BOOLEAN_TRUE, &e, h_evecs, &pairs, name);
	else if (wall)
		s = lqcd__quda_walls_eigen(&p, &e, h_evecs, &pairs, name);
	else {
		lqcd__quda_operator(&p, 0, LQCD_CG, LQCD_SAME_PRECISION, name);
		s = LQCD__QUDA_HERE(lqcd__quda_eigen, &job, &e, h_evecs, &pairs);
	}
	if (s != LQCD_OK && (s != LQCD_ITERATION_LIMIT || param->require_convergence == QUDA_BOOLEAN_TRUE))
		lqcd__quda_error("%s: %s", name,
				 s == LQCD_ITERATION_LIMIT ? "max_restarts were not enough (require_convergence)"
							   : lqcd_lattice_why(&lqcd__quda.lattice, s).text);
	for (int k = 0; k < pairs.count; k++) h_evals[k] = scale * pairs.value[k];
	lqcd_free(pairs.value);
	param->secs = lqcd__seconds() - start;
	param->gflops = 1e-9 * lqcd_comm_sum(&lqcd__quda.lattice.comm, pairs.flops);
}

#endif
