/* lqcd/observables/propagator_multigrid.h: quark propagators by multigrid (solver/multigrid.h), all columns at once.
 *
 *   status = lqcd_propagator_solve_multigrid(s, &d, &mg, &params, results)
 *       s := D^-1 s, each column (observables/propagator.h: s[LQCD_COLUMNS], fields of double). d: a view of D, lqcd_dirac_vd with
 *       mg an lqcd_multigrid_vf or _vh, or lqcd_dirac_d with mg of f or h; mg is that of the same operator
 *
 * The columns are solved by lqcd_dirac_solve_multigrid_many: links, clover blocks, vectors and coarse matrices are read once for
 * all of them. results[k], of each column, may be NULL; params.progress as there. A column whose source is zero is zero, and
 * LQCD_ZERO_RHS in its result is no failure.
 *
 * Returned is LQCD_OK, or the first failure of a column (the others are solved all the same), LQCD_ERR_ARGUMENT,
 * LQCD_ERR_GEOMETRY (columns of another lattice) or LQCD_ERR_MEMORY; columns with these are as they were. Work: two propagators, and that
 * of the solver. Collective; the same bits as solves of one column after the other.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_PROPAGATOR_MULTIGRID_H
#define LQCD_OBSERVABLES_PROPAGATOR_MULTIGRID_H

#include "../solver/multigrid.h"
#include "propagator.h"

#define LQCD_TEMPLATE "../observables/propagator_multigrid.inc"
#define LQCD_TAGS     LQCD_MIXED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_propagator_solve_multigrid(s, d, mg, params, results)                                                     \
	LQCD_SELECT_LOW(lqcd_propagator_solve_multigrid, lqcd_multigrid, *(mg))(s, d, mg, params, results)
#endif

#endif
