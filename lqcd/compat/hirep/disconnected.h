/* lqcd/compat/hirep/disconnected.h: for programs written for HiRep before libhr.h: all of compat/hirep.h, and loops of quarks,
 * with any measure_loops of 2019 to 2024 (impl/loops.h).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_DISCONNECTED_H
#define LQCD_COMPAT_HIREP_DISCONNECTED_H

#include "../hirep.h"
#include "impl/loops.h"

/* Programs of 2019 say how many masses there are, and where nothing goes. */
static inline void lqcd__hr_bilinear_loops(spinor_field *prop, spinor_field *source, int k, int nm, int n_mom)
{
	for (int i = 0; i < nm; i++) measure_bilinear_loops_spinorfield(&prop[i], source, k, n_mom, DONTSTORE, NULL);
}

#ifdef __cplusplus
static inline void measure_loops(int nm, double *m, int nhits, int conf_num, double precision, int source_type,
				 int n_mom, hr_complex ***out = NULL)
{
	lqcd__hr_measure_loops_of(nm, m, nhits, conf_num, precision, source_type, n_mom, out);
}

static inline void measure_bilinear_loops_spinorfield(spinor_field *prop, spinor_field *source, int k, int nm,
						      int n_mom)
{
	lqcd__hr_bilinear_loops(prop, source, k, nm, n_mom);
}
#else
#define LQCD__HR_LOOPS_ALL(...)                              __VA_ARGS__
#define LQCD__HR_LOOPS_NULL(...)                             __VA_ARGS__, NULL
#define LQCD__HR_LOOPS_FORM(a, b, c, d, e, f, g, which, ...) which
#define measure_loops(first, ...)                                                                                      \
	_Generic((first), double * : measure_loops, default : lqcd__hr_measure_loops_of)(                              \
		first, LQCD__HR_LOOPS_FORM(__VA_ARGS__, LQCD__HR_LOOPS_ALL, LQCD__HR_LOOPS_NULL, 0)(__VA_ARGS__))
#define LQCD__HR_BILINEAR_FORM(a, b, c, d, e, f, which, ...) which
#define measure_bilinear_loops_spinorfield(...)                                                                        \
	LQCD__HR_BILINEAR_FORM(__VA_ARGS__, measure_bilinear_loops_spinorfield, lqcd__hr_bilinear_loops, 0)(__VA_ARGS__)
#endif

#endif
