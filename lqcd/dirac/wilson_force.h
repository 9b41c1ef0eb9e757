/* lqcd/dirac/wilson_force.h: the force of Wilson quarks, with the terms of clover.h: operator.h's view for HMC.
 *
 *   lqcd_dirac_<tag> d = lqcd_wilson_dirac_force(&D);      as lqcd_wilson_dirac(&D), with force, force_logdet and set_links
 *
 * D is not const: set_links changes it. Tags f, d, vf, vd; links of 18 reals. With z and x constant,
 *
 *   F_mu(x) of -2 Re x^+ M z = -1/4 P(U_mu(x) sum over spins {(1-g_mu) z'(x+mu) x'(x)^+ + (1+g_mu) x'(x+mu) z'(x)^+})
 *
 * where x' and z' are x and z on even sites, and T^-1 H x, T^-1 H z on odd ones (with the adjoints for x), and what T
 * contributes (clover_force.h). F as in hmc/hmc.h.
 */
#ifndef LQCD_DIRAC_WILSON_FORCE_H
#define LQCD_DIRAC_WILSON_FORCE_H

#include "clover_force.h"

#define LQCD_TEMPLATE "../dirac/wilson_force.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_wilson_dirac_force(D) LQCD_SELECT(lqcd_wilson_dirac_force, lqcd_wilson, *(D))(D)
#endif

#endif
