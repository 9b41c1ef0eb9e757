/* tests/mpi/quda.c: compat/quda.h over MPI: Wilson quarks and domain walls on grids that initCommsGridQuda makes.
 *
 *   mpirun -n N build/tests-mpi/quda
 *
 * Each process gives the links and sources of its part, and its solutions, put together, solve the system of all sites by the
 * loops of the reference, which knows nothing of processes. The lines "# solution .." are the same on any number of them. With
 * LQCD_QUDA_DEVICE (tests/gpu/ranks_quda.cu) Wilson, clover and twisted mass quarks on devices. */
#ifndef LQCD_MPI
#define LQCD_MPI
#endif
#define LQCD_QUDA_DEFINE
#define LQCD_TESTS_QUDA_TIMES 4
#include <lqcd/compat/quda.h>
#include <lqcd/gauge/project.h>

#include "../support/support.h"

#include "../quda/quda_naive.h"
#include "../quda/quda_calls.h"
#include "../quda/quda_walls_naive.h"

static int rank, ranks, grid[4];
static uint64_t seed;

/* T slowest, then X, Y, Z. */
static int rank_of(const int *x, void *dims)
{
	const int *n = (const int *)dims;
	return ((x[3] * n[0] + x[0]) * n[1] + x[1]) * n[2] + x[2];
}

/* One check for all processes. */
static void check(double worst, double bound, const char *what)
{
	double all;
	MPI_Allreduce(&worst, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	if (rank == 0) tap_ok(all < bound, "%s: %.1e, %d x %d x %d x %d processes", what, all, grid[0], grid[1], grid[2], grid[3]);
}

/* A field of which each process has its sites: all of it. */
static void whole(double *x, int n)
{
	MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Shows numbers of a field that do not depend on the order of sites. */
static void show(const char *what, const double *x, int n)
{
	double norm = 0, weighted = 0;
	for (int i = 0; i < n; i++) {
		norm += x[i] * x[i];
		weighted += x[i] * ((i * 7919 % 1000) / 500.0 - 1);
	}
	if (rank == 0) tap_diag("solution of %s: %.15g %.15g", what, norm, weighted);
}

/* Starts the library on a grid with the links of this process. */
static void begin(void)
{
	static double mine[4][V * LINK];
	static const int all[4] = {X, Y, Z, T};
	void *pointers[4];
	int first[4], size[4], x[4];
	for (x[0] = 0; x[0] < grid[0]; x[0]++)
		for (x[1] = 0; x[1] < grid[1]; x[1]++)
			for (x[2] = 0; x[2] < grid[2]; x[2]++)
				for (x[3] = 0; x[3] < grid[3]; x[3]++)
					for (int k = 0; k < 4 && rank_of(x, grid) == rank; k++) {
						size[k] = all[k] / grid[k];
						first[k] = x[k] * size[k];
					}
	set_local(first, size);
	for (int d = 0; d < 4; d++) {
		pointers[d] = mine[d];
		for (int n = 0; n < local_sites; n++)
			for (int k = 0; k < LINK; k++)
				mine[d][n * LINK + k] = u[d][local_site[n]][k] * (d == 3 && at[local_site[n]][3] == T - 1 ? bc : 1);
	}
	setVerbosityQuda(QUDA_SILENT, "# ", stdout);
	initCommsGridQuda(4, grid, rank_of, grid);
	initQuda(-1);
	QudaGaugeParam g = gauge_param(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	for (int k = 0; k < 4; k++) g.X[k] = size[k];
	loadGaugeQuda(pointers, &g);
	double plaq[3], want[3], worst = 0;
	plaqQuda(plaq);
	naive_plaquettes(want);
	for (int k = 0; k < 3; k++) worst = tap_worst(worst, fabs(plaq[k] - want[k]));
	check(worst, 1e-13, "plaquettes");
}

/* levels: of multigrid, or 0. */
static void test_wilson(QudaDslashType type, QudaPrecision sloppy, int levels, const char *name)
{
	char what[80];
	double worst = 0;
	QudaInvertParam p = param(type);
	QudaMultigridParam m = newQudaMultigridParam();
	p.cuda_prec_sloppy = sloppy;
	make_clover();
	if (fabs(csw) > 0) loadCloverQuda(NULL, NULL, &p);
	m.invert_param = &p;
	m.n_level = levels;
	m.n_vec[0] = m.n_vec[1] = 4;
	for (int k = 0; k < 4 && levels > 2; k++) {
		m.geo_block_size[0][k] = 2;
		m.geo_block_size[1][k] = lqcd__quda.lattice.local[(k + 1) % 4] / 2;
	}
	if (levels) {
		p.inv_type = QUDA_GCR_INVERTER;
		p.solve_type = QUDA_DIRECT_PC_SOLVE;
		p.preconditioner = newMultigridQuda(&m);
		p.inv_type_precondition = QUDA_MG_INVERTER;
	}
	fill(wb, SIZE);
	for (int n = 0; n < local_sites; n++) memcpy(their_b + n * SPINOR, wb + local_site[n] * SPINOR, SPINOR * sizeof *wb);
	for (int n = 0; n < WALLS; n++) their_x[0][n] = -7;
	invertQuda(their_x[0], their_b, &p);
#ifdef LQCD_QUDA_DEVICE
	if (levels) check(((lqcd__quda_multigrid *)p.preconditioner)->on_device != (levels == 2), 0.5, levels == 2 ? "on the device" : "on the host");
#endif
	destroyMultigridQuda(p.preconditioner);
	memset(wx, 0, sizeof wx);
	for (int n = 0; n < local_sites; n++) memcpy(wx + local_site[n] * SPINOR, their_x[0] + n * SPINOR, SPINOR * sizeof *wx);
	whole(wx, SIZE);
	matrix(wy, wx, &p, 0);
	worst = deviation(wb, wy, &p);
	snprintf(what, sizeof what, "%s: residual", name);
	check(worst, 1.05e-10, what);
	snprintf(what, sizeof what, "%s: reported", name);
	check(fabs(worst - p.true_res) / (worst + 1e-13), 0.05, what);
	if (!levels) show(name, wx, SIZE);
}

#ifndef LQCD_QUDA_DEVICE
/* The field of all processes from one in the order of the caller. */
static void gather(double *theirs, const QudaInvertParam *p)
{
	order(theirs, wx, p, 1);
	whole(wx, WALLS);
}

static void test_walls(int kind)
{
	static const QudaSolutionType solution[4] = {QUDA_MAT_SOLUTION, QUDA_MATPC_SOLUTION, QUDA_MATDAG_MAT_SOLUTION, QUDA_MATPCDAG_MATPC_SOLUTION};
	static const char *const name[3] = {"Shamir", "Moebius", "Shamir, five dimensions"};
	static double given[2][WALLS];
	QudaInvertParam p = wall_param(kind);
	double product = 0, residual = 0, reported = 0;
	char what[80];
	tap_state.random = seed + (uint64_t)kind + 1; /* the same sources, whatever was tested before */
	p.maxiter = 2000;
	p.tol = 1e-7;
	p.mass = 0.4; /* few iterations */
	for (int k = 0; k < 4; k++) {
		p.solution_type = solution[k];
		p.dagger = k == kind ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.mass_normalization = k % 2 ? QUDA_MASS_NORMALIZATION : QUDA_KAPPA_NORMALIZATION;
		p.matpc_type = kind == 2 ? (k % 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN) : (QudaMatPCType)((k + kind) % 4);
		source(&p);
		(k < 2 ? MatQuda : MatDagMatQuda)(their_x[0], their_b, &p);
		gather(their_x[0], &p);
		wall_system(wy, wb, &p, 0);
		product = tap_worst(product, wall_deviation(wy, wx));
		invertQuda(their_x[0], their_b, &p);
		gather(their_x[0], &p);
		wall_system(wy, wx, &p, 0);
		const double r = wall_deviation(wb, wy);
		residual = tap_worst(residual, r);
		reported = tap_worst(reported, fabs(r - p.true_res) / (r + 1e-13));
		snprintf(what, sizeof what, "%s, system %d", name[kind], k);
		show(what, wx, WALLS);
	}
	snprintf(what, sizeof what, "%s: products", name[kind]);
	check(product, 1e-13, what);
	snprintf(what, sizeof what, "%s: residuals", name[kind]);
	check(residual, 1.05e-7, what);
	snprintf(what, sizeof what, "%s: reported", name[kind]);
	check(reported, 0.05, what);

	/* two sources */
	void *x[3] = {their_x[0], their_x[1], their_x[2]}, *b[2] = {their_x[2], their_b};
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.num_src = 2;
	for (int k = 0; k < 2; k++) {
		source(&p);
		memcpy(given[k], wb, sizeof wb);
	}
	order(their_x[2], given[0], &p, 0);
	invertMultiSrcQuda(x, b, &p);
	residual = 0;
	for (int k = 0; k < 2; k++) {
		gather(their_x[k], &p);
		wall_system(wy, wx, &p, 0);
		residual = tap_worst(residual, wall_deviation(given[k], wy));
	}
	snprintf(what, sizeof what, "%s: two sources", name[kind]);
	check(residual, 1.05e-7, what);

	/* shifts */
	p = wall_param(kind);
	p.solution_type = QUDA_MATPCDAG_MATPC_SOLUTION;
	p.num_offset = 3;
	p.maxiter = 2000;
	p.mass = 0.4;
	for (int i = 0; i < 3; i++) {
		p.offset[i] = 0.1 * i;
		p.tol_offset[i] = 1e-6;
	}
	source(&p);
	invertMultiShiftQuda(x, their_b, &p);
	residual = 0;
	for (int i = 0; i < 3; i++) {
		gather(their_x[i], &p);
		wall_system(wy, wx, &p, p.offset[i]);
		residual = tap_worst(residual, wall_deviation(wb, wy));
	}
	snprintf(what, sizeof what, "%s: shifts", name[kind]);
	check(residual, 1.05e-6, what);
}

/* The lowest eigenpair of M^dagger M, even-odd. */
static void test_eigen(int kind)
{
	double_complex value[1];
	void *vectors[1] = {their_x[0]};
	QudaInvertParam p = wall_param(kind);
	QudaEigParam e = newQudaEigParam();
	double a, r = 0, n2 = 0;
	p.mass = 0.4;
	p.matpc_type = kind == 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN_ASYMMETRIC;
	e.invert_param = &p;
	e.eig_type = QUDA_EIG_TR_LANCZOS;
	e.spectrum = QUDA_SPECTRUM_SR_EIG;
	e.use_norm_op = e.use_pc = QUDA_BOOLEAN_TRUE;
	e.n_conv = 1;
	e.n_ev = 4;
	e.n_kr = 30;
	e.tol = 1e-6;
	e.max_restarts = 300;
	eigensolveQuda(vectors, value, &e);
	memcpy(&a, value, sizeof a);
	p.solution_type = QUDA_MATPCDAG_MATPC_SOLUTION;
	gather(their_x[0], &p);
	wall_system(wy, wx, &p, 0);
	for (int i = 0; i < WALLS; i++) {
		r += (wy[i] - a * wx[i]) * (wy[i] - a * wx[i]);
		n2 += wx[i] * wx[i];
	}
	check(sqrt(r) + fabs(n2 - 1), 1e-4, kind == 2 ? "an eigenpair of five dimensions" : "an eigenpair");
}
#endif

int main(int argc, char **argv)
{
	static const int grids[5][4] = {{1, 1, 1, 1}, {1, 1, 1, 2}, {1, 2, 1, 1}, {2, 1, 1, 2}, {2, 2, 1, 1}};
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (rank == 0) seed = tap_random_u64();
	MPI_Bcast(&seed, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
	for (int g = 0; g < 5; g++) {
		int size = 1;
		for (int k = 0; k < 4; k++) size *= grid[k] = grids[g][k];
		if (size != ranks) continue;
		tap_state.seeded = 1; /* the same numbers on each process and grid */
		tap_state.random = seed;
		make_lattice();
		begin();
		test_wilson(QUDA_WILSON_DSLASH, QUDA_DOUBLE_PRECISION, 0, "Wilson");
		test_wilson(QUDA_WILSON_DSLASH, QUDA_DOUBLE_PRECISION, 2, "Wilson by multigrid");
#ifdef LQCD_QUDA_DEVICE
		test_wilson(QUDA_CLOVER_WILSON_DSLASH, QUDA_SINGLE_PRECISION, 0, "clover");
		test_wilson(QUDA_TWISTED_MASS_DSLASH, QUDA_HALF_PRECISION, 0, "twisted mass");
		test_wilson(QUDA_CLOVER_WILSON_DSLASH, QUDA_SINGLE_PRECISION, 2, "clover by multigrid");
		check(lqcd__quda.device.has_wilson && !lqcd__quda.has_inverter ? 0 : 1, 0.5, "on the device");
		if (ranks > 1) test_wilson(QUDA_WILSON_DSLASH, QUDA_DOUBLE_PRECISION, 3, "Wilson by three levels");
#else
		/* On the second grid of as many processes only the one whose parity is that of five dimensions. */
		const int again = g == 2 || g == 4;
		for (int kind = again ? 2 : 0; kind < 3; kind++) test_walls(kind);
		test_eigen(again ? 0 : 2);
#endif
		endQuda();
	}
	const int status = rank == 0 ? tap_done() : 0;
	MPI_Finalize();
	return status;
}
