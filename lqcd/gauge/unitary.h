/* lqcd/gauge/unitary.h: unitary factors of links, as HISQ links have them between their two levels, and their derivative.
 *
 *   s = lqcd_reunitarise_links(&w, &v)                     w_mu(x) = V (V^+ V)^(-1/2), V = v_mu(x), in U(NC); w may be v
 *   s = lqcd_reunitarise_pull_back(&dv, &dw, &v, filter)   the derivative by v, if dw is that by w; dv may be dw
 *
 *   lqcd_reunitarise_params p = lqcd_reunitarise_params_default();
 *           .group      LQCD_REUNITARISE_U3, or _SU3: w / (det w)^(1/NC), the phase of the root in (-pi/NC, pi/NC]
 *           .relative, .least       limits of the branch by singular values, 1e-8
 *           .filter     of the derivative, LQCD_HISQ_FILTER = 5e-5
 *   s = lqcd_reunitarise_links_with(&w, &v, &p, &svd)      *svd: how many links took that branch, over all processes; or NULL
 *   s = lqcd_reunitarise_pull_back_with(&dv, &dw, &v, &p)
 *   s = lqcd_reunitarise_scaled(&v, tolerance, &c)         v_mu(x) = c W, W in U(NC) next to v_mu(x)/c; &c may be NULL
 *
 * lqcd_reunitarise_scaled is for long links of asqtad and HISQ that come from a file in float: c^2 NC is the mean of |v_mu(x)|^2
 * over all links, and W one that Newton's iteration W -> W (3 - W^+ W)/2 finds from v/c. |v^+ v/c^2 - 1| may be at most
 * `tolerance` for each link, in (0, 0.1]: 1e-6 takes rounding to float. Otherwise it is LQCD_ERR_ARGUMENT, with the number of
 * links that are farther, and v is unchanged.
 *
 * Derivatives are those of fat_links_force.h: dS = sum Re tr(d_mu(x)^+ dV_mu(x)).
 *
 * Value. With Q = V^+ V and the symmetric functions u, v, w of the singular values of V (NC = 3),
 *
 *   Q^(-1/2) = f0 + f1 Q + f2 Q^2,   f0 = (u v^2 - w (u^2 + v))/d,  f1 = (2 u v - w - u^3)/d,  f2 = u/d,  d = w (u v - w)
 *
 * Here w = |det V|, and u is the largest root of u^2 = tr Q + 2 v, v^2 = I2(Q) + 2 u w, by Newton's iteration from (3 tr Q)^(1/2)
 * on; eigenvalues are not needed. One step W (3 - W^+ W)/2 follows, which squares the error of W^+ W. For other NC the
 * iteration of project.h takes the place of the formula. A link takes the branch by singular values instead, V X = Y with
 * orthogonal columns Y (Jacobi's rotations from one side) and W = Y |Y|^(-1) X^+, where
 *
 *   |W^+ W - 1| > relative before that step, or det Q < least
 *
 * To first order tr(W^+ W - 1) is (det Q - g0 g1 g2)/det Q with the eigenvalues g of MILC's formula, whose difference MILC
 * compares with its HISQ_REUNIT_SVD_REL_ERROR, 1e-8; least is its HISQ_REUNIT_SVD_ABS_ERROR, 1e-8. An infinite `least` sends
 * all links there (HISQ_REUNIT_SVD_ONLY), least = 0 with an infinite `relative` none. In float `relative` is at least 2e-4,
 * whose square is rounding. In either branch the error is some epsilon times the ratio of the largest singular value to the
 * smallest, that of the problem itself, and w is unitary to rounding. A link whose ratio exceeds 1/epsilon has no unitary
 * factor in this precision and gives LQCD_ERR_SINGULAR, as does one with NaN; w is not to be used then. Lanes decide alone:
 * the bits of a link depend neither on its neighbours in the register nor on threads and processes.
 *
 * Derivative. With X, Y as above and s = |Y|,
 *
 *   dV = [ B X s^(-1) + Y K ] X^+,    K_ij = -(Z + Z^+)_ij / (s_i s_j (s_i + s_j)),    Z = X^+ B^+ Y
 *
 * which needs no distance between singular values; rounding is some epsilon times s_max/s_min also here, unlike that of the
 * eigenvalues of Q. Where the least s^2 is below filter, filter is added to all s^2 (MILC's HISQ_FORCE_FILTER); 0 is the
 * derivative as it is. MILC writes the same derivative as a polynomial of Q, and takes singular values where that one loses
 * digits. Of SU3, with phi = arg det W and W' = e^(-i phi/NC) W,
 *
 *   B = e^(i phi/NC) [ B' + (i/NC) Im tr(B'^+ W') W' ]
 *
 * comes first; it uses d phi = Im tr(W^+ dW), with the filtered W where the filter acts, so that it stays finite as well.
 * Ensembles of HISQ quarks have U(3); MILC has both groups, in links and force.
 *
 * All fields are full, of one geometry, of tags f, d, vf, vd, gf, gd. Errors: LQCD_ERR_GEOMETRY, LQCD_ERR_SINGULAR,
 * LQCD_ERR_ARGUMENT (dv is v, a group that does not exist, limits below 0 or NaN, a filter that is not finite).
 *
 * Sources: A. Hasenfratz, R. Hoffmann, S. Schaefer, JHEP 05 (2007) 029 [hep-lat/0702028]; A. Bazavov et al., Phys. Rev. D 82
 * (2010) 074501 [1004.0342], appendix; A. Hoger, D. E. Carlson, Q. Appl. Math. 42 (1984) 113 for roots of matrices by
 * their invariants; M. R. Hestenes, J. SIAM 6 (1958) 51 for the rotations.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_UNITARY_H
#define LQCD_GAUGE_UNITARY_H

#include "project.h"
#if LQCD_DEVICES
#include "device_gauge.h"
#endif

#define LQCD_HISQ_FILTER 5e-5

typedef enum { LQCD_REUNITARISE_U3, LQCD_REUNITARISE_SU3 } lqcd_reunitarise_group;

typedef struct {
	lqcd_reunitarise_group group;
	double relative, least, filter;
} lqcd_reunitarise_params;

LQCD_STATIC lqcd_reunitarise_params lqcd_reunitarise_params_default(void)
{
	lqcd_reunitarise_params p;
	p.group = LQCD_REUNITARISE_U3;
	p.relative = p.least = 1e-8;
	p.filter = LQCD_HISQ_FILTER;
	return p;
}

/** LQCD_ERR_ARGUMENT, with the reason, for parameters out of range. */
LQCD_STATIC lqcd_status lqcd__reunitarise_check(const lqcd_reunitarise_params *p, const lqcd_lattice *lat)
{
	if (!p) return LQCD_ERR_ARGUMENT;
	if (p->group != LQCD_REUNITARISE_U3 && p->group != LQCD_REUNITARISE_SU3)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "unitary factors: group %d is neither U3 nor SU3",
				    (int)p->group);
	if (!(p->relative >= 0) || !(p->least >= 0))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "unitary factors: limits %g, %g of singular values: from 0",
				    p->relative, p->least);
	if (!(p->filter >= 0) || !(p->filter < 1e30))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "derivative of unitary factors: a filter %g from 0",
				    p->filter);
	return LQCD_OK;
}

/* Passes over links that are multiples of unitary ones, nearly. */
typedef enum { LQCD__SCALED_MEASURE, LQCD__SCALED_COUNT, LQCD__SCALED_WRITE } lqcd__scaled_pass;

#define LQCD_TEMPLATE "../gauge/unitary.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_reunitarise_links(w, v) LQCD_SELECT(lqcd_reunitarise_links, lqcd_gauge_field, *(w))(w, v)
#define lqcd_reunitarise_links_with(w, v, p, svd)                                                                      \
	LQCD_SELECT(lqcd_reunitarise_links_with, lqcd_gauge_field, *(w))(w, v, p, svd)
#define lqcd_reunitarise_scaled(v, tolerance, factor)                                                                  \
	LQCD_SELECT(lqcd_reunitarise_scaled, lqcd_gauge_field, *(v))(v, tolerance, factor)
#define lqcd_reunitarise_pull_back(dv, dw, v, filter)                                                                  \
	LQCD_SELECT(lqcd_reunitarise_pull_back, lqcd_gauge_field, *(v))(dv, dw, v, filter)
#define lqcd_reunitarise_pull_back_with(dv, dw, v, p)                                                                  \
	LQCD_SELECT(lqcd_reunitarise_pull_back_with, lqcd_gauge_field, *(v))(dv, dw, v, p)
#endif

#endif
