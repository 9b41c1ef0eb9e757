/* lqcd/observables/polyakov.h: the Polyakov loop.
 *
 *   lqcd_complex_d lqcd_polyakov_loop(lqcd_field_view u)
 *       mean over the spatial sites of tr[U_T(0,x) U_T(1,x) ... U_T(T-1,x)] / NC. u is the view of a full gauge field
 *       of any tag: lqcd_polyakov_loop(lqcd_gauge_field_view(&u)). Products and sum in double; the same bits for every
 *       layout and number of threads.
 */
#ifndef LQCD_OBSERVABLES_POLYAKOV_H
#define LQCD_OBSERVABLES_POLYAKOV_H

#include "../field.h"

/** tr of the product of temporal links through spatial site x[1..3]. */
LQCD_STATIC lqcd_complex_d lqcd__polyakov_line(const lqcd_field_view *u, int *x)
{
	enum { reals = 2 * LQCD_NC * LQCD_NC };
	lqcd_su3_d line, link, next;
	lqcd_su3_unit_d(&line);
	for (x[0] = 0; x[0] < u->type->lattice->extent[0]; x[0]++) {
		int lane;
		double *to = (double *)&link;
		const int ix = lqcd_geometry_index(u->type, x, &lane);
		for (int k = 0; k < reals; k++)
			to[k] = lqcd_field_view_get(u, ((size_t)ix * 4 * reals + (size_t)k) * (size_t)u->type->lanes +
							       (size_t)lane);
		lqcd_su3_mul_d(&next, &line, &link);
		line = next;
	}
	return lqcd_su3_trace_d(&line);
}

LQCD_STATIC lqcd_complex_d lqcd_polyakov_loop(lqcd_field_view u)
{
	const int *l = u.type->lattice->extent;
	lqcd_complex_d p = lqcd_complex_zero_d();
	for (int s = 0; s < l[1] * l[2] * l[3]; s++) {
		int x[4];
		x[1] = s / (l[2] * l[3]);
		x[2] = s / l[3] % l[2];
		x[3] = s % l[3];
		p = lqcd_complex_add_d(p, lqcd__polyakov_line(&u, x));
	}
	return lqcd_complex_scale_d(1.0 / (LQCD_NC * (double)l[1] * l[2] * l[3]), p);
}

#endif
