/* lqcd/compat/hirep/impl/types.h: part of compat/hirep.h: compile-time macros, elements, fields, geometry_descriptor.
 *
 * Elements have the memory layout of lqcd's of tag d (suffix _flt: f), a matrix row by row, so that a field of HiRep is
 * a field of lqcd in other words. REPR_FUNDAMENTAL (default), REPR_ADJOINT, REPR_SYMMETRIC or REPR_ANTISYMMETRIC is the
 * representation of the quarks, of dimension NF; in the fundamental one suNf is suNg, in the adjoint one, where
 * REPR_IS_REAL, suNf has real numbers and suNfc complex ones. The structures
 * may alias: site code of a program works on hr_complex, the kernels below on pairs of real numbers.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_TYPES_H
#define LQCD_COMPAT_HIREP_TYPES_H

/* Names of before 2010. */
#if defined(ANTIPERIODIC_BC_T) && !defined(BC_T_ANTIPERIODIC)
#define BC_T_ANTIPERIODIC
#endif
#if defined(ANTIPERIODIC_BC_X) && !defined(BC_X_ANTIPERIODIC)
#define BC_X_ANTIPERIODIC
#endif
#if defined(ANTIPERIODIC_BC_Y) && !defined(BC_Y_ANTIPERIODIC)
#define BC_Y_ANTIPERIODIC
#endif
#if defined(ANTIPERIODIC_BC_Z) && !defined(BC_Z_ANTIPERIODIC)
#define BC_Z_ANTIPERIODIC
#endif
/* Options of HiRep that change what a program computes, and that are not here. */
#if defined(GAUGE_SON) || defined(GAUGE_SPN)
#error "lqcd/compat/hirep.h: GAUGE_SON, GAUGE_SPN: the gauge group is SU(N)"
#endif
#if defined(REPR_FUNDAMENTAL) + defined(REPR_ADJOINT) + defined(REPR_SYMMETRIC) + defined(REPR_ANTISYMMETRIC) > 1
#error "lqcd/compat/hirep.h: one representation: REPR_FUNDAMENTAL, REPR_ADJOINT, REPR_SYMMETRIC or REPR_ANTISYMMETRIC"
#endif
#if defined(REPR_ADJOINT) || defined(REPR_SYMMETRIC) || defined(REPR_ANTISYMMETRIC)
#ifdef WITH_GPU
#error "lqcd/compat/hirep.h: WITH_GPU: quarks in the fundamental representation alone"
#endif
#if defined(LQCD_CONFIG_H) &&                                                                                          \
	!(defined(LQCD_ADJOINT) || defined(LQCD_SYMMETRIC) || defined(LQCD_ANTISYMMETRIC))
#error "lqcd/compat/hirep.h: REPR_ADJOINT, .. before the first header of lqcd"
#endif
#endif
#if defined(REPR_ADJOINT) && (defined(BC_T_THETA) || defined(BC_X_THETA) || defined(BC_Y_THETA) || defined(BC_Z_THETA))
#error "lqcd/compat/hirep.h: REPR_ADJOINT: its links are real, no boundaries twisted by angles (BC_.._THETA)"
#endif
#if defined(WITH_QUATERNIONS)
#error "lqcd/compat/hirep.h: WITH_QUATERNIONS: links of SU(2) are 2 x 2 matrices here; compile without it"
#endif
/* Names of before 2023. */
#if defined(BASIC_SF) && !defined(BC_T_SF)
#define BC_T_SF
#endif
#if defined(BC_T_SF) && !defined(BASIC_SF)
#define BASIC_SF
#endif
#if defined(BC_T_MIXED)
#error "lqcd/compat/hirep.h: BC_T_MIXED: values at the lower end of time, open at the upper one, for which HiRep has heat baths alone; there are BC_T_OPEN and BC_T_SF"
#endif
#if defined(BC_T_SF_ROTATED) || defined(ROTATED_SF)
#error "lqcd/compat/hirep.h: BC_T_SF_ROTATED, ROTATED_SF: no chirally rotated Schroedinger functional; BC_T_SF is there"
#endif
#if defined(SCHRODINGER_FUNCTIONAL)
#error "lqcd/compat/hirep.h: SCHRODINGER_FUNCTIONAL: the Schroedinger functional is BC_T_SF, or BASIC_SF"
#endif
#if defined(HALFBG_SF) && !defined(BC_T_SF)
#error "lqcd/compat/hirep.h: HALFBG_SF: with BC_T_SF"
#endif
#if defined(BC_T_OPEN) || defined(BC_T_SF)
#define LQCD__HR_ENDS 1
#if (defined(BC_T_OPEN) && defined(BC_T_SF)) || defined(BC_T_ANTIPERIODIC) || defined(BC_T_THETA) ||                   \
	defined(BC_T_PERIODIC)
#error "lqcd/compat/hirep.h: one boundary in time: BC_T_PERIODIC, _ANTIPERIODIC, _THETA, _OPEN or _SF"
#endif
#ifdef WITH_GPU
#error "lqcd/compat/hirep.h: WITH_GPU: no ends in time (BC_T_OPEN, BC_T_SF)"
#endif
#else
#define LQCD__HR_ENDS 0
#endif
#if defined(BC_T_SF) && (defined(BC_X_ANTIPERIODIC) || defined(BC_Y_ANTIPERIODIC) || defined(BC_Z_ANTIPERIODIC))
#error "lqcd/compat/hirep.h: BC_T_SF with antiperiodic quarks in space: BC_X_THETA, .. with angles pi are there"
#endif
#if defined(GAUGE_SPATIAL_TWIST) || defined(BC_XYZ_TWISTED)
#error "lqcd/compat/hirep.h: GAUGE_SPATIAL_TWIST, BC_XYZ_TWISTED: gauge fields are periodic"
#endif
#if defined(PURE_GAUGE_ANISOTROPY)
#error "lqcd/compat/hirep.h: PURE_GAUGE_ANISOTROPY: all plaquettes have the same weight"
#endif
#if defined(WITH_SMEARING)
#error "lqcd/compat/hirep.h: WITH_SMEARING: Dirac operators take the links as they are"
#endif
#if defined(WITH_CLOVER) && defined(WITH_EXPCLOVER)
#error "lqcd/compat/hirep.h: one clover term: WITH_CLOVER or WITH_EXPCLOVER"
#endif
#if defined(WITH_CLOVER) || defined(WITH_EXPCLOVER)
#define LQCD__HR_CLOVER 1
#ifdef WITH_GPU
#error "lqcd/compat/hirep.h: WITH_GPU: no clover term"
#endif
#ifdef UPDATE_EO
#define WITH_CLOVER_EO
#endif
#else
#define LQCD__HR_CLOVER 0
#endif
#if (defined(BC_T_ANTIPERIODIC) && defined(BC_T_THETA)) || (defined(BC_X_ANTIPERIODIC) && defined(BC_X_THETA)) ||      \
	(defined(BC_Y_ANTIPERIODIC) && defined(BC_Y_THETA)) || (defined(BC_Z_ANTIPERIODIC) && defined(BC_Z_THETA))
#error "lqcd/compat/hirep.h: a direction is antiperiodic or twisted (THETA), not both"
#endif
/* Several processes: either name brings both. */
#if defined(WITH_MPI) && !defined(LQCD_MPI)
#ifdef LQCD_COMM_H
#error "lqcd/compat/hirep.h: WITH_MPI needs LQCD_MPI before the first header of lqcd"
#endif
#define LQCD_MPI
#endif
#if defined(LQCD_MPI) && !defined(WITH_MPI)
#define WITH_MPI
#endif
#ifdef NG
#ifndef LQCD_NC
#define LQCD_NC NG
#endif
#endif

#ifndef __cplusplus
#include <complex.h>
#include <tgmath.h>
#endif

#include <math.h>
/* ISO C has no M_PI; HiRep's global.h has. */
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

/* LQCD__HR_REP is the suffix of lqcd's tags of quarks, LQCD__HR_Q(lqcd_spinor_field_d) the name of one of its types. A
 * template of quarks defines LQCD_REP as it: in it T(x) has the tag of quarks, R(x) that of numbers (base/begin.inc). */
#if defined(REPR_ADJOINT)
#define LQCD__HR_REP adj
#define LQCD__HR_Q(x) LQCD__CAT(x, _adj)
#define LQCD__HR_NF  (NG * NG - 1)
#define LQCD__HR_REPR "REPR_ADJOINT"
#define REPR_IS_REAL
#ifndef LQCD_ADJOINT
#define LQCD_ADJOINT
#endif
#elif defined(REPR_SYMMETRIC)
#define LQCD__HR_REP sym
#define LQCD__HR_Q(x) LQCD__CAT(x, _sym)
#define LQCD__HR_NF  (NG * (NG + 1) / 2)
#define LQCD__HR_REPR "REPR_SYMMETRIC"
#ifndef LQCD_SYMMETRIC
#define LQCD_SYMMETRIC
#endif
#elif defined(REPR_ANTISYMMETRIC)
#define LQCD__HR_REP asym
#define LQCD__HR_Q(x) LQCD__CAT(x, _asym)
#define LQCD__HR_NF  (NG * (NG - 1) / 2)
#define LQCD__HR_REPR "REPR_ANTISYMMETRIC"
#ifndef LQCD_ANTISYMMETRIC
#define LQCD_ANTISYMMETRIC
#endif
#else
#define LQCD__HR_Q(x) x
#define LQCD__HR_NF  NG
#define LQCD__HR_REPRESENTED 0
#define LQCD__HR_REPR "REPR_FUNDAMENTAL"
#endif

#ifdef LQCD__HR_REP
#define LQCD__HR_REPRESENTED 1
#endif

#include "../../../base/config.h"

#ifndef NG
#define NG LQCD_NC
#endif
#if NG != LQCD_NC
#error "lqcd/compat/hirep.h: NG and LQCD_NC must be the same number"
#endif
#if defined(NF) && NF != LQCD__HR_NF
#error "lqcd/compat/hirep.h: NF is not the dimension of the representation"
#endif
#ifndef NF
#define NF LQCD__HR_NF
#endif
/* What HiRep derives from the boundaries. */
#if LQCD__HR_ENDS
#define PLAQ_WEIGHTS
#elif !defined(BC_T_ANTIPERIODIC) && !defined(BC_T_THETA) && !defined(BC_T_PERIODIC)
#define BC_T_PERIODIC
#endif
#if !defined(BC_X_ANTIPERIODIC) && !defined(BC_X_THETA) && !defined(BC_X_PERIODIC)
#define BC_X_PERIODIC
#endif
#if !defined(BC_Y_ANTIPERIODIC) && !defined(BC_Y_THETA) && !defined(BC_Y_PERIODIC)
#define BC_Y_PERIODIC
#endif
#if !defined(BC_Z_ANTIPERIODIC) && !defined(BC_Z_THETA) && !defined(BC_Z_PERIODIC)
#define BC_Z_PERIODIC
#endif
#if (defined(BC_T_THETA) || defined(BC_X_THETA) || defined(BC_Y_THETA) || defined(BC_Z_THETA)) &&                      \
	!defined(FERMION_THETA)
#define FERMION_THETA
#endif
#if !defined(LQCD__HR_REP) && !defined(REPR_FUNDAMENTAL)
#define REPR_FUNDAMENTAL
#endif
#if defined(LQCD__HR_REP) && !defined(ALLOCATE_REPR_GAUGE_FIELD)
#define ALLOCATE_REPR_GAUGE_FIELD
#endif
#ifndef GAUGE_SUN
#define GAUGE_SUN
#endif
#ifndef REPR_NAME
#define REPR_NAME LQCD__HR_REPR
#endif
#ifndef BORDERSIZE
#define BORDERSIZE 1
#endif
#ifndef ALIGN
#define ALIGN 8
#endif

#define LQCD__HR_ALIAS __attribute__((may_alias))

#ifdef __cplusplus
#include "complex_cxx.h"
#else
typedef double complex hr_complex;
typedef float complex hr_complex_flt;
#endif

typedef struct { hr_complex c[NG]; } LQCD__HR_ALIAS suNg_vector;
typedef struct { hr_complex c[NG * NG]; } LQCD__HR_ALIAS suNg;
typedef struct { suNg_vector c[4]; } LQCD__HR_ALIAS suNg_spinor;
typedef struct { double c[NG * NG - 1]; } LQCD__HR_ALIAS suNg_algebra_vector;

typedef struct { hr_complex_flt c[NG]; } LQCD__HR_ALIAS suNg_vector_flt;
typedef struct { hr_complex_flt c[NG * NG]; } LQCD__HR_ALIAS suNg_flt;
typedef struct { suNg_vector_flt c[4]; } LQCD__HR_ALIAS suNg_spinor_flt;
typedef struct { float c[NG * NG - 1]; } LQCD__HR_ALIAS suNg_algebra_vector_flt;

typedef suNg suNgc, suNg_FMAT;
typedef suNg_flt suNgc_flt;
#ifdef LQCD__HR_REP
typedef struct { hr_complex c[NF]; } LQCD__HR_ALIAS suNf_vector;
typedef struct { suNf_vector c[4]; } LQCD__HR_ALIAS suNf_spinor;
typedef struct { hr_complex_flt c[NF]; } LQCD__HR_ALIAS suNf_vector_flt;
typedef struct { suNf_vector_flt c[4]; } LQCD__HR_ALIAS suNf_spinor_flt;
typedef struct { hr_complex c[NF * NF]; } LQCD__HR_ALIAS suNfc;
typedef struct { hr_complex_flt c[NF * NF]; } LQCD__HR_ALIAS suNfc_flt;
#ifdef REPR_IS_REAL
typedef struct { double c[NF * NF]; } LQCD__HR_ALIAS suNf;
typedef struct { float c[NF * NF]; } LQCD__HR_ALIAS suNf_flt;
#else
typedef suNfc suNf;
typedef suNfc_flt suNf_flt;
#endif
#else
typedef suNg suNf, suNfc;
typedef suNg_vector suNf_vector;
typedef suNg_spinor suNf_spinor;
typedef suNg_flt suNf_flt, suNfc_flt;
typedef suNg_vector_flt suNf_vector_flt;
typedef suNg_spinor_flt suNf_spinor_flt;
#endif
typedef suNf suNf_FMAT;
typedef suNf_flt suNf_FMAT_flt;
typedef struct { suNf_vector c[2]; } LQCD__HR_ALIAS suNf_hspinor;
typedef struct { suNf_vector_flt c[2]; } LQCD__HR_ALIAS suNf_hspinor_flt;
typedef struct { suNf_spinor c[4]; } LQCD__HR_ALIAS suNf_spin_matrix;
/* The lower triangles of two Hermitian matrices, row by row: the blocks of a clover term. */
typedef struct { hr_complex up[NF * (2 * NF + 1)], dn[NF * (2 * NF + 1)]; } LQCD__HR_ALIAS ldl_t;

typedef enum { CPU_COMM = 1, GPU_COMM = 2, ALL_COMMS = 3 } comm_t;
typedef enum { CPU_MEM = 1, GPU_MEM = 2 } mem_t;
#ifdef WITH_GPU
#define STD_MEM_TYPE ((mem_t)(CPU_MEM | GPU_MEM))
#else
#define STD_MEM_TYPE CPU_MEM
#endif
#define STD_COMM_TYPE CPU_COMM
enum gd_type { EVEN = 1, ODD = 2, GLOBAL = 3 };

/* Sites of a piece are master_start to master_end, inclusive, in indices of the full lattice. */
typedef struct geometry_descriptor {
	int inner_master_pieces, local_master_pieces, total_spinor_master_pieces, total_gauge_master_pieces;
	int *master_start, *master_end;
	int master_shift;
	int ncopies_spinor, ncopies_gauge;
	int *copy_from, *copy_to, *copy_len;
	int copy_shift;
	int nbuffers_spinor, nbuffers_gauge;
	int *rbuf_len, *sbuf_len;
	int *rbuf_from_proc, *rbuf_start;
	int *sbuf_to_proc, *sbuf_start;
	int gsize_spinor, gsize_gauge;
	int *fuse_mask;
	int fuse_gauge_size;
	int fuse_inner_counter;
} geometry_descriptor;

/* The member of a field for its copy on the GPU. */
#ifdef WITH_GPU
#define LQCD__HR_GPU_PTR(_type) _type *gpu_ptr;
#else
#define LQCD__HR_GPU_PTR(_type)
#endif

#define LQCD__HR_DATA(_type)    _type *ptr; geometry_descriptor *type; int field_dim; LQCD__HR_GPU_PTR(_type)
#define LQCD__HR_MEMBERS(_type) LQCD__HR_DATA(_type) comm_t comm_type; mem_t alloc_t;
#define _DECLARE_FIELD_STRUCT(_name, _type) typedef struct _name { LQCD__HR_MEMBERS(_type) } _name

_DECLARE_FIELD_STRUCT(spinor_field, suNf_spinor);
_DECLARE_FIELD_STRUCT(spinor_field_flt, suNf_spinor_flt);
_DECLARE_FIELD_STRUCT(scalar_field, double);
_DECLARE_FIELD_STRUCT(suNg_field, suNg);
_DECLARE_FIELD_STRUCT(suNg_field_flt, suNg_flt);
_DECLARE_FIELD_STRUCT(suNg_scalar_field, suNg_vector);
_DECLARE_FIELD_STRUCT(suNg_av_field, suNg_algebra_vector);
/* Before libhr.h a gauge transformation is a suNg_field, of one matrix on a site. */
#ifdef LQCD__HR_LIBHR
_DECLARE_FIELD_STRUCT(gtransf, suNg);
#else
typedef suNg_field gtransf;
#endif
_DECLARE_FIELD_STRUCT(clover_force, suNf);
_DECLARE_FIELD_STRUCT(staple_field, suNg);
_DECLARE_FIELD_STRUCT(ldl_field, ldl_t);
#ifdef LQCD__HR_REP
_DECLARE_FIELD_STRUCT(suNf_field, suNf);
_DECLARE_FIELD_STRUCT(suNf_field_flt, suNf_flt);
#ifdef REPR_IS_REAL
_DECLARE_FIELD_STRUCT(suNfc_field, suNfc);
#else
typedef suNf_field suNfc_field;
#endif
#else
typedef suNg_field suNf_field, suNfc_field;
typedef suNg_field_flt suNf_field_flt;
#endif
typedef suNfc_field clover_term;
/* The type of the field cl_force. */
#ifdef LQCD__HR_LIBHR
typedef clover_force lqcd__hr_planes;
#else
typedef suNf_field lqcd__hr_planes;
#endif

/* Any field. */
typedef struct { LQCD__HR_MEMBERS(char) } LQCD__HR_ALIAS lqcd__hr_field;

#endif
