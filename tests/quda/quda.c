/* tests/quda/quda.c: compat/quda.h as a program calls it.
 *
 * The reference works in the order and basis of the caller: gamma matrices of QUDA as tables, sites counted in nested loops,
 * links in a plain array; of the library it uses the projection that makes its links. On random links of SU(NC): products, solves of every solution,
 * solver and normalisation, whose residuals it computes; every order of links and spinors; refusals, each in a process of its
 * own, which must end with status 1 and name the field. */
#include <stdlib.h>

#include <lqcd/gauge/project.h>
#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda.h>

#include "../support/support.h"

#include "refusal.h"

#include "quda_naive.h"
#include "quda_calls.h"

#include "quda_solves.h"
#include "quda_more.h"
#include "quda_staggered.h"

/* What a program does wrong: case k; 0 after the last. The word that the error must have. */
static const char *misuse(int k, int run)
{
	QudaInvertParam p = param(QUDA_WILSON_DSLASH);
	QudaGaugeParam g = gauge_param(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	QudaMultigridParam m = newQudaMultigridParam();
	QudaEigParam e = newQudaEigParam();
	QudaGaugeSmearParam f = newQudaGaugeSmearParam();
	QudaGaugeObservableParam o = newQudaGaugeObservableParam();
	void *vectors[1] = {x_};
	double_complex values[1];
	int *short_path[4][1], **buffer[4];
	const char *word = NULL;
	void *more[2] = {more_[0], more_[1]}, *from[2] = {b_, other_};
	int gauge = 0, product_ = 0, c = 0, grid[4] = {1, 1, 1, 1};
	p.clover_order = QUDA_PACKED_CLOVER_ORDER;
	p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
	m.invert_param = e.invert_param = &p;
	m.n_level = 2;
	m.n_vec[0] = 8;
	e.eig_type = QUDA_EIG_TR_LANCZOS;
	e.spectrum = QUDA_SPECTRUM_SR_EIG;
	e.use_norm_op = QUDA_BOOLEAN_TRUE;
	e.n_ev = 1;
	e.n_kr = 8;
	e.tol = 1e-6;
	f.smear_type = QUDA_GAUGE_SMEAR_WILSON_FLOW;
	for (int d = 0; d < 4; d++) {
		short_path[d][0] = staple[d][0];
		buffer[d] = short_path[d];
	}
#define CASE(text, ...)                                                                                                \
	if (c++ == k) {                                                                                                \
		word = text;                                                                                           \
		__VA_ARGS__;                                                                                           \
	}
	CASE("tol_hq", p.residual_type = QUDA_HEAVY_QUARK_RESIDUAL)
	CASE("residual_type", p.residual_type = (QudaResidualType)8)
	CASE("make_resident_solution", p.make_resident_solution = 1)
	CASE("input_location", p.input_location = QUDA_CUDA_FIELD_LOCATION)
	CASE("preconditioner", p.preconditioner = x_)
	CASE("inv_type_precondition", p.inv_type_precondition = QUDA_MG_INVERTER)
	CASE("of another lattice", p.inv_type_precondition = QUDA_MG_INVERTER; p.inv_type = QUDA_GCR_INVERTER; p.solve_type = QUDA_DIRECT_PC_SOLVE;
	     p.preconditioner = left_)
	CASE("not one of newMultigridQuda", p.inv_type_precondition = QUDA_MG_INVERTER; p.inv_type = QUDA_GCR_INVERTER;
	     p.solve_type = QUDA_DIRECT_PC_SOLVE; p.preconditioner = gone_)
	CASE("destroyed before", gauge = 10)
	CASE("not one of newMultigridQuda", gauge = 11)
	CASE("QUDA_ASQTAD_FAT_LINKS", product_ = 5; p = staggered_param(QUDA_ASQTAD_DSLASH))
	CASE("mass", p = staggered_param(QUDA_STAGGERED_DSLASH); p.mass = 0)
	CASE("matpc_type", p = staggered_param(QUDA_STAGGERED_DSLASH); p.solution_type = QUDA_MATPC_SOLUTION;
	     p.matpc_type = QUDA_MATPC_EVEN_EVEN_ASYMMETRIC)
	CASE("solution_type", p = staggered_param(QUDA_STAGGERED_DSLASH); p.solution_type = QUDA_MATPCDAG_MATPC_SOLUTION)
	CASE("dirac_order", p = staggered_param(QUDA_STAGGERED_DSLASH); p.dirac_order = QUDA_CPS_WILSON_DIRAC_ORDER)
	CASE("kappa", p = staggered_param(QUDA_STAGGERED_DSLASH); p.kappa = 0.1; product_ = 1)
	CASE("offset", p = staggered_param(QUDA_STAGGERED_DSLASH); p.solution_type = QUDA_MATPC_SOLUTION; product_ = 3)
	CASE("two solutions", p = staggered_param(QUDA_STAGGERED_DSLASH); p.solution_type = QUDA_MATPC_SOLUTION; product_ = 3; more[1] = more_[0])
	CASE("dslash_type", p.dslash_type = QUDA_MOBIUS_DWF_EOFA_DSLASH)
	CASE("m5", p = wall_param(1); p.m5 = QUDA_INVALID_DOUBLE)
	CASE("m5 = 1.8", p = wall_param(1); p.m5 = 1.8)
	CASE("b_5[1]", p = wall_param(1); p.b_5[1] = 2)
	CASE("b_5[0]", p = wall_param(1); ((double *)(void *)&p.b_5[0])[1] = 0.1)
	CASE("c_5[2]", p = wall_param(1); ((double *)(void *)&p.c_5[2])[1] = -0.1)
	CASE("c_5", p = wall_param(1); p.Ls = 1; p.c_5[0] = -3)
	CASE("solution_type", p = wall_param(0); p.solution_type = QUDA_MATPC_DAG_SOLUTION)
	CASE("solve_type", p = wall_param(0); p.solution_type = QUDA_MATPC_SOLUTION; p.solve_type = QUDA_NORMOP_SOLVE)
	CASE("Ls", p = wall_param(2); p.Ls = 3)
	CASE("matpc_type", p = wall_param(2); p.solution_type = QUDA_MATPC_SOLUTION; p.matpc_type = QUDA_MATPC_ODD_ODD_ASYMMETRIC)
	CASE("dirac_order", p = wall_param(0); p.dirac_order = QUDA_LEX_DIRAC_ORDER)
	CASE("loadCloverQuda", p.dslash_type = QUDA_CLOVER_WILSON_DSLASH)
	CASE("twist_flavor", p.dslash_type = QUDA_TWISTED_MASS_DSLASH; p.twist_flavor = QUDA_TWIST_NONDEG_DOUBLET)
	CASE("kappa", p.kappa = QUDA_INVALID_DOUBLE)
	CASE("inv_type", p.inv_type = QUDA_MG_INVERTER)
	CASE("solve_type", p.solve_type = QUDA_INVALID_SOLVE)
	CASE("solve_type", p.solve_type = QUDA_DIRECT_SOLVE)
	CASE("solution_type", p.solution_type = QUDA_INVALID_SOLUTION)
	CASE("dagger", p.dagger = QUDA_DAG_INVALID)
	CASE("mass_normalization", p.mass_normalization = QUDA_INVALID_NORMALIZATION)
	CASE("matpc_type", p.solution_type = QUDA_MATPC_SOLUTION; p.matpc_type = QUDA_MATPC_INVALID)
	CASE("dirac_order", p.dirac_order = QUDA_INTERNAL_DIRAC_ORDER)
	CASE("gamma_basis", p.gamma_basis = QUDA_INVALID_GAMMA_BASIS)
	CASE("cpu_prec", p.cpu_prec = QUDA_HALF_PRECISION)
	CASE("tol", p.tol = QUDA_INVALID_DOUBLE)
	CASE("maxiter", p.maxiter = QUDA_INVALID_ENUM)
	CASE("mu", p.dslash_type = QUDA_TWISTED_MASS_DSLASH; p.twist_flavor = QUDA_TWIST_SINGLET; p.mu = tap_nan())
	CASE("cuda_prec_sloppy", p.cuda_prec_sloppy = (QudaPrecision)3)
	CASE("two solutions", product_ = 2; more[1] = more_[0] + 1)
	CASE("later source", product_ = 2; from[1] = more_[0])
	CASE("NULL", product_ = 2; more[1] = NULL)
	CASE("two solutions", product_ = 3; more[1] = more_[0])
	CASE("tol_offset", product_ = 3; p.tol_offset[1] = -1)
	CASE("process", product_ = 4; for (int i = 0; i < 4; i++) grid[i] = 65536)
	CASE("LEX", product_ = 1; p.dirac_order = QUDA_LEX_DIRAC_ORDER; p.solution_type = QUDA_MATPC_SOLUTION)
	CASE("anisotropy", gauge = 1; g.anisotropy = 0)
	CASE("staggered_phase_applied", gauge = 1; g.staggered_phase_applied = 1)
	CASE("t_boundary", gauge = 1; g.t_boundary = QUDA_INVALID_T_BOUNDARY)
	CASE("staggered_phase_type", gauge = 1; g.staggered_phase_type = QUDA_STAGGERED_PHASE_TIFR; g.staggered_phase_applied = 1)
	CASE("type", gauge = 1; g.type = QUDA_MOMENTUM_LINKS)
	CASE("gauge_order", gauge = 1; g.gauge_order = QUDA_TIFR_PADDED_GAUGE_ORDER)
	CASE("X[2]", gauge = 1; g.X[2] = 3)
	CASE("site_size", gauge = 1; g.gauge_order = QUDA_MILC_SITE_GAUGE_ORDER; g.site_size = 4 * LINK * 8; g.gauge_offset = 8)
	CASE("t_boundary", gauge = 1; g.use_resident_gauge = 1; g.t_boundary = bc < 0 ? QUDA_PERIODIC_T : QUDA_ANTI_PERIODIC_T)
	CASE("use_resident_mom", gauge = 6; g.use_resident_mom = 1)
	CASE("clover_location", gauge = 8; p.clover_location = QUDA_CUDA_FIELD_LOCATION)
	CASE("return_clover_inverse", gauge = 8; p.return_clover_inverse = 1)
	CASE("NULL", gauge = 2)
	CASE("clover_order", gauge = 8; p.clover_order = QUDA_FLOAT2_CLOVER_ORDER)
	CASE("clover_cpu_prec", gauge = 8; p.clover_cpu_prec = QUDA_HALF_PRECISION)
	CASE("inverse", gauge = 9)
	CASE("n_level", gauge = 3; m.n_level = 1)
	CASE("n_vec[0]", gauge = 3; m.n_vec[0] = 0)
	CASE("eig_type", gauge = 4; e.eig_type = QUDA_EIG_IR_ARNOLDI)
	CASE("spectrum", gauge = 4; e.spectrum = QUDA_SPECTRUM_LR_EIG)
	CASE("use_norm_op", gauge = 4; e.use_norm_op = QUDA_BOOLEAN_FALSE)
	CASE("use_norm_op", gauge = 4; p = staggered_param(QUDA_STAGGERED_DSLASH); e.use_pc = QUDA_BOOLEAN_TRUE)
	CASE("compute_svd", gauge = 4; e.compute_svd = QUDA_BOOLEAN_TRUE)
	CASE("vec_infile", gauge = 4; e.vec_infile[0] = 'x')
	CASE("n_kr", gauge = 4; e.n_kr = 0)
	CASE("smear_type", gauge = 5; f.smear_type = QUDA_GAUGE_SMEAR_STOUT)
	CASE("restart", gauge = 5; f.restart = QUDA_BOOLEAN_TRUE)
	CASE("meas_interval", gauge = 5; f.meas_interval = 0)
	CASE("compute_qcharge_density", gauge = 5; o.compute_qcharge_density = QUDA_BOOLEAN_TRUE)
	CASE("lead back", gauge = 6; staple_length[0] = 2)
	CASE("use_resident_mom", gauge = 6; g.use_resident_mom = 1)
	CASE("use_resident_gauge", gauge = 6; g.X[3] = T - 2; g.use_resident_gauge = 1)
	CASE("site_size", gauge = 6; g.gauge_order = QUDA_MILC_SITE_GAUGE_ORDER; g.site_size = 47 * 8; g.mom_offset = 64;
	     g.use_resident_gauge = 1; staple_length[0] = 3)
	CASE("gauge_order", gauge = 6; g.gauge_order = QUDA_TIFR_GAUGE_ORDER)
	CASE("sitelink", gauge = 7)
#undef CASE
	if (!run || !word) return word;
	if (gauge == 10) destroyMultigridQuda(gone_);
	if (gauge == 11) updateMultigridQuda(gone_, &m);
	if (gauge > 7) p.dslash_type = QUDA_CLOVER_WILSON_DSLASH;
	if (gauge == 3)
		newMultigridQuda(&m);
	else if (gauge == 4)
		eigensolveQuda(vectors, values, &e);
	else if (gauge == 5)
		performWFlowQuda(&f, &o);
	else if (gauge > 7)
		loadCloverQuda(more_, gauge > 8 ? more_ : NULL, &p);
	else if (gauge > 5) {
		double one = 1;
		computeGaugeForceQuda(x_, gauge > 6 ? NULL : links, buffer, staple_length, &one, 1, 3, 1, &g);
	} else if (gauge)
		loadGaugeQuda(gauge == 2 ? NULL : write_links(&g), &g);
	else if (product_ == 1)
		MatQuda(x_, b_, &p);
	else if (product_ == 2) {
		p.num_src = 2;
		invertMultiSrcQuda(more, from, &p);
	} else if (product_ == 3) {
		p.num_offset = 2;
		if (p.dslash_type == QUDA_WILSON_DSLASH) p.solution_type = QUDA_MATDAG_MAT_SOLUTION;
		invertMultiShiftQuda(more, b_, &p);
	} else if (product_ == 5) {
		freeGaugeQuda();
		invertQuda(x_, b_, &p);
	} else if (product_ == 4)
		initCommsGridQuda(4, grid, NULL, NULL);
	else
		invertQuda(x_, b_, &p);
	return word;
}

static void misuse_refused(int k)
{
	misuse(k, 1);
}

static void test_misuse(void)
{
	const char *word;
	freeCloverQuda();
	for (int k = 0; (word = misuse(k, 0)) != NULL; k++)
		tap_ok(is_refused(misuse_refused, k, word), "%s: %.*s", word, (int)strcspn(refusal_text, "\n"), refusal_text);
}

static void test_quda(void)
{
	/* Links and vectors are larger, but not of staggered quarks in float without long links. */
	test_cache = 192 * 4 * (31 * LQCD_NC * LQCD_NC + 12 * LQCD_NC);
	start();
	for (int type = 0; type < TYPES; type++) {
		test_products(type);
		test_solves(type);
		test_multigrid(type);
		test_eigen(type);
	}
	test_orders();
	test_numbers();
	test_given_clover();
	test_guess();
	test_staggered(QUDA_STAGGERED_DSLASH);
	test_staggered(QUDA_ASQTAD_DSLASH);
	for (int pc = 0; pc < 3; pc++) test_staggered_eigen(pc ? QUDA_ASQTAD_DSLASH : QUDA_STAGGERED_DSLASH, pc);
	test_gauge();
	test_other_extents();
	test_misuse();
	QudaInvertParam p = begin(0);
	QudaMultigridParam m;
	void *const mg = new_multigrid(&m, &p);
	endQuda();
	destroyMultigridQuda(left_);
	destroyMultigridQuda(mg);
	tap_ok(!lqcd__quda.multigrids, "multigrid may be destroyed behind endQuda");
}
