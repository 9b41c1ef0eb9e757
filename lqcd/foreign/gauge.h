/* lqcd/foreign/gauge.h: plaquette, flow and updates of links in foreign memory (foreign/fields.h). Opt-in: lqcd.h does not
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
 * F describes all links. Phases in F are removed before and restored afterwards. Collective over the processes of the lattice.
 * Errors: those of lqcd_foreign_import and of what is done.
 *
 * A field of the library holds the links while the call lasts: of vd if the lattice has lanes for it, else of d.
 * lqcd_foreign_plaquette and lqcd_foreign_energy (foreign/observables.h) take 1.05 to 1.8 times as long as an import and the
 * same of a field that exists, since memory that is fresh costs time. Without memory for a field, on one process, they read the
 * links where they lie: the same bits in three to six times the time, since each plaquette fetches its four links anew. A step of
 * flow reads each link more than fifty times; the copy there and back takes a tenth of the time of one step (bench/RESULTS.md).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_GAUGE_H
#define LQCD_FOREIGN_GAUGE_H

#include "fields.h"
#include "../gauge/flow.h"
#include "../gauge/plaquette.h"

typedef struct {
	lqcd_flow_kind kind;
	double eps;
	int steps;
	lqcd_plaquette_values plaquette;
} lqcd__foreign_task;

#define LQCD_TEMPLATE "../foreign/gauge.inc"
#include "../base/each_tag.inc"
#define LQCD_TAG d
#include "window.inc"
#define LQCD_TAG vd
#include "window.inc"

/** Whether fields of vd exist on a lattice; if not, those of d are taken. */
LQCD_STATIC int lqcd__foreign_lanes_fit(const lqcd_lattice *lat)
{
	int grid[4];
	return lqcd_lattice_lane_grid(lat, LQCD_LANES_vd, grid) == LQCD_OK;
}

/** The plaquette of a field of the links. */
LQCD_STATIC lqcd_status lqcd__foreign_plaquette_copied(const lqcd_foreign *f, const lqcd_lattice *lat, lqcd__foreign_task *task)
{
	return lqcd__foreign_lanes_fit(lat) ? lqcd__foreign_links_vd(f, lat, lqcd__foreign_plaquette_vd, task, 0)
					    : lqcd__foreign_links_d(f, lat, lqcd__foreign_plaquette_d, task, 0);
}

LQCD_STATIC lqcd_plaquette_values lqcd_foreign_plaquette(const lqcd_foreign *f, const lqcd_lattice *lat)
{
	lqcd__foreign_task task;
	lqcd_foreign_map m;
	memset(&task, 0, sizeof task);
	task.plaquette.mean = task.plaquette.space = task.plaquette.time = lqcd_nan();
	if (!f || !lat || lat->local[0] < 1) return task.plaquette;
	lqcd_status s = lqcd__foreign_links_check(f, lat);
	if (s == LQCD_OK) s = lqcd__foreign_plaquette_copied(f, lat, &task);
	if (s == LQCD_ERR_MEMORY && lqcd__foreign_direct(f, lat) && lqcd__foreign_open_links(&m, f, lat) == LQCD_OK) {
		task.plaquette = lqcd__foreign_lanes_fit(lat) ? lqcd__plaquette_in_place_vd(&m) : lqcd__plaquette_in_place_d(&m);
		lqcd_foreign_close(&m);
	}
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
	if (!f || !lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	return lqcd__foreign_lanes_fit(lat) ? lqcd__foreign_links_vd(f, lat, lqcd__foreign_flow_vd, &task, 1)
					    : lqcd__foreign_links_d(f, lat, lqcd__foreign_flow_d, &task, 1);
}

#endif
