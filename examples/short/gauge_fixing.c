/* examples/short/gauge_fixing.c: Landau gauge, from several random starts.
 *
 * Each start ends in a maximum of F, in general another one: a Gribov copy. The largest of them is nearest to the absolute maximum.
 * lqcd/gauge/fix.h has F, theta and the method; direction 0 instead of LQCD_LANDAU is Coulomb gauge. */
#include "lqcd.h"

/* u := the copy with the largest F of so many starts, and g the transformation to it, if not all of them fail */
lqcd_fix_result fix(lqcd_gauge_field_vd *u, lqcd_gauge_field_vd *g, int starts, uint64_t seed)
{
	lqcd_gauge_field_vd v, h;
	lqcd_fix_params p = lqcd_fix_params_default(LQCD_LANDAU);
	lqcd_fix_result best = {LQCD_ERR_MEMORY, 0, -1, 1, 1};
	h.ptr = NULL;
	p.theta = 1e-14;
	lqcd_status s = lqcd_gauge_field_create(&v, u->type->lattice, LQCD_FULL);
	if (!s) s = lqcd_gauge_field_create(&h, u->type->lattice, LQCD_FULL);
	for (int k = 0; k < starts && !s; k++) {
		lqcd_gauge_field_copy(&v, u);
		lqcd_gauge_field_random(&h, seed, (uint32_t)k);
		s = lqcd_gauge_transform(&v, &h);
		if (s) break;
		const lqcd_fix_result r = lqcd_gauge_fix(&v, &h, &p);
		if (r.status || !(r.f > best.f)) continue;
		best = r;
		lqcd_gauge_field_copy(g, &h);
	}
	if (!best.status) best.status = lqcd_gauge_transform(u, g);
	lqcd_gauge_field_destroy(&v);
	lqcd_gauge_field_destroy(&h);
	return best;
}
