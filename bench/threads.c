/* bench/threads.c: what threads gain on small lattices and in multigrid, and teams of them (lqcd/lattice/team.h).
 *
 *   build/bench/threads [--threads=1,2,4] [--multigrid=TxXxYxZ or L or 0] [--kappa=K]   default 1, 2, 4, .. up to all; 16; 0.153
 *   --no-solvers: without the first table
 *   mpirun -n N build/bench-mpi/threads [..]                                           processes instead, with one thread each
 *
 * Float (tag vf), links of 18 reals. For 8^4 and 16^4, in us, the least of `rounds` samples: the hop from odd to even sites,
 * each in a region of its own and in a team; an iteration of even-odd CG, and the sum of the least times of its parts, two
 * operators with norms, x and r, and p: each in regions of its own, and in a team. Multigrid with its default parameters on a
 * lattice of 40 sweeps at beta = 6: seconds for the set-up, and for a solve to 1e-10 in double, the least of three. The ratios
 * are those of one thread or process over this row.
 *
 * Then what keeps a team besides solvers, at 8^4 in float, in ms, the least of five or two: a step of the Wilson, Symanzik and Zeuthen flow; a sweep of heat
 * bath and one of overrelaxation, with plaquettes alone and with rectangles; a trajectory of five OMF2 steps; a solve by GCR with
 * Schwarz, and four eigenvalues of D^dagger D. To compare: compiled with -DLQCD__TEAMS=0. */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "../lqcd.h"
#include "clock.h"

enum { rounds = 15 };

static lqcd_comm world;

static void threads(int n)
{
#ifdef _OPENMP
	omp_set_num_threads(n);
#else
	(void)n;
#endif
}

static void must(lqcd_status s, const char *what)
{
	if (s == LQCD_OK) return;
	fprintf(stderr, "threads: %s: %s\n", what, lqcd_status_text(s));
	exit(1);
}

/* A lattice with an operator and fields. */
typedef struct {
	lqcd_lattice lat;
	lqcd_wilson_vf D;
	lqcd_dirac_vf d;
	lqcd_operator_vf M;
	lqcd_schur_vf schur;
	lqcd_spinor_field_vf even, odd, x, p, r, q;
	int part, calls;
	double least;
} place;

static void lattice(lqcd_lattice *lat, const int *extent)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	o.comm = &world;
	must(lqcd_lattice_create(lat, extent, &o, NULL), "lattice");
}

/* Part 0 is the hop; the others are those of an iteration of CG. */
enum { PARTS = 5 };

static void part(place *p)
{
	switch (p->part) {
	case 0: lqcd_wilson_hop(&p->even, &p->D, &p->odd, 0); break;
	case 1: lqcd_schur_dot(&p->q, &p->d, &p->p, &p->schur.tmp, 0, NULL, NULL); break;
	case 2: lqcd_spinor_field_axpy_norm2(&p->r, -1e-9, &p->q); break;
	case 3: lqcd_schur_dot(&p->even, &p->d, &p->r, &p->schur.tmp, 1, NULL, NULL); break;
	default: lqcd_spinor_field_axpy_zpbx(&p->x, 1e-9, &p->p, &p->r, 0.5); break;
	}
}

static void sample(void *argument)
{
	place *p = (place *)argument;
	for (int k = 0; k < 3; k++) part(p);
	for (int round = 0; round < rounds; round++) {
		lqcd_comm_barrier(&p->lat.comm);
		const double start = bench_seconds();
		for (int k = 0; k < p->calls; k++) part(p);
		const double us = lqcd_comm_max(&p->lat.comm, (bench_seconds() - start) * 1e6 / p->calls);
		if (!round || us < p->least) p->least = us;
	}
}

static double us_of(place *p, int number, int team)
{
	p->part = number;
	if (team)
		lqcd_team_run(&p->lat, sample, p);
	else
		sample(p);
	return p->least;
}

/* us of an iteration. */
static double cg(place *p)
{
	lqcd_solve_params params = lqcd_solve_params_default();
	double least = 1e30;
	params.tolerance = 1e-30;
	params.max_iterations = p->calls;
	lqcd_spinor_field_gaussian(&p->even, 4, 0);
	for (int k = 0; k < rounds; k++) {
		lqcd_spinor_field_zero(&p->x);
		lqcd_comm_barrier(&p->lat.comm);
		const double start = bench_seconds();
		const lqcd_solve_result r = lqcd_solve(&p->x, &p->M, &p->even, LQCD_CG, &params);
		const double us = lqcd_comm_max(&p->lat.comm, (bench_seconds() - start) * 1e6 / r.iterations);
		if (us < least) least = us;
	}
	return least;
}

/* hop alone and in a team; iteration of CG, its parts alone and in a team */
static void measure(double *us, int n, int extent)
{
	const int e[4] = {extent, extent, extent, extent};
	lqcd_gauge_field_vf u;
	place p;
	memset((void *)&p, 0, sizeof p);
	threads(n);
	lattice(&p.lat, e);
	must(lqcd_gauge_field_create(&u, &p.lat, LQCD_FULL), "links");
	lqcd_gauge_field_random(&u, 1, 0);
	must(lqcd_wilson_create(&p.D, &u, 0.5, LQCD_ANTIPERIODIC), "operator");
	p.d = lqcd_wilson_dirac(&p.D);
	lqcd_spinor_field_vf *const even[] = {&p.even, &p.x, &p.p, &p.r, &p.q};
	for (int k = 0; k < 5; k++) {
		must(lqcd_spinor_field_create(even[k], &p.lat, LQCD_EVEN), "field");
		lqcd_spinor_field_gaussian(even[k], 2, (uint32_t)k);
	}
	must(lqcd_spinor_field_create(&p.odd, &p.lat, LQCD_ODD), "field");
	lqcd_spinor_field_gaussian(&p.odd, 3, 0);
	must(lqcd_schur_create(&p.M, &p.schur, &p.d, &p.even), "operator");
	p.calls = extent > 8 ? 20 : 200;
	us[0] = us_of(&p, 0, 0);
	us[1] = us_of(&p, 0, 1);
	us[2] = cg(&p);
	us[3] = us[4] = 0;
	for (int k = 1; k < PARTS; k++) {
		us[3] += us_of(&p, k, 0);
		us[4] += us_of(&p, k, 1);
	}
	for (int k = 0; k < 5; k++) lqcd_spinor_field_destroy(even[k]);
	lqcd_spinor_field_destroy(&p.odd);
	lqcd_schur_destroy_vf(&p.schur);
	lqcd_wilson_destroy(&p.D);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&p.lat);
}

/* seconds of a set-up and of a solve */
static void multigrid(double *seconds, int n, const int *extent, double kappa)
{
	const lqcd_multigrid_params params = lqcd_multigrid_params_default();
	const lqcd_solve_params solve = lqcd_solve_params_default();
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_wilson_vd D;
	lqcd_wilson_vf low;
	lqcd_spinor_field_vd x, b;
	lqcd_multigrid_vf mg;
	lqcd_message why = {""};
	double mass;
	threads(n);
	lattice(&lat, extent);
	must(lqcd_kappa_to_mass(kappa, &mass), "kappa");
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL), "links");
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < 40; k++) must(lqcd_heatbath_sweep(&u, 6.0, 1, (uint64_t)k), "heat bath");
	must(lqcd_wilson_create(&D, &u, mass, LQCD_ANTIPERIODIC), "operator");
	must(lqcd_wilson_create(&low, &u, mass, LQCD_ANTIPERIODIC), "operator");
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL), "field");
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL), "field");
	lqcd_spinor_field_gaussian(&b, 2, 0);
	lqcd_comm_barrier(&lat.comm);
	const double start = bench_seconds();
	const lqcd_status s = lqcd_multigrid_create(&mg, &low, &params, &why);
	if (s != LQCD_OK) fprintf(stderr, "%s\n", why.text);
	must(s, "multigrid");
	seconds[0] = lqcd_comm_max(&lat.comm, bench_seconds() - start);
	for (int k = 0; k < 3; k++) {
		lqcd_spinor_field_zero(&x);
		lqcd_comm_barrier(&lat.comm);
		const double begin = bench_seconds();
		must(lqcd_wilson_solve_multigrid(&x, &D, &mg, &b, &solve).status, "solve");
		const double t = lqcd_comm_max(&lat.comm, bench_seconds() - begin);
		if (!k || t < seconds[1]) seconds[1] = t;
	}
	lqcd_multigrid_destroy(&mg);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_wilson_destroy(&D);
	lqcd_wilson_destroy(&low);
	lqcd_gauge_field_destroy(&u);
	lqcd_lattice_destroy(&lat);
}

static void row(int n, const int *extent, double kappa)
{
	static double first[2];
	double small[5], large[5], mg[2] = {0, 0};
	measure(small, n, 8);
	measure(large, n, 16);
	if (extent[0]) multigrid(mg, n, extent, kappa);
	if (!(first[0] > 0)) memcpy(first, mg, sizeof first);
	if (!lqcd_comm_root(&world)) return;
	printf("%9s %4d |", world.size > 1 ? "processes" : "threads", world.size > 1 ? world.size : n);
	for (int k = 0; k < 2; k++) {
		const double *us = k ? large : small;
		printf(" %6.1f %6.1f %7.1f %7.1f %7.1f %5.2f |", us[0], us[1], us[2], us[3], us[4], us[2] / us[3]);
	}
	if (extent[0]) printf(" %7.3f %7.4f %5.1f %5.1f", mg[0], mg[1], first[0] / mg[0], first[1] / mg[1]);
	printf("\n");
	fflush(stdout);
}

/* ---- what keeps a team besides solvers ---- */

enum { JOBS = 8 };

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_vf u;
	lqcd_flow_vf flow[3];
	lqcd_action_vf act[2];
	lqcd_hmc_vf hmc;
	lqcd_wilson_vf D;
	lqcd_sap_vf sap;
	lqcd_spinor_field_vf x, b;
	lqcd_operator_vf square;
	lqcd_normal_vf normal;
} workshop;

static void job(workshop *w, int number, int round)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_eigen_params q = lqcd_eigen_params_default();
	lqcd_eigen_vf e;
	if (number < 3)
		must(lqcd_flow_step(&w->flow[number], &w->u, 0.001), "flow");
	else if (number < 5) {
		must(lqcd_action_heatbath(&w->act[number - 3], &w->u, 6.0, 1, 100 + (uint64_t)round), "heat bath");
		must(lqcd_action_overrelax(&w->act[number - 3], &w->u), "overrelaxation");
	} else if (number == 5)
		must(lqcd_hmc_trajectory(&w->hmc, &w->u), "trajectory");
	else if (number == 6) {
		p.tolerance = 1e-5;
		lqcd_spinor_field_zero(&w->x);
		must(lqcd_gcr(&w->x, &w->sap.op, &w->b, lqcd_sap_preconditioner(&w->sap), 16, &p).status, "Schwarz");
	} else {
		q.count = 4;
		q.tolerance = 1e-4;
		must(lqcd_eigen_solve(&e, &w->square, &w->b, &q), "eigenvalues");
		lqcd_eigen_destroy(&e);
	}
}

static void row_of_jobs(int n)
{
	static const lqcd_flow_kind kinds[3] = {LQCD_FLOW_WILSON, LQCD_FLOW_SYMANZIK, LQCD_FLOW_ZEUTHEN};
	const int e[4] = {8, 8, 8, 8};
	const lqcd_sap_params sap = lqcd_sap_params_default();
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(6.0, LQCD_C1_WILSON, 1);
	workshop w;
	double ms = 0;
	memset((void *)&w, 0, sizeof w);
	threads(n);
	lattice(&w.lat, e);
	must(lqcd_gauge_field_create(&w.u, &w.lat, LQCD_FULL), "links");
	lqcd_gauge_field_unit(&w.u);
	for (int k = 0; k < 40; k++) must(lqcd_heatbath_sweep(&w.u, 6.0, 1, (uint64_t)k), "heat bath");
	for (int k = 0; k < 3; k++) must(lqcd_flow_create(&w.flow[k], &w.lat, kinds[k]), "flow");
	for (int k = 0; k < 2; k++) must(lqcd_action_create(&w.act[k], &w.lat, k ? LQCD_C1_IWASAKI : LQCD_C1_WILSON), "action");
	chain.length = 0.5;
	chain.level[0].steps = 5;
	must(lqcd_hmc_create(&w.hmc, &w.lat, &chain), "HMC");
	must(lqcd_wilson_create(&w.D, &w.u, 0.1, LQCD_ANTIPERIODIC), "operator");
	must(lqcd_sap_create(&w.sap, &w.D, &sap, NULL), "Schwarz");
	must(lqcd_spinor_field_create(&w.x, &w.lat, LQCD_FULL), "field");
	must(lqcd_spinor_field_create(&w.b, &w.lat, LQCD_FULL), "field");
	lqcd_spinor_field_gaussian(&w.b, 2, 0);
	must(lqcd_normal_create(&w.square, &w.normal, &w.sap.op, &w.b), "operator");
	const int root = lqcd_comm_root(&world);
	if (root) printf("%9s %4d |", world.size > 1 ? "processes" : "threads", world.size > 1 ? world.size : n);
	for (int k = 0; k < JOBS; k++) {
		for (int round = 0; round < (k < 6 ? 5 : 2); round++) {
			lqcd_comm_barrier(&w.lat.comm);
			const double start = bench_seconds();
			job(&w, k, round);
			const double now = lqcd_comm_max(&w.lat.comm, (bench_seconds() - start) * 1e3);
			if (!round || now < ms) ms = now;
		}
		if (root) printf(" %8.3f%s", ms, k + 1 < JOBS ? "" : "\n");
		fflush(stdout);
	}
	lqcd_normal_destroy(&w.normal);
	lqcd_sap_destroy(&w.sap);
	lqcd_wilson_destroy(&w.D);
	lqcd_hmc_destroy(&w.hmc);
	for (int k = 0; k < 2; k++) lqcd_action_destroy(&w.act[k]);
	for (int k = 0; k < 3; k++) lqcd_flow_destroy(&w.flow[k]);
	lqcd_spinor_field_destroy(&w.x);
	lqcd_spinor_field_destroy(&w.b);
	lqcd_gauge_field_destroy(&w.u);
	lqcd_lattice_destroy(&w.lat);
}

int main(int argc, char **argv)
{
	int counts[16], n = 0, extent[4] = {16, 16, 16, 16}, good = 1, solvers = 1;
	double kappa = 0.153;
	lqcd_comm_start_processes(&argc, &argv);
	world = lqcd_comm_all();
	for (int k = 1; k < argc; k++) {
		const char *a = argv[k];
		if (!strncmp(a, "--threads=", 10))
			for (a += 9; *a && n < 16; a += strcspn(a, ",")) good &= (counts[n++] = atoi(++a)) > 0;
		else if (!strncmp(a, "--multigrid=", 12))
			good &= bench_extent(a + 12, extent);
		else if (!strcmp(a, "--no-solvers"))
			solvers = 0;
		else if (!strncmp(a, "--kappa=", 8))
			kappa = atof(a + 8);
		else
			good = 0;
	}
	if (!good) {
		fprintf(stderr, "usage: threads [--threads=1,2,4] [--multigrid=TxXxYxZ or L or 0] [--kappa=K] [--no-solvers]\n");
		return 2;
	}
#ifdef _OPENMP
	for (int t = 1; !n || (counts[n - 1] < omp_get_num_procs() && n < 16); t *= 2)
		counts[n++] = t < omp_get_num_procs() ? t : omp_get_num_procs();
#endif
	if (world.size > 1 || !n) {
		n = 1;
		counts[0] = 1;
	}
	if (solvers && lqcd_comm_root(&world)) {
		printf("us: hop in regions and in a team; iteration of CG, its parts in regions and in a team, CG over parts in regions\n");
		printf("%14s | %-47s | %-47s | multigrid %dx%dx%dx%d\n", "", "8^4", "16^4", extent[0], extent[1], extent[2],
		       extent[3]);
		printf("%14s |", "");
		for (int k = 0; k < 2; k++) printf(" %6s %6s %7s %7s %7s %5s |", "hop", "team", "CG", "parts", "team", "ratio");
		printf(" %7s %7s %5s %5s\n", "set-up", "solve", "gain", "gain");
	}
	for (int k = 0; k < n && solvers; k++) row(counts[k], extent, kappa);
	if (lqcd_comm_root(&world))
		printf("ms at 8^4:\n%14s | %8s %8s %8s %8s %8s %8s %8s %8s\n", "", "Wilson", "Symanzik", "Zeuthen", "sweeps", "rect.",
		       "HMC", "Schwarz", "Lanczos");
	for (int k = 0; k < n; k++) row_of_jobs(counts[k]);
	lqcd_comm_end_processes();
	return 0;
}
