/* lqcd/hmc/quarks.h: what the quarks of hybrid Monte Carlo share: Wilson operators with a clover term on given links,
 * even-odd preconditioned, the logarithm of det T_oo, and forces. Internal: pseudofermion.h has the formulas.
 */
#ifndef LQCD_HMC_QUARKS_H
#define LQCD_HMC_QUARKS_H

#include "../dirac/clover_force.h"
#include "../solver/cg.h"
#include "../solver/wilson.h"
#include "hmc.h"

#define LQCD_TAG f
#include "../tmpl/quarks.inc"
#define LQCD_TAG d
#include "../tmpl/quarks.inc"
#define LQCD_TAG vf
#include "../tmpl/quarks.inc"
#define LQCD_TAG vd
#include "../tmpl/quarks.inc"

#endif
