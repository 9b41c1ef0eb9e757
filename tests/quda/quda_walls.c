/* tests/quda/quda_walls.c: domain wall quarks of compat/quda.h as a program calls it.
 *
 * Products, hops, solves of every solution, with shifts, of several sources, and eigenpairs, whose residuals the reference of
 * quda_walls_naive.h computes. */
#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda.h>
#include <lqcd/gauge/project.h>

#include "../support/support.h"

#include "quda_naive.h"
#include "quda_calls.h"
#include "quda_walls_naive.h"

static const char *const kind_name[3] = {"Shamir", "Moebius", "Shamir, five dimensions"};
static double wt[WALLS];

/* Solution, parity and adjoint number k < 24; of five dimensions two of the even-odd forms. */
static void choose(QudaInvertParam *p, int k)
{
	static const QudaSolutionType solution[4] = {QUDA_MAT_SOLUTION, QUDA_MATPC_SOLUTION, QUDA_MATDAG_MAT_SOLUTION, QUDA_MATPCDAG_MATPC_SOLUTION};
	p->solution_type = solution[k % 4];
	p->dagger = k / 4 % 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
	p->mass_normalization = (QudaMassNormalization)(k % 3);
	p->kappa = k % 2 ? 0.3 : QUDA_INVALID_DOUBLE; /* which is not read */
	p->matpc_type = (QudaMatPCType)((k / 3 + k / 8) % (p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? 2 : 4));
}

static void test_wall_products(int kind)
{
	double worst = 0;
	QudaInvertParam p = wall_param(kind);
	for (int k = 0; k < 48; k++) {
		choose(&p, k);
		if (k > 39) p.mass_normalization = QUDA_INVALID_NORMALIZATION; /* no factor */
		source(&p);
		wall_system(wy, wb, &p, 0);
		(k % 4 < 2 ? MatQuda : MatDagMatQuda)(their_x[0], their_b, &p);
		order(their_x[0], wx, &p, 1);
		worst = tap_worst(worst, wall_deviation(wy, wx));
	}
	tap_ok(worst < 1e-13, "%s: products in all forms: %.1e", kind_name[kind], worst);
	worst = 0;
	p = wall_param(kind);
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.mass_normalization = QUDA_INVALID_NORMALIZATION; /* which is not read */
	for (int k = 0; k < 4; k++) {
		p.dagger = k / 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.matpc_type = k % 2 ? QUDA_MATPC_EVEN_EVEN : QUDA_MATPC_ODD_ODD; /* that of the source */
		source(&p);
		wall_walk(wt, 0, 2, wb, p.mass, k / 2);
		wall_hop(wy, wb, k / 2);
		for (int n = 0; n < WALLS && kind == 2; n++) wy[n] += wt[n];
		cut(wy, &p, 0);
		dslashQuda(their_x[0], their_b, &p, k % 2 ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY);
		p.matpc_type = k % 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
		order(their_x[0], wx, &p, 1);
		worst = tap_worst(worst, wall_deviation(wy, wx));
	}
	tap_ok(worst < 1e-13, "%s: hops: %.1e", kind_name[kind], worst);
}

static void test_wall_solves(int kind)
{
	static const QudaPrecision sloppy[3] = {QUDA_DOUBLE_PRECISION, QUDA_SINGLE_PRECISION, QUDA_HALF_PRECISION};
	double worst = 0, reported = 0;
	int wrong = 0;
	const int first = (int)(tap_random_u64() % 3);
	QudaInvertParam p = wall_param(kind);
	for (int k = 0; k < 26; k += k < 12 ? 1 : k < 20 ? 4 : 1) {
		choose(&p, k);
		const int bicgstab = k % 4 < 2 && k > 19; /* which need not converge */
		p.inv_type = bicgstab ? QUDA_BICGSTAB_INVERTER : QUDA_CG_INVERTER;
		p.solve_type = bicgstab ? QUDA_DIRECT_PC_SOLVE : QUDA_NORMOP_PC_SOLVE;
		p.maxiter = bicgstab ? 100 : 2000;
		p.use_init_guess = k == 25 ? QUDA_USE_INIT_GUESS_YES : QUDA_USE_INIT_GUESS_NO;
		p.cuda_prec_sloppy = sloppy[(first + k + k / 3) % 3];
		if (k < 25)
			source(&p);
		else { /* from the solution */
			choose(&p, 17);
			p.inv_type = QUDA_CG_INVERTER;
			p.solve_type = QUDA_NORMOP_PC_SOLVE;
			p.maxiter = 2000;
			source(&p);
			p.use_init_guess = QUDA_USE_INIT_GUESS_NO;
			invertQuda(their_x[0], their_b, &p);
			p.use_init_guess = QUDA_USE_INIT_GUESS_YES;
			p.tol *= 2;
		}
		invertQuda(their_x[0], their_b, &p);
		order(their_x[0], wx, &p, 1);
		wall_system(wy, wx, &p, 0);
		const double r = wall_deviation(wb, wy);
		if (!bicgstab) worst = tap_worst(worst, r);
		reported = tap_worst(reported, fabs(r - p.true_res) / (r + 1e-13));
		wrong += (k == 25 ? p.iter > 2 : p.iter < 3 || !(p.gflops > 0)) || p.iter > p.maxiter;
	}
	tap_ok(worst < 1.05e-10 && reported < 0.05 && wrong == 0, "%s: solves: residual %.1e, reported to %.1e, %d wrong", kind_name[kind], worst,
	       reported, wrong);
	p = wall_param(kind);
	worst = reported = 0;
	p.num_offset = 3;
	p.maxiter = 2000;
	for (int k = 0; k < 4; k++) {
		void *x[3] = {their_x[0], their_x[1], their_x[2]};
		choose(&p, 2 + k + k / 2 * 7);
		p.solution_type = k % 2 ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
		for (int i = 0; i < 3; i++) {
			p.offset[i] = 0.1 * i;
			p.tol_offset[i] = 1e-9;
		}
		source(&p);
		invertMultiShiftQuda(x, their_b, &p);
		for (int i = 0; i < 3; i++) {
			order(their_x[i], wx, &p, 1);
			wall_system(wy, wx, &p, p.offset[i]);
			const double r = wall_deviation(wb, wy);
			worst = tap_worst(worst, r);
			reported = tap_worst(reported, fabs(r - p.true_res_offset[i]) / (r + 1e-13));
		}
	}
	tap_ok(worst < 1.05e-9 && reported < 0.05, "%s: shifts: residual %.1e, reported to %.1e", kind_name[kind], worst, reported);
}

/* Inner iterations in float: the solution of double; no more iterations than allowed; a source of zero; a tolerance that float
 * alone does not reach, and one that double does not reach either. */
static void test_sloppy(int kind)
{
	double apart = 0, tight = 0;
	int wrong = 0;
	QudaInvertParam p = wall_param(kind);
	const int first = (int)(tap_random_u64() % 4);
	for (int k = first; k < 8; k += 2) {
		choose(&p, k);
		p.inv_type = QUDA_CG_INVERTER;
		p.solve_type = QUDA_NORMOP_PC_SOLVE;
		p.maxiter = 4000;
		p.tol = 1e-12;
		source(&p);
		invertQuda(their_x[0], their_b, &p);
		order(their_x[0], wt, &p, 1);
		p.cuda_prec_sloppy = QUDA_SINGLE_PRECISION;
		invertQuda(their_x[0], their_b, &p);
		order(their_x[0], wx, &p, 1);
		apart = tap_worst(apart, wall_deviation(wt, wx));
		tight = tap_worst(tight, p.true_res);
		const int all = p.iter;
		p.maxiter = 1 + (int)(tap_random_u64() % (uint64_t)(all - 1));
		invertQuda(their_x[0], their_b, &p);
		wrong += p.iter > p.maxiter || !(p.true_res > p.tol);
		p.tol = 1e-25; /* it ends */
		p.maxiter = all + 300;
		invertQuda(their_x[0], their_b, &p);
		wrong += !(p.true_res < 1e-12);
		p.tol = 1e-10;
		for (int i = 0; i < WALLS; i++) wb[i] = 0;
		order(their_b, wb, &p, 0);
		invertQuda(their_x[0], their_b, &p);
		order(their_x[0], wx, &p, 1);
		for (int i = 0; i < WALLS; i++) wrong += fabs(wx[i]) > 0;
		p.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	}
	tap_ok(apart < 1e-9 && tight <= 1e-12 && wrong == 0, "%s: iterations in float: %.1e from double, residual %.1e, %d wrong", kind_name[kind],
	       apart, tight, wrong);
}

/* Three sources, each overwritten by its solution. */
static void test_sources(int kind)
{
	static double given[3][WALLS];
	double worst = 0, most = 0;
	int iterations = 0, single = 0;
	void *x[3] = {their_x[0], their_x[1], their_x[2]};
	QudaInvertParam p = wall_param(kind);
	choose(&p, kind == 0 ? 1 : kind == 1 ? 4 : 7);
	p.maxiter = 2000;
	for (int k = 0; k < 3; k++) {
		source(&p);
		memcpy(given[k], wb, sizeof wb);
	}
	for (int k = 0; k < 3; k++) order(their_x[k], given[k], &p, 0);
	for (int k = 0; k < 3; k++) {
		memcpy(their_b, x[k], sizeof their_b);
		invertQuda(wt, their_b, &p);
		iterations += p.iter;
		most = tap_worst(most, p.true_res);
	}
	single = p.iter;
	p.num_src = 3;
	invertMultiSrcQuda(x, x, &p);
	for (int k = 0; k < 3; k++) {
		order(their_x[k], wx, &p, 1);
		wall_system(wy, wx, &p, 0);
		worst = tap_worst(worst, wall_deviation(given[k], wy));
	}
	tap_ok(worst < 1.05e-10 && p.iter == iterations && p.iter > single && p.true_res <= most && p.true_res >= most && p.gflops > 0,
	       "%s: three sources: residual %.1e, %d iterations", kind_name[kind], worst, p.iter);
}

/* Eigenpairs by the reference; none below them is found by inverse iteration. */
static void test_wall_eigen(int kind, int pc)
{
	enum { PAIRS = 3 };
	static double v[PAIRS][WALLS];
	double_complex value[PAIRS];
	double worst = 0, last = 0, overlap = 0, rayleigh = 0;
	QudaInvertParam p = wall_param(kind);
	QudaEigParam e = newQudaEigParam();
	void *vectors[PAIRS] = {v[0], v[1], v[2]};
	p.matpc_type = kind == 0 ? QUDA_MATPC_ODD_ODD_ASYMMETRIC : kind == 1 ? QUDA_MATPC_EVEN_EVEN : QUDA_MATPC_ODD_ODD;
	e.invert_param = &p;
	e.eig_type = QUDA_EIG_TR_LANCZOS;
	e.spectrum = QUDA_SPECTRUM_SR_EIG;
	e.use_norm_op = QUDA_BOOLEAN_TRUE;
	e.use_pc = pc ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.use_dagger = kind == 1 ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.n_conv = PAIRS;
	e.n_ev = 8;
	e.n_kr = 40;
	e.tol = 1e-9;
	e.max_restarts = 300;
	if (kind == 1) {
		e.use_poly_acc = QUDA_BOOLEAN_TRUE;
		e.poly_deg = 10;
		e.a_min = 0.1;
		e.a_max = 12;
	}
	eigensolveQuda(vectors, value, &e);
	p.solution_type = pc ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
	p.dagger = kind == 1 ? QUDA_DAG_YES : QUDA_DAG_NO;
	for (int k = 0; k < PAIRS; k++) {
		const double a = *(const double *)(const void *)&value[k];
		order(v[k], wx, &p, 1);
		wall_system(wy, wx, &p, 0);
		double r = 0, n2 = 0;
		for (int i = 0; i < WALLS; i++) {
			r += (wy[i] - a * wx[i]) * (wy[i] - a * wx[i]);
			n2 += wx[i] * wx[i];
		}
		worst = tap_worst(worst, sqrt(r) + fabs(n2 - 1) + (a < last ? 1 : 0));
		last = a;
		for (int j = 0; j < k; j++) {
			double re = 0;
			for (int i = 0; i < WALLS / (pc ? 2 : 1); i++) re += v[k][i] * v[j][i];
			overlap = tap_worst(overlap, fabs(re));
		}
	}
	tap_ok(worst < 1e-7 && overlap < 1e-9, "%s%s: eigenpairs: residual %.1e, overlap %.1e, largest value %g", kind_name[kind], pc ? ", even-odd" : "", worst,
	       overlap, last);
	source(&p);
	for (int k = 0; k < 10; k++) {
		double n = 0, d = 0;
		p.maxiter = 3000;
		p.tol = 1e-8;
		invertQuda(their_x[0], their_b, &p);
		for (int i = 0; i < WALLS / (pc ? 2 : 1); i++) {
			n += their_x[0][i] * their_x[0][i];
			d += their_x[0][i] * their_b[i];
		}
		rayleigh = d / n;
		for (int i = 0; i < WALLS / (pc ? 2 : 1); i++) their_b[i] = their_x[0][i] / sqrt(n);
	}
	const double least = *(const double *)(const void *)value;
	tap_ok(rayleigh > least * (1 - 1e-6) && rayleigh < 2 * least, "and inverse iteration: %g, the lowest is %g", rayleigh, least);
}

static void test_quda_walls(void)
{
	start();
	for (int kind = 0; kind < 3; kind++) {
		test_wall_products(kind);
		test_wall_solves(kind);
		test_sources(kind);
		test_sloppy(kind);
		test_wall_eigen(kind, 1);
		if (kind == 1) test_wall_eigen(kind, 0);
	}
	endQuda();
}
