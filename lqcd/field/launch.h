/* lqcd/field/launch.h: kernels: a site function and a struct of its arguments; a launch is the loop over sites.
 *
 *   typedef struct { T(lqcd__spinors) x, y; REAL a; } T(axpy_args);
 *   FN void T(axpy_site)(const T(axpy_args) *k, int ix)
 *   {
 *           A(lqcd_spinor) x, y, r;
 *           A(lqcd_spinor_axpy)(&r, k->a, T(lqcd__spinor_load)(&x, &k->x, ix), T(lqcd__spinor_load)(&y, &k->y, ix));
 *           T(lqcd__spinor_store)(&k->y, ix, &r);
 *   }
 *   LQCD__LOOP(T(axpy_site), T(axpy_args))              after the site function
 *   LQCD__RUN(T(axpy_site), &args, y->type);            a statement of a template: the launch
 *
 * Arguments are views of fields and coefficients, by value. A view holds the elements of a field and, for links, the tables of
 * neighbours; it is made on the host, for a launch.
 *
 *   view of              made by                      elements
 *   spinors              lqcd__spinors_of(&s)         lqcd__spinor_load(&room, &v, ix), lqcd__spinor_store(&v, ix, &r)
 *   links                lqcd__links_of(&u)           lqcd__link_load(&room, &v, ix, mu), lqcd__link_store(..)
 *                                                     U_mu(x+nu), U_mu(x-nu), U_mu(x+nu-rho), lanes in place:
 *                                                     lqcd__link_up(&r, &v, ix, mu, nu), lqcd__link_down(..),
 *                                                     lqcd__link_up_down(&r, &v, ix, mu, nu, rho)
 *   right-hand sides     lqcd__multi_spinors_of(&x)   lqcd__multi_load(&room, &v, ix, j), lqcd__multi_store(..)
 *   coordinates          lqcd__places_of(geometry)    lqcd__place_coords(&v, ix, lane, x), lqcd__place_number(..)
 *
 * A load returns a pointer into the field if the element lies there in the precision of the arithmetic, else to room. It is
 * invalid once the element is stored. A site function writes elements of its own site alone, and reads none that another writes.
 *
 *   LQCD__LOOP(site, K)                       LQCD__RUN(site, args, type)              site(args, ix) for every local block; args: K *
 *   LQCD__LOOP_EACH(site, n, K)               LQCD__RUN_EACH(site, args, type, out, n)       site(args, ix, v) adds to the
 *       accumulators v[n], which are 0 before; out[n]: the sums of all sites and processes (site_sum.h)
 *   LQCD__LOOP_MAX(site, K)                   LQCD__RUN_MAX(site, args, type, most)
 *       site(args, ix) returns a double; the variable most becomes the largest of its own value and those. A NaN stays.
 *   LQCD__LOOP_NEXT(site, K), LQCD__LOOP_NEXT_MAX(site, K)     site(args, ix, next), next the following block of the thread or -1:
 *       for prefetches, on hosts; launched as the loops without NEXT
 *   LQCD__LOOP_SUM(site, numbers, n, K)       LQCD__RUN_SUM(site, args, type, total, n, stride)    on hosts: site(args, ix, v) adds
 *       to v[LQCD__GATHER], and numbers(number, v) makes n numbers of it: with LQCD_REPRODUCIBLE 0 once for a chunk of blocks
 *   lqcd__run_sums(lattice, lqcd__sum_range(n), the loop of LQCD__LOOP_EACH, args, work, out, n)    on hosts: sites 0 <= ix < n
 * Sites run in any order, on any number of threads or a team (lattice/team.h), with the same bits. SPDX-License-Identifier: MIT */
#ifndef LQCD_LAUNCH_H
#define LQCD_LAUNCH_H

#include "../lattice/loops.h"
#include "site_sum.h"

/* The macro for hosts (0) or devices (1, device/launch.h), by the tag of the template; outside of templates: the host's. */
#define LQCD__BY_DEVICE(name) LQCD__CAT(name, LQCD_TAG_DEVICE)

/* Before a loop over directions in a site function: on devices unrolled, so that links that several directions need are
 * loaded once; not on hosts, whose caches have them. */
#define LQCD__UNROLL_DEVICE LQCD__BY_DEVICE(LQCD__UNROLL_)
#define LQCD__UNROLL_0
#define LQCD__UNROLL_1 LQCD_UNROLL(4)

enum { LQCD__GATHER = 8 };

/* Text for hosts alone. */
#define LQCD__ON_HOST(...)   LQCD__BY_DEVICE(LQCD__ON_HOST_)(__VA_ARGS__)
#define LQCD__ON_HOST_0(...) __VA_ARGS__
#define LQCD__ON_HOST_1(...)

#define LQCD__LOOP(site, type)          LQCD__LOOP_OF(site, type, ix)
#define LQCD__LOOP_NEXT(site, type)     LQCD__LOOP_OF(site, type, ix, ix + 1 < hi ? ix + 1 : -1)
#define LQCD__LOOP_MAX(site, type)      LQCD__LOOP_MAX_OF(site, type, ix)
#define LQCD__LOOP_NEXT_MAX(site, type) LQCD__LOOP_MAX_OF(site, type, ix, ix + 1 < hi ? ix + 1 : -1)
#define LQCD__LOOP_OF(site, type, ...)                                                                                 \
	LQCD__ON_HOST(LQCD_KERNEL void LQCD__CAT(site, _loop)(const void *args, int lo, int hi)                        \
	{                                                                                                              \
		for (int ix = lo; ix < hi; ix++) site((const type *)args, __VA_ARGS__);                                \
	})
#define LQCD__LOOP_MAX_OF(site, type, ...)                                                                             \
	LQCD__ON_HOST(LQCD_KERNEL double LQCD__CAT(site, _loop)(const void *args, int lo, int hi, double most)         \
	{                                                                                                              \
		for (int ix = lo; ix < hi; ix++) most = lqcd__larger(most, site((const type *)args, __VA_ARGS__));     \
		return most;                                                                                           \
	})
#define LQCD__LOOP_EACH(site, n, type)                                                                                 \
	LQCD__ON_HOST(LQCD_KERNEL void LQCD__CAT(site, _loop)(const void *args, int lo, int hi, lqcd_site_sum *site_sum) \
	{                                                                                                              \
		for (int ix = lo; ix < hi; ix++) {                                                                     \
			R(lqcd_acc) value[n];                                                                          \
			A(lqcd_site_sum_zero)(value, n);                                                               \
			site((const type *)args, ix, value);                                                           \
			A(lqcd__put_each)(site_sum, value, n);                                                         \
		}                                                                                                      \
	})
#define LQCD__LOOP_SUM(site, numbers, n, type)                                                                         \
	LQCD_KERNEL void LQCD__CAT(site, _loop)(const void *args, int lo, int hi, lqcd_site_sum *site_sum)             \
	{                                                                                                              \
		R(lqcd_acc) value[LQCD__GATHER], number[n];                                                            \
		A(lqcd_site_sum_zero)(value, 4);                                                                       \
		A(lqcd_site_sum_zero)(value + 4, 4);                                                                   \
		for (int ix = lo; ix < hi; ix++) {                                                                     \
			site((const type *)args, ix, value);                                                           \
			if (!LQCD_REPRODUCIBLE && ix + 1 < hi) continue;                                               \
			numbers(number, value);                                                                        \
			A(lqcd__put_each)(site_sum, number, n);                                                        \
			A(lqcd_site_sum_zero)(value, 4);                                                               \
			A(lqcd_site_sum_zero)(value + 4, 4);                                                           \
		}                                                                                                      \
	}

#define LQCD__RUN(site, args, type)                LQCD__BY_DEVICE(LQCD__RUN_)(site, args, type)
#define LQCD__RUN_MAX(site, args, type, most)      LQCD__BY_DEVICE(LQCD__RUN_MAX_)(site, args, type, most)
#define LQCD__RUN_EACH(site, args, type, out, n)   LQCD__BY_DEVICE(LQCD__RUN_EACH_)(site, args, type, out, n)
/* The lattice's team, the range and the loop. */
#define LQCD__SHARED_BY(site, type)      &(type)->lattice->team, lqcd__full_range(type), LQCD__CAT(site, _loop)
#define LQCD__RUN_0(site, args, type)    lqcd__run_loop(LQCD__SHARED_BY(site, type), args, LQCD__ALGEBRA)
#define LQCD__RUN_MAX_0(site, args, type, most)                                                                        \
	most = lqcd__run_max(LQCD__SHARED_BY(site, type), args, LQCD__ALGEBRA, most)
#define LQCD__RUN_EACH_0(site, args, type, out, n)                                                                     \
	lqcd__run_sums((type)->lattice, lqcd__full_range(type), LQCD__CAT(site, _loop), args, LQCD__ALGEBRA, out, n)
#define LQCD__RUN_SUM(site, args, type, total, n, stride)                                                              \
	lqcd__run_sum(LQCD__SHARED_BY(site, type), args, LQCD__ALGEBRA, total, n, stride)
/* call(argument), with a team for the launches inside if `team`; on devices without. */
#define LQCD__IN_TEAM                              LQCD__BY_DEVICE(LQCD__IN_TEAM_)
#define LQCD__IN_TEAM_0(team, lat, call, argument) lqcd_team_run((team) ? (lat) : NULL, call, argument)
#define LQCD__IN_TEAM_1(team, lat, call, argument) ((void)(team), call(argument))

/* The work of a pass over a few fields, in flop of an index. */
#define LQCD__ALGEBRA (24.0 * LQCD_TAG_SPINS * LANES)

/* Linkage, in a template, of functions that site functions call without inlining them, so that they are not compiled
 * many times. */
#define LQCD__SITE_KERNEL R(LQCD__SITE_KERNEL)

/* ---- tables of a geometry that site functions read ---- */

/* Neighbours, as lqcd_iup, lqcd_idn and lqcd_face have them (geometry.h), and the lanes beyond a face. */
typedef struct {
	const int *up, *down; /* [4 ix + mu] */
	const unsigned char *face;
	const int (*lane_up)[LQCD_MAX_LANES], (*lane_down)[LQCD_MAX_LANES];
} lqcd__neighbours;

static inline lqcd__neighbours lqcd__neighbours_of(const lqcd_geometry *g)
{
	const lqcd__neighbours n = {g->iup, g->idn, g->face, g->lane_up, g->lane_dn};
	return n;
}

LQCD_FN int lqcd__up(const lqcd__neighbours *n, int ix, int mu)
{
	return n->up[4 * ix + mu];
}

LQCD_FN int lqcd__down(const lqcd__neighbours *n, int ix, int mu)
{
	return n->down[4 * ix + mu];
}

/* Indices of links and those of spinors differ on devices (device/neighbours.h). lqcd__links_index: the index of the links of a site,
 * from that of its spinors. */
LQCD_FN int lqcd__links_index(const lqcd__neighbours *n, int ix)
{
	(void)n;
	return ix;
}

/** The index of the spinors above (up = 1) or below a site. */
LQCD_FN int lqcd__spinors_beside(const lqcd__neighbours *n, int ix, int mu, int up)
{
	return up ? lqcd__up(n, ix, mu) : lqcd__down(n, ix, mu);
}

/** The geometry of spinors on the lattice of these links. */
static inline const lqcd_geometry *lqcd__spinor_type(const lqcd_geometry *links)
{
	return links;
}

/** Whether the hop up (down) changes lanes. */
LQCD_FN int lqcd__face_up(const lqcd__neighbours *n, int ix, int mu)
{
	return n->face[ix] >> mu & 1;
}

LQCD_FN int lqcd__face_down(const lqcd__neighbours *n, int ix, int mu)
{
	return n->face[ix] >> (4 + mu) & 1;
}

/* The coordinates of sites. */
typedef struct {
	const lqcd_geometry *type;
	int extent[4], first; /* of the whole lattice; the time slice of time 0 (lattice/boundary.h) */
} lqcd__places;

LQCD_STATIC lqcd__places lqcd__places_of(const lqcd_geometry *g)
{
	lqcd__places p;
	p.type = g;
	p.first = g->lattice->boundary.first;
	memcpy(p.extent, g->lattice->extent, sizeof p.extent);
	return p;
}

/** Global coordinates of a lane of a block; in a receive buffer they may lie one site outside of the lattice. */
LQCD_FN void lqcd__place_coords(const lqcd__places *p, int ix, int lane, int x[4])
{
	const lqcd_lattice *lat = p->type->lattice;
	lqcd_geometry_coords(p->type, ix, lane, x);
	for (int mu = 0; mu < 4; mu++) x[mu] += lat->comm.coord[mu] * lat->local[mu];
}

/** The lexicographic number of the global site. */
LQCD_FN uint64_t lqcd__place_number(const lqcd__places *p, int ix, int lane)
{
	return lqcd_geometry_site(p->type, ix, lane);
}

#endif
