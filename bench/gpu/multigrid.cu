/* bench/gpu/multigrid.cu: multigrid on a GPU against BiCGStab for D x = b at masses approaching the critical one, on a
 * thermalised quenched lattice that the device makes.
 *
 *   multigrid [EXTENTS [KAPPA ...]]  lattices of EXTENTS: L (L^4) or TxL (T x L^3); default 32 0.1545 0.1555 0.1560
 *   CG=0 multigrid ..                without CG
 *
 * The lattice: beta = 6, 100 sweeps of a heat bath and four of overrelaxation from a cold start; antiperiodic in time. The
 * first table has solves to a true residual of 1e-10 in double, with float or 16 bits inside (links of 12 reals
 * everywhere): wall-clock seconds for a right-hand side, the best of three
 * (above 4e6 sites the only one; above 6e6 only of one right-hand side, for want of memory, and without the other tables).
 * Multigrid has default parameters, with two levels,
 * three, and a brief set-up (vectors 8, initial 20, rounds 6); "x 12": twelve right-hand sides at once, iterations and residual the largest
 * of them; "set-up": on the device, the better of two; "coarse": coarse iterations per fine one; "speed": BiCGStab with 16 bits
 * over this, per solve; "with set-up": the same with the set-up in the time of the solves of that row. The second table has the
 * parts of a cycle at the last kappa, medians of 21, the third
 * those of a set-up, each once; GB/s counts compulsory bytes. Runs in about a minute. */
#include <lqcd.h>

#include "measure.h"

static lqcd_gpu gpu;
static double copy_rate;

template <class F> static double seconds_of(const F &call)
{
	bench_must(lqcd_gpu_wait(&gpu, &bench_why));
	const double start = bench_seconds();
	call();
	bench_must(lqcd_gpu_wait(&gpu, &bench_why));
	return bench_seconds() - start;
}

typedef struct {
	lqcd_gpu_lattice *there;
	lqcd_wilson_gd D;
	lqcd_wilson_gf f;
	lqcd_wilson_gh h;
	lqcd_spinor_field_gd x, b;
	lqcd_multi_spinor_field_gd xs, bs;
} problem;

enum { MANY = 12 };

static int large(const problem *p)
{
	return lqcd_gpu_sites(p->there->host) > 2000000;
}

static int huge(const problem *p)
{
	return lqcd_gpu_sites(p->there->host) > 3000000;
}

/* The best of three solves of `many` right-hand sides; returns its seconds for one of them. */
template <class F>
static double row(problem *p, double kappa, const char *name, int many, double setup, double best, const F &solve)
{
	lqcd_solve_result r;
	double least = 1e30, coarse = 0;
	for (int k = 0; k < (large(p) ? 1 : 3); k++) {
		lqcd_spinor_field_zero(&p->x);
		if (many > 1) lqcd_multi_spinor_field_zero(&p->xs);
		const double t = seconds_of([&] { r = solve(&coarse); });
		if (t < least) least = t;
	}
	bench_must(lqcd_gpu_lattice_status(p->there, &bench_why));
	printf("| %.4f | %s | %d | %.1e | %.4f |", kappa, name, r.iterations, r.residual, least / many);
	if (setup > 0)
		printf(" %.3f | %.1f | %.2f | %.2f |", setup, coarse, best * many / least,
		       best * many / (least + setup));
	else
		printf(" | | %.2f | |", best > 0 ? best / least : 1.);
	printf("%s\n", r.status == LQCD_OK ? "" : lqcd_status_text(r.status));
	fflush(stdout);
	return least / many;
}

/* brief: with the shorter set-up of solver/device_multigrid.h. */
template <class M, class W>
static void multigrid_rows(problem *p, double kappa, const char *name, M *mg, const W *D, double best, int levels, int brief)
{
	lqcd_multigrid_params params = lqcd_multigrid_params_default();
	if (brief) {
		params.vectors = 8;
		params.initial = 20;
		params.rounds = 6;
	}
	const lqcd_solve_params sp = lqcd_solve_params_default();
	char many[64];
	double setup = 1e30;
	params.levels = levels;
	for (int k = 0; k < (large(p) ? 1 : 2); k++) {
		if (k) lqcd_multigrid_destroy(mg);
		const double t = seconds_of([&] { bench_must(lqcd_multigrid_create(mg, D, &params, &bench_why)); });
		if (t < setup) setup = t;
	}
	row(p, kappa, name, 1, setup, best, [&](double *coarse) {
		mg->applied = mg->coarse_iterations = 0;
		const lqcd_solve_result r = lqcd_wilson_solve_multigrid(&p->x, &p->D, mg, &p->b, &sp);
		*coarse = (double)mg->coarse_iterations / mg->applied;
		return r;
	});
	if (huge(p)) return;
	snprintf(many, sizeof many, "%s x %d", name, (int)MANY);
	row(p, kappa, many, MANY, setup, best, [&](double *coarse) {
		lqcd_solve_result r[MANY];
		mg->applied = mg->coarse_iterations = 0;
		const lqcd_status s = lqcd_wilson_solve_multigrid(&p->xs, &p->D, mg, &p->bs, &sp, r);
		*coarse = (double)mg->coarse_iterations / (mg->applied ? mg->applied : 1);
		for (int n = 1; n < MANY; n++) {
			if (r[n].iterations > r[0].iterations) r[0].iterations = r[n].iterations;
			if (!(r[n].residual <= r[0].residual)) r[0].residual = r[n].residual;
		}
		r[0].status = s;
		return r[0];
	});
}

static void part(const char *tag, const char *what, double seconds, double bytes)
{
	printf("| %s | %s | %.1f | %.0f | %.2f |\n", tag, what, 1e6 * seconds, 1e-9 * bytes / seconds,
	       bytes / seconds / copy_rate);
}

/* The parts of a set-up, how often one has them, and the seconds of all. */
template <class R> static void setup_part(const char *what, int times, const R &call)
{
	const double t = seconds_of(call);
	printf("| %s | %.2f | %d | %.1f |\n", what, 1e3 * t, times, 1e3 * times * t);
}

static void setup_parts(lqcd_multigrid_gf *mg)
{
	const int rounds = mg->params.rounds;
	lqcd__mg_room_gf room;
	lqcd_multigrid_gf lists = *mg;
	printf("\n| part of a set-up, f32 | ms | times | ms in all |\n|---|--:|--:|--:|\n");
	setup_part("lists of blocks", 1, [&] {
		bench_must(lqcd__mg_list_gf(&lists, &bench_why));
		lqcd_gpu_free(&gpu, lists.blocks.index);
		lqcd_gpu_free(&gpu, lists.blocks.even);
	});
	setup_part("memory", 1, [&] {
		bench_must(lqcd__mg_room_create_gf(&room, mg, &bench_why));
		lqcd__multi_mg_drop_gf(mg);
		bench_must(lqcd__multi_mg_ready_gf(mg, mg->params.vectors, &bench_why));
	});
	lqcd_multi_multigrid_gf *m = mg->many;
	setup_part("low modes of random fields", 1, [&] { bench_must(lqcd__mg_begin_gf(mg, &room, 1, &bench_why)); });
	setup_part("vectors, orthonormal in blocks, and matrices", rounds + 1,
		   [&] { bench_must(lqcd__mg_build_gf(mg, &room, &bench_why)); });
	const int sites = mg->blocks.sites;
	const lqcd__mg_basis_gf basis = {{room.wide, mg->params.vectors, sites, mg->coarse.lat.sites * sites}, mg->blocks.v, mg->blocks.stride, 1};
	setup_part("of these: orthonormal", rounds + 1, [&] { lqcd__mg_orthonormal_in(mg->coarse.on, basis, lqcd__mg_least_gf()); });
	setup_part("of these: matrices", rounds + 1, [&] { bench_must(lqcd__mg_matrices_gf(mg, &room, &bench_why)); });
	setup_part("polynomial", rounds ? 2 : 1,
		   [&] { bench_must(lqcd__mg_polynomial_gf(mg, room.spare, &bench_why)); });
	setup_part("cycle of all vectors", rounds, [&] { lqcd__multi_mg_cycle_gf(&m->r, &m->e, &room.test, m); });
	setup_part("orthonormal over the lattice", rounds + 1,
		   [&] { bench_must(lqcd__mg_separate_gf(mg, &room, &bench_why)); });
	lqcd__mg_room_destroy_gf(&room, mg);
}

static void parts(problem *p, lqcd_multigrid_gf *mg)
{
	const double sites = (double)lqcd_gpu_sites(p->there->host), n = mg->coarse.n, coarse = mg->coarse.lat.sites;
	const int vectors = mg->params.vectors;
	double n2;
	lqcd_spinor_field_gf in, out, room;
	bench_must(lqcd_spinor_field_create(&in, p->there, LQCD_EVEN));
	bench_must(lqcd_spinor_field_create(&out, p->there, LQCD_EVEN));
	bench_must(lqcd_spinor_field_create(&room, p->there, LQCD_EVEN));
	lqcd_spinor_field_gaussian(&in, 3, 0);
	lqcd__mg_ready_gf(mg);
	lqcd__cell_gf *b = lqcd__coarse_work_gf(&mg->coarse, LQCD__COARSE_B), *x = lqcd__coarse_work_gf(&mg->coarse, LQCD__COARSE_X);
	printf("\n| tag | part | us | GB/s | of copy |\n|---|---|--:|--:|--:|\n");
	part("f32", "restriction", bench_time(&gpu, [&] { lqcd__mg_restrict_gf(mg, b, &in); }),
	     96 * sites * (vectors + 1));
	part("f32", "prolongation", bench_time(&gpu, [&] { lqcd__mg_prolong_gf(mg, &out, 1, x); }),
	     96 * sites * (vectors + 1));
	part("f32", "coarse hops, even-odd",
	     bench_time(&gpu, [&] { lqcd__coarse_remainder_gf(&mg->coarse, mg->coarse.work, b, 1, b); }),
	     8 * coarse * (8 * n * n + 3 * n));
	part("f32", "product of coarse fields",
	     bench_time(&gpu, [&] { lqcd__coarse_norms_gf(&mg->coarse, b, &n2); }), 4 * coarse * n);
	part("f32", "smoother",
	     bench_time(&gpu,
			[&] {
				lqcd_spinor_field_copy(&room, &in);
				lqcd__mg_smooth_gf(mg, &room, 1);
			}),
	     (mg->degree - 1) * sites * (5 * 96. + 16 * 48));
	part("f32", "cycle", bench_time(&gpu, [&] { mg->pre.apply(&out, &room, &in, mg->pre.context); }), 0);
	lqcd_spinor_field_destroy(&in);
	lqcd_spinor_field_destroy(&out);
	lqcd_spinor_field_destroy(&room);
	/* The same for many, whose multigrid is still there. */
	lqcd_multi_multigrid_gf *m = mg->many;
	b = lqcd__coarse_work_gf(&m->coarse, LQCD__COARSE_B);
	x = lqcd__coarse_work_gf(&m->coarse, LQCD__COARSE_X);
	const double r = MANY;
	part("f32 x 12", "restriction", bench_time(&gpu, [&] { lqcd__mg_restrict_gf(m, b, &m->r); }),
	     96 * sites * (vectors + r));
	part("f32 x 12", "prolongation", bench_time(&gpu, [&] { lqcd__mg_prolong_gf(m, &m->r, 1, x); }),
	     96 * sites * (vectors + r));
	part("f32 x 12", "coarse hops, even-odd",
	     bench_time(&gpu, [&] { lqcd__coarse_remainder_gf(&m->coarse, m->coarse.work, b, 1, b); }),
	     8 * coarse * (8 * n * n + 3 * n * r));
	part("f32 x 12", "smoother", bench_time(&gpu, [&] { lqcd__mg_smooth_gf(m, &m->r, 1); }),
	     (m->degree - 1) * sites * (5 * 96. * r + 16 * 48));
	part("f32 x 12", "cycle", bench_time(&gpu, [&] { lqcd__multi_mg_cycle_gf(&m->e, &m->gcr.p[0], &m->r, m); }), 0);
	setup_parts(mg);
	bench_must(lqcd_gpu_lattice_status(p->there, &bench_why));
}

static void measure(lqcd_gpu_lattice *there, const lqcd_gauge_field_gd *u, const lqcd_gauge_field_gf *v, double kappa,
		    int last)
{
	const lqcd_solve_params sp = lqcd_solve_params_default();
	problem p;
	lqcd_multigrid_gf mg;
	lqcd_multigrid_gh half;
	double mass;
	p.there = there;
	bench_must(lqcd_kappa_to_mass(kappa, &mass));
	bench_must(lqcd_wilson_create_as(&p.D, u, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	bench_must(lqcd_wilson_create_as(&p.f, v, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	bench_must(lqcd_wilson_create_as(&p.h, v, mass, LQCD_ANTIPERIODIC, LQCD_LINK_12));
	bench_must(lqcd_spinor_field_create(&p.x, there, LQCD_FULL));
	bench_must(lqcd_spinor_field_create(&p.b, there, LQCD_FULL));
	if (!huge(&p)) {
		bench_must(lqcd_multi_spinor_field_create(&p.xs, there, LQCD_FULL, MANY));
		bench_must(lqcd_multi_spinor_field_create(&p.bs, there, LQCD_FULL, MANY));
	}
	for (int n = MANY - 1; n >= 0; n--) {
		lqcd_spinor_field_gaussian(&p.b, 2, (uint32_t)n);
		if (huge(&p)) continue;
		for (int parity = LQCD_EVEN; parity <= LQCD_ODD; parity++) {
			const lqcd_multi_spinor_field_gd to = lqcd_multi_spinor_field_part(&p.bs, (lqcd_parity)parity);
			const lqcd_spinor_field_gd from = lqcd_spinor_field_part(&p.b, (lqcd_parity)parity);
			const lqcd__mg_inserting_gd insert = {lqcd__spinors_part_gd(&to), lqcd__spinors_part_gd(&from), n, MANY, 0, NULL};
			lqcd__gpu_for(there, (int)lqcd_gpu_sites(there->host), insert);
		}
	}
	const char *const with_cg = getenv("CG");
	const lqcd_dirac_gd d = lqcd_wilson_dirac(&p.D);
	const lqcd_dirac_gf f = lqcd_wilson_dirac(&p.f);
	const lqcd_dirac_gh h = lqcd_wilson_dirac(&p.h);
	const double best = row(&p, kappa, "BiCGStab, 16 bits", 1, 0, 0, [&](double *) {
		return lqcd_dirac_solve_mixed(&p.x, &d, &h, &p.b, LQCD_BICGSTAB, &sp);
	});
	row(&p, kappa, "BiCGStab, float", 1, 0, best,
	    [&](double *) { return lqcd_dirac_solve_mixed(&p.x, &d, &f, &p.b, LQCD_BICGSTAB, &sp); });
	if (!with_cg || atoi(with_cg))
		row(&p, kappa, "CG, 16 bits", 1, 0, best,
		    [&](double *) { return lqcd_dirac_solve_mixed(&p.x, &d, &h, &p.b, LQCD_CG, &sp); });
	multigrid_rows(&p, kappa, "three levels, 16 bits", &half, &p.h, best, 3, 0);
	lqcd_multigrid_destroy(&half);
	multigrid_rows(&p, kappa, "multigrid, 16 bits, brief set-up", &half, &p.h, best, 2, 1);
	lqcd_multigrid_destroy(&half);
	multigrid_rows(&p, kappa, "multigrid, 16 bits", &half, &p.h, best, 2, 0);
	lqcd_multigrid_destroy(&half);
	multigrid_rows(&p, kappa, "multigrid, float", &mg, &p.f, best, 2, 0);
	if (last && !huge(&p)) parts(&p, &mg);
	lqcd_multigrid_destroy(&mg);
	lqcd_spinor_field_destroy(&p.x);
	lqcd_spinor_field_destroy(&p.b);
	if (!huge(&p)) {
		lqcd_multi_spinor_field_destroy(&p.xs);
		lqcd_multi_spinor_field_destroy(&p.bs);
	}
	lqcd_wilson_destroy(&p.D);
	lqcd_wilson_destroy(&p.f);
	lqcd_wilson_destroy(&p.h);
}

static void bench(const int *extent, const double *kappa, int kappas)
{
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_gd u;
	lqcd_gauge_field_gf v;
	bench_must(lqcd_lattice_create(&lat, extent, NULL, &bench_why));
	bench_must(lqcd_gpu_lattice_create(&there, &gpu, &lat, &bench_why));
	bench_must(lqcd_gauge_field_create(&u, &there, LQCD_FULL));
	bench_must(lqcd_gauge_field_create(&v, &there, LQCD_FULL));
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < 100; k++) {
		bench_must(lqcd_heatbath_sweep(&u, 6.0, 1, (uint64_t)k));
		for (int j = 0; j < 4; j++) bench_must(lqcd_overrelax_sweep(&u));
	}
	/* The links of the low operators, by way of the host. */
	lqcd_gauge_field_d host;
	bench_must(lqcd_gauge_field_create(&host, &lat, LQCD_FULL));
	bench_must(lqcd_gauge_field_get(lqcd_gauge_field_view(&host), &u));
	bench_must(lqcd_gauge_field_put(&v, lqcd_gauge_field_view(&host)));
	lqcd_gauge_field_destroy(&host);
	printf("%d x %d^3, plaquette %.4f\n\n"
	       "| kappa | solver | iterations | residual | s | set-up s | coarse | speed "
	       "| with set-up |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n",
	       extent[0], extent[1], lqcd_plaquette(&u).mean);
	for (int k = 0; k < kappas; k++) measure(&there, &u, &v, kappa[k], k == kappas - 1);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
}

int main(int argc, char **argv)
{
	enum { most = 16 };
	double kappa[most] = {0.1545, 0.1555, 0.1560};
	const int kappas = argc > 2 ? (argc - 2 < most ? argc - 2 : most) : 3;
	int t = 32, l = 32;
	char end;
	if (argc > 1 && sscanf(argv[1], "%dx%d%c", &t, &l, &end) != 2) {
		t = sscanf(argv[1], "%d%c", &t, &end) == 1 ? t : 0;
		l = t;
	}
	if (t < 4 || l < 4 || t % 4 || l % 4 || t > 96 || l > 96) {
		fprintf(stderr, "multigrid: %s: L or TxL, multiples of 4 from 4 to 96\n", argv[1]);
		return 2;
	}
	const int extent[4] = {t, l, l, l};
	for (int k = 2; k < argc && k - 2 < most; k++) kappa[k - 2] = atof(argv[k]);
	bench_open(&gpu);
	copy_rate = bench_copy_rate(&gpu);
	printf("%s, %d multiprocessors, copy %.2f TB/s\n", gpu.name, gpu.processors, 1e-12 * copy_rate);
	bench(extent, kappa, kappas);
	lqcd_gpu_close(&gpu);
	return 0;
}
