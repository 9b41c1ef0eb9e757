/* tests/support/place.h: where fields of a tag live, for texts that hosts and devices share. After a header of fields.
 *
 *   PLACE                                      in a template: lqcd_lattice, or on a device one with its lattice there (../gpu/device.h)
 *   place_begin(&place, l), place_end(&place)  a lattice of these extents; the end tells of errors of the device
 *   place_lattice(&place)                      the lattice of the host
 *   SPOIL(&s)                                  in a template: NaN in all of a field of one right-hand side */
#ifndef LQCD_TESTS_PLACE_H
#define LQCD_TESTS_PLACE_H

#include "naive.h"
#include "support.h"

#define PLACE      LQCD__CAT(PLACE_, LQCD_TAG_DEVICE)
#define PLACE_0    lqcd_lattice
#define PLACE_1    device_place
#define SPOIL(s)   LQCD__CAT(SPOIL_, LQCD_TAG_DEVICE)(s)
#define SPOIL_0(s) naive_poison(lqcd_spinor_field_view(s))
#define SPOIL_1(s) device_spoil(s, T(lqcd__gpu_field_bytes)(s, 0), T(lqcd__gpu_field_bytes)(s, 1))

TAP_UNUSED static void place_begin(lqcd_lattice *lat, const int *l)
{
	must(lqcd_lattice_create(lat, l, NULL, NULL));
}

TAP_UNUSED static void place_end(lqcd_lattice *lat)
{
	lqcd_lattice_destroy(lat);
}

TAP_UNUSED static lqcd_lattice *place_lattice(lqcd_lattice *lat)
{
	return lat;
}

#endif
