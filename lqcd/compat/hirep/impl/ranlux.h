/* lqcd/compat/hirep/impl/ranlux.h: the generators ranlxd and ranlxs of M. Luescher, Comput. Phys. Commun. 79 (1994) 100
 * [hep-lat/9309020], in the form of version 3: the same numbers from the same seed.
 *
 * Four sequences of 24-bit words x_n = x_(n-10) - x_(n-24) - c_n mod 2^24, c_n the borrow of the step before, each with
 * its last 24 words in a ring. Of every block of 2 p words the last 24 are used: p = 109, 202, 397 on levels 0, 1, 2;
 * ranlxd has the levels 1 and 2. A number of ranlxs is a word, one of the four sequences after the other; a number of
 * ranlxd is an odd word with the even word before it as its lower half.
 *
 * Seeds: bits b_n = b_(n-13) + b_(n-31) mod 2 from the 31 bits of the seed, the lowest first, fill the words of one
 * sequence after the other, the highest bit first. Words k with k mod 4 unequal (ranlxd) or equal (ranlxs) to the
 * number of the sequence are complemented.
 *
 * A state is 105 integers: 105, the words by n and sequence, four borrows, p, the place of the oldest pair of words and
 * that seven pairs on, the place of the number delivered last.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_RANLUX_H
#define LQCD_COMPAT_HIREP_IMPL_RANLUX_H

#include <stdint.h>

#include "globals.h"

enum { LQCD__HR_RANLUX_SIZE = 105 };

typedef struct {
	int32_t word[24][4], borrow[4];
	int steps, oldest; /* pairs of words to a block; of the ring */
	int at;            /* 4 n + sequence of the word delivered last */
} lqcd__hr_ranlux;

LQCD__HR_GLOBAL lqcd__hr_ranlux lqcd__hr_ranlxd;
LQCD__HR_GLOBAL lqcd__hr_ranlux lqcd__hr_ranlxs;

/** seed + MPI_PID: other numbers on each process. */
static inline void lqcd__hr_ranlux_seed(lqcd__hr_ranlux *g, const char *name, int level, int seed, int is_double)
{
	const int64_t own = (int64_t)seed + MPI_PID;
	int bit[31], n = 0;
	lqcd__hr_error(level < is_double || level > 2, 1, name, "the level is 1 or 2 (of ranlxs also 0)");
	lqcd__hr_error(seed < 1 || own > INT32_MAX, 1, name, "the seed is between 1 and 2^31 - 1");
	for (int k = 0; k < 31; k++) bit[k] = (int)(own >> k & 1);
	for (int s = 0; s < 4; s++) {
		for (int k = 0; k < 24; k++) {
			int32_t word = 0;
			for (int l = 0; l < 24; l++, n++) {
				word = 2 * word + bit[n % 31];
				bit[n % 31] ^= bit[(n + 18) % 31];
			}
			g->word[k][s] = (k % 4 == s) == is_double ? word : 0xFFFFFF - word;
		}
		g->borrow[s] = 0;
	}
	g->steps = level == 0 ? 109 : level == 1 ? 202 : 397;
	g->oldest = 0;
	g->at = is_double ? 91 : 95;
}

/** The next block; the first of its words is the oldest of the ring. */
static inline void lqcd__hr_ranlux_block(lqcd__hr_ranlux *g)
{
	for (int k = 0; k < 2 * g->steps; k++) {
		int32_t *to = g->word[(2 * g->oldest + k) % 24], *from = g->word[(2 * g->oldest + k + 14) % 24];
		for (int s = 0; s < 4; s++) {
			const int32_t d = from[s] - to[s] - g->borrow[s];
			g->borrow[s] = d < 0;
			to[s] = d & 0xFFFFFF;
		}
	}
	g->oldest = (g->oldest + g->steps) % 12;
	g->at = 8 * g->oldest;
}

/** Moves to the next number. ranlxd steps over the odd words. */
static inline void lqcd__hr_ranlux_next(lqcd__hr_ranlux *g, int is_double)
{
	g->at = (g->at + (is_double && g->at % 4 == 3 ? 5 : 1)) % 96;
	if (g->at == 8 * g->oldest) lqcd__hr_ranlux_block(g);
}

static inline double lqcd__hr_ranlux_double(lqcd__hr_ranlux *g)
{
	lqcd__hr_ranlux_next(g, 1);
	const int n = g->at / 4, s = g->at % 4;
	return (g->word[n + 1][s] + g->word[n][s] / 16777216.0) / 16777216.0;
}

static inline float lqcd__hr_ranlux_float(lqcd__hr_ranlux *g)
{
	lqcd__hr_ranlux_next(g, 0);
	return (float)g->word[g->at / 4][g->at % 4] / 16777216.0f;
}

static inline void lqcd__hr_ranlux_get(const lqcd__hr_ranlux *g, int state[])
{
	state[0] = LQCD__HR_RANLUX_SIZE;
	for (int k = 0; k < 96; k++) state[1 + k] = g->word[k / 4][k % 4];
	for (int s = 0; s < 4; s++) state[97 + s] = g->borrow[s];
	state[101] = g->steps;
	state[102] = g->oldest;
	state[103] = (g->oldest + 7) % 12;
	state[104] = g->at;
}

static inline void lqcd__hr_ranlux_reset(lqcd__hr_ranlux *g, const char *name, const int state[], int is_double)
{
	int wrong = state[101] != 202 && state[101] != 397 && (is_double || state[101] != 109);
	wrong |= state[102] < 0 || state[102] > 11 || state[103] != (state[102] + 7) % 12;
	wrong |= state[104] < 0 || state[104] > (is_double ? 91 : 95);
	for (int k = 0; k < 96; k++) {
		wrong |= state[1 + k] < 0 || state[1 + k] > 0xFFFFFF;
		g->word[k / 4][k % 4] = state[1 + k];
	}
	for (int s = 0; s < 4; s++) {
		wrong |= state[97 + s] < 0 || state[97 + s] > 1;
		g->borrow[s] = state[97 + s];
	}
	lqcd__hr_error(wrong, 1, name, "not a state of this generator");
	g->steps = state[101];
	g->oldest = state[102];
	g->at = state[104];
}

#endif
