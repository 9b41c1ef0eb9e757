/* tests/gpu/fields.h: the fields of a case of the host, C: members lat, there, in, x, want, got and name; spinors or colour
 * vectors. */
#ifndef LQCD_TESTS_GPU_FIELDS_H
#define LQCD_TESTS_GPU_FIELDS_H

#include "device.h"

/* The lattice of the host, and on the device. */
template <class C> static void lattices_begin(C *c, const int *l)
{
	must(lqcd_lattice_create(&c->lat, l, NULL, NULL));
	done(lqcd_gpu_lattice_create(&c->there, &gpu, &c->lat, &why));
	snprintf(c->name, sizeof c->name, "%dx%dx%dx%d", l[0], l[1], l[2], l[3]);
}

template <class C> static void lattices_end(C *c)
{
	done(lqcd_gpu_lattice_status(&c->there, &why));
	lqcd_gpu_lattice_destroy(&c->there);
	lqcd_lattice_destroy(&c->lat);
}

/* Input at random, and room for output. */
template <class C> static void fields_begin(C *c)
{
	must(lqcd_spinor_field_create(&c->in, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->x, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->want, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->got, &c->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&c->in, tap_random_u64(), 0);
	lqcd_spinor_field_gaussian(&c->x, tap_random_u64(), 0);
}

template <class C> static void fields_end(C *c)
{
	lqcd_spinor_field_destroy(&c->in);
	lqcd_spinor_field_destroy(&c->x);
	lqcd_spinor_field_destroy(&c->want);
	lqcd_spinor_field_destroy(&c->got);
}

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
