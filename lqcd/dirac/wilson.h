/* lqcd/dirac/wilson.h: the Wilson Dirac operator. Its even-odd forms: evenodd.h.
 *
 *   D psi(x) = (4+m) psi(x) - 1/2 H psi(x);   kappa = 1/(8+2m);   D^dagger = g5 D g5 is D with g_mu -> -g_mu
 *   H psi(x) = sum_mu [(1-g_mu) U_mu(x) psi(x+mu) + (1+g_mu) U_mu(x-mu)^dagger psi(x-mu)]
 *
 *   lqcd_wilson_create(&D, &u, mass, bc_t)        from a gauge field of any tag; bc_t, LQCD_PERIODIC or LQCD_ANTIPERIODIC,
 *                                                 multiplies U_T on the last time slice. D keeps its own copy of the links
 *   lqcd_wilson_create_as(&D, &u, mass, bc_t, LQCD_LINK_12)     with links stored in 18, 12 or 8 reals (storage.h)
 *   lqcd_wilson_create_alike(&D, &of, mass)       D of another mass, without a site term, on the links of `of`, which D
 *                                                 shares: `of` must outlive it. It allocates and exchanges nothing
 *   lqcd_wilson_set_links(&D, &u)                 new links, of the lattice of D, in place; all parameters stay, and a site term is
 *                                                 computed anew. If D shares the links of another operator, only its term is: set the
 *                                                 links of that one first. Views of D, SAP and D made by create_alike follow
 *   lqcd_wilson_dirac(&D)                         D as an lqcd_dirac_<tag> (operator.h), for evenodd.h and the solvers
 *   lqcd_wilson_destroy(&D)
 *   lqcd_wilson_hop(&out, &D, &in, dagger)        out = H in: even from odd, odd from even, or full from full
 *   lqcd_wilson_hop_xpay(&out, a, &x, b, &D, &in, dagger)     out = a x + b H in; out may be x
 *   lqcd_wilson_apply(&out, &D, &in, dagger)      out = D in, D^dagger in
 *   lqcd_wilson_gamma5(&out, &D, &in)             out = g5 D in (Hermitian)
 *   lqcd_kappa_to_mass(kappa, &mass)              m = 1/(2 kappa) - 4; LQCD_ERR_ARGUMENT unless kappa > 0 and finite
 *
 * Tags f, d, h, vf, vd, vh; h and vh store spinors and links in 16 bits and compute in float: a hop has an error of about 4e-5 of its
 * norm. All fields of a call have the tag and lattice of D; `in` never aliases an output. With a boundary in time (lattice/boundary.h)
 * quarks exist at 0 < x_T < T, D is 4 + m elsewhere, sources should be 0 there, and bc_t has no effect. Twists: the links of D have
 * the phases exp(i theta_k / L_k), in time exp(i theta_t / T). A clover term or twisted mass (clover.h) replaces 4+m in
 * lqcd_wilson_dirac, apply and gamma5. After set_links multigrid still preconditions, less well: make it anew if iterations grow.
 *
 * Errors of create: LQCD_ERR_ARGUMENT (4+m <= 0, NaN, an invalid bc_t, 8 reals in 16 bits, fewer than 18 with a boundary or twists),
 * LQCD_ERR_GEOMETRY (u is not a full field), LQCD_ERR_LANES (use the scalar tag), LQCD_ERR_MEMORY, LQCD_NAN (16 bits: a number of u is
 * NaN or above 1). set_links: LQCD_ERR_GEOMETRY leaves D as it was; after LQCD_NAN D needs other links; after an error of the site term
 * (lqcd_clover_add) D has the new links and the old term. Every call is collective, with LQCD_ERR_ARGUMENT on all if mass or bc_t differ.
 * create and set_links exchange the halo of u. A hop sends (1 -+ g_mu) psi, 12 reals per site of the border, allocates nothing, and leaves
 * no spinors in the receive buffers of `in`. Results are bitwise identical on every process grid.
 * Cost per output site: 1320 flop (1368 with xpay), and to rebuild the links 336 (12 reals) or 1256 (8 reals). Traffic in reals: 144
 * (links; 96, 64) + 24 (in) + 24 (out), 768 bytes in f32; xpay reads 24 more. Normalisation and basis: HiRep's Dphi_ (which is -H/2).
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_DIRAC_WILSON_H
#define LQCD_DIRAC_WILSON_H

#include <math.h>

#include "../field/halo.h"
#include "../field/site_sum.h"
#include "evenodd.h"
#if LQCD_DEVICES
#include "device_wilson.h"
#endif

/** Floating-point operations of one hop per output site, as the field counts them: 1320 for three colours. */
#define LQCD_WILSON_FLOPS     LQCD__WILSON_FLOPS(LQCD_NC)
#define LQCD__WILSON_FLOPS(n) (8.0 * (4 * (n) + 4 * (n) * (4 * (n) - 1)) + 7 * 8 * (n))

LQCD_STATIC lqcd_status lqcd_kappa_to_mass(double kappa, double *mass)
{
	if (!mass) return LQCD_ERR_ARGUMENT;
	*mass = 0;
	if (!lqcd_isfinite(kappa) || kappa <= 0 || kappa >= 1e100) return LQCD_ERR_ARGUMENT;
	*mass = 1 / (2 * kappa) - 4;
	return LQCD_OK;
}

/** LQCD_ERR_ARGUMENT unless 4 + mass > 0 and bc_t is LQCD_PERIODIC or LQCD_ANTIPERIODIC. */
LQCD_STATIC lqcd_status lqcd__wilson_check(const lqcd_lattice *lat, double mass, int bc_t)
{
	if (!lqcd_isfinite(mass) || 4 + mass <= 0 || mass >= 1e100)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "mass %g: must be above -4 (kappa > 0) and below 1e100",
				    mass);
	if (bc_t != 1 && bc_t != -1)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "bc_t %d: LQCD_PERIODIC (1) or LQCD_ANTIPERIODIC (-1)",
				    bc_t);
	return LQCD_OK;
}

/** Collective: lqcd__wilson_check after the status s so far, on which processes agree. */
LQCD_STATIC lqcd_status lqcd__wilson_agree(const lqcd_lattice *lat, lqcd_status s, double mass, int bc_t)
{
	if (s == LQCD_OK) s = lqcd__wilson_check(lat, mass, bc_t);
	return lqcd__agree(lat, s, lqcd__hash((uint64_t)bc_t, &mass, 1), "mass (kappa) or bc_t");
}

/** The status of links in 16 bits; bad: not 0 where a number does not fit. */
LQCD_STATIC lqcd_status lqcd__wilson_fits(const lqcd_lattice *lat, double bad)
{
	return lqcd_comm_max(&lat->comm, bad) > 0
		       ? lqcd__refuse(lat, LQCD_NAN, "links in 16 bits: a number is NaN, or above 1")
		       : LQCD_OK;
}

/** Memory access of a hop. The hints affect speed alone, and fields keep their bits; only the order of terms in sums
 * depends on them. Scalar tags do not prefetch, since they are bound by arithmetic. */
typedef struct {
	int prefetch_links;   /* links two hops and, but for 16 bits, two blocks ahead */
	int prefetch_spinors; /* the neighbours of the next block, but for 16 bits also of the eighth; only together with links */
	int stream;           /* writes the output past the caches */
} lqcd_wilson_hints;

/** bytes: of all links and of a full field, which the hops of both parities pass over in turn. Up to LQCD_CACHE the
 * hardware prefetcher suffices, and the output is soon read again. Spinors are prefetched when even they come from
 * memory. */
LQCD_STATIC lqcd_wilson_hints lqcd_wilson_hints_default(size_t bytes)
{
	const lqcd_wilson_hints h = {bytes > LQCD_CACHE, bytes / 4 > LQCD_CACHE, bytes / 2 > LQCD_CACHE};
	return h;
}

#define LQCD_TEMPLATE "../dirac/hop.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/wilson.inc"
#define LQCD_TAGS     LQCD_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/device_columns.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/device_wilson.inc"
#define LQCD_TAGS     LQCD_DEVICES * LQCD_DEVICE_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"
#define LQCD_TEMPLATE "../dirac/wilson_operator.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__WILSON(verb, D)           LQCD_SELECT_STORED(lqcd_wilson_##verb, lqcd_wilson, *(D))
#define LQCD__WILSON_U(verb, D, u, ...) LQCD__WILSON(verb, D)(D, lqcd_gauge_field_view(u), __VA_ARGS__)

#define lqcd_wilson_create(D, u, m, bc)                     LQCD__WILSON_U(create, D, u, m, bc)
#define lqcd_wilson_create_as(D, u, m, bc, as)              LQCD__WILSON_U(create_as, D, u, m, bc, as)
#define lqcd_wilson_create_alike(D, of, m)                  LQCD__WILSON(create_alike, D)(D, of, m)
#define lqcd_wilson_set_links(D, u)                         LQCD__WILSON(set_links, D)(D, lqcd_gauge_field_view(u))
#define lqcd_wilson_dirac(D)                                LQCD__WILSON(dirac, D)(D)
#define lqcd_wilson_destroy(D)                              LQCD__WILSON(destroy, D)(D)
#define lqcd_wilson_hop(out, D, in, dag)                    LQCD__WILSON(hop, D)(out, D, in, dag)
#define lqcd_wilson_hop_xpay(o, a, x, b, D, in, dag)        LQCD__WILSON(hop_xpay, D)(o, a, x, b, D, in, dag)
#define lqcd_wilson_apply(out, D, in, dag)                  LQCD__WILSON(apply, D)(out, D, in, dag)
#define lqcd_wilson_gamma5(out, D, in)                      LQCD__WILSON(gamma5, D)(out, D, in)
#endif

#endif
