/* lqcd/gauge/parallelogram.h: the closed paths of six links along the edges of cubes that turn into a new direction at each
 * step, mu, nu, rho, -mu, -nu, -rho: the third loop of Symanzik's improvement, beside plaquettes and rectangles (action.h).
 *
 *   m = lqcd_parallelogram(&u)                      the mean of Re tr U_l / NC over the 16 V of them; NaN without memory
 *   s = lqcd_parallelogram_force(&f, b, &u, a)      f = b f + a P(U_mu(x) A_mu(x)), P as in su3.h (project_algebra); b and
 *                                                   a real. A_mu(x): the sum of the 24 paths from x + mu to x which
 *                                                   complete U_mu(x): S = c sum_l (1 - Re tr U_l / NC) depends on one link
 *                                                   as -(c/NC) Re tr(U A), and F of hmc/hmc.h is c/(2 NC) P(U A)
 *
 * Method: with the two ways around a corner, D_ab(x) = U_a(x) U_b(x+a), which start in directions a and b of either sign,
 *
 *   A_mu(x) = sum_(a,b) D_ab(x+mu) U_mu(x+a+b)^+ D_ba(x)^+
 *
 * over the ordered pairs of directions that differ from mu and from each other. Links two steps away are moved there by
 * fields, so that halos of depth one suffice.
 *
 * All tags; full fields of one geometry, periodic in all directions; f is not u, its halo is neither read nor written. Work:
 * three fields. 240 products of matrices and 47 kflop per site. Collective over the processes of the lattice, the same bits
 * for any process grid and number of threads. Errors: LQCD_ERR_MEMORY, LQCD_ERR_GEOMETRY; LQCD_ERR_ARGUMENT for numbers that
 * are not finite, and on a lattice with boundaries in time.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_PARALLELOGRAM_H
#define LQCD_GAUGE_PARALLELOGRAM_H

#include "action.h"

#define LQCD_TEMPLATE "../gauge/parallelogram.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_parallelogram(u)                LQCD_SELECT(lqcd_parallelogram, lqcd_gauge_field, *(u))(u)
#define lqcd_parallelogram_force(f, b, u, a) LQCD_SELECT(lqcd_parallelogram_force, lqcd_gauge_field, *(u))(f, b, u, a)
#endif

#endif
