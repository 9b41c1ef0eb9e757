/* tests/gpu/case.h: a lattice with links, an operator and fields of the host in double, and the lattice on the device. */
#ifndef LQCD_TESTS_GPU_CASE_H
#define LQCD_TESTS_GPU_CASE_H

#include <lqcd/solver/device_solver.h>

#include "fields.h"

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
	lattices_begin(c, l);
	must(lqcd_gauge_field_create(&c->u, &c->lat, LQCD_FULL));
	lqcd_gauge_field_random(&c->u, tap_random_u64(), 0);
	must(lqcd_wilson_create(&c->D, &c->u, mass, bc));
	fields_begin(c);
}

static void case_end(host_case *c)
{
	fields_end(c);
	lqcd_wilson_destroy(&c->D);
	lqcd_gauge_field_destroy(&c->u);
	lattices_end(c);
}

#endif
