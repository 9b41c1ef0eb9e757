/* lqcd/hmc/hmc.h: hybrid Monte Carlo of gauge fields: draws links U with weight exp(-S(U)). Momenta p (gauge/momentum.h) are drawn with
 * weight exp(-K(p)), the equations of motion of H = K + S are integrated, and the new links are accepted with probability min(1, exp(-dH));
 * otherwise U stays. Duane, Kennedy, Pendleton, Roweth, Phys. Lett. B 195 (1987) 216.
 *
 *   dU/dt = p U,   dp/dt = -F,   where dS/dh = 2 sum_(x,mu) Re tr(w^+ F) for U -> exp(h w) U
 *
 *   lqcd_hmc_chain chain = lqcd_hmc_chain_make(beta, c1, seed);   beta, c1: of the gauge action (gauge_action.h), the first term
 *           chain.length            length of a trajectory (1)
 *           chain.levels            levels of the integrator, at most 4 (1), each with the forces of its terms. A drift of level 0 moves
 *                                   the links; a drift of level k > 0 is level[k-1] over its length of time
 *           chain.level[k].kind, .steps    integrator of level k (LQCD_OMF2, 10 steps): integrator.h
 *           chain.gauge_level       level of the gauge action (0). LQCD_HMC_NO_GAUGE: S is the added terms; beta and c1 must be 0
 *           chain.always            1: accept every trajectory, for the first ones from a cold or hot start (0)
 *   lqcd_hmc_vd hmc;
 *   s = lqcd_hmc_create(&hmc, &lattice, &chain)     two fields of the size of u, and those of the gauge action
 *   s = lqcd_hmc_add(&hmc, &term, level)            a term of S (term.h) whose force is on that level; 7 with the gauge action
 *   s = lqcd_hmc_trajectory(&hmc, &u)               one trajectory from u to u; after an error u is as before, except for its halo
 *   lqcd_hmc_destroy(&hmc)                          leaves added terms alone
 *   hmc.dH, hmc.accepted                            of the last trajectory (accepted: 0 or 1); hmc.chain.trajectory, .taken: how many
 *                                                   trajectories so far, and how many of them were accepted
 *   hmc.before, hmc.after                           H at its start and end: .kinetic, and .term[k] of hmc.term[k], k < hmc.terms
 *   hmc.iterations[k], hmc.term[k].name             iterations of the solvers of term k, 0 if it counts none; its name, "gauge" first
 * The parts of a trajectory, for tests and other algorithms, with momenta in hmc.p:
 *   s = lqcd_hmc_refresh(&hmc, &u)                  draws new momenta and the fields of the terms
 *   s = lqcd_hmc_energy(&hmc, &u, &H)               H = K + S
 *   s = lqcd_hmc_evolve(&hmc, &u, length)           integrates u and p; -length goes back, up to rounding
 *
 * The object behind a term stays where it is until the last trajectory. hmc may be moved; of several copies use only one. hmc.chain may
 * change between trajectories, except c1, and gauge_level to or from LQCD_HMC_NO_GAUGE. With a boundary in time (gauge/boundary.h) active
 * links move, and u must have its values elsewhere (LQCD_ERR_ARGUMENT). Each drift reunitarises the links.
 *
 * Random numbers come from (seed, global site, stream 64 trajectory + LQCD_HMC_STREAM + k): k = 0 for momenta, k = 1 at site 0 for the
 * decision, k = 8 .. 15 for the first term that draws, 16 .. 23 for the second, and so on. A run that continues from a copy of u and chain
 * (io/hmc.h: from a file) is bitwise identical to one without interruption, for any process grid and number of threads. All tags; in float
 * dH has an error of about 1e-7 sqrt(sites). Full fields; collective. Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY; LQCD_ERR_GEOMETRY for links
 * or a term of another lattice; LQCD_ERR_ARGUMENT for a chain, length or levels that differ between processes, numbers that are not finite,
 * steps < 1, unknown levels or kinds, a term without action or force or one too many, trajectory >= 2^26; LQCD_NAN: dH; those of the terms.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_HMC_H
#define LQCD_HMC_HMC_H

#include "../gauge/momentum.h"
#include "gauge_action.h"
#include "integrator.h"

#define LQCD_HMC_STREAM   0
#define LQCD_HMC_NO_GAUGE (-1)
/* 8 (1 + LQCD_HMC_TERMS) streams of a trajectory, at most 64 */
enum { LQCD_HMC_LEVELS = 4, LQCD_HMC_TERMS = 7 };

typedef struct {
	lqcd_integrator_kind kind;
	int steps;
} lqcd_hmc_level;

typedef struct {
	double beta, c1, length;
	int levels, always;
	lqcd_hmc_level level[LQCD_HMC_LEVELS];
	uint64_t seed, trajectory, taken;
	int gauge_level;
} lqcd_hmc_chain;

/** H by parts. */
typedef struct {
	double kinetic, term[LQCD_HMC_TERMS];
} lqcd_hmc_energies;

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

/** LQCD_ERR_ARGUMENT for an invalid chain. */
LQCD_STATIC lqcd_status lqcd__hmc_chain_check(const lqcd_lattice *lat, const lqcd_hmc_chain *c)
{
	const lqcd_status s = LQCD_ERR_ARGUMENT;
	if (!lqcd_isfinite(c->beta) || !lqcd_isfinite(c->c1) || !lqcd_isfinite(c->length))
		return lqcd__refuse(lat, s, "HMC: beta %g, c1 %g, length %g: must be numbers", c->beta, c->c1,
				    c->length);
	if (c->levels < 1 || c->levels > LQCD_HMC_LEVELS)
		return lqcd__refuse(lat, s, "HMC: %d levels: from 1 to %d", c->levels, LQCD_HMC_LEVELS);
	if (c->trajectory >> 26) return lqcd__refuse(lat, s, "HMC: trajectory %.3g: below 2^26", (double)c->trajectory);
	for (int k = 0; k < LQCD_HMC_LEVELS; k++)
		if (c->level[k].steps < 1 || !lqcd_integrator_of(c->level[k].kind))
			return lqcd__refuse(lat, s,
					    "HMC: level %d: %d steps of integrator %d: at least one of a known one", k,
					    c->level[k].steps, (int)c->level[k].kind);
	if (c->gauge_level == LQCD_HMC_NO_GAUGE) {
		if (fabs(c->beta) > 0 || fabs(c->c1) > 0)
			return lqcd__refuse(lat, s, "HMC: beta %g, c1 %g without a gauge action: must be 0", c->beta,
					    c->c1);
	} else if (c->gauge_level < 0 || c->gauge_level >= c->levels)
		return lqcd__refuse(lat, s, "HMC: gauge_level %d: from 0 to %d", c->gauge_level, c->levels - 1);
	return LQCD_OK;
}

/** Collective: the status s, or an error where processes differ. level: of the terms. */
LQCD_STATIC lqcd_status lqcd__hmc_agree(const lqcd_lattice *lat, lqcd_status s, const lqcd_hmc_chain *c, double length,
					      const int *level, int terms)
{
	uint64_t hash = 0;
	if (s == LQCD_OK) {
		const double alike[9] = {c->beta,           c->c1,         c->length, length, (double)c->levels, (double)c->always,
					 (double)c->gauge_level, (double)c->trajectory, (double)terms};
		hash = lqcd__hash(c->seed, alike, 9);
		for (int k = 0; k < LQCD_HMC_LEVELS; k++) hash = 31 * (31 * hash + (uint64_t)c->level[k].kind) + (uint64_t)c->level[k].steps;
		for (int k = 0; k < terms; k++) hash = 31 * hash + (uint64_t)level[k];
	}
	return lqcd__agree(lat, s, hash, "HMC: beta, length, levels, steps, seed or terms");
}

#define LQCD_TEMPLATE "../hmc/hmc.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

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
