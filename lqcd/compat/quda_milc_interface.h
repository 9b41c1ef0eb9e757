/* lqcd/compat/quda_milc_interface.h: the functions of QUDA's interface for MILC by name, over the staggered quarks, fat links and forces
 * of this library and over quda.h. Opt-in.
 *
 *   #define LQCD_QUDA_DEFINE                             in one file of the program alone, as for quda.h, which this includes
 *   #include <lqcd/compat/quda_milc_interface.h>         -Ilqcd/compat finds it as <quda_milc_interface.h>
 *
 * Fields are MILC's: even sites first, X fastest; links [site][4], momenta [site][4] of ten numbers, colour vectors of all sites, of
 * which a call uses those of a parity; or members of a struct of each site (QudaMILCSiteArg_t). precision, external_precision: 1 for
 * floats, else doubles. All is computed in doubles; quda_precision and mixed_precision change nothing for staggered quarks. phase_in
 * 1: links have MILC's phases and antiperiodic ends in time.
 *
 *   qudaInit, qudaSetLayout, qudaFinalize    latsize is that of all processes, whose ranks have X fastest (see initCommsGridQuda)
 *   qudaSetMPICommHandle                     MPI_COMM_WORLD or its like
 *   qudaAllocatePinned, qudaAllocateManaged, qudaFreePinned, qudaFreeManaged     ordinary memory, aligned
 *   qudaHisqParamsInit                       limits of singular values and filter, as gauge/unitary.h has them
 *   qudaLoadKSLink, qudaLoadUnitarizedLink   sums of paths with coefficients of 1 link, Naik, 3, 5, 7 links, Lepage, and unitary factors
 *                                            of the fat links; NULL: not wanted. The links have phases or have not
 *   qudaInvert, qudaInvertMsrc, qudaMultishiftInvert     (4 mass^2 - D D) x = b, or offset for 4 mass^2, on the parity evenodd, D of fat and
 *                                            long links (NULL: naive). x is the first guess, but of shifts. Residuals |r|/|b|; Fermilab's:
 *                                            sqrt of the mean of |r|^2/|x|^2 of the sites, computed if a target above 0 asks for it, else
 *                                            reported as 0; a target of 0 is none. Of many sources the results are those of the last
 *   qudaDslash                               D from the other parity
 *   qudaEigCGInvert, qudaEigCGCloverInvert   as qudaInvert, qudaCloverInvert: no vectors are kept
 *   qudaMultigridCreate, qudaInvertMG        (2 mass + D) x = b on all sites by conjugate gradients: no multigrid of staggered quarks; the
 *                                            file of parameters is not read
 *   num_iters                                on entry -1: the links are new. Links of qudaLoadKSLink are read again only then, or when
 *                                            others are made or given; all others each time
 *   qudaHisqForce                            momentum = dt F, or resident momenta += dt F; F as QUDA's and MILC's
 *   qudaGaugeForce[Phased]                   momenta -= eb3 sum_k coeff[k] P(U A_k): plaquettes, rectangles, parallelograms
 *   qudaUpdateU[Phased][Pipeline]            U = exp(eps p) U;  qudaUnitarizeSU3[Phased]: projectSU3Quda
 *   qudaMomLoad, qudaMomSave, qudaMomAction  resident momenta take the place of arg's from Load to Save in all of these; action:
 *                                            sum over links of |p|^2/2 - 4
 *   qudaRephase                              i_mu = 0 alone
 *   qudaPlaquettePhased, qudaPolyakovLoopPhased, qudaGaugeLoopTracePhased, qudaGaugeMeasurementsPhased     as QUDA: the loop is a trace,
 *                                            of time, with a minus sign that takes that of the ends away
 *   qudaLoadGaugeField, qudaFreeGaugeField, qudaLoadCloverField, qudaFreeCloverField, qudaCloverInvert, qudaCloverMultishiftInvert,
 *   qudaCloverForce                          as the functions of quda.h
 *   qudaFreeTwoLink                          nothing: no two-link field is kept
 *   qudaShift, qudaSpinTaste, qudaTwoLinkGaussianSmear      as the functions of quda.h, of the links as they are; these are read if
 *                                            reloadGaugeField, compute_2link are not 0, or none are loaded
 *   qudaGaugeFixingOVR, qudaGaugeFixingFFT   as the functions of quda.h; the links have no phases
 * Refused by name: qudaContractFT, qudaDDInvert, fields of a device (qudaCreateGaugeField and the like, qudaCloverTrace,
 * qudaCloverDerivative), and qudaAsqtadForce and qudaComputeOprod, which QUDA refuses, too.
 * Errors end the program, as those of quda.h. Solves run on a device where quda.h has one for them; links and forces on the host.
 * Names and meanings are those of QUDA's headers (github.com/lattice/quda, 2024) and of MILC. SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_QUDA_MILC_INTERFACE_H
#define LQCD_COMPAT_QUDA_MILC_INTERFACE_H

#include "quda.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where links and momenta are: at these offsets (bytes) of structs of `size` bytes; with site NULL in link and mom. */
typedef struct {
	void *site, *link;
	size_t link_offset;
	void *mom;
	size_t mom_offset, size;
} QudaMILCSiteArg_t;

typedef struct {
	int max_iter;
	QudaParity evenodd;
	int mixed_precision;
	double boundary_phase[4];
	int make_resident_solution, use_resident_solution;
	QudaInverterType solver_type;
	double tadpole, naik_epsilon;
} QudaInvertArgs_t;

typedef struct {
	QudaPrecision prec_ritz;
	int nev, max_search_dim, deflation_grid;
	double tol_restart;
	int eigcg_max_restarts, max_restart_num;
	double inc_tol, eigenval_tol;
	QudaExtLibType solver_ext_lib, deflation_ext_lib;
	QudaFieldLocation location_ritz;
	QudaMemoryType mem_type_ritz;
	char *vec_infile, *vec_outfile;
} QudaEigArgs_t;

typedef struct {
	const int *latsize, *machsize; /* X Y Z T */
	int device;
} QudaLayout_t;

typedef struct {
	QudaVerbosity verbosity;
	QudaLayout_t layout;
} QudaInitArgs_t;

typedef struct {
	int reunit_allow_svd, reunit_svd_only;
	double reunit_svd_abs_error, reunit_svd_rel_error, force_filter;
} QudaHisqParams_t;

typedef struct {
	int su3_source, use_pinned_memory;
} QudaFatLinkArgs_t;

typedef struct {
	int n_mom, *mom_modes;
	void *fft_type; /* of QudaFFTSymmType */
	int *source_position;
	double flops, dtime;
} QudaContractArgs_t;

typedef struct {
	int n_steps;
	double width;
	int compute_2link, delete_2link, t0, laplaceDim;
} QudaTwoLinkQuarkSmearArgs_t;

void qudaSetMPICommHandle(void *mycomm);
void qudaInit(QudaInitArgs_t input);
void qudaSetLayout(QudaLayout_t layout);
void qudaFinalize(void);
void *qudaAllocatePinned(size_t bytes);
void qudaFreePinned(void *ptr);
void *qudaAllocateManaged(size_t bytes);
void qudaFreeManaged(void *ptr);
void qudaHisqParamsInit(QudaHisqParams_t hisq_params);
void qudaLoadKSLink(int precision, QudaFatLinkArgs_t fatlink_args, const double act_path_coeff[6], void *inlink, void *fatlink,
		void *longlink);
void qudaLoadUnitarizedLink(int precision, QudaFatLinkArgs_t fatlink_args, const double path_coeff[6], void *inlink,
		void *fatlink, void *ulink);
void qudaShift(int external_precision, int quda_precision, const void *const links, void *source, void *solution, int dir,
		int sym, int reloadGaugeField);
void qudaSpinTaste(int external_precision, int quda_precision, const void *const links, void *src, void *dst, int spin,
		int taste, int reloadGaugeField);
void qudaDslash(int external_precision, int quda_precision, QudaInvertArgs_t inv_args, const void *const milc_fatlink,
		const void *const milc_longlink, void *source, void *solution, int *num_iters);
void qudaDDInvert(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const int *const domain_overlap, const void *const fatlink, const void *const longlink,
		void *source, void *solution, double *const final_residual, double *const final_fermilab_residual, int *num_iters);
void qudaInvert(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const void *const milc_fatlink, const void *const milc_longlink, void *source,
		void *solution, double *const final_resid, double *const final_rel_resid, int *num_iters);
void *qudaMultigridCreate(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args,
		const void *const milc_fatlink, const void *const milc_longlink, const char *const mg_param_file);
void qudaInvertMG(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const void *const milc_fatlink, const void *const milc_longlink, void *mg_pack_ptr,
		int mg_rebuild_type, void *source, void *solution, double *const final_residual, double *const final_fermilab_residual,
		int *num_iters);
void qudaMultigridDestroy(void *mg_pack_ptr);
void qudaInvertMsrc(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const void *const fatlink, const void *const longlink, void **sourceArray,
		void **solutionArray, double *const final_residual, double *const final_fermilab_residual, int *num_iters, int num_src);
void qudaMultishiftInvert(int external_precision, int precision, int num_offsets, double *const offset,
		QudaInvertArgs_t inv_args, const double *target_residual, const double *target_fermilab_residual,
		const void *const milc_fatlink, const void *const milc_longlink, void *source, void **solutionArray,
		double *const final_residual, double *const final_fermilab_residual, int *num_iters);
void qudaEigCGInvert(int external_precision, int quda_precision, double mass, QudaInvertArgs_t inv_args, double target_residual,
		double target_fermilab_residual, const void *const fatlink, const void *const longlink, void *source, void *solution,
		QudaEigArgs_t eig_args, const int rhs_idx, const int last_rhs_flag, double *const final_residual,
		double *const final_fermilab_residual, int *num_iters);
void qudaCloverInvert(int external_precision, int quda_precision, double kappa, double clover_coeff, QudaInvertArgs_t inv_args,
		double target_residual, double target_fermilab_residual, const void *milc_link, void *milc_clover, void *milc_clover_inv,
		void *source, void *solution, double *const final_residual, double *const final_fermilab_residual, int *num_iters);
void qudaEigCGCloverInvert(int external_precision, int quda_precision, double kappa, double clover_coeff,
		QudaInvertArgs_t inv_args, double target_residual, double target_fermilab_residual, const void *milc_link, void *milc_clover,
		void *milc_clover_inv, void *source, void *solution, QudaEigArgs_t eig_args, const int rhs_idx, const int last_rhs_flag,
		double *const final_residual, double *const final_fermilab_residual, int *num_iters);
void qudaLoadGaugeField(int external_precision, int quda_precision, QudaInvertArgs_t inv_args, const void *milc_link);
void qudaFreeGaugeField(void);
void qudaFreeTwoLink(void);
void qudaLoadCloverField(int external_precision, int quda_precision, QudaInvertArgs_t inv_args, void *milc_clover,
		void *milc_clover_inv, QudaSolutionType solution_type, QudaSolveType solve_type, double clover_coeff, int compute_trlog,
		double *trlog);
void qudaFreeCloverField(void);
void qudaCloverMultishiftInvert(int external_precision, int quda_precision, int num_offsets, double *const offset, double kappa,
		double clover_coeff, QudaInvertArgs_t inv_args, const double *target_residual, void *source, void **solutionArray,
		double *const final_residual, int *num_iters);
void qudaHisqForce(int precision, int num_terms, int num_naik_terms, double dt, double **coeff, void **quark_field,
		const double level2_coeff[6], const double fat7_coeff[6], const void *const w_link, const void *const v_link,
		const void *const u_link, void *const milc_momentum);
void qudaGaugeForce(int precision, int num_loop_types, double milc_loop_coeff[3], double eb3, QudaMILCSiteArg_t *arg);
void qudaGaugeForcePhased(int precision, int num_loop_types, double milc_loop_coeff[3], double eb3, QudaMILCSiteArg_t *arg,
		int phase_in);
void qudaGaugeLoopTracePhased(int precision, double *traces, int **input_path_buf, int *path_length, double *loop_coeff,
		int num_paths, int max_length, double factor, QudaMILCSiteArg_t *arg, int phase_in);
void qudaPlaquettePhased(int precision, double plaq[3], QudaMILCSiteArg_t *arg, int phase_in);
void qudaPolyakovLoopPhased(int precision, double ploop[2], int dir, QudaMILCSiteArg_t *arg, int phase_in);
void qudaGaugeMeasurementsPhased(int precision, double plaq[3], double ploop[2], int dir, double *traces, int **input_path_buf,
		int *path_length, double *loop_coeff, int num_paths, int max_length, double factor, QudaMILCSiteArg_t *arg, int phase_in);
void qudaUpdateU(int precision, double eps, QudaMILCSiteArg_t *arg);
void qudaUpdateUPhased(int precision, double eps, QudaMILCSiteArg_t *arg, int phase_in);
void qudaUpdateUPhasedPipeline(int precision, double eps, QudaMILCSiteArg_t *arg, int phase_in, int want_gaugepipe);
void qudaMomLoad(int precision, QudaMILCSiteArg_t *arg);
void qudaMomSave(int precision, QudaMILCSiteArg_t *arg);
double qudaMomAction(int precision, QudaMILCSiteArg_t *arg);
void qudaRephase(int prec, void *gauge, int flag, double i_mu);
void qudaUnitarizeSU3(int prec, double tol, QudaMILCSiteArg_t *arg);
void qudaUnitarizeSU3Phased(int prec, double tol, QudaMILCSiteArg_t *arg, int phase_in);
void qudaCloverForce(void *mom, double dt, void **x, void **p, double *coeff, double kappa, double ck, int nvec,
		double multiplicity, void *gauge, int precision, QudaInvertArgs_t inv_args);
void qudaCloverTrace(void *out, void *dummy, int mu, int nu);
void qudaCloverDerivative(void *out, void *gauge, void *oprod, int mu, int nu, double coeff, int precision, int parity,
		int conjugate);
void *qudaCreateExtendedGaugeField(void *gauge, int geometry, int precision);
void *qudaResidentExtendedGaugeField(void *gauge, int geometry, int precision);
void *qudaCreateGaugeField(void *gauge, int geometry, int precision);
void qudaSaveGaugeField(void *gauge, void *inGauge);
void qudaDestroyGaugeField(void *gauge);
void qudaGaugeFixingOVR(int precision, unsigned int gauge_dir, int Nsteps, int verbose_interval, double relax_boost,
		double tolerance, unsigned int reunit_interval, unsigned int stopWtheta, QudaMILCSiteArg_t *arg);
void qudaGaugeFixingFFT(int precision, unsigned int gauge_dir, int Nsteps, int verbose_interval, double alpha,
		unsigned int autotune, double tolerance, unsigned int stopWtheta, void *milc_sitelink);
void qudaContractFT(int external_precision, QudaContractArgs_t *cont_args, void *const quark1, void *const quark2,
		double *corr);
void qudaTwoLinkGaussianSmear(int external_precision, int quda_precision, void *h_gauge, void *source,
		QudaTwoLinkQuarkSmearArgs_t qsmear_args);
void qudaAsqtadForce(int precision, const double act_path_coeff[6], const void *const one_link_src[4],
		const void *const naik_src[4], const void *const link, void *const milc_momentum);
void qudaComputeOprod(int precision, int num_terms, int num_naik_terms, double **coeff, double scale, void **quark_field,
		void *oprod[3]);

#ifdef __cplusplus
}
#endif

#ifdef LQCD_QUDA_DEFINE
#include "quda_milc/links.h"
#include "quda_milc/quarks.h"
#include "quda_milc/refused.h"
#endif

#endif
