/* lqcd/gauge/project.h: sums of links back into SU(NC).
 *
 *   lqcd_su3_project_polar(u)    u := e^(-i phi) V with u = V h, V unitary and h Hermitian and positive, phi = arg
 *                                det u / NC: the unitary matrix closest to u, and its determinant made 1 by the
 *                                smallest phase
 *   lqcd_su3_project_trace(u)    u := the element of SU(NC) with the largest Re tr(U u^+), the closest of the group
 *   lqcd_su3_project_group(u, projection)     LQCD_PROJECT_POLAR or LQCD_PROJECT_TRACE
 *
 * Both are covariant: the projection of g u h^+ is g times that of u times h^+, for g and h in SU(NC). For NC = 2 and
 * sums of links they are the same; for NC = 3 they differ where det u is not positive.
 *
 * V is the limit of X -> X (3 - X^+ X)/2 (Newton, Schulz). For the trace the SU(2) parts of the 2x2 blocks of U u^+
 * are rotated to multiples of 1, one subgroup after the other, starting from the polar projection, as in cooling
 * (Cabibbo, Marinari 1982). Each lane stops when it has converged: its result does not depend on the other lanes.
 * A singular matrix has no projection: the result is then not unitary, or NaN. All tags; u is a pointer to one matrix;
 * errors are some 10 epsilon times the condition of the problem (the smallest sum of two singular values to the largest).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_PROJECT_H
#define LQCD_GAUGE_PROJECT_H

#include "heatbath.h"

typedef enum { LQCD_PROJECT_TRACE, LQCD_PROJECT_POLAR } lqcd_projection;

#define LQCD_TEMPLATE "../gauge/project.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_su3_project_polar(u)             LQCD_SELECT(lqcd_su3_project_polar, lqcd_su3, *(u))(u)
#define lqcd_su3_project_trace(u)             LQCD_SELECT(lqcd_su3_project_trace, lqcd_su3, *(u))(u)
#define lqcd_su3_project_group(u, projection) LQCD_SELECT(lqcd_su3_project_group, lqcd_su3, *(u))(u, projection)
#endif

#endif
