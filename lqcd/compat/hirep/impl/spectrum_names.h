/* lqcd/compat/hirep/impl/spectrum_names.h: measurements as programs of before libhr.h call them, which do not say what to store:
 * they print only. With that they mean the same as in libhr.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SPECTRUM_NAMES_H
#define LQCD_COMPAT_HIREP_IMPL_SPECTRUM_NAMES_H

#include "baryons.h"
#include "formfactors.h"
#include "schroedinger.h"
#include "spectrum_ends.h"
#include "spectrum_others.h"

#if !defined(LQCD__HR_LIBHR) && !defined(__cplusplus)
#define LQCD__HR_3(f, a, b, c, ...)                   f(a, b, c)
#define LQCD__HR_5(f, a, b, c, d, e, ...)             f(a, b, c, d, e)
#define LQCD__HR_6(f, a, b, c, d, e, g, ...)          f(a, b, c, d, e, g)
#define LQCD__HR_7(f, a, b, c, d, e, g, h, ...)       f(a, b, c, d, e, g, h)
#define LQCD__HR_8(f, a, b, c, d, e, g, h, i, ...)    f(a, b, c, d, e, g, h, i)
#define LQCD__HR_9(f, a, b, c, d, e, g, h, i, j, ...) f(a, b, c, d, e, g, h, i, j)
#define LQCD__HR_10(f, a, b, c, d, e, g, h, i, j, k, ...) f(a, b, c, d, e, g, h, i, j, k)

/* With arguments that nothing asks for. */
#define init_discon_correlators(...) init_discon_correlators()

/* Of points, in the oldest with a number of hits, which points do not need, before the number of the configuration. */
#define LQCD__HR_POINT_9(f, ...)                     f(__VA_ARGS__)
#define LQCD__HR_POINT_8(f, a, b, c, d, e, g, h, i)  f(a, b, c, d, e, h, i, DONTSTORE, NULL)
#define LQCD__HR_POINT_7(f, a, b, c, d, e, g, h)     f(a, b, c, d, g, h, DONTSTORE, NULL)
#define LQCD__HR_POINT_6(f, a, b, c, d, e, g)        f(a, b, c, d, e, g, DONTSTORE, NULL)
#define LQCD__HR_POINT_OLD(f, a, b, c, d, e, g, h)   f(a, b, c, d, e, g, h, DONTSTORE, NULL)
#define LQCD__HR_OF_9(a, b, c, d, e, g, h, i, j, ...) LQCD__HR_OF_9_(__VA_ARGS__)
#define LQCD__HR_OF_9_(which, ...)                   which
#define LQCD__HR_POINT(f, ...)                                                                                         \
	LQCD__HR_OF_9(__VA_ARGS__, 0, LQCD__HR_POINT_9, LQCD__HR_POINT_7, LQCD__HR_POINT_6, 0, 0)(f, __VA_ARGS__)
#define measure_spectrum_pt(...)     LQCD__HR_POINT(measure_spectrum_pt, __VA_ARGS__)
#define measure_spectrum_pt_ext(...) LQCD__HR_POINT(measure_spectrum_pt_ext, __VA_ARGS__)
#define measure_spectrum_pt_fixedbc(...)                                                                               \
	LQCD__HR_OF_9(__VA_ARGS__, LQCD__HR_POINT_9, LQCD__HR_POINT_8, LQCD__HR_POINT_OLD, 0, 0)                       \
	(measure_spectrum_pt_fixedbc, __VA_ARGS__)
#define measure_spectrum_semwall(...)     LQCD__HR_7(measure_spectrum_semwall, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_semwall_ext(...) LQCD__HR_7(measure_spectrum_semwall_ext, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_semwall_fixedbc(...)                                                                          \
	LQCD__HR_8(measure_spectrum_semwall_fixedbc, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_gfwall(...) LQCD__HR_6(measure_spectrum_gfwall, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_gfwall_fixedbc(...)                                                                           \
	LQCD__HR_7(measure_spectrum_gfwall_fixedbc, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_discon_semwall(...)                                                                           \
	LQCD__HR_7(measure_spectrum_discon_semwall, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_discon_gfwall(...) LQCD__HR_6(measure_spectrum_discon_gfwall, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_discon_volume(...) LQCD__HR_7(measure_spectrum_discon_volume, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_ff_semwall(...)    LQCD__HR_7(measure_spectrum_ff_semwall, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_ff_pt(...)         LQCD__HR_POINT(measure_spectrum_ff_pt, __VA_ARGS__)
#define measure_spectrum_semwall_ff_ext(...)                                                                           \
	LQCD__HR_7(measure_spectrum_semwall_ff_ext, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_spectrum_discon_ff_semwall(...)                                                                        \
	LQCD__HR_9(measure_spectrum_discon_ff_semwall, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_formfactor_pt(...)    LQCD__HR_9(measure_formfactor_pt, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_formfactor_fixed(...) LQCD__HR_10(measure_formfactor_fixed, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_formfactors(...)      LQCD__HR_8(measure_formfactors, __VA_ARGS__, NULL, 0)
#define measure_diquark_semwall_background(...)                                                                        \
	LQCD__HR_9(measure_diquark_semwall_background, __VA_ARGS__, DONTSTORE, NULL, 0)
#define measure_baryons(...) LQCD__HR_5(measure_baryons, __VA_ARGS__, DONTSTORE, NULL, 0)
#ifdef BC_T_SF
#define SF_PCAC_wall_corr(...) LQCD__HR_3(SF_PCAC_wall_corr, __VA_ARGS__, DONTSTORE, 0)
#endif
#endif

#endif
