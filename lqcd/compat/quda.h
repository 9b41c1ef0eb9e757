/* lqcd/compat/quda.h: QUDA's C interface by name, over the operators and solvers of this library, on hosts and
 * devices. Opt-in.
 *
 *   #define LQCD_QUDA_DEFINE              in one file of the program alone, before the header: its functions and state
 *   #define LQCD_QUDA_DEVICE              with it, in C++ (nvcc, hipcc): products and solves on a device, see Devices below
 *   #include <lqcd/compat/quda.h>         elsewhere names and prototypes. -Ilqcd/compat finds it as <quda.h>,
 *                                         and <enum_quda.h>, <quda_constants.h>, <quda_define.h>, <malloc_quda.h>, <quda_api.h>, <device.h>
 *
 *   initCommsGridQuda(4, grid, NULL, NULL)    processes X Y Z T, with LQCD_MPI; MPI's ranks must be those of T X Y Z, the last
 *                                             one fastest, as `map` or QUDA's rule (X Y Z T) give them for one cut direction
 *   initQuda(device), endQuda(), setVerbosityQuda(verbosity, prefix, file)
 *   p = newQudaGaugeParam(), newQudaInvertParam(), newQudaMultigridParam(), newQudaEigParam(), newQudaGaugeSmearParam(),
 *       newQudaGaugeObservableParam()
 *   loadGaugeQuda(links, &gauge), freeGaugeQuda()
 *   saveGaugeQuda(links, &gauge)          type QUDA_SMEARED_LINKS: those of the flow
 *   gaussGaugeQuda(seed, sigma)           the loaded links become exp(2^(1/2) sigma p), p random momenta of gauge/momentum.h
 *   plaqQuda(plaq)                        mean, of spatial and of temporal plaquettes; 1 for unit links
 *   gaugeObservablesQuda(&o)              of the flowed links if there are any: plaquette, ploop (the mean trace, not over NC, with
 *                                         the sign of the boundary), energy (sum, space, time; F without trace) and qcharge (with it) of
 *                                         observables/charge.h
 *   performWFlowQuda(&smear, o)           n_steps of epsilon of the Wilson or Symanzik flow (gauge/flow.h) of the loaded links, with
 *                                         restart of the flowed ones; o[0] before, o[k] after k meas_interval steps
 *   computeGaugeForceQuda(mom, links, paths, lengths, c, num_paths, max_length, dt, &gauge)      of these links, or resident ones:
 *                                         mom -= dt sum_k c[k] times the part in su(3) of U_d(x) path, where paths[d][k] leads from
 *                                         x + d to x (0 to 3: X Y Z T; 7 - d: back); a trace of mom goes; mom [site][4][10] as MILC's, with
 *                                         QUDA_QDP_GAUGE_ORDER four arrays [site][10]; other orders are refused
 *   computeGaugePathQuda(out, links, ..), computeGaugeLoopTraceQuda(traces, paths, ..)      out += dt sum_k c[k] U_d(x) path, along any paths;
 *                                         traces[k] = factor c[k] times the sum over sites of the trace along path k
 *   momResidentQuda(mom, &gauge), momActionQuda(mom, &gauge), gaussMomQuda(seed, sigma)      sum of tr p p^+ / 2 - 4 over links
 *   updateGaugeFieldQuda(links, mom, dt, conj, exact, &gauge)       U := exp(dt p) U; conj: exp(-dt p) U
 *   projectSU3Quda(links, tol, &gauge), staggeredPhaseQuda(links, &gauge), h = createGaugeFieldQuda(links, 4, &gauge), saveGaugeFieldQuda,
 *   destroyGaugeFieldQuda(h)              quda/motion.h; use_, make_resident_ and return_result_ of all these: quda/resident.h
 *   computeGaugeFixingOVRQuda(links, 3 or 4, ..), computeGaugeFixingFFTQuda      quda/gauge_fixing.h
 *   performGaugeSmearQuda(&smear, o)      APE and stout (links of space, with dir_ignore 4 all), HYP (gauge/smear.h, LQCD_PROJECT_POLAR)
 *   computeKSLinkQuda(fat, longs, unitary, links, c, &gauge), computeTwoLinkQuda(two, links, &gauge)      of links as they are, phases included; c:
 *                                         one link, Naik, 3, 5, 7 links, Lepage
 *   covDevQuda, shiftQuda, spinTasteQuda, performWuppertalnStep, performGaussianSmearNStep, performTwoLinkGaussianSmearNStep      quda/steps.h.
 *                                         Two-link smearing of one time slice leaves the others as they are
 *   contractQuda(x, y, result, type, &p, X)      quda/contraction.h
 *   laphSinkProject(sinks, quarks, n, .., vectors, m, .., &p, X)          quda/contraction.h
 *   computeTMCloverForceQuda(mom, x, x0, c, n, &gauge, &p, detratio), computeCloverForceQuda, computeStaggeredForceQuda      quda/quark_forces.h
 *   performGFlowQuda(out, in, &p, &smear, o)      performWFlowQuda of links and quarks: quda/steps.h
 *   computeHISQForceQuda(mom, dt, level2, fat7, w, v, u, quarks, n, n_naik, c, &gauge)      mom = dt F, resident momenta += dt F: quda/hisq.h
 *   blasGEMMQuda(a, b, c, native, &q), blasLUInvQuda(inverse, a, native, &q)      q = newQudaBLASParam(): quda/blas.h
 *   printQuda..Param(&p)                  a line "name = value" for each field, of the first process
 *   loadCloverQuda(clover, inverse, &p), freeCloverQuda()      NULL, NULL: the clover term of the loaded links, which later links do not
 *                                         change; else A, or A^-1, or
 *                                         both, which must fit: QUDA_PACKED_CLOVER_ORDER, QDPJIT or BQCD, chiral blocks of
 *                                         DeGrand-Rossi spins
 *   dslashQuda(out, in, &p, parity)       out = H in from the other parity, with a site term A^-1 H in
 *   cloverQuda(out, in, &p, parity, inverse)   out = A in or A^-1 in
 *   MatQuda(out, in, &p), MatDagMatQuda(out, in, &p)      out = M in, M^dagger M in
 *   invertQuda(x, b, &p)                  M x = b
 *   invertMultiSrcQuda(x, b, &p)          p.num_src of them; x[k] may be b[k], but no other b or x. iter, secs, gflops: sums,
 *                                         true_res: the largest. Staggered sources at once, see Devices
 *   invertMultiShiftQuda(x, b, &p)        (M^dagger M + p.offset[k]) x[k] = b, k < p.num_offset; the x[k] do not overlap
 *   mg = newMultigridQuda(&m), updateMultigridQuda(mg, &m), destroyMultigridQuda(mg)
 *                                         solver/multigrid.h in floats for m.invert_param, as p.preconditioner of MAT and MATPC with
 *                                         QUDA_GCR_INVERTER and inv_type_precondition QUDA_MG_INVERTER; no dagger with MATPC
 *                                         or twisted mass. n_level, n_vec, nu_pre + nu_post, coarse_solver_tol and _maxiter of the coarser level are used,
 *                                         geo_block_size where such blocks fit; the others do not change solutions. update, on hosts,
 *                                         begins with the vectors that are there and improves them once (thin_update_only: not at all)
 *   eigensolveQuda(vectors, values, &e)   the n_conv (0: n_ev) lowest eigenpairs of M^dagger M, with use_dagger of M M^dagger, with use_pc
 *                                         of the even-odd M, in the normalisation KAPPA: solver/lanczos.h with a basis of n_kr; tol is
 *                                         |A v - value v| / |A|. QUDA_EIG_TR_LANCZOS, QUDA_SPECTRUM_SR_EIG, use_norm_op; staggered
 *                                         quarks in MASS, with use_pc 4 mass^2 - D D of the parity of matpc_type without use_norm_op
 *
 * M, with H of dirac/wilson.h, A = 1 + 2 kappa csw C + 2 kappa i mu g5, C of dirac/clover.h, csw = clover_coeff / kappa (or,
 * if that is not set, clover_csw), and g5 = g1 g2 g3 g4, minus that of dirac/clover.h; dagger turns M into its adjoint:
 *
 *   dslash_type        QUDA_WILSON_DSLASH: A = 1; QUDA_CLOVER_WILSON_.., QUDA_TWISTED_MASS_.. and QUDA_TWISTED_CLOVER_DSLASH
 *                      (twist_flavor QUDA_TWIST_SINGLET)
 *   solution_type      MAT: A - kappa H on all sites; MATPC: of the parity of matpc_type, 1 - kappa^2 A^-1 H A^-1 H, or
 *                      (ASYMMETRIC, but without a site term) A - kappa^2 H A^-1 H; MATDAG_MAT, MATPCDAG_MATPC: M^dagger M
 *   mass_normalization KAPPA: M as above. MASS: M / (2 kappa), the even-odd ones M / (4 kappa^2). ASYMMETRIC_MASS: M / (2 kappa)
 *
 *   solve_type, inv_type     MAT, MATPC: QUDA_CG_INVERTER with NORMOP, NORMOP_PC: conjugate gradients of M^dagger M x =
 *                      M^dagger b; QUDA_BICGSTAB_INVERTER, QUDA_GCR_INVERTER with DIRECT, DIRECT_PC. M^dagger M: conjugate gradients.
 *                      MAT is solved even-odd in either case, but for GCR with DIRECT_SOLVE
 *   tol, maxiter       |b - M x| <= tol |b| in double, of the system of solution_type, which true_res reports
 *   cuda_prec_sloppy   MAT by CG and BiCGStab: inner iterations in double, float (SINGLE) or 16 bits (HALF, QUARTER); the
 *                      other cuda_prec.., and all fields under HINT (quda/params.h) change nothing
 *   use_init_guess     x holds a first guess; ignored with M^dagger M or a preconditioner
 *   iter, secs, gflops (the work in Gflop), true_res, with QUDA_HEAVY_QUARK_RESIDUAL in residual_type true_res_hq (quda/params.h), with
 *                      shifts true_res_offset and iter_res_offset: results. With
 *                      LQCD_QUDA_RESIDUAL_ARRAYS, before the header, true_res and true_res_hq are arrays, as in QUDA from 2024 on
 *
 * Staggered quarks, QUDA_STAGGERED_DSLASH and QUDA_ASQTAD_DSLASH (asqtad, HISQ), have M = 2 mass - D, D of dirac/staggered.h:
 * MILC's matrix is M^dagger. The first reads QUDA_WILSON_LINKS, the second QUDA_ASQTAD_FAT_LINKS and QUDA_ASQTAD_LONG_LINKS, each
 * as it was loaded, with its phases and boundary; staggered_phase_type QUDA_STAGGERED_PHASE_MILC with staggered_phase_applied 1
 * tells the other functions that Wilson links have them. scale, tadpole_coeff: of fat and long links they change nothing.
 *   dslashQuda(out, in, &p, parity)       out = D in; dagger: -D in; in KAPPA over 2 mass
 *   MatQuda, MatDagMatQuda, invertQuda, invertMultiSrcQuda      solution_type MAT, MATDAG_MAT; MATPC: 4 mass^2 - D D on the
 *                      parity of matpc_type (EVEN_EVEN, ODD_ODD), which has no M^dagger M. KAPPA: solves M x = 2 mass b, M^dagger M x
 *                      = 4 mass^2 b; products are of M in either normalisation
 *   invertMultiShiftQuda(x, b, &p)        (p.offset[k] - D D) x[k] = b, MATPC in MASS, all offsets above 0; mass is not read
 *   inv_type           QUDA_CG_INVERTER with DIRECT_PC or NORMOP; QUDA_BICGSTAB_INVERTER with DIRECT or DIRECT_PC
 *   cuda_prec_sloppy   MAT: inner iterations in float unless it is DOUBLE
 *   dirac_order        QUDA_DIRAC_ORDER, QDP, QDPJIT, LEX; kappa, gamma_basis are not read (MatQuda in MASS: kappa 0.5 or not set)
 *
 * Domain walls, QUDA_DOMAIN_WALL_DSLASH, QUDA_DOMAIN_WALL_4D_DSLASH (Shamir) and QUDA_MOBIUS_DWF_DSLASH, with Ls, mass, m5
 * (negative), b_5 and c_5 (real, the same for all s): M = 2 kappa_b D, D of dirac/domain_wall.h with our m5 = -m5,
 * kappa_b = 1 / (2 b_5 (4 + m5) + 2); b_5 = 1, c_5 = 0 of the first two. QUDA's g5 is minus ours, which turns the fifth dimension round.
 *   fields             [parity][s][site], of one parity [s][site]; QUDA_DIRAC_ORDER or QDP. The parity of the first type is that of x + y
 *                      + z + t + s (Ls even), of the others x + y + z + t
 *   solution_type      MAT, MATDAG_MAT, MATPC, MATPCDAG_MATPC, with A' = 1 + kappa_b / kappa_c K, B = b_5 + c_5 K, K the shift in s:
 *                      1 - kappa_b^2 A'^-1 H B A'^-1 H B, or (ASYMMETRIC) A' - kappa_b^2 H B A'^-1 H B; of the first type
 *                      1 - kappa_5^2 (H + 2 K)^2, EVEN_EVEN and ODD_ODD; kappa_5 = 1 / (10 + 2 m5)
 *   mass_normalization as above with kappa_5 for kappa; kappa is not set, or kappa_5
 *   dslashQuda         out = H in, without a factor; of the first type (H + 2 K) in
 *   inv_type           QUDA_CG_INVERTER with NORMOP or NORMOP_PC, QUDA_BICGSTAB_INVERTER with DIRECT or DIRECT_PC
 *   cuda_prec_sloppy   invertQuda, invertMultiSrcQuda: inner iterations in float unless it is DOUBLE; shifts in double
 *
 * Devices: with LQCD_QUDA_DEVICE initQuda(device) opens the device of that number, or of a negative one the device of this process
 * among those of its machine (device/halo.h); no such device is an error. initQuda(LQCD_QUDA_HOST) opens none, as every number in a program
 * without LQCD_QUDA_DEVICE. Fields of the caller are in memory of the host.
 *   on the device      dslashQuda, cloverQuda, MatQuda, MatDagMatQuda, invertQuda, invertMultiSrcQuda, invertMultiShiftQuda: of Wilson, clover
 *                      (computed or given) and twisted mass quarks; of staggered and asqtad quarks, on one process. In double, with inner
 *                      iterations as on the host. A call copies its sources and solutions
 *                      newMultigridQuda, updateMultigridQuda and solves with it, for the same Wilson quarks: solver/device_multigrid.h in floats
 *   on the host        multigrid of three and more levels on several processes, with the solves, eigensolveQuda, domain walls, staggered quarks on several processes, trlogA, and
 *                      all that concerns links alone
 *   invertMultiSrcQuda of staggered quarks, MAT: up to 16 sources at once; on hosts where links and vectors of inner iterations are
 *                      larger than LQCD_CACHE (config.h). All else one after the other
 *   endQuda, or links of other extents   end multigrid, on hosts, too: updateMultigridQuda or destroyMultigridQuda comes next
 *   reconstruct, reconstruct_sloppy      on the device the links of Wilson operators, and those of inner iterations and multigrid: in 18 (NO, or not
 *                      set), 12 or 8 reals, in 16 bits 12 for 8; links in floats are unitary to 1e-7, which 12 and 8 need. On hosts
 *                      and of staggered quarks they change nothing
 *
 * Which function has which operator:
 *                             Wilson  clover  twisted mass, clover  staggered, asqtad  domain walls
 *   dslashQuda                  x       x       no dagger             x                  x
 *   cloverQuda                          x
 *   MatQuda, MatDagMatQuda      x       x       x                     x                  x
 *   invertQuda, MultiSrc        x       x       x                     x                  x
 *   invertMultiShiftQuda        x       x       x                     MATPC, MASS        x
 *   eigensolveQuda              x       x       x                     x                  x
 *   multigrid                   x       x       x
 *   force of quarks                     x       x, clover             HISQ, naive
 *   MatQuda also has QUDA_COVDEV_DSLASH and QUDA_LAPLACE_DSLASH (quda/steps.h)
 *
 * Links contain the sign of antiperiodic quarks where t_boundary is QUDA_ANTI_PERIODIC_T, as QUDA's do. gauge_order: QDP,
 * QDPJIT, CPS_WILSON, MILC, MILC_SITE (gauge_offset, site_size in bytes), BQCD, TIFR. dirac_order: QUDA_DIRAC_ORDER, QDP,
 * QDPJIT, CPS_WILSON, LEX (all sites). gamma_basis: DEGRAND_ROSSI, UKQCD, CHIRAL, DIRAC_PAULI. cpu_prec: SINGLE, DOUBLE. Local extents
 * are even.
 *
 * quda/params.h says of each field whether it is honoured, ignored or refused. Refused is what would change a result: a value that is
 * not named above, any field under NONE that is neither at its first value nor neutral, struct_size of another struct, multigrid of
 * staggered quarks and domain walls; contractFTQuda, copyExtendedResidentGaugeQuda, lanczosQuda, pack_ghost (quda/refused.h). Functions
 * that change nothing here: quda/rest.h. A refusal or other error writes a sentence to stderr and ends the program with status 1 (and
 * all processes), as QUDA's errorQuda. A solve that does not converge is no error: see true_res. One thread at a time; calls are collective.
 *
 * Names and meanings are those of QUDA's headers and manual (github.com/lattice/quda, 2024). Binary layouts differ: compile
 * with this header. SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_QUDA_H
#define LQCD_COMPAT_QUDA_H

#ifndef LQCD_POINTER_ERRORS
#define LQCD_POINTER_ERRORS 0
#endif

#include <stdio.h>

/* QUDA's name for complex numbers is of its header alone: MILC has a type of that name. PyQUDA's builder reads the C type. */
#ifdef __cplusplus
#define double_complex lqcd__quda_complex
#else
#define double_complex double _Complex
#endif
#include "quda/params_more.h"

#ifdef __cplusplus
extern "C" {
#endif

void initCommsGridQuda(int nDim, const int *dims, QudaCommsMap map, void *fdata);
void initQuda(int device);
void initQudaDevice(int device);
void initQudaMemory(void);
void endQuda(void);
void setVerbosityQuda(QudaVerbosity verbosity, const char prefix[], FILE *outfile);
QudaGaugeParam newQudaGaugeParam(void);
QudaInvertParam newQudaInvertParam(void);
void loadGaugeQuda(void *h_gauge, QudaGaugeParam *param);
void freeGaugeQuda(void);
void saveGaugeQuda(void *h_gauge, QudaGaugeParam *param);
void gaussGaugeQuda(unsigned long long seed, double sigma);
void plaqQuda(double plaq[3]);
QudaGaugeSmearParam newQudaGaugeSmearParam(void);
QudaGaugeObservableParam newQudaGaugeObservableParam(void);
void gaugeObservablesQuda(QudaGaugeObservableParam *param);
void performWFlowQuda(QudaGaugeSmearParam *smear_param, QudaGaugeObservableParam *obs_param);
int computeGaugeForceQuda(void *mom, void *sitelink, int ***input_path_buf, int *path_length, double *loop_coeff, int num_paths,
			  int max_length, double dt, QudaGaugeParam *param);
void loadCloverQuda(void *h_clover, void *h_clovinv, QudaInvertParam *inv_param);
void freeCloverQuda(void);
void dslashQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity parity);
void cloverQuda(void *h_out, void *h_in, QudaInvertParam *inv_param, QudaParity parity, int inverse);
void MatQuda(void *h_out, void *h_in, QudaInvertParam *inv_param);
void MatDagMatQuda(void *h_out, void *h_in, QudaInvertParam *inv_param);
void invertQuda(void *h_x, void *h_b, QudaInvertParam *param);
void invertMultiSrcQuda(void **h_x, void **h_b, QudaInvertParam *param);
void invertMultiShiftQuda(void **h_x, void *h_b, QudaInvertParam *param);
QudaMultigridParam newQudaMultigridParam(void);
void *newMultigridQuda(QudaMultigridParam *param);
void updateMultigridQuda(void *mg_instance, QudaMultigridParam *param);
void destroyMultigridQuda(void *mg_instance);
QudaEigParam newQudaEigParam(void);
void eigensolveQuda(void **h_evecs, double_complex *h_evals, QudaEigParam *param);
#include "quda/names.h"

#ifdef __cplusplus
}
#endif

#ifdef LQCD_QUDA_DEFINE
#include "quda/program.h"

#include "quda/blas.h"
#include "quda/clover.h"
#include "quda/contraction.h"
#include "quda/gauge.h"
#include "quda/gauge_fixing.h"
#include "quda/hisq.h"
#include "quda/motion.h"
#include "quda/multigrid.h"
#include "quda/paths.h"
#include "quda/quark_forces.h"
#include "quda/quarks.h"
#include "quda/refused.h"
#include "quda/rest.h"
#include "quda/smearing.h"
#include "quda/steps.h"
#else
#undef double_complex
#endif

#endif
