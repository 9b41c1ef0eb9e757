/* lqcd/compat/quda/job.h: part of quda.h: what a call with quarks computes, and its results.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_JOB_H
#define LQCD_QUDA_JOB_H

#include "program.h"

/* Sources that are solved at once: as many as kernels of a device take well. */
enum { LQCD__QUDA_SOURCES = 16 };

/* The bits of residual_type that end a solve. */
enum { LQCD__QUDA_RESIDUALS = QUDA_L2_RELATIVE_RESIDUAL | QUDA_L2_ABSOLUTE_RESIDUAL };

/* A call computes out[k] = A in, or A^-1 in, of fields of one parity or all sites; A the operator, its adjoint, or
 * A^+ A + shift[k]. */
typedef struct {
	lqcd_parity parity;
	int adjoint, normal, apply, term, turn;
	lqcd_method method;
	int restart;          /* GCR with so many directions; 0: method */
	int guess, shift_own; /* out[0] is a first guess; A + shift[k] of a positive A */
	double rho; /* M of one parity has i rho g5 more, our g5 */
	int sources; /* at once: in and out have so many, and results; 0: one */
	int shifts;
	double shift[QUDA_MAX_MULTI_SHIFT];
	lqcd_solve_params params;
	lqcd_solve_result *results;
	lqcd_foreign out[QUDA_MAX_MULTI_SHIFT];
	const lqcd_foreign *in;
} lqcd__quda_job;

LQCD_STATIC double lqcd__quda_set(double value)
{
	return LQCD__QUDA_IS(value, QUDA_INVALID_DOUBLE) ? 0 : value;
}

/** Notes the fields of other quarks than those in four dimensions. */
LQCD_STATIC void lqcd__quda_check_four(const QudaInvertParam *p, const char *function)
{
	if (p->Ls != 1 && p->Ls != 0) lqcd__quda_note(function, "Ls", "of domain walls alone");
	if (!LQCD__QUDA_IS(lqcd__quda_set(p->m5), 0)) lqcd__quda_note(function, "m5", "of domain walls alone");
}

LQCD_STATIC int lqcd__quda_is_wall(const QudaInvertParam *p)
{
	return p && (p->dslash_type == QUDA_DOMAIN_WALL_DSLASH || p->dslash_type == QUDA_DOMAIN_WALL_4D_DSLASH ||
		     p->dslash_type == QUDA_MOBIUS_DWF_DSLASH);
}

/* Eigenvalues, and the work for them. */
typedef struct {
	int count;
	double *value, flops;
} lqcd__quda_pairs;

/** Notes twisted mass of quarks that have none. */
LQCD_STATIC void lqcd__quda_check_untwisted(const QudaInvertParam *p, const char *function)
{
	if (!LQCD__QUDA_IS(lqcd__quda_set(p->mu), 0)) lqcd__quda_note(function, "mu", "of twisted mass quarks alone");
	if (p->twist_flavor != QUDA_TWIST_INVALID && p->twist_flavor != QUDA_TWIST_NO && p->twist_flavor != QUDA_TWIST_SINGLET)
		lqcd__quda_note(function, "twist_flavor", "of twisted mass quarks alone");
}

LQCD_STATIC int lqcd__quda_is_staggered(const QudaInvertParam *p)
{
	return p && (p->dslash_type == QUDA_STAGGERED_DSLASH || p->dslash_type == QUDA_ASQTAD_DSLASH);
}

LQCD_STATIC int lqcd__quda_has_clover(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_CLOVER_WILSON_DSLASH || p->dslash_type == QUDA_TWISTED_CLOVER_DSLASH;
}

LQCD_STATIC int lqcd__quda_is_twisted(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_TWISTED_MASS_DSLASH || p->dslash_type == QUDA_TWISTED_CLOVER_DSLASH;
}

LQCD_STATIC int lqcd__quda_is_symmetric(const QudaInvertParam *p)
{
	return p->matpc_type != QUDA_MATPC_EVEN_EVEN_ASYMMETRIC && p->matpc_type != QUDA_MATPC_ODD_ODD_ASYMMETRIC;
}

LQCD_STATIC int lqcd__quda_is_pc(const QudaInvertParam *p)
{
	return p->solution_type >= QUDA_MATPC_SOLUTION;
}

LQCD_STATIC int lqcd__quda_is_normal(const QudaInvertParam *p)
{
	return p->solution_type == QUDA_MATDAG_MAT_SOLUTION || p->solution_type == QUDA_MATPCDAG_MATPC_SOLUTION;
}

LQCD_STATIC lqcd_parity lqcd__quda_parity(const QudaInvertParam *p)
{
	if (!lqcd__quda_is_pc(p)) return LQCD_FULL;
	return p->matpc_type == QUDA_MATPC_EVEN_EVEN || p->matpc_type == QUDA_MATPC_EVEN_EVEN_ASYMMETRIC ? LQCD_EVEN
													 : LQCD_ODD;
}

/** Our twisted mass, minus QUDA's; flip: of the adjoint, which is that of -mu between two g5. */
LQCD_STATIC double lqcd__quda_mu(const QudaInvertParam *p, int flip)
{
	return lqcd__quda_is_twisted(p) ? (flip ? p->mu : -p->mu) : 0;
}

/** tm_rho: added to mu in the site term of matpc_type's parity, not in the inverse on the other one. */
LQCD_STATIC double lqcd__quda_rho(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_TWISTED_CLOVER_DSLASH ? lqcd__quda_set(p->tm_rho) : 0;
}

/** Whether our operator has a site term. Without one, as for mu = 0, it is Wilson's, whose even-odd form has another scale (evenodd.h). */
LQCD_STATIC int lqcd__quda_has_term(const QudaInvertParam *p)
{
	return lqcd__quda_has_clover(p) || fabs(lqcd__quda_mu(p, 0)) > 0;
}

/** The given clover blocks, times 1 / (2 kappa). */
LQCD_STATIC lqcd_foreign lqcd__quda_own_blocks(double kappa)
{
	lqcd_foreign blocks = lqcd_foreign_make(LQCD_FOREIGN_CLOVER, lqcd__quda.blocks);
	blocks.by_rows = 1;
	blocks.scale = 2 * kappa;
	return blocks;
}

/** The parameters of the operator of p, with flip of its adjoint. */
LQCD_STATIC lqcd__quda_key lqcd__quda_key_of(const QudaInvertParam *p, int flip, lqcd_schur_form form)
{
	lqcd__quda_key key;
	memset((void *)&key, 0, sizeof key);
	key.kappa = p->kappa;
	key.blocks = lqcd__quda_has_clover(p) ? lqcd__quda.blocks : NULL;
	key.csw = lqcd__quda_has_clover(p) && !key.blocks ? lqcd__quda.clover_coeff / p->kappa : 0;
	key.mu = lqcd__quda_mu(p, flip);
	key.form = form;
	return key;
}

/** Whether two operators are the same; not by all bytes, as copies need not keep those behind the last member. */
LQCD_STATIC int lqcd__quda_key_is(const lqcd__quda_key *a, const lqcd__quda_key *b)
{
	return memcmp(a, b, offsetof(lqcd__quda_key, form)) == 0 && a->form == b->form;
}

/** The site term of an operator, if its blocks are not given. */
LQCD_STATIC lqcd_clover_params lqcd__quda_term(const lqcd__quda_key *key)
{
	lqcd_clover_params term = lqcd_clover_params_default();
	term.csw = key->csw;
	term.mu = key->mu;
	term.schur = key->form;
	return term;
}

/** QUDA's matrix is so many times ours (dirac/wilson.h, evenodd.h, domain_wall.h; staggered.h has ours of staggered quarks). */
LQCD_STATIC double lqcd__quda_scale(const QudaInvertParam *p)
{
	const int pc = lqcd__quda_is_pc(p), symmetric = lqcd__quda_is_symmetric(p);
	double scale, k = 2 * p->kappa, b5 = 1;
	if (lqcd__quda_is_staggered(p))
		scale = p->mass_normalization == QUDA_KAPPA_NORMALIZATION ? 0.5 / p->mass : 1;
	else {
		if (lqcd__quda_is_wall(p)) {
			if (p->dslash_type == QUDA_MOBIUS_DWF_DSLASH) memcpy(&b5, &p->b_5[0], sizeof b5);
			scale = pc && (symmetric || p->dslash_type == QUDA_DOMAIN_WALL_DSLASH) ? 1 : 2 * (0.5 / (b5 * (4 + p->m5) + 1));
			k = 1 / (5 + p->m5);
		} else
			scale = !pc ? k : !lqcd__quda_has_term(p) ? k * k : symmetric ? 1 : k;
		if (p->mass_normalization == QUDA_MASS_NORMALIZATION) scale /= pc ? k * k : k;
		if (p->mass_normalization == QUDA_ASYMMETRIC_MASS_NORMALIZATION) scale /= k;
	}
	return lqcd__quda_is_normal(p) ? scale * scale : scale;
}

/** QUDA's system is so many times that of p. */
LQCD_STATIC double lqcd__quda_normalisation(const QudaInvertParam *p)
{
	QudaInvertParam theirs = *p;
	theirs.mass_normalization = lqcd__quda_is_staggered(p) ? QUDA_MASS_NORMALIZATION : QUDA_KAPPA_NORMALIZATION;
	return lqcd__quda_scale(&theirs) / lqcd__quda_scale(p);
}

/** The parity of the result of a hop. */
LQCD_STATIC lqcd_parity lqcd__quda_hop_to(QudaParity parity, const char *function)
{
	if (parity != QUDA_EVEN_PARITY && parity != QUDA_ODD_PARITY)
		lqcd__quda_error("%s: parity %d: QUDA_EVEN_PARITY or QUDA_ODD_PARITY", function, (int)parity);
	return parity == QUDA_EVEN_PARITY ? LQCD_EVEN : LQCD_ODD;
}

LQCD_STATIC lqcd_parity lqcd__quda_other(lqcd_parity parity)
{
	return parity == LQCD_FULL ? LQCD_FULL : parity == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN;
}

/** A job with the matrix of p. */
LQCD_STATIC lqcd__quda_job lqcd__quda_job_of(const QudaInvertParam *p)
{
	lqcd__quda_job job;
	memset((void *)&job, 0, sizeof job);
	job.parity = lqcd__quda_parity(p);
	job.adjoint = p->dagger == QUDA_DAG_YES;
	job.normal = lqcd__quda_is_normal(p);
	job.rho = -lqcd__quda_rho(p);
	job.shifts = 1;
	return job;
}

LQCD_STATIC lqcd_precision lqcd__quda_inner(const QudaInvertParam *p)
{
	return p->cuda_prec_sloppy == QUDA_SINGLE_PRECISION ? LQCD_FLOAT
	       : p->cuda_prec_sloppy == QUDA_HALF_PRECISION || p->cuda_prec_sloppy == QUDA_QUARTER_PRECISION
		       ? LQCD_HALF
		       : LQCD_SAME_PRECISION;
}

/** Spinors in the memory of the caller: theirs = scale ours. gamma5: times g5. */
LQCD_STATIC lqcd_foreign lqcd__quda_spinors(void *data, const QudaInvertParam *p, lqcd_parity parity, double scale,
					    int gamma5, const char *function)
{
	lqcd_foreign_code code = LQCD_CODES;
	lqcd_foreign_basis basis = LQCD_BASIS_DEGRAND_ROSSI;
	lqcd__quda_need(data != NULL, function, "no spinors (NULL)");
	switch ((int)p->dirac_order) {
	case QUDA_DIRAC_ORDER: code = LQCD_CODE_QUDA_MILC; break;
	case QUDA_QDP_DIRAC_ORDER: code = LQCD_CODE_QUDA_QDP; break;
	case QUDA_QDPJIT_DIRAC_ORDER: code = LQCD_CODE_QUDA_QDPJIT; break;
	case QUDA_CPS_WILSON_DIRAC_ORDER: code = LQCD_CODE_QUDA_CPS; break;
	case QUDA_LEX_DIRAC_ORDER: code = LQCD_CODE_QUDA_LEX; break;
	default: lqcd__quda_error("%s: dirac_order %d is not supported", function, (int)p->dirac_order);
	}
	if (code == LQCD_CODE_QUDA_LEX && parity != LQCD_FULL)
		lqcd__quda_error("%s: dirac_order QUDA_LEX_DIRAC_ORDER: fields of one parity have no such order",
				 function);
	switch ((int)p->gamma_basis) {
	case QUDA_DEGRAND_ROSSI_GAMMA_BASIS: break;
	case QUDA_UKQCD_GAMMA_BASIS: basis = LQCD_BASIS_UKQCD; break;
	case QUDA_CHIRAL_GAMMA_BASIS: basis = LQCD_BASIS_CHIRAL; break;
	case QUDA_DIRAC_PAULI_GAMMA_BASIS: basis = LQCD_BASIS_DIRAC_PAULI; break;
	default: lqcd__quda_error("%s: gamma_basis %d is not supported", function, (int)p->gamma_basis);
	}
	lqcd_foreign f =
		lqcd_foreign_of(code, LQCD_FOREIGN_SPINORS, data, lqcd__quda_bits(p->cpu_prec, "cpu_prec", function),
				lqcd__quda_no_table, &lqcd__quda.lattice);
	(void)lqcd_foreign_set_basis(&f, basis);
	f.parity = parity;
	if (code == LQCD_CODE_QUDA_QDPJIT && parity != LQCD_FULL) { /* half as many sites in a row */
		f.spin /= 2;
		f.column /= 2;
		f.im /= 2;
	}
	f.scale = scale;
	for (int i = 0; i < 4 && gamma5; i++)
		for (int j = 2; j < 4; j++) {
			f.basis[i][j].re = -f.basis[i][j].re;
			f.basis[i][j].im = -f.basis[i][j].im;
		}
	return f;
}

/** Sets when job ends, and whether it begins with a guess. */
LQCD_STATIC void lqcd__quda_limits(lqcd__quda_job *job, const QudaInvertParam *p, const char *function)
{
	const QudaPrecision inner = p->cuda_prec_sloppy;
	if (inner != QUDA_INVALID_PRECISION && inner != QUDA_QUARTER_PRECISION && inner != QUDA_HALF_PRECISION &&
	    inner != QUDA_SINGLE_PRECISION && inner != QUDA_DOUBLE_PRECISION)
		lqcd__quda_error("%s: cuda_prec_sloppy = %d: no precision", function, (int)inner);
	if (!lqcd_isfinite(p->tol) || p->tol <= 1e-300)
		lqcd__quda_error("%s: tol = %g: a number above 0 is needed", function, p->tol);
	if (p->maxiter < 0) lqcd__quda_error("%s: maxiter is not set", function);
	if (p->residual_type != QUDA_INVALID_RESIDUAL && (!p->residual_type || (p->residual_type & ~LQCD__QUDA_RESIDUALS)))
		lqcd__quda_error("%s: residual_type %d: QUDA_L2_RELATIVE_RESIDUAL, QUDA_L2_ABSOLUTE_RESIDUAL or both, but for shifts QUDA_HEAVY_QUARK_RESIDUAL, too",
				 function, (int)p->residual_type);
	job->guess = p->use_init_guess == QUDA_USE_INIT_GUESS_YES && !job->normal && !p->preconditioner;
	if (p->use_init_guess == QUDA_USE_INIT_GUESS_YES && !job->guess)
		lqcd__quda_note(function, "use_init_guess", "solves of M^dagger M or with a preconditioner begin with 0");
	job->params = lqcd_solve_params_default();
	job->params.tolerance = p->tol;
	job->params.max_iterations = p->maxiter;
}

/** Bytes of a field of the caller. */
LQCD_STATIC uintptr_t lqcd__quda_bytes(const QudaInvertParam *p)
{
	const int *l = lqcd__quda.lattice.local;
	const uintptr_t sites =
		(uintptr_t)l[0] * (uintptr_t)l[1] * (uintptr_t)l[2] * (uintptr_t)l[3] / (lqcd__quda_is_pc(p) ? 2 : 1);
	const uintptr_t ls = lqcd__quda_is_wall(p) && p->Ls > 1 ? (uintptr_t)p->Ls : 1;
	return sites * (lqcd__quda_is_staggered(p) ? 2 : 8 * ls) * LQCD_NC * (uintptr_t)p->cpu_prec;
}

/** Number k of a field of the caller. */
LQCD_STATIC double lqcd__quda_number(const void *field, size_t k, const QudaInvertParam *p)
{
	return p->cpu_prec == QUDA_SINGLE_PRECISION ? (double)((const float *)field)[k] : ((const double *)field)[k];
}

/** Re a^+ b of two fields of the caller in one layout. */
LQCD_STATIC double lqcd__quda_dot(const void *a, const void *b, const QudaInvertParam *p)
{
	double sum = 0;
	for (size_t i = 0; i < (size_t)lqcd__quda_bytes(p) / (size_t)p->cpu_prec; i++)
		sum += lqcd__quda_number(a, i, p) * lqcd__quda_number(b, i, p);
	return lqcd_comm_sum(&lqcd__quda.lattice.comm, sum);
}

/** The action of n solutions, if it is wanted. */
LQCD_STATIC void lqcd__quda_action(QudaInvertParam *p, void *const *x, const void *b, int n, const char *function)
{
	if (!p->compute_action) return;
	p->action[0] = p->action[1] = 0;
	for (int k = 0; k < n; k++) {
		lqcd__quda_need(x[k] != b, function, "compute_action: x is b");
		p->action[0] += (p->num_offset > 0 ? p->residue[k] : 1) * lqcd__quda_dot(b, x[k], p);
	}
}

/** Makes the tolerance of job one of |r| / |b| if residual_type has QUDA_L2_ABSOLUTE_RESIDUAL: tol is then that of |r|, or of |r| if
 * |b| > 1 where it has both. QUDA's system is c times that of the n sources b. */
LQCD_STATIC void lqcd__quda_absolute(lqcd__quda_job *job, void *const *b, int n, const QudaInvertParam *p, double c)
{
	double most = 0;
	if (p->residual_type == QUDA_INVALID_RESIDUAL || !(p->residual_type & QUDA_L2_ABSOLUTE_RESIDUAL)) return;
	for (int k = 0; k < n; k++) {
		const double sum = lqcd__quda_dot(b[k], b[k], p);
		if (sum > most) most = sum;
	}
	most = c * sqrt(most);
	if ((p->residual_type & QUDA_L2_RELATIVE_RESIDUAL) && most < 1) return;
	if (most > 0) job->params.tolerance = job->params.tolerance < most ? job->params.tolerance / most : 1;
}

/** The solver that is used for that of p: conjugate gradients, BiCGStab or GCR. Others are replaced by one of these, which has the same
 * solution. has: BiCGStab and GCR are there, the former, or none. */
LQCD_STATIC QudaInverterType lqcd__quda_solver(const QudaInvertParam *p, QudaInverterType has, int normal, const char *function)
{
	static const unsigned hermitian = 1u << QUDA_CG_INVERTER | 1u << QUDA_PCG_INVERTER | 1u << QUDA_CG3_INVERTER | 1u << QUDA_CA_CG_INVERTER |
					  1u << QUDA_EIGCG_INVERTER | 1u << QUDA_INC_EIGCG_INVERTER;
	static const unsigned squared = 1u << QUDA_CGNE_INVERTER | 1u << QUDA_CGNR_INVERTER | 1u << QUDA_CG3NE_INVERTER |
					1u << QUDA_CG3NR_INVERTER | 1u << QUDA_CA_CGNE_INVERTER | 1u << QUDA_CA_CGNR_INVERTER;
	static const unsigned stabilised = 1u << QUDA_BICGSTAB_INVERTER | 1u << QUDA_BICGSTABL_INVERTER;
	const int direct = p->solve_type == QUDA_DIRECT_SOLVE || p->solve_type == QUDA_DIRECT_PC_SOLVE;
	const int pc = p->solve_type == QUDA_DIRECT_PC_SOLVE || p->solve_type == QUDA_NORMOP_PC_SOLVE || p->solve_type == QUDA_NORMERR_PC_SOLVE;
	if ((unsigned)p->solve_type > QUDA_NORMERR_PC_SOLVE)
		lqcd__quda_error("%s: solve_type %d is not supported", function, (int)p->solve_type);
	if (lqcd__quda_is_pc(p) && !pc)
		lqcd__quda_error("%s: solve_type %d: even-odd solutions need one with PC", function, (int)p->solve_type);
	if ((unsigned)p->inv_type > QUDA_CA_GCR_INVERTER || p->inv_type == QUDA_MG_INVERTER)
		lqcd__quda_error("%s: inv_type %d is not supported: no solver", function, (int)p->inv_type);
	const unsigned type = 1u << p->inv_type;
	/* The even-odd matrix of staggered quarks is Hermitian. */
	if ((type & hermitian) && direct && !normal && !(lqcd__quda_is_staggered(p) && pc))
		lqcd__quda_error("%s: solve_type %d with inv_type %d: conjugate gradients need a solve_type with NORMOP", function,
				 (int)p->solve_type, (int)p->inv_type);
	const QudaInverterType used = (type & (hermitian | squared)) || normal || !direct ? QUDA_CG_INVERTER
				      : (type & stabilised) && has != QUDA_CG_INVERTER    ? QUDA_BICGSTAB_INVERTER
				      : has == QUDA_GCR_INVERTER			  ? QUDA_GCR_INVERTER
											  : QUDA_CG_INVERTER;
	if (used != p->inv_type)
		lqcd__quda_note(function, "inv_type",
				used == QUDA_CG_INVERTER	 ? "conjugate gradients of the normal equations solve the same system"
				: used == QUDA_BICGSTAB_INVERTER ? "BiCGStab solves the same system"
								 : "GCR solves the same system");
	if (p->inv_type_precondition != QUDA_INVALID_INVERTER && p->inv_type_precondition != QUDA_MG_INVERTER)
		lqcd__quda_note(function, "inv_type_precondition", "no preconditioner but multigrid is used");
	return used;
}

/** Sets how job solves, of quarks without a preconditioner. */
LQCD_STATIC void lqcd__quda_krylov(lqcd__quda_job *job, const QudaInvertParam *p, const char *function)
{
	lqcd__quda_need(!p->preconditioner && p->inv_type_precondition != QUDA_MG_INVERTER, function,
			"inv_type_precondition: no preconditioner of staggered quarks or domain walls is supported");
	job->method = lqcd__quda_solver(p, QUDA_BICGSTAB_INVERTER, job->normal, function) == QUDA_CG_INVERTER ? LQCD_CG : LQCD_BICGSTAB;
	lqcd__quda_limits(job, p, function);
}

/** Two spinors whose memory overlaps, `what` of a call, are refused. */
LQCD_STATIC void lqcd__quda_need_apart(const void *a, const void *b, const QudaInvertParam *p, const char *function,
				       const char *what)
{
	const uintptr_t bytes = lqcd__quda_bytes(p), x = (uintptr_t)a, y = (uintptr_t)b;
	if (x - y < bytes || y - x < bytes) lqcd__quda_error("%s: %s overlap in memory", function, what);
}

/** The shifts of p, of scale times our matrix, and their tolerance: the smallest. */
LQCD_STATIC void lqcd__quda_shifts(lqcd__quda_job *job, void **x, const QudaInvertParam *p, double scale,
				   const char *function)
{
	const int n = p->num_offset;
	lqcd__quda_need(x != NULL, function, "no solutions (NULL)");
	if (n < 1 || n > QUDA_MAX_MULTI_SHIFT)
		lqcd__quda_error("%s: num_offset = %d: 1 to %d", function, n, QUDA_MAX_MULTI_SHIFT);
	job->shifts = n;
	job->params.tolerance = DBL_MAX;
	for (int k = 0; k < n; k++) {
		const double tol = p->tol_offset[k] > 0 ? p->tol_offset[k] : p->tol;
		if (!lqcd_isfinite(p->offset[k]) || p->offset[k] < 0)
			lqcd__quda_error("%s: offset[%d] = %g: 0 or more is needed", function, k, p->offset[k]);
		if (!(tol >= job->params.tolerance)) job->params.tolerance = tol;
		if (!(p->tol_offset[k] >= 0))
			lqcd__quda_error("%s: tol_offset[%d] = %g: 0 or more is needed", function, k, p->tol_offset[k]);
		for (int j = 0; j < k; j++) lqcd__quda_need_apart(x[j], x[k], p, function, "two solutions");
		job->shift[k] = p->offset[k] / scale;
	}
}

/** Sets the results of p that do not belong to a shift. */
LQCD_STATIC void lqcd__quda_report(QudaInvertParam *p, const lqcd_solve_result *r, int n, double start,
				   const char *function)
{
	double flops = 0;
	p->iter = 0;
	for (int k = 0; k < n; k++) {
		flops += r[k].flops;
		if (r[k].iterations > p->iter) p->iter = r[k].iterations;
	}
	*lqcd__quda_residuals(p) = r[0].residual;
	p->secs = lqcd_comm_max(&lqcd__quda.lattice.comm, lqcd__seconds() - start);
	p->gflops = 1e-9 * lqcd_comm_sum(&lqcd__quda.lattice.comm, flops);
	lqcd__quda_say(QUDA_SUMMARIZE, function, p);
}

/** Reports n sources: all iterations, and the largest residual. */
LQCD_STATIC void lqcd__quda_report_sources(QudaInvertParam *p, const lqcd_solve_result *r, int n, double start, const char *function)
{
	lqcd_solve_result all = r[0];
	for (int k = 1; k < n; k++) {
		all.flops += r[k].flops;
		all.iterations += r[k].iterations;
		if (!(r[k].residual <= all.residual)) all.residual = r[k].residual;
	}
	lqcd__quda_report(p, &all, 1, start, function);
	for (int k = 0; k < n; k++) lqcd__quda_residuals(p)[k] = r[k].residual;
}

LQCD_STATIC void lqcd__quda_report_shifts(QudaInvertParam *p, const lqcd_solve_result *r, double start,
					  const char *function)
{
	lqcd__quda_report(p, r, p->num_offset, start, function);
	for (int k = 0; k < p->num_offset; k++) {
		p->true_res_offset[k] = p->iter_res_offset[k] = r[k].residual;
		p->true_res_hq_offset[k] = 0;
	}
}

#endif
