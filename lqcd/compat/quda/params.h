/* lqcd/compat/quda/params.h: part of quda.h: the parameters of QUDA by their names, and what becomes of them:
 *
 *   USED(type, name, initial)           honoured, or a result
 *   HINT(type, name, initial)           ignored: of speed and memory alone, or of what is not here; results do not depend on it
 *   NONE(type, name, initial, neutral)  refused unless it has one of these two values
 *
 * Arrays stand behind them in the structs. One note in a process, on the output of setVerbosityQuda from QUDA_SUMMARIZE on, names a field
 * that is set and changes nothing (N).
 *
 *   field                                     is        why
 *   tol_hq                                    honoured  with QUDA_HEAVY_QUARK_RESIDUAL, else ignored; tol_hq_offset is ignored
 *   residual_type                             honoured  QUDA_L2_RELATIVE_RESIDUAL: |r| <= tol |b|. QUDA_L2_ABSOLUTE_RESIDUAL: |r| <= tol, r of
 *                                                       the system in KAPPA (staggered: MASS) normalisation. Both: |r| <= tol min(1, |b|)
 *                                                       QUDA_HEAVY_QUARK_RESIDUAL, alone or with them: true_res_hq <= tol_hq, the square root of
 *                                                       the mean of |r|^2 / |x|^2 over the sites of the caller's fields (1 where x is 0); QUDA's is
 *                                                       over the parity that it solves. Not filled without it; refused with shifts
 *   inv_type                                N honoured  CG, BiCGStab, GCR. Others are replaced by one of these: the solution is the same
 *   solve_type                                honoured  NORMOP, NORMERR: conjugate gradients; DIRECT with CG and quarks that are not staggered
 *                                                       is refused, as by QUDA
 *   inv_type_precondition, schwarz_type,    N ignored   but for QUDA_MG_INVERTER: an inner solver changes no solution
 *   accelerator_type_.., madwf_*
 *   use_init_guess                          N honoured  in solves of M; of M^dagger M or with multigrid the guess is 0
 *   chrono_*                                N ignored   a first guess changes no solution
 *   deflate, eig_param, deflation_op, evmax N ignored   nor does deflation
 *   make_resident_solution                    honoured  by invertMultiShiftQuda, which does not write to the caller then; else refused
 *   use_resident_solution                     honoured  by computeStaggeredForceQuda and computeCloverForceQuda; else refused
 *   compute_action                            honoured  action[0] = b^+ x, with shifts the sum over residue[k] b^+ x[k]; x is not b then
 *   input_, output_location CUDA              refused   memory of a device is not read
 *   num_offset                                ignored   by invertQuda
 *   mass_normalization                        honoured  MatQuda and MatDagMatQuda have no factor without it, solves need it
 *   mass                                    N ignored   with Wilson quarks: kappa is used
 *   mu, twist_flavor, epsilon               N ignored   but with twisted mass, where doublets of equal or unequal quarks are refused
 *   kappa                                   N ignored   with domain walls: 1 / (10 + 2 m5)
 *   m5, Ls, b_5, c_5                        N ignored   but with domain walls, b_5 and c_5 but with Moebius
 *   eofa_*, mq1, mq2, mq3, tol_restart      N ignored   of operators that are refused
 *   laplace3D, covdev_mu                      honoured  by MatQuda of QUDA_LAPLACE_DSLASH and QUDA_COVDEV_DSLASH (quda/steps.h), else ignored
 *   tm_rho                                    honoured  of twisted clover, even-odd and asymmetric, on hosts: adds to mu in the site term of matpc_type's
 *                                                       parity, not in the inverse on the other one. Multigrid with it is that of mu + tm_rho and
 *                                                       preconditions GCR; not adjoint systems, nor those whose multigrid is on
 *                                                       a device, which the host solves without it, with a note
 *   clover_rho                                refused   where the operator has it: clover, twisted clover
 *   clover_csw                              N ignored   beside clover_coeff; clover_coeff N of a solve: that of loadCloverQuda is used
 *   clover_location CUDA                      ignored   without h_clover and h_clovinv, else refused
 *   compute_clover                            honoured  what h_clover holds is not read then
 *   return_clover, return_clover_inverse      honoured  the inverse is that of A^2 + (2 kappa mu)^2 for twisted clover, as by QUDA
 *   distance_pc_*, split_grid, overlap      N ignored   of the way to a solution
 *   energy, power, temp, clock                ignored   stay as they are
 *   gflops                                    result    the work of all processes in Gflop; the rate is gflops / secs
 *   anisotropy                                honoured  as by QUDA: the caller has divided the links of space by it. Such links are in 18 reals, and
 *                                                       have no clover term but a given one; CPS_WILSON is refused
 *   scale, tadpole_coeff                    N ignored   of the compression of long links
 *   gauge_fix, overwrite_gauge              N ignored   of the compression of links; of functions that are not here
 *   staggered_phase_type                      honoured  MILC with staggered_phase_applied 1; with 0 no type matters
 *   gauge_offset, mom_offset, site_size       ignored   but with QUDA_MILC_SITE_GAUGE_ORDER
 *   use_resident_gauge                        honoured  by loadGaugeQuda (h_gauge is not read), and as the following
 *   use_, make_resident_*, return_result_*    honoured  of links and momenta: quda/resident.h
 *   alpha, rho, alpha1 .. 3, dir_ignore       ignored   of other smearing than the flow
 *   su_project                                honoured  projects the links whose observables are measured
 *   remove_staggered_phase                    ignored   observables are of links without phases
 *   use_eig_solver, vec_load, vec_store,    N ignored   of multigrid: the vectors are computed, and not written
 *   compute_null_vector
 *   n_ev_deflate, nk, np, arpack_check,       ignored   of eigensolveQuda: of the way to eigenpairs
 *   import_vectors, preserve_deflation
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_PARAMS_H
#define LQCD_QUDA_PARAMS_H

#include <stddef.h>
#ifdef __cplusplus
__extension__ typedef double _Complex double_complex; /* as QUDA's, also in C++ */
#endif

#include "enums_more.h"

/* clang-format off */
#define LQCD__QUDA_GAUGE(USED, HINT, NONE)                                                       \
	USED(size_t, struct_size, sizeof(QudaGaugeParam))                                        \
	NONE(QudaFieldLocation, location, QUDA_CPU_FIELD_LOCATION, QUDA_INVALID_FIELD_LOCATION)  \
	USED(double, anisotropy, 1)                                                              \
	USED(double, tadpole_coeff, 1)                                                           \
	USED(double, scale, 1)                                                                   \
	USED(QudaLinkType, type, QUDA_WILSON_LINKS)                                              \
	USED(QudaGaugeFieldOrder, gauge_order, QUDA_INVALID_GAUGE_ORDER)                         \
	USED(QudaTboundary, t_boundary, QUDA_INVALID_T_BOUNDARY)                                 \
	USED(QudaPrecision, cpu_prec, QUDA_INVALID_PRECISION)                                    \
	HINT(QudaPrecision, cuda_prec, QUDA_INVALID_PRECISION)                                   \
	USED(QudaReconstructType, reconstruct, QUDA_RECONSTRUCT_INVALID)                         \
	HINT(QudaPrecision, cuda_prec_sloppy, QUDA_INVALID_PRECISION)                            \
	USED(QudaReconstructType, reconstruct_sloppy, QUDA_RECONSTRUCT_INVALID)                  \
	HINT(QudaPrecision, cuda_prec_refinement_sloppy, QUDA_INVALID_PRECISION)                 \
	HINT(QudaReconstructType, reconstruct_refinement_sloppy, QUDA_RECONSTRUCT_INVALID)       \
	HINT(QudaPrecision, cuda_prec_precondition, QUDA_INVALID_PRECISION)                      \
	HINT(QudaReconstructType, reconstruct_precondition, QUDA_RECONSTRUCT_INVALID)            \
	HINT(QudaPrecision, cuda_prec_eigensolver, QUDA_INVALID_PRECISION)                       \
	HINT(QudaReconstructType, reconstruct_eigensolver, QUDA_RECONSTRUCT_INVALID)             \
	HINT(QudaGaugeFixed, gauge_fix, QUDA_GAUGE_FIXED_NO)                                     \
	HINT(int, ga_pad, 0)                                                                     \
	HINT(int, site_ga_pad, 0)                                                                \
	HINT(int, staple_pad, 0)                                                                 \
	HINT(int, llfat_ga_pad, 0)                                                               \
	HINT(int, mom_ga_pad, 0)                                                                 \
	USED(QudaStaggeredPhase, staggered_phase_type, QUDA_STAGGERED_PHASE_NO)                  \
	USED(int, staggered_phase_applied, 0)                                                    \
	NONE(double, i_mu, 0, 0)                                                                 \
	HINT(int, overlap, 0)                                                                    \
	HINT(int, overwrite_gauge, 0)                                                            \
	USED(int, overwrite_mom, 0)                                                              \
	USED(int, use_resident_gauge, 0)                                                         \
	USED(int, use_resident_mom, 0)                                                           \
	HINT(int, make_resident_gauge, 0)                                                        \
	HINT(int, make_resident_mom, 0)                                                          \
	USED(int, return_result_gauge, 1)                                                        \
	USED(int, return_result_mom, 1)                                                          \
	USED(size_t, gauge_offset, 0)                                                            \
	USED(size_t, mom_offset, 0)                                                              \
	USED(size_t, site_size, 0)

#define LQCD__QUDA_INVERT(USED, HINT, NONE)                                                      \
	USED(size_t, struct_size, sizeof(QudaInvertParam))                                       \
	NONE(QudaFieldLocation, input_location, QUDA_CPU_FIELD_LOCATION, QUDA_INVALID_FIELD_LOCATION)  \
	NONE(QudaFieldLocation, output_location, QUDA_CPU_FIELD_LOCATION, QUDA_INVALID_FIELD_LOCATION) \
	USED(QudaDslashType, dslash_type, QUDA_INVALID_DSLASH)                                   \
	USED(QudaInverterType, inv_type, QUDA_INVALID_INVERTER)                                  \
	USED(double, mass, QUDA_INVALID_DOUBLE)                                                  \
	USED(double, kappa, QUDA_INVALID_DOUBLE)                                                 \
	USED(double, m5, QUDA_INVALID_DOUBLE)                                                    \
	USED(int, Ls, 1)                                                                         \
	HINT(double, eofa_shift, 0)                                                              \
	HINT(int, eofa_pm, 1)                                                                    \
	HINT(double, mq1, 0)                                                                     \
	HINT(double, mq2, 0)                                                                     \
	HINT(double, mq3, 0)                                                                     \
	USED(double, mu, QUDA_INVALID_DOUBLE)                                                    \
	USED(double, tm_rho, 0)                                                                  \
	HINT(double, epsilon, QUDA_INVALID_DOUBLE)                                               \
	HINT(double, evmax, QUDA_INVALID_DOUBLE)                                                 \
	USED(QudaTwistFlavorType, twist_flavor, QUDA_TWIST_INVALID)                              \
	HINT(int, laplace3D, QUDA_INVALID_ENUM)                                                  \
	HINT(int, covdev_mu, QUDA_INVALID_ENUM)                                                  \
	USED(double, tol, QUDA_INVALID_DOUBLE)                                                   \
	HINT(double, tol_restart, 5e-5)                                                          \
	USED(double, tol_hq, 0)                                                                  \
	HINT(int, compute_true_res, 1)                                                           \
	USED(int, maxiter, QUDA_INVALID_ENUM)                                                    \
	HINT(double, reliable_delta, QUDA_INVALID_DOUBLE)                                        \
	HINT(double, reliable_delta_refinement, QUDA_INVALID_DOUBLE)                             \
	HINT(int, use_alternative_reliable, 0)                                                   \
	HINT(int, use_sloppy_partial_accumulator, 0)                                             \
	HINT(int, solution_accumulator_pipeline, 1)                                              \
	HINT(int, max_res_increase, 1)                                                           \
	HINT(int, max_res_increase_total, 10)                                                    \
	HINT(int, max_hq_res_increase, 1)                                                        \
	HINT(int, max_hq_res_restart_total, 10)                                                  \
	HINT(int, heavy_quark_check, 10)                                                         \
	HINT(int, pipeline, 0)                                                                   \
	USED(int, num_offset, 0)                                                                 \
	USED(int, num_src, 1)                                                                    \
	HINT(int, num_src_per_sub_partition, 1)                                                  \
	HINT(int, overlap, 0)                                                                    \
	USED(int, compute_action, 0)                                                             \
	USED(QudaSolutionType, solution_type, QUDA_INVALID_SOLUTION)                             \
	USED(QudaSolveType, solve_type, QUDA_INVALID_SOLVE)                                      \
	USED(QudaMatPCType, matpc_type, QUDA_MATPC_INVALID)                                      \
	USED(QudaDagType, dagger, QUDA_DAG_INVALID)                                              \
	USED(QudaMassNormalization, mass_normalization, QUDA_INVALID_NORMALIZATION)              \
	HINT(QudaSolverNormalization, solver_normalization, QUDA_DEFAULT_NORMALIZATION)          \
	HINT(QudaPreserveSource, preserve_source, QUDA_PRESERVE_SOURCE_INVALID)                  \
	USED(QudaPrecision, cpu_prec, QUDA_INVALID_PRECISION)                                    \
	HINT(QudaPrecision, cuda_prec, QUDA_INVALID_PRECISION)                                   \
	USED(QudaPrecision, cuda_prec_sloppy, QUDA_INVALID_PRECISION)                            \
	HINT(QudaPrecision, cuda_prec_refinement_sloppy, QUDA_INVALID_PRECISION)                 \
	HINT(QudaPrecision, cuda_prec_precondition, QUDA_INVALID_PRECISION)                      \
	HINT(QudaPrecision, cuda_prec_eigensolver, QUDA_INVALID_PRECISION)                       \
	USED(QudaDiracFieldOrder, dirac_order, QUDA_INVALID_DIRAC_ORDER)                         \
	USED(QudaGammaBasis, gamma_basis, QUDA_INVALID_GAMMA_BASIS)                              \
	USED(QudaFieldLocation, clover_location, QUDA_CPU_FIELD_LOCATION)                        \
	USED(QudaPrecision, clover_cpu_prec, QUDA_INVALID_PRECISION)                             \
	HINT(QudaPrecision, clover_cuda_prec, QUDA_INVALID_PRECISION)                            \
	HINT(QudaPrecision, clover_cuda_prec_sloppy, QUDA_INVALID_PRECISION)                     \
	HINT(QudaPrecision, clover_cuda_prec_refinement_sloppy, QUDA_INVALID_PRECISION)          \
	HINT(QudaPrecision, clover_cuda_prec_precondition, QUDA_INVALID_PRECISION)               \
	HINT(QudaPrecision, clover_cuda_prec_eigensolver, QUDA_INVALID_PRECISION)                \
	USED(QudaCloverFieldOrder, clover_order, QUDA_INVALID_CLOVER_ORDER)                      \
	USED(QudaUseInitGuess, use_init_guess, QUDA_USE_INIT_GUESS_NO)                           \
	USED(double, clover_csw, 0)                                                              \
	USED(double, clover_coeff, QUDA_INVALID_DOUBLE)                                          \
	USED(double, clover_rho, 0)                                                              \
	USED(int, compute_clover_trlog, 0)                                                       \
	USED(int, compute_clover, 0)                                                             \
	HINT(int, compute_clover_inverse, 1)                                                     \
	USED(int, return_clover, 0)                                                              \
	USED(int, return_clover_inverse, 0)                                                      \
	HINT(QudaVerbosity, verbosity, QUDA_INVALID_VERBOSITY)                                   \
	HINT(int, sp_pad, 0)                                                                     \
	HINT(int, cl_pad, 0)                                                                     \
	USED(int, iter, 0)                                                                       \
	USED(double, gflops, 0)                                                                  \
	USED(double, secs, 0)                                                                    \
	HINT(double, energy, 0)                                                                  \
	HINT(double, power, 0)                                                                   \
	HINT(double, temp, 0)                                                                    \
	HINT(double, clock, 0)                                                                   \
	HINT(QudaTune, tune, QUDA_TUNE_YES)                                                      \
	HINT(int, Nsteps, 1)                                                                     \
	USED(int, gcrNkrylov, 16)                                                                \
	USED(QudaInverterType, inv_type_precondition, QUDA_INVALID_INVERTER)                     \
	HINT(QudaBoolean, deflate, QUDA_BOOLEAN_FALSE)                                           \
	HINT(QudaDslashType, dslash_type_precondition, QUDA_INVALID_DSLASH)                      \
	HINT(QudaVerbosity, verbosity_precondition, QUDA_INVALID_VERBOSITY)                      \
	HINT(double, tol_precondition, QUDA_INVALID_DOUBLE)                                      \
	HINT(int, maxiter_precondition, QUDA_INVALID_ENUM)                                       \
	HINT(double, omega, 1)                                                                   \
	HINT(QudaCABasis, ca_basis, QUDA_POWER_BASIS)                                            \
	HINT(double, ca_lambda_min, 0)                                                           \
	HINT(double, ca_lambda_max, -1)                                                          \
	HINT(QudaCABasis, ca_basis_precondition, QUDA_POWER_BASIS)                               \
	HINT(double, ca_lambda_min_precondition, 0)                                              \
	HINT(double, ca_lambda_max_precondition, -1)                                             \
	HINT(int, precondition_cycle, 1)                                                         \
	HINT(QudaSchwarzType, schwarz_type, QUDA_INVALID_SCHWARZ)                                \
	HINT(QudaAcceleratorType, accelerator_type_precondition, QUDA_INVALID_ACCELERATOR)       \
	HINT(double, madwf_diagonal_suppressor, QUDA_INVALID_DOUBLE)                             \
	HINT(int, madwf_ls, QUDA_INVALID_ENUM)                                                   \
	HINT(int, madwf_null_miniter, QUDA_INVALID_ENUM)                                         \
	HINT(double, madwf_null_tol, QUDA_INVALID_DOUBLE)                                        \
	HINT(int, madwf_train_maxiter, QUDA_INVALID_ENUM)                                        \
	HINT(QudaBoolean, madwf_param_load, QUDA_BOOLEAN_FALSE)                                  \
	HINT(QudaBoolean, madwf_param_save, QUDA_BOOLEAN_FALSE)                                  \
	USED(QudaResidualType, residual_type, QUDA_L2_RELATIVE_RESIDUAL)                         \
	HINT(QudaPrecision, cuda_prec_ritz, QUDA_INVALID_PRECISION)                              \
	HINT(int, n_ev, 8)                                                                       \
	HINT(int, max_search_dim, 64)                                                            \
	HINT(int, rhs_idx, 0)                                                                    \
	HINT(int, deflation_grid, 1)                                                             \
	HINT(double, eigenval_tol, 0.1)                                                          \
	HINT(int, eigcg_max_restarts, 4)                                                         \
	HINT(int, max_restart_num, 3)                                                            \
	HINT(double, inc_tol, 0.01)                                                              \
	USED(int, make_resident_solution, 0)                                                     \
	USED(int, use_resident_solution, 0)                                                      \
	HINT(int, chrono_make_resident, 0)                                                       \
	HINT(int, chrono_replace_last, 0)                                                        \
	HINT(int, chrono_use_resident, 0)                                                        \
	HINT(int, chrono_max_dim, 0)                                                             \
	HINT(int, chrono_index, 0)                                                               \
	HINT(QudaPrecision, chrono_precision, QUDA_INVALID_PRECISION)                            \
	HINT(QudaExtLibType, extlib_type, QUDA_EIGEN_EXTLIB)                                     \
	HINT(QudaBoolean, native_blas_lapack, QUDA_BOOLEAN_TRUE)                                 \
	HINT(QudaBoolean, use_mobius_fused_kernel, QUDA_BOOLEAN_TRUE)                            \
	HINT(double, distance_pc_alpha0, 0)                                                      \
	HINT(int, distance_pc_t0, -1)
/* clang-format on */

/* Fields of which one note says that they change nothing here. */
#define LQCD__QUDA_GAUGE_IGNORED(NOTE) NOTE(gauge_fix) NOTE(overlap)
#define LQCD__QUDA_INVERT_IGNORED(NOTE)                                                                          \
	NOTE(eofa_shift) NOTE(mq1) NOTE(mq2) NOTE(mq3) NOTE(epsilon) NOTE(evmax) \
	NOTE(tol_restart) NOTE(overlap) NOTE(deflate) NOTE(madwf_diagonal_suppressor) NOTE(madwf_ls) \
	NOTE(madwf_null_miniter) NOTE(madwf_null_tol) NOTE(madwf_train_maxiter) NOTE(madwf_param_load)           \
	NOTE(madwf_param_save) NOTE(chrono_make_resident) NOTE(chrono_replace_last) NOTE(chrono_use_resident)    \
	NOTE(distance_pc_alpha0)

#define LQCD__QUDA_MEMBER(type, name, initial)           type name;
#define LQCD__QUDA_NO_MEMBER(type, name, initial, other) type name;

typedef struct {
	int X[4]; /* local extents X, Y, Z, T */
	LQCD__QUDA_GAUGE(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
} QudaGaugeParam;

#define LQCD__QUDA_OTHER_SRC 127 /* QUDA_MAX_MULTI_SRC but one: a number, which builders of wrappers read */

typedef struct {
	LQCD__QUDA_INVERT(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
#ifdef LQCD_QUDA_RESIDUAL_ARRAYS /* the same memory in either form */
	double true_res[QUDA_MAX_MULTI_SRC], true_res_hq[QUDA_MAX_MULTI_SRC];
#else
	double true_res, lqcd__true_res[LQCD__QUDA_OTHER_SRC], true_res_hq, lqcd__true_res_hq[LQCD__QUDA_OTHER_SRC];
#endif
	void *preconditioner;           /* of newMultigridQuda */
	void *deflation_op, *eig_param; /* ignored */
	double_complex b_5[QUDA_MAX_DWF_LS], c_5[QUDA_MAX_DWF_LS];
	int split_grid[QUDA_MAX_DIM];
	double offset[QUDA_MAX_MULTI_SHIFT], tol_offset[QUDA_MAX_MULTI_SHIFT], tol_hq_offset[QUDA_MAX_MULTI_SHIFT];
	double true_res_offset[QUDA_MAX_MULTI_SHIFT], iter_res_offset[QUDA_MAX_MULTI_SHIFT];
	double true_res_hq_offset[QUDA_MAX_MULTI_SHIFT], residue[QUDA_MAX_MULTI_SHIFT];
	double action[2], trlogA[2];
	char madwf_param_infile[256], madwf_param_outfile[256];
} QudaInvertParam;

#endif
