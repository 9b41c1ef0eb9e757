/* lqcd/compat/hirep/impl/glueballs_names.h: glueballs.h and multilevel.h as programs of before libhr.h call them:
 *
 *   measure_1pt_glueballs(n, &smear, op)        blocking levels 1 .. n
 *   eval_all_torellon_ops(t, op), measure_1pt_torellons(&smear, op), collect_1pt_torellon_functions(list, op)       without
 *                                               Polyakov loops
 *   evaluate_1pt_functions(list, n, op)         collect_1pt_glueball_functions
 *   report_op_group_setup()                     report_gb_group_setup
 *
 * The operators are those of glueballs.h, which the last of these programs had as well; the earlier ones had others, as many as
 * total_n_glue_op said.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_GLUEBALLS_NAMES_H
#define LQCD_COMPAT_HIREP_IMPL_GLUEBALLS_NAMES_H

#include "multilevel.h"

static inline void report_op_group_setup(void)
{
	report_gb_group_setup();
}

static inline void evaluate_1pt_functions(cor_list *lcor, int nblocking, hr_complex *gb_storage)
{
	collect_1pt_glueball_functions(lcor, nblocking, gb_storage);
}

#if !defined(LQCD__HR_LIBHR) && !defined(__cplusplus)
static inline void lqcd__hr_measure_levels(int nblocking, double *smear_val, hr_complex *gb_storage)
{
	measure_1pt_glueballs(1, nblocking, smear_val, gb_storage);
}

#define LQCD__HR_FIFTH(a, b, c, d, e, ...) e
#define measure_1pt_glueballs(...)                                                                                     \
	LQCD__HR_FIFTH(__VA_ARGS__, measure_1pt_glueballs, lqcd__hr_measure_levels, 0, 0)(__VA_ARGS__)
/* The third argument, or NULL. */
#define LQCD__HR_AND_NULL(f, a, b, c, ...)  f(a, b, c)
#define eval_all_torellon_ops(...)          LQCD__HR_AND_NULL(eval_all_torellon_ops, __VA_ARGS__, NULL, 0)
#define measure_1pt_torellons(...)          LQCD__HR_AND_NULL(measure_1pt_torellons, __VA_ARGS__, NULL, 0)
#define collect_1pt_torellon_functions(...) LQCD__HR_AND_NULL(collect_1pt_torellon_functions, __VA_ARGS__, NULL, 0)
#endif

#endif
