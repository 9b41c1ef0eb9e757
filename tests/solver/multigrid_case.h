/* tests/solver/multigrid_case.h: shared by the tests of Schwarz and multigrid: smooth links, terms, and bits of fields. */
#ifndef LQCD_TESTS_MULTIGRID_CASE_H
#define LQCD_TESTS_MULTIGRID_CASE_H

#include <lqcd/dirac/clover.h>
#include <lqcd/field/layout.h>

#include "solver_case.h"
#include "../support/smooth_links.h"

/* Parameters at random: kind 1: clover, the symmetric form; 2: clover and twisted mass; 3: twisted mass. */
static inline lqcd_clover_params draw_term(int kind)
{
	lqcd_clover_params c = lqcd_clover_params_default();
	c.csw = kind == 3 ? 0 : uniform(0.8, 1.5);
	c.mu = kind == 1 ? 0 : uniform(0.05, 0.2);
	c.schur = kind == 1 ? LQCD_SCHUR_SYMMETRIC : LQCD_SCHUR_ASYMMETRIC;
	return c;
}

static inline void set_threads(int n)
{
#ifdef _OPENMP
	omp_set_num_threads(n);
#endif
	(void)n;
}

/* Whether two fields on lattices of one process have the same numbers, whatever their lanes. */
static inline int same_numbers(lqcd_field_view a, lqcd_field_view b)
{
	const lqcd_geometry *g = a.type;
	for (int ix = g->master_start[0]; ix <= g->master_end[g->local_master_pieces - 1]; ix++)
		for (int w = 0; w < g->lanes; w++) {
			int x[4], there;
			lqcd_geometry_coords(g, ix, w, x);
			const int jx = lqcd_geometry_index(b.type, x, &there);
			for (int k = 0; k < a.reals; k++) {
				const size_t i = ((size_t)(ix - g->master_shift) * (size_t)a.reals + (size_t)k) *
							 (size_t)g->lanes +
						 (size_t)w,
					     j = ((size_t)(jx - b.type->master_shift) * (size_t)b.reals + (size_t)k) *
							 (size_t)b.type->lanes +
						 (size_t)there;
				if (!(fabs(lqcd_field_view_get(&a, i) - lqcd_field_view_get(&b, j)) <= 0)) return 0;
			}
		}
	return 1;
}

#endif
