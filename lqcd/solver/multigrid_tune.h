/* lqcd/solver/multigrid_tune.h: vectors, blocks and smoothing of multigrid (multigrid.h) that are fastest for an operator on this
 * machine, by trials. Optional: nothing in the library calls it.
 *
 *   lqcd_multigrid_params start = lqcd_multigrid_params_default(), best;
 *   lqcd_status s = lqcd_multigrid_tune(&best, &d_low, &start, solves, &why);     d_low: lqcd_dirac_<tag>, any tag
 *   s = lqcd_dirac_multigrid_create(&mg, &d_low, &best, &why);
 *
 * A trial makes a set-up and measures its time, that of an iteration, and mg.rate. The parameters with the least
 *
 *   set-up + solves 10 (iteration / -log10 rate)
 *
 * win: the time of one set-up and `solves` solves to 1e-10. From start on, one after the other: vectors 8, 16, 24, 32; blocks of
 * 4 x 2^3, of 2^4, of 4^4; smoothing 4, 8, 12, 16. Values that do not fit (extents, dependent vectors, memory) are
 * passed over; all else remains that of start. Ten trials or so. Clocks of all processes are added up, so that all find
 * the same.
 *
 * On GPUs: tags gf, gd and gh, with device_multigrid.h; LQCD_ERR_MEMORY, since it is an error of the lattice, ends the trials there.
 *
 * LQCD_ERR_ARGUMENT (solves not >= 0 and finite, and what create refuses in start), LQCD_NAN, and LQCD_STAGNATION if no trial
 * reduced a residual; *best is start then.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_MULTIGRID_TUNE_H
#define LQCD_SOLVER_MULTIGRID_TUNE_H

#include "../base/clock.h"
#include "multigrid.h"

enum { LQCD__MG_TRIALS = 11 };

/** Trial number k: *p with one of its parameters changed; 0 if it is *p itself. */
LQCD_STATIC int lqcd__mg_trial(lqcd_multigrid_params *p, int k)
{
	static const int block[3][4] = {{4, 2, 2, 2}, {2, 2, 2, 2}, {4, 4, 4, 4}};
	const lqcd_multigrid_params old = *p;
	if (k < 4)
		p->vectors = 8 * (k + 1);
	else if (k < 7)
		memcpy(p->block, block[k - 4], sizeof p->block);
	else
		p->smoothing = 4 * (k - 6);
	return p->vectors != old.vectors || p->smoothing != old.smoothing || memcmp(p->block, old.block, sizeof p->block);
}

#define LQCD_TEMPLATE "../solver/multigrid_tune.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_multigrid_tune(best, d, ...) LQCD_SELECT_STORED(lqcd_multigrid_tune, lqcd_dirac, *(d))(best, d, __VA_ARGS__)
#endif

#endif
