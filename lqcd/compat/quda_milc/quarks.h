/* lqcd/compat/quda_milc/quarks.h: part of quda_milc_interface.h: products and solves, by the functions of quda.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_MILC_QUARKS_H
#define LQCD_QUDA_MILC_QUARKS_H

#include "links.h"

/** Loads fat and long links, or (longlink NULL) those of naive quarks, with their phases, unless they are there: links that were made here
 * stay until the caller says -1 iterations, new ones are made, or others are given. */
LQCD_STATIC void lqcd__milc_load(int precision, const void *fatlink, const void *longlink, int *num_iters, const char *function)
{
	lqcd__quda_need(fatlink && num_iters, function, "fat links or num_iters are NULL");
	if (lqcd__milc.own_links && !lqcd__milc.stale && *num_iters != -1 && fatlink == lqcd__milc.fat && longlink == lqcd__milc.lng) return;
	QudaGaugeParam g = lqcd__milc_gauge(precision, longlink ? QUDA_ASQTAD_FAT_LINKS : QUDA_WILSON_LINKS, function);
	if (!longlink) {
		g.t_boundary = QUDA_ANTI_PERIODIC_T;
		g.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
		g.staggered_phase_applied = 1;
	}
	loadGaugeQuda((void *)(intptr_t)fatlink, &g);
	g.type = QUDA_ASQTAD_LONG_LINKS;
	if (longlink) loadGaugeQuda((void *)(intptr_t)longlink, &g);
	lqcd__milc.fat = fatlink;
	lqcd__milc.lng = longlink;
	lqcd__milc.stale = 0;
}

/** The even-odd matrix 4 mass^2 - D D of these links on the parity of args, and in *offset the first number of that parity. */
LQCD_STATIC QudaInvertParam lqcd__milc_matrix(int precision, const QudaInvertArgs_t *args, int improved, size_t *offset, const char *function)
{
	QudaInvertParam p = newQudaInvertParam();
	const int *l = lqcd__milc.local;
	if (args->evenodd != QUDA_EVEN_PARITY && args->evenodd != QUDA_ODD_PARITY)
		lqcd__quda_error("%s: evenodd %d: QUDA_EVEN_PARITY or QUDA_ODD_PARITY", function, (int)args->evenodd);
	const int odd = args->evenodd == QUDA_ODD_PARITY;
	p.dslash_type = improved ? QUDA_ASQTAD_DSLASH : QUDA_STAGGERED_DSLASH;
	p.cpu_prec = precision == 1 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.dagger = QUDA_DAG_NO;
	p.mass_normalization = QUDA_MASS_NORMALIZATION;
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	p.matpc_type = odd ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
	p.inv_type = QUDA_CG_INVERTER;
	p.maxiter = args->max_iter;
	p.use_init_guess = QUDA_USE_INIT_GUESS_YES;
	*offset = odd ? (size_t)l[0] * (size_t)l[1] * (size_t)l[2] * (size_t)l[3] / 2 * 2 * LQCD_NC * (size_t)p.cpu_prec : 0;
	return p;
}

/** M x = b: |r| <= tol |b| unless tol is 0, and the relative residual at most tol_relative unless that is 0. */
LQCD_STATIC void lqcd__milc_solve(void *x, void *b, QudaInvertParam *p, double tol, double tol_relative, double *residual, double *relative,
				  int *iterations, const char *function)
{
	lqcd__quda_need(tol > 0 || tol_relative > 0, function, "target residuals: both are 0");
	p->residual_type = (QudaResidualType)((tol > 0 ? QUDA_L2_RELATIVE_RESIDUAL : 0) | (tol_relative > 0 ? QUDA_HEAVY_QUARK_RESIDUAL : 0));
	p->tol = tol > 0 ? tol : tol_relative;
	p->tol_hq = tol_relative;
	invertQuda(x, b, p);
	const double *const reached = lqcd__quda_residuals(p);
	if (iterations) *iterations = p->iter;
	if (residual) *residual = reached[0];
	if (relative) *relative = tol_relative > 0 ? reached[QUDA_MAX_MULTI_SRC] : 0;
}

void qudaInvert(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const void *const milc_fatlink, const void *const milc_longlink, void *source,
		void *solution, double *const final_resid, double *const final_rel_resid, int *num_iters)
{
	size_t at;
	(void)quda_precision;
	lqcd__milc_load(external_precision, milc_fatlink, milc_longlink, num_iters, "qudaInvert");
	QudaInvertParam p = lqcd__milc_matrix(external_precision, &inv_args, milc_longlink != NULL, &at, "qudaInvert");
	p.mass = mass;
	lqcd__milc_solve((char *)solution + at, (char *)source + at, &p, target_residual, target_fermilab_residual, final_resid,
			 final_rel_resid, num_iters, "qudaInvert");
}

void qudaInvertMsrc(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		    double target_fermilab_residual, const void *const fatlink, const void *const longlink, void **sourceArray,
		    void **solutionArray, double *const final_residual, double *const final_fermilab_residual, int *num_iters, int num_src)
{
	const char *const name = "qudaInvertMsrc";
	lqcd__quda_need(sourceArray && solutionArray && num_src > 0, name, "sources or solutions are NULL, or num_src is below 1");
	for (int k = 0; k < num_src; k++) /* results are those of the last one */
		qudaInvert(external_precision, quda_precision, mass, inv_args, target_residual, target_fermilab_residual, fatlink, longlink,
			   sourceArray[k], solutionArray[k], final_residual, final_fermilab_residual, num_iters);
}

void qudaMultishiftInvert(int external_precision, int precision, int num_offsets, double *const offset, QudaInvertArgs_t inv_args,
			  const double *target_residual, const double *target_fermilab_residual, const void *const milc_fatlink,
			  const void *const milc_longlink, void *source, void **solutionArray, double *const final_residual,
			  double *const final_fermilab_residual, int *num_iters)
{
	const char *const name = "qudaMultishiftInvert";
	void *x[QUDA_MAX_MULTI_SHIFT];
	size_t at;
	(void)precision;
	if (num_offsets < 1 || num_offsets > QUDA_MAX_MULTI_SHIFT)
		lqcd__quda_error("%s: num_offsets = %d: 1 to %d", name, num_offsets, QUDA_MAX_MULTI_SHIFT);
	lqcd__quda_need(target_residual && target_residual[0] > 0, name, "target_residual[0]: a number above 0 is needed");
	lqcd__milc_load(external_precision, milc_fatlink, milc_longlink, num_iters, name);
	QudaInvertParam p = lqcd__milc_matrix(external_precision, &inv_args, milc_longlink != NULL, &at, name);
	p.use_init_guess = QUDA_USE_INIT_GUESS_NO;
	p.num_offset = num_offsets;
	p.tol = target_residual[0];
	for (int k = 0; k < num_offsets; k++) {
		x[k] = (char *)solutionArray[k] + at;
		p.offset[k] = offset[k];
		p.tol_offset[k] = target_residual[0];
	}
	invertMultiShiftQuda(x, (char *)source + at, &p);
	*num_iters = p.iter;
	QudaInvertParam one = p;
	one.num_offset = 0;
	one.use_init_guess = QUDA_USE_INIT_GUESS_YES;
	for (int k = 0; k < num_offsets; k++) {
		const double relative = target_fermilab_residual ? target_fermilab_residual[k] : 0;
		final_residual[k] = p.true_res_offset[k];
		final_fermilab_residual[k] = 0;
		if (!(relative > 0) && !(target_residual[k] > 0 && final_residual[k] > target_residual[k])) continue;
		int more; /* a tolerance of its own: begins with the solution */
		one.mass = 0.5 * sqrt(offset[k]);
		lqcd__milc_solve(x[k], (char *)source + at, &one, target_residual[k], relative, &final_residual[k],
				 &final_fermilab_residual[k], &more, name);
		*num_iters += more;
	}
}

void qudaDslash(int external_precision, int quda_precision, QudaInvertArgs_t inv_args, const void *const milc_fatlink,
		const void *const milc_longlink, void *source, void *solution, int *num_iters)
{
	size_t at;
	(void)quda_precision;
	lqcd__milc_load(external_precision, milc_fatlink, milc_longlink, num_iters, "qudaDslash");
	QudaInvertParam p = lqcd__milc_matrix(external_precision, &inv_args, milc_longlink != NULL, &at, "qudaDslash");
	const int *l = lqcd__milc.local;
	const size_t half = (size_t)l[0] * (size_t)l[1] * (size_t)l[2] * (size_t)l[3] * LQCD_NC * (size_t)p.cpu_prec;
	dslashQuda((char *)solution + at, (char *)source + (half - at), &p, inv_args.evenodd);
}

/* ---- along links ---- */

/** The matrix of a full field of vectors, with links that are loaded unless some are and reload is 0: without phases and boundary of ours. */
LQCD_STATIC QudaInvertParam lqcd__milc_steps(int precision, const void *links, int reload, const char *function)
{
	QudaInvertParam p = newQudaInvertParam();
	QudaGaugeParam g = lqcd__milc_gauge(precision, QUDA_WILSON_LINKS, function);
	if (reload || !lqcd__quda.has_links) {
		lqcd__quda_need(links != NULL, function, "no links (NULL)");
		loadGaugeQuda((void *)(intptr_t)links, &g);
		lqcd__milc.stale = 1;
	}
	p.dslash_type = QUDA_STAGGERED_DSLASH;
	p.cpu_prec = g.cpu_prec;
	p.dirac_order = QUDA_DIRAC_ORDER;
	return p;
}

void qudaShift(int external_precision, int quda_precision, const void *const links, void *source, void *solution, int dir, int sym,
	       int reloadGaugeField)
{
	(void)quda_precision;
	QudaInvertParam p = lqcd__milc_steps(external_precision, links, reloadGaugeField, "qudaShift");
	shiftQuda(solution, source, dir, sym, &p);
}

void qudaSpinTaste(int external_precision, int quda_precision, const void *const links, void *src, void *dst, int spin, int taste,
		   int reloadGaugeField)
{
	(void)quda_precision;
	QudaInvertParam p = lqcd__milc_steps(external_precision, links, reloadGaugeField, "qudaSpinTaste");
	spinTasteQuda(dst, src, spin, taste, &p);
}

void qudaTwoLinkGaussianSmear(int external_precision, int quda_precision, void *h_gauge, void *source,
			      QudaTwoLinkQuarkSmearArgs_t qsmear_args)
{
	QudaQuarkSmearParam s;
	(void)quda_precision;
	QudaInvertParam p = lqcd__milc_steps(external_precision, h_gauge, qsmear_args.compute_2link, "qudaTwoLinkGaussianSmear");
	p.laplace3D = qsmear_args.laplaceDim;
	memset((void *)&s, 0, sizeof s);
	s.inv_param = &p;
	s.n_steps = qsmear_args.n_steps;
	s.width = qsmear_args.width;
	s.t0 = qsmear_args.t0;
	performTwoLinkGaussianSmearNStep(source, &s);
}

void qudaEigCGInvert(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		     double target_fermilab_residual, const void *const fatlink, const void *const longlink, void *source, void *solution,
		     QudaEigArgs_t eig_args, const int rhs_idx, const int last_rhs_flag, double *const final_residual,
		     double *const final_fermilab_residual, int *num_iters)
{
	(void)eig_args, (void)rhs_idx, (void)last_rhs_flag;
	qudaInvert(external_precision, quda_precision, mass, inv_args, target_residual, target_fermilab_residual, fatlink, longlink, source,
		   solution, final_residual, final_fermilab_residual, num_iters);
}

void *qudaMultigridCreate(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args,
			  const void *const milc_fatlink, const void *const milc_longlink, const char *const mg_param_file)
{
	(void)external_precision, (void)quda_precision, (void)mass, (void)inv_args, (void)milc_fatlink, (void)milc_longlink, (void)mg_param_file;
	return qudaAllocatePinned(1);
}

void qudaMultigridDestroy(void *mg_pack_ptr)
{
	lqcd_free(mg_pack_ptr);
}

void qudaInvertMG(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		  double target_fermilab_residual, const void *const milc_fatlink, const void *const milc_longlink, void *mg_pack_ptr,
		  int mg_rebuild_type, void *source, void *solution, double *const final_residual, double *const final_fermilab_residual,
		  int *num_iters)
{
	const char *const name = "qudaInvertMG";
	size_t at;
	(void)quda_precision, (void)mg_pack_ptr, (void)mg_rebuild_type;
	lqcd__milc_load(external_precision, milc_fatlink, milc_longlink, num_iters, name);
	QudaInvertParam p = lqcd__milc_matrix(external_precision, &inv_args, milc_longlink != NULL, &at, name);
	p.solution_type = QUDA_MAT_SOLUTION;
	p.dagger = QUDA_DAG_YES; /* MILC's matrix is the adjoint of QUDA's */
	p.mass = mass;
	lqcd__milc_solve(solution, source, &p, target_residual, target_fermilab_residual, final_residual,
			 final_fermilab_residual, num_iters, name);
}

/* ---- clover quarks ---- */

LQCD_STATIC QudaInvertParam lqcd__milc_clover(int precision, const QudaInvertArgs_t *args, double kappa, double clover_coeff)
{
	QudaInvertParam p = newQudaInvertParam();
	p.dslash_type = QUDA_CLOVER_WILSON_DSLASH;
	p.kappa = kappa;
	p.dagger = QUDA_DAG_NO;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.maxiter = args->max_iter;
	p.cpu_prec = p.clover_cpu_prec = precision == 1 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
	p.cuda_prec_sloppy = args->mixed_precision == 2   ? QUDA_HALF_PRECISION
			     : args->mixed_precision == 1 ? QUDA_SINGLE_PRECISION
							  : QUDA_DOUBLE_PRECISION;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.clover_order = QUDA_PACKED_CLOVER_ORDER;
	p.clover_coeff = clover_coeff;
	return p;
}

void qudaLoadGaugeField(int external_precision, int quda_precision, QudaInvertArgs_t inv_args, const void *milc_link)
{
	(void)quda_precision;
	QudaGaugeParam g = lqcd__milc_gauge(external_precision, QUDA_WILSON_LINKS, "qudaLoadGaugeField");
	const double *const phase = inv_args.boundary_phase;
	/* A sign that the links have; other phases stay in them. */
	if (!(fabs(phase[0]) > 0 || fabs(phase[1]) > 0 || fabs(phase[2]) > 0) && LQCD__QUDA_IS(phase[3], 1))
		g.t_boundary = QUDA_ANTI_PERIODIC_T;
	loadGaugeQuda((void *)(intptr_t)milc_link, &g);
	lqcd__milc.stale = 1;
}

void qudaFreeGaugeField(void)
{
	freeGaugeQuda();
	lqcd__milc.stale = 1;
}

void qudaLoadCloverField(int external_precision, int quda_precision, QudaInvertArgs_t inv_args, void *milc_clover, void *milc_clover_inv,
			 QudaSolutionType solution_type, QudaSolveType solve_type, double clover_coeff, int compute_trlog, double *trlog)
{
	(void)quda_precision, (void)solution_type, (void)solve_type;
	lqcd__quda_need(!lqcd__milc.clover, "qudaLoadCloverField", "qudaFreeCloverField comes before");
	QudaInvertParam p = lqcd__milc_clover(external_precision, &inv_args, 1, clover_coeff);
	p.compute_clover_trlog = compute_trlog;
	loadCloverQuda(milc_clover, milc_clover_inv, &p);
	lqcd__milc.clover = 1;
	for (int k = 0; k < 2 && compute_trlog; k++) trlog[k] = p.trlogA[k];
}

void qudaFreeCloverField(void)
{
	lqcd__quda_need(lqcd__milc.clover, "qudaFreeCloverField", "qudaLoadCloverField comes before");
	freeCloverQuda();
	lqcd__milc.clover = 0;
}

void qudaCloverInvert(int external_precision, int quda_precision, double kappa, double clover_coeff, QudaInvertArgs_t inv_args,
		      double target_residual, double target_fermilab_residual, const void *milc_link, void *milc_clover,
		      void *milc_clover_inv, void *source, void *solution, double *const final_residual,
		      double *const final_fermilab_residual, int *num_iters)
{
	const char *const name = "qudaCloverInvert";
	const int cg = inv_args.solver_type == QUDA_CG_INVERTER;
	if (milc_link) qudaLoadGaugeField(external_precision, quda_precision, inv_args, milc_link);
	if (milc_clover || milc_clover_inv)
		qudaLoadCloverField(external_precision, quda_precision, inv_args, milc_clover, milc_clover_inv, QUDA_MAT_SOLUTION,
				    QUDA_DIRECT_PC_SOLVE, clover_coeff, 0, NULL);
	QudaInvertParam p = lqcd__milc_clover(external_precision, &inv_args, kappa, clover_coeff);
	p.solution_type = QUDA_MAT_SOLUTION;
	p.inv_type = cg ? QUDA_CG_INVERTER : QUDA_BICGSTAB_INVERTER;
	p.solve_type = cg ? QUDA_NORMOP_PC_SOLVE : QUDA_DIRECT_PC_SOLVE;
	p.matpc_type = QUDA_MATPC_ODD_ODD;
	lqcd__milc_solve(solution, source, &p, target_residual, target_fermilab_residual, final_residual, final_fermilab_residual,
			 num_iters, name);
	if (milc_clover || milc_clover_inv) qudaFreeCloverField();
	if (milc_link) qudaFreeGaugeField();
}

void qudaCloverMultishiftInvert(int external_precision, int quda_precision, int num_offsets, double *const offset, double kappa,
				double clover_coeff, QudaInvertArgs_t inv_args, const double *target_residual, void *source,
				void **solutionArray, double *const final_residual, int *num_iters)
{
	const char *const name = "qudaCloverMultishiftInvert";
	(void)quda_precision;
	if (num_offsets < 1 || num_offsets > QUDA_MAX_MULTI_SHIFT)
		lqcd__quda_error("%s: num_offsets = %d: 1 to %d", name, num_offsets, QUDA_MAX_MULTI_SHIFT);
	QudaInvertParam p = lqcd__milc_clover(external_precision, &inv_args, kappa, clover_coeff);
	p.num_offset = num_offsets;
	p.tol = target_residual[0];
	for (int k = 0; k < num_offsets; k++) {
		p.offset[k] = offset[k];
		p.tol_offset[k] = target_residual[k];
	}
	p.solution_type = QUDA_MATPCDAG_MATPC_SOLUTION;
	p.solve_type = QUDA_NORMOP_PC_SOLVE;
	p.inv_type = QUDA_CG_INVERTER;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN_ASYMMETRIC;
	p.make_resident_solution = inv_args.make_resident_solution;
	invertMultiShiftQuda(solutionArray, source, &p);
	for (int k = 0; k < num_offsets; k++) final_residual[k] = p.true_res_offset[k];
	*num_iters = p.iter;
}

void qudaEigCGCloverInvert(int external_precision, int quda_precision, double kappa, double clover_coeff, QudaInvertArgs_t inv_args,
			   double target_residual, double target_fermilab_residual, const void *milc_link, void *milc_clover,
			   void *milc_clover_inv, void *source, void *solution, QudaEigArgs_t eig_args, const int rhs_idx,
			   const int last_rhs_flag, double *const final_residual, double *const final_fermilab_residual, int *num_iters)
{
	(void)eig_args, (void)rhs_idx, (void)last_rhs_flag;
	inv_args.solver_type = QUDA_CG_INVERTER;
	qudaCloverInvert(external_precision, quda_precision, kappa, clover_coeff, inv_args, target_residual, target_fermilab_residual,
			 milc_link, milc_clover, milc_clover_inv, source, solution, final_residual, final_fermilab_residual, num_iters);
}

void qudaCloverForce(void *mom, double dt, void **x, void **p, double *coeff, double kappa, double ck, int nvec, double multiplicity,
		     void *gauge, int precision, QudaInvertArgs_t inv_args)
{
	QudaGaugeParam g = lqcd__milc_gauge(precision, QUDA_WILSON_LINKS, "qudaCloverForce");
	QudaInvertParam q = lqcd__milc_clover(precision, &inv_args, kappa, QUDA_INVALID_DOUBLE);
	q.num_offset = nvec;
	q.solution_type = QUDA_MATPCDAG_MATPC_SOLUTION;
	q.solve_type = QUDA_NORMOP_PC_SOLVE;
	q.inv_type = QUDA_CG_INVERTER;
	q.matpc_type = QUDA_MATPC_EVEN_EVEN_ASYMMETRIC;
	q.use_resident_solution = inv_args.use_resident_solution;
	computeCloverForceQuda(mom, dt, x, p, coeff, -kappa * kappa, ck, nvec, multiplicity, gauge, &g, &q);
}

/* ---- the program ---- */

void qudaSetMPICommHandle(void *mycomm)
{
#ifdef LQCD_MPI
	const lqcd_comm all = lqcd_comm_all(), theirs = mycomm ? lqcd_comm_world(*(lqcd_comm_handle *)mycomm) : all;
	lqcd__quda_need(theirs.size == all.size && theirs.rank == all.rank, "qudaSetMPICommHandle", "a communicator of fewer processes than there are is not supported");
#else
	(void)mycomm;
#endif
}

/** MILC's ranks: X fastest. */
LQCD_STATIC int lqcd__milc_rank(const int *x, void *fdata)
{
	const int *const n = (const int *)fdata;
	return ((x[3] * n[2] + x[2]) * n[1] + x[1]) * n[0] + x[0];
}

void qudaSetLayout(QudaLayout_t layout)
{
	const char *const name = "qudaSetLayout";
	int grid[4];
	lqcd__quda_need(layout.latsize && layout.machsize, name, "latsize or machsize is NULL");
	for (int k = 0; k < 4; k++) {
		const int n = grid[k] = layout.machsize[k], l = layout.latsize[k];
		if (n < 1 || l < 1 || l % n || l / n % 2) lqcd__quda_error("%s: latsize[%d] = %d on %d processes: local extents must be even", name, k, l, n);
		lqcd__milc.local[k] = l / n;
	}
	if (lqcd_comm_all().size > 1) initCommsGridQuda(4, grid, lqcd__milc_rank, grid);
	initQuda(layout.device);
	lqcd__milc.begun = 1;
}

void qudaInit(QudaInitArgs_t input)
{
	if (lqcd__milc.begun) return;
	setVerbosityQuda(input.verbosity, "", stdout);
	qudaSetLayout(input.layout);
}

void qudaFinalize(void)
{
	memset((void *)&lqcd__milc, 0, sizeof lqcd__milc);
	endQuda();
}

void *qudaAllocatePinned(size_t bytes)
{
	void *const p = lqcd_alloc(bytes ? bytes : 1);
	if (!p) lqcd__quda_error("qudaAllocatePinned: no memory for %lu bytes", (unsigned long)bytes);
	return p;
}

void qudaFreePinned(void *ptr)
{
	lqcd_free(ptr);
}

void *qudaAllocateManaged(size_t bytes)
{
	return qudaAllocatePinned(bytes);
}

void qudaFreeManaged(void *ptr)
{
	lqcd_free(ptr);
}

#endif
