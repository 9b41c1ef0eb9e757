/* lqcd/compat/hirep/impl/names.h: part of compat/hirep.h: the names that functions had in older programs, and those of
 * links in the representation, which are links of the group in the fundamental one.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_NAMES_H
#define LQCD_COMPAT_HIREP_NAMES_H

#include "gauge.h"

#ifndef LQCD__HR_REP
#define alloc_suNf_field                 alloc_suNg_field
#define alloc_n_suNf_field               alloc_n_suNg_field
#define free_suNf_field                  free_suNg_field
#define start_sendrecv_suNf_field        start_sendrecv_suNg_field
#define complete_sendrecv_suNf_field     complete_sendrecv_suNg_field
#define fill_buffers_suNf_field          fill_buffers_suNg_field
#define get_even_part_suNf_field         get_even_part_suNg_field
#define get_odd_part_suNf_field          get_odd_part_suNg_field
#define copy_suNf_field                  copy_suNg_field
#define zero_suNf_field                  zero_suNg_field
#define add_suNf_field                   add_suNg_field
#define sub_suNf_field                   sub_suNg_field
#define mul_suNf_field                   mul_suNg_field
#define minus_suNf_field                 minus_suNg_field
#define add_assign_suNf_field            add_assign_suNg_field
#define sub_assign_suNf_field            sub_assign_suNg_field
#define mulc_suNf_field                  mulc_suNg_field
#define mulc_add_assign_suNf_field       mulc_add_assign_suNg_field
#define mul_add_assign_suNf_field        mul_add_assign_suNg_field
#define sqnorm_suNf_field                sqnorm_suNg_field
#define prod_suNf_field                  prod_suNg_field
#define prod_re_suNf_field               prod_re_suNg_field
#define prod_im_suNf_field               prod_im_suNg_field
#endif
#ifndef REPR_IS_REAL
#define alloc_suNfc_field                alloc_suNf_field
#define alloc_n_suNfc_field              alloc_n_suNf_field
#define free_suNfc_field                 free_suNf_field
#define start_sendrecv_suNfc_field       start_sendrecv_suNf_field
#define complete_sendrecv_suNfc_field    complete_sendrecv_suNf_field
#define fill_buffers_suNfc_field         fill_buffers_suNf_field
#define get_even_part_suNfc_field        get_even_part_suNf_field
#define get_odd_part_suNfc_field         get_odd_part_suNf_field
#define copy_suNfc_field                 copy_suNf_field
#define zero_suNfc_field                 zero_suNf_field
#define add_suNfc_field                  add_suNf_field
#define sub_suNfc_field                  sub_suNf_field
#define mul_suNfc_field                  mul_suNf_field
#define minus_suNfc_field                minus_suNf_field
#define add_assign_suNfc_field           add_assign_suNf_field
#define sub_assign_suNfc_field           sub_assign_suNf_field
#define mulc_suNfc_field                 mulc_suNf_field
#define mulc_add_assign_suNfc_field      mulc_add_assign_suNf_field
#define mul_add_assign_suNfc_field       mul_add_assign_suNf_field
#define sqnorm_suNfc_field               sqnorm_suNf_field
#define prod_suNfc_field                 prod_suNf_field
#define prod_re_suNfc_field              prod_re_suNf_field
#define prod_im_suNfc_field              prod_im_suNf_field
#endif
#define alloc_clover_term                alloc_suNfc_field
#define alloc_n_clover_term              alloc_n_suNfc_field
#define free_clover_term                 free_suNfc_field
#define start_sendrecv_clover_term       start_sendrecv_suNfc_field
#define complete_sendrecv_clover_term    complete_sendrecv_suNfc_field
#define fill_buffers_clover_term         fill_buffers_suNfc_field
#define get_even_part_clover_term        get_even_part_suNfc_field
#define get_odd_part_clover_term         get_odd_part_suNfc_field
#define copy_clover_term                 copy_suNfc_field
#define zero_clover_term                 zero_suNfc_field
#define add_clover_term                  add_suNfc_field
#define sub_clover_term                  sub_suNfc_field
#define mul_clover_term                  mul_suNfc_field
#define minus_clover_term                minus_suNfc_field
#define add_assign_clover_term           add_assign_suNfc_field
#define sub_assign_clover_term           sub_assign_suNfc_field
#define mulc_clover_term                 mulc_suNfc_field
#define mulc_add_assign_clover_term      mulc_add_assign_suNfc_field
#define mul_add_assign_clover_term       mul_add_assign_suNfc_field
#define sqnorm_clover_term               sqnorm_suNfc_field
#define prod_clover_term                 prod_suNfc_field
#define prod_re_clover_term              prod_re_suNfc_field
#define prod_im_clover_term              prod_im_suNfc_field
#ifndef LQCD__HR_REP
#define alloc_suNf_field_flt             alloc_suNg_field_flt
#define alloc_n_suNf_field_flt           alloc_n_suNg_field_flt
#define free_suNf_field_flt              free_suNg_field_flt
#define start_sendrecv_suNf_field_flt    start_sendrecv_suNg_field_flt
#define complete_sendrecv_suNf_field_flt complete_sendrecv_suNg_field_flt
#define fill_buffers_suNf_field_flt      fill_buffers_suNg_field_flt
#define get_even_part_suNf_field_flt     get_even_part_suNg_field_flt
#define get_odd_part_suNf_field_flt      get_odd_part_suNg_field_flt
#define copy_suNf_field_flt              copy_suNg_field_flt
#define zero_suNf_field_flt              zero_suNg_field_flt
#define add_suNf_field_flt               add_suNg_field_flt
#define sub_suNf_field_flt               sub_suNg_field_flt
#define mul_suNf_field_flt               mul_suNg_field_flt
#define minus_suNf_field_flt             minus_suNg_field_flt
#define add_assign_suNf_field_flt        add_assign_suNg_field_flt
#define sub_assign_suNf_field_flt        sub_assign_suNg_field_flt
#define mulc_suNf_field_flt              mulc_suNg_field_flt
#define mulc_add_assign_suNf_field_flt   mulc_add_assign_suNg_field_flt
#define mul_add_assign_suNf_field_flt    mul_add_assign_suNg_field_flt
#define sqnorm_suNf_field_flt            sqnorm_suNg_field_flt
#define prod_suNf_field_flt              prod_suNg_field_flt
#define prod_re_suNf_field_flt           prod_re_suNg_field_flt
#define prod_im_suNf_field_flt           prod_im_suNg_field_flt
#endif

/* memory */
#define alloc_spinor_field_f        alloc_spinor_field
#define alloc_spinor_field_f_flt    alloc_spinor_field_flt
#define allocate_spinor_field_f     alloc_spinor_field
#define allocate_spinor_field_f_flt alloc_spinor_field_flt
#define free_spinor_field_f         free_spinor_field
#define free_spinor_field_f_flt     free_spinor_field_flt
#define free_sfield                 free_scalar_field
#define alloc_gfield                alloc_suNg_field
#define allocate_gfield             alloc_suNg_field
#define free_gfield                 free_suNg_field
#define alloc_gfield_f              alloc_suNf_field
#define allocate_gfield_f           alloc_suNf_field
#define free_gfield_f               free_suNf_field
#define alloc_gfield_flt            alloc_suNg_field_flt
#define allocate_gfield_flt         alloc_suNg_field_flt
#define free_gfield_flt             free_suNg_field_flt
#define alloc_gfield_f_flt          alloc_suNf_field_flt
#define allocate_gfield_f_flt       alloc_suNf_field_flt
#define free_gfield_f_flt           free_suNf_field_flt
#define alloc_avfield               alloc_suNg_av_field
#define allocate_avfield            alloc_suNg_av_field
#define free_avfield                free_suNg_av_field
#define alloc_suNg_scalar           alloc_suNg_scalar_field
#define allocate_suNg_scalar        alloc_suNg_scalar_field
#define free_suNg_scalar            free_suNg_scalar_field

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
/* and in programs of 2022 */
#define start_sendrecv_spinor_field_f        start_sendrecv_spinor_field
#define start_sendrecv_spinor_field_f_flt    start_sendrecv_spinor_field_flt
#define start_sendrecv_gfield                start_sendrecv_suNg_field
#define start_sendrecv_gfield_flt            start_sendrecv_suNg_field_flt
#define start_sendrecv_gfield_f              start_sendrecv_suNf_field
#define start_sendrecv_gfield_f_flt          start_sendrecv_suNf_field_flt
#define start_sendrecv_avfield               start_sendrecv_suNg_av_field
#define start_sendrecv_sfield                start_sendrecv_scalar_field
#define complete_sendrecv_spinor_field_f     complete_sendrecv_spinor_field
#define complete_sendrecv_spinor_field_f_flt complete_sendrecv_spinor_field_flt
#define complete_sendrecv_gfield             complete_sendrecv_suNg_field
#define complete_sendrecv_gfield_flt         complete_sendrecv_suNg_field_flt
#define complete_sendrecv_gfield_f           complete_sendrecv_suNf_field
#define complete_sendrecv_gfield_f_flt       complete_sendrecv_suNf_field_flt
#define complete_sendrecv_avfield            complete_sendrecv_suNg_av_field
#define complete_sendrecv_sfield             complete_sendrecv_scalar_field
#define fill_buffers_spinor_field_f          fill_buffers_spinor_field
#define fill_buffers_spinor_field_f_flt      fill_buffers_spinor_field_flt
#define fill_buffers_gfield                  fill_buffers_suNg_field
#define fill_buffers_gfield_flt              fill_buffers_suNg_field_flt
#define fill_buffers_gfield_f                fill_buffers_suNf_field
#define fill_buffers_gfield_f_flt            fill_buffers_suNf_field_flt
#define fill_buffers_avfield                 fill_buffers_suNg_av_field
#define fill_buffers_sfield                  fill_buffers_scalar_field
#define start_clover_force_sendrecv          start_sendrecv_clover_force
#define complete_clover_force_sendrecv       complete_sendrecv_clover_force

/* algebra: spinor_field_<operation>_f and _f_flt */
#define spinor_field_copy_f                   copy_spinor_field
#define spinor_field_copy_f_flt               copy_spinor_field_flt
#define spinor_field_zero_f                   zero_spinor_field
#define spinor_field_zero_f_flt               zero_spinor_field_flt
#define spinor_field_prod_re_f                prod_re_spinor_field
#define spinor_field_prod_re_f_flt            prod_re_spinor_field_flt
#define spinor_field_prod_im_f                prod_im_spinor_field
#define spinor_field_prod_im_f_flt            prod_im_spinor_field_flt
#define spinor_field_prod_f                   prod_spinor_field
#define spinor_field_prod_f_flt               prod_spinor_field_flt
#define spinor_field_sqnorm_f                 sqnorm_spinor_field
#define spinor_field_sqnorm_f_flt             sqnorm_spinor_field_flt
#define spinor_field_mul_add_assign_f         mul_add_assign_spinor_field
#define spinor_field_mul_add_assign_f_flt     mul_add_assign_spinor_field_flt
#define spinor_field_mulc_add_assign_f        mulc_add_assign_spinor_field
#define spinor_field_mulc_add_assign_f_flt    mulc_add_assign_spinor_field_flt
#define spinor_field_mul_f                    mul_spinor_field
#define spinor_field_mul_f_flt                mul_spinor_field_flt
#define spinor_field_mulc_f                   mulc_spinor_field
#define spinor_field_mulc_f_flt               mulc_spinor_field_flt
#define spinor_field_add_f                    add_spinor_field
#define spinor_field_add_f_flt                add_spinor_field_flt
#define spinor_field_sub_f                    sub_spinor_field
#define spinor_field_sub_f_flt                sub_spinor_field_flt
#define spinor_field_add_assign_f             add_assign_spinor_field
#define spinor_field_add_assign_f_flt         add_assign_spinor_field_flt
#define spinor_field_sub_assign_f             sub_assign_spinor_field
#define spinor_field_sub_assign_f_flt         sub_assign_spinor_field_flt
#define spinor_field_minus_f                  minus_spinor_field
#define spinor_field_minus_f_flt              minus_spinor_field_flt
#define spinor_field_lc_f                     lc_spinor_field
#define spinor_field_lc_f_flt                 lc_spinor_field_flt
#define spinor_field_lc_add_assign_f          lc_add_assign_spinor_field
#define spinor_field_lc_add_assign_f_flt      lc_add_assign_spinor_field_flt
#define spinor_field_clc_f                    clc_spinor_field
#define spinor_field_clc_f_flt                clc_spinor_field_flt
#define spinor_field_clc_add_assign_f         clc_add_assign_spinor_field
#define spinor_field_clc_add_assign_f_flt     clc_add_assign_spinor_field_flt
#define spinor_field_lc1_f                    lc1_spinor_field
#define spinor_field_lc1_f_flt                lc1_spinor_field_flt
#define spinor_field_lc2_f                    lc2_spinor_field
#define spinor_field_lc2_f_flt                lc2_spinor_field_flt
#define spinor_field_lc3_f                    lc3_spinor_field
#define spinor_field_lc3_f_flt                lc3_spinor_field_flt
#define spinor_field_g5_prod_re_f             g5_prod_re_spinor_field
#define spinor_field_g5_prod_re_f_flt         g5_prod_re_spinor_field_flt
#define spinor_field_g5_prod_im_f             g5_prod_im_spinor_field
#define spinor_field_g5_prod_im_f_flt         g5_prod_im_spinor_field_flt
#define spinor_field_g5_mulc_add_assign_f     g5_mulc_add_assign_spinor_field
#define spinor_field_g5_mulc_add_assign_f_flt g5_mulc_add_assign_spinor_field_flt
#define spinor_field_g5_f                     g5_spinor_field
#define spinor_field_g5_f_flt                 g5_spinor_field_flt
#define spinor_field_g5_assign_f              g5_assign_spinor_field
#define spinor_field_g5_assign_f_flt          g5_assign_spinor_field_flt
#define spinor_field_g0_f                     g0_spinor_field
#define spinor_field_g0_f_flt                 g0_spinor_field_flt
#define spinor_field_g1_f                     g1_spinor_field
#define spinor_field_g1_f_flt                 g1_spinor_field_flt
#define spinor_field_g2_f                     g2_spinor_field
#define spinor_field_g2_f_flt                 g2_spinor_field_flt
#define spinor_field_g3_f                     g3_spinor_field
#define spinor_field_g3_f_flt                 g3_spinor_field_flt

/* each operation of the newest programs also has its name on the processor */
#define copy_spinor_field_cpu                copy_spinor_field
#define copy_spinor_field_flt_cpu            copy_spinor_field_flt
#define zero_spinor_field_cpu                zero_spinor_field
#define zero_spinor_field_flt_cpu            zero_spinor_field_flt
#define prod_re_spinor_field_cpu             prod_re_spinor_field
#define prod_re_spinor_field_flt_cpu         prod_re_spinor_field_flt
#define prod_im_spinor_field_cpu             prod_im_spinor_field
#define prod_im_spinor_field_flt_cpu         prod_im_spinor_field_flt
#define prod_spinor_field_cpu                prod_spinor_field
#define prod_spinor_field_flt_cpu            prod_spinor_field_flt
#define sqnorm_spinor_field_cpu              sqnorm_spinor_field
#define sqnorm_spinor_field_flt_cpu          sqnorm_spinor_field_flt
#define mul_add_assign_spinor_field_cpu      mul_add_assign_spinor_field
#define mul_add_assign_spinor_field_flt_cpu  mul_add_assign_spinor_field_flt
#define mulc_add_assign_spinor_field_cpu     mulc_add_assign_spinor_field
#define mulc_add_assign_spinor_field_flt_cpu mulc_add_assign_spinor_field_flt
#define mul_spinor_field_cpu                 mul_spinor_field
#define mul_spinor_field_flt_cpu             mul_spinor_field_flt
#define mulc_spinor_field_cpu                mulc_spinor_field
#define mulc_spinor_field_flt_cpu            mulc_spinor_field_flt
#define add_spinor_field_cpu                 add_spinor_field
#define add_spinor_field_flt_cpu             add_spinor_field_flt
#define sub_spinor_field_cpu                 sub_spinor_field
#define sub_spinor_field_flt_cpu             sub_spinor_field_flt
#define add_assign_spinor_field_cpu          add_assign_spinor_field
#define add_assign_spinor_field_flt_cpu      add_assign_spinor_field_flt
#define sub_assign_spinor_field_cpu          sub_assign_spinor_field
#define sub_assign_spinor_field_flt_cpu      sub_assign_spinor_field_flt
#define minus_spinor_field_cpu               minus_spinor_field
#define minus_spinor_field_flt_cpu           minus_spinor_field_flt
#define lc_spinor_field_cpu                  lc_spinor_field
#define lc_spinor_field_flt_cpu              lc_spinor_field_flt
#define g5_spinor_field_cpu                  g5_spinor_field
#define g5_spinor_field_flt_cpu              g5_spinor_field_flt
#define g5_assign_spinor_field_cpu           g5_assign_spinor_field
#define g5_assign_spinor_field_flt_cpu       g5_assign_spinor_field_flt
#define lc_add_assign_spinor_field_cpu       lc_add_assign_spinor_field
#define lc_add_assign_spinor_field_flt_cpu   lc_add_assign_spinor_field_flt
#define clc_spinor_field_cpu                 clc_spinor_field
#define clc_spinor_field_flt_cpu             clc_spinor_field_flt
#define clc_add_assign_spinor_field_cpu      clc_add_assign_spinor_field
#define clc_add_assign_spinor_field_flt_cpu  clc_add_assign_spinor_field_flt
#define g5_prod_re_spinor_field_cpu          g5_prod_re_spinor_field
#define g5_prod_re_spinor_field_flt_cpu      g5_prod_re_spinor_field_flt
#define g5_prod_im_spinor_field_cpu          g5_prod_im_spinor_field
#define g5_prod_im_spinor_field_flt_cpu      g5_prod_im_spinor_field_flt
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

/* and in programs of 2023 */
#define spinor_field_copy_f_cpu                    copy_spinor_field
#define spinor_field_copy_f_flt_cpu                copy_spinor_field_flt
#define spinor_field_zero_f_cpu                    zero_spinor_field
#define spinor_field_zero_f_flt_cpu                zero_spinor_field_flt
#define spinor_field_prod_re_f_cpu                 prod_re_spinor_field
#define spinor_field_prod_re_f_flt_cpu             prod_re_spinor_field_flt
#define spinor_field_prod_im_f_cpu                 prod_im_spinor_field
#define spinor_field_prod_im_f_flt_cpu             prod_im_spinor_field_flt
#define spinor_field_prod_f_cpu                    prod_spinor_field
#define spinor_field_prod_f_flt_cpu                prod_spinor_field_flt
#define spinor_field_sqnorm_f_cpu                  sqnorm_spinor_field
#define spinor_field_sqnorm_f_flt_cpu              sqnorm_spinor_field_flt
#define spinor_field_mul_add_assign_f_cpu          mul_add_assign_spinor_field
#define spinor_field_mul_add_assign_f_flt_cpu      mul_add_assign_spinor_field_flt
#define spinor_field_mulc_add_assign_f_cpu         mulc_add_assign_spinor_field
#define spinor_field_mulc_add_assign_f_flt_cpu     mulc_add_assign_spinor_field_flt
#define spinor_field_mul_f_cpu                     mul_spinor_field
#define spinor_field_mul_f_flt_cpu                 mul_spinor_field_flt
#define spinor_field_mulc_f_cpu                    mulc_spinor_field
#define spinor_field_mulc_f_flt_cpu                mulc_spinor_field_flt
#define spinor_field_add_f_cpu                     add_spinor_field
#define spinor_field_add_f_flt_cpu                 add_spinor_field_flt
#define spinor_field_sub_f_cpu                     sub_spinor_field
#define spinor_field_sub_f_flt_cpu                 sub_spinor_field_flt
#define spinor_field_add_assign_f_cpu              add_assign_spinor_field
#define spinor_field_add_assign_f_flt_cpu          add_assign_spinor_field_flt
#define spinor_field_sub_assign_f_cpu              sub_assign_spinor_field
#define spinor_field_sub_assign_f_flt_cpu          sub_assign_spinor_field_flt
#define spinor_field_minus_f_cpu                   minus_spinor_field
#define spinor_field_minus_f_flt_cpu               minus_spinor_field_flt
#define spinor_field_lc_f_cpu                      lc_spinor_field
#define spinor_field_lc_f_flt_cpu                  lc_spinor_field_flt
#define spinor_field_lc_add_assign_f_cpu           lc_add_assign_spinor_field
#define spinor_field_lc_add_assign_f_flt_cpu       lc_add_assign_spinor_field_flt
#define spinor_field_clc_f_cpu                     clc_spinor_field
#define spinor_field_clc_f_flt_cpu                 clc_spinor_field_flt
#define spinor_field_clc_add_assign_f_cpu          clc_add_assign_spinor_field
#define spinor_field_clc_add_assign_f_flt_cpu      clc_add_assign_spinor_field_flt
#define spinor_field_g5_f_cpu                      g5_spinor_field
#define spinor_field_g5_f_flt_cpu                  g5_spinor_field_flt
#define spinor_field_g5_assign_f_cpu               g5_assign_spinor_field
#define spinor_field_g5_assign_f_flt_cpu           g5_assign_spinor_field_flt
#define spinor_field_g5_prod_re_f_cpu              g5_prod_re_spinor_field
#define spinor_field_g5_prod_re_f_flt_cpu          g5_prod_re_spinor_field_flt
#define spinor_field_g5_prod_im_f_cpu              g5_prod_im_spinor_field
#define spinor_field_g5_prod_im_f_flt_cpu          g5_prod_im_spinor_field_flt

/* in programs of before 2023 */
#define WF_Exp        suNg_Exp
#define WF_Exp_Taylor suNg_Exp_Taylor
#define det_hermNg    det_Cmplx_Ng
#define det_suNg      det_Cmplx_Ng
#define inv_hermNg    inv_Cmplx_Ng
#define inv_suNg      inv_Cmplx_Ng

#define Dphi_fused_ Dphi_

#endif
