/* lqcd/dirac/staggered_force.h: derivatives of actions of staggered quarks by their links (staggered.h).
 *
 *   s = lqcd_staggered_outer(&df, &dl, k, kl, &x)
 *           df_mu(x) += 2 k  epsilon(x) chi(x) chi(x+mu)^+
 *           dl_mu(x) += 2 kl epsilon(x) chi(x) chi(x+3mu)^+         epsilon = 1 on even sites, -1 on odd ones
 *   s = lqcd_staggered_odd(&x, &d)
 *           completes a full field chi: chi_o = (D - 2 m) chi_e, d the view of the operator (lqcd_staggered_dirac)
 *
 * With k = kl and a field completed by lqcd_staggered_odd these are the derivatives (gauge/fat_links_force.h) of
 * -k chi_e^+ M chi_e by F and L, chi_e constant and M = 4 m^2 - D_eo D_oe the even-odd operator; so an action sum_k rho_k phi^+
 * (M + mu_k)^-1 phi has those of k = rho_k and chi_e = (M + mu_k)^-1 phi, added up. F and L are the links with phases:
 * lqcd_gauge_field_phases takes the phases out of df (1) and dl (3).
 *
 * Tags f_ks, d_ks, vf_ks, vd_ks, with links of f, d, vf, vd; full fields of one geometry; dl may be NULL. On any process grid,
 * vectors go over three links step by step; bitwise identical for any of them and any number of threads. Work: two colour
 * vectors. 72 flop per link. Errors: LQCD_ERR_ARGUMENT (NULL, numbers not finite), LQCD_ERR_GEOMETRY, LQCD_ERR_MEMORY.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_STAGGERED_FORCE_H
#define LQCD_DIRAC_STAGGERED_FORCE_H

#include "../gauge/fat_links_force.h"
#include "staggered.h"

#define LQCD_REP ks
#define LQCD_TEMPLATE "../dirac/staggered_force.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#undef LQCD_REP

#ifndef __cplusplus
#define lqcd_staggered_outer(df, dl, k, kl, x)                                                                         \
	LQCD__SELECT_KS(lqcd_staggered_outer, lqcd_spinor_field, *(x))(df, dl, k, kl, x)
#define lqcd_staggered_odd(x, d) LQCD__SELECT_KS(lqcd_staggered_odd, lqcd_spinor_field, *(x))(x, d)
#endif

#endif
