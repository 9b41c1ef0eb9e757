/* lqcd/compat/hirep/impl/missing.h: the functions of HiRep's headers that are not here, each with a sentence: a program of
 * libhr.h that calls one does not compile. With compilers that have the attribute error: gcc, clang 14.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_MISSING_H
#define LQCD_COMPAT_HIREP_IMPL_MISSING_H

#include "types.h"

#if defined(__has_attribute) && !LQCD_DEVICE_COMPILER
#if __has_attribute(__error__)

#pragma GCC diagnostic push
#ifdef __cplusplus
#define LQCD__HR_MISSING(name, why) int name(...) __attribute__((__error__("lqcd/compat/hirep.h: " #name ": " why)));
#else
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wdeprecated-non-prototype"
#endif
#define LQCD__HR_MISSING(name, why) int name() __attribute__((__error__("lqcd/compat/hirep.h: " #name ": " why)));
#endif

/* clang-format off */
#if NG != 3 || !(defined(REPR_FUNDAMENTAL) || defined(REPR_SYMMETRIC))
LQCD__HR_MISSING(contract_baryons, "no baryons but for NG = 3, fundamental or symmetric")
#endif
LQCD__HR_MISSING(measure_conserved_formfactor_fixed, "HiRep declares it, and does not define it")
LQCD__HR_MISSING(measure_formfactors_ext, "HiRep declares it, and does not define it")
LQCD__HR_MISSING(set_ff_dirac_mass, "no four-fermion interactions")
LQCD__HR_MISSING(set_ff_dirac_shift, "no four-fermion interactions")
LQCD__HR_MISSING(Dphi_eopre_4f, "no four-fermion interactions")
LQCD__HR_MISSING(Dphi_eopre_4f_dagger, "no four-fermion interactions")
LQCD__HR_MISSING(Dphieopre_4f_sq, "no four-fermion interactions")
LQCD__HR_MISSING(Dff, "no four-fermion interactions")
LQCD__HR_MISSING(Dff_dagger, "no four-fermion interactions")
LQCD__HR_MISSING(Dff_sq, "no four-fermion interactions")
#ifndef BC_T_SF
LQCD__HR_MISSING(SF_action, "no Schroedinger functional: compile with BC_T_SF")
LQCD__HR_MISSING(SF_PCAC_wall_corr, "no Schroedinger functional: compile with BC_T_SF")
LQCD__HR_MISSING(SF_classical_solution, "no Schroedinger functional: compile with BC_T_SF")
#endif
LQCD__HR_MISSING(rotated_gXuup, "no chirally rotated Schroedinger functional")
#if !LQCD__HR_CLOVER
LQCD__HR_MISSING(set_csw, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(get_csw, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(clover_init, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(Cphi, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(g5Cphi, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(g5Cphi_sq, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(Cphi_eopre, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(g5Cphi_eopre, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(g5Cphi_eopre_sq, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(Cphi_diag, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(Cphi_diag_inv, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(compute_clover_term, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(Hoo, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(Hoo2, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(clover_la_logdet, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(compute_force_logdet, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(force_clover_fermion, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(force_clover_fermion_taylor, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(force_clover_logdet, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
LQCD__HR_MISSING(force_clover_core, "no clover term: compile with WITH_CLOVER or WITH_EXPCLOVER")
#endif
LQCD__HR_MISSING(init_smearing, "links are not smeared (WITH_SMEARING)")
LQCD__HR_MISSING(avr_smeared_plaquette, "links are not smeared (WITH_SMEARING)")
#if LQCD__HR_ENDS
LQCD__HR_MISSING(calculate_stfld, "no densities of rectangles with ends in time")
LQCD__HR_MISSING(lw_action_density, "no densities of rectangles with ends in time")
LQCD__HR_MISSING(lw_action, "no densities of rectangles with ends in time")
LQCD__HR_MISSING(lw_local_action, "no densities of rectangles with ends in time")
#endif
LQCD__HR_MISSING(get_error_filename, "errors go to stderr")
LQCD__HR_MISSING(define_geometry, "geometries are lqcd's (geometry_init)")
LQCD__HR_MISSING(sync_field, "geometries are lqcd's (geometry_init)")
LQCD__HR_MISSING(boxVolume, "geometries are lqcd's (geometry_init)")
LQCD__HR_MISSING(boxEvenVolume, "geometries are lqcd's (geometry_init)")
LQCD__HR_MISSING(boxOddVolume, "geometries are lqcd's (geometry_init)")
/* clang-format on */

#undef LQCD__HR_MISSING
#pragma GCC diagnostic pop
#endif
#endif

#endif
