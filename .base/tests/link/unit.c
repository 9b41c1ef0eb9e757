/* tests/link/unit.c: lattice, links and numbers with the back end and in the language of this unit, LINK_UNIT. All that
 * is passed between units is of tag d, the same for every back end. */
#ifndef LINK_UNIT
#define LINK_UNIT  alone
#define LINK_UNITS UNIT(alone)
#endif
#include "link.h"

#define LINK_CAT(a, b)  LINK_CAT_(a, b)
#define LINK_CAT_(a, b) a##b
#define LINK_TEXT(a)    LINK_TEXT_(a)
#define LINK_TEXT_(a)   #a

static lqcd_status make(lqcd_lattice *lat, lqcd_gauge_field_d *u, uint64_t seed)
{
	const int extent[4] = {8, 4, 4, 8};
	lqcd_status status = lqcd_lattice_create(lat, extent, NULL, NULL);
	if (status == LQCD_OK) status = lqcd_gauge_field_create_d(u, lat, LQCD_FULL);
	if (status == LQCD_OK) lqcd_gauge_field_random_d(u, seed, 0);
	return status;
}

static void destroy(lqcd_lattice *lat, lqcd_gauge_field_d *u)
{
	lqcd_gauge_field_destroy(u);
	lqcd_lattice_destroy(lat);
}

#define LQCD_TAG vf
#include "unit.inc"
#define LQCD_TAG vd
#include "unit.inc"

static link_numbers compute(lqcd_lattice *lat, const lqcd_gauge_field_d *u, uint64_t seed)
{
	link_numbers n;
	n.plaquette_d = n.plaquette_f = n.hop_d = n.hop_f = 0;
	n.scalar_d = lqcd_plaquette(u).mean;
	n.status = measure_vd(&n.plaquette_d, &n.hop_d, lat, u, seed);
	if (n.status == LQCD_OK) n.status = measure_vf(&n.plaquette_f, &n.hop_f, lat, u, seed);
	return n;
}

link_unit LINK_CAT(link_, LINK_UNIT)(void)
{
	link_unit me;
	me.name = LINK_TEXT(LINK_UNIT);
	me.simd = LQCD_SIMD_NAME;
#ifdef __cplusplus
	me.language = __cplusplus;
#else
	me.language = 0;
#endif
	me.lanes = LQCD_LANES_vf;
	me.make = make;
	me.compute = compute;
	me.destroy = destroy;
	return me;
}
