/* lqcd/observables/charge.h: energy density and topological charge of a gauge field.
 *
 *   lqcd_energy_values e;
 *   s = lqcd_energy(&e, &u, traceless)             traceless = 1 is what openQCD and MILC measure along the flow
 *
 *   e.plaquette      (1/V) sum_x 2 sum_(mu<nu) Re tr(1 - U_p) = 12 NC (1 - plaquette): openQCD's Wact / V
 *   e.clover         -(1/V) sum_x sum_(mu<nu) tr(F F) = G^a G^a / 4 summed over all mu, nu, G = G^a T^a, with the F of
 *                    field_strength.h: openQCD's Yact / V; e.space, e.time: its spatial and temporal planes
 *   e.charge         Q = -(1/(32 pi^2)) sum_x eps_(mu nu rho sigma) tr(F_(mu nu) F_(rho sigma)), eps_XYZT = +1,
 *                    = (1/(4 pi^2)) sum_x tr(F_01 F_23 - F_02 F_13 + F_03 F_12) in the directions T X Y Z = 0 1 2 3.
 *                    MILC prints this sign; openQCD counts eps_TXYZ = +1, the opposite.
 *
 *   s = lqcd_energy_slices(slice, &u, traceless)   the values of each time slice, slice[extent[0]]: densities are divided by
 *                    its sites, their mean is e; charges add up to e.charge. Plaquettes between two slices count half for
 *                    each of them. openQCD's Wsl, Ysl, Qsl are plaquette and clover times these sites, and -charge
 *
 * Ends in time (lattice/boundary.h): F is 0 but for 0 < x_T < T; plaquettes in space count half at times 0 and T, and nothing
 * where boundary values are given. e is the mean over all time slices of the lattice, whether they exist or not.
 *
 * Lattice units, the coupling in the fields: E = e.clover or e.plaquette, and t^2 E needs no factor. Values of sites
 * have the rounding of the tag, sums are exact (site_sum.h): the same bits for any number of threads and processes. u
 * is a full field of any tag, and has its halo afterwards. Collective. Errors: LQCD_ERR_GEOMETRY for a
 * field that is not full, LQCD_ERR_ARGUMENT for links without the values at the boundaries (gauge/boundary.h), LQCD_ERR_MEMORY;
 * then every value of e is NaN. About 15000 flop per site.
 *
 * Sources: Luescher, JHEP 08 (2010) 071 [1006.4518], eqs. (1.4), (3.1); normalisations checked against openQCD and
 * MILC.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_CHARGE_H
#define LQCD_OBSERVABLES_CHARGE_H

#include "../gauge/boundary.h"
#include "../gauge/field_strength.h"
#include "../gauge/plaquette.h"

typedef struct {
	double plaquette, clover, space, time, charge;
} lqcd_energy_values;

/** The values from the sums of lqcd__energy_site and the mean plaquette. */
LQCD_STATIC void lqcd__energy_of(lqcd_energy_values *e, const double sum[3], double sites, double plaquette)
{
	e->time = sum[0] / sites;
	e->space = sum[1] / sites;
	e->clover = e->space + e->time;
	e->charge = sum[2] / 39.47841760435743447534; /* 4 pi^2 */
	e->plaquette = 12 * LQCD_NC * (1 - plaquette);
}

#define LQCD_TEMPLATE "../observables/charge.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_energy(e, u, traceless) LQCD_SELECT(lqcd_energy, lqcd_gauge_field, *(u))(e, u, traceless)
#define lqcd_energy_slices(slice, u, ...) LQCD_SELECT(lqcd_energy_slices, lqcd_gauge_field, *(u))(slice, u, __VA_ARGS__)
#endif

#endif
