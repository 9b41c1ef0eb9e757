/* lqcd/dirac/wilson.h: the Wilson Dirac operator and its even-odd form.
 *
 *   D psi(x) = (4+m) psi(x) - 1/2 H psi(x)
 *   H psi(x) = sum_mu [(1-g_mu) U_mu(x) psi(x+mu) + (1+g_mu) U_mu(x-mu)^dagger psi(x-mu)]
 *   kappa = 1/(8+2m);  D^dagger = g5 D g5 is the same with g_mu -> -g_mu.
 *
 *   lqcd_wilson_create(&D, &u, mass, bc_t)         from a gauge field of any tag; bc_t, LQCD_PERIODIC or
 *                                                  LQCD_ANTIPERIODIC, multiplies U_T on the last time slice. D keeps
 *                                                  its own copy of the links, the eight of a site side by side: change
 *                                                  u, and D must be made anew.
 *   lqcd_wilson_create_as(&D, &u, mass, bc_t, LQCD_LINK_12)     the same with links stored in 18, 12 or 8 reals
 *                                                  (storage.h); the boundary is applied after they are rebuilt
 *   lqcd_wilson_destroy(&D)
 *   lqcd_wilson_hop(&out, &D, &in, dagger)         out = H in: even from odd, odd from even, or full from full
 *   lqcd_wilson_hop_xpay(&out, a, &x, b, &D, &in, dagger)     out = a x + b H in
 *   lqcd_wilson_apply(&out, &D, &in, dagger)       out = D in, D^dagger in
 *   lqcd_wilson_gamma5(&out, &D, &in)              out = g5 D in (Hermitian)
 *   lqcd_wilson_schur(&out, &D, &in, &tmp, dagger) out = M in, M = (4+m)^2 - H_eo H_oe / 4 (or odd);
 *                                                  tmp is of the other parity
 *   n2 = lqcd_wilson_schur_dot(&out, &D, &in, &tmp, dagger, &y, &dot)
 *                                                  the same; returns |out|^2, and *dot = <y, out> unless y is NULL,
 *                                                  without another pass over out
 *   lqcd_wilson_schur_rhs(&r, &D, &b)              r = (4+m) b_e + H_eo b_o / 2
 *   lqcd_wilson_schur_solution(&x, &D, &b)         x_o = (b_o + H_oe x_e / 2)/(4+m), so that M x_e = r makes D x = b
 *   lqcd_kappa_to_mass(kappa, &mass)               m = 1/(2 kappa) - 4; LQCD_ERR_ARGUMENT unless kappa > 0 and finite
 *
 * With a clover term or a twisted mass (clover.h), which stand in the place of 4+m, apply, gamma5, schur, schur_dot and
 * schur_solution are those of that D.
 *
 * Every function exists with a tag (f, d, h, vf, vd, vh); without one the type of the operator or field decides. With h
 * and vh spinors and links are stored in 16 bits and the arithmetic is float: a hop is wrong by about 4e-5 of its norm.
 * Fields of one call have the same tag and lattice as D; `in` never aliases an output. Errors of create:
 * LQCD_ERR_ARGUMENT (4+m <= 0, NaN, a wrong boundary, 8 reals in 16 bits), LQCD_ERR_GEOMETRY (u is not a full field),
 * LQCD_ERR_LANES (use the scalar tag), LQCD_ERR_MEMORY.
 *
 * Over several processes every call is collective. create exchanges the halo of u; a hop sends (1 -+ g_mu) psi, 12 reals
 * for each site beyond the border (in 16 bits: 12 floats), and computes the inner pieces meanwhile; nothing is allocated
 * for it. Receive buffers of `in` hold no spinors afterwards; an exchange of halos (halo.h) does not help the next hop.
 * Results are the same bits on every process grid.
 *
 * Cost per output site: 1320 flop (1368 with xpay), and for 12 reals 336, for 8 reals 1256 to rebuild the links;
 * compulsory traffic in reals: 144 (links; 96, 64) + 24 (in) + 24 (out), in f32 768 bytes; xpay reads 24 more. Where
 * the fields come from memory and three rows of path blocks in T fit into the cache, the Schur operator walks the
 * lattice in rows, so that its second hop finds the output of the first in the cache. Normalisation and basis as
 * HiRep's Dphi_ (which is -H/2); checked against it.
 */
#ifndef LQCD_DIRAC_WILSON_H
#define LQCD_DIRAC_WILSON_H

#include "../halo.h"
#include "../tally.h"

/** Floating-point operations of one hop per output site, as the field counts them: 1320 for three colours. */
#define LQCD_WILSON_FLOPS (8.0 * (4 * LQCD_NC + 4 * LQCD_NC * (4 * LQCD_NC - 1)) + 7 * 8 * LQCD_NC)

/** Even-odd forms of a D with a term on each site (clover.h): M = T_ee - H_eo T_oo^-1 H_oe / 4, or T_ee^-1 M. */
typedef enum { LQCD_SCHUR_ASYMMETRIC, LQCD_SCHUR_SYMMETRIC } lqcd_schur_form;

/** What stands in the place of 4 + m: T of clover.h, if it is there. */
typedef struct {
	int there, traceless;
	double csw, mu;
	lqcd_schur_form schur;
	double bound; /* of |T|, where the symmetric form needs it, else 1 */
	double flops; /* of T and T^-1 of a site, together */
} lqcd_wilson_term;

/* In a hop with a term: out = T x + b H in; a x + T^-1 (b H in); T^-1 (a x + b H in). */
enum { LQCD__NO_TERM, LQCD__ON_X, LQCD__ON_SUM, LQCD__ON_ALL };

#define LQCD_PERIODIC     1
#define LQCD_ANTIPERIODIC (-1)

LQCD_STATIC lqcd_status lqcd_kappa_to_mass(double kappa, double *mass)
{
	*mass = 0;
	if (!lqcd_isfinite(kappa) || kappa <= 0 || kappa >= 1e100) return LQCD_ERR_ARGUMENT;
	*mass = 1 / (2 * kappa) - 4;
	return LQCD_OK;
}

/** How a hop goes through memory. Whether it pays depends on the caches alone; fields do not depend on it, and sums
 * only by the order of their terms. Scalar tags do not prefetch: they wait for the processor. */
typedef struct {
	int prefetch_links;   /* links two hops ahead */
	int prefetch_spinors; /* with these, the eight neighbours of the next block */
	int stream;           /* the output past the caches */
} lqcd_wilson_hints;

/** From the bytes of all links and of a full field, which the hops of both parities pass over in turn. Up to LQCD_CACHE
 * the processor fetches well by itself, and the output is wanted soon; when even the spinors come from memory, they are
 * worth a prefetch each. */
LQCD_STATIC lqcd_wilson_hints lqcd_wilson_hints_default(size_t bytes)
{
	lqcd_wilson_hints h;
	h.prefetch_links = bytes > LQCD_CACHE;
	h.prefetch_spinors = bytes / 4 > LQCD_CACHE;
	h.stream = bytes / 2 > LQCD_CACHE;
	return h;
}

#define LQCD_TAG f
#include "../tmpl/wilson.inc"
#define LQCD_TAG d
#include "../tmpl/wilson.inc"
#define LQCD_TAG vf
#include "../tmpl/wilson.inc"
#define LQCD_TAG vd
#include "../tmpl/wilson.inc"
#define LQCD_TAG h
#include "../tmpl/wilson.inc"
#define LQCD_TAG vh
#include "../tmpl/wilson.inc"

#ifndef __cplusplus
#define LQCD__WILSON(verb, D)           LQCD_SELECT_STORED(lqcd_wilson_##verb, lqcd_wilson, *(D))
#define LQCD__WILSON_U(verb, D, u, ...) LQCD__WILSON(verb, D)(D, lqcd_gauge_field_view(u), __VA_ARGS__)

#define lqcd_wilson_create(D, u, m, bc)                     LQCD__WILSON_U(create, D, u, m, bc)
#define lqcd_wilson_create_as(D, u, m, bc, as)              LQCD__WILSON_U(create_as, D, u, m, bc, as)
#define lqcd_wilson_destroy(D)                              LQCD__WILSON(destroy, D)(D)
#define lqcd_wilson_hop(out, D, in, dag)                    LQCD__WILSON(hop, D)(out, D, in, dag)
#define lqcd_wilson_hop_xpay(o, a, x, b, D, in, dag)        LQCD__WILSON(hop_xpay, D)(o, a, x, b, D, in, dag)
#define lqcd_wilson_apply(out, D, in, dag)                  LQCD__WILSON(apply, D)(out, D, in, dag)
#define lqcd_wilson_gamma5(out, D, in)                      LQCD__WILSON(gamma5, D)(out, D, in)
#define lqcd_wilson_schur(out, D, in, tmp, dag)             LQCD__WILSON(schur, D)(out, D, in, tmp, dag)
#define lqcd_wilson_schur_dot(out, D, in, tmp, dag, y, dot) LQCD__WILSON(schur_dot, D)(out, D, in, tmp, dag, y, dot)
#define lqcd_wilson_schur_rhs(r, D, b)                      LQCD__WILSON(schur_rhs, D)(r, D, b)
#define lqcd_wilson_schur_solution(x, D, b)                 LQCD__WILSON(schur_solution, D)(x, D, b)
#endif

#endif
