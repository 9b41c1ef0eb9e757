/* lqcd/gauge/boundary.h: links at the boundaries of a lattice in time (lattice/boundary.h).
 *
 *   lqcd_boundary_links(&u)             gives the links that are not active their values: 0, or exp(i diag(phi) / L_k)
 *   d = lqcd_boundary_distance(&u)      the largest |U - its value| of these links, or NaN
 *   lqcd_boundary_momenta(&p)           sets momenta and forces of these links to 0
 *
 * Full fields of tags f, d, vf, vd; nothing happens on a periodic lattice. u needs a new halo exchange, which all functions
 * of links do themselves. Unit or random links, and those of a file, become a field of the lattice by lqcd_boundary_links;
 * HMC and flow keep it one; they, the heat bath and energies (observables/charge.h) refuse others (distance above 1e-5).
 * distance is collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_BOUNDARY_H
#define LQCD_GAUGE_BOUNDARY_H

#include "../field/field.h"
#include "../field/launch.h"
#if LQCD_DEVICES
#include "../field/device_links.h"
#endif

#define LQCD_TEMPLATE "../gauge/boundary.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_boundary_links(u)    LQCD_SELECT(lqcd_boundary_links, lqcd_gauge_field, *(u))(u)
#define lqcd_boundary_distance(u) LQCD_SELECT(lqcd_boundary_distance, lqcd_gauge_field, *(u))(u)
#define lqcd_boundary_momenta(p)  LQCD_SELECT(lqcd_boundary_momenta, lqcd_gauge_field, *(p))(p)
#endif

#endif
