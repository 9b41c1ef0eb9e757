/* lqcd/solver/dirac.h: D x = b for any Dirac operator (dirac/operator.h), even-odd preconditioned.
 *
 *   lqcd_solve_params p = lqcd_solve_params_default();
 *   lqcd_dirac_<tag> d = lqcd_wilson_dirac(&D);                      or the view of your own operator
 *   lqcd_solve_result r = lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p);             spinor fields, any tag; LQCD_BICGSTAB
 *                                                                    or LQCD_BICGSTAB_THEN_CG
 *   lqcd_solve_result r = lqcd_dirac_solve_mixed(&x, &d, &low, &b, method, &p);  d: d (vd), low: the same operator in f
 *                                                                    or h (vf or vh)
 *   lqcd_multi_dirac_<tag> d = lqcd_wilson_multi_dirac(&D);          dirac/wilson_multi.h; or lqcd_domain_wall_dirac(&D), ..
 *   lqcd_status s = lqcd_multi_dirac_solve(&x, &d, &b, method, &p, results)      all right-hand sides of multi-fields at once:
 *                                                                    LQCD_CG, LQCD_BICGSTAB or LQCD_BLOCK_CG
 *   s = lqcd_multi_dirac_solve_mixed(&x, &d, &low, &b, method, &p, results)      d: d (vd), low: f (vf); LQCD_CG or LQCD_BICGSTAB
 *
 * x and b are full fields. The solver works on M x_e = r on the even sites (dirac/evenodd.h, in the form d.schur), then
 * rebuilds x_o. The tolerance is that of the full system, |b - D x| <= tolerance |b|, and so is the residual of the
 * result, which is computed anew from x at the end. The even half of x is the first guess. Statuses are those of
 * solver.h; LQCD_ERR_ARGUMENT also if d and low have different even-odd forms, which are systems of different scales.
 * Work: two half fields and those of the solver (half fields too), and one full field at the end.
 *
 * Right-hand sides of multi-fields have a result each, those of lqcd_multi_solve (krylov.h), the same for all if they are coupled.
 * Tags f, d, vf, vd. Wilson quarks with a clover term or twisted mass are refused there (LQCD_ERR_ARGUMENT). Reliable updates
 * (mixed.h) are done of all that still iterate when one is due.
 *
 * Multigrid: lqcd_dirac_multigrid_create, lqcd_dirac_solve_multigrid (multigrid.h). Without tags: inverter.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_DIRAC_H
#define LQCD_SOLVER_DIRAC_H

#include "../dirac/evenodd.h"
#include "krylov.h"
#include "mixed.h"

#define LQCD_TEMPLATE "../solver/dirac.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"

#define LQCD_TEMPLATE "../solver/dirac_mixed.inc"
#define LQCD_TAGS     LQCD_ALL_MIXED_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_MIXED_TAGS
#include "../base/each_tag.inc"


#ifndef __cplusplus
#define lqcd_dirac_solve(x, d, ...) LQCD_SELECT_FIELD(lqcd_dirac_solve, lqcd_dirac, *(d))(x, d, __VA_ARGS__)
#define lqcd_dirac_solve_mixed(x, d, low, ...) LQCD_SELECT_COLOUR_LOW(lqcd_dirac_solve_mixed, lqcd_dirac, *(low))(x, d, low, __VA_ARGS__)
#define lqcd_multi_dirac_solve(x, d, ...) LQCD_SELECT_COLOUR(lqcd_multi_dirac_solve, lqcd_multi_dirac, *(d))(x, d, __VA_ARGS__)
#define lqcd_multi_dirac_solve_mixed(x, d, low, b, method, params, results)                                            \
	LQCD_SELECT_FLOAT(lqcd_multi_dirac_solve_mixed, lqcd_multi_dirac, *(low))(x, d, low, b, method, params, results)
#endif

#endif
