/* tests/support/small_multigrid.h: parameters of multigrid for lattices of a few sites: blocks of 2^4. */
#ifndef LQCD_TESTS_SMALL_MULTIGRID_H
#define LQCD_TESTS_SMALL_MULTIGRID_H

#include <lqcd/solver/multigrid.h>

static lqcd_multigrid_params small_multigrid(int vectors, int initial)
{
	lqcd_multigrid_params p = lqcd_multigrid_params_default();
	for (int mu = 0; mu < 4; mu++) p.block[mu] = 2;
	p.vectors = vectors;
	p.initial = initial;
	p.rounds = 1;
	p.rate = 0;
	return p;
}

#endif
