/* lqcd/observables/staggered.h: local mesons of staggered quarks, pions of all tastes, and the chiral condensate by noise.
 *
 *   s = lqcd_staggered_meson(c, &x, origin)
 *           c[k T + t] += sum over the sites of time slice (origin_0 + t) mod T of (-1)^(k . (x - origin)) |x(x)|^2,
 *           k = 0 .. 7 with bits for X (1), Y (2), Z (4)
 *
 * x = D^-1 b (dirac/staggered.h) for a source b in one colour at origin, {T,X,Y,Z} (lqcd_colour_point), added up over NC
 * colours; for walls of corners (lqcd_colour_wall with step 2) origin is any of their sites. Since D^+ = epsilon D epsilon, c is the
 * correlator of a quark and an antiquark with both ends local, whose spin and taste are (M. F. L. Golterman, Nucl. Phys. B 273 (1986) 663):
 *
 *   k = 0          Goldstone pion gamma5 x xi5
 *   k = 7          gamma_T gamma5 x xi_T xi5, with the scalar 1 x 1 as partner
 *   k = 1, 2, 4    rho gamma_k x xi_k (VT), with an axial partner
 *   k = 6, 5, 3    rho gamma_T gamma_k x xi_T xi_k (PV), with a tensor partner
 *
 * Partners have the opposite parity and a factor (-1)^t. The overall sign is that of k = 0, positive.
 *
 *   s = lqcd_staggered_shift(&r, &p, mu, &u, &x)
 *           r(x) = zeta_mu(x)/2 [ u_mu(x) x(x+mu) + u_mu(x-mu)^+ x(x-mu) ],   zeta_mu = (-1)^(sum of the coordinates in the
 *           directions after mu in p.order), with the boundary sign of p
 *   s = lqcd_staggered_taste(&r, &p, set, &u, &x)
 *           r = O_S x, the antisymmetrised product of the shifts in the directions of set, 0 .. 15 with bits 1 T, 2 X, 4 Y, 8 Z; O_0 = 1
 *   s = lqcd_staggered_pion(c, &p, set, &u, &x, &y, time)
 *           c[t] += (-1)^(n(n-1)/2) sum over time slice (time + t) mod T of Re x^+ O_S y,   n: directions in set
 *
 * c is the correlator of the pion gamma5 x xi5 xi_S (Golterman; E. Follana et al., Phys. Rev. D 75 (2007) 054502), for x = D^-1 b and
 * y = D^-1 O_S b, where b is a point or a wall of corners on time slice `time`, added up over NC colours. u: links without phases, thin or
 * fat; p: the phases that D's links have. Pions with T in set are not local in time, by one step at each end.
 *
 *   s = lqcd_staggered_condensate(&r, &d, seed, stream, noises, &params)
 *           r.value = tr D^-1 / V, the mean over noises of Re eta^+ D^-1 eta / V, r.error its statistical error (NaN for one);
 *           r.even, r.odd: the means of each parity, per site of it; r.iterations. eta: gaussian fields of streams stream,
 *           stream + 1, .. (field.h); d: lqcd_staggered_dirac. It is for the four tastes; per flavour a quarter
 *
 * In the common normalisation (D / 2) c is 4 times and the condensate twice as large. Tags f_ks, d_ks, vf_ks, vd_ks, gf_ks, gd_ks, full
 * fields. Sums are exact (sum.h): the same bits for any process grid and number of threads. Collective. Errors: LQCD_ERR_ARGUMENT (NULL,
 * origin outside, noises < 1, unknown directions or phases, outputs that are inputs), LQCD_ERR_GEOMETRY, LQCD_ERR_MEMORY, of lqcd_dirac_solve.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_OBSERVABLES_STAGGERED_H
#define LQCD_OBSERVABLES_STAGGERED_H

#include "../field/site_sum.h"
#include "../solver/staggered.h"

/* Mesons of a source, and how many of them a pass sums. */
enum { LQCD_STAGGERED_MESONS = 8, LQCD__MESON_SUMS = 2 };

typedef struct {
	double value, error, even, odd;
	int iterations;
} lqcd_condensate;

#define LQCD_REP ks
#define LQCD_TEMPLATE "../observables/staggered.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"
#undef LQCD_REP

#ifndef __cplusplus
#define lqcd_staggered_meson(c, x, origin) LQCD__SELECT_KS(lqcd_staggered_meson, lqcd_spinor_field, *(x))(c, x, origin)
#define lqcd_staggered_shift(r, p, mu, u, x)                                                                           \
	LQCD__SELECT_KS(lqcd_staggered_shift, lqcd_spinor_field, *(x))(r, p, mu, u, x)
#define lqcd_staggered_taste(r, p, set, u, x)                                                                          \
	LQCD__SELECT_KS(lqcd_staggered_taste, lqcd_spinor_field, *(x))(r, p, set, u, x)
#define lqcd_staggered_pion(c, p, set, u, x, y, time)                                                                  \
	LQCD__SELECT_KS(lqcd_staggered_pion, lqcd_spinor_field, *(x))(c, p, set, u, x, y, time)
#define lqcd_staggered_condensate(r, d, ...) LQCD__SELECT_KS(lqcd_staggered_condensate, lqcd_dirac, *(d))(r, d, __VA_ARGS__)
#endif

#endif
