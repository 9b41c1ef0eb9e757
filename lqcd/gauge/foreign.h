/* lqcd/gauge/foreign.h: observables, flow and updates of links in foreign memory (field/foreign.h). Opt-in: lqcd.h does not
 * include it.
 *
 *   lqcd_foreign_plaquette(&F, &lat)           as lqcd_plaquette; NaN, and lqcd_lattice_why, if F is refused
 *   status = lqcd_foreign_flow(&F, &lat, LQCD_FLOW_WILSON, eps, steps)
 *                                              the links become those at flow time eps steps (flow.h)
 *   status = lqcd_foreign_change_<tag>(&F, &lat, change, user)
 *                                              calls status = change(&u, user) with a field u of the tag that holds the
 *                                              links, and writes u back if the status is LQCD_OK: for any observable,
 *                                              heat bath, smearing. Tags f, d, vf, vd
 *
 * F describes all links. Phases in F are taken off before and put on behind. While a call lasts, a field of the library
 * holds the links: of vd if the lattice has lanes for it, else of d. Collective over the processes of the lattice.
 * Errors: those of lqcd_foreign_import and of what is done.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_FOREIGN_H
#define LQCD_GAUGE_FOREIGN_H

#include "../field/foreign.h"
#include "flow.h"
#include "plaquette.h"

typedef struct {
	lqcd_flow_kind kind;
	double eps;
	int steps;
	lqcd_plaquette_values plaquette;
} lqcd__foreign_task;

#define LQCD_TEMPLATE "../gauge/foreign.inc"
#include "../base/each_tag.inc"

LQCD_STATIC lqcd_status lqcd__foreign_flow_from(const lqcd_foreign *f, const lqcd_lattice *lat, lqcd__foreign_task *task, int out)
{
	int grid[4];
	if (!f || !lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	if (lqcd_lattice_lane_grid(lat, LQCD_LANES_vd, grid) == LQCD_OK)
		return lqcd__foreign_links_vd(f, lat, out ? lqcd__foreign_flow_vd : lqcd__foreign_plaquette_vd, task, out);
	return lqcd__foreign_links_d(f, lat, out ? lqcd__foreign_flow_d : lqcd__foreign_plaquette_d, task, out);
}

LQCD_STATIC lqcd_plaquette_values lqcd_foreign_plaquette(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	lqcd__foreign_task task;
	memset(&task, 0, sizeof task);
	if (lqcd__foreign_flow_from(f, lat, &task, 0) != LQCD_OK)
		task.plaquette.mean = task.plaquette.space = task.plaquette.time = lqcd_nan();
	return task.plaquette;
}

LQCD_STATIC lqcd_status lqcd_foreign_flow(const lqcd_foreign *f, const lqcd_lattice *lat, lqcd_flow_kind kind, double eps, int steps)
{
	lqcd__foreign_task task;
	memset(&task, 0, sizeof task);
	task.kind = kind;
	task.eps = eps;
	task.steps = steps;
	if (steps < 0) return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "foreign links: %d steps of flow: 0 or more", steps);
	return lqcd__foreign_flow_from(f, lat, &task, 1);
}

#endif
