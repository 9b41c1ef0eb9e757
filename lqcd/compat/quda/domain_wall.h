/* lqcd/compat/quda/domain_wall.h: part of quda.h: domain wall quarks.
 *
 * QUDA's matrix is 2 kappa_b D of dirac/domain_wall.h, kappa_b = 1 / (2 b5 (4 + m5) + 2), with -m5 for our m5 and the fifth
 * dimension reversed: its g5 is minus ours. Fields are [parity][s][site]: QUDA's for 4D preconditioning.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_DOMAIN_WALL_H
#define LQCD_QUDA_DOMAIN_WALL_H

#include "../../solver/domain_wall.h"
#include "../../solver/multi.h"
#include "job.h"

LQCD_STATIC int lqcd__quda_is_wall(const QudaInvertParam *p)
{
	return p && (p->dslash_type == QUDA_DOMAIN_WALL_4D_DSLASH || p->dslash_type == QUDA_MOBIUS_DWF_DSLASH);
}

/** Checks p; our parameters. */
LQCD_STATIC lqcd_domain_wall_params lqcd__quda_check_walls(const QudaInvertParam *p, const char *function)
{
	double b[2] = {1, 0}, c[2] = {0, 0};
	lqcd__quda_check_invert(p, function);
	lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	if (p->Ls < 1 || p->Ls > QUDA_MAX_DWF_LS)
		lqcd__quda_error("%s: Ls = %d: 1 to %d", function, p->Ls, QUDA_MAX_DWF_LS);
	if (!lqcd_isfinite(p->m5) || LQCD__QUDA_IS(p->m5, QUDA_INVALID_DOUBLE) || p->m5 <= -4)
		lqcd__quda_error("%s: m5 = %g: a number above -4 is needed", function, p->m5);
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
	if (!LQCD__QUDA_IS(lqcd__quda_set(p->mu), 0))
		lqcd__quda_error("%s: mu = %g with domain walls", function, p->mu);
	if (p->twist_flavor != QUDA_TWIST_INVALID && p->twist_flavor != QUDA_TWIST_NO)
		lqcd__quda_error("%s: twist_flavor %d with domain walls", function, (int)p->twist_flavor);
	if (p->dagger != QUDA_DAG_NO && p->dagger != QUDA_DAG_YES)
		lqcd__quda_error("%s: dagger: QUDA_DAG_NO or QUDA_DAG_YES", function);
	if ((unsigned)p->mass_normalization > QUDA_ASYMMETRIC_MASS_NORMALIZATION)
		lqcd__quda_error("%s: mass_normalization is not set", function);
	const double kappa5 = 0.5 / (5 + p->m5);
	if (p->mass_normalization != QUDA_KAPPA_NORMALIZATION && !LQCD__QUDA_IS(p->kappa, QUDA_INVALID_DOUBLE) &&
	    !(fabs(p->kappa - kappa5) < 1e-6 * kappa5))
		lqcd__quda_error("%s: kappa = %g: not set, or 1 / (10 + 2 m5) = %g with domain walls", function,
				 p->kappa, kappa5);
	if (p->dirac_order != QUDA_DIRAC_ORDER && p->dirac_order != QUDA_QDP_DIRAC_ORDER)
		lqcd__quda_error("%s: dirac_order %d is not supported with domain walls", function,
				 (int)p->dirac_order);
	return lqcd_domain_wall_params_make(p->Ls, -p->m5, p->mass, b[0], c[0]);
}

/** The factor of their matrix and ours. */
LQCD_STATIC double lqcd__quda_wall_scale(const QudaInvertParam *p, const lqcd_domain_wall_params *w)
{
	const double kappa_b = 0.5 / (w->b5 * (4 + p->m5) + 1),
		     scale = p->mass_normalization == QUDA_KAPPA_NORMALIZATION ? 2 * kappa_b
									       : 2 * kappa_b * (5 + p->m5);
	return p->solution_type == QUDA_MATDAG_MAT_SOLUTION ? scale * scale : scale;
}

/** Slice s of f in our order. */
LQCD_STATIC lqcd_foreign lqcd__quda_slice(const lqcd_foreign *f, int s, int ls)
{
	const int *l = lqcd__quda.lattice.local;
	const ptrdiff_t half = (ptrdiff_t)l[0] * l[1] * l[2] * l[3] / 2 * 8 * LQCD_NC;
	lqcd_foreign slice = *f;
	slice.data = (char *)f->data + (ls - 1 - s) * half * (f->bits / 8);
	slice.half = ls * half;
	return slice;
}

LQCD_STATIC lqcd_status lqcd__quda_walls_import(lqcd_multi_field_vd *x, lqcd_spinor_field_d *room,
						const lqcd_foreign *f)
{
	lqcd_status s = LQCD_OK;
	for (int k = 0; k < x->rhs && s == LQCD_OK; k++) {
		const lqcd_foreign slice = lqcd__quda_slice(f, k, x->rhs);
		s = lqcd_foreign_import(lqcd_spinor_field_view_d(room), &slice);
		if (s == LQCD_OK) s = lqcd_multi_field_put_vd(x, k, room);
	}
	return s;
}

LQCD_STATIC lqcd_status lqcd__quda_walls_export(const lqcd_foreign *f, lqcd_spinor_field_d *room,
						const lqcd_multi_field_vd *x)
{
	lqcd_status s = LQCD_OK;
	for (int k = 0; k < x->rhs && s == LQCD_OK; k++) {
		const lqcd_foreign slice = lqcd__quda_slice(f, k, x->rhs);
		s = lqcd_multi_field_take_vd(room, x, k);
		if (s == LQCD_OK) s = lqcd_foreign_export(&slice, lqcd_spinor_field_view_d(room));
	}
	return s;
}

/** Computes job with fields x, b, tmp and more. */
LQCD_STATIC lqcd_status lqcd__quda_walls_compute(lqcd_multi_field_vd *v, const lqcd_domain_wall_vd *D,
						 const lqcd__quda_job *job)
{
	const lqcd_multi_dirac_vd d = lqcd_domain_wall_dirac_vd(D);
	if (job->apply && job->normal) {
		lqcd_domain_wall_apply_vd(&v[3], D, &v[1], &v[2], job->adjoint);
		lqcd_domain_wall_apply_vd(&v[0], D, &v[3], &v[2], !job->adjoint);
	} else if (job->apply)
		lqcd_domain_wall_apply_vd(&v[0], D, &v[1], &v[2], job->adjoint);
	else
		lqcd_multi_dirac_solve_vd(&v[0], &d, &v[1], job->method, &job->params, job->results);
	return job->apply || !lqcd__no_solution(job->results[0].status) ? LQCD_OK : job->results[0].status;
}

LQCD_STATIC lqcd_status lqcd__quda_walls_run(const lqcd_domain_wall_params *w, const lqcd__quda_job *job)
{
	lqcd_domain_wall_vd D;
	lqcd_multi_field_vd v[4];
	lqcd_spinor_field_d room;
	memset((void *)&D, 0, sizeof D);
	memset((void *)v, 0, sizeof v);
	room.ptr = NULL;
	lqcd_status s = lqcd_domain_wall_create_vd(&D, lqcd_gauge_field_view_d(&lqcd__quda.links), w, lqcd__quda.bc_t);
	for (int k = 0; k < 4 && s == LQCD_OK; k++) s = lqcd_domain_wall_field_vd(&v[k], &D, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create_d(&room, &lqcd__quda.lattice, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd__quda_walls_import(&v[1], &room, job->in);
	if (s == LQCD_OK && job->guess) s = lqcd__quda_walls_import(&v[0], &room, &job->out[0]);
	if (s == LQCD_OK) s = lqcd__quda_walls_compute(v, &D, job);
	if (s == LQCD_OK) s = lqcd__quda_walls_export(&job->out[0], &room, &v[0]);
	lqcd_spinor_field_destroy_d(&room);
	for (int k = 0; k < 4; k++) lqcd_multi_field_destroy_vd(&v[k]);
	lqcd_domain_wall_destroy_vd(&D);
	return s;
}

LQCD_STATIC void lqcd__quda_walls_mat(void *out, void *in, const QudaInvertParam *param, int normal,
				      const char *function)
{
	QudaInvertParam p;
	const lqcd_domain_wall_params w = lqcd__quda_check_walls(param, function);
	p = *param;
	if (p.solution_type != QUDA_MAT_SOLUTION && p.solution_type != QUDA_MATDAG_MAT_SOLUTION)
		lqcd__quda_error("%s: solution_type %d: MAT or MATDAG_MAT with domain walls", function,
				 (int)p.solution_type);
	p.solution_type = normal ? QUDA_MATDAG_MAT_SOLUTION : QUDA_MAT_SOLUTION;
	lqcd__quda_job job = lqcd__quda_job_of(&p);
	const lqcd_foreign f = lqcd__quda_spinors(in, &p, LQCD_FULL, 1, 0, function);
	job.apply = 1;
	job.in = &f;
	job.out[0] = lqcd__quda_spinors(out, &p, LQCD_FULL, lqcd__quda_wall_scale(&p, &w), 0, function);
	lqcd__quda_must(lqcd__quda_walls_run(&w, &job), function);
}

LQCD_STATIC void lqcd__quda_walls_invert(void *x, void *b, QudaInvertParam *p, const char *function)
{
	const double start = lqcd__seconds();
	const lqcd_domain_wall_params w = lqcd__quda_check_walls(p, function);
	lqcd_solve_result results[LQCD_MAX_RHS];
	const int cg = p->inv_type == QUDA_CG_INVERTER;
	lqcd__quda_need(p->num_offset == 0, function, "num_offset: for invertMultiShiftQuda");
	if (p->solution_type != QUDA_MAT_SOLUTION)
		lqcd__quda_error("%s: solution_type %d: QUDA_MAT_SOLUTION alone with domain walls", function,
				 (int)p->solution_type);
	lqcd__quda_need(p->dagger == QUDA_DAG_NO, function, "dagger: products alone with domain walls");
	if (!cg && p->inv_type != QUDA_BICGSTAB_INVERTER)
		lqcd__quda_error(
			"%s: inv_type %d is not supported with domain walls: QUDA_CG_INVERTER, QUDA_BICGSTAB_INVERTER",
			function, (int)p->inv_type);
	if (cg ? p->solve_type != QUDA_NORMOP_SOLVE && p->solve_type != QUDA_NORMOP_PC_SOLVE
	       : p->solve_type != QUDA_DIRECT_SOLVE && p->solve_type != QUDA_DIRECT_PC_SOLVE)
		lqcd__quda_error("%s: solve_type %d: QUDA_CG_INVERTER goes with NORMOP, the other with DIRECT",
				 function, (int)p->solve_type);
	lqcd__quda_need(!p->preconditioner && p->inv_type_precondition == QUDA_INVALID_INVERTER, function,
			"inv_type_precondition: no preconditioner of domain walls is supported");
	lqcd__quda_job job = lqcd__quda_job_of(p);
	lqcd__quda_limits(&job, p, function);
	const lqcd_foreign f = lqcd__quda_spinors(b, p, LQCD_FULL, lqcd__quda_wall_scale(p, &w), 0, function);
	job.method = cg ? LQCD_CG : LQCD_BICGSTAB;
	job.in = &f;
	job.out[0] = lqcd__quda_spinors(x, p, LQCD_FULL, 1, 0, function);
	job.results = results;
	memset(results, 0, sizeof results);
	lqcd__quda_must(lqcd__quda_walls_run(&w, &job), function);
	lqcd__quda_report(p, results, w.ls, start, function);
}

#endif
