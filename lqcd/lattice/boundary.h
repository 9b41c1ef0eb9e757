/* lqcd/lattice/boundary.h: the boundary of a lattice in time, and twists of quarks in space.
 *
 *   lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN);     then set members, here with their defaults:
 *           b.last              the time of the upper end, T below (0: the last time slice). 2 <= T < extent
 *           b.first             the time slice of time 0 (0); first + T < extent. Times below are those of slices, less first
 *           b.cG[2]             improvement coefficient of the gauge action at time 0 and T (1)
 *           b.phi[2][]          boundary values of a Schroedinger functional at time 0 and T (0), with sum 0
 *           b.theta[3]          quarks get the phase exp(i theta_k) around direction k = X, Y, Z (0); of any kind
 *           b.theta_t           the phase around T, beside bc_t of operators (0). Operators spread a phase: exp(i theta / L)
 *                               on each link. tmLQCD spreads the antiperiodic sign: theta_t = pi, bc_t = LQCD_PERIODIC
 *   s = lqcd_lattice_set_boundary(&lat, &b)                       geometry.h; before fields are made on lat
 *
 *   LQCD_BOUNDARY_PERIODIC      every lattice after lqcd_lattice_create
 *   LQCD_BOUNDARY_OPEN          open at time 0 and at time T
 *   LQCD_BOUNDARY_SF            Schroedinger functional: U_k = exp(i diag(phi) / L_k) at times 0 and T
 *   LQCD_BOUNDARY_OPEN_SF       open at time 0, Schroedinger functional at time T
 *
 * The time slices 0 .. T exist. Links U_T(x) at x_T >= T and all links at x_T > T or x_T < 0 are 0, and so is each loop that leaves
 * the lattice. Active links are all others, but for U_k at an end with boundary values. Quarks exist at 0 < x_T < T.
 * openQCD has the same fields; there T = N0 - 1 for the open kind and T = N0, without a stored time slice N0, for the
 * others: extent N0 + 2 with T = N0 here, since extents are even.
 *
 * Functions of gauge fields and operators read lat.boundary (gauge/boundary.h, gauge/action.h, gauge/flow.h, hmc/hmc.h,
 * dirac/wilson.h, dirac/clover.h, observables/charge.h), on devices, too (field/device_links.h); those that have no form with a boundary
 * refuse such a lattice.
 *
 * Sources: M. Luescher et al., Nucl. Phys. B 384 (1992) 168; M. Luescher, S. Schaefer, JHEP 07 (2011) 036 [1105.4749] and
 * Comput. Phys. Commun. 184 (2013) 519 [1206.2809].
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_BOUNDARY_H
#define LQCD_BOUNDARY_H

#include <math.h>
#include <string.h>

#include "../base/status.h"

typedef enum { LQCD_BOUNDARY_PERIODIC, LQCD_BOUNDARY_OPEN, LQCD_BOUNDARY_SF, LQCD_BOUNDARY_OPEN_SF } lqcd_boundary_kind;

enum { LQCD_BOUNDARY_COLOURS = 8 };

/* The sign of quarks on the way around a periodic lattice in time: bc_t of operators. */
#define LQCD_PERIODIC     1
#define LQCD_ANTIPERIODIC (-1)

typedef struct {
	lqcd_boundary_kind kind;
	int last, first;
	double cG[2], phi[2][LQCD_BOUNDARY_COLOURS], theta[3], theta_t;
} lqcd_boundary;

LQCD_STATIC lqcd_boundary lqcd_boundary_make(lqcd_boundary_kind kind)
{
	lqcd_boundary b;
	memset(&b, 0, sizeof b);
	b.kind = kind;
	b.cG[0] = b.cG[1] = 1;
	return b;
}

/** Whether the lattice is open at time 0 (end 0) or T (1); 0: boundary values are given there, or there is no end. */
LQCD_FN int lqcd_boundary_open(const lqcd_boundary *b, int end)
{
	return b->kind == LQCD_BOUNDARY_OPEN || (b->kind == LQCD_BOUNDARY_OPEN_SF && !end);
}

/** Whether U_mu at time t is active. */
LQCD_FN int lqcd_boundary_active(const lqcd_boundary *b, int t, int mu)
{
	if (b->kind == LQCD_BOUNDARY_PERIODIC) return 1;
	if (t < 0) return 0;
	if (mu == 0) return t < b->last;
	return (t > 0 || lqcd_boundary_open(b, 0)) && (t < b->last || (t == b->last && lqcd_boundary_open(b, 1)));
}

/** Whether quarks exist at time t. */
LQCD_FN int lqcd_boundary_inside(const lqcd_boundary *b, int t)
{
	return b->kind == LQCD_BOUNDARY_PERIODIC || (t > 0 && t < b->last);
}

/** Whether quarks get a phase. */
LQCD_FN int lqcd__boundary_twisted(const lqcd_boundary *b)
{
	return fabs(b->theta[0]) + fabs(b->theta[1]) + fabs(b->theta[2]) + fabs(b->theta_t) > 0;
}

/** Whether the links of operators are others than those of the gauge field. */
LQCD_FN int lqcd__boundary_bounds(const lqcd_boundary *b)
{
	return b->kind != LQCD_BOUNDARY_PERIODIC || lqcd__boundary_twisted(b);
}

/** The weight of spatial loops at time t. */
LQCD_FN double lqcd__boundary_space(const lqcd_boundary *b, int t)
{
	if (t > 0 && t < b->last) return 1;
	return (t == 0 || t == b->last) && lqcd_boundary_open(b, t > 0) ? 0.5 * b->cG[t > 0] : 0;
}

/** Whether the plaquettes between the times t and t + 1 have one link with a boundary value: 0, or 1 + the end. */
LQCD_FN int lqcd__boundary_at_values(const lqcd_boundary *b, int t)
{
	if (b->kind == LQCD_BOUNDARY_SF && t == 0) return 1;
	return b->kind >= LQCD_BOUNDARY_SF && t == b->last - 1 ? 2 : 0;
}

/** The weight of plaquettes between the times t and t + 1. */
LQCD_FN double lqcd__boundary_time(const lqcd_boundary *b, int t)
{
	const int end = lqcd__boundary_at_values(b, t);
	return t < 0 || t >= b->last ? 0 : end ? b->cG[end - 1] : 1;
}

#endif
