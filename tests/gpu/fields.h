/* tests/gpu/fields.h: a lattice with fields of the host, spinors or colour vectors, for results of a device to be compared with. */
#ifndef LQCD_TESTS_GPU_FIELDS_H
#define LQCD_TESTS_GPU_FIELDS_H

#include "device.h"

/* A lattice with spinors of the host: input at random, and memory for output. */
template <class F> struct fields_case {
	held_place there;
	lqcd_lattice &lat;
	held<F> in, x, want, got;
	char name[80];

	fields_case(const int *l) : there(l), lat(there.here), in(&lat), x(&lat), want(&lat), got(&lat)
	{
		strcpy(name, there.name);
		lqcd_spinor_field_gaussian(&in, tap_random_u64(), 0);
		lqcd_spinor_field_gaussian(&x, tap_random_u64(), 0);
	}
};

/* |got - want| / |want| on the sites of a parity. */
template <class C> static double distance(C *c, lqcd_parity parity)
{
	const auto want = lqcd_spinor_field_part(&c->want, parity);
	auto got = lqcd_spinor_field_part(&c->got, parity);
	const double size = lqcd_spinor_field_norm2(&want);
	lqcd_spinor_field_axpy(&got, -1, &want);
	const double d = lqcd_spinor_field_norm2(&got) / size;
	return d >= 0 ? sqrt(d) : DBL_MAX;
}

#endif
