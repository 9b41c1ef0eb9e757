/* lqcd/dirac/domain_wall.h: Moebius domain wall quarks: Wilson's operator on ls right-hand sides, coupled in a fifth dimension.
 *
 *   D psi_s = (b5 W + 1) psi_s + (c5 W - 1) (K psi)_s,   W = D_Wilson(-m5)           0 <= s < ls
 *   (K psi)_s = P_- psi_(s+1) + P_+ psi_(s-1),  P_+- = (1 +- g_5)/2,  psi_(-1) = -mass psi_(ls-1), psi_ls = -mass psi_0
 *
 * b5 = 1, c5 = 0: Shamir; b5 - c5 = 1: Moebius with Shamir's kernel, scaled by b5 + c5; b5 = c5 = 1: Borici.
 * R. Brower, H. Neff, K. Orginos, Comput. Phys. Commun. 220 (2017) 1 [arXiv:1206.5214], section 2.
 *
 *   lqcd_domain_wall_params p = lqcd_domain_wall_params_make(ls, m5, mass, b5, c5);     e.g. 8, 1.8, 0.05, 1.5, 0.5
 *   lqcd_domain_wall_<tag> D;                              f, d, vf, vd; gf, gd, gh: device_wilson.h
 *   s = lqcd_domain_wall_create(&D, &u, &p, bc_t)          u, bc_t as in wilson.h; lanes over sites if there is a lane
 *                                                          grid, else over the fifth dimension
 *   s = lqcd_domain_wall_create_over(&D, &u, &p, bc_t, LQCD_OVER_SITES or LQCD_OVER_RHS)
 *   s = lqcd_domain_wall_field(&x, &D, parity)             a multi-field of ls right-hand sides that fits D (multi.h)
 *   lqcd_domain_wall_dirac(&D)                             D as an lqcd_multi_dirac_<tag> (operator.h), for lqcd_dirac_apply,
 *                                                          evenodd.h and the solvers (solver/dirac.h)
 *   lqcd_domain_wall_dirac_force(&D)                       the view for HMC: domain_wall_force.h
 *   lqcd_wilson_set_links(&D.wilson, &u)                   new links (wilson.h)
 *   lqcd_domain_wall_destroy(&D)
 *
 *   lqcd_domain_wall_source(&b, &D, &eta, &tmp)            b_s = (1 - c5 W)(delta_(s,0) P_+ + delta_(s,ls-1) P_-) eta
 *   lqcd_domain_wall_quark(&q, &x)                         q = P_- x_0 + P_+ x_(ls-1). eta, q: spinor fields, any tag,
 *                                                          with the parity of b and x; q not of 16 bits
 *
 * If D x = b, then q = S eta is the quark propagator, S = (D_ov^-1 - 1)/(1 - mass) in its usual normalisation, where
 *
 *   D_ov = (1 + mass)/2 + (1 - mass)/2 g_5 e(H),   H = g_5 (b5 + c5) W / (2 + (b5 - c5) W),
 *   e(h) = ((1 + h)^ls - (1 - h)^ls) / ((1 + h)^ls + (1 - h)^ls),                  nearly the sign of h
 *
 * With W = (4 - m5) - H/2, H the hop of wilson.h, B = b5 + c5 K and A = 1 - K + (4 - m5) B, the operator is D = A - H B/2. With
 * y = B x and C = A B^-1, D x = (C - H/2) y: C replaces the 4 + m of Wilson's operator, and B is the right factor of operator.h.
 * Even-odd (evenodd.h): asymmetric, or if |c5| > b5 / 2 right.
 *
 * Per site of the five dimensions the hop takes 1320 flop, and each polynomial of K or its inverse at most 192.
 *
 * If the tag has a fused multiply-add, results are bitwise identical for lanes over sites and over the fifth dimension, any number of
 * threads and any process grid. Halos as in wilson.h. Errors: those of lqcd_wilson_create; LQCD_ERR_ARGUMENT for ls outside of 1 ..
 * LQCD_MAX_RHS, numbers that are not finite, m5 <= 0 (no light quark: m5 is 1.8 where QUDA has -1.8) or >= 4, b5 <= 0, |c5| > b5
 * (within these limits all walks are stable, |r| <= 1), or a mass for which A or B is singular, -mass r^ls = 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_DOMAIN_WALL_H
#define LQCD_DIRAC_DOMAIN_WALL_H

#include "wilson_multi.h"

typedef struct {
	int ls;
	double m5, mass, b5, c5;
} lqcd_domain_wall_params;

LQCD_STATIC lqcd_domain_wall_params lqcd_domain_wall_params_make(int ls, double m5, double mass, double b5, double c5)
{
	const lqcd_domain_wall_params p = {ls, m5, mass, b5, c5};
	return p;
}

/* (p0 + p1 K) (1 - r K)^-1. */
typedef struct {
	int ls;
	double p0, p1, r;
	double whole, edge;         /* factors from the end of the walk to x_(ls-1), and to -mass x_(ls-1) */
	double power[LQCD_MAX_RHS]; /* r^(s+1) */
} lqcd__fifth;

/** (p0 + p1 K) / (q0 + q1 K); LQCD_ERR_ARGUMENT if it is singular. */
LQCD_STATIC lqcd_status lqcd__fifth_make(lqcd__fifth *f, const lqcd_lattice *lat, const lqcd_domain_wall_params *p,
					 double p0, double p1, double q0, double q1)
{
	double power = 1;
	f->ls = p->ls;
	f->p0 = p0 / q0;
	f->p1 = p1 / q0;
	f->r = -q1 / q0;
	for (int s = 0; s < p->ls; s++) f->power[s] = power *= f->r;
	f->whole = 1 / (1 + p->mass * power);
	f->edge = -p->mass * f->whole;
	return fabs(1 + p->mass * power) > 1e-10
		       ? LQCD_OK
		       : lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
				      "domain wall: mass %g, m5 %g, b5 %g, c5 %g: the fifth dimension is singular",
				      p->mass, p->m5, p->b5, p->c5);
}

/** log |det (p0 + p1 K)| of one chirality, spin and colour, where r = 0: K has the eigenvalues k with k^ls = -mass. */
LQCD_STATIC double lqcd__fifth_logdet(const lqcd__fifth *f, double mass)
{
	return log(fabs(pow(f->p0, f->ls) + mass * pow(-f->p1, f->ls)));
}

LQCD_STATIC lqcd_status lqcd__domain_wall_check(const lqcd_lattice *lat, const lqcd_domain_wall_params *p)
{
	const lqcd_status ends = lqcd__boundary_none(lat, "domain wall");
	if (ends != LQCD_OK) return ends;
	if (p->ls < 1 || p->ls > LQCD_MAX_RHS)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "domain wall: ls %d: from 1 to %d", p->ls, LQCD_MAX_RHS);
	return lqcd_isfinite(p->m5 + p->mass + p->b5 + p->c5) && p->m5 > 0 && p->m5 < 4 && p->b5 > 0 && fabs(p->c5) <= p->b5
		       ? LQCD_OK
		       : lqcd__refuse(
				 lat, LQCD_ERR_ARGUMENT,
				 "domain wall: mass %g, m5 %g, b5 %g, c5 %g: numbers with 0 < m5 < 4 (the kernel is D_Wilson(-m5); "
				 "where others write -1.8, m5 is 1.8), b5 > 0, |c5| <= b5",
				 p->mass, p->m5, p->b5, p->c5);
}

#define LQCD_TEMPLATE "../dirac/domain_wall.inc"
#define LQCD_TAGS     LQCD_ARITHMETIC_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/domain_wall.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__WALL(verb, D)                  LQCD_SELECT_QUARK(lqcd_domain_wall_##verb, lqcd_domain_wall, *(D))
#define lqcd_domain_wall_create(D, u, p, bc) LQCD__WALL(create, D)(D, lqcd_gauge_field_view(u), p, bc)
#define lqcd_domain_wall_create_over(D, u, p, bc, over)                                                                \
	LQCD__WALL(create_over, D)(D, lqcd_gauge_field_view(u), p, bc, over)
#define lqcd_domain_wall_dirac(D)                       LQCD__WALL(dirac, D)(D)
#define lqcd_domain_wall_destroy(D)                     LQCD__WALL(destroy, D)(D)
#define lqcd_domain_wall_field(x, D, parity)            LQCD__WALL(field, D)(x, D, parity)
#define lqcd_domain_wall_source(b, D, eta, tmp)         LQCD__WALL(source, D)(b, D, lqcd_spinor_field_view(eta), tmp)
#define lqcd_domain_wall_quark(q, x)                                                                                   \
	LQCD_SELECT_QUARK(lqcd_domain_wall_quark, lqcd_multi_spinor_field, *(x))(lqcd_spinor_field_view(q), x)
#endif

#endif
