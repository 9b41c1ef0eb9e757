/* lqcd/tally.h: sums over the sites of a lattice with the same bits for any number of threads, lanes and processes.
 *
 * Every site has a value in double, computed in one order for all tags; the values are summed exactly (sum.h), and the
 * sum is rounded once. Floats give the same values with and without lanes, since their products are exact in double;
 * doubles do where both tags have a fused multiply-add, or neither.
 *
 *   lqcd_sum total[2];
 *   double value[2];
 *   lqcd_tally_start(total, 2);
 *   LQCD_TALLY_FOR(type, lo, hi, tally, total, 2) {          tally: an lqcd_tally of each thread
 *           lqcd_acc_vf n[4], m;
 *           lqcd_tally_zero_vf(n, 4);
 *           for (int ix = lo; ix < hi; ix++) {
 *                   ..                                      n[0] + n[1] + n[2] + n[3], lane by lane: sites of block ix
 *                   lqcd_tally_norm2_vf(&tally, 0, n, ix + 1 == hi);     goes to total[0]; n is zero again
 *                   ..
 *                   lqcd_tally_put_vf(&tally, 1, m);        what is in m goes to total[1]
 *           }
 *   }
 *   lqcd_comm_sums(&type->lattice->comm, value, total, 2);  comm.h
 *
 * LQCD_TALLY_FOR is LQCD_CHUNK_FOR (loops.h) with a tally: the statement runs over lo <= ix < hi. LQCD__TALLY_FOR takes
 * a range, and `apart` sums for each of n numbers: value i of number k goes to total[k apart + i % apart], for lanes
 * that are right-hand sides.
 *
 * lqcd_tally_dot (numbers k and k + 1) is for n[0] + n[1] and n[2] - n[3], Re and Im of lqcd__dot_add. Both it and
 * lqcd_tally_norm2 take an argument `last`: with LQCD_REPRODUCIBLE 0 they do nothing before the last index of a chunk,
 * so that n, in registers, gathers all its sites. That is faster in the caches; sums then depend on lanes and
 * processes, still not on threads.
 */
#ifndef LQCD_TALLY_H
#define LQCD_TALLY_H

#include "loops.h"
#include "spinor.h"
#include "sum.h"

enum { LQCD__TALLY_NUMBERS = 3, LQCD__TALLY_SUMS = 2 * LQCD_LANES_vf + 1 };

/* Values wait in lines until they fill a block of sum.h; a line has room for the lanes of one more. */
typedef struct {
	LQCD_ALIGN(128) double value[LQCD__TALLY_NUMBERS][LQCD__SUM_BLOCK];
	int numbers, apart, fill[LQCD__TALLY_NUMBERS];
	lqcd_sum *total;
	lqcd_sum sum[LQCD__TALLY_SUMS];
} lqcd_tally;

#define LQCD_TALLY_FOR(type, lo, hi, tally, total, n)                                                                  \
	LQCD__TALLY_FOR(lqcd__full_range(type), lo, hi, tally, total, n, 1)
/* The bounds of the chunks; before, in each thread, its tally begins, and after its last chunk it ends. */
#define LQCD__TALLY_FOR(range, lo, hi, tally, total, n, apart)                                                         \
	LQCD__THREADS(range, lo) LQCD__TALLY(tally, total, n, apart) LQCD__SHARE_CHUNKS(lo, hi)
#define LQCD__TALLY(tally, total, n, apart)                                                                            \
	for (lqcd_tally tally, *lqcd__t_##tally = lqcd__tally_begin(&tally, total, n, apart); lqcd__t_##tally;         \
	     lqcd__t_##tally = lqcd__tally_end(&tally))

/** total = 0, with all its digits, for threads that add to them. */
static inline void lqcd_tally_start(lqcd_sum *total, int n)
{
	for (int k = 0; k < n; k++) {
		lqcd_sum_start(total + k);
		lqcd__sum_widen(total + k, 0, LQCD__SUM_DIGITS);
	}
}

static inline lqcd_tally *lqcd__tally_begin(lqcd_tally *t, lqcd_sum *total, int n, int apart)
{
	LQCD_ASSERT(n <= LQCD__TALLY_NUMBERS && n * apart <= LQCD__TALLY_SUMS);
	t->numbers = n;
	t->apart = apart;
	t->total = total;
	for (int k = 0; k < n; k++) t->fill[k] = 0;
	for (int k = 0; k < n * apart; k++) lqcd_sum_start(t->sum + k);
	return t;
}

/** The values of number k into its sums. */
LQCD_KERNEL void lqcd__tally_flush(lqcd_tally *t, int k)
{
	LQCD_ALIGN(128) double line[LQCD__SUM_BLOCK];
	const int fill = t->fill[k], apart = t->apart;
	t->fill[k] = 0;
	if (apart == 1) {
		lqcd__sum_add_block(t->sum + k, t->value[k], fill);
		return;
	}
	for (int w = 0; w < apart; w++) {
		for (int i = 0; i < fill / apart; i++) line[i] = t->value[k][i * apart + w];
		lqcd__sum_add_block(t->sum + k * apart + w, line, fill / apart);
	}
}

/** total += s while other threads do the same: they are integers, so that any order will do. */
LQCD_STATIC void lqcd__tally_share(lqcd_sum *total, lqcd_sum *s)
{
	/* Of threads that add up to 2^20 each, 2^10 do not overflow. */
	if (s->adds > 1 << 20) lqcd__sum_carry(s);
	LQCD_OMP(atomic)
	total->adds += s->adds;
	for (int k = 0; k < 3; k++) {
		LQCD_OMP(atomic)
		total->special[k] += s->special[k];
	}
	for (int k = s->lo; k < s->hi; k++) {
		LQCD_OMP(atomic)
		total->digit[k] += s->digit[k];
	}
}

LQCD_KERNEL lqcd_tally *lqcd__tally_end(lqcd_tally *t)
{
	for (int k = 0; k < t->numbers; k++)
		if (t->fill[k]) lqcd__tally_flush(t, k);
	for (int k = 0; k < t->numbers * t->apart; k++) lqcd__tally_share(t->total + k, t->sum + k);
	return NULL;
}

#define LQCD_TAG f
#include "tmpl/tally.inc"
#define LQCD_TAG d
#include "tmpl/tally.inc"
#define LQCD_TAG vf
#include "tmpl/tally.inc"
#define LQCD_TAG vd
#include "tmpl/tally.inc"

#endif
