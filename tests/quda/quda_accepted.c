/* tests/quda/quda_accepted.c: fields of QUDA's structs that compat/quda.h accepts and that change no result. Sets each, calls, and
 * compares with the call without it: residuals, absolute and relative; a table of fields. One note speaks of a field in a process. */
#include <lqcd/compat/enum_quda.h>
#include <lqcd/compat/quda_constants.h>
#include <lqcd/compat/quda_define.h>

#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda.h>

#include "../support/support.h"

enum { ACCEPTED_V = 4 * 4 * 2 * 6, ACCEPTED_SPINOR = 8 * LQCD_NC };
static double ac_links[4][ACCEPTED_V * 2 * LQCD_NC * LQCD_NC], ac_b[ACCEPTED_V * ACCEPTED_SPINOR], ac_x[3][ACCEPTED_V * ACCEPTED_SPINOR],
	ac_y[ACCEPTED_V * ACCEPTED_SPINOR];
static void *ac_four[4] = {ac_links[0], ac_links[1], ac_links[2], ac_links[3]};

static QudaGaugeParam ac_gauge(void)
{
	QudaGaugeParam g = newQudaGaugeParam();
	g.X[0] = g.X[1] = 4;
	g.X[2] = 2;
	g.X[3] = 6;
	g.gauge_order = QUDA_QDP_GAUGE_ORDER;
	g.cpu_prec = QUDA_DOUBLE_PRECISION;
	g.t_boundary = QUDA_PERIODIC_T;
	return g;
}

static QudaInvertParam ac_param(QudaDslashType type)
{
	QudaInvertParam p = newQudaInvertParam();
	p.dslash_type = type;
	p.inv_type = QUDA_CG_INVERTER;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = QUDA_NORMOP_PC_SOLVE;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.dagger = QUDA_DAG_NO;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.tol = 1e-10;
	p.maxiter = 1000;
	p.kappa = 0.11;
	p.verbosity = QUDA_SILENT;
	if (type == QUDA_STAGGERED_DSLASH) p.mass = 0.3;
	if (type == QUDA_CLOVER_WILSON_DSLASH) p.clover_coeff = 0.12;
	if (type == QUDA_DOMAIN_WALL_4D_DSLASH) {
		p.mass = 0.1;
		p.m5 = -1.5;
		p.Ls = 1;
		p.kappa = QUDA_INVALID_DOUBLE;
	}
	return p;
}

/* |a - b| / |a| */
static double ac_apart(const double *a, const double *b)
{
	double d = 0, n = 0;
	for (int k = 0; k < ACCEPTED_V * ACCEPTED_SPINOR; k++) {
		d += (a[k] - b[k]) * (a[k] - b[k]);
		n += a[k] * a[k];
	}
	return sqrt(d / n);
}

/* Sets field k of p; its name, or NULL behind the last. exact: the solution has the same bits. */
static const char *ac_field(QudaInvertParam *p, int k, int *exact)
{
	int n = 0;
	const char *name = NULL;
	*exact = 1;
#define FIELD(text, ...)                                                                                               \
	if (n++ == k) {                                                                                                \
		name = text;                                                                                           \
		__VA_ARGS__;                                                                                           \
	}
	FIELD("tol_hq", p->tol_hq = 0.1)
	FIELD("tol_hq, residual", p->residual_type = (QudaResidualType)(p->residual_type | QUDA_HEAVY_QUARK_RESIDUAL); p->tol_hq = 0.1)
	FIELD("tol_hq_offset", p->tol_hq_offset[1] = 0.1)
	FIELD("tol_restart", p->tol_restart = 1e-3)
	FIELD("clover_location", p->clover_location = QUDA_CUDA_FIELD_LOCATION)
	FIELD("num_offset", p->num_offset = 3)
	FIELD("epsilon", p->epsilon = 0.3)
	FIELD("evmax", p->evmax = 2)
	FIELD("eofa_shift, eofa_pm", p->eofa_shift = 0.3; p->eofa_pm = 0)
	FIELD("mq1, mq2, mq3", p->mq1 = 1; p->mq2 = 0.1; p->mq3 = 0.2)
	FIELD("b_5, c_5", p->b_5[0] = 1.5; p->c_5[0] = 0.5)
	FIELD("madwf", p->madwf_ls = 4; p->madwf_null_miniter = 3; p->madwf_null_tol = 0.1; p->madwf_train_maxiter = 3;
	      p->madwf_diagonal_suppressor = 0.3)
	FIELD("madwf_param", p->madwf_param_load = p->madwf_param_save = QUDA_BOOLEAN_TRUE; p->madwf_param_infile[0] = 'x')
	FIELD("accelerator_type_precondition", p->accelerator_type_precondition = QUDA_MADWF_ACCELERATOR)
	FIELD("laplace3D", p->laplace3D = 3)
	FIELD("covdev_mu", p->covdev_mu = 1)
	FIELD("inv_type_precondition", p->inv_type_precondition = QUDA_MR_INVERTER)
	FIELD("return_clover", p->return_clover = p->return_clover_inverse = 1)
	FIELD("chrono", p->chrono_use_resident = p->chrono_make_resident = p->chrono_replace_last = 1; p->chrono_max_dim = 3)
	FIELD("deflate", p->deflate = QUDA_BOOLEAN_TRUE)
	FIELD("eig_param, deflation_op", p->eig_param = ac_x; p->deflation_op = ac_x)
	FIELD("split_grid", p->split_grid[1] = 2)
	FIELD("overlap", p->overlap = 2)
	FIELD("distance_pc_alpha0", p->distance_pc_alpha0 = 0.3; p->distance_pc_t0 = 1)
	FIELD("mu", p->mu = 0.2)
	FIELD("tm_rho, clover_rho", p->tm_rho = p->dslash_type == QUDA_TWISTED_CLOVER_DSLASH ? 0 : 0.2)
	FIELD("twist_flavor", p->twist_flavor = QUDA_TWIST_NONDEG_DOUBLET)
	FIELD("struct_size", p->struct_size = (size_t)QUDA_INVALID_ENUM)
	FIELD("mass", if (p->dslash_type == QUDA_WILSON_DSLASH || p->dslash_type == QUDA_CLOVER_WILSON_DSLASH) p->mass = 0.7)
	FIELD("m5, Ls", if (p->dslash_type != QUDA_DOMAIN_WALL_4D_DSLASH) p->m5 = -1.3, p->Ls = 2)
	FIELD("clover_csw", if (p->dslash_type == QUDA_CLOVER_WILSON_DSLASH) p->clover_csw = 3)
	FIELD("clover_coeff", p->clover_coeff = 0.2)
	FIELD("energy, power, temp, clock", p->energy = p->power = p->temp = p->clock = 1)
	FIELD("QUDA_CGNR_INVERTER", p->inv_type = QUDA_CGNR_INVERTER; p->solve_type = QUDA_DIRECT_PC_SOLVE)
	FIELD("QUDA_CGNE_INVERTER", p->inv_type = QUDA_CGNE_INVERTER; p->solve_type = QUDA_DIRECT_PC_SOLVE)
	FIELD("QUDA_CA_CG_INVERTER", p->inv_type = QUDA_CA_CG_INVERTER)
	FIELD("QUDA_PCG_INVERTER", p->inv_type = QUDA_PCG_INVERTER; p->inv_type_precondition = QUDA_CG_INVERTER)
	FIELD("QUDA_EIGCG_INVERTER", p->inv_type = QUDA_EIGCG_INVERTER)
	FIELD("QUDA_NORMERR_PC_SOLVE", p->solve_type = QUDA_NORMERR_PC_SOLVE)
	FIELD("QUDA_L2_ABSOLUTE_RESIDUAL", p->residual_type = QUDA_L2_ABSOLUTE_RESIDUAL; *exact = 0)
	FIELD("QUDA_BICGSTABL_INVERTER", p->inv_type = QUDA_BICGSTABL_INVERTER; p->solve_type = QUDA_DIRECT_PC_SOLVE; *exact = 0)
	FIELD("GCR with an inner solver", p->inv_type = QUDA_GCR_INVERTER; p->inv_type_precondition = QUDA_MR_INVERTER;
	      p->solve_type = QUDA_DIRECT_PC_SOLVE; p->gcrNkrylov = 1000; *exact = 0)
	FIELD("QUDA_CA_GCR_INVERTER", p->inv_type = QUDA_CA_GCR_INVERTER; p->solve_type = QUDA_DIRECT_PC_SOLVE; *exact = 0)
#undef FIELD
	return name;
}

/* The table, for one kind of quarks. */
static void ac_solves(QudaDslashType type, const char *what)
{
	int exact = 0, wrong = 0, fields = 0;
	QudaInvertParam p = ac_param(type);
	memset(ac_x, 0, sizeof ac_x);
	invertQuda(ac_x[0], ac_b, &p);
	for (const char *name; (p = ac_param(type), name = ac_field(&p, fields, &exact)) != NULL; fields++) {
		memset(ac_x[1], 0, sizeof ac_x[1]);
		invertQuda(ac_x[1], ac_b, &p);
		const double d = ac_apart(ac_x[0], ac_x[1]);
		const int bad = exact ? memcmp(ac_x[0], ac_x[1], sizeof ac_x[0]) != 0 : !(d < 1e-8);
		if (bad) tap_ok(0, "%s: %s changes the solution by %.1e", what, name, d);
		wrong += bad;
	}
	tap_ok(wrong == 0 && fields > 40, "%s: %d fields change no solution", what, fields);
}

/* tol is that of |r|, of QUDA's system, which is c times that of the normalisation. */
static void ac_absolute(QudaDslashType type, QudaMassNormalization normalization, double c)
{
	const int numbers = ACCEPTED_V * ACCEPTED_SPINOR / (type == QUDA_STAGGERED_DSLASH ? 4 : 1);
	double norm = 0;
	QudaInvertParam p = ac_param(type);
	p.mass_normalization = normalization;
	for (int k = 0; k < numbers; k++) norm += ac_b[k] * ac_b[k];
	for (int k = 0; k < numbers; k++) ac_y[k] = 1e4 * ac_b[k] / sqrt(norm);
	memset(ac_x, 0, sizeof ac_x);
	p.residual_type = QUDA_L2_ABSOLUTE_RESIDUAL;
	p.tol = 1e-4;
	for (int k = 0; k < 3; k++) {
		invertQuda(ac_x[k], ac_y, &p);
		p.residual_type = QUDA_L2_RELATIVE_RESIDUAL;
		p.tol = k ? 1e-4 : 1e-8 / c;
	}
	tap_ok(memcmp(ac_x[0], ac_x[1], sizeof ac_x[0]) == 0 && ac_apart(ac_x[0], ac_x[2]) > 1e-9,
	       "QUDA_L2_ABSOLUTE_RESIDUAL, operator %d, normalisation %d: tol is that of |r|", (int)type, (int)normalization);
	for (int k = 0; k < numbers; k++) ac_y[k] *= 1e-7;
	p.tol = 1e-4;
	invertQuda(ac_x[0], ac_y, &p);
	p.residual_type = (QudaResidualType)(QUDA_L2_ABSOLUTE_RESIDUAL | QUDA_L2_RELATIVE_RESIDUAL);
	invertQuda(ac_x[1], ac_y, &p);
	const int same = memcmp(ac_x[0], ac_x[1], sizeof ac_x[0]) == 0, usual = p.iter;
	p.residual_type = QUDA_L2_ABSOLUTE_RESIDUAL;
	p.tol = 1;
	invertQuda(ac_x[0], ac_y, &p);
	tap_ok(same && 2 * p.iter < usual, "of a small source with both types: that of |r| / |b|; one below tol needs %d iterations, not %d", p.iter,
	       usual);
}

/* sqrt of the mean of |c b - A x|^2 / |x|^2 over the sites of double fields in QUDA_DIRAC_ORDER. */
static double ac_heavy_of(double *x, const double *b, QudaInvertParam p, double c)
{
	const int n = p.dslash_type == QUDA_STAGGERED_DSLASH ? 2 * LQCD_NC : ACCEPTED_SPINOR;
	const int sites = p.solution_type == QUDA_MATPC_SOLUTION ? ACCEPTED_V / 2 : ACCEPTED_V;
	double sum = 0;
	if (p.dslash_type == QUDA_STAGGERED_DSLASH)
		p.kappa = QUDA_INVALID_DOUBLE;
	else
		p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	if (p.solution_type == QUDA_MATDAG_MAT_SOLUTION)
		MatDagMatQuda(ac_x[2], x, &p);
	else
		MatQuda(ac_x[2], x, &p);
	for (int s = 0; s < sites; s++) {
		double r = 0, v = 0;
		for (int k = s * n; k < (s + 1) * n; k++) {
			r += (c * b[k] - ac_x[2][k]) * (c * b[k] - ac_x[2][k]);
			v += x[k] * x[k];
		}
		sum += r / v;
	}
	return sqrt(sum / sites);
}

/* true_res_hq of QUDA's system, c times that of the normalisation, which ends the solve. */
static void ac_heavy(QudaDslashType type, QudaSolutionType solution, QudaMassNormalization normalization, double c)
{
	QudaInvertParam p = ac_param(type);
	p.solution_type = solution;
	p.mass_normalization = normalization;
	p.residual_type = (QudaResidualType)(QUDA_L2_RELATIVE_RESIDUAL | QUDA_HEAVY_QUARK_RESIDUAL);
	p.tol = 1e-6;
	p.tol_hq = 1;
	invertQuda(ac_x[0], ac_b, &p);
	const double hq = p.true_res_hq, plain = ac_heavy_of(ac_x[0], ac_b, p, c);
	const int loose = p.iter;
	tap_ok(fabs(hq / plain - 1) < 1e-6 && hq > 1e-9 && p.true_res <= p.tol, "operator %d, solution %d, normalisation %d: true_res_hq %g", (int)type,
	       (int)solution, (int)normalization, hq);
	p.residual_type = QUDA_HEAVY_QUARK_RESIDUAL;
	p.tol = 1;
	p.tol_hq = 1e-10;
	memcpy(ac_x[0], ac_b, sizeof ac_b);
	invertQuda(ac_x[0], ac_x[0], &p); /* the solution in the memory of the source */
	const double end = ac_heavy_of(ac_x[0], ac_b, p, c);
	tap_ok(p.true_res_hq <= p.tol_hq && fabs(end / p.true_res_hq - 1) < 1e-3 && p.iter > loose, "ends at tol_hq: %g after %d iterations",
	       p.true_res_hq, p.iter);
}

/* Sources have each their residual, in other orders and precisions the same one. */
static void ac_heavy_sources(void)
{
	static float b[ACCEPTED_V * ACCEPTED_SPINOR], x[ACCEPTED_V * ACCEPTED_SPINOR];
	void *out[2] = {ac_x[0], ac_x[1]}, *in[2] = {ac_b, ac_y};
	QudaInvertParam p = ac_param(QUDA_WILSON_DSLASH), one;
	for (int s = 0; s < ACCEPTED_V; s++)
		for (int k = 0; k < ACCEPTED_SPINOR; k++) { /* [im][colour][spin][site] of DIRAC_ORDER's [spin][colour][im] */
			const int spin = k / (2 * LQCD_NC), colour = k / 2 % LQCD_NC;
			ac_y[(((k % 2) * LQCD_NC + colour) * 4 + spin) * ACCEPTED_V + s] = ac_b[s * ACCEPTED_SPINOR + k];
			b[s * ACCEPTED_SPINOR + k] = (float)ac_b[s * ACCEPTED_SPINOR + k];
		}
	p.residual_type = QUDA_HEAVY_QUARK_RESIDUAL;
	p.tol_hq = 1e-5;
	one = p;
	invertQuda(ac_x[0], ac_b, &p);
	one.dirac_order = QUDA_QDPJIT_DIRAC_ORDER;
	invertQuda(ac_x[1], ac_y, &one);
	tap_ok(fabs(one.true_res_hq / p.true_res_hq - 1) < 1e-9, "the same in QDPJIT's order: %g", one.true_res_hq);
	one = p;
	one.cpu_prec = QUDA_SINGLE_PRECISION;
	invertQuda(x, b, &one);
	tap_ok(fabs(one.true_res_hq / p.true_res_hq - 1) < 0.1 && one.true_res_hq <= 1e-5, "in floats: %g", one.true_res_hq);
	for (int k = 0; k < ACCEPTED_V * ACCEPTED_SPINOR; k++) ac_y[k] = k < ACCEPTED_SPINOR ? 1 : 0;
	one = p;
	one.num_src = 2;
	invertMultiSrcQuda(out, in, &one);
	invertQuda(ac_x[0], ac_y, &p);
	tap_ok(one.true_res_hq >= p.true_res_hq && one.true_res_hq <= 1e-5 && fabs((&one.true_res_hq)[1] - p.true_res_hq) <= 0,
	       "each source has its own: %g of %g", p.true_res_hq, one.true_res_hq);
	memset(ac_y, 0, sizeof ac_y);
	invertQuda(ac_x[0], ac_y, &p);
	tap_ok(fabs(p.true_res_hq) <= 0, "of no source 0");
}

/* gflops is the work, which no clock changes; a note speaks once of a field, from QUDA_SUMMARIZE on. */
static void ac_reports(void)
{
	char text[2000] = "";
	FILE *const out = tmpfile();
	void *x[2] = {ac_x[0], ac_x[1]}, *b[2] = {ac_b, ac_b};
	QudaInvertParam p = ac_param(QUDA_WILSON_DSLASH);
	invertQuda(ac_x[0], ac_b, &p);
	const double work = p.gflops, least = 1e-9 * 2 * 1320 * ACCEPTED_V * p.iter;
	p.num_src = 2;
	p.verbosity = QUDA_INVALID_VERBOSITY;
	if (out) setVerbosityQuda(QUDA_SUMMARIZE, "# ", out);
	for (int k = 0; k < 3; k++) {
		p.tol_restart = 0.1 * k;
		invertMultiSrcQuda(x, b, &p);
	}
	setVerbosityQuda(QUDA_SILENT, "", stdout);
	if (out) rewind(out);
	const size_t length = out ? fread(text, 1, sizeof text - 1, out) : 0;
	text[length] = 0;
	if (out) fclose(out);
	tap_ok((LQCD_NC != 3 || (work > 0.9 * least && work < 2 * least)) && fabs(p.gflops - 2 * work) < 1e-9 * work, "gflops: %g for each of two sources",
	       work);
	tap_ok(offsetof(QudaInvertParam, true_res_hq) - offsetof(QudaInvertParam, true_res) == QUDA_MAX_MULTI_SRC * sizeof(double) &&
		       fabs(lqcd__quda_residuals(&p)[1] - p.true_res) <= 0,
	       "each source has its residual");
	const char *const note = strstr(text, "# note: invertMultiSrcQuda: tol_restart: ");
	tap_ok(note && !strstr(note + 9, "note: ") && strstr(text, "residual"), "one note of tol_restart: %.60s", note ? note : text);
}

#if LQCD_NC == 3
/* A force of given links alone. */
static void ac_force(void)
{
	static int path[4][3], length = 3;
	int *paths[4][1], **buffer[4];
	double one = 1;
	QudaGaugeParam g = ac_gauge();
	for (int d = 0; d < 4; d++) {
		const int nu = (d + 1) % 4;
		path[d][0] = nu;
		path[d][1] = 7 - d;
		path[d][2] = 7 - nu;
		paths[d][0] = path[d];
		buffer[d] = paths[d];
	}
	for (int k = 0; k < 2; k++) { /* each direction has ten numbers of a site */
		void *mom[4] = {ac_x[k], ac_x[k] + 10 * ACCEPTED_V, ac_y, ac_x[2]};
		g.overwrite_mom = 1;
		if (k) freeGaugeQuda();
		computeGaugeForceQuda(mom, ac_four, buffer, &length, &one, 1, 3, 0.3, &g);
	}
	double size = 0;
	for (int k = 0; k < 20 * ACCEPTED_V; k++) size += fabs(ac_x[0][k]);
	tap_ok(memcmp(ac_x[0], ac_x[1], 20 * ACCEPTED_V * sizeof **ac_x) == 0 && size > 1, "computeGaugeForceQuda needs no loaded links");
}
#endif

static void test_quda_accepted(void)
{
	QudaGaugeParam g = ac_gauge();
	void *other[4] = {ac_links[1], ac_links[2], ac_links[3], ac_links[0]};
	for (int mu = 0; mu < 4; mu++) /* diagonal, of SU(N) */
		for (int k = 0; k < ACCEPTED_V; k++) {
			const double a = tap_random();
			double *u = ac_links[mu] + k * 2 * LQCD_NC * LQCD_NC;
			for (int c = 0; c < LQCD_NC; c++) {
				const double phase = c == LQCD_NC - 1 ? -(LQCD_NC - 1) * a : a;
				u[2 * (LQCD_NC * c + c)] = cos(phase);
				u[2 * (LQCD_NC * c + c) + 1] = sin(phase);
			}
		}
	for (int k = 0; k < ACCEPTED_V * ACCEPTED_SPINOR; k++) ac_b[k] = tap_random();
	setVerbosityQuda(QUDA_SILENT, "", stdout);
	initQuda(LQCD_QUDA_HOST);
	g.make_resident_gauge = g.make_resident_mom = g.use_resident_mom = 1;
	g.return_result_gauge = 0;
	g.overlap = 1;
	g.overwrite_gauge = 1;
	g.gauge_fix = QUDA_GAUGE_FIXED_YES;
	g.scale = 0.3;
	g.tadpole_coeff = 0.8;
	g.gauge_offset = g.site_size = g.mom_offset = 8;
	g.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
	loadGaugeQuda(ac_four, &g);
	QudaInvertParam p = ac_param(QUDA_WILSON_DSLASH);
	MatQuda(ac_x[0], ac_b, &p);
	g = ac_gauge();
	loadGaugeQuda(ac_four, &g);
	MatQuda(ac_x[1], ac_b, &p);
	g.use_resident_gauge = 1;
	loadGaugeQuda(NULL, &g);
	MatQuda(ac_x[2], ac_b, &p);
	tap_ok(memcmp(ac_x[0], ac_x[1], sizeof ac_x[0]) == 0 && memcmp(ac_x[0], ac_x[2], sizeof ac_x[0]) == 0,
	       "fields of links that loadGaugeQuda does not read change none; resident links are used");
	QudaGaugeObservableParam o = newQudaGaugeObservableParam();
	QudaGaugeSmearParam flow = newQudaGaugeSmearParam();
	double plain[3];
	o.compute_plaquette = QUDA_BOOLEAN_TRUE;
	o.remove_staggered_phase = QUDA_BOOLEAN_TRUE;
	gaugeObservablesQuda(&o);
	memcpy(plain, o.plaquette, sizeof plain);
	tap_ok(QUDA_STAGGERED_PHASE_CHROMA == 2 && QUDA_STAGGERED_PHASE_TIFR == 3 && QUDA_MEMORY_HOST == 2 && QUDA_MEMORY_MAPPED == 4 &&
		       QUDA_MEMORY_MANAGED == 5 && QUDA_MAX_MULTI_SRC == 128,
	       "enumerators have QUDA's values");
	for (int k = 0; k < ACCEPTED_V * 2 * LQCD_NC * LQCD_NC; k++) ac_links[1][k] *= 1.01;
	g = ac_gauge();
	loadGaugeQuda(ac_four, &g);
	o.su_project = QUDA_BOOLEAN_TRUE;
	flow.smear_type = QUDA_GAUGE_SMEAR_WILSON_FLOW;
	flow.alpha = flow.rho = flow.alpha1 = flow.alpha2 = flow.alpha3 = 0.5;
	flow.dir_ignore = 3;
	performWFlowQuda(&flow, &o);
	tap_ok(fabs(plain[0] - o.plaquette[0]) < 1e-13 && fabs(plain[0]) > 1e-6, "su_project makes unitary links of others: plaquette %g", plain[0]);
	for (int k = 0; k < ACCEPTED_V * 2 * LQCD_NC * LQCD_NC; k++) ac_links[1][k] /= 1.01;
	loadGaugeQuda(ac_four, &g);
	p = ac_param(QUDA_CLOVER_WILSON_DSLASH);
	p.clover_location = QUDA_CUDA_FIELD_LOCATION;
	loadCloverQuda(NULL, NULL, &p);
	ac_solves(QUDA_WILSON_DSLASH, "Wilson");
	ac_solves(QUDA_CLOVER_WILSON_DSLASH, "clover");
	ac_solves(QUDA_STAGGERED_DSLASH, "staggered");
	ac_solves(QUDA_DOMAIN_WALL_4D_DSLASH, "Shamir");
	ac_absolute(QUDA_WILSON_DSLASH, QUDA_KAPPA_NORMALIZATION, 1);
	ac_absolute(QUDA_CLOVER_WILSON_DSLASH, QUDA_MASS_NORMALIZATION, 0.22);
	ac_absolute(QUDA_STAGGERED_DSLASH, QUDA_KAPPA_NORMALIZATION, 0.6);
	ac_absolute(QUDA_DOMAIN_WALL_4D_DSLASH, QUDA_MASS_NORMALIZATION, 1 / 3.5);
	ac_heavy(QUDA_WILSON_DSLASH, QUDA_MAT_SOLUTION, QUDA_MASS_NORMALIZATION, 0.22);
	ac_heavy(QUDA_CLOVER_WILSON_DSLASH, QUDA_MATPC_SOLUTION, QUDA_KAPPA_NORMALIZATION, 1);
	ac_heavy(QUDA_WILSON_DSLASH, QUDA_MATDAG_MAT_SOLUTION, QUDA_KAPPA_NORMALIZATION, 1);
	ac_heavy(QUDA_STAGGERED_DSLASH, QUDA_MAT_SOLUTION, QUDA_MASS_NORMALIZATION, 1);
	ac_heavy(QUDA_STAGGERED_DSLASH, QUDA_MAT_SOLUTION, QUDA_KAPPA_NORMALIZATION, 0.6);
	ac_heavy(QUDA_DOMAIN_WALL_4D_DSLASH, QUDA_MAT_SOLUTION, QUDA_MASS_NORMALIZATION, 1 / 3.5);
	ac_heavy_sources();
	/* The clover term stays that of the links of loadCloverQuda, whatever links are loaded. */
	p = ac_param(QUDA_CLOVER_WILSON_DSLASH);
	cloverQuda(ac_x[0], ac_b, &p, QUDA_EVEN_PARITY, 0);
	cloverQuda(ac_x[0] + ACCEPTED_V / 2 * ACCEPTED_SPINOR, ac_b, &p, QUDA_ODD_PARITY, 1);
	for (int k = 0; k < 3; k++) {
		memset(ac_x[1], 0, sizeof ac_x[1]);
		if (k == 1) freeGaugeQuda();
		g = ac_gauge();
		if (k == 2)
			gaussGaugeQuda(3, 1);
		else
			loadGaugeQuda(k ? ac_four : other, &g);
		cloverQuda(ac_x[1], ac_b, &p, QUDA_EVEN_PARITY, 0);
		cloverQuda(ac_x[1] + ACCEPTED_V / 2 * ACCEPTED_SPINOR, ac_b, &p, QUDA_ODD_PARITY, 1);
		tap_ok(memcmp(ac_x[0], ac_x[1], sizeof ac_x[0]) == 0, "the clover term is kept by %s",
		       k == 2 ? "gaussGaugeQuda" : k ? "freeGaugeQuda" : "loadGaugeQuda");
	}
	ac_reports();
#if LQCD_NC == 3
	ac_force();
#endif
	endQuda();
}
