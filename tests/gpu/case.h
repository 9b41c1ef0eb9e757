/* tests/gpu/case.h: a lattice with links, an operator and fields of the host in double, and the lattice on the device. */
#ifndef LQCD_TESTS_GPU_CASE_H
#define LQCD_TESTS_GPU_CASE_H

#include <lqcd.h>

#include "fields.h"

/* The data of the host: fields, links and an operator with a random mass, all in double. */
struct host_case : fields_case<lqcd_spinor_field_d> {
	held_links<lqcd_gauge_field_d> u;
	lqcd_wilson_d D;

	host_case(const int *l, int bc) : fields_case(l), u(&lat)
	{
		lqcd_gauge_field_random(&u, tap_random_u64(), 0);
		must(lqcd_wilson_create(&D, &u, 0.5 * (tap_random() + 1), bc));
	}

	~host_case()
	{
		lqcd_wilson_destroy(&D);
	}
};

#endif
