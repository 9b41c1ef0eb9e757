/* lqcd.h: lattice quantum chromodynamics in one #include: everything below, nothing to build, nothing to link but -lm.
 *
 *   level 0  config.h status.h memory.h                      options, status codes, aligned memory
 *         1  simd.h sum.h                                    vectors: AVX-512, AVX2, SSE2, NEON, GNU vectors, scalar;
 *                                                            exact sums of doubles
 *         2  complex.h icomplex.h su3.h compress.h           site algebra over the tags f, d, vf, vd;
 *            spinor.h storage.h random.h lane_random.h       links and spinors compressed, in 16 bits; Philox
 *         3  comm.h pieces.h geometry.h buffers.h            processes, even-odd geometry, lanes, buffers;
 *            loops.h tally.h                                 loops, sums over sites
 *         4  field.h layout.h halo.h                         fields, conversions, layouts, halos over MPI
 *         5  linalg.h multi.h                                algebra of fields; several right-hand sides
 *            gauge/staple.h field_strength.h                 staples, clover leaves
 *            dirac/wilson.h wilson_multi.h clover.h          the Wilson operator, clover term, twisted mass,
 *            dirac/clover_force.h                            forces of clover terms
 *            dirac/domain_wall.h                             Moebius domain wall quarks
 *            kernels/gemm.h kdgemm.h                         products of small matrices
 *            kernels/p2p.h p2p_variants.h                    sums over pairs of points
 *            kernels/stencil.h su3_multiply.h                2D stencil, links times arrays, in any layout
 *         6  gauge/plaquette.h                               gauge observables
 *            gauge/heatbath.h action.h action_heatbath.h     heat bath; actions with rectangles, forces
 *            gauge/flow.h project.h smear.h momentum.h       gradient flow, smeared links, momenta
 *            solver/cg.h bicgstab.h mixed.h multishift.h     solvers
 *            solver/wilson.h inverter.h multi.h spectrum.h
 *            solver/domain_wall.h
 *            solver/gcr.h blocks.h sap.h coarse.h multigrid.h   flexible GCR, Schwarz, multigrid
 *            hmc/integrator.h hmc.h pseudofermion.h          hybrid Monte Carlo, with two quarks
 *            hmc/rational.h rhmc.h                           and one: rational HMC
 *            observables/polyakov.h wilson_loop.h charge.h   loops, static potential, energy and charge
 *            observables/source.h source_smear.h             sources
 *            observables/propagator.h correlator.h           quark propagators, two-point functions
 *            observables/meson.h baryon.h                    mesons, proton
 *            observables/series.h                            means, autocorrelations, errors
 *            tune.h                                          the fastest order of sites, by trying
 *         7  io/gauge.h scidac_spinor.h openqcd_spinor.h     files
 *            io/checkpoint.h hmc.h
 *         8  gpu/inverter.h multi.h p2p.h stencil.h ..       under nvcc: the same on GPUs
 *            compat/hirep.h                                  opt-in: programs written for HiRep
 *
 * Each header has its manual at its top. Options: config.h. Names: lqcd_<object>_<verb>_<tag>; tag f and d: one site in
 * float and double; vf and vd: one SIMD register of sites. Without a tag the types of the arguments choose.
 */
#ifndef LQCD_H
#define LQCD_H

#include "lqcd/config.h"
#include "lqcd/status.h"
#include "lqcd/memory.h"
#include "lqcd/simd.h"
#include "lqcd/sum.h"
#include "lqcd/complex.h"
#include "lqcd/icomplex.h"
#include "lqcd/su3.h"
#include "lqcd/compress.h"
#include "lqcd/spinor.h"
#include "lqcd/storage.h"
#include "lqcd/random.h"
#include "lqcd/lane_random.h"
#include "lqcd/comm.h"
#include "lqcd/pieces.h"
#include "lqcd/geometry.h"
#include "lqcd/buffers.h"
#include "lqcd/loops.h"
#include "lqcd/tally.h"
#include "lqcd/field.h"
#include "lqcd/layout.h"
#include "lqcd/halo.h"
#include "lqcd/linalg.h"
#include "lqcd/multi.h"
#include "lqcd/gauge/staple.h"
#include "lqcd/gauge/field_strength.h"
#include "lqcd/dirac/wilson.h"
#include "lqcd/dirac/wilson_multi.h"
#include "lqcd/dirac/domain_wall.h"
#include "lqcd/dirac/clover_block.h"
#include "lqcd/dirac/clover.h"
#include "lqcd/dirac/clover_force.h"
#include "lqcd/kernels/gemm.h"
#include "lqcd/kernels/kdgemm.h"
#include "lqcd/kernels/p2p.h"
#include "lqcd/kernels/p2p_variants.h"
#include "lqcd/kernels/stencil.h"
#include "lqcd/kernels/su3_multiply.h"
#include "lqcd/gauge/plaquette.h"
#include "lqcd/gauge/heatbath.h"
#include "lqcd/gauge/project.h"
#include "lqcd/gauge/smear.h"
#include "lqcd/gauge/action.h"
#include "lqcd/gauge/action_heatbath.h"
#include "lqcd/gauge/momentum.h"
#include "lqcd/gauge/flow.h"
#include "lqcd/solver/cg.h"
#include "lqcd/solver/bicgstab.h"
#include "lqcd/solver/mixed.h"
#include "lqcd/solver/multishift.h"
#include "lqcd/solver/spectrum.h"
#include "lqcd/solver/wilson.h"
#include "lqcd/solver/inverter.h"
#include "lqcd/solver/multi.h"
#include "lqcd/solver/domain_wall.h"
#include "lqcd/solver/gcr.h"
#include "lqcd/solver/blocks.h"
#include "lqcd/solver/sap.h"
#include "lqcd/solver/coarse.h"
#include "lqcd/solver/multigrid.h"
#include "lqcd/hmc/integrator.h"
#include "lqcd/hmc/hmc.h"
#include "lqcd/hmc/quarks.h"
#include "lqcd/hmc/pseudofermion.h"
#include "lqcd/hmc/rational.h"
#include "lqcd/hmc/rhmc.h"
#include "lqcd/tune.h"
#include "lqcd/observables/polyakov.h"
#include "lqcd/observables/wilson_loop.h"
#include "lqcd/observables/source.h"
#include "lqcd/observables/propagator.h"
#include "lqcd/observables/correlator.h"
#include "lqcd/observables/meson.h"
#include "lqcd/observables/charge.h"
#include "lqcd/observables/source_smear.h"
#include "lqcd/observables/baryon.h"
#include "lqcd/observables/series.h"
#include "lqcd/io/gauge.h"
#include "lqcd/io/scidac_spinor.h"
#include "lqcd/io/openqcd_spinor.h"
#include "lqcd/io/checkpoint.h"
#include "lqcd/io/hmc.h"
#ifdef __CUDACC__
#include "lqcd/gpu/inverter.h"
#include "lqcd/gpu/multi.h"
#include "lqcd/gpu/p2p.h"
#include "lqcd/gpu/p2p_variants.h"
#include "lqcd/gpu/stencil.h"
#include "lqcd/gpu/su3_multiply.h"
#endif

#endif
