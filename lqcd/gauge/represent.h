/* lqcd/gauge/represent.h: links in other representations of SU(N), and the forces of quarks in them. N = LQCD_NC.
 *
 *   option               tags                      dimension     T_R / T_F   U_R
 *   LQCD_ADJOINT         f_adj d_adj vf_adj ..     N^2 - 1       2 N         2 tr(T^a U T^b U^+), real
 *   LQCD_SYMMETRIC       f_sym d_sym vf_sym ..     N (N+1)/2     N + 2       U x U on symmetric tensors
 *   LQCD_ANTISYMMETRIC   f_asym d_asym vf_asym ..  N (N-1)/2     N - 2       U x U on antisymmetric tensors; N > 2
 *
 * An option, before the first #include, makes everything that quarks need once more for tags of its representation:
 * lqcd_spinor_field_vd_adj, lqcd_gauge_field_vd_adj (links), lqcd_wilson_vd_adj, solvers, forces. Names without a tag
 * choose by type, as ever. One program may have them all:
 *
 *   lqcd_gauge_field_vd u;                             links of SU(N): updates, flows, files
 *   lqcd_gauge_field_vd_adj v;                         the same links as quarks of the adjoint representation see them
 *   lqcd_gauge_field_create(&v, &lat, LQCD_FULL);
 *   lqcd_gauge_field_represent(&v, &u);
 *   lqcd_wilson_create(&D, &v, mass, LQCD_ANTIPERIODIC);
 *
 *   lqcd_su3_represent(&r, &u)            r = rho(u) at one site; r and u are matrices of tags x_R and x, lanes in place
 *   lqcd_su3_pull_back(&f, &w)            f = the element of su(N) with Re tr(X^+ f) = Re tr(rho(X)^+ w) for all X in su(N),
 *                                         rho the representation of the algebra; pulling back rho(X) gives X T_R / T_F
 *   lqcd_gauge_field_represent(&v, &u)    v = rho(u) on the sites of this process; halos are not written
 *   lqcd_gauge_field_pull_back(&p, &w)    p += lqcd_su3_pull_back of w: the chain rule for forces (hmc/represent.h)
 *
 * Bases. Tensors: e_i x e_i, and (e_i x e_j +- e_j x e_i)/sqrt(2) for i < j, ordered by i, then j. Algebra: T^a with
 * tr(T^a T^b) = 1/2: for each i < j, in that order, (E_ij + E_ji)/2 and (-i E_ij + i E_ji)/2, then the diagonal ones,
 * (1, .., 1, -k, 0, ..)/sqrt(2 k (k+1)) with k ones, k = 1 .. N-1. Links in a representation have determinant 1: they can
 * be stored without their last row (dirac/wilson.h) up to dimension 8; operators store adjoint links as real numbers.
 * Fields of one lattice; nothing can fail, NaN in, NaN out. The file of everything in one does not have them. With LQCD_DEVICES
 * gf_adj, gd_adj, gh_adj, .. are fields of a device with all of this but domain walls, several right-hand sides, multigrid and
 * lqcd_gpu_inverter, whose names do not exist for these tags.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_REPRESENT_H
#define LQCD_GAUGE_REPRESENT_H

#include "../field/field.h"
#if LQCD_DEVICES
#include "../field/device_links.h"
#endif

#define LQCD__REP_adj  1
#define LQCD__REP_sym  2
#define LQCD__REP_asym 3

#define LQCD_TEMPLATE "../gauge/represent.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
/* These exist for representations alone. */
#define LQCD__SELECT_REP(fn, type, x)                                                                                  \
	(__extension__ _Generic((x), struct lqcd__no_representation *: 0 LQCD__REPS(LQCD__REP_CASES, fn, type)))
#define lqcd_su3_represent(r, u)         LQCD__SELECT_REP(lqcd_su3_represent, lqcd_su3, *(r))(r, u)
#define lqcd_su3_pull_back(f, w)         LQCD__SELECT_REP(lqcd_su3_pull_back, lqcd_su3, *(w))(f, w)
#define lqcd_gauge_field_represent(v, u) LQCD__SELECT_REP(lqcd_gauge_field_represent, lqcd_gauge_field, *(v))(v, u)
#define lqcd_gauge_field_pull_back(p, w) LQCD__SELECT_REP(lqcd_gauge_field_pull_back, lqcd_gauge_field, *(w))(p, w)
#endif

#endif
