/* lqcd/dirac/wilson_multi.h: the Wilson operator on several right-hand sides at once (multi.h): links are read once.
 *
 *   lqcd_wilson_<tag> D;
 *   s = lqcd_wilson_create(&D, &u, mass, bc_t), or _create_as         for fields with lanes over sites, any storage
 *   s = lqcd_wilson_create_over_rhs(&D, &u, mass, bc_t)               for fields with lanes over right-hand sides: the
 *                                                                     links of a site once, all 18 reals, spread over the
 *                                                                     lanes as they are read. Such a D works on multi-fields
 *                                                                     alone.
 *   s = lqcd_wilson_create_for(&D, &u, mass, bc_t, &x)                whichever fits the multi-field x
 *
 *   lqcd_wilson_multi_hop(&out, &D, &in, dagger)                      out_n = H in_n for every right-hand side n
 *   lqcd_wilson_multi_hop_xpay(&out, a, &x, b, &D, &in, dagger)       out_n = a x_n + b H in_n
 *   lqcd_wilson_multi_apply(&out, &D, &in, dagger)                    out_n = D in_n, full fields
 *   lqcd_wilson_multi_schur(&out, &D, &in, &tmp, dagger)              out_n = M in_n
 *   lqcd_wilson_multi_schur_rhs(&r, &D, &b), _schur_solution(&x, &D, &b)
 *
 * Formulas, aliasing and errors as in wilson.h; tags f, d, vf, vd. D, and all fields of a call, have the same lattice and
 * fill their lanes in the same way, and the fields have the same number of right-hand sides (LQCD_ASSERT). Right-hand sides
 * do not mix; with lanes over sites each comes out as from the operator on one field. Per output site and right-hand side
 * 1320 flop; traffic in reals: 48 + 144/N for N right-hand sides (12-real links: 48 + 96/N).
 */
#ifndef LQCD_DIRAC_WILSON_MULTI_H
#define LQCD_DIRAC_WILSON_MULTI_H

#include "../multi.h"
#include "wilson.h"

#define LQCD_TAG f
#include "../tmpl/wilson_multi.inc"
#define LQCD_TAG d
#include "../tmpl/wilson_multi.inc"
#define LQCD_TAG vf
#include "../tmpl/wilson_multi.inc"
#define LQCD_TAG vd
#include "../tmpl/wilson_multi.inc"

#ifndef __cplusplus
#define lqcd_wilson_create_over_rhs(dirac, u, mass, bc_t)                                                              \
	LQCD_SELECT(lqcd_wilson_create_over_rhs, lqcd_wilson, *(dirac))(dirac, lqcd_gauge_field_view(u), mass, bc_t)
#define lqcd_wilson_create_for(dirac, u, mass, bc_t, x)                                                                \
	LQCD_SELECT(lqcd_wilson_create_for, lqcd_wilson, *(dirac))(dirac, lqcd_gauge_field_view(u), mass, bc_t, x)
#define lqcd_wilson_multi_hop(out, dirac, in, dagger)                                                                  \
	LQCD_SELECT(lqcd_wilson_multi_hop, lqcd_wilson, *(dirac))(out, dirac, in, dagger)
#define lqcd_wilson_multi_hop_xpay(out, a, x, b, dirac, in, dagger)                                                    \
	LQCD_SELECT(lqcd_wilson_multi_hop_xpay, lqcd_wilson, *(dirac))(out, a, x, b, dirac, in, dagger)
#define lqcd_wilson_multi_apply(out, dirac, in, dagger)                                                                \
	LQCD_SELECT(lqcd_wilson_multi_apply, lqcd_wilson, *(dirac))(out, dirac, in, dagger)
#define lqcd_wilson_multi_schur(out, dirac, in, tmp, dagger)                                                           \
	LQCD_SELECT(lqcd_wilson_multi_schur, lqcd_wilson, *(dirac))(out, dirac, in, tmp, dagger)
#define lqcd_wilson_multi_schur_rhs(r, dirac, b)                                                                       \
	LQCD_SELECT(lqcd_wilson_multi_schur_rhs, lqcd_wilson, *(dirac))(r, dirac, b)
#define lqcd_wilson_multi_schur_solution(x, dirac, b)                                                                  \
	LQCD_SELECT(lqcd_wilson_multi_schur_solution, lqcd_wilson, *(dirac))(x, dirac, b)
#endif

#endif
