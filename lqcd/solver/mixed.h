/* lqcd/solver/mixed.h: solves with the accuracy of double at the cost of float or 16 bits, by reliable updates.
 *
 *   lqcd_solve_result r = lqcd_mixed(&x, &A, &A_low, &b, method, &params);
 *       x, A, b: tag d (vd); A_low: f or h (vf, vh); with a preconditioner: lqcd_gcr_mixed (gcr.h)
 *
 * The method, CG on the normal equations (LQCD_CG), BiCGStab (LQCD_BICGSTAB), or one after the other
 * (LQCD_BICGSTAB_THEN_CG), runs with A_low on r/|r|, r the true residual in double. An update is due when the recursive
 * residual has fallen by the factor LQCD_MIXED_UPDATE; for 16 bits by LQCD_MIXED_UPDATE_HALF, or after LQCD_MIXED_LATE
 * iterations by LQCD_MIXED_LATE_HALF. It adds the correction found so far to x in double, and computes the residual in
 * double, which replaces the recursive one. The directions stay, so that the iteration goes on as if it were in double.
 * When the iteration ends, the driver computes the true residual once more, and starts it again if that is too large.
 * Iterations are counted in low precision. The result is as accurate as a solve in double. Work: 1 field in double, 6
 * or 7 in low precision, and with 16 bits one in float. See solver.h. Several right-hand sides: solver/dirac.h.
 *
 * Tagged names: lqcd_mixed_d_f, _d_h, _vd_vf, _vd_vh. Source: M. Clark et al., Comput. Phys. Commun. 181 (2010) 1517,
 * section 5 (reliable updates, after G. Sleijpen and H. van der Vorst, Computing 56 (1996) 141).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_SOLVER_MIXED_H
#define LQCD_SOLVER_MIXED_H

#include "../field/layout.h"
#include "gcr.h"
#include "krylov.h"

/* Each update costs an application in double. Between updates the recursive residual acquires an error of the precision
 * of A_low times the ratio; in 16 bits the directions acquire errors with every iteration as well, and late updates
 * bound these (bench/RESULTS.md, "Reliable updates in 16 bits"). */
#ifndef LQCD_MIXED_UPDATE
#define LQCD_MIXED_UPDATE 1e-3
#endif
#ifndef LQCD_MIXED_UPDATE_HALF
#define LQCD_MIXED_UPDATE_HALF 1e-2
#endif
#ifndef LQCD_MIXED_LATE
#define LQCD_MIXED_LATE 20
#endif
#ifndef LQCD_MIXED_LATE_HALF
#define LQCD_MIXED_LATE_HALF 0.7
#endif

#define LQCD_TEMPLATE "../solver/mixed.inc"
#define LQCD_TAGS     LQCD_ALL_MIXED_TAGS + LQCD_REPRESENTED + LQCD_MULTI_MIXED_TAGS + LQCD_DEVICES * LQCD_DEVICE_MULTI_MIXED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_mixed(x, op, low, ...) LQCD_SELECT_COLOUR_LOW(lqcd_mixed, lqcd_operator, *(low))(x, op, low, __VA_ARGS__)
#define lqcd_gcr_mixed(x, op, low, ...) LQCD_SELECT_LOW(lqcd_gcr_mixed, lqcd_operator, *(low))(x, op, low, __VA_ARGS__)
#endif

#endif
