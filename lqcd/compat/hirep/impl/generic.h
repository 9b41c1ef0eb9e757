/* lqcd/compat/hirep/impl/generic.h: operations on fields without the type in their names, chosen by the first field.
 * Part of libhr.h alone: older programs have functions of such names of their own. */
#ifndef LQCD_COMPAT_HIREP_GENERIC_H
#define LQCD_COMPAT_HIREP_GENERIC_H

#include "names.h"

#ifdef __cplusplus
#define LQCD__HR_OVERLOAD(op, type)                                                                                    \
	template <class... A> static inline auto op(type *s, A... a)->decltype(op##_##type(s, a...))                   \
	{                                                                                                              \
		return op##_##type(s, a...);                                                                           \
	}
#define LQCD__HR_OF_SPINORS(op) LQCD__HR_OVERLOAD(op, spinor_field) LQCD__HR_OVERLOAD(op, spinor_field_flt)
#define LQCD__HR_OF_COMPLEX(op)                                                                                        \
	LQCD__HR_OF_SPINORS(op)                                                                                        \
	LQCD__HR_OVERLOAD(op, suNg_field)                                                                              \
	LQCD__HR_OVERLOAD(op, suNg_field_flt)                                                                          \
	LQCD__HR_OVERLOAD(op, suNg_scalar_field)                                                                       \
	LQCD__HR_OVERLOAD(op, gtransf)
#define LQCD__HR_OF_ANY(op)                                                                                            \
	LQCD__HR_OF_COMPLEX(op) LQCD__HR_OVERLOAD(op, scalar_field) LQCD__HR_OVERLOAD(op, suNg_av_field)
LQCD__HR_OF_ANY(copy)
LQCD__HR_OF_ANY(zero)
LQCD__HR_OF_ANY(add)
LQCD__HR_OF_ANY(sub)
LQCD__HR_OF_ANY(mul)
LQCD__HR_OF_ANY(minus)
LQCD__HR_OF_ANY(add_assign)
LQCD__HR_OF_ANY(sub_assign)
LQCD__HR_OF_ANY(mul_add_assign)
LQCD__HR_OF_ANY(sqnorm)
LQCD__HR_OF_ANY(prod_re)
LQCD__HR_OF_ANY(start_sendrecv)
LQCD__HR_OF_ANY(complete_sendrecv)
LQCD__HR_OF_COMPLEX(prod_im)
LQCD__HR_OF_COMPLEX(prod)
LQCD__HR_OF_COMPLEX(mulc)
LQCD__HR_OF_COMPLEX(mulc_add_assign)
LQCD__HR_OF_SPINORS(lc)
LQCD__HR_OF_SPINORS(lc_add_assign)
LQCD__HR_OF_SPINORS(clc)
LQCD__HR_OF_SPINORS(clc_add_assign)
LQCD__HR_OF_SPINORS(g5)
LQCD__HR_OF_SPINORS(g5_assign)
LQCD__HR_OF_SPINORS(g5_prod_re)
LQCD__HR_OF_SPINORS(g5_prod_im)

#define LQCD__HR_CALL(name, function, type)                                                                            \
	static inline void name(type *s)                                                                               \
	{                                                                                                              \
		function(s);                                                                                           \
	}
#define LQCD__HR_FREE(type, dim, tag) LQCD__HR_CALL(free_field, free_##type, type)
LQCD__HR_FIELDS(LQCD__HR_FREE)
LQCD__HR_CALL(random_field, gaussian_spinor_field, spinor_field)
LQCD__HR_CALL(random_field, gaussian_spinor_field_flt, spinor_field_flt)
LQCD__HR_CALL(random_field, random_u, suNg_field)
#else

#define LQCD__HR_ANY(op, s)                                                                                            \
	_Generic((s), spinor_field *                                                                                   \
		 : op##_spinor_field, spinor_field_flt *                                                               \
		 : op##_spinor_field_flt, scalar_field *                                                               \
		 : op##_scalar_field, suNg_field *                                                                     \
		 : op##_suNg_field, suNg_field_flt *                                                                   \
		 : op##_suNg_field_flt, suNg_av_field *                                                                \
		 : op##_suNg_av_field, suNg_scalar_field *                                                             \
		 : op##_suNg_scalar_field, gtransf *                                                                   \
		 : op##_gtransf)
#define LQCD__HR_ANY_COMPLEX(op, s)                                                                                    \
	_Generic((s), spinor_field *                                                                                   \
		 : op##_spinor_field, spinor_field_flt *                                                               \
		 : op##_spinor_field_flt, suNg_field *                                                                 \
		 : op##_suNg_field, suNg_field_flt *                                                                   \
		 : op##_suNg_field_flt, suNg_scalar_field *                                                            \
		 : op##_suNg_scalar_field, gtransf *                                                                   \
		 : op##_gtransf)
#define LQCD__HR_SPINORS(op, s)                                                                                        \
	_Generic((s), spinor_field * : op##_spinor_field, spinor_field_flt * : op##_spinor_field_flt)

#define copy(r, s)                    LQCD__HR_ANY(copy, r)(r, s)
#define zero(s)                       LQCD__HR_ANY(zero, s)(s)
#define add(r, a, b)                  LQCD__HR_ANY(add, r)(r, a, b)
#define sub(r, a, b)                  LQCD__HR_ANY(sub, r)(r, a, b)
#define mul(r, k, s)                  LQCD__HR_ANY(mul, r)(r, k, s)
#define minus(r, s)                   LQCD__HR_ANY(minus, r)(r, s)
#define add_assign(r, s)              LQCD__HR_ANY(add_assign, r)(r, s)
#define sub_assign(r, s)              LQCD__HR_ANY(sub_assign, r)(r, s)
#define mul_add_assign(r, k, s)       LQCD__HR_ANY(mul_add_assign, r)(r, k, s)
#define sqnorm(s)                     LQCD__HR_ANY(sqnorm, s)(s)
#define prod_re(a, b)                 LQCD__HR_ANY(prod_re, a)(a, b)
#define prod_im(a, b)                 LQCD__HR_ANY_COMPLEX(prod_im, a)(a, b)
#define prod(a, b)                    LQCD__HR_ANY_COMPLEX(prod, a)(a, b)
#define mulc(r, z, s)                 LQCD__HR_ANY_COMPLEX(mulc, r)(r, z, s)
#define mulc_add_assign(r, z, s)      LQCD__HR_ANY_COMPLEX(mulc_add_assign, r)(r, z, s)
#define lc(r, k, a, l, b)             LQCD__HR_SPINORS(lc, r)(r, k, a, l, b)
#define lc_add_assign(r, k, a, l, b)  LQCD__HR_SPINORS(lc_add_assign, r)(r, k, a, l, b)
#define clc(r, z, a, w, b)            LQCD__HR_SPINORS(clc, r)(r, z, a, w, b)
#define clc_add_assign(r, z, a, w, b) LQCD__HR_SPINORS(clc_add_assign, r)(r, z, a, w, b)
#define g5(r, s)                      LQCD__HR_SPINORS(g5, r)(r, s)
#define g5_assign(s)                  LQCD__HR_SPINORS(g5_assign, s)(s)
#define g5_prod_re(a, b)              LQCD__HR_SPINORS(g5_prod_re, a)(a, b)
#define g5_prod_im(a, b)              LQCD__HR_SPINORS(g5_prod_im, a)(a, b)
#define free_field(s)                 LQCD__HR_ANY(free, s)(s)
#define start_sendrecv(s)             LQCD__HR_ANY(start_sendrecv, s)(s)
#define complete_sendrecv(s)          LQCD__HR_ANY(complete_sendrecv, s)(s)
#define random_field(s)                                                                                                \
	_Generic((s), spinor_field *                                                                                   \
		 : gaussian_spinor_field, spinor_field_flt *                                                           \
		 : gaussian_spinor_field_flt, suNg_field *                                                             \
		 : random_u)(s)
#endif

#endif
