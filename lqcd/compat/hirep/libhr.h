/* lqcd/compat/hirep/libhr.h: for programs written for HiRep: all of compat/hirep.h, the names of programs, operations
 * without types in their names (impl/generic.h), and D, H, .. (impl/mass_operators.h).
 * SPDX-License-Identifier: MIT */
#define LQCD__HR_LIBHR
#include "../hirep.h"
#include "gaugefix.h"
#include "impl/baryons.h"
#include "impl/clover_exp.h"
#include "impl/deflation.h"
#include "impl/force_hmc.h"
#include "impl/forces.h"
#include "impl/formfactors.h"
#include "impl/generic.h"
#include "impl/glueballs.h"
#include "impl/mass_operators.h"
#include "impl/rational.h"
#include "impl/read_action.h"
#include "impl/input.h"
#include "impl/missing.h"
#include "impl/loops.h"
#include "impl/lw_tests.h"
#include "impl/moreio.h"
#include "impl/multilevel.h"
#include "impl/renormalization.h"
#include "impl/scattering.h"
#include "impl/schroedinger.h"
#include "impl/spectrum.h"
#include "impl/spectrum_ends.h"
#include "impl/spectrum_others.h"
#include "impl/spatial.h"
#include "impl/speed_tests.h"
#include "impl/statistics.h"
#include "impl/utils.h"
#include "impl/test_utils.h"
#include "impl/twisted.h"
#include "impl/wilsonflow.h"
#include "impl/wilsonloops.h"
#include "impl/z2semwall.h"

extern WL_path_t WL_path[256];

/* Some programs name the field. */
#ifdef __cplusplus
static inline double avr_plaquette(suNg_field *u)
{
	return lqcd__hr_plaquette_of(u);
}
#else
#define avr_plaquette(...) lqcd__hr_plaquette_of((suNg_field *[2]){NULL, __VA_ARGS__}[1])
#endif

#ifndef PI
#define PI 3.14159265358979323846
#endif
