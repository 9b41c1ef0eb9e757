/* lqcd/compat/hirep/impl/generic.h: operations on fields without the type in their names, chosen by the first field.
 * Part of libhr.h alone: older programs have functions of such names of their own. In C that is _Generic, in C++ an
 * overload for each type of field, LQCD__HR_ON(operation, type), of which the lists below are made.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_GENERIC_H
#define LQCD_COMPAT_HIREP_GENERIC_H

#include "names.h"

#define LQCD__HR_SPINORS(op) LQCD__HR_ON(op, spinor_field) LQCD__HR_ON(op, spinor_field_flt)
#define LQCD__HR_LINKS(op)   LQCD__HR_ON(op, suNg_field) LQCD__HR_ON(op, suNg_field_flt) LQCD__HR_ON(op, gtransf)
/* Links of quarks, where they are a type of their own: in LINKS if complex, else in ANY alone. */
#ifdef REPR_IS_REAL
#define LQCD__HR_SUNF(op)      LQCD__HR_ON(op, suNfc_field)
#define LQCD__HR_REAL_SUNF(op) LQCD__HR_ON(op, suNf_field) LQCD__HR_ON(op, suNf_field_flt)
#elif defined(LQCD__HR_REP)
#define LQCD__HR_SUNF(op) LQCD__HR_ON(op, suNf_field) LQCD__HR_ON(op, suNf_field_flt)
#define LQCD__HR_REAL_SUNF(op)
#else
#define LQCD__HR_SUNF(op)
#define LQCD__HR_REAL_SUNF(op)
#endif
#define LQCD__HR_FORCES(op)  LQCD__HR_ON(op, clover_force) LQCD__HR_ON(op, staple_field)
#define LQCD__HR_SUNG(op)    LQCD__HR_LINKS(op) LQCD__HR_FORCES(op) LQCD__HR_ON(op, suNg_scalar_field)
#define LQCD__HR_COMPLEX(op) LQCD__HR_SPINORS(op) LQCD__HR_SUNG(op) LQCD__HR_SUNF(op)
#define LQCD__HR_REALS(op)   LQCD__HR_ON(op, scalar_field) LQCD__HR_ON(op, suNg_av_field) LQCD__HR_REAL_SUNF(op)
#define LQCD__HR_ANY(op)     LQCD__HR_COMPLEX(op) LQCD__HR_REALS(op)

#ifdef __cplusplus
/* clang-format off */
#define LQCD__HR_HEAD(op, type) template <class... A> static inline auto op(type *s, A... a)
#define LQCD__HR_ON(op, type) LQCD__HR_HEAD(op, type)->decltype(op##_##type(s, a...)) { return op##_##type(s, a...); }
LQCD__HR_ANY(copy)
LQCD__HR_ANY(zero)
LQCD__HR_ANY(add)
LQCD__HR_ANY(sub)
LQCD__HR_ANY(mul)
LQCD__HR_ANY(minus)
LQCD__HR_ANY(add_assign)
LQCD__HR_ANY(sub_assign)
LQCD__HR_ANY(mul_add_assign)
LQCD__HR_ANY(sqnorm)
LQCD__HR_ANY(prod_re)
LQCD__HR_ANY(max)
LQCD__HR_ANY(start_sendrecv)
LQCD__HR_ANY(complete_sendrecv)
LQCD__HR_COMPLEX(prod_im)
LQCD__HR_COMPLEX(prod)
LQCD__HR_COMPLEX(mulc)
LQCD__HR_COMPLEX(mulc_add_assign)
LQCD__HR_SPINORS(lc)
LQCD__HR_SPINORS(lc_add_assign)
LQCD__HR_SPINORS(clc)
LQCD__HR_SPINORS(clc_add_assign)
LQCD__HR_SPINORS(g5)
LQCD__HR_SPINORS(g5_assign)
LQCD__HR_SPINORS(g5_prod_re)
LQCD__HR_SPINORS(g5_prod_im)
LQCD__HR_SPINORS(g0)
LQCD__HR_SPINORS(g1)
LQCD__HR_SPINORS(g2)
LQCD__HR_SPINORS(g3)
#undef LQCD__HR_ON
#define LQCD__HR_ON(op, type) static inline double prod(const type *a, const type *b) { return op##_##type(a, b); }
LQCD__HR_REALS(prod_re)
#undef LQCD__HR_ON
#define LQCD__HR_ON(op, type) static inline void op##_field(type *s) { op##_##type(s); }
LQCD__HR_ANY(free)
#undef LQCD__HR_ON
#define LQCD__HR_ON(op, type) static inline type *alloc(type *, unsigned n, geometry_descriptor *g) { return op##_##type(n, g); }
LQCD__HR_ANY(alloc_n)
/* clang-format on */

static inline void random_field(spinor_field *s)
{
	gaussian_spinor_field(s);
}

static inline void random_field(spinor_field_flt *s)
{
	gaussian_spinor_field_flt(s);
}

static inline void random_field(suNg_field *s)
{
	random_u(s);
}
#else
/* No field has the first of the types; it takes the place before the first comma. */
#define LQCD__HR_ON(op, type) , type * : op##_##type
#define LQCD__HR_PICK(s, ...) (__extension__ _Generic((s), void * : 0 __VA_ARGS__))

#define copy(r, s)                    LQCD__HR_PICK(r, LQCD__HR_ANY(copy))(r, s)
#define zero(s)                       LQCD__HR_PICK(s, LQCD__HR_ANY(zero))(s)
#define add(r, a, b)                  LQCD__HR_PICK(r, LQCD__HR_ANY(add))(r, a, b)
#define sub(r, a, b)                  LQCD__HR_PICK(r, LQCD__HR_ANY(sub))(r, a, b)
#define mul(r, k, s)                  LQCD__HR_PICK(r, LQCD__HR_ANY(mul))(r, k, s)
#define minus(r, s)                   LQCD__HR_PICK(r, LQCD__HR_ANY(minus))(r, s)
#define add_assign(r, s)              LQCD__HR_PICK(r, LQCD__HR_ANY(add_assign))(r, s)
#define sub_assign(r, s)              LQCD__HR_PICK(r, LQCD__HR_ANY(sub_assign))(r, s)
#define mul_add_assign(r, k, s)       LQCD__HR_PICK(r, LQCD__HR_ANY(mul_add_assign))(r, k, s)
#define sqnorm(s)                     LQCD__HR_PICK(s, LQCD__HR_ANY(sqnorm))(s)
#define max(s)                        LQCD__HR_PICK(s, LQCD__HR_ANY(max))(s)
#define alloc(s, n, type)             LQCD__HR_PICK(s, LQCD__HR_ANY(alloc_n))(n, type)
#define prod_re(a, b)                 LQCD__HR_PICK(a, LQCD__HR_ANY(prod_re))(a, b)
#define prod_im(a, b)                 LQCD__HR_PICK(a, LQCD__HR_COMPLEX(prod_im))(a, b)
#define prod(a, b)                    LQCD__HR_PICK(a, LQCD__HR_COMPLEX(prod) LQCD__HR_REALS(prod_re))(a, b)
#define mulc(r, z, s)                 LQCD__HR_PICK(r, LQCD__HR_COMPLEX(mulc))(r, z, s)
#define mulc_add_assign(r, z, s)      LQCD__HR_PICK(r, LQCD__HR_COMPLEX(mulc_add_assign))(r, z, s)
#define lc(r, k, a, l, b)             LQCD__HR_PICK(r, LQCD__HR_SPINORS(lc))(r, k, a, l, b)
#define lc_add_assign(r, k, a, l, b)  LQCD__HR_PICK(r, LQCD__HR_SPINORS(lc_add_assign))(r, k, a, l, b)
#define clc(r, z, a, w, b)            LQCD__HR_PICK(r, LQCD__HR_SPINORS(clc))(r, z, a, w, b)
#define clc_add_assign(r, z, a, w, b) LQCD__HR_PICK(r, LQCD__HR_SPINORS(clc_add_assign))(r, z, a, w, b)
#define g5(r, s)                      LQCD__HR_PICK(r, LQCD__HR_SPINORS(g5))(r, s)
#define g5_assign(s)                  LQCD__HR_PICK(s, LQCD__HR_SPINORS(g5_assign))(s)
#define g0(r, s)                      LQCD__HR_PICK(r, LQCD__HR_SPINORS(g0))(r, s)
#define g1(r, s)                      LQCD__HR_PICK(r, LQCD__HR_SPINORS(g1))(r, s)
#define g2(r, s)                      LQCD__HR_PICK(r, LQCD__HR_SPINORS(g2))(r, s)
#define g3(r, s)                      LQCD__HR_PICK(r, LQCD__HR_SPINORS(g3))(r, s)
#define g5_prod_re(a, b)              LQCD__HR_PICK(a, LQCD__HR_SPINORS(g5_prod_re))(a, b)
#define g5_prod_im(a, b)              LQCD__HR_PICK(a, LQCD__HR_SPINORS(g5_prod_im))(a, b)
#define free_field(s)                 LQCD__HR_PICK(s, LQCD__HR_ANY(free))(s)
#define start_sendrecv(s)             LQCD__HR_PICK(s, LQCD__HR_ANY(start_sendrecv))(s)
#define complete_sendrecv(s)          LQCD__HR_PICK(s, LQCD__HR_ANY(complete_sendrecv))(s)
/* SU(N) links, of other types numbers N(0,1) (test_utils.h) */
#ifdef REPR_IS_REAL
#define LQCD__HR_RANDOM_SUNF , suNf_field *: random_suNf_field_cpu, suNf_field_flt *: random_suNf_field_flt_cpu, suNfc_field *: random_suNfc_field_cpu
#elif defined(LQCD__HR_REP)
#define LQCD__HR_RANDOM_SUNF , suNf_field *: random_u_f, suNf_field_flt *: random_suNf_field_flt_cpu
#else
#define LQCD__HR_RANDOM_SUNF
#endif
#define random_field(s)                                                                                                \
	LQCD__HR_PICK(s, LQCD__HR_SPINORS(gaussian), suNg_field * : random_u, suNg_field_flt * : random_suNg_field_flt_cpu,                    \
		      scalar_field * : random_scalar_field_cpu, suNg_av_field * : random_suNg_av_field_cpu,                            \
		      suNg_scalar_field * : random_suNg_scalar_field_cpu, gtransf * : random_gtransf_cpu,                              \
		      clover_force * : random_clover_force_cpu, staple_field * : random_staple_field_cpu LQCD__HR_RANDOM_SUNF)(s)
#endif

/* Each operation also has its name on the processor. */
#define copy_cpu            copy
#define zero_cpu            zero
#define add_cpu             add
#define sub_cpu             sub
#define mul_cpu             mul
#define mulc_cpu            mulc
#define minus_cpu           minus
#define add_assign_cpu      add_assign
#define sub_assign_cpu      sub_assign
#define mul_add_assign_cpu  mul_add_assign
#define mulc_add_assign_cpu mulc_add_assign
#define sqnorm_cpu          sqnorm
#define prod_re_cpu         prod_re
#define prod_im_cpu         prod_im
#define prod_cpu            prod
#define max_cpu             max
#define lc_cpu              lc
#define lc_add_assign_cpu   lc_add_assign
#define clc_cpu             clc
#define clc_add_assign_cpu  clc_add_assign
#define g5_cpu              g5
#define g5_assign_cpu       g5_assign
#define g5_prod_re_cpu      g5_prod_re
#define g5_prod_im_cpu      g5_prod_im

#endif
