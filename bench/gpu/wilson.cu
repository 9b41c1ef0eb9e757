/* bench/gpu/wilson.cu: the Wilson hop and CG on a GPU.
 *
 *   wilson [hops | hop | solves] [L ...]         lattices of L^4; default: hops 32 48 16, then solves 32 16 8;
 *                                                hop: of one right-hand side alone
 *
 * A table of the hop into one parity, at 1320 flop per site: medians, by compulsory bytes, and their ratio to the copy
 * bandwidth of the run; the hop in a graph; and solvers of the Schur system, mass of kappa 0.23, random links, to
 * 1e-10: links of the Haar measure, and links as the tests of QUDA make them, which take CG fewer iterations. The
 * macros to tune by -D are in dirac/device_wilson.h. */
#include <lqcd.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy;

static void must(lqcd_status status)
{
	bench_must(status);
}

/** Seconds of one of n calls of f in a graph; without CUDA in a loop. */
template <class F> static double seconds_in_graph(const F &f, int n)
{
#ifdef __CUDACC__
	const cudaStream_t stream = (cudaStream_t)gpu.stream;
	cudaGraph_t graph;
	cudaGraphExec_t run;
	bench_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	for (int i = 0; i < n; i++) f();
	bench_cuda(cudaStreamEndCapture(stream, &graph));
	bench_cuda(cudaGraphInstantiate(&run, graph, 0));
	const double t = bench_time(&gpu, [&] { bench_cuda(cudaGraphLaunch(run, stream)); }) / n;
	bench_cuda(cudaGraphExecDestroy(run));
	bench_cuda(cudaGraphDestroy(graph));
	return t;
#else
	return bench_sample(&gpu, f, n) / n;
#endif
}

/* The hop on `rhs` right-hand sides at once; 1: on plain fields, which are the same. */
template <class Wilson, class Field>
static void hop_row(lqcd_gpu_lattice *there, const lqcd_gauge_field_f *u, const lqcd_spinor_field_f *from,
		    const char *tag, lqcd_link_storage storage, int rhs, double spinor_bytes, double link_bytes)
{
	static const int reals[] = {18, 12, 8};
	const int l = there->host->local[0];
	Wilson D;
	Field in, out;
	must(lqcd_wilson_create_on(&D, there, lqcd_gauge_field_view(u), 0.1, LQCD_ANTIPERIODIC, storage));
	must(lqcd_multi_spinor_field_create(&in, there, LQCD_ODD, rhs));
	must(lqcd_multi_spinor_field_create(&out, there, LQCD_EVEN, rhs));
	for (int n = 0; n < rhs; n++) must(lqcd_multi_spinor_field_put(&in, n, lqcd_spinor_field_view(from)));
	const auto hop = [&] { lqcd_wilson_hop(&out, &D, &in, 0); };
	const double sites = (double)lqcd_gpu_sites(there->host), bytes = 2 * spinor_bytes * rhs + 8 * link_bytes;
	const double t = bench_time(&gpu, hop), g = l <= 16 && rhs == 1 ? seconds_in_graph(hop, 100) : 0;
	must(lqcd_gpu_lattice_status(there, &bench_why));
	printf("| %d^4 | %d | %s | %d | %.1f | %.0f | %.0f | %.2f |", l, rhs, tag, reals[storage], 1e6 * t,
	       1e-9 * LQCD_WILSON_FLOPS * sites * rhs / t, 1e-9 * bytes * sites / t, bytes * sites / t / copy);
	if (g > 0)
		printf(" %.1f |\n", 1e6 * g);
	else
		printf(" |\n");
	fflush(stdout);
	lqcd_wilson_destroy(&D);
	lqcd_multi_spinor_field_destroy(&in);
	lqcd_multi_spinor_field_destroy(&out);
}

static void hops(int l, int most)
{
	const int extent[4] = {l, l, l, l};
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_f u;
	lqcd_spinor_field_f from;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&from, &lat, LQCD_ODD));
	lqcd_gauge_field_random(&u, 1, 0);
	lqcd_spinor_field_gaussian(&from, 2, 0);
	for (int rhs = 1; rhs <= (l <= 32 ? most : 1); rhs *= rhs == 1 ? 4 : 2)
		for (int s = 0; s < 3; s++) {
			const lqcd_link_storage storage = (lqcd_link_storage)s;
			const double reals = s == 0 ? 18 : s == 1 ? 12 : 8;
			hop_row<lqcd_wilson_gd, lqcd_multi_spinor_field_gd>(&there, &u, &from, "f64", storage, rhs, 192,
								     8 * reals);
			hop_row<lqcd_wilson_gf, lqcd_multi_spinor_field_gf>(&there, &u, &from, "f32", storage, rhs, 96,
								     4 * reals);
			if (s < 2)
				hop_row<lqcd_wilson_gh, lqcd_multi_spinor_field_gh>(&there, &u, &from, "16 bits", storage, rhs,
									     52, 2 * reals);
		}
	lqcd_spinor_field_destroy(&from);
	lqcd_gauge_field_destroy(&u);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
}

/** Uniform in [0, 1), by the steps of splitmix64. */
static double uniform(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/** Links as QUDA's tests have them (tests/utils/gauge_utils.cpp, constructRandomUnitaryGaugeField): real and imaginary
 * parts of rows 1 and 2 uniform in [0, 1), the rows made orthonormal, row 0 from their product. The mean of such a link
 * is not 0. */
static void quda_links(lqcd_gauge_field_f *u)
{
	uint64_t state = 1;
	lqcd_su3_f *link = (lqcd_su3_f *)u->ptr;
	for (int64_t n = 0; n < 4 * lqcd_geometry_sites(u->type); n++) {
		lqcd_complex_d row[3][3];
		for (int i = 1; i < 3; i++) {
			double norm2 = 0;
			for (int j = 0; j < 3; j++) {
				row[i][j].re = uniform(&state);
				row[i][j].im = uniform(&state);
			}
			if (i == 2) {
				lqcd_complex_d dot = lqcd_complex_make_d(0, 0);
				for (int j = 0; j < 3; j++) dot = lqcd_complex_cfma_d(row[1][j], row[2][j], dot);
				for (int j = 0; j < 3; j++) row[2][j] = lqcd_complex_fnma_d(dot, row[1][j], row[2][j]);
			}
			for (int j = 0; j < 3; j++) norm2 += lqcd_complex_norm2_d(row[i][j]);
			for (int j = 0; j < 3; j++) row[i][j] = lqcd_complex_scale_d(1 / sqrt(norm2), row[i][j]);
		}
		for (int j = 0; j < 3; j++) {
			const int k = (j + 1) % 3, l = (j + 2) % 3;
			row[0][j] = lqcd_complex_conj_d(
				lqcd_complex_fnma_d(row[1][l], row[2][k], lqcd_complex_mul_d(row[1][k], row[2][l])));
		}
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				link[n].e[i][j] = lqcd_complex_make_f((float)row[i][j].re, (float)row[i][j].im);
	}
}

template <class Low>
static void solve_row(lqcd_gpu_lattice *there, const lqcd_gauge_field_f *u, const lqcd_spinor_field_f *host,
		      const char *name, lqcd_link_storage storage, double mass, lqcd_method method)
{
	lqcd_wilson_gd D;
	Low low;
	lqcd_spinor_field_gd x, b;
	lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_field_view v = lqcd_gauge_field_view(u);
	must(lqcd_wilson_create_on(&D, there, v, mass, LQCD_PERIODIC, LQCD_LINK_12));
	must(lqcd_wilson_create_on(&low, there, v, mass, LQCD_PERIODIC, storage));
	must(lqcd_spinor_field_create(&x, there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, there, LQCD_FULL));
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(host)));
	lqcd_solve_result r = lqcd__no_solve(LQCD_OK);
	double best = 0;
	for (int k = 0; k < 4; k++) {
		lqcd_spinor_field_zero(&x);
		must(lqcd_gpu_wait(&gpu, &bench_why));
		const double start = bench_seconds();
		const auto d = lqcd_wilson_dirac(&D);
		const auto l = lqcd_wilson_dirac(&low);
		r = lqcd_dirac_solve_mixed(&x, &d, &l, &b, method, &p);
		must(lqcd_gpu_wait(&gpu, &bench_why));
		const double t = bench_seconds() - start;
		if (k && (k == 1 || t < best)) best = t;
	}
	const double t = best;
	must(lqcd_gpu_lattice_status(there, &bench_why));
	printf("| %s | %.4f | %d | %.1f | %.1e | %.0f | %s |\n", name, t, r.iterations, 1e6 * t / r.iterations,
	       r.residual, 1e-9 * r.flops / t, lqcd_status_text(r.status));
	fflush(stdout);
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
}

static void solves(int l, int quda)
{
	const int extent[4] = {l, l, l, l};
	double mass;
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_f u;
	lqcd_spinor_field_f b;
	must(lqcd_kappa_to_mass(0.23, &mass));
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	if (quda)
		quda_links(&u);
	else
		lqcd_gauge_field_random(&u, 1, 0);
	lqcd_spinor_field_gaussian(&b, 2, 0);
	printf("\nThe Schur system, %d^4, kappa 0.23 on %s, 1e-10\n\n", l,
	       quda ? "the links of QUDA's tests" : "random SU(3)");
	printf("| solver | s | iterations | us each | residual | GFLOP/s | |\n|---|--:|--:|--:|--:|--:|---|\n");
	solve_row<lqcd_wilson_gf>(&there, &u, &b, "CG, double/float, 12 reals", LQCD_LINK_12, mass, LQCD_CG);
	solve_row<lqcd_wilson_gf>(&there, &u, &b, "CG, double/float, 8 reals", LQCD_LINK_8, mass, LQCD_CG);
	solve_row<lqcd_wilson_gh>(&there, &u, &b, "CG, double/16 bits, 12 reals", LQCD_LINK_12, mass, LQCD_CG);
	/* It finds no solution on the others, in double neither. */
	if (!quda) {
		solve_row<lqcd_wilson_gf>(&there, &u, &b, "BiCGStab, double/float, 12 reals", LQCD_LINK_12, mass,
					  LQCD_BICGSTAB);
		solve_row<lqcd_wilson_gh>(&there, &u, &b, "BiCGStab, double/16 bits, 12 reals", LQCD_LINK_12, mass,
					  LQCD_BICGSTAB);
	}
	lqcd_spinor_field_destroy(&b);
	lqcd_gauge_field_destroy(&u);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
}

int main(int argc, char **argv)
{
	static const int usual[2][3] = {{32, 48, 16}, {32, 16, 8}};
	const int one = argc > 1 && !strcmp(argv[1], "hop"), hop_alone = one || (argc > 1 && !strcmp(argv[1], "hops")),
		  solve_alone = argc > 1 && !strcmp(argv[1], "solves");
	const int first = 1 + (hop_alone || solve_alone), given = argc - first;
	int l[2][64], n[2];
	for (int what = 0; what < 2; what++) {
		n[what] = (what ? hop_alone : solve_alone) ? 0 : given == 0 ? 3 : given < 64 ? given : 64;
		for (int k = 0; k < n[what]; k++) {
			l[what][k] = given ? atoi(argv[first + k]) : usual[what][k];
			if (l[what][k] >= 2 && l[what][k] % 2 == 0) continue;
			fprintf(stderr, "usage: wilson [hops | hop | solves] [L ...], L even\n");
			return 2;
		}
	}
	bench_open(&gpu);
	copy = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.2f TB/s\n\n", gpu.name, gpu.processors, 1e-12 * copy);
	if (n[0] > 0)
		printf("| lattice | right-hand sides | precision | reals | us | GFLOP/s | GB/s | of copy | us in a "
		       "graph |\n"
		       "|---|--:|---|--:|--:|--:|--:|--:|--:|\n");
	for (int k = 0; k < n[0]; k++) hops(l[0][k], one ? 1 : 16);
	for (int k = 0; k < 2 * n[1]; k++) solves(l[1][k / 2], k % 2);
	lqcd_gpu_close(&gpu);
	return 0;
}
