/* lqcd/compat/hirep/impl/ends.h: part of compat/hirep.h: fields at the ends of time, BC_T_OPEN and BC_T_SF. Documented in
 * gauge.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_ENDS_H
#define LQCD_COMPAT_HIREP_IMPL_ENDS_H

#include <string.h>

#include "fields.h"

/** The elements of a field of spinors := 0 on time slices without quarks. */
static inline void lqcd__hr_spinor_ends(void *ptr, const geometry_descriptor *type, size_t bytes)
{
	const lqcd_boundary *b = &lqcd__hr_lattice.boundary;
	char *at = (char *)ptr;
	lqcd__hr_complete(ptr);
	for (int t = 0; LQCD__HR_ENDS && t < T; t++) {
		if (lqcd_boundary_inside(b, t + zerocoord[0] - b->first)) continue;
		for (int n = 0; n < VOL3; n++) {
			const int ix = ipt_4d(t, n), odd = ix >= glat_odd.master_shift;
			if (type == &glattice || (type == &glat_odd) == odd)
				memset(at + (size_t)(ix - type->master_shift) * bytes, 0, bytes);
		}
	}
	__asm__ volatile("" ::: "memory");
}

static inline void apply_BCs_on_spinor_field(spinor_field *sp)
{
	if (LQCD__HR_ENDS) lqcd__hr_spinor_ends(sp->ptr, sp->type, sizeof *sp->ptr);
}

static inline void apply_BCs_on_spinor_field_flt(spinor_field_flt *sp)
{
	if (LQCD__HR_ENDS) lqcd__hr_spinor_ends(sp->ptr, sp->type, sizeof *sp->ptr);
}

static inline void apply_BCs_on_momentum_field(suNg_av_field *force)
{
	if (!LQCD__HR_ENDS || force->type != &glattice) return;
	lqcd__hr_complete(force->ptr);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++)
			if (!lqcd_boundary_active(&lqcd__hr_lattice.boundary, lqcd__hr_time(ix), mu))
				memset(_4FIELD_AT(force, ix, mu), 0, sizeof *force->ptr);
}

#endif
