/* lqcd/dirac/clover.h: the clover term and twisted mass, the site terms of a Wilson operator (wilson.h).
 *
 *   D psi(x) = T(x) psi(x) - 1/2 H psi(x),   T = 4 + m + csw C(x) + i mu g_5
 *   C(x) = -1/2 sum_(mu<nu) g_mu g_nu F_munu(x) = i/4 sum_(mu,nu) sigma_munu F_munu,   sigma_munu = i/2 [g_mu, g_nu]
 *
 * F = (Q - Q^+)/8 of gauge/field_strength.h, from periodic links, whatever the boundary condition of D. In the chiral
 * basis T consists of two blocks of 2 NC rows, Hermitian but for +- i mu. The sign and normalisation of csw are those of Chroma, MILC
 * and openQCD: 1 at tree level. C contains the trace of F, as in Chroma and MILC, unless params.traceless. In codes that divide D by
 * 4 + m, mu is 2 kappa times ours. g5 D is Hermitian for mu = 0, and D(mu)^+ = g5 D(-mu) g5.
 *
 * params.exponential = 1 replaces 4 + m + csw C by (4 + m) exp(csw C / (4 + m)), which is never singular: A. Francis, P.
 * Fritzsch, M. Luescher, A. Rago, Comput. Phys. Commun. 255 (2020) 107355 [1911.04533].
 *
 * On a lattice with a boundary in time (lattice/boundary.h) params.cF - 1 is added to 4 + m at x_T = 1 (cF[0]) and x_T = T - 1
 * (cF[1]), for csw = 0 too. In the exponential form it is added in the factor alone. T is 4 + m, without C, where there are no quarks.
 *
 *   lqcd_wilson_create(&D, &u, mass, bc_t);                  or _create_as, any of the six tags
 *   lqcd_clover_params p = lqcd_clover_params_default();     csw 1, mu 0, with the trace, LQCD_SCHUR_ASYMMETRIC, cF 1
 *   lqcd_status s = lqcd_clover_add(&D, &u, &p, &why);       gives D the term, in place of any earlier one
 *   s = lqcd_clover_set_mu(&D, mu, &why)                     changes mu of D, with clover or without
 *
 * lqcd_wilson_dirac(&D), all functions of wilson.h and the solvers (solver/dirac.h, inverter.h) take D as before.
 * apply, gamma5 and destroy include the term; hop and hop_xpay do not. Even-odd forms: evenodd.h; the symmetric one is better conditioned.
 *
 * T itself: lqcd_dirac_term and lqcd_dirac_logdet (operator.h) of lqcd_wilson_dirac(&D). For two flavours det(T T^+) = exp(2 l)
 * with the log det l, whose sum is exact: bitwise identical for any number of lanes, threads and processes.
 *
 * Lanes over right-hand sides (wilson_multi.h) are not supported: LQCD_ERR_LANES. The blocks are in the arithmetic of D
 * (floats for h and vh): 72 reals per site for T, and as many for its inverse.
 *
 * Errors: LQCD_ERR_SINGULAR, a block without an inverse (clover_block.h), LQCD_NAN, one that is not finite; `why` (or NULL)
 * names the first such site; LQCD_ERR_ARGUMENT (csw or mu NaN, infinite or above 1e100; exponentials on a device, or with csw above 1000 (4 + m)),
 * LQCD_ERR_GEOMETRY (u is not a full field of D's lattice), LQCD_ERR_LANES, LQCD_ERR_MEMORY. After an error D is as it was.
 * Over several processes add, set_mu and logdet are collective; add exchanges the halo of its own copy of u.
 *
 * Cost per site: T 528 flop, T^-1 528 (with mu 1104), applied at the end of a hop: apply takes 1320 + 528.
 *
 * Sources: B. Sheikholeslami, R. Wohlert, Nucl. Phys. B 259 (1985) 572; R. Frezzotti et al., JHEP 08 (2001) 058.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_DIRAC_CLOVER_H
#define LQCD_DIRAC_CLOVER_H

#include "../gauge/boundary.h"
#include "../gauge/field_strength.h"
#include "../field/layout.h"
#include "clover_block.h"
#include "wilson.h"

/** Floating-point operations of T per site, as executed: 528 for three colours. */
#define LQCD_CLOVER_FLOPS     LQCD__CLOVER_FLOPS(LQCD_NC)
#define LQCD__CLOVER_FLOPS(n) (32.0 * (n) * (2 * (n) - 1) + 16.0 * (n))

typedef struct {
	double csw, mu;
	int traceless; /* 1: F without its trace */
	lqcd_schur_form schur;
	int exponential; /* 1: (4+m) exp(csw C / (4+m)) */
	double cF[2];
} lqcd_clover_params;

LQCD_STATIC lqcd_clover_params lqcd_clover_params_default(void)
{
	const lqcd_clover_params p = {1, 0, 0, LQCD_SCHUR_ASYMMETRIC, 0, {1, 1}};
	return p;
}

/** Reports a failure s, with the cause that the lattice may know, in `why`, too. */
LQCD_STATIC lqcd_status lqcd__clover_failed(const lqcd_lattice *lat, lqcd_status s, lqcd_message *why)
{
	const lqcd_message cause = lqcd_lattice_why(lat, s);
	(void)lqcd__refuse(lat, s, "%.250s", cause.text);
	return lqcd_fail(why, s, "clover term: %s", cause.text);
}

/** LQCD_ERR_SINGULAR with the first singular site of all processes, on all, LQCD_NAN if its links are no numbers,
 * or LQCD_OK. site: the first of this process, and 1/2 if it is singular; or negative. */
LQCD_STATIC lqcd_status lqcd__clover_status(const lqcd_lattice *lat, double site, double csw, double mu,
					    lqcd_message *why)
{
	const int *l = lat->extent;
	const uint64_t n = site < 0 ? 0 : (uint64_t)site;
	lqcd_message mine = {""};
	lqcd_status s = LQCD_OK;
	int x[4];
	lqcd__unlex((int)(n % ((uint64_t)l[1] * (uint64_t)l[2] * (uint64_t)l[3])), l, x);
	if (site >= 0)
		s = lqcd_fail(&mine, site > (double)n ? LQCD_ERR_SINGULAR : LQCD_NAN,
			      "clover term: %s at the site T X Y Z = %d %d %d %d (csw %g, mu %g)",
			      site > (double)n ? "singular" : "NaN or infinity in the links",
			      (int)(n / ((uint64_t)l[1] * (uint64_t)l[2] * (uint64_t)l[3])), x[1], x[2], x[3], csw, mu);
	s = lqcd_comm_agree(&lat->comm, s, n, &mine);
	if (s != LQCD_OK) (void)lqcd__refuse(lat, s, "%.250s", mine.text);
	return s == LQCD_OK ? s : lqcd_fail(why, s, "%s", mine.text);
}

LQCD_STATIC lqcd_status lqcd__clover_check(const lqcd_lattice *lat, const lqcd_clover_params *p)
{
	if (!(fabs(p->csw) <= 1e100) || !(fabs(p->mu) <= 1e100))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "csw %g, mu %g: must be numbers below 1e100", p->csw,
				    p->mu);
	if (!lqcd_isfinite(p->cF[0]) || !lqcd_isfinite(p->cF[1]))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "c_F %g and %g: must be numbers", p->cF[0], p->cF[1]);
	if (p->schur != LQCD_SCHUR_ASYMMETRIC && p->schur != LQCD_SCHUR_SYMMETRIC)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "schur %d: LQCD_SCHUR_ASYMMETRIC or LQCD_SCHUR_SYMMETRIC",
				    (int)p->schur);
	return LQCD_OK;
}

/* Larger than the number of any site, and exact with 1/2. */
#define LQCD__SITES_MOST 2251799813685248.0

/** The halvings with which csw C / diagonal <= 2^halvings: |C| <= 3. */
LQCD_FN int lqcd__clover_halvings(double csw, double diagonal)
{
	int n = 0;
	while (ldexp(diagonal, n) < 3 * fabs(csw)) n++;
	return n;
}

#define LQCD_TEMPLATE "../dirac/clover.inc"
#define LQCD_TAGS     LQCD_ALL_STORED_TAGS + LQCD_REPRESENTED
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__CLOVER(verb, D)               LQCD_SELECT_STORED(lqcd_clover_##verb, lqcd_wilson, *(D))
#define lqcd_clover_add(D, u, params, why)  LQCD__CLOVER(add, D)(D, lqcd_gauge_field_view(u), params, why)
#define lqcd_clover_set_mu(D, mu, why)      LQCD__CLOVER(set_mu, D)(D, mu, why)
#endif

#endif
