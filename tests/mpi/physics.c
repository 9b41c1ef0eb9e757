/* tests/mpi/physics.c: gauge updates, observables, sums and solvers over MPI: on all ranks together the same bits as on
 * one, in every tag; and all ranks get the same status where one of them lacks memory, at every allocation. */
#include <lqcd/dirac/wilson_multi.h>
#include <lqcd/gauge/action_heatbath.h>
#include <lqcd/gauge/plaquette.h>
#include <lqcd/observables/baryon.h>
#include <lqcd/hmc/pseudofermion.h>
#include <lqcd/hmc/rhmc.h>
#include <lqcd/observables/meson.h>
#include <lqcd/observables/sequential.h>
#include <lqcd/observables/wilson_loop.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/inverter.h>
#include <lqcd/solver/domain_wall.h>

#include "ranks.h"

static int same_number(double a, double b)
{
	return fabs(a - b) <= 0;
}

#define TEST_TEMPLATE "../mpi/physics.inc"
#include "../support/each_tag.inc"

/* A lattice with a gauge field, a source, and where the solution goes. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d b, x;
	double corr[64];
	int lanes; /* whether there are those of vd */
	lqcd_solve_result result;
} quark;

static lqcd_status quark_create(quark *q, const int *l, const lqcd_comm *comm)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	const int site[4] = {1, 3, 2, l[3] - 1};
	o.comm = comm;
	const lqcd_status status = lqcd_lattice_create(&q->lat, l, &o, NULL);
	if (status != LQCD_OK) return status;
	must(lqcd_gauge_field_create(&q->u, &q->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&q->b, &q->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&q->x, &q->lat, LQCD_FULL));
	lqcd_gauge_field_random(&q->u, 9, 0);
	must(lqcd_point_source(&q->b, site, 1, 2 % LQCD_NC));
	return LQCD_OK;
}

static void quark_destroy(quark *q)
{
	lqcd_gauge_field_destroy(&q->u);
	lqcd_spinor_field_destroy(&q->b);
	lqcd_spinor_field_destroy(&q->x);
	lqcd_lattice_destroy(&q->lat);
}

static lqcd_solve_params params_of(void)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = 1e-9;
	return p;
}

static void quark_solve(quark *q, int method)
{
	const lqcd_solve_params p = params_of();
	lqcd_inverter inv;
	const lqcd_clover_params clover = lqcd_clover_params_default();
	must(lqcd_inverter_create_as(&inv, &q->u, 1.0, LQCD_ANTIPERIODIC, (lqcd_method)method, method == LQCD_BICGSTAB_THEN_CG ? LQCD_FLOAT : LQCD_SAME_PRECISION));
	if (method) must(lqcd_inverter_add_clover(&inv, &q->u, &clover, NULL));
	q->result = lqcd_inverter_solve(&inv, &q->x, &q->b, &p);
	memset(q->corr, 0, sizeof q->corr);
	lqcd_pion_add(q->corr, &q->x, 1);
	lqcd_inverter_destroy(&inv);
}

/** A solve with 16 bits inside, and links of 12 reals. */
static void quark_solve_half(quark *q)
{
	const lqcd_solve_params p = params_of();
	lqcd_wilson_d dirac;
	lqcd_wilson_h low;
	must(lqcd_wilson_create(&dirac, &q->u, 1.0, LQCD_PERIODIC));
	must(lqcd_wilson_create_as(&low, &q->u, 1.0, LQCD_PERIODIC, LQCD_LINK_12));
	lqcd_spinor_field_zero(&q->x);
	const lqcd_dirac_d d = lqcd_wilson_dirac(&dirac);
	const lqcd_dirac_h l = lqcd_wilson_dirac(&low);
	q->result = lqcd_dirac_solve_mixed(&q->x, &d, &l, &q->b, LQCD_CG, &p);
	lqcd_wilson_destroy(&dirac);
	lqcd_wilson_destroy(&low);
}

/** Three right-hand sides at once, the second of them zero. */
static void quark_solve_multi(quark *q)
{
	const lqcd_solve_params p = params_of();
	lqcd_multi_spinor_field_d x, b;
	lqcd_wilson_d dirac;
	lqcd_solve_result r[3];
	must(lqcd_multi_spinor_field_create(&x, &q->lat, LQCD_FULL, 3));
	must(lqcd_multi_spinor_field_create(&b, &q->lat, LQCD_FULL, 3));
	must(lqcd_wilson_create_for(&dirac, &q->u, 1.0, LQCD_ANTIPERIODIC, &x));
	must(lqcd_multi_spinor_field_put(&b, 0, lqcd_spinor_field_view(&q->b)));
	lqcd_spinor_field_gaussian(&q->x, 3, 0);
	must(lqcd_multi_spinor_field_put(&b, 2, lqcd_spinor_field_view(&q->x)));
	const lqcd_multi_dirac_d d = lqcd_wilson_multi_dirac(&dirac);
	(void)lqcd_multi_dirac_solve(&x, &d, &b, LQCD_CG, &p, r);
	q->result = r[2];
	must(lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&q->x), &x, 2));
	lqcd_wilson_destroy(&dirac);
	lqcd_multi_spinor_field_destroy(&x);
	lqcd_multi_spinor_field_destroy(&b);
}

/** A quark propagator of domain walls; lanes as they fit the processes. */
static void quark_solve_wall(quark *q)
{
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(5, 1.6, 0.8, 1.2, 0.8);
	lqcd_solve_params solve = params_of();
	lqcd_domain_wall_vd dirac;
	lqcd_inverter inv;
	must(lqcd_domain_wall_create(&dirac, &q->u, &p, LQCD_ANTIPERIODIC));
	const lqcd_quark_d wall = lqcd_quark_from_domain_wall(&dirac, NULL, LQCD_CG);
	must(lqcd_inverter_create_by(&inv, &wall));
	q->result = lqcd_inverter_solve(&inv, &q->x, &q->b, &solve);
	lqcd_inverter_destroy(&inv);
	lqcd_domain_wall_destroy(&dirac);
}

/** The links after a trajectory with two quarks and one. */
static void quark_trajectory(quark *q)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.7, 0, 2);
	lqcd_pseudofermion_d pf;
	lqcd_rhmc_d one;
	lqcd_hmc_d hmc;
	chain.length = 0.1;
	chain.always = chain.level[0].steps = 1;
	chain.level[0].kind = LQCD_LEAPFROG;
	must(lqcd_pseudofermion_create_ratio(&pf, &q->lat, 1.0, 1.5, LQCD_ANTIPERIODIC));
	pf.clover.csw = 1.1;
	pf.action.tolerance = pf.force.tolerance = 0.01; /* bits are bits */
	must(lqcd_hmc_create(&hmc, &q->lat, &chain));
	must(lqcd_rhmc_create(&one, &q->lat, 1.0, LQCD_ANTIPERIODIC, 1, 1e4, 0.01));
	one.precision = 1;
	one.action.tolerance = one.force.tolerance = 0.01;
	const lqcd_hmc_term_d term = lqcd_pseudofermion_term(&pf), other = lqcd_rhmc_term(&one);
	must(lqcd_hmc_add(&hmc, &term, 0));
	must(lqcd_hmc_add(&hmc, &other, 0));
	must(lqcd_hmc_trajectory(&hmc, &q->u));
	q->result.iterations = pf.iterations + one.iterations;
	q->result.residual = hmc.dH;
	lqcd_hmc_destroy(&hmc);
	lqcd_pseudofermion_destroy(&pf);
	lqcd_rhmc_destroy(&one);
}

/** The links after a trajectory of domain walls, as many as colours; in vd where there are lanes, else in d. */
#define LQCD_TAG d
#include "physics_wall.inc"
#define LQCD_TAG vd
#include "physics_wall.inc"

static void quark_trajectory_wall(quark *q)
{
	if (q->lanes)
		wall_trajectory_vd(q);
	else
		wall_trajectory_d(q);
}

static void check_solvers(const int *l)
{
	enum { INVERTERS = 3, OTHERS = 5 };
	static void (*const others[])(quark *) = {quark_solve_half, quark_solve_multi, quark_solve_wall,
						  quark_trajectory, quark_trajectory_wall};
	static const char *const name[] = {"CG",
					   "BiCGStab and clover",
					   "mixed precision and clover",
					   "16 bits",
					   "three right-hand sides",
					   "domain walls",
					   "HMC of two quarks with clover, RHMC",
					   "HMC of domain walls"};
	int grid[4];
	quark all, one;
	if (quark_create(&all, l, &world) != LQCD_OK) return;
	must(quark_create(&one, l, NULL));
	all.lanes = one.lanes = lqcd_lattice_lane_grid(&all.lat, LQCD_LANES_vd, grid) == LQCD_OK &&
				lqcd_lattice_lane_grid(&one.lat, LQCD_LANES_vd, grid) == LQCD_OK;
	for (int k = 0; k < INVERTERS + OTHERS; k++) {
		quark *const both[2] = {&all, &one};
		for (int j = 0; j < 2; j++) k < INVERTERS ? quark_solve(both[j], k) : others[k - INVERTERS](both[j]);
		int good = all.result.status == LQCD_OK && one.result.status == LQCD_OK &&
			   all.result.iterations == one.result.iterations && one.result.iterations > 5 &&
			   same_number(all.result.residual, one.result.residual) &&
			   same_fields(lqcd_spinor_field_view_d(&all.x), lqcd_spinor_field_view_d(&one.x)) &&
			   same_fields(lqcd_gauge_field_view_d(&all.u), lqcd_gauge_field_view_d(&one.u));
		for (int t = 0; t < l[0] && k < INVERTERS; t++)
			good = good && one.corr[t] > 0 && same_number(all.corr[t], one.corr[t]);
		all_ok(good, name[k], "d", l, &all.lat);
	}
	quark_destroy(&all);
	quark_destroy(&one);
}

typedef struct {
	lqcd_meson_spins meson[2][8], solved[8];
	lqcd_baryon_spins proton[2][8];
	double time[6], space[6];
} spectrum;

/** Correlators of any numbers and of a solved propagator, and Wilson loops. */
static void quark_spectrum(quark *q, spectrum *s)
{
	static const int origin[4] = {1, 3, 2, 0}, p[6] = {1, 0, -2, 0, 0, 0};
	const lqcd_source_part part = {-1, LQCD_ODD, -1, 1};
	lqcd_solve_params params = params_of();
	lqcd_spinor_field_d f[LQCD_COLUMNS];
	params.inner = LQCD_FLOAT;
	memset((void *)s, 0, sizeof *s);
	must(lqcd_propagator_create(f, &q->lat));
	for (int k = 0; k < LQCD_COLUMNS; k++) must(lqcd_z2_source(&f[k], k / 3, k % 4, 7, (uint64_t)k));
	must(lqcd_propagator_solve(f, &q->u, 1.5, LQCD_ANTIPERIODIC, LQCD_BICGSTAB_THEN_CG, &params, NULL));
	must(lqcd_meson_correlators(s->solved, f, f, origin, NULL, 1));
	for (int k = 0; k < LQCD_COLUMNS; k++) lqcd_spinor_field_gaussian(&f[k], 3, (uint32_t)k);
	must(lqcd_wall_source(&f[0], 2, p, 1, 0));
	must(lqcd_noise_source(&f[1], LQCD_NOISE_GAUSS, &part, 5, 1));
	must(lqcd_sequential_source(&f[2], LQCD_GAMMA_Y, p, &part, &f[2]));
	for (int mu = 0; mu < 4; mu++) must(lqcd_source_shift(&f[3 + mu], &q->u, &f[7], mu, mu % 2));
	must(lqcd_meson_correlators(s->meson[0], f, f, origin, p, 2));
	must(lqcd_proton_correlators(s->proton[0], f, f, origin, p, 2));
	must(lqcd_wilson_loops(s->time, s->space, &q->u, 2, 3));
	lqcd_propagator_destroy(f);
}

static void check_spectrum(const int *l)
{
	quark q[2];
	spectrum s[2];
	double worst = 0;
	if (quark_create(&q[0], l, &world) != LQCD_OK) return;
	must(quark_create(&q[1], l, NULL));
	for (int k = 0; k < 2; k++) quark_spectrum(&q[k], &s[k]);
	const int correlators = memcmp(s[0].meson, s[1].meson, sizeof s[0].meson) == 0 &&
				memcmp(s[0].proton, s[1].proton, sizeof s[0].proton) == 0;
	all_ok(correlators && fabs(s[1].proton[0][2 * l[0] - 1].e[3][3].im) > 0, "correlators", "d", l, &q[0].lat);
	all_ok(memcmp(s[0].time, s[1].time, sizeof s[0].time) == 0 &&
		       memcmp(s[0].space, s[1].space, sizeof s[0].space) == 0 &&
		       same_number(s[0].time[0], lqcd_plaquette(&q[0].u).time) &&
		       fabs(s[0].space[0] - lqcd_plaquette(&q[0].u).space) < 1e-15,
	       "Wilson loops", "d", l, &q[0].lat);
	/* With lanes over sites or over right-hand sides */
	for (int t = 0; t < l[0]; t++) {
		const double a = lqcd_meson(&s[0].solved[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re;
		worst = fmax(worst, fabs(a / lqcd_meson(&s[1].solved[t], LQCD_GAMMA_5, LQCD_GAMMA_5).re - 1));
	}
	all_ok(worst < 1e-7, "a propagator", "d", l, &q[0].lat);
	quark_destroy(&q[0]);
	quark_destroy(&q[1]);
}

/** Everything from a lattice to a solution; LQCD_OK or the first failure. Frees what it made. */
static lqcd_status whole_solve(const int *l)
{
	lqcd_lattice_options o = lqcd_lattice_options_default();
	lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_clover_params clover = lqcd_clover_params_default();
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d b, x;
	lqcd_inverter inv;
	lqcd_wilson_h low;
	o.comm = &world;
	p.tolerance = 0.1;
	memset(&inv, 0, sizeof inv);
	memset(&low, 0, sizeof low);
	u.ptr = NULL;
	b.ptr = x.ptr = NULL;
	lqcd_status s = lqcd_lattice_create(&lat, l, &o, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&u, &lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&b, &lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&x, &lat, LQCD_FULL);
	if (s == LQCD_OK) {
		lqcd_gauge_field_unit(&u);
		lqcd_spinor_field_gaussian(&b, 1, 0);
		s = lqcd_heatbath_sweep(&u, 5.7, 1, 0);
	}
	/* NaN where memory for its halo is missing. */
	if (s == LQCD_OK && !(lqcd_plaquette(&u).mean > 0)) s = LQCD_ERR_MEMORY;
	double loop;
	if (s == LQCD_OK) s = lqcd_wilson_loops(&loop, NULL, &u, 1, 1);
	if (s == LQCD_OK) s = lqcd_wilson_create(&low, &u, 1.0, LQCD_PERIODIC);
	if (s == LQCD_OK) s = lqcd_inverter_create_as(&inv, &u, 1.0, LQCD_PERIODIC, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT);
	if (s == LQCD_OK) s = lqcd_inverter_add_clover(&inv, &u, &clover, NULL);
	if (s == LQCD_OK) s = lqcd_inverter_solve(&inv, &x, &b, &p).status;
	lqcd_inverter_destroy(&inv);
	lqcd_wilson_destroy(&low);
	lqcd_gauge_field_destroy(&u);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&x);
	lqcd_lattice_destroy(&lat);
	return s;
}

static void check_solve_memory(void)
{
	const int l[4] = {4, 4, 4, 4}, who = world.size / 2;
	const long live = hook.live;
	int good, wrong = 0, n = 1;
	hook.calls = hook.fail_at = 0;
	good = whole_solve(l) == LQCD_OK;
	const long calls = hook.calls;
	for (; n <= calls && !wrong; n++) {
		hook.calls = 0;
		hook.fail_at = world.rank == who ? n : -1;
		const lqcd_status s = whole_solve(l);
		wrong = lqcd_comm_max(&world, s == LQCD_ERR_MEMORY ? 0 : 1) > 0;
	}
	hook.fail_at = 0;
	if (world.rank == 0)
		tap_ok(good && !wrong && calls > 10, "%d ranks: no memory on one of them, at each of %ld allocations",
		       world.size, calls);
	good = lqcd_comm_max(&world, hook.live == live ? 0 : 1) <= 0;
	if (world.rank == 0) tap_ok(good, "%d ranks: everything is freed", world.size);
}

static void test_physics(void)
{
	/* The second has no lanes on many ranks, and lanes on one: the same bits all the same. */
	static const int extents[2][4] = {{8, 8, 4, 8}, {4, 4, 4, 8}};
	for (int k = 0; k < 2; k++) {
		EACH_TAG(check_gauge, (extents[k]));
		check_solvers(extents[k]);
	}
	check_spectrum(extents[1]);
	check_solve_memory();
}
