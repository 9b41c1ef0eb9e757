/* lqcd/compat/quda/params_more.h: part of quda.h: the parameters of smearing, gauge observables, eigenvalues and multigrid,
 * in the manner of params.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_PARAMS_MORE_H
#define LQCD_QUDA_PARAMS_MORE_H

#include "params.h"

typedef enum QudaGaugeSmearType_s {
	QUDA_GAUGE_SMEAR_APE,
	QUDA_GAUGE_SMEAR_STOUT,
	QUDA_GAUGE_SMEAR_OVRIMP_STOUT,
	QUDA_GAUGE_SMEAR_HYP,
	QUDA_GAUGE_SMEAR_WILSON_FLOW,
	QUDA_GAUGE_SMEAR_SYMANZIK_FLOW,
	QUDA_GAUGE_SMEAR_INVALID = QUDA_INVALID_ENUM
} QudaGaugeSmearType;

typedef enum QudaEigType_s { QUDA_EIG_TR_LANCZOS, QUDA_EIG_BLK_TR_LANCZOS, QUDA_EIG_IR_ARNOLDI, QUDA_EIG_BLK_IR_ARNOLDI, QUDA_EIG_TR_LANCZOS_3D,
	       QUDA_EIG_INVALID = QUDA_INVALID_ENUM } QudaEigType;

typedef enum QudaEigSpectrumType_s {
	QUDA_SPECTRUM_LM_EIG,
	QUDA_SPECTRUM_SM_EIG,
	QUDA_SPECTRUM_LR_EIG,
	QUDA_SPECTRUM_SR_EIG,
	QUDA_SPECTRUM_LI_EIG,
	QUDA_SPECTRUM_SI_EIG,
	QUDA_SPECTRUM_INVALID = QUDA_INVALID_ENUM
} QudaEigSpectrumType;

typedef enum QudaSetupType_s { QUDA_NULL_VECTOR_SETUP, QUDA_TEST_VECTOR_SETUP, QUDA_INVALID_SETUP_TYPE = QUDA_INVALID_ENUM } QudaSetupType;

typedef enum QudaTransferType_s { QUDA_TRANSFER_AGGREGATE, QUDA_TRANSFER_COARSE_KD, QUDA_TRANSFER_OPTIMIZED_KD, QUDA_TRANSFER_OPTIMIZED_KD_DROP_LONG,
	       QUDA_TRANSFER_INVALID = QUDA_INVALID_ENUM } QudaTransferType;

typedef enum QudaMultigridCycleType_s { QUDA_MG_CYCLE_VCYCLE, QUDA_MG_CYCLE_FCYCLE, QUDA_MG_CYCLE_WCYCLE, QUDA_MG_CYCLE_RECURSIVE,
	       QUDA_MG_CYCLE_INVALID = QUDA_INVALID_ENUM } QudaMultigridCycleType;

typedef enum QudaComputeNullVector_s { QUDA_COMPUTE_NULL_VECTOR_NO, QUDA_COMPUTE_NULL_VECTOR_YES,
	       QUDA_COMPUTE_NULL_VECTOR_INVALID = QUDA_INVALID_ENUM } QudaComputeNullVector;

/* clang-format off */
#define LQCD__QUDA_SMEAR(USED, HINT, NONE)                                                       \
	USED(size_t, struct_size, sizeof(QudaGaugeSmearParam))                                   \
	USED(unsigned int, n_steps, 0)                                                           \
	USED(double, epsilon, 0)                                                                 \
	HINT(double, alpha, 0)                                                                   \
	HINT(double, rho, 0)                                                                     \
	HINT(double, alpha1, 0)                                                                  \
	HINT(double, alpha2, 0)                                                                  \
	HINT(double, alpha3, 0)                                                                  \
	HINT(int, dir_ignore, -1)                                                                \
	USED(unsigned int, meas_interval, 1)                                                     \
	USED(QudaGaugeSmearType, smear_type, QUDA_GAUGE_SMEAR_INVALID)                           \
	USED(QudaBoolean, restart, QUDA_BOOLEAN_FALSE)                                           \
	HINT(double, t0, 0)

#define LQCD__QUDA_OBSERVE(USED, HINT, NONE)                                                     \
	USED(size_t, struct_size, sizeof(QudaGaugeObservableParam))                              \
	USED(QudaBoolean, su_project, QUDA_BOOLEAN_FALSE)                                        \
	USED(QudaBoolean, compute_plaquette, QUDA_BOOLEAN_FALSE)                                 \
	NONE(QudaBoolean, compute_rectangle, QUDA_BOOLEAN_FALSE, QUDA_BOOLEAN_INVALID)           \
	USED(QudaBoolean, compute_polyakov_loop, QUDA_BOOLEAN_FALSE)                             \
	NONE(QudaBoolean, compute_gauge_loop_trace, QUDA_BOOLEAN_FALSE, QUDA_BOOLEAN_INVALID)    \
	USED(QudaBoolean, compute_qcharge, QUDA_BOOLEAN_FALSE)                                   \
	USED(double, qcharge, 0)                                                                 \
	NONE(QudaBoolean, compute_qcharge_density, QUDA_BOOLEAN_FALSE, QUDA_BOOLEAN_INVALID)     \
	HINT(QudaBoolean, remove_staggered_phase, QUDA_BOOLEAN_FALSE)

#define LQCD__QUDA_EIG(USED, HINT, NONE)                                                         \
	USED(size_t, struct_size, sizeof(QudaEigParam))                                          \
	USED(QudaEigType, eig_type, QUDA_EIG_INVALID)                                            \
	USED(QudaBoolean, use_poly_acc, QUDA_BOOLEAN_FALSE)                                      \
	USED(int, poly_deg, 0)                                                                   \
	USED(double, a_min, 0)                                                                   \
	USED(double, a_max, 0)                                                                   \
	HINT(QudaBoolean, preserve_deflation, QUDA_BOOLEAN_FALSE)                                \
	HINT(QudaBoolean, preserve_evals, QUDA_BOOLEAN_TRUE)                                     \
	USED(QudaBoolean, use_dagger, QUDA_BOOLEAN_FALSE)                                        \
	USED(QudaBoolean, use_norm_op, QUDA_BOOLEAN_FALSE)                                       \
	USED(QudaBoolean, use_pc, QUDA_BOOLEAN_FALSE)                                            \
	HINT(QudaBoolean, use_eigen_qr, QUDA_BOOLEAN_TRUE)                                       \
	NONE(QudaBoolean, compute_svd, QUDA_BOOLEAN_FALSE, QUDA_BOOLEAN_INVALID)                 \
	NONE(QudaBoolean, compute_gamma5, QUDA_BOOLEAN_FALSE, QUDA_BOOLEAN_INVALID)              \
	USED(QudaBoolean, require_convergence, QUDA_BOOLEAN_TRUE)                                \
	USED(QudaEigSpectrumType, spectrum, QUDA_SPECTRUM_INVALID)                               \
	USED(int, n_ev, 0)                                                                       \
	USED(int, n_kr, 0)                                                                       \
	USED(int, n_conv, 0)                                                                     \
	HINT(int, n_ev_deflate, 0)                                                               \
	HINT(int, nLockedMax, 0)                                                                 \
	HINT(int, batched_rotate, 0)                                                             \
	HINT(int, block_size, 1)                                                                 \
	HINT(int, compute_evals_batch_size, 1)                                                   \
	HINT(int, max_ortho_attempts, 10)                                                        \
	HINT(int, ortho_block_size, 0)                                                           \
	HINT(int, ortho_dim, 4)                                                                  \
	HINT(int, ortho_dim_size_local, 0)                                                       \
	USED(double, tol, 0)                                                                     \
	HINT(double, qr_tol, 0)                                                                  \
	HINT(int, check_interval, 0)                                                             \
	USED(int, max_restarts, 0)                                                               \
	HINT(QudaBoolean, arpack_check, QUDA_BOOLEAN_FALSE)                                      \
	HINT(int, nk, 0)                                                                         \
	HINT(int, np, 0)                                                                         \
	HINT(QudaBoolean, import_vectors, QUDA_BOOLEAN_FALSE)                                    \
	HINT(QudaPrecision, cuda_prec_ritz, QUDA_INVALID_PRECISION)                              \
	HINT(QudaMemoryType, mem_type_ritz, QUDA_MEMORY_DEVICE)                                  \
	HINT(QudaFieldLocation, location, QUDA_CUDA_FIELD_LOCATION)                              \
	HINT(QudaBoolean, run_verify, QUDA_BOOLEAN_FALSE)                                        \
	HINT(QudaPrecision, save_prec, QUDA_DOUBLE_PRECISION)                                    \
	HINT(QudaBoolean, io_parity_inflate, QUDA_BOOLEAN_FALSE)                                 \
	HINT(QudaBoolean, partfile, QUDA_BOOLEAN_FALSE)                                          \
	USED(double, gflops, 0)                                                                  \
	USED(double, secs, 0)                                                                    \
	HINT(QudaExtLibType, extlib_type, QUDA_EIGEN_EXTLIB)

/* The fields of a preconditioner; those that are not USED change the number of iterations, not the solution. */
#define LQCD__QUDA_MULTIGRID(USED, HINT, NONE)                                                   \
	USED(size_t, struct_size, sizeof(QudaMultigridParam))                                    \
	USED(int, n_level, QUDA_INVALID_ENUM)                                                    \
	HINT(QudaSetupType, setup_type, QUDA_NULL_VECTOR_SETUP)                                  \
	HINT(QudaBoolean, pre_orthonormalize, QUDA_BOOLEAN_FALSE)                                \
	HINT(QudaBoolean, post_orthonormalize, QUDA_BOOLEAN_TRUE)                                \
	HINT(QudaBoolean, setup_minimize_memory, QUDA_BOOLEAN_FALSE)                             \
	HINT(QudaComputeNullVector, compute_null_vector, QUDA_COMPUTE_NULL_VECTOR_INVALID)       \
	HINT(QudaBoolean, generate_all_levels, QUDA_BOOLEAN_INVALID)                             \
	HINT(QudaBoolean, run_verify, QUDA_BOOLEAN_INVALID)                                      \
	HINT(QudaBoolean, run_low_mode_check, QUDA_BOOLEAN_FALSE)                                \
	HINT(QudaBoolean, run_oblique_proj_check, QUDA_BOOLEAN_FALSE)                            \
	HINT(QudaBoolean, coarse_guess, QUDA_BOOLEAN_FALSE)                                      \
	HINT(QudaBoolean, preserve_deflation, QUDA_BOOLEAN_FALSE)                                \
	HINT(QudaBoolean, allow_truncation, QUDA_BOOLEAN_FALSE)                                  \
	HINT(QudaBoolean, staggered_kd_dagger_approximation, QUDA_BOOLEAN_FALSE)                 \
	HINT(QudaBoolean, thin_update_only, QUDA_BOOLEAN_FALSE)                                  \
	USED(double, gflops, 0)                                                                  \
	USED(double, secs, 0)

/* One of each level. */
#define LQCD__QUDA_LEVEL(USED, HINT, NONE)                                                       \
	HINT(int, spin_block_size, QUDA_INVALID_ENUM)                                            \
	USED(int, n_vec, QUDA_INVALID_ENUM)                                                      \
	HINT(int, n_vec_batch, 1)                                                                \
	HINT(QudaPrecision, precision_null, QUDA_INVALID_PRECISION)                              \
	HINT(int, n_block_ortho, 1)                                                              \
	HINT(QudaBoolean, block_ortho_two_pass, QUDA_BOOLEAN_TRUE)                               \
	HINT(QudaVerbosity, verbosity, QUDA_SILENT)                                              \
	HINT(QudaBoolean, setup_use_mma, QUDA_BOOLEAN_FALSE)                                     \
	HINT(QudaBoolean, dslash_use_mma, QUDA_BOOLEAN_FALSE)                                    \
	HINT(QudaBoolean, transfer_use_mma, QUDA_BOOLEAN_FALSE)                                  \
	HINT(QudaInverterType, setup_inv_type, QUDA_BICGSTAB_INVERTER)                           \
	HINT(int, num_setup_iter, 1)                                                             \
	HINT(double, setup_tol, 5e-6)                                                            \
	HINT(int, setup_maxiter, 500)                                                            \
	HINT(int, setup_maxiter_refresh, 0)                                                      \
	HINT(int, setup_maxiter_inverse_iterations_refinement, 0)                                \
	HINT(QudaCABasis, setup_ca_basis, QUDA_POWER_BASIS)                                      \
	HINT(int, setup_ca_basis_size, 4)                                                        \
	HINT(double, setup_ca_lambda_min, 0)                                                     \
	HINT(double, setup_ca_lambda_max, -1)                                                    \
	HINT(QudaInverterType, coarse_solver, QUDA_INVALID_INVERTER)                             \
	USED(double, coarse_solver_tol, QUDA_INVALID_DOUBLE)                                     \
	USED(int, coarse_solver_maxiter, QUDA_INVALID_ENUM)                                      \
	HINT(QudaCABasis, coarse_solver_ca_basis, QUDA_POWER_BASIS)                              \
	HINT(int, coarse_solver_ca_basis_size, 4)                                                \
	HINT(double, coarse_solver_ca_lambda_min, 0)                                             \
	HINT(double, coarse_solver_ca_lambda_max, -1)                                            \
	HINT(QudaInverterType, smoother, QUDA_INVALID_INVERTER)                                  \
	HINT(double, smoother_tol, QUDA_INVALID_DOUBLE)                                          \
	HINT(QudaCABasis, smoother_solver_ca_basis, QUDA_POWER_BASIS)                            \
	HINT(double, smoother_solver_ca_lambda_min, 0)                                           \
	HINT(double, smoother_solver_ca_lambda_max, -1)                                          \
	USED(int, nu_pre, QUDA_INVALID_ENUM)                                                     \
	USED(int, nu_post, QUDA_INVALID_ENUM)                                                    \
	HINT(double, omega, QUDA_INVALID_DOUBLE)                                                 \
	HINT(QudaPrecision, smoother_halo_precision, QUDA_INVALID_PRECISION)                     \
	HINT(QudaSchwarzType, smoother_schwarz_type, QUDA_INVALID_SCHWARZ)                       \
	HINT(int, smoother_schwarz_cycle, 1)                                                     \
	HINT(QudaSolutionType, coarse_grid_solution_type, QUDA_INVALID_SOLUTION)                 \
	HINT(QudaSolveType, smoother_solve_type, QUDA_INVALID_SOLVE)                             \
	HINT(QudaMultigridCycleType, cycle_type, QUDA_MG_CYCLE_INVALID)                          \
	HINT(QudaBoolean, global_reduction, QUDA_BOOLEAN_TRUE)                                   \
	HINT(QudaFieldLocation, location, QUDA_INVALID_FIELD_LOCATION)                           \
	HINT(QudaFieldLocation, setup_location, QUDA_CUDA_FIELD_LOCATION)                        \
	HINT(QudaBoolean, use_eig_solver, QUDA_BOOLEAN_FALSE)                                    \
	HINT(QudaBoolean, vec_load, QUDA_BOOLEAN_FALSE)                                          \
	HINT(QudaBoolean, vec_store, QUDA_BOOLEAN_FALSE)                                         \
	HINT(QudaBoolean, mg_vec_partfile, QUDA_BOOLEAN_FALSE)                                   \
	HINT(double, mu_factor, 1)                                                               \
	NONE(QudaTransferType, transfer_type, QUDA_TRANSFER_AGGREGATE, QUDA_TRANSFER_INVALID)
/* clang-format on */

/* Products of complex matrices (GEMM), or their inverses by LU. */
/* clang-format off */
#define LQCD__QUDA_BLAS(USED, HINT, NONE)                                                        \
	USED(size_t, struct_size, sizeof(QudaBLASParam))                                         \
	USED(QudaBLASType, blas_type, QUDA_BLAS_INVALID)                                         \
	USED(QudaBLASOperation, trans_a, QUDA_BLAS_OP_N)                                         \
	USED(QudaBLASOperation, trans_b, QUDA_BLAS_OP_N)                                         \
	USED(int, m, QUDA_INVALID_ENUM)                                                          \
	USED(int, n, QUDA_INVALID_ENUM)                                                          \
	USED(int, k, QUDA_INVALID_ENUM)                                                          \
	USED(int, lda, QUDA_INVALID_ENUM)                                                        \
	USED(int, ldb, QUDA_INVALID_ENUM)                                                        \
	USED(int, ldc, QUDA_INVALID_ENUM)                                                        \
	USED(int, a_offset, 0)                                                                   \
	USED(int, b_offset, 0)                                                                   \
	USED(int, c_offset, 0)                                                                   \
	USED(int, a_stride, 1)                                                                   \
	USED(int, b_stride, 1)                                                                   \
	USED(int, c_stride, 1)                                                                   \
	USED(int, inv_mat_size, 0)                                                               \
	USED(int, batch_count, 1)                                                                \
	USED(QudaBLASDataType, data_type, QUDA_BLAS_DATATYPE_INVALID)                            \
	USED(QudaBLASDataOrder, data_order, QUDA_BLAS_DATAORDER_ROW)
/* clang-format on */

#define LQCD__QUDA_MEMBERS(type, name, initial)           type name[QUDA_MAX_MG_LEVEL];
#define LQCD__QUDA_NO_MEMBERS(type, name, initial, other) type name[QUDA_MAX_MG_LEVEL];

typedef struct {
	LQCD__QUDA_SMEAR(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
} QudaGaugeSmearParam;

typedef struct {
	LQCD__QUDA_BLAS(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
	double_complex alpha, beta;
} QudaBLASParam;

typedef struct {
	QudaInvertParam *inv_param;
	int n_steps;
	double width;
	int compute_2link, delete_2link, t0;
	double secs, gflops, energy, power, temp, clock;
} QudaQuarkSmearParam;

typedef struct {
	LQCD__QUDA_OBSERVE(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
	double plaquette[3], rectangle[3], ploop[2], energy[3];
	double_complex *traces; /* refused, with what follows, by its switch */
	int **input_path_buff, *path_length, num_paths, max_length;
	double *loop_coeff, factor;
	void *qcharge_density;
} QudaGaugeObservableParam;

typedef struct {
	LQCD__QUDA_EIG(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
	QudaInvertParam *invert_param;
	void *preserve_deflation_space;
	char vec_infile[256], vec_outfile[256], QUDA_logfile[512], arpack_logfile[512]; /* the first two: refused */
} QudaEigParam;

typedef struct {
	LQCD__QUDA_MULTIGRID(LQCD__QUDA_MEMBER, LQCD__QUDA_MEMBER, LQCD__QUDA_NO_MEMBER)
	LQCD__QUDA_LEVEL(LQCD__QUDA_MEMBERS, LQCD__QUDA_MEMBERS, LQCD__QUDA_NO_MEMBERS)
	QudaInvertParam *invert_param;
	QudaEigParam *eig_param[QUDA_MAX_MG_LEVEL]; /* ignored */
	int geo_block_size[QUDA_MAX_MG_LEVEL][QUDA_MAX_DIM];
	char vec_infile[QUDA_MAX_MG_LEVEL][256], vec_outfile[QUDA_MAX_MG_LEVEL][256];
} QudaMultigridParam;

#endif
