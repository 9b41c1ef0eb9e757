/* lqcd/dirac/operator.h: what a Dirac operator is to everyone else: solvers, multigrid, propagators, HMC, devices.
 *
 *   D = (T - H/2) R,   H: hops between sites of opposite parity,   T: a site term,   R: a right factor, usually 1
 *
 *   lqcd_dirac_<tag> d = lqcd_wilson_dirac(&wilson);        a view: it owns nothing, D must live as long
 *   lqcd_dirac_apply(&out, &d, &in, dagger, &tmp)           out = D in or D^dagger in, full fields; tmp NULL unless
 *                                                           d.needs_tmp
 *   lqcd_dirac_term(&out, &d, &in, inverse, dagger)         out = T in, T^-1 in or the adjoint; any parity; out may be in
 *   l = lqcd_dirac_logdet(&d, parity)                       sum over the sites of a parity of log |det T|
 *   lqcd_operator_<tag> op = lqcd_dirac_operator(&d)        D as a linear operator (solver/solver.h) on full fields
 *
 * The struct is the interface: a library or a user fills it, everyone else calls through it, once per field and never
 * once per site. lqcd_dirac_<tag> acts on spinor fields, lqcd_multi_dirac_<tag> on multi-fields (field/multi.h): many
 * right-hand sides, or a fifth dimension. Members (begin with lqcd_dirac_make, which clears them):
 *
 *   self                    the operator's own data, for its functions
 *   type                    the full geometry of its fields
 *   rhs, coupled            of multi-fields: how many right-hand sides (0: any); 1: they are one vector, as a fifth
 *                           dimension is
 *   diagonal                T where it is this number (4 + m) on all sites, and term NULL
 *   hop(d, &job, &dot)      one hop (lqcd_hop below); returns |out|^2 where job.sums. Required; of multi-fields NULL
 *                           where an operator has no such form, and solvers return LQCD_ERR_ARGUMENT
 *   hops(d, &first, &second, &dot)    or NULL: the same for two, the second after the first, where they can share work
 *   apply(d, out, in, dagger, tmp)    or NULL: from hop
 *   term(d, out, in, inverse, dagger) or NULL: T = diagonal
 *   schur                   which even-odd form D wants (evenodd.h), where there is a term
 *   bound                   a bound of |T| with LQCD_SCHUR_SYMMETRIC, else 1
 *   right(d, x, what)       or NULL: R = 1. In place: R x, T R x or R^-1 x
 *   logdet(d, parity)       or NULL: that of T = diagonal
 *   force(d, &f, k, x, z)   or NULL: no HMC. f.p -= k F of S = -2 Re x^dagger M z, with constant x and z, M of evenodd.h
 *                           in the asymmetric form: even sites of x and z are given, odd ones are written. What T
 *                           contributes by its clover leaves is collected in f.leaves
 *   force_logdet(d, &f, parity, k)    or NULL: det T does not depend on links. Collects k log |det T|
 *   set_links(self, u)      or NULL: no HMC. D on other links u, with the parameters that it has
 *   gamma5_hermitian        1: D^dagger = g5 D g5, which rational HMC needs
 *   masks                   1: hop honours job.mask, which multigrid needs
 *   wilson                  or NULL: D is dirac/wilson.h's, with its site term, for kernels tuned to its links
 *                           (solver/multigrid.h, solver/sap.h)
 *   hop_flops, term_flops   per site and right-hand side: of a hop; of T and T^-1 together
 *
 * A job is  out = a x + b H in  (x NULL: without a x), with T as `term` says:
 *
 *   LQCD_TERM_NONE             out = a x + b H in
 *   LQCD_TERM_ON_X             out = T x + b H in               (a only where T = diagonal: a x)
 *   LQCD_TERM_INVERSE_ON_HOP   out = a x + T^-1 (b H in)
 *   LQCD_TERM_INVERSE_ON_ALL   out = T^-1 (a x + b H in)
 *
 * dagger: H and T are the adjoint ones. out and in are of opposite parity or both full, out may be x, not in. y: or NULL,
 * then *dot = <y, out>; only with sums, which only spinor fields have. Where T = diagonal every job is the first one: the
 * caller puts the number into a and b.
 *
 * For an operator of your own (examples/own_operator.c): a hop sums what arrives at ix and calls
 *
 *   lqcd_hop_carry_<tag>(&uh, &u, &psi, ix, mu, way, sign)    a half-spinor (1 - sign g_mu) psi of the neighbour of ix in
 *                                          direction mu (way 1) or -mu (-1), carried to ix by its link
 *   lqcd_hop_put_<tag>(job, ix, &sum)      writes a x + b sum to out; spinor fields
 *   lqcd_hop_sums_<tag>(job, dot)          the sums, when all is written: what hop returns
 *   s = lqcd_force_fields_<tag>(d, x, z)   the odd parts of x and z in force: H x with the adjoint, H z; with a term T^-1
 *                                          of them; and their halos
 *
 * Compare QUDA's dirac_quda.h and Grid's FermionOperator.h, which have a class for each even-odd form of each operator.
 */
#ifndef LQCD_DIRAC_OPERATOR_H
#define LQCD_DIRAC_OPERATOR_H

#include <string.h>

#include "../field/linear.h"
#include "../field/multi.h"
#include "../gauge/clover_leaves.h"

/** Where the site term stands in a hop. */
typedef enum {
	LQCD_TERM_NONE,
	LQCD_TERM_ON_X,
	LQCD_TERM_INVERSE_ON_HOP,
	LQCD_TERM_INVERSE_ON_ALL
} lqcd_term_use;

/** Even-odd forms of a D with a site term: M = T_ee - H_eo T_oo^-1 H_oe / 4; T_ee^-1 M; M T_ee^-1. */
typedef enum { LQCD_SCHUR_ASYMMETRIC, LQCD_SCHUR_SYMMETRIC, LQCD_SCHUR_RIGHT } lqcd_schur_form;

/** What a right factor is asked for, in place: R x, T R x, R^-1 x. */
typedef enum { LQCD_RIGHT, LQCD_RIGHT_WITH_TERM, LQCD_RIGHT_INVERSE } lqcd_right_use;

#define LQCD_TEMPLATE "../dirac/operator.inc"
#define LQCD_TAGS LQCD_STORED_TAGS
#include "../base/each_tag.inc"

#define LQCD_MANY
#define LQCD_TEMPLATE "../dirac/operator.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define LQCD__DIRAC(verb, d)                                                                                           \
	_Generic(*(d), LQCD__CASES(lqcd_dirac_##verb, lqcd_dirac),                                                     \
		lqcd_dirac_h: lqcd_dirac_##verb##_h,                                                                   \
		lqcd_dirac_vh: lqcd_dirac_##verb##_vh,                                                                 \
		LQCD__CASES(lqcd_multi_dirac_##verb, lqcd_multi_dirac))
#define lqcd_dirac_apply(out, d, in, dagger, tmp)         LQCD__DIRAC(apply, d)(out, d, in, dagger, tmp)
#define lqcd_dirac_term(out, d, in, inverse, dagger)      LQCD__DIRAC(term, d)(out, d, in, inverse, dagger)
#define lqcd_dirac_logdet(d, parity)                      LQCD__DIRAC(logdet, d)(d, parity)
#define lqcd_dirac_operator(d)                            LQCD_SELECT_STORED(lqcd_dirac_operator, lqcd_dirac, *(d))(d)
#endif

#endif
