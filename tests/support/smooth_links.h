/* tests/support/smooth_links.h: links exp(a), a of about `size`; the same for every layout. */
#ifndef LQCD_TESTS_SMOOTH_LINKS_H
#define LQCD_TESTS_SMOOTH_LINKS_H

#include <lqcd/field/field.h>

static inline void smooth_links(lqcd_gauge_field_d *u, uint64_t seed, double size)
{
	LQCD_MASTER_FOR(u->type, ix) {
		lqcd_rng rng = lqcd_rng_make(seed, lqcd_geometry_site(u->type, ix, 0), 0);
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d a;
			lqcd_su3_algebra_random_d(&a, &rng);
			lqcd_su3_scale_d(&a, size, &a);
			lqcd_su3_exp_d(LQCD_4FIELD_AT(u, ix, mu), &a);
		}
	}
}

#endif
