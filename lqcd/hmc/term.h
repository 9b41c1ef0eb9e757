/* lqcd/hmc/term.h: a term of the action that hybrid Monte Carlo (hmc.h) simulates.
 *
 * The action S(U) is a sum of terms. A term is a table of functions and the object that they work on:
 *
 *   void *self                                       the first argument of its functions
 *   lqcd_status action(self, u, &S)                  S := the value of the term, the same on all processes
 *   lqcd_status force(self, p, u, h)                 p := p - h F, where dS/dh = 2 sum_(x,mu) Re tr(w^+ F) for
 *                                                    U -> exp(h w) U with w in the algebra
 *   lqcd_status refresh(self, u, seed, stream)       draws the term's own fields for a trajectory from u; the random
 *                                                    streams stream .. stream + 7 are its own. NULL: a term without
 *                                                    such fields, which takes no streams
 *
 * and, each of them optional (NULL):
 *
 *   const char *name                                 one or two words for tables of progress
 *   const lqcd_lattice *lattice                      the lattice that the term was made for
 *   const int *iterations                            a counter to which its functions add the iterations of their
 *                                                    solvers
 *   int team                                         1: trajectories may keep a team of threads (lattice/team.h) while
 *                                                    they call these functions, whose loops are all the library's
 *
 * gauge_action.h, pseudofermion.h and rhmc.h make terms. For a term of your own, set all of lqcd_hmc_term_<tag> to
 * zero, then the members that it has. self, the counter, name and lattice must stay in place while the term is in use.
 * The table itself may be copied, since it owns nothing.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_TERM_H
#define LQCD_HMC_TERM_H

#include "../field/field.h"
#if LQCD_DEVICES
#include "../field/device_links.h"
#endif

#define LQCD_TEMPLATE "../hmc/term.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#endif
