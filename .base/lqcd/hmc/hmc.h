/* lqcd/hmc/hmc.h: hybrid Monte Carlo of gauge fields.
 *
 * Links U are drawn with weight exp(-S(U)): momenta p (gauge/momentum.h) are drawn with weight exp(-K(p)), the
 * equations of motion of H = K + S are integrated over a length of time, and the end is accepted with probability
 * min(1, exp(-dH)), else U stays. Duane, Kennedy, Pendleton, Roweth, Phys. Lett. B 195 (1987) 216.
 *
 *   S(U) = the gauge action of gauge/action.h (beta, c1) + whatever terms are added
 *   dU/dt = p U,   dp/dt = -F,   where dS/dh = 2 sum_(x,mu) Re tr(w^+ F) for U -> exp(h w) U; F = beta/(2 NC) P(U A) of
 *   the gauge action
 *
 *   lqcd_hmc_chain chain = lqcd_hmc_chain_make(beta, c1, seed);   what a run is, and where it stands; then set members:
 *           chain.length            of a trajectory (1)
 *           chain.level[k].kind, .steps    integrator.h (LQCD_OMF2, 10); level 0 moves links, and has the gauge force
 *           chain.levels            (1) nested: a drift of level k is .steps steps of level k-1 over its time
 *           chain.always            1: every trajectory is accepted, for the first ones from a cold or hot start (0)
 *
 *   lqcd_hmc_vd hmc;
 *   s = lqcd_hmc_create(&hmc, &lattice, &chain)     two fields of the size of u, and those of the action
 *   s = lqcd_hmc_add(&hmc, &term, level)            one more term of S, whose force acts on this level
 *   s = lqcd_hmc_trajectory(&hmc, &u)               u after one trajectory; then hmc.dH, hmc.accepted (0 or 1), and
 *                                                   hmc.chain.trajectory, .taken: how many were made, and accepted
 *   lqcd_hmc_destroy(&hmc)                          not the terms
 *
 * and its parts, for tests and other algorithms, with momenta in hmc.p:
 *   s = lqcd_hmc_refresh(&hmc, &u)                  new momenta, and what terms draw
 *   s = lqcd_hmc_energy(&hmc, &u, &H)               H = K + S
 *   s = lqcd_hmc_evolve(&hmc, &u, length)           u and p; -length goes back, to rounding
 *
 * A term (lqcd_hmc_term_vd) has three functions and what they share, `self`:
 *   lqcd_status refresh(self, u, seed, stream)      draws its fields; streams stream .. stream + 7 are its own
 *   lqcd_status action(self, u, &S)                 its part of S, the same on all processes
 *   lqcd_status force(self, p, u, h)                p := p - h F
 *
 * Random numbers come from (seed, global site, stream 64 trajectory + LQCD_HMC_STREAM + k): k = 0 momenta, k = 1 at
 * site 0 the Metropolis decision, k = 2 .. 7 free, k = 8 .. 15 and so on those of the terms. They are not those of the
 * heat bath. Nothing else is kept between trajectories: a run that goes on from a copy of u and chain (io/hmc.h: from a
 * file) gives the bits of one that was not interrupted. It gives the same bits for any process grid and number of
 * threads; d and vd agree to rounding, which grows along a chain until a decision differs.
 *
 * All tags; in float dH has an error of some 1e-7 sqrt(sites), which decides. Full fields, periodic; collective. Links
 * are reunitarised at each move. Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY; LQCD_ERR_GEOMETRY; LQCD_ERR_ARGUMENT for
 * numbers that are not finite, steps < 1, levels, kinds or terms that are none, trajectory >= 2^26; LQCD_NAN for dH
 * that is not a number. After an error of trajectory u is as before it, but for its halo.
 */
#ifndef LQCD_HMC_HMC_H
#define LQCD_HMC_HMC_H

#include "../gauge/action.h"
#include "../gauge/momentum.h"
#include "integrator.h"

#define LQCD_HMC_STREAM 0
enum { LQCD_HMC_LEVELS = 4, LQCD_HMC_TERMS = 5 };

typedef struct {
	lqcd_integrator_kind kind;
	int steps;
} lqcd_hmc_level;

typedef struct {
	double beta, c1, length;
	int levels, always;
	lqcd_hmc_level level[LQCD_HMC_LEVELS];
	uint64_t seed, trajectory, taken;
} lqcd_hmc_chain;

LQCD_STATIC lqcd_hmc_chain lqcd_hmc_chain_make(double beta, double c1, uint64_t seed)
{
	lqcd_hmc_chain c;
	memset(&c, 0, sizeof c);
	c.beta = beta;
	c.c1 = c1;
	c.seed = seed;
	c.length = 1;
	c.levels = 1;
	for (int k = 0; k < LQCD_HMC_LEVELS; k++) {
		c.level[k].kind = LQCD_OMF2;
		c.level[k].steps = 10;
	}
	return c;
}

/** Whether all of it is legal. */
LQCD_STATIC lqcd_status lqcd__hmc_chain_check(const lqcd_hmc_chain *c)
{
	int good = lqcd_isfinite(c->beta) && lqcd_isfinite(c->c1) && lqcd_isfinite(c->length) && c->levels >= 1 &&
		   c->levels <= LQCD_HMC_LEVELS && c->trajectory >> 26 == 0;
	for (int k = 0; k < LQCD_HMC_LEVELS; k++)
		good = good && c->level[k].steps >= 1 && lqcd_integrator_of(c->level[k].kind);
	return good ? LQCD_OK : LQCD_ERR_ARGUMENT;
}

#define LQCD_TAG f
#include "../tmpl/hmc.inc"
#define LQCD_TAG d
#include "../tmpl/hmc.inc"
#define LQCD_TAG vf
#include "../tmpl/hmc.inc"
#define LQCD_TAG vd
#include "../tmpl/hmc.inc"

#ifndef __cplusplus
#define lqcd_hmc_create(hmc, lat, chain) LQCD_SELECT(lqcd_hmc_create, lqcd_hmc, *(hmc))(hmc, lat, chain)
#define lqcd_hmc_add(hmc, term, level)   LQCD_SELECT(lqcd_hmc_add, lqcd_hmc, *(hmc))(hmc, term, level)
#define lqcd_hmc_refresh(hmc, u)         LQCD_SELECT(lqcd_hmc_refresh, lqcd_hmc, *(hmc))(hmc, u)
#define lqcd_hmc_energy(hmc, u, H)       LQCD_SELECT(lqcd_hmc_energy, lqcd_hmc, *(hmc))(hmc, u, H)
#define lqcd_hmc_evolve(hmc, u, length)  LQCD_SELECT(lqcd_hmc_evolve, lqcd_hmc, *(hmc))(hmc, u, length)
#define lqcd_hmc_trajectory(hmc, u)      LQCD_SELECT(lqcd_hmc_trajectory, lqcd_hmc, *(hmc))(hmc, u)
#define lqcd_hmc_destroy(hmc)            LQCD_SELECT(lqcd_hmc_destroy, lqcd_hmc, *(hmc))(hmc)
#endif

#endif
