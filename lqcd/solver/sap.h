/* lqcd/solver/sap.h: the Schwarz alternating procedure: a preconditioner for D x = b, Wilson quarks with the terms of
 * clover.h, that solves on blocks of the lattice.
 *
 *   lqcd_sap_params p = lqcd_sap_params_default();
 *   lqcd_sap_vf sap;
 *   lqcd_status s = lqcd_sap_create(&sap, &D, &p, &why);        tags f, d, vf, vd; D must outlive sap,
 *                                                              which follows its links and terms
 *   lqcd_solve_result r = lqcd_gcr(&x, &sap.op, &b, lqcd_sap_preconditioner(&sap), 16, &params);      full fields
 *   r = lqcd_gcr_mixed(&x, &op, &sap.op, &b, lqcd_sap_preconditioner(&sap), 16, &params);
 *                                                              op, x, b: d (vd); sap: f (vf)
 *   lqcd_sap_apply(&out, &sap, &in)                             out = K in, K approximates D^-1; out is not in
 *   lqcd_sap_destroy(&sap)
 *
 * Blocks (blocks.h) are coloured like a chess board. A cycle visits the blocks of one colour, then those of the other:
 * r = in - D out; then on each block `steps` steps of minimal residuals on D_B s = r from s = 0, where D_B is D without
 * the hops that leave the block, and out += s. K is `cycles` cycles from out = 0.
 *
 *   params.block[4]   0: automatic (blocks.h)   params.cycles   4      params.steps   4
 *
 * Rule: the number of blocks of the whole lattice in a direction is even, or 1. The result depends on D, in and the
 * blocks: bitwise identical for any number of processes, threads and lanes, as long as the blocks have the same
 * extents and each lies in one process and one lane.
 *
 * Errors of create, which leave sap empty: those of blocks.h; LQCD_ERR_EXTENT (an odd number of blocks),
 * LQCD_ERR_ARGUMENT (cycles or steps below 1, or above 1000), LQCD_ERR_MEMORY. With several processes all calls are
 * collective. If the lanes of a block have different colours, all of them work on both colours and one result is
 * discarded: an even number of blocks in a lane's part is twice as fast. Work: two full fields. Cost of a cycle: 2 D
 * and `steps` D_B.
 *
 * Source: M. Luescher, Comput. Phys. Commun. 156 (2004) 209, hep-lat/0310048.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_SAP_H
#define LQCD_SOLVER_SAP_H

#include "../dirac/clover.h"
#include "../lattice/blocks.h"
#include "mixed.h"

typedef struct {
	int block[4], cycles, steps;
} lqcd_sap_params;

LQCD_STATIC lqcd_sap_params lqcd_sap_params_default(void)
{
	lqcd_sap_params p;
	memset(&p, 0, sizeof p);
	p.cycles = 4;
	p.steps = 4;
	return p;
}

/** Checks the parameters, and that two colours suffice. */
LQCD_STATIC lqcd_status lqcd__sap_check(const lqcd_sap_params *p, const lqcd_blocks *b, lqcd_message *why)
{
	if (p->cycles < 1 || p->steps < 1 || p->cycles > 1000 || p->steps > 1000)
		return lqcd_fail(why, LQCD_ERR_ARGUMENT, "Schwarz: %d cycles of %d steps, not in 1 to 1000", p->cycles,
				 p->steps);
	for (int mu = 0; mu < 4; mu++) {
		const int n = b->type->lattice->extent[mu] / b->extent[mu];
		if (n % 2 && n > 1)
			return lqcd_fail(why, LQCD_ERR_EXTENT,
					 "Schwarz: %d blocks of extent %d in direction %c: must be even, or 1", n,
					 b->extent[mu], "TXYZ"[mu]);
	}
	return LQCD_OK;
}

/** The colour of a block, 0 or 1, from its position in the whole lattice. */
LQCD_STATIC int lqcd__sap_colour(const lqcd_blocks *b, int set, int lane)
{
	const lqcd_lattice *lat = b->type->lattice;
	int c[4], sum = 0;
	lqcd_block_coords(b, set, lane, c);
	for (int mu = 0; mu < 4; mu++) sum += c[mu] + lat->comm.coord[mu] * (lat->local[mu] / b->extent[mu]);
	return sum & 1;
}

#define LQCD_TEMPLATE "../solver/sap.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_sap_create(sap, dirac, params, why) LQCD_SELECT_QUARK(lqcd_sap_create, lqcd_sap, *(sap))(sap, dirac, params, why)
#define lqcd_sap_destroy(sap)                    LQCD_SELECT_QUARK(lqcd_sap_destroy, lqcd_sap, *(sap))(sap)
#define lqcd_sap_apply(out, sap, in)             LQCD_SELECT_QUARK(lqcd_sap_apply, lqcd_sap, *(sap))(out, sap, in)
#define lqcd_sap_preconditioner(sap)             LQCD_SELECT_QUARK(lqcd_sap_preconditioner, lqcd_sap, *(sap))(sap)
#endif

#endif
