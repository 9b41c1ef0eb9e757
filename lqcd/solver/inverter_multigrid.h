/* lqcd/solver/inverter_multigrid.h: inverters, and so propagators, by multigrid (solver/multigrid.h), several right-hand sides at once.
 *
 *   lqcd_quark_d quark = lqcd_quark_from_multigrid(&d, &mg);     d: a view of D, lqcd_dirac_vd with mg an lqcd_multigrid_vf or _vh, or
 *                                                                lqcd_dirac_d with mg of f or h; mg is that of the same operator
 *   s = lqcd_inverter_create_by(&inv, &quark);                   solver/inverter.h; d and mg must outlive it
 *   s = lqcd_propagator_solve_by(p, &inv, &params, results)      observables/propagator.h
 *
 * All columns of a propagator are solved at once by lqcd_dirac_solve_multigrid_many: links, clover blocks, vectors and coarse matrices are
 * read once for all of them. params.progress as there. Columns that are refused, or have no memory, are as they were. Work: two fields of D
 * for each right-hand side, and those of the solver. Collective; bitwise identical to solves of one column after the other.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_INVERTER_MULTIGRID_H
#define LQCD_SOLVER_INVERTER_MULTIGRID_H

#include "inverter.h"
#include "multigrid.h"

#define LQCD_TEMPLATE "../solver/inverter_multigrid.inc"
#define LQCD_TAGS     LQCD_MIXED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_quark_from_multigrid(d, mg) LQCD_SELECT_LOW(lqcd_quark_from_multigrid, lqcd_multigrid, *(mg))(d, mg)
#endif

#endif
