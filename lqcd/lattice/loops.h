/* lqcd/lattice/loops.h: loops over the pieces and sites of a geometry, in threads when compiled with -fopenmp.
 *
 *   LQCD_MASTER_FOR(type, ix) statement              every local index: even piece, then odd
 *   LQCD_PIECE_FOR(type, ixp) statement              every local piece (serial)
 *   LQCD_SITE_FOR(type, ixp, ix) statement           every index of piece ixp
 *   LQCD_MASTER_FOR_SUM(type, ix, var, ...) statement    LQCD_MASTER_FOR in whose statement var, a double, gains what is added
 *   LQCD_SITE_FOR_SUM(type, ixp, ix, var, ...)           to it: var += ...;  up to four variables
 *   LQCD_MASTER_FOR_MAX(type, ix, var, ...), LQCD_SITE_FOR_MAX: var = the largest value that the statement leaves in it
 *                                                        by if (x > var) var = x;  A NaN in var at the end of a chunk
 *                                                        (see below) stays.
 *   LQCD_CHUNK_FOR(type, chunk, lo, hi) statement        as LQCD_MASTER_FOR, but the statement itself runs over the
 *                                                        indices lo <= ix < hi of a chunk, 0 <= chunk < LQCD_CHUNKS:
 *                                                        for loops that keep something in registers, or that have a
 *                                                        function of their own
 *   LQCD_CHUNK_FOR_SUM(type, lo, hi, var, ...) statement  LQCD_MASTER_FOR_SUM over chunks
 *   LQCD_RANGE_FOR(n, ix, worth) statement           0 <= ix < n, without a geometry; in threads where worth is not 0
 *   LQCD_RANGE_CHUNK_FOR(n, chunk, lo, hi, worth)    LQCD_CHUNK_FOR over 0 <= ix < n
 *   LQCD_RANGE_CHUNK_FOR_SUM(n, lo, hi, var, ...)    LQCD_CHUNK_FOR_SUM over 0 <= ix < n
 *
 * type is a const lqcd_geometry *, any expression, evaluated once; the loop variable is declared by the macro (int).
 * Each macro and its statement are one statement, also under an unbraced if/else. continue is allowed; break, return
 * and goto out of the statement are not (OpenMP). Iterations must be independent; iterations of one loop run in
 * unspecified order.
 *
 * _SUM is bitwise identical for any number of threads; LQCD_SITE_SUM_FOR (field/site_sum.h) also for any lanes and processes.
 * The geometry alone cuts the indices into at most LQCD_CHUNKS pieces; each is summed in order, and the partial sums are added in order.
 * The value that var had before is added last. Inside the statement var is the partial sum: only add to it. Variables must be plain automatic
 * doubles.
 *
 * With several processes, receive buffers lie between the even and the odd blocks of a full geometry; the loops skip
 * them, and no chunk contains them.
 *
 * Loops over fewer than LQCD_PARALLEL_MIN indices run in one thread: waking threads would cost more than it gains. Results do
 * not depend on that. Inside lqcd_team_run (team.h) these macros run in one thread; the loops of solvers, gauge fields and
 * their observables are functions, which a team shares (lqcd__run_loop and lqcd__run_max below, lqcd__run_sum in
 * field/site_sum.h). Only this header and team.h use OpenMP directly.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_LOOPS_H
#define LQCD_LOOPS_H

#include <limits.h>

#include "geometry.h"
#include "team.h"

#define LQCD_CHUNKS 128
#ifndef LQCD_PARALLEL_MIN
#define LQCD_PARALLEL_MIN 64
#endif

#define LQCD_PIECE_FOR(type, ixp)    LQCD__SERIAL_FOR(ixp, 0, (type)->local_master_pieces)
#define LQCD_SITE_FOR(type, ixp, ix) LQCD__RANGE_FOR(lqcd__piece_range(type, ixp), ix)
#define LQCD_MASTER_FOR(type, ix)    LQCD__RANGE_FOR(lqcd__full_range(type), ix)
#define LQCD_RANGE_FOR(n, ix, worth) LQCD__RANGE_FOR(lqcd__plain_range(n, worth), ix)

#define LQCD__SERIAL_FOR(ix, from, to) for (int ix = from, lqcd__n_##ix = to; ix < lqcd__n_##ix; ix++)
#define LQCD__INDEX_FOR(range, ix)     for (int ix = (range).first; ix < (range).stop; ix++)
#define LQCD__RANGE_FOR(range, ix)     LQCD__PARALLEL_FOR(lqcd__first_half(range), ix) LQCD__INDEX_FOR(lqcd__r_##ix, ix)
/* The statement that follows runs once, or once per half; as a loop of OpenMP, or in every thread. */
#define LQCD__HALVES(r, ix) for (lqcd__range lqcd__r_##ix = r; lqcd__r_##ix.live; lqcd__next_half(&lqcd__r_##ix))
#define LQCD__CLAUSE(ix)    if (lqcd__in_threads(lqcd__r_##ix))
#define LQCD__PARALLEL_FOR(range, ix) LQCD__HALVES(range, ix) LQCD_OMP(parallel for schedule(static) LQCD__CLAUSE(ix))
#define LQCD__THREADS(range, ix)      LQCD__HALVES(range, ix) LQCD_OMP(parallel LQCD__CLAUSE(ix))

#define LQCD_MASTER_FOR_SUM(type, ix, ...)    LQCD__REDUCE_FOR(SUM, lqcd__full_range(type), ix, __VA_ARGS__)
#define LQCD_MASTER_FOR_MAX(type, ix, ...)    LQCD__REDUCE_FOR(MAX, lqcd__full_range(type), ix, __VA_ARGS__)
#define LQCD_SITE_FOR_SUM(type, ixp, ix, ...) LQCD__REDUCE_FOR(SUM, lqcd__piece_range(type, ixp), ix, __VA_ARGS__)
#define LQCD_SITE_FOR_MAX(type, ixp, ix, ...) LQCD__REDUCE_FOR(MAX, lqcd__piece_range(type, ixp), ix, __VA_ARGS__)

#define LQCD_CHUNK_FOR(type, chunk, lo, hi)           LQCD__CHUNK_FOR(lqcd__full_range(type), chunk, lo, hi)
#define LQCD_RANGE_CHUNK_FOR(n, chunk, lo, hi, worth) LQCD__CHUNK_FOR(lqcd__plain_range(n, worth), chunk, lo, hi)
#define LQCD__CHUNK_FOR(range, chunk, lo, hi)         LQCD__PARALLEL_FOR(range, lo) LQCD__EACH_CHUNK(chunk, lo, hi)
#define LQCD__COUNT_CHUNKS(r, chunk)                  for (int chunk = 0; chunk < lqcd__chunks(r); chunk++)
#define LQCD__EACH_CHUNK(c, lo, hi) LQCD__COUNT_CHUNKS(lqcd__r_##lo, c) LQCD__ONCE(lqcd__r_##lo, c, lo, hi)

/* After LQCD__THREADS: the threads share the chunks of its range. */
#define LQCD__SHARE_CHUNKS(lo, hi) LQCD_OMP(for schedule(static) nowait) LQCD__EACH_CHUNK(lqcd__c_##lo, lo, hi)

#define LQCD_CHUNK_FOR_SUM(type, lo, hi, ...)    LQCD__CHUNK_FOR_SUM(lqcd__full_range(type), lo, hi, __VA_ARGS__)
#define LQCD_RANGE_CHUNK_FOR_SUM(n, lo, hi, ...) LQCD__CHUNK_FOR_SUM(lqcd__sum_range(n), lo, hi, __VA_ARGS__)
#define LQCD__CHUNK_FOR_SUM(r, lo, hi, ...)      LQCD__CHUNKS_FOR(SUM, r, lo, __VA_ARGS__) LQCD__ONE_CHUNK(lo, hi)
#define LQCD__ONE_CHUNK(lo, hi)                  LQCD__ONCE(lqcd__r_##lo.range, lqcd__c_##lo, lo, hi)

/* The bounds of a chunk, for one statement. */
#define LQCD__ONCE(range, chunk, lo, hi)                                                                               \
	for (int lo = lqcd__chunk_start(range, chunk), hi = lqcd__chunk_stop(range, chunk), lqcd__once_##lo = 1;       \
	     lqcd__once_##lo; lqcd__once_##lo = 0)

#ifndef LQCD_NO_SHORT_NAMES
#define _PIECE_FOR(type, ixp)             LQCD_PIECE_FOR(type, ixp)
#define _SITE_FOR(type, ixp, ix)          LQCD_SITE_FOR(type, ixp, ix)
#define _SITE_FOR_SUM(type, ixp, ix, ...) LQCD_SITE_FOR_SUM(type, ixp, ix, __VA_ARGS__)
#define _SITE_FOR_MAX(type, ixp, ix, ...) LQCD_SITE_FOR_MAX(type, ixp, ix, __VA_ARGS__)
#define _MASTER_FOR(type, ix)             LQCD_MASTER_FOR(type, ix)
#define _MASTER_FOR_SUM(type, ix, ...)    LQCD_MASTER_FOR_SUM(type, ix, __VA_ARGS__)
#define _MASTER_FOR_MAX(type, ix, ...)    LQCD_MASTER_FOR_MAX(type, ix, __VA_ARGS__)
#endif

/* The indices from first on; those of the second half of [first, stop) are shifted by gap. A flag that makes a for
 * statement run once. The size from which threads share the range. */
typedef struct {
	int first, stop, live, least, gap, most; /* most: chunks */
} lqcd__range;

/* 0 <= ix < n; in threads where worth is not 0. */
static inline lqcd__range lqcd__plain_range(int n, int worth)
{
	const lqcd__range r = {0, n, 1, worth ? 1 : INT_MAX, 0, LQCD_CHUNKS};
	return r;
}

static inline lqcd__range lqcd__sum_range(int n)
{
	return lqcd__plain_range(n, n >= LQCD_PARALLEL_MIN);
}

static inline int lqcd__in_threads(lqcd__range r)
{
	return r.stop - r.first >= r.least;
}

static inline lqcd__range lqcd__piece_range(const lqcd_geometry *g, int ixp)
{
	const lqcd__range r = {g->master_start[ixp], g->master_end[ixp] + 1, 1, LQCD_PARALLEL_MIN, 0, LQCD_CHUNKS};
	return r;
}

/** Allows up to 16384 chunks, for reductions that store no per-chunk partial sum. */
static inline lqcd__range lqcd__any_chunks(lqcd__range r)
{
	r.most = 1 << 14;
	return r;
}

/** The indices before the gap, or all of a range without a gap. live counts the halves that are left. */
static inline lqcd__range lqcd__first_half(lqcd__range r)
{
	if (r.gap) {
		r.stop -= (r.stop - r.first) / 2;
		r.live = 2;
	}
	return r;
}

static inline void lqcd__next_half(lqcd__range *r)
{
	const int n = r->stop - r->first;
	if (--r->live == 0) return;
	r->first = r->stop + r->gap;
	r->stop = r->first + n;
}

/** Number of chunks of a range: of about eight indices or more, so that the work per chunk is negligible; even if there is
 * a gap in the middle. */
static inline int lqcd__chunks(lqcd__range r)
{
	const int n = r.stop - r.first, chunks = n < 8 * r.most ? (n + 7) / 8 : r.most;
	return r.gap ? chunks + (chunks & 1) : chunks;
}

static inline int lqcd__chunk_start(lqcd__range r, int chunk)
{
	const int chunks = lqcd__chunks(r), ix = r.first + (int)((int64_t)(r.stop - r.first) * chunk / chunks);
	return 2 * chunk < chunks ? ix : ix + r.gap;
}

static inline int lqcd__chunk_stop(lqcd__range r, int chunk)
{
	const int chunks = lqcd__chunks(r), ix = r.first + (int)((int64_t)(r.stop - r.first) * (chunk + 1) / chunks);
	return 2 * chunk < chunks ? ix : ix + r.gap;
}

/* A parity is contiguous: inner, then boundary. There are as many even blocks as odd ones, so that the middle is between
 * two chunks. */
static inline lqcd__range lqcd__full_range(const lqcd_geometry *g)
{
	const int last = g->local_master_pieces - 1, halves = g->parity == LQCD_FULL;
	lqcd__range r = lqcd__piece_range(g, 0);
	if (halves) r.gap = g->master_start[1] - g->master_end[last - 1] - 1;
	r.stop = g->master_end[last] + 1 - r.gap;
	return r;
}

/* ---- loops that are functions, which a team (team.h) can share ---- */

/* The indices lo <= ix < hi of a loop. */
typedef void lqcd__loop(const void *arguments, int lo, int hi);

typedef struct {
	lqcd__range range;
	lqcd__loop *loop;
	const void *arguments;
} lqcd__loop_job;

/** Part k of n of a half, with as many indices as the others, or one more. */
static inline int lqcd__part_start(lqcd__range half, int k, int n)
{
	return half.first + (int)((int64_t)(half.stop - half.first) * k / n);
}

LQCD_STATIC void lqcd__loop_part(const void *argument, int k, int n, lqcd_sum *own)
{
	const lqcd__loop_job *job = (const lqcd__loop_job *)argument;
	(void)own;
	for (lqcd__range half = lqcd__first_half(job->range); half.live; lqcd__next_half(&half)) {
		const int lo = lqcd__part_start(half, k, n), hi = lqcd__part_start(half, k + 1, n);
		if (lo < hi) (job->loop)(job->arguments, lo, hi);
	}
}

/** All parts of a job: by the team of this thread if it is worth that, else by the threads of a new region or by this thread.
 * Returns the joined sums of a team, or NULL. */
LQCD_STATIC const lqcd_sum *lqcd__share(const lqcd__team_slot *slot, lqcd__part *part, lqcd__join *join, const void *job, int for_team,
					int for_region)
{
#if LQCD__TEAMS
	lqcd__team *t = lqcd__team_of(slot);
	if (t && for_team) {
		lqcd__team_do(t, part, join, job);
		return t->member[0].own;
	}
	if (t) for_region = 0;
#endif
#if LQCD__OPENMP
	if (for_region) {
		LQCD_OMP(parallel)
		part(job, omp_get_thread_num(), omp_get_num_threads(), NULL);
		return NULL;
	}
#endif
	(void)slot;
	(void)join;
	(void)for_team;
	(void)for_region;
	part(job, 0, 1, NULL);
	return NULL;
}

/** Whether so many indices of `work` flop each are worth the us that a team takes. */
static inline int lqcd__team_work_in(int n, double work)
{
	return n * work >= 16384;
}

/** A loop over a range in threads. slot: of a lattice whose team may share it, or NULL; work: flop of an index, as an order of
 * magnitude. */
LQCD_STATIC void lqcd__run_loop(const lqcd__team_slot *slot, lqcd__range range, lqcd__loop *loop, const void *arguments, double work)
{
	const lqcd__loop_job job = {range, loop, arguments};
	lqcd__share(slot, lqcd__loop_part, NULL, &job, lqcd__team_work_in(range.stop - range.first, work), lqcd__in_threads(range));
}

/* The largest of `most` and the values of the indices lo <= ix < hi; a NaN stays. */
typedef double lqcd__max_loop(const void *arguments, int lo, int hi, double most);

typedef struct {
	lqcd__range range;
	lqcd__max_loop *loop;
	const void *arguments;
	double before, *most;
} lqcd__max_job;

/** a or b, the larger; NaN if one is. */
LQCD_FN double lqcd__larger(double a, double b)
{
	return b > a || b != b ? b : a;
}

/* Whether the processor has atomic operations on 8 bytes. On one that has not, threads wait for each other. */
#ifdef __GCC_ATOMIC_LLONG_LOCK_FREE
#define LQCD__ATOMIC_8 (__GCC_ATOMIC_LLONG_LOCK_FREE == 2)
#else
#define LQCD__ATOMIC_8 0
#endif

LQCD_STATIC void lqcd__max_part(const void *argument, int k, int n, lqcd_sum *own)
{
	const lqcd__max_job *job = (const lqcd__max_job *)argument;
	double value = job->before, old;
	(void)own;
	for (lqcd__range half = lqcd__first_half(job->range); half.live; lqcd__next_half(&half)) {
		const int lo = lqcd__part_start(half, k, n), hi = lqcd__part_start(half, k + 1, n);
		if (lo < hi) value = (job->loop)(job->arguments, lo, hi, value);
	}
	/* Other threads update it, too. */
#if LQCD__ATOMIC_8
	__atomic_load(job->most, &old, __ATOMIC_RELAXED);
	while (value > old || (value != value && old == old))
		if (__atomic_compare_exchange(job->most, &old, &value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
#else
	LQCD_OMP(critical(lqcd__shares))
	{
		old = *job->most;
		if (value > old || (value != value && old == old)) *job->most = value;
	}
#endif
}

/** The largest of `most` and the values over a range in threads; a NaN stays. slot and work: as for lqcd__run_loop. */
LQCD_STATIC double lqcd__run_max(const lqcd__team_slot *slot, lqcd__range range, lqcd__max_loop *loop, const void *arguments, double work,
				 double most)
{
	const lqcd__max_job job = {range, loop, arguments, most, &most};
	lqcd__share(slot, lqcd__max_part, NULL, &job, lqcd__team_work_in(range.stop - range.first, work), lqcd__in_threads(range));
	return most;
}

/* The reductions. In the statement the user's variable is private to a thread and holds the partial value of a chunk;
 * the increment expressions of three nested for statements store it, and at the end combine what all chunks
 * stored. */
typedef struct {
	lqcd__range range;
	int chunks;
	double before[4], part[LQCD_CHUNKS][4];
} lqcd__reduction;

static inline lqcd__reduction lqcd__reduce_begin(lqcd__range range)
{
	lqcd__reduction r;
	r.range = range;
	r.chunks = lqcd__chunks(range);
	return r;
}

LQCD_STATIC double lqcd__reduce_SUM(const lqcd__reduction *r, int k)
{
	double s = 0;
	for (int c = 0; c < r->chunks; c++) s += r->part[c][k];
	return r->before[k] + s;
}

/* A NaN stays: no number compares larger. */
LQCD_STATIC double lqcd__reduce_MAX(const lqcd__reduction *r, int k)
{
	double m = r->before[k];
	for (int c = 0; c < r->chunks; c++)
		if (r->part[c][k] > m || r->part[c][k] != r->part[c][k]) m = r->part[c][k];
	return m;
}

/* The value that a chunk starts from. */
#define LQCD__FROM_SUM(r, k) 0.0
#define LQCD__FROM_MAX(r, k) (r).before[k]

#define LQCD__START(ix)                  lqcd__chunk_start(lqcd__r_##ix.range, lqcd__c_##ix)
#define LQCD__STOP(ix)                   lqcd__chunk_stop(lqcd__r_##ix.range, lqcd__c_##ix)
#define LQCD__STEPS(ix)                  LQCD__SERIAL_FOR(ix, LQCD__START(ix), LQCD__STOP(ix))
#define LQCD__REDUCE_FOR(op, r, ix, ...) LQCD__CHUNKS_FOR(op, r, ix, __VA_ARGS__) LQCD__STEPS(ix)

/* The loop over chunks; lqcd__c_<ix> counts them, with the variables of a chunk set up. */
#define LQCD__CHUNKS_FOR(op, range_, ix, ...)                                                                          \
	for (lqcd__reduction lqcd__r_##ix = lqcd__reduce_begin(range_);                                                \
	     lqcd__r_##ix.range.live && (LQCD__EACH(LQCD__SAVE, op, lqcd__r_##ix, __VA_ARGS__), 1);                    \
	     LQCD__EACH(LQCD__COMBINE, op, lqcd__r_##ix, __VA_ARGS__), lqcd__r_##ix.range.live = 0)                    \
		LQCD_OMP(parallel for schedule(static) private(__VA_ARGS__) if (lqcd__in_threads(lqcd__r_##ix.range))) \
	for (int lqcd__c_##ix = 0; lqcd__c_##ix < lqcd__r_##ix.chunks; lqcd__c_##ix++)                                 \
		for (int lqcd__o_##ix = (LQCD__EACH(LQCD__FROM, op, lqcd__r_##ix, __VA_ARGS__), 1); lqcd__o_##ix;      \
		     LQCD__EACH(LQCD__STORE, lqcd__c_##ix, lqcd__r_##ix, __VA_ARGS__), lqcd__o_##ix = 0)

#define LQCD__SAVE(op, r, k, var)    (r).before[k] = (var)
#define LQCD__COMBINE(op, r, k, var) (var) = lqcd__reduce_##op(&(r), k)
#define LQCD__FROM(op, r, k, var)    (var) = LQCD__FROM_##op(r, k)
#define LQCD__STORE(c, r, k, var)    (r).part[c][k] = (var)

/* LQCD__EACH(m, x, r, a, b, ...): m(x, r, 0, a), m(x, r, 1, b), ... for one to four variables. */
#define LQCD__EACH(m, x, r, ...)          LQCD__EACH_N(__VA_ARGS__, 4, 3, 2, 1, 0)(m, x, r, __VA_ARGS__)
#define LQCD__EACH_N(a, b, c, d, n, ...)  LQCD__EACH_##n
#define LQCD__EACH_1(m, x, r, a)          m(x, r, 0, a)
#define LQCD__EACH_2(m, x, r, a, b)       m(x, r, 0, a), m(x, r, 1, b)
#define LQCD__EACH_3(m, x, r, a, b, c)    m(x, r, 0, a), m(x, r, 1, b), m(x, r, 2, c)
#define LQCD__EACH_4(m, x, r, a, b, c, d) m(x, r, 0, a), m(x, r, 1, b), m(x, r, 2, c), m(x, r, 3, d)

#endif
