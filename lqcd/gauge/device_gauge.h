/* lqcd/gauge/device_gauge.h: gauge fields in the memory of a GPU, and what gauge/ computes with them. C++ (nvcc).
 *
 *   lqcd_gauge_field_gf, _gd                      links of 18 reals, as device/layout.h lays them out: the four of a site one
 *                                                 after the other, even before odd sites
 *   lqcd_gauge_field_create(&u, &there, parity)   there: lqcd_gpu_lattice; zeroed
 *   lqcd_gauge_field_destroy(&u)
 *   lqcd_gauge_field_put(&u, lqcd_gauge_field_view(&host))     u = a full field of the host of any tag; u is full, too
 *   lqcd_gauge_field_get(lqcd_gauge_field_view(&host), &u)     and back
 *   lqcd_gauge_field_view(&u)                     for lqcd_field_convert(to, from) between gf and gd, and the loops below
 *   lqcd_gauge_field_unit, _random, _copy, _copy_direction    field/field.h; random links are those of the host, rounded
 *   lqcd_plaquette, _link_trace                   gauge/plaquette.h
 *   lqcd_heatbath_sweep, _overrelax_sweep         gauge/heatbath.h
 *   lqcd_action_heatbath, _overrelax              gauge/action_heatbath.h
 *   lqcd_action_create(&act, &there, c1), _value, _force, lqcd_rectangle     gauge/action.h
 *   lqcd_flow_create(&flow, &there, kind), _step, _adaptive                  gauge/flow.h
 *   lqcd_smear_ape, _hyp, _stout, _stout_force    gauge/smear.h
 *   lqcd_energy, _energy_slices                   observables/charge.h
 *   lqcd_polyakov_loop(lqcd_gauge_field_view(&u))                            observables/polyakov.h
 *   lqcd_wilson_loops(time, space, &u, rmax, tmax)                           observables/wilson_loop.h: products in double
 *   lqcd_boundary_links, _momenta, _distance      gauge/boundary.h: actions, forces, heat bath, flow and HMC on lattices with
 *                                                 ends in time as on the host
 *   lqcd_momentum_random, _energy, _move, lqcd_links_distance2_<tag>         gauge/momentum.h
 *   lqcd_hmc_create(&hmc, &there, &chain), _trajectory, ..                   hmc/hmc.h: gauge actions, and terms of your own
 *                                                 for gf or gd; nothing but numbers goes to the host in a trajectory
 *
 * Names, formulas and the text of the site functions are those of the host; numbers differ by rounding, since compilers fuse
 * different multiply-adds. Sums are exact. Errors are kept as device/lattice.h says.
 *
 * Over several processes, each with its device, every call is collective, and results are the same bits on every process grid
 * as on one device. Fields have a halo (device/neighbours.h): memory for one more site, in Z two, on either side of each direction that
 * the process grid cuts. Functions that read links of neighbours exchange it, where the host does, through device/halo.h;
 * lqcd_halo_exchange(lqcd_gauge_field_view(&u)) does so for kernels of your own. create returns LQCD_ERR_GEOMETRY where the
 * processes of a lattice cannot talk (without LQCD_MPI, or made by lqcd_lattice_create_at).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_GAUGE_H
#define LQCD_GPU_GAUGE_H

#include "action_heatbath.h"
#include "flow.h"
#include "smear.h"
#include "../hmc/hmc.h"
#include "../observables/charge.h"
#include "../observables/polyakov.h"
#include "../observables/wilson_loop.h"
#include "../device/launch.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

/* The coordinates of a site, as lqcd__places (field/launch.h). */
typedef struct {
	lqcd__gpu_next next;
	int extent[4], origin[4], first;
} lqcd__gpu_places;

static inline lqcd__gpu_places lqcd__places_of(const lqcd_gpu_geometry *g)
{
	const lqcd_lattice *lat = g->lattice->host;
	lqcd__gpu_places p;
	p.next = lqcd__gpu_next_of(g);
	p.first = lat->boundary.first;
	for (int mu = 0; mu < 4; mu++) {
		p.extent[mu] = lat->extent[mu];
		p.origin[mu] = lat->comm.coord[mu] * lat->local[mu];
	}
	return p;
}

LQCD_FN void lqcd__place_coords(const lqcd__gpu_places *p, int ix, int lane, int x[4])
{
	(void)lane;
	lqcd__gpu_coords(&p->next, ix, x);
	for (int mu = 0; mu < 4; mu++) x[mu] += p->origin[mu];
}

LQCD_FN uint64_t lqcd__place_number(const lqcd__gpu_places *p, int ix, int lane)
{
	int x[4];
	uint64_t n = 0;
	lqcd__place_coords(p, ix, lane, x);
	for (int mu = 0; mu < 4; mu++) n = n * (uint64_t)p->extent[mu] + (uint64_t)x[mu];
	return n;
}

#include "../device/lazy.inc"
#define LQCD_TEMPLATE "../field/device_links.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/links.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/staple.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/plaquette.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/boundary.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/momentum.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/heatbath.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/action.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/action_heatbath.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/flow.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/smear.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../gauge/field_strength.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/charge.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../observables/polyakov.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/term.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#define LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/gauge_action.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../hmc/hmc.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

/* Links of one tag from those of the other. */
template <class To, class From> struct lqcd__gpu_links_pair {
	To to;
	From from;
};

template <class To, class From> LQCD_FN void lqcd__gpu_convert_site(const lqcd__gpu_links_pair<To, From> *k, int ix)
{
	for (int mu = 0; mu < 4; mu++) {
		lqcd_su3_d v;
		lqcd__link_widen(&v, &k->from, ix, mu);
		lqcd__link_narrow(&k->to, ix, mu, &v);
	}
}

template <class To, class From>
static lqcd_status lqcd__gpu_convert_links(To to, From from, const lqcd_gpu_geometry *type)
{
	const lqcd__gpu_links_pair<To, From> k = {to, from};
	lqcd__gpu_launch_sites<LQCD_GPU_SITE_THREADS_gd, lqcd__gpu_links_pair<To, From>,
			       lqcd__gpu_convert_site<To, From>>(&k, type);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_field_convert(lqcd_gauge_field_gf to, lqcd_gauge_field_gd from)
{
	if (!LQCD__LIVE(&to) || !LQCD__LIVE(&from)) return LQCD_ERR_ARGUMENT;
	if (to.type != from.type) return LQCD_ERR_GEOMETRY;
	return lqcd__gpu_convert_links(lqcd__links_of_gf(&to), lqcd__links_of_gd(&from), to.type);
}

LQCD_STATIC lqcd_status lqcd_field_convert(lqcd_gauge_field_gd to, lqcd_gauge_field_gf from)
{
	if (!LQCD__LIVE(&to) || !LQCD__LIVE(&from)) return LQCD_ERR_ARGUMENT;
	if (to.type != from.type) return LQCD_ERR_GEOMETRY;
	return lqcd__gpu_convert_links(lqcd__links_of_gd(&to), lqcd__links_of_gf(&from), to.type);
}

#define LQCD_TAG gd
#include "../observables/wilson_loop.inc"

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
#include "../device/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
