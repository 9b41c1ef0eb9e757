/* lqcd/lattice/team.h: a team of threads that lasts from loop to loop.
 *
 *   lqcd_team_run(&lat, call, argument)      call(argument) on this thread, with a team for the loops on lat inside; nothing if
 *                                            call is NULL
 *
 * A parallel region of OpenMP takes as long as the hop on a small lattice. Inside lqcd_team_run the other threads of one region
 * wait for loops: this thread posts a function, all threads run their parts of it, and they meet again, by a few cache lines that
 * they spin on. Solvers, eigenvalues, multigrid, flow, sweeps and trajectories call it themselves. Results are
 * bitwise identical with and without.
 *
 * The team serves the loops of the library on lat that this thread makes. It changes nothing for other threads of the program,
 * which make their loops as always. Without OpenMP, with one thread, inside a parallel region, or while a team serves
 * lat, call runs without one. Inside call a parallel region of yours, and LQCD_MASTER_FOR and its relatives, get one
 * thread unless OpenMP nests (omp_set_max_active_levels); solvers and HMC keep no team for operators, preconditioners and terms
 * of the action that have loops of their own: those without `team` (field/linear.h, solver/gcr.h, hmc/term.h). lat may be NULL.
 *
 * Waiting threads spin for up to 100 us, less where waits are much longer, then yield their processor a few times, unless other
 * programs use it meanwhile, then sleep; with more threads than processors they do not spin.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_TEAM_H
#define LQCD_TEAM_H

#include "../base/clock.h"
#include "lattice.h"

/* A compiler may know OpenMP without its header and library: then nothing can be linked, but everything compiles. */
#if defined(_OPENMP) && !defined(LQCD_NO_OPENMP) && !LQCD_ON_DEVICE
#if __has_include(<omp.h>)
#define LQCD__OPENMP 1
#endif
#endif
#ifndef LQCD__OPENMP
#define LQCD__OPENMP 0
#endif
#if LQCD__OPENMP
/* Its templates must not have C linkage, where the program includes lqcd inside extern "C". */
LQCD_BEGIN_DECLS
#include <omp.h>
LQCD_END_DECLS
#endif
/* Whether there are teams; a program may set it without OpenMP, and start the threads (tests/threads.c). */
#ifndef LQCD__TEAMS
#define LQCD__TEAMS LQCD__OPENMP
#endif

/* Part k of n of a job; own: sums of this part, or NULL outside a team. */
typedef void lqcd__part(const void *job, int k, int n, lqcd_sum *own);
/* Adds the sums of one part to those of another. */
typedef void lqcd__join(const void *job, lqcd_sum *to, const lqcd_sum *from);

/* FAN: members below a member. SUMS: of a part; more are not joined. */
enum { LQCD__TEAM_FAN = 8, LQCD__TEAM_SUMS = 8, LQCD__TEAM_SPINS = 2000, LQCD__TEAM_LEAST = 64, LQCD__TEAM_YIELDS = 40, LQCD__TEAM_CALM = 1000 };

/* In a loop that waits for another thread: leaves the units of the processor to others. */
#define LQCD__TEAM_PAUSE ((void)0)
#ifdef __has_builtin
#if __has_builtin(__builtin_ia32_pause)
#undef LQCD__TEAM_PAUSE
#define LQCD__TEAM_PAUSE __builtin_ia32_pause()
#endif
#endif

#if LQCD__TEAMS
#include <errno.h>
#include <pthread.h>
#include <sched.h>

/* The members are a tree: jobs go down, and ends come up. */
typedef struct {
	LQCD_ALIGN(128) unsigned posted; /* the number of the last job */
	lqcd__part *part;                /* NULL: there are no more */
	lqcd__join *join;
	const void *job;
	LQCD_ALIGN(128) unsigned done;
	int spins, yields; /* while this member waits; yields below 0: none, until so many waits were short */
	lqcd_sum *own;
} lqcd__member;

/* Where members sleep. */
typedef struct {
	int asleep;
	pthread_mutex_t lock;
	pthread_cond_t wake;
} lqcd__team_bed;

typedef struct lqcd__team {
	lqcd__member *member;
	int threads, spins;
	lqcd__team_bed for_job, for_end;
	LQCD_ALIGN(128) int busy; /* the owner is in a job */
} lqcd__team;

/** Waits until *at is `number`. A member that has spun in vain and waits for long after that, as on a busy machine, where who spins
 * loses its turn, spins for half as long the next time; one that did not wait for long, twice as long, or all would sleep and wake each
 * other. One that yields its processor and gets it back late, since others use it for a turn, sleeps from then on instead, as
 * who is woken comes first. */
LQCD_STATIC void lqcd__team_wait(const lqcd__team *t, lqcd__member *m, lqcd__team_bed *bed, unsigned *at, unsigned number)
{
	const int spins = m->spins, least = t->spins < LQCD__TEAM_LEAST ? t->spins : LQCD__TEAM_LEAST;
	int i = 0, yields = m->yields;
	double spun = 0; /* until then */
	for (; __atomic_load_n(at, __ATOMIC_ACQUIRE) != number; i++) {
		if (i < spins) {
			LQCD__TEAM_PAUSE;
			continue;
		}
		const double now = lqcd__seconds();
		if (i == spins) spun = now;
		if (yields-- > 0) {
			sched_yield();
			if (lqcd__seconds() - now > 2e-4) yields = m->yields = -LQCD__TEAM_CALM;
		} else {
			pthread_mutex_lock(&bed->lock);
			__atomic_add_fetch(&bed->asleep, 1, __ATOMIC_SEQ_CST);
			while (__atomic_load_n(at, __ATOMIC_SEQ_CST) != number) pthread_cond_wait(&bed->wake, &bed->lock);
			__atomic_sub_fetch(&bed->asleep, 1, __ATOMIC_SEQ_CST);
			pthread_mutex_unlock(&bed->lock);
		}
	}
	if (i <= spins || lqcd__seconds() - spun < 3e-4)
		m->spins = 2 * spins < t->spins ? 2 * spins : t->spins;
	else
		m->spins = spins / 2 > least ? spins / 2 : least;
	if (i <= spins && m->yields < LQCD__TEAM_YIELDS) m->yields++;
}

/** *at = number, for those who wait for it. */
LQCD_STATIC void lqcd__team_tell(lqcd__team_bed *bed, unsigned *at, unsigned number)
{
	__atomic_store_n(at, number, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&bed->asleep, __ATOMIC_SEQ_CST)) return;
	pthread_mutex_lock(&bed->lock);
	pthread_cond_broadcast(&bed->wake);
	pthread_mutex_unlock(&bed->lock);
}

/** Part k of the posted job and those of the members below k. */
LQCD_STATIC void lqcd__team_part(lqcd__team *t, int k)
{
	lqcd__member *m = &t->member[k];
	m->part(m->job, k, t->threads, m->own);
	for (int step = 1; step < t->threads && k % (LQCD__TEAM_FAN * step) == 0; step *= LQCD__TEAM_FAN)
		for (int j = k + step; j < k + LQCD__TEAM_FAN * step && j < t->threads; j += step) {
			lqcd__team_wait(t, m, &t->for_end, &t->member[j].done, m->posted);
			if (m->join) m->join(m->job, m->own, t->member[j].own);
		}
}

/** Member k > 0 takes part in jobs until the team ends. */
LQCD_STATIC void lqcd__team_work(lqcd__team *t, int k)
{
	lqcd_sum own[LQCD__TEAM_SUMS];
	lqcd__member *m = &t->member[k];
	int step = 1;
	while (k % (LQCD__TEAM_FAN * step) == 0) step *= LQCD__TEAM_FAN;
	lqcd__member *above = &t->member[k - k % (LQCD__TEAM_FAN * step)];
	m->own = own;
	for (unsigned number = 1;; number++) {
		lqcd__team_wait(t, m, &t->for_job, &above->posted, number);
		m->part = above->part;
		m->join = above->join;
		m->job = above->job;
		lqcd__team_tell(&t->for_job, &m->posted, number);
		if (!m->part) return;
		lqcd__team_part(t, k);
		lqcd__team_tell(&t->for_end, &m->done, number);
	}
}

/** The job of all members, of which this thread is the first. own, of member 0, has the joined sums. */
LQCD_STATIC void lqcd__team_do(lqcd__team *t, lqcd__part *part, lqcd__join *join, const void *job)
{
	lqcd__member *m = &t->member[0];
	m->part = part;
	m->join = join;
	m->job = job;
	lqcd__team_tell(&t->for_job, &m->posted, m->posted + 1);
	if (!part) return;
	t->busy = 1;
	lqcd__team_part(t, 0);
	t->busy = 0;
}

/** A number of this thread, which no other one has at the same time. */
static inline uintptr_t lqcd__this_thread(void)
{
	return (uintptr_t)&errno;
}

/** The team that serves the loops of this thread now, or NULL. */
static inline lqcd__team *lqcd__team_of(const lqcd__team_slot *slot)
{
	if (!slot || __atomic_load_n(&slot->owner, __ATOMIC_RELAXED) != lqcd__this_thread() || slot->team->busy) return NULL;
	return slot->team;
}

/** A team of a lattice with memory for so many threads; 0 if it has one, or without memory. */
LQCD_STATIC int lqcd__team_open(lqcd__team *t, lqcd__team_slot *slot, int threads, int processors)
{
	uintptr_t nobody = 0;
	t->threads = 1;
	t->busy = 0;
	t->spins = threads > processors ? 0 : LQCD__TEAM_SPINS;
	t->member = (lqcd__member *)lqcd_alloc(lqcd_mul_size((size_t)threads, sizeof *t->member));
	if (!t->member) return 0;
	memset((void *)t->member, 0, (size_t)threads * sizeof *t->member);
	const int calm = __atomic_load_n(&slot->calm, __ATOMIC_RELAXED), spins = __atomic_load_n(&slot->spins, __ATOMIC_RELAXED);
	for (int k = 0; k < threads; k++) {
		t->member[k].spins = spins && spins < t->spins ? spins : t->spins;
		t->member[k].yields = calm ? -calm : LQCD__TEAM_YIELDS;
	}
	if (!__atomic_compare_exchange_n(&slot->owner, &nobody, lqcd__this_thread(), 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		lqcd_free(t->member);
		return 0;
	}
	slot->team = t;
	lqcd__team_bed *const bed[2] = {&t->for_job, &t->for_end};
	for (int k = 0; k < 2; k++) {
		bed[k]->asleep = 0;
		pthread_mutex_init(&bed[k]->lock, NULL);
		pthread_cond_init(&bed[k]->wake, NULL);
	}
	return 1;
}

/** The first member's part of the life of a team; the others are in lqcd__team_work. */
LQCD_STATIC void lqcd__team_lead(lqcd__team *t, lqcd__team_slot *slot, int threads, void (*call)(void *), void *argument)
{
	lqcd_sum own[LQCD__TEAM_SUMS];
	t->member[0].own = own;
	t->threads = threads;
	call(argument);
	__atomic_store_n(&slot->owner, 0, __ATOMIC_RELEASE);
	lqcd__team_do(t, NULL, NULL, NULL);
}

/** After all members have left. */
LQCD_STATIC void lqcd__team_close(lqcd__team *t, lqcd__team_slot *slot)
{
	int calm = 0, spins = t->spins;
	for (int k = 0; k < t->threads; k++) {
		const lqcd__member *m = &t->member[k];
		calm = -m->yields > calm ? -m->yields : calm;
		spins = m->spins < spins ? m->spins : spins;
	}
	__atomic_store_n(&slot->calm, calm, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->spins, spins, __ATOMIC_RELAXED);
	lqcd__team_bed *const bed[2] = {&t->for_job, &t->for_end};
	for (int k = 0; k < 2; k++) {
		pthread_mutex_destroy(&bed[k]->lock);
		pthread_cond_destroy(&bed[k]->wake);
	}
	lqcd_free(t->member);
}
#endif

LQCD_STATIC void lqcd_team_run(const lqcd_lattice *lat, void (*call)(void *), void *argument)
{
	if (!call) return;
#if LQCD__OPENMP && LQCD__TEAMS
	/* Any thread may change it, also in a lattice that is const for its caller. */
	lqcd__team_slot *slot = lat ? &((lqcd_lattice *)(uintptr_t)lat)->team : NULL;
	const int threads = omp_get_max_threads();
	lqcd__team t;
	if (!slot || omp_in_parallel() || threads < 2 || __atomic_load_n(&slot->owner, __ATOMIC_RELAXED) ||
	    !lqcd__team_open(&t, slot, threads, omp_get_num_procs())) {
		call(argument);
		return;
	}
	LQCD_OMP(parallel)
	{
		if (omp_get_thread_num())
			lqcd__team_work(&t, omp_get_thread_num());
		else
			lqcd__team_lead(&t, slot, omp_get_num_threads(), call, argument);
	}
	lqcd__team_close(&t, slot);
#else
	(void)lat;
	call(argument);
#endif
}

#endif
