/* lqcd/hmc/quarks.h: the common part of the quark terms of hybrid Monte Carlo: Dirac operators on given links, even-odd
 * preconditioned, the logarithm of det T_oo, and forces; on spinor fields, and on multi-fields, for domain walls. Internal;
 * pseudofermion.h has the formulas.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_QUARKS_H
#define LQCD_HMC_QUARKS_H

#include "../dirac/domain_wall_force.h"
#include "../dirac/wilson_force.h"
#include "../solver/dirac.h"
#include "hmc.h"

#define LQCD_TEMPLATE "../hmc/quarks.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED + LQCD_ALL_MULTI_TAGS
#include "../base/each_tag.inc"


#endif
