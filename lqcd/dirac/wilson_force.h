/* lqcd/dirac/wilson_force.h: the force of Wilson quarks, with the terms of clover.h, as HMC needs it (operator.h).
 *
 *   lqcd_dirac_<tag> d = lqcd_wilson_dirac_force(&D);      lqcd_wilson_dirac(&D) with force, force_logdet and set_links
 *
 * D is not const, since set_links changes it. Tags f, d, vf, vd; links of 18 reals (with others d has no force). For
 * constant z and x,
 *
 *   F_mu(x) of -2 Re x^+ M z = -1/4 P(U_mu(x) sum over spins {(1-g_mu) z'(x+mu) x'(x)^+ + (1+g_mu) x'(x+mu) z'(x)^+})
 *
 * plus the contribution of T (clover_force.h). x' and z' are x and z on even sites; on odd ones they are T^-1 H x, with
 * the adjoints of T^-1 and H, and T^-1 H z. F is that of hmc/hmc.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_WILSON_FORCE_H
#define LQCD_DIRAC_WILSON_FORCE_H

#include "clover_force.h"

#define LQCD_TEMPLATE "../dirac/wilson_force.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_wilson_dirac_force(D) LQCD_SELECT_QUARK(lqcd_wilson_dirac_force, lqcd_wilson, *(D))(D)
#endif

#endif
