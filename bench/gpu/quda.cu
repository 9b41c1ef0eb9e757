/* bench/gpu/quda.cu: quda.h on a GPU, as its users call it: solves, and the way of a spinor to the device and back.
 *
 *   quda [L ...]         lattices of L^4; default: 16 24
 *
 * Links near unity in double, DeGrand-Rossi basis, sources in the memory of the caller: Wilson quarks (kappa 0.12, BiCGStab) and
 * staggered ones (mass 0.1, CG) to 1e-10. A table: seconds of invertQuda, medians of 15 and 5 calls, and of one conversion there
 * and one back, medians of 21, in GB/s by the bytes of the foreign memory. The program takes a device, or the host if kernels
 * run there. */
#define LQCD_QUDA_DEFINE
#define LQCD_QUDA_DEVICE
#include <lqcd/compat/quda.h>
#include <lqcd/gauge/project.h>

#include "measure.h"

enum { SAMPLES = 21 };

/** Seconds of f(), the median of n calls after one. */
template <class F> static double median(const F &f, int n)
{
	double t[SAMPLES];
	f();
	for (int k = 0; k < n; k++) {
		const double start = bench_seconds();
		f();
		t[k] = bench_seconds() - start;
	}
	qsort(t, (size_t)n, sizeof *t, bench_by_size);
	return t[n / 2];
}

static double uniform(void)
{
	return 2.0 * rand() / RAND_MAX - 1;
}

static double *numbers(size_t n)
{
	double *p = (double *)malloc(n * sizeof *p);
	if (!p) {
		fprintf(stderr, "no memory for %zu doubles\n", n);
		exit(1);
	}
	return p;
}

static QudaInvertParam param(int staggered, int single)
{
	QudaInvertParam p = newQudaInvertParam();
	p.dslash_type = staggered ? QUDA_STAGGERED_DSLASH : QUDA_WILSON_DSLASH;
	p.inv_type = staggered ? QUDA_CG_INVERTER : QUDA_BICGSTAB_INVERTER;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.mass_normalization = staggered ? QUDA_MASS_NORMALIZATION : QUDA_KAPPA_NORMALIZATION;
	p.dagger = QUDA_DAG_NO;
	if (staggered)
		p.mass = 0.1;
	else
		p.kappa = 0.12;
	p.tol = 1e-10;
	p.maxiter = 5000;
	p.cpu_prec = p.cuda_prec = QUDA_DOUBLE_PRECISION;
	p.cuda_prec_sloppy = single ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
	p.preserve_source = QUDA_PRESERVE_SOURCE_YES;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.verbosity = QUDA_SILENT;
	return p;
}

static void load(int l, size_t sites)
{
	double *links[4];
	QudaGaugeParam g = newQudaGaugeParam();
	for (int mu = 0; mu < 4; mu++) {
		links[mu] = numbers(18 * sites);
		for (size_t s = 0; s < sites; s++) {
			lqcd_su3_d u;
			double *e = &u.e[0][0].re;
			for (int k = 0; k < 18; k++) e[k] = 0.3 * uniform() + (k % 8 == 0);
			lqcd_su3_project_polar_d(&u);
			memcpy(links[mu] + 18 * s, &u, sizeof u);
		}
		g.X[mu] = l;
	}
	g.type = QUDA_WILSON_LINKS;
	g.gauge_order = QUDA_QDP_GAUGE_ORDER;
	g.t_boundary = QUDA_ANTI_PERIODIC_T;
	g.cpu_prec = g.cuda_prec = g.cuda_prec_sloppy = g.cuda_prec_precondition = QUDA_DOUBLE_PRECISION;
	g.reconstruct = g.reconstruct_sloppy = QUDA_RECONSTRUCT_NO;
	g.gauge_fix = QUDA_GAUGE_FIXED_NO;
	g.anisotropy = 1;
	g.staggered_phase_type = QUDA_STAGGERED_PHASE_NO;
	loadGaugeQuda(links, &g);
	for (int mu = 0; mu < 4; mu++) free(links[mu]);
}

static void solves(int l, double *x, double *b)
{
	for (int kind = 0; kind < 4; kind++) {
		const int staggered = kind > 1, single = kind % 2;
		QudaInvertParam p = param(staggered, single);
		const double t = median([&]() { invertQuda(x, b, &p); }, staggered ? 5 : 15);
		printf("| %d^4 | %s, %s | %.5f | %d iterations, residual %.1e |\n", l, staggered ? "staggered CG" : "Wilson BiCGStab",
		       single ? "double/float" : "double", t, p.iter, p.true_res);
		fflush(stdout);
	}
}

static void conversions(int l, size_t sites, double *x, double *b)
{
	static const QudaDiracFieldOrder order[] = {QUDA_DIRAC_ORDER, QUDA_QDPJIT_DIRAC_ORDER, QUDA_LEX_DIRAC_ORDER};
	static const char *const name[] = {"DIRAC", "QDPJIT", "LEX"};
	const double gb = 24 * 8e-9 * (double)sites;
	lqcd_spinor_field_gd s;
	bench_must(lqcd_spinor_field_create(&s, &lqcd__quda.device.lattice, LQCD_FULL));
	for (int k = 0; k < 3; k++) {
		QudaInvertParam p = param(0, 0);
		p.dirac_order = order[k];
		const lqcd_foreign from = lqcd__quda_spinors(b, &p, LQCD_FULL, 1, 0, "b"), to = lqcd__quda_spinors(x, &p, LQCD_FULL, 1, 0, "x");
		const double in = median([&]() { bench_must(lqcd__quda_read_gd(&s, &from)); }, SAMPLES);
		const double out = median([&]() { bench_must(lqcd__quda_write_gd(&to, &s)); }, SAMPLES);
		if (memcmp(x, b, 24 * sites * sizeof *b) != 0) {
			fprintf(stderr, "%s order: what comes back is not what went there\n", name[k]);
			exit(1);
		}
		printf("| %d^4 | a spinor, %s order, there; back | %.5f; %.5f | %.1f, %.1f GB/s |\n", l, name[k], in, out, gb / in, gb / out);
	}
	lqcd_spinor_field_destroy(&s);
}

static void rows(int l)
{
	const size_t sites = (size_t)l * (size_t)l * (size_t)l * (size_t)l;
	double *b = numbers(24 * sites), *x = numbers(24 * sites);
	for (size_t i = 0; i < 24 * sites; i++) {
		b[i] = uniform();
		x[i] = 0;
	}
	load(l, sites);
	solves(l, x, b);
	conversions(l, sites, x, b);
	free(b);
	free(x);
}

int main(int argc, char **argv)
{
	lqcd_gpu gpu;
	bench_open(&gpu); /* says so if there is none */
	lqcd_gpu_close(&gpu);
	setVerbosityQuda(QUDA_SILENT, "# ", stdout);
	initQuda(0);
	printf("%s\n\n| lattice | what | s | |\n|---|---|--:|---|\n", lqcd__quda.device.gpu.name);
	for (int k = 1; k < argc; k++) {
		const int l = atoi(argv[k]);
		if (l < 2 || l % 2) {
			fprintf(stderr, "quda: '%s': an even extent is needed\n", argv[k]);
			return 1;
		}
		rows(l);
	}
	if (argc < 2) {
		rows(16);
		rows(24);
	}
	endQuda();
	return 0;
}
