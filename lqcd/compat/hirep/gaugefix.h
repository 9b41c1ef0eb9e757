/* lqcd/compat/hirep/gaugefix.h: for programs written for HiRep: all of compat/hirep.h, and gauge fixing.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/gaugefix.h"

#ifndef LQCD_COMPAT_HIREP_GAUGEFIX_H
#define LQCD_COMPAT_HIREP_GAUGEFIX_H

#if LQCD_DEVICE_COMPILER || !defined(__GNUC__)
#define unit_gauge lqcd__hr_unit_gauge
#else
/* Inline functions that are not static must not call static ones, says C; those of system headers may. */
#pragma GCC system_header
#ifdef __clang__
/* the program's own function, too, which clang takes for inline */
#pragma clang diagnostic ignored "-Wstatic-in-inline"
#endif
/** Some programs have a function of that name themselves, which replaces this one: what gnu_inline allows. */
extern inline __attribute__((__gnu_inline__, __always_inline__)) void unit_gauge(suNg_field *u)
{
	lqcd__hr_unit_gauge(u);
}
#endif

#endif
