/* Teams of threads (lqcd/lattice/team.h): the bits of one thread with any number of them, also more than processors and another
 * number at each call; loops inside loops and teams inside teams; threads of the program, by OpenMP and POSIX, that use
 * the same lattice; threads that have gone to sleep. Without OpenMP, in the configuration tsan, the members of a team are
 * POSIX threads, which ThreadSanitizer understands. */
#define _POSIX_C_SOURCE 200809L
#define LQCD__TEAMS 1
#include "support/tap.h"

#include <pthread.h>
#include <time.h>

#include <lqcd/dirac/wilson.h>
#include <lqcd/dirac/wilson_multi.h>
#include <lqcd/gauge/action_heatbath.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/hmc/hmc.h>
#include <lqcd/observables/charge.h>
#include <lqcd/solver/dirac.h>
#include <lqcd/solver/lanczos.h>
#include <lqcd/solver/multishift.h>
#include <lqcd/solver/sap.h>

#include "support/support.h"

/* More members than two generations of a tree; ThreadSanitizer is slow. */
#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP)
enum { MOST = 70 };
#else
enum { MOST = 18 };
#endif
enum { RESULTS = 32, CALLERS = 3 };

/* A lattice, and what its users only read. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_wilson_vf D;
	lqcd_wilson_d full;
} world;

/* A user, with a place for what it finds. */
typedef struct {
	world *w;
	int nap;
	double result[RESULTS];
} user;

/* ---- teams of so many threads ---- */

#if !LQCD__OPENMP
typedef struct {
	lqcd__team *team;
	int number;
} member;

static void *work(void *argument)
{
	const member *m = (const member *)argument;
	lqcd__team_work(m->team, m->number);
	return NULL;
}
#endif

static void in_team(int threads, lqcd_lattice *lat, void (*call)(void *), void *argument)
{
#if LQCD__OPENMP
	omp_set_num_threads(threads);
	lqcd_team_run(lat, call, argument);
#else
	lqcd__team t;
	pthread_t thread[MOST];
	member m[MOST];
	if (!lqcd__team_open(&t, &lat->team, threads, 2)) {
		call(argument);
		return;
	}
	/* Members read this when a job comes. */
	t.threads = threads;
	for (int k = 1; k < threads; k++) {
		m[k].team = &t;
		m[k].number = k;
		if (pthread_create(&thread[k], NULL, work, &m[k])) exit(99);
	}
	lqcd__team_lead(&t, &lat->team, threads, call, argument);
	for (int k = 1; k < threads; k++) pthread_join(thread[k], NULL);
	lqcd__team_close(&t, &lat->team);
#endif
}

/* ---- what a user computes ---- */

/* Flow with measurements, sweeps and trajectories, of links of its own, in float and double. */
static void compute_links(user *r)
{
	world *w = r->w;
	double *result = r->result + 12;
	const lqcd_flow_kind kinds[3] = {LQCD_FLOW_WILSON, LQCD_FLOW_SYMANZIK, LQCD_FLOW_ZEUTHEN};
	lqcd_gauge_field_d u;
	lqcd_gauge_field_vf v;
	lqcd_energy_values e;
	must(lqcd_gauge_field_create(&u, &w->lat, LQCD_FULL));
	must(lqcd_gauge_field_create(&v, &w->lat, LQCD_FULL));
	lqcd_gauge_field_copy(&u, &w->u);
	for (int k = 0; k < 2; k++) {
		lqcd_action_vf act;
		must(lqcd_action_create(&act, &w->lat, k ? LQCD_C1_IWASAKI : LQCD_C1_WILSON));
		must(lqcd_gauge_field_convert(&v, &u));
		must(lqcd_action_heatbath(&act, &v, 5.5, 3, 1));
		must(lqcd_action_overrelax(&act, &v));
		*result++ = lqcd_plaquette(&v).mean;
		lqcd_action_destroy(&act);
	}
	must(lqcd_heatbath_sweep(&u, 5.7, 4, 1));
	must(lqcd_overrelax_sweep(&u));
	*result++ = lqcd_plaquette(&u).mean;
	for (int k = 0; k < 3; k++) {
		lqcd_flow_d flow;
		must(lqcd_flow_create(&flow, &w->lat, kinds[k]));
		must(lqcd_flow_step(&flow, &u, 0.02));
		must(lqcd_energy(&e, &u, 1));
		*result++ = e.clover;
		*result++ = e.plaquette;
		if (kinds[k] == LQCD_FLOW_ZEUTHEN) must(lqcd_flow_adaptive(&flow, &u, 0.04, 1e-3));
		*result++ = flow.error;
		lqcd_flow_destroy(&flow);
	}
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.5, LQCD_C1_IWASAKI, 6);
	lqcd_hmc_d hmc;
	chain.length = 0.1;
	chain.level[0].kind = LQCD_LEAPFROG;
	chain.level[0].steps = 1;
	must(lqcd_hmc_create(&hmc, &w->lat, &chain));
	must(lqcd_hmc_trajectory(&hmc, &u));
	*result++ = hmc.dH;
	*result++ = lqcd_link_trace(&u);
	lqcd_hmc_destroy(&hmc);
	if (result > r->result + RESULTS) exit(99);
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&v);
}

/* Schwarz and Lanczos. */
static void compute_vectors(user *r)
{
	world *w = r->w;
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_eigen_params q = lqcd_eigen_params_default();
	const lqcd_sap_params s = lqcd_sap_params_default();
	const lqcd_dirac_vf d = lqcd_wilson_dirac(&w->D);
	const lqcd_operator_vf op = lqcd_dirac_operator(&d);
	lqcd_spinor_field_vf b, x;
	lqcd_operator_vf square;
	lqcd_normal_vf normal;
	lqcd_eigen_vf e;
	lqcd_sap_vf sap;
	must(lqcd_spinor_field_create(&b, &w->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &w->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, 8, 0);
	p.tolerance = 1e-4;
	must(lqcd_sap_create(&sap, &w->D, &s, NULL));
	must(lqcd_gcr(&x, &sap.op, &b, lqcd_sap_preconditioner(&sap), 8, &p).status);
	r->result[8] = lqcd_spinor_field_norm2(&x);
	must(lqcd_normal_create(&square, &normal, &op, &b));
	q.count = 1;
	q.basis = 10;
	q.degree = 4;
	q.tolerance = 0.1;
	must(lqcd_eigen_solve(&e, &square, &b, &q));
	r->result[9] = e.value[0];
	r->result[10] = e.residual[0];
	r->result[11] = lqcd_spinor_field_dot(&b, &e.vector[0]).re;
	lqcd_multi_spinor_field_vf many[2];
	const lqcd_multi_dirac_vf dm = lqcd_wilson_multi_dirac(&w->D);
	lqcd_solve_result results[3];
	for (int k = 0; k < 2; k++) must(lqcd_multi_spinor_field_create_over(&many[k], &w->lat, LQCD_FULL, 3, LQCD_OVER_SITES));
	for (int k = 0; k < 3; k++) {
		lqcd_spinor_field_gaussian(&b, 9, (uint32_t)k);
		must(lqcd_multi_spinor_field_put(&many[0], k, lqcd_spinor_field_view(&b)));
	}
	must(lqcd_multi_dirac_solve(&many[1], &dm, &many[0], LQCD_BLOCK_CG, &p, results));
	lqcd_multi_spinor_field_norm2(&many[1], r->result + 28);
	for (int k = 0; k < 2; k++) lqcd_multi_spinor_field_destroy(&many[k]);
	lqcd_eigen_destroy(&e);
	lqcd_normal_destroy(&normal);
	lqcd_sap_destroy(&sap);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&x);
}

static void compute(void *argument)
{
	user *r = (user *)argument;
	world *w = r->w;
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_vf b, x;
	lqcd_spinor_field_d c, y, z[2];
	lqcd_solve_result results[2];
	const double sigma[2] = {0.1, 0.5};
	lqcd_operator_d square;
	lqcd_normal_d normal;
	const lqcd_dirac_d d = lqcd_wilson_dirac(&w->full);
	const lqcd_operator_d op = lqcd_dirac_operator(&d);
	p.tolerance = 1e-5;
	must(lqcd_spinor_field_create(&b, &w->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &w->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c, &w->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&y, &w->lat, LQCD_FULL));
	for (int k = 0; k < 2; k++) must(lqcd_spinor_field_create(&z[k], &w->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&b, 5, 0);
	must(lqcd_spinor_field_convert(&c, &b));
	r->result[0] = lqcd_spinor_field_norm2(&b);
	r->result[1] = lqcd_spinor_field_norm2(&c);
	lqcd_wilson_hop(&y, &w->full, &c, 0);
	if (r->nap) {
		const struct timespec time = {0, 1000000L * r->nap};
		nanosleep(&time, NULL);
	}
	r->result[2] = lqcd_spinor_field_axpy_norm2(&y, 0.25, &c);
	r->result[3] = lqcd_spinor_field_dot(&y, &c).im;
	const lqcd_dirac_vf fast = lqcd_wilson_dirac(&w->D);
	must(lqcd_dirac_solve(&x, &fast, &b, LQCD_CG, &p).status);
	r->result[4] = lqcd_spinor_field_norm2(&x);
	must(lqcd_dirac_solve(&x, &fast, &b, LQCD_BICGSTAB, &p).status);
	r->result[5] = lqcd_spinor_field_dot(&x, &b).re;
	must(lqcd_normal_create(&square, &normal, &op, &c));
	must(lqcd_multishift(z, &square, sigma, 2, &c, &p, results));
	r->result[6] = lqcd_spinor_field_norm2(&z[0]);
	r->result[7] = lqcd_spinor_field_norm2(&z[1]);
	lqcd_normal_destroy(&normal);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&c);
	lqcd_spinor_field_destroy(&y);
	for (int k = 0; k < 2; k++) lqcd_spinor_field_destroy(&z[k]);
	compute_vectors(r);
	compute_links(r);
}

static double alone[RESULTS];

static int same(const user *u)
{
	return memcmp(u->result, alone, sizeof alone) == 0;
}

static user user_of(world *w)
{
	user u;
	memset(&u, 0, sizeof u);
	u.w = w;
	return u;
}

/* ---- one job ---- */

typedef struct {
	int seen[MOST], threads, wrong;
	world *w;
	double inside;
} parts;

/* Each part adds its number plus one to a sum; the first also makes a loop, for which there is no team now. */
static void count(const void *job, int k, int n, lqcd_sum *own)
{
	parts *p = (parts *)(uintptr_t)job;
	p->seen[k]++;
	if (n != p->threads) __atomic_store_n(&p->wrong, 1, __ATOMIC_RELAXED);
	lqcd_sum_start(own);
	lqcd_sum_add(own, k + 1);
	if (k) return;
	lqcd_spinor_field_d c;
	must(lqcd_spinor_field_create(&c, &p->w->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&c, 5, 0);
	p->inside = lqcd_spinor_field_norm2(&c);
	lqcd_spinor_field_destroy(&c);
}

static void join(const void *job, lqcd_sum *to, const lqcd_sum *from)
{
	(void)job;
	lqcd_sum_merge(to, from);
}

static void one_job(void *argument)
{
	parts *p = (parts *)argument;
	lqcd__team *t = lqcd__team_of(&p->w->lat.team);
	if (!t) {
		p->wrong = 1;
		return;
	}
	p->threads = t->threads;
	for (int k = 0; k < 3; k++) {
		lqcd__team_do(t, count, join, p);
		if (lqcd_sum_value(t->member[0].own) != 0.5 * t->threads * (t->threads + 1)) p->wrong = 1;
	}
}

static void check_jobs(world *w)
{
	static const int numbers[] = {2, 8, 9, 17, MOST};
	for (int i = 0; i < 5; i++) {
		parts p;
		int ok = 1;
		memset(&p, 0, sizeof p);
		p.w = w;
		in_team(numbers[i], &w->lat, one_job, &p);
		for (int k = 0; k < p.threads; k++) ok = ok && p.seen[k] == 3;
		tap_ok(ok && !p.wrong && p.threads > 1 && p.inside > 0, "%d threads: each has its part of a job, and sums are joined",
		       numbers[i]);
		tap_ok(!w->lat.team.owner, "%d threads: no team is left", numbers[i]);
	}
}

/* ---- users together ---- */

static void *call_in_team(void *argument)
{
	user *u = (user *)argument;
	in_team(3, &u->w->lat, compute, u);
	return NULL;
}

static void check_threads(world *w)
{
	pthread_t thread[CALLERS];
	user u[CALLERS];
	int ok = 1;
	for (int k = 0; k < CALLERS; k++) {
		u[k] = user_of(w);
		if (pthread_create(&thread[k], NULL, call_in_team, &u[k])) exit(99);
	}
	for (int k = 0; k < CALLERS; k++) {
		pthread_join(thread[k], NULL);
		ok = ok && same(&u[k]);
	}
	tap_ok(ok, "%d POSIX threads want a team of one lattice at the same time", CALLERS);
}

/* A team in a team; and a region of OpenMP in a team, whose threads compute. */
static void nested(void *argument)
{
	user *u = (user *)argument;
	in_team(2, &u[0].w->lat, compute, &u[0]);
	LQCD_OMP(parallel for num_threads(2))
	for (int k = 1; k < CALLERS; k++) compute(&u[k]);
}

static void check_nested(world *w, int levels)
{
	user u[CALLERS];
	int ok = 1;
	for (int k = 0; k < CALLERS; k++) u[k] = user_of(w);
#if LQCD__OPENMP
	omp_set_max_active_levels(levels);
#endif
	in_team(4, &w->lat, nested, u);
	for (int k = 0; k < CALLERS; k++) ok = ok && same(&u[k]);
	tap_ok(ok, "a team and a region of OpenMP in a team, %d active levels", levels);
	memset(u[0].result, 0, sizeof alone);
	for (int k = 0; k < CALLERS; k++) u[k] = user_of(w);
	LQCD_OMP(parallel for num_threads(3))
	for (int k = 0; k < CALLERS; k++) in_team(2, &w->lat, compute, &u[k]);
	ok = 1;
	for (int k = 0; k < CALLERS; k++) ok = ok && same(&u[k]);
	tap_ok(ok, "teams in a region of OpenMP, %d active levels", levels);
}

/* ---- terms of a trajectory that want a team, and others ---- */

typedef struct {
	world *w;
	int with, without; /* a team, in forces */
} watcher;

static lqcd_status watch_action(void *self, const lqcd_gauge_field_d *u, double *value)
{
	(void)self;
	(void)u;
	*value = 0;
	return LQCD_OK;
}

static lqcd_status watch_force(void *self, lqcd_gauge_field_d *p, const lqcd_gauge_field_d *u, double h)
{
	watcher *t = (watcher *)self;
	(void)p;
	(void)u;
	(void)h;
	if (lqcd__team_of(&t->w->lat.team))
		t->with++;
	else
		t->without++;
	return LQCD_OK;
}

/* A term without loops at a level above or below one with loops of its own. */
static void check_terms(world *w)
{
#if LQCD__OPENMP
	omp_set_num_threads(2);
#endif
	for (int k = 0; k < 4; k++) {
		lqcd_hmc_chain chain = lqcd_hmc_chain_make(0, 0, 1);
		watcher low = {w, 0, 0}, high = {w, 0, 0};
		lqcd_hmc_term_d term;
		lqcd_gauge_field_d u;
		lqcd_hmc_d hmc;
		must(lqcd_gauge_field_create(&u, &w->lat, LQCD_FULL));
		lqcd_gauge_field_copy(&u, &w->u);
		memset(&term, 0, sizeof term);
		chain.gauge_level = LQCD_HMC_NO_GAUGE;
		chain.levels = 2;
		chain.level[0].steps = chain.level[1].steps = 1;
		must(lqcd_hmc_create(&hmc, &w->lat, &chain));
		term.action = watch_action;
		term.force = watch_force;
		term.self = &low;
		term.team = k & 1;
		must(lqcd_hmc_add(&hmc, &term, 0));
		term.self = &high;
		term.team = k >> 1;
		must(lqcd_hmc_add(&hmc, &term, 1));
		must(lqcd_hmc_trajectory(&hmc, &u));
		tap_ok(low.with + low.without > 0 && high.with + high.without > 0 &&
			       (LQCD__OPENMP && (k & 1) ? low.without == 0 : low.with == 0) &&
			       (LQCD__OPENMP && k == 3 ? high.without == 0 : high.with == 0),
		       "terms that want a team: level 0 %s, level 1 %s", k & 1 ? "yes" : "no", k >> 1 ? "yes" : "no");
		lqcd_hmc_destroy(&hmc);
		lqcd_gauge_field_destroy(&u);
	}
}

int main(void)
{
	static const int numbers[] = {2, 3, 1, 9, 2, 4};
	const int extent[4] = {8, 4, 4, 4};
	world w;
	test_back_end();
	must(lqcd_lattice_create(&w.lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&w.u, &w.lat, LQCD_FULL));
	lqcd_gauge_field_random(&w.u, 1, 0);
	must(lqcd_wilson_create(&w.D, &w.u, 1.0, LQCD_ANTIPERIODIC));
	must(lqcd_wilson_create(&w.full, &w.u, 1.0, LQCD_PERIODIC));
	user one = user_of(&w);
#if LQCD__OPENMP
	omp_set_num_threads(1);
#endif
	compute(&one);
	memcpy(alone, one.result, sizeof alone);
	tap_ok(alone[0] > 0 && alone[7] > 0, "one thread");
	for (int i = 0; i < (LQCD__OPENMP ? 6 : 4); i++) {
		user u = user_of(&w);
		u.nap = i % 2 ? 30 : 0;
		in_team(numbers[i], &w.lat, compute, &u);
		tap_ok(same(&u), "the bits of one thread: a team of %d%s", numbers[i], u.nap ? ", which may fall asleep" : "");
#if LQCD__OPENMP
		u = user_of(&w);
		compute(&u);
		tap_ok(same(&u), "%d threads, teams in solvers alone", numbers[i]);
#endif
	}
	check_jobs(&w);
	check_threads(&w);
	check_terms(&w);
	check_nested(&w, 1);
	if (LQCD__OPENMP) check_nested(&w, 2);
	user u = user_of(&w);
	lqcd_team_run(NULL, compute, &u);
	tap_ok(same(&u), "no lattice, no team");
	lqcd_wilson_destroy(&w.D);
	lqcd_wilson_destroy(&w.full);
	lqcd_gauge_field_destroy(&w.u);
	lqcd_lattice_destroy(&w.lat);
	return tap_done();
}
