/* lqcd/compat/hirep/impl/names.h: part of compat/hirep.h: the names that functions had in older programs, and those of
 * links in the representation, which are links of the group in the fundamental one.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_NAMES_H
#define LQCD_COMPAT_HIREP_NAMES_H

#include "gauge.h"

/* ---- fields under another name of their type, `as` for `of` -------------------------------------------------------- */

/* clang-format off */
#define LQCD__HR_MEMORY_AS(as, of)                                                                                     \
	static inline of *alloc_n_##as(unsigned n, geometry_descriptor *type) { return alloc_n_##of(n, type); }        \
	static inline void free_##as(of *s) { free_##of(s); }                                                          \
	static inline of get_even_part_##as(of *s) { return get_even_part_##of(s); }                                   \
	static inline of get_odd_part_##as(of *s) { return get_odd_part_##of(s); }                                     \
	LQCD__HR_HALO_AS(as, of)
#define LQCD__HR_HALO_AS(as, of)                                                                                       \
	static inline void start_sendrecv_##as(of *s) { start_sendrecv_##of(s); }                                      \
	static inline void complete_sendrecv_##as(of *s) { complete_sendrecv_##of(s); }                                \
	static inline void fill_buffers_##as(of *s) { fill_buffers_##of(s); }
#define LQCD__HR_LINKS_AS(as, of)                                                                                      \
	LQCD__HR_MEMORY_AS(as, of)                                                                                     \
	static inline of *alloc_##as(geometry_descriptor *type) { return alloc_##of(type); }                           \
	static inline of *allocate_##as(geometry_descriptor *type) { return alloc_##of(type); }
#define LQCD__HR_SPINORS_AS(as, of)                                                                                    \
	LQCD__HR_MEMORY_AS(as, of)                                                                                     \
	static inline of *alloc_##as(unsigned n, geometry_descriptor *type) { return alloc_##of(n, type); }            \
	static inline of *allocate_##as(unsigned n, geometry_descriptor *type) { return alloc_##of(n, type); }
/* The algebra is that of matrices: complex numbers. */
#define LQCD__HR_TYPE_AS(as, of)                                                                                       \
	LQCD__HR_LINKS_AS(as, of)                                                                                      \
	LQCD__HR_NAMES(, _##as, of)                                                                                  \
	static inline void mul_add_assign_##as(of *r, double k, const of *s) { mul_add_assign_##of(r, k, s); }         \
	static inline void mulc_add_assign_##as(of *r, hr_complex z, const of *s) { mulc_add_assign_##of(r, z, s); }

/* Operations under the names before##operation##after. */
#define LQCD__HR_TO(before, op, after, of, args, ...) static inline void before##op##after(__VA_ARGS__) { op##_##of args; }
#define LQCD__HR_IS(before, op, after, of, args, value, ...) static inline value before##op##after(__VA_ARGS__) { return op##_##of args; }
#define LQCD__HR_NAMES(before, after, of)                                                                            \
	LQCD__HR_TO(before, copy, after, of, (r, s), of *r, const of *s)                                               \
	LQCD__HR_TO(before, zero, after, of, (s), of *s)                                                               \
	LQCD__HR_TO(before, add, after, of, (r, a, b), of *r, const of *a, const of *b)                                \
	LQCD__HR_TO(before, sub, after, of, (r, a, b), of *r, const of *a, const of *b)                                \
	LQCD__HR_TO(before, mul, after, of, (r, k, s), of *r, double k, const of *s)                                   \
	LQCD__HR_TO(before, mulc, after, of, (r, z, s), of *r, hr_complex z, const of *s)                              \
	LQCD__HR_TO(before, minus, after, of, (r, s), of *r, const of *s)                                              \
	LQCD__HR_TO(before, add_assign, after, of, (r, s), of *r, const of *s)                                         \
	LQCD__HR_TO(before, sub_assign, after, of, (r, s), of *r, const of *s)                                         \
	LQCD__HR_IS(before, sqnorm, after, of, (s), double, const of *s)                                               \
	LQCD__HR_IS(before, prod, after, of, (a, b), hr_complex, const of *a, const of *b)                             \
	LQCD__HR_IS(before, prod_re, after, of, (a, b), double, const of *a, const of *b)                              \
	LQCD__HR_IS(before, prod_im, after, of, (a, b), double, const of *a, const of *b)
#define LQCD__HR_SPINOR_NAMES(before, after, of)                                                                     \
	LQCD__HR_NAMES(before, after, of)                                                                            \
	LQCD__HR_TO(before, mul_add_assign, after, of, (r, k, s), of *r, double k, const of *s)                        \
	LQCD__HR_TO(before, mulc_add_assign, after, of, (r, z, s), of *r, hr_complex z, const of *s)                   \
	LQCD__HR_TO(before, lc, after, of, (r, k, a, l, b), of *r, double k, const of *a, double l, const of *b)       \
	LQCD__HR_TO(before, lc_add_assign, after, of, (r, k, a, l, b), of *r, double k, const of *a, double l, const of *b) \
	LQCD__HR_TO(before, clc, after, of, (r, k, a, l, b), of *r, hr_complex k, const of *a, hr_complex l, const of *b) \
	LQCD__HR_TO(before, clc_add_assign, after, of, (r, k, a, l, b), of *r, hr_complex k, const of *a, hr_complex l, const of *b) \
	LQCD__HR_TO(before, lc1, after, of, (k, r, s), double k, of *r, const of *s)                                   \
	LQCD__HR_TO(before, lc2, after, of, (k, l, r, s), double k, double l, of *r, const of *s)                      \
	LQCD__HR_TO(before, lc3, after, of, (k, l, a, b, r), double k, double l, const of *a, const of *b, of *r)      \
	LQCD__HR_IS(before, g5_prod_re, after, of, (a, b), double, const of *a, const of *b)                           \
	LQCD__HR_IS(before, g5_prod_im, after, of, (a, b), double, const of *a, const of *b)                           \
	LQCD__HR_TO(before, g5_mulc_add_assign, after, of, (r, z, s), of *r, hr_complex z, const of *s)                \
	LQCD__HR_TO(before, g5, after, of, (r, s), of *r, const of *s)                                                 \
	LQCD__HR_TO(before, g5_assign, after, of, (s), of *s)                                                          \
	LQCD__HR_TO(before, g0, after, of, (r, s), of *r, const of *s)                                                 \
	LQCD__HR_TO(before, g1, after, of, (r, s), of *r, const of *s)                                                 \
	LQCD__HR_TO(before, g2, after, of, (r, s), of *r, const of *s)                                                 \
	LQCD__HR_TO(before, g3, after, of, (r, s), of *r, const of *s)

#ifndef LQCD__HR_REP
LQCD__HR_TYPE_AS(suNf_field, suNg_field)
LQCD__HR_TYPE_AS(suNf_field_flt, suNg_field_flt)
#endif
#ifndef REPR_IS_REAL
LQCD__HR_TYPE_AS(suNfc_field, suNf_field)
#endif
LQCD__HR_TYPE_AS(clover_term, suNfc_field)

/* in older programs */
LQCD__HR_SPINORS_AS(spinor_field_f, spinor_field)
LQCD__HR_SPINORS_AS(spinor_field_f_flt, spinor_field_flt)
LQCD__HR_LINKS_AS(gfield, suNg_field)
LQCD__HR_LINKS_AS(gfield_flt, suNg_field_flt)
LQCD__HR_LINKS_AS(gfield_f, suNf_field)
LQCD__HR_LINKS_AS(gfield_f_flt, suNf_field_flt)
LQCD__HR_LINKS_AS(avfield, suNg_av_field)
LQCD__HR_LINKS_AS(suNg_scalar, suNg_scalar_field)
LQCD__HR_HALO_AS(sfield, scalar_field)
LQCD__HR_SPINOR_NAMES(spinor_field_, _f, spinor_field)
LQCD__HR_SPINOR_NAMES(spinor_field_, _f_flt, spinor_field_flt)
/* on the processor, of 2024 and of 2023 */
LQCD__HR_SPINOR_NAMES(, _spinor_field_cpu, spinor_field)
LQCD__HR_SPINOR_NAMES(, _spinor_field_flt_cpu, spinor_field_flt)
LQCD__HR_SPINOR_NAMES(spinor_field_, _f_cpu, spinor_field)
LQCD__HR_SPINOR_NAMES(spinor_field_, _f_flt_cpu, spinor_field_flt)
/* clang-format on */

#define free_sfield free_scalar_field

/* In older programs scalar fields are vectors of colours, allocated without a number of them. */
#ifdef __cplusplus
static inline suNg_scalar_field *alloc_scalar_field(geometry_descriptor *type)
{
	return alloc_suNg_scalar_field(type);
}

static inline void free_scalar_field(suNg_scalar_field *s)
{
	free_suNg_scalar_field(s);
}

static inline scalar_field *alloc_sfield(geometry_descriptor *type)
{
	return alloc_scalar_field(1, type);
}

static inline scalar_field *alloc_sfield(unsigned n, geometry_descriptor *type)
{
	return alloc_scalar_field(n, type);
}
#else
static inline scalar_field *lqcd__hr_alloc_number(geometry_descriptor *type)
{
	return alloc_scalar_field(1, type);
}

#define LQCD__HR_OF_2(a, b, two, ...) two
#define alloc_sfield(...)             LQCD__HR_OF_2(__VA_ARGS__, alloc_scalar_field, lqcd__hr_alloc_number, 0)(__VA_ARGS__)
#define alloc_scalar_field(...)                                                                                        \
	LQCD__HR_OF_2(__VA_ARGS__, alloc_scalar_field, alloc_suNg_scalar_field, 0)(__VA_ARGS__)
#define free_scalar_field(s)                                                                                           \
	_Generic((s), suNg_scalar_field * : free_suNg_scalar_field, default : free_scalar_field)(s)
#endif

/* copies to a GPU and back */
#define spinor_field_copy_to_gpu_f       copy_to_gpu_spinor_field
#define spinor_field_copy_to_gpu_f_flt   copy_to_gpu_spinor_field_flt
#define spinor_field_copy_from_gpu_f     copy_from_gpu_spinor_field
#define spinor_field_copy_from_gpu_f_flt copy_from_gpu_spinor_field_flt
#define copy_to_gpu_spinor_field_f       copy_to_gpu_spinor_field
#define copy_to_gpu_spinor_field_f_flt   copy_to_gpu_spinor_field_flt
#define copy_from_gpu_spinor_field_f     copy_from_gpu_spinor_field
#define copy_from_gpu_spinor_field_f_flt copy_from_gpu_spinor_field_flt
#define spinor_field_togpuformat         to_gpu_format_spinor_field
#define spinor_field_togpuformat_flt     to_gpu_format_spinor_field_flt
#define spinor_field_tocpuformat         to_cpu_format_spinor_field
#define spinor_field_tocpuformat_flt     to_cpu_format_spinor_field_flt
#define gfield_copy_to_gpu               copy_to_gpu_suNg_field
#define gfield_copy_to_gpu_f             copy_to_gpu_suNg_field
#define gfield_copy_to_gpu_flt           copy_to_gpu_suNg_field_flt
#define gfield_copy_to_gpu_f_flt         copy_to_gpu_suNg_field_flt
#define gfield_copy_from_gpu             copy_from_gpu_suNg_field
#define gfield_copy_from_gpu_f           copy_from_gpu_suNg_field
#define gfield_copy_from_gpu_flt         copy_from_gpu_suNg_field_flt
#define gfield_copy_from_gpu_f_flt       copy_from_gpu_suNg_field_flt
#define copy_to_gpu_gfield               copy_to_gpu_suNg_field
#define copy_to_gpu_gfield_f             copy_to_gpu_suNg_field
#define copy_to_gpu_gfield_flt           copy_to_gpu_suNg_field_flt
#define copy_to_gpu_gfield_f_flt         copy_to_gpu_suNg_field_flt
#define copy_from_gpu_gfield             copy_from_gpu_suNg_field
#define copy_from_gpu_gfield_f           copy_from_gpu_suNg_field
#define copy_from_gpu_gfield_flt         copy_from_gpu_suNg_field_flt
#define copy_from_gpu_gfield_f_flt       copy_from_gpu_suNg_field_flt
#ifndef LQCD__HR_REP
#define copy_to_gpu_suNf_field           copy_to_gpu_suNg_field
#define copy_to_gpu_suNf_field_flt       copy_to_gpu_suNg_field_flt
#define copy_from_gpu_suNf_field         copy_from_gpu_suNg_field
#define copy_from_gpu_suNf_field_flt     copy_from_gpu_suNg_field_flt
#define to_gpu_format_suNf_field         to_gpu_format_suNg_field
#define to_gpu_format_suNf_field_flt     to_gpu_format_suNg_field_flt
#define to_cpu_format_suNf_field         to_cpu_format_suNg_field
#define to_cpu_format_suNf_field_flt     to_cpu_format_suNg_field_flt
#endif

/* communications */
#define start_sf_sendrecv        start_sendrecv_spinor_field
#define start_sf_sendrecv_flt    start_sendrecv_spinor_field_flt
#define complete_sf_sendrecv     complete_sendrecv_spinor_field
#define complete_sf_sendrecv_flt complete_sendrecv_spinor_field_flt
#define start_gf_sendrecv        start_sendrecv_suNg_field
#define start_gf_sendrecv_flt    start_sendrecv_suNg_field_flt
#define complete_gf_sendrecv     complete_sendrecv_suNg_field
#define complete_gf_sendrecv_flt complete_sendrecv_suNg_field_flt
#define start_sc_sendrecv        start_sendrecv_suNg_scalar_field
#define complete_sc_sendrecv     complete_sendrecv_suNg_scalar_field
#define start_gt_sendrecv        start_sendrecv_gtransf
#define complete_gt_sendrecv     complete_sendrecv_gtransf
#define start_clover_force_sendrecv          start_sendrecv_clover_force
#define complete_clover_force_sendrecv       complete_sendrecv_clover_force

#define Dphi_cpu_                            Dphi_
#define Dphi_cpu                             Dphi
#define g5Dphi_cpu                           g5Dphi
#define g5Dphi_sq_cpu                        g5Dphi_sq
#define Dphi_eopre_cpu                       Dphi_eopre
#define Dphi_oepre_cpu                       Dphi_oepre
#define g5Dphi_eopre_cpu                     g5Dphi_eopre
#define g5Dphi_eopre_sq_cpu                  g5Dphi_eopre_sq
#define Dphi_flt_cpu                         Dphi_flt
#define g5Dphi_flt_cpu                       g5Dphi_flt
#define g5Dphi_sq_flt_cpu                    g5Dphi_sq_flt
#define Dphi_eopre_flt_cpu                   Dphi_eopre_flt
#define Dphi_oepre_flt_cpu                   Dphi_oepre_flt
#define g5Dphi_eopre_flt_cpu                 g5Dphi_eopre_flt
#define g5Dphi_eopre_sq_flt_cpu              g5Dphi_eopre_sq_flt
#define Dphi_flt_cpu_                        Dphi_flt_

/* in programs of before 2023 */
#define WF_Exp        suNg_Exp
#define WF_Exp_Taylor suNg_Exp_Taylor
#define det_hermNg    det_Cmplx_Ng
#define det_suNg      det_Cmplx_Ng
#define inv_hermNg    inv_Cmplx_Ng
#define inv_suNg      inv_Cmplx_Ng

#define Dphi_fused_ Dphi_

#endif
