/* lqcd/compat/hirep/impl/linear_algebra.h: part of compat/hirep.h: algebra of fields, <operation>_<type>.
 *
 * On every type of field, k real: copy(r,s) zero(s) add(r,a,b) sub(r,a,b) mul(r,k,s) minus(r,s) add_assign(r,s)
 * sub_assign(r,s) mul_add_assign(r,k,s) lc(r,k,a,l,b) lc_add_assign, sqnorm(s) prod_re(a,b) max(s) (the largest
 * |number|, real and imaginary parts apart); all but scalar_field and
 * suNg_av_field also z complex: mulc(r,z,s) mulc_add_assign clc(r,z,a,w,b) clc_add_assign, prod(a,b) = <a,b>, prod_im.
 * Spinor fields also g5(r,s) g5_assign(s) g0 g1 g2 g3 g5_prod_re g5_prod_im g5_mulc_add_assign(r,z,s), lc1(k,r,s): r +=
 * k s, lc2(k,l,r,s): r = k r + l s, lc3(k,l,a,b,r): r = k a + l b - r.
 *
 * The functions of a type of field, also those of fields.h and gpu.h, are in field_type.inc, included here once for
 * each type.
 *
 * Sums are in double and give the same bits for every number of threads. r may be an input but for g0 .. g3.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_LINEAR_ALGEBRA_H
#define LQCD_COMPAT_HIREP_LINEAR_ALGEBRA_H

#include <float.h>
#include <math.h>

#include "../../../field/linalg.h"
#include "gpu.h"
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

/** Also a compiler barrier: data written as hr_complex are read as pairs of numbers afterwards. The elements of fields may
 * alias (types.h), but not what a program reaches by a pointer to hr_complex or double inside of one, and everything is
 * inline: without the barrier the compiler may read the pairs before such a write, or keep a number over a kernel. */
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
#define LQCD_TEMPLATE "../compat/hirep/impl/linear_algebra.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"

/* ---- all types of fields ---------------------------------------------------------------------------------------- */

/* Elements: one real number, some of them; from MATRIX on they are complex, from VECTOR on pairs on a GPU, too. */
#define LQCD__HR_IS_NUMBER 1
#define LQCD__HR_IS_REALS  2
#define LQCD__HR_IS_MATRIX 3
#define LQCD__HR_IS_VECTOR 4
#define LQCD__HR_IS_SPINOR 5

#define LQCD_TAG      d
#define LQCD__HR_TYPE spinor_field
#define LQCD__HR_DIM  1
#define LQCD__HR_KIND LQCD__HR_IS_SPINOR
#include "field_type.inc"
#define LQCD_TAG      f
#define LQCD__HR_TYPE spinor_field_flt
#define LQCD__HR_DIM  1
#define LQCD__HR_KIND LQCD__HR_IS_SPINOR
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE scalar_field
#define LQCD__HR_DIM  1
#define LQCD__HR_KIND LQCD__HR_IS_NUMBER
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE suNg_field
#define LQCD__HR_DIM  4
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"
#define LQCD_TAG      f
#define LQCD__HR_TYPE suNg_field_flt
#define LQCD__HR_DIM  4
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE suNg_scalar_field
#define LQCD__HR_DIM  1
#define LQCD__HR_KIND LQCD__HR_IS_VECTOR
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE suNg_av_field
#define LQCD__HR_DIM  4
#define LQCD__HR_KIND LQCD__HR_IS_REALS
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE gtransf
#define LQCD__HR_DIM  1
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE clover_force
#define LQCD__HR_DIM  6
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE staple_field
#define LQCD__HR_DIM  3
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"
#define LQCD_TAG      d
#define LQCD__HR_TYPE ldl_field
#define LQCD__HR_DIM  1
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"

#ifdef LQCD__HR_REP
#define LQCD_TAG      d
#define LQCD__HR_TYPE suNf_field
#define LQCD__HR_DIM  4
#ifdef REPR_IS_REAL
#define LQCD__HR_KIND LQCD__HR_IS_REALS
#else
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#endif
#include "field_type.inc"
#define LQCD_TAG      f
#define LQCD__HR_TYPE suNf_field_flt
#define LQCD__HR_DIM  4
#ifdef REPR_IS_REAL
#define LQCD__HR_KIND LQCD__HR_IS_REALS
#else
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#endif
#include "field_type.inc"
#ifdef REPR_IS_REAL
#define LQCD_TAG      d
#define LQCD__HR_TYPE suNfc_field
#define LQCD__HR_DIM  4
#define LQCD__HR_KIND LQCD__HR_IS_MATRIX
#include "field_type.inc"
#endif
#endif

/* Between precisions. */
static inline void assign_s2sd(spinor_field *out, const spinor_field_flt *in)
{
	const LQCD__HR_Q(lqcd_spinor_field_f) s = LQCD__HR_Q(lqcd__hr_spinors_f)(in);
	LQCD__HR_Q(lqcd_spinor_field_d) r = LQCD__HR_Q(lqcd__hr_spinors_d)(out);
	lqcd__hr_error(out->type != in->type, 1, "assign_s2sd", "the geometries of two fields differ");
	(void)lqcd_field_convert(LQCD__HR_Q(lqcd_spinor_field_view_d)(&r), LQCD__HR_Q(lqcd_spinor_field_view_f)(&s));
}

static inline void assign_sd2s(spinor_field_flt *out, const spinor_field *in)
{
	const LQCD__HR_Q(lqcd_spinor_field_d) s = LQCD__HR_Q(lqcd__hr_spinors_d)(in);
	LQCD__HR_Q(lqcd_spinor_field_f) r = LQCD__HR_Q(lqcd__hr_spinors_f)(out);
	lqcd__hr_error(out->type != in->type, 1, "assign_sd2s", "the geometries of two fields differ");
	(void)lqcd_field_convert(LQCD__HR_Q(lqcd_spinor_field_view_f)(&r), LQCD__HR_Q(lqcd_spinor_field_view_d)(&s));
}

static inline void add_assign_s2sd(spinor_field *out, const spinor_field_flt *in)
{
	spinor_field *w = alloc_spinor_field(1, in->type);
	assign_s2sd(w, in);
	add_assign_spinor_field(out, w);
	free_spinor_field(w);
}

static inline void add_assign_sd2s(spinor_field_flt *out, const spinor_field *in)
{
	spinor_field_flt *w = alloc_spinor_field_flt(1, in->type);
	assign_sd2s(w, in);
	add_assign_spinor_field_flt(out, w);
	free_spinor_field_flt(w);
}

#endif
