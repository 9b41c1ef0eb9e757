/* lqcd/dirac/domain_wall_force.h: the force of Moebius domain wall quarks (domain_wall.h), as HMC needs it (operator.h).
 *
 *   lqcd_multi_dirac_<tag> d = lqcd_domain_wall_dirac_force(&D);    lqcd_domain_wall_dirac(&D) with force and set_links
 *
 * D is not const, since set_links changes it. Tags f, d, vf, vd; lanes over sites (over the fifth dimension d has no
 * force); gf, gd: field/device_links.h.
 *
 * A, B and C = A B^-1 do not depend on the links, and with them neither do det B and det C_oo: det D is det M up to a
 * constant. For constant x and z and M = C_ee - H C_oo^-1 H / 4,
 *
 *   F_mu(x) of -2 Re x^+ M z = -1/4 P(U_mu(x) sum over s and spins {(1-g_mu) z'_s(x+mu) x'_s(x)^+
 *                                                                  + (1+g_mu) x'_s(x+mu) z'_s(x)^+})
 *
 * with the sum before the projection. x' and z' are x and z on even sites; on odd ones they are C^-1 H x, with the
 * adjoints of C^-1 and H, and C^-1 H z. With M C^-1 in place of M, for |c5| > b5 / 2, C^-1 z takes the place of z. F is
 * that of hmc/hmc.h. The links and momenta of a site are read once for all s.
 *
 * HMC: lqcd_pseudofermion_create_domain_wall, _create_for (hmc/pseudofermion.h).
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_DOMAIN_WALL_FORCE_H
#define LQCD_DIRAC_DOMAIN_WALL_FORCE_H

#include "domain_wall.h"
#include "wilson_force.h"

#define LQCD_TEMPLATE "../dirac/domain_wall_force.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/domain_wall_force.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_domain_wall_dirac_force(D) LQCD__WALL(dirac_force, D)(D)
#endif

#endif
