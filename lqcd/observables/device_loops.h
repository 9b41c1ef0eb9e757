/* lqcd/observables/device_loops.h: observables of gauge fields in the memory of a GPU (field/device_links.h). C++ (nvcc).
 *
 *   lqcd_energy, _energy_slices                   observables/charge.h
 *   lqcd_polyakov_loop(lqcd_gauge_field_view(&u))                            observables/polyakov.h
 *   lqcd_wilson_loops(time, space, &u, rmax, tmax)                           observables/wilson_loop.h: products in double
 *
 * Names, formulas and the text of the site functions are those of the host; numbers differ by rounding. Errors and processes:
 * field/device_links.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LOOPS_H
#define LQCD_GPU_LOOPS_H

#include "charge.h"
#include "polyakov.h"
#include "wilson_loop.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#define LQCD_TEMPLATE "../observables/polyakov.inc"
#include "../base/each_tag.inc"
#define LQCD_TAG gd
#include "wilson_loop.inc"

LQCD_STATIC lqcd_status lqcd_wilson_loops_view(double *time, double *space, lqcd_gauge_field_gd u, int rmax, int tmax)
{
	lqcd_status s = lqcd__view_check(u, 0, NULL);
	if (s == LQCD_OK) s = lqcd__wilson_loops_check(u.type->lattice->host, rmax, tmax);
	return s == LQCD_OK ? lqcd__wilson_loops_gd(time, space, &u, rmax, tmax) : s;
}

LQCD_STATIC lqcd_status lqcd_wilson_loops_view(double *time, double *space, lqcd_gauge_field_gf u, int rmax, int tmax)
{
	lqcd_status s = lqcd__view_check(u, 0, NULL);
	if (s == LQCD_OK) s = lqcd__wilson_loops_check(u.type->lattice->host, rmax, tmax);
	return s == LQCD_OK ? lqcd__wilson_loops_of_gd(time, space, u, rmax, tmax) : s;
}
#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
