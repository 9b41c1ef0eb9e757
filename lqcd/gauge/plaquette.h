/* lqcd/gauge/plaquette.h: plaquette and link trace.
 *
 *   lqcd_plaquette(&u)      {mean, space, time}: mean of Re tr U_p / NC over all 6V plaquettes, the 3V spatial ones
 *                           and the 3V with a temporal side. U_p = U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger.
 *   lqcd_link_trace(&u)     mean of Re tr U / NC over all 4V links
 *
 * Full fields of any tag (lqcd_plaquette_vf and so on); periodic. Values of sites are in double, with the rounding of
 * the tag; their sum is exact, with the same bits for every number of threads, lanes and processes (tally.h). Over
 * several processes the calls are collective, lqcd_plaquette exchanges the halo of u first, and its values are NaN where
 * memory for that is missing. About 2500 flop per site.
 */
#ifndef LQCD_GAUGE_PLAQUETTE_H
#define LQCD_GAUGE_PLAQUETTE_H

#include "../halo.h"
#include "../tally.h"

typedef struct {
	double mean, space, time;
} lqcd_plaquette_values;

#define LQCD_TAG f
#include "../tmpl/plaquette.inc"
#define LQCD_TAG d
#include "../tmpl/plaquette.inc"
#define LQCD_TAG vf
#include "../tmpl/plaquette.inc"
#define LQCD_TAG vd
#include "../tmpl/plaquette.inc"

#ifndef __cplusplus
#define lqcd_plaquette(u)  LQCD_SELECT(lqcd_plaquette, lqcd_gauge_field, *(u))(u)
#define lqcd_link_trace(u) LQCD_SELECT(lqcd_link_trace, lqcd_gauge_field, *(u))(u)
#endif

#endif
