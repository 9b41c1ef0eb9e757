/* Threads of the program that share a lattice (lqcd/lattice/geometry.h): they make its geometries at the same time, create and
 * destroy fields and operators, hop, sum, exchange halos, solve, read and write files, and measure, all on the same
 * links and the same operators. Results have the bits of one thread; in the configuration tsan ThreadSanitizer
 * watches, which knows nothing of OpenMP. */
#define _POSIX_C_SOURCE 200809L
#include "support/tap.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <lqcd/dirac/wilson.h>
#include <lqcd/io/gauge.h>
#include <lqcd/observables/charge.h>
#include <lqcd/observables/polyakov.h>
#include <lqcd/observables/source.h>
#include <lqcd/solver/dirac.h>

#include "support/support.h"

enum { THREADS = 4, ROUNDS = 6, RESULTS = 12 };

static char folder[] = "/tmp/lqcd-threads-XXXXXX";
static char links_file[64], one_file[64];

/* What the threads share, and only read. */
typedef struct {
	lqcd_lattice lattice;
	lqcd_gauge_field_d u;
	lqcd_wilson_vf single;
	lqcd_wilson_d full;
} shared;

typedef struct {
	pthread_t thread;
	int number;
	shared *with;
	int threads, *ready; /* of them have come */
	const char *trouble; /* the call that failed, or NULL */
	double result[RESULTS];
} worker;

#define TRY(w, call)                                                                                                   \
	do {                                                                                                           \
		if ((call) != LQCD_OK && !(w)->trouble) (w)->trouble = #call;                                          \
	} while (0)

/* Geometries of a lane count that nobody has asked for, unless another thread is faster. */
static void fields(worker *w)
{
	lqcd_lattice *lat = &w->with->lattice;
	lqcd_spinor_field_f f;
	lqcd_spinor_field_vd vd;
	lqcd_spinor_field_vh vh;
	const lqcd_geometry *g;
	TRY(w, lqcd_lattice_geometry(lat, LQCD_EVEN, 2, &g));
	if (g) w->result[0] = g->gsize_spinor;
	TRY(w, lqcd_spinor_field_create(&vd, lat, LQCD_FULL));
	TRY(w, lqcd_spinor_field_create(&f, lat, LQCD_ODD));
	TRY(w, lqcd_spinor_field_create(&vh, lat, LQCD_EVEN));
	if (!w->trouble) {
		lqcd_spinor_field_gaussian(&f, 3, 0);
		lqcd_spinor_field_gaussian(&vd, 3, 0);
		lqcd_spinor_field_gaussian(&vh, 3, 0);
		TRY(w, lqcd_halo_exchange(lqcd_spinor_field_view(&vd)));
		w->result[1] = lqcd_spinor_field_norm2(&f);
		w->result[2] = lqcd_spinor_field_norm2(&vd);
		w->result[3] = lqcd_spinor_field_norm2(&vh);
	}
	lqcd_spinor_field_destroy(&f);
	lqcd_spinor_field_destroy(&vd);
	lqcd_spinor_field_destroy(&vh);
}

static void solve(worker *w)
{
	shared *s = w->with;
	lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_vf b, x;
	lqcd_spinor_field_d c, y;
	lqcd_wilson_vf own;
	p.tolerance = 1e-5;
	TRY(w, lqcd_spinor_field_create(&b, &s->lattice, LQCD_FULL));
	TRY(w, lqcd_spinor_field_create(&x, &s->lattice, LQCD_FULL));
	TRY(w, lqcd_spinor_field_create(&c, &s->lattice, LQCD_FULL));
	TRY(w, lqcd_spinor_field_create(&y, &s->lattice, LQCD_FULL));
	TRY(w, lqcd_wilson_create_alike(&own, &s->single, 0.5));
	if (!w->trouble) {
		lqcd_spinor_field_gaussian(&b, 5, 0);
		lqcd_spinor_field_gaussian(&c, 5, 1);
		lqcd_wilson_hop(&y, &s->full, &c, 0);
		w->result[4] = lqcd_spinor_field_norm2(&y);
		const lqcd_dirac_vf d = lqcd_wilson_dirac(&s->single), mine = lqcd_wilson_dirac(&own);
		TRY(w, lqcd_dirac_solve(&x, &d, &b, LQCD_BICGSTAB, &p).status);
		TRY(w, lqcd_dirac_solve(&x, &mine, &b, LQCD_CG, &p).status);
		w->result[5] = lqcd_spinor_field_norm2(&x);
	}
	lqcd_wilson_destroy(&own);
	lqcd_spinor_field_destroy(&b);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&c);
	lqcd_spinor_field_destroy(&y);
}

static void measure(worker *w)
{
	shared *s = w->with;
	lqcd_energy_values e;
	const lqcd_plaquette_values p = lqcd_plaquette(&s->u);
	const lqcd_complex_d loop = lqcd_polyakov_loop(lqcd_gauge_field_view(&s->u));
	w->result[6] = p.mean;
	w->result[7] = loop.re;
	TRY(w, lqcd_energy(&e, &s->u, 1));
	w->result[8] = e.charge;
}

/* All read one file, each writes its own, and all write one at the same time; the messages of a file that is not there. */
static void files(worker *w)
{
	lqcd_gauge_field_d v;
	lqcd_gauge_info info;
	lqcd_message why;
	char path[80], none[80], want[82];
	snprintf(path, sizeof path, "%s/of-%d", folder, w->number);
	snprintf(none, sizeof none, "%s/none-%d", folder, w->number);
	TRY(w, lqcd_gauge_field_create(&v, &w->with->lattice, LQCD_FULL));
	if (!w->trouble) {
		TRY(w, lqcd_gauge_read(links_file, &v, NULL, &info, NULL));
		w->result[9] = info.measured_plaquette.mean;
		TRY(w, lqcd_gauge_write(path, "ILDG", &v, NULL, NULL));
		TRY(w, lqcd_gauge_read(path, &v, NULL, &info, NULL));
		w->result[10] = info.measured_link_trace;
		TRY(w, lqcd_gauge_write(one_file, "openQCD", &w->with->u, NULL, NULL));
		why.text[0] = 0;
		w->result[11] = lqcd_gauge_read(none, &v, NULL, NULL, &why) == LQCD_ERR_OPEN;
		snprintf(want, sizeof want, "%s:", none);
		if (strncmp(why.text, want, strlen(want))) w->trouble = "the message of a file that is not there";
	}
	lqcd_gauge_field_destroy(&v);
}

static void *work(void *argument)
{
	worker *w = (worker *)argument;
	__atomic_add_fetch(w->ready, 1, __ATOMIC_ACQ_REL);
	while (__atomic_load_n(w->ready, __ATOMIC_ACQUIRE) < w->threads) sched_yield();
	fields(w);
	measure(w);
	solve(w);
	files(w);
	return NULL;
}

static void shared_create(shared *s)
{
	const int extent[4] = {8, 4, 4, 4};
	must(lqcd_lattice_create(&s->lattice, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&s->u, &s->lattice, LQCD_FULL));
	lqcd_gauge_field_random(&s->u, 1, 0);
}

static void shared_destroy(shared *s)
{
	lqcd_wilson_destroy(&s->single);
	lqcd_wilson_destroy(&s->full);
	lqcd_gauge_field_destroy(&s->u);
	lqcd_lattice_destroy(&s->lattice);
}

/* Entries of the lattice's list of geometries. */
static int lane_counts(const lqcd_lattice *lat)
{
	int n = 0;
	for (const struct lqcd__sites *s = lat->sites; s; s = s->next) n++;
	return n;
}

/* A new lattice, and `threads` threads on it. */
static void round_of(worker *w, int threads, int *lanes)
{
	int ready = 0;
	shared s;
	shared_create(&s);
	must(lqcd_wilson_create(&s.single, &s.u, 1.0, LQCD_ANTIPERIODIC));
	must(lqcd_wilson_create(&s.full, &s.u, 1.0, LQCD_PERIODIC));
	must(lqcd_gauge_write(links_file, "NERSC", &s.u, NULL, NULL));
	for (int k = 0; k < threads; k++) {
		memset(&w[k], 0, sizeof w[k]);
		w[k].number = k;
		w[k].with = &s;
		w[k].threads = threads;
		w[k].ready = &ready;
		if (pthread_create(&w[k].thread, NULL, work, &w[k])) exit(99);
	}
	for (int k = 0; k < threads; k++) pthread_join(w[k].thread, NULL);
	must(lqcd_gauge_read(one_file, &s.u, NULL, NULL, NULL));
	*lanes = lane_counts(&s.lattice);
	shared_destroy(&s);
}

int main(void)
{
	worker alone, together[THREADS];
	char path[80];
	int lanes_alone, lanes;
	test_back_end();
	if (!mkdtemp(folder)) exit(99);
	snprintf(links_file, sizeof links_file, "%s/links", folder);
	snprintf(one_file, sizeof one_file, "%s/one", folder);
	round_of(&alone, 1, &lanes_alone);
	tap_ok(!alone.trouble, "one thread%s%s", alone.trouble ? ": " : "", alone.trouble ? alone.trouble : "");
	for (int n = 0; n < ROUNDS; n++) {
		int same = 1;
		const char *trouble = NULL;
		round_of(together, THREADS, &lanes);
		for (int k = 0; k < THREADS; k++) {
			same = same && !memcmp(together[k].result, alone.result, sizeof alone.result);
			if (together[k].trouble) trouble = together[k].trouble;
		}
		tap_ok(!trouble, "round %d: all calls succeed%s%s", n, trouble ? ", but " : "", trouble ? trouble : "");
		tap_ok(same, "round %d: %d threads have the bits of one", n, THREADS);
		tap_ok(lanes == lanes_alone, "round %d: geometries of %d lane counts, once each (%d)", n, lanes_alone,
		       lanes);
	}
	for (int k = 0; k < THREADS; k++) {
		snprintf(path, sizeof path, "%s/of-%d", folder, k);
		unlink(path);
	}
	unlink(links_file);
	unlink(one_file);
	tap_ok(rmdir(folder) == 0, "no other file is left");
	return tap_done();
}
