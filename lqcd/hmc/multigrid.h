/* lqcd/hmc/multigrid.h: multigrid (solver/multigrid.h) as the solver of a term of hybrid Monte Carlo (pseudofermion.h), for
 * its light quarks.
 *
 *   lqcd_wilson_vf low;                                  the operator of the term, of the lighter mass of a ratio: mass,
 *                                                        boundary, clover term and twisted mass, with
 *                                                        LQCD_SCHUR_ASYMMETRIC; on any links
 *   lqcd_multigrid_vf mg;                                s = lqcd_multigrid_create(&mg, &low, &params, &why)
 *   lqcd_quark_multigrid_vf q = lqcd_quark_multigrid_make(&low, &mg, rounds);
 *   light.solver = lqcd_quark_multigrid_solver(&q);      light: an lqcd_pseudofermion_vd. low, mg and q must stay in place
 *
 * Tags vf and vh for a term of vd, f and h for one of d. Whenever the term gets new links, it gives them to low, and mg is
 * updated to them with `rounds` (multigrid.h) if a solve before failed, or took more than q.growth = 1.25 times the iterations, per
 * decade of the residual, of the first one after the last update; the first time in any case.
 *
 * M x = b is solved by GCR with K, M^dagger x = b by GCR with g5 K g5: M^dagger = g5 M g5, where a twisted mass changes its
 * sign. Residuals are true ones, in double, against the operator of the term: a low that differs from it costs iterations, not
 * accuracy. The first guess is 0, but the set-up depends on the past: a trajectory can be run
 * backwards to the tolerances of the term, not to the last bit. The heavier mass of a ratio is solved by CG.
 *
 *   q.iterations, q.solves, q.updates     so far
 *
 * LQCD_ERR_ARGUMENT if mg is empty, not of low, or low of another form than the operator of the term (lqcd_lattice_why); also the
 * errors of an update, which leave mg empty.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_MULTIGRID_H
#define LQCD_HMC_MULTIGRID_H

#include "../solver/multigrid.h"
#include "pseudofermion.h"

#define LQCD_TEMPLATE "../hmc/multigrid.inc"
#define LQCD_TAGS     LQCD_MIXED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_quark_multigrid_make(low, mg, ...) LQCD_SELECT_LOW(lqcd_quark_multigrid_make, lqcd_multigrid, *(mg))(low, mg, __VA_ARGS__)
#define lqcd_quark_multigrid_solver(q) LQCD_SELECT_LOW(lqcd_quark_multigrid_solver, lqcd_quark_multigrid, *(q))(q)
#endif

#endif
