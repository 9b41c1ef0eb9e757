/* lqcd/hmc/quarks.h: the common part of the quark terms of hybrid Monte Carlo: Dirac operators on given links, even-odd
 * preconditioned, the logarithm of det T_oo, and forces. Internal; pseudofermion.h has the formulas.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_QUARKS_H
#define LQCD_HMC_QUARKS_H

#include "../dirac/wilson_force.h"
#include "../solver/cg.h"
#include "../solver/wilson.h"
#include "hmc.h"

#define LQCD_TEMPLATE "../hmc/quarks.inc"
#include "../base/each_tag.inc"

#endif
