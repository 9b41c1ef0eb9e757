/* lqcd/field/site_sum.h: sums over the sites of a lattice with the same bits for any number of threads, lanes and
 * processes.
 *
 * Every site has a value in double, computed in one order for all tags; the values are summed exactly (sum.h), and the
 * sum is rounded once. The value of a site does not depend on lanes either if the multiply-adds of both tags round alike
 * ("Reproducibility" in simd.h); norms and products of fields of floats do not depend on them anyway, since products of floats are
 * exact in double. Kernels use LQCD__RUN_EACH (launch.h); the loop itself is
 *
 *   lqcd_sum total[2];
 *   double value[2];
 *   lqcd_site_sum_start(total, 2);
 *   LQCD_SITE_SUM_FOR(type, lo, hi, sums, total, 2) {         declares sums, the lqcd_site_sum of a thread
 *           lqcd_acc_vf n[4], m;
 *           lqcd_site_sum_zero_vf(n, 4);
 *           for (int ix = lo; ix < hi; ix++) {
 *                   ..                                      n: the values of the sites of block ix, lane by lane
 *                   lqcd_site_sum_norm2_vf(&sums, 0, n, ix + 1 == hi);     adds n[0] + .. + n[3] to total[0]; n = 0
 *                   ..
 *                   lqcd_site_sum_put_vf(&sums, 1, m);        adds m to total[1]
 *           }
 *   }
 *   lqcd_comm_sums(&type->lattice->comm, value, total, 2);  lattice/comm.h
 *
 * LQCD_SITE_SUM_FOR is LQCD_CHUNK_FOR (lattice/loops.h) with sums: the statement runs over lo <= ix < hi. A lqcd_site_sum may
 * have `stride` sums per number, for lanes that are right-hand sides: value i of number k is added to total[k stride + i % stride].
 *
 * lqcd_site_sum_dot adds n[0] + n[1] and n[2] - n[3], Re and Im of lqcd__dot_add, to the numbers k and k + 1. It and
 * lqcd_site_sum_norm2 have an argument `last`: with LQCD_REPRODUCIBLE 0 they do nothing before the last index of a chunk, so
 * that n collects all its sites in registers. That is faster in the caches; sums then depend on lanes and processes,
 * but not on threads.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SITE_SUM_H
#define LQCD_SITE_SUM_H

#include "../lattice/loops.h"
#include "../site/spinor.h"
#include "../simd/sum.h"

enum { LQCD__SITE_SUM_NUMBERS = 3, LQCD__SITE_SUM_SUMS = 2 * LQCD_LANES_vf + 1 };

/* Values wait in lines until they fill a block of sum.h. */
typedef struct {
	LQCD_ALIGN(128) double value[LQCD__SITE_SUM_NUMBERS][LQCD__SUM_BLOCK];
	int numbers, stride, fill[LQCD__SITE_SUM_NUMBERS];
	lqcd_sum *total, *sum; /* sum: own, or those of a member of a team */
	lqcd_sum own[LQCD__SITE_SUM_SUMS];
} lqcd_site_sum;

/* A loop over chunks; the sums of a thread begin before its first chunk and end after its last one. */
#define LQCD_SITE_SUM_FOR(type, lo, hi, site_sum, total, n)                                                            \
	LQCD__THREADS(lqcd__any_chunks(lqcd__full_range(type)), lo) LQCD__SITE_SUM(site_sum, total, n) LQCD__SHARE_CHUNKS(lo, hi)
#define LQCD__SITE_SUM(site_sum, total, n)                                                                             \
	for (lqcd_site_sum site_sum, *lqcd__t_##site_sum = lqcd__site_sum_begin(&site_sum, total, n, 1);               \
	     lqcd__t_##site_sum; lqcd__t_##site_sum = lqcd__site_sum_end(&site_sum))

/** total = 0, with all digits stored: threads add to them. */
static inline void lqcd_site_sum_start(lqcd_sum *total, int n)
{
	for (int k = 0; k < n; k++) {
		lqcd_sum_start(total + k);
		lqcd__sum_widen(total + k, 0, LQCD__SUM_DIGITS);
	}
}

static inline lqcd_site_sum *lqcd__site_sum_begin(lqcd_site_sum *t, lqcd_sum *total, int n, int stride)
{
	LQCD_ASSERT(n <= LQCD__SITE_SUM_NUMBERS && n * stride <= LQCD__SITE_SUM_SUMS);
	t->numbers = n;
	t->stride = stride;
	t->total = total;
	t->sum = t->own;
	for (int k = 0; k < n; k++) t->fill[k] = 0;
	for (int k = 0; k < n * stride; k++) lqcd_sum_start(t->sum + k);
	return t;
}

/** Adds the values of number k to its sums. */
LQCD_KERNEL void lqcd__site_sum_flush(lqcd_site_sum *t, int k)
{
	LQCD_ALIGN(128) double line[LQCD__SUM_BLOCK];
	const int fill = t->fill[k], stride = t->stride;
	t->fill[k] = 0;
	if (stride == 1) {
		lqcd__sum_add_block(t->sum + k, t->value[k], fill);
		return;
	}
	for (int w = 0; w < stride; w++) {
		for (int i = 0; i < fill / stride; i++) line[i] = t->value[k][i * stride + w];
		lqcd__sum_add_block(t->sum + k * stride + w, line, fill / stride);
	}
}

/** Adds one value to number k. */
static inline void lqcd__site_sum_put(lqcd_site_sum *t, int k, double value)
{
	t->value[k][t->fill[k]++] = value;
	if (t->fill[k] == LQCD__SUM_BLOCK) lqcd__site_sum_flush(t, k);
}

/** total += s while other threads do the same: the digits are integers, so that any order gives the same. */
LQCD_STATIC void lqcd__site_sum_share(lqcd_sum *total, lqcd_sum *s)
{
	/* 2^10 threads may add 2^20 terms each without overflow. */
	if (s->adds > 1 << 20) lqcd__sum_carry(s);
#if LQCD__ATOMIC_8
	__atomic_add_fetch(&total->adds, s->adds, __ATOMIC_RELAXED);
	for (int k = 0; k < 3; k++)
		if (s->special[k]) __atomic_add_fetch(&total->special[k], s->special[k], __ATOMIC_RELAXED);
	for (int k = s->lo; k < s->hi; k++) __atomic_add_fetch(&total->digit[k], s->digit[k], __ATOMIC_RELAXED);
#else
	LQCD_OMP(critical(lqcd__shares))
	{
		total->adds += s->adds;
		for (int k = 0; k < 3; k++) total->special[k] += s->special[k];
		for (int k = s->lo; k < s->hi; k++) total->digit[k] += s->digit[k];
	}
#endif
}

LQCD_KERNEL lqcd_site_sum *lqcd__site_sum_end(lqcd_site_sum *t)
{
	for (int k = 0; k < t->numbers; k++)
		if (t->fill[k]) lqcd__site_sum_flush(t, k);
	for (int k = 0; k < t->numbers * t->stride; k++) lqcd__site_sum_share(t->total + k, t->sum + k);
	return NULL;
}

/* ---- sums by functions, which a team (lattice/team.h) can share ---- */

/* The indices lo <= ix < hi; their values go to the sums. With LQCD_REPRODUCIBLE 0 they are a chunk. */
typedef void lqcd__sum_loop(const void *arguments, int lo, int hi, lqcd_site_sum *site_sum);

typedef struct {
	lqcd__range range;
	lqcd__sum_loop *loop;
	const void *arguments;
	lqcd_sum *total;
	int numbers, stride;
} lqcd__sum_job;

LQCD_STATIC void lqcd__sum_part(const void *argument, int k, int n, lqcd_sum *own)
{
	const lqcd__sum_job *job = (const lqcd__sum_job *)argument;
	lqcd_site_sum t;
	if (job->numbers * job->stride > LQCD__TEAM_SUMS) own = NULL;
	lqcd__site_sum_begin(&t, job->total, job->numbers, job->stride);
	if (own) t.sum = own;
	for (int i = 0; own && i < job->numbers * job->stride; i++) lqcd_sum_start(own + i);
	if (LQCD_REPRODUCIBLE) {
		for (lqcd__range half = lqcd__first_half(job->range); half.live; lqcd__next_half(&half)) {
			const int lo = lqcd__part_start(half, k, n), hi = lqcd__part_start(half, k + 1, n);
			if (lo < hi) (job->loop)(job->arguments, lo, hi, &t);
		}
	} else {
		const int64_t chunks = lqcd__chunks(job->range);
		for (int c = (int)(chunks * k / n); c < chunks * (k + 1) / n; c++)
			(job->loop)(job->arguments, lqcd__chunk_start(job->range, c), lqcd__chunk_stop(job->range, c), &t);
	}
	if (!own)
		lqcd__site_sum_end(&t);
	else
		for (int i = 0; i < t.numbers; i++)
			if (t.fill[i]) lqcd__site_sum_flush(&t, i);
}

LQCD_STATIC void lqcd__sum_join(const void *argument, lqcd_sum *to, const lqcd_sum *from)
{
	const lqcd__sum_job *job = (const lqcd__sum_job *)argument;
	for (int i = 0; i < job->numbers * job->stride; i++) lqcd_sum_merge(to + i, from + i);
}

/** The sums over a range in threads, `stride` for each of `numbers`, added to total. slot and work: as for lqcd__run_loop. */
LQCD_STATIC void lqcd__run_sum(const lqcd__team_slot *slot, lqcd__range range, lqcd__sum_loop *loop, const void *arguments, double work,
			       lqcd_sum *total, int numbers, int stride)
{
	const lqcd__sum_job job = {lqcd__any_chunks(range), loop, arguments, total, numbers, stride};
	lqcd__join *const join = numbers * stride <= LQCD__TEAM_SUMS ? lqcd__sum_join : NULL;
	const lqcd_sum *sum = lqcd__share(slot, lqcd__sum_part, join, &job, lqcd__team_work_in(range.stop - range.first, work),
					  lqcd__in_threads(range));
	if (sum && join) join(&job, total, sum);
}

/** The n sums over a range of a lattice in threads, over all processes. */
LQCD_STATIC void lqcd__run_sums(const lqcd_lattice *lat, lqcd__range range, lqcd__sum_loop *loop, const void *arguments, double work,
				double *out, int n)
{
	lqcd_sum total[LQCD__SITE_SUM_NUMBERS];
	lqcd_site_sum_start(total, n);
	lqcd__run_sum(&lat->team, range, loop, arguments, work, total, n, 1);
	lqcd_comm_sums(&lat->comm, out, total, n);
}

#define LQCD_TEMPLATE "../field/site_sum.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#endif
