/* lqcd/gauge/action.h: gauge actions of plaquettes and 1x2 rectangles: values, staples, forces.
 *
 *   S(U) = beta { c0 sum_p (1 - Re tr U_p / NC) + c1 sum_r (1 - Re tr U_r / NC) },   c0 = 1 - 8 c1
 *
 * over the 6V plaquettes and the 12V rectangles. c1 is any number:
 *   LQCD_C1_WILSON           0                the plaquette alone
 *   LQCD_C1_LUESCHER_WEISZ   -1/12            tree-level Symanzik improvement: Luescher, Weisz, Commun. Math. Phys. 97
 *                                             (1985) 59; c0 = 5/3
 *   LQCD_C1_IWASAKI          -0.331           Iwasaki, UTHEP-118 (1983) [1111.7054]
 *   LQCD_C1_DBW2             -1.4088          QCD-TARO, Nucl. Phys. B 577 (2000) 263 [hep-lat/9911033]
 *
 *   lqcd_rectangle(&u)                 mean of Re tr U_r / NC over all rectangles; NaN without memory for the halo
 *   lqcd_action_value(&u, beta, c1)    S(U), likewise
 *   lqcd_action_vd act;
 *   s = lqcd_action_create(&act, &lattice, c1)        two fields of the size of u, none for c1 = 0
 *   s = lqcd_action_update(&act, &u)                  prepares the calls below: exchanges the halo of u, for c1 != 0 computes
 *                                                     all staples; u must not change before these calls
 *   lqcd_action_staple(&a, &act, &u, ix, mu)          A_mu(x), lanes in place: as staple.h, of both kinds of loops, S depends on
 *                                                     one link as -(beta/NC) Re tr(U_mu(x) A_mu(x)) if no loop contains it
 *                                                     twice (extents above 2)
 *   s = lqcd_action_force(&f, b, &act, &u, a)         f = b f + a P(U A): P the part of the algebra (su3.h, project_algebra), a
 *                                                     and b real; calls update. f is a full field of the geometry of u, and
 *                                                     not u; its halo is neither read nor written
 *   lqcd_action_destroy(&act)
 * For U -> exp(h w) U with w in the algebra, dS/dh = (beta/NC) sum_(x,mu) Re tr(w^+ P(U A)).
 *
 * All staples take 168 products of matrices per site (33000 flop; plaquettes alone 10000).
 *
 * Boundaries in time (lattice/boundary.h), tags of hosts. S sums over the loops within the lattice, with weights, as in openQCD:
 *   open            w = cG/2 for plaquettes and rectangles in space on its time slice
 *   SF              w = cG for plaquettes with one link there; beside the rectangles, w = 1/2 for these plaquettes wound
 *                   twice; loops that lie in it altogether do not count
 * and other loops have w = 1. With cG = 1 the constant field between boundary values solves the equations of motion. Staples
 * contain the weights, and are 0 for links that are not active; they take one field for c1 = 0, too. lqcd_rectangle and
 * lqcd_plaquette stay sums over the loops within the lattice, divided by the numbers above.
 *
 * All tags; full fields. Collective over the processes of the lattice, the same bits for any process grid and number of threads.
 * Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY, LQCD_ERR_GEOMETRY (not full, or of another geometry); LQCD_ERR_ARGUMENT: boundaries in
 * time on a device, or given to the lattice after the action was created. SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_ACTION_H
#define LQCD_GAUGE_ACTION_H

#include "boundary.h"
#include "plaquette.h"
#include "staple.h"

#define LQCD_C1_WILSON         0.0
#define LQCD_C1_LUESCHER_WEISZ (-1.0 / 12.0)
#define LQCD_C1_IWASAKI        (-0.331)
#define LQCD_C1_DBW2           (-1.4088)

#define LQCD_TEMPLATE "../gauge/action.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_rectangle(u)                     LQCD_SELECT(lqcd_rectangle, lqcd_gauge_field, *(u))(u)
#define lqcd_action_value(u, beta, c1)        LQCD_SELECT(lqcd_action_value, lqcd_gauge_field, *(u))(u, beta, c1)
#define lqcd_action_create(act, lat, c1)      LQCD_SELECT(lqcd_action_create, lqcd_action, *(act))(act, lat, c1)
#define lqcd_action_update(act, u)            LQCD_SELECT(lqcd_action_update, lqcd_action, *(act))(act, u)
#define lqcd_action_staple(a, act, u, ix, mu) LQCD_SELECT(lqcd_action_staple, lqcd_action, *(act))(a, act, u, ix, mu)
#define lqcd_action_force(f, b, act, u, a)    LQCD_SELECT(lqcd_action_force, lqcd_action, *(act))(f, b, act, u, a)
#define lqcd_action_destroy(act)              LQCD_SELECT(lqcd_action_destroy, lqcd_action, *(act))(act)
#endif

#endif
