/* lqcd/foreign/gauge.h: plaquette, energy, charge, flow and updates of links in foreign memory (foreign/fields.h). Opt-in:
 * lqcd.h does not include it.
 *
 *   lqcd_foreign_plaquette(&F, &lat)           as lqcd_plaquette; NaN, and lqcd_lattice_why, if F is refused
 *   status = lqcd_foreign_energy(&e, &F, &lat, traceless)
 *                                              as lqcd_energy (observables/charge.h); every value is NaN after an error
 *   status = lqcd_foreign_flow(&F, &lat, LQCD_FLOW_WILSON, eps, steps)
 *                                              the links become those at flow time eps steps (flow.h)
 *   status = lqcd_foreign_change_<tag>(&F, &lat, change, user)
 *                                              calls status = change(&u, user) with a field u of the tag that holds the
 *                                              links, and writes u back if the status is LQCD_OK: for any observable,
 *                                              heat bath, smearing. Tags f, d, vf, vd
 *
 * F describes all links. Phases in F are removed before and restored afterwards. Collective over the processes of the lattice.
 * Errors: LQCD_ERR_GEOMETRY for what are no links, those of lqcd_foreign_import and of what is done.
 *
 * A field of the library holds the links while the call lasts: of vd if the lattice has lanes for it, else of d.
 * The copy there and back takes a tenth of the time of a step of flow (bench/RESULTS.md).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_GAUGE_H
#define LQCD_FOREIGN_GAUGE_H

#include "fields.h"
#include "../gauge/flow.h"
#include "../observables/charge.h"

/* A task on the links: the observable that is not NULL, else flow. */
typedef struct {
	lqcd_plaquette_values *plaquette;
	lqcd_energy_values *energy;
	int traceless;
	lqcd_flow_kind kind;
	double eps;
	int steps;
} lqcd__foreign_task;

#define LQCD_TEMPLATE "../foreign/gauge.inc"
#include "../base/each_tag.inc"

LQCD_STATIC lqcd_status lqcd__foreign_run(const lqcd_foreign *f, const lqcd_lattice *lat, lqcd__foreign_task *task)
{
	const int out = !task->plaquette && !task->energy;
	if (!f || !lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	const lqcd_status s = lqcd__agree(lat, lqcd__foreign_links_check(f, lat), 0, "foreign links");
	if (s != LQCD_OK) return s;
	return lqcd__lanes_fit(lat, LQCD_LANES_vd) ? lqcd__foreign_links_vd(f, lat, lqcd__foreign_do_vd, task, out)
						   : lqcd__foreign_links_d(f, lat, lqcd__foreign_do_d, task, out);
}

LQCD_STATIC lqcd_plaquette_values lqcd_foreign_plaquette(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	const double nan = lqcd_nan();
	lqcd_plaquette_values p = {nan, nan, nan};
	lqcd__foreign_task task = {&p, NULL, 0, LQCD_FLOW_WILSON, 0, 0};
	(void)lqcd__foreign_run(f, lat, &task);
	return p;
}

LQCD_STATIC lqcd_status lqcd_foreign_energy(lqcd_energy_values *e, const lqcd_foreign *f, const lqcd_lattice *lat, int traceless)
{
	lqcd__foreign_task task = {NULL, e, traceless, LQCD_FLOW_WILSON, 0, 0};
	if (!e) return LQCD_ERR_ARGUMENT;
	e->plaquette = e->clover = e->space = e->time = e->charge = lqcd_nan();
	return lqcd__foreign_run(f, lat, &task);
}

LQCD_STATIC lqcd_status lqcd_foreign_flow(const lqcd_foreign *f, const lqcd_lattice *lat, lqcd_flow_kind kind, double eps, int steps)
{
	lqcd__foreign_task task = {NULL, NULL, 0, kind, eps, steps};
	if (steps < 0) return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "foreign links: %d steps of flow: 0 or more", steps);
	return lqcd__foreign_run(f, lat, &task);
}

#endif
