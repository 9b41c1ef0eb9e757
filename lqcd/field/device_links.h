/* lqcd/field/device_links.h: gauge fields in the memory of a GPU. C++ (nvcc).
 *
 *   lqcd_gauge_field_gf, _gd                      links of 18 reals, as device/layout.h lays them out: the four of a site one
 *                                                 after the other, even before odd sites
 *   lqcd_gauge_field_create(&u, &there, parity)   there: lqcd_gpu_lattice; zeroed
 *   lqcd_gauge_field_destroy(&u)
 *   lqcd_gauge_field_put(&u, lqcd_gauge_field_view(&host))     u = a full field of the host of any tag; u is full, too
 *   lqcd_gauge_field_get(lqcd_gauge_field_view(&host), &u)     and back
 *   lqcd_gauge_field_view(&u)                     for lqcd_field_convert(to, from) between gf and gd, and functions that take views
 *   lqcd_gauge_field_unit, _random, _copy, _copy_direction    field/field.h; random links are those of the host, rounded
 *
 * Errors are kept as device/lattice.h says. Over several processes, each with its device, every call is collective. Fields have
 * a halo (device/neighbours.h): memory for one more site, in Z two, on either side of each direction that the process grid cuts.
 * lqcd_halo_exchange(lqcd_gauge_field_view(&u)) fills it (device/halo.h), for kernels of your own. create returns
 * LQCD_ERR_GEOMETRY where the processes of a lattice cannot talk (without LQCD_MPI, or made by lqcd_lattice_create_at).
 *
 * For gf and gd the headers of the host have, with boundaries in time, too, the plaquettes, actions (but for lqcd_action_staple),
 * heat baths, flows, smearing, momenta and boundaries of gauge/, the forces of dirac/ for operators with links of 18, 12 or 8 reals,
 * and hmc/hmc.h, pseudofermion.h and rhmc.h, whose operators are made on the device in 12 reals: nothing but numbers goes to the host
 * in a trajectory. Names, formulas and site functions are those of the host; numbers differ by rounding, since compilers fuse
 * different multiply-adds. Sums are exact; of several processes results are the same bits on every process grid as on one device.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_LINKS_H
#define LQCD_GPU_LINKS_H

#include "../device/launch.h"
#include "device_field.h"
#include "launch.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS
#include "../base/lazy.inc"

#define LQCD_TEMPLATE "../field/device_links.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../field/links.inc"
#define LQCD_TAGS     LQCD_DEVICE_TAGS + LQCD_REPRESENTED
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

template <class To, class From> static lqcd_status lqcd__gpu_convert_links(const To *to, const From *from)
{
	typedef decltype(lqcd__links_of(to)) to_links;
	typedef decltype(lqcd__links_of(from)) from_links;
	typedef lqcd__gpu_links_pair<to_links, from_links> pair;
	if (!LQCD__LIVE(to) || !LQCD__LIVE(from)) return LQCD_ERR_ARGUMENT;
	if (to->type != from->type) return LQCD_ERR_GEOMETRY;
	const pair k = {lqcd__links_of(to), lqcd__links_of(from)};
	lqcd__gpu_launch_sites<LQCD_GPU_SITE_THREADS_gd, pair, lqcd__gpu_convert_site<to_links, from_links>>(&k, to->type);
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_field_convert(lqcd_gauge_field_gf to, lqcd_gauge_field_gd from)
{
	return lqcd__gpu_convert_links(&to, &from);
}

LQCD_STATIC lqcd_status lqcd_field_convert(lqcd_gauge_field_gd to, lqcd_gauge_field_gf from)
{
	return lqcd__gpu_convert_links(&to, &from);
}

#include "../base/lazy_end.inc"
LQCD_END_DECLS
#endif

#endif
