/* lqcd/site/lane_random.h: the random numbers of random.h for all lanes of a register, and functions for drawing from them.
 *
 *   lqcd_lane_keys keys;      one seed and stream: for a sweep
 *   lqcd_lane_rng_vd g;       the generators of LANES sites
 *   lqcd_lane_keys_make(&keys, seed, stream);
 *   g = lqcd_lane_rng_make_vd(&keys, sites);          const uint64_t sites[LANES]
 *   g = lqcd_lane_rng_at_vd(&g, first);        sites + first: another block of the same lanes
 *   lqcd_lane_block_vd(word, &g, n);                  word[0..3] of block n of each lane: no state, any order
 *
 * Tags f, d, vf, vd; keys must outlive the generators made of them. Lane w has the words of
 * lqcd_rng_make(seed, sites[w], stream): block n is its words 4n to 4n+3, n < 2^32.
 *
 *   function                  lane w of the result, from words v, v' (32 bits each) of lane w
 *   lane_uniform(v, v')       (2k+1)/2^53 of the upper 52 bits of v, v', as lqcd_rng_uniform; f, vf: (2k+1)/2^24 of the
 *                             upper 23 bits of v. In (0, 1)
 *   lane_centred(v)           (2k+1)/2^33 - 1/2 of all bits of v; f, vf: (2k+1)/2^24 - 1/2 of the upper 23. In (-1/2, 1/2)
 *   lane_sign(a, v)           a, with its sign flipped where the lowest bit of v is set
 *   lane_ln(x)                ln x, normal x > 0
 *   lane_sin_pi(x)            sin(pi x), |x| <= 1/2
 *   lane_turn(c, s, x)        *c = cos(pi x), *s = sin(pi x), |x| <= 1/2
 *
 * (lqcd_lane_uniform_vd and so on.) Errors of ln, sin and cos are below 3 units in the last place, of ln relative to
 * it also near x = 1. All tags of a precision use the same operations of simd.h in the same order, without libm; a
 * product that is added to something is always spelt as a multiply-add. Hence d and vd, and f and vf, have the same bits
 * wherever their multiply-adds round alike (simd.h).
 *
 * A word is the lower half of 64 bits; the upper half may hold anything. The words of a register of floats take two
 * registers: lanes 0, 2, .. and lanes 1, 3, .. Allocates nothing, cannot fail.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_LANE_RANDOM_H
#define LQCD_LANE_RANDOM_H

#include "random.h"

/** Shared by all lanes: the keys of the ten rounds, and the stream. */
typedef struct {
	uint64_t round[10][2];
	uint64_t stream[2];
} lqcd_lane_keys;

LQCD_FN void lqcd_lane_keys_make(lqcd_lane_keys *k, uint64_t seed, uint64_t stream)
{
	const lqcd_rng g = lqcd_rng_make(seed, 0, stream);
	lqcd_philox_key key = g.key;
	for (int n = 0; n < 10; n++) {
		k->round[n][0] = key.v[0];
		k->round[n][1] = key.v[1];
		key = lqcd__philox_next(key);
	}
	k->stream[0] = g.counter.v[2];
	k->stream[1] = g.counter.v[3];
}

#define LQCD_TEMPLATE "../site/lane_random.inc"
#include "../base/each_tag.inc"

#endif
