/* tests/gpu/case.h: a lattice with links, an operator and fields of the host in double, and the lattice on the device. */
#ifndef LQCD_TESTS_GPU_CASE_H
#define LQCD_TESTS_GPU_CASE_H

#include <lqcd/gpu/multi.h>

#include "device.h"

/* The data of the host: links, an operator, fields for input and output, all in double. */
typedef struct {
	lqcd_lattice lat;
	lqcd_gpu_lattice there;
	lqcd_gauge_field_d u;
	lqcd_wilson_d D;
	lqcd_spinor_field_d in, x, want, got;
	char name[64];
} host_case;

static void case_begin(host_case *c, const int *l, int bc)
{
	const double mass = 0.5 * (tap_random() + 1);
	must(lqcd_lattice_create(&c->lat, l, NULL, NULL));
	done(lqcd_gpu_lattice_create(&c->there, &gpu, &c->lat, &why));
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	lqcd_gauge_field_random(&c->u, tap_random_u64(), 0);
	must(lqcd_wilson_create(&c->D, &c->u, mass, bc));
	must(lqcd_spinor_field_create(&c->in, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->x, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->want, &c->lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&c->got, &c->lat, LQCD_FULL));
	lqcd_spinor_field_gaussian(&c->in, tap_random_u64(), 0);
	lqcd_spinor_field_gaussian(&c->x, tap_random_u64(), 0);
	snprintf(c->name, sizeof c->name, "%dx%dx%dx%d", l[0], l[1], l[2], l[3]);
}

static void case_end(host_case *c)
{
	lqcd_spinor_field_destroy(&c->in);
	lqcd_spinor_field_destroy(&c->x);
	lqcd_spinor_field_destroy(&c->want);
	lqcd_spinor_field_destroy(&c->got);
	lqcd_wilson_destroy(&c->D);
	lqcd_gauge_field_destroy(&c->u);
	done(lqcd_gpu_lattice_status(&c->there, &why));
	lqcd_gpu_lattice_destroy(&c->there);
	lqcd_lattice_destroy(&c->lat);
}

/* |got - want| / |want| on the sites of a parity. */
TAP_UNUSED static double distance(host_case *c, lqcd_parity parity)
{
	lqcd_spinor_field_d want = lqcd_spinor_field_part(&c->want, parity),
			    got = lqcd_spinor_field_part(&c->got, parity);
	const double size = lqcd_spinor_field_norm2(&want);
	lqcd_spinor_field_axpy_d(&got, -1, &want);
	const double d = lqcd_spinor_field_norm2(&got) / size;
	return d >= 0 ? sqrt(d) : DBL_MAX;
}

#endif
