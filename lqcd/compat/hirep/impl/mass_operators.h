/* lqcd/compat/hirep/impl/mass_operators.h: part of libhr.h and setup.h: operators for programs that keep the mass aside.
 *
 *   D, H, H2 (out, in)     Dphi, g5Dphi, g5Dphi_sq of set_dirac_mass(m), or the _eopre ones on even fields; D_flt, H_flt,
 *                          H2_flt; with WITH_CLOVER or WITH_EXPCLOVER Cphi, g5Cphi, ..
 *
 * Programs of 2019 and before, which include neither header, define functions of these names themselves.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_MASS_OPERATORS_H
#define LQCD_COMPAT_HIREP_MASS_OPERATORS_H

#include "dirac.h"

#define LQCD_TEMPLATE "../compat/hirep/impl/mass_operators.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"

#endif
