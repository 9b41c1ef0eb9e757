/* lqcd/site/random.h: counter-based random numbers; Haar-distributed matrices and gaussian momenta.
 *
 *   lqcd_rng g = lqcd_rng_make(seed, site, stream);
 *   double u = lqcd_rng_uniform(&g);
 *
 * The numbers depend on (seed, global site, stream) and on how many words were drawn before, on nothing else: a field
 * filled site by site is the same for every layout, lane count, thread count and process grid, and nothing is stored
 * between uses. Use a new stream for every purpose, for instance 64*trajectory + purpose.
 *
 * The block cipher is Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw, SC11, doi 10.1145/2063384.2063405): for
 * each key a bijection of the 128-bit counters; it passes BigCrush. One block gives four 32-bit words.
 *
 *   key      v[0], v[1]      the low and the high half of seed                                         64 bits
 *   counter  v[0]            number of the block, from 0                                               32 bits
 *            v[1]            site, bits 0 to 31        \ site:   LQCD_RNG_SITE_BITS = 48, to 4096^4
 *            v[2]            stream, bits 0 to 31      | stream: LQCD_RNG_STREAM_BITS = 48
 *            v[3]            site bits 32 to 47 in its low half, stream bits 32 to 47 in its high half
 *
 * Distinct (site, stream) within these limits never share a counter, and distinct counters under one seed never give
 * the same block; distinct seeds are distinct keys. Larger numbers are a programmer's mistake (LQCD_ASSERT): their
 * upper bits are dropped. One generator gives 2^34 words and then starts again.
 *
 *   function                         result                                                        words consumed
 *   lqcd_philox4x32(c, k)            the block of counter c under key k                            -
 *   lqcd_rng_make(seed,site,stream)  generator at its first word                                   0
 *   lqcd_rng_u32(g)                  next word: v[0], v[1], v[2], v[3] of block 0, of block 1, ... 1
 *   lqcd_rng_uniform(g)              (2k+1)/2^53, k uniform in [0, 2^52): a double in the open     2
 *                                    interval (0, 1), never 0 or 1; mean exactly 1/2
 *   lqcd_rng_z2(g)                   +1 or -1                                                      1
 *   lqcd_rng_gauss2(g, &a, &b)       two independent N(0,1), |a|, |b| < 8.6; a != b as pointers    4
 *   lqcd_rng_gauss(g)                one N(0,1); keeps the second of a pair for the next call      4, then 0
 *   lqcd_su3_random_d(u, g)          Haar-distributed element of SU(LQCD_NC)                       4 NC (NC-1)
 *   lqcd_su3_algebra_random_d(a, g)  i sum_k h_k T_k, h_k independent N(0,1), k = 1 .. NC^2-1,     4 floor(NC^2/2)
 *                                    traceless, anti-Hermitian; tr T_j T_k = delta_jk / 2, so that
 *                                    <tr a a^dagger> = (NC^2-1)/2
 *
 * Only lqcd_rng_gauss reads or writes the kept number. Words and uniforms are the same bits on every machine; numbers
 * that go through log, sin and cos agree to rounding between mathematical libraries. All functions run on host and
 * device, allocate nothing and cannot fail. Generators are plain data: a copy continues the same sequence.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_RANDOM_H
#define LQCD_RANDOM_H

#include <math.h>

#include "../base/config.h"
#include "complex.h"
#include "su3.h"

#define LQCD_RNG_SITE_BITS 48
#define LQCD_RNG_STREAM_BITS 48

typedef struct {
	uint32_t v[4];
} lqcd_philox_counter;

typedef struct {
	uint32_t v[2];
} lqcd_philox_key;

/** State of one generator. next counts the words of block that are used up; 4 means that a new block is due. */
typedef struct {
	lqcd_philox_key key;
	lqcd_philox_counter counter; /* of the block after the present one */
	lqcd_philox_counter block;
	uint32_t next;
	uint32_t gauss_kept; /* 1: gauss holds the number that lqcd_rng_gauss returns next */
	double gauss;
} lqcd_rng;

#define LQCD__PHILOX_A 0xD2511F53u
#define LQCD__PHILOX_B 0xCD9E8D57u

/** The key of the next round: Weyl sequences, of the golden ratio and sqrt(3)-1, times 2^32. */
LQCD_FN lqcd_philox_key lqcd__philox_next(lqcd_philox_key k)
{
	k.v[0] += 0x9E3779B9u;
	k.v[1] += 0xBB67AE85u;
	return k;
}

/** Philox4x32-10. A round multiplies two words to 64 bits each and mixes the halves with the others and the key. */
LQCD_FN lqcd_philox_counter lqcd_philox4x32(lqcd_philox_counter c, lqcd_philox_key k)
{
	for (int round = 0; round < 10; round++) {
		const uint64_t p = (uint64_t)LQCD__PHILOX_A * c.v[0];
		const uint64_t q = (uint64_t)LQCD__PHILOX_B * c.v[2];
		c.v[0] = (uint32_t)(q >> 32) ^ c.v[1] ^ k.v[0];
		c.v[1] = (uint32_t)q;
		c.v[2] = (uint32_t)(p >> 32) ^ c.v[3] ^ k.v[1];
		c.v[3] = (uint32_t)p;
		k = lqcd__philox_next(k);
	}
	return c;
}

/** Generator of a site; see the table at the top for the limits of site and stream. */
LQCD_FN lqcd_rng lqcd_rng_make(uint64_t seed, uint64_t site, uint64_t stream)
{
	const uint32_t upper = ((uint32_t)(site >> 32) & 0xFFFFu) | (uint32_t)(stream >> 32) << 16;
	const lqcd_philox_counter first = {{0, (uint32_t)site, (uint32_t)stream, upper}};
	const lqcd_rng g = {{{(uint32_t)seed, (uint32_t)(seed >> 32)}}, first, first, 4, 0, 0};
	LQCD_ASSERT(site >> LQCD_RNG_SITE_BITS == 0);
	LQCD_ASSERT(stream >> LQCD_RNG_STREAM_BITS == 0);
	return g;
}

/** The next 32-bit word. */
LQCD_FN uint32_t lqcd_rng_u32(lqcd_rng *g)
{
	if (g->next == 4) {
		g->block = lqcd_philox4x32(g->counter, g->key);
		g->counter.v[0]++;
		g->next = 0;
	}
	return g->block.v[g->next++];
}

/** (2k+1)/2^53, in (0, 1). The first word gives the upper bits of k. An odd numerator below 2^53 is exact in a double,
 * while 53 random bits would have to give up 0 or 1 by hand and the symmetry about 1/2 with it. */
LQCD_FN double lqcd_rng_uniform(lqcd_rng *g)
{
	const uint64_t upper = lqcd_rng_u32(g);
	const uint64_t lower = lqcd_rng_u32(g);
	const uint64_t odd = ((upper << 32 | lower) >> 11) | 1u;
	return (double)(int64_t)odd * (1.0 / 9007199254740992.0);
}

/** +1 or -1: the highest bit of a word, set for -1. */
LQCD_FN double lqcd_rng_z2(lqcd_rng *g)
{
	return lqcd_rng_u32(g) >> 31 ? -1.0 : 1.0;
}

/** Box-Muller: *a = r cos(2 pi v), *b = r sin(2 pi v), r = sqrt(-2 log u), from the uniforms u, then v. */
LQCD_FN void lqcd_rng_gauss2(lqcd_rng *g, double *a, double *b)
{
	const double u = lqcd_rng_uniform(g);
	const double phi = 6.28318530717958647693 * lqcd_rng_uniform(g);
	const double r = sqrt(-2.0 * log(u));
	*a = r * cos(phi);
	*b = r * sin(phi);
}

/** One N(0,1): the numbers of lqcd_rng_gauss2 one after the other. */
LQCD_FN double lqcd_rng_gauss(lqcd_rng *g)
{
	double first;
	if (g->gauss_kept) {
		g->gauss_kept = 0;
		return g->gauss;
	}
	lqcd_rng_gauss2(g, &first, &g->gauss);
	g->gauss_kept = 1;
	return first;
}

/** Haar measure of SU(NC). The first NC-1 rows Z are complex gaussians; the reunitarisation makes them orthonormal by
 * Gram-Schmidt and completes them by the one row that gives det u = 1. The result is u(Z).
 * For any V in SU(NC), Z V has the distribution of Z, and u(Z V) = u(Z) V: the distribution of u is invariant under right
 * multiplication, hence the Haar measure. */
LQCD_FN void lqcd_su3_random_d(lqcd_su3_d *u, lqcd_rng *g)
{
	for (int j = 0; j < LQCD_NC; j++) {
		u->e[LQCD_NC - 1][j].re = 0;
		u->e[LQCD_NC - 1][j].im = 0;
	}
	for (int i = 0; i < LQCD_NC - 1; i++)
		for (int j = 0; j < LQCD_NC; j++) lqcd_rng_gauss2(g, &u->e[i][j].re, &u->e[i][j].im);
	/* After one pass nearly parallel rows are orthogonal only up to rounding times the cancellation; two passes suffice. */
	lqcd_su3_reunitarise_d(u);
	lqcd_su3_reunitarise_d(u);
}

/** i sum_k h_k T_k with the generalised Gell-Mann matrices. For each i < j, row by row, one pair (h, h') goes with
 *   T  = (E_ij + E_ji)/2  and  T' = (-i E_ij + i E_ji)/2 :  a_ij = (h' + i h)/2,  a_ji = (-h' + i h)/2;
 * then the h of the diagonal T_l = diag(1, .., 1 [l times], -l, 0, ..) / sqrt(2 l (l+1)), l = 1 .. NC-1, are drawn in
 * pairs; for even NC the last one of a pair is not used. Each T has tr T^2 = 1/2. */
LQCD_FN void lqcd_su3_algebra_random_d(lqcd_su3_d *a, lqcd_rng *g)
{
	double h[2] = {0, 0};
	for (int i = 0; i < LQCD_NC; i++) {
		a->e[i][i].re = 0;
		a->e[i][i].im = 0;
		for (int j = i + 1; j < LQCD_NC; j++) {
			lqcd_rng_gauss2(g, &h[0], &h[1]);
			a->e[i][j].re = 0.5 * h[1];
			a->e[i][j].im = 0.5 * h[0];
			a->e[j][i].re = -0.5 * h[1];
			a->e[j][i].im = 0.5 * h[0];
		}
	}
	for (int l = 1; l < LQCD_NC; l++) {
		if (l % 2 == 1) lqcd_rng_gauss2(g, &h[0], &h[1]);
		const double d = h[(l - 1) % 2] / sqrt(2.0 * l * (l + 1));
		for (int i = 0; i < l; i++) a->e[i][i].im += d;
		a->e[l][l].im -= l * d;
	}
}

#endif
