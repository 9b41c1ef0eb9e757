/* lqcd/foreign/observables.h: energy and charge of links in foreign memory (foreign/fields.h). Opt-in: lqcd.h does not include
 * it.
 *
 *   status = lqcd_foreign_energy(&e, &F, &lat, traceless)      as lqcd_energy (charge.h)
 *
 * F describes all links. A field of the library holds them while the call lasts; without memory for it, on one process with a
 * periodic lattice, they are read where they lie, see foreign/gauge.h: the same bits. Collective over the processes of the
 * lattice. Errors: LQCD_ERR_GEOMETRY for what are no links, those of lqcd_foreign_import and of lqcd_energy; then every value
 * of e is NaN.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_OBSERVABLES_H
#define LQCD_FOREIGN_OBSERVABLES_H

#include "gauge.h"
#include "../observables/charge.h"

typedef struct {
	const lqcd_foreign_map *m;
	lqcd_energy_values *energy;
	int traceless;
} lqcd__foreign_energy_task;

#define LQCD_TAG d
#include "observables.inc"
#define LQCD_TAG vd
#include "observables.inc"

LQCD_STATIC lqcd_status lqcd_foreign_energy(lqcd_energy_values *e, const lqcd_foreign *f, const lqcd_lattice *lat, int traceless)
{
	lqcd__foreign_energy_task task;
	lqcd_foreign_map m;
	if (!e) return LQCD_ERR_ARGUMENT;
	e->plaquette = e->clover = e->space = e->time = e->charge = lqcd_nan();
	if (!f || !lat || lat->local[0] < 1) return LQCD_ERR_ARGUMENT;
	const int lanes = lqcd__foreign_lanes_fit(lat);
	task.energy = e;
	task.traceless = traceless;
	lqcd_status s = lqcd__foreign_links_check(f, lat);
	if (s != LQCD_OK) return s;
	s = lanes ? lqcd__foreign_links_vd(f, lat, lqcd__foreign_energy_vd, &task, 0) : lqcd__foreign_links_d(f, lat, lqcd__foreign_energy_d, &task, 0);
	if (s != LQCD_ERR_MEMORY || !lqcd__foreign_direct(f, lat) || lat->boundary.kind != LQCD_BOUNDARY_PERIODIC) return s;
	s = lqcd__foreign_open_links(&m, f, lat);
	if (s != LQCD_OK) return s;
	task.m = &m;
	if (lanes)
		lqcd__energy_in_place_vd(&task);
	else
		lqcd__energy_in_place_d(&task);
	lqcd_foreign_close(&m);
	return LQCD_OK;
}

#endif
