/* lqcd/gauge/unitary.h: unitary factors of links, as HISQ links have them between their two levels, and their derivative.
 *
 *   s = lqcd_reunitarise_links(&w, &v, &p, &svd)           w_mu(x) = V (V^+ V)^(-1/2), V = v_mu(x), in U(NC); w may be v. *svd: how many
 *                                                         links took the branch by singular values, over all processes; or NULL
 *   s = lqcd_reunitarise_pull_back(&dv, &dw, &v, &p)       the derivative by v (fat_links_force.h), if dw is that by w; dv may be dw
 *
 *   lqcd_reunitarise_params p = lqcd_reunitarise_params_default();       which NULL stands for
 *           .group      LQCD_REUNITARISE_U3, or _SU3: w / (det w)^(1/NC), the phase of the root in (-pi/NC, pi/NC]
 *           .relative, .least       limits of the branch by singular values, 1e-8
 *           .filter     of the derivative, LQCD_HISQ_FILTER = 5e-5; 0: the derivative as it is
 *
 *   s = lqcd_reunitarise_scaled(&v, tolerance, &c)         v_mu(x) = c W, W in U(NC) nearest to v_mu(x)/c; &c may be NULL
 *           for long links of asqtad and HISQ from a file in float. c^2 NC is the mean of |v_mu(x)|^2. A link with |v^+ v/c^2 - 1| above
 *           `tolerance`, in (0, 0.1], is LQCD_ERR_ARGUMENT, with v unchanged; 1e-6 allows for rounding to float
 *
 * Value. With Q = V^+ V and the symmetric functions u, v, w of the singular values of V (NC = 3; else the iteration of project.h),
 *
 *   Q^(-1/2) = f0 + f1 Q + f2 Q^2,   f0 = (u v^2 - w (u^2 + v))/d,  f1 = (2 u v - w - u^3)/d,  f2 = u/d,  d = w (u v - w)
 *
 * where w = |det V|, and u is the largest root of u^2 = tr Q + 2 v, v^2 = I2(Q) + 2 u w. One step W (3 - W^+ W)/2 follows. A link takes
 * the branch by singular values instead, V X = Y with orthogonal columns Y (Jacobi's rotations) and W = Y |Y|^(-1) X^+, where
 * |W^+ W - 1| > relative before that step, or det Q < least: to first order MILC's HISQ_REUNIT_SVD_REL_ERROR and _ABS_ERROR. An infinite
 * `least` sends all links there; least = 0 with an infinite `relative` sends none. In float `relative` is at least 2e-4. The error is some
 * epsilon times the ratio of the largest singular value to the smallest; where that exceeds 1/epsilon, or for NaN, LQCD_ERR_SINGULAR.
 *
 * Derivative. With X, Y as above and s = |Y|,
 *
 *   dV = [ B X s^(-1) + Y K ] X^+,    K_ij = -(Z + Z^+)_ij / (s_i s_j (s_i + s_j)),    Z = X^+ B^+ Y
 *
 * Where the least s^2 is below filter, filter is added to all s^2 (MILC's HISQ_FORCE_FILTER). Of SU3, with phi = arg det W and
 * W' = e^(-i phi/NC) W, B = e^(i phi/NC) [ B' + (i/NC) Im tr(B'^+ W') W' ] comes first, with the filtered W where the filter acts.
 *
 * All fields are full, of one geometry, of tags f, d, vf, vd, gf, gd. The bits of a link depend on that link alone. Errors:
 * LQCD_ERR_GEOMETRY, LQCD_ERR_SINGULAR, LQCD_ERR_ARGUMENT (dv is v, no such group, limits below 0 or NaN, a filter that is not finite).
 *
 * Sources: A. Hasenfratz, R. Hoffmann, S. Schaefer, JHEP 05 (2007) 029 [hep-lat/0702028]; A. Bazavov et al., Phys. Rev. D 82
 * (2010) 074501 [1004.0342], appendix; A. Hoger, D. E. Carlson, Q. Appl. Math. 42 (1984) 113; M. R. Hestenes, J. SIAM 6 (1958) 51.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_UNITARY_H
#define LQCD_GAUGE_UNITARY_H

#include "project.h"

#define LQCD_HISQ_FILTER 5e-5

typedef enum { LQCD_REUNITARISE_U3, LQCD_REUNITARISE_SU3 } lqcd_reunitarise_group;

typedef struct {
	lqcd_reunitarise_group group;
	double relative, least, filter;
} lqcd_reunitarise_params;

LQCD_STATIC lqcd_reunitarise_params lqcd_reunitarise_params_default(void)
{
	const lqcd_reunitarise_params p = {LQCD_REUNITARISE_U3, 1e-8, 1e-8, LQCD_HISQ_FILTER};
	return p;
}

LQCD_STATIC lqcd_reunitarise_params lqcd__reunitarise_params(const lqcd_reunitarise_params *p)
{
	return p ? *p : lqcd_reunitarise_params_default();
}

/** LQCD_ERR_ARGUMENT, with the reason, for parameters out of range. */
LQCD_STATIC lqcd_status lqcd__reunitarise_check(const lqcd_reunitarise_params *p, const lqcd_lattice *lat)
{
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
#define lqcd_reunitarise_links(w, v, p, svd) LQCD_SELECT(lqcd_reunitarise_links, lqcd_gauge_field, *(w))(w, v, p, svd)
#define lqcd_reunitarise_scaled(v, ...) LQCD_SELECT(lqcd_reunitarise_scaled, lqcd_gauge_field, *(v))(v, __VA_ARGS__)
#define lqcd_reunitarise_pull_back(dv, dw, v, ...) LQCD_SELECT(lqcd_reunitarise_pull_back, lqcd_gauge_field, *(v))(dv, dw, v, __VA_ARGS__)
#endif

#endif
