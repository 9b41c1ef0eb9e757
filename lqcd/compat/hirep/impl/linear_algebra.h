/* lqcd/compat/hirep/impl/linear_algebra.h: part of compat/hirep.h: algebra of fields, <operation>_<type>.
 *
 * On every type of field, k real: copy(r,s) zero(s) add(r,a,b) sub(r,a,b) mul(r,k,s) minus(r,s) add_assign(r,s)
 * sub_assign(r,s) mul_add_assign(r,k,s) lc(r,k,a,l,b) lc_add_assign, sqnorm(s) prod_re(a,b); all but scalar_field and
 * suNg_av_field also z complex: mulc(r,z,s) mulc_add_assign clc(r,z,a,w,b) clc_add_assign, prod(a,b) = <a,b>, prod_im.
 * Spinor fields also g5(r,s) g5_assign(s) g0 g1 g2 g3 g5_prod_re g5_prod_im g5_mulc_add_assign(r,z,s), lc1(k,r,s): r +=
 * k s, lc2(k,l,r,s): r = k r + l s, lc3(k,l,r,a,b): r += k a + l b.
 *
 * Sums are in double and give the same bits for every number of threads. r may be an input but for g0 .. g3. */
#ifndef LQCD_COMPAT_HIREP_LINEAR_ALGEBRA_H
#define LQCD_COMPAT_HIREP_LINEAR_ALGEBRA_H

#include "../../../linalg.h"
#include "fields.h"
#include "spinor.h"

static inline lqcd_complex_d lqcd__hr_pair(hr_complex z)
{
	return lqcd_complex_make_d(lqcd__hr_re(z), lqcd__hr_im(z));
}

/* A field as real numbers: those of index ix of the full lattice begin at number ix * reals. */
typedef struct {
	char *p;
	const lqcd_geometry *g;
	size_t reals;
} lqcd__hr_numbers;

/** Also a barrier: what the program wrote as hr_complex is read as pairs of numbers from here on. */
static inline lqcd__hr_numbers lqcd__hr_number_view(const void *field, size_t element, size_t number)
{
	lqcd__hr_field s;
	lqcd__hr_numbers v;
	__asm__ volatile("" ::: "memory");
	memcpy(&s, field, sizeof s);
	v.g = lqcd__hr_geometry(s.type);
	v.reals = (size_t)s.field_dim * element / number;
	v.p = s.ptr - (size_t)s.type->master_shift * v.reals * number;
	return v;
}

#define LQCD__HR_SPINOR_d spinor_field
#define LQCD__HR_SPINOR_f spinor_field_flt
#define LQCD_TAG d
#include "linear_algebra.inc"
#define LQCD_TAG f
#include "linear_algebra.inc"

#define LQCD__HR_NUMBERS(s, tag) lqcd__hr_number_view(s, sizeof *(s)->ptr, sizeof(lqcd_real_##tag))
/* name(r, ..) for real combinations of type fields: r := c r + k a + l b */
#define LQCD__HR_COMBINE(type, tag, name, params, r, c, k, a, l, b)                                                    \
	static inline void name##_##type params                                                                        \
	{                                                                                                              \
		lqcd__hr_combine_##tag(LQCD__HR_NUMBERS(r, tag), c, k, LQCD__HR_NUMBERS(a, tag), l,                    \
				       LQCD__HR_NUMBERS(b, tag));                                                      \
	}
#define LQCD__HR_REAL_ALGEBRA(t, dim, tag)                                                                             \
	LQCD__HR_COMBINE(t, tag, copy, (t * r, const t *s), r, 0, 1, s, 0, s)                                          \
	LQCD__HR_COMBINE(t, tag, minus, (t * r, const t *s), r, 0, -1, s, 0, s)                                        \
	LQCD__HR_COMBINE(t, tag, mul, (t * r, double k, const t *s), r, 0, k, s, 0, s)                                 \
	LQCD__HR_COMBINE(t, tag, add, (t * r, const t *a, const t *b), r, 0, 1, a, 1, b)                               \
	LQCD__HR_COMBINE(t, tag, sub, (t * r, const t *a, const t *b), r, 0, 1, a, -1, b)                              \
	LQCD__HR_COMBINE(t, tag, add_assign, (t * r, const t *s), r, 1, 1, s, 0, s)                                    \
	LQCD__HR_COMBINE(t, tag, sub_assign, (t * r, const t *s), r, 1, -1, s, 0, s)                                   \
	LQCD__HR_COMBINE(t, tag, mul_add_assign, (t * r, double k, const t *s), r, 1, k, s, 0, s)                      \
	LQCD__HR_COMBINE(t, tag, lc, (t * r, double k, const t *a, double l, const t *b), r, 0, k, a, l, b)            \
	LQCD__HR_COMBINE(t, tag, lc_add_assign, (t * r, double k, const t *a, double l, const t *b), r, 1, k, a, l, b) \
	static inline void zero_##t(t *s)                                                                              \
	{                                                                                                              \
		memset(s->ptr, 0, (size_t)s->type->gsize_spinor * dim * sizeof *s->ptr);                               \
	}                                                                                                              \
	static inline double prod_re_##t(const t *a, const t *b)                                                       \
	{                                                                                                              \
		return lqcd__hr_dot_##tag(LQCD__HR_NUMBERS(a, tag), LQCD__HR_NUMBERS(b, tag), 0, 0);                   \
	}                                                                                                              \
	static inline double sqnorm_##t(const t *s)                                                                    \
	{                                                                                                              \
		return prod_re_##t(s, s);                                                                              \
	}
#define LQCD__HR_COMBINE_COMPLEX(type, tag, name, params, r, c, k, a, l, b)                                            \
	static inline void name##_##type params                                                                        \
	{                                                                                                              \
		lqcd__hr_ccombine_##tag(LQCD__HR_NUMBERS(r, tag), c, lqcd__hr_pair(k), LQCD__HR_NUMBERS(a, tag),       \
					lqcd__hr_pair(l), LQCD__HR_NUMBERS(b, tag));                                   \
	}
#define LQCD__HR_COMPLEX_ALGEBRA(t, tag)                                                                               \
	LQCD__HR_COMBINE_COMPLEX(t, tag, mulc, (t * r, hr_complex z, const t *s), r, 0, z, s, 0, s)                    \
	LQCD__HR_COMBINE_COMPLEX(t, tag, mulc_add_assign, (t * r, hr_complex z, const t *s), r, 1, z, s, 0, s)         \
	LQCD__HR_COMBINE_COMPLEX(t, tag, clc, (t * r, hr_complex z, const t *a, hr_complex w, const t *b), r, 0, z, a, \
				 w, b)                                                                                 \
	LQCD__HR_COMBINE_COMPLEX(t, tag, clc_add_assign, (t * r, hr_complex z, const t *a, hr_complex w, const t *b),  \
				 r, 1, z, a, w, b)                                                                     \
	static inline double prod_im_##t(const t *a, const t *b)                                                       \
	{                                                                                                              \
		return lqcd__hr_dot_##tag(LQCD__HR_NUMBERS(a, tag), LQCD__HR_NUMBERS(b, tag), 1, 0);                   \
	}                                                                                                              \
	static inline hr_complex prod_##t(const t *a, const t *b)                                                      \
	{                                                                                                              \
		return lqcd__hr_make(prod_re_##t(a, b), prod_im_##t(a, b));                                            \
	}
LQCD__HR_REAL_ALGEBRA(scalar_field, 1, d)
LQCD__HR_REAL_ALGEBRA(suNg_av_field, 4, d)
LQCD__HR_REAL_ALGEBRA(suNg_field, 4, d)
LQCD__HR_COMPLEX_ALGEBRA(suNg_field, d)
LQCD__HR_REAL_ALGEBRA(suNg_field_flt, 4, f)
LQCD__HR_COMPLEX_ALGEBRA(suNg_field_flt, f)
LQCD__HR_REAL_ALGEBRA(suNg_scalar_field, 1, d)
LQCD__HR_COMPLEX_ALGEBRA(suNg_scalar_field, d)
LQCD__HR_REAL_ALGEBRA(gtransf, 1, d)
LQCD__HR_COMPLEX_ALGEBRA(gtransf, d)
LQCD__HR_REAL_ALGEBRA(clover_force, 6, d)
LQCD__HR_COMPLEX_ALGEBRA(clover_force, d)
LQCD__HR_REAL_ALGEBRA(staple_field, 3, d)
LQCD__HR_COMPLEX_ALGEBRA(staple_field, d)

/* Between precisions. */
static inline void assign_s2sd(spinor_field *out, const spinor_field_flt *in)
{
	const lqcd_spinor_field_f s = lqcd__hr_spinors_f(in);
	lqcd_spinor_field_d r = lqcd__hr_spinors_d(out);
	lqcd__hr_error(out->type != in->type, 1, "assign_s2sd", "the geometries of two fields differ");
	(void)lqcd_field_convert(lqcd_spinor_field_view_d(&r), lqcd_spinor_field_view_f(&s));
}

static inline void assign_sd2s(spinor_field_flt *out, const spinor_field *in)
{
	const lqcd_spinor_field_d s = lqcd__hr_spinors_d(in);
	lqcd_spinor_field_f r = lqcd__hr_spinors_f(out);
	lqcd__hr_error(out->type != in->type, 1, "assign_sd2s", "the geometries of two fields differ");
	(void)lqcd_field_convert(lqcd_spinor_field_view_f(&r), lqcd_spinor_field_view_d(&s));
}

#endif
