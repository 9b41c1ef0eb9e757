/* tests/link/libquda_client.c: a program that knows QUDA's headers alone, for libquda.t: M x = b on unit links for a constant b:
 * H b = 8 b, so that x = b / (1 - 8 kappa). C and C++. With LQCD_QUDA_RESIDUAL_ARRAYS the residuals are arrays. */
#include <quda.h>
#include <quda_api.h>
#include <device.h>
#include <math.h>
#include <stdlib.h>
int main(void)
{
	enum { L = 4, V = L * L * L * L };
	double *u[4], *x = (double *)calloc(24 * V, sizeof *x), *b = (double *)calloc(24 * V, sizeof *b), plaq[3], worst = 0;
	QudaGaugeParam g = newQudaGaugeParam();
	QudaInvertParam p = newQudaInvertParam();
	QudaMultigridParam m = newQudaMultigridParam();
	for (int mu = 0; mu < 4; mu++) {
		u[mu] = (double *)calloc(18 * V, sizeof **u);
		for (int k = 0; k < 9 * V; k++) u[mu][2 * k] = k % 9 % 4 == 0;
		g.X[mu] = L;
	}
	for (int k = 0; k < 24 * V; k++) b[k] = k % 24 == 5;
	g.type = QUDA_WILSON_LINKS;
	g.gauge_order = QUDA_QDP_GAUGE_ORDER;
	g.cpu_prec = g.cuda_prec = g.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	g.t_boundary = QUDA_PERIODIC_T;
	g.anisotropy = 1;
	p.dslash_type = QUDA_WILSON_DSLASH;
	p.kappa = 0.1;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.dagger = QUDA_DAG_NO;
	p.inv_type = QUDA_BICGSTAB_INVERTER;
	p.tol = 1e-12;
	p.tol_hq = 1e-11;
	p.residual_type = (QudaResidualType)(QUDA_L2_RELATIVE_RESIDUAL | QUDA_HEAVY_QUARK_RESIDUAL);
	p.maxiter = 100;
	p.verbosity = QUDA_SILENT;
	p.cpu_prec = p.cuda_prec = p.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
#ifdef LQCD_QUDA_RESIDUAL_ARRAYS
	double *residual = p.true_res, *heavy_quark = p.true_res_hq;
#else
	double *residual = &p.true_res, *heavy_quark = &p.true_res_hq;
#endif
	residual[0] = heavy_quark[0] = -1;
	initQuda(0);
	loadGaugeQuda(u, &g);
	plaqQuda(plaq);
	invertQuda(x, b, &p);
	for (int k = 0; k < 24 * V; k++) worst = fmax(worst, fabs(x[k] - b[k] / (1 - 8 * p.kappa)));
	m.invert_param = &p;
	m.n_level = 2;
	m.n_vec[0] = 2;
	for (int mu = 0; mu < 4; mu++) m.geo_block_size[0][mu] = L; /* more than the sites of a lane of SIMD registers have */
	p.inv_type = QUDA_GCR_INVERTER;
	p.preconditioner = newMultigridQuda(&m);
	p.inv_type_precondition = QUDA_MG_INVERTER;
	invertQuda(x, b, &p);
	endQuda();
	if (!(residual[0] >= 0 && residual[0] <= p.tol && heavy_quark[0] >= 0 && heavy_quark[0] <= p.tol_hq)) printf("residuals %g, %g\n", residual[0], heavy_quark[0]);
	for (int k = 0; k < 24 * V; k++) worst = fmax(worst, fabs(x[k] - b[k] / (1 - 8 * p.kappa)));
	printf("plaquette %g, off by less than 1e-10: %d\n", plaq[0], worst < 1e-10);
	return 0;
}
