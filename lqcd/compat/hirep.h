/* lqcd/compat/hirep.h: programs written for HiRep, on lqcd. Opt-in: lqcd.h does not include it. C11, and
 * C++11 and later.
 *
 *   cc -O2 -march=native -I. -Ilqcd/compat/hirep program.c -lm
 *   ./a.out -i input        with lines GLB_T = 16, GLB_X = 8, GLB_Y = 8, GLB_Z = 8, rlx_seed = 1, log:default = -1
 *
 *   mpicc -DWITH_MPI -O2 -march=native -I. -Ilqcd/compat/hirep program.c -lm
 *   mpirun -n 4 ./a.out -i input          and NP_T = 2, NP_X = 1, NP_Y = 1, NP_Z = 2
 *
 *   nvcc -std=c++17 -arch=sm_90 -DWITH_GPU -O3 -I. -Ilqcd/compat/hirep program.cu
 *
 * compat/hirep/ has the headers that such programs include (global.h, spinor_field.h, .., libhr.h); each of them is
 * this one. Names of three generations are known: spinor_field_mul_f, alloc_gfield; alloc_spinor_field_f;
 * mul_spinor_field, sqnorm(s) (libhr.h). Some names have a generation:
 *   libhr.h (2023 and later)   operations without types in their names; D, H, H2, D_flt, ..; -o FILE writes FILE_0
 *   setup.h (2020 and later)   D, H, H2, D_flt, .., which older programs define themselves; -o FILE writes FILE, and without
 *                              it the output is in out_0, too, where such programs read it
 *   2013 to 2019               _DECLARE_INT_ITERATOR; read_input(glb_var.read, file), geometry_init. Programs that
 *                              write z.re and z.im of complex numbers are compiled as C++:
 *                              c++ -x c++ -std=c++17 -fpermissive program.c
 *                              Units of a program whose functions are here are left out: meson_measurements.c, .._ff.c,
 *                              baryon_measurements.c, loop_tools.c, gaugefix.c
 * Programs that include ../HMC/hmc_utils.h need -I with a directory beside HMC of their own tree, after ours.
 * Headers that newer programs name by their folder (IO/, Observables/, Update/, Utils/) are libhr.h.
 * Parts, each with its manual, in compat/hirep/impl/:
 *
 *   types.h           elements, fields, geometry_descriptor; hr_complex is double complex, in C++ that of complex_cxx.h
 *   complex.h spinor.h matrix.h    the macros of hr_complex.h, suN.h, gamma_spinor.h, suN_repr_func.h
 *   globals.h         T, X, Y, Z, glattice, u_gauge, ..; ipt, iup, idn; _FIELD_AT; _MASTER_FOR
 *   logger.h fields.h              lprintf, read_input, Timer; allocation, communications
 *   linear_algebra.h dirac.h inverters.h       on lqcd's linalg.h, dirac/wilson.h, solver/
 *   mass_operators.h  D, H, ..
 *   eigen.h           jacobi2, max_H, eva
 *   random.h gauge.h plaquettes.h  random numbers; links, updates, boundaries; plaquettes, staples, polyakov
 *   archive.h setup.h              files of links; setup_process, finalize_process
 *   gpu.h             layouts, copies, reading and writing of fields on a GPU, with WITH_GPU
 *   names.h           older names
 *
 * The names of HiRep's programs are in the headers that HiRep has them in, which are this one and more; libhr.h has all.
 * Names that are neither here nor in the manual of the impl/ header are not declared: a program that uses one does not
 * compile, or link; calls of what impl/missing.h lists end the compilation of programs of libhr.h with a sentence.
 *
 *   setup.h input_par.h io.h       impl/input.h: get_input_filename, get_output_filename, init_input_glb,
 *                                  init_input_rlx
 *   statistics.h                   impl/statistics.h: average, sigma0, auto_corr, sigma, auto_corr_time, sigma_bin,
 *                                  sigma_replicas, sigma_jackknife
 *   data_storage.h                 impl/data_storage.h: data_storage_array, STORE, DONTSTORE, allocate_data_storage_array,
 *                                  allocate_data_storage_element, data_storage_element, print_, free_data_storage
 *   spin_matrix.h propagator.h     impl/propagator.h: _spinmatrix_.., _g5_spinmatrix, .., suNf_propagator, _propagator_..,
 *                                  gamma_ind, g5_debug, ..
 *   sources.h calc_prop.h          impl/sources.h: create_.._source.., add_momentum, restrict_timeslice,
 *                                  zero_even_or_odd_site_spinorfield, init_propagator_eo, free_propagator_eo,
 *                                  calc_propagator, calc_propagator_eo, calc_propagator_multisource, calc_propagator_tw
 *   clover_tools.h clover_exp.h    impl/dirac.h: set_csw, get_csw, clover_init, Cphi, .., clover_la_logdet; impl/clover_fields.inc:
 *                                  cl_term, cl_ldl, compute_clover_term, compute_ldl_decomp; impl/clover_exp.h:
 *                                  clover_exp, clover_exp_taylor, evaluate_sw_order, get_NN, get_NNexp
 *   dirac.h                        impl/twisted.h: Qhat_eopre, g5Dphi_eopre_tw, Dxx_tw_inv, Qtm_p, Qtm_m, QpQm_tm, tm_invert, ..
 *   utils.h calc_prop.h            impl/deflation.h: set_def_matrix, eva_def, eva_def_inv, min_eigval, max_eigval, eig_init,
 *                                  copy_evec, calc_deflated_propagator
 *   meson_observables.h measure_mesons.h pta_qprop.h spectrum.h        impl/mesons.h, with sources.h: meson_observable,
 *                                  meson_correlators, init_.._correlators, measure_mesons, _core, _ext,
 *                                  measure_point_mesons_momenta, _ext, measure_diquarks, measure_conserved_currents,
 *                                  print_mesons, free_meson_observables; pta_qprop_QMR, _eo, g5_correlator, ..;
 *                                  measure_spectrum_pt, _semwall, _gfwall, _discon_semwall, _gfwall, _volume;
 *                                  impl/spectrum_ends.h: measure_spectrum_.._ext, _fixedbc; impl/formfactors.h:
 *                                  measure_formfactor_pt, _fixed, measure_formfactors, print_formfactor; impl/spectrum_names.h: as
 *                                  before libhr.h, without storage; impl/spectrum_others.h: calls that end the program
 *   loop_tools.h disconnected.h    impl/loops.h, with mesons.h: measure_loops, measure_bilinear_loops_spinorfield,
 *                                  _4spinorfield
 *   wilsonflow.h                   impl/wilsonflow.h: WF_initialize, WF_free, WilsonFlow1, WilsonFlow3,
 *                                  WilsonFlow3_adaptative, max_distance, WF_E, WF_Esym, WF_topo, WF_E_T, WF_Esym_T,
 *                                  WF_update_and_measure, EUL, RK3, RK3_ADAPTIVE
 *   wilsonloops.h                  impl/wilsonloops.h: WL_.., HYP_smearing, min_tplaq, HYP_span_parameters, HYP_best_parameters
 *   gaugefix.h                     impl/gaugefix.h: gaugefix, gaugefixstep, gaugefix_action, random_gauge_transform,
 *                                  unit_gauge, reunit, calc_plaq
 *   utils.h                        impl/utils.h: shift_fields, det_Cmplx_Ng, inv_Cmplx_Ng, ludcmp, lubksb,
 *                                  init_pure_gauge_anisotropy, suNg_Exp_Taylor, vector_star, covariant_project_to_suNg,
 *                                  project_to_suNg_flt, project_cooling_to_suNg, smear_gauge_field, gaussian_smearing,
 *                                  apply_background_field_zdir;
 *                                  impl/spatial.h: work spaces, active slices, blocking,
 *                                  APE, cubic rotations, cplaq_wrk, polyleg; wilsonloops.h
 *   libhr.h glueballs.h            impl/glueballs.h: eval_all_glueball_ops, eval_all_torellon_ops, measure_1pt_.., collect_1pt_..,
 *                                  report_.._group_setup; impl/multilevel.h: init_hb_multilevel, set_max_mh_level, update_hb_multilevel_gb_measure, _tune;
 *                                  impl/glueballs_names.h: as before libhr.h
 *   io.h moreio.h                  impl/moreio.h: fread_BE_int, fread_LE_double, fwrite_BE_int, ..; the formats of converters are
 *                                  declared, and HiRep's archive_*.c define them
 *   observables.h                  impl/z2semwall.h: z2semwall_mesons, z2semwall_mesons_new; ModeNumber is declared
 *   update.h io.h moreio.h         impl/utils.h: suNg_field_copy, write_, read_spinor_field, _scalar_field, _ranlxd_state
 *   utils.h                        impl/lw_tests.h: test_wilson_action_and_force, test_lw_force, test_ginv_lw_action,
 *                                  test_gcov_lw_force
 *   utils.h test_utils.h           impl/test_utils.h: check_diff_norm, .., inverse_fact, print_gd, .._cpu; in libhr.h _TEST_CPU_INV_OP, ..
 *   libhr.h alone                  impl/speed_tests.h: flops_per_site, bytes_per_site, _WARMUP_SPEEDTEST, _RUN_SPEEDTEST, setup_clover
 *   update.h io.h                  impl/hmc.h: read_action, integrator_par, ghmc_par, monomial, add_mon, num_mon, mon_n,
 *                                  init_, update_, reverse_update_, free_ghmc, correct_pf_dist_hmc, calc_one_force, force_ave, ..,
 *                                  leapfrog_, O2MN_, O4MN_multistep,
 *                                  local_hmc_action, pf_local_action, update_gauge_field, print_force_summary
 *   update.h                       impl/forces.h: force_gauge_par, force0, lw_force, lw_action, lw_action_density, lw_local_action,
 *                                  calculate_stfld; impl/quark_forces.h: fermion_force_begin, fermion_force_end,
 *                                  force_fermion_core, cl_force, force_clover_fermion, force_clover_fermion_taylor,
 *                                  force_clover_logdet, force_clover_core; impl/force_hmc.h: force_hmc, force_hmc_tm,
 *                                  force_rhmc; impl/mre.h: mre_init, mre_store, mre_guess
 *   rational_functions.h update.h  impl/rational.h: r_app_set, r_app_alloc, r_app_realloc, r_app_free, r_app_rescale, rational_func,
 *                                  find_spec_H2
 *   observables.h                  mesons.h, loop_tools.h, wilsonloops.h; impl/baryons.h: measure_baryons, contract_baryons;
 *                                  impl/renormalization.h: measure_renormalization, print_renormalization;
 *                                  impl/schroedinger.h: SF_action, SF_PCAC_wall_corr, SF_classical_solution (also utils.h)
 *   cinfo.c                        impl/utils.h: print_compiling_info, print_compiling_info_short
 *   ranlux.h random.h              impl/ranlux.h, random.h: ranlxd, ranlxs with rlxd_, rlxs_ init, size, get, reset
 *   scattering.h                   impl/scattering.h: measure_scattering_AD_core, _BC_core, measure_pion_scattering_I2, _I0, _I0_TS,
 *                                  getmomlist, make_prop_.., init_mo_0, gen_mo_.., io2pt, IOold_.., IO_json_..
 *
 * Not present: get_error_filename; init_smearing, avr_smeared_plaquette; integrators that take momenta and
 * local_hmc_action of three arguments, of older generations. read_action ends the program, with a sentence, at monomials other than gauge, lw_gauge,
 * hmc, rhmc, tm, tm_alt, hasenbusch, hasenbusch_tm and hasenbusch_tm_alt; STORE in measure_spectrum_gfwall, _discon_.. too.
 *
 * HiRep's own programs, unmodified, SU(2) fundamental: 116 of 130 of libhr.h (2024-07) compile, 101 of 117 of setup.h (2024-07), 87 of 103
 * of 2020, 79 of 97 of 2019. The others: RotatedSF (10), of whose types HiRep itself has no definition; mk_sfcorrelators of libhr.h
 * (ROTATED_SF); ChromaUtils (QDP++); approx_for_modenumber (GSL); random_cnfg, trunc_mesons and converter of 2019, which write z.re and
 * compile as C++; WF_measure_adaptative of 2019; check_RIMOM and test_com_speed. Which ones were run: bench/RESULTS.md. Programs that
 * measure glueballs, torelons or Wilson loops run on processes that cut time alone.
 *
 * Over several processes, with WITH_MPI or LQCD_MPI, everything works that works in one: pieces and buffers of
 * geometry_descriptor (geometry.h of lqcd), start_ and complete_sendrecv (halo.h), sums over fields, updates,
 * operators, solvers, eigenvalues, files, global_sum, bcast. T X Y Z are the local extents, of which two may be odd (6
 * sites on 2 processes), ipt(-1, ..) leads into a buffer, _MASTER_FOR and its sums go over the sites of the process.
 * setup_process starts MPI, finalize_process ends it, process 0 alone writes. The output is the same on every grid but
 * for rounding in sums that the program computes itself. There are no replicas (N_REP). Without MPI NP_T .. NP_Z count
 * as 1.
 *
 * SU(N) with N = NG = LQCD_NC (2 to 8), quarks in the representation that -DREPR_FUNDAMENTAL (default), -DREPR_ADJOINT,
 * -DREPR_SYMMETRIC or -DREPR_ANTISYMMETRIC (NG > 2) asks for, of dimension NF, in HiRep's bases (represent.h); periodic
 * boundaries, antiperiodic ones as HiRep has them, in u_gauge_f (in u_gauge in the fundamental representation), or
 * twisted by angles (gauge.h; not REPR_ADJOINT); open ones in time (BC_T_OPEN) and the Schroedinger functional (BC_T_SF, or
 * BASIC_SF; HALFBG_SF); the clover term (WITH_CLOVER) and the exponential one (WITH_EXPCLOVER). Differences from HiRep: the
 * order of sites in a parity block (programs must not rely on it), random fields, output goes to stdout unless -o is given,
 * errors to stderr, loops with reductions run in one thread. Options that ask for other things are refused by #error
 * (types.h): WITH_GPU with other representations than the fundamental one, with boundaries in time or a clover term; GAUGE_SON,
 * GAUGE_SPN, WITH_QUATERNIONS, BC_T_MIXED, BC_T_SF_ROTATED, ROTATED_SF, GAUGE_SPATIAL_TWIST, BC_XYZ_TWISTED,
 * PURE_GAUGE_ANISOTROPY, WITH_SMEARING, BC_T_SF with antiperiodic quarks in space, two boundaries in one direction.
 * In the input, N_REP above 1 ends the program.
 * Where HiRep itself is wrong: its build without MPI turns, with tau = 0, the boundary in time of EXTENDED_POINT, EXTENDED_SEMWALL and P+A
 * propagators one slice late, and not here; print_renormalization prints real parts for imaginary ones, and here both. check_clover_exp asks
 * that a trace be below 1e-20, which the rounding of HiRep's own numbers on process 3 is not.
 *
 * Errors end the program as in HiRep, with a message on stderr and exit(). All other lqcd headers never do that.
 * All units of a program share the global variables (impl/globals.h) and must be compiled with the same -m flags.
 * Names and meanings after HiRep (github.com/claudiopica/HiRep), whose code is not used.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_H
#define LQCD_COMPAT_HIREP_H

#ifndef LQCD_POINTER_ERRORS
#define LQCD_POINTER_ERRORS 0
#endif
#include "hirep/impl/types.h" /* says how many colours there are */

#include "hirep/impl/archive.h"
#include "hirep/impl/complex.h"
#include "hirep/impl/dirac.h"
#include "hirep/impl/eigen.h"
#include "hirep/impl/fields.h"
#include "hirep/impl/gauge.h"
#include "hirep/impl/globals.h"
#include "hirep/impl/gpu.h"
#include "hirep/impl/inverters.h"
#include "hirep/impl/linear_algebra.h"
#include "hirep/impl/logger.h"
#include "hirep/impl/matrix.h"
#include "hirep/impl/names.h"
#include "hirep/impl/plaquettes.h"
#include "hirep/impl/random.h"
#include "hirep/impl/setup.h"
#include "hirep/impl/spinor.h"

#endif
