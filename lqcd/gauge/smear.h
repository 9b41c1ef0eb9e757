/* lqcd/gauge/smear.h: smeared links: APE, HYP and stout, and the force through stout links.
 *
 *   s = lqcd_smear_ape(&v, &u, alpha, dimensions, projection)
 *       v_mu(x) = Proj[(1 - alpha) u_mu(x) + (alpha/n) sum of the n staples from x to x+mu]
 *       dimensions = 4: all links, n = 6; 3: the links of X, Y, Z with the n = 4 staples among these; u_T stays.
 *       Albanese et al., Phys. Lett. B 192 (1987) 163.
 *   s = lqcd_smear_hyp(&v, &u, alpha, projection)            double alpha[3]; {0.75, 0.6, 0.3} is usual
 *       v_mu = Proj[(1 - alpha[0]) u_mu + (alpha[0]/6) sum_(+-nu) of staples of w_(nu;mu), w_(mu;nu), w_(nu;mu)]
 *       w_(mu;nu) = Proj[(1 - alpha[1]) u_mu + (alpha[1]/4) sum_(+-rho) of staples of y_(rho;nu mu), y_(mu;rho nu), ..]
 *       y_(mu;nu rho) = Proj[(1 - alpha[2]) u_mu + (alpha[2]/2) sum_(+-eta) of staples of u]
 *       mu, nu, rho, eta differ, so that v_mu depends only on links of the hypercubes that contain u_mu. Hasenfratz,
 *       Knechtli, Phys. Rev. D 64 (2001) 034504 [hep-lat/0103029], eqs. (3) to (5).
 *   s = lqcd_smear_stout(&v, &u, rho, dimensions)
 *       v_mu(x) = exp(-rho P(u_mu(x) A_mu(x))) u_mu(x), A the sum of staples back from x+mu (staple.h), P the part of
 *       the algebra: exp(i Q) u of Morningstar, Peardon, Phys. Rev. D 69 (2004) 054501 [hep-lat/0311018] with rho_(mu
 *       nu) = rho; an Euler step of the Wilson flow of length rho. dimensions as for APE.
 *   s = lqcd_smear_stout_force(&f, &g, &u, rho, dimensions)
 *       for a function S of the smeared links v with dS/dh = sum Re tr(w^+ g) under v -> exp(h w) v, f is the same
 *       for u: dS/dh = sum Re tr(w^+ f) under u -> exp(h w) u. g in the algebra, as lqcd_action_force makes it. With
 *       several smearings, from the last to the first.
 *
 * u, v, f, g are full periodic fields of one geometry, of any tag (lqcd_smear_ape_vf and so on); outputs differ from
 * all inputs; f may be g. projection: project.h; LQCD_PROJECT_TRACE is what Hasenfratz, MILC and Chroma use. The calls
 * exchange the halo of u, not those of the outputs. Collective over the processes of the lattice; the same bits for
 * any process grid and number of threads. Errors: LQCD_ERR_GEOMETRY, LQCD_ERR_ARGUMENT (dimensions not 3 or 4, a
 * parameter not finite), LQCD_ERR_MEMORY. On one process APE and stout allocate nothing; HYP allocates six fields of
 * the size of u, the force one.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GAUGE_SMEAR_H
#define LQCD_GAUGE_SMEAR_H

#include "momentum.h"
#include "project.h"

/** The field, of three, whose link mu belongs to direction nu: its staples lie in the plane mu, nu only (level y), or
 * not in it (level w). */
static inline int lqcd__hyp_at(int mu, int nu)
{
	return (nu - mu + 3) % 4;
}

#define LQCD_TEMPLATE "../gauge/smear.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_smear_ape(v, u, ...) LQCD_SELECT(lqcd_smear_ape, lqcd_gauge_field, *(u))(v, u, __VA_ARGS__)
#define lqcd_smear_hyp(v, u, ...) LQCD_SELECT(lqcd_smear_hyp, lqcd_gauge_field, *(u))(v, u, __VA_ARGS__)
#define lqcd_smear_stout(v, u, ...) LQCD_SELECT(lqcd_smear_stout, lqcd_gauge_field, *(u))(v, u, __VA_ARGS__)
#define lqcd_smear_stout_force(f, g, u, ...) LQCD_SELECT(lqcd_smear_stout_force, lqcd_gauge_field, *(u))(f, g, u, __VA_ARGS__)
#endif

#endif
