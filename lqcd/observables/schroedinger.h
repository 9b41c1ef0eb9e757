/* lqcd/observables/schroedinger.h: correlation functions of quarks at an end with boundary values (lattice/boundary.h).
 *
 *   H(x) = sum_y D^-1(x, y) U_T(y - T)^+ P_+ over y_T = 1,                 P_+- = (1 +- g_T) / 2
 *   f_A(t) = -1/2 <tr H^+ g_T H>,  f_P(t) = 1/2 <tr H^+ H>,                the mean over the sites of time slice t
 *   f_1 = 1/2 tr K^+ K,            K = P_+ U_T(x)^+ H(x), the mean over x_T = T - 1
 *
 *   s = lqcd_sf_correlators(fA, fP, &f1, &u, &inv, end, &params)           fA[extent[0]], fP[extent[0]], 0 where no quarks
 *                           live. end 0: from time 0 as above; end 1: from T, with time reversed: H(x) = sum_y D^-1(x, y)
 *                           U_T(y) P_- over y_T = T - 1, f_A with the sign +, K = P_- U_T(x - T) H(x) over x_T = 1
 *   s = lqcd_sf_source(&b, &u, end, spin, colour)                          the source of one column, spin 0 or 1
 *
 * With all links 1, m = 0 and theta = 0, f_A = -NC and f_P = f_1 = NC. The coefficient c~_t of the boundary quarks is 1 here:
 * f_A and f_P have the factor c~_t^2, f_1 c~_t^4. u: the lqcd_gauge_field_d of the inverter (solver/inverter.h), which may have
 * a clover term; 2 NC solves. Sums are exact: the same bits for any number of threads and processes. Collective. Errors:
 * LQCD_ERR_ARGUMENT (no boundary values at this end; spin or colour out of range), LQCD_ERR_GEOMETRY, LQCD_ERR_MEMORY; those of
 * the solver.
 *
 * Sources: M. Luescher, S. Sint, R. Sommer, P. Weisz, Nucl. Phys. B 478 (1996) 365 [hep-lat/9605038]; M. Luescher, P. Weisz,
 * Nucl. Phys. B 479 (1996) 429 [hep-lat/9606016].
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_SCHROEDINGER_H
#define LQCD_OBSERVABLES_SCHROEDINGER_H

#include "../solver/inverter.h"
#include "source.h"

#define LQCD_TAG d
#include "schroedinger.inc"

#ifndef __cplusplus
#define lqcd_sf_source(b, u, end, spin, colour)              lqcd_sf_source_d(b, u, end, spin, colour)
#define lqcd_sf_correlators(fA, fP, f1, u, inv, end, params) lqcd_sf_correlators_d(fA, fP, f1, u, inv, end, params)
#endif

#endif
