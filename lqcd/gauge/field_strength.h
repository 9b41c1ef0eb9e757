/* lqcd/gauge/field_strength.h: the lattice field strength from the four clover leaves.
 *
 *   lqcd_field_strength_vd f;
 *   s = lqcd_field_strength_create(&f, &lattice)
 *   s = lqcd_field_strength_update(&f, &u, traceless)    from a full gauge field u, with or without the trace of F
 *   lqcd_field_strength_at(&F, &f, &u, ix, plane)        F = F_(mu,nu)(x), the sites x of block ix, lanes in place
 *   lqcd_field_strength_destroy(&f)
 *
 *   F_(mu,nu)(x) = (Q - Q^+)/8, anti-Hermitian, without a factor i, without the coupling: a^2 g F in the continuum. Q is
 *   the sum of the four plaquettes of the plane that touch x, each run through from x on in the sense of mu to nu:
 *     U_mu(x) U_nu(x+mu) U_mu(x+nu)^+ U_nu(x)^+ + U_nu(x) U_mu(x-mu+nu)^+ U_nu(x-mu)^+ U_mu(x-mu) + ..
 *   traceless = 1: tr F / NC is subtracted, as openQCD and MILC do for E and Q (observables/charge.h); 0: it is not, as
 *   Chroma and MILC do in the clover term. F_(nu,mu) = -F_(mu,nu).
 *
 * Planes 0 to 5 are (mu,nu) = 01 02 03 12 13 23, lqcd_plane_mu(p) and lqcd_plane_nu(p); plane 5 - p is orthogonal to p.
 *
 * How. The two leaves on the side of +mu, R(x), need x+mu, x+nu, x-nu and x+mu-nu alone, which a halo has; those on the
 * other side are R(x-mu) with U_mu(x-mu) carried to x: Q(x) = R(x) + U_mu(x-mu)^+ R(x-mu) U_mu(x-mu). update stores the
 * anti-Hermitian part of R for all planes and exchanges it; lqcd_field_strength_at adds the two. So u must not change in
 * between; update leaves its halo right. 48 products of matrices and sums per site for all planes: 9800 flop (twelve for
 * each plane without this).
 *
 * All tags (lqcd_field_strength_create_vf and so on). f has two fields of the size of u. create and update are collective
 * over the processes of the lattice, and give the same bits for any process grid. Errors: LQCD_ERR_LANES, LQCD_ERR_MEMORY;
 * LQCD_ERR_GEOMETRY of update for a field that is not full, or on another geometry.
 *
 * Source: Sheikholeslami, Wohlert, Nucl. Phys. B 259 (1985) 572; signs as in Luescher, Schaefer, openQCD.
 */
#ifndef LQCD_GAUGE_FIELD_STRENGTH_H
#define LQCD_GAUGE_FIELD_STRENGTH_H

#include "../halo.h"

enum { LQCD_PLANES = 6 };

static inline int lqcd_plane_mu(int plane)
{
	return plane < 3 ? 0 : plane < 5 ? 1 : 2;
}

static inline int lqcd_plane_nu(int plane)
{
	return plane < 3 ? plane + 1 : plane < 5 ? plane - 1 : 3;
}

#define LQCD_TAG f
#include "../tmpl/field_strength.inc"
#define LQCD_TAG d
#include "../tmpl/field_strength.inc"
#define LQCD_TAG vf
#include "../tmpl/field_strength.inc"
#define LQCD_TAG vd
#include "../tmpl/field_strength.inc"

#ifndef __cplusplus
#define lqcd_field_strength_create(f, lat)                                                                             \
	LQCD_SELECT(lqcd_field_strength_create, lqcd_field_strength, *(f))(f, lat)
#define lqcd_field_strength_update(f, u, traceless)                                                                    \
	LQCD_SELECT(lqcd_field_strength_update, lqcd_field_strength, *(f))(f, u, traceless)
#define lqcd_field_strength_at(r, f, u, ix, plane)                                                                     \
	LQCD_SELECT(lqcd_field_strength_at, lqcd_field_strength, *(f))(r, f, u, ix, plane)
#define lqcd_field_strength_destroy(f) LQCD_SELECT(lqcd_field_strength_destroy, lqcd_field_strength, *(f))(f)
#endif

#endif
