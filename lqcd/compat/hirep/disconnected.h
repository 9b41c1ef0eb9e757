/* lqcd/compat/hirep/disconnected.h: for programs written for HiRep before libhr.h: all of compat/hirep.h, and loops of quarks,
 * with either measure_loops of impl/loops.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_DISCONNECTED_H
#define LQCD_COMPAT_HIREP_DISCONNECTED_H

#include "../hirep.h"
#include "impl/loops.h"

#ifdef __cplusplus
static inline void measure_loops(int nm, double *m, int nhits, int conf_num, double precision, int source_type,
				 int n_mom, hr_complex ***out)
{
	lqcd__hr_measure_loops_of(nm, m, nhits, conf_num, precision, source_type, n_mom, out);
}
#else
#define measure_loops(first, ...)                                                                                      \
	_Generic((first), double * : measure_loops, default : lqcd__hr_measure_loops_of)(first, __VA_ARGS__)
#endif

#endif
